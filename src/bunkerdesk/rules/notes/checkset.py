"""Which set of checks applies to a fuel: oil, LNG, methanol, biofuel or another low-flashpoint fuel.

`bunkerType` alone does not tell: methanol arrives as `conventional`, and a flash point of 11 °C is normal for it. So
grade, fuel type, product name, brand and operation standard are asked as well. Where the note names another fuel than
the nomination, the stricter set runs, that of oil fuels: what was ordered is not what was delivered.
"""

import re
from dataclasses import dataclass
from enum import StrEnum, auto

from bunkerdesk.contract.delivery_note import ConventionalNote, DeliveryNote, Measurement
from bunkerdesk.contract.enums import BunkerType
from bunkerdesk.contract.nomination import FuelSpecification
from bunkerdesk.rules.ports import fold


class FuelSet(StrEnum):
    """A set of checks; a biofuel is checked as an oil fuel with more to show."""

    OIL = auto()
    LNG = auto()
    METHANOL = auto()
    BIOFUEL = auto()
    LOW_FLASH = "low-flashpoint fuel"
    """LPG, ethane, ammonia and the like, also gases: the reduced list of items, and no check of their own."""
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
METHANOL = re.compile(
    r"\b(?:bio|e-?|green|grey|blue)?-?(?:methanol|metanolo?|meoh)\b|\bmm[abc]\b"
    r"|\bmethyl(?:ic)?[ -]?al[ck]ohol\b|\balcohol metilico\b|\bch3oh\b"
)
LNG = re.compile(r"\b(?:bio-?|e-?)?lng\b|\bliquefied (?:natural gas|biomethane)\b|\bmethane\b")
_BIO = re.compile(r"\bb(?:[1-9]\d?|100)\b|\b(?:fame|hvo|ucome|ucofame|uco|biofuel|biodiesel|vlsfame)\b|\bbio[- ]")
_OIL = re.compile(
    r"\b(?:[vulh]*sfo|lsmgo|ulsmgo|mgo|mdo|ifo|hfo|mfo|rm[abdegk])\d*\b"
    r"|\b(?:gas ?oil|fuel oil|diesel|dm[abxz]|df[abz]|(?:180|380|500|700) ?cst)\b"
)
_RED_III = re.compile(r"(?<![a-z])red[\s_-]*(?:iii|3)(?![a-z0-9])")
_LOW_FLASH = re.compile(r"\b(?:bio-?)?(?:ethanol|dimethyl ether|dme|lpg|propane|butane|ethane|ammonia|nh3|hydrogen)\b")
_WORDS = {
    FuelSet.OIL: "an oil fuel",
    FuelSet.METHANOL: "methanol",
    FuelSet.LNG: "LNG",
    FuelSet.LOW_FLASH: "a low-flashpoint fuel",
}


def plain_words(*texts: str | None) -> str:
    """Texts for looking words up in: small letters, no accents, no underscores."""
    return fold(" ".join(text[:200] for text in texts if text).replace("_", " "))


def names_oil(product_name: str | None) -> bool:
    """Whether a product's name is that of an oil fuel."""
    return bool(_OIL.search(plain_words(product_name)))


def choose(
    note: DeliveryNote | None, specification: FuelSpecification | None = None, standard: str | None = None
) -> Choice:
    """The check set of a note with the fuel nominated for it and the code of the operation standard."""
    kind = str(note.bunker_type or "") if note else ""
    grade = str(specification.grade or "") if specification else ""
    name = plain_words(getattr(note, "product_name", None))
    ordered = plain_words(specification.fuel_type, specification.brand) if specification else ""
    by_name, asked = _kind_of(name), _kind_of_grade(grade) or _kind_of(ordered)
    against = _against(kind, by_name, asked, grade)
    named = by_name or _kind_of(plain_words(kind))
    if kind == BunkerType.LNG and named is not FuelSet.OIL:
        return Choice(FuelSet.LNG, "the note is an LNG note", against)
    chosen = named or asked
    if chosen not in {None, FuelSet.OIL} and FuelSet.OIL not in {named, asked}:
        return _of_kind(chosen or FuelSet.UNKNOWN, "named" if named else "nominated", against)
    bio = _bio_reason(note, specification, f"{name} {ordered}", grade, standard)
    if bio:
        return Choice(FuelSet.BIOFUEL, bio, against)
    return _oil(kind, grade, chosen, against)


def _kind_of_grade(grade: str) -> FuelSet | None:
    if grade in _OIL_GRADES | _BIO_GRADES:
        return FuelSet.OIL
    return FuelSet.METHANOL if grade.startswith("methanol") else None


def _kind_of(words: str) -> FuelSet | None:
    """The kind of fuel that words name; oil is asked first, for its checks are the strictest."""
    if not words:
        return None
    kinds = ((FuelSet.OIL, _OIL), (FuelSet.METHANOL, METHANOL), (FuelSet.LNG, LNG), (FuelSet.LOW_FLASH, _LOW_FLASH))
    found = next((kind for kind, pattern in kinds if pattern.search(words)), None)
    return found or (FuelSet.OIL if _BIO.search(words) else None)


def _against(kind: str, named: FuelSet | None, asked: FuelSet | None, grade: str) -> str:
    """What on note and nomination does not go together; empty when nothing does."""
    stated = FuelSet.LNG if kind == BunkerType.LNG else None
    ordered = f"grade {grade.upper().replace('_', ' ')}" if _kind_of_grade(grade) else _WORDS[asked] if asked else ""
    if stated and named not in {None, stated}:
        return f"the note is an LNG note, but its product is named {_WORDS[named or stated]}"
    if asked and (named or stated) not in {None, asked}:
        mine = f"the product is named {_WORDS[named]}" if named else "the note is an LNG note"
        return f"{mine}, but {ordered} was nominated"
    if kind == BunkerType.CONVENTIONAL and named is FuelSet.LNG:
        return "the product is named LNG, but the note is a conventional one"
    return ""


def _of_kind(chosen: FuelSet, how: str, against: str) -> Choice:
    if chosen is FuelSet.LOW_FLASH:
        return Choice(chosen, "a gas or low-flashpoint fuel that has no checks of its own here", against)
    because = f"the product is named {_WORDS[chosen]}" if how == "named" else f"{_WORDS[chosen]} was nominated"
    return Choice(chosen, because, against)


def _oil(kind: str, grade: str, chosen: FuelSet | None, against: str) -> Choice:
    if grade in _OIL_GRADES:
        return Choice(FuelSet.OIL, f"grade {grade.upper()} was nominated", against)
    if chosen is not None:
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
