"""The review page in a real desktop session: by keyboard from the queue to the signature, every figure spoken."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.desktop import ON_A_SCREEN, Desktop, Node, session

pytestmark = ON_A_SCREEN
LOW_FLASH = "SO-24137"
"""Planted in the sandbox: a flash point of 55.5 °C."""
QUEUE, NOTES = "Operations awaiting review", "Delivery notes side by side"
MOST_STEPS = 40


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Desktop]:
    with session(tmp_path) as running:
        running.on_the_sandbox()
        yield running


def on_screen(tree: Node) -> list[str]:
    return [node.name for node in tree.walk() if node.name and "showing" in node.states]


def focused(tree: Node) -> list[str]:
    """What has the keyboard, with the part of it that is spoken; hidden pages keep a cursor of their own."""
    found = [node for node in tree.walk() if {"focused", "showing"} <= node.states and node.role != "frame"]
    return [f"{node.role}: {node.name}" for node in found]


def shown_operation(tree: Node) -> str:
    return next((name for name in on_screen(tree) if name.startswith("SO-")), "")


def is_open(tree: Node, reference: str) -> bool:
    return any(name.startswith(f"{reference}, ") for name in on_screen(tree))


def dialog_texts(tree: Node) -> list[str]:
    """What stands in the sheets that are open."""
    return [node.name for sheet in tree.walk() if sheet.role == "dialog" for node in sheet.walk() if node.name]


def go_to(desktop: Desktop, reference: str) -> Node:
    """Through the queue with Alt+Right until an operation is open."""
    tree = desktop.wait_for(lambda tree: any(item.role == "list item" for item in tree.walk()))
    for _ in range(MOST_STEPS):
        if is_open(tree, reference):
            return tree
        former = shown_operation(tree)
        desktop.keys("alt+Right")
        tree = desktop.wait_for(lambda seen, former=former: shown_operation(seen) != former)  # type: ignore[misc]
    raise AssertionError(f"{reference} is not in the queue")


def test_a_surveyor_reviews_and_signs_by_keyboard_and_ear(desktop: Desktop) -> None:
    """Queue, operation, a figure with its unit and finding, the verdict, the signature: no mouse, nothing unsaid."""
    desktop.keys("ctrl+4")
    tree = desktop.wait_for(lambda tree: tree.find("list", QUEUE))
    queue = tree.find("list", QUEUE)
    assert queue is not None
    tree = go_to(desktop, LOW_FLASH)

    def speaks(seen: Node) -> bool:
        return any("Flash point" in name and "55.5 °C" in name and "error B13" in name for name in seen.cells())

    tree = desktop.wait_for(speaks)
    (spoken,) = [name for name in tree.cells() if "Flash point" in name and "error B13" in name]
    assert "below 60 °C" in spoken
    assert "found on the paper" in said_of(desktop, "Flash point")
    walk_to_cell(desktop, "Flash point")

    desktop.keys("alt+r")
    tree = desktop.wait_for(lambda seen: "text: Remark" in focused(seen))
    assert any(name.startswith(f"{LOW_FLASH}, ") for name in dialog_texts(tree)), "it must say what is signed"
    desktop.type("Sample to the laboratory")
    desktop.keys("Tab")
    desktop.wait_for(lambda seen: "text: Reviewer" in focused(seen))
    desktop.type("A. Surveyor")
    desktop.keys("Return")
    tree = desktop.wait_for(
        lambda seen: any("Accepted with remarks by A. Surveyor" in name for name in on_screen(seen))
    )
    assert any("Sample to the laboratory" in name for name in on_screen(tree))


def walk_to_cell(desktop: Desktop, figure: str) -> None:
    """From the queue with Tab to the table of notes, then with the arrows to a figure, which is announced."""
    for _ in range(MOST_STEPS):
        tree = desktop.wait_for(focused)
        if f"table: {NOTES}" in focused(tree):
            break
        former = focused(tree)
        desktop.keys("Tab")
        desktop.wait_for(lambda seen, former=former: focused(seen) != former)  # type: ignore[misc]
    else:
        raise AssertionError("Tab does not reach the table of notes")
    for _ in range(MOST_STEPS):
        here = focused(desktop.wait_for(focused))
        if any(figure in name and "error B13" in name for name in here):
            return
        desktop.keys("Down")
        desktop.wait_for(lambda seen, here=here: focused(seen) != here)  # type: ignore[misc]
    raise AssertionError(f"the arrows do not reach {figure}")


def said_of(desktop: Desktop, figure: str) -> str:
    """What is said of a figure once its paper was read."""
    tree = desktop.wait_for(lambda seen: any(figure in name and "the paper" in name for name in seen.cells()))
    return next(name for name in tree.cells() if figure in name and "the paper" in name)
