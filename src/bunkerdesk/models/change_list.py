"""The inbox of changes as a list and as a card: fields in words, values before and after, times in port time."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bunkerdesk.contract import jsontext
from bunkerdesk.contract.resource import has_offset
from bunkerdesk.desk.change_log import GONE, THERE
from bunkerdesk.desk.change_log import ChangeRow as ChangeRow
from bunkerdesk.models.columns import ALWAYS, LONGEST_TIME, Column
from bunkerdesk.models.value_words import value_words as plain_words
from bunkerdesk.rules import wording

Clock = Callable[[], datetime]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
LONGEST = 120
SHOWN_ON_CARD = 4

_KINDS = {"draft": "Draft", "nomination": "Nomination", "operation": "Operation"}
_TIME, _STATUS = "delivery.estimatedTimeOfBunkering", "status"


def change_columns(now: Clock) -> tuple[Column[ChangeRow], ...]:
    """The columns of the inbox in their default order."""
    return (
        Column("reference", "Reference", lambda row: row.reference, 104, ALWAYS, sort="reference"),
        Column("vessel", "Receiver vessel", lambda row: row.vessel, 128, 2, sort="vessel"),
        Column("field", "What", field_of, 128, ALWAYS, sort="field"),
        _value_column("before", "Before", lambda row: row.before, now, 1),
        _value_column("after", "After", lambda row: row.after, now, ALWAYS),
        Column("port", "Port", lambda row: row.port_code, 112, 4, sort="port", secondary=lambda row: row.port_name),
        Column("kind", "Kind", lambda row: _KINDS.get(row.kind, row.kind), 96, 5, visible=False),
        Column("at", "Seen here", lambda row: seen_words(row, now()), 96, 3, sort="at", copied=_seen_exact),
        Column("state", "State", _state, 120, 6, visible=False),
    )


def _value_column(
    key: str, title: str, value: Callable[[ChangeRow], bytes], now: Clock, priority: int
) -> Column[ChangeRow]:
    def words(row: ChangeRow) -> str:
        return value_words(row, value(row), now())

    return Column(
        key,
        title,
        lambda row: _split(words(row))[0],
        160,
        priority,
        secondary=lambda row: _split(words(row))[1],
        copied=lambda row: _exact(row, value(row), now()),
        hinted=lambda row: value_words(row, value(row), now(), LONGEST * 10),
        sample=LONGEST_TIME,
    )


def _exact(row: ChangeRow, raw: bytes, now: datetime) -> str:
    """A time as received, with its year and offset; other values in words a spreadsheet can read."""
    try:
        value = jsontext.parse(raw)
    except jsontext.MalformedJson:
        value = None
    if isinstance(value, str) and has_offset(value):
        return value
    return wording.plain_figures(value_words(row, raw, now, LONGEST * 10))


def _split(words: str) -> tuple[str, str]:
    """A time's clock and its offset; any other text whole."""
    clock, _, offset = words.rpartition(" ")
    return (clock, offset) if offset[:1] in ("+", wording.MINUS) and offset[3:4] == ":" else (words, "")


def _seen_exact(row: ChangeRow) -> str:
    return seen_at(row).isoformat(timespec="seconds")


def _state(row: ChangeRow) -> str:
    return "Acknowledged" if row.acknowledged_at else "To acknowledge"


def field_of(row: ChangeRow) -> str:
    """The field in words; of a record that went or came, what it is."""
    if not row.path:
        return _KINDS.get(row.kind, "Record")
    words = wording.field_words(row.path).removesuffix(" in minutes")
    short = words.removeprefix("Estimated time of ").removeprefix("Estimated ")
    return wording.first_upper(short)


def seen_at(row: ChangeRow) -> datetime:
    """When the change was seen here (UTC)."""
    return EPOCH + timedelta(microseconds=row.at)


def seen_words(row: ChangeRow, now: datetime) -> str:
    """`09:41` today, `Fri 20 Nov 09:41` before, by this desk's clock."""
    local, today = seen_at(row).astimezone(), now.astimezone().date()
    return f"{local:%H:%M}" if local.date() == today else f"{wording.date_words(local.date(), today)} {local:%H:%M}"


def value_words(row: ChangeRow, raw: bytes, now: datetime, longest: int = LONGEST) -> str:
    """A value before or after as a desk reads it: a time by the port's clock, a quantity with its unit."""
    if not row.path:
        return {GONE: "gone from the service", THERE: "on the service"}.get(raw, "")
    try:
        words = _words(row, jsontext.parse(raw), now)
    except (ValueError, TypeError, ArithmeticError):
        words = raw.decode("utf-8", "replace")
    words = " ".join(words.split())
    return words if len(words) <= longest else f"{words[: longest - 1]}…"


def _words(row: ChangeRow, value: Any, now: datetime) -> str:
    if row.path.rsplit(".", 1)[-1] == _STATUS and isinstance(value, str) and value:
        return wording.status(row.kind, value)
    return plain_words(row.path, value, now)


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """One field on the card; `before` without the offset where it is that of `after`."""

    field: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ChangeNote:
    """What a card says of one record: `Window changed by the service, 09:41`."""

    title: str
    lines: tuple[ChangeLine, ...]
    more: int
    """How many fields are not named here."""


def change_note(rows: Iterable[ChangeRow], now: datetime) -> ChangeNote | None:
    """The card of what is to acknowledge about a record, given the latest first; None for nothing."""
    merged = merge(rows)
    if not merged:
        return None
    latest = max(merged, key=lambda row: row.at)
    paths = {row.path for row in merged}
    subject = "Window" if any(_TIME in path for path in paths) else "Status" if _STATUS in paths else ""
    verb = f"{subject} changed" if subject else "Changed"
    lines = tuple(_line(row, now) for row in merged[:SHOWN_ON_CARD])
    return ChangeNote(f"{verb} by the service, {seen_words(latest, now)}", lines, len(merged) - len(lines))


def merge(rows: Iterable[ChangeRow]) -> list[ChangeRow]:
    """One row for each field, from its first value to its last, the weightiest first; what came back is left out."""
    first: dict[str, ChangeRow] = {}
    last: dict[str, ChangeRow] = {}
    for row in rows:
        last.setdefault(row.path, row)
        first[row.path] = row
    joined = [_joined(first[path], row) for path, row in last.items() if first[path].before != row.after]
    return sorted(joined, key=lambda row: (row.weight, row.id))


def _joined(first: ChangeRow, last: ChangeRow) -> ChangeRow:
    return replace(last, before=first.before)


def _line(row: ChangeRow, now: datetime) -> ChangeLine:
    before, after = value_words(row, row.before, now), value_words(row, row.after, now)
    offset = _split(after)[1]
    if offset and _split(before)[1] == offset:
        before = _split(before)[0]
    return ChangeLine(field_of(row), before, after)


def announcement(rows: list[ChangeRow], now: datetime) -> tuple[str, str]:
    """Title and text of a desktop notification about watched references."""
    merged = sorted(rows, key=lambda row: (row.weight, row.id))
    references = list(dict.fromkeys(row.reference for row in merged))
    title = f"{references[0]} changed" if len(references) == 1 else f"{len(references)} watched references changed"
    shown = [(_line(row, now), row) for row in merged[:3]]
    texts = [
        f"{row.reference + ': ' if len(references) > 1 else ''}{line.field} {line.before} → {line.after}"
        for line, row in shown
    ]
    more = len(merged) - len(shown)
    return title, "\n".join([*texts, f"and {more} more"] if more else texts)
