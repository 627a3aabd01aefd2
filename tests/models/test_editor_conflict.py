"""The comparison in words: every value as the details show it, no JSON."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.desk.comparing import three_way
from bunkerdesk.desk.editing_kinds import EditKind
from bunkerdesk.models.editor_conflict import Clock, Compared, compared, side_by_side

NOW = datetime(2026, 11, 21, 6, 2, tzinfo=UTC)
SINGAPORE = Clock(NOW, ZoneInfo("Asia/Singapore"))
VLSFO = {
    "fuelType": "VLSFO",
    "grade": "rmg",
    "quantityRange": {"minQuantity": 480, "maxQuantity": 520, "unit": "metric_tonnes"},
}
LSMGO = {**VLSFO, "fuelType": "LSMGO", "grade": "dma", "brand": "Larkspur 10"}


def lines(base: Any, mine: Any, theirs: Any) -> dict[str, Compared]:
    found = compared(three_way(base, mine, theirs, EditKind.SUPPLIER), SINGAPORE)
    return {one.words: one for one in found}


def fuels(*specifications: dict[str, Any]) -> dict[str, Any]:
    return {"fuelSpecifications": list(specifications)}


def test_a_quantity_stands_with_its_unit_beside_the_fuel_it_belongs_to():
    """Maximum of fuel 1: as opened, mine, theirs."""
    mine = {**VLSFO, "quantityRange": {**VLSFO["quantityRange"], "maxQuantity": 1560}}
    theirs = {**VLSFO, "quantityRange": {**VLSFO["quantityRange"], "maxQuantity": 500}}
    line = lines(fuels(VLSFO), fuels(mine), fuels(theirs))["Fuel 1 › Maximum quantity"]
    assert (line.base, line.mine, line.theirs) == ("520 t", "1\u202f560 t", "500 t")
    assert line.says == "VLSFO RMG · Changed by both"
    assert line.choice == ""


def test_a_fuel_that_came_or_went_is_told_in_words():
    """The whole fuel with all that it says; the other side does not have it."""
    line = lines(fuels(VLSFO), fuels(VLSFO, LSMGO), fuels(VLSFO))["Fuel 2"]
    assert (line.base, line.mine, line.theirs) == (
        "not there",
        "LSMGO DMA, 480 – 520 t, Brand Larkspur 10",
        "not there",
    )
    assert line.says == "Added here"
    gone = lines(fuels(VLSFO, LSMGO), fuels(VLSFO, LSMGO), fuels(VLSFO))["Fuel 2"]
    assert (gone.says, gone.choice) == ("Taken out on the service", "theirs")
    fewer = {**LSMGO, "brand": "Larkspur 20"}
    both = lines(fuels(VLSFO, LSMGO), fuels(VLSFO, fewer), fuels(VLSFO))["Fuel 2"]
    assert (both.says, both.choice) == ("Changed here, taken out on the service", "")


def test_another_order_is_told_by_the_names_of_the_fuels():
    """Who turned them round, and which comes first."""
    line = lines(fuels(VLSFO, LSMGO), fuels(LSMGO, VLSFO), fuels(VLSFO, LSMGO))["Order of fuel specifications"]
    assert (line.mine, line.theirs) == ("LSMGO DMA, then VLSFO RMG", "VLSFO RMG, then LSMGO DMA")
    assert line.says == "Put in another order here"


def test_times_are_said_by_the_clock_of_the_port():
    """What was typed in UTC and what the service answers stand side by side on one clock."""
    times = ("2026-11-23T12:00:00+08:00", "2026-11-23T05:00:00Z", "2026-11-23T14:00:00+08:00")
    base, mine, theirs = ({"delivery": {"pilotTime": time}} for time in times)
    line = lines(base, mine, theirs)["Pilot time"]
    assert line.base == "Mon 23 Nov 12:00 +08:00"
    assert line.mine == "Mon 23 Nov 13:00 +08:00"
    assert line.theirs == "Mon 23 Nov 14:00 +08:00"


def test_durations_choices_ports_and_yes_or_no_stand_in_words():
    """As in the details."""
    base: dict[str, Any] = {"delivery": {}}
    mine = {
        "delivery": {
            "estimatedBunkeringDurationInMinutes": 510,
            "deliveryMethod": "vessel",
            "bunkeringLocationCode": "NLRTM",
            "gasUpRequired": False,
        }
    }
    said = {words: line.mine for words, line in lines(base, mine, base).items()}
    assert said == {
        "Estimated bunkering duration": "8 h 30 min",
        "Delivery method": "By vessel",
        "Bunkering location code": "NLRTM Rotterdam",
        "Gas up required": "No",
    }


def test_a_stakeholder_is_told_field_by_field():
    """Type, company and address in words."""
    person = {"type": "surveyor", "companyIdentifier": "CMP-S1", "userEmail": "kim@survey.example"}
    line = lines({}, {"stakeholders": [person]}, {})["Stakeholder 1"]
    assert line.mine == "Type Surveyor, Company identifier CMP-S1, User email kim@survey.example"


def test_another_nomination_is_shown_beside_this_one():
    """Only what differs, with nothing to choose."""
    mine = {"clientReference": "SO-1", **fuels(VLSFO)}
    other = {"clientReference": "SO-1", **fuels({**VLSFO, "grade": "rmk"})}
    shown = side_by_side(mine, other, EditKind.SUPPLIER, "SO-1", SINGAPORE)
    assert shown.is_same
    (line,) = shown.lines
    assert (line.words, line.mine, line.theirs, line.can_choose) == ("Fuel 1 › Grade", "RMG", "RMK", False)


leaf = (
    st.none()
    | st.booleans()
    | st.integers(0, 9)
    | st.sampled_from(["", "t", "2026-11-23T05:00:00Z", "9999-99-99T05:00:00Z"])
)
inner = (
    leaf
    | st.lists(leaf, max_size=2)
    | st.dictionaries(st.sampled_from(["value", "unit", "minQuantity"]), leaf, max_size=2)
)
fuel = st.dictionaries(st.sampled_from(["fuelType", "quantityRange", "x"]), inner, max_size=2)
odd = st.fixed_dictionaries({}, optional={"fuelSpecifications": st.lists(fuel, max_size=2), "more": inner})


@given(odd, odd, odd)
def test_no_value_of_any_shape_stops_the_comparison(base: dict, mine: dict, theirs: dict):
    """Whatever a service answers, each difference is told."""
    found = three_way(base, mine, theirs)
    assert sorted(line.path for line in compared(found, SINGAPORE)) == sorted(one.path for one in found)
