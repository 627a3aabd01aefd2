"""Delivery notes side by side: one column a note, rows grouped, each figure beside what was asked. No Qt."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal, localcontext
from typing import Any

from bunkerdesk.contract.delivery_note import DeliveryNote, LngNote, Measurement, TextMeasurement
from bunkerdesk.contract.nomination import NumberValue, TextValue
from bunkerdesk.contract.resource import Resource, wire_name
from bunkerdesk.models.detail_lines import plain
from bunkerdesk.models.review_fields import FIELDS, ORDER, Value
from bunkerdesk.models.review_gas import (
    COMPOSITION,
    CONTENTS,
    amounts_of,
    compared_amount,
    composition_title,
    composition_words,
    gas_groups,
    stated_amounts,
)
from bunkerdesk.rules import wording
from bunkerdesk.rules.findings import Finding, Severity, heaviest_first
from bunkerdesk.rules.measurements import ARITHMETIC, Certainty
from bunkerdesk.rules.notes import eca
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.certificate import side_by_side
from bunkerdesk.rules.notes.properties import PROPERTIES
from bunkerdesk.rules.notes.quality import delivery_day, flash_point_limit, grade_limits, ordered_sulphur
from bunkerdesk.rules.notes.quantity import nominated
from bunkerdesk.rules.notes.registry import Report

MISSING = "missing"
_ONE_AMOUNT = frozenset({"value", "unit"})
_ROUNDABLE = 15
TONES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "accent"}
SEVERITY_WORDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "remark"}


@dataclass(frozen=True, slots=True)
class Placement:
    """Whether a figure stands in the note's document: `found`, `differs`, `not found` or `` where nobody looked."""

    state: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure: as it stands, what differs, and what the rules say of it."""

    text: str = ""
    tone: str = ""
    beside: str = ""
    """The difference to what was asked, or the value computed anew."""
    findings: tuple[Finding, ...] = ()
    place: str = ""
    """JSON path from the operation; empty for what the note does not state."""
    exact: str = ""
    placement: Placement = Placement()

    def spoken(self) -> str:
        """The figure, its unit, the difference and the findings, as a screen reader says them."""
        parts = [self.text or "empty", self.beside, self.placement.words]
        parts += [f"{SEVERITY_WORDS[item.severity]} {item.rule}: {item.whole}" for item in self.findings]
        return ", ".join(filter(None, parts))


@dataclass(frozen=True, slots=True)
class Row:
    """One line over all notes; a group's heading has no cells."""

    label: str
    group: str
    cells: tuple[Cell, ...] = ()
    nominated: str = ""
    certificate: str = ""

    @property
    def is_heading(self) -> bool:
        """Whether it only names the group below it."""
        return not self.cells


@dataclass(frozen=True, slots=True)
class NoteColumn:
    """One note: its number, its product and the fuel of the nomination it belongs to."""

    number: str
    product: str
    fuel: str


@dataclass(frozen=True, slots=True)
class NoteTable:
    """All notes of an operation side by side."""

    columns: tuple[NoteColumn, ...]
    rows: tuple[Row, ...]


def note_table(case: Case, report: Report, computed: Mapping[tuple[int, str], str] | None = None) -> NoteTable:
    """The table of an operation; `computed` gives recomputed values by note index and wire name."""
    views = case.of_every_note()
    if not views:
        return NoteTable((), ())
    maker = _Maker(views, report, dict(computed or {}))
    rows = [*maker.stated(), *maker.amounts(), *maker.qualities(), *maker.gas(), *maker.unknown()]
    placed = [row for group in ORDER for row in _grouped(group, [row for row in rows if row.group == group], views)]
    return NoteTable(tuple(_column(view) for view in views), tuple(placed))


def _grouped(group: str, rows: list[Row], views: list[Case]) -> list[Row]:
    label = composition_title(views) if group == COMPOSITION else group
    return [Row(label, group), *rows] if rows else []


def _column(case: Case) -> NoteColumn:
    index = case.fuel_index
    product = getattr(case.note, "product_name", None) or ""
    return NoteColumn(case.label, product, "" if index is None else f"fuel {index + 1}")


