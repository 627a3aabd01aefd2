"""The ports of the world with their time zones, read from `resources/data/ports.csv`.

UN/LOCODE entries with the port function. The list is incomplete and some codes the trade uses are not "ports" in
it (`CNSHA` is an airport), so an unknown code is never refused. Zones are known for 92 % of the ports; where one is
unknown the person is asked, never guessed for.
"""

import csv
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from zoneinfo import ZoneInfo

from bunkerdesk import resource_files

# The busiest bunkering places come first among equals.
_HUBS = (
    "SGSIN NLRTM AEFJR CNZOS HKHKG BEANR KRPUS PABLB PACTB GIGIB ESALG USHOU USNYC USLAX USLGB ESLPA "
    "MTMLA TRIST GRPIR LKCMB INBOM MYPKG MYTPP ZADUR MUPLU BRSSZ DEHAM JPTYO KRYOS TWKHH CNSGH CNNBO "
    "EGPSD SAJED PTLIS ITGOA FRLEH GBSOU CAVAN AUSYD AUMEL AUBNE IDJKT THLCH VNSGN PHMNL ESBCN ESVLC "
    "PTSIE DKSKA SEGOT NOBGO NOOSL USMSY USOAK USSEA USSAV USCHS USPCV JMKIN BRRIO UYMVD ARBUE CLVAP "
    "PECLL NLAMS NLVLI BEZEE FRDKK FRMRS GBFAL GBFXT GBIMM DEBRV DEBRB PLGDN LTKLJ EETLL FIHEL DKCPH "
    "RULED RUNVS ROCND CYLMS EGSUZ EGALY AEJEA AEKLF OMSOH OMSLL KWKWI QADOH BHMIN INMUN INCOK INMAA "
    "BDCGP MMRGN JPYOK JPUKB CNSHK CNQIN CNTNJ CNDAL KRUSN KRINC TWKEL "
)
HUBS = tuple(_HUBS.split())
"""The busiest bunkering places."""
_SEASONS = [datetime(2026, month, 15, tzinfo=UTC) for month in (1, 4, 7, 10)]
_MARKS = re.compile("[\u0300-\u036f]")
_RANK = {code: place for place, code in enumerate(HUBS)}


@dataclass(frozen=True, slots=True)
class Port:
    """A port: `zone` is an IANA name or empty."""

    code: str
    name: str
    subdivision: str
    country: str
    latitude: str
    longitude: str
    zone: str

    def __str__(self) -> str:
        return f"{self.code} {self.name}"


def code_of(text: str) -> str:
    """A UN/LOCODE as typed, in its stored form: `sg sin` is `SGSIN`."""
    return "".join(text.split()).upper()


def fold(text: str) -> str:
    """Text for comparing: lower case, accents and ligatures taken apart; as many lines as before."""
    for letter, plain in (("ø", "o"), ("Ø", "O"), ("æ", "ae"), ("Æ", "AE"), ("ß", "ss"), ("ł", "l"), ("Ł", "L")):
        text = text.replace(letter, plain)
    if text.isascii():
        return text.lower()
    return _MARKS.sub("", unicodedata.normalize("NFKD", text)).lower()


def zone_named(name: str) -> ZoneInfo | None:
    """The zone of an IANA name; None when there is no such zone."""
    try:
        return ZoneInfo(name.strip())
    except (KeyError, ValueError, OSError):  # not found, not a key, or a folder of zones
        return None


