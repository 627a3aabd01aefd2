"""Two people at one nomination, over real HTTP: nothing is overwritten unseen."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from tests.app.editors import (
    changed_by_another,
    editor,
    editor_of,
    fill,
    held,
    send,
    sent_draft,
    type_into,
)
from tests.app.window import dialog, program, until

from bunkerdesk.sandbox import embedded
from bunkerdesk.views.editor.compare_dialog import CompareDialog, ConflictDialog


async def test_a_change_by_somebody_else_is_compared_before_anything_is_overwritten(
    sandbox: embedded.Running, tmp_path: Path
) -> None:
    """The dialog shows both; what is chosen there is what the service holds in the end."""
    async with program(sandbox, tmp_path) as place:
        desk = place.session.desk
        draft = await sent_draft(place, "DR-EDIT-3")
        session = await desk.editing.begin_edit(draft)
        await changed_by_another(place, draft, "receiver.contactName", "Day desk")
        view = await editor_of(place, session)
        type_into(view, "receiver.contactName", "Duty officer")
        await send(place, view)
        asked = await dialog(ConflictDialog)
        assert not asked.send.isEnabled()
        asked.choose("receiver.contactName", "theirs")
        asked.send.click()
        await until(lambda: not desk.editing.sessions())
        assert (await held(place, "DR-EDIT-3")).resource.to_object()["receiver"]["contactName"] == "Day desk"


async def test_two_fuels_changed_by_two_people_need_no_choice(sandbox: embedded.Running, tmp_path: Path) -> None:
    """One raises the first fuel, the other lowers the second: shown with units, sent together by the default key."""
    async with program(sandbox, tmp_path) as place:
        desk = place.session.desk
        view = await editor(place, "draft")
        fill(view, "DR-EDIT-7")
        view.fuel.add_button.click()
        type_into(view, "fuelSpecifications[1].fuelType", "LSMGO")
        type_into(view, "fuelSpecifications[1].quantityRange.minQuantity", "90")
        type_into(view, "fuelSpecifications[1].quantityRange.maxQuantity", "110")
        await send(place, view)
        draft = await held(place, "DR-EDIT-7")
        session = await desk.editing.begin_edit(draft)
        await changed_by_another(place, draft, "fuelSpecifications.1.quantityRange.minQuantity", 80)
        view = await editor_of(place, session)
        type_into(view, "fuelSpecifications[0].quantityRange.maxQuantity", "560")
        await send(place, view)
        asked = await dialog(ConflictDialog)
        told = {one.accessibleName() for one in asked.findChildren(QPushButton)}
        assert "Fuel 1 › Maximum quantity, mine: 560 t" in told
        assert "Fuel 2 › Minimum quantity, the service's: 80 t" in told
        QTest.keyClick(asked, Qt.Key.Key_Return)
        await until(lambda: not desk.editing.sessions())
        first, second = (await held(place, "DR-EDIT-7")).resource.to_object()["fuelSpecifications"]
        assert first["quantityRange"]["maxQuantity"] == 560
        assert second["quantityRange"]["minQuantity"] == 80


async def test_a_used_reference_leads_to_a_comparison_with_the_one_that_has_it(
    sandbox: embedded.Running, tmp_path: Path
) -> None:
    """Typed again under a reference in use: "Compare…" shows both as they stand now, and leads to the other."""
    async with program(sandbox, tmp_path) as place:
        await sent_draft(place, "DR-EDIT-8")
        view = await editor(place, "draft", {"clientReference": "DR-EDIT-8", "receiver": {"contactName": "Day desk"}})

        def offered() -> list[QPushButton]:
            return [one for one in view.findings.stops if one.accessibleName() == "Compare with DR-EDIT-8"]

        await until(offered)
        (compare,) = offered()
        assert compare.text() == "Compare…"
        compare.click()
        asked = await dialog(CompareDialog)
        told = [one.text() for one in asked.findChildren(QLabel)]
        assert "Receiver contact name" in told
        assert {"Day desk", "Night desk", "On the service", "Typed here"} <= set(told)
        asked.open_other.click()
        await until(lambda: place.window.current_key == "nominations")
        await until(lambda: place.details.record is not None and place.details.record.reference == "DR-EDIT-8")
