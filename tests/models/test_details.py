"""What detail pages say: every field in its place, absent ones told, unknown ones listed."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bunkerdesk.contract import jsontext
from bunkerdesk.contract.delivery_note import ConventionalNote, LngFuelProperties, LngNote
from bunkerdesk.contract.nomination import Delivery, Draft, Nomination, Receiver, Supplier
from bunkerdesk.contract.operation import Operation
from bunkerdesk.contract.resource import Resource, wire_name
from bunkerdesk.models.details import (
    Line,
    Section,
    draft_heading,
    draft_sections,
    nomination_heading,
    nomination_sections,
    operation_heading,
    operation_sections,
)

NOW = datetime(2026, 11, 20, 6, 30, tzinfo=UTC)
THIN = "\u202f"

NOMINATION: dict[str, Any] = {
    "clientReference": "SO-24117",
    "status": "supplier_assigned",
    "delivery": {
        "operationStandardCode": "SS648",
        "bunkeringLocationCode": "SGSIN",
        "bunkeringLocationName": "Singapore",
        "portBunkeringLocationCode": "SGSIN",
        "bunkeringLocationDetails": "Eastern Anchorage",
        "deliveryMethod": "vessel",
        "estimatedTimeOfBunkering": "2026-11-21T22:30:00+08:00",
        "estimatedBunkeringDurationInMinutes": 480,
        "supplierAssetBufferTimeInMinutes": 60,
        "tideWindow": {"opens": "2026-11-21T20:00:00+08:00", "draughts": [11, 12.5]},
    },
    "supplier": {
        "companyIdentifier": "harbour",
        "assetIdentifier": {"vessel": {"imo": 9074729, "mmsi": 563012345, "externalId": "H7"}},
        "orderReference": "ORD-1",
        "priceType": "fixed",
    },
    "receiver": {
        "companyIdentifier": "oceanic",
        "vesselName": "EVER SUMMIT",
        "vesselIdentifier": {"imo": 9811000},
        "nextPortCode": "NLRTM",
        "nextDestination": "international",
    },
    "fuelSpecifications": [
        {
            "fuelType": "VLSFO",
            "grade": "rmg",
            "quantityRange": {"minQuantity": 480, "maxQuantity": 12520, "unit": "metric_tonnes"},
            "certificateOfQuality": {"identifier": "C-1", "sulphurContent": {"value": "0.48", "unit": "%"}},
            "biofuelProperties": {"generationCode": "gen1", "isccCertified": True, "blendRatio": 24},
        }
    ],
    "stakeholders": [{"type": "surveyor", "companyIdentifier": "sgs", "userEmail": "a@b.com"}],
}


def everything(sections: tuple[Section, ...]) -> Iterator[Line]:
    for section in sections:
        yield from section.lines


def by_key(sections: tuple[Section, ...]) -> dict[str, Line]:
    return {line.key: line for line in everything(sections)}


def test_nomination_page() -> None:
    """The sections a desk expects, times by the port's clock, UTC and desk time beside them."""
    sections = nomination_sections(Nomination.read(NOMINATION), NOW, "Europe/Oslo")
    assert [section.title for section in sections] == [
        "Delivery",
        "Supplier",
        "Receiver",
        "Fuel 1: VLSFO RMG",
        "Stakeholders",
        "Also reported",
    ]
    lines = by_key(sections)
    bunkering = lines["delivery.estimatedTimeOfBunkering"]
    assert bunkering.label == "Bunkering starts"
    assert bunkering.value == "Sat 21 Nov 22:30 +08:00"
    assert bunkering.hint == "14:30 UTC, 15:30 at this desk, in 1 d 8 h"
    assert bunkering.exact == "2026-11-21T22:30:00+08:00"
    assert lines["delivery.supplierAssetBufferTimeInMinutes"].value == "1 h"
    assert lines["supplier.assetIdentifier.vessel.imo"].label == "Vessel IMO"
    assert lines["receiver.nextPortCode"].value == "NLRTM Rotterdam"
    quantity = lines["fuelSpecifications[0].quantityRange"]
    assert (quantity.value, quantity.exact) == (f"480 – 12{THIN}520 t", "480 - 12520 metric_tonnes")
    assert lines["fuelSpecifications[0].certificateOfQuality.sulphurContent"].label == "Sulphur (COQ)"


