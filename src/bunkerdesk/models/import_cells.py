"""From the texts of cells to the values of a nomination, by the clock of its port. No Qt."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from decimal import Decimal
from functools import cache
from typing import Any

from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.desk.editing_bodies import EditKind
from bunkerdesk.desk.editing_paths import MISSING, steps_of, value_at, with_value
from bunkerdesk.desk.importing import Choices
from bunkerdesk.desk.importing_headers import PORT, Guess
from bunkerdesk.models.editor_fields import FUELS, Field, Kind
from bunkerdesk.models.editor_form import all_fields
from bunkerdesk.models.editor_options import Options
from bunkerdesk.models.editor_readings import Around, Fix, Reading, problem, read
from bunkerdesk.rules import identifiers, port_clock, quantities, wording
from bunkerdesk.rules.field_names import field_words
from bunkerdesk.rules.message_fuels import fuels
from bunkerdesk.rules.nomination_checks import SentAs
from bunkerdesk.rules.ports import HUBS, Port, fold

QUANTITY = "quantity"
MOST_ALIKE = 3
"""Look-alikes that are named for a row."""
_TIMES = (Kind.TIME,)
_NUMBERS = (Kind.NUMBER, Kind.MINIMUM, Kind.MAXIMUM)
_DAY_ONLY = re.compile(
    r"\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}(?:[./-](?:\d{4}|\d{2}))?"
    r"|(?:[a-z]{2,10}\.?,? )?\d{1,2}[. -]?[a-z]{3,10}\.?(?:[ -,]*\d{2,4})?",
    re.IGNORECASE,
)
_FORMULA = re.compile(r"=.+|#(?:N/A|REF!|VALUE!|NAME\?|DIV/0!|NUM!|NULL!)", re.DOTALL)
_NOTHING = re.compile(r"|[-–—_.]{1,3}|n ?/ ?a\.?|nil|none|\./\.|null", re.IGNORECASE)
"""What people type into a cell that is to stay empty."""
_ABOUT = re.compile(r"^(?:abt|about|ca|circa|approx|etwa|ungefähr|~)\.? ?(?=\d)", re.IGNORECASE)
_FUEL_REST = re.compile(
    r"(?:[ ,/-]*(?:\d{2,3} ?cst|\d[.,]\d{1,2} ?%(?: ?s)?|380|180|(?:rm[abdegk]|dm[axzb]|df[abz]) ?\d{0,3}))+"
)
"""What may follow a fuel's name in a cell and is no name itself."""
_PLACE_IN_PORT = re.compile(
    r"[ ,]+\(?(?:o\.?p\.?l\.?|outer port limits?|off port limits?|anch(?:orage|\.)?)\)?$", re.IGNORECASE
)
"""Where in a port, which is no part of its name."""
_WHOLE_DAYS = {"laycanStart": "00:00", "laycanEnd": "23:59"}


@dataclass(frozen=True, slots=True)
class Setting:
    """What rows are read against."""

    options: Options
    now: datetime
    desk_zone: tzinfo
    kind: EditKind = EditKind.DRAFT
    choices: Choices = field(default_factory=Choices)
    may_send_alongside_time: bool = False


@cache
def fields_by_path() -> dict[str, Field]:
    """The fields of the form by their general path: `fuelSpecifications[0].grade` is `fuelSpecifications[].grade`."""
    found: dict[str, Field] = {}
    for one in all_fields():
        found.setdefault(f"{one.items}[].{one.key}" if one.items else one.key, one)
    return found


def field_of(path: str) -> tuple[Field, int | None] | None:
    """The field of a path with its index; None for the two ends of a quantity together."""
    number = re.search(r"\[(\d+)\]", path)
    one = fields_by_path().get(re.sub(r"\[\d+\]", "[]", path))
    return (one, int(number[1]) if number else None) if one else None


def path_words(path: str) -> str:
    """The words of a field that a column may hold."""
    return field_words(path) if path else ""


def accepts(path: str, kind: EditKind) -> bool:
    """Whether the upsert of a side takes a field."""
    if path.endswith(f"].{QUANTITY}") or path.startswith("delivery.laycan"):
        return True
    sides = [one.sides for one in all_fields() if one.key == path]
    return not sides or any(SentAs(kind.value) in side for side in sides)


