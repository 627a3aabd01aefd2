"""Copies of a nomination side by side, field by field, in words. No Qt."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from bunkerdesk.contract import jsontext
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.desk.comparing import Changed, Difference, two_way
from bunkerdesk.desk.editing_kinds import EditKind
from bunkerdesk.desk.editing_paths import MISSING, path_text
from bunkerdesk.models.editor_readings import moment_of
from bunkerdesk.rules import wording

NOTHING = "nothing"
_SAYS = {
    Changed.MINE: "Changed here",
    Changed.THEIRS: "Changed on the service",
    Changed.BOTH: "Changed by both",
    Changed.SAME: "Changed alike",
}


@dataclass(frozen=True, slots=True)
class Compared:
    """One field in the copies; `choice` is what holds unless chosen otherwise, empty where a person has to choose."""

    path: str
    words: str
    base: str
    mine: str
    theirs: str
    says: str
    choice: str
    can_choose: bool


def compared(differences: Sequence[Difference], today: date) -> list[Compared]:
    """The lines of a comparison: what a person has to choose first."""
    lines = [
        Compared(
            path=one.path,
            words=one.words,
            base=value_words(one.steps, one.base, today),
            mine=value_words(one.steps, one.mine, today),
            theirs=value_words(one.steps, one.theirs, today),
            says=_SAYS[one.kind],
            choice="" if one.kind is Changed.BOTH else "theirs" if one.kind is Changed.THEIRS else "mine",
            can_choose=one.kind is not Changed.SAME,
        )
        for one in differences
    ]
    return sorted(lines, key=lambda line: bool(line.choice))


def side_by_side(mine: JsonObject, other: JsonObject, kind: EditKind, today: date) -> list[Compared]:
    """This document beside another nomination."""
    return [
        Compared(
            one.path,
            one.words,
            "",
            value_words(one.steps, one.mine, today),
            value_words(one.steps, one.theirs, today),
            "",
            "mine",
            can_choose=False,
        )
        for one in two_way(other, mine, kind)
    ]


def value_words(steps: Sequence[str | int], value: Any, today: date) -> str:
    """A value as a desk reads it; objects and lists as short JSON."""
    if value is MISSING or value is None:
        return NOTHING
    name = next((step for step in reversed(steps) if isinstance(step, str)), path_text(tuple(steps)))
    moment = moment_of(value) if isinstance(value, str) and len(value) > len("2026-11-21") else None
    if moment is not None:
        return " ".join(wording.port_time(moment, today))
    say: Callable[[Any], str] = str
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and name.endswith("InMinutes"):
        say = wording.duration
    elif isinstance(value, dict | list):
        say = _short_json
    elif isinstance(value, str):
        return wording.word_or_text(name, value)
    elif not name.casefold().endswith(("imo", "mmsi")):
        say = wording.number
    return say(value)


def _short_json(value: Any) -> str:
    text = jsontext.write(value).decode()
    return text if len(text) <= 160 else f"{text[:159]}…"
