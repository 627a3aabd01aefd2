"""What the review page says of a delivery, and how its table and queue are read out."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from PySide6.QtCore import Qt
from tests.review_world import LOW_FLASH, NOTE, nomination, operation
from tests.rules.notes.delivery import amount

from bunkerdesk.contract.nomination import Nomination
from bunkerdesk.contract.operation import Operation
from bunkerdesk.desk.record import Record
from bunkerdesk.desk.review_state import Later, Review, SignOff, Verdict
from bunkerdesk.desk.reviews import Examination, QueueItem
from bunkerdesk.models.review_limits import VALUE, LimitsModel
from bunkerdesk.models.review_models import FIXED, NoteTableModel, QueueModel
from bunkerdesk.models.review_page import ReviewPage, review_page
from bunkerdesk.models.review_tables import Placement
from bunkerdesk.rules.fuel_limits import Limits
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.claims import deadlines
from bunkerdesk.rules.notes.registry import check

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
MakePage = Callable[..., ReviewPage]
LNG = {
    "bunkerType": "lng",
    "productName": "LNG",
    "quantityDelivered": {"value": Decimal("210.5"), "unit": "metric tons"},
    "openingCTSTimestamp": "2026-11-18T08:50:00+01:00",
    "fuelProperties": {
        "methane": Decimal("91.5"), "ethane": Decimal("6.0"), "propane": Decimal("1.7"), "nButane": Decimal("0.6"),
        "nitrogen": Decimal("0.2"), "grossHeatingValueMassMJ": Decimal("54.78"),
        "density": amount(Decimal(451), "kg/m3"), "exoticIndex": 7,
    },
}  # fmt: skip


def examine(
    *notes: dict[str, Any],
    review: Review | None = None,
    later: tuple[Later, ...] = (),
    fuel: dict[str, Any] | None = None,
    **fields: Any,
) -> Examination:
    body = Operation.read(operation("ONE", *notes, **fields))
    asked = nomination("ONE")
    asked["fuelSpecifications"][0] |= fuel or {}
    case = Case(body, NOW, (Nomination.read(asked),))
    record = Record(1, "operation", "ONE", body, NOW, NOW, (), 1, False)
    clocks = tuple(deadlines(case.of_note(0))) if case.notes else ()
    return Examination(record, case, check(case), review or Review(), (), clocks, later)


@pytest.fixture
def make_page() -> MakePage:
    return lambda *notes, **fields: review_page(examine(*notes, **fields), NOW)


def row_of(page: ReviewPage, label: str) -> Any:
    return next(row for row in page.table.rows if row.label == label and not row.is_heading)


def test_a_figure_stands_beside_what_was_asked_and_certified(make_page: MakePage) -> None:
    """The stored unit words stay; limit, certificate, difference and finding are in one row."""
    row = row_of(make_page(LOW_FLASH), "Flash point")
    cell = row.cells[0]
    assert (row.nominated, row.certificate, cell.text) == ("min 60 °C", "72 °C", "55.5 °C")
    assert cell.beside == "−16.5"
    assert cell.findings[0].rule == "B13"
    assert cell.tone == "error"
    delivered = row_of(make_page(), "Delivered")
    assert delivered.cells[0].text == "505.25 metric tons"
    assert delivered.nominated == "480 – 520 t"


def test_a_shortage_says_how_much_is_missing(make_page: MakePage) -> None:
    """The difference to the nominated range is a figure, not only a colour."""
    row = row_of(make_page({"quantityDelivered": amount(Decimal("478.1"), "metric tons")}), "Delivered")
    assert row.cells[0].beside == "−1.9 t to the least"
    assert "B09" in [item.rule for item in row.cells[0].findings]


def test_a_cell_speaks_figure_unit_and_finding(make_page: MakePage) -> None:
    """A screen reader hears what the eye sees: row, note, figure with unit, findings, and what the paper says."""
    model = NoteTableModel()
    model.show_table(make_page(LOW_FLASH).table)
    place = "bunkerDeliveryNotes[0].productFlashPoint"
    found = model.find(place)
    assert found is not None
    model.set_placements({place: Placement("differs", "the paper says 65.5")})
    said = model.index(*found).data(Qt.ItemDataRole.AccessibleTextRole)
    for words in ("Flash point", "BDN-ONE-1", "55.5 °C", "error B13", "below 60 °C", "the paper says 65.5"):
        assert words in said, words


def test_what_the_client_does_not_know_is_listed(make_page: MakePage) -> None:
    """A field of a later version is shown as it came, not dropped."""
    page = make_page({"shipsDog": {"name": "Rex"}}, LNG)
    assert row_of(page, "Ships dog name").cells[0].text == "Rex"
    assert any(row.cells[1].text == "7" for row in page.table.rows if row.group == "Also reported" and row.cells)


def test_gas_has_its_composition_and_what_it_comes_to(make_page: MakePage) -> None:
    """A stated heating value stands beside the computed one, the density beside ISO 6578."""
    page = make_page(LNG)
    assert row_of(page, "Methane").cells[0].text == "91.5 mol %"
    assert row_of(page, "Gross heating value by mass, MJ/kg").cells[0].beside.startswith("computed 54.6")
    assert "computed 451" in row_of(page, "Density").cells[0].beside
    assert page.charts.compositions[0][1][0].label == "Methane"
    assert "CTS open" in [mark.words for mark in page.timeline.lanes[0].marks]


def test_contents_say_what_they_are_per_cent_of_and_how_that_is_known(make_page: MakePage) -> None:
    """Told by the heating value, or assumed; never a bare number."""
    heading = next(row for row in make_page(LNG).table.rows if row.is_heading and row.group == "Composition")
    assert heading.label in {
        "Composition, mol % (told by the stated heating value)",
        "Composition, mol % (assumed: the stated heating value does not tell mole from mass per cent)",
    }
    gas = {name: value for name, value in LNG["fuelProperties"].items() if "Heating" not in name}
    page = make_page(LNG | {"fuelProperties": gas})
    heading = next(row for row in page.table.rows if row.is_heading and row.group == "Composition")
    assert heading.label == "Composition, mol % (assumed: no heating value tells mole from mass per cent)"
    assert "assumed" in page.charts.compositions[0][0]


def test_gas_delivered_stands_in_the_nominated_unit_with_the_other_amounts_below(make_page: MakePage) -> None:
    """Megawatt hours beside megawatt hours; a mass is not compared with an energy, and that is said."""
    amounts = {"mass": {"value": 500, "unit": "metric tons"}, "energy": {"value": Decimal("7600.5"), "unit": "MWh"}}
    gas = LNG | {"quantityDelivered": amounts}
    asked = {"quantityRange": {"minQuantity": 7500, "maxQuantity": 7600, "unit": "mwh"}}
    page = make_page(gas, fuel=asked)
    row = row_of(page, "Delivered")
    said = (row.nominated.replace("\u202f", " "), row.cells[0].text.replace("\u202f", " "))
    assert said == ("7 500 – 7 600 MWh", "7 600.5 MWh")
    assert row.cells[0].beside == "+0.5 MWh over the most"
    assert row_of(page, "Mass").cells[0].text == "500 metric tons"
    assert row_of(page, "Mass").cells[0].place == "bunkerDeliveryNotes[0].quantityDelivered.mass"
    page = make_page(gas | {"quantityDelivered": {"mass": amounts["mass"]}}, fuel=asked)
    assert row_of(page, "Delivered").cells[0].beside == "not comparable with the nominated unit"


def test_gas_alone_has_no_use_for_iso_8217_or_a_scrubber(make_page: MakePage) -> None:
    """One oil note brings the choices back."""
    assert make_page(LNG).is_gas_only
    assert not make_page(LNG, {}).is_gas_only


def test_the_timeline_tells_duration_and_rate(make_page: MakePage) -> None:
    """Seven events in port time, and how fast the fuel came."""
    lane = make_page().timeline.lanes[0]
    assert [mark.clock for mark in lane.marks] == ["08:00", "08:30", "09:00", "11:00", "11:10", "11:30", "12:00"]
    assert lane.summary == "2 h pumping, 252.6 t/h"
    assert "All fast Wed 18 Nov 08:00" in lane.spoken()


def test_a_time_in_utc_stands_in_its_place_on_the_ports_clock(make_page: MakePage) -> None:
    """Shown as received it would read an hour early beside the others, and stand before what it follows."""
    lane = make_page({"endTransferTimestamp": "2026-11-18T10:00:00Z"}).timeline.lanes[0]
    assert [mark.clock for mark in lane.marks] == ["08:00", "08:30", "09:00", "11:00", "11:10", "11:30", "12:00"]
    assert [mark.at for mark in lane.marks] == sorted(mark.at for mark in lane.marks)
    first = make_page({"allFastTimestamp": "2026-11-18T07:00:00Z"}).timeline
    assert (first.offset, first.lanes[0].marks[0].clock, first.lanes[0].marks[0].at) == ("+01:00", "08:00", 0.0)


def test_a_note_in_utc_alone_is_told_by_the_clock_of_its_port_as_its_claims_are(make_page: MakePage) -> None:
    """Otherwise the end of the transfer would read an hour before the moment that the claim clock counts from."""
    page = make_page({name: value.replace("+01:00", "Z") for name, value in NOTE.items() if name.endswith("Timestamp")})
    assert page.timeline.offset == "+01:00"
    shown = {mark.words: mark.clock for mark in page.timeline.lanes[0].marks}
    assert (shown["Start"], shown["Stop"]) == ("10:00", "12:00")


def test_a_time_without_an_offset_stands_beside_those_that_have_one(make_page: MakePage) -> None:
    """It is port local, so it is neither before nor after what was at the same time."""
    marks = make_page({"allFastTimestamp": "2026-11-18T08:00:00"}).timeline.lanes[0].marks
    assert [mark.clock for mark in marks][:2] == ["08:00", "08:30"]
    assert marks[0].at == 0.0
    assert len({mark.moment.utcoffset() for mark in marks}) == 1


@pytest.mark.parametrize(
    ("ordered", "has_scrubber", "shown"),
    [
        ("VLSFO RMG 380", None, "max 0.50 %"),
        ("HSFO 380 3.50 %", True, "max 3.50 %"),
        ("RMG 380", True, ""),
        ("RMG 380", None, "max 0.10 %"),
    ],
)
def test_the_sulphur_beside_a_note_is_what_was_ordered(ordered: str, has_scrubber: bool | None, shown: str) -> None:
    """The area's limit stands there only for fuel that nobody ordered otherwise, and no scrubber cleans after."""
    found = examine({"productName": ordered}, fuel={"fuelType": "RMG 380"})
    page = review_page(replace(found, case=replace(found.case, has_scrubber=has_scrubber)), NOW)
    assert row_of(page, "Sulphur").nominated == shown


