"""The window of one connection, before anything is put into it: what its parts are handed, and all they know of it."""

from collections.abc import Sequence
from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo

from PySide6.QtCore import QObject, QTimeZone, Signal
from PySide6.QtWidgets import QWidget

from bunkerdesk.app.session import Session
from bunkerdesk.commands.command import Command, CommandContext, Place
from bunkerdesk.commands.registry import CommandRegistry
from bunkerdesk.commands.runner import CommandActions, CommandRunner
from bunkerdesk.runtime.prompts import Notice
from bunkerdesk.runtime.reporting import ProblemReporter
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.runtime.tasks import TaskScope
from bunkerdesk.views.lists.list_page import ListPage
from bunkerdesk.views.prompts import WindowPrompts
from bunkerdesk.views.shell import MainWindow


def desk_zone() -> tzinfo:
    """The zone of this computer, with its daylight saving."""
    try:
        return ZoneInfo(bytes(QTimeZone.systemTimeZoneId().data()).decode())
    except (KeyError, ValueError):
        return UTC


class Frame(QObject):
    """One session's window with its prompts, tasks and commands; its parts know nothing of what joins them."""

    place_requested = Signal(object)
    """The `Place` a part or a command leads to."""
    runner: CommandRunner
    actions: CommandActions

    def __init__(self, session: Session, settings: Settings, reporter: ProblemReporter, parent: QObject) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.reporter = reporter
        self.zone = desk_zone()
        connection = session.connection
        self.window = MainWindow(settings, session.status, connection.environment.value)
        self.window.set_environment(connection.environment.value, connection.name)
        self.scope = TaskScope(self)
        self.scope.failed.connect(reporter.report_exception)
        self.prompts = WindowPrompts(self.window)

    def set_commands(self, commands: Sequence[Command], context: CommandContext) -> None:
        """Say what can be done here, once the parts stand that do it; `runner` and `actions` are there from then on."""
        self.runner = CommandRunner(CommandRegistry(commands), context, self.scope, self)
        self.actions = CommandActions(self.runner, self.window)

    @property
    def page(self) -> QWidget | None:
        """The page on the screen; None before the first."""
        return self.window.page(self.window.current_key) if self.window.current_key else None

    @property
    def list_page(self) -> ListPage | None:
        """The page on the screen where it is a list."""
        page = self.page
        return page if isinstance(page, ListPage) else None

    def go(self, place: Place) -> None:
        """Ask for a page, an editor or a dialog."""
        self.place_requested.emit(place)

    def tell_unread(self, page: ListPage) -> None:
        """Let a list know whether the service has ever answered."""
        self.session.status.unread_changed.connect(page.set_unread)
        page.set_unread(self.session.status.is_unread)

    def tell(self, notice: Notice) -> None:
        """Say something in the window's bars."""
        self.window.messages.show_notice(notice)


class WindowPart(QObject):
    """A part of a window with tasks of its own, whose failures are reported."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame)
        self._frame = frame
        self.scope = TaskScope(self)
        self.scope.failed.connect(frame.reporter.report_exception)
