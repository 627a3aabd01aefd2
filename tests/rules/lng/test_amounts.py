"""LNG is sold by its energy: mass, volume and energy of one delivery are held against each other."""

from decimal import Decimal
from typing import Any

import pytest
from tests.rules.lng.test_checks import CLEAN, FOUND, MISSING, PASSED, make

from bunkerdesk.contract.operation import Operation
from bunkerdesk.rules.findings import Severity
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.outcomes import Judged, Outcome
from bunkerdesk.rules.notes.registry import BY_NUMBER

D = Decimal
GROSS, NET = CLEAN["grossHeatingValueMassMJ"], CLEAN["netHeatingValueMassMJ"]
TONNES = D(200)
VOLUME = (TONNES * 1000 / D(451)).quantize(D("0.001"))


def amount(value: Decimal, unit: str) -> dict[str, Any]:
    return {"value": value.quantize(D("0.001")), "unit": unit}


def judge(**delivered: Any) -> Judged:
    note = {"bunkerType": "lng", "number": "LNG-1", "productName": "LNG", "quantityDelivered": delivered}
    body = {"bunkerDeliveryNotes": [note | {"fuelProperties": CLEAN}]}
    return BY_NUMBER["L13"].judge(Case(Operation.read(body), make().now).of_note(0))


@pytest.mark.parametrize(
    ("delivered", "outcome"),
    [
        ({"mass": amount(TONNES, "metric tons"), "volume": amount(VOLUME, "m3")}, PASSED),
        ({"mass": amount(TONNES, "metric tons"), "volume": amount(VOLUME * D("1.009"), "m3")}, PASSED),
        ({"mass": amount(TONNES, "metric tons"), "volume": amount(VOLUME * D("1.02"), "m3")}, FOUND),
        ({"mass": amount(TONNES, "metric tons"), "energy": amount(TONNES * GROSS / D("3.6"), "MWh")}, PASSED),
        ({"mass": amount(TONNES, "metric tons"), "energy": amount(TONNES * GROSS / D("3.5"), "MWh")}, FOUND),
        ({"volume": amount(VOLUME, "m3"), "energy": amount(TONNES * GROSS, "GJ")}, PASSED),
        ({"volume": amount(VOLUME, "m3"), "energy": amount(TONNES * GROSS, "MMBtu")}, FOUND),
        ({"energy": amount(D(3600), "MJ"), "energyInMegawattHours": amount(D(1), "MWh")}, PASSED),
        ({"energy": amount(D(3600), "MMBtu"), "energyInMegawattHours": amount(D(3600), "MWh")}, FOUND),
        ({"energy": amount(D(3600), "MJ")}, MISSING),
        ({"mass": amount(TONNES, "metric tons")}, MISSING),
    ],
)
def test_mass_volume_and_energy_are_of_one_delivery(delivered: dict[str, Any], outcome: Outcome) -> None:
    """Within one per cent, for vapour comes back; a wrong unit is far beyond it."""
    result = judge(**delivered)
    assert result.outcome is outcome, result
    assert all(finding.severity is Severity.WARNING for finding in result.findings)


def test_energy_by_the_net_heating_value_is_told_as_that() -> None:
    """A tenth less money: neither a slip nor nothing."""
    (finding,) = judge(mass=amount(TONNES, "metric tons"), energy=amount(TONNES * NET, "GJ")).findings
    assert finding.severity is Severity.INFO
    assert "is by the net heating value; by the gross one it is" in finding.sentence