def test_how_long_note_and_sample_are_kept_is_told_with_the_rule_of_each(make_page: MakePage) -> None:
    """Two dates by two regulations; gas and methanol leave no sample."""
    note, sample = make_page().keeping.split("\n")
    assert note == "Keep the note until Sun 18 Nov 2029 (MARPOL Annex VI reg. 18.6)"
    assert sample == "Keep the sample until Thu 18 Nov 2027 (MARPOL Annex VI reg. 18.8.1; until substantially consumed)"
    assert make_page(LNG).keeping.endswith("Sample: no MARPOL sample of gas and methanol")


def test_both_verdicts_are_told_where_a_margin_is_known(make_page: MakePage) -> None:
    """Limit, and limit with 0.59 R: the second is what a receiver's own test must reach."""
    line = next(line for line in make_page(LOW_FLASH).findings if line.rule == "B13")
    assert "0.59 R" in line.margin
    assert "0.59 R" not in line.source


@pytest.mark.parametrize(
    ("note", "verdict"),
    [(LOW_FLASH, Verdict.PROTEST), ({"productDensity": amount(Decimal(980), "kg/m3")}, Verdict.REMARK)],
)
def test_the_findings_suggest_a_verdict(make_page: MakePage, note: dict[str, Any], verdict: Verdict) -> None:
    """The one primary button is what the findings speak for."""
    assert make_page(note).suggested is verdict


