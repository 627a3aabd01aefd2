"""A pasted message as a form to confirm: what was recognised, where it stands, what is to be asked. No Qt."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo
from functools import cache

from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.desk.editing_bodies import EditKind
from bunkerdesk.desk.editing_paths import steps_of, with_value
from bunkerdesk.desk.importing import ImportRow
from bunkerdesk.desk.importing_headers import Guess
from bunkerdesk.desk.message_stems import Stem
from bunkerdesk.models.editor_fields import value_at
from bunkerdesk.models.editor_readings import Fix, time_words
from bunkerdesk.models.import_cells import Reader, Setting, accepts, field_of, path_words
from bunkerdesk.models.import_rows import Assessed, CellNote, assess
from bunkerdesk.rules import quantities, wording
from bunkerdesk.rules.calendar_words import MONTHS
from bunkerdesk.rules.message_parts import Part, excerpt, only, parts
from bunkerdesk.rules.message_reading import IMO, PORT, VESSEL, Mark, read
from bunkerdesk.rules.message_text import flat
from bunkerdesk.rules.message_times import ASSUMED, BACK, month_comes_first, written
from bunkerdesk.rules.port_clock import dated
from bunkerdesk.rules.ports import Ports

SURE, LIKELY = 0.85, 0.6
_RANGE = ".quantityRange"
_BARE_DAY = re.compile(r"(?<!\d)(?<!\d{4}[-/.])(\d{1,2})[/.-](\d{1,2})(?:[/.-](?:20)?\d{2})?(?!\d)")
_ASKED = (
    "clientReference",
    "receiver.vesselName",
    "receiver.vesselIdentifier.imo",
    "delivery.bunkeringLocationCode",
    "receiver.estimatedTimeOfArrival",
    "delivery.estimatedTimeOfBunkering",
)
"""Fields that are asked for even where the message says nothing of them."""
_ORDER = (
    *_ASKED,
    "delivery.laycanStart",
    "delivery.laycanEnd",
    "receiver.estimatedTimeOfDeparture",
)


@dataclass(eq=False, slots=True)
class FormLine:
    """A field of the form. `marks` are its places in the message, the surest first."""

    path: str
    text: str
    marks: tuple[Mark, ...] = ()
    is_taken: bool = True
    asks: CellNote | None = None
    """A question that must be answered before the value is taken."""
    assumed: str = ""
    """What was assumed of what the message leaves open: `year 2026 assumed`."""

    @property
    def words(self) -> str:
        """The field's name in the specification's words."""
        return path_words(self.path)

    @property
    def sureness(self) -> str:
        """`sure`, `likely`, `unsure` (also while a question is open), or empty for what a person typed."""
        if not self.marks:
            return ""
        if self.asks is not None:
            return "unsure"
        best = self.marks[0].confidence
        return "sure" if best >= SURE else "likely" if best >= LIKELY else "unsure"


@dataclass(frozen=True, slots=True)
class Span:
    """A recognised piece of the text: `text[start:end]` belongs to the lines with these numbers."""

    start: int
    end: int
    lines: tuple[int, ...]


@dataclass(eq=False, slots=True)
class MessageForm:
    """The form of one message, or of one ship's part of it: one form is one nomination."""

    text: str
    setting: Setting
    lines: list[FormLine] = field(default_factory=list)
    parts: tuple[Part, ...] = ()
    """Of a message about several ships; empty where it is about one."""
    part: int = 0
    """The one that is shown."""
    stems: tuple[Stem, ...] = ()
    """Nominations known here that the message may be about."""

    @classmethod
    def of(cls, text: str, setting: Setting, part: int = 0, known: Sequence[str] = ()) -> "MessageForm":
        """Read a message, of one about several ships a part; for a worker thread where it is long.

        `known` are names of ships seen before.
        """
        ports, now = setting.options.ports, setting.now
        marks = read(text, ports, now).marks
        several = parts(text, marks, known)
        lines = part_lines(text, several, part, setting) if several else _lines_of(marks, text, ports, now)
        missing = [FormLine(path, "") for path in _ASKED if all(line.path != path for line in lines)]
        taken = [line for line in (*missing, *lines) if accepts(line.path, setting.kind)]
        return cls(text, setting, sorted(taken, key=lambda line: (_rank(line.path), line.path)), several, part)

    @property
    def source(self) -> str:
        """The text to keep beside the nomination: of several ships what is said of this one."""
        return excerpt(self.text, self.parts, self.part) if self.parts else self.text

    @property
    def next_part(self) -> int | None:
        """The ship that comes after this one."""
        return self.part + 1 if self.part + 1 < len(self.parts) else None

    def spans(self) -> list[Span]:
        """Every recognised piece of the text in order; pieces that overlap are one."""
        return spans_of(self.lines)

    def change(self, place: int, text: str) -> None:
        """A person typed: it is taken as it stands."""
        line = self.lines[place]
        line.text, line.asks, line.is_taken, line.assumed = text, None, True, ""

    def assessed(self, port: str = "") -> Assessed:
        """What the form means: the nomination, and what is to be said of each line.

        `port` gives the clock where the message names none.
        """
        taken = [line if line.is_taken and line.asks is None else None for line in self.lines]
        columns = [Guess(line.path) for line in self.lines]
        texts = [line.text if line else "" for line in taken]
        at = next((place for place, line in enumerate(self.lines) if line.path == PORT), -1)
        if port and at >= 0 and not texts[at].strip():  # the port is always asked for
            texts[at] = port
        row = ImportRow(1, texts)
        found = assess([row], Reader(columns, self.setting), columns)[1]
        notes = dict(found.notes)
        for place, line in enumerate(self.lines):
            if line.asks is not None and line.is_taken:
                notes[place] = (line.asks, *notes.get(place, ()))
            elif line.assumed and line.is_taken:
                tone = "warning" if line.path.endswith(".quantity") else "hint"
                said = CellNote(tone, wording.first_upper(line.assumed))
                notes[place] = (said, *notes.get(place, ()))
            if line.path == VESSEL and line.is_taken and line.asks is None:
                notes[place] = self._other_number(line.text, found.body) or notes.get(place, ())
        return Assessed(found.body, notes, found.others, found.is_used)

    def _other_number(self, ship: str, body: JsonObject) -> tuple[CellNote, ...]:
        """A name this desk knows under another number: one of the two is another ship's."""
        known, stated = self._known_number(ship, body), value_at(body, IMO)
        if not isinstance(known, int) or not isinstance(stated, int) or known == stated:
            return ()
        return (CellNote("warning", f"Known here with IMO {known}, the message says {stated}"),)

    def _known_number(self, ship: str, body: JsonObject) -> object:
        """The IMO number that this desk knows a ship's name under."""
        asked = field_of(VESSEL)
        option = self.setting.options.meant(asked[0], ship, body) if asked and ship.strip() else None
        return dict(option.fills).get(IMO) if option else None

    def meant(self) -> JsonObject:
        """What the message says, with the number of its ship where this desk knows her."""
        body = self.document()
        ship = next((line.text for line in self.lines if line.path == VESSEL and line.asks is None), "")
        known = self._known_number(ship, body) if value_at(body, IMO) is None else None
        return with_value(body, steps_of(IMO), known) if isinstance(known, int) else body

    @property
    def open_questions(self) -> int:
        """How many lines wait for an answer."""
        return sum(line.asks is not None and line.is_taken for line in self.lines)

    def document(self, port: str = "") -> JsonObject:
        """The nomination for the editor; lines that are unticked or still asked about are left out."""
        return self.assessed(port).body

    @property
    def kind(self) -> EditKind:
        """What it becomes."""
        return self.setting.kind


