"""Asking for another bunkering time: in the port's clock for one nomination, as a shift for several."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from bunkerdesk.desk.action_results import CALL, ActionResult, Move, NewTime
from bunkerdesk.desk.editing_paths import value_at
from bunkerdesk.desk.lists import NominationRow
from bunkerdesk.desk.record import Record
from bunkerdesk.rules.wording import count_words, listed
from bunkerdesk.runtime.prompts import Choice, Notice, Prompts, Question

_NOON = datetime(2000, 1, 1, 12, tzinfo=UTC)
"""What a shift is measured from when it is not one row's time."""


async def new_time(
    prompts: Prompts, named: str, row: NominationRow | None, left_out: str = "", *, deprecated: bool
) -> NewTime | None:
    """Ask until a time is understood; None when refused. Without a row only a shift makes sense.

    What is odd about a time, such as another day than the weekday given, is told and asked about before it is sent.
    """
    hint = _hint(row) + (" The deprecated call is used, which the service will remove." if deprecated else "")
    hint = f"{hint} {left_out}".rstrip()
    typed, trouble = "", ""
    while True:
        question = Question(
            f"Reschedule {named}",
            f"{trouble}{hint}",
            "Reschedule",
            writes=True,
            label="Estimated time of bunkering" if row else "Shift",
            initial=typed,
        )
        answer = await prompts.ask(question)
        if not answer:
            return None
        found = _read(answer, row)
        if isinstance(found, NewTime):
            return found
        if isinstance(found, _Odd):
            told = Question(f"Reschedule {named} to {found.echo}?", found.note, "Reschedule", "Go back", writes=True)
            if await prompts.confirm(told):
                return found.time
        typed, trouble = answer, f"{found}. " if isinstance(found, str) else ""


def _hint(row: NominationRow | None) -> str:
    from bunkerdesk.rules import wording

    if row is None:
        return "Each is shifted by the same time, for example +6h or -1d 2h."
    now = " ".join(wording.port_time(row.bunkering)) if row.bunkering else "not given"
    return f"Now {now}. Type a time of the port's clock, or a shift such as +6h."


@dataclass(frozen=True, slots=True)
class _Odd:
    """A time that was understood, with what is odd about it."""

    time: NewTime
    echo: str
    note: str


def _read(text: str, row: NominationRow | None) -> NewTime | _Odd | str:
    """What was meant, or what is wrong with it."""
    from bunkerdesk.rules.port_clock import Now, clock_for, parse
    from bunkerdesk.rules.ports import shipped
    from bunkerdesk.rules.wording import first_upper

    if row is None and not text.lstrip().startswith(("+", "-", "−")):
        return "Give a shift such as +6h"
    port_zone = shipped().zone(row.port_code) if row else None
    start = row.bunkering if row else _NOON
    # As in the editor: the clock the service shows the time by, where the table of ports has another.
    zone, _ = clock_for([start] if start else [], port_zone)
    understood = parse(text, zone, Now(datetime.now(UTC), start))
    only = understood.only
    if only is None:
        return understood.problem or "Which is meant: " + " or ".join(one.echo for one in understood.readings)
    if row is None:
        return NewTime(shift=only.moment - _NOON)
    time = NewTime(only.moment.isoformat())
    return _Odd(time, only.echo, f"{first_upper(only.note)}.") if only.note else time


def call_times(records: Iterable[Record]) -> tuple[str, ...]:
    """The words of the times, besides the bunkering's, that nominations have of the ship's call."""
    from bunkerdesk.rules.field_names import field_title

    answers = [record.answer for record in records]
    held = [path for path in CALL if any(isinstance(value_at(one, path), str) for one in answers)]
    return tuple(field_title(path.rpartition(".")[2]) for path in held)


async def with_call(prompts: Prompts, to: NewTime, named: str, times: Sequence[str]) -> NewTime | None:
    """Ask whether the rest of the call moves too, where something is known of it; None when refused."""
    if not times:
        return to
    said = listed([times[0], *(time.lower() for time in times[1:])])
    one = len(times) == 1
    choices = (
        Choice(WHOLE, "The whole call", f"{said} move{'s' if one else ''} by as much."),
        Choice(ALONE, "Only the bunkering", f"{said} stay{'s' if one else ''} as {'it is' if one else 'they are'}."),
    )
    laycan = "A stated laycan stays as it was agreed."
    question = Question(f"What of {named} moves?", laycan, "Reschedule", writes=True)
    chosen = await prompts.choose(question, choices)
    return replace(to, whole_call=chosen.key == WHOLE) if chosen else None


WHOLE, ALONE = "whole", "alone"
TAKE_BACK = "nomination.take_back"
"""The command, and the key of the notice that offers it."""
MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Moved:
    """What was rescheduled last, and by which call."""

    moves: tuple[Move, ...] = ()
    deprecated: bool = False


def moved_notice(result: ActionResult) -> Notice | None:
    """From when to when each was moved, with the way back."""
    count, moves = len(result.moves), result.moves
    done = f"Rescheduled: {moves[0].reference}" if count == 1 else f"{count_words(count, 'nomination')} rescheduled"
    words = _named(moves, lambda move: (move.before, move.after))
    return Notice(done, words, "ok", TAKE_BACK, "Take back…", is_passing=True) if count else None


def back_notice(result: ActionResult) -> Notice | None:
    """What has its former time again."""
    count, moves = len(result.moves), result.moves
    has = "has its former time" if count == 1 else "have their former time"
    words = _named(moves, lambda move: (move.before, move.after))
    return Notice(f"{names_of(moves)} {has} again", words, "ok", TAKE_BACK) if count else None


def names_of(moves: Sequence[Move]) -> str:
    """The reference of one, how many of several."""
    return moves[0].reference if len(moves) == 1 else count_words(len(moves), "nomination")


def times_before(moves: Sequence[Move]) -> str:
    """From when to when each goes on the way back; of many the first."""
    return _named(moves, lambda move: (move.after, move.before))


def _named(moves: Sequence[Move], ends: Callable[[Move], tuple[str, str]]) -> str:
    lines = []
    for move in moves[:MOST_NAMED]:
        first, last = (_words(text) for text in ends(move))
        lines.append(f"{move.reference}: {first} → {last}")
    rest = len(moves) - MOST_NAMED
    return "\n".join([*lines, f"and {rest} more"] if rest > 0 else lines)


def _words(text: str) -> str:
    from bunkerdesk.rules import wording

    return " ".join(wording.port_time(datetime.fromisoformat(text)))
