"""All checks of delivery notes in their order, and the report of running them over an operation."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import localcontext
from functools import cached_property

from bunkerdesk.rules.findings import Finding, Severity, heaviest_first
from bunkerdesk.rules.lng import amounts as gas_amounts
from bunkerdesk.rules.lng import checks as gas
from bunkerdesk.rules.lng import contents as gas_contents
from bunkerdesk.rules.lng import units as gas_units
from bunkerdesk.rules.measurements import ARITHMETIC
from bunkerdesk.rules.notes import certificate, papers, parties, product, properties, quality, quantity, slips, times
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.outcomes import Judged, Outcome


@dataclass(frozen=True, slots=True)
class Rule:
    """A check by its number; one that `looks_at_all` is asked once an operation, the others once a note."""

    number: str
    title: str
    judge: Callable[[Case], Judged]
    looks_at_all: bool = False


RULES: tuple[Rule, ...] = (
    Rule("B01", "Required items", parties.b01_required_items),
    Rule("B02", "IMO number of the receiving ship", parties.b02_receiver_number),
    Rule("B03", "Names of ships and companies", parties.b03_names),
    Rule("B04", "Supplying asset", parties.b04_supplying_asset),
    Rule("B05", "Order of events", times.b05_order),
    Rule("B06", "Delivery date", times.b06_delivery_date),
    Rule("B07", "Duration and rate", times.b07_duration_and_rate),
    Rule("B08", "Times around the nomination", times.b08_window),
    Rule("B09", "Quantity within the nominated range", quantity.b09_nominated_range),
    Rule("B10", "Delivered against received", quantity.b10_received),
    Rule("B11", "Sulphur by regulation", quality.b11_statutory_sulphur),
    Rule("B12", "Sulphur by certificate, grade and contract", quality.b12_contract_sulphur),
    Rule("B13", "Flash point", quality.b13_flash_point),
    Rule("B14", "ISO 8217 limits of the grade", properties.b14_grade_limits),
    Rule("B15", "Density against the certificate", certificate.b15_density_against_certificate),
    Rule("B16", "Certificate of quality side by side", certificate.b16_certificate),
    Rule("B17", "Product name against the nomination", product.b17_product_name),
    Rule("B18", "Units and decimal points", slips.b18_units),
    Rule("B19", "Number of the note", parties.b19_number),
    Rule("B20", "Note of protest", papers.b20_protest, looks_at_all=True),
    Rule("B21", "Metering papers of the port", papers.b21_metered_ports, looks_at_all=True),
    Rule("B22", "Required documents", papers.b22_documents, looks_at_all=True),
    Rule("B23", "Biofuel quantity", quantity.b23_biofuel),
    Rule("B24", "Harbour licence", parties.b24_harbour_licence),
    Rule("B25", "A note for every fuel", quantity.b25_notes_of_fuels, looks_at_all=True),
    Rule("B26", "Stored files", papers.b26_files, looks_at_all=True),
    Rule("B27", "Port against the nomination", parties.b27_port, looks_at_all=True),
    Rule("L01", "Composition adds up", gas_contents.l01_sum),
    Rule("L02", "Contents", gas_contents.l02_contents),
    Rule("L03", "Gross over net", gas.l03_gross_over_net),
    Rule("L04", "Gross heating value by mass", gas.l04_gross_mass),
    Rule("L05", "Net heating value by mass", gas.l05_net_mass),
    Rule("L06", "Gross heating value by volume", gas.l06_gross_volume),
    Rule("L07", "Wobbe index", gas_units.l07_wobbe),
    Rule("L08", "Density of the liquid", gas.l08_density),
    Rule("L09", "Methane number", gas.l09_methane_number),
    Rule("L10", "Heating value from the composition", gas.l10_heating_value),
    Rule("L11", "Heating values in several units", gas_units.l11_families),
    Rule("L12", "Deprecated MMBtu fields", gas_units.l12_deprecated),
    Rule("L13", "Delivered mass, volume and energy", gas_amounts.l13_amounts),
)
_NOTE_PLACE = re.compile(r"bunkerDeliveryNotes\[(\d+)\]\.")
BY_NUMBER = {rule.number: rule for rule in RULES}


@dataclass(frozen=True, slots=True)
class Judgement:
    """One rule's outcome for a note; `note_index` and `note_number` are None for the whole operation."""

    rule: str
    note_index: int | None
    note_number: str | None
    outcome: Outcome
    findings: tuple[Finding, ...]
    reason: str


@dataclass(frozen=True)
class Report:
    """The judgements of an operation in the order of the rules, note by note."""

    judgements: tuple[Judgement, ...]

    @cached_property
    def findings(self) -> list[Finding]:
        """All findings, errors first."""
        return heaviest_first([finding for judgement in self.judgements for finding in judgement.findings])

    @cached_property
    def outcomes(self) -> Counter[Outcome]:
        """How many judgements had each outcome."""
        return Counter(judgement.outcome for judgement in self.judgements)

    @cached_property
    def severities(self) -> Counter[Severity]:
        """How many findings there are of each severity."""
        return Counter(finding.severity for finding in self.findings)

    def of_note(self, index: int | None) -> "Report":
        """The judgements of one note; None gives those of the operation as a whole."""
        return Report(tuple(judgement for judgement in self.judgements if judgement.note_index == index))

    def of_place(self, path: str) -> list[Finding]:
        """The findings on a field, by its JSON path from the operation."""
        return [finding for finding in self.findings if path in finding.places]

    def rows(self) -> Iterator[tuple[str | None, Finding]]:
        """Every finding with the number of its note, errors first; for lists and exports."""
        labels: dict[int | None, str | None] = {one.note_index: one.note_number for one in self.judgements}
        numbers = {
            id(finding): one.note_number if one.note_index is not None else labels.get(_note_in(finding))
            for one in self.judgements
            for finding in one.findings
        }
        yield from ((numbers[id(finding)], finding) for finding in self.findings)

    @property
    def risk(self) -> int:
        """For ordering a queue: an error outweighs any number of warnings."""
        return 10_000 * self.severities[Severity.ERROR] + self.severities[Severity.WARNING]


def _note_in(finding: Finding) -> int | None:
    """The note that a finding on the whole operation is about; None for one on none or on several."""
    found = {match.group(1) for place in finding.places if (match := _NOTE_PLACE.match(place))}
    return int(found.pop()) if len(found) == 1 and all(map(_NOTE_PLACE.match, finding.places)) else None


def check(case: Case) -> Report:
    """Judge an operation by every rule: a case that looks at a note only that note, else the whole operation."""
    with localcontext(ARITHMETIC):
        if case.note_index is not None:
            return Report(tuple(_of_one(case.of_note(case.note_index))))
        found = [judgement for one in case.of_every_note() for judgement in _of_one(one)]
        return Report((*found, *(_judgement(rule, case) for rule in RULES if rule.looks_at_all)))


def _of_one(case: Case) -> Iterator[Judgement]:
    return (_judgement(rule, case) for rule in RULES if not rule.looks_at_all)


def _judgement(rule: Rule, case: Case) -> Judgement:
    result = rule.judge(case)
    number = case.label if case.note_index is not None else None
    return Judgement(rule.number, case.note_index, number, result.outcome, result.findings, result.reason)
