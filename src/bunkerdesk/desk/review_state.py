"""A review as a person works on it and signs it: what is kept, and what has changed since the signature."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from decimal import Decimal
from enum import StrEnum, auto
from typing import Any

from bunkerdesk.contract import jsontext
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.rules import wording
from bunkerdesk.rules.notes.registry import Report

DEEPEST = 24


class Verdict(StrEnum):
    """What a surveyor says of a delivery."""

    ACCEPT = auto()
    REMARK = auto()
    PROTEST = auto()


VERDICT_WORDS = {
    Verdict.ACCEPT: "Accepted",
    Verdict.REMARK: "Accepted with remarks",
    Verdict.PROTEST: "Protested",
}


@dataclass(frozen=True)
class SignOff:
    """A signature with everything it was about: the data as received, the files' hashes, what was found."""

    verdict: Verdict
    reviewer: str
    at: datetime
    remark: str = ""
    operation: JsonObject = field(default_factory=dict)
    nominations: tuple[JsonObject, ...] = ()
    hashes: Mapping[str, str] = field(default_factory=dict)
    """SHA-256 by document id."""
    findings: tuple[JsonObject, ...] = ()
    """`rule`, `note`, `severity`, `finding`, `source` as they stood."""


@dataclass(frozen=True, slots=True)
class Reopening:
    """A signature that was taken back."""

    at: datetime
    by: str
    reason: str
    verdict: str


@dataclass(frozen=True, slots=True)
class PaperSaid:
    """What a note's paper said of its figures when it was read: only those that differ."""

    document_id: str
    sha256: str
    figures: str
    """The digest of the note's figures it was held against."""
    differs: tuple[tuple[str, str], ...] = ()
    """(JSON path in the note, what the paper says in words)."""


@dataclass(frozen=True)
class Review:
    """What a person has said of one operation; `edition` is that of ISO 8217 agreed on for its nomination.

    `papers` is what the program read itself: by the place of the note, what its paper says otherwise.
    """

    edition: str = ""
    has_scrubber: bool | None = None
    ticked: frozenset[str] = frozenset()
    """Keys of checklist lines that are done."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """A person's words by the key of a finding."""
    typed: Mapping[str, str] = field(default_factory=dict)
    """Words that stand in a finding's field and were not left yet; what a crash must not take."""
    sign_off: SignOff | None = None
    reopened: tuple[Reopening, ...] = ()
    papers: Mapping[str, PaperSaid] = field(default_factory=dict)

    @property
    def is_signed(self) -> bool:
        """Whether it stands frozen."""
        return self.sign_off is not None

    def with_tick(self, key: str, *, is_ticked: bool) -> "Review":
        """A checklist line done, or not."""
        return replace(self, ticked=self.ticked | {key} if is_ticked else self.ticked - {key})

    def with_note(self, key: str, text: str) -> "Review":
        """A note on a finding; an empty text takes it away."""
        kept = {name: words for name, words in self.notes.items() if name != key}
        typed = {name: words for name, words in self.typed.items() if name != key}
        return replace(self, notes=kept | {key: text} if text.strip() else kept, typed=typed)

    def with_typed(self, key: str, text: str) -> "Review":
        """What stands in the field of a finding's note; nothing to keep where that is the note."""
        kept = {name: words for name, words in self.typed.items() if name != key}
        return replace(self, typed=kept if text.strip() == self.notes.get(key, "") else kept | {key: text})

    def to_json(self) -> bytes:
        """For the store."""
        return jsontext.write(
            {
                "edition": self.edition,
                "hasScrubber": self.has_scrubber,
                "ticked": sorted(self.ticked),
                "notes": dict(self.notes),
                "typed": dict(self.typed),
                "signOff": _sign_off_object(self.sign_off),
                "reopened": [
                    {"at": item.at.isoformat(), "by": item.by, "reason": item.reason, "verdict": item.verdict}
                    for item in self.reopened
                ],
                "papers": {place: _paper_object(said) for place, said in self.papers.items()},
            }
        )

    @classmethod
    def read(cls, content: bytes) -> "Review":
        """Read from the store; what is not readable is left out, a later version's additions with it."""
        try:
            given = jsontext.parse(content)
        except jsontext.MalformedJson:
            return cls()
        fields = given if isinstance(given, dict) else {}
        scrubber = fields.get("hasScrubber")
        return cls(
            _text(fields.get("edition")),
            scrubber if isinstance(scrubber, bool) else None,
            frozenset(item for item in _list(fields.get("ticked")) if isinstance(item, str)),
            _texts(fields.get("notes")),
            _texts(fields.get("typed")),
            _sign_off(fields.get("signOff")),
            tuple(_reopening(item) for item in _list(fields.get("reopened")) if isinstance(item, dict)),
            {place: _paper(said) for place, said in _object(fields.get("papers")).items() if isinstance(said, dict)},
        )


