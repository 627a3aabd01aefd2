"""A message as a form: places, questions instead of guesses, and the nomination that comes of it."""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bunkerdesk.models.editor_options import Options, Sources, Vessel
from bunkerdesk.models.import_cells import Setting, fix_text
from bunkerdesk.models.import_message import MessageForm
from bunkerdesk.rules.message_reading import PORT
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
    assert (asked.tone, [fix.text for fix in asked.fixes]) == ("error", ["Sat 5 Jun 2027", "Thu 6 May 2027"])
    assert "estimatedTimeOfArrival" not in form.document()["receiver"]
    assert form.open_questions == 1
    form.change(place, fix_text(asked.fixes[1]))
    assert form.document()["receiver"]["estimatedTimeOfArrival"] == "2027-05-06T22:30:00+08:00"
    assert form.open_questions == 0


def test_the_days_to_choose_from_both_look_ahead():
    """12/05 in November: the twelfth of May is next year's, the fifth of December this year's, and both say so."""
    form = form_of("MV EVER SUMMIT\nPort: Singapore\nETA: 12/05 2230 LT\nVLSFO 500 mt")
    place = place_of(form, "receiver.estimatedTimeOfArrival")
    fixes = form.assessed().notes[place][0].fixes
    assert [fix.text for fix in fixes] == ["Wed 12 May 2027", "Sat 5 Dec 2026"]
    form.change(place, fix_text(fixes[1]))
    assert form.document()["receiver"]["estimatedTimeOfArrival"] == "2026-12-05T22:30:00+08:00"


def test_times_stand_in_the_form_as_the_desk_writes_them():
    """The weekday, the port's clock and its offset; a day alone and a clock without a port with the year."""
    form = form_of("MV EVER SUMMIT\nPort: Singapore\nETA: 21/11 2230 LT\nLaycan: 27-29 Nov\nVLSFO 500 mt")
    texts = {line.path: line.text for line in form.lines}
    assert texts["receiver.estimatedTimeOfArrival"] == "Sat 21 Nov 22:30 +08:00"
    assert texts["delivery.laycanStart"] == "Fri 27 Nov 2026"
    document = form.document()
    assert document["receiver"]["estimatedTimeOfArrival"] == "2026-11-21T22:30:00+08:00"
    assert document["laycanEnd"] == "2026-11-29T23:59:00+08:00"
    elsewhere = form_of("Vessel: ALPHA\nETA: 21/11 2230 LT")
    assert elsewhere.lines[place_of(elsewhere, "receiver.estimatedTimeOfArrival")].text == "Sat 21 Nov 2026 22:30"


def test_a_year_that_was_assumed_is_said_until_a_person_types():
    """Beside the value; not where the message gives the year."""
    form = form_of("MV EVER SUMMIT\nPort: Singapore\nETA: 14 June 2230 LT\nETD: 15 June 2027 0800 LT\nVLSFO 500 mt")
    arrival = place_of(form, "receiver.estimatedTimeOfArrival")
    told = [note.text for note in form.assessed().notes[arrival]]
    assert "Year 2027 assumed" in told
    departure = form.assessed().notes.get(place_of(form, "receiver.estimatedTimeOfDeparture"), ())
    assert not any("assumed" in note.text for note in departure)
    form.change(arrival, "Mon 14 Jun 2027 22:30")
    assert not any("assumed" in note.text for note in form.assessed().notes.get(arrival, ()))


def test_a_time_given_in_utc_is_shown_on_the_ports_clock():
    """The same moment, as every other time of the desk; which clock it was said by stands below it."""
    form = form_of("MV EVER SUMMIT IMO 9811000\nPort: Rotterdam\nETA: 27/11 23:30 UTC\nVLSFO 500 mt")
    place = place_of(form, "receiver.estimatedTimeOfArrival")
    assert form.lines[place].text == "Sat 28 Nov 00:30 +01:00"
    notes = form.assessed().notes[place]
    assert any("Fri 27 Nov 23:30 UTC" in note.text for note in notes)
    assert not any(note.tone == "warning" for note in notes)
    assert form.document()["receiver"]["estimatedTimeOfArrival"] == "2026-11-28T00:30:00+01:00"


