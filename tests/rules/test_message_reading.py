"""Reading pasted mails: the corpus, places in the text, and what must never be taken for something."""

import importlib.util
import json
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bunkerdesk.rules.message_parts import excerpt, only, parts
from bunkerdesk.rules.message_reading import IMO, PORT, VESSEL, Message, read
from bunkerdesk.rules.message_text import flat
from bunkerdesk.rules.ports import shipped

HERE = Path(__file__).parent
WRITTEN = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)
MAILS = sorted((HERE / "mails").glob("*.txt"))


def reading(text: str) -> Message:
    return read(text, shipped(), WRITTEN)


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    path = HERE.parent / "benchmarks" / "message_reading.py"
    spec = importlib.util.spec_from_file_location("message_reading_benchmark", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_corpus_is_large_enough_and_whole() -> None:
    """At least 40 mails, each with what is expected of it."""
    assert len(MAILS) >= 40
    assert all(json.loads(path.with_suffix(".json").read_text("utf-8")) is not None for path in MAILS)


def test_precision_and_recall_over_the_corpus(benchmark: ModuleType) -> None:
    """No field falls below nine right in ten recognised, or below eight found in ten expected."""
    scores = benchmark.scores(benchmark.readings())
    assert {field: score for field, score in scores.items() if score[0] < 0.9 * score[1]} == {}
    assert {field: score for field, score in scores.items() if score[0] < 0.8 * score[2]} == {}


@pytest.mark.parametrize("path", MAILS, ids=lambda path: path.stem)
def test_marks_stand_where_the_text_says_so(path: Path) -> None:
    """Each mark is inside its text and points at words, so that it can be shown there."""
    text = path.read_text("utf-8")
    for mark in reading(text).marks:
        assert 0 <= mark.start < mark.end <= len(text)
        assert text[mark.start : mark.end].strip()
        assert 0 < mark.confidence <= 1


def test_a_wrong_check_digit_is_marked_with_little_confidence() -> None:
    """The number is shown as it was written, but less sure than a right one."""
    right, wrong = reading("IMO 9811000").best(IMO), reading("IMO 9811001").best(IMO)
    assert right is not None
    assert wrong is not None
    assert wrong.value == "9811001"
    assert wrong.confidence < 0.5 < right.confidence


def test_what_is_written_above_wins_over_what_is_quoted() -> None:
    """The newer words of a chain of mails count."""
    chain = """Please note the vessel is delayed, the new estimate is as follows here below, sorry for that:
ETA Singapore 25 Nov 0600 LT

-----Original Message-----
Vessel: EVER SUMMIT
Port: Singapore
ETA: 21 Nov 2230 LT
"""
    values = reading(chain).values
    assert values["receiver.estimatedTimeOfArrival"] == "2026-11-25T06:00+08:00"
    assert values[VESSEL] == "EVER SUMMIT"


def test_a_time_is_local_to_the_port_that_counts_not_to_one_that_is_quoted() -> None:
    """The stem was moved from Singapore to Rotterdam: 06:00 there is seven hours later."""
    chain = """Hi, we changed our plan, please supply the ship at Rotterdam instead, all else as before:
MV EVER SUMMIT, ETA 24 Nov 0600, VLSFO 500 mt

-----Original message-----
MV EVER SUMMIT
Port: Singapore (SGSIN)
ETA 28 Nov 1800
VLSFO 800 mt
"""
    values = reading(chain).values
    assert (values[PORT], values["fuelSpecifications[0].quantityRange"]) == ("NLRTM", "500 metric_tonnes")
    assert values["receiver.estimatedTimeOfArrival"] == "2026-11-24T06:00+01:00"


def test_a_ship_in_an_older_message_below_is_no_part() -> None:
    """Last week's stem is not ordered again, and what was said of it is nobody's."""
    above = "Hi, please supply the ships below at Rotterdam, prompt confirmation is appreciated by all of us here:\n"
    ever, torm = (
        "\nMV EVER SUMMIT, ETA 24 Nov 0600, VLSFO 500 mt\n",
        "\nMV TORM HELVIG, ETA 25 Nov 0600, VLSFO 300 mt\n",
    )
    below = "\n-----Original message-----\nlast week we did MINERVA ZOE with LSMGO 80 mt\n"
    known = ("MINERVA ZOE", "TORM HELVIG")
    assert parts(f"{above}{ever}{below}", reading(f"{above}{ever}{below}").marks, known) == ()
    text = f"{above}{ever}{torm}{below}"
    found = parts(text, reading(text).marks, known)
    assert [part.ship for part in found] == ["EVER SUMMIT", "TORM HELVIG"]
    values = reading(only(text, found, 1)).values
    assert values["fuelSpecifications[0].quantityRange"] == "300 metric_tonnes"
    assert "MINERVA" not in excerpt(text, found, 1)
    assert not [path for path in values if path.startswith("fuelSpecifications[1]")]


@pytest.mark.parametrize(
    "text",
    [
        "500 mt of VLSFO please",
        "The barge MT HARBOUR 7 pumps 800 t/h",
        "Barge: HARBOUR 7",
        "Lunch on 24 November at 10:00, bring 3 forms, call +65 6123 4567",
    ],
)
def test_no_vessel_where_none_is_named(text: str) -> None:
    """A quantity's "mt" and the supplying barge are not the receiving vessel."""
    assert reading(text).best(VESSEL) is None


@pytest.mark.parametrize(
    "head",
    [
        "Date: Thu, 5 Nov 2026 02:40:00 +0800\n",
        "From: Ravi <ops@oceanic.example>\nDate: 5 November 2026 02:40\nSubject: stem\n",
        "From: Ravi\nTo: Desk\nSubject: EVER SUMMIT\nDate: 05/11/2026\n",
        "Datum: Donnerstag, 5. November 2026 02:40\nVon: Ravi\nAn: Desk\n",
    ],
)
def test_the_day_a_mail_was_written_is_no_time_of_the_delivery(head: str) -> None:
    """Its head has a date too; a date among the particulars of a stem counts."""
    particulars = "\nVessel: EVER SUMMIT\nPort: Singapore\nETB: 6 Dec 0600 LT\nVLSFO 500 mt\n"
    message = reading(head + particulars)
    times = [mark.value for mark in message.marks if "ime" in mark.field or "laycan" in mark.field]
    assert times == ["2026-12-06T06:00+08:00"]
    stem = reading("Vessel: EVER SUMMIT\nPort: Singapore\nDate: 6 Dec 0600 LT\nVLSFO 500 mt\n")
    assert stem.values["delivery.estimatedTimeOfBunkering"] == "2026-12-06T06:00+08:00"


def test_two_labels_share_a_time() -> None:
    """`ETA/ETB` is the arrival and the bunkering; a label without a time takes none of the next line."""
    values = reading("MV ALPHA\nPort: Singapore\nETA/ETB: 28 Nov 0600 LT\nETD 29 Nov 0600").values
    times = [values.get(f"{name}") for name in ("receiver.estimatedTimeOfArrival", "delivery.estimatedTimeOfBunkering")]
    assert times == ["2026-11-28T06:00+08:00"] * 2
    assert values["receiver.estimatedTimeOfDeparture"] == "2026-11-29T06:00+08:00"


def test_the_next_port_is_not_the_port() -> None:
    """Where a ship goes to or comes from is not where she bunkers."""
    values = reading("MV ALPHA BETA at Gibraltar, next port: Rotterdam, from Houston").values
    assert values[PORT] == "GIGIB"
    assert values["receiver.nextPortCode"] == "NLRTM"


def test_a_time_without_a_known_port_keeps_its_wall_clock() -> None:
    """No offset is made up."""
    assert reading("Vessel: ALPHA\nETA: 21/11 2230 LT").values["receiver.estimatedTimeOfArrival"] == "2026-11-21T22:30"


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        ("24 Nov", "2026-11-24"),
        ("14 Nov", "2026-11-14"),
        ("12 Nov", "2027-11-12"),
        ("4 Jan", "2027-01-04"),
        ("14 June", "2027-06-14"),
        ("24 Nov 2025", "2025-11-24"),
    ],
)
def test_a_date_without_a_year_looks_ahead(day: str, expected: str) -> None:
    """The next such date; some days back are not a year ahead; a year that is given counts."""
    mark = reading(f"Vessel: ALPHA\nETA: {day}").best("receiver.estimatedTimeOfArrival")
    assert mark is not None
    assert mark.value == expected
    assert mark.note == ("" if "20" in day else f"year {expected[:4]} assumed")


