from typing import Any

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from bunkerdesk.models.sync_status import SyncPhase, SyncState
from bunkerdesk.runtime.prompts import Notice
from bunkerdesk.runtime.reporting import ReportedProblem, UnexpectedProblem
from bunkerdesk.views.rail import NARROW_WINDOW, RailButton
from bunkerdesk.views.search_box import Suggestion
from bunkerdesk.views.shell import MainWindow
from bunkerdesk.views.theme import Theme, ThemeChoice
from bunkerdesk.views.widgets.buttons import ActionButton


async def test_pages_are_made_when_first_shown(settings: Any, tools: Any) -> None:
    """The first paint does not pay for pages nobody looks at."""
    desk = tools.build(settings, [tools.nomination(1)])
    made: list[str] = []

    def make() -> QWidget:
        made.append("late")
        return QWidget()

    desk.window.add_page("late", "Late", "clock", "Reference", make)
    desk.window.show_page("nominations")
    assert not made
    desk.window.show_page("late")
    desk.window.show_page("nominations")
    desk.window.show_page("late")
    assert made == ["late"]
    assert desk.window.current_key == "late"
    tools.end(desk)


async def test_the_rail_shows_the_page_and_its_counts(desk: Any, tools: Any) -> None:
    """The rail goes by keys, names its counts and follows the page."""
    desk.window.rail.set_badge("operations", 31)
    first = desk.window.rail.findChild(QWidget, "rail.nominations")
    second = desk.window.rail.findChild(QWidget, "rail.operations")
    assert second.accessibleName() == "Operations, 31"
    desk.window.activateWindow()
    first.setFocus()
    tools.press(first, "Down")
    assert desk.window.focusWidget() is second
    tools.press(second, "Return")
    assert desk.window.current_key == "operations"
    assert second.isChecked()
    assert "3 operations" in desk.window.status_line.page_text


async def test_the_pane_belongs_to_pages_with_records(desk: Any) -> None:
    """A page without records gets the whole width; a folded pane stays folded."""
    desk.window.add_page("plain", "Plain", "info", "", QWidget)
    pane = desk.window.findChild(QWidget, "pane")
    assert pane.isVisible()
    desk.window.show_page("plain")
    assert not pane.isVisible()
    desk.window.show_page("nominations")
    desk.window.toggle_pane()
    assert not pane.isVisible()
    desk.window.show_page("operations")
    assert not pane.isVisible()
    desk.window.toggle_pane()
    assert pane.isVisible()


async def test_the_place_of_the_window_is_remembered(settings: Any, tools: Any) -> None:
    """The window opens where it was."""
    first = tools.build(settings, [])
    first.window.show()
    first.window.setGeometry(40, 30, 1111, 777)
    tools.end(first)
    second = MainWindow(settings, first.status, "sandbox")
    assert (second.width(), second.height()) == (1111, 777)
    second.close_now()
    second.deleteLater()


async def test_closing_is_asked_for_first(desk: Any, qtbot: Any) -> None:
    """What runs must end in order, so the window stays until it is told to go."""
    with qtbot.waitSignal(desk.window.close_requested, timeout=0, raising=True):
        desk.window.close()
    assert desk.window.isVisible()


async def test_a_narrow_window_folds_the_rail(desk: Any) -> None:
    """Below 1,100 pixels only the icons stay, with their names as tooltips."""
    desk.window.resize(NARROW_WINDOW - 1, 700)
    entry = desk.window.rail.findChild(QWidget, "rail.nominations")
    assert desk.window.rail.width() < 100
    assert entry.toolTip() == "Nominations"
    desk.window.resize(NARROW_WINDOW + 200, 700)
    assert desk.window.rail.width() > 100
    assert entry.toolTip() == ""


async def test_what_waits_stands_at_the_edge_where_the_page_says_nothing(desk: Any) -> None:
    """An empty text takes no room: nothing is indented for no reason."""
    line = desk.window.status_line
    line.set_page("")
    line.set_waiting("1 refused", "status-warning")
    line.layout().activate()
    assert line.findChild(QWidget, "status.waiting").x() < 20


