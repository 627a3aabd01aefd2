"""A figure of a note that is looked for on paper, and what was found."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum, auto

Value = Decimal | str | date | datetime


@dataclass(frozen=True, slots=True)
class Figure:
    """One value of a note. The kind of `value` decides how it is compared.

    A `Decimal` is compared as a number, a `datetime` by the port's clock, a `date` as a day, a text as a text
    measurement where `is_measured`, as an identifier where `is_identifier`, else as a name.
    """

    key: str
    """The JSON path in the note: `quantityDelivered`, `fuelProperties.methane`."""
    value: Value
    labels: tuple[str, ...]
    """What papers call it; letter case, accents and punctuation do not matter."""
    unit: str = ""
    """The stored unit word of a number."""
    column: tuple[str, ...] = ()
    """The heading of the column, where a row holds several: gross and net."""
    others: tuple[str, ...] = ()
    """Other texts that say the same: a port's name beside its code."""
    is_measured: bool = False
    is_identifier: bool = False


class Verdict(StrEnum):
    """What the paper says about a figure."""

    FOUND = auto()
    DIFFERS = auto()
    """The label is there, and another value beside it."""
    NOT_FOUND = auto()


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a figure stands; `start` and `end` are places in the text of the page, -1 where there is none."""

    key: str
    verdict: Verdict
    page: int = -1
    """From 0."""
    start: int = -1
    end: int = -1
    printed: str = ""
    """What stands on the paper."""
    label: str = ""
    """The label on the paper beside which it stands; empty where it was recognised without one."""

    @property
    def is_weak(self) -> bool:
        """Found without a label: the value is distinctive, but nothing on the paper says what it is."""
        return self.verdict is Verdict.FOUND and not self.label


def not_found(key: str) -> Placement:
    """Nothing on the paper."""
    return Placement(key, Verdict.NOT_FOUND)
