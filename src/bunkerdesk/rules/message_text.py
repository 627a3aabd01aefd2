"""What the readers of a pasted message share: marks with their place in the text, and folding that keeps places."""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Mark:
    """A piece of a message that was recognised: `text[start:end]` fills `field` with `value`.

    Moments are ISO 8601: with the offset where it is known, else the wall clock, else only the day.
    """

    field: str
    value: str
    start: int
    end: int
    confidence: float
    """From 0 to 1: how sure the rule is, by label, check digit and place in the message."""
    note: str = ""
    """What was assumed, to be said beside the value: `year 2026 assumed`."""
    typed: tuple[str, ...] = ()
    """A quantity as a person types it where the value says less: with its tolerance; two where that is open."""


@lru_cache(maxsize=4096)
def _plain(letter: str) -> str:
    if letter.isspace() and letter != "\n":
        return " "
    if letter in "–—−‑‐":
        return "-"
    if letter in "’‘´`":
        return "'"
    if "！" <= letter <= "～":
        return chr(ord(letter) - ord("！") + ord("!")).lower()
    folded = unicodedata.normalize("NFD", letter)[0].lower()
    return folded if len(folded) == 1 else letter


def flat(text: str) -> str:
    """Lower case without accents, letter for letter, so that places in it are places in the text."""
    if text.isascii():
        return text.replace("\t", " ").replace("\r", " ").lower()
    return "".join(map(_plain, text))