async def test_large_text_shortens_no_page_name(desk: Any, qapp: Any) -> None:
    """The rail grows with its names; where they would take too much of the window, icons with tooltips stay."""
    rail = desk.window.rail
    rail.set_badge("operations", 12_345)
    Theme.apply(qapp, ThemeChoice.LIGHT, 1.5)
    desk.window.resize(1600, 900)
    entries = rail.findChildren(RailButton)
    assert len(entries) == 2
    assert all(entry.full_width <= rail.width() and not entry.toolTip() for entry in entries)
    desk.window.top_bar.layout().activate()
    search = desk.window.top_bar.search
    assert search.height() < desk.window.top_bar.height() - 4
    assert abs(search.mapTo(desk.window, QPoint()).x() - rail.width()) <= 8
    Theme.apply(qapp, ThemeChoice.LIGHT, 2.0)
    desk.window.resize(1280, 720)
    assert rail.width() < 100
    assert [entry.toolTip() for entry in entries] == ["Nominations", "Operations, 12\u202f345"]


@pytest.mark.parametrize("size", [(1280, 720), (3840, 2160)])
async def test_nothing_sticks_out(desk: Any, size: tuple[int, int]) -> None:
    """Every visible part lies inside the window, on a small and on a large screen."""
    desk.window.resize(*size)
    for child in desk.window.findChildren(QWidget):
        if child.isVisible() and child.window() is desk.window and child.parentWidget() is desk.window.centralWidget():
            assert desk.window.rect().contains(child.geometry()), child.objectName()
    assert desk.window.width() == size[0]


async def test_the_state_of_synchronising_is_said(desk: Any) -> None:
    """Age, progress with a way to stop it, and offline in words and a sign."""
    bar = desk.window.top_bar
    words, stop, refresh = (bar.findChild(QWidget, name) for name in ("sync.state", "sync.stop", "sync.refresh"))
    assert "Synchronised" in words.text()
    assert refresh.isVisible()
    assert not stop.isVisible()
    desk.status.set_state(SyncState(SyncPhase.RUNNING, None, None, 120, 300))
    assert words.text() == "Synchronising 120 of 300"
    assert stop.isVisible()
    assert bar.progress.is_busy
    desk.status.set_state(SyncState(SyncPhase.OFFLINE, None))
    assert words.text().startswith("Offline")
    assert not bar.progress.is_busy


async def test_the_environment_is_unmistakable(desk: Any) -> None:
    """Badge and title say where writes go; an unknown environment is treated as production."""
    desk.window.set_environment("demo", "Harbour Fuels")
    assert desk.window.top_bar.badge.accessibleName() == "Environment: Demo"
    assert desk.window.windowTitle().startswith("Harbour Fuels – Demo")
    desk.window.set_environment("sandbox", "Sandbox")
    assert desk.window.windowTitle().startswith("Sandbox – Bunker Desk")
    desk.window.set_environment("surprise")
    assert desk.window.top_bar.badge.environment == "production"


async def test_search_opens_known_and_asks_for_unknown(desk: Any, tools: Any, qtbot: Any) -> None:
    """The list offers what is known; its last line asks the service."""
    desk.window.top_bar.layout().activate()
    search = desk.window.top_bar.search
    search.set_suggest(lambda text: [Suggestion(7, "SO-24007", "NYK ORION")] if "24" in text else [])
    tools.type_text(search, "SO-24")
    assert search.is_open
    assert [one.text for one in search.suggestions()] == ["SO-24007", "SO-24"]
    with qtbot.waitSignal(search.opened, timeout=0, raising=True) as opened:
        tools.press(search, "Return")
    assert opened.args == [7]
    assert not search.is_open
    tools.type_text(search, "SO-24")
    tools.press(search, "Down")
    with qtbot.waitSignal(search.asked, timeout=0, raising=True) as asked:
        tools.press(search, "Return")
    assert asked.args == ["SO-24"]
    assert search.text() == ""


async def test_escape_leaves_the_search_step_by_step(desk: Any, tools: Any) -> None:
    """Escape closes the list, then empties the field."""
    desk.window.top_bar.layout().activate()
    search = desk.window.top_bar.search
    tools.type_text(search, "x")
    tools.press(search, "Escape")
    assert not search.is_open
    assert search.text() == "x"
    tools.press(search, "Escape")
    assert search.text() == ""


