"""Sulphur and flash point as a surveyor reads the findings: words, both verdicts, areas and dates."""

from decimal import Decimal

import pytest
from tests.rules.notes.delivery import Judge, MakeCase, amount

from bunkerdesk.rules.findings import Severity
from bunkerdesk.rules.fuel_limits import Limits
from bunkerdesk.rules.notes.outcomes import Outcome
from bunkerdesk.rules.notes.protest_text import note_of_protest
from bunkerdesk.rules.notes.registry import check

D = Decimal


def test_flash_point_sentence(judge: Judge) -> None:
    """One sentence, then figures and source, as on the review page."""
    (finding,) = judge("B13", productFlashPoint=amount("55.5", "°C")).findings
    assert finding.sentence == "Flash point 55.5 °C is below 60 °C on BDN-77-2"
    assert finding.severity is Severity.ERROR
    assert finding.figures == ("55.5 °C", "60 °C")
    assert finding.source.startswith("SOLAS II-2/4.2.1")
    assert finding.places == ("bunkerDeliveryNotes[0].productFlashPoint",)


@pytest.mark.parametrize("text", [">70", "measured at or above 70 °C", "60", "≥ 70", "75,5"])
def test_lawful_flash_points(judge: Judge, text: str) -> None:
    """A sentence instead of a figure is lawful from 70 °C."""
    assert judge("B13", productFlashPoint=amount(text, "°C")).outcome is Outcome.PASSED


@pytest.mark.parametrize("text", [">55", "min 60", "<70"])
def test_doubtful_flash_points_warn(judge: Judge, text: str) -> None:
    """Below 70 °C an exact figure is due; a bound that allows less than 60 tells nothing."""
    (finding,) = judge("B13", productFlashPoint=amount(text, "°C")).findings
    assert finding.severity is Severity.WARNING


def test_dmx_has_its_own_flash_point(judge: Judge) -> None:
    """43 °C is enough for DMX, and only for DMX."""
    dmx = {"productName": "DMX", "fuel": {"grade": "dmx"}}
    assert judge("B13", **dmx, productFlashPoint=amount("45", "°C")).outcome is Outcome.PASSED
    assert judge("B13", **dmx, productFlashPoint=amount("42", "°C")).outcome is Outcome.FOUND
    dma = {"productName": "DMA", "fuel": {"grade": "dma"}}
    assert judge("B13", **dma, productFlashPoint=amount("45", "°C")).findings[0].severity is Severity.ERROR


@pytest.mark.parametrize(
    ("name", "flash", "severity"),
    [
        ("MGO DMX", "50", None),
        ("Emergency fuel", "50", None),
        ("VLSFO 380", "50", Severity.ERROR),
        ("DMA", "50", Severity.ERROR),
        ("VLSFO 380", "60", None),
    ],
)
def test_dmx_must_be_what_was_delivered(judge: Judge, name: str, flash: str, severity: Severity | None) -> None:
    """43 °C is for a product that is DMX: another fuel in its place has 60 °C, and the reason is told."""
    result = judge("B13", productName=name, fuel={"grade": "dmx"}, productFlashPoint=amount(flash, "°C"))
    assert [finding.severity for finding in result.findings] == ([severity] if severity else [])
    if severity:
        assert "DMX was nominated" in result.findings[0].whole


def test_an_oil_in_place_of_methanol_has_its_flash_point(judge: Judge) -> None:
    """Methanol was nominated, VLSFO delivered: 45 °C is an error; methanol's own 11 °C is none."""
    methanol = {"grade": "methanol_grade_a", "fuelType": "Methanol", "certificateOfQuality": None}
    (finding,) = judge("B13", productName="VLSFO 380", fuel=methanol, productFlashPoint=amount("45", "°C")).findings
    assert finding.severity is Severity.ERROR
    assert "METHANOL GRADE A was nominated" in finding.whole
    right = judge("B13", productName="MMA", fuel=methanol, productFlashPoint=amount("11", "°C"))
    assert right.outcome is Outcome.NOT_APPLICABLE
    assert judge("B12", productName="MMA", fuel=methanol).outcome is Outcome.NOT_APPLICABLE
    oil = {"productName": "VLSFO 380", "productSulphurContent": amount("0.51", "%")}
    assert judge("B12", **oil, fuel=methanol).outcome is Outcome.FOUND


