import re
from datetime import timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from bunkerdesk.contract.nomination import Nomination
from bunkerdesk.models.details import Heading, Line, Section, Table, nomination_heading, nomination_sections
from bunkerdesk.views.detail.detail_view import Detail, DetailView
from bunkerdesk.views.theme import Theme, ThemeChoice
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.labels import BREAK, NO_BREAK, PIECE, breakable

DESK = timezone(timedelta(hours=1))
BODY = {
    "clientReference": "SO-24117",
    "status": "supplier_assigned",
    "delivery": {
        "estimatedTimeOfBunkering": "2026-11-21T22:30:00+08:00",
        "estimatedBunkeringDurationInMinutes": 480,
        "bunkeringLocationCode": "SGSIN",
    },
    "receiver": {"companyName": "<img src=x>", "vesselName": "V" * 300, "estimatedTimeOfDeparture": "nonsense"},
    "fuelSpecifications": [{"fuelType": "VLSFO", "grade": "rmg"}],
}


def detail(now: Any, key: int = 1, **changes: Any) -> Detail:
    nomination = Nomination.read(BODY | changes)
    sections = nomination_sections(nomination, now(), DESK)
    return Detail(key, "nomination", nomination_heading(nomination), sections, "Seen 5 min ago", "Show the operation")


@pytest.fixture
def view(qtbot: Any) -> Any:
    result = DetailView()
    result.resize(420, 800)
    result.show()
    yield result
    result.close()
    result.deleteLater()


async def test_every_section_comes_in_the_end(view: DetailView, tools: Any) -> None:
    """The first sections are there at once, the rest follows; none is lost."""
    shown = detail(tools.now)
    view.show_detail(shown)
    assert view.cards()
    titles = [section.title for section in shown.sections if section.key != "departures" and section.lines]
    await tools.until(lambda: len(view.cards()) == len(titles))
    assert [card.section.title for card in view.cards()] == titles
    assert list(view.section_titles) == titles


async def test_port_time_first_then_utc_and_desk(view: DetailView, tools: Any) -> None:
    """The port's clock is the value; the offset stands faint beside it, UTC and desk time below."""
    view.show_detail(detail(tools.now))
    value = next(value for card in view.cards() for value in card.values if "22:30" in value.text())
    assert value.text() == "Sat 21 Nov 22:30"
    assert "14:30 UTC, 15:30 at this desk" in value.accessibleDescription()
    assert "+08:00" in value.accessibleName()


async def test_values_are_copied_exactly(view: DetailView, tools: Any) -> None:
    """What is copied is what the service sent."""
    view.show_detail(detail(tools.now))
    value = next(value for card in view.cards() for value in card.values if "22:30" in value.text())
    value.copy()
    assert QGuiApplication.clipboard().text() == "2026-11-21T22:30:00+08:00"


async def test_what_could_not_be_read_is_a_quiet_note(view: DetailView, tools: Any) -> None:
    """One odd field is named; everything else stays usable."""
    view.show_detail(detail(tools.now))
    note = view.findChild(QWidget, "detail.departures")
    assert note.isVisible()
    assert "could not be read" in note.accessibleName()
    assert "departure" in note.accessibleName().casefold()
    view.show_detail(detail(tools.now, key=2, receiver={}))
    assert not note.isVisible()


async def test_texts_of_the_service_are_never_markup(view: DetailView, tools: Any) -> None:
    """A name that looks like HTML is shown as it came, and a long one wraps inside the pane."""
    view.show_detail(detail(tools.now))
    await tools.until(lambda: any(card.section.key == "receiver" for card in view.cards()))
    card = next(card for card in view.cards() if card.section.key == "receiver")
    assert "<img src=x>" in [value.text() for value in card.values]
    assert all(one.textFormat().name == "PlainText" for one in view.findChildren(QLabel) if one.text())
    assert card.minimumSizeHint().width() <= 420


async def test_everything_fits_the_narrowest_pane(view: DetailView, tools: Any) -> None:
    """At 400 pixels no section is wider than what is seen of it."""
    view.resize(400, 500)
    view.show_detail(detail(tools.now))
    await tools.until(lambda: len(view.cards()) == len(view.section_titles))
    area = view.findChild(QWidget, "detail.sections")
    await tools.until(lambda: area.viewport().width() < 400)
    assert area.widget().minimumSizeHint().width() <= area.viewport().width()


async def test_the_same_record_keeps_its_place(view: DetailView, tools: Any) -> None:
    """A refresh does not throw the reader back to the top; another record begins there."""
    view.resize(420, 300)
    view.show_detail(detail(tools.now))
    await tools.until(lambda: len(view.cards()) >= 4)
    bar = view.findChild(QWidget, "detail.sections").verticalScrollBar()
    await tools.until(lambda: bar.maximum() > 60)
    bar.setValue(50)
    view.show_detail(detail(tools.now, status="accepted"))
    assert bar.value() == 50
    view.show_detail(detail(tools.now, key=2))
    assert bar.value() == 0


