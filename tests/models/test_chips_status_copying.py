from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionRange, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from bunkerdesk.models.copying import copy_rows, selected_runs
from bunkerdesk.models.facets import FacetModel
from bunkerdesk.models.roles import Role
from bunkerdesk.models.sync_status import SyncPhase, SyncState, SyncStatus, text

NOW = datetime(2026, 11, 21, 14, 2, 40, tzinfo=UTC)
VALUES = [("SGSIN", "Singapore", 9), ("NLRTM", "Rotterdam", 4), ("AEFJR", "Fujairah", 1)]


def test_a_chip_says_what_is_chosen(qtmodeltester, qapp) -> None:
    """What is chosen is written on the chip, and told."""
    ports = FacetModel("port", "Port", qapp)
    ports.set_values(VALUES)
    qtmodeltester.check(ports, force_py=True)
    heard: list[int] = []
    ports.chosen_changed.connect(lambda: heard.append(1))
    assert ports.chip_text() == "Port: any"
    ports.setData(ports.index(0), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    assert ports.chip_text() == "Port: Singapore"
    ports.choose(["SGSIN", "NLRTM", "AEFJR"])
    assert ports.chip_text() == "Port: Singapore, Rotterdam, 1 more"
    assert ports.chosen == {"SGSIN", "NLRTM", "AEFJR"}
    assert len(heard) == 2
    ports.choose(())
    assert len(heard) == 3
    assert ports.chip_text() == "Port: any"


def test_chosen_value_without_rows_can_still_be_unchosen() -> None:
    """A filter never hides the switch that would lift it."""
    ports = FacetModel("port", "Port")
    ports.set_values(VALUES)
    ports.choose(["AEFJR"])
    ports.set_values(VALUES[:2])
    assert [ports.index(row).data() for row in range(ports.rowCount())] == ["Singapore", "Rotterdam", "Fujairah"]


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (SyncState(), "Not synchronised yet"),
        (SyncState(SyncPhase.DONE, NOW - timedelta(seconds=40)), "Synchronised 14:02, 40 s ago"),
        (SyncState(SyncPhase.DONE, NOW - timedelta(minutes=5)), "Synchronised 13:57, 5 min ago"),
        (SyncState(SyncPhase.RUNNING, done=120, total=640), "Synchronising 120 of 640"),
        (SyncState(SyncPhase.RUNNING), "Synchronising"),
        (
            SyncState(SyncPhase.OFFLINE, offline_since=datetime(2026, 11, 21, 13, 40, tzinfo=UTC)),
            "Offline since 13:40, all shown as last seen",
        ),
        (
            SyncState(SyncPhase.OFFLINE, offline_since=datetime(2026, 11, 19, 13, 40, tzinfo=UTC)),
            "Offline since Thu 19 Nov 13:40, all shown as last seen",
        ),
        (
            SyncState(SyncPhase.OFFLINE, offline_since=NOW - timedelta(minutes=5), has_seen=False),
            "Offline since 13:57, nothing seen here yet",
        ),
    ],
)
def test_freshness_in_words(state: SyncState, words: str) -> None:
    """A person knows how old what they see is."""
    assert text(state, NOW, UTC) == words


def test_status_announces_each_wording_once() -> None:
    """A screen reader is not told the same twice."""
    status = SyncStatus(now=lambda: NOW)
    heard: list[str] = []
    status.text_changed.connect(heard.append)
    for done in (1, 1, 2):
        status.set_state(SyncState(SyncPhase.RUNNING, done=done, total=9))
    assert heard == ["Synchronising 1 of 9", "Synchronising 2 of 9"]
    assert status.progress == (2, 9)


async def test_selection_is_copied_in_the_order_on_the_screen() -> None:
    """A tab or line end within a name shifts no cell, and markup in a name stays text."""
    model = QStandardItemModel()
    for row in range(6):
        cells = [QStandardItem() for _ in range(2)]
        cells[0].setData(f"SO-{row}", Role.EXACT)
        cells[1].setData("A\tB\n<b>" if row == 4 else "EVER", Role.EXACT)
        model.appendRow(cells)
    model.setHorizontalHeaderLabels(["Reference", "Vessel"])
    selection = QItemSelection(model.index(4, 0), model.index(4, 1))
    selection.append(QItemSelectionRange(model.index(0, 0), model.index(1, 1)))
    stretches = selected_runs(selection)
    assert stretches == [(0, 1), (4, 4)]
    copied = await copy_rows(model, stretches, [1, 0], headers=True)
    assert copied.tsv == "Vessel\tReference\nEVER\tSO-0\nEVER\tSO-1\nA B <b>\tSO-4\n"
    assert "<b>" not in copied.html
    assert copied.mime_data().text() == copied.tsv
    assert (await copy_rows(model, [(0, 0)], [0], headers=False)).tsv == "SO-0\n"
