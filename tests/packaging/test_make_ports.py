"""How the ports table is made: coordinates, zones and their check against the country."""

import csv
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def make_ports() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_ports", ROOT / "packaging" / "make_ports.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_ports"] = module
    spec.loader.exec_module(module)
    return module


ZONE_TAB = (
    "# comment\nSG\t+0117+10351\tAsia/Singapore\nES\t+4024-00341\tEurope/Madrid\nES\t+2806-01524\tAtlantic/Canary\n"
)


def test_coordinates(make_ports: ModuleType) -> None:
    """Degrees and minutes with both signs; anything else is no coordinate."""
    assert make_ports.coordinate("3351S 15113E") == (-33.85, 151 + 13 / 60)
    assert make_ports.coordinate("2945N 09521W") == (29.75, -95.35)
    assert make_ports.coordinate("") is None
    assert make_ports.coordinate("29.7N 95.3W") is None


def test_only_ports_are_taken_whatever_the_encoding(make_ports: ModuleType) -> None:
    """Entries without the port function are left out; a Latin-1 part is read too."""
    text = (
        ',"SE","GOT","Göteborg","Goteborg","O","1234----","AI","0701","","5743N 01158E",\n'
        ',"SE","XXX","Inland",,,"-23-----",,,,,\n'
    )
    for encoded in (text.encode("utf-8"), text.encode("latin-1")):
        (entry,) = make_ports.entries([encoded])
        assert (entry.code, entry.name) == ("SEGOT", "Göteborg")


def locate(
    make_ports: ModuleType, country: str, zone: str, *, coordinate: tuple[float, float] | None = (1.0, 2.0)
) -> tuple[str, str, str]:
    entry = make_ports.Entry(country, "AAA", "A", "", coordinate)
    found = make_ports.locate(entry, None, make_ports.country_zones(ZONE_TAB).get(country, []), lambda _lon, _lat: zone)
    return found.source, found.zone, found.basis


def test_zone_by_coordinate_country_or_not_at_all(make_ports: ModuleType) -> None:
    """A contradicting coordinate is rejected where the country has one clock, and leaves the zone open elsewhere."""
    assert locate(make_ports, "ES", "Atlantic/Canary") == ("unlocode", "Atlantic/Canary", "coord")
    assert locate(make_ports, "SG", "Asia/Tehran") == ("rejected", "Asia/Singapore", "country")
    assert locate(make_ports, "ES", "Asia/Tokyo") == ("unlocode", "", "")
    assert locate(make_ports, "SG", "", coordinate=None) == ("", "Asia/Singapore", "country")
    assert locate(make_ports, "ES", "", coordinate=None) == ("", "", "")


def test_a_berth_in_the_water_takes_the_land_nearby(make_ports: ModuleType) -> None:
    """Off shore the zone is Etc/GMT±n, so the surroundings are asked, of the same country only."""

    def zone_at(longitude: float, _: float) -> str:
        return "Europe/Paris" if longitude < 0 else "Europe/Madrid" if longitude > 0.3 else "Etc/GMT"

    assert make_ports.zone_near((40.0, 0.1), ["Europe/Madrid"], zone_at) == "Europe/Madrid"
    assert make_ports.zone_near((40.0, 0.1), ["Asia/Tokyo"], zone_at) == ""


@pytest.mark.parametrize(
    ("code", "zone"),
    [
        ("SGSIN", "Asia/Singapore"),
        ("NLRTM", "Europe/Amsterdam"),
        ("GIGIB", "Europe/Gibraltar"),
        ("USHOU", "America/Chicago"),
        ("AUSYD", "Australia/Sydney"),
        ("CNZOS", "Asia/Shanghai"),
        ("INBOM", "Asia/Kolkata"),
        ("USOAK", "America/Los_Angeles"),
        ("ESLPA", "Atlantic/Canary"),
        ("MOMFM", "Asia/Macau"),
        ("THBKK", "Asia/Bangkok"),
    ],
)
def test_shipped_table(code: str, zone: str, make_ports: ModuleType) -> None:
    """The file in resources has the columns this script writes, and right clocks where other lists are wrong."""
    with (ROOT / "resources" / "data" / "ports.csv").open(encoding="utf-8", newline="") as file:
        table = csv.DictReader(file)
        assert tuple(table.fieldnames or ()) == make_ports.COLUMNS
        assert next(row["timezone"] for row in table if row["unlocode"] == code) == zone