async def test_problems_are_bars_with_details_and_never_block(desk: Any, qtbot: Any) -> None:
    """What happened, what is safe and what to do are read; the reference folds out; dismissing tells the reporter."""
    problem = UnexpectedProblem("Refused", "It was <b>refused</b>.", "Nothing changed.", "Try again.", "trace-4711")
    area = desk.window.messages
    area.show_problem(ReportedProblem("sign-in", problem, "Report"), "Connection…")
    area.show_problem(ReportedProblem("sign-in", problem, "Report"), "Connection…")
    assert area.keys == ("sign-in",)
    assert area.isVisible()
    bar = area.findChild(QWidget, "message")
    assert "It was <b>refused</b>. Nothing changed. Try again." in bar.accessibleName()
    bar.findChild(QWidget, "message.details").click()
    assert "trace-4711" in bar.findChild(QWidget, "message.report").toPlainText()
    with qtbot.waitSignal(area.action_requested, timeout=0, raising=True) as wanted:
        bar.findChild(QWidget, "message.action").click()
    assert wanted.args == ["sign-in"]
    with qtbot.waitSignal(area.dismissed, timeout=0, raising=True) as dismissed:
        bar.findChild(QWidget, "message.dismiss").click()
    assert dismissed.args == ["sign-in"]
    assert not area.isVisible()


async def test_many_messages_do_not_bury_the_page(desk: Any) -> None:
    """Three bars are shown; the older ones come when there is room."""
    area = desk.window.messages
    for number in range(5):
        area.show_notice(Notice(f"Notice {number}", key=str(number)))
    bars = [bar for bar in area.findChildren(QWidget, "notice") if not bar.isHidden()]
    assert len(bars) == area.SHOWN
    area.clear("4")
    assert area.keys == ("3", "2", "1", "0")
    area.clear("unknown")


async def test_what_was_done_may_go_and_problems_stay(desk: Any) -> None:
    """A word of success leaves with the page; a problem and an offer wait for the person."""
    area = desk.window.messages
    area.show_notice(Notice("DR-1 was sent", "The service has taken it.", "ok", "sent"))
    area.show_notice(Notice("36 files downloaded", "", "ok", "files", "Open folder"))
    area.show_problem(ReportedProblem("refused", UnexpectedProblem()))
    area.clear_done()
    assert area.keys == ("refused", "files")


async def test_a_wide_page_seen_before_takes_nothing_from_the_pane(desk: Any) -> None:
    """The offset of a time is not cut off because another page needs more room."""

    def make() -> QWidget:
        wide = QWidget()
        wide.setMinimumWidth(1200)
        return wide

    desk.window.resize(1440, 900)
    pane = desk.window.findChild(QWidget, "pane")
    desk.window.add_page("wide", "Wide", "info", "", make)
    before = pane.width()
    desk.window.show_page("wide")
    desk.window.show_page("nominations")
    QApplication.sendPostedEvents()
    assert pane.width() == before


async def test_a_first_window_fits_a_small_screen(desk: Any) -> None:
    """The status line, where refusals are told, is not below the edge of the screen."""
    desk.window.resize(1440, 900)
    desk.window.fit(QSize(1440, 900))
    assert desk.window.height() < 900
    assert desk.window.width() == 1440
    desk.window.fit(QSize(2560, 1440))
    assert desk.window.width() == 1440


async def test_the_banner_stays_until_its_cause_is_gone(desk: Any, qtbot: Any) -> None:
    """The sandbox is announced, with the way out of it."""
    banner = desk.window.show_banner("You are looking at the sandbox.", "Connect to your service…")
    assert banner.isVisible()
    with qtbot.waitSignal(banner.action_requested, timeout=0, raising=True):
        banner.findChild(QWidget, "banner.action").click()
    desk.window.hide_banner()
    assert not banner.isVisible()


async def test_another_look_reaches_everything_at_once(desk: Any, qapp: Any) -> None:
    """Palette, style sheet, rows and icons follow the choice while the window is open."""
    light = desk.window.grab().toImage()
    Theme.apply(qapp, ThemeChoice.DARK, 1.5)
    dark = desk.window.grab().toImage()
    assert light.pixelColor(20, 700).lightness() > 200
    assert dark.pixelColor(20, 700).lightness() < 60
    assert desk.page.table.rowHeight(0) == 42
    Theme.apply(qapp, ThemeChoice.HIGH_CONTRAST)
    assert desk.window.grab().toImage().pixelColor(20, 700).lightness() == 0
    assert desk.page.table.rowHeight(0) == 28


