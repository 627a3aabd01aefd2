"""Figures that went wrong on the way from the ticket to the note: units, decimal points, clocks, ports."""

from decimal import Decimal
from typing import Any

import pytest
from tests.rules.notes.delivery import Judge, MakeCase, amount

from bunkerdesk.rules.findings import Severity
from bunkerdesk.rules.notes.outcomes import Outcome
from bunkerdesk.rules.notes.registry import check

D = Decimal


def rules_of(case: Any) -> list[str]:
    return [finding.rule for finding in check(case).findings if finding.severity is not Severity.INFO]


def certified(name: str, value: object, unit: str) -> dict[str, Any]:
    return {"certificateOfQuality": {name: amount(value, unit)}}


def test_a_volume_in_place_of_tonnes_is_told_with_what_it_weighs(judge: Judge) -> None:
    """512.89 m³ can be held against no nominated range: nothing else would say a word about the quantity."""
    (finding,) = judge("B18", quantityDelivered=amount(D("512.89"), "cubic metres")).findings
    assert finding.sentence == "Delivered quantity 512.89 m³ is not in tonnes on BDN-77-2"
    assert finding.besides == "by the stated density it is 505.248 t, if the volume is at 15 °C"
    (unknown,) = judge("B18", quantityDelivered=amount(D(3900), "bbl")).findings
    assert unknown.figures == ("3\u202f900 bbl",)
    assert unknown.besides == ""


@pytest.mark.parametrize("stated", [D(0), D("-505.25")])
def test_nothing_is_no_delivery(judge: Judge, stated: Decimal) -> None:
    """A quantity of nothing stands on a note that nobody filled in."""
    (finding,) = judge("B01", quantityDelivered=amount(stated, "metric tons")).findings
    assert finding.severity is Severity.ERROR
    assert "is not above zero" in finding.sentence
    assert judge("B07", quantityDelivered=amount(stated, "metric tons")).outcome is Outcome.PASSED


@pytest.mark.parametrize(
    ("delivered", "meant"), [("0.50525", "505.25 t"), ("505251", "505.251 t"), ("5052.5", "505.25 t"), ("530", "")]
)
def test_a_quantity_a_thousand_times_off_is_a_decimal_point(judge: Judge, delivered: str, meant: str) -> None:
    """`505,250` read as a whole number is told as what it probably was."""
    (finding,) = judge("B09", quantityDelivered=amount(D(delivered), "metric tons")).findings
    assert finding.besides == (f"{meant} would be within it: perhaps a slip of the decimal point" if meant else "")


@pytest.mark.parametrize(
    ("stated", "unit", "looks"),
    [
        (D("0.9851"), "kg/m3", "looks like t/m³"),
        (D("985.1"), "t/m3", "looks like kg/m³"),
        (D("98.51"), "kg/m3", "is no density of a fuel"),
        (D("9851"), "kg/m3", "is no density of a fuel"),
    ],
)
def test_an_impossible_density_is_one_finding(make_case: MakeCase, stated: Decimal, unit: str, looks: str) -> None:
    """No index is computed from it and no limit held against it: the slip is told, once."""
    case = make_case(productDensity=amount(stated, unit), fuel={"certificateOfQuality": None})
    (finding,) = [found for found in check(case).findings if "ensity" in found.sentence]
    assert (finding.rule, looks in finding.sentence) == ("B18", True)
    assert "B14" not in rules_of(case)


@pytest.mark.parametrize(
    ("field", "certificate", "mine", "theirs", "unit", "words"),
    [
        ("productSulphurContent", "sulphurContent", "0.009", "0.09", "%", "is a tenth of the certificate's"),
        ("productDensity", "density", D("98.51"), D("985.1"), "kg/m3", "is a tenth of the certificate's"),
        ("productViscosity", "viscosity", D("320"), D("32"), "mm2/s", "is ten times the certificate's"),
        ("productFlashPoint", "flashPoint", "720", "72", "°C", "is ten times the certificate's"),
        ("productWaterContent", "waterContent", "0.2", "0.02", "%", "is ten times the certificate's"),
    ],
)
def test_a_decimal_point_lost_against_the_certificate_is_one_finding(
    make_case: MakeCase, field: str, certificate: str, mine: object, theirs: object, unit: str, words: str
) -> None:
    """A figure that lawfully is lower than the certificate's is still a slip when it is exactly a tenth of it."""
    case = make_case(**{field: amount(mine, unit)}, fuel=certified(certificate, theirs, unit))
    (finding,) = [found for found in check(case).findings if field in found.places[0]]
    assert (finding.rule, finding.severity) == ("B18", Severity.WARNING)
    assert words in finding.sentence


