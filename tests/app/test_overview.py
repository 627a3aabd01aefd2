"""The overview in the program over the sandbox: behind every figure stands the list that it counts."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from tests.app.window import all_known, until

from bunkerdesk.app.workplace import Workplace
from bunkerdesk.desk.overview_figures import Period
from bunkerdesk.desk.review_state import Verdict
from bunkerdesk.models.overview_picture import Target
from bunkerdesk.sandbox import embedded
from bunkerdesk.views.lists.list_page import ListPage
from bunkerdesk.views.overview.charts import BarButton
from bunkerdesk.views.overview.page import OverviewPage
from bunkerdesk.views.overview.tiles import TileButton


@pytest.fixture
async def place(sandbox: embedded.Running, tmp_path: Path) -> AsyncIterator[Workplace]:
    async with all_known(sandbox, tmp_path) as known:
        yield known


async def shown(place: Workplace) -> OverviewPage:
    """The overview over everything that is known, with open reviews counted."""
    page = place.window.show_page("overview")
    assert isinstance(page, OverviewPage)
    page.choose_period(Period.ALL)
    await until(lambda: page.model_of_figures.is_known and not page.model_of_figures.is_busy)
    return page


async def opened(place: Workplace, target: Target) -> ListPage:
    """The list that a figure has opened, read to its end."""
    await until(lambda: place.window.current_key == target.page)
    page = place.window.page(target.page)
    assert isinstance(page, ListPage)
    await until(lambda: not page.model.is_loading and not page.model.is_filtering)
    return page


def buttons(page: OverviewPage) -> list[str]:
    """The names of everything on the page with a list behind it."""
    tiles = [one for one in page.findChildren(TileButton) if one.tile.target is not None and not one.isHidden()]
    bars = [bar for chart in page.charts.values() for bar in chart.bars if bar.bar.target is not None]
    return [one.objectName() for one in (*tiles, *bars)]


def target_of(button: QWidget | None) -> Target:
    assert isinstance(button, TileButton | BarButton)
    target = button.tile.target if isinstance(button, TileButton) else button.bar.target
    assert target is not None
    return target


async def test_every_figure_opens_exactly_the_list_it_counts(place: Workplace):
    """By mouse and by keyboard in turn: as many rows as the figure says, and no others."""
    page = await shown(place)
    names = buttons(page)
    assert {name.split(".")[1] for name in names} >= {"attention", "delivered", "days", "by_fuel", "by_port", "against"}
    for count, name in enumerate(names):
        button = page.findChild(QWidget, name)
        target = target_of(button)
        assert isinstance(button, TileButton | BarButton)
        if count % 2:
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        else:
            button.setFocus()
            QTest.keyClick(button, Qt.Key.Key_Return)
        found = await opened(place, target)
        assert frozenset(found.model.ids()) == target.ids, name
        assert found.only_chip.text().startswith(target.words[:12])
        said = counted(button)
        assert said == found.model.rowCount(), (name, said)
        place.window.show_page("overview")


def counted(button: TileButton | BarButton) -> int:
    """What the figure itself says: the number of a tile that counts, else the operations that it is made of."""
    if isinstance(button, TileButton):
        if ".attention." in button.objectName():
            return int(button.tile.figure.replace("\u202f", ""))
        return int(re.findall(r"(\d+) operations?", target_of(button).words)[0])
    if ".days." in button.objectName():
        return int(button.bar.figure)
    return len(target_of(button).ids)


async def test_a_signed_review_is_open_no_more(place: Workplace):
    """The figure follows the signature, without anything having changed on the service."""
    page = await shown(place)
    tile = page.findChild(TileButton, "overview.attention.reviews")
    assert isinstance(tile, TileButton)
    before = target_of(tile).ids
    examination = await place.session.desk.reviews.examine(min(before))
    assert examination is not None
    await place.session.desk.reviews.sign(examination, Verdict.ACCEPT, "A. Surveyor")
    await until(lambda: tile.tile.target is None or tile.tile.target.ids == before - {min(before)})
    await until(lambda: not page.model_of_figures.is_busy)
    assert int(tile.tile.figure) == len(before) - 1