@pytest.mark.parametrize(
    ("own", "flash", "severity"),
    [
        (65, "66", None),
        (65, "65", None),
        (65, "62", Severity.WARNING),
        (65, "60", Severity.WARNING),
        (65, "59", Severity.ERROR),
        (55, "57", Severity.WARNING),
        (55, "54", Severity.ERROR),
        (55, "60", None),
    ],
)
def test_a_desks_own_flash_point_takes_no_weight_from_solas(
    judge: Judge, own: int, flash: str, severity: Severity | None
) -> None:
    """Beyond the desk's and SOLAS's limit is an error, between the two a warning."""
    facts = {"limits": Limits().with_override("flash_point.minimum", D(own))}
    found = judge("B13", facts=facts, productFlashPoint=amount(flash, "°C")).findings
    assert [finding.severity for finding in found] == ([severity] if severity else [])


def test_an_edited_flash_point_limit_warns(judge: Judge) -> None:
    """A number of the desk's own is not the regulation."""
    facts = {"limits": Limits().with_override("flash_point.minimum", D(65))}
    (finding,) = judge("B13", facts=facts, productFlashPoint=amount("62", "°C")).findings
    assert finding.severity is Severity.WARNING


def test_flash_point_inside_the_margin_is_still_an_error(judge: Judge) -> None:
    """Both verdicts are told; SOLAS knows no margin."""
    (finding,) = judge("B13", productFlashPoint=amount("58.5", "°C")).findings
    assert finding.severity is Severity.ERROR
    assert "proves nothing down to 57.5 °C" in finding.besides
    assert finding.whole.endswith("the supplier's own figure, which has no such margin, nor has SOLAS")


@pytest.mark.parametrize(
    ("port", "sulphur", "day", "limit"),
    [
        ("ESALG", "0.11", "2026-11-18", "0.10 %"),
        ("ESALG", "0.45", "2025-04-30", None),
        ("NLRTM", "0.11", "2025-04-30", "0.10 %"),
        ("NLRTM", "<0.10", "2026-11-18", None),
        ("SGSIN", "0.48", "2026-11-18", None),
        ("SGSIN", "0,52", "2026-11-18", "0.50 %"),
        ("NOTRD", "0.45", "2026-11-18", None),
        ("NOTRD", "0.45", "2027-03-01", "0.10 %"),
    ],
)
def test_statutory_sulphur_by_port_and_day(judge: Judge, port: str, sulphur: str, day: str, limit: str | None) -> None:
    """0.10 % holds in a control area from its day on; it is a warning that names the declaration's boxes."""
    result = judge(
        "B11",
        operation={"bunkeringLocationCode": port},
        productSulphurContent=amount(sulphur, "%"),
        startTransferTimestamp=f"{day}T09:00:00+01:00",
    )
    if limit is None:
        assert result.outcome is Outcome.PASSED
    else:
        (finding,) = result.findings
        assert finding.severity is Severity.WARNING
        assert finding.figures[1] == limit
        assert "three boxes" in finding.whole


@pytest.mark.parametrize("port", [None, "??", "ZZQQQ"])
@pytest.mark.parametrize(
    ("sulphur", "outcome"),
    [
        ("0.10", Outcome.PASSED),
        ("0.11", Outcome.MISSING),
        ("0.50", Outcome.MISSING),
        ("<0.50", Outcome.MISSING),
        ("0.51", Outcome.FOUND),
        ("<0.60", Outcome.FOUND),
    ],
)
def test_sulphur_at_a_port_that_is_not_known(judge: Judge, port: str | None, sulphur: str, outcome: Outcome) -> None:
    """Nothing says that the port lies outside the areas: only what is lawful in them passes."""
    place = {"operation": {"bunkeringLocationCode": port}, "delivery": {"bunkeringLocationCode": None}}
    result = judge("B11", **place, productSulphurContent=amount(sulphur, "%"))
    assert result.outcome is outcome
    if outcome is Outcome.MISSING:
        assert "0.10 % applies" in result.reason


def test_the_nominated_port_stands_in(judge: Judge) -> None:
    """An operation without a port was nominated for one."""
    place = {"operation": {"bunkeringLocationCode": None}, "delivery": {"bunkeringLocationCode": "NLRTM"}}
    (finding,) = judge("B11", **place, productSulphurContent=amount("0.30", "%")).findings
    assert "North Sea" in finding.sentence


