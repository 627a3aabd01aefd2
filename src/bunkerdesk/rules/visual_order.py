"""Arabic and Hebrew for a printer that sets letter after letter from left to right.

The screen does this by itself; a PDF page wants the letters in the order and the joined forms in which they are seen.
"""

import unicodedata
from functools import cache
from itertools import groupby

_FORMS = (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFF00))
_RIGHT_TO_LEFT = frozenset({"R", "AL"})
_LAM, _ALEFS = "\u0644", frozenset("\u0622\u0623\u0625\u0627")


def visual(text: str) -> str:
    """The text as a page shows it; as it is where nothing in it runs from right to left."""
    if text.isascii() or not any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in text):
        return text
    runs = _runs(_joined(text))
    first = next((is_back for is_back, run in runs if is_back is not None), False)
    settled = _settled(runs, bool(first))
    shown = [_reversed(run) if is_back else run for is_back, run in settled]
    return "".join(reversed(shown) if first else shown)


@cache
def _table() -> tuple[dict[tuple[str, str], str], dict[tuple[str, str], str]]:
    """Joined forms by (letter, form), and of lam with an alef by (alef, form)."""
    single: dict[tuple[str, str], str] = {}
    pairs: dict[tuple[str, str], str] = {}
    for code in _FORMS:
        form, _, letters = unicodedata.decomposition(chr(code)).partition(" ")
        base = "".join(chr(int(letter, 16)) for letter in letters.split())
        if len(base) == 1:
            single.setdefault((base, form.strip("<>")), chr(code))
        elif len(base) == 2 and base[0] == _LAM and base[1] in _ALEFS and form in ("<isolated>", "<final>"):
            pairs.setdefault((base[1], form.strip("<>")), chr(code))
    return single, pairs


def _joined(text: str) -> str:
    """Each letter in the form that its neighbours ask for."""
    single, pairs = _table()
    letters = [
        letter for letter in text if unicodedata.category(letter) != "Mn"
    ]  # vowel marks have no room of their own
    shown: list[str] = []
    place = 0
    while place < len(letters):
        letter = letters[place]
        after = letters[place + 1] if place + 1 < len(letters) else ""
        joins_back = place > 0 and (letters[place - 1], "initial") in single and (letter, "final") in single
        if letter == _LAM and (after, "isolated") in pairs:
            shown.append(pairs[after, "final" if joins_back else "isolated"])
            place += 2
            continue
        joins_on = (letter, "initial") in single and (after, "final") in single
        form = {(True, True): "medial", (True, False): "final", (False, True): "initial"}.get((joins_back, joins_on))
        shown.append(single.get((letter, form or "isolated"), letter))
        place += 1
    return "".join(shown)


def _runs(text: str) -> list[tuple[bool | None, str]]:
    """Stretches that run back, forth, or neither (None)."""

    def way(letter: str) -> bool | None:
        kind = unicodedata.bidirectional(letter)
        return True if kind in _RIGHT_TO_LEFT else False if kind in ("L", "EN", "AN") else None

    return [(is_back, "".join(run)) for is_back, run in groupby(text, way)]


def _settled(runs: list[tuple[bool | None, str]], base: bool) -> list[tuple[bool, str]]:
    """Blanks and signs go with both neighbours where those agree, else with the whole text."""
    settled: list[tuple[bool, str]] = []
    for place, (is_back, run) in enumerate(runs):
        before = runs[place - 1][0] if place else base
        after = runs[place + 1][0] if place + 1 < len(runs) else base
        way = is_back if is_back is not None else (bool(before) if before == after else base)
        if settled and settled[-1][0] == way:
            settled[-1] = (way, settled[-1][1] + run)
        else:
            settled.append((way, run))
    return settled


_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


def _reversed(run: str) -> str:
    return run[::-1].translate(_MIRRORED)
