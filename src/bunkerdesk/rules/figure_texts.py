"""Texts that state a figure, read word by word: `<0.10`, `min 60`, `NMT 0.50`, `measured at or above 70 °C`.

Every word of such a text must be understood. A text with a word that is not says more than its number alone, so it
states no figure: `~0.48` is not 0.48, and `＜60` not 60.
"""

import html
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

LONGEST = 120
_NUMBER = r"(?:\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:\.\d{3})+,\d+|\d+(?:[.,]\d+)?|[.,]\d+)"
_FOLDED = str.maketrans(
    {"º": "°", "−": "-", "–": "-", "—": "-", "‒": "-", "‐": "-", "‑": "-", "_": " ", "⩽": "≤", "⩾": "≥"}
)


@dataclass(frozen=True, slots=True)
class Said:
    """What a text states: the ends (None is unbounded), whether they are open, and the unit words it carries."""

    low: Decimal | None
    high: Decimal | None
    is_low_open: bool = False
    is_high_open: bool = False
    units: frozenset[str] = frozenset()


def folded(text: str) -> str:
    """A text in one spelling: full-width signs, HTML entities, superscripts, dashes, case and blanks made alike."""
    plain = unicodedata.normalize("NFKC", html.unescape(text).translate(_FOLDED))
    return " ".join(plain.translate(_FOLDED).lower().split())


def number(text: str) -> Decimal | None:
    """A number as written on paper: decimal point or comma, thousands grouped; None when it is none."""
    text = text.strip()
    if not re.fullmatch(rf"[-+]?{_NUMBER}", text) or len(text) > 40:
        return None
    if "," in text and "." in text:
        thousands = "," if text.rfind(",") < text.rfind(".") else "."
        text = text.replace(thousands, "")
    return Decimal(text.replace(",", "."))


# In the order they are tried: "not more than" must not be read as "more than", nor "at or above" as "at".
_WORDS: tuple[tuple[str, str], ...] = (
    ("<=", r"[≤≦]|<\s*=|=\s*<|(?:shall |must )?not (?:be )?(?:more|higher|greater) than"
     r"|(?:shall |must )?not (?:be )?(?:above|over)|(?:shall |must )?not exceed(?:ing)?|does not exceed"
     r"|(?:no|never) (?:more|higher|greater) than|at (?:the )?most|up to|max(?:imum)?(?![a-z])\.?"
     r"|(?:at|equal to) or below"
     r"|below or equal to|less than or equal to|(?:and|or) (?:less|lower|below|under)\b"
     r"|n\.?m\.?t(?![a-z])\.?|lte(?![a-z])|le(?![a-z])"),
    (">=", r"[≥≧]|>\s*=|=\s*>|(?:shall |must )?not (?:be )?(?:less|lower) than|(?:shall |must )?not (?:be )?below"
     r"|(?:no|never) (?:less|lower) than|at (?:the )?least|min(?:imum)?(?![a-z])\.?|(?:at|equal to) or (?:above|over)"
     r"|above or equal to|greater than or equal to"
     r"|(?:and|or) (?:more|higher|above|over|greater)\b|n\.?l\.?t(?![a-z])\.?|gte(?![a-z])|ge(?![a-z])"),
    ("<", r"<|(?:less|lower|smaller) than|below\b|under\b|lt(?![a-z])\.?"),
    (">", r">|(?:more|greater|higher) than|above\b|over\b|exceed(?:s|ing)\b|gt(?![a-z])\.?"),
    ("±", r"±|\+\s*/\s*-"),
    ("method", r"\(?\b(?:iso|astm|ip|en|din|jis|gb/?t)[\s/-]*[a-z]?[\s-]*\d+(?:[:-]\d+)*"
     r"(?:,? (?:procedure|proc\.?|method) [a-c]\b)?\)?"),
    ("minus", r"minus\b"),
    ("number", rf"[-+]?{_NUMBER}(?:e[-+]?\d{{1,2}})?(?![\d.,]*\d|e[-+]?\d)"),
)  # fmt: skip
# What may stand around a figure and changes nothing about it.
_FILLER = (
    r"measured|determined|tested|found|result(?:s)?|value|reported|stated|actual|flash(?:[ -]?point)?|point|pour|fp"
    r"|sul(?:ph|f)ur|water|density|viscosity|kinematic|content|mass|volume|is|was|be|of|the|as|at|by|in|a|test|method"
    r"|closed|cup|pmcc|c\.?c\b\.?|pensky|martens"
)
_AFTER_FIGURE = (
    (
        "condition",
        re.compile(r"(?:\(\s*)?(?:@|at\b)\s*[-+]?\d+(?:[.,]\d+)?\s*(?:°\s*c?|deg(?:rees)?\.?\s*c|c)(?!\w)\s*\)?"),
    ),
    (">=", re.compile(r"\+(?!\s*[\d/])")),
    ("to", re.compile(rf"(?:-|\.\.+|to\b|and\b)(?=\s*[-+]?{_NUMBER})")),
)
_BEFORE_FIGURE = (("filler", re.compile(r"(?:between|from)\b")),)
_NOTHING = frozenset({"nil", "none", "zero"})
Token = tuple[str, str]