@pytest.mark.parametrize(
    "head",
    [
        "Date: Wed, 2 Sep 2026 10:14:00 +0800",
        "Sent: 2 September 2026 10:14",
        "Gesendet: Mittwoch, 2. September 2026 10:14",
    ],
)
def test_a_date_looks_ahead_from_the_day_of_the_message(head: str) -> None:
    """An old mail pasted today speaks of the autumn it was written in."""
    values = reading(f"From: Ravi\n{head}\nSubject: stem\n\nVessel: ALPHA\nETA: 24 Sep").values
    assert values["receiver.estimatedTimeOfArrival"] == "2026-09-24"


@given(st.text(max_size=80))
def test_folding_keeps_every_place(text: str) -> None:
    """One letter for one letter, whatever the script."""
    assert len(flat(text)) == len(text)


pieces = st.sampled_from(
    ["ETA", "ETB", "laycan", ":", " ", "\n", "21/11", "31.02.2026", "0600", "24:00", "-", "to", "Nov", "VLSFO", "500",
     "mt", "1,200", "MV", "EVER", "IMO", "9811000", "SGSIN", "Port", "±5%", "Ünïcödé", "新加坡",
     "99999999", "B24", "max", "."]
)  # fmt: skip


@settings(max_examples=150)
@given(st.lists(pieces, max_size=30).map(" ".join) | st.text(max_size=120))
def test_any_text_can_be_pasted(text: str) -> None:
    """Whatever is in the clipboard gives a reading, never an error."""
    assert all(text[mark.start : mark.end] for mark in reading(text).marks)


@pytest.mark.parametrize(
    "piece", [" ", "1", "x", "MV EVER ", "1,234 ", "ETA: , at ", "21/11 - ", "1 234 567 ", "eta \n", "> a"]
)
def test_a_long_monotonous_paste_is_read_to_its_end(piece: str) -> None:
    """A rule that goes back and forth over repeated text would not come back within the test's time limit."""
    assert reading(piece * (30_000 // len(piece)) + " IMO 9811000").marks is not None