class _Maker:
    """Makes the rows of one operation."""

    def __init__(self, views: list[Case], report: Report, computed: Mapping[tuple[int, str], str]) -> None:
        self._views = views
        self._report = report
        self._computed = computed

    def stated(self) -> Iterator[Row]:
        """Rows of the fields every paper has."""
        for field in FIELDS:
            wire = wire_name(field.name)
            cells = tuple(self._cell(view, field.name, wire, is_due=field.is_due) for view in self._views)
            if any(cell.text or cell.findings for cell in cells):
                asked = _joined(field.nominated, self._views) if field.nominated else ""
                cells = (
                    tuple(map(self._with_range, self._views, cells)) if field.name == "quantity_delivered" else cells
                )
                yield Row(field.label or wording.field_words(wire), field.group, cells, asked)

    def qualities(self) -> Iterator[Row]:
        """Rows of the properties of oil fuels, with the certificate of quality beside them."""
        pairs = [side_by_side(view) if view.conventional else [] for view in self._views]
        for place, item in enumerate(PROPERTIES):
            cells, certificates = [], []
            for view, rows in zip(self._views, pairs, strict=True):
                cell = self._cell(view, item.attribute, item.field) if rows else Cell()
                compared = rows[place] if rows else None
                if compared and compared.difference:
                    sign = "+" if compared.difference > 0 else ""
                    cell = replace(cell, beside=f"{sign}{wording.number(_short(compared.difference))}")
                if compared and compared.on_certificate.is_stated:
                    certificates.append(compared.on_certificate.words)
                cells.append(cell)
            if certificates or any(cell.text or cell.findings for cell in cells):
                asked = _distinct(_limit_words(view, item.name) for view in self._views)
                yield Row(item.words, "Quality", tuple(cells), asked, _distinct(certificates))

    def gas(self) -> Iterator[Row]:
        """Rows of LNG: composition, heating values, with what they come to when computed anew."""
        if not any(view.gas for view in self._views):
            return
        for group, names in gas_groups(self._views):
            for name in names:
                wire = wire_name(name)
                cells = tuple(self._gas_cell(view, name, wire) for view in self._views)
                if any(cell.text or cell.findings for cell in cells):
                    yield Row(wording.field_words(wire), group, cells)

    def amounts(self) -> Iterator[Row]:
        """Rows of what an LNG note states as delivered: mass, volume and energy, each by its own name."""
        every = [amounts_of(view) for view in self._views]
        for name in dict.fromkeys(name for one in every for name in one):
            cells = tuple(
                self._made(view, f"quantityDelivered.{name}", one[name]) if name in one else Cell()
                for view, one in zip(self._views, every, strict=True)
            )
            yield Row(wording.field_words(name), "Quantity", cells)

    def unknown(self) -> Iterator[Row]:
        """What this version does not know, as it came."""
        every = [dict(_flat(_unknown_of(view.note))) for view in self._views]
        for path in dict.fromkeys(path for one in every for path in one):
            cells = tuple(
                Cell(one[path], place=view.place(path), exact=one[path]) if path in one else Cell()
                for view, one in zip(self._views, every, strict=True)
            )
            yield Row(wording.field_words(path), "Also reported", cells)

    def _gas_cell(self, view: Case, name: str, wire: str) -> Cell:
        if view.gas is None:
            return Cell()
        path = f"fuelProperties.{wire}"
        cell = self._made(view, path, getattr(view.gas, name, None))
        if cell.text and name in CONTENTS:
            unit, _ = composition_words(view)
            cell = replace(cell, text=f"{cell.text} {unit}", exact=f"{cell.exact} {unit}")
        again = self._computed.get((view.note_index or 0, wire), "")
        if not cell.text and cell.findings:
            return replace(cell, text=MISSING)
        return replace(cell, beside=again) if again and cell.text else cell

    def _cell(self, view: Case, name: str, wire: str, *, is_due: bool = False) -> Cell:
        value = getattr(view.note, name, None)
        if name == "quantity_delivered" and isinstance(view.note, LngNote):
            value = compared_amount(view)
        cell = self._made(view, wire, value)
        if not cell.text and (cell.findings or is_due):
            return replace(cell, text=MISSING if cell.findings else wording.NOT_REPORTED, tone=cell.tone or "faint")
        return cell

    def _made(self, view: Case, path: str, value: object) -> Cell:
        place = view.place(path)
        findings = tuple(heaviest_first(self._report.of_place(place)))
        tone = TONES[findings[0].severity] if findings and findings[0].severity is not Severity.INFO else ""
        text, exact = figure_words(value, view.now)
        return Cell(text, tone, "", findings, place, exact)

    def _with_range(self, view: Case, cell: Cell) -> Cell:
        """How far a delivered quantity lies outside its range."""
        with localcontext(ARITHMETIC):
            asked = nominated(view)
            if asked is None:
                return cell
            got = asked.delivered(view)
            if got is None:
                return replace(cell, beside="not comparable with the nominated unit") if cell.text else cell
            if asked.low is not None and got < asked.low:
                return replace(cell, beside=f"{asked.figure(got - asked.low)} to the least")
            if asked.high is not None and got > asked.high:
                return replace(cell, beside=f"+{asked.figure(got - asked.high)} over the most")
        return cell


