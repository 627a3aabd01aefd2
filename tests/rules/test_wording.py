"""Words for times, quantities, statuses and fields: exact, and open for what is not known."""

from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.contract import enums
from bunkerdesk.contract.nomination import FuelSpecification, QuantityRange
from bunkerdesk.contract.operation import Operation
from bunkerdesk.contract.resource import OpenEnum, Timestamp
from bunkerdesk.rules import wording

NOW = datetime(2026, 11, 20, 6, 30, tzinfo=UTC)
T = "\u202f"


def test_port_time_is_the_ports_clock() -> None:
    """Never converted, the offset beside it, the year only when it is another one."""
    moment = Timestamp.parse("2026-11-21T22:30:00+08:00")
    assert wording.port_time(moment, date(2026, 1, 1)) == ("Sat 21 Nov 22:30", "+08:00")
    assert wording.port_time(moment, date(2027, 1, 1)) == ("Sat 21 Nov 2026 22:30", "+08:00")
    assert wording.port_time(Timestamp.parse("2026-11-21T22:30-03:30"))[1] == "−03:30"
    assert wording.port_time(Timestamp.parse("2026-11-21T22:30"))[1] == "no offset"


def test_utc_and_desk_name_the_day_where_it_differs() -> None:
    """Port, UTC, desk: a day is named only where it is not that of the clock before."""
    moment = Timestamp.parse("2026-11-21T22:30:00+08:00")
    assert wording.utc_and_desk(moment, "Europe/Oslo") == "14:30 UTC, 15:30 at this desk"
    assert wording.utc_and_desk(moment, "Pacific/Auckland") == "14:30 UTC, Sun 22 Nov 03:30 at this desk"
    early = Timestamp.parse("2026-11-21T02:30:00+08:00")
    assert wording.utc_and_desk(early, "Europe/Oslo") == "Fri 20 Nov 18:30 UTC, 19:30 at this desk"
    assert wording.utc_and_desk_short(early, "Europe/Oslo") == "Fri 18:30 UTC, 19:30 here"
    late = Timestamp.parse("2026-11-21T00:30:00+01:00")
    assert wording.utc_and_desk(late, "Europe/Oslo") == "Fri 20 Nov 23:30 UTC, Sat 21 Nov 00:30 at this desk"
    assert "not known" in wording.utc_and_desk(Timestamp.parse("2026-11-21T22:30"), UTC)
    last = datetime.max.replace(tzinfo=timezone(timedelta(hours=-5)))
    assert wording.utc_and_desk(last, UTC) == "outside the calendar"


def test_a_desk_on_utc_is_not_told_the_same_time_twice() -> None:
    """One clock, one figure."""
    moment = Timestamp.parse("2026-11-21T02:30:00+08:00")
    assert wording.utc_and_desk(moment, UTC) == "Fri 20 Nov 18:30 UTC and at this desk"
    assert wording.utc_and_desk_short(moment, "Africa/Abidjan") == "Fri 18:30 UTC and here"


def test_exact_time_is_as_received() -> None:
    """What is copied is what the service sent."""
    assert wording.exact_time(Timestamp.parse("2026-11-21T22:30Z")) == "2026-11-21T22:30Z"
    assert wording.exact_time(NOW) == "2026-11-20T06:30:00+00:00"


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (0, "now"),
        (45, "45 min"),
        (90, "1 h 30 min"),
        (7 * 60 + 12, "7 h"),
        (32 * 60, "1 d 8 h"),
        (24 * 60, "1 d"),
        (30 * 24 * 60 + 60, "30 d"),
        (-3 * 60 - 5, "3 h ago"),
        (-26 * 60, "1 d ago"),
    ],
)
def test_until(minutes: int, words: str) -> None:
    """Short, with a second unit only where it helps."""
    assert wording.until(NOW + timedelta(minutes=minutes), NOW) == words
    assert wording.until(NOW.replace(tzinfo=None), NOW) == ""


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (None, ""),
        (0, "0 min"),
        (480, "8 h"),
        (510, "8 h 30 min"),
        (2880, "2 d"),
        (3121, "2 d 4 h 1 min"),
        (-60, "−1 h"),
    ],
)
def test_duration(minutes: int | None, words: str) -> None:
    """No minute is lost."""
    assert wording.duration(minutes) == words


