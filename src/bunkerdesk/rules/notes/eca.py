"""Where the 0.10 % sulphur limit applies: emission control areas by port and date.

The areas and their dates are MARPOL's; which port lies in which is general knowledge and coarse (by country, by
boxes where a coast has two seas), so the answer says how sure it is and a check built on it never makes an error.
"""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache

from bunkerdesk import resource_files
from bunkerdesk.rules import ports
from bunkerdesk.rules.measurements import Certainty

Position = tuple[Decimal, Decimal]


@dataclass(frozen=True, slots=True)
class Area:
    """An emission control area for sulphur and the day from which 0.10 % applies in it."""

    name: str
    applies_from: date
    confidence: str
    source: str
    note: str


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a port lies in an area whose limit applies on a day.

    `area` is also given when its limit applies only later (`certainty` is then `NOT`) or when it is not sure that
    the port lies in it (`POSSIBLE`). None: no area is known there, or (`POSSIBLE`) the port is not known.
    """

    area: Area | None
    certainty: Certainty
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Place:
    area: str
    kind: str
    place: str
    box: tuple[Decimal, Decimal, Decimal, Decimal] | None
    note: str

    def holds(self, position: Position) -> bool:
        if self.box is None:
            return False
        south, north, west, east = self.box
        return south <= position[0] <= north and west <= position[1] <= east


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, Area], dict[str, list[_Place]]]:
    known: dict[str, Area] = {}
    places: dict[str, list[_Place]] = {}
    with resource_files.path("data", "eca_areas.csv").open(encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table):
            if row["kind"] == "area":
                start = date.fromisoformat(row["applies_from"])
                known[row["area"]] = Area(row["area"], start, row["confidence"], row["source"], row["note"])
            else:
                places.setdefault(row["place"], []).append(_place(row))
    return known, places


def _place(row: Mapping[str, str]) -> _Place:
    corners = [row[name] for name in ("latitude_from", "latitude_to", "longitude_from", "longitude_to")]
    south, north, west, east = (Decimal(corner or 0) for corner in corners)
    return _Place(
        row["area"], row["kind"], row["place"], (south, north, west, east) if all(corners) else None, row["note"]
    )


def areas() -> list[Area]:
    """All areas in the order of the table."""
    return list(_tables()[0].values())


def standing(code: str | None, on: date, position: Position | None = None) -> Standing:
    """How a port stands to the areas on a day; `code` is its UN/LOCODE, `position` (latitude, longitude) is optional.

    The table of ports is asked for the position where none is given.
    """
    wanted = ports.code_of(code or "")
    if len(wanted) != 5:
        return Standing(
            None, Certainty.POSSIBLE, "the port's code is not a UN/LOCODE" if wanted else "the port is not stated"
        )
    candidates, is_sure, note = _candidates(wanted, position)
    ahead = sorted((area for area in candidates if area.applies_from > on), key=lambda area: area.applies_from)
    applying = [area for area in candidates if area.applies_from <= on]
    if not candidates and not is_sure:
        return Standing(None, Certainty.POSSIBLE, note)
    if applying:
        certainty = Certainty.SURE if is_sure else Certainty.POSSIBLE
        return Standing(applying[0], certainty, note)
    return Standing(ahead[0] if ahead else None, Certainty.NOT, note)


@lru_cache(maxsize=1024)
def _candidates(code: str, position: Position | None) -> tuple[list[Area], bool, str]:
    known, places = _tables()
    own = places.get(code)
    if own:
        listed = own[0]
        return [known[listed.area]] if listed.area else [], listed.kind == "port", listed.note
    of_country = places.get(code[:2], [])
    boxes = [place for place in of_country if place.kind == "box"]
    where = position or (_position_of(code) if boxes else None)
    if boxes and where is None:
        names = dict.fromkeys(place.area for place in of_country if place.area)
        return [known[name] for name in names], False, "the coast of this country has several seas"
    hit = next((place for place in boxes if where and place.holds(where)), None)
    if hit is not None:
        return [known[hit.area]] if hit.area else [], True, hit.note
    whole = next((place for place in of_country if place.kind == "country"), None)
    if whole is not None:
        return [known[whole.area]], True, whole.note
    if not of_country and not ports.shipped().has_country(code[:2]):
        return [], False, "the port's country is not known"
    names = dict.fromkeys(place.area for place in of_country if place.area)
    return [known[name] for name in names], not names, "the position does not tell the sea" if names else ""


def _position_of(code: str) -> Position | None:
    port = ports.shipped().find(code)
    if port is None or not port.latitude or not port.longitude:
        return None
    return Decimal(port.latitude), Decimal(port.longitude)
