"""The demo world: every state and fuel, true offsets, valid identifiers, the same for the same moment."""

from collections import Counter
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bunkerdesk.contract import jsontext
from bunkerdesk.contract.enums import NominationStatus, OperationStatus
from bunkerdesk.contract.nomination import Draft, Nomination
from bunkerdesk.contract.operation import Operation
from bunkerdesk.sandbox import world
from bunkerdesk.sandbox.stage import World
from bunkerdesk.sandbox.world import gas, parties, planted
from bunkerdesk.sandbox.world.deals import EXAMPLES
from bunkerdesk.sandbox.world.fleet import BARGES, VESSELS
from bunkerdesk.sandbox.world.notes import tonnes
from bunkerdesk.sandbox.world.places import following_change, preceding_change

NOW = datetime(2026, 11, 21, 5, 58, tzinfo=UTC)
_LAYCAN = ("laycanStart", "laycanEnd")


@pytest.fixture(scope="module")
def demo() -> World:
    return world.build(NOW)


def operations_by_reference(demo: World) -> dict[str, Any]:
    return {operation.document["clientReference"]: operation for operation in demo.operations}


def valid_imo(imo: int) -> bool:
    digits = [int(digit) for digit in f"{imo:07}"]
    return sum(digit * weight for digit, weight in zip(digits, range(7, 1, -1), strict=False)) % 10 == digits[6]


def test_size_and_spread(demo: World) -> None:
    """A newcomer sees a real desk's worth of work in a dozen ports."""
    assert 60 <= len(list(demo.nominations)) <= 75
    assert len(list(demo.drafts)) == 40
    assert 30 <= len(list(demo.operations)) <= 40
    assert len({made.document["delivery"]["bunkeringLocationCode"] for made in demo.nominations}) >= 12


def test_every_nomination_status_is_present_save_amended(demo: World) -> None:
    """`amended` is not currently returned."""
    found = {made.status for made in demo.nominations}
    assert found == {status.value for status in NominationStatus} - {"amended"}


@pytest.mark.parametrize(
    "moment",
    [
        *(NOW + timedelta(hours=hours, minutes=hours) for hours in range(0, 24, 5)),
        datetime(2027, 3, 28, 1, 3, tzinfo=UTC),
        datetime(2028, 2, 29, 23, 59, tzinfo=UTC),
        datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC),
        datetime(2027, 1, 1, 9, 30, tzinfo=timezone(timedelta(hours=5, minutes=30))),
    ],
)
def test_every_operation_status_is_present_at_any_hour(moment: datetime) -> None:
    """Whenever the sandbox begins, each state can be looked at."""
    made = world.build(moment)
    assert {operation.status for operation in made.operations} == {status.value for status in OperationStatus}


def test_every_fuel_is_nominated_and_delivered(demo: World) -> None:
    """Oil, distillate, biofuel, methanol and LNG, as nominations and as notes."""
    fuels = {fuel["fuelType"] for made in demo.nominations for fuel in made.document["fuelSpecifications"]}
    assert fuels >= {"VLSFO", "LSMGO", "HSFO", "BIO_VLSFO", "METHANOL", "LNG", "ULSFO"}
    kinds = Counter(note["bunkerType"] for made in demo.operations for note in made.document["bunkerDeliveryNotes"])
    assert kinds["lng"] >= 3
    assert kinds["conventional"] >= 30
    products = {note["productName"] for made in demo.operations for note in made.document["bunkerDeliveryNotes"]}
    assert any("ethanol" in product for product in products)
    units = {fuel["quantityRange"]["unit"] for made in demo.nominations for fuel in made.document["fuelSpecifications"]}
    assert units == {"metric_tonnes", "mmbtu", "mwh"}


def test_references_are_unique_but_for_the_planned_one(demo: World) -> None:
    """One reference is shared by two nominations and two operations, so that a chooser has work."""
    for items in (demo.nominations, demo.operations, demo.drafts):
        counted = Counter(made.document["clientReference"] for made in items)
        shared = {reference: times for reference, times in counted.items() if times > 1}
        assert shared == ({} if items is demo.drafts else {EXAMPLES["duplicate"]: 2})
    assert {"PO 77/4 #2", "合同-118", "50% ?"} <= {made.document["clientReference"] for made in demo.nominations}