def test_age() -> None:
    """How old a reading is."""
    assert wording.age(NOW - timedelta(seconds=40), NOW) == "just now"
    assert wording.age(NOW - timedelta(minutes=5), NOW) == "5 min ago"
    assert wording.age(NOW - timedelta(hours=50), NOW) == "2 d ago"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("480", "480"),
        ("12345.6700", f"12{T}345.6700"),
        ("-1234", f"−1{T}234"),
        ("0.000", "0.000"),
        ("1E+5", f"100{T}000"),
        ("1E+999999", "1E+999999"),
        ("-0", "0"),
    ],
)
def test_number(value: str, words: str) -> None:
    """All digits, zeros at the end too; monstrous exponents stay short."""
    assert wording.number(Decimal(value)) == words


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_number_keeps_every_digit(value: Decimal) -> None:
    """Taking the grouping out gives the number back."""
    assert Decimal(wording.number(value).replace(T, "").replace("−", "-")) == value


def test_quantity_range() -> None:
    """Both ends, one end, the same end, none."""

    def words(**ends: object) -> str:
        return wording.quantity_range(QuantityRange.read(ends))

    assert words(minQuantity=480, maxQuantity=520, unit="metric_tonnes") == "480 – 520 t"
    assert words(maxQuantity=520, unit="mwh") == "up to 520 MWh"
    assert words(minQuantity=480, unit="barrels") == "from 480 barrels"
    assert words(minQuantity=0) == "from 0"
    assert words(minQuantity=500, maxQuantity=500, unit="mmbtu") == "500 MMBtu"
    assert words() == wording.quantity_range(None) == ""


def test_units_are_short_where_known() -> None:
    """Stored words become short forms; others stay as they came."""
    assert [wording.unit(word) for word in ("metric tons", "metric_tonnes", "MMBtu", "mwh", "stone", None)] == [
        "t",
        "t",
        "MMBtu",
        "MWh",
        "stone",
        "",
    ]


def test_fuels() -> None:
    """Types with their grade; a type that already names its grade does not repeat it."""
    fuels = [
        FuelSpecification.read(each)
        for each in (
            {"fuelType": "VLSFO", "grade": "rmg"},
            {"fuelType": "LSMGO DMA", "grade": "dma"},
            {"brand": "M05"},
            {},
        )
    ]
    assert wording.fuels(fuels) == "VLSFO RMG, LSMGO DMA, M05"
    assert wording.fuels(None) == ""


def test_total_delivered_adds_by_unit() -> None:
    """Tonnes are added exactly, other units stand beside them, notes without a quantity do not disturb."""
    notes = [
        {"bunkerType": "conventional", "quantityDelivered": {"value": "0.1", "unit": "metric tons"}},
        {"bunkerType": "conventional", "quantityDelivered": {"value": "1234567890123456789012345678", "unit": "t"}},
        {"bunkerType": "lng", "quantityDelivered": {"energyMWh": 11}},
        {"bunkerType": "methane", "quantityDelivered": {"value": 5, "unit": "m3"}},
        {"bunkerType": "lng"},
    ]
    operation = Operation.read({"bunkerDeliveryNotes": notes})
    grouped = f"{T}".join(["1", *("234567890123456789012345678"[i : i + 3] for i in range(0, 27, 3))])
    assert wording.total_delivered(operation.bunker_delivery_notes) == f"{grouped}.1 t + 11 MWh + 5 m³"
    assert wording.total_delivered(None) == ""


KINDS = {
    "deliveryMethod": enums.DeliveryMethod,
    "transactionType": enums.TransactionType,
    "transactionDirection": enums.TransactionDirection,
    "priceType": enums.PriceType,
    "nextDestination": enums.NextDestination,
    "unit": enums.QuantityUnit,
    "generationCode": enums.Generation,
    "stakeholderType": enums.StakeholderType,
    "bunkerType": enums.BunkerType,
    "grade": enums.Grade,
    "documentType": enums.DocumentType,
    "eventKind": enums.EventKind,
}