def test_what_only_the_paper_has_is_looked_for_by_eye(make_page: MakePage) -> None:
    """Declaration, sample seals and the supplier's address are in no field; gas has neither boxes nor bottles."""
    oil = [line.text for line in make_page().checklist if line.key.startswith("eye|")]
    assert len(oil) == 3
    for text, word in zip(oil, ("address", "Declaration", "Sample seals"), strict=True):
        assert word in text
    (gas,) = [line.text for line in make_page(LNG).checklist if line.key.startswith("eye|")]
    assert "address" in gas


def test_the_checklist_holds_findings_and_needed_papers_once(make_page: MakePage) -> None:
    """A missing paper is one line, not one for the rule and one for the list."""
    page = make_page(LOW_FLASH, documentReferences=[])
    texts = [line.text for line in page.checklist]
    assert any(text.startswith("B13") for text in texts)
    assert texts.count("Safety data sheet asked for") == 1
    assert not any(text.startswith("B22") for text in texts)
    assert {line.state for line in page.papers} == {"missing", "not needed"}


def test_a_signed_page_says_who_and_when(make_page: MakePage) -> None:
    """Frozen: verdict, name and UTC time in words."""
    signed = Review(sign_off=SignOff(Verdict.REMARK, "A. Surveyor", NOW, "watch the sulphur"))
    page = make_page(review=signed)
    assert page.signed.words == "Accepted with remarks by A. Surveyor, Sat 21 Nov 12:00 UTC"
    assert page.signed.remark == "watch the sulphur"


