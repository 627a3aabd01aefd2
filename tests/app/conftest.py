from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from bunkerdesk.api import BunkerService, Credentials
from bunkerdesk.app.frame import Frame
from bunkerdesk.app.session import Session
from bunkerdesk.cache import Store
from bunkerdesk.desk.connections import Connection
from bunkerdesk.desk.problems import foreseen
from bunkerdesk.runtime.reporting import ProblemReporter
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.sandbox import embedded


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[embedded.Running]:
    with embedded.start(tmp_path_factory.mktemp("sandbox"), frozen=True) as running:
        yield running


@pytest.fixture
def reporter() -> ProblemReporter:
    return ProblemReporter(explain=foreseen)


@pytest.fixture
async def session(sandbox: embedded.Running, tmp_path: Path, reporter: ProblemReporter) -> AsyncIterator[Session]:
    """A connection to the sandbox that has read nothing yet."""
    store = Store.open(tmp_path / "store").store
    credentials = Credentials(sandbox.client_id, sandbox.client_secret)
    connection = Connection.to(sandbox.base_url, sandbox.client_id)
    made = Session(connection, store, lambda: BunkerService(sandbox.base_url, credentials), reporter)
    yield made
    await made.close()


@pytest.fixture
async def frame(session: Session, tmp_path: Path, reporter: ProblemReporter) -> AsyncIterator[Frame]:
    """A window with nothing in it."""
    owner = QObject()
    made = Frame(session, Settings(tmp_path / "settings.json", owner), reporter, owner)
    yield made
    made.settings.flush()
    made.window.close_now()
    made.window.deleteLater()
    owner.deleteLater()
