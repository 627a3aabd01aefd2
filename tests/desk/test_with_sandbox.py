"""The desk over real HTTP against the sandbox in a process of its own."""

from pathlib import Path

import pytest

from bunkerdesk.api import BunkerService, Credentials
from bunkerdesk.cache import Store
from bunkerdesk.desk.connections import Connection
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.sandbox import embedded

EVERYTHING = ListQuery()


@pytest.fixture
def desk(sandbox_desk: Desk) -> Desk:
    """Over real HTTP."""
    return sandbox_desk


async def test_a_first_run_shows_the_drafts_and_the_examples(desk: Desk, sandbox: embedded.Running):
    """A newcomer's window lists real work: no problem, no odd line, every row with its words."""
    examples = {value for name, value in sandbox.told.items() if name.startswith("example.")}
    await desk.remember(examples, "example")
    await desk.synchronise()
    state = desk.sync_state
    assert (state.problem, state.problems, state.offline_since) == (None, (), None)
    rows = desk.nominations.rows(desk.nominations.head(EVERYTHING, 1000)).values()
    assert len([row for row in rows if row.kind == "draft"]) >= 20
    assert not [row.reference for row in rows if row.has_problem]
    assert all(row.port_name for row in rows)
    operations = desk.operations.rows(desk.operations.head(EVERYTHING, 1000)).values()
    assert {row.reference for row in operations} & examples
    assert desk.reference_data("fuel_types")
    assert desk.reference_data("operation_standards")


async def test_the_examples_open_each_in_its_way(desk: Desk, sandbox: embedded.Running):
    """The shared one as a choice, an unknown one with a sentence, the rest straight."""
    shared = await desk.open_reference(sandbox.told["example.shared"])
    assert shared.problem is None
    assert shared.records
    duplicate = await desk.open_reference(f" {sandbox.told['example.duplicate']} ")
    assert max(record.sharing for record in duplicate.records) > 1
    missing = await desk.open_reference("no/such?reference#%")
    assert "No nomination or operation" in missing.problem.happened


@pytest.mark.parametrize("word", ["drafts", "supplier", "receiver"])
async def test_a_word_of_the_interface_is_no_nomination(desk: Desk, word: str):
    """The list of drafts stands where a nomination of that reference would; nothing of it is kept as one."""
    opened = await desk.open_reference(word)
    assert "No nomination or operation" in opened.problem.happened
    assert not desk.records(word)
    assert not desk.nominations.head(EVERYTHING, 1)


async def test_wrong_credentials_and_a_dead_address_are_told_apart(sandbox: embedded.Running, tmp_path: Path):
    """One says to check the secret, the other to check the network."""
    store = Store.in_memory()
    connection = Connection.to(sandbox.base_url, sandbox.client_id)
    wrong = Desk(connection, store, lambda: BunkerService(sandbox.base_url, Credentials(sandbox.client_id, "wrong")))
    await wrong.synchronise()
    assert "credentials" in wrong.sync_state.problem.title
    assert "wrong" not in str(wrong.sync_state.problem)
    await wrong.aclose()
    store.close()
