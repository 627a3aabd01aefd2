"""The sums of the overview against sums made here, from the JSON alone and with units of our own."""

from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bunkerdesk.cache import Store
from bunkerdesk.contract import jsontext
from bunkerdesk.desk.keeping import Answer, keep_answers
from bunkerdesk.desk.overview import OverviewSource
from bunkerdesk.desk.overview_figures import Overview, Period

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
TONNES = {"metric tons": Fraction(1), "kg": Fraction(1, 1000), "t": Fraction(1), "MT": Fraction(1)}
MEGAWATT_HOURS = {"MWh": Fraction(1), "GJ": Fraction(10, 36), "MJ": Fraction(1, 3600), "kWh": Fraction(1, 1000)}
OTHER = ("m3", "litres", "barrels", "stone", "")
FACTORS = {"RMG 380": Fraction(3114, 1000), "DMA": Fraction(3206, 1000), "RMD": Fraction(3151, 1000)}
GAS_FACTOR, GAS_CALORIFIC = Fraction(275, 100), Fraction(48)
"""IMO MEPC.364(79): tonnes of CO2 a tonne, MJ/kg."""

quantities = st.decimals(min_value=0, max_value=10**6, places=9)
oil = st.builds(
    lambda grade, value, unit: {
        "bunkerType": "conventional",
        "productName": f"VLSFO {grade}",
        "deliveryDate": "2026-11-20",
        "quantityDelivered": {"value": value, "unit": unit},
        "quantityReceived": {"value": value + 1, "unit": unit},
    },
    st.sampled_from(sorted(FACTORS)),
    quantities,
    st.sampled_from([*TONNES, *OTHER]),
)
gas = st.builds(
    lambda value, unit: {
        "bunkerType": "lng",
        "productName": "LNG",
        "deliveryDate": "2026-11-20",
        "quantityDelivered": {"value": value, "unit": unit},
    },
    quantities,
    st.sampled_from([*TONNES, *MEGAWATT_HOURS, *OTHER]),
)
silent = st.just({"bunkerType": "conventional", "productName": "VLSFO RMG 380", "deliveryDate": "2026-11-20"})
notes = st.lists(st.one_of(oil, gas, silent), max_size=4)


def overview(operations: list[list[dict[str, Any]]], nominations: dict[str, Any] | None = None) -> Overview:
    """The figures of operations with these notes, each note with a number of its own unless it has one."""
    store = Store.in_memory()
    try:
        answers = []
        for place, given_notes in enumerate(operations):
            numbered = [{"number": f"BDN-{place}-{count}"} | note for count, note in enumerate(given_notes)]
            value = {"clientReference": f"SO-{place}", "status": "ended", "bunkerDeliveryNotes": numbered}
            answers.append(Answer("operation", f"SO-{place}", (jsontext.parse(jsontext.write(value)),)))
        for reference, value in (nominations or {}).items():
            answers.append(Answer("nomination", reference, (value,)))
        keep_answers(store, answers)
        found = OverviewSource(store).read(NOW, Period.ALL)
        assert found is not None
        return found
    finally:
        store.close()


def tonnes(note: dict[str, Any]) -> Fraction | None:
    stated = note.get("quantityDelivered")
    factor = TONNES.get(stated["unit"]) if stated else None
    return Fraction(stated["value"]) * factor if stated and factor is not None else None


def energy(note: dict[str, Any]) -> Fraction | None:
    stated = note["quantityDelivered"]
    if stated["unit"] in MEGAWATT_HOURS:
        return Fraction(stated["value"]) * MEGAWATT_HOURS[stated["unit"]]
    mass = tonnes(note)
    return None if mass is None else mass * GAS_CALORIFIC * Fraction(10, 36)


def carbon(note: dict[str, Any]) -> Fraction | None:
    mass = tonnes(note)
    factor = GAS_FACTOR if note["bunkerType"] == "lng" else FACTORS[note["productName"].removeprefix("VLSFO ")]
    return None if mass is None else mass * factor


def same(figure: Decimal, expected: Fraction) -> bool:
    """Equal but for what 64 digits cannot hold of a third."""
    return abs(Fraction(figure) - expected) < Fraction(1, 10**30)


def added(values: list[Fraction | None]) -> tuple[Fraction, int]:
    """The sum of what is told, and how many do not tell."""
    told = [value for value in values if value is not None]
    return sum(told, Fraction(0)), len(values) - len(told)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(notes, max_size=5))
def test_sums_are_those_of_plain_arithmetic(operations: list[list[dict[str, Any]]]):
    """Tonnes, kilograms, energies, volumes, unknown units and silence: what is not told is counted, never zero."""
    every = [note for given_notes in operations for note in given_notes]
    lng = [note for note in every if note["bunkerType"] == "lng"]
    found = overview(operations)
    assert found.notes == len(every)
    for total, values in (
        (found.delivered, [tonnes(note) for note in every]),
        (found.gas, [energy(note) for note in lng]),
        (found.carbon_dioxide, [carbon(note) for note in every]),
    ):
        expected, left_out = added(values)
        assert same(total.value, expected)
        assert total.left_out == left_out
    for bars in (found.by_fuel, found.by_port, found.by_counterparty, found.by_month):
        assert same(sum((bar.value for bar in bars), Decimal(0)), added([tonnes(note) for note in every])[0])
    assert same(sum((one.carbon_dioxide for one in found.by_factor), Decimal(0)), added([carbon(n) for n in every])[0])


def note(value: str, unit: str, **more: Any) -> dict[str, Any]:
    return {
        "bunkerType": "conventional",
        "productName": "VLSFO RMG 380",
        "deliveryDate": "2026-11-20",
        "quantityDelivered": {"value": Decimal(value), "unit": unit},
    } | more


def test_what_was_received_is_not_what_was_delivered():
    """A note that states only what was received does not tell what was delivered."""
    received = note("0", "t", quantityReceived={"value": Decimal(490), "unit": "metric tons"})
    del received["quantityDelivered"]
    both = note("500", "t", quantityReceived={"value": Decimal(490), "unit": "metric tons"})
    found = overview([[received], [both]])
    assert (found.delivered.value, found.delivered.left_out) == (500, 1)


def test_a_note_that_stands_twice_word_for_word_is_counted_once():
    """One delivery, listed twice; a second note that differs in one figure is another delivery."""
    twice = note("500", "t", number="BDN-1")
    found = overview([[twice, dict(twice), note("20", "t", number="BDN-1")]])
    assert (found.delivered.value, found.notes, found.repeated) == (520, 2, 1)


def test_a_volume_is_held_against_no_nominated_mass():
    """Only notes with a mass and a nominated mass are compared; the others are in neither sum."""
    ranged = {"minQuantity": 480, "maxQuantity": 520, "unit": "metric_tonnes"}
    firm = {
        "status": "accepted",
        "fuelSpecifications": [{"fuelType": "VLSFO", "grade": "rmg", "quantityRange": ranged}],
    }
    nominations = {f"SO-{place}": firm | {"clientReference": f"SO-{place}"} for place in range(2)}
    found = overview([[note("500", "t", fuelIndex=0)], [note("510", "m3", fuelIndex=0)], [note("9", "t")]], nominations)
    (against,) = found.against
    assert (against.low, against.high, against.delivered) == (480, 520, 500)


def test_one_impossible_figure_does_not_spoil_the_sum():
    """Whatever a service answers, the others still add up."""
    found = overview([[note("500", "t")], [note("1E+999999", "t")]])
    assert found.delivered.value.is_finite()
