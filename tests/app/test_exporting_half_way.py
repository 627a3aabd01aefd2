"""An export whose service fails while it works: what is said, what is written, which exit code."""

import io
from collections.abc import AsyncIterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from bunkerdesk.api import NotFound, Unreachable
from bunkerdesk.app import headless
from bunkerdesk.app.exporting import Export
from bunkerdesk.cache import Store
from bunkerdesk.contract.nomination import DraftPage
from bunkerdesk.contract.operation import Operation
from bunkerdesk.desk import export_filter
from bunkerdesk.desk.connections import Connection
from bunkerdesk.desk.desk import Desk


class Falling:
    """A service that goes down after some operations."""

    def __init__(self, stays_for: int) -> None:
        self.left = stays_for
        self.nominations = self.operations = self.drafts = self.reference_data = self.entities = self

    async def read(self, reference: str) -> Operation:
        self.left -= 1
        if self.left < 0:
            raise Unreachable("The service does not answer any more.")
        return Operation.read({"clientReference": reference, "status": "ended", "bunkerDeliveryNotes": []})

    async def pages(self, limit: int = 50) -> AsyncIterator[DraftPage]:
        yield DraftPage.read({"data": []})

    async def nothing(self) -> Any:
        raise NotFound("Not offered.", status=404)

    fuel_types = operation_standards = company_entities = counterpart_entities = contracts = asset_operators = nothing


class Job:
    """One export over a service, with what was said."""

    def __init__(self, service: Falling) -> None:
        self.said = io.StringIO()
        self.store = Store.in_memory()
        connection = Connection.to("https://demo.example", "desk")
        self.desk = Desk(connection, self.store, lambda: nullcontext(service))  # type: ignore[arg-type]
        terminal = headless.Terminal(self.said)
        self.work = headless.Headless(self.desk, self.store, service, terminal)  # type: ignore[arg-type]

    async def run(self, target: Path, *references: str) -> int:
        try:
            return await Export("operations", target, references, export_filter.Filter())(self.work)
        finally:
            await self.desk.aclose()
            self.store.close()


async def test_references_that_fail_are_named_and_the_others_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """The service goes down after the first of three: one line in the file, two on standard error, exit code 1."""
    target = tmp_path / "operations.csv"
    job = Job(Falling(stays_for=2))  # nomination and operation of the first
    assert await job.run(target, "A", "B", "C") == headless.SOME_FAILED
    lines = target.read_text("utf-8").splitlines()
    assert [line.split(",")[0] for line in lines[1:]] == ["A"]
    assert [line.split(":")[0] for line in job.said.getvalue().splitlines()] == ["B", "C"]
    assert capsys.readouterr().out.startswith("1 row written")


async def test_a_synchronisation_that_breaks_off_writes_nothing(tmp_path: Path):
    """Half of what is known would look like all of it."""
    target = tmp_path / "operations.csv"
    target.write_text("yesterday")
    job = Job(Falling(stays_for=0))
    await job.desk.remember(["A"], "imported")
    with pytest.raises(headless.CannotRun, match="does not answer any more"):
        await job.run(target)
    assert target.read_text() == "yesterday"


async def test_a_folder_removed_meanwhile_is_said(tmp_path: Path):
    """The network drive went away while the service was read."""
    job = Job(Falling(stays_for=100))
    with pytest.raises(Exception, match="does not exist"):
        await job.run(tmp_path / "gone" / "operations.csv", "A")
