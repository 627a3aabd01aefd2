"""Commands of the review page: going through the queue, the verdict, the report, what the desk has set."""

from dataclasses import dataclass
from typing import Protocol

from bunkerdesk.commands.command import Command, CommandContext, Flight, Group, Possible, Run

REVIEW = "review"


class ReviewActions(Protocol):
    """What the commands ask of the review page."""

    @property
    def is_open(self) -> bool:
        """An operation is under review."""
        ...

    @property
    def is_signed(self) -> bool:
        """The operation's review is signed."""
        ...

    def neighbour(self, step: int) -> int | None:
        """The id of the operation before or after; None at the end of the queue."""
        ...

    async def open(self, identifier: int) -> None:
        """Show an operation."""
        ...

    async def accept(self) -> None: ...
    async def remark(self) -> None: ...
    async def protest(self) -> None: ...
    async def reopen(self) -> None: ...
    async def report(self) -> None: ...
    async def set_limits(self) -> None: ...
    async def set_claims(self) -> None: ...


@dataclass(frozen=True, slots=True)
class _Step:
    actions: ReviewActions
    step: int

    async def __call__(self, _context: CommandContext) -> None:
        identifier = self.actions.neighbour(self.step)
        if identifier is not None:
            await self.actions.open(identifier)

    def is_possible(self, context: CommandContext) -> Possible:
        if context.page != REVIEW:
            return _ELSEWHERE
        if self.actions.neighbour(self.step) is None:
            return f"This is the {'last' if self.step > 0 else 'first'} operation of the queue."
        return True


@dataclass(frozen=True, slots=True)
class _OpenSelected:
    actions: ReviewActions

    async def __call__(self, context: CommandContext) -> None:
        await self.actions.open(context.selection[0])

    @staticmethod
    def is_possible(context: CommandContext) -> Possible:
        return True if context.page == "operations" and context.selection else "Select an operation first."


_NONE = "Open an operation on the Review page first."
_ELSEWHERE = "Go to Review first."


def review_commands(actions: ReviewActions) -> list[Command]:
    """All of them."""

    def while_open(context: CommandContext) -> Possible:
        if context.page != REVIEW or not actions.is_open:
            return _NONE
        return "This review is signed. Reopen it to change the verdict." if actions.is_signed else True

    def while_signed(context: CommandContext) -> Possible:
        if context.page != REVIEW or not actions.is_open:
            return _NONE
        return True if actions.is_signed else "This review is not signed, so there is nothing to take back."

    def while_shown(context: CommandContext) -> Possible:
        return True if context.page == REVIEW and actions.is_open else _NONE

    def on_page(context: CommandContext) -> Possible:
        return True if context.page == REVIEW else _ELSEWHERE

    open_selected = _OpenSelected(actions)
    following, former = _Step(actions, 1), _Step(actions, -1)
    return [
        Command(
            "review.open",
            "Review",
            "Judge the delivery notes of the selected operation.",
            Group.RECORDS,
            open_selected,
            "review",
            ("Ctrl+Shift+R",),
            open_selected.is_possible,
        ),
        Command(
            "review.next",
            "Next review",
            "Show the next operation of the queue.",
            Group.RECORDS,
            following,
            "arrow-right",
            ("Alt+Right",),
            following.is_possible,
        ),
        Command(
            "review.previous",
            "Previous review",
            "Show the operation before.",
            Group.RECORDS,
            former,
            "arrow-left",
            ("Alt+Left",),
            former.is_possible,
        ),
        Command(
            "review.accept",
            "Accept",
            "Sign the review: the delivery is as it should be.",
            Group.RECORDS,
            Run(actions.accept),
            "check",
            ("Alt+A",),
            while_open,
            Flight.SINGLE,
        ),
        Command(
            "review.remark",
            "Remark…",
            "Sign the review and accept the delivery with remarks.",
            Group.RECORDS,
            Run(actions.remark),
            "edit",
            ("Alt+R",),
            while_open,
            Flight.SINGLE,
        ),
        Command(
            "review.protest",
            "Protest…",
            "Write a note of protest from the findings, save it, and sign the review.",
            Group.RECORDS,
            Run(actions.protest),
            "flag",
            ("Alt+P",),
            while_shown,
            Flight.SINGLE,
        ),
        Command(
            "review.reopen",
            "Reopen…",
            "Take the signature back; a reason is asked and kept.",
            Group.RECORDS,
            Run(actions.reopen),
            "undo",
            (),
            while_signed,
            Flight.SINGLE,
        ),
        Command(
            "review.report",
            "Report…",
            "Write the findings into a file to send on: PDF or Excel.",
            Group.RECORDS,
            Run(actions.report),
            "export",
            ("Ctrl+Shift+E",),
            while_shown,
            Flight.SINGLE,
        ),
        Command(
            "review.limits",
            "Limits…",
            "See and change every limit the checks compare with.",
            Group.RECORDS,
            Run(actions.set_limits),
            "gauge",
            (),
            on_page,
            Flight.SINGLE,
        ),
        Command(
            "review.claims",
            "Claim times…",
            "Set until when claims may be made, for each supplier.",
            Group.RECORDS,
            Run(actions.set_claims),
            "clock",
            (),
            on_page,
            Flight.SINGLE,
        ),
    ]