def _paper_object(said: PaperSaid) -> JsonObject:
    differs = [list(pair) for pair in said.differs]
    return {"document": said.document_id, "sha256": said.sha256, "figures": said.figures, "differs": differs}


def _paper(fields: JsonObject) -> PaperSaid:
    pairs = [pair for pair in _list(fields.get("differs")) if isinstance(pair, list) and len(pair) == 2]
    return PaperSaid(
        _text(fields.get("document")),
        _text(fields.get("sha256")),
        _text(fields.get("figures")),
        tuple((_text(path), _text(words)) for path, words in pairs),
    )


def _sign_off_object(signed: SignOff | None) -> JsonObject | None:
    if signed is None:
        return None
    return {
        "verdict": signed.verdict.value,
        "reviewer": signed.reviewer,
        "at": signed.at.isoformat(),
        "remark": signed.remark,
        "operation": signed.operation,
        "nominations": list(signed.nominations),
        "hashes": dict(signed.hashes),
        "findings": list(signed.findings),
    }


def _sign_off(given: object) -> SignOff | None:
    fields = _object(given)
    verdict = fields.get("verdict")
    if not isinstance(verdict, str) or verdict not in Verdict._value2member_map_:
        return None
    return SignOff(
        Verdict(verdict),
        _text(fields.get("reviewer")),
        _moment(fields.get("at")),
        _text(fields.get("remark")),
        _object(fields.get("operation")),
        tuple(_object(item) for item in _list(fields.get("nominations"))),
        _texts(fields.get("hashes")),
        tuple(_object(item) for item in _list(fields.get("findings"))),
    )


