"""What the boxes of the editor offer: reference data, ports, enumerations. Free entry is always possible. No Qt."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.models.editor_fields import FUELS, Field, Kind, value_at
from bunkerdesk.rules import wording
from bunkerdesk.rules.ports import HUBS, Ports

MOST = 12


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose: the value, what stands for it in the field, and a dim word beside it."""

    value: Any
    text: str
    detail: str = ""
    fills: tuple[tuple[str, Any], ...] = ()
    """Further values that come with it: (path, value)."""

    @property
    def spellings(self) -> set[str]:
        """Typed texts that mean this option, folded."""
        whole = f"{self.text} {self.detail}".strip()
        return {spelling.casefold() for spelling in (str(self.value), self.text, self.detail, whole) if spelling}


@dataclass(frozen=True, slots=True)
class Vessel:
    """A ship seen before."""

    imo: int
    name: str


@dataclass(slots=True)
class Sources:
    """Where options come from; `reference_data` answers a list by its kind, empty where never seen."""

    reference_data: Callable[[str], Sequence[JsonObject]]
    ports: Callable[[], Ports]
    vessels: Callable[[], Sequence[Vessel]] = field(default=tuple)
    own_company: str = ""


_LISTS: Mapping[Kind, tuple[str, ...]] = {
    Kind.STANDARD: ("operation_standards", "code", "operationStandardCode", "name"),
    Kind.OWN_ENTITY: ("company_entities", "reference"),
    Kind.COUNTERPART: ("counterpart_entities", "reference"),
    Kind.COMPANY: ("counterpart_entities", "companyIdentifier"),
    Kind.COMPANY_NAME: ("counterpart_entities", "name"),
    Kind.CONTRACT: ("contracts", "reference", "contractReference"),
    Kind.FUEL_TYPE: ("fuel_types", "name"),
}
"""The list, and the fields that may hold the value: where none is shown, the first that is there counts."""
_RELATIONS = {Kind.OPERATED: "companiesIAmOperatorFor", Kind.OPERATOR: "myAssetOperators"}
_ENUMERATIONS = {"type": "stakeholderType"}


