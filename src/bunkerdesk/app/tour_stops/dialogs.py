"""Dialogs over the window: connecting, choosing, the shortcut sheet; and what a key says that does nothing here."""

from PySide6.QtWidgets import QApplication

from bunkerdesk.app.collecting import DONE
from bunkerdesk.app.tour_guide import NothingToShow, Stop, Tour
from bunkerdesk.commands.command import ABOUT, SHORTCUTS


async def _close(tour: Tour) -> None:
    tour.workplace.window.top_bar.menu.menu_shown.close()
    modal = QApplication.activeModalWidget()
    if modal is not None:
        modal.close()
    tour.workplace.window.messages.clear("open")
    await tour.settle()


async def _connection(tour: Tour) -> None:
    await _close(tour)
    tour.workplace.connection_requested.emit()
    await tour.until_dialog()


async def _chooser(tour: Tour) -> None:
    await _close(tour)
    tour.workplace.opening.open_text("SO-24088")
    await tour.until_dialog()


async def _shortcuts(tour: Tour) -> None:
    await _close(tour)
    tour.workplace.go(SHORTCUTS)
    await tour.until_dialog()


async def _about(tour: Tour) -> None:
    await _close(tour)
    tour.workplace.go(ABOUT)
    await tour.until_dialog()


async def _menu(tour: Tour) -> None:
    await _close(tour)
    tour.workplace.window.top_bar.menu.open()
    tour.front = tour.workplace.window.top_bar.menu.menu_shown


async def _alongside(tour: Tour) -> None:
    await _close(tour)
    tour.workplace.runner.trigger("program.alongside_time")
    await tour.until_dialog()


async def _refused(tour: Tour) -> None:
    await _close(tour)
    tour.workplace.window.show_page("review")
    await tour.settle()
    tour.workplace.runner.press("Ctrl+J")


async def _back(tour: Tour) -> None:
    await _close(tour)
    tour.workplace.window.show_page("nominations")


async def _offline(tour: Tour) -> None:
    """The service is gone: what was seen stays, with its age."""
    if tour.program.sandbox.running is None:
        raise NothingToShow("only the tour's own service can be taken away")
    await _back(tour)
    tour.workplace.window.messages.clear(DONE)
    await tour.select_first()
    tour.program.sandbox.running.stop()
    tour.workplace.session.synchronise(everything=True)
    await tour.settle()


STOPS: list[Stop] = [
    Stop("connection", _connection),
    Stop("shared-reference", _chooser),
    Stop("shortcuts", _shortcuts),
    Stop("about", _about),
    Stop("program-menu", _menu),
    Stop("alongside-time", _alongside),
    Stop("command-refused", _refused),
    Stop("nominations-again", _back),
    Stop("offline", _offline),
]
