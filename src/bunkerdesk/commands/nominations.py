"""Commands on drafts and nominations: new, edit, clone, promote, accept, cancel, reschedule, templates."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from bunkerdesk.commands import templates
from bunkerdesk.commands.command import Command, CommandContext, Flight, Group, Place, Possible, always
from bunkerdesk.commands.many_rows import Telling, run_each
from bunkerdesk.commands.rescheduling import (
    Moved,
    back_notice,
    call_times,
    moved_notice,
    names_of,
    new_time,
    times_before,
    with_call,
)
from bunkerdesk.desk.action_results import Action, ActionResult, OnRow, why_not
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.editing_kinds import EditKind
from bunkerdesk.desk.record import Record
from bunkerdesk.rules.wording import count_words
from bunkerdesk.runtime.prompts import Choice, Question

if TYPE_CHECKING:
    from bunkerdesk.desk.editing_session import EditSession

EDITOR = "editor"
LOOKED_AT = 50
"""Rows of a large selection that are looked at to tell whether a command is possible; each row is tried anyway."""
_SELECT = "Select a nomination or draft first."
_ONE = "Select one row only."


class NominationWork(Protocol):
    """What these commands work on; the window provides it."""

    moved: Moved
    """What was rescheduled last."""

    @property
    def desk(self) -> Desk: ...

    @property
    def targets(self) -> Sequence[int]:
        """Ids of the records meant: the selected ones, else the one whose details are shown."""
        ...


Run = Callable[[CommandContext], Coroutine[Any, Any, None]]


def nomination_commands(work: NominationWork) -> list[Command]:
    """All of them; their texts are the ones on the buttons of the details."""
    commands = NominationCommands(work)
    return [
        Command(f"nomination.{key}", text, description, Group.RECORDS, run, icon, shortcuts, enabled, Flight.SINGLE)
        for key, text, description, run, icon, shortcuts, enabled in (*_beginning(commands), *_changing(commands))
    ]


_Entry = tuple[str, str, str, Run, str, tuple[str, ...], Callable[[CommandContext], Possible]]


def _beginning(on: "NominationCommands") -> list[_Entry]:
    return [
        ("new_draft", "New draft", "Begin an empty draft.", on.new_draft, "draft", ("Ctrl+N",), always),
        (
            "new",
            "New nomination…",
            "Begin an empty firm nomination.",
            on.new_nomination,
            "plus",
            ("Ctrl+Shift+N",),
            always,
        ),
        ("edit", "Edit", "Edit the selected draft or nomination.", on.edit, "edit", ("F2",), on.one_record),
        ("clone", "Clone", "Begin a new one like the selected.", on.clone, "copy", ("Ctrl+Shift+D",), on.one_record),
        (
            "new_from_template",
            "New from template…",
            "Begin a new one from a template kept on this computer.",
            on.new_from_template,
            "document",
            ("Ctrl+Alt+N",),
            on.has_templates,
        ),
        (
            "make_template",
            "Make template…",
            "Keep the selected one as a template on this computer.",
            on.make_template,
            "pin",
            ("Ctrl+Alt+M",),
            on.one_record,
        ),
        (
            "delete_template",
            "Delete template…",
            "Forget a template kept on this computer.",
            on.delete_template,
            "close",
            ("Ctrl+Alt+Shift+M",),
            on.has_templates,
        ),
    ]


def _changing(on: "NominationCommands") -> list[_Entry]:
    return [
        (
            "send",
            "Send as firm nomination…",
            "Make firm nominations of the selected drafts.",
            on.promote,
            "send",
            ("Ctrl+Return",),
            on.may(Action.PROMOTE),
        ),
        (
            "accept",
            "Accept",
            "Accept the selected nominations.",
            on.accept,
            "check",
            ("Ctrl+Alt+Y",),
            on.may(Action.ACCEPT),
        ),
        (
            "reschedule",
            "Reschedule…",
            "Give the selected nominations another bunkering time.",
            on.reschedule,
            "clock",
            ("Ctrl+T",),
            on.may(Action.RESCHEDULE),
        ),
        (
            "reschedule_deprecated",
            "Reschedule by the deprecated call…",
            "The same through the call that the service will remove; for services that refuse the other way.",
            on.reschedule_deprecated,
            "clock",
            (),
            on.may(Action.RESCHEDULE),
        ),
        (
            "take_back",
            "Take rescheduling back…",
            "Give what was rescheduled last its former bunkering times.",
            on.take_back,
            "undo",
            ("Ctrl+Alt+T",),
            on.has_moved,
        ),
        (
            "cancel",
            "Cancel nomination…",
            "Cancel the selected nominations; a reason is needed.",
            on.cancel,
            "close",
            ("Ctrl+Shift+Backspace",),
            on.may(Action.CANCEL),
        ),
    ]


@dataclass(frozen=True, slots=True)
class _Target:
    """What a row tells without reading the record."""

    id: int
    kind: str
    status: str


class NominationCommands:
    """The coroutines and conditions of the commands."""

    def __init__(self, work: NominationWork) -> None:
        self._work = work

    # Conditions

    def has_moved(self, _context: CommandContext) -> Possible:
        """Something was rescheduled that can be moved back."""
        return True if self._work.moved.moves else "Nothing was rescheduled since the program was started."

    def one_record(self, context: CommandContext) -> Possible:
        """One draft or nomination."""
        if len(self._work.targets) > 1:
            return _ONE
        return True if self._targets(context) else _SELECT

    def may(self, action: Action) -> Callable[[CommandContext], Possible]:
        """At least one of the rows allows it."""
        return partial(self._may, action)

    def has_templates(self, _context: CommandContext) -> Possible:
        """A template was kept."""
        return templates.is_kept(self._work.desk)

    def _may(self, action: Action, context: CommandContext) -> Possible:
        if context.page == EDITOR:
            return "Change the fields of the editor and send them, or go to Nominations for this."
        targets = self._targets(context)
        reasons = [why_not(action, target.kind, target.status) for target in targets]
        if not targets:
            return _SELECT
        return True if not all(reasons) else reasons[0]

    def _targets(self, _context: CommandContext) -> list[_Target]:
        ids = list(self._work.targets[:LOOKED_AT])
        rows = self._work.desk.nominations.rows(ids)
        return [_Target(number, rows[number].kind, rows[number].status) for number in ids if number in rows]

    # Beginning

    async def new_draft(self, context: CommandContext) -> None:
        """An empty draft in the editor."""
        self._open(context, await self._work.desk.editing.begin_new(EditKind.DRAFT))

    async def new_nomination(self, context: CommandContext) -> None:
        """An empty nomination in the editor, as supplier or receiver."""
        side = await _side(context, "New nomination")
        if side:
            self._open(context, await self._work.desk.editing.begin_new(side))

    async def edit(self, context: CommandContext) -> None:
        """The record in the editor, where it may be under way already."""
        record = self._record()
        if record:
            self._open(context, await self._work.desk.editing.begin_edit(record))

    async def clone(self, context: CommandContext) -> None:
        """A new one like the record."""
        record = self._record()
        if record:
            self._open(context, await self._work.desk.editing.clone(record))

    async def make_template(self, context: CommandContext) -> None:
        """A template under a name."""
        record = self._record()
        if record:
            await templates.make(self._work.desk, record, context.prompts)

    async def new_from_template(self, context: CommandContext) -> None:
        """A new one from a chosen template."""
        session = await templates.begin(self._work.desk, context.prompts)
        if session:
            self._open(context, session)

    async def delete_template(self, context: CommandContext) -> None:
        """A chosen template goes."""
        await templates.delete(self._work.desk, context.prompts)

    # Changing

    async def promote(self, context: CommandContext) -> None:
        """One draft: as a nomination in the editor, to look over and send. Several: sent as they are."""
        ids = self._ids(context, Action.PROMOTE)
        side = await _side(context, "Send as firm nomination")
        if side is None:
            return
        record = self._work.desk.record(ids[0]) if len(ids) == 1 else None
        if record:
            self._open(context, await self._work.desk.editing.promote(record, side))
            return
        title = f"Send {count_words(len(ids), 'draft')} as firm nominations?"
        text = "Each goes to the service under its own reference. One with errors stays open in the editor instead."
        if await context.prompts.confirm(Question(title, text, "Send", writes=True)):
            await run_each(context, Telling("Sending", "Sent"), ids, partial(self._promote, side))

    async def accept(self, context: CommandContext) -> None:
        """Accept after a confirmation."""
        ids = self._ids(context, Action.ACCEPT)
        title, left_out = f"Accept {self._named(ids)}?", self._left_out(context, Action.ACCEPT, ids)
        if await context.prompts.confirm(Question(title, left_out, "Accept", "Do not accept", writes=True)):
            await run_each(context, Telling("Accepting", "Accepted"), ids, self._work.desk.actions.accept)

    async def cancel(self, context: CommandContext) -> None:
        """Cancel with a reason; those given before are offered."""
        ids = self._ids(context, Action.CANCEL)
        actions, left_out = self._work.desk.actions, self._left_out(context, Action.CANCEL, ids)
        question = Question(
            f"Cancel {self._named(ids)}?",
            " ".join(("The service takes no cancelled nomination back.", left_out)).strip(),
            "Cancel nomination" if len(ids) == 1 else "Cancel nominations",
            "Keep",
            is_dangerous=True,
            writes=True,
            label="Reason",
            suggestions=actions.recent_reasons(),
        )
        reason = await context.prompts.ask(question)
        if reason and reason.strip():
            await run_each(context, Telling("Cancelling", "Cancelled"), ids, partial(_cancel, actions.cancel, reason))

    async def reschedule(self, context: CommandContext) -> None:
        """Another bunkering time through the upsert."""
        await self._reschedule(context, deprecated=False)

    async def reschedule_deprecated(self, context: CommandContext) -> None:
        """Another bunkering time through PATCH …/schedule."""
        await self._reschedule(context, deprecated=True)

    async def _reschedule(self, context: CommandContext, *, deprecated: bool) -> None:
        ids = self._ids(context, Action.RESCHEDULE)
        rows = self._work.desk.nominations.rows(list(ids)) if len(ids) == 1 else {}
        left_out = self._left_out(context, Action.RESCHEDULE, ids)
        to = await new_time(context.prompts, self._named(ids), rows.get(ids[0]), left_out, deprecated=deprecated)
        if to is not None and not deprecated:
            records = [self._work.desk.record(number) for number in ids[:LOOKED_AT]]
            times = call_times(record for record in records if record is not None)
            to = await with_call(context.prompts, to, self._named(ids), times)
        if to is not None:
            actions = self._work.desk.actions

            async def move(ids: Sequence[int], on_row: OnRow | None) -> ActionResult:
                result = await actions.reschedule(ids, to, on_row, deprecated=deprecated)
                self._work.moved = Moved(result.moves, deprecated) if result.moves else self._work.moved
                return result

            await run_each(context, Telling("Rescheduling", "Rescheduled", moved_notice), ids, move)

    async def take_back(self, context: CommandContext) -> None:
        """The former times of what was rescheduled last, each its own."""
        moved = self._work.moved
        title = f"Take the rescheduling of {names_of(moved.moves)} back?"
        question = Question(title, times_before(moved.moves), "Take back", "Keep the new times", writes=True)
        if not moved.moves or not await context.prompts.confirm(question):
            return

        async def back(_ids: Sequence[int], on_row: OnRow | None) -> ActionResult:
            result = await self._work.desk.actions.move_back(moved.moves, on_row, deprecated=moved.deprecated)
            done = {move.record_id for move in result.moves}
            self._work.moved = replace(moved, moves=tuple(move for move in moved.moves if move.record_id not in done))
            return result

        ids = [move.record_id for move in moved.moves]
        await run_each(context, Telling("Taking back", "Taken back", back_notice), ids, back)

    # Inside

    async def _promote(self, side: EditKind, ids: Sequence[int], on_row: OnRow | None) -> ActionResult:
        return await self._work.desk.actions.promote(ids, side, on_row)

    def _open(self, context: CommandContext, session: "EditSession") -> None:
        context.navigate(Place(EDITOR, str(session.id)))

    def _record(self) -> Record | None:
        targets = self._work.targets
        return self._work.desk.record(targets[0]) if targets else None

    def _ids(self, context: CommandContext, action: Action) -> list[int]:
        """The rows that allow it; of a large selection each is judged when its turn comes."""
        ids = list(self._work.targets)
        if len(ids) > LOOKED_AT:
            return ids
        return [
            target.id for target in self._targets(context) if not why_not(action, target.kind, target.status)
        ] or ids

    def _left_out(self, context: CommandContext, action: Action, ids: Sequence[int]) -> str:
        """Which selected rows are not meant, with the reason of the first."""
        out = [target for target in self._targets(context) if target.id not in ids]
        if not out or len(self._work.targets) > LOOKED_AT:
            return ""
        record = self._work.desk.record(out[0].id)
        named = record.reference if record and len(out) == 1 else f"{len(out)} of the selected"
        return f"{named} {'is' if len(out) == 1 else 'are'} left out: {why_not(action, out[0].kind, out[0].status)}"

    def _named(self, ids: Sequence[int]) -> str:
        record = self._work.desk.record(ids[0]) if len(ids) == 1 else None
        return record.reference if record else count_words(len(ids), "nomination")


async def _cancel(
    cancel: Callable[[Sequence[int], str, OnRow | None], Awaitable[ActionResult]],
    reason: str,
    ids: Sequence[int],
    on_row: OnRow | None,
) -> ActionResult:
    return await cancel(ids, reason, on_row)


async def _side(context: CommandContext, title: str) -> EditKind | None:
    choices = (
        Choice(EditKind.SUPPLIER.value, "As supplier", "Your company supplies; the receiver is named."),
        Choice(EditKind.RECEIVER.value, "As receiver", "Your company receives; the supplier is named."),
    )
    chosen = await context.prompts.choose(Question(title, accept="Continue", writes=True), choices)
    return EditKind(chosen.key) if chosen else None
