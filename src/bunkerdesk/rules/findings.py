"""What a check found: one sentence with its figures, the fields it concerns and where the rule comes from."""

from dataclasses import dataclass, replace
from enum import StrEnum, auto


class Severity(StrEnum):
    """How much a finding weighs: an error stops, a warning asks once, an information only tells."""

    ERROR = auto()
    WARNING = auto()
    INFO = auto()


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding of one rule.

    `figures` are the values the sentence rests on, already worded. `places` are JSON paths from the root of the
    checked object: `delivery.laycanStart`, `fuelSpecifications[0].quantityRange.minQuantity`.
    """

    rule: str
    """The number of the rule, such as `N04`."""
    severity: Severity
    sentence: str
    figures: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    source: str = ""
    """The regulation, standard or section that asks for it."""
    besides: str = ""
    """What must be known beside it: how limit and limit + 0.59 R judge, what makes it lawful all the same."""

    def beside(self, words: str) -> "Finding":
        """The finding with something that must be known beside it."""
        return replace(self, besides=words)

    @property
    def whole(self) -> str:
        """The sentence with what must be known beside it, for lists and exports."""
        return f"{self.sentence}: {self.besides}" if self.besides else self.sentence


_WEIGHT = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


def heaviest_first(findings: list[Finding]) -> list[Finding]:
    """The findings with errors first, otherwise in their order."""
    return sorted(findings, key=lambda finding: _WEIGHT[finding.severity])
