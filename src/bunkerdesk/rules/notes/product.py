"""Rule B17: what the note calls its product against what was nominated."""

import re

from bunkerdesk.contract.nomination import FuelSpecification
from bunkerdesk.rules.fuel_limits import viscosity_named
from bunkerdesk.rules.notes.case import Case, grade_in
from bunkerdesk.rules.notes.checkset import LNG, METHANOL, plain_words
from bunkerdesk.rules.notes.outcomes import WARNING, Judged, judged, missing, not_applicable, passed
from bunkerdesk.rules.vocabulary import DISTILLATE, RESIDUAL
from bunkerdesk.rules.wording import first_upper

_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("methanol", METHANOL),
    ("gas", LNG),
    ("distillate", re.compile(r"\b(?:ls|uls|hs|bio-?)?(?:m[gd]o|adf)\b|\bgas ?oil\b|\bdiesel\b|\bd[mf][abxz]\b")),
    (
        "residual",
        re.compile(
            r"\b(?:180|380|500|700)\s*-?\s*cst\b|^\s*(?:180|380|500|700)\b|\b(?:[vuhl]{0,2}s?fo|hsfo|ifo|hfo|mfo)\b"
            r"|\b(?:ifo|rm[abdegk])\s*-?\s*\d{2,3}\b|\brm[abdegk]\b|\bfuel oil\b"
        ),
    ),
)
_SULPHUR: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("at most 0.10 %", re.compile(r"\b(?:ulsfo|lsmgo|ulsmgo)\b|\bultra low sul(?:ph|f)ur\b")),
    ("at most 0.50 %", re.compile(r"\bvlsfo\b|\bvery low sul(?:ph|f)ur\b")),
    ("high sulphur", re.compile(r"\b(?:hsfo|hs ?mgo)\b|\bhigh sul(?:ph|f)ur\b")),
)


def b17_product_name(case: Case) -> Judged:
    """The product name against the nominated fuel type, grade and brand, for example `380` against DMA."""
    name = (getattr(case.note, "product_name", None) or "").strip()
    asked = case.specification
    grade = str(asked.grade or "") if asked else ""
    words = plain_words(asked.fuel_type, asked.brand) if asked else ""
    if not name:
        return _contradiction(case) or missing("no product name is stated")
    if asked is None or not (grade or words):
        return _contradiction(case) or missing("neither fuel type, grade nor brand was nominated for this fuel")
    if not (_is_against_grade(name, grade) or _is_against_words(name, words, grade)):
        is_open = grade in {"others", "methanol_others"} and not words
        fitting = not_applicable("the nominated grade is “others”") if is_open else passed()
        return _contradiction(case) or fitting
    nominated = _nominated(asked, grade)
    sentence = f"Product “{name}” does not fit the nominated {nominated}"
    found = case.finding("B17", WARNING, sentence, "nomination", (name, nominated), "productName")
    return judged([found.beside(case.choice.against)])


def _contradiction(case: Case) -> Judged | None:
    """What the kind of the note, its product and the nomination say against each other."""
    against = case.choice.against
    if not against:
        return None
    sentence = f"{first_upper(against)}: seen"
    return judged([case.finding("B17", WARNING, sentence, "nomination", (), "productName")])


def _nominated(asked: FuelSpecification, grade: str) -> str:
    parts = [asked.fuel_type or asked.brand or ""]
    parts += [f"grade {grade.upper().replace('_', ' ')}"] if grade and grade != "others" else []
    return ", ".join(filter(None, parts))


def _is_against_grade(name: str, grade: str) -> bool:
    if not grade or grade in {"others", "methanol_others"}:
        return False
    other, kind = grade_in(name), _kind(plain_words(name))
    if other:
        return other != grade
    wanted = "residual" if grade in RESIDUAL else "distillate" if grade in DISTILLATE else ""
    wanted = "methanol" if grade.startswith("methanol") else wanted
    return bool(kind and wanted and kind != wanted)


def _is_against_words(name: str, words: str, grade: str) -> bool:
    """Whether fuel type and brand name another kind of fuel, sulphur or viscosity (`VLSFO 500` for `380`).

    A name that carries the nominated grade is of its kind, whatever the fuel type is called (`ULSFO DMA`).
    """
    mine = plain_words(name)
    pairs = [(_sulphur(mine), _sulphur(words)), (viscosity_named(mine), viscosity_named(words))]
    if not grade or grade_in(name) != grade:
        pairs.append((_kind(mine), _kind(words)))
    return any(one and other and one != other for one, other in pairs)


def _kind(words: str) -> str:
    return next((kind for kind, pattern in _KINDS if pattern.search(words)), "")


def _sulphur(words: str) -> str:
    return next((kind for kind, pattern in _SULPHUR if pattern.search(words)), "")
