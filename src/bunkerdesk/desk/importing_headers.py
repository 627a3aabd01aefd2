"""Which field a column of a table holds: guessed from its heading in four languages, else from its values.

A field is named by its path in a nomination; `…quantity` stands for both ends of a quantity range.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from bunkerdesk import resource_files
from bunkerdesk.rules import identifiers
from bunkerdesk.rules.field_names import field_words
from bunkerdesk.rules.ports import HUBS, fold
from bunkerdesk.rules.vocabulary import choices

MOST_FUELS = 4
IGNORE = ""
BUNKERING = "delivery.estimatedTimeOfBunkering"
PORT = "delivery.bunkeringLocationCode"
REFERENCE = "clientReference"
_IMO = "receiver.vesselIdentifier.imo"
_FUEL, _FUELS = "fuelSpecifications[{0}].", "fuelSpecifications[]."

_PRODUCTS = re.compile(
    r"(?P<name>(?:b ?(?:24|30|50|100) )?(?:vlsfo|ulsfo|hsfo|hfo|ifo|lsmgo|mgo|mdo|lng|hvo|methanol))"
    r"( ?\d{2,3}( ?cst)?)?( (qty|quantity|mts?|t|tons?|tonnes?|menge|cantidad|quantite|in mt))?"
)


@dataclass(frozen=True, slots=True)
class Guess:
    """What a column seems to hold; `product` is the fuel type where the heading itself names it."""

    field: str = IGNORE
    product: str = ""


def headings_row(rows: Sequence[Sequence[str]]) -> int:
    """The number of the row with the headings, of two the lower; -1 where there is none. Titles above are skipped."""
    best = _best_row(rows)
    # Headings may stand in two lines, those above over groups of columns: "Quantity" over "Min" and "Max".
    return best + 1 if best >= 0 and heading_above(rows, best + 1) == best else best


def heading_above(rows: Sequence[Sequence[str]], row: int) -> int:
    """The row above that belongs to the headings of a row; -1 where those stand in one line."""
    if row < 1 or row >= len(rows) or any(_is_value(cell) for line in rows[row - 1 : row + 1] for cell in line):
        return -1
    if _is_units(rows[row]):
        return row - 1
    if not any(own and not over for over, own in zip(rows[row - 1], rows[row], strict=True)):
        return -1  # a group covers more than one column; without one this is a first row of words
    alone = max(_hits(rows[row - 1]), _hits(rows[row]))
    return row - 1 if _hits(joined_headings(rows, row - 1, row)) > alone and any(rows[row]) else -1


_UNIT_WORD = re.compile(r"\(.{1,12}\)|mts?|t|tons?|tonnes?|lt|utc|min|hrs?|hours", re.IGNORECASE)


def _is_units(cells: Sequence[str]) -> bool:
    """A line of units below the headings: "(LT)", "(mt)"."""
    said = [cell for cell in cells if cell]
    return bool(said) and all(_UNIT_WORD.fullmatch(cell) for cell in said)


def joined_headings(rows: Sequence[Sequence[str]], above: int, row: int) -> list[str]:
    """The headings of a row, each with the one of its group above it where that tells more."""
    if above < 0:
        return list(rows[row])
    result, group = [], ""
    for over, own in zip(rows[above], rows[row], strict=True):
        group = over or group
        spellings = (f"{group} {own}", own, over) if own else (over,)
        known = (text for text in spellings if heading_guess(text).field)
        result.append(next(known, f"{over} {own}".strip()))
    return result


def _hits(cells: Sequence[str]) -> int:
    """How many different fields the headings of a row name."""
    return len({found for cell in cells if cell and (found := heading_guess(cell).field)})


def _best_row(rows: Sequence[Sequence[str]]) -> int:
    best, most = -1, 0
    for number, row in enumerate(rows[:12]):
        cells = [cell for cell in row if cell]
        hits = sum(1 for cell in cells if heading_guess(cell).field)
        if hits > most and hits >= max(1, len(cells) // 3) and not any(_is_value(cell) for cell in cells):
            best, most = number, hits
    return best


def guess(headings: Sequence[str], columns: Sequence[Sequence[str]]) -> list[Guess]:
    """A field for each column, each field once but for a date and a time that go together."""
    found = [heading_guess(heading) for heading in headings]
    taken: dict[str, int] = {}
    result: list[Guess] = []
    for place, one in enumerate(found):
        values = [value for value in columns[place] if value][:60]
        one = _by_values(one, values) if values else one
        result.append(_free(one, taken, values))
        if result[-1].field:
            taken[result[-1].field] = place
    return result


def _free(one: Guess, taken: dict[str, int], values: Sequence[str]) -> Guess:
    """The guess where its field is free; a second fuel column is the next fuel's."""
    if one.field not in taken:
        return one
    if one.field.startswith("fuelSpecifications["):
        name = one.field.partition("].")[2]
        for index in range(MOST_FUELS):
            path = _FUEL.format(index) + name
            if path not in taken:
                return Guess(path, one.product)
    is_clock = bool(values) and all(_CLOCK.fullmatch(value) for value in values)
    return one if is_clock and "ime" in one.field else Guess()