def test_a_port_is_named_once() -> None:
    """A name and a second code are told where they say something else than the port's own line."""
    same = {"bunkeringLocationCode": "SGSIN", "bunkeringLocationName": "Singapore"}
    (once, *_) = nomination_sections(
        Nomination.read({"delivery": {**same, "portBunkeringLocationCode": "SGSIN"}}), NOW, UTC
    )
    assert [line.value for line in once.lines if "Location" in line.key] == ["SGSIN Singapore"]
    other = {**same, "bunkeringLocationName": "Singapore Roads", "portBunkeringLocationCode": "SGJUR"}
    for page in (
        nomination_sections(Nomination.read({"delivery": other}), NOW, UTC),
        operation_sections(Operation.read(other), NOW, UTC),
    ):
        told = [line.value for line in page[0].lines if "Location" in line.key or "location" in line.key]
        assert told[:2] == ["SGSIN Singapore", "Singapore Roads"]
        assert told[2].startswith("SGJUR")


def test_a_laycan_answered_in_both_places_is_told_once() -> None:
    """A service answers a draft's laycan at the top and in the delivery; two that differ are both told."""
    window = {"laycanStart": "2026-11-21T20:00:00+08:00", "laycanEnd": "2026-11-22T20:00:00+08:00"}
    once = Draft.read({**window, "delivery": dict(window)})
    twice = Draft.read({**window, "delivery": {**window, "laycanEnd": "2026-11-23T20:00:00+08:00"}})
    for draft, count in ((once, 1), (twice, 2)):
        (delivery, *_) = draft_sections(draft, NOW, UTC)
        assert [line.label for line in delivery.lines].count("Laycan to") == count


def test_derived_laycan_says_so_and_a_stated_one_does_not() -> None:
    """A window the service did not state is never shown as if it had."""
    lines = by_key(nomination_sections(Nomination.read(NOMINATION), NOW, UTC))
    assert lines["delivery.laycanStart"].value == "Sat 21 Nov 22:30 to Sun 22 Nov 06:30 +08:00"
    assert "derived" in lines["delivery.laycanStart"].hint
    assert "derived" in lines["delivery.estimatedTimeOfCompletion"].hint
    draft = Draft.read({"laycanStart": "2026-11-21T20:00:00+08:00", "laycanEnd": "2026-11-22T20:00:00+08:00"})
    stated = by_key(draft_sections(draft, NOW, UTC))
    assert stated["laycanEnd"].value == "Sun 22 Nov 20:00 +08:00"
    assert not any("derived" in line.hint for line in stated.values())
    window = {"laycanStart": "2026-11-21T20:00:00+08:00", "laycanEnd": "2026-11-22T20:00:00+08:00"}
    later = {**window, "laycanEnd": "2026-11-23T20:00:00+08:00"}
    for above, ends in ((window, 1), (later, 2)):
        sections = draft_sections(Draft.read({**above, "delivery": window}), NOW, UTC)
        labels = [line.label for section in sections for line in section.lines]
        assert (labels.count("Laycan from"), labels.count("Laycan to")) == (1, ends)


def test_unknown_fields_are_listed_flattened() -> None:
    """What this version does not know is shown, with times as times."""
    lines = by_key(nomination_sections(Nomination.read(NOMINATION), NOW, UTC))
    assert lines["delivery.tideWindow.opens"].value == "Sat 21 Nov 20:00 +08:00"
    assert lines["delivery.tideWindow.draughts[1]"].value == "12.5"


def test_important_fields_are_missed_aloud() -> None:
    """An empty draft says what is not reported instead of showing nothing."""
    lines = by_key(draft_sections(Draft.read({"clientReference": "D"}), NOW, UTC))
    missing = {key for key, line in lines.items() if line.value == "not reported"}
    assert missing >= {
        "delivery.estimatedTimeOfBunkering",
        "delivery.bunkeringLocationCode",
        "receiver.vesselIdentifier",
        "fuelSpecifications",
    }
    assert draft_heading(Draft.read({})).title == "No reference"


