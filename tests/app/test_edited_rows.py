"""Edits that nobody has sent yet: marked in the worklist, and there again after a restart and after a kill."""

import shutil
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.app.editors import editor, editor_of, sent_draft, shown, type_into
from tests.app.window import program, until

from bunkerdesk.commands.command import Place
from bunkerdesk.models.roles import Role
from bunkerdesk.sandbox import embedded


async def test_an_unsent_edit_marks_its_row_and_return_goes_on_with_it(
    sandbox: embedded.Running, tmp_path: Path
) -> None:
    """The pencil is there from the first change on, also after a restart, and gone once it is sent or given up."""
    async with program(sandbox, tmp_path) as place:
        desk = place.session.desk
        draft = await sent_draft(place, "DR-EDIT-11")
        session = await desk.editing.begin_edit(draft)
        desk.editing.change(session, "receiver.contactName", "Duty officer")
    async with program(sandbox, tmp_path) as place:
        desk, model = place.session.desk, place.session.nominations
        page = place.window.show_page("nominations")
        page.clear_filters()
        await until(lambda: model.row_of(draft.id) is not None)
        row = model.index(model.row_of(draft.id), 0)
        await until(lambda: row.data(Role.EDITED) == "being edited")
        assert row.data(Qt.ItemDataRole.AccessibleTextRole).endswith(", being edited")
        others = [model.index(number, 0).data(Role.EDITED) for number in range(model.rowCount())]
        assert others.count("being edited") == 1
        page.table.select_row(row.row())
        QTest.keyClick(page.table, Qt.Key.Key_Return)
        view = await shown(place)
        assert view.model.session.document["receiver"]["contactName"] == "Duty officer"
        await desk.editing.discard(view.model.session)
        await until(lambda: not row.data(Role.EDITED))


async def test_what_was_being_edited_is_there_again_after_a_restart(sandbox: embedded.Running, tmp_path: Path) -> None:
    """The page, the field, the place in it, and the text that was no value yet."""
    async with program(sandbox, tmp_path) as place:
        view = await editor(place, "draft", {"clientReference": "DR-EDIT-4"})
        type_into(view, "receiver.contactName", "Nigt desk")
        box = view.box("receiver.contactName")
        assert box is not None
        box.edit.place_cursor(3)
        type_into(view, "delivery.estimatedTimeOfBunkering", "30/11 06")
        view.jump("receiver.contactName", 3)
        place.window.show_page("editor")
    async with program(sandbox, tmp_path) as place:
        view = await shown(place)
        box = view.box("receiver.contactName")
        assert box is not None
        assert box.edit.text() == "Nigt desk"
        assert box.edit.position == 3
        assert view.box("delivery.estimatedTimeOfBunkering").edit.text() == "30/11 06"  # type: ignore[union-attr]


async def test_after_a_kill_the_message_stands_beside_the_form_again(sandbox: embedded.Running, tmp_path: Path) -> None:
    """The files as they lie there while the program runs, as a kill leaves them, are all that comes back."""
    message = "Vessel: EVER SUMMIT (IMO 9811000)\nPort: Singapore\nOur ref: PO-5567\n"
    async with program(sandbox, tmp_path / "killed") as place:
        session = await place.session.desk.editing.begin_new("draft", {"clientReference": "DR-EDIT-10"}, message)
        view = await editor_of(place, session)
        type_into(view, "receiver.contactName", "Nigt desk")
        await until(lambda: place.session.desk.editing.is_saved(session))
        shutil.copytree(tmp_path / "killed", tmp_path / "after")
    async with program(sandbox, tmp_path / "after") as place:
        place.go(Place("editor"))
        view = await shown(place)
        assert view.model.session.document["receiver"]["contactName"] == "Nigt desk"
        assert view.source.isVisible()
        assert view.source.text.toPlainText() == message
        assert "Receiver order reference: PO-5567" in [one.line.sentence for one in view.source.lines]
