"""What the note calls its product against what was nominated, and what follows for its limits."""

from decimal import Decimal
from typing import Any

import pytest
from tests.rules.notes.delivery import Judge

from bunkerdesk.rules.notes.outcomes import Outcome


def _viscosity(value: int) -> dict[str, Any]:
    return {"value": Decimal(value), "unit": "cSt"}


@pytest.mark.parametrize(
    ("name", "nominated", "outcome"),
    [
        ("VLSFO 380", "VLSFO 380", Outcome.PASSED),
        ("VLSFO 500", "VLSFO 380", Outcome.FOUND),
        ("RMG 180", "IFO 380", Outcome.FOUND),
        ("VLSFO", "VLSFO 380", Outcome.PASSED),
        ("VLSFO 500", "VLSFO", Outcome.PASSED),
    ],
)
def test_the_viscosity_in_the_names(judge: Judge, name: str, nominated: str, outcome: Outcome) -> None:
    """`rmg` is a family: the class stands in the names, and 500 is not the 380 that was ordered."""
    assert judge("B17", productName=name, fuel={"fuelType": nominated}).outcome is outcome


def test_the_lower_class_of_name_and_nomination_is_the_limit(judge: Judge) -> None:
    """480 mm²/s fits the delivered VLSFO 500, not the nominated 380."""
    fuel = {"fuelType": "VLSFO 380", "certificateOfQuality": None}
    (finding,) = judge("B14", productName="VLSFO 500", fuel=fuel, productViscosity=_viscosity(480)).findings
    assert "RMG380" in finding.sentence
    at_limit = judge("B14", productName="VLSFO 500", fuel=fuel, productViscosity=_viscosity(380))
    assert at_limit.outcome is Outcome.PASSED


def test_another_grade_in_the_name_adds_its_stricter_limits(judge: Judge) -> None:
    """DMB was nominated, DMA is on the note: 8 mm²/s is too much for DMA, 6 is not."""
    order = {"productName": "DMA", "fuel": {"grade": "dmb", "fuelType": "MGO", "certificateOfQuality": None}}
    density = {"productDensity": {"value": Decimal(880), "unit": "kg/m3"}, "productPourPoint": None}
    (finding,) = judge("B14", **order, **density, productViscosity=_viscosity(8)).findings
    assert "for DMA" in finding.sentence
    assert judge("B14", **order, **density, productViscosity=_viscosity(6)).outcome is Outcome.PASSED


def test_a_note_of_another_kind_is_told(judge: Judge) -> None:
    """LNG on a conventional note, an LNG note for RMG: told even where there is nothing else to compare."""
    (finding,) = judge("B17", productName="LNG", fuel={"grade": "others", "fuelType": None}).findings
    assert "conventional" in finding.sentence
    (finding,) = judge("B17", bunkerType="lng", productName=None).findings
    assert "LNG note" in finding.sentence