def test_headings() -> None:
    """The head names the vessel and the place; without a name the IMO number stands in."""
    heading = nomination_heading(Nomination.read(NOMINATION))
    assert heading.title == "SO-24117"
    assert heading.status == "Supplier assigned"
    assert heading.tone == "accent"
    assert heading.subtitle == "EVER SUMMIT at Singapore, Eastern Anchorage"
    bare = Nomination.read({"receiver": {"vesselIdentifier": {"imo": 9811000}}, "status": "brand_new"})
    assert nomination_heading(bare).subtitle == "IMO 9811000"
    assert nomination_heading(bare).status == "brand new"


def test_a_time_without_offset_is_marked() -> None:
    """A naive time is shown as it came, with a warning, and is not converted to anything."""
    naive = Nomination.read({"delivery": {"estimatedTimeOfBunkering": "2026-11-21T22:30:00"}})
    line = by_key(nomination_sections(naive, NOW, UTC))["delivery.estimatedTimeOfBunkering"]
    assert (line.value, line.tone) == ("Sat 21 Nov 22:30 no offset", "warning")


def operation() -> Operation:
    common = {"cargoOfficerName": "A. Tan", "chiefEngineerName": "B. Lee"}
    return Operation.read_json(
        jsontext.write(
            {
                "status": "ended",
                "clientReference": "SO-1",
                "operationStandardCode": "SS648",
                "bunkeringLocationCode": "SGSIN",
                "supplier": {"companyName": "Harbour Fuels", "assetName": "HARBOUR 7"},
                "receiver": {"companyName": "Oceanic", "vesselName": "EVER SUMMIT"},
                "bunkerDeliveryNotes": [
                    {
                        **common,
                        "bunkerType": "conventional",
                        "number": "BDN-1",
                        "productName": "VLSFO RMG 380",
                        "quantityDelivered": {"value": 500.125, "unit": "metric tons"},
                        "productSulphurContent": {"value": "0.48", "unit": "%"},
                        "deliveryDate": "2026-11-21",
                        "isNoteOfProtestIssued": False,
                        "sealNumbers": ["A1", "A2"],
                    },
                    {
                        **common,
                        "bunkerType": "lng",
                        "number": "BDN-2",
                        "productName": "LNG",
                        "fuelProperties": {"methane": 92.5, "isoButane": 0.1, "grossHeatingValueMassMJ": 54.1},
                        "quantityDelivered": {"netMass": {"value": 210, "unit": "metric tons"}, "netEnergyMMBtu": 11},
                    },
                    {**common, "bunkerType": "hydrogen", "number": "BDN-3", "pressure": {"value": 350, "unit": "bar"}},
                ],
                "documentReferences": [
                    {"documentId": "x", "documentType": "q88", "documentName": "q.pdf", "fuelIndex": 0},
                    {"documentId": "y", "documentType": "drone_video", "documentName": "d.mp4"},
                ],
            }
        )
    )


def test_operation_page() -> None:
    """Notes grouped as on paper; LNG quantities and unknown variants are listed though their fields are not known."""
    sections = operation_sections(operation(), NOW, UTC)
    titles = [section.title for section in sections]
    assert titles[:4] == ["Operation", "Supplier", "Receiver", "Delivery note BDN-1"]
    assert "Delivery note BDN-1: quality" in titles
    assert "Delivery note BDN-2: LNG properties" in titles
    assert "Delivery note BDN-3: also reported" in titles
    lines = by_key(sections)
    assert lines["bunkerDeliveryNotes[0].quantityDelivered"].value == "500.125 t"
    assert lines["bunkerDeliveryNotes[0].isNoteOfProtestIssued"].value == "No"
    assert lines["bunkerDeliveryNotes[0].productFlashPoint"].value == "not reported"
    assert lines["bunkerDeliveryNotes[0].sealNumbers[1]"].value == "A2"
    assert lines["bunkerDeliveryNotes[1].quantityDelivered.netMass.value"].value == "210"
    assert lines["bunkerDeliveryNotes[1].fuelProperties.isoButane"].label == "iso-Butane"
    assert lines["bunkerDeliveryNotes[2].pressure.value"].value == "350"
    assert "710.125 t" in {line.value for line in everything(sections)}
    (documents,) = [section for section in sections if section.key == "documents"]
    assert documents.tables[0].rows == (("Q88 tanker questionnaire", "q.pdf", "0"), ("drone video", "d.mp4", ""))
    assert operation_heading(operation()).subtitle == "EVER SUMMIT at Singapore"


