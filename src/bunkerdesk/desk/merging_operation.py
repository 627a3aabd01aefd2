"""Merging an operation here: its documents fetched, put in order, and described on a cover."""

import asyncio
import secrets
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol, TypeVar

from bunkerdesk.api.errors import AuthenticationFailed, ServiceError, TooManyRequests, Unreachable
from bunkerdesk.contract.enums import DocumentType
from bunkerdesk.contract.operation import DocumentReference, Operation
from bunkerdesk.desk.documents import OperationDocuments
from bunkerdesk.desk.lines import operation_line, timestamp
from bunkerdesk.desk.merging_plan import Member, MergePlan, MergeResult
from bunkerdesk.desk.merging_process import MergeFailed, Merger
from bunkerdesk.desk.problems import explain
from bunkerdesk.desk.record import Record
from bunkerdesk.rules import wording
from bunkerdesk.rules.paper.files import DocumentFile, FileKind
from bunkerdesk.rules.vocabulary import status, word

T = TypeVar("T")

_FIRST = (
    DocumentType.BUNKER_DELIVERY_NOTE,
    DocumentType.NOTE_OF_PROTEST,
    DocumentType.CERTIFICATE_OF_QUALITY,
    DocumentType.BUNKER_METERING_TICKET,
    DocumentType.TANK_MEASUREMENTS,
    DocumentType.STATEMENT_OF_FACTS,
)
"""What a reader looks for first; the rest follows in the order of the service."""


class Turns(Protocol):
    """Runs a call when it is its turn."""

    def __call__(self, call: Callable[[], Awaitable[T]], /) -> Awaitable[T]: ...


async def at_once(call: Callable[[], Awaitable[T]]) -> T:
    """Turns of one who waits for nobody."""
    return await call()


def usual_order(documents: Sequence[DocumentReference]) -> list[DocumentReference]:
    """Delivery notes first, then protests, quality and quantity; the rest as the service lists it."""
    ranks = {kind.value: rank for rank, kind in enumerate(_FIRST)}
    return sorted(documents, key=lambda document: ranks.get(str(document.document_type), len(ranks)))


class LocalMerge:
    """Fetches and merges; keeps one process for all merges until `close`."""

    def __init__(self, documents: OperationDocuments, turns: Turns = at_once) -> None:
        self._documents = documents
        self._turns = turns
        self._merger = Merger()

    def close(self) -> None:
        """End the process."""
        self._merger.close()

    async def merge(
        self, record: Record, target: Path, documents: Sequence[DocumentReference] | None = None
    ) -> MergeResult:
        """Merge documents of an operation, all in the usual order where none are given.

        Raises `MergeFailed`, and what the client raises where no further document would come either.
        """
        operation = record.resource
        if not isinstance(operation, Operation):
            raise MergeFailed("Only operations have documents to merge.")
        chosen = usual_order(operation.document_references or ()) if documents is None else list(documents)
        if not chosen:
            raise MergeFailed("The operation has no documents to merge.")
        members = await asyncio.gather(*(self._member(record, document) for document in chosen))
        title, facts = described(record)
        moment = datetime.now(UTC)
        plan = MergePlan(str(target), title, facts, tuple(members), f"{moment:%Y-%m-%d %H:%M} UTC")
        return await self._merger.merge(plan)

    async def _member(self, record: Record, document: DocumentReference) -> Member:
        title = word("documentType", str(document.document_type or "other"))
        name = document.document_name or "no name"
        try:
            file = await self._turns(lambda: self._documents.fetch(record, document))
        except (Unreachable, AuthenticationFailed, TooManyRequests):
            raise
        except (ServiceError, OSError) as error:
            return Member(title, name, problem=f"could not be fetched: {explain(error).happened.rstrip('.')}")
        return Member(title, name, str(file.path), file.sha256, file.size)


def described(record: Record) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Title and facts of an operation for a cover; nothing for another record."""
    operation = record.resource
    if not isinstance(operation, Operation):
        return record.reference, ()
    line = operation_line(operation, record.reference)
    facts = (
        ("Reference", line.reference),
        ("Status", status("operation", line.status)),
        ("Receiver vessel", _with(line.vessel, operation.receiver.vessel_identifier if operation.receiver else "")),
        ("Receiver", line.receiver),
        ("Supplier", line.supplier),
        ("Supplier asset", line.asset),
        ("Port", _with(line.port_name, line.port_code)),
        ("Delivery began", _time(line.started)),
        ("Delivery ended", _time(line.ended)),
        ("Fuel", line.fuels),
        ("Delivered", line.delivered.replace(wording.THIN, " ")),
        ("Delivery notes", ", ".join(note.number for note in operation.bunker_delivery_notes or () if note.number)),
    )
    return f"{line.reference} {line.vessel}".strip(), facts


def _with(text: str, more: str | None) -> str:
    return " ".join(dict.fromkeys(filter(None, (text, more))))


def _time(text: str | None) -> str:
    moment = timestamp(text)
    return f"{' '.join(wording.port_time(moment))} port time" if moment else ""


class MergedHere:
    """Merged files of this run of the program, to be read and saved; gone with `close`."""

    def __init__(self, documents: OperationDocuments) -> None:
        self._merge = LocalMerge(documents)
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    async def merge(self, record: Record, document_ids: Sequence[str]) -> tuple[DocumentFile, MergeResult]:
        """Merge some documents of an operation in this order. Raises as `LocalMerge.merge`."""
        operation = record.resource
        references = operation.document_references or [] if isinstance(operation, Operation) else []
        known = {document.document_id or "?": document for document in references}
        chosen = [known[number] for number in document_ids if number in known]
        if self._folder is None:
            self._folder = await asyncio.to_thread(tempfile.TemporaryDirectory, prefix="bunkerdesk-merged-")
        target = Path(self._folder.name) / f"{secrets.token_hex(8)}.pdf"
        result = await self._merge.merge(record, target, chosen)
        file = DocumentFile(target, FileKind.PDF, "application/pdf", result.size, result.sha256, datetime.now(UTC))
        return file, result

    def close(self) -> None:
        """End the process and remove the files; blocks for a moment."""
        self._merge.close()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