def figure_words(value: object, now: datetime) -> tuple[str, str]:
    """A value as the paper shows it, with its unit in the words it came in, and the exact text for copying."""
    if isinstance(value, _MEASURED):
        amount, unit_words = value.value, value.unit or ""
        if amount is None:
            return "", ""
        shown, exact = (amount.strip(),) * 2 if isinstance(amount, str) else (wording.number(amount), plain(amount))
        return f"{shown} {wording.raised(unit_words)}".strip(), f"{exact} {unit_words}".strip()
    if isinstance(value, Resource) or value in (None, ""):
        return "", ""
    return _plain_words(value, now)


_MEASURED = (Measurement, NumberValue, TextMeasurement, TextValue)


def _plain_words(value: object, now: datetime) -> tuple[str, str]:
    match value:
        case bool():
            return ("yes", "yes") if value else ("no", "no")
        case datetime():
            clock, offset = wording.port_time(value, now.date())
            return (clock if value.tzinfo else f"{clock} {offset}"), wording.exact_time(value)
        case date():
            return wording.date_words(value, now.date()), value.isoformat()
        case Decimal():
            return wording.number(value), plain(value)
        case _:
            text = wording.word("nextDestination", str(value)) or str(value)
            return " ".join(text.split()), str(value)


def _limit_words(case: Case, name: str) -> str:
    """What grade and regulation allow, in words: `max 991 kg/m³`, `min 2 max 6 mm²/s`."""
    if not case.conventional or not case.fuel_set.is_oil:
        return ""
    if name == "flash_point":
        return f"min {wording.number(flash_point_limit(case)[0].value)} °C"
    if name == "sulphur":
        return _sulphur_words(case)
    found = sorted((item for item in grade_limits(case) if item.property == name), key=lambda item: item.limit.value)
    if not found:
        return ""
    words = [f"{item.bound} {wording.number(item.limit.value)}" for item in found]
    return " ".join([*words, found[0].limit.unit, *([] if found[0].is_enforced else ["(unverified)"])])


def _sulphur_words(case: Case) -> str:
    """What was ordered; where no name promises anything, what may be burnt at the port without a scrubber."""
    ordered = ordered_sulphur(case)
    if ordered is not None:
        return f"max {ordered.value} %"
    if case.has_scrubber:
        return ""
    standing = eca.standing(case.port_code, delivery_day(case), case.position)
    inside = standing.certainty is Certainty.SURE
    return f"max {case.limits['sulphur.eca' if inside else 'sulphur.global'].value} %"


def _short(value: Decimal) -> Decimal:
    if not value.is_finite() or abs(value.adjusted()) > _ROUNDABLE:
        return value
    rounded = round(value, 4)
    return rounded.normalize() if rounded != rounded.to_integral_value() else rounded.quantize(Decimal(1))


def _joined(value: Value, views: list[Case]) -> str:
    return _distinct(value(view) for view in views)


def _distinct(words: Iterable[str]) -> str:
    return " / ".join(dict.fromkeys(filter(None, words)))


def _unknown_of(note: DeliveryNote) -> dict[str, object]:
    fields = dict(note.unknown_fields)
    gas = getattr(note, "fuel_properties", None)
    if isinstance(gas, Resource) and gas.unknown_fields:
        fields["fuelProperties"] = dict(gas.unknown_fields)
    quantity = getattr(note, "quantity_delivered", None)
    if isinstance(note, LngNote) and isinstance(quantity, Resource):
        is_one = quantity.unknown_fields.keys() >= _ONE_AMOUNT
        said = {*stated_amounts(note), *(_ONE_AMOUNT if is_one else ())}
        fields["quantityDelivered"] = {name: item for name, item in quantity.unknown_fields.items() if name not in said}
    return fields


def _flat(value: Any, path: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict | list) and value and depth < 8:
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        for name, item in parts:
            inner = f"{path}[{name}]" if isinstance(value, list) else f"{path}.{name}" if path else str(name)
            yield from _flat(item, inner, depth + 1)
    elif path and value not in (None, "", [], {}):
        yield path, wording.number(value) if isinstance(value, Decimal) else str(value)
