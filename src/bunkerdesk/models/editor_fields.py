"""One field of the editor: where its value stands, what it is called, how it is typed, when it is asked for. No Qt."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.desk import editing_paths
from bunkerdesk.rules.field_names import field_title, field_words
from bunkerdesk.rules.nomination_checks import SentAs

ALL = frozenset(SentAs)
FIRM = frozenset({SentAs.SUPPLIER, SentAs.RECEIVER})
FUELS, STAKEHOLDERS = "fuelSpecifications", "stakeholders"


class Kind(Enum):
    """How a value is typed, offered and said back."""

    TEXT = auto()
    LONG_TEXT = auto()
    TIME = auto()
    DURATION = auto()
    WHOLE = auto()
    NUMBER = auto()
    """Any decimal; a JSON number with all its digits."""
    MINIMUM = auto()
    """The lower end of a quantity range; a whole range typed here fills both ends and the unit."""
    MAXIMUM = auto()
    CHOICE = auto()
    """An open enumeration: known values are offered, others are kept."""
    FLAG = auto()
    """Yes, no or not said."""
    PORT = auto()
    STANDARD = auto()
    OWN_ENTITY = auto()
    COUNTERPART = auto()
    COMPANY = auto()
    COMPANY_NAME = auto()
    OPERATED = auto()
    """A company the caller may act for."""
    OPERATOR = auto()
    """An asset operator the caller appointed."""
    CONTRACT = auto()
    FUEL_TYPE = auto()
    GRADE = auto()
    BRAND = auto()
    IMO = auto()
    MMSI = auto()
    VESSEL_NAME = auto()
    EMAIL = auto()
    REFERENCE = auto()


@dataclass(frozen=True, slots=True)
class Situation:
    """What decides which fields are asked for, besides the document."""

    sent_as: SentAs = SentAs.DRAFT
    is_new: bool = True
    standard_types: Mapping[str, str] = field(default_factory=dict)
    """Operation standard code to its type, such as `Transfer`."""
    may_send_alongside_time: bool = False


Applies = Callable[[JsonObject, Situation], bool]


def always(_document: JsonObject, _situation: Situation) -> bool:
    """Asked for everywhere."""
    return True


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the form. `key` is its path in the document, inside one item for a repeating section."""

    key: str
    kind: Kind = Kind.TEXT
    short: str = ""
    """The visible label; by default the trade's short name."""
    sides: frozenset[SentAs] = ALL
    """The upserts that accept it."""
    applies: Applies = always
    is_rare: bool = False
    """Folded away until it holds something."""
    width: int = 1
    """Columns of the grid."""
    hint: str = ""
    """A standing word below the field."""
    items: str = ""
    """The list whose items it belongs to."""

    def path(self, index: int | None = None) -> str:
        """The JSON path, as findings name it: `fuelSpecifications[0].grade`."""
        return self.key if index is None else f"{self.items}[{index}].{self.key}"

    @property
    def label(self) -> str:
        """The visible label."""
        return self.short or field_title(self.key.rpartition(".")[2])

    def name(self, index: int | None = None) -> str:
        """What a screen reader says: the specification's name in words, "Receiver order reference"."""
        return field_words(self.path(index))

    def is_asked(self, document: JsonObject, situation: Situation) -> bool:
        """Tell whether the field applies here, leaving aside what it holds."""
        return situation.sent_as in self.sides and self.applies(document, situation)


@dataclass(frozen=True, slots=True)
class Group:
    """A section of the form; with `items`, repeated for each item of that list."""

    key: str
    title: str
    fields: tuple[Field, ...]
    items: str = ""
    folds: tuple["Group", ...] = ()
    """Parts of an item that are folded away: certificate of quality, biofuel."""


def value_at(document: Any, path: str) -> Any:
    """The value at a JSON path; None where there is nothing."""
    value = editing_paths.value_at(document, path)
    return None if value is editing_paths.MISSING else value


def plain_path(path: str) -> str:
    """A path in the desk's own spelling: `fuelSpecifications.0.grade`."""
    return editing_paths.path_text(editing_paths.steps_of(path))


def is_gas(document: JsonObject, _situation: Situation | None = None) -> bool:
    """Tell whether liquefied natural gas is delivered: by fuel type, unit of energy or operation standard."""
    standard = value_at(document, "delivery.operationStandardCode")
    if isinstance(standard, str) and "LNG" in standard.upper():
        return True
    fuels = document.get(FUELS)
    return any(
        "LNG" in str(value_at(fuel, "fuelType") or "").upper()
        or value_at(fuel, "quantityRange.unit") in ("mmbtu", "mwh")
        for fuel in (fuels if isinstance(fuels, list) else ())
    )


def standard_type(document: JsonObject, situation: Situation) -> str:
    """The type of the chosen operation standard in lower case; empty where it is not known."""
    code = value_at(document, "delivery.operationStandardCode")
    return situation.standard_types.get(code, "").lower() if isinstance(code, str) else ""


def is_loading(document: JsonObject, situation: Situation) -> bool:
    """Tell whether a barge is loaded at a terminal."""
    return standard_type(document, situation) == "loading"


def is_transfer(document: JsonObject, situation: Situation) -> bool:
    """Tell whether it is a transfer, by the transaction type or the operation standard."""
    return value_at(document, "delivery.transactionType") == "transfer" or (
        standard_type(document, situation) == "transfer"
    )
