"""Rules on the papers of an operation: B20, B21, B22 and B26. They look at the whole operation."""

from bunkerdesk.contract.delivery_note import ConventionalNote, LngNote
from bunkerdesk.contract.enums import DocumentType
from bunkerdesk.contract.operation import DocumentReference
from bunkerdesk.rules import wording
from bunkerdesk.rules.findings import Finding
from bunkerdesk.rules.notes.case import Case, FileFacts
from bunkerdesk.rules.notes.matrix import METERED_PORTS, SINGAPORE, Required, needed_for
from bunkerdesk.rules.notes.outcomes import ERROR, WARNING, Judged, judged, missing, not_applicable
from bunkerdesk.rules.notes.parties import NO_TANKER, is_singapore

_DOCUMENTS = "documentReferences"
_SINGAPORE_KINDS = frozenset(kind for kind, _ in SINGAPORE)


def b20_protest(case: Case) -> Judged:
    """A note says that a note of protest was issued exactly when there is one among the documents."""
    flags = [getattr(note, "is_note_of_protest_issued", None) for note in case.notes]
    papers = case.documents(DocumentType.NOTE_OF_PROTEST)
    if not case.notes:
        return not_applicable("there is no note yet")
    if all(isinstance(note, LngNote) for note in case.notes):
        return not_applicable("LNG notes do not say whether a protest was issued")
    if all(flag is None for flag in flags) and not papers:
        return missing("no note states whether a protest was issued")
    found: list[Finding] = []
    for one, flag in zip(case.of_every_note(), flags, strict=True):
        if flag and not one.documents(DocumentType.NOTE_OF_PROTEST, for_note=True):
            found.append(_protest(one, "{} says that a note of protest was issued, but there is no such document"))
        elif not flag and isinstance(one.note, ConventionalNote) and _has_own_protest(one):
            found.append(_protest(one, "There is a note of protest for this fuel, but {} states none"))
    if papers and not any(flags) and not found:
        sentence = "There is a note of protest, but no delivery note says that one was issued"
        found.append(Finding("B20", WARNING, sentence, (), (_DOCUMENTS,), "delivery note"))
    return judged(found)


def _protest(case: Case, sentence: str) -> Finding:
    places = (case.place("isNoteOfProtestIssued"),)
    return Finding("B20", WARNING, sentence.replace("{}", case.label), (), places, "delivery note")


def _has_own_protest(case: Case) -> bool:
    papers = case.documents(DocumentType.NOTE_OF_PROTEST)
    return case.fuel_index is not None and any(paper.fuel_index == case.fuel_index for paper in papers)


def _missing_papers(case: Case, rule: str, needed: list[Required]) -> list[Finding]:
    documents = case.operation.document_references or ()
    return [_missing(rule, item, lacking) for item in needed if (lacking := item.lacking(documents))]


def _missing(rule: str, item: Required, lacking: str) -> Finding:
    name = wording.word("documentType", item.document_type.value)
    of_which = f" {lacking}" if lacking.startswith("for ") else ""
    accepted = tuple(wording.word("documentType", kind.value) for kind in item.or_else)
    return Finding(rule, WARNING, f"{name} is missing{of_which}: {item.why}", accepted, (_DOCUMENTS,), item.source)


def b21_metered_ports(case: Case) -> Judged:
    """Singapore's papers and the metering ticket's number; at Rotterdam, Antwerp and Zeebrugge the ticket."""
    code = (case.operation.bunkering_location_code or "").strip().upper()
    if not code:
        return missing("no port is stated")
    if not (is_singapore(case) or code in METERED_PORTS):
        return not_applicable("metering papers are asked at Singapore, Rotterdam, Antwerp and Zeebrugge only")
    if not case.is_by_tanker:
        return not_applicable(NO_TANKER)
    needed = [item for item in needed_for(case) if item.document_type in _SINGAPORE_KINDS]
    if not needed:
        return not_applicable("no metered fuel, or before metering was asked for")
    found = _missing_papers(case, "B21", needed)
    for one in case.of_every_note():
        if (
            one.fuel_set.is_oil
            and one.conventional
            and not (one.conventional.bunker_metering_ticket_number or "").strip()
        ):
            sentence = "The number of the bunker metering ticket is missing"
            found.append(one.finding("B21", WARNING, sentence, needed[0].source, (), "bunkerMeteringTicketNumber"))
    return judged(found)


def b22_documents(case: Case) -> Judged:
    """The papers needed by the kind of fuel; those of B20 and B21 are left to them."""
    if not case.notes:
        return not_applicable("there is no note yet")
    elsewhere = _SINGAPORE_KINDS | {DocumentType.NOTE_OF_PROTEST}
    return judged(
        _missing_papers(case, "B22", [item for item in needed_for(case) if item.document_type not in elsewhere])
    )


_MAGIC = {
    "pdf": (b"%PDF-",),
    "jpg": (b"\xff\xd8\xff",),
    "jpeg": (b"\xff\xd8\xff",),
    "png": (b"\x89PNG\r\n\x1a\n",),
}


def b26_files(case: Case) -> Judged:
    """Stored files: not empty, what their name says, with a hash, and unchanged since the review was signed off."""
    stored = [
        (place, document, facts)
        for place, document in enumerate(case.operation.document_references or ())
        if (facts := case.files.get(document.document_id or "")) is not None
    ]
    if not case.operation.document_references:
        return not_applicable("there are no documents")
    if not stored:
        return missing("no document is stored yet")
    found = [finding for place, document, facts in stored for finding in _file_faults(place, document, facts)]
    rest = len(case.operation.document_references) - len(stored)
    return judged(found, f"{rest} not stored yet" if rest else "")


def _file_faults(place: int, document: DocumentReference, facts: FileFacts) -> list[Finding]:
    name = document.document_name or document.document_id or "document"
    where, source = (f"{_DOCUMENTS}[{place}]",), "the file as stored"
    if facts.size <= 0:
        return [Finding("B26", ERROR, f"File “{name}” is empty", ("0 bytes",), where, source)]
    found: list[Finding] = []
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    expected = _MAGIC.get(ending)
    # Some writers put a few bytes before a PDF's header; readers accept that, so do we within what is known.
    is_there = expected is None or any(
        magic in facts.head if ending == "pdf" else facts.head.startswith(magic) for magic in expected
    )
    if not is_there:
        sentence = f"File “{name}” is no {ending.upper()}: it begins with other bytes"
        found.append(Finding("B26", ERROR, sentence, (facts.head[:8].hex(" "),), where, source))
    if not facts.sha256:
        found.append(Finding("B26", ERROR, f"File “{name}” has no stored hash", (), where, source))
    elif facts.frozen_sha256 and facts.frozen_sha256.lower() != facts.sha256.lower():
        figures = (facts.frozen_sha256[:12], facts.sha256[:12])
        sentence = f"File “{name}” has changed since the review was signed off"
        found.append(Finding("B26", ERROR, sentence, figures, where, "SHA-256 at sign-off"))
    return found
