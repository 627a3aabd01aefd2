"""Whether the estimated alongside time is asked for, set in the window."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.app.editors import editor, shown
from tests.app.window import NONE, dialog, in_front, press, program, until

from bunkerdesk.app.alongside_time import AlongsideTime
from bunkerdesk.commands.command import Place
from bunkerdesk.desk.connections import Connection
from bunkerdesk.sandbox import embedded
from bunkerdesk.views.dialogs.questions import ChooseDialog

FIELD = "delivery.estimatedAlongsideTime"


async def test_the_alongside_time_is_asked_for_as_this_connection_is_set(
    sandbox: embedded.Running, tmp_path: Path
) -> None:
    """F10 and a choice show the field in what is being edited; it is kept, for this connection only."""
    async with program(sandbox, tmp_path) as place:
        view = await editor(place, "supplier", {"clientReference": "SO-EDIT-12"})
        assert view.box(FIELD) is None
        for choice, is_asked in (("always", True), ("never", False), ("as_allowed", False), ("always", True)):
            await in_front(place)
            press(place, Qt.Key.Key_F10, NONE)
            menu = place.window.top_bar.menu.menu_shown
            await until(menu.isVisible)
            entry = next(one for one in menu.actions() if one.objectName() == "program.alongside_time")
            menu.setActiveAction(entry)
            QTest.keyClick(menu, Qt.Key.Key_Return)
            asked = await dialog(ChooseDialog)
            row = ["as_allowed", "always", "never"].index(choice)
            QTest.keyClick(asked.list, Qt.Key.Key_Home)
            for _ in range(row):
                QTest.keyClick(asked.list, Qt.Key.Key_Down)
            asked.accept_button.click()
            await until(lambda is_asked=is_asked: (view.box(FIELD) is not None) == is_asked)
        other = AlongsideTime(place.settings, Connection.to("https://bunkers.example.com", "harbour"))
        assert not other.may_be_sent()
    async with program(sandbox, tmp_path) as place:
        place.go(Place("editor"))
        assert (await shown(place)).box(FIELD) is not None
