"""Which port lies in which emission control area on which day, and how sure that is."""

from datetime import date
from decimal import Decimal

import pytest

from bunkerdesk.rules.measurements import Certainty
from bunkerdesk.rules.notes.eca import areas, standing

NOW = date(2026, 11, 21)


@pytest.mark.parametrize(
    ("port", "area", "certainty"),
    [
        ("NLRTM", "North Sea", Certainty.SURE),
        ("nl rtm", "North Sea", Certainty.SURE),
        ("USHOU", "North American", Certainty.SURE),
        ("GIGIB", "Mediterranean Sea", Certainty.SURE),
        ("FRMRS", "Mediterranean Sea", Certainty.SURE),
        ("FRLEH", "North Sea", Certainty.SURE),
        ("TRIZM", "Mediterranean Sea", Certainty.SURE),
        ("TRIST", None, Certainty.NOT),
        ("ESLPA", None, Certainty.NOT),
        ("RULED", "Baltic Sea", Certainty.SURE),
        ("RUNVS", None, Certainty.NOT),
        ("EGPSD", "Mediterranean Sea", Certainty.POSSIBLE),
        ("USDUT", None, Certainty.NOT),
        ("SGSIN", None, Certainty.NOT),
        ("ISREY", "North-East Atlantic", Certainty.NOT),
        ("GBLIV", "North-East Atlantic", Certainty.NOT),
    ],
)
def test_ports(port: str, area: str | None, certainty: Certainty) -> None:
    """Coasts with two seas are told apart; an area that applies later is named but does not apply."""
    found = standing(port, NOW)
    assert (found.area.name if found.area else None, found.certainty) == (area, certainty)


@pytest.mark.parametrize(
    ("port", "last_free_day", "first_day"),
    [
        ("ITGOA", date(2025, 4, 30), date(2025, 5, 1)),
        ("NLRTM", date(2014, 12, 31), date(2015, 1, 1)),
        ("NOTRD", date(2027, 2, 28), date(2027, 3, 1)),
        ("CACHV", date(2027, 2, 28), date(2027, 3, 1)),
        ("ISREY", date(2028, 8, 31), date(2028, 9, 1)),
    ],
)
def test_a_limit_applies_from_its_day(port: str, last_free_day: date, first_day: date) -> None:
    """Yesterday's delivery is judged by yesterday's areas."""
    assert standing(port, last_free_day).certainty is Certainty.NOT
    assert standing(port, first_day).certainty is Certainty.SURE


def test_a_given_position_decides() -> None:
    """A berth the table of ports does not know is placed by its position."""
    bay, gulf = (Decimal("47.0"), Decimal("-2.0")), (Decimal("43.4"), Decimal("4.9"))
    assert standing("FRZZZ", NOW).certainty is Certainty.POSSIBLE
    assert standing("FRZZZ", NOW, bay).certainty is Certainty.NOT
    assert standing("FRZZZ", NOW, gulf).certainty is Certainty.SURE


def test_what_is_no_code_is_not_guessed() -> None:
    """Without a UN/LOCODE nothing is sure."""
    for code in (None, "", "Rotterdam"):
        assert standing(code, NOW).area is None
        assert standing(code, NOW).certainty is Certainty.POSSIBLE


def test_every_area_names_its_source() -> None:
    """The North-East Atlantic rests on trade press and says so."""
    assert all(area.source for area in areas())
    assert {area.name for area in areas() if area.confidence != "high"} == {"North-East Atlantic"}
