"""Makes resources/data/ports.csv: the ports of UN/LOCODE with coordinates and time zones.

Needs, at build time only: `pip install pyunlocode tzfpy tzdata` and the `lib/ports.json` of the npm package
`sea-ports`. UN/LOCODE gives the ports (function 1) and most coordinates; sea-ports fills coordinates UN/LOCODE
lacks, its time zones are wrong in places and are not used. Zones come from the coordinates and are checked against
the zones of the country (zone.tab): a coordinate that contradicts a country with one clock is rejected.
"""

import argparse
import csv
import importlib.resources
import io
import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

COLUMNS = ("unlocode", "name", "subdivision", "country", "lat", "lon", "coord_source", "timezone", "tz_basis")
SEASONS = [datetime(2026, month, 15, tzinfo=UTC) for month in (1, 4, 7, 10)]
# How far from the quay, in degrees, land is looked for when a coordinate lies in the water.
RINGS = (0.1, 0.2, 0.35, 0.5, 0.8)

Coordinate = tuple[float, float]
ZoneAt = Callable[[float, float], str]


@dataclass(frozen=True)
class Entry:
    """An entry of UN/LOCODE with the port function."""

    country: str
    place: str
    name: str
    subdivision: str
    coordinate: Coordinate | None

    @property
    def code(self) -> str:
        return self.country + self.place


def coordinate(text: str) -> Coordinate | None:
    """Degrees from UN/LOCODE's form: `0117N 10351E` is (1.28, 103.85)."""
    match = re.fullmatch(r"(\d{2})(\d{2})([NS]) (\d{3})(\d{2})([EW])", text.strip())
    if match is None:
        return None
    latitude = int(match[1]) + int(match[2]) / 60
    longitude = int(match[4]) + int(match[5]) / 60
    return latitude if match[3] == "N" else -latitude, longitude if match[6] == "E" else -longitude


def entries(parts: Iterable[bytes]) -> Iterator[Entry]:
    """The ports in the parts of the code list; older parts are Latin-1."""
    for part in parts:
        try:
            text = part.decode("utf-8")
        except UnicodeDecodeError:
            text = part.decode("latin-1")
        for row in csv.reader(io.StringIO(text)):
            if len(row) >= 11 and row[2].strip() and "1" in row[6]:
                yield Entry(row[1], row[2], row[3], row[5], coordinate(row[10]))


def country_zones(zone_tab: str) -> dict[str, list[str]]:
    """The zones of each country, the principal one first."""
    zones: dict[str, list[str]] = defaultdict(list)
    for line in zone_tab.splitlines():
        if line and not line.startswith("#"):
            country, _, zone = line.split("\t")[:3]
            zones[country].append(zone.strip())
    return zones


def clock(zone: str) -> tuple[timedelta | None, ...]:
    """The offsets of a zone over a year: two zones with the same ones show the same time."""
    return tuple(moment.replace(tzinfo=ZoneInfo(zone)).utcoffset() for moment in SEASONS)


def zone_near(place: Coordinate, allowed: list[str], zone_at: ZoneAt) -> str:
    """The zone of a coordinate, or of the nearest land of the country; empty when there is none."""
    latitude, longitude = place
    zone = zone_at(longitude, latitude)
    if not zone.startswith("Etc"):
        return zone
    for radius in RINGS:
        for step in range(12):
            angle = step * math.pi / 6
            zone = zone_at(longitude + radius * math.cos(angle), latitude + radius * math.sin(angle))
            if not zone.startswith("Etc") and (not allowed or zone in allowed):
                return zone
    return ""


@dataclass(frozen=True)
class Located:
    """Where a port lies and which clock it has: `basis` is `coord`, `country` or empty."""

    coordinate: Coordinate | None
    source: str
    zone: str
    basis: str


def locate(entry: Entry, filled: Coordinate | None, allowed: list[str], zone_at: ZoneAt) -> Located:
    """Zone by coordinate, checked against the country; by the country where it has one clock; else none."""
    place, source = (entry.coordinate, "unlocode") if entry.coordinate else (filled, "sea-ports(npm)" if filled else "")
    zone = zone_near(place, allowed, zone_at) if place else ""
    clocks = {clock(each) for each in allowed}
    if len(clocks) == 1 and zone not in allowed:
        if zone and clock(zone) not in clocks:
            place, source = None, "rejected"
        return Located(place, source, allowed[0], "country")
    if zone and allowed and zone not in allowed and clock(zone) not in clocks:
        return Located(place, source, "", "")
    return Located(place, source, zone, "coord" if zone else "")


def rows(
    ports: Iterable[Entry], sea: dict[str, Coordinate], zones: dict[str, list[str]], zone_at: ZoneAt
) -> list[list[str]]:
    """The table, in the order of the codes."""
    table = []
    for entry in ports:
        found = locate(entry, sea.get(entry.code), zones.get(entry.country, []), zone_at)
        latitude, longitude = (str(round(each, 3)) for each in found.coordinate) if found.coordinate else ("", "")
        head = [entry.code, entry.name, entry.subdivision, entry.country]
        table.append([*head, latitude, longitude, found.source, found.zone, found.basis])
    return sorted(table)


def main() -> None:
    """Write the table and say how many ports have which basis."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sea-ports", type=Path, required=True, help="lib/ports.json of the npm package sea-ports")
    parser.add_argument("--code-list", type=Path, help="folder of the UN/LOCODE parts; default: those of pyunlocode")
    parser.add_argument("--output", type=Path, default=Path(__file__).parent.parent / "resources/data/ports.csv")
    options = parser.parse_args()

    import tzfpy

    folder = options.code_list or Path(str(importlib.resources.files("pyunlocode"))) / "csv"
    parts = [path.read_bytes() for path in sorted(folder.glob("*CodeListPart*.csv"))]
    if not parts:
        parser.error(f"no parts of the code list in {folder}")
    listed = json.loads(options.sea_ports.read_text("utf-8"))
    sea = {
        code: (port["coordinates"][1], port["coordinates"][0])
        for code, port in listed.items()
        if port.get("coordinates")
    }
    zone_tab = importlib.resources.files("tzdata").joinpath("zoneinfo", "zone.tab").read_text("utf-8")
    table = rows(entries(parts), sea, country_zones(zone_tab), tzfpy.get_tz)
    with options.output.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(table)
    print(f"{len(table)} ports", dict(Counter(row[-1] or "no zone" for row in table)))


if __name__ == "__main__":
    main()
