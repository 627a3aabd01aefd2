"""The demo world as time passes and as it grows: plans, beginnings, the same for the same moment, any size."""

from datetime import UTC, datetime
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest

from bunkerdesk.contract import jsontext
from bunkerdesk.contract.enums import OperationStatus
from bunkerdesk.contract.nomination import Nomination
from bunkerdesk.contract.operation import Operation
from bunkerdesk.sandbox import world
from bunkerdesk.sandbox.stage import StoredNomination, World

NOW = datetime(2026, 11, 21, 5, 58, tzinfo=UTC)


@pytest.fixture(scope="module")
def demo() -> World:
    return world.build(NOW)


def test_plans_run_forward(demo: World) -> None:
    """An operation takes its states in order, and stands where its plan says."""
    order = [status.value for status in OperationStatus]
    for made in demo.operations:
        assert [status for _, status in made.plan] == order
        assert all(earlier < later for (earlier, _), (later, _) in pairwise(made.plan))
        assert made.status == [status for moment, status in made.plan if moment <= NOW][-1]


def test_the_same_moment_gives_the_same_world(demo: World) -> None:
    """Two machines show the same demo."""
    again = world.build(NOW)
    assert list(again.nominations) == list(demo.nominations)
    assert list(again.drafts) == list(demo.drafts)
    assert list(again.operations) == list(demo.operations)


def test_a_nomination_becomes_an_operation_when_its_time_has_come(demo: World) -> None:
    """The clock asks for the operation of an accepted nomination; a cancelled one has none."""
    accepted = next(
        made
        for made in demo.nominations
        if made.status == "accepted" and made.document["clientReference"] == "SO-24155"
    )
    made = world.begin(accepted, NOW)
    assert made is not None
    assert made.plan[0] == (NOW, "created")
    assert all(earlier < later for (earlier, _), (later, _) in pairwise(made.plan))
    assert made.document["clientReference"] == "SO-24155"
    cancelled = next(made for made in demo.nominations if made.status == "cancelled")
    assert world.begin(cancelled, NOW) is None


@pytest.mark.parametrize(
    "document",
    [
        {"clientReference": "X", "fuelSpecifications": [{}]},
        {
            "clientReference": "X",
            "delivery": {"bunkeringLocationCode": "XXXXX", "estimatedBunkeringDurationInMinutes": 10**9},
            "supplier": {"assetIdentifier": {"vessel": {"imo": 10**12}}},
            "receiver": {"vesselIdentifier": {"imo": -4}},
            "fuelSpecifications": [
                {"fuelType": "COAL", "quantityRange": {"maxQuantity": Decimal("7.9e28"), "unit": "metric_tonnes"}},
                {"fuelType": "LNG", "quantityRange": {"minQuantity": Decimal(0), "maxQuantity": Decimal(0)}},
            ],
        },
    ],
)
def test_a_callers_odd_nomination_begins_too(document: dict[str, Any]) -> None:
    """What a client sent may be sparse or absurd; the clock must not stop over it."""
    made = world.begin(StoredNomination(document, "CMP-NEW", "CMP-OTHER", "CMP-NEW", "accepted", NOW), NOW)
    assert made is not None
    assert jsontext.write(made.document)


@pytest.mark.parametrize("scale", [0, 1, 3000])
def test_scaled_worlds_have_as_many_of_each(scale: int) -> None:
    """`--scale N` makes N of each, all different, all readable."""
    made = world.build(NOW, scale)
    nominations, drafts, operations = list(made.nominations), list(made.drafts), list(made.operations)
    assert (len(nominations), len(drafts), len(operations)) == (scale, scale, scale)
    shared = 1 if scale > 12 else 0
    assert len({item.reference for item in nominations}) == scale - shared
    assert len({item.reference for item in operations}) == scale - shared
    assert len({item.reference for item in drafts}) == scale
    assert set(made.examples.values()) <= {item.reference for item in operations}
    for nomination in nominations[:200]:
        assert isinstance(nomination.document, str)
        read = Nomination.read_json(nomination.document)
        assert not read.departures
        assert read.client_reference == nomination.reference
    for operation in operations[:100]:
        assert isinstance(operation.document, str)
        assert Operation.read_json(operation.document).client_reference == operation.reference
    if scale > 1000:
        assert len({item.status for item in nominations}) >= 5
        assert len({item.status for item in operations}) >= 2