def test_a_local_time_waits_for_the_port_it_is_local_to():
    """While two ports are as likely, no clock is taken; the answer gives it."""
    form = form_of("MV EVER SUMMIT IMO 9811000\nRotterdam or Houston\nETA: 27/11 2230 LT\nVLSFO 500 mt")
    arrival, port = (place_of(form, f"{path}") for path in ("receiver.estimatedTimeOfArrival", PORT))
    assert form.lines[arrival].text == "Fri 27 Nov 2026 22:30"
    form.change(port, "USHOU")
    assert form.document()["receiver"]["estimatedTimeOfArrival"] == "2026-11-27T22:30:00-06:00"


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_what_a_time_reads_back_as_is_what_the_message_said(path: Path):
    """No moment changes on its way through the form's own words."""
    form = form_of(path.read_text("utf-8"))
    document = form.document()
    for line in form.lines:
        if line.marks and line.asks is None and "+" in line.marks[0].value and "T" in line.marks[0].value:
            section, name = line.path.split(".")
            taken = document if name.startswith("laycan") else document[section]
            assert datetime.fromisoformat(taken[name]) == datetime.fromisoformat(line.marks[0].value)


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


TWO_SHIPS = """Subject: stem Rotterdam

Hi team,

KESTREL BAY (IMO 9176187), Rotterdam, ETA 27/11 22:00 UTC, 800-850 mt VLSFO + 100 mt MGO. Client ref KB-2288.

Second one for next week:
SEA DRONGO, IMO 9321483, Houston, bunkering Dec 1st 0900 local, 350 mt HSFO 380 RMK, ref SD-119.

Third: OPAL NAVIGATOR, Fujairah, 2 Dec 18:00 hrs LT, 1,150-1,250 MT HSFO, order OPN/77
"""


def test_each_ship_of_a_message_is_a_nomination_of_its_own():
    """No fuel of one ship is ordered for another; what the text says of her alone goes with her."""
    every = [MessageForm.of(TWO_SHIPS, SETTING, part, ("Opal Navigator",)) for part in range(3)]
    ships = [part.ship for part in every[0].parts]
    assert ships == ["KESTREL BAY", "SEA DRONGO", "OPAL NAVIGATOR"]
    documents = [form.document() for form in every]
    fuels = [[one["fuelType"] for one in document["fuelSpecifications"]] for document in documents]
    assert fuels == [["VLSFO", "MGO"], ["HSFO"], ["HSFO"]]
    assert [document["delivery"]["bunkeringLocationCode"] for document in documents] == ["NLRTM", "USHOU", "AEFJR"]
    assert documents[1]["delivery"]["estimatedTimeOfBunkering"] == "2026-12-01T09:00:00-06:00"
    assert [document["receiver"]["vesselName"] for document in documents] == ships
    assert documents[1]["receiver"]["vesselIdentifier"] == {"imo": 9321483}
    assert "vesselIdentifier" not in documents[2]["receiver"]
    assert [form.open_questions for form in every] == [0, 0, 1], "of 1,150 only its meaning is asked"
    assert [form.next_part for form in every] == [1, 2, None]
    assert "KESTREL" not in every[1].source
    assert "SEA DRONGO" in every[1].source
    for form in every:
        for line in form.lines:
            if line.path == "receiver.vesselName":
                assert form.text[line.marks[0].start : line.marks[0].end] == line.text


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_a_mail_about_one_ship_is_not_parted(path: Path):
    """Barges, agents and ships that are only mentioned begin no nomination."""
    assert form_of(path.read_text("utf-8")).parts == ()


def test_a_ship_known_under_another_number_is_a_warning():
    """The name and the number of the mail belong to two ships: the wrong one must not be ordered for."""
    sources = Sources(lambda _: [], shipped, lambda: [Vessel(9811000, "EVER SUMMIT")])
    setting = replace(SETTING, options=Options(sources))
    mail = "MV EVER SUMMIT IMO {}\nPort: Singapore\nVLSFO 500 mt"
    form = MessageForm.of(mail.format(9176187), setting)
    notes = form.assessed().notes[place_of(form, "receiver.vesselName")]
    assert [(note.tone, note.text) for note in notes] == [
        ("warning", "Known here with IMO 9811000, the message says 9176187")
    ]
    assert form.document()["receiver"]["vesselIdentifier"] == {"imo": 9176187}
    form = MessageForm.of(mail.format(9811000), setting)
    assert not [note for note in form.assessed().notes[place_of(form, "receiver.vesselName")] if note.tone == "warning"]


