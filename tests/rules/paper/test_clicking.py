"""From a word of a paper back to the figures: normalised, nearest by label first, plainly nothing where none is."""

from decimal import Decimal

import pytest

from bunkerdesk.contract.operation import Operation
from bunkerdesk.rules.paper.clicking import Spot, spot_at
from bunkerdesk.rules.paper.figures import digest_of, figures_of_all
from bunkerdesk.rules.paper.layout import Box, Page, Word

# Text, left edge and top of each cell: a label column, a value column, and a number that no note knows.
CELLS = [
    ("Bunker delivery note", 40, 20),
    ("Note number", 40, 60),
    ("BDN-77-2", 300, 60),
    ("Receiving vessel: MV Nordic Star", 40, 80),
    ("Quantity delivered", 40, 100),
    ("505,25 mt", 300, 100),
    ("Density at 15 °C", 40, 120),
    ("0.9851 t/m3", 300, 120),
    ("Pour point", 40, 140),
    ("12 °C", 300, 140),
    ("Water content", 40, 160),
    ("12 %", 300, 160),
    ("Hose size", 40, 180),
    ("203 mm", 300, 180),
    ("Start of transfer", 40, 200),
    ("18 Nov 2026 09:00", 300, 200),
]
OPERATION = Operation.read(
    {
        "bunkerDeliveryNotes": [
            {
                "bunkerType": "conventional",
                "number": "BDN-77-2",
                "receiverVesselName": "Nordic Star",
                "quantityDelivered": {"value": Decimal("505.25"), "unit": "metric tons"},
                "productDensity": {"value": Decimal("985.1"), "unit": "kg/m3"},
                "productPourPoint": {"value": Decimal(12), "unit": "°C"},
                "productWaterContent": {"value": "12", "unit": "%"},
                "startTransferTimestamp": "2026-11-18T09:00:00+01:00",
            },
            {
                "bunkerType": "conventional",
                "number": "BDN-77-3",
                "quantityDelivered": {"value": Decimal("505.250"), "unit": "metric tons"},
            },
        ]
    }
)


def page() -> Page:
    text, words = "", list[Word]()
    for said, left, top in CELLS:
        place = float(left)
        for part in said.split(" "):
            words.append(Word(len(text), len(text) + len(part), Box(place, top, place + 6 * len(part), top + 9)))
            text += f"{part} "
            place += 6 * len(part) + 3
        text = f"{text[:-1]}\r\n"
    return Page(0, text, tuple(words))


def clicked(words: str, first: int = 0) -> Spot:
    read = page()
    return spot_at(figures_of_all(OPERATION, first), read, read.text.index(words))


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("0.9851", "productDensity"),
        ("t/m3", "productDensity"),
        ("12 °C", "productPourPoint"),
        ("12 %", "productWaterContent"),
        ("09:00", "startTransferTimestamp"),
        ("BDN-77-2", "number"),
        ("Nordic", "receiverVesselName"),
    ],
)
def test_any_figure_on_the_paper_leads_to_its_row(words: str, key: str) -> None:
    """Marked or not, in whatever unit and spelling it is printed."""
    assert clicked(words).keys == (f"bunkerDeliveryNotes[0].{key}",)


def test_several_that_say_the_same_come_with_the_papers_own_note_first() -> None:
    """Both notes have 505.25 t; clicked again the other one follows."""
    both = [f"bunkerDeliveryNotes[{place}].quantityDelivered" for place in (0, 1)]
    assert list(clicked("505,25").keys) == both
    assert list(clicked("505,25", first=1).keys) == both[::-1]


def test_the_label_beside_decides_between_equal_values() -> None:
    """A density that equals the quantity: the one whose label stands in the row is the nearer."""
    notes = [{"bunkerType": "conventional", "quantityDelivered": {"value": Decimal(12), "unit": "?"}}]
    notes[0] |= {"productPourPoint": {"value": Decimal(12), "unit": "°C"}}
    figures = figures_of_all(Operation.read({"bunkerDeliveryNotes": notes}))
    read = page()
    keys = spot_at(figures, read, read.text.index("12 °C")).keys
    assert keys[0] == "bunkerDeliveryNotes[0].productPourPoint"


def test_a_number_that_no_note_has_is_named() -> None:
    """What is said beside the click names what was clicked."""
    spot = clicked("203")
    assert (spot.printed, spot.keys) == ("203", ())
    assert clicked("Hose").keys == ()
    assert spot_at(figures_of_all(OPERATION), page(), 100_000) == Spot()


def test_a_digest_changes_with_a_figure_and_with_nothing_else() -> None:
    """What was read of a paper holds as long as the note says the same."""
    other = OPERATION.model_copy(deep=True)
    assert digest_of(figures_of_all(other)) == digest_of(figures_of_all(OPERATION))
    assert other.bunker_delivery_notes is not None
    other.bunker_delivery_notes[0].number = "BDN-77-9"
    assert digest_of(figures_of_all(other)) != digest_of(figures_of_all(OPERATION))