def reachable(window: QWidget) -> list[QWidget]:
    """What Tab reaches, in order."""
    found: list[QWidget] = []
    widget = window.nextInFocusChain()
    while widget is not window:
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            found.append(widget)
        widget = widget.nextInFocusChain()
    return found


async def test_tab_follows_reading_order(desk: Any) -> None:
    """Top bar, rail, filter, chips, table, details."""
    names = [widget.objectName() for widget in reachable(desk.window) if widget.objectName()]
    wanted = [
        "search",
        "sync.refresh",
        "rail.nominations",
        "rail.operations",
        "nominations.columns",
        "nominations.filter",
        "nominations.chip.window",
        "nominations.chip.status",
        "nominations.chip.port",
        "nominations.chip.fuel",
        "nominations.table",
    ]
    assert [name for name in names if name in wanted] == wanted


async def test_f6_goes_round_the_regions(desk: Any) -> None:
    """Search, rail, page and pane are four presses apart."""
    desk.window.activateWindow()
    desk.window.top_bar.search.setFocus()
    seen = []
    for _ in range(3):
        desk.window.focus_next_region()
        seen.append(desk.window.focusWidget().objectName().split(".")[0])
    assert seen[0] == "rail"
    assert seen[1] == "nominations"


async def test_f6_enters_each_region_where_it_was_left(desk: Any, tools: Any) -> None:
    """Who looks something up elsewhere in the window comes back to the field, and to the page shown in the rail."""
    window = desk.window
    page = window.show_page("operations")
    window.show()
    await tools.until(window.isActiveWindow)
    page.focus_filter()
    left = window.focusWidget()
    visited = []
    for _ in range(4):
        window.focus_next_region()
        visited.append(window.focusWidget())
        if visited[-1] is left:
            break
    assert visited[-1] is left
    assert [one.objectName() for one in visited if window.rail.isAncestorOf(one)] == ["rail.operations"]


async def test_return_presses_a_button_as_space_does(desk: Any, tools: Any) -> None:
    """Who comes to a button by Tab need not know which of the two keys this platform takes."""
    chip = desk.page.clear_button
    desk.page.field.setText("curlew")
    await desk.rested()
    desk.window.activateWindow()
    chip.setFocus(Qt.FocusReason.TabFocusReason)
    tools.press(chip, "Return")
    assert desk.page.field.text() == ""


async def test_every_control_has_a_name(desk: Any, tools: Any) -> None:
    """A screen reader and a test find every control of the window by name."""
    desk.window.show_banner("You are looking at the sandbox.", "Connect to your service…")
    problem = UnexpectedProblem("Refused", "It was refused.", "Nothing changed.", "Try again.", "trace-4711")
    desk.window.messages.show_problem(ReportedProblem("a", problem, "Report"), "Connection…")
    desk.window.show_page("operations")
    desk.window.show_page("nominations")
    nameless = [
        widget
        for widget in desk.window.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not (widget.objectName() and widget.accessibleName())
        and not widget.objectName().startswith("qt_")
        and not (isinstance(widget.parentWidget(), QLineEdit) and not widget.isVisible())
    ]
    assert not nameless, nameless


def test_a_button_follows_its_command(qtbot: Any) -> None:
    """Greyed while it cannot be, with the reason; usable the moment it can, whoever changed that."""
    action = QAction("Accept…")
    action.setEnabled(False)
    action.setToolTip("Open an operation first.")
    shown = ActionButton(action, "accept")
    qtbot.addWidget(shown)
    assert not shown.isEnabled()
    assert (shown.toolTip(), shown.accessibleDescription()) == ("Open an operation first.",) * 2
    action.setToolTip("Sign the review")
    action.setEnabled(True)
    assert shown.isEnabled()
    assert shown.toolTip() == "Sign the review"
    with qtbot.waitSignal(action.triggered, timeout=0, raising=True):
        shown.click()
