"""Names of saved files from a pattern such as `{port}/{date:%Y-%m}/{reference} {vessel}.pdf`.

Whatever a service puts into a field, the result is a plain path below the folder that every platform takes: no
field makes a folder, no part is a device, hidden, reversed or too long. Two names never differ by case alone.
"""

import re
import string
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from pathlib import PurePosixPath

from bunkerdesk.desk.problems import KnownProblem, Problem

DEFAULT_PATTERN = "{port}/{date:%Y-%m}/{reference} {vessel}.pdf"
DOCUMENT_PATTERN = "{port}/{date:%Y-%m}/{reference} {vessel}/{type} {name}.{ext}"

LONGEST_PART = 120
"""UTF-16 units of one part; Windows counts these."""
LONGEST_PATH = 200
"""UTF-16 units of the whole path below the folder: with the folder it must stay below 260 on Windows."""
MOST_BYTES = 240
"""UTF-8 bytes of one part; Linux takes 255."""
_MOST_PARTS = 6
_LEAST_PART = 16
_LONGEST_PATTERN = 400

UNKNOWN_ENDING = "dat"
ENDINGS = frozenset(
    {"pdf", "jpg", "jpeg", "png", "gif", "tif", "tiff", "bmp", "webp", "heic", "txt", "csv", "xml", "json", "zip"}
    | {"doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "rtf", "eml", "msg"}
)
"""Endings that a document may keep; any other could make a program of it."""


@dataclass(frozen=True, slots=True)
class NameFacts:
    """What a pattern may say; `date` is the delivery's, on the port's clock."""

    reference: str = ""
    vessel: str = ""
    imo: str = ""
    port: str = ""
    port_name: str = ""
    date: datetime | None = None
    type: str = ""
    name: str = ""
    """The document's own name without its ending."""
    fuel: str = ""
    number: str = ""
    """Numbers of the delivery notes."""
    supplier: str = ""
    receiver: str = ""
    status: str = ""
    ext: str = "pdf"


FIELDS = tuple(field.name for field in fields(NameFacts))

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_CODES: Mapping[str, Callable[[datetime], str]] = {
    "Y": lambda day: f"{day.year:04}",
    "y": lambda day: f"{day.year % 100:02}",
    "m": lambda day: f"{day.month:02}",
    "b": lambda day: _MONTHS[day.month - 1],
    "d": lambda day: f"{day.day:02}",
    "H": lambda day: f"{day.hour:02}",
    "M": lambda day: f"{day.minute:02}",
    "j": lambda day: f"{day.timetuple().tm_yday:03}",
    "G": lambda day: f"{day.isocalendar().year:04}",
    "V": lambda day: f"{day.isocalendar().week:02}",
    "%": lambda _: "%",
}
"""Without `strftime`: its words and its codes differ from one computer to the next."""


class BadPattern(KnownProblem):
    """A pattern that cannot be used, in one sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__(
            Problem(
                title="The name pattern cannot be used",
                happened=sentence,
                safe="Nothing was downloaded.",
                todo=f"Fields are {', '.join(FIELDS)}.",
            )
        )


class NamePattern:
    """A checked pattern; `/` parts folders."""

    def __init__(self, text: str) -> None:
        """Raises `BadPattern`."""
        self.text = text
        self._parts = _parsed(text)

    @property
    def fields(self) -> frozenset[str]:
        """The fields it uses."""
        return frozenset(name for part in self._parts for _, name, _ in part if name)

    def path(self, facts: NameFacts) -> PurePosixPath:
        """The path below the folder, at least one part long."""
        parts = [_filled(part, facts) for part in self._parts]
        *folders, last = parts
        stem, ending = _with_ending(last, facts.ext)
        safe = [safe_part(folder) for folder in folders]
        return PurePosixPath(*_shortened([*safe, safe_part(stem, ending)], ending))


def _parsed(text: str) -> list[list[tuple[str, str, str]]]:
    """Parts as lists of (literal, field, format)."""
    if len(text) > _LONGEST_PATTERN:
        raise BadPattern(f"The pattern is longer than {_LONGEST_PATTERN} characters.")
    parts: list[list[tuple[str, str, str]]] = [[]]
    try:
        pieces = list(string.Formatter().parse(text))
    except ValueError:
        raise BadPattern("A brace { or } in the pattern has no partner.") from None
    for literal, name, form, conversion in pieces:
        first, *others = re.split(r"[/\\]", literal)
        parts[-1].append((first, "", ""))
        parts += [[(other, "", "")] for other in others]
        if name is not None:
            _check_field(name, form or "", conversion)
            parts[-1].append(("", name, form or ""))
    kept = [part for part in parts if any(literal.strip(" .") or name for literal, name, _ in part)]
    if not kept:
        raise BadPattern("The pattern is empty.")
    if len(kept) > _MOST_PARTS:
        raise BadPattern(f"The pattern makes more than {_MOST_PARTS - 1} folders in one another.")
    if kept[-1] is not parts[-1]:
        raise BadPattern("The pattern ends with a folder: the name of the file is missing.")
    return kept


def _check_field(name: str, form: str, conversion: str | None) -> None:
    if name not in FIELDS:
        raise BadPattern(f"“{name}” is no field." if name else "A field between braces has no name.")
    if conversion:
        raise BadPattern(f"“!{conversion}” has no meaning in a name pattern.")
    if form and name != "date":
        raise BadPattern(f"Only date takes a format; “{name}:{form}” cannot be used.")
    unknown = [code for code in re.findall(r"%(.?)", form) if code not in _CODES]
    if unknown:
        codes = " ".join(f"%{code}" for code in _CODES)
        raise BadPattern(f"“%{unknown[0]}” is no part of a date: {codes} are.")
    if "/" in form or "\\" in form:
        raise BadPattern("A date cannot make folders by itself: write {date:%Y}/{date:%m}.")


def _filled(part: Iterable[tuple[str, str, str]], facts: NameFacts) -> str:
    return "".join(literal or (_value(facts, name, form) if name else "") for literal, name, form in part)


def _value(facts: NameFacts, name: str, form: str) -> str:
    value = getattr(facts, name)
    if isinstance(value, datetime):
        return re.sub(r"%(.)", lambda code: _CODES[code[1]](value), form or "%Y-%m-%d")
    text = str(value or "").replace("/", "_").replace("\\", "_").strip()
    return text or f"no {name.replace('_', ' ')}"


def ending_of(document_name: str | None) -> str:
    """The ending a document may be saved with; empty where its name has none, `dat` for one that may not be."""
    stem, dot, ending = (document_name or "").strip(" .").rpartition(".")
    ending = ending.strip().lower()
    if not dot or not stem or not ending or len(ending) > 5 or not ending.isascii() or not ending.isalnum():
        return ""
    return ending if ending in ENDINGS else UNKNOWN_ENDING


def stem_of(document_name: str | None) -> str:
    """A document's name without its ending."""
    name = (document_name or "").strip(" .")
    return name.rpartition(".")[0] if ending_of(name) else name


def _with_ending(last: str, true_ending: str) -> tuple[str, str]:
    """Stem and ending: the file's own, whatever the pattern ends with; a picture is never called `.pdf`."""
    ending = re.sub(r"[^a-z0-9]", "", true_ending.lower())[:5] or UNKNOWN_ENDING
    stem, dot, given = last.rpartition(".")
    if dot and given.lower() in ENDINGS | {UNKNOWN_ENDING, ending}:
        return stem, ending
    return last, ending


_SEPARATORS_AND_WILDCARDS = re.compile(r'[<>:"/\\|?*\x7f]')
_RESERVED = re.compile(r"(?i)(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\s*(?:\.|$))")
_LEADING = re.compile(r"^[\s.~$=+@-]+")


def safe_part(text: str, ending: str = "") -> str:
    """One part of a path that Windows, macOS and Linux take as a plain, visible name."""
    plain = unicodedata.normalize("NFC", "".join(map(_safe_letter, text)))
    plain = _SEPARATORS_AND_WILDCARDS.sub("_", plain)
    # A leading sign makes a hidden file, an option of a command or a formula of what is only a name.
    plain = _LEADING.sub("", " ".join(plain.split())).rstrip(" .") or "_"
    if _RESERVED.match(plain):
        plain = f"_{plain}"
    return _cut(plain, ending, LONGEST_PART)


def _safe_letter(letter: str) -> str:
    category = unicodedata.category(letter)
    if category in ("Cf", "Cs"):  # reversing and invisible signs, halves of pairs
        return ""
    if category in ("Zs", "Zl", "Zp"):
        return " "
    return "_" if category == "Cc" else letter


def _cut(stem: str, ending: str, longest: int) -> str:
    """Stem and ending within the lengths, cut between letters."""
    tail = f".{ending}" if ending else ""
    while units(stem) + len(tail) > longest or len(stem.encode()) + len(tail) > MOST_BYTES:
        stem = stem[:-1]
    return f"{stem.rstrip(' .') or '_'}{tail}"


def units(text: str) -> int:
    """UTF-16 units, as Windows counts."""
    return len(text.encode("utf-16-le")) // 2


def _shortened(parts: list[str], ending: str) -> list[str]:
    """Take from the longest part until the path is short enough."""
    while sum(map(units, parts)) + len(parts) - 1 > LONGEST_PATH:
        place = max(range(len(parts)), key=lambda number: units(parts[number]))
        tail = ending if place == len(parts) - 1 else ""
        stem = parts[place].removesuffix(f".{tail}") if tail else parts[place]
        parts[place] = _cut(stem, tail, max(units(parts[place]) - 8, _LEAST_PART))
    return parts
