"""An import on the disk and on its way: nothing is lost, every row has its result."""

import asyncio
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from bunkerdesk.api import BunkerService, Credentials
from bunkerdesk.cache import Store
from bunkerdesk.cache.unsent import Edit, Unsent
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.editing_bodies import EditKind
from bunkerdesk.desk.importing import Batch, Choices, ImportRow, Imports, RowState, fingerprint, mapped, rows_of
from bunkerdesk.desk.importing_headers import Guess
from bunkerdesk.desk.lists import ListQuery

COLUMNS = (Guess("clientReference"), Guess("delivery.bunkeringLocationCode"))


@pytest.fixture
def desk(sandbox_desk: Desk) -> Desk:
    """Over real HTTP."""
    return sandbox_desk


def batch(count: int = 3) -> Batch:
    rows = [ImportRow(number, [f"IMP-{number}", "SGSIN"]) for number in range(2, count + 2)]
    return Batch("stems.csv", COLUMNS, rows, EditKind.DRAFT, Choices(month_first=True, decimal=",", clock="utc"))


def body(reference: str, **delivery: object) -> JsonObject:
    """A draft as it would be sent."""
    return {
        "clientReference": reference,
        "delivery": {
            "bunkeringLocationCode": "SGSIN",
            "estimatedTimeOfBunkering": "2027-02-01T08:00:00+08:00",
            **delivery,
        },
        "receiver": {"companyName": "Oceanic Lines"},
    }


async def until_settled(imports: Imports) -> None:
    """Wait until no row is on its way."""
    async with asyncio.timeout(60):
        while any(row.state is RowState.QUEUED for row in imports.batch.rows):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_an_import_is_there_again_after_the_program_was_killed(desk: Desk, tmp_path: Path):
    """Texts, what was left out, refusals, choices: all of it, without an orderly end."""
    imports = desk.imports
    kept = batch()
    await imports.begin(kept)
    kept.rows[0].texts[0] = "IMP-changed"
    kept.rows[1].is_excluded = True
    kept.rows[2].state, kept.rows[2].reasons = RowState.REFUSED, (("clientReference", "in use"),)
    imports.changed()
    await imports.flush()
    other = Store.open(tmp_path / "store").store
    again = Desk(desk.connection, other, lambda: BunkerService("http://127.0.0.1:9", Credentials("x", "y")))
    found = again.imports.batch
    assert found is not None
    assert found.snapshot()().document == kept.snapshot()().document
    assert again.editing.sessions() == ()
    await again.aclose()
    other.close()


async def test_what_is_saved_is_the_import_as_it_was_asked_for(desk: Desk, tmp_path: Path):
    """The thread that writes comes to it later, when rows have changed and gone: a half of each would be neither."""
    imports, let = desk.imports, threading.Event()
    kept = batch(450)
    kept.rows[2].texts[1], kept.rows[300].reasons = "half a pair \ud800", (("", 'said "no"'),)
    await imports.begin(kept)
    held = desk.editing.in_worker(let.wait)
    before = kept.snapshot()().document
    first = asyncio.ensure_future(imports.flush())
    await asyncio.sleep(0)  # it has taken note of what is to be written
    kept.rows[0].texts[0] = "IMP-changed"
    kept.rows[5].state, kept.rows[5].item = RowState.QUEUED, 7
    del kept.rows[10:]
    let.set()
    await asyncio.gather(held, first)
    assert on_disk(tmp_path) == before
    await imports.flush()
    assert on_disk(tmp_path) == kept.snapshot()().document


async def test_saves_are_written_in_the_order_in_which_they_were_asked_for(desk: Desk, tmp_path: Path):
    """An import that was given up must not come back because its last save waited for its turn."""
    imports, let, kept = desk.imports, threading.Event(), batch()
    await imports.begin(kept)
    held = desk.editing.in_worker(let.wait)
    saving = asyncio.gather(*(imports.flush() for _ in range(3)), imports.drop())
    let.set()
    await asyncio.gather(held, saving)
    assert on_disk(tmp_path) is None
    done: list[str] = []
    late = desk.editing.in_worker(lambda: done.append("asked for first"))
    await desk.editing.in_worker(lambda: done.append("awaited first"))
    await late
    assert done == ["asked for first", "awaited first"]


