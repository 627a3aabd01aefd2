"""What commands see of the window and the session."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from bunkerdesk.app.frame import Frame
from bunkerdesk.app.session import Session
from bunkerdesk.commands.command import Place


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

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self.desk = SessionActions(frame.session)
        self.settings = frame.settings
        self.prompts = frame.prompts

    @property
    def page(self) -> str:
        return self._frame.window.current_key

    @property
    def selection(self) -> Sequence[int]:
        page = self._frame.page
        return page.selected_records() if isinstance(page, HoldsRecords) else ()

    @property
    def has_list(self) -> bool:
        return self._frame.list_page is not None

    @property
    def has_filter(self) -> bool:
        page = self._frame.list_page
        return page is not None and page.has_filters

    def navigate(self, place: Place) -> None:
        self._frame.go(place)

    async def copy_selection(self, *, headers: bool) -> int:
        page = self._frame.list_page
        return await page.table.copy_selection(headers=headers) if page else 0

    def clear_filters(self) -> None:
        page = self._frame.list_page
        if page:
            page.clear_filters()

    def quit(self) -> None:
        self._frame.window.close()
