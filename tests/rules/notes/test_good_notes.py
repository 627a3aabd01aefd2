"""Good notes of many suppliers, each with its own words for its product: no check says a word against them."""

from decimal import Decimal
from typing import Any

import pytest
from tests.rules.notes.delivery import DOCUMENTS, NOTE, MakeCase, amount

from bunkerdesk.rules.findings import Severity
from bunkerdesk.rules.notes.registry import check

D = Decimal
# fuel type | grade | product as the supplier names it | sulphur | density | viscosity
PRODUCTS = """
VLSFO | rmg | VLSFO 0.5% RMG380 | 0.49 | 950 | 150
VLSFO | rmg | MARINE FUEL OIL 380 CST MAX 0.50% S | 0.49 | 950 | 150
VLSFO | rmg | VLS-IFO 380 | 0.49 | 950 | 150
VLSFO | rmg | RMG 380 LS 0.5 | 0.49 | 950 | 150
VLSFO | rmg | Low Sulphur Fuel Oil 380 | 0.49 | 950 | 150
VLSFO | rmg | Residual marine fuel RMG 380, sulphur max 0.50 % m/m, FAME 0.3 % | 0.49 | 950 | 150
VLSFO | rmg | EMF.5 | 0.49 | 930 | 80
VLSFO | rmd | VLSFO 80 cSt RMD80 | 0.49 | 950 | 70
VLSFO | rme | VLSFO RME 180 | 0,50 | 962 | 165
ULSFO | rmd | HDME 50 | 0.095 | 905 | 60
HSFO | rmk | HSFO 500 CST RMK500 | 2.9 | 1002 | 480
HSFO | rmk | IFO 380 RMK | 2.9 | 1002 | 360
HSFO | rmg | HSHFO 380 | 2.9 | 988 | 360
ifo380 | rmg | HSFO 380 3.5% | 3.22 | 989 | 378
LSMGO | dma | LSMGO 0.1% DMA (ISO 8217:2017) | 0.083 | 845.2 | 3.2
LSMGO | dma | Low Sulphur Marine Gasoil 1000 ppm | 0.09 | 850 | 3.5
LSMGO | dma | MGO with 7% FAME | 0.09 | 850 | 3.5
LSMGO | dmz | MGO DMZ | 0.09 | 850 | 3.5
LSMGO | dfa | B7 MGO (FAME 7%) | 0.09 | 850 | 3.5
MGO | dma | ULSD 10 PPM | 0.0008 | 840 | 2.8
MGO | dma | DIESEL EN590 | 0.0008 | 840 | 2.8
MDO | dmb | Marine Diesel Oil DMB | 0.42 | 882 | 6.7
LSMGO | dmb | LSMGO DMB | 0.09 | 885 | 8
bio-vlsfo | rmg | B24 VLSFO (24% FAME) | 0.39 | 930 | 150
bio-vlsfo | rf | B30 VLSFO (30% UCOME) | 0.36 | 931 | 68
bio | dfb | B100 FAME DFB | 0.001 | 885 | 4.5
HVO | dfa | HVO 100 (EN 15940) | <0.001 | 780 | 2.9
HVO | others | Renewable Diesel (HVO) | 0.0005 | 780 | 2.9
methanol | methanol_grade_a | Methanol (IMPCA) | <0.0001 | 796.1 |
methanol | methanol_grade_b | Green methanol | <0.0001 | 795 |
"""


def rows() -> list[list[str]]:
    return [[part.strip() for part in line.split("|")] for line in PRODUCTS.strip().splitlines()]


@pytest.mark.parametrize(("fuel", "grade", "product", "sulphur", "density", "viscosity"), rows())
def test_a_good_note_is_left_in_peace(
    make_case: MakeCase, fuel: str, grade: str, product: str, sulphur: str, density: str, viscosity: str
) -> None:
    """At Fujairah, outside every control area; high sulphur goes to a ship with a scrubber."""
    is_oil = bool(viscosity)
    properties: dict[str, Any] = {
        "productDensity": amount(D(density), "kg/m³"),
        "productViscosity": amount(D(viscosity), "cSt") if is_oil else None,
        "productFlashPoint": amount("66" if is_oil else "11", "°C"),
        "productPourPoint": amount(D(-9), "°C") if is_oil else None,
        "productWaterContent": amount("0.05", "% V/V"),
        "productSulphurContent": amount(sulphur, "% m/m"),
    }
    day = {name: value.replace("+01:00", "+04:00") for name, value in _times().items()}
    case = make_case(
        operation={"bunkeringLocationCode": "AEFJR"},
        delivery={"bunkeringLocationCode": "AEFJR"},
        documents=[*DOCUMENTS, {"documentId": "pos", "documentType": "proof_of_sustainability"}],
        facts={"has_scrubber": True} if fuel in {"HSFO", "ifo380"} else {},
        fuel={"fuelType": fuel, "grade": grade, "certificateOfQuality": None},
        productName=product,
        **day,
        **properties,
    )
    found = check(case).findings
    assert [finding.whole for finding in found if finding.severity is not Severity.INFO] == []


def _times() -> dict[str, str]:
    return {name: value for name, value in NOTE.items() if name.endswith("Timestamp")}