class Reader:
    """Reads texts of cells; remembers readings, since a column says the same again and again."""

    def __init__(self, columns: Sequence[Guess], setting: Setting) -> None:
        self._columns = columns
        self.setting = setting
        self._known: dict[tuple[object, ...], Reading] = {}
        self._port_column = next((place for place, column in enumerate(columns) if column.field == PORT), None)

    def read(self, texts: Sequence[str]) -> tuple[JsonObject, dict[int, Reading]]:
        """The nomination that a row says, in the shape of an answer, and the reading of each cell with a text."""
        document: JsonObject = {}
        readings: dict[int, Reading] = {}
        order = sorted(range(len(self._columns)), key=self._rank)
        zone = self._clock(None)
        for place in order:
            text = texts[place] if place < len(texts) else ""
            if _NOTHING.fullmatch(text.strip()):
                continue
            column = self._columns[place]
            if not accepts(column.field, self.setting.kind):
                tail = "a firm nomination" if self.setting.kind is not EditKind.DRAFT else "a draft"
                readings[place] = Reading(None, is_value=True, message=f"Not sent: {tail} has no such field")
                continue
            reading = self._reading(column, text.strip(), document, zone)
            readings[place] = reading
            document = _taken_in(document, self._path(column.field), reading)
            if column.product and reading.is_value:
                document = _put(document, column.field.replace(f"].{QUANTITY}", "].fuelType"), column.product)
            if place == self._port_column:
                zone = self._clock(value_at(document, PORT))
        return _compact(document), readings

    def echo(self, place: int, text: str, document: JsonObject) -> Reading:
        """What a text means in a column, by the clock of the document's port."""
        return self._reading(self._columns[place], text.strip(), document, self._clock(value_at(document, PORT)))

    def _rank(self, place: int) -> int:
        # The port says which clock the times are in, the fuel type which grades there are.
        path = self._columns[place].field
        return 0 if path == PORT else 1 if path.endswith(("fuelType", ".unit")) else 2

    def _path(self, path: str) -> str:
        if self.setting.kind is EditKind.DRAFT and path.startswith("delivery.laycan"):
            return path.removeprefix("delivery.")
        return path

    def _clock(self, port: Any) -> tzinfo | None:
        match self.setting.choices.clock:
            case "utc":
                return UTC
            case "desk":
                return self.setting.desk_zone
            case _:
                return self.setting.options.zone(port)

    def _reading(self, column: Guess, text: str, document: JsonObject, zone: tzinfo | None) -> Reading:
        index = next(iter(map(int, re.findall(r"\[(\d+)\]", column.field))), None)
        fuel = value_at(document, f"{FUELS}[{index}].fuelType") if index is not None else None
        key = (column.field, text, zone, str(fuel))
        if key not in self._known:
            self._known[key] = self._fresh(column.field, text, document, zone)
        return self._known[key]

    def _fresh(self, path: str, text: str, document: JsonObject, zone: tzinfo | None) -> Reading:
        if _FORMULA.fullmatch(text):
            return problem("The result is needed, not the formula or error of the spreadsheet")
        if path.endswith(f"].{QUANTITY}"):
            return self._both_ends(path, text)
        found = field_of(path)
        if found is None:
            return Reading(text)
        trade_name = _trade_name(path, text) if path.endswith("].fuelType") else None
        if trade_name is not None:
            return trade_name
        return self._field(*found, text, document, zone)

    def _field(self, asked: Field, index: int | None, text: str, document: JsonObject, zone: tzinfo | None) -> Reading:
        around = Around(
            document,
            self.setting.options,
            self.setting.now,
            self.setting.desk_zone,
            zone,
            index,
            month_first=self.setting.choices.month_first,
        )
        if asked.kind is Kind.PORT:
            return _port(asked, text, around)
        if asked.kind in _TIMES:
            return _time(asked, text, around)
        if asked.kind in _NUMBERS:
            text = self._settled(text)
        return read(asked, text, around)

    def _settled(self, text: str) -> str:
        """A number that can be read two ways, written in the way that was chosen."""
        text = _ABOUT.sub("", text)
        readings = quantities.parse(text).readings
        if len(readings) != 2:
            return text
        values = sorted(each.value for each in readings)
        chosen = values[0] if self.setting.choices.decimal in text else values[1]
        return _plain(chosen)

    def _both_ends(self, path: str, text: str) -> Reading:
        understood = quantities.parse_range(text)
        if understood.problem or not understood.readings:
            return problem(understood.problem or "This is not a quantity")
        chosen = understood.readings[0]
        if understood.is_ambiguous:
            # The reading with thousands comes first.
            chosen = understood.readings[1 if self.setting.choices.decimal in text else 0]
        holder = path.removesuffix(QUANTITY) + "quantityRange"
        ends = (("minQuantity", chosen.low), ("maxQuantity", chosen.high))
        fills: list[tuple[str, Any]] = [
            (f"{holder}.{name}", _number(value)) for name, value in ends if value is not None
        ]
        # A table of bunkers without a unit counts tonnes; it is said, and can be changed by a column of its own.
        fills.append((f"{holder}.unit", understood.unit or "metric_tonnes"))
        return Reading(None, message=chosen.echo, fills=tuple(fills))


def _taken_in(document: JsonObject, path: str, reading: Reading) -> JsonObject:
    """The document with what was read, and with what comes along where nothing is stated."""
    if not reading.is_value:
        return document
    if reading.value is not None:
        document = _put(document, path, reading.value)
    for other, value in reading.fills:
        if value is not None and value_at(document, other) in (MISSING, None):
            document = _put(document, other, value)
    return document


