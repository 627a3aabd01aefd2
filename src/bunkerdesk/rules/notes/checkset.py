"""Which set of checks applies to a fuel: oil, LNG, methanol or biofuel.

`bunkerType` alone does not tell: methanol arrives as `conventional`, and a flash point of 11 °C is normal for it. So
grade, fuel type, product name, brand and operation standard are asked as well.
"""

import re
from dataclasses import dataclass
from enum import StrEnum, auto

from bunkerdesk.contract.delivery_note import ConventionalNote, DeliveryNote, Measurement
from bunkerdesk.contract.enums import BunkerType
from bunkerdesk.contract.nomination import FuelSpecification


class FuelSet(StrEnum):
    """A set of checks; a biofuel is checked as an oil fuel with more to show."""

    OIL = auto()
    LNG = auto()
    METHANOL = auto()
    BIOFUEL = auto()
    UNKNOWN = auto()

    @property
    def is_oil(self) -> bool:
        """Whether the whole of MARPOL Annex VI Appendix V and the 60 °C rule apply."""
        return self in {FuelSet.OIL, FuelSet.BIOFUEL}


@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen set, what decided it, and what speaks against it (empty when nothing does)."""

    fuel_set: FuelSet
    because: str
    against: str = ""


_OIL_GRADES = frozenset(["rma", "rmb", "rmd", "rme", "rmg", "rmk", "dmx", "dma", "dmz", "dmb"])
_BIO_GRADES = frozenset(["dfa", "dfz", "dfb", "rf"])
_METHANOL = re.compile(r"\b(?:bio|e-?|green|grey|blue)?-?(?:methanol|meoh)\b")
_LNG = re.compile(r"\b(?:bio-?|e-?)?lng\b|\bliquefied (?:natural gas|biomethane)\b|\bmethane\b")
_BIO = re.compile(r"\bb(?:[1-9]\d?|100)\b|\b(?:fame|hvo|ucome|ucofame|uco|biofuel|biodiesel|vlsfame)\b|\bbio[- ]")
_OIL = re.compile(r"\b(?:[vulh]*sfo|lsmgo|mgo|mdo|ifo|hfo|mfo|gas ?oil|fuel oil|rm[abdegk]\d*|dm[abxz])\b")
_RED_III = re.compile(r"(?<![a-z])red[\s_-]*(?:iii|3)(?![a-z0-9])")
_LOW_FLASH = re.compile(r"\b(?:bio-?)?(?:ethanol|dimethyl ether|dme|lpg|propane|butane|ethane|ammonia|nh3|hydrogen)\b")


def choose(
    note: DeliveryNote | None, specification: FuelSpecification | None = None, standard: str | None = None
) -> Choice:
    """The check set of a note with the fuel nominated for it and the code of the operation standard."""
    kind = str(note.bunker_type or "") if note else ""
    grade = str(specification.grade or "") if specification else ""
    words = _words(note, specification)
    is_gas = kind == BunkerType.LNG or (kind != BunkerType.CONVENTIONAL and bool(_LNG.search(words)))
    if is_gas:
        because = "the note is an LNG note" if kind == BunkerType.LNG else "the product is named LNG"
        odd = grade in _OIL_GRADES | _BIO_GRADES or grade.startswith("methanol")
        return Choice(FuelSet.LNG, because, f"grade {grade.upper()} was nominated" if odd else "")
    if grade.startswith("methanol"):
        return Choice(FuelSet.METHANOL, "a methanol grade was nominated")
    if _METHANOL.search(words):
        odd = grade in _OIL_GRADES | _BIO_GRADES
        return Choice(
            FuelSet.METHANOL, "the product is named methanol", f"grade {grade.upper()} was nominated" if odd else ""
        )
    bio = _bio_reason(note, specification, words, grade, standard)
    if bio:
        return Choice(FuelSet.BIOFUEL, bio)
    if grade not in _OIL_GRADES and not _OIL.search(words) and _LOW_FLASH.search(words):
        return Choice(FuelSet.UNKNOWN, "a gas or low-flashpoint fuel that has no checks of its own here")
    return _oil(kind, grade, words)


def _oil(kind: str, grade: str, words: str) -> Choice:
    against = "the product is named LNG, but the note is a conventional one" if _LNG.search(words) else ""
    if grade in _OIL_GRADES:
        return Choice(FuelSet.OIL, f"grade {grade.upper()} was nominated", against)
    if _OIL.search(words):
        return Choice(FuelSet.OIL, "the product is named as an oil fuel", against)
    if kind == BunkerType.CONVENTIONAL:
        return Choice(FuelSet.OIL, "a conventional note", against)
    return Choice(FuelSet.UNKNOWN, f"bunker type “{kind}” is not known" if kind else "nothing names the fuel")


def _bio_reason(
    note: DeliveryNote | None, specification: FuelSpecification | None, words: str, grade: str, standard: str | None
) -> str:
    bio = specification.biofuel_properties if specification else None
    if grade in _BIO_GRADES:
        return f"grade {grade.upper()} was nominated"
    if bio and (bio.type_of_feedstock or (bio.blend_ratio is not None and bio.blend_ratio > 0)):
        return "the nomination states a bio blend"
    if isinstance(note, ConventionalNote) and _is_some(note.biofuel_quantity_delivered):
        return "the note states a biofuel quantity"
    if is_red_iii(standard):
        return "the operation standard is RED III"
    return "the product is named as a biofuel" if _BIO.search(words) else ""


def _is_some(stated: Measurement | None) -> bool:
    return stated is not None and stated.value is not None and stated.value > 0


def is_red_iii(standard: str | None) -> bool:
    """Whether an operation standard's code or name is the RED III one (its code is not shown)."""
    return bool(standard and _RED_III.search(standard.lower()))


def _words(note: DeliveryNote | None, specification: FuelSpecification | None) -> str:
    parts = [getattr(note, "product_name", None)]
    if specification:
        parts += [specification.fuel_type, specification.brand]
    return " ".join(part[:200] for part in parts if isinstance(part, str)).lower().replace("_", " ")