async def test_a_large_import_is_put_into_words_beside_the_window(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """Thousands of rows take longer than a frame: neither saving nor sending them may hold the window up."""
    write, threads = jsontext.write, set[int]()

    def watched(value: Any, **how: Any) -> bytes:
        threads.add(threading.get_ident())
        return write(value, **how)

    monkeypatch.setattr(jsontext, "write", watched)
    imports = desk.imports
    await imports.begin(batch(1_000))
    await imports.flush()
    await imports.send([(row, body(row.texts[0])) for row in imports.batch.rows])
    assert threads
    assert threading.get_ident() not in threads
    assert len(desk.outbox.items()) == 1_000


def on_disk(directory: Path) -> bytes | None:
    """The import as another start of the program would find it."""
    other = Store.open(directory / "store").store
    found = [edit.document for edit in other.unsent.edits() if edit.kind == "import"]
    other.close()
    return found[0] if found else None


@pytest.mark.parametrize("closes", [False, True])
async def test_what_could_not_be_written_is_written_later(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, closes: bool
):
    """A full disk: what was typed since is tried again by itself, and when the window closes."""
    imports, kept, keep = desk.imports, batch(), Unsent.keep
    await imports.begin(kept)
    is_full, written = True, list[bytes]()

    def keep_or_not(unsent: Unsent, row: Edit) -> None:
        if is_full:
            raise sqlite3.OperationalError("database or disk is full")
        keep(unsent, row)
        written.append(row.document)

    monkeypatch.setattr(Unsent, "keep", keep_or_not)
    kept.rows[0].texts[0] = "IMP-changed"
    imports.changed()
    async with asyncio.timeout(30):
        while "not on the disk yet" not in caplog.text:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        is_full = False
        if closes:
            await imports.aclose()
        while not written:
            assert not closes
            await asyncio.sleep(0.02)
    assert b"IMP-changed" in written[-1]


async def test_every_row_has_its_result(desk: Desk):
    """Taken rows leave and are in the list; refused ones stay with the reason at its field."""
    imports = desk.imports
    await imports.begin(batch(4))
    rows = list(imports.batch.rows)
    bodies = [body(row.texts[0]) for row in rows[:3]] + [body("IMP-5", transactionType="cargo_in")]
    sending = asyncio.create_task(desk.outbox.run())
    try:
        await imports.send(list(zip(rows, bodies, strict=True)))
        await until_settled(imports)
        assert imports.batch.sent == 3
        (left,) = imports.batch.rows
        assert left.state is RowState.REFUSED
        assert left.reasons[0][0] == "delivery.transactionType"
        listed = desk.nominations.rows(desk.nominations.head(ListQuery(), 1000)).values()
        assert {"IMP-2", "IMP-3", "IMP-4"} <= {row.reference for row in listed}
        await imports.send([(left, body("IMP-5"))])
        async with asyncio.timeout(60):
            while imports.batch.rows:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert imports.batch.sent == 4
        assert not [item for item in desk.outbox.items() if not item.state.is_over]
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)


async def test_what_is_not_sent_can_be_taken_back(desk: Desk):
    """While nothing goes out, every row comes back into the grid."""
    imports = desk.imports
    await imports.begin(batch())
    rows = list(imports.batch.rows)
    await imports.send([(row, body(row.texts[0])) for row in rows])
    assert {row.state for row in rows} == {RowState.QUEUED}
    assert await imports.take_back() == 3
    assert {row.state for row in imports.batch.rows} == {RowState.OPEN}


async def test_rows_queued_just_before_the_program_was_killed_are_found_again(desk: Desk, tmp_path: Path):
    """What is in the outbox is not offered for sending a second time."""
    await desk.imports.begin(batch())
    await desk.outbox.queue_bodies("draft", [body("IMP-2")])
    other = Store.open(tmp_path / "store").store
    again = Desk(desk.connection, other, lambda: BunkerService("http://127.0.0.1:9", Credentials("x", "y")))
    assert [row.state for row in again.imports.batch.rows] == [RowState.QUEUED, RowState.OPEN, RowState.OPEN]
    await again.aclose()
    other.close()


async def test_rows_without_a_reference_or_with_the_same_one_never_share_what_was_queued(desk: Desk, tmp_path: Path):
    """A row that took another's item would leave the grid with it as sent, though nobody sent it."""
    kept = batch()
    for row, text in zip(kept.rows, ("IMP-2", "IMP-2", ""), strict=True):
        row.texts[0] = text
    await desk.imports.begin(kept)
    nameless = {name: value for name, value in body("").items() if name != "clientReference"}
    await desk.outbox.queue_bodies("draft", [body("IMP-2"), nameless])
    other = Store.open(tmp_path / "store").store
    again = Desk(desk.connection, other, lambda: BunkerService("http://127.0.0.1:9", Credentials("x", "y")))
    assert [row.state for row in again.imports.batch.rows] == [RowState.QUEUED, RowState.OPEN, RowState.OPEN]
    await again.aclose()
    other.close()


async def test_dropping_an_import_leaves_nothing_behind(desk: Desk, tmp_path: Path):
    """A discarded grid does not come back."""
    await desk.imports.begin(batch())
    await desk.imports.drop()
    assert desk.imports.batch is None
    other = Store.open(tmp_path / "store").store
    assert other.unsent.edits() == []
    other.close()


def test_columns_of_one_field_are_joined():
    """A date and a time column make one text; ignored columns are left out; empty rows fall out."""
    columns = [Guess("clientReference"), Guess(), Guess("delivery.berthTime"), Guess("delivery.berthTime")]
    rows = rows_of(columns, [["A1", "x", "21/11", "14:00"], ["", "y", "", ""]], [2, 3])
    assert [one.field for one in mapped(columns)] == ["clientReference", "delivery.berthTime"]
    assert [(row.number, row.texts) for row in rows] == [(2, ["A1", "21/11 14:00"])]


def test_tables_are_known_again_by_their_headings():
    """Case, blanks and signs do not matter; another heading does."""
    assert fingerprint(["Our Ref.", "Vessel "]) == fingerprint(["our ref", "VESSEL"])
    assert fingerprint(["Our ref", "Vessel"]) != fingerprint(["Our ref", "Ship"])