@pytest.mark.parametrize(("name", "kind"), KINDS.items())
def test_every_enumerated_value_has_words(name: str, kind: type[OpenEnum]) -> None:
    """No value of the specification is shown raw, and no two look alike."""
    words = [wording.choices(name)[value] for value in kind]
    assert len(set(words)) == len(words)
    assert all(word[0].isupper() and "_" not in word for word in words)


@pytest.mark.parametrize(
    ("kind", "statuses"),
    [("nomination", enums.NominationStatus), ("draft", enums.DraftStatus), ("operation", enums.OperationStatus)],
)
def test_every_status_has_words_and_a_tone(kind: str, statuses: type[OpenEnum]) -> None:
    """Unknown ones stay as they came, in a neutral tone."""
    assert all(wording.status(kind, value)[0].isupper() for value in statuses)
    assert {wording.status_tone(kind, value) for value in statuses} <= {
        "accent",
        "ok",
        "warning",
        "operation",
        "neutral",
    }
    assert wording.status(kind, "sent_to_barge") == "sent to barge"
    assert wording.status_tone(kind, "sent_to_barge") == "neutral"
    assert wording.status(kind, None) == ""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("estimatedTimeOfBunkering", "Estimated time of bunkering"),
        ("estimated_time_of_bunkering", "Estimated time of bunkering"),
        ("clientReference", "Client reference"),
        ("receiver.orderReference", "Receiver order reference"),
        ("receiver.vesselIdentifier.imo", "Receiver vessel IMO"),
        ("receiverVesselIMO", "Receiver vessel IMO"),
        ("receiver_vessel_imo", "Receiver vessel IMO"),
        ("openingCTSTimestamp", "Opening CTS timestamp"),
        ("supplier.assetIdentifier.terminalName", "Supplier asset terminal name"),
        ("delivery.laycanStart", "Laycan start"),
        ("fuelSpecifications[0].quantityRange.minQuantity", "Fuel 1 minimum quantity"),
        ("fuelSpecifications.1.grade", "Fuel 2 grade"),
        ("grossWobbeIndexBtuScf", "Gross Wobbe index, Btu/scf"),
        ("nButane", "n-Butane"),
        ("日本", "日本"),
        ("größeDerTanks", "GrößeDerTanks"),
        ("", ""),
    ],
)
def test_field_words(name: str, words: str) -> None:
    """The specification's names, said in words; paths name the section where it matters."""
    assert wording.field_words(name) == words


@given(st.text(max_size=20))
def test_field_words_take_anything(name: str) -> None:
    """An unknown field of any name can be labelled."""
    assert isinstance(wording.field_words(name), str)


@pytest.mark.parametrize(
    ("given", "shown"),
    [("kg/m3", "kg/m³"), ("mm2/s", "mm²/s"), ("m3", "m³"), ("metric tons", "metric tons"), ("CO2e", "CO2e"), ("", "")],
)
def test_powers_of_a_unit_are_raised(given: str, shown: str) -> None:
    """The words stay those of the note; only its powers are set as powers."""
    assert wording.raised(given) == shown


@pytest.mark.parametrize(
    ("count", "words", "text"),
    [
        (1, ("file",), "1 file"),
        (0, ("file",), "0 files"),
        (12_345, ("file",), "12\u202f345 files"),
        (1, ("check passes", "checks pass"), "1 check passes"),
        (2, ("check passes", "checks pass"), "2 checks pass"),
    ],
)
def test_what_is_counted_is_said_in_the_right_number(count: int, words: tuple[str, ...], text: str) -> None:
    """One mechanism for every list, button and badge."""
    assert wording.count_words(count, *words) == text


def test_words_are_listed_as_a_sentence_has_them() -> None:
    assert [wording.listed("abc"[:count]) for count in (1, 2, 3)] == ["a", "a and b", "a, b and c"]


def test_words_begin_a_sentence_or_stand_within_one() -> None:
    """The rest keeps its letters: `capitalize` would say "Bdn number"."""
    assert wording.first_upper("by BDN number") == "By BDN number"
    assert wording.first_lower("Bunkering location") == "bunkering location"
    assert wording.first_lower("IMO number") == "IMO number"
    assert wording.first_upper("") == wording.first_lower("") == ""