def test_a_signed_letter_of_protest_does_not_cover_the_page(make_page: MakePage) -> None:
    """The page says who protested and where the letter is; the figures it is about stay in view."""
    letter = "NOTE OF PROTEST\n\n" + "We hold you responsible.\n" * 40
    signed = make_page(review=Review(sign_off=SignOff(Verdict.PROTEST, "A. Surveyor", NOW, letter))).signed
    assert signed.words == "Protested by A. Surveyor, Sat 21 Nov 12:00 UTC"
    assert "letter as it was signed" in signed.remark
    assert "NOTE OF PROTEST" not in signed.remark


def test_claim_clocks_count_down(make_page: MakePage) -> None:
    """The next clock that runs is in the head, with the days left."""
    assert make_page().header.claim == "Shortage claim by Thu 3 Dec, 11 d left"
    gone = review_page(examine(), NOW + timedelta(days=60))
    assert gone.header.claim == "Claim times have run out"


def test_an_operation_without_notes_has_an_empty_page(make_page: MakePage) -> None:
    """Nothing to judge is no reason to fail."""
    page = make_page(bunkerDeliveryNotes=[])
    assert page.table.rows == ()
    assert page.timeline.lanes == ()


def test_figures_beyond_reason_do_not_stop_the_page(make_page: MakePage) -> None:
    """A density of 1E+80 is shown and drawn nowhere."""
    odd = {
        "productDensity": amount(Decimal("1E+80"), "kg/m3"),
        "quantityDelivered": amount(Decimal("-9E+80"), "metric tons"),
    }
    page = make_page(odd)
    assert row_of(page, "Density").cells[0].text.startswith("1E+80")
    assert not page.charts.ranges


ITEM = QueueItem(
    1, "ONE", "Nordic Star", "Algeciras", 1, 2, 10_002, NOW - timedelta(days=3), NOW + timedelta(days=12), False
)


def test_the_queue_is_walked_by_step_and_read_out() -> None:
    """Next and previous stop at the ends; a line says vessel, reference, risk, age and claim."""
    model = QueueModel()
    model.set_items([ITEM, replace(ITEM, id=2, errors=0, warnings=0, risk=0)], NOW)
    assert (model.neighbour(1, 1), model.neighbour(2, 1), model.neighbour(1, -1)) == (2, None, None)
    assert model.neighbour(None, 1) == 1
    said = model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    for words in ("Nordic Star", "ONE", "1 error, 2 warnings", "3 d ago", "claim by 3 Dec"):
        assert words in said, words
    assert "clean" in model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)


def test_after_a_signature_next_is_the_one_that_followed() -> None:
    """Who signs the third of four goes on with the fourth, or back to the second, not to the head of the queue."""
    four = [replace(ITEM, id=number) for number in (1, 2, 3, 4)]
    model = QueueModel()
    model.set_items(four, NOW)
    model.set_items([four[0], four[1], four[3]], NOW)
    assert (model.neighbour(3, 1), model.neighbour(3, -1)) == (4, 2)
    model.set_items(four[:2], NOW)
    assert model.neighbour(4, 1) == 2
    assert model.neighbour(99, 1) == 1


def test_the_queue_can_begin_with_the_claim_that_ends_next() -> None:
    """Who watches the clocks sees the next one first; what has none or is over comes last, what changed stays above."""
    soon = replace(ITEM, id=2, errors=0, warnings=0, risk=0, claim_by=NOW + timedelta(hours=5))
    over = replace(ITEM, id=3, claim_by=None, is_expired=True, risk=20_000)
    changed = replace(ITEM, id=4, changed_since=1, claim_by=None)
    model = QueueModel()
    model.set_items([changed, over, ITEM, soon], NOW)
    model.order_by_claim(True)
    assert model.ids == (4, 2, 1, 3)
    assert model.neighbour(2, 1) == 1
    model.set_items([changed, over, ITEM], NOW)
    assert model.ids == (4, 1, 3)
    model.order_by_claim(False)
    assert model.ids == (4, 3, 1)


def test_limits_are_changed_in_their_cell_and_taken_back() -> None:
    """A figure becomes the desk's own, with the shipped one named; nonsense is refused."""
    model = LimitsModel(Limits())
    cell = model.index(0, VALUE)
    assert not model.setData(cell, "much")
    assert model.setData(cell, "61,5")
    assert model.limits.value("flash_point.minimum") == Decimal("61.5")
    assert "was 60" in model.index(0, 4).data()
    model.reset_one(0)
    assert model.limits == Limits()


def test_a_table_has_one_column_a_note(make_page: MakePage) -> None:
    """Fuel by fuel, side by side."""
    model = NoteTableModel()
    model.show_table(make_page({}, LNG).table)
    assert model.columnCount() == FIXED + 2
    assert model.headerData(FIXED + 1, Qt.Orientation.Horizontal) == "BDN-ONE-2"