def form_lines(text: str, ports: Ports, now: datetime) -> list[FormLine]:
    """A line for each field that a message says something of; for a worker thread where it is long."""
    return _lines_of(read(text, ports, now).marks, text, ports, now)


def part_lines(text: str, several: Sequence[Part], chosen: int, setting: Setting) -> list[FormLine]:
    """The same of one ship's part; what stands above all parts gives way to what is said of her."""
    part, own = several[chosen], only(text, several, chosen)
    found = read(own, setting.options.ports, setting.now, several[0].start).marks
    marks = [mark for mark in found if mark.field != VESSEL]
    ship = Mark(VESSEL, part.ship, part.at, part.at + len(part.ship), SURE)
    return _lines_of([ship, *marks], own, setting.options.ports, setting.now)


def _lines_of(marks: Sequence[Mark], text: str, ports: Ports, now: datetime) -> list[FormLine]:
    found: dict[str, list[Mark]] = {}
    for mark in marks:
        found.setdefault(_grid_path(mark.field), []).append(mark)
    lines = [_line(path, of_field, text, now) for path, of_field in found.items()]
    port = next((line for line in lines if line.path == PORT), None)
    zone = ports.zone(port.marks[0].value) if port is not None and port.asks is None else None
    if zone is not None:
        for line in lines:
            line.text = _on_port_clock(line, zone, now)
    return sorted(lines, key=lambda line: (_rank(line.path), line.path))


def spans_of(lines: Sequence[FormLine]) -> list[Span]:
    """Every recognised piece of the text in order; pieces that overlap are one."""
    pieces = sorted(((mark.start, mark.end, place) for place, line in enumerate(lines) for mark in line.marks))
    spans: list[Span] = []
    for start, end, place in pieces:
        if spans and start < spans[-1].end:
            last = spans[-1]
            spans[-1] = Span(last.start, max(last.end, end), tuple(dict.fromkeys((*last.lines, place))))
        else:
            spans.append(Span(start, end, (place,)))
    return spans


@cache
def _grid_path(path: str) -> str:
    return path.removesuffix(_RANGE) + ".quantity" if path.endswith(_RANGE) else path


def _rank(path: str) -> int:
    if path in _ORDER:
        return _ORDER.index(path)
    return 50 if path.startswith("fuelSpecifications") else 20