def _reopening(fields: Mapping[str, Any]) -> Reopening:
    return Reopening(
        _moment(fields.get("at")), _text(fields.get("by")), _text(fields.get("reason")), _text(fields.get("verdict"))
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _object(value: object) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _texts(value: object) -> dict[str, str]:
    return {key: text for key, text in _object(value).items() if isinstance(text, str)}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _moment(value: object) -> datetime:
    try:
        return datetime.fromisoformat(_text(value))
    except ValueError:
        return datetime.fromtimestamp(0, UTC)


@dataclass(frozen=True, slots=True)
class Later:
    """A field that is not what it was at the signature; both sides in words, empty where there was nothing."""

    path: str
    words: str
    before: str
    after: str


def later_changes(signed: SignOff, operation: JsonObject, nominations: list[JsonObject]) -> list[Later]:
    """What the service says otherwise than at the signature, field by field."""
    former, given = signed.operation, operation
    found = list(_differences("", _without_documents(former), _without_documents(given)))
    found += _document_changes(former.get(_DOCUMENTS), given.get(_DOCUMENTS))
    for place in range(max(len(signed.nominations), len(nominations))):
        before = signed.nominations[place] if place < len(signed.nominations) else {}
        after = nominations[place] if place < len(nominations) else {}
        found += [replace(item, words=f"Nomination: {item.words}") for item in _differences("", before, after)]
    return found


_DOCUMENTS = "documentReferences"


def _without_documents(fields: JsonObject) -> JsonObject:
    return {name: value for name, value in fields.items() if name != _DOCUMENTS}


def _document_changes(before: object, after: object) -> Iterator[Later]:
    """Documents that came, went, or are named otherwise: told by their id, wherever they stand in the list."""
    former, given = _by_id(before), _by_id(after)
    for key in dict.fromkeys((*former, *given)):
        one, other = former.get(key), given.get(key)
        named = one or other or {}
        words = f"Document “{_text(named.get('documentName')) or key}”"
        kind = wording.word("documentType", _text(named.get("documentType")))
        if one is None or other is None:
            is_new = one is None
            yield Later(f"document:{key}", words, "" if is_new else kind, f"added: {kind}" if is_new else "removed")
            continue
        for item in _differences("", one, other):
            yield replace(item, path=f"document:{key}.{item.path}", words=f"{words} {item.words.lower()}")


def _by_id(documents: object) -> dict[str, JsonObject]:
    listed = [item for item in _list(documents) if isinstance(item, dict)]
    return {_text(item.get("documentId")) or f"[{place}]": item for place, item in enumerate(listed)}


def changed_files(signed: SignOff, hashes: Mapping[str, str], names: Mapping[str, str]) -> list[Later]:
    """Files that have another content than at the signature; documents that came or went are told by the data."""
    found: list[Later] = []
    for key, after in hashes.items():
        before = signed.hashes.get(key, "")
        if before and before != after:
            name = names.get(key, key)
            found.append(Later(f"file:{key}", f"File “{name}”", f"SHA-256 {before[:12]}…", f"SHA-256 {after[:12]}…"))
    return found


def _differences(path: str, before: object, after: object, depth: int = 0) -> Iterator[Later]:
    if jsontext.same_meaning(before, after):
        return
    one, other = _parts(before), _parts(after)
    is_alike = isinstance(before, dict | list) and type(before) is type(after) and not _is_measurement(before)
    if depth >= DEEPEST or not (is_alike or (not path and one is not None)):
        yield Later(path, wording.field_words(path) or "Operation", _words(before), _words(after))
        return
    for name in dict.fromkeys((*(one or {}), *(other or {}))):
        inner = f"{path}{name}" if name.startswith("[") or not path else f"{path}.{name}"
        yield from _differences(inner, (one or {}).get(name), (other or {}).get(name), depth + 1)


def _is_measurement(value: object) -> bool:
    return isinstance(value, dict) and "value" in value and value.keys() <= {"value", "unit"}


def _parts(value: object) -> dict[str, object] | None:
    if isinstance(value, dict):
        return {str(name): item for name, item in value.items()}
    if isinstance(value, list):
        return {f"[{place}]": item for place, item in enumerate(value)}
    return None


def _words(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case int() | Decimal():
            return wording.number(value)
        case dict() if "value" in value and len(value) <= 2:
            return " ".join(filter(None, (_words(value.get("value")), _words(value.get("unit")))))
        case dict() | list():
            return jsontext.write(value).decode()[:200]
        case _:
            return str(value)[:400]


def finding_keys(report: Report) -> list[str]:
    """A key for each of the report's findings, in their order; the same when figures change.

    Built from rule, note and fields, so that a person's words stay with the finding they were written on.
    """
    notes = {id(finding): one.note_index for one in report.judgements for finding in one.findings}
    counts: dict[str, int] = {}
    keys: list[str] = []
    for finding in report.findings:
        # Papers have no field of their own: they are told apart by their name, with which the sentence begins.
        paper = finding.sentence.partition(" is missing")[0] if finding.places == ("documentReferences",) else ""
        base = f"{finding.rule}|{notes.get(id(finding))}|{','.join(finding.places)}|{paper}".rstrip("|")
        counts[base] = counts.get(base, 0) + 1
        keys.append(base if counts[base] == 1 else f"{base}|{counts[base]}")
    return keys