def test_what_differs_by_chance_is_no_slip(judge: Judge) -> None:
    """0.10 and 0.09 differ, 3 °C and 30 °C of pour point are two fuels: informations, no warnings."""
    near = {"productSulphurContent": amount("0.10", "%"), "fuel": certified("sulphurContent", "0.09", "%")}
    assert judge("B18", **near).outcome is Outcome.PASSED
    assert judge("B16", **near).outcome is Outcome.FOUND
    pour = {"productPourPoint": amount(D(3), "°C"), "fuel": certified("pourPoint", D(30), "°C")}
    assert judge("B18", **pour).outcome is Outcome.PASSED


@pytest.mark.parametrize(
    ("flash", "certificate", "words"),
    [
        ("162", "72", "looks like °F: the certificate has 72 °C"),
        ("320", None, "is no flash point of a fuel"),
        ("120", "72", ""),
        ("162", None, ""),
    ],
)
def test_fahrenheit_under_celsius_is_seen(judge: Judge, flash: str, certificate: str | None, words: str) -> None:
    """136 °F is below 60 °C: a flash point in the wrong degrees hides a fuel that may not be burnt."""
    fuel = certified("flashPoint", certificate, "°C") if certificate else {"certificateOfQuality": None}
    found = judge("B18", productFlashPoint=amount(flash, "°C"), fuel=fuel).findings
    assert [words in finding.sentence for finding in found] == ([True] if words else [])


def test_a_residual_fuel_has_more_than_a_few_parts_per_million(judge: Judge) -> None:
    """0.09 mg/kg is 0.09 %; a gas oil may well have 8."""
    none = {"certificateOfQuality": None}
    (finding,) = judge("B18", productSulphurContent=amount("0.09", "mg/kg"), fuel=none).findings
    assert "looks like %" in finding.sentence
    gas_oil = {"productName": "MGO DMA", "fuel": none | {"grade": "dma", "fuelType": "MGO"}}
    assert judge("B18", **gas_oil, productSulphurContent=amount("8", "mg/kg")).outcome is Outcome.PASSED


def test_a_note_on_another_ports_clock_is_told(judge: Judge) -> None:
    """Algeciras in winter has +01:00: an hour more shifts the claim; UTC is an instant, told nowhere wrong."""
    (finding,) = judge("B08", startTransferTimestamp="2026-11-18T09:00:00+02:00").findings
    assert finding.severity is Severity.WARNING
    assert (
        "Start of transfer 18 Nov 2026 09:00 (+02:00) is not on the port's clock, which has +01:00" in finding.sentence
    )
    assert judge("B08", startTransferTimestamp="2026-11-18T08:00:00Z").outcome is Outcome.PASSED
    assert judge("B08", startTransferTimestamp="2026-11-18T09:00:00").outcome is Outcome.PASSED


@pytest.mark.parametrize(
    ("there", "asked", "outcome"),
    [
        ("SGSIN", "ESALG", Outcome.FOUND),
        ("esalg", "ESALG", Outcome.PASSED),
        ("CNSHA", "CNSGH", Outcome.MISSING),
        (None, "ESALG", Outcome.MISSING),
    ],
)
def test_the_port_is_the_nominated_one(judge: Judge, there: str | None, asked: str, outcome: Outcome) -> None:
    """Another port is another price and perhaps another sea; what a code of nobody's means is not guessed."""
    result = judge("B27", operation={"bunkeringLocationCode": there}, delivery={"bunkeringLocationCode": asked})
    assert result.outcome is outcome
    if outcome is Outcome.FOUND:
        assert result.findings[0].sentence == "The delivery was at Singapore (SGSIN), nominated was Algeciras (ESALG)"


@pytest.mark.parametrize("field", ["cargoOfficerName", "chiefEngineerName"])
def test_a_note_that_nobody_signed_is_told(judge: Judge, field: str) -> None:
    """Without the names under it a note proves little."""
    (finding,) = judge("B01", **{field: " - "}).findings
    assert (finding.severity, finding.places) == (Severity.WARNING, (f"bunkerDeliveryNotes[0].{field}",))


@pytest.mark.parametrize(
    ("value", "is_told"), [("14.2", False), ("0", False), ("100", False), ("142", True), ("-3", True)]
)
def test_an_iscc_value_that_can_be_nothing_is_told(judge: Judge, value: str, is_told: bool) -> None:
    """Grams of CO2 a megajoule or a saving in per cent: beyond 0 to 100 it is neither; with no biofuel quantity too."""
    found = judge("B23", fuel={"biofuelProperties": {"isccValue": D(value)}}).findings
    assert [finding.severity for finding in found] == ([Severity.WARNING] if is_told else [])