class Reader:
    """Reads texts; `unit_words` are the words of units, of which one may stand in a text."""

    def __init__(self, unit_words: Iterable[str]) -> None:
        longest_first = sorted({folded(word) for word in unit_words}, key=len, reverse=True)
        units = "|".join(re.escape(word) + (r"(?!\w)" if word[-1].isalnum() else "") for word in longest_first)
        kinds = [*_WORDS, ("unit", units), ("filler", rf"(?:{_FILLER})\b|[:;.,=()\[\]]")]
        self._scan = re.compile("|".join(f"(?P<k{place}>{pattern})" for place, (_, pattern) in enumerate(kinds)))
        self._kinds = [kind for kind, _ in kinds]

    def read(self, text: str) -> Said | None:
        """What a text states; None for one that states no figure, more than one, or something not understood."""
        plain = folded(text) if len(text) <= LONGEST else ""
        if plain in _NOTHING:
            return Said(Decimal(0), Decimal(0))
        tokens = self._tokens(plain)
        return _said(tokens) if tokens else None

    def _tokens(self, plain: str) -> list[Token] | None:
        """The meaningful words in order; None where one is not understood."""
        found: list[Token] = []
        place = 0
        while place < len(plain):
            if plain[place] == " ":
                place += 1
                continue
            kind, end = self._next(plain, place, any(kind == "number" for kind, _ in found))
            if end == place:
                return None
            if kind not in {"filler", "method", "condition"}:
                found.append((kind, plain[place:end]))
            place = end
        return found

    def _next(self, plain: str, place: int, is_after_figure: bool) -> tuple[str, int]:
        """The kind of the word at a place and where it ends; a place that does not move is not understood."""
        for kind, pattern in _AFTER_FIGURE if is_after_figure else _BEFORE_FIGURE:
            if found := pattern.match(plain, place):
                return kind, found.end()
        found = self._scan.match(plain, place)
        if found is None or found.lastgroup is None:
            return "", place
        return self._kinds[int(found.lastgroup[1:])], found.end()


def _said(tokens: list[Token]) -> Said | None:
    units = frozenset(text for kind, text in tokens if kind == "unit")
    signs = {kind for kind, _ in tokens if kind in {"<=", ">=", "<", ">"}}
    figures = [(kind, text) for kind, text in tokens if kind in {"number", "minus", "to", "±"}]
    shape = [kind for kind, _ in figures]
    values = [_value(text) for kind, text in figures if kind == "number"]
    if len(units) > 1 or len(signs) > 1 or not values or None in values:
        return None
    first, last = values[0] or Decimal(0), values[-1] or Decimal(0)
    match shape:
        case ["number"]:
            return _signed(first, next(iter(signs), "="), units)
        case ["minus", "number"]:
            return _signed(-first, next(iter(signs), "="), units) if first >= 0 else None
        case ["number", "to", "number"] if not signs:
            return Said(first, last, units=units) if first <= last else None
        case ["number", "±", "number"] if not signs and last >= 0:
            return Said(first - last, first + last, units=units)
        case _:
            return None


def _value(text: str) -> Decimal | None:
    """A figure, also one in powers of ten as programs write it: `4.8e-1`."""
    digits, _, power = text.partition("e")
    value = number(digits)
    return value if value is None or not power else value.scaleb(int(power))


def _signed(value: Decimal, sign: str, units: frozenset[str]) -> Said:
    low, high = (None if "<" in sign else value), (None if ">" in sign else value)
    return Said(low, high, is_low_open=sign == ">", is_high_open=sign == "<", units=units)
