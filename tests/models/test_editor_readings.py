"""Typed text and JSON values: what is understood, what is asked, what is never guessed."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bunkerdesk.contract.nomination import NominationBody
from bunkerdesk.models.editor_fields import Field, Kind
from bunkerdesk.models.editor_form import FUEL, all_fields
from bunkerdesk.models.editor_notes import standing
from bunkerdesk.models.editor_options import Options, Sources
from bunkerdesk.models.editor_readings import Around, minutes_of, read, shown, stepped
from bunkerdesk.rules.ports import shipped

NOW = datetime(2026, 11, 21, 6, 2, tzinfo=UTC)
REFERENCE: dict[str, list[dict[str, Any]]] = {
    "fuel_types": [{"name": "VLSFO", "grades": ["rmg", "rmk"]}, {"name": "LSMGO", "grades": ["dma"]}],
    "operation_standards": [{"code": "SS648", "name": "Singapore bunkering", "type": "Delivery"}],
    "counterpart_entities": [
        {"reference": "CP-1", "name": "Nordlys Rederi AS", "companyIdentifier": "CMP-R201"},
        {"reference": "CP-2", "name": "海丰远洋运输有限公司", "companyIdentifier": "CMP-R202"},
        {"reference": "CP-3", "name": "Gone Lines", "companyIdentifier": "CMP-R203", "isActive": False},
    ],
}
OPTIONS = Options(Sources(lambda kind: REFERENCE.get(kind, []), shipped))
FIELDS = {field.key: field for field in all_fields()}
BUNKERING = FIELDS["delivery.estimatedTimeOfBunkering"]
MAXIMUM = FIELDS["quantityRange.maxQuantity"]
IMO = FIELDS["receiver.vesselIdentifier.imo"]


def around(zone: str | None = "Asia/Singapore", document: Any = None, value: Any = None, index: int | None = None):
    clock = ZoneInfo(zone) if zone else None
    return Around(document or {}, OPTIONS, NOW, ZoneInfo("Europe/Oslo"), clock, index, value)


def test_what_can_be_chosen_is_found_in_lists_of_another_shape() -> None:
    """The fields of standards, contracts and operators are not shown; what is no text is passed over."""
    lists: dict[str, list[dict[str, Any]]] = {
        "operation_standards": [{"operationStandardCode": "X-1", "type": "Transfer"}, {"name": "X-2"}, {"code": {}}],
        "contracts": [{"contractReference": "K-1", "name": {"en": "Term"}}, {"reference": 7}],
        "asset_operators": [{"companiesIAmOperatorFor": ["CMP-1", {"companyIdentifier": "CMP-2"}, 5, None]}],
        "fuel_types": [{"name": "VLSFO", "grades": 3, "brands": 4}],
        "company_entities": [{"reference": ["E"]}],
    }
    options = Options(Sources(lambda kind: lists.get(kind, []), shipped))

    def chosen(kind: Kind) -> list[object]:
        return [option.value for option in options.of(Field("x", kind, items="fuelSpecifications"), {}, 0)]

    assert chosen(Kind.STANDARD) == ["X-1", "X-2"]
    assert options.standard_types() == {"X-1": "Transfer", "X-2": ""}
    assert chosen(Kind.CONTRACT) == ["K-1"]
    assert chosen(Kind.OPERATED) == ["CMP-1", "CMP-2"]
    assert chosen(Kind.OPERATOR) == chosen(Kind.BRAND) == chosen(Kind.OWN_ENTITY) == []
    assert chosen(Kind.FUEL_TYPE) == ["VLSFO"]
    grades = Options(Sources(lambda kind: lists.get(kind, []), shipped)).of(
        FIELDS["grade"], {"fuelSpecifications": [{"fuelType": ["VLSFO"]}]}, 0
    )
    assert [option.value for option in grades][:2] == ["rma", "rmb"]


def test_an_identifier_nobody_knows_is_said_with_what_may_be_meant() -> None:
    """The beginning of a name left by Tab would go out as an identifier; it can still be one the list lacks."""
    company, nothing = FIELDS["receiver.companyIdentifier"], NominationBody.read({})
    note = standing(company, "Nordl", around(), nothing)
    assert (note.message, note.tone) == ("Not among those known here", "warning")
    assert [(fix.text, fix.value) for fix in note.fixes] == [("CMP-R201 Nordlys Rederi AS?", "CMP-R201")]
    assert standing(company, "CMP-R201", around(), nothing).message == "Nordlys Rederi AS"
    without = replace(around(), options=Options(Sources(lambda _kind: [], shipped)))
    assert not standing(company, "Nordl", without, nothing).message


def test_a_time_is_typed_in_the_ports_clock_and_echoed_in_utc_and_desk_time() -> None:
    """The offset is the port's on that day; nobody adds hours in the head."""
    reading = read(BUNKERING, "23/11 1400", around())
    assert reading.value == "2026-11-23T14:00:00+08:00"
    assert reading.message == "06:00 UTC, 07:00 at this desk"