@cache
def heading_guess(heading: str) -> Guess:
    """What a heading says by itself."""
    plain = re.sub(r"[^a-z0-9]+", " ", fold(heading)).strip()
    if not plain or len(plain) > 60:
        return Guess()
    exact = _specification_names().get(plain.replace(" ", ""))
    if exact:
        return Guess(exact)
    product = _PRODUCTS.fullmatch(plain)
    if product:
        return Guess(_FUEL.format(0) + "quantity", product["name"].replace("b ", "b").upper())
    for path, words in _table():
        if not path.startswith(_FUELS) and words.fullmatch(plain):
            return Guess(path)
    numbered = re.fullmatch(r"(?:(?P<first>[1-4])(?:st|nd|rd|th)? )?(?P<words>.+?)(?: ?(?P<last>[1-4]))?", plain)
    if numbered:
        index = int(numbered["first"] or numbered["last"] or 1) - 1
        for path, words in _table():
            if path.startswith(_FUELS) and words.fullmatch(numbered["words"]):
                return Guess(_FUEL.format(index) + path.removeprefix(_FUELS))
    return Guess()


@cache
def _table() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Path and pattern of each line of the table of headings."""
    text = (resource_files.path("data") / "import_headings.tsv").read_text("utf-8")
    lines = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return tuple((path, re.compile(words)) for path, words in lines)


@cache
def _specification_names() -> dict[str, str]:
    """Paths by their words and by their names in the specification, letters only."""
    found: dict[str, str] = {}
    for path in paths():
        last = path.rpartition(".")[2]
        for spelling in (path, field_words(path), last if len(last) > 12 else path):
            found.setdefault(re.sub(r"[^a-z0-9]", "", spelling.lower()), path)
    return found


@cache
def paths() -> tuple[str, ...]:
    """Every path that a column may hold, fuels counted up to four."""
    own = [path for path, _ in _table() if not path.startswith(_FUELS)]
    names = [path.removeprefix(_FUELS) for path, _ in _table() if path.startswith(_FUELS)]
    fuels = [_FUEL.format(index) + name for index in range(MOST_FUELS) for name in names]
    return (*dict.fromkeys(own), *fuels)


_CLOCK = re.compile(r"\d{1,2}[:.h]?\d{2}( ?(hrs|lt|h|[ap]m))?")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}.*|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}.*|\d{1,2}[ -][A-Za-z]{3,9}[ -]\d{2,4}.*")
_PRODUCT_VALUE = re.compile(r"(b ?\d{2,3} ?)?(vlsfo|ulsfo|hsfo|lsfo|ifo|hfo|lsmgo|mgo|mdo|lng|hvo|methanol).*")


def _is_value(cell: str) -> bool:
    return bool(_DAY.fullmatch(cell) or re.fullmatch(r"[\d.,' ]{3,}", cell) or cell.upper() in HUBS)


def _share(values: Sequence[str], fits: Iterable[bool]) -> float:
    return sum(fits) / len(values)


def _by_values(one: Guess, values: Sequence[str]) -> Guess:
    """The guess, put right by what stands below the heading."""
    folded = [fold(value) for value in values]
    grades = choices("grade")
    are_products = _share(values, (bool(_PRODUCT_VALUE.fullmatch(value)) for value in folded)) > 0.6
    are_grades = _share(values, (value.replace(" ", "_")[:3] in grades or value in grades for value in folded)) > 0.6
    if one.field.endswith("].grade") and are_products and not are_grades:
        return Guess(one.field.replace("].grade", "].fuelType"))
    if one.field.endswith("].fuelType") and are_grades and not are_products:
        return Guess(one.field.replace("].fuelType", "].grade"))
    if one.field:
        return one
    tests = (
        (_IMO, (identifiers.is_ship_number(value) for value in values)),
        (PORT, (value.upper().replace(" ", "") in HUBS for value in values)),
        (_FUEL.format(0) + "fuelType", (bool(_PRODUCT_VALUE.fullmatch(value)) for value in folded)),
        (_FUEL.format(0) + "grade", (value in grades for value in folded)),
        (BUNKERING, (bool(_DAY.fullmatch(value)) for value in values)),
    )
    return next((Guess(path) for path, fits in tests if _share(values, fits) >= 0.8), one)