def test_inside_an_area_both_lawful_uses_are_named(judge: Judge) -> None:
    """Up to 0.50 % may be for use outside the area (box 1); above it only a scrubber makes it lawful."""
    (fitting,) = judge("B11", productSulphurContent=amount("0.50", "%")).findings
    assert "outside the area" in fitting.whole
    assert "scrubber" in fitting.whole
    (high,) = judge("B11", productSulphurContent=amount("0.51", "%")).findings
    assert "outside the area" not in high.whole


@pytest.mark.parametrize(
    ("name", "sulphur", "limit"),
    [
        ("RMG 380 0.50 % S", "0.50", None),
        ("RMG 380 0.50 % S", "0.51", "0.50 %"),
        ("RMG 380 3.50% S", "3.5", None),
        ("RMG 380 3,50% S", "3.51", "3.50 %"),
        ("RMG 380 0.1%", "0.11", "0.10 %"),
        ("VLSFO 380", "<0.60", "0.50 %"),
        ("VLSFO 380", "<0.50", None),
    ],
)
def test_sulphur_that_the_name_promises(judge: Judge, name: str, sulphur: str, limit: str | None) -> None:
    """A percentage in the product's name is a limit of the contract; a bound across it does not pass silently."""
    fuel = {"fuelType": "RMG 380", "certificateOfQuality": None}
    found = judge("B12", productName=name, fuel=fuel, productSulphurContent=amount(sulphur, "%")).findings
    assert [finding.figures[1] for finding in found] == ([limit] if limit else [])
    assert all(("may be" in finding.sentence) == ("<" in sulphur) for finding in found)


def test_sulphur_inside_the_margin_names_both_verdicts(judge: Judge) -> None:
    """0.52 % at 0.50 %: no test of the receiver's proves it, yet neither the supplier nor MARPOL has a margin."""
    (finding,) = judge(
        "B11", operation={"bunkeringLocationCode": "SGSIN"}, productSulphurContent=amount("0.52", "%")
    ).findings
    assert "a receiver's test proves nothing up to 0.531 %" in finding.whole
    assert "the supplier's own figure, which has no such margin, nor has MARPOL's verification" in finding.whole


def test_fuel_ordered_for_use_outside_an_area_is_not_called_off_specification(judge: Judge) -> None:
    """VLSFO at Rotterdam: 0.42 % is what was ordered, so no verdict of ISO 4259 against 0.10 % stands beside it."""
    vlsfo = {"fuel": {"fuelType": "VLSFO", "certificateOfQuality": None}, "productName": "VLSFO RMG 380"}
    rotterdam = {"operation": {"bunkeringLocationCode": "NLRTM"}}
    (lawful,) = judge("B11", **vlsfo, **rotterdam, productSulphurContent=amount("0.42", "%")).findings
    assert "as ordered, with at most 0.50 %" in lawful.besides
    assert "ISO 4259" not in lawful.besides
    (more,) = judge("B11", **vlsfo, **rotterdam, productSulphurContent=amount("0.51", "%")).findings
    assert "as ordered" not in more.besides
    (wrong,) = judge("B11", **rotterdam, productSulphurContent=amount("0.42", "%")).findings
    assert "beyond limit and 0.59 R (0.112 %" in wrong.besides


@pytest.mark.parametrize(("content", "is_protested"), [("0.42", False), ("0.50", False), ("0.52", True)])
def test_nobody_protests_against_the_sulphur_he_ordered(make_case: MakeCase, content: str, is_protested: bool) -> None:
    """VLSFO supplied inside a control area for use outside it is what was ordered; above 0.50 % it is not."""
    vlsfo = {"fuelType": "VLSFO", "certificateOfQuality": None}
    case = make_case(productName="VLSFO RMG 380", fuel=vlsfo, productSulphurContent=amount(content, "%"))
    found = check(case).findings
    assert any(finding.rule == "B11" for finding in found)
    assert ("emission control area" in note_of_protest(case, found)) is is_protested


def test_an_uncertain_port_is_only_told(judge: Judge) -> None:
    """Port Said's approach is cut out of the Mediterranean area: not sure is not a warning."""
    (finding,) = judge(
        "B11", operation={"bunkeringLocationCode": "EGPSD"}, productSulphurContent=amount("0.30", "%")
    ).findings
    assert finding.severity is Severity.INFO