def test_an_offset_that_is_typed_counts() -> None:
    """The person's own offset is taken, and that it is not the port's is said."""
    reading = read(BUNKERING, "23/11 14:00 +09:00", around())
    assert reading.value == "2026-11-23T14:00:00+09:00"
    assert "+08:00" in reading.message
    assert reading.tone == "warning"


def test_a_time_without_a_clock_is_no_value() -> None:
    """A naive time never gets into the document."""
    reading = read(BUNKERING, "23/11 1400", around(zone=None))
    assert not reading.is_value
    assert "offset" in reading.message


@pytest.mark.parametrize(
    ("text", "offers"),
    [
        ("28 Mar 2027 02:30", {"2027-03-28T01:30:00+01:00", "2027-03-28T03:30:00+02:00"}),
        ("31 Oct 2027 02:30", {"2027-10-31T02:30:00+02:00", "2027-10-31T02:30:00+01:00"}),
    ],
    ids=["left out", "twice"],
)
def test_around_a_clock_change_both_readings_are_offered(text: str, offers: set[str]) -> None:
    """The hour that is left out and the hour that comes twice are asked about, never guessed."""
    reading = read(BUNKERING, text, around("Europe/Amsterdam"))
    assert not reading.is_value
    assert {fix.value for fix in reading.fixes} == offers


@pytest.mark.parametrize("text", ["", "  "])
def test_an_empty_field_states_nothing(text: str) -> None:
    """Clearing a field takes the value out, whatever its kind."""
    for field in all_fields():
        assert read(field, text, around(index=0)).value is None
        assert read(field, text, around(index=0)).is_value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("480,5", Decimal("480.5")),
        ("480.5", Decimal("480.5")),
        ("1.234,5", Decimal("1234.5")),
        ("12345678901234567890.12345678", Decimal("12345678901234567890.12345678")),
        ("520 mt", 520),
    ],
)
def test_quantities_take_comma_and_point_and_keep_every_digit(text: str, value: Any) -> None:
    """A Spanish and an English desk type the same ton."""
    reading = read(MAXIMUM, text, around(index=0))
    assert reading.value == value
    assert type(reading.value) in (int, Decimal)


def test_an_ambiguous_quantity_asks() -> None:
    """`1,234` is a thousand tons or one and a bit: the person says which."""
    reading = read(MAXIMUM, "1,234", around(index=0))
    assert not reading.is_value
    assert {fix.value for fix in reading.fixes} == {1234, Decimal("1.234")}


def test_a_unit_typed_with_the_quantity_goes_into_its_own_field() -> None:
    """`520 mmbtu` is not silently tons."""
    reading = read(MAXIMUM, "520 mmbtu", around(index=1))
    assert dict(reading.fills) == {"fuelSpecifications[1].quantityRange.unit": "mmbtu"}


def test_a_range_typed_into_one_end_is_offered_for_both() -> None:
    """`480-520 mt` pasted from a mail fills minimum, maximum and unit with one click."""
    (fix,) = read(MAXIMUM, "480-520 mt", around(index=0)).fixes
    assert fix.value == 520
    assert dict(fix.fills) == {
        "fuelSpecifications[0].quantityRange.minQuantity": 480,
        "fuelSpecifications[0].quantityRange.unit": "metric_tonnes",
    }


def test_a_range_that_begins_at_nothing_leaves_no_old_end() -> None:
    """`0-520` states a minimum of nought, `up to 520` none: what stood there before is neither."""
    path = "fuelSpecifications[0].quantityRange.minQuantity"
    (whole,) = read(MAXIMUM, "0-520", around(index=0)).fixes
    (open_one,) = read(MAXIMUM, "up to 520", around(index=0)).fixes
    assert (whole.value, dict(whole.fills)) == (520, {path: 0})
    assert (open_one.value, dict(open_one.fills)) == (520, {path: None})


def test_a_wrong_check_digit_offers_the_right_number() -> None:
    """The slip is mended with a click; the number is kept until then."""
    reading = read(IMO, "9312791", around())
    assert reading.value == 9312791
    assert reading.tone == "error"
    assert [fix.value for fix in reading.fixes] == [9312793 if _fits(9312793) else reading.fixes[0].value]
    assert _fits(reading.fixes[0].value)


def _fits(number: int) -> bool:
    from bunkerdesk.rules.identifiers import is_ship_number

    return is_ship_number(number)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [("8 h", 480), ("8h30", 510), ("8:30", 510), ("8,5 h", 510), ("510", 510), ("2 d 4 h", 3120), ("90 min", 90)],
)
def test_durations_as_people_write_them(text: str, minutes: int) -> None:
    """Nobody converts hours into minutes."""
    field = FIELDS["delivery.estimatedBunkeringDurationInMinutes"]
    assert read(field, text, around()).value == minutes


def test_a_small_bare_number_may_mean_hours() -> None:
    """`8` is eight minutes as the specification counts; hours are one click away."""
    reading = read(FIELDS["delivery.estimatedBunkeringDurationInMinutes"], "8", around())
    assert reading.value == 8
    assert reading.fixes[0].value == 480


