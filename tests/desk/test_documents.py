"""Documents over real HTTP against the sandbox, kept in a real folder."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bunkerdesk.api import BunkerService, Credentials, NotFound, Unreachable
from bunkerdesk.cache import Store
from bunkerdesk.contract.operation import DocumentReference, Operation
from bunkerdesk.desk.connections import Connection
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.record import Record
from bunkerdesk.rules.paper.files import FileKind
from bunkerdesk.sandbox import embedded

REFERENCE = "SO-24140"


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[embedded.Running]:
    with embedded.start(tmp_path_factory.mktemp("sandbox"), frozen=True) as running:
        yield running


class Line:
    """The way to the service; `is_cut` is a dead network."""

    def __init__(self, running: embedded.Running) -> None:
        self.running = running
        self.entered = 0

    @asynccontextmanager
    async def factory(self) -> AsyncIterator[BunkerService]:
        self.entered += 1
        credentials = Credentials(self.running.client_id, self.running.client_secret)
        async with BunkerService(self.running.base_url, credentials) as service:
            yield service


@asynccontextmanager
async def cut() -> AsyncIterator[Any]:
    raise Unreachable("The network is down.")
    yield


@pytest.fixture
def line(sandbox: embedded.Running) -> Line:
    return Line(sandbox)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path / "store").store
    yield store
    store.close()


@pytest.fixture
async def desk(store: Store, line: Line) -> AsyncIterator[Desk]:
    desk = Desk(Connection.to(line.running.base_url, "desk"), store, line.factory)
    yield desk
    await desk.aclose()


async def operation(desk: Desk) -> tuple[Record, Operation]:
    opened = await desk.open_reference(REFERENCE)
    record = next(record for record in opened.records if record.kind == "operation")
    assert isinstance(record.resource, Operation)
    return record, record.resource


def paper_of(read: Operation, kind: str) -> DocumentReference:
    return next(each for each in read.document_references or [] if each.document_type == kind)


async def test_a_document_is_fetched_once_and_then_at_hand(desk: Desk, store: Store, line: Line):
    """What was read in the office opens on board, without a network."""
    record, read = await operation(desk)
    paper = paper_of(read, "bunker_delivery_note")
    steps: list[int] = []
    fetched = await desk.documents.fetch(record, paper, lambda done, _total: steps.append(done))
    assert (fetched.kind, fetched.content_type) == (FileKind.PDF, "application/pdf")
    assert fetched.path.read_bytes().startswith(b"%PDF-")
    assert steps[-1] == fetched.size == fetched.path.stat().st_size
    offline = Desk(desk.connection, store, cut)
    assert await offline.documents.fetch(record, paper) == fetched
    with pytest.raises(Unreachable):
        await offline.documents.fetch(record, paper, again=True)
    assert await offline.documents.kept(record, paper) == fetched
    await offline.aclose()


async def test_no_name_of_a_service_becomes_a_path(desk: Desk, tmp_path: Path):
    """`../../evil.pdf` lands inside the store under its hash, readable by its owner alone."""
    record, read = await operation(desk)
    hostile = next(each for each in read.document_references or [] if "evil" in (each.document_name or ""))
    fetched = await desk.documents.fetch(record, hostile)
    assert fetched.path.name == fetched.sha256
    assert fetched.path.is_relative_to((tmp_path / "store").resolve() / "documents")
    assert not [name for _, folders, files in os.walk(tmp_path) for name in (*folders, *files) if "evil" in name]
    if os.name == "posix":
        assert fetched.path.stat().st_mode & 0o777 == 0o600
        assert fetched.path.parents[1].stat().st_mode & 0o777 == 0o700


async def test_a_content_that_changed_at_the_service_is_told(desk: Desk, store: Store):
    """A paper replaced after the review must not pass unnoticed; the former content stays at hand."""
    record, read = await operation(desk)
    paper = paper_of(read, "statement_of_facts")
    first = await desk.documents.fetch(record, paper)
    same = await desk.documents.fetch(record, paper, again=True)
    assert same.changed_from == ""
    earlier = paper_of(read, "bunker_delivery_note")
    other = await desk.documents.fetch(record, earlier)
    row = store.documents(lambda rows: rows.find(record.id, earlier.document_id or ""))
    assert row is not None
    kept_as_first = type(row)(paper.document_id or "", row.place, row.size, row.sha256, row.content_type, 1)
    store.documents(lambda rows: rows.put(record.id, kept_as_first))
    changed = await desk.documents.fetch(record, paper, again=True)
    assert (changed.sha256, changed.changed_from) == (first.sha256, other.sha256)
    assert await desk.documents.by_hash(other.sha256) == other.path


async def test_a_damaged_file_is_fetched_anew(desk: Desk):
    """A flipped bit on the disk is not shown as evidence."""
    record, read = await operation(desk)
    paper = paper_of(read, "bunker_delivery_note")
    fetched = await desk.documents.fetch(record, paper)
    whole = fetched.path.read_bytes()
    fetched.path.write_bytes(b"\x00" + whole[1:])
    assert await desk.documents.kept(record, paper) is None
    again = await desk.documents.fetch(record, paper)
    assert again.path.read_bytes() == whole


async def test_two_who_want_one_document_wait_for_one_download(desk: Desk):
    """The queue and the viewer ask for the same file at once."""

    record, read = await operation(desk)
    paper = paper_of(read, "bunker_delivery_note")
    one, other = await asyncio.gather(desk.documents.fetch(record, paper), desk.documents.fetch(record, paper))
    assert one == other, "the moment of fetching is the same, so there was one download"


async def test_a_refused_download_leaves_nothing(desk: Desk, tmp_path: Path):
    """An id the service does not have is the client's own problem, and no half file stays."""
    record, _ = await operation(desk)
    missing = DocumentReference.read({"documentId": "no such/#?", "documentType": "other", "documentName": "x"})
    with pytest.raises(NotFound):
        await desk.documents.fetch(record, missing)
    assert not list((tmp_path / "store" / "documents" / "incoming").iterdir())


async def test_a_store_in_memory_keeps_files_for_this_run_only(line: Line):
    """A full disk must not keep anyone from reading a paper."""
    store = Store.in_memory()
    desk = Desk(Connection.to(line.running.base_url, "desk"), store, line.factory)
    record, read = await operation(desk)
    fetched = await desk.documents.fetch(record, paper_of(read, "bunker_delivery_note"))
    assert fetched.path.is_file()
    await desk.aclose()
    assert not fetched.path.exists()
    store.close()


async def test_a_copy_is_whole_or_not_there(desk: Desk, tmp_path: Path):
    """Saving onto a folder that does not exist says so and leaves nothing."""
    record, read = await operation(desk)
    fetched = await desk.documents.fetch(record, paper_of(read, "bunker_delivery_note"))
    target = tmp_path / "copy.pdf"
    await desk.documents.save_copy(fetched, target)
    assert target.read_bytes() == fetched.path.read_bytes()
    with pytest.raises(FileNotFoundError):
        await desk.documents.save_copy(fetched, tmp_path / "nowhere" / "copy.pdf")
