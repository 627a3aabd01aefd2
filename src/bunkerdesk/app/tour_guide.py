"""What leads through the tour: a stop, the picture taken there, and when the window has come to rest."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from bunkerdesk.app.program import Program
from bunkerdesk.app.workplace import Workplace
from bunkerdesk.views.lists.list_page import ListPage

WINDOW = (1600, 1000)
SETTLES_WITHIN = 60.0
OPENS_WITHIN = 5.0
"""Seconds for a dialog on a service whose data nobody knows: without anything to act on, none will open."""
TURNS_OF_PEACE = 3
"""Turns of the loop in which nothing moved before a picture is taken."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One entry of `tour.json`."""

    view: str
    file: str
    rows: int
    milliseconds: int


class NothingToShow(LookupError):
    """The service has nothing that this view shows: a fault in the demo world, no more than a gap elsewhere."""


@dataclass(frozen=True, slots=True)
class Stop:
    """One view: how to get there from wherever the tour is. `size` is the window's, in pixels at 100 %."""

    view: str
    go: Callable[["Tour"], Awaitable[None]]
    size: tuple[int, int] = WINDOW
    is_passing: bool = False
    """What it shows does not wait until everything has come to rest."""


class Tour:
    """What a stop may use."""

    def __init__(self, program: Program, out: Path) -> None:
        self.program = program
        self._out = out
        self._pictures: list[Picture] = []
        self._text_size = program.settings.text_scale
        self.front: QWidget | None = None
        """A window of its own that this stop opened; the picture shows it."""

    @property
    def text_size(self) -> int:
        """The text size the tour was told to take its pictures in."""
        return self._text_size

    @property
    def workplace(self) -> Workplace:
        """The window's workplace; another one after the connection changed."""
        workplace = self.program.workplace
        assert workplace is not None, "the tour runs while a window is open"
        return workplace

    @property
    def pictures(self) -> list[Picture]:
        """What was taken so far."""
        return self._pictures

    @property
    def is_at_home(self) -> bool:
        """Tell whether this is the sandbox of the tour's own; on any other service the tour writes nothing."""
        return self.program.sandbox.running is not None

    def list_page(self) -> ListPage:
        """The list on the screen."""
        window = self.workplace.window
        page = window.page(window.current_key)
        assert isinstance(page, ListPage), "this stop is on a list"
        return page

    async def show_list(self, key: str) -> ListPage:
        """A list in full, its first row selected and under the keyboard."""
        self.workplace.window.show_page(key)
        page = self.list_page()
        page.clear_filters()
        await self.select_first()
        page.table.setFocus()
        return page

    async def select_first(self) -> None:
        """The first row that the filters leave, once they have done so."""
        page = self.list_page()
        await self.settle()
        if page.model.rowCount():
            page.table.select_row(0)

    async def open_anew(self) -> None:
        """Close the window and open its connection again, as after a restart."""
        former = self.workplace
        await former.close()
        self.program.open(former.session.connection).window.resize(*WINDOW)

    async def until_dialog(self) -> None:
        """Wait for a dialog to stand before the window; raises `NothingToShow`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SETTLES_WITHIN if self.is_at_home else OPENS_WITHIN):
                while QApplication.activeModalWidget() is None:  # noqa: ASYNC110 - Qt tells nobody of it
                    await asyncio.sleep(0.01)
                return
        raise NothingToShow("no dialog has opened")

    async def settle(self) -> None:
        """Wait until nothing loads, filters or waits to be painted."""
        async with asyncio.timeout(SETTLES_WITHIN):
            peace = 0
            while peace < TURNS_OF_PEACE:
                await asyncio.sleep(0.01)
                peace = 0 if self._is_busy() else peace + 1

    async def take(self, stop: Stop) -> None:
        """Go to a stop and take its picture."""
        self.workplace.window.resize(*stop.size)
        begun, self.front = time.perf_counter(), None
        await stop.go(self)
        if not stop.is_passing:
            await self.settle()
        milliseconds = round((time.perf_counter() - begun) * 1000)
        file = f"{len(self._pictures) + 1:02d}-{stop.view}.png"
        self._shown().grab().save(str(self._out / file))
        self._pictures.append(Picture(stop.view, file, self._rows(), milliseconds))

    def _shown(self) -> QWidget:
        """The window, with what is open in front of it (dialogs are its children or of their own)."""
        return QApplication.activeModalWidget() or self.front or self.workplace.window

    def _rows(self) -> int:
        window = self.workplace.window
        page = window.page(window.current_key)
        model = getattr(page, "model", None)
        return int(model.rowCount()) if model is not None else 0

    def _is_busy(self) -> bool:
        if QApplication.activeModalWidget() is not None:
            return False  # its task waits for an answer
        workplace = self.workplace
        session = workplace.session
        lists = (session.nominations, session.operations)
        return (
            session.is_synchronising
            or self.program.scope.is_busy
            or workplace.scope.is_busy
            or workplace.reviewing.is_busy
            or workplace.collecting.is_busy
            or workplace.details.view.is_filling
            or any(model.is_busy for model in lists)
        )
