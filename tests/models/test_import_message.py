"""A message as a form: places, questions instead of guesses, and the nomination that comes of it."""

from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bunkerdesk.models.editor_options import Options, Sources
from bunkerdesk.models.import_cells import Setting, fix_text
from bunkerdesk.models.import_message import MessageForm
from bunkerdesk.rules.ports import shipped

MAILS = sorted((Path(__file__).parents[1] / "rules" / "mails").glob("*.txt"))
SETTING = Setting(
    Options(Sources(lambda _: [], shipped)), datetime(2026, 11, 18, 9, 0, tzinfo=UTC), ZoneInfo("Europe/Berlin")
)


def form_of(text: str) -> MessageForm:
    return MessageForm.of(text, SETTING)


def place_of(form: MessageForm, path: str) -> int:
    return next(place for place, line in enumerate(form.lines) if line.path == path)


def test_an_enquiry_fills_the_form():
    """Vessel, port, times and fuels are there; each line knows its place in the text."""
    form = form_of((MAILS[0]).read_text("utf-8"))
    document = form.document()
    assert document["receiver"]["vesselIdentifier"] == {"imo": 9811000}
    assert document["receiver"]["estimatedTimeOfArrival"] == "2026-11-21T22:30:00+08:00"
    assert document["fuelSpecifications"][0]["quantityRange"] == {
        "minQuantity": 480,
        "maxQuantity": 520,
        "unit": "metric_tonnes",
    }
    line = form.lines[place_of(form, "fuelSpecifications[0].quantity")]
    assert "480-520" in form.text[line.marks[0].start : line.marks[0].end]


def test_an_ambiguous_day_is_asked_not_guessed():
    """05/06 is left out until the person has said which day it is."""
    form = form_of("MV EVER SUMMIT IMO 9811000\nPort: Singapore\nETA: 05/06 2230 LT\nVLSFO 500 mt")
    place = place_of(form, "receiver.estimatedTimeOfArrival")
    asked = form.assessed().notes[place][0]
    assert form.lines[place].sureness == "unsure"
    assert (asked.tone, [fix.text for fix in asked.fixes]) == ("error", ["Fri 5 Jun", "Wed 6 May"])
    assert "estimatedTimeOfArrival" not in form.document()["receiver"]
    assert form.open_questions == 1
    form.change(place, fix_text(asked.fixes[1]))
    assert form.document()["receiver"]["estimatedTimeOfArrival"] == "2026-05-06T22:30:00+08:00"
    assert form.open_questions == 0


def test_another_date_settles_the_order():
    """A day above twelve elsewhere tells how this writer writes."""
    form = form_of("MV EVER SUMMIT\nPort: Singapore\nETA: 05/12 2230 LT\nETD: 23/12 0800 LT\nVLSFO 500 mt")
    assert form.open_questions == 0


def test_an_ambiguous_quantity_is_asked():
    """1,200 mt may be twelve hundred or one and a fifth."""
    form = form_of("MV EVER SUMMIT\nPort: Singapore\nVLSFO 1,200 mt")
    place = place_of(form, "fuelSpecifications[0].quantity")
    fixes = form.assessed().notes[place][0].fixes
    assert len(fixes) == 2
    form.change(place, fix_text(fixes[0]))
    assert form.document()["fuelSpecifications"][0]["quantityRange"]["maxQuantity"] == 1200


def test_an_unticked_line_is_left_out():
    """What the person does not want is not in the nomination."""
    form = form_of(MAILS[0].read_text("utf-8"))
    form.lines[place_of(form, "receiver.orderReference")].is_taken = False
    assert "orderReference" not in form.document()["receiver"]


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_every_mail_gives_a_form_whose_marks_are_in_order(path: Path):
    """Marks never overlap, and the document holds only what the form shows."""
    form = form_of(path.read_text("utf-8"))
    spans = form.spans()
    assert all(one.end <= other.start for one, other in pairwise(spans))
    assert all(0 <= span.start < span.end <= len(form.text) for span in spans)
    assert isinstance(form.document(), dict)
