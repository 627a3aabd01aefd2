"""Which fields a refusal speaks of, so that its text stands beside them in the editor."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

from bunkerdesk.contract.problem import Complaint, ProblemDetail
from bunkerdesk.contract.resource import Resource, wire_name
from bunkerdesk.desk.editing_bodies import UPSERTS, EditKind, rule_path
from bunkerdesk.desk.editing_paths import path_text, steps_of
from bunkerdesk.desk.editing_session import Refusal
from bunkerdesk.rules.field_names import field_words


def refusals_of(kind: EditKind, problem: ProblemDetail | None, sentence: str) -> tuple[Refusal, ...]:
    """The service's text beside each field it names; with an empty path where it names none.

    Services that list their complaints field by field are understood too.
    """
    if problem and problem.complaints:
        return tuple(refusal for complaint in problem.complaints for refusal in _listed(kind, complaint))
    text = (problem.sentence or problem.title if problem else None) or sentence
    return tuple(Refusal(path, text) for path in fields_named(kind, text)) or (Refusal("", text),)


def _listed(kind: EditKind, complaint: Complaint) -> Iterator[Refusal]:
    for path in fields_named(kind, complaint.place) or fields_named(kind, complaint.text) or ("",):
        yield Refusal(path, complaint.text)


def fields_named(kind: EditKind, text: str) -> tuple[str, ...]:
    """The fields of an upsert named in a text: by path, by camelCase name, or by the words of the field."""
    rest = text.replace("[", ".").replace("]", "")
    found: dict[str, None] = {}
    for place in re.findall(r"\w+(?:\.\w+)+", rest):
        if _general(place) in _paths(kind):
            found[place] = None
        rest = rest.replace(place, " ")
    for name in re.findall(r"\b[a-z]+(?:[A-Z][A-Za-z]*)+\b", rest):
        path = _path_of_name(kind, name, text)
        if path:
            found[path] = None
            rest = re.sub(rf"\b{name}\b", " ", rest)
    for path, words in _spoken(kind):
        changed = re.sub(rf"(?<!\w){re.escape(words)}(?!\w)", " ", rest, flags=re.IGNORECASE)
        if changed != rest:
            found[path] = None
            rest = changed
    return tuple(found)


def _path_of_name(kind: EditKind, name: str, text: str) -> str | None:
    """The path of a bare name; of several the one whose section the text names too."""
    paths = sorted(path for path in _paths(kind) if path.rpartition(".")[2] == name)
    sections = [path for path in paths if re.search(rf"\b{re.escape(path.partition('.')[0])}\b", text)]
    if name in paths:
        return name
    chosen = paths if len(paths) == 1 else sections
    return chosen[0] if len(chosen) == 1 else None


@cache
def _spoken(kind: EditKind) -> tuple[tuple[str, str], ...]:
    """Path and words of each field that holds no others and has more than one word; the longest words first."""
    inner = [path for path in _paths(kind) if not any(other.startswith(f"{path}.") for other in _paths(kind))]
    pairs = [(path, field_words(rule_path(kind, path))) for path in inner]
    several = [(path, words) for path, words in pairs if " " in words]
    return tuple(sorted(several, key=lambda pair: (-len(pair[1]), pair[0])))


def _general(place: str) -> str:
    return path_text(tuple(0 if isinstance(step, int) else step for step in steps_of(place)))


@cache
def _paths(kind: EditKind) -> frozenset[str]:
    """Every path of an upsert; items of lists as number 0."""
    return frozenset(_paths_of(UPSERTS[kind]))


def _paths_of(model: type[Resource]) -> Iterator[str]:
    for name, field in model.model_fields.items():
        path = field.alias or wire_name(name)
        yield path
        for part in get_args(field.annotation):
            inner = _resource(part)
            if inner:
                yield from (f"{path}.{deeper}" for deeper in _paths_of(inner))
            for item in filter(None, map(_resource, get_args(part))):
                yield from (f"{path}.0.{deeper}" for deeper in _paths_of(item))


def _resource(part: Any) -> type[Resource] | None:
    return part if isinstance(part, type) and issubclass(part, Resource) else None