def test_a_limit_that_is_not_confirmed_says_so_in_the_finding(judge: Judge) -> None:
    """Who is sent a finding reads how far its source may be trusted; a firm one carries no doubt."""
    assert "low confidence" in judge("B15", productDensity=amount(D("989.0"), "kg/m3")).findings[0].source
    assert "general knowledge" in judge("B07", quantityDelivered=amount(D(12), "metric tons")).findings[0].source
    (firm,) = judge("B13", productFlashPoint=amount("50", "°C")).findings
    assert "confidence" not in firm.source
    assert "knowledge" not in firm.source


def test_a_fuel_types_words_promise_as_its_short_name_does(judge: Judge) -> None:
    """`very_low_sulphur_fuel_oil` is VLSFO."""
    plain = {"fuel": {"fuelType": "very_low_sulphur_fuel_oil", "certificateOfQuality": None}, "productName": "RMG 380"}
    (finding,) = judge("B12", **plain, productSulphurContent=amount("0.51", "%")).findings
    assert finding.figures[1] == "0.50 %"
    for other in (
        "RMG 380 with 30.1 % FAME",
        "RMG 380, FAME 0.3 %",
        "RMG 380 (FAME: max 0.3%)",
        "RMG 380 water <0.2 %",
    ):
        blend = plain | {"productName": other}
        assert judge("B12", **blend, productSulphurContent=amount("0.45", "%")).outcome is Outcome.PASSED


@pytest.mark.parametrize("said", ["n/a", " - ", "Not available", "TBC"])
def test_a_word_for_nothing_is_no_value(judge: Judge, said: str) -> None:
    """Sulphur “n/a” is a missing item, not a figure that cannot be read."""
    (finding,) = judge("B01", productSulphurContent=amount(said, "%")).findings
    assert finding.severity is Severity.ERROR


def test_sulphur_above_certificate(judge: Judge) -> None:
    """More than 0.02 above the certificate of quality is told; up to it is not."""
    fuel = {"fuelType": "VLSFO", "certificateOfQuality": {"sulphurContent": amount("0.43", "%")}}
    vlsfo = {"fuel": fuel, "productName": "VLSFO RMG 380"}
    assert judge("B12", **vlsfo, productSulphurContent=amount("0.45", "%")).outcome is Outcome.PASSED
    (finding,) = judge("B12", **vlsfo, productSulphurContent=amount("0.46", "%")).findings
    assert "certificate of quality's 0.43 %" in finding.sentence


def test_a_text_with_another_unit_is_read_by_its_own_and_told(judge: Judge) -> None:
    """`130 F` beside °C is 54 °C: an error, and the second unit is told."""
    (low,) = judge("B13", productFlashPoint=amount("130 F", "°C")).findings
    assert low.sentence.startswith("Flash point 130 F is below 60 °C")
    assert judge("B13", productFlashPoint=amount("140 F", "°C")).outcome is Outcome.PASSED
    (told,) = judge("B18", productFlashPoint=amount("140 F", "°C")).findings
    assert "“140 F”" in told.sentence
    assert judge("B18", productFlashPoint=amount("72 °C", "°C")).outcome is Outcome.PASSED
    assert judge("B13", productFlashPoint=amount("measured at or above 70 °C", "")).outcome is Outcome.PASSED
    (ppm,) = judge("B11", productSulphurContent=amount("1001 ppm", "% m/m")).findings
    assert ppm.sentence.startswith("Sulphur 1001 ppm is above 0.10 %")


@pytest.mark.parametrize("text", ["＜60", "LT 60", "&lt;60", "﹤60", "< 60"])
def test_every_spelling_of_below_sixty_is_below_sixty(judge: Judge, text: str) -> None:
    """A sign from another keyboard or a web form makes no lawful flash point."""
    (finding,) = judge("B13", productFlashPoint=amount(text, "°C")).findings
    assert finding.severity is Severity.ERROR
    assert (
        judge("B13", productFlashPoint=amount(text.replace("60", "70"), "°C")).findings[0].severity is Severity.WARNING
    )


def test_what_is_not_understood_is_missing(judge: Judge) -> None:
    """`~72` is not 72."""
    result = judge("B13", productFlashPoint=amount("~72", "°C"))
    assert (result.outcome, "cannot be read" in result.reason) == (Outcome.MISSING, True)
    assert "water (“abt 0.1” cannot be read" in judge("B14", productWaterContent=amount("abt 0.1", "%")).reason
    assert "water" not in judge("B14", productWaterContent=None).reason
