"""The program's life: from the command line to the first paint, changing the connection, an orderly end."""

import asyncio
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import qasync
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from bunkerdesk import __version__, resource_files, smoothness
from bunkerdesk.app.only_window import OnlyWindow
from bunkerdesk.app.service import OwnSandbox, ServiceDoor, load_service
from bunkerdesk.app.session import Session
from bunkerdesk.app.start import (
    Start,
    chosen_connection,
    is_own_sandbox,
    sandbox_directory,
)
from bunkerdesk.app.workplace import Workplace
from bunkerdesk.cache import Store, StoreProblem, store_directory
from bunkerdesk.credentials import CredentialStore
from bunkerdesk.desk.connections import Connection, ConnectionFile
from bunkerdesk.desk.problems import Problem, foreseen
from bunkerdesk.runtime.clock import utc_now
from bunkerdesk.runtime.garbage import GarbageSweeper
from bunkerdesk.runtime.prompts import Notice
from bunkerdesk.runtime.reporting import LogFiles, ProblemReporter
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.runtime.tasks import TaskScope
from bunkerdesk.runtime.threads import install_workers, run_blocking
from bunkerdesk.views.theme.theme import Theme

if TYPE_CHECKING:
    from bunkerdesk.api import RetryPolicy

LAST_CONNECTION = "connection"
ALREADY_OPEN = "Bunker Desk is open on this connection already; its window comes forward."


def make_application() -> QApplication:
    """The application object with its names; one for each process."""
    application = QApplication(sys.argv[:1])
    application.setApplicationName("bunkerdesk")
    application.setApplicationDisplayName("Bunker Desk")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("bunkerdesk")
    application.setWindowIcon(QIcon(str(resource_files.path("brand", "bunkerdesk.svg"))))
    # The window may close before its work has ended; the program ends itself.
    application.setQuitOnLastWindowClosed(False)
    return application


def run(start: Start) -> int:
    """Show the window and stay until it is closed; answers the exit code."""
    application = make_application()
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(application)) as runner:
        return runner.run(Program(application, start).main())


