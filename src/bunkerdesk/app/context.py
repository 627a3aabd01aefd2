"""What commands see of the window and the session."""

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from bunkerdesk.app.session import Session
from bunkerdesk.commands.command import Place
from bunkerdesk.runtime.prompts import Prompts
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.views.lists.list_page import ListPage
from bunkerdesk.views.shell import MainWindow


class SessionActions:
    """The desk as commands use it."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def is_synchronising(self) -> bool:
        return self._session.is_synchronising

    async def synchronise(self) -> None:
        self._session.synchronise(everything=True)

    def stop_synchronising(self) -> None:
        self._session.stop_synchronising()


@runtime_checkable
class HoldsRecords(Protocol):
    """A page on which records are selected."""

    def selected_records(self) -> Sequence[int]: ...


class WindowContext:
    """The `CommandContext` of one window."""

    def __init__(
        self,
        window: MainWindow,
        session: Session,
        settings: Settings,
        prompts: Prompts,
        go: Callable[[Place], None],
    ) -> None:
        self._window = window
        self._go = go
        self.desk = SessionActions(session)
        self.settings = settings
        self.prompts = prompts

    @property
    def page(self) -> str:
        return self._window.current_key

    @property
    def selection(self) -> Sequence[int]:
        page = self._window.page(self._window.current_key) if self._window.current_key else None
        return page.selected_records() if isinstance(page, HoldsRecords) else ()

    @property
    def has_list(self) -> bool:
        return self._list is not None

    @property
    def has_filter(self) -> bool:
        return self._list is not None and self._list.has_filters

    @property
    def _list(self) -> ListPage | None:
        if not self._window.current_key:
            return None
        page = self._window.page(self._window.current_key)
        return page if isinstance(page, ListPage) else None

    def navigate(self, place: Place) -> None:
        self._go(place)

    async def copy_selection(self, *, headers: bool) -> int:
        return await self._list.table.copy_selection(headers=headers) if self._list else 0

    def clear_filters(self) -> None:
        if self._list:
            self._list.clear_filters()

    def quit(self) -> None:
        self._window.close()
