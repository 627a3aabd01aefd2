"""The set of checks is chosen by grade, fuel type, product, brand and standard, not by bunker type alone."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.contract.delivery_note import ConventionalNote, DeliveryNote, LngNote, OtherNote
from bunkerdesk.contract.nomination import FuelSpecification
from bunkerdesk.rules.notes.checkset import FuelSet, choose


def _set(note: dict[str, Any], fuel: dict[str, Any] | None = None, standard: str | None = None) -> FuelSet:
    kind: type[DeliveryNote] = {"lng": LngNote, "conventional": ConventionalNote}.get(note["bunkerType"], OtherNote)
    specification = FuelSpecification.read(fuel) if fuel is not None else None
    return choose(kind.read(note), specification, standard).fuel_set


CONVENTIONAL = {"bunkerType": "conventional"}


@pytest.mark.parametrize(
    ("product", "fuel", "expected"),
    [
        ("VLSFO RMG 380", {"grade": "rmg", "fuelType": "VLSFO"}, FuelSet.OIL),
        ("LSMGO", {"grade": "dma"}, FuelSet.OIL),
        ("Marine fuel", None, FuelSet.OIL),
        ("Methanol", {"grade": "methanol_grade_a"}, FuelSet.METHANOL),
        ("Marine fuel", {"grade": "methanol_others"}, FuelSet.METHANOL),
        ("Bio-methanol", {"grade": "others"}, FuelSet.METHANOL),
        ("MeOH", None, FuelSet.METHANOL),
        ("Product", {"fuelType": "METHANOL"}, FuelSet.METHANOL),
        ("B24 VLSFO", {"grade": "rmg"}, FuelSet.BIOFUEL),
        ("VLSFO", {"grade": "rf"}, FuelSet.BIOFUEL),
        ("MGO", {"grade": "dfa"}, FuelSet.BIOFUEL),
        ("VLSFO", {"grade": "rmg", "biofuelProperties": {"blendRatio": 24}}, FuelSet.BIOFUEL),
        ("VLSFO", {"grade": "rmg", "biofuelProperties": {"blendRatio": 0}}, FuelSet.OIL),
        ("HVO", None, FuelSet.BIOFUEL),
        ("VLSFO", {"grade": "rmg", "fuelType": None}, FuelSet.OIL),
        ("MMB", None, FuelSet.METHANOL),
        ("Metanol", {"grade": "others"}, FuelSet.METHANOL),
        ("Méthanol", None, FuelSet.METHANOL),
        ("Methyl alcohol", None, FuelSet.METHANOL),
        ("LNG", None, FuelSet.LNG),
        ("LPG (propane)", {"grade": "others"}, FuelSet.LOW_FLASH),
        ("Bio-LPG", None, FuelSet.LOW_FLASH),
        ("Ammonia", {"grade": "others"}, FuelSet.LOW_FLASH),
    ],
)
def test_conventional_notes(product: str, fuel: dict[str, Any] | None, expected: FuelSet) -> None:
    """Methanol and biofuels arrive as conventional notes."""
    assert _set(CONVENTIONAL | {"productName": product}, fuel) is expected


def test_operation_standard_makes_a_biofuel() -> None:
    """Under RED III the bio rules apply though the product's name does not show it."""
    assert _set(CONVENTIONAL | {"productName": "VLSFO"}, None, "RED_III") is FuelSet.BIOFUEL
    assert _set(CONVENTIONAL | {"productName": "VLSFO"}, None, "RED3") is FuelSet.BIOFUEL
    assert _set(CONVENTIONAL | {"productName": "VLSFO"}, None, "conventional_red_iii_v2") is FuelSet.BIOFUEL
    assert _set(CONVENTIONAL | {"productName": "VLSFO"}, None, "SHARED3") is FuelSet.OIL
    assert _set(CONVENTIONAL | {"productName": "VLSFO"}, None, "CONV") is FuelSet.OIL


def test_lng_by_type_and_by_name() -> None:
    """An LNG note is LNG whatever was nominated, and the contradiction is told."""
    odd = choose(LngNote.read({"bunkerType": "lng"}), FuelSpecification.read({"grade": "rmg"}))
    assert odd.fuel_set is FuelSet.LNG
    assert "RMG" in odd.against
    assert _set({"bunkerType": "gas", "productName": "Bio-LNG"}) is FuelSet.LNG


@pytest.mark.parametrize(
    ("product", "fuel", "told"),
    [
        ("VLSFO 380", {"grade": "methanol_grade_a"}, "METHANOL GRADE A"),
        ("Methanol", {"grade": "rmg"}, "methanol"),
        ("LPG", {"grade": "others", "fuelType": "MGO"}, "low-flashpoint"),
        ("LNG", {"grade": "rmg"}, "LNG"),
        ("MGO", {"grade": "others", "fuelType": "Methanol"}, "methanol"),
    ],
)
def test_the_stricter_set_runs_where_name_and_nomination_differ(product: str, fuel: dict[str, Any], told: str) -> None:
    """What was ordered does not excuse what was delivered: the oil fuels' checks run, and the contradiction is told."""
    chosen = choose(ConventionalNote.read(CONVENTIONAL | {"productName": product}), FuelSpecification.read(fuel))
    assert chosen.fuel_set is FuelSet.OIL
    assert told in chosen.against


def test_an_lng_note_whose_product_is_an_oil_gets_the_oil_checks() -> None:
    """The note's kind does not excuse a product named VLSFO."""
    chosen = choose(LngNote.read({"bunkerType": "lng", "productName": "VLSFO 380"}))
    assert chosen.fuel_set is FuelSet.OIL
    assert "LNG note" in chosen.against


def test_unknown_variants_are_not_taken_for_oil() -> None:
    """A third bunker type gets no oil rule by accident."""
    assert _set({"bunkerType": "ammonia", "productName": "Ammonia"}) is FuelSet.LOW_FLASH
    assert _set({"bunkerType": "hydrazine", "productName": "Product 7"}) is FuelSet.UNKNOWN
    assert _set({"bunkerType": "ammonia", "productName": "MGO"}) is FuelSet.OIL


@given(st.text(max_size=40), st.text(max_size=20))
def test_any_words_choose_a_set(product: str, fuel_type: str) -> None:
    """A conventional note gets a set, with the reason; only a named low-flashpoint fuel has none of its own."""
    note = ConventionalNote.read(CONVENTIONAL | {"productName": product})
    chosen = choose(note, FuelSpecification.read({"fuelType": fuel_type}))
    assert chosen.fuel_set is not FuelSet.UNKNOWN or "low-flashpoint" in chosen.because
    assert chosen.because