class Program(QObject):
    """Owns what outlives a connection: settings, reporter, keyring, the sandbox, the application's tasks."""

    def __init__(
        self,
        application: QApplication,
        start: Start,
        *,
        frozen: bool = False,
        retries: "RetryPolicy | None" = None,
    ) -> None:
        super().__init__()
        self._retries = retries
        self._application = application
        self.start = start
        start.data_directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.reporter = ProblemReporter(explain=foreseen, parent=self)
        self._log = LogFiles(start.data_directory / "log", self.reporter.redaction)
        self.settings = Settings(start.data_directory / "settings.json", self)
        self.credentials = CredentialStore()
        self.sandbox = OwnSandbox(start.data_directory, frozen=frozen)
        self.scope = TaskScope(self)
        self.scope.failed.connect(self.reporter.report_exception)
        self.closing = asyncio.Event()
        self.workplace: Workplace | None = None
        self._garbage: GarbageSweeper | None = None
        self._only = OnlyWindow(self)
        self._only.called.connect(self._come_forward)
        self.settings.changed.connect(self._on_setting_changed)
        self._apply_theme()

    async def main(self) -> int:
        """Show the window at once, begin its work after the first paint, and end in order.

        Where a window of the same connection is open already, that one comes forward instead.
        """
        connection = self._first_connection()
        if not self._only.claim(self._directory_of(connection)):
            self._log.close()
            sys.stderr.write(f"{ALREADY_OPEN}\n")
            return 0
        loop = asyncio.get_running_loop()
        install_workers(loop)
        uninstall = self.reporter.install(loop)
        self._end_on_signals(loop)
        try:
            self.open(connection, self.start.secret)
            await self.closing.wait()
        finally:
            await self.close()
            uninstall()
        return 0

    def open_first(self) -> Workplace:
        """Open the connection that the start means."""
        return self.open(self._first_connection(), self.start.secret)

    def open(self, connection: Connection, secret: str | None = None) -> Workplace:
        """Open the window of a connection from what is stored; asking the service begins after the first paint."""
        if secret:
            self.reporter.redaction.register(secret)
        hide = self.reporter.redaction.register
        door = ServiceDoor(connection, self.credentials, self.sandbox, hide, secret, self._retries)
        store, notices = self._open_store(connection)
        session = Session(connection, store, door.open, self.reporter, self)
        self.workplace = workplace = Workplace(session, self.settings, self.reporter, self)
        workplace.closing.connect(self.closing.set)
        workplace.connection_requested.connect(self._on_connection_requested)
        workplace.window.fit(workplace.window.screen().availableSize())
        workplace.show()
        self.scope.start("begin", self._begin(workplace, notices), replace=True)
        return workplace

    async def close(self) -> None:
        """Save, leave the service, stop the sandbox."""
        self.scope.close()
        await self.scope.settle()
        if self.workplace is not None:
            await self.workplace.close()
            self.workplace = None
        self.settings.flush()
        self._only.release()
        await asyncio.to_thread(self.sandbox.stop)
        self._log.close()

    # Private

    async def _begin(self, workplace: Workplace, notices: tuple[str, ...]) -> None:
        # Two turns of the loop: the window has been painted by then.
        await asyncio.sleep(0)
        await asyncio.sleep(0.02)
        workplace.begin()
        await run_blocking(load_service)
        smoothness.after_first_paint()
        self._garbage = self._garbage or GarbageSweeper(self)
        self._only.listen()
        self._report_last_crash()
        for number, notice in enumerate(notices):
            workplace.window.messages.show_notice(Notice(notice, key=f"store {number}"))
        if is_own_sandbox(workplace.session.connection):
            running = await self.sandbox.address()
            references = await run_blocking(running.references)
            await workplace.session.desk.remember(references, "example")
        workplace.session.begin()
        workplace.collecting.take_up()

    def _first_connection(self) -> Connection:
        saved: list[Connection] = []
        with suppress(OSError):
            saved = ConnectionFile(self.start.data_directory).load()
        return chosen_connection(self.start, saved, self.settings.text(LAST_CONNECTION))

    def _open_store(self, connection: Connection) -> tuple[Store, tuple[str, ...]]:
        try:
            opened = Store.open(self._directory_of(connection))
        except StoreProblem as error:
            self.reporter.report_exception(error, "store")
            return Store.in_memory(), ()
        return opened.store, opened.notices

    def _directory_of(self, connection: Connection) -> Path:
        """Where a connection's store is; a sandbox's world and its cache go together."""
        client = connection.client_id
        if is_own_sandbox(connection):
            client = sandbox_directory(self.start.data_directory, utc_now().date()).name
        return store_directory(self.start.data_directory, connection.base_url, client)

    def _come_forward(self) -> None:
        if self.workplace is not None:
            window = self.workplace.window
            window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
            window.show()
            window.raise_()
            window.activateWindow()

    def _end_on_signals(self, loop: asyncio.AbstractEventLoop) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # Windows
                loop.add_signal_handler(number, self.closing.set)

    def _report_last_crash(self) -> None:
        if self._log.last_crash:
            self.reporter.report(
                Problem(
                    title="Bunker Desk ended unexpectedly the last time",
                    happened="The program was stopped by a fault.",
                    safe="What was seen and typed was kept.",
                    todo=f"If it happens again, send {self._log.path.parent} to your supporter.",
                ),
                "crash",
            )

    def _apply_theme(self) -> None:
        Theme.apply(self._application, self.settings.theme, self.settings.text_scale / 100)

    # Slots

    def _on_setting_changed(self, key: str) -> None:
        if key in ("theme", "text_scale"):
            self._apply_theme()

    def _on_connection_requested(self) -> None:
        self.scope.start("connect", self._connect(), replace=False)

    async def _connect(self) -> None:
        workplace = self.workplace
        if workplace is None:
            return
        from bunkerdesk.app.connecting import ask_connection

        chosen = await ask_connection(
            workplace.window,
            workplace.session.connection,
            self.credentials,
            self.start.data_directory,
            self.reporter.redaction.register,
        )
        if chosen is None:
            return
        connection, secret, kept = chosen
        if not self._only.claim(self._directory_of(connection)):
            text = "Two windows would send the same edits twice. It has been called forward."
            title = "That connection is open in another window"
            workplace.window.messages.show_notice(Notice(title, text, "warning", key="open elsewhere"))
            return
        self.settings.set_text(LAST_CONNECTION, connection.base_url)
        await workplace.close()
        self.open(connection, secret).window.messages.show_notice(Notice(kept, key="kept"))
