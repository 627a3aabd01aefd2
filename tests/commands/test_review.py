"""The commands of the review page: when they are possible, and the reason when they are not."""

from types import SimpleNamespace
from typing import Any

import pytest

from bunkerdesk.commands.registry import CommandRegistry
from bunkerdesk.commands.review import review_commands


class Actions:
    def __init__(self) -> None:
        self.is_open = self.is_signed = False
        self.steps: dict[int, int | None] = {1: 7, -1: None}
        self.opened: list[int] = []

    def neighbour(self, step: int) -> int | None:
        return self.steps[step]

    async def open(self, identifier: int) -> None:
        self.opened.append(identifier)

    async def work(self) -> None: ...

    accept = remark = protest = reopen = report = set_limits = set_claims = work


@pytest.fixture
def actions() -> Actions:
    return Actions()


def why_not(actions: Actions, key: str, **context: Any) -> str:
    place = SimpleNamespace(page="review", selection=(), **{})
    place.__dict__.update(context)
    answer = CommandRegistry(review_commands(actions))[key].enabled(place)
    return "" if answer is True else answer


async def test_next_opens_the_neighbour_and_ends_with_the_queue(actions: Actions) -> None:
    """Alt+Right goes on; at the end the reason is said."""
    registry = CommandRegistry(review_commands(actions))
    assert registry.shortcuts("review.next") == ("Alt+Right",)
    await registry["review.next"].run(SimpleNamespace())
    assert actions.opened == [7]
    assert why_not(actions, "review.previous") == "This is the first operation of the queue."


async def test_a_verdict_needs_an_open_review_that_is_not_signed(actions: Actions) -> None:
    """A signature stands until it is reopened."""
    assert why_not(actions, "review.accept") == "Open an operation on the Review page first."
    actions.is_open = True
    assert why_not(actions, "review.accept") == ""
    actions.is_signed = True
    assert "Reopen" in why_not(actions, "review.accept")
    assert why_not(actions, "review.reopen") == ""
    assert why_not(actions, "review.protest") == ""


async def test_review_opens_the_selected_operation(actions: Actions) -> None:
    """Enter on an operation leads here; on other pages there is nothing to judge."""
    assert why_not(actions, "review.open", page="nominations", selection=(3,)) == "Select an operation first."
    assert why_not(actions, "review.open", page="operations", selection=(3,)) == ""
    await CommandRegistry(review_commands(actions))["review.open"].run(SimpleNamespace(selection=(3,)))
    assert actions.opened == [3]