def _line(path: str, marks: Sequence[Mark], text: str, now: datetime) -> FormLine:
    ordered = tuple(sorted(marks, key=lambda mark: (-mark.confidence, mark.start)))
    best = ordered[0]
    written = text[best.start : best.end]
    if path.endswith(".quantity"):
        text, asks = _quantity(best, written)
        return FormLine(path, text, ordered, asks=asks, assumed=best.note)
    if _is_time(path):
        asks = _asked_day(written, best, text, now)
        return FormLine(path, _time_text(best.value, now), ordered, asks=asks, assumed=best.note)
    others = tuple(dict.fromkeys(mark.value for mark in ordered[1:] if mark.value != best.value))
    asks = None
    if others and ordered[1].confidence >= best.confidence and path != "receiver.orderReference":
        fixes = tuple(Fix(value, value) for value in (best.value, *others[:2]))
        asks = CellNote("error", "The message says two things: which is meant", fixes)
    shown = wording.word("grade", best.value) if path.endswith(".grade") else best.value
    return FormLine(path, shown, ordered, asks=asks)


def _quantity(best: Mark, written: str) -> tuple[str, CellNote | None]:
    """A quantity as it is typed, with its tolerance; and what is to be asked of it.

    `1,200` may be one thousand two hundred or one and a fifth, `+/- 10` tonnes or per cent.
    """
    amount, _, unit = best.value.rpartition(" ")
    unit = {"metric_tonnes": "mt"}.get(unit, unit)
    plain = f"max {amount.removeprefix('- ')} {unit}" if amount.startswith("- ") else f"{amount} {unit}"
    understood = [quantities.parse_range(text) for text in best.typed or (written,)]
    readings = [
        each for one in understood for each in one.readings if each.low is None or each.low >= 0 or not best.typed
    ]
    if len(readings) < 2:
        is_certain = best.typed and not understood[0].is_ambiguous
        return best.typed[0] if is_certain else plain, None
    fixes = []
    for each in readings:
        ends = [f"{end:f}" for end in (each.low, each.high) if end is not None]
        fixes.append(Fix(each.echo, f"{' - '.join(dict.fromkeys(ends))} {unit}"))
    return plain, CellNote("error", "Which quantity is meant", tuple(fixes))


def _asked_day(written_day: str, best: Mark, text: str, now: datetime) -> CellNote | None:
    """`05/06` may be in May or in June, unless another date of the message tells the order."""
    match = _BARE_DAY.search(written_day)
    if match is None or any(word in MONTHS for word in re.findall("[a-z]+", flat(written_day))):
        return None  # `02-03 Dec` are two days of one month
    first, second = int(match[1]), int(match[2])
    if not (1 <= first <= 12 and 1 <= second <= 12) or first == second:
        return None
    plain = flat(text)
    others = [(int(one[1]), int(one[2])) for one in _BARE_DAY.finditer(plain)]
    if month_comes_first(plain) or any(day > 12 for day, _ in others):
        return None
    day, between, clock = best.value.partition("T")
    try:
        taken = date.fromisoformat(day)
        swapped = taken.replace(month=taken.day, day=taken.month)
        if ASSUMED in best.note:
            swapped = dated(swapped.day, swapped.month, None, written(plain, now).date(), BACK)
    except ValueError:
        return None
    fixes = tuple(Fix(_day(each), _time_text(f"{each}{between}{clock}", now)) for each in (taken, swapped))
    return CellNote("error", "Which day is meant", fixes)


def _time_text(value: str, now: datetime) -> str:
    """A moment, a wall clock or a day as the desk writes times; what it reads back is the same."""
    day, between, _ = value.partition("T")
    if not between:
        return _day(date.fromisoformat(day))
    moment = datetime.fromisoformat(value)
    if moment.tzinfo is None:
        return f"{_day(moment.date())} {moment:%H:%M}"
    return time_words(moment, now)


def _on_port_clock(line: FormLine, zone: tzinfo, now: datetime) -> str:
    """The text of a line; a time that the message gives by another clock is shown by the port's, as everywhere."""
    value = line.marks[0].value
    if line.asks is not None or "T" not in value or not _is_time(line.path):
        return line.text
    moment = datetime.fromisoformat(value)
    return line.text if moment.tzinfo is None else time_words(moment.astimezone(zone), now)


def _is_time(path: str) -> bool:
    return "ime" in path or "laycan" in path


def _day(day: date) -> str:
    """With the year, since it may be one that was assumed."""
    return wording.date_words(day, date.min)


_GROUPS = (
    ("fuelSpecifications", "warning"),
    ("receiver.vessel", "accent"),
    ("receiver.estimatedTime", "ok"),
    ("delivery.estimatedTime", "ok"),
    ("delivery.laycan", "ok"),
    ("delivery", "operation"),
    ("receiver.lastPort", "operation"),
    ("receiver.nextPort", "operation"),
)


def group_of(path: str) -> str:
    """The tone in which marks of a field are shown: vessel, port, times, fuels; everything else is neutral."""
    return next((tone for beginning, tone in _GROUPS if path.startswith(beginning)), "neutral")
