"""The ports table: finding, ranking, zones and their order of truth."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.rules import ports
from bunkerdesk.rules.ports import fold, shipped, zone_named


@pytest.mark.parametrize(
    ("code", "name", "zone"),
    [
        ("SGSIN", "Singapore", "Asia/Singapore"),
        ("NLRTM", "Rotterdam", "Europe/Amsterdam"),
        ("GIGIB", "Gibraltar", "Europe/Gibraltar"),
        ("USHOU", "Houston", "America/Chicago"),
        ("USOAK", "Oakland", "America/Los_Angeles"),
        ("AUSYD", "Sydney", "Australia/Sydney"),
        ("CNZOS", "Zhoushan", "Asia/Shanghai"),
        ("INBOM", "Mumbai (ex Bombay)", "Asia/Kolkata"),
        ("PABLB", "Balboa", "America/Panama"),
        ("ESALG", "Algeciras", "Europe/Madrid"),
        ("BSGGT", "George Town, Great Exuma Island", "America/Nassau"),
    ],
)
def test_known_ports(code: str, name: str, zone: str) -> None:
    """Bunkering places have their name and clock, also those without coordinates in UN/LOCODE."""
    port = shipped().find(code)
    assert port is not None
    assert (port.name, port.zone) == (name, zone)


def test_table_is_whole() -> None:
    """All ports are there, in order, and every zone in the table exists."""
    everything = list(shipped().every())
    assert len(everything) == 17_573
    assert sum(bool(port.zone) for port in everything) == 16_191
    assert [port.code for port in everything] == sorted(port.code for port in everything)
    assert all(zone_named(zone) for zone in {port.zone for port in everything} - {""})


def test_every_alias_names_a_port_of_the_table() -> None:
    """A trade name leads to a port."""
    assert [alias for alias, code in shipped().aliases if shipped().find(code) is None] == []


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("sgsin", "SGSIN"),
        ("SG SIN", "SGSIN"),
        ("rot", "NLRTM"),
        ("singap", "SGSIN"),
        ("Fujairah", "AEFJR"),
        ("antwerp", "BEANR"),
        ("goteborg", "SEGOT"),
        ("Göteborg", "SEGOT"),
        ("KOBENHAVN", "DKCPH"),
        ("las palmas", "ESLPA"),
        ("bombay", "INBOM"),
        ("houston", "USHOU"),
    ],
)
def test_typed_text_finds_the_port_first(typed: str, first: str) -> None:
    """Codes, official and trade names in any capitals, with or without accents."""
    assert shipped().search(typed)[0].code == first


def test_rank_is_code_name_word_inside() -> None:
    """A name beginning with the text comes before a later word, which comes before a match inside a word."""
    table = ports.Ports(
        "unlocode,name,subdivision,country,lat,lon,coord_source,timezone,tz_basis\n"
        "XXAAA,Old Marport,,XX,,,,,\nXXBBB,Newmarport,,XX,,,,,\nXXCCC,Marport,,XX,,,,,\nXXMAR,Zed,,XX,,,,,\n"
    )
    assert [port.code for port in table.search("mar")] == ["XXCCC", "XXAAA", "XXBBB"]
    assert [port.code for port in table.search("xxmar")] == ["XXMAR"]
    assert table.search("  ") == table.search("mar", 0) == []


def test_known_codes_go_by_the_table_and_unknown_ones_by_a_country_of_one_clock() -> None:
    """CNSHA is no port in UN/LOCODE though the trade uses it; a code in the United States is asked for."""
    houston = shipped().zone("US hou")
    assert houston is not None
    assert houston.key == "America/Chicago"
    china = shipped().zone("CNSHA")
    assert china is not None
    assert china.key == "Asia/Shanghai"
    assert shipped().zone("USZZZ") is None
    assert shipped().zone("QQQQQ") is None
    assert shipped().zone(None) is None
    assert shipped().zone("") is None


@pytest.mark.parametrize("name", ["", "America", "../etc/passwd", "Europe/Nowhere", "/etc/localtime", "x\0y"])
def test_what_is_no_zone_is_none(name: str) -> None:
    """A folder, a path or nonsense in the settings never raises."""
    assert zone_named(name) is None


@given(st.text(max_size=12))
def test_any_text_can_be_searched(text: str) -> None:
    """Whatever is typed gives a list, never an error, and each hit once."""
    found = [port.code for port in shipped().search(text, 50)]
    assert len(found) == len(set(found)) <= 50
    assert shipped().find(text) is None or len("".join(text.split())) == 5


@given(st.sampled_from(list(shipped().every())))
def test_a_port_is_found_by_its_code_and_its_name(port: ports.Port) -> None:
    """Each port can be reached by typing what it is called."""
    found = shipped().find(port.code.lower())
    assert found is not None
    assert found.code == port.code
    assert shipped().search(port.code)[0] == found
    assert found in shipped().search(fold(port.name), 200)
