"""The resources against the specification: names, open enumerations, exact numbers, offsets, tolerance."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from bunkerdesk.contract import jsontext
from bunkerdesk.contract.delivery_note import (
    ConventionalNote,
    LngFuelProperties,
    LngNote,
    OtherNote,
    TextMeasurement,
)
from bunkerdesk.contract.enums import DocumentType, Grade, NominationStatus
from bunkerdesk.contract.nomination import Delivery, Draft, DraftPage, Nomination, QuantityRange
from bunkerdesk.contract.operation import DocumentReference, Operation
from bunkerdesk.contract.problem import ProblemDetail, TokenAnswer
from bunkerdesk.contract.requests import DeliveryToSend, SupplierUpsert
from bunkerdesk.contract.resource import Timestamp, first_list, has_offset

OPERATION: dict[str, Any] = {
    "status": "ended",
    "clientReference": "SO-1",
    "operationStandardCode": "SS648",
    "bunkeringLocationCode": "SGSIN",
    "supplier": {"companyName": "Harbour Fuels", "assetName": "HARBOUR 7"},
    "receiver": {"companyName": "Oceanic Lines", "vesselName": "EVER SUMMIT"},
    "bunkerDeliveryNotes": [],
    "documentReferences": [],
}


@pytest.mark.parametrize(
    ("model", "names"),
    [
        (ConventionalNote, ["receiverVesselIMO", "supplierAssetIMO", "isNoteOfProtestIssued", "allFastTimestamp"]),
        (LngNote, ["openingCTSTimestamp", "closingCTSTimestamp", "isExciseFeeApplicable"]),
        (
            LngFuelProperties,
            ["isoButane", "nButane", "grossHeatingValueMassMJ", "netHeatingValueMassKWh", "grossWobbeIndexMMBtu"],
        ),
        (
            LngFuelProperties,
            [
                "grossHeatingValueMassMMBtu",
                "netHeatingValueMassBtu",
                "grossHeatingValueVolumeBtuScf",
                "netWobbeIndexBtuScf",
            ],
        ),
        (Delivery, ["gasUpRequired", "isBestEndeavourBasis", "supplierAssetBufferTimeInMinutes"]),
        (ProblemDetail, ["trace_id"]),
        (TokenAnswer, ["access_token", "expires_in"]),
    ],
)
def test_fields_bear_the_names_of_the_specification(model: Any, names: list[str]) -> None:
    """A wrong letter in a name would drop a figure without a word."""
    aliases = {field.alias for field in model.model_fields.values()}
    assert set(names) <= aliases


def test_the_enumerations_are_complete() -> None:
    """19 grades, 31 kinds of document, 7 nomination states."""
    assert (len(Grade), len(DocumentType), len(NominationStatus)) == (19, 31, 7)


def test_a_known_status_is_a_member_and_an_unknown_one_stays_as_it_came() -> None:
    """Forward compatibility: new values are shown and sent back unchanged."""
    assert Nomination.read({"clientReference": "A", "status": "accepted"}).status is NominationStatus.ACCEPTED
    unknown = Nomination.read({"clientReference": "A", "status": "on_hold"})
    assert unknown.status == "on_hold"
    assert unknown.to_object()["status"] == "on_hold"
    assert not unknown.departures


@pytest.mark.parametrize(
    ("kind", "model"),
    [("conventional", ConventionalNote), ("lng", LngNote), ("hydrogen", OtherNote), (None, OtherNote), (7, OtherNote)],
)
def test_a_note_is_read_by_its_bunker_type(kind: object, model: type) -> None:
    """A third variant may come; its common part and its unknown fields are kept."""
    operation = Operation.read(
        {**OPERATION, "bunkerDeliveryNotes": [{"bunkerType": kind, "number": "1", "boilOff": 2}]}
    )
    assert operation.bunker_delivery_notes
    note = operation.bunker_delivery_notes[0]
    assert type(note) is model
    assert note.number == "1"
    assert note.unknown_fields["boilOff"] == 2


def test_missing_fields_are_named_and_the_rest_stays_readable() -> None:
    """One wrong field must not hide a whole operation from a surveyor."""
    broken = {**OPERATION, "supplier": None, "receiver": "Oceanic", "documentReferences": [{"documentId": "1"}, None]}
    operation = Operation.read(broken)
    assert operation.client_reference == "SO-1"
    assert operation.receiver is None
    assert [document.document_id for document in operation.document_references or []] == ["1"]
    places = {departure.place for departure in operation.departures}
    assert {"Operation.supplier", "Operation.receiver", "DocumentReference.documentName"} <= places
    assert operation.as_received == broken


@pytest.mark.parametrize("value", [None, [], "text", 3])
def test_an_answer_that_is_no_object_is_refused(value: object) -> None:
    """There is nothing to show of it."""
    with pytest.raises(ValidationError):
        Nomination.read(value)


def test_one_unreadable_draft_does_not_spoil_its_page() -> None:
    """The other drafts are listed."""
    page = DraftPage.read({"data": [{"clientReference": "A"}, 5, {"clientReference": "B"}], "pagination": {}})
    assert [draft.client_reference for draft in page.data or []] == ["A", "B"]
    assert page.departures


@pytest.mark.parametrize(
    "text",
    ["2026-11-21T22:30:00+08:00", "2026-11-21T22:30:00Z", "2026-11-21T22:30:00.1234567-03:30", "2026-11-21T22:30:00"],
)
def test_a_time_goes_back_as_it_was_received(text: str) -> None:
    """Neither offset nor precision may change by looking at it; a naive delivery-note time is readable."""
    draft = Draft.read({"clientReference": "A", "delivery": {"berthTime": text}})
    assert draft.to_object()["delivery"]["berthTime"] == text
    assert not draft.departures


def test_the_offset_is_part_of_the_moment() -> None:
    """Port clock and instant are both right."""
    moment = Timestamp.parse("2026-11-21T22:30:00+08:00")
    assert moment == datetime(2026, 11, 21, 14, 30, tzinfo=UTC)
    assert moment.hour == 22
    assert (moment + timedelta(hours=1)).isoformat() == "2026-11-21T23:30:00+08:00"


@pytest.mark.parametrize("text", ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00", "9999-12-31T23:59:59.9999999+14:00"])
def test_the_ends_of_the_calendar_are_no_moments(text: str) -> None:
    """They mean "not set" and "never", and on another clock they would lie outside of the calendar."""
    draft = Draft.read({"clientReference": "A", "delivery": {"berthTime": text}})
    assert draft.delivery is not None
    assert draft.delivery.berth_time is None
    assert [departure.place for departure in draft.departures] == ["Delivery.berthTime"]


def test_small_letters_of_a_moment_are_read_and_kept() -> None:
    """RFC 3339 allows `t` and `z`; the text goes back as it came."""
    moment = Timestamp.parse("2026-11-21t22:30:00z")
    assert moment == datetime(2026, 11, 21, 22, 30, tzinfo=UTC)
    assert moment.text() == "2026-11-21t22:30:00z"


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ("2026-11-21T22:30:00Z", True),
        ("2026-11-21T22:30+08:00", True),
        ("2026-11-21T22:30:00.5-05:30", True),
        ("2026-11-21T22:30:00", False),
        ("2026-11-21", False),
        ("2026-11-21T22:30:00+0800", False),
    ],
)
def test_an_explicit_offset_is_recognised(text: str, accepted: bool) -> None:
    """Z, +hh:mm or -hh:mm; nothing else is sent."""
    assert has_offset(text) is accepted


def test_a_naive_time_cannot_be_sent() -> None:
    """The service answers 400; the program does not let it come to that."""
    with pytest.raises(ValidationError, match="offset"):
        DeliveryToSend(estimated_time_of_bunkering=datetime(2026, 11, 21, 22, 30))  # noqa: DTZ001 - the point of it
    sent = DeliveryToSend(estimated_time_of_bunkering=datetime(2026, 11, 21, 22, 30, tzinfo=UTC))
    assert sent.to_object() == {"estimatedTimeOfBunkering": "2026-11-21T22:30:00+00:00"}


def test_quantities_are_exact_json_numbers() -> None:
    """28 digits in, 28 digits out, unquoted."""
    text = b'{"minQuantity":1234567890123456789012345.678,"maxQuantity":7.9e28,"unit":"metric_tonnes"}'
    quantity = QuantityRange.read_json(text)
    assert quantity.min_quantity == Decimal("1234567890123456789012345.678")
    assert jsontext.same_meaning(jsontext.parse(quantity.to_json()), jsontext.parse(text))
    assert b'"1234' not in quantity.to_json()


def test_unset_is_left_out_and_null_is_sent() -> None:
    """Null unsets a value at the service, leaving out may mean the same; neither is invented."""
    body = SupplierUpsert(client_reference="A", delivery=DeliveryToSend(contract_reference=None))
    assert body.to_object() == {"clientReference": "A", "delivery": {"contractReference": None}}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.text(max_size=8),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=6), children, max_size=3),
    max_leaves=8,
)


@given(st.fixed_dictionaries({}, optional={name: JSON for name in OPERATION}), JSON)
def test_no_answer_of_object_shape_can_break_reading(fields: dict[str, Any], extra: Any) -> None:
    """Whatever stands in the fields, an operation is read and what departs is named."""
    operation = Operation.read({**fields, "somethingNew": extra})
    assert operation.unknown_fields["somethingNew"] == extra
    assert all(str(departure) for departure in operation.departures)


@given(st.dictionaries(st.sampled_from(["clientReference", "status", "novelty", "delivery"]), st.text(max_size=5)))
def test_unknown_fields_survive(fields: dict[str, str]) -> None:
    """What this version does not understand goes back unchanged."""
    nomination = Nomination.read({**fields, "delivery": {"novelty": {"a": [1, None]}}, "fuelSpecifications": []})
    assert nomination.to_object()["delivery"] == {"novelty": {"a": [1, None]}}


def test_an_envelope_that_is_not_shown_may_be_bare_or_named() -> None:
    """`/all` may answer an array or an object holding one."""
    assert first_list([1]) == [1]
    assert first_list({"nominations": [1], "count": 1}) == [1]
    assert first_list({"data": [1], "links": []}, names=("data",)) == [1]
    assert first_list({"a": [], "b": []}) is None
    assert first_list({"data": {"items": [1], "pages": []}}, names=("items", "data")) == [1]
    assert first_list("no") is None


def test_the_only_list_may_lie_deeper() -> None:
    """As HAL has it, which leaves an empty list out altogether; two lists or other members settle nothing."""
    hal = {"_links": {"self": {"href": "/"}}, "_embedded": {"nominationList": [{"a": 1}]}, "page": {"size": 20}}
    assert first_list(hal) == [{"a": 1}]
    assert first_list({"response": {"payload": {"rows": []}}}) == []
    assert first_list({"_links": {"self": {"href": "/"}}, "page": {"totalElements": 0}}) == []
    assert first_list({"_links": {}, "_embedded": {}}) == []
    assert first_list({"_links": {}, "_embedded": {"one": [{}], "other": [{}]}}) is None
    assert first_list({"one": {"rows": [{}]}, "other": {"rows": [{}]}}) is None
    assert first_list({"reference": "E1", "address": {"lines": ["Quay 1"]}}) is None


def test_a_number_where_a_text_is_due_is_its_digits() -> None:
    """An id, a berth or a flash point that came as a number is as good as its text, to the last zero."""
    texts = jsontext.parse('{"documentId":17,"documentType":"other","documentName":2026}')
    assert DocumentReference.read(texts).document_id == "17"
    point = TextMeasurement.read(jsontext.parse('{"value":61.50,"unit":"C"}'))
    assert (point.value, point.departures) == ("61.50", ())
    assert TextMeasurement.read({"value": True, "unit": "C"}).departures


def test_an_unreadable_value_of_an_open_enumeration_is_named_once() -> None:
    """Not with all the values that it is not."""
    (departure,) = Nomination.read({"clientReference": "A", "status": ["accepted"]}).departures
    assert (departure.place, departure.reason) == ("Nomination.status", "Input should be a valid string")


def test_a_page_that_goes_on_without_saying_where_is_told_from_the_last() -> None:
    """What is not on it may be there all the same."""
    assert DraftPage.read({"data": [], "pagination": {"hasMore": True}}).lacks_the_way_on
    for pagination in ({"hasMore": False}, {"hasMore": True, "nextCursor": "x"}, {}, None):
        assert not DraftPage.read({"data": [], "pagination": pagination}).lacks_the_way_on


def test_null_under_the_name_of_a_list_is_an_empty_list() -> None:
    """Some services write no list as null; null under any other name says nothing."""
    assert first_list({"nominations": None, "count": 0}, names=("nominations",)) == []
    assert first_list({"data": {"nominations": None}}, names=("nominations", "data")) == []
    assert first_list({"error": None}, names=("nominations",)) is None


def test_a_token_is_kept_out_of_every_repr() -> None:
    """A log line of the answer shows nothing to steal."""
    assert "secret-token" not in repr(TokenAnswer.read({"access_token": "secret-token", "expires_in": 3600}))


def test_a_document_reference_without_index_belongs_to_the_operation() -> None:
    """`fuelIndex` is null or missing alike."""
    reference = {"documentId": "1", "documentType": "new_paper", "documentName": "a.pdf", "fuelIndex": None}
    assert DocumentReference.read(reference).fuel_index is None
