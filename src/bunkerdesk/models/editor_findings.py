"""What stands before sending, as lines to jump from: typed text that is no value, refusals, findings of the checks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bunkerdesk.rules.field_names import field_words
from bunkerdesk.rules.findings import Finding, Severity, heaviest_first
from bunkerdesk.rules.nomination_checks import RULES

ERROR, WARNING = Severity.ERROR, Severity.WARNING
_PER_FUEL, _REFERENCE = "fuelSpecifications", "clientReference"


@dataclass(frozen=True, slots=True)
class Line:
    """One line: the sentence, the field it leads to and its words; `reference` of a nomination to compare with."""

    severity: Severity
    sentence: str
    path: str = ""
    where: str = ""
    rule: str = ""
    source: str = ""
    reference: str = ""
    paths: tuple[str, ...] = ()
    """Every field it concerns, the one to jump to first."""


@dataclass(frozen=True, slots=True)
class Review:
    """All lines, the heaviest first, and what passed."""

    lines: tuple[Line, ...] = ()
    passed: tuple[str, ...] = ()

    @property
    def errors(self) -> tuple[Line, ...]:
        """What stops sending."""
        return tuple(line for line in self.lines if line.severity is ERROR)

    @property
    def warnings(self) -> tuple[Line, ...]:
        """What is asked about once."""
        return tuple(line for line in self.lines if line.severity is WARNING)

    def at(self, path: str) -> Line | None:
        """The heaviest line that concerns a field."""
        return next((line for line in self.lines if path in line.paths), None)


def review(
    findings: Iterable[Finding], unread: Mapping[str, str], refusals: Iterable[tuple[str, str]], reference: str = ""
) -> Review:
    """Everything to be told; `unread` is path to problem, `refusals` are (path, text) of the service.

    `reference` is the edit's own: where it was refused, there is one at the service to compare with.
    """
    found = heaviest_first(list(findings))
    lines = [Line(ERROR, f"{field_words(path)}: {text}", path, paths=(path,)) for path, text in unread.items()]
    lines += [
        Line(
            WARNING,
            f"Refused: {text}",
            path,
            field_words(path) if path else "",
            reference=reference if path == _REFERENCE else "",
            paths=(path,) if path else (),
        )
        for path, text in refusals
    ]
    lines += [_line(finding) for finding in found]
    hit = {finding.rule for finding in found}
    passed = tuple(
        words
        for number, words in zip(_NUMBERS, _PASSED, strict=True)
        if number not in hit and not (number == "N04" and any(_PER_FUEL in path for path in unread))
    )
    return Review(tuple(line for line in lines if line.severity is not Severity.INFO), passed)


def _line(finding: Finding) -> Line:
    place = finding.places[0] if finding.places else ""
    where = field_words(place) if finding.rule == "N11" else ""
    if place.startswith(_PER_FUEL):
        number = place[len(_PER_FUEL) :].strip("[.").split("]")[0].split(".")[0]
        where = f"Fuel {int(number) + 1}" if number.isdecimal() else "Fuel"
    reference = finding.figures[0] if finding.rule in ("N08", "N09") and finding.figures else ""
    return Line(
        finding.severity, finding.sentence, place, where, finding.rule, finding.source, reference, finding.places
    )


_NUMBERS = tuple(f"N{number:02}" for number in range(1, len(RULES) + 1))
_PASSED = (
    "Bunkering time is there, every offset is the port's",
    "Laycan is whole and holds the bunkering time",
    "Times follow each other",
    "Quantities are in order and within limits",
    "Supplying asset fits the delivery method",
    "Receiver and supplier are named",
    "Supplying asset is free",
    "Nothing looks alike within three days",
    "Reference can be used",
    "Nothing is sent that is always refused",
    "IMO numbers and MMSI are right",
    "Port codes look right",
)