class Options:
    """The options of each field, from what is in the local store."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._kept: dict[tuple[object, ...], list[Option]] = {}
        self._ports: dict[str, Option | None] = {}
        self._zones: dict[str, ZoneInfo | None] = {}

    @property
    def ports(self) -> Ports:
        """The table of ports."""
        return self._sources.ports()

    def ship_names(self) -> tuple[str, ...]:
        """Names of the ships seen before."""
        return tuple(ship.name for ship in self._sources.vessels())

    def forget(self) -> None:
        """Reference data changed."""
        self._kept.clear()

    def zone(self, code: object) -> ZoneInfo | None:
        """The clock of a port; the table is a long text, so each code is looked up once."""
        if not isinstance(code, str):
            return None
        if code not in self._zones:
            self._zones[code] = self.ports.zone(code)
        return self._zones[code]

    def port(self, code: object) -> Option | None:
        """The port of a code; None where the table does not have it."""
        if not isinstance(code, str):
            return None
        if code not in self._ports:
            port = self.ports.find(code)
            self._ports[code] = _port(port.code, port.name, port.country) if port else None
        return self._ports[code]

    def standard_types(self) -> dict[str, str]:
        """Operation standard code to its type."""
        rows = self._sources.reference_data("operation_standards")
        pairs = ((_word(row, *_LISTS[Kind.STANDARD][1:]), _word(row, "type")) for row in rows)
        return {code: kind for code, kind in pairs if code}

    def of(self, asked: Field, document: JsonObject, index: int | None = None) -> list[Option]:
        """Every option of a field; ports are found by `matching` only."""
        said = value_at(document, f"{FUELS}[{index}].fuelType") if asked.kind in (Kind.GRADE, Kind.BRAND) else None
        fuel = said if isinstance(said, str) else None
        key = (asked.kind, asked.key.rpartition(".")[2], fuel)
        if key not in self._kept:
            self._kept[key] = list(self._made(asked, fuel))
        return self._kept[key]

    def matching(self, asked: Field, text: str, document: JsonObject, index: int | None = None) -> list[Option]:
        """Options for typed text, best first; all of them for an empty text."""
        if asked.kind is Kind.PORT:
            return [_port(port.code, port.name, port.country) for port in self.ports.search(text, MOST)]
        options = self.of(asked, document, index)
        words = text.casefold().split()
        if not words:
            return options
        found = [
            option
            for option in options
            if all(word in f"{option.value} {option.text} {option.detail}".casefold() for word in words)
        ]
        first = text.casefold().strip()
        return sorted(found, key=lambda option: not option.text.casefold().startswith(first))

    def meant(self, asked: Field, text: str, document: JsonObject, index: int | None = None) -> Option | None:
        """The option a typed text stands for exactly, if there is just one."""
        wanted = " ".join(text.casefold().split())
        if asked.kind is Kind.PORT:
            return self._port(wanted)
        found = [option for option in self.of(asked, document, index) if wanted in option.spellings]
        exact = [option for option in found if str(option.value).casefold() == wanted]
        return (exact or found)[0] if len(exact or found) == 1 or exact else None

    def named(self, asked: Field, value: Any, document: JsonObject, index: int | None = None) -> Option | None:
        """The option of a value."""
        if asked.kind is Kind.PORT:
            return self.port(value)
        return next((option for option in self.of(asked, document, index) if option.value == value), None)

    def _port(self, wanted: str) -> Option | None:
        code, _, name = wanted.partition(" ")
        port = self.ports.find(code)
        if port is not None and (not name or port.name.casefold() == name):
            return _port(port.code, port.name, port.country)
        found = [each for each in self.ports.search(wanted, 3) if each.name.casefold() == wanted] if wanted else []
        if len(found) == 1 or (found and found[0].code in HUBS):
            # Of several of one name the great bunkering port is meant; its code and clock stand in the field.
            return _port(found[0].code, found[0].name, found[0].country)
        return None

    def _made(self, asked: Field, fuel: object) -> Iterable[Option]:
        match asked.kind:
            case Kind.FLAG:
                return [Option(True, "Yes"), Option(False, "No")]
            case Kind.CHOICE:
                name = asked.key.rpartition(".")[2]
                words = wording.choices(_ENUMERATIONS.get(name, name))
                return [Option(value, word) for value, word in words.items()]
            case Kind.GRADE | Kind.BRAND:
                return self._grades(fuel) if asked.kind is Kind.GRADE else self._brands(fuel)
            case Kind.OPERATED | Kind.OPERATOR:
                return self._companies(_RELATIONS[asked.kind])
            case Kind.VESSEL_NAME | Kind.IMO:
                return self._vessels(asked.kind)
            case _:
                return self._listed(asked.kind)

    def _vessels(self, kind: Kind) -> list[Option]:
        ships = self._sources.vessels()
        if kind is Kind.IMO:
            return [Option(ship.imo, str(ship.imo), ship.name) for ship in ships]
        number = "receiver.vesselIdentifier.imo"
        return [Option(ship.name, ship.name, f"IMO {ship.imo}", ((number, ship.imo),)) for ship in ships]

    def _listed(self, kind: Kind) -> list[Option]:
        kept_as, *keys = _LISTS.get(kind, ("",))
        options: dict[str, Option] = {}
        for row in self._sources.reference_data(kept_as) if kept_as else ():
            value = _word(row, *keys)
            if value and row.get("isActive", True) is not False:
                name = _word(row, "name")
                options.setdefault(value, Option(value, value, name if name != value else ""))
        return list(options.values())

    def _grades(self, fuel: object) -> list[Option]:
        rows = self._sources.reference_data("fuel_types")
        own = next((row.get("grades") for row in rows if fuel and row.get("name") == fuel), None)
        values = own if isinstance(own, list) and own else list(wording.choices("grade"))
        return [Option(value, wording.word("grade", value)) for value in values if isinstance(value, str)]

    def _brands(self, fuel: object) -> list[Option]:
        """Brands are not listed by the service; those of the fuel types are offered where it adds them."""
        rows = [row for row in self._sources.reference_data("fuel_types") if not fuel or row.get("name") == fuel]
        lists = [row["brands"] for row in rows if isinstance(row.get("brands"), list)]
        found = [brand for brands in lists for brand in brands if isinstance(brand, str)]
        return [Option(brand, brand) for brand in dict.fromkeys(found)]

    def _companies(self, side: str) -> list[Option]:
        options = []
        for relations in self._sources.reference_data("asset_operators"):
            items = relations.get(side)
            for row in items if isinstance(items, list) else ():
                said = row if isinstance(row, dict) else {"companyIdentifier": row}  # the shape is not shown
                identifier = _word(said, "companyIdentifier")
                if identifier:
                    options.append(Option(identifier, identifier, _word(said, "companyName")))
        return options


def _word(row: JsonObject, *keys: str) -> str:
    """The text in the first of the fields that has one; what is no text is nothing to choose."""
    return next((value for key in keys if isinstance(value := row.get(key), str) and value), "")


def _port(code: str, name: str, country: str) -> Option:
    return Option(code, f"{code} {name}", country)
