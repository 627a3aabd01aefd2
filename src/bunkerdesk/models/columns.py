"""The columns of the lists: what each shows, says and copies. Wording comes from `rules.wording`."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Generic, TypeVar

from PySide6.QtCore import Qt

from bunkerdesk.contract.resource import Timestamp
from bunkerdesk.desk.lists import DocumentRow, NominationRow, OperationRow, Row
from bunkerdesk.rules import wording

LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
ALWAYS = 0
"""The priority of a column that stays however narrow the window is; the highest number goes first."""

Clock = Callable[[], datetime]
AnyRow = NominationRow | OperationRow | DocumentRow
Shown = TypeVar("Shown")


LONGEST_TIME = "Wed 28 Nov 00:00 +00:00"


def _nothing(_row: object) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Column(Generic[Shown]):
    """One column. Every function takes the row and answers a text; none raises for a row with gaps."""

    key: str
    title: str
    text: Callable[[Shown], str]
    width: int
    """Pixels at 100 % text."""
    priority: int
    """0 stays; a narrow window lets the highest number go first."""
    sort: str | None = None
    """`ListQuery.sort`; None where the list cannot be sorted by it."""
    alignment: int = LEFT
    secondary: Callable[[Shown], str] = _nothing
    tone: Callable[[Shown], str] = _nothing
    copied: Callable[[Shown], str] | None = None
    hinted: Callable[[Shown], str] | None = None
    visible: bool = True
    """Shown before anybody chose columns."""
    spoken: str = ""
    """What a screen reader calls the column, where the title is cut short for the eye."""
    follows_time: bool = False
    """The text changes as time passes."""
    grows: bool = False
    """Takes all the room that is left: its text may be a sentence."""
    sample: str = ""
    """The longest usual text, where a text cut off is of no use: the column has room for it."""

    def exact(self, row: Shown) -> str:
        """The exact value for copying; the text (with its secondary part) where there is nothing more exact."""
        if self.copied is not None:
            return self.copied(row)
        return " ".join(filter(None, (self.text(row), self.secondary(row))))

    def hint(self, row: Shown) -> str:
        """The tooltip: the exact value, or more than that."""
        return (self.hinted or self.exact)(row)

    def accessible(self, row: Shown) -> str:
        """What a screen reader says: `Bunkering Sat 21 Nov 22:30 +08:00`."""
        parts = [text for text in (self.text(row), self.secondary(row)) if text]
        return " ".join([self.spoken or self.title, *(parts or ["not given"])])


class NominationColumn(StrEnum):
    """Columns of the worklist."""

    REFERENCE = "reference"
    STATUS = "status"
    VESSEL = "vessel"
    PORT = "port"
    BUNKERING = "bunkering"
    UNTIL = "until"
    FUEL = "fuel"
    QUANTITY = "quantity"
    ASSET = "asset"
    SUPPLIER = "supplier"
    RECEIVER = "receiver"
    DURATION = "duration"
    LAYCAN_START = "laycan_start"
    LAYCAN_END = "laycan_end"
    SEEN = "seen"


class OperationColumn(StrEnum):
    """Columns of the operations list."""

    REFERENCE = "reference"
    STATUS = "status"
    VESSEL = "vessel"
    PORT = "port"
    STARTED = "started"
    ENDED = "ended"
    FUEL = "fuel"
    DELIVERED = "delivered"
    ASSET = "asset"
    SUPPLIER = "supplier"
    RECEIVER = "receiver"
    NOTES = "notes"
    DOCUMENTS = "documents"
    SEEN = "seen"


def _clock(moment: Timestamp | None) -> str:
    return wording.port_time(moment)[0] if moment else ""


def _offset(moment: Timestamp | None) -> str:
    return wording.port_time(moment)[1] if moment else ""


def _time_exact(moment: Timestamp | None) -> str:
    return wording.exact_time(moment) if moment else ""


def _time_hint(moment: Timestamp | None, now: Clock) -> str:
    if moment is None:
        return ""
    zone = now().astimezone().tzinfo
    clock, offset = wording.port_time(moment)
    return f"{clock} {offset} port time\n{wording.utc_and_desk(moment, zone)}" if zone else f"{clock} {offset}"


def _seen(row: AnyRow, now: Clock) -> str:
    return wording.age(row.seen_at, now())


def _seen_exact(row: AnyRow) -> str:
    return row.seen_at.isoformat(timespec="seconds")


def time_column(
    key: str, title: str, moment: Callable[[Shown], Timestamp | None], now: Clock, priority: int
) -> Column[Shown]:
    """A moment on the port's clock, its offset faint behind it."""
    return Column(
        key,
        title,
        lambda row: _clock(moment(row)),
        176,
        priority,
        sort=key,
        spoken=title.removesuffix(" (port time)"),
        secondary=lambda row: _offset(moment(row)),
        copied=lambda row: _time_exact(moment(row)),
        hinted=lambda row: _time_hint(moment(row), now),
        sample=LONGEST_TIME,
    )


def _until(row: NominationRow, now: Clock) -> str:
    return wording.until(row.bunkering, now()) if row.bunkering else ""


def _problem_tone(row: AnyRow) -> str:
    return "warning" if row.has_problem else ""


