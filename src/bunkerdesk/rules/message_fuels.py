"""Fuels and quantities in a pasted message: products by their trade names, each with the quantity that stands by it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from bunkerdesk.rules.message_text import Mark
from bunkerdesk.rules.quantities import Bounds, parse_range

_PRODUCTS = (
    ("VLSFO", r"v\.?l\.?s\.?f\.?o\.?|vls ?fo|very low sul(?:ph|f)ur fuel oil|(?:ls)?fo? ?0[.,]5 ?%|lsfo"),
    ("ULSFO", r"uls ?fo|ultra low sul(?:ph|f)ur fuel oil"),
    ("HSFO", r"hs ?fo|ifo|hfo|high sul(?:ph|f)ur fuel oil|(?:rm[gk] ?)?380 ?cst|180 ?cst"),
    ("LSMGO", r"(?:u?ls|low sul(?:ph|f)ur) ?(?:mgo|gas ?oil)|lsgo|mgo ?0[.,]1 ?%?|mgo ls|gasoil 0[.,]1 ?%?"),
    ("MGO", r"mgo|marine gas ?oil|gas ?oil|gasoleo|gasoil"),
    ("MDO", r"mdo|marine diesel(?: oil)?"),
    ("LNG", r"lng|gnl|liquefied natural gas"),
    ("METHANOL", r"(?:bio|green |e-?)?methanol|metanol"),
    ("HVO", r"hvo(?:100)?"),
)
_BIO = r"(?P<bio>b ?(?:24|30|20|50|100)) ?[- ]?"
_PRODUCT = re.compile(
    rf"(?<![a-z0-9])(?:{_BIO})?(?:" + "|".join(f"(?P<p{n}>{words})" for n, (_, words) in enumerate(_PRODUCTS)) + r")"
    r"(?![a-z])|(?<![a-z0-9])(?P<bare>b ?(?:24|30|50|100))(?![0-9a-z])"
    r"|(?<![a-z0-9])(?P<iso>rm[abdegk]|dm[axzb]|df[abz])(?=[ -]?\d{0,3}\b)"
)
_GRADE = re.compile(r"(?<![a-z0-9])(rm[abdegk]|dm[axzb]|df[abz]|rf)(?=[ -]?\d{0,3}(?![a-z0-9]))")
_N = r"\d[\d.,']*(?: \d{3}(?![\d.,]))*"
_UNIT = (
    r"(?:metric ?(?:tons?|tonnes?)|m\.?t\.?s?|mtons?|tons?|tonnes?|tonnen|toneladas|t|to|tm|cbm|m3|mmbtu|mwh)"
    r"(?![a-z0-9])"
)
_TOLERANCE = r"(?:\+ ?/? ?-|±|-/\+) ?\d{1,2}(?:[.,]\d)? ?%"
_QUANTITY = re.compile(
    rf"(?<![\w.,%/])(?:(?P<bound>min\.?|max\.?|up to|hasta|bis zu|minimum|maximum)[: ]*)?(?P<low>{_N})"
    rf"(?: ?{_UNIT})?(?: ?(?P<tolerance>{_TOLERANCE}))?"
    rf"(?: ?(?:-|/|to|bis|al?|until|max\.?|, ?max\.?|- ?max\.?|/ ?max\.?)[: ]*(?P<high>{_N}))? ?(?P<unit>{_UNIT})"
    rf"(?: ?(?P<tolerance2>{_TOLERANCE}))?(?: ?(?P<open>min|max)\b)?"
)
_BARE = re.compile(
    rf"(?<![\w.,%/:+-])(?P<low>{_N})(?: ?(?P<tolerance>{_TOLERANCE})| ?(?:-|to|/) ?(?P<high>{_N}))?(?![\w.,%/:]|-\d)"
)
_COLUMN = re.compile(r"\b(?:qty|quantity|menge|cantidad|quantite)\b(?! ?[:=]? ?\d)|\((?:mts?|tons?)\)")
_NOT_RECEIVED = re.compile(r"\b(?:rob|loa|dwt|grt|pump(?:ing)?|per hour|rate|capacity)\b")
_UNIT_WORDS = {"mmbtu": "mmbtu", "mwh": "mwh", "cbm": "m3", "m3": "m3"}


@dataclass(frozen=True, slots=True)
class _Product:
    name: str
    grade: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Amount:
    low: Decimal | None
    high: Decimal | None
    unit: str
    start: int
    end: int
    confidence: float

    @property
    def text(self) -> str:
        """`480 - 520 metric_tonnes`."""
        ends = [f"{end:f}" for end in (self.low, self.high) if end is not None]
        words = " - ".join(dict.fromkeys(ends)) if self.low is not None else f"- {ends[0]}"
        return f"{words} {self.unit}"


def fuels(plain: str) -> Iterator[Mark]:
    """Marks for each fuel of a folded message: type, grade where named, quantity where one stands by it."""
    has_column = _COLUMN.search(plain) is not None
    pairs: list[tuple[_Product, _Amount | None]] = []
    offset = 0
    pending: list[_Amount] = []
    for line in plain.split("\n"):
        products = list(_products(line, offset))
        amounts = list(_amounts(line, offset)) or (list(_bare_amounts(line, offset, products)) if has_column else [])
        if products:
            pairs += _paired(products, amounts)
            pending = []
        elif amounts:
            pending = _hand_on(pairs, amounts)
        offset += len(line) + 1
    if len(pairs) == 1 and pairs[0][1] is None and pending:
        pairs = [(pairs[0][0], pending[0])]
    yield from _marks(_distinct(pairs))


def _hand_on(pairs: list[tuple[_Product, _Amount | None]], amounts: list[_Amount]) -> list[_Amount]:
    """A quantity on a line of its own belongs to the last fuel without one; else it waits."""
    if pairs and pairs[-1][1] is None:
        pairs[-1] = (pairs[-1][0], amounts[0])
        return []
    return amounts


def _distinct(pairs: list[tuple[_Product, _Amount | None]]) -> list[tuple[_Product, _Amount | None]]:
    """One entry a fuel: the first with a quantity; fuels only talked about fall out when others are ordered."""
    best: dict[str, tuple[_Product, _Amount | None]] = {}
    for product, amount in pairs:
        held = best.get(product.name)
        if held is None or _sureness(amount) > _sureness(held[1]):
            best[product.name] = (product, amount)
    ordered = [pair for pair in best.values() if pair[1] is not None]
    return sorted(ordered or best.values(), key=lambda pair: pair[0].start)


def _sureness(amount: _Amount | None) -> float:
    return amount.confidence if amount else 0.0


def _marks(pairs: list[tuple[_Product, _Amount | None]]) -> Iterator[Mark]:
    for place, (product, amount) in enumerate(pairs):
        path = f"fuelSpecifications[{place}]"
        yield Mark(f"{path}.fuelType", product.name, product.start, product.end, 0.9 if amount else 0.6)
        if product.grade:
            yield Mark(f"{path}.grade", product.grade, product.start, product.end, 0.9)
        if amount:
            yield Mark(f"{path}.quantityRange", amount.text, amount.start, amount.end, amount.confidence)


def _products(line: str, offset: int) -> Iterator[_Product]:
    matches = list(_PRODUCT.finditer(line))
    named = [match for match in matches if not match["iso"]]
    for match in named or matches:
        place = next((n for n in range(len(_PRODUCTS)) if match[f"p{n}"]), None)
        blend = (match["bio"] or match["bare"] or "").replace(" ", "").upper()
        following = [other.start() for other in named if other.start() > match.start()]
        grade = _GRADE.search(line, match.start(), following[0] if following else min(len(line), match.end() + 40))
        if grade is None and match is (named or matches)[0]:
            grade = _GRADE.search(line, 0, match.start())
        code = grade[1] if grade else match["iso"] or ""
        name = " ".join(filter(None, (blend, _PRODUCTS[place][0] if place is not None else ""))) or _TYPES.get(
            code, code.upper()
        )
        yield _Product(name, code, offset + match.start(), offset + match.end())


_TYPES = {"dma": "MGO", "dmz": "MGO", "dmb": "MDO", "dmx": "MGO"}


def _paired(products: list[_Product], amounts: list[_Amount]) -> Iterator[tuple[_Product, _Amount | None]]:
    """In order where there are as many of each, else each product with the nearest quantity still free."""
    if len(products) == len(amounts):
        yield from zip(products, amounts, strict=True)
        return
    free = list(amounts)
    for product in products:
        nearest = min(free, key=lambda amount: abs(amount.start - product.start), default=None)
        if nearest:
            free.remove(nearest)
        yield product, nearest


def _amounts(line: str, offset: int) -> Iterator[_Amount]:
    if _NOT_RECEIVED.search(line):
        return
    for match in _QUANTITY.finditer(line):
        unit = _UNIT_WORDS.get(match["unit"], "metric_tonnes")
        amount = _amount(match, match["tolerance"] or match["tolerance2"], match["bound"] or match["open"] or "")
        if amount:
            low, high = amount
            yield _Amount(low, high, unit, offset + match.start(), offset + match.end(), 0.9)


def _bare_amounts(line: str, offset: int, products: list[_Product]) -> Iterator[_Amount]:
    """In a table with a quantity column the unit stands in the head: a number by itself beside a product."""
    for product in products:
        for match in () if len(line) > 60 else _BARE.finditer(line, max(0, product.end - offset)):
            found = _amount(match, match["tolerance"], "")
            if found and (found[1] or 0) >= 5 and match["low"] not in {"180", "380", "500", "700"}:
                yield _Amount(*found, "metric_tonnes", offset + match.start(), offset + match.end(), 0.6)
                break


Ends = tuple[Decimal | None, Decimal | None]


def _amount(match: re.Match[str], tolerance: str | None, bound: str) -> Ends | None:
    """The ends of a quantity; with one separator and three digits it is thousands, no ship takes 1.2 t."""
    typed = f"{match['low']}-{match['high']}" if match["high"] else match["low"]
    if tolerance and not match["high"]:
        typed = f"{match['low']} +/- {re.sub('[^0-9.,%]', '', tolerance)}"
    readings: tuple[Bounds, ...] = parse_range(typed).readings
    if not readings:
        return None
    low, high = readings[0].low, readings[0].high
    if high is not None and high <= 0:
        return None
    if bound.startswith(("max", "up", "hasta", "bis")) and not match["high"]:
        return None, high
    if bound.startswith("min") and not match["high"]:
        return low, None
    return low, high
