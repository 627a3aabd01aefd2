"""Ships of the demo world. Names are invented; IMO numbers carry a true check digit in a block not yet issued."""

from dataclasses import dataclass

# Maritime identification digits (ITU) of the flags used.
_FLAGS = {"SG": 563, "NL": 244, "MH": 538, "PA": 352, "LR": 636, "HK": 477, "AE": 470, "GI": 236, "CN": 413, "MT": 229}
_FLAGS |= {"US": 338, "BE": 205, "IN": 419, "KR": 440, "AU": 503, "NZ": 512, "NO": 257, "ES": 224, "SE": 265}
_FIRST_IMO = 141_007
LONG_NAME = ("EVER SO PATIENT MERIDIAN CARRIER OF THE UNITED COASTAL AND OCEAN NAVIGATION ALLIANCE " * 4)[:299] + "X"


@dataclass(frozen=True)
class Ship:
    """A vessel or barge; `gross_tonnage` as on its tonnage certificate."""

    name: str
    imo: int
    mmsi: int
    gross_tonnage: int
    flag: str
    licence: str | None = None
    """Harbour craft licence, for example SB-1234A in Singapore."""

    @property
    def identifier(self) -> dict[str, object]:
        """The specification's vessel identifier."""
        return {"imo": self.imo, "mmsi": self.mmsi}


def imo_number(first_six: int) -> int:
    """A seven-digit IMO ship number from its first six digits (weights 7 to 2, last digit of the sum)."""
    total = sum(int(digit) * weight for digit, weight in zip(f"{first_six:06}", range(7, 1, -1), strict=True))
    return first_six * 10 + total % 10


def _fleet(rows: str, first: int, step: int) -> list[Ship]:
    ships: list[Ship] = []
    for index, row in enumerate(rows.strip().splitlines()):
        name, flag, tonnage, *licence = (part.strip() for part in row.split("|"))
        mmsi = _FLAGS[flag] * 1_000_000 + 100_000 + (index * 7919 + first * 31) % 899_999
        number = imo_number(first + index * step)
        ships.append(Ship(name, number, mmsi, int(tonnage), flag, licence[0] if licence else None))
    return ships


VESSELS: list[Ship] = _fleet(
    f"""
    CORAL HERALD | SG | 94310
    NORDLYS TERN | NO | 51204
    HALCYON MERIDIAN | LR | 141950
    MV JADE PROSPECTOR | HK | 60233
    海丰远航 | CN | 36102
    نجمة الخليج | AE | 28417
    ATLANTIC WREN | MH | 43719
    PACIFIC LINNET | PA | 31264
    ESTUARY PRIDE | LR | 18334
    BOREAL CURLEW | MT | 81002
    SOUTHERN PETREL | NZ | 25888
    KESTREL BAY | MH | 115406
    IBERIAN SWIFT | ES | 23077
    LADY ANNEKE | NL | 9611
    VALIANT OSPREY | LR | 151200
    GOLDEN SANDPIPER | SG | 74986
    SAHYADRI STAR | IN | 40128
    HAEDONG PIONEER | KR | 118745
    METHANE BLUEBELL | MT | 113300
    ARCTIC PLOVER LNG | NO | 127514
    GREEN HERON | SE | 32991
    OCEAN QUILL | PA | 22863
    TASMAN DRIFTER | AU | 19960
    CARIBBEAN LAPWING | PA | 57744
    OPAL NAVIGATOR | LR | 92415
    RHINE MERCHANT | NL | 16810
    {LONG_NAME} | MH | 65101
    STELLA CYGNI | MT | 145011
    MINERVA STRAIT | HK | 88214
    BLUE AVOCET | SG | 29877
    """,
    _FIRST_IMO,
    811,
)

BARGES: dict[str, list[Ship]] = {
    "SGSIN": _fleet(
        "MARINE PETREL | SG | 4120 | SB-0417C\nSEA DRONGO | SG | 6870 | SB-1182A\nLUMEN GAS 1 | SG | 9850 | SB-2206F",
        152_018,
        373,
    ),
    "NLRTM": _fleet("MAAS SPOONBILL | NL | 2980\nVLIET STORK | NL | 3105\nNORDSEE METHANA | NL | 7440", 153_401, 373),
    "AEFJR": _fleet("GULF SANDGROUSE | AE | 5210\nKHOR BULBUL | AE | 4470", 154_809, 373),
    "GIGIB": _fleet("ROCK SWALLOW | GI | 3380", 156_007, 373),
    "ESALG": _fleet("BAHIA GARZA | ES | 3920", 156_911, 373),
    "USHOU": _fleet("BAYOU KILLDEER | US | 2740\nGULF BREEZE 12 | US | 3015", 157_733, 373),
    "CNZOS": _fleet("浙海供油 18 | CN | 4990\nZHE HAI SUPPLY 6 | CN | 4760", 158_640, 373),
    "PABLB": _fleet("ISTMO FRIGATE | PA | 3610", 159_512, 373),
    "BEANR": _fleet("SCHELDE RAIL | BE | 2555", 160_413, 373),
    "INBOM": _fleet("KONKAN EGRET | IN | 2890", 161_317, 373),
    "KRPUS": _fleet("DONGBAEK 7 | KR | 3340", 162_209, 373),
    "AUSYD": _fleet("HARBOUR GANNET | AU | 3222", 163_141, 373),
    "NZAKL": _fleet("WAITEMATA SHAG | NZ | 2410", 164_057, 373),
    "SEGOT": _fleet("GÖTA EIDER | SE | 2675", 165_029, 373),
}


_BY_IMO = {ship.imo: ship for ship in (*VESSELS, *(barge for barges in BARGES.values() for barge in barges))}


def ship_by_imo(imo: object) -> Ship | None:
    """The ship of the demo world with this IMO number."""
    return _BY_IMO.get(imo) if isinstance(imo, int) else None