def _port(asked: Field, text: str, around: Around) -> Reading:
    """A code or a name; of several ports of one name a busy bunkering place is meant, else it is asked."""
    reading = read(asked, text, around)
    if reading.is_value and reading.tone == "hint":
        return reading
    text = _PLACE_IN_PORT.sub("", text) or text
    meant = _port_with_code(text, around)
    if meant is not None:
        return Reading(meant.code, message=f"{meant.code} {meant.name}, {meant.country}")
    found = [port for port in around.options.ports.search(text, 6) if fold(port.name) == fold(text)]
    if found and found[0].code in HUBS:
        return Reading(found[0].code, message=f"{found[0].code} {found[0].name}, {found[0].country}")
    fixes = tuple(Fix(f"{port.code} {port.name}", port.code) for port in found[:3]) or reading.fixes
    if identifiers.port_code(text).severity is None:
        return reading
    sentence = f"{len(found)} ports have this name: which is meant" if len(found) > 1 else "This port is not known"
    return problem(sentence, *fixes)


def _port_with_code(text: str, around: Around) -> Port | None:
    """`Singapore (SGSIN)`, `NLRTM Rotterdam`, `Rotterdam, NL`: a name and a code that agree."""
    ports = around.options.ports
    for code in re.findall(r"\b[A-Z]{2} ?[A-Z2-9]{3}\b", text):
        port = ports.find(code.replace(" ", ""))
        if port is not None and fold(port.name).split()[0] in fold(text):
            return port
    name, _, country = text.rpartition(",")
    found = [port for port in ports.search(name, 6) if fold(port.name) == fold(name)] if name else []
    wanted = fold(country.strip())
    there = [port for port in found if wanted in (port.code[:2].lower(), fold(port.country))]
    busy = [port for port in there if port.code in HUBS]
    return (busy or there)[0] if len(busy or there) == 1 else None


def _time(asked: Field, text: str, around: Around) -> Reading:
    if not _DAY_ONLY.fullmatch(text):
        return read(asked, text, around)
    at = _WHOLE_DAYS.get(asked.key.rpartition(".")[2])
    if at:
        reading = read(asked, f"{text} {at}", around)
        return replace(reading, message=f"The whole day: {at} taken", tone="warning") if reading.is_value else reading
    understood = port_clock.parse(
        f"{text} 00:00", around.zone or UTC, port_clock.Now(around.now, None, around.month_first)
    )
    if not understood.readings:
        return problem(understood.problem)
    day = wording.date_words(understood.readings[0].moment.date())
    return problem(f"The time of day is missing on {day}", Fix(f"{text} 00:00", f"{text} 00:00"))


def _trade_name(path: str, text: str) -> Reading | None:
    """`VLSFO 380 CST 0.5%` is VLSFO, `VLSFO RMG380` has its grade with it; None where a name stands as it is."""
    plain = fold(text)
    marks = list(fuels(plain))
    if not marks or marks[0].start != 0 or not _FUEL_REST.fullmatch(plain[marks[0].end :]):
        return None
    name, rest = marks[0].value, text[marks[0].end :].strip(" ,/-")
    grade = next((mark.value for mark in marks if mark.field.endswith("].grade")), None)
    fills = ((path.replace("].fuelType", "].grade"), grade),) if grade else ()
    return Reading(name, message=f"{name}, {'grade ' + grade if grade else rest + ' is left out'}", fills=fills)


def _number(value: Decimal) -> Decimal | int:
    return int(value) if value.as_tuple().exponent == 0 else value


def _plain(value: Decimal) -> str:
    """A number that reads one way: three decimals get a zero more."""
    from bunkerdesk.desk.importing_files import number_text

    return number_text(value)


def _put(document: JsonObject, path: str, value: Any) -> JsonObject:
    """Set a value; fuels in between are made empty, and fall out at the end."""
    steps = steps_of(path)
    if len(steps) > 1 and isinstance(steps[1], int):
        items = list(document.get(str(steps[0])) or ())
        items += [{}] * (steps[1] + 1 - len(items))
        document = {**document, str(steps[0]): items}
    changed: JsonObject = with_value(document, steps, value)
    return changed


def _compact(document: JsonObject) -> JsonObject:
    """Without fuels that only have a unit or nothing."""
    fuels = document.get(FUELS)
    if not isinstance(fuels, list):
        return document
    kept = [fuel for fuel in fuels if _says_something(fuel)]
    rest = {key: value for key, value in document.items() if key != FUELS}
    return {**rest, FUELS: kept} if kept else rest


def _says_something(fuel: JsonObject) -> bool:
    return bool(fuel.keys() - {"quantityRange"} or (fuel.get("quantityRange") or {}).keys() - {"unit"})


def fix_text(fix: Fix) -> str:
    """What a fix would have to be typed as."""
    return _plain(fix.value) if isinstance(fix.value, Decimal) else str(fix.value)