FUEL = "fuelSpecifications[0].quantity"


@pytest.mark.parametrize(
    ("written", "shown", "ends"),
    [
        ("VLSFO 500 mt +/- 10 mt", "500 +/- 10 mt", (490, 510)),
        ("500 mt VLSFO (+/-10mt)", "500 +/- 10 mt", (490, 510)),
        ("VLSFO 120 mt +10/-5 mt", "120 +10/-5 mt", (115, 130)),
        ("VLSFO 200 mt 5% molco", "200 +/- 5% mt", (190, 210)),
        ("VLSFO 1,200 mt +/- 50 mt", "1150 - 1250 mt", (1150, 1250)),
        ("VLSFO 500 mt (min 480, max 520)", "480-520 mt", (480, 520)),
        ("VLSFO RMG 380 500 mt", "500 mt", (500, 500)),
        ("vlsfo 0.5 450-500mt", "450 - 500 mt", (450, 500)),
    ],
)
def test_a_tolerance_is_part_of_the_quantity(written: str, shown: str, ends: tuple[int, int]):
    """It is shown as it was written, and both ends of the range are sent."""
    form = form_of(f"MV EVER SUMMIT\nPort: Singapore\n{written}")
    assert form.lines[place_of(form, FUEL)].text == shown
    found = form.document()["fuelSpecifications"][0]["quantityRange"]
    assert (found["minQuantity"], found["maxQuantity"]) == ends


def test_a_tolerance_without_a_unit_is_asked_for():
    """`+/- 10` may be tonnes or per cent: 490 to 510 t, or 450 to 550 t."""
    form = form_of("MV EVER SUMMIT\nVLSFO 500 mt +/- 10")
    asked = form.lines[place_of(form, FUEL)].asks
    assert asked is not None
    assert [fix_text(fix) for fix in asked.fixes] == ["490 - 510 mt", "450 - 550 mt"]
    assert "quantityRange" not in form.document()["fuelSpecifications"][0]


@pytest.mark.parametrize(
    ("tail", "told"),
    [
        ("all quantities +/- 5% in sellers option", "“+/- 5%” in the message is not applied"),
        ("VLSFO 450 mt if the price is right", "“450 mt” of it in the message too"),
    ],
)
def test_what_is_left_out_of_a_quantity_is_told(tail: str, told: str):
    """A tolerance for all, or another quantity of the same fuel: not guessed at, and not silently lost."""
    form = form_of(f"MV EVER SUMMIT\nVLSFO 500 mt\n{tail}")
    notes = form.assessed().notes[place_of(form, FUEL)]
    assert ("warning", told) in [(note.tone, note.text) for note in notes]
    assert form.document()["fuelSpecifications"][0]["quantityRange"]["maxQuantity"] == 500


def test_tonnes_are_assumed_aloud():
    """In a chat the unit is left out."""
    form = form_of("ship is Minerva Zoe\n600 vlsfo + 50 mgo")
    notes = form.assessed().notes[place_of(form, FUEL)]
    assert [note.text for note in notes if note.tone == "warning"] == ["No unit in the message, tonnes assumed"]
    ranges = [fuel["quantityRange"]["maxQuantity"] for fuel in form.document()["fuelSpecifications"]]
    assert ranges == [600, 50]


def test_a_date_that_begins_with_its_year_is_not_asked_for():
    """2026-12-01 is the first of December everywhere."""
    form = form_of("MV EVER SUMMIT\nPort: Singapore\nETA: 2026-12-01 08:00")
    assert form.open_questions == 0
    assert form.document()["receiver"]["estimatedTimeOfArrival"] == "2026-12-01T08:00:00+08:00"


def test_the_first_of_several_days_is_told():
    """One time out of `02-03 Dec`."""
    form = form_of("MV EVER SUMMIT\nPort: Singapore\nETB 02-03 Dec")
    notes = form.assessed().notes[place_of(form, "delivery.estimatedTimeOfBunkering")]
    assert any("The first of several days taken" in note.text for note in notes)
