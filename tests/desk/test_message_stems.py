"""What a message changes in a nomination that is known: what it says, and nothing else."""

from typing import Any

from bunkerdesk.desk.editing_bodies import EditKind
from bunkerdesk.desk.message_stems import said_changes


def fuel(name: str, low: int, high: int, **more: Any) -> dict[str, Any]:
    return {
        "fuelType": name,
        "quantityRange": {"minQuantity": low, "maxQuantity": high, "unit": "metric_tonnes"},
        **more,
    }


HELD = {
    "clientReference": "SO-1",
    "delivery": {"bunkeringLocationCode": "SGSIN", "estimatedTimeOfBunkering": "2026-11-23T02:25:00+08:00"},
    "receiver": {"companyName": "Oceanic", "vesselIdentifier": {"imo": 9811000}},
    "fuelSpecifications": [fuel("LSMGO", 80, 80), fuel("VLSFO", 480, 520, brand="Blue")],
}


def test_only_what_is_said_changes() -> None:
    """A new time; the reference and the ship that the message repeats are no change."""
    said = {
        "clientReference": "OTHER",
        "receiver": {"vesselIdentifier": {"imo": 9811000}, "orderReference": "SO-1"},
        "delivery": {"estimatedTimeOfBunkering": "2026-11-25T02:25:00+08:00"},
    }
    found = said_changes(said, EditKind.DRAFT, EditKind.SUPPLIER, HELD)
    assert found == [("delivery.estimatedTimeOfBunkering", "2026-11-25T02:25:00+08:00")]


def test_a_fuel_is_changed_where_it_stands_and_none_is_added() -> None:
    """Fuels go by their type, not by their place; what else is known of one stays."""
    said = {"fuelSpecifications": [fuel("vlsfo", 590, 610), fuel("HSFO", 100, 100)]}
    ((path, value),) = said_changes(said, EditKind.DRAFT, EditKind.SUPPLIER, HELD)
    assert path == "fuelSpecifications"
    assert value == [fuel("LSMGO", 80, 80), fuel("VLSFO", 590, 610, brand="Blue")]


def test_a_draft_keeps_the_spelling_of_its_ship() -> None:
    """`MV EVER SUMMIT` is EVER SUMMIT; another ship is a change."""
    draft = {"clientReference": "D-1", "receiver": {"vesselName": "Ever Summit"}}
    same = {"receiver": {"vesselName": "MV EVER SUMMIT"}}
    assert said_changes(same, EditKind.DRAFT, EditKind.DRAFT, draft) == []
    other = {"receiver": {"vesselName": "TORM HELVIG"}}
    assert said_changes(other, EditKind.DRAFT, EditKind.DRAFT, draft) == [("receiver.vesselName", "TORM HELVIG")]