async def test_link_and_refresh_name_the_record(view: DetailView, tools: Any, qtbot: Any) -> None:
    """Nomination and operation lead to each other."""
    view.show_detail(detail(tools.now, key=7))
    for name, signal in (("detail.link", view.link_requested), ("detail.refresh", view.refresh_requested)):
        with qtbot.waitSignal(signal, timeout=0, raising=True) as sent:
            view.findChild(QWidget, name).click()
        assert sent.args == [7]


async def test_actions_replace_each_other(view: DetailView, tools: Any) -> None:
    """The buttons are those of the record shown."""
    view.show_detail(detail(tools.now))
    view.set_actions([button("Accept", "action.accept", None, "primary"), button("Edit", "action.edit")])
    view.set_actions([button("Reopen", "action.reopen")])
    tools.bury()
    assert view.findChild(QWidget, "action.accept") is None
    assert view.findChild(QWidget, "action.reopen").isVisible()


async def test_tables_and_empty_states(view: DetailView, tools: Any) -> None:
    """Documents are a small table; nothing selected is said."""
    table = Table(("Document type", "Document name"), (("Statement of facts", "sof.pdf"),))
    sections = (Section("documents", "Documents", (), (table,)), Section("empty", "Empty", ()))
    view.show_detail(Detail(1, "operation", Heading("SO-1", "Ended", "ok", ""), sections))
    assert view.section_titles == ("Documents",)
    assert [value.text() for value in view.cards()[0].values] == ["Statement of facts", "sof.pdf"]
    view.show_nothing("Not found", "The service knows no such reference.")
    assert view.detail is None
    assert view.findChild(QWidget, "detail.empty.action") is not None


async def test_line_hints_and_tones_are_kept(view: DetailView) -> None:
    """What was not reported is faint and says so; a warning has its colour and its words."""
    lines = (Line("Brand", "not reported", tone="neutral"), Line("ETA", "odd", tone="warning", exact="odd"))
    view.show_detail(Detail(1, "draft", Heading("DR-1", "Draft", "neutral", "x"), (Section("a", "A", lines),)))
    looks = [value.property("look") for value in view.cards()[0].values]
    assert looks == ["faint", "warning-text"]


async def test_a_long_file_name_stays_inside_the_pane(view: DetailView) -> None:
    """A table of documents wraps; it never pushes the pane's other sections out of sight."""
    name = "Bunker_requisition_form_of_the_second_delivery_SO-24148_final_signed.pdf"
    table = Table(("Document type", "Document name", "Fuel index"), (("Bunker requisition form", name, "1"),))
    view.resize(400, 500)
    view.show_detail(Detail(1, "operation", Heading("SO-1", "Ended", "ok", ""), (Section("d", "D", (), (table,)),)))
    assert view.cards()[0].minimumSizeHint().width() <= 360


async def test_what_wraps_at_a_larger_text_is_shown_in_full(view: DetailView, qapp: Any) -> None:
    """At 150 % a time with its UTC and desk clocks takes three lines, none of them cut off."""
    Theme.apply(qapp, ThemeChoice.LIGHT, 1.5)
    hint = "Sat 3 Oct 19:30 UTC, Sat 3 Oct 19:30 at this desk, 49 d ago"
    lines = (Line("Estimated time of completion", "Sun 4 Oct 06:30 +11:00", hint),)
    view.resize(400, 500)
    view.show()
    view.show_detail(Detail(1, "nomination", Heading("SO-1", "Draft", "neutral", ""), (Section("d", "D", lines),)))
    QApplication.sendPostedEvents()
    view.grab()
    shown = next(one for one in view.findChildren(QLabel) if one.text().startswith("Sat 3 Oct"))
    assert shown.height() >= shown.heightForWidth(shown.width())


@pytest.mark.parametrize("text", ["49 d ago", "in 3 d 13 h, derived", "480 – 520 t", "13:00 UTC"])
def test_a_figure_keeps_its_unit_on_its_line(text: str) -> None:
    """A line never ends between 48 and d."""
    assert not re.search(r"\d (?:d|h|t|UTC)\b", breakable(text))
    assert breakable(text).replace(NO_BREAK, " ") == text


@given(st.text(), st.integers(1, 40))
def test_breaking_long_words_changes_nothing_to_read(text: str, longest: int) -> None:
    """The text stays what it was; only places to wrap are added, and no piece is too long for a line."""
    broken = breakable(text, longest)
    read = str.maketrans({BREAK: "", NO_BREAK: " "})
    assert broken.translate(read) == text.translate(read)
    if BREAK not in text:
        pieces = [part for word in broken.split(" ") for part in word.split(BREAK)]
        assert max(map(len, pieces)) <= max(longest, PIECE)