def leaves(value: object, path: str = "") -> Iterator[str]:
    match value:
        case dict() if path.endswith(("quantityRange", "sulphurContent", "flashPoint", "density")) and path:
            yield path
        case dict():
            for name, item in value.items():
                yield from leaves(item, f"{path}.{name}" if path else name)
        case list():
            for place, item in enumerate(value):
                yield from leaves(item, f"{path}[{place}]")
        case _:
            yield path


def test_no_field_of_a_nomination_is_lost() -> None:
    """Each value has a line, but for the head, the stakeholder table and what the port's line says already."""
    shown = set(by_key(nomination_sections(Nomination.read(NOMINATION), NOW, UTC)))
    port = ("delivery.bunkeringLocationName", "delivery.portBunkeringLocationCode")
    elsewhere = ("clientReference", "status", "stakeholders", *port)
    assert [path for path in leaves(NOMINATION) if path not in shown and not path.startswith(elsewhere)] == []


SAMPLES = (
    "2026-11-21T22:30:00+08:00",
    7,
    True,
    "2026-11-21",
    {"value": "1", "unit": "t"},
    {"imo": 7, "terminalName": "x"},
)


def filled(resource: type[Resource]) -> dict[str, Any]:
    """An object with every field of a resource, each with the first sample it takes."""
    names = [wire_name(name) for name in resource.model_fields]
    optional = type("Optional", (resource,), {"required": frozenset()})
    return {name: next(each for each in SAMPLES if not optional.read({name: each}).departures) for name in names}


@pytest.mark.parametrize(("name", "resource"), [("delivery", Delivery), ("supplier", Supplier), ("receiver", Receiver)])
def test_every_nomination_field_of_the_contract_has_a_line(name: str, resource: type[Resource]) -> None:
    """A field added to the contract without a place on its page turns this red."""
    given_fields = filled(resource)
    shown = " ".join(by_key(nomination_sections(Nomination.read({name: given_fields}), NOW, UTC)))
    assert [field for field in given_fields if f"{name}.{field}" not in shown] == []


@pytest.mark.parametrize(("kind", "resource"), [("conventional", ConventionalNote), ("lng", LngNote)])
def test_every_note_field_of_the_contract_has_a_line(kind: str, resource: type[Resource]) -> None:
    """As above, for both variants of a delivery note."""
    note = {**filled(resource), "bunkerType": kind, "fuelProperties": filled(LngFuelProperties)}
    shown = " ".join(by_key(operation_sections(Operation.read({"bunkerDeliveryNotes": [note]}), NOW, UTC)))
    assert [field for field in note if f"bunkerDeliveryNotes[0].{field}" not in shown] == []
    if kind == "lng":
        assert [field for field in note["fuelProperties"] if f".fuelProperties.{field}" not in shown] == []


texts = st.none() | st.text(max_size=20) | st.integers() | st.booleans() | st.floats(allow_nan=False)
anything = st.recursive(
    texts, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner), max_leaves=6
)


def names_of(resource: type[Resource]) -> st.SearchStrategy[str]:
    return st.sampled_from([wire_name(name) for name in resource.model_fields])


@settings(max_examples=60)
@given(st.dictionaries(names_of(Operation), anything), st.dictionaries(names_of(Nomination), anything))
def test_whatever_the_service_answers_is_shown(operation_body: dict[str, Any], nomination_body: dict[str, Any]) -> None:
    """An answer of any shape gives a page and a head, never an error."""
    answered = Operation.read(operation_body)
    assert operation_sections(answered, NOW, "Asia/Singapore")
    assert operation_heading(answered).title
    nominated = Nomination.read(nomination_body)
    assert nomination_sections(nominated, NOW, "Asia/Singapore")
    assert nomination_heading(nominated).status