@pytest.mark.parametrize("text", ["soon", "8 x", "h", "-"])
def test_what_is_no_duration_is_no_value(text: str) -> None:
    assert minutes_of(text) is None


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("delivery.bunkeringLocationCode", "sgsin", "SGSIN"),
        ("delivery.bunkeringLocationCode", "Singapore", "SGSIN"),
        ("delivery.bunkeringLocationCode", "SGSIN Singapore", "SGSIN"),
        ("delivery.bunkeringLocationCode", "XXABC", "XXABC"),
        ("delivery.operationStandardCode", "Singapore bunkering", "SS648"),
        ("delivery.operationStandardCode", "MY OWN", "MY OWN"),
        ("delivery.deliveryMethod", "By vessel", "vessel"),
        ("delivery.deliveryMethod", "pipeline", "pipeline"),
        ("receiver.companyIdentifier", "nordlys rederi as", "CMP-R201"),
        ("receiver.companyIdentifier", "海丰远洋运输有限公司", "CMP-R202"),
        ("receiver.companyIdentifier", "CMP-NEW", "CMP-NEW"),
        ("grade", "RMG", "rmg"),
        ("grade", "rmx9", "rmx9"),
    ],
)
def test_words_and_codes_are_taken_and_free_entry_stays_possible(key: str, text: str, value: str) -> None:
    """Lists help; they never refuse."""
    assert read(FIELDS[key], text, around(index=0 if FIELDS[key].items else None)).value == value


def test_grades_are_those_of_the_fuel_type() -> None:
    """LSMGO is not offered residual grades; another one is taken with a word."""
    document = {"fuelSpecifications": [{"fuelType": "LSMGO"}]}
    grade = next(field for field in FUEL.fields if field.kind is Kind.GRADE)
    assert [option.value for option in OPTIONS.of(grade, document, 0)] == ["dma"]
    reading = read(grade, "RMG", around(document=document, index=0))
    assert (reading.value, reading.tone) == ("rmg", "warning")


def test_an_inactive_entity_is_not_offered() -> None:
    """It would be refused."""
    offered = OPTIONS.of(FIELDS["receiver.companyIdentifier"], {})
    assert "CMP-R203" not in [option.value for option in offered]


@pytest.mark.parametrize(
    ("value", "minutes", "expected"),
    [
        ("2026-11-23T14:00:00+08:00", 15, "2026-11-23T14:15:00+08:00"),
        ("2026-11-23T14:07:00+08:00", 15, "2026-11-23T14:15:00+08:00"),
        ("2026-11-23T14:07:00+08:00", -15, "2026-11-23T14:00:00+08:00"),
        ("2026-11-23T14:00:00+08:00", -60, "2026-11-23T13:00:00+08:00"),
    ],
)
def test_stepping_goes_to_the_quarter_by_the_ports_clock(value: str, minutes: int, expected: str) -> None:
    """The arrow keys move a time without typing it anew."""
    assert stepped(value, minutes, around()) == expected


def test_stepping_passes_a_clock_change_as_the_port_does() -> None:
    """A quarter after 01:45 in the spring night is 03:00."""
    step = stepped("2027-03-28T01:45:00+01:00", 15, around("Europe/Amsterdam"))
    assert step == "2027-03-28T03:00:00+02:00"


START = datetime(2025, 12, 1, tzinfo=timezone(timedelta(hours=8)))
moments = st.integers(0, 700 * 24 * 60).map(lambda minutes: START + timedelta(minutes=minutes))


@given(moments)
def test_a_shown_time_reads_back_as_the_same_moment(moment: datetime) -> None:
    """Clicking into a field and typing over it with its own text changes nothing."""
    text = shown(BUNKERING, moment.isoformat(), around())
    assert datetime.fromisoformat(read(BUNKERING, text, around()).value) == moment


@given(st.decimals(min_value=Decimal("0.001"), max_value=Decimal(10**15), places=3))
def test_a_shown_quantity_is_never_another_number(value: Decimal) -> None:
    """What stands in the field reads back as itself, or asks; never as something else."""
    reading = read(MAXIMUM, shown(MAXIMUM, value, around(index=0)), around(index=0))
    if reading.is_value:
        assert reading.value == value
    else:
        assert value in [fix.value for fix in reading.fixes]


@settings(deadline=None)  # the table of ports is read with the first text
@given(st.text(max_size=40))
def test_no_text_breaks_a_field(text: str) -> None:
    """Whatever is pasted gives a value, a question or a reason."""
    for field in all_fields():
        reading = read(field, text, around(index=0 if field.items else None))
        assert reading.is_value or reading.message or reading.fixes
        if reading.is_value and reading.value is not None:
            assert isinstance(shown(field, reading.value, around(index=0 if field.items else None)), str)


def test_every_kind_is_used() -> None:
    """A kind nobody uses would be untested."""
    assert {field.kind for field in all_fields()} | {Kind.WHOLE} == set(Kind)
    assert isinstance(BUNKERING, Field)