def _reference_hint(row: AnyRow) -> str:
    return f"{row.reference}\nPart of this record could not be read" if row.has_problem else row.reference


def _reference_column() -> Column[Row]:
    return Column(
        NominationColumn.REFERENCE,
        "Reference",
        lambda row: row.reference,
        112,
        ALWAYS,
        sort="reference",
        tone=_problem_tone,
        hinted=_reference_hint,
    )


def nomination_columns(now: Clock) -> tuple[Column[NominationRow], ...]:
    """The columns of the worklist in their default order."""
    column = NominationColumn
    return (
        _reference_column(),
        Column(
            column.STATUS,
            "Status",
            lambda row: wording.status(row.kind, row.status),
            168,
            1,
            sort="status",
            tone=lambda row: wording.status_tone(row.kind, row.status),
            sample="Supplier unassigned",
        ),
        Column(
            column.VESSEL,
            "Receiver vessel",
            lambda row: row.vessel,
            152,
            ALWAYS,
            sort="vessel",
            hinted=lambda row: f"{row.vessel}, IMO {row.imo}" if row.imo else row.vessel,
        ),
        Column(
            column.PORT,
            "Port",
            lambda row: row.port_code,
            144,
            2,
            sort="port",
            secondary=lambda row: row.port_name,
        ),
        time_column(column.BUNKERING, "Bunkering (port time)", lambda row: row.bunkering, now, 1),
        Column(
            column.UNTIL,
            "In",
            partial(_until, now=now),
            76,
            3,
            sort="bunkering",
            alignment=RIGHT,
            spoken="Time to bunkering",
            hinted=lambda row: _time_hint(row.bunkering, now),
            follows_time=True,
            sample="5 h 58 min",
        ),
        Column(column.FUEL, "Fuel", lambda row: row.fuels, 136, 3, sort="fuels"),
        Column(
            column.QUANTITY,
            "Quantity",
            lambda row: row.quantity,
            148,
            4,
            sort="quantity",
            alignment=RIGHT,
            copied=lambda row: wording.plain_figures(row.quantity),
        ),
        Column(column.ASSET, "Supplier asset", lambda row: row.asset, 136, 6, sort="asset"),
        Column(column.SUPPLIER, "Supplier", lambda row: row.supplier, 152, 5, sort="supplier"),
        Column(column.RECEIVER, "Receiver", lambda row: row.receiver, 152, 7, sort="receiver"),
        Column(
            column.DURATION,
            "Duration",
            lambda row: wording.duration(row.duration_minutes),
            88,
            8,
            sort="duration",
            alignment=RIGHT,
            copied=lambda row: "" if row.duration_minutes is None else f"{row.duration_minutes} min",
        ),
        replace(time_column(column.LAYCAN_START, "Laycan start", lambda row: row.laycan_start, now, 7), sort=None),
        replace(time_column(column.LAYCAN_END, "Laycan end", lambda row: row.laycan_end, now, 8), sort=None),
        _seen_column(now),
    )


def operation_columns(now: Clock) -> tuple[Column[OperationRow], ...]:
    """The columns of the operations list in their default order."""
    column = OperationColumn
    return (
        _reference_column(),
        Column(
            column.STATUS,
            "Status",
            lambda row: wording.status("operation", row.status),
            136,
            1,
            sort="status",
            tone=lambda row: wording.status_tone("operation", row.status),
            sample="Not yet started",
        ),
        Column(column.VESSEL, "Receiver vessel", lambda row: row.vessel, 152, ALWAYS, sort="vessel"),
        Column(
            column.PORT, "Port", lambda row: row.port_code, 144, 2, sort="port", secondary=lambda row: row.port_name
        ),
        time_column(column.STARTED, "Started (port time)", lambda row: row.started, now, 1),
        time_column(column.ENDED, "Ended (port time)", lambda row: row.ended, now, 3),
        Column(column.FUEL, "Fuel", lambda row: row.fuels, 136, 3, sort="fuels"),
        Column(
            column.DELIVERED,
            "Delivered",
            lambda row: row.delivered,
            120,
            2,
            sort="delivered",
            alignment=RIGHT,
            copied=lambda row: wording.plain_figures(row.delivered),
        ),
        Column(column.ASSET, "Supplier asset", lambda row: row.asset, 136, 5, sort="asset"),
        Column(column.SUPPLIER, "Supplier", lambda row: row.supplier, 152, 6, sort="supplier"),
        Column(column.RECEIVER, "Receiver", lambda row: row.receiver, 152, 7, sort="receiver"),
        Column(column.NOTES, "Delivery notes", lambda row: str(row.notes), 104, 8, sort="notes", alignment=RIGHT),
        Column(column.DOCUMENTS, "Documents", lambda row: str(row.documents), 88, 4, sort="documents", alignment=RIGHT),
        _seen_column(now),
    )


def _seen_column(now: Clock) -> Column[Row]:
    return Column(
        NominationColumn.SEEN,
        "Seen",
        partial(_seen, now=now),
        96,
        9,
        alignment=RIGHT,
        copied=_seen_exact,
        follows_time=True,
        sample="58 min ago",
    )
