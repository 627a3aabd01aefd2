"""The simulated clock, and a data directory across starts."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.sandbox import small_world
from tests.sandbox.conftest import BASE_URL, Caller, HandClock

from bunkerdesk.sandbox.clock import PACE
from bunkerdesk.sandbox.sandbox import Cast, Outside, Sandbox
from bunkerdesk.sandbox.store import StoreProblem

CAST = Cast(small_world.build, small_world.Slips(), small_world.begin)


def open_sandbox(directory: Path, clock: HandClock) -> Sandbox:
    return Sandbox(BASE_URL, directory, cast=CAST, outside=Outside(clock, lambda _: 204, lambda _: []))


async def state(caller: Caller, reference: str = "O-PLANNED") -> tuple[str, int, list[str]]:
    got = await caller.read(f"/v1/operations/{reference}")
    documents = [item["documentId"] for item in got["documentReferences"]]
    return got["status"], len(got["bunkerDeliveryNotes"]), documents


async def test_sandbox_time_runs_sixty_times_as_fast(sandbox: Sandbox, clock: HandClock) -> None:
    clock.advance(seconds=60)
    assert sandbox.time.now() == small_world.NOW + timedelta(hours=1)
    assert PACE == 60


async def test_an_operation_follows_its_plan_and_takes_its_nomination_along(
    sandbox: Sandbox, supplier: Caller, clock: HandClock
) -> None:
    """Notes and papers of the end are held back until then."""
    before = await state(supplier)
    assert before == ("created", 0, ["seal"])
    sandbox.life.tick()
    assert await state(supplier) == before
    assert (await supplier.read("/v1/nominations/O-PLANNED"))["status"] == "supplier_assigned"
    clock.advance(seconds=10)
    sandbox.life.tick()
    assert await state(supplier) == ("started", 0, ["seal"])
    assert (await supplier.read("/v1/nominations/O-PLANNED"))["status"] == "operation_started"
    clock.advance(seconds=20)
    sandbox.life.tick()
    assert await state(supplier) == ("ended", 1, ["doc/1 ?#%é", "seal"])


async def test_an_operation_that_has_not_ended_hides_its_papers(supplier: Caller) -> None:
    assert (await supplier.get("/v1/operations/O-PLANNED/documents/doc%2F1%20%3F%23%25%C3%A9")).status_code == 404


async def test_a_nomination_whose_time_comes_gets_an_operation(
    sandbox: Sandbox, supplier: Caller, clock: HandClock
) -> None:
    """So the world goes on when its own plans have run out."""
    assert (await supplier.get("/v1/operations/N-1")).status_code == 404
    clock.advance(minutes=30)
    sandbox.life.tick()
    assert (await state(supplier, "N-1"))[0] == "created"
    clock.advance(minutes=1)
    sandbox.life.tick()
    assert (await state(supplier, "N-1"))[0] == "started"
    assert (await supplier.read("/v1/nominations/N-1"))["status"] == "operation_started"
    assert (await supplier.read("/v1/nominations/N-CANCELLED"))["status"] == "cancelled"


async def test_nominations_that_cannot_begin_do_not_hold_up_others(
    sandbox: Sandbox, supplier: Caller, clock: HandClock
) -> None:
    """However many of them have fallen due before."""
    for number in range(12):
        body = {
            "clientReference": f"IDLE-{number}" if number < 11 else "LAST",
            "delivery": {"estimatedTimeOfBunkering": f"2026-11-21T07:{number:02}:00Z"},
            "receiver": {"companyName": "Nordlicht Reederei"},
        }
        assert (await supplier.put("/v1/nominations/supplier", body)).is_success
        assert (await supplier.put(f"/v1/nominations/{body['clientReference']}/accept", {})).is_success
    clock.advance(minutes=2)
    for _ in range(4):
        sandbox.life.tick()
    assert (await state(supplier, "LAST"))[0] == "created"
    clock.advance(minutes=2)
    sandbox.life.tick()
    got = await supplier.read("/v1/operations/LAST")
    assert got["receiver"]["companyName"] == "Nordlicht Reederei"
    assert got["bunkerDeliveryNotes"][0]["receiverCompanyName"] == "Nordlicht Reederei"


async def test_the_data_directory_keeps_everything_across_starts(tmp_path: Path, clock: HandClock) -> None:
    """Credentials, changes and sandbox time; the file is the owner's alone, as it holds the secrets."""
    first = open_sandbox(tmp_path / "data", clock)
    told = first.lines()
    first.service.directory.put_contract("SUP", {"reference": "KEPT"})
    clock.advance(seconds=60)
    first.life.tick()
    stood = first.time.now()
    first.close()
    second = open_sandbox(tmp_path / "data", clock)
    assert second.lines() == told
    assert {"reference": "KEPT"} in second.service.directory.contracts("SUP")
    assert second.time.now() == stood
    second.close()
    assert (tmp_path / "data" / "sandbox.sqlite3").stat().st_mode & 0o777 == 0o600


async def test_two_data_directories_have_different_secrets(tmp_path: Path, clock: HandClock) -> None:
    told = []
    for name in ("a", "b"):
        opened = open_sandbox(tmp_path / name, clock)
        told.append(opened.lines()["client_secret"])
        opened.close()
    assert told[0] != told[1]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: (path / "sandbox.sqlite3").write_bytes(
            b"not a database, but long enough to be taken for one" * 99
        ),
        lambda path: (path / "sandbox.sqlite3").mkdir(),
    ],
)
async def test_a_data_directory_that_cannot_be_used_is_said(
    tmp_path: Path, clock: HandClock, spoil: Callable[[Path], Any]
) -> None:
    spoil(tmp_path)
    with pytest.raises(StoreProblem, match="cannot be used"):
        open_sandbox(tmp_path, clock)


async def test_a_second_sandbox_on_the_same_directory_is_refused(tmp_path: Path, clock: HandClock) -> None:
    first = open_sandbox(tmp_path, clock)
    with pytest.raises(StoreProblem, match="cannot be used"):
        open_sandbox(tmp_path, clock)
    first.close()


async def test_a_large_world_is_served_page_by_page(clock: HandClock) -> None:
    opened = Sandbox(BASE_URL, scale=500, cast=CAST, outside=Outside(clock, lambda _: 204, lambda _: []))
    rows = opened.store.draft_page("SUP", 0, 1000)
    assert len(rows) == 503
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
    opened.close()


async def test_the_references_a_company_can_access_can_all_be_read(sandbox: Sandbox, supplier: Caller) -> None:
    """No endpoint lists them; others' nominations and operations are not among them."""
    references = sandbox.references()
    assert {"N-1", "N-SHARED", "O-1"} <= set(references)
    assert not {"N-OTHERS", "O-OTHERS"} & set(references)
    for reference in references:
        kinds = ("nominations", "operations")
        assert any([await supplier.read(f"/v1/{kind}/{reference}/all") for kind in kinds]), reference
