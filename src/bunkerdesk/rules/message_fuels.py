"""Fuels and quantities in a pasted message: products by their trade names, each with the quantity that stands by it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bunkerdesk.rules.message_quantities import Amount, Line, amounts, bare_amount, number_beside
from bunkerdesk.rules.message_text import Mark

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
_COLUMN = re.compile(r"\b(?:qty|quantity|menge|cantidad|quantite)\b(?! ?[:=]? ?\d)|\((?:mts?|tons?)\)")


@dataclass(frozen=True, slots=True)
class _Product:
    name: str
    grade: str
    start: int
    end: int


_Pairs = list[tuple[_Product, Amount | None]]


def fuels(plain: str, quoted: int | None = None) -> Iterator[Mark]:
    """Marks for each fuel of a folded message: type, grade where named, quantity where one stands by it.

    From `quoted` on it is an older message, whose tolerances are nobody's.
    """
    has_column = _COLUMN.search(plain) is not None
    pairs: _Pairs = []
    offset = 0
    pending: list[Amount] = []
    left: list[tuple[int, int]] = []
    for text in plain.split("\n"):
        products, line = list(_products(text, offset)), amounts(text, offset)
        found = list(line.amounts)
        if products and not found:
            by_column = _by_the_column(text, offset, products) if has_column else []
            found, line = by_column or _beside(text, offset, products), Line((), () if by_column else line.left)
        if products:
            pairs += _paired(products, found)
            pending = []
        elif found:
            pending = _hand_on(pairs, found)
        left += line.left
        offset += len(text) + 1
    if len(pairs) == 1 and pairs[0][1] is None and pending:
        pairs = [(pairs[0][0], pending[0])]
    end = len(plain) if quoted is None else quoted
    said = [plain[start:stop].strip("()[] ") for start, stop in left if start < end]
    yield from _marks(_distinct(pairs), pairs, plain[:end], said)


def _by_the_column(text: str, offset: int, products: list[_Product]) -> list[Amount]:
    """The quantities of a line in a table whose head says that one column holds them."""
    found = (bare_amount(text, product.end - offset, offset) for product in products)
    return [amount for amount in found if amount is not None]


def _beside(text: str, offset: int, products: list[_Product]) -> list[Amount]:
    """`600 vlsfo + 50 mgo`: numbers by themselves, each directly before or behind its product."""
    places = [(product.start - offset, product.end - offset) for product in products]
    found = [number_beside(text, *place, offset) for place in places]
    return [amount for amount in found if amount is not None] if all(found) else []


def _hand_on(pairs: _Pairs, amounts: list[Amount]) -> list[Amount]:
    """A quantity on a line of its own belongs to the last fuel without one; else it waits."""
    if pairs and pairs[-1][1] is None:
        pairs[-1] = (pairs[-1][0], amounts[0])
        return []
    return amounts


def _distinct(pairs: _Pairs) -> _Pairs:
    """One entry a fuel: the first with a quantity; fuels only talked about fall out when others are ordered."""
    best: dict[str, tuple[_Product, Amount | None]] = {}
    for product, amount in pairs:
        held = best.get(product.name)
        if held is None or _sureness(amount) > _sureness(held[1]):
            best[product.name] = (product, amount)
    ordered = [pair for pair in best.values() if pair[1] is not None]
    return sorted(ordered or best.values(), key=lambda pair: pair[0].start)


def _sureness(amount: Amount | None) -> float:
    return amount.confidence if amount else 0.0


def _marks(pairs: _Pairs, every: _Pairs, above: str, left: Sequence[str]) -> Iterator[Mark]:
    for place, (product, amount) in enumerate(pairs):
        path = f"fuelSpecifications[{place}]"
        yield Mark(f"{path}.fuelType", product.name, product.start, product.end, 0.9 if amount else 0.6)
        if product.grade:
            yield Mark(f"{path}.grade", product.grade, product.start, product.end, 0.9)
        if amount:
            others = (one for named, one in every if named.name == product.name and one and one.end <= len(above))
            other = next((above[one.start : one.end] for one in others if one.text != amount.text), "")
            notes = (
                f"“{other}” of it in the message too" if other else "",
                f"“{left[0]}” in the message is not applied" if left and not amount.typed else "",
                "no unit in the message, tonnes assumed" if amount.is_bare else "",
            )
            where = (amount.start, amount.end, amount.confidence)
            yield Mark(f"{path}.quantityRange", amount.text, *where, "; ".join(filter(None, notes)), amount.typed)


def _products(line: str, offset: int) -> Iterator[_Product]:
    matches = list(_PRODUCT.finditer(line))
    named = [match for match in matches if not match["iso"]]
    # `IFO380 HSFO 700 mt` names one fuel twice.
    named = [one for place, one in enumerate(named) if place == 0 or not _is_same(named[place - 1], one, line)]
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


_BETWEEN_NAMES = re.compile(r"[ /(,-]*(?:\d{3} ?(?:cst)?)?[ /(,-]*")


def _is_same(former: re.Match[str], match: re.Match[str], line: str) -> bool:
    """Whether two words beside each other name the same fuel."""
    kinds = [[n for n in range(len(_PRODUCTS)) if one[f"p{n}"]] for one in (former, match)]
    is_one = kinds[0] == kinds[1] and not match["bio"] and not match["bare"]
    return is_one and _BETWEEN_NAMES.fullmatch(line, former.end(), match.start()) is not None


_TYPES = {"dma": "MGO", "dmz": "MGO", "dmb": "MDO", "dmx": "MGO"}


def _paired(products: list[_Product], amounts: list[Amount]) -> Iterator[tuple[_Product, Amount | None]]:
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