def test_every_operation_belongs_to_a_nomination(demo: World) -> None:
    """An operation uses the reference of its nomination, port and all."""
    nominated = {
        (made.document["clientReference"], made.document["delivery"]["bunkeringLocationCode"])
        for made in demo.nominations
    }
    for operation in demo.operations:
        key = (operation.document["clientReference"], operation.document["bunkeringLocationCode"])
        assert key in nominated


def moments(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [found for item in value.values() for found in moments(item)]
    if isinstance(value, list):
        return [found for item in value for found in moments(item)]
    return [value] if isinstance(value, str) and len(value) == 25 and value[10] == "T" else []


def test_times_carry_the_offset_of_the_port_on_that_day(demo: World) -> None:
    """Summer and winter time are told apart, in each port's own zone."""
    checked = 0
    for items in (demo.nominations, demo.drafts, demo.operations):
        for made in items:
            place = made.document.get("delivery", made.document)["bunkeringLocationCode"]
            zone = ZoneInfo(demo.ports[place].zone)
            for text in moments(made.document):
                moment = datetime.fromisoformat(text)
                assert moment.utcoffset() == moment.astimezone(zone).utcoffset(), (place, text)
                checked += 1
    assert checked > 1000


def test_work_stands_on_both_sides_of_a_clock_change(demo: World) -> None:
    """A delivery in the night of the change has two offsets; so have nominations around the next one."""
    note = operations_by_reference(demo)["SO-24117"].document["bunkerDeliveryNotes"][0]
    assert {note["allFastTimestamp"][-6:], note["castOffTimestamp"][-6:]} == {"+02:00", "+01:00"}
    for reference in ("SO-24175", "SO-24176", "SO-24177"):
        delivery = next(
            made.document["delivery"] for made in demo.nominations if made.document["clientReference"] == reference
        )
        assert delivery["estimatedTimeOfBunkering"][-6:] != delivery["estimatedTimeOfCompletion"][-6:], reference


def test_changes_of_offset_are_found_both_ways() -> None:
    """Amsterdam leaves summer time on the last Sunday of October; Singapore never changes."""
    assert preceding_change("Europe/Amsterdam", NOW) == datetime(2026, 10, 25, 1, tzinfo=UTC)
    assert following_change("Europe/Amsterdam", NOW) == datetime(2027, 3, 28, 1, tzinfo=UTC)
    assert following_change("Asia/Singapore", NOW) is None


def test_ships_have_valid_and_distinct_numbers() -> None:
    """Check digits are true, and no number is given twice."""
    ships = [*VESSELS, *(barge for barges in BARGES.values() for barge in barges)]
    assert all(valid_imo(ship.imo) for ship in ships)
    assert len({ship.imo for ship in ships}) == len(ships)
    assert len({ship.mmsi for ship in ships}) == len(ships)
    assert all(200_000_000 <= ship.mmsi < 800_000_000 for ship in ships)
    assert max(len(ship.name) for ship in ships) == 300


def test_notes_carry_valid_imo_numbers_save_the_planted_one(demo: World) -> None:
    """One check digit is wrong, on purpose."""
    wrong = {
        made.document["clientReference"]
        for made in demo.operations
        for note in made.document["bunkerDeliveryNotes"]
        for field in ("receiverVesselIMO", "supplierAssetIMO")
        if note[field] is not None and not valid_imo(note[field])
    }
    assert wrong == {planted.WRONG_IMO}


def test_events_follow_each_other_save_in_the_planted_note(demo: World) -> None:
    """All fast, connected, started, ended, drained, disconnected, cast off: once it is otherwise."""
    names = ("allFast", "connect", "startTransfer", "endTransfer", "draining", "disconnect", "castOff")
    wrong = set()
    for made in demo.operations:
        for note in made.document["bunkerDeliveryNotes"]:
            times = [datetime.fromisoformat(note[f"{name}Timestamp"]) for name in names]
            if any(later < earlier for earlier, later in pairwise(times)):
                wrong.add(made.document["clientReference"])
    assert wrong == {"SO-24133"}


def test_quantities_lie_in_the_nominated_range_save_the_planted_one(demo: World) -> None:
    """Only one delivery is short: by 0.4 % of the minimum."""
    asked = {
        (made.document["clientReference"], made.document["delivery"]["bunkeringLocationCode"]): made.document
        for made in demo.nominations
    }
    outside = {}
    for made in demo.operations:
        fuels = asked[made.document["clientReference"], made.document["bunkeringLocationCode"]]["fuelSpecifications"]
        for fuel, note in zip(fuels, made.document["bunkerDeliveryNotes"], strict=True):
            low, high = tonnes(fuel)
            delivered = note["quantityDelivered"].get("mass", note["quantityDelivered"])["value"]
            if not low <= delivered <= high:
                outside[made.document["clientReference"]] = delivered / low
    assert outside == {"SO-24135": Decimal("0.996")}


def test_gas_notes_agree_in_every_unit_save_the_planted_ones(demo: World) -> None:
    """Composition sums to 100, heating values follow from it; one note breaks each of the two."""
    sums, gross = set(), set()
    for made in demo.operations:
        for note in made.document["bunkerDeliveryNotes"]:
            if note["bunkerType"] != "lng":
                continue
            found = note["fuelProperties"]
            contents = {name: found[name] for name in gas.MIXES["lean"]}
            if abs(sum(contents.values()) - 100) > Decimal("0.05"):
                sums.add(made.document["clientReference"])
            if abs(float(found["grossHeatingValueMassMJ"]) / gas.Gas(contents).gross_mass - 1) > 0.003:
                gross.add(made.document["clientReference"])
            assert found["grossHeatingValueMassMJ"] / Decimal("3.6") == pytest.approx(
                found["grossHeatingValueMassKWh"], rel=Decimal("0.001")
            )
    assert (sums, gross) == ({"SO-24127"}, {"SO-24126"})


def test_every_planted_case_is_listed_in_the_table(demo: World) -> None:
    """The table in the module's docstring names each planted reference, and each exists."""
    references = {*planted.IN_THE_NOTE, *planted.MISSING_PAPER, planted.PAPER_DIFFERS, planted.DUPLICATE_NUMBER[0]}
    listed = {line.split("|")[1].strip() for line in (planted.__doc__ or "").splitlines() if line.startswith("| ")}
    assert references == listed - {"reference"}
    assert references <= set(operations_by_reference(demo))


def test_each_planted_case_says_what_the_table_says(demo: World) -> None:
    """A surveyor's findings can be checked against the table."""
    operations = operations_by_reference(demo)

    def note(reference: str) -> dict[str, Any]:
        found: dict[str, Any] = operations[reference].document["bunkerDeliveryNotes"][0]
        return found

    assert note("SO-24137")["productFlashPoint"]["value"] == "55.5"
    assert note("SO-24136")["productSulphurContent"]["value"] == "0.62"
    assert note("SO-24131")["productDensity"]["value"] < 1
    assert note("SO-24130")["number"] == note("SO-24121")["number"]
    assert note("SO-24129")["isNoteOfProtestIssued"] is True
    assert "note_of_protest" not in {paper.type for paper in operations["SO-24129"].documents}
    assert note("SO-24128")["bunkerMeteringTicketNumber"] is None
    biofuel, delivered = (note("SO-24125")[name]["value"] for name in ("biofuelQuantityDelivered", "quantityDelivered"))
    assert biofuel / delivered == pytest.approx(Decimal("0.30"), rel=Decimal("0.001"))
    assert note("SO-24132")["productSulphurContent"]["value"] == "<0.10"
    assert note("SO-24120")["productSulphurContent"]["value"] == "0,48"
    assert note("SO-24110")["productFlashPoint"]["value"] == "above 70"
    assert note("PO-88213")["productFlashPoint"]["value"] == ">70"
    for reference, missing in planted.MISSING_PAPER.items():
        assert not {*missing} & {paper.type for paper in operations[reference].documents}


def test_examples_are_what_they_promise(demo: World) -> None:
    """The printed references lead to what their names say."""
    operations = operations_by_reference(demo)
    lng = operations[EXAMPLES["lng"]].document["bunkerDeliveryNotes"]
    assert lng[0]["bunkerType"] == "lng"
    assert operations[EXAMPLES["conventional"]].document["bunkerDeliveryNotes"][0]["bunkerType"] == "conventional"
    assert operations[EXAMPLES["merged"]].signed_in_browser
    assert not operations[EXAMPLES["unsigned"]].signed_in_browser
    shared = operations[EXAMPLES["shared"]]
    assert (shared.supplier_company, shared.receiver_company) == (parties.SUPPLIER_ID, parties.RECEIVER_ID)
    assert shared.supplier_operator == parties.OPERATOR_ID
    for name in ("conventional", "lng", "merged", "unsigned", "shared"):
        assert operations[EXAMPLES[name]].status in {"ended", "archived"}, name


def test_documents_have_distinct_opaque_ids(demo: World) -> None:
    """Ids carry the letters that must be percent-encoded; hostile names are there to be defused."""
    for made in demo.operations:
        ids = [paper.document_id for paper in made.documents]
        assert len(set(ids)) == len(ids)
    every = "".join(paper.document_id for made in demo.operations for paper in made.documents)
    assert set("+/=%") <= set(every)
    names = {paper.name for made in demo.operations for paper in made.documents}
    assert {"../../evil.pdf", "CON.pdf"} <= names


def test_documents_read_back_without_a_departure(demo: World) -> None:
    """The contract's models read all of it, and find nothing missing or odd."""
    for made in demo.nominations:
        document = {**made.document, "status": made.status}
        read = Nomination.read_json(jsontext.write(document))
        assert not read.departures
        assert not read.unknown_fields
    assert not any(Draft.read_json(jsontext.write(made.document)).departures for made in demo.drafts)
    for made in demo.drafts:
        inner, top = made.document["delivery"], made.document
        assert [inner.get(name) for name in _LAYCAN] == [top.get(name) for name in _LAYCAN]
    for made in demo.operations:
        document = {**made.document, "status": made.status, "documentReferences": []}
        read = Operation.read_json(jsontext.write(document))
        assert not read.departures
        assert not read.unknown_fields


def test_reference_data_holds_together(demo: World) -> None:
    """Fuels, standards, entities and counterparts that nominations name exist."""
    standards = {standard.code: standard for standard in demo.operation_standards}
    grades = {fuel["name"]: fuel["grades"] for fuel in demo.fuel_types}
    entities = {entity["reference"] for company in demo.companies for entity in company.entities}
    companies = {company.identifier for company in demo.companies}
    for made in demo.nominations:
        delivery, supplier = made.document["delivery"], made.document["supplier"]
        standard = standards[delivery["operationStandardCode"]]
        for fuel in made.document["fuelSpecifications"]:
            assert fuel["grade"] in grades[fuel["fuelType"]]
            assert fuel["fuelType"] in standard.fuel_types
        assert supplier.get("companyEntityReference", "LMF-SG") in entities
        assert {made.supplier_company, made.receiver_company} <= companies
    contracts = {item["reference"] for items in demo.contracts.values() for item in items}
    assert contracts >= {
        made.document["delivery"]["contractReference"]
        for made in demo.nominations
        if "contractReference" in made.document["delivery"]
    }
    counterparts = {item["reference"]: item for item in demo.counterparts[parties.SUPPLIER_ID]}
    for made in demo.nominations:
        if made.supplier_company == parties.SUPPLIER_ID:
            reference = made.document["receiver"]["counterpartEntityReference"]
            assert counterparts[reference]["companyIdentifier"] == made.receiver_company


def test_fractions_of_gas_agree_with_published_methane() -> None:
    """Pure methane: 55.57 MJ/kg gross and 50.03 net at 15 °C (ISO 6976)."""
    methane = gas.Gas({"methane": Decimal(100)})
    assert methane.gross_mass == pytest.approx(55.572, rel=0.0005)
    assert methane.net_mass == pytest.approx(50.033, rel=0.0005)
    assert methane.liquid_density == pytest.approx(420.5, rel=0.005)