class Ports:
    """The table; reading is put off until the first question, finding a code needs no index."""

    def __init__(self, text: str, aliases: str = "") -> None:
        """`text` and `aliases` are the CSV tables."""
        self._text = text
        self._alias_text = aliases

    def find(self, code: str | None) -> Port | None:
        """The port of a code, None when the table does not have it."""
        wanted = code_of(code or "")
        return _found(self._text, wanted) if len(wanted) == 5 else None

    def has_country(self, country: str) -> bool:
        """Whether there is a port of a country, by its two letters."""
        return len(country) == 2 and f"\n{code_of(country)}" in self._text

    def name(self, code: str | None) -> str:
        """The name of a port, empty when the table does not have it."""
        port = self.find(code)
        return port.name if port else ""

    def zone(self, code: str | None) -> ZoneInfo | None:
        """The clock of a port: by the table, or the one clock of its country; else None."""
        wanted = code_of(code or "")
        port = self.find(wanted)
        stated = zone_named(port.zone) if port else None
        return stated or (_country_zone(self._text, wanted[:2]) if len(wanted) == 5 else None)

    def search(self, text: str, limit: int = 20) -> list[Port]:
        """Ports for typed text, best first: code, name from its start, a word from its start, anywhere inside."""
        wanted = " ".join(fold(text).split())
        if not wanted or limit < 1:
            return []
        found: dict[str, int] = {}
        for code, rank in self._matches(wanted):
            found[code] = min(rank, found.get(code, rank))
        names = self._names

        def place(code: str) -> tuple[int, int, int, str]:
            # A busy place found by its name comes beside codes that begin alike: "rot" is Rotterdam.
            hub = _RANK.get(code)
            rank = found[code] if hub is None else max(0, found[code] - 2)
            return rank, len(_RANK) if hub is None else hub, len(names[code]), code

        return [port for port in map(self.find, sorted(found, key=place)[:limit]) if port]

    def by_alias(self, text: str) -> str:
        """The code of a port by what the trade calls it, whole: `gib`, `Singapur`; empty for anything else."""
        return self._by_alias.get(" ".join(fold(text).split()), "")

    def codes_meant(self, texts: Iterable[str]) -> list[str]:
        """The codes, in small letters, of those texts that are what the trade calls a port."""
        return [code.casefold() for text in texts if (code := self.by_alias(text))]

    @cached_property
    def _by_alias(self) -> dict[str, str]:
        return {fold(alias): code for alias, code in self.aliases}

    def _matches(self, wanted: str) -> Iterator[tuple[str, int]]:
        """Codes and the rank of their match; lines of the haystack are `code name`."""
        haystack = self._haystack
        squeezed = code_of(wanted).lower()
        if len(squeezed) <= 5:
            place = haystack.find(f"\n{squeezed}")
            while place >= 0:
                code = haystack[place + 1 : place + 6].upper()
                yield code, 0 if code.lower() == squeezed else 1
                place = haystack.find(f"\n{squeezed}", place + 1)
        place = haystack.find(wanted)
        while place >= 0:
            begin = haystack.rfind("\n", 0, place) + 1
            inside = place - begin - 6
            if inside >= 0:
                end = haystack[place + len(wanted)]
                is_word = not haystack[place - 1].isalnum()
                rank = (2 if end == "\n" else 3) if inside == 0 else 4 if is_word else 5
                yield haystack[begin : begin + 5].upper(), rank
            place = haystack.find(wanted, place + 1)

    @cached_property
    def _rows(self) -> list[list[str]]:
        return list(csv.reader(self._text.rstrip("\n").split("\n")))[1:]

    @cached_property
    def _names(self) -> dict[str, str]:
        return {row[0]: row[1] for row in reversed(self._rows)}  # a port may stand twice, under two names

    @cached_property
    def _haystack(self) -> str:
        lines = [f"{row[0]} {row[1]}" for row in self._rows]
        lines += [f"{code} {alias}" for alias, code in self.aliases if code in self._names]
        return "\n" + fold("\n".join(lines)) + "\n"

    @cached_property
    def aliases(self) -> list[tuple[str, str]]:
        """Names the trade uses beside the official one, with the code of the port."""
        return [(row[0], row[1]) for row in list(csv.reader(self._alias_text.splitlines()))[1:] if len(row) == 2]

    def every(self) -> Iterator[Port]:
        """All ports in the order of their codes."""
        return map(_port, self._rows)


# Remembered: every record of a port asks for it, and the table is long.
@lru_cache(maxsize=4096)
def _found(text: str, code: str) -> Port | None:
    begin = text.find(f"\n{code},")
    return _port(next(csv.reader([text[begin + 1 : text.index("\n", begin + 1)]]))) if begin >= 0 else None


@lru_cache(maxsize=256)
def _country_zone(text: str, country: str) -> ZoneInfo | None:
    """The clock of a country whose ports, as far as they are known, all show the same time all year."""
    lines = re.findall(rf"^{re.escape(country)}.*,([^,]+),\w+$", text, re.MULTILINE)
    zones = [zone for name, _ in Counter(lines).most_common() if (zone := zone_named(name))]
    offsets = {tuple(moment.replace(tzinfo=zone).utcoffset() for moment in _SEASONS) for zone in zones}
    return zones[0] if len(offsets) == 1 else None


def _port(row: list[str]) -> Port:
    code, name, subdivision, country, latitude, longitude, _, zone, _ = row
    return Port(code, name, subdivision, country, latitude, longitude, zone)


@lru_cache(maxsize=1)
def shipped() -> Ports:
    """The table that comes with the program."""
    data = resource_files.path("data")
    aliases = (data / "port_aliases.csv").read_text("utf-8")
    return Ports((data / "ports.csv").read_text("utf-8"), aliases)
