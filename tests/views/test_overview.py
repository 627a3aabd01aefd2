"""The overview page: every figure is a button with words, charts go by arrows, the list behind is one key away."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QObject, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtPdf import QPdfDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from bunkerdesk.desk.overview_figures import Against, Carbon, DayLoad, Overview, Period, Total
from bunkerdesk.models.overview import OverviewModel
from bunkerdesk.models.overview_picture import MOST_BARS, Target, picture_of
from bunkerdesk.runtime.settings import Settings, Theme
from bunkerdesk.runtime.tasks import TaskScope
from bunkerdesk.views.overview.charts import fill
from bunkerdesk.views.overview.page import OverviewPage
from bunkerdesk.views.theme.theme import Theme as Look
from bunkerdesk.views.theme.tokens import DARK, HIGH_CONTRAST, LIGHT

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
TODAY = NOW.date()


def ids(*numbers: int) -> frozenset[int]:
    return frozenset(numbers)


def overview(**changes: Any) -> Overview:
    values: dict[str, Any] = {
        "nominations": 12,
        "operations": 3,
        "late": ids(1, 2),
        "drafts": ids(3),
        "days": (DayLoad(TODAY, {("nomination", "accepted"): ids(4, 5), ("draft", "in_progress"): ids(3)}),),
        "notes": 4,
        "delivered": Total("Delivered", Decimal("1500.5"), ids(7, 8), 1),
        "by_fuel": (Total("VLSFO", Decimal(1000), ids(7)), Total("LSMGO", Decimal("500.5"), ids(8))),
        "against": (Against("VLSFO", Decimal(1100), Decimal(1200), Decimal(1000), ids(7)),),
        "by_factor": (
            Carbon("heavy fuel oil", Decimal(1000), Decimal(3114), Decimal("3.114"), "high", "IMO factors", ids(7)),
        ),
    }
    return Overview(TODAY, **(values | changes))


class Figures:
    """Figures made up in this process; remembers what was asked."""

    def __init__(self) -> None:
        self.answer: Overview | None = overview()
        self.asked: list[Period] = []

    def head(self, now: datetime) -> Overview:
        return Overview(TODAY, is_whole=False, nominations=12, late=ids(1, 2))

    def read(self, now: datetime, period: Period, is_stopped: Callable[[], bool] = lambda: False) -> Overview | None:
        self.asked.append(period)
        return self.answer


@pytest.fixture
def figures() -> Figures:
    return Figures()


@pytest.fixture
def page(qapp: QApplication, figures: Figures, tmp_path: Path) -> Iterator[OverviewPage]:
    owner = QObject()
    model = OverviewModel(figures, lambda: NOW, TaskScope(owner), parent=owner)
    page = OverviewPage(model, Settings(tmp_path / "settings.json", owner))
    page.resize(1200, 900)
    yield page
    page.hide()
    page.deleteLater()
    owner.deleteLater()


async def shown(page: OverviewPage) -> OverviewPage:
    page.show()
    async with asyncio.timeout(30):
        while not page.model_of_figures.is_known or page.model_of_figures.is_busy:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    return page


def tile(page: OverviewPage, name: str) -> Any:
    return page.findChild(QObject, f"overview.{name}")


async def test_reviews_that_change_while_they_are_read_are_read_again(figures: Figures):
    """The figure of what awaits review would stay wrong until something else happens."""
    owner, reads = QObject(), list[int]()

    async def queue() -> AsyncIterator[list[object]]:
        reads.append(len(reads))
        if len(reads) == 1:
            model.refresh()
        yield [SimpleNamespace(id=number) for number in range(len(reads))]

    model = OverviewModel(figures, lambda: NOW, TaskScope(owner), queue, parent=owner)
    model.set_shown(True)
    async with asyncio.timeout(30):
        while model.is_busy:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert reads == [0, 1]
    model.close()
    owner.deleteLater()


async def test_a_tile_says_its_figure_and_opens_its_list(page: OverviewPage):
    """By mouse and by key, with the very records it counted."""
    await shown(page)
    opened: list[Target] = []
    page.list_requested.connect(opened.append)
    late = tile(page, "attention.late")
    assert late.accessibleName() == "Late: 2"
    late.setFocus()
    QTest.keyClick(late, Qt.Key.Key_Space)
    QTest.mouseClick(tile(page, "attention.clashing"), Qt.MouseButton.LeftButton)  # nothing behind a zero
    assert opened == [Target("nominations", "Late", ids(1, 2))]


async def test_bars_are_read_and_walked_by_keys(page: OverviewPage):
    """One stop of Tab for a chart, arrows inside it, a key opens; a screen reader hears figure and share."""
    await shown(page)
    opened: list[Target] = []
    page.list_requested.connect(opened.append)
    first, second = page.charts["by_fuel"].bars
    assert first.accessibleName() == "VLSFO: 1\u202f000 t, 67% of all, 1 operation"
    assert second.focusPolicy() == Qt.FocusPolicy.ClickFocus
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Down)
    assert second.focusPolicy() == Qt.FocusPolicy.StrongFocus
    QTest.keyClick(second, Qt.Key.Key_Space)
    assert [target.ids for target in opened] == [ids(8)]
    (day,) = page.charts["days"].bars
    assert day.accessibleName() == "Today: 3 bunkerings: 1 draft, 2 accepted"
    assert (
        page.charts["by_fuel"].accessibleDescription().startswith("VLSFO: 1\u202f000 t, 67% of all, 1 operation; LSMGO")
    )
    (against,) = page.charts["against"].bars
    assert "100 t below the nominated range" in against.accessibleName()


async def test_another_period_is_asked_for_and_remembered(page: OverviewPage, figures: Figures, tmp_path: Path):
    """The choice stays until the next start."""
    await shown(page)
    button = tile(page, "period.year")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    async with asyncio.timeout(30):
        while figures.asked[-1] is not Period.YEAR:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert page.status_text == "Deliveries of this year, 1 Jan 2026 to 21 Nov 2026"
    again = OverviewPage(page.model_of_figures, page.settings)
    assert again.model_of_figures.period is Period.YEAR
    again.deleteLater()


async def test_a_page_that_is_not_shown_computes_nothing(page: OverviewPage, figures: Figures):
    """Changes come four times a second while synchronising."""
    page.model_of_figures.refresh()
    await asyncio.sleep(0)
    assert figures.asked == []
    await shown(page)
    assert len(figures.asked) == 1


async def test_nothing_known_yet_says_what_to_do(page: OverviewPage, figures: Figures):
    """The first run: a sentence and one button instead of twelve zeros."""
    figures.answer = Overview(TODAY)
    await shown(page)
    assert page.empty.isVisible()
    assert page.status_text == "No figures"  # "Deliveries of this month" below an empty page would say there are some.
    asked: list[bool] = []
    page.refresh_requested.connect(lambda: asked.append(True))
    QTest.mouseClick(page.empty.findChild(QObject, "overview.empty.action"), Qt.MouseButton.LeftButton)  # type: ignore[arg-type]
    assert asked == [True]


@pytest.mark.parametrize("width", [700, 1100, 3000])
@pytest.mark.parametrize("choice", [Theme.LIGHT, Theme.DARK, Theme.HIGH_CONTRAST])
async def test_it_paints_at_any_width_in_any_look(
    width: int, choice: Theme, page: OverviewPage, figures: Figures, qapp: QApplication
):
    """Endless and foreign names give way; nothing is wider than the page."""
    names = ["x" * 300, "سفينة النور", "中远海运 宇宙", "<b>no markup</b>", ""]
    totals = tuple(Total(name, Decimal(10) ** (20 - place), ids(place)) for place, name in enumerate(names * 4))
    figures.answer = overview(by_port=totals, by_counterparty=totals)
    Look.apply(qapp, choice)
    page.resize(width, 800)
    await shown(page)
    assert len(page.charts["by_port"].bars) == MOST_BARS
    assert page.charts["by_port"].bars[-1].accessibleName().startswith("13 others")
    image = page.grab().toImage()
    assert image.width() >= width
    for chart in page.charts.values():
        assert chart.width() <= width
    Look.apply(qapp, Theme.LIGHT)


@pytest.mark.parametrize("palette", [LIGHT, DARK, HIGH_CONTRAST])
def test_states_differ_without_their_colour(palette: Any, qapp: QApplication):
    """Printed in grey, a draft, a request and work under way still look different."""
    looks = set()
    for tone in ("faint", "warning", "operation"):
        image = QImage(24, 24, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        fill(painter, QRectF(image.rect()), tone, palette)
        painter.end()
        ink = image.pixelColor(0, 0)
        looks.add(tuple(image.pixelColor(x, y) == ink for x in range(24) for y in range(24)))
    assert len(looks) == 3


def test_open_reviews_are_shown_only_where_they_are_known():
    """No zero stands for something that nobody counted."""
    assert "reviews" not in {tile.key for tile in picture_of(overview(), None).attention}
    found = {tile.key: tile for tile in picture_of(overview(), ids(7)).attention}
    assert found["reviews"].figure == "1"


async def test_the_page_goes_to_paper(page: OverviewPage, tmp_path: Path, qapp: QApplication):
    """In the light palette whatever the screen shows, with where and when; a folder that is gone is said."""
    Look.apply(qapp, Theme.DARK)
    await shown(page)
    target = tmp_path / "overview.pdf"
    assert page.print_to(target, "Sandbox, 2026-11-21 12:00") == ""
    document = QPdfDocument()
    document.load(str(target))
    text = " ".join(document.getAllText(page).text() for page in range(document.pageCount()))
    image = document.render(0, QSize(400, 560))
    document.close()
    told = ("Sandbox, 2026-11-21 12:00", "Late", "VLSFO", "Nominated against delivered", "IMO factors", "Page 1 of 1")
    for words in (*told, "Under way", "4 delivery notes; 1 states no mass", "below the nominated range"):
        assert words in text
    assert image.pixelColor(2, 2).lightness() > 250 or image.pixelColor(2, 2).alpha() == 0
    assert page.print_to(tmp_path / "gone" / "overview.pdf", "Sandbox") != ""
    Look.apply(qapp, Theme.LIGHT)
