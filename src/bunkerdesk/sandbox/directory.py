"""Companies and what belongs to them, in memory with every change written through; and the reference data."""

import uuid
from collections.abc import Iterable
from typing import Any
from zoneinfo import ZoneInfo

from bunkerdesk.contract import jsontext
from bunkerdesk.rules.ports import shipped, zone_named
from bunkerdesk.sandbox.store import Store

JsonObject = dict[str, Any]

_LOADING = "Loading"


def is_active(entity: JsonObject) -> bool:
    """Tell whether an entity of a company or of a counterpart may be chosen anew."""
    return entity.get("isActive", True) is not False


class Directory:
    """Answers who is who; opened once on a seeded store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._held: dict[str, dict[str, dict[str, JsonObject]]] = {}
        for kind, owner, key, document in store.directory():
            self._held.setdefault(kind, {}).setdefault(owner, {})[key] = document
        self._ports = shipped()

    def _of(self, kind: str, owner: str = "") -> dict[str, JsonObject]:
        return self._held.get(kind, {}).get(owner, {})

    def _put(self, kind: str, owner: str, key: str, document: JsonObject) -> JsonObject:
        self._store.put_directory(kind, owner, key, document)
        self._held.setdefault(kind, {}).setdefault(owner, {})[key] = document
        return document

    # companies

    def company(self, identifier: str | None) -> JsonObject | None:
        return self._of("company").get(identifier or "")

    def company_named(self, name: str) -> str | None:
        """The identifier of the company of a name; case and outer blanks do not matter."""
        wanted = name.strip().casefold()
        for identifier, company in self._of("company").items():
            if str(company["name"]).strip().casefold() == wanted:
                return identifier
        return None

    def suggest_company(self, name: str) -> str:
        """Register a company suggestion; the same name gets the same identifier."""
        identifier = str(uuid.uuid5(uuid.NAMESPACE_OID, jsontext.write(name.strip().casefold()).decode()))
        suggestion = {
            "identifier": identifier,
            "name": name.strip(),
            "estimated_alongside_time_enabled": False,
            "fuel_configuration_enabled": False,
            "brand_mappings": [],
            "is_client": None,
        }
        self._put("company", "", identifier, suggestion)
        return identifier

    # entities, counterparts, contracts

    def entities(self, company: str) -> list[JsonObject]:
        return list(self._of("entity", company).values())

    def active_entity(self, company: str, reference: str) -> bool:
        """Tell whether the reference names an active entity of the company."""
        entity = self._of("entity", company).get(reference)
        return entity is not None and is_active(entity)

    def counterparts(self, owner: str) -> list[JsonObject]:
        return list(self._of("counterpart", owner).values())

    def counterpart(self, owner: str, reference: str) -> JsonObject | None:
        """A counterpart entity that the owner keeps, active or not."""
        return self._of("counterpart", owner).get(reference)

    def company_of_counterpart(self, owners: Iterable[str], reference: str) -> str | None:
        """Whose entity the first of the owners keeps under a reference."""
        kept = filter(None, (self.counterpart(owner, reference) for owner in owners))
        return next((str(entity["companyIdentifier"]) for entity in kept if entity.get("companyIdentifier")), None)

    def put_counterpart(self, owner: str, document: JsonObject) -> JsonObject:
        return self._put("counterpart", owner, document["reference"], document)

    def contracts(self, owner: str) -> list[JsonObject]:
        return list(self._of("contract", owner).values())

    def put_contract(self, owner: str, document: JsonObject) -> JsonObject:
        return self._put("contract", owner, document["reference"], document)

    # asset operators

    def operator_entities(self, owner: str, operator: str) -> list[str] | None:
        """The owner's entities an operator may act for; None when it has not been appointed."""
        relation = self._of("relation", owner).get(operator)
        return None if relation is None else list(relation["company_entity_references"])

    def asset_operators(self, company: str) -> JsonObject:
        """The answer of GET /v1/asset-operators/companies."""
        relations = self._held.get("relation", {})
        return {
            "companiesIAmOperatorFor": [
                self._relation(owner, relation[company]) for owner, relation in relations.items() if company in relation
            ],
            "myAssetOperators": [
                self._relation(operator, relation) for operator, relation in self._of("relation", company).items()
            ],
        }

    def _relation(self, other: str, relation: JsonObject) -> JsonObject:
        company = self.company(other) or {}
        return {
            "companyIdentifier": other,
            "companyName": company.get("name", other),
            "companyEntityReferences": list(relation["company_entity_references"]),
        }

    # reference data

    def fuel_types(self) -> list[JsonObject]:
        return list(self._of("fuel_type").values())

    def standards(self) -> list[JsonObject]:
        return [
            {
                "code": standard["code"],
                "name": standard["name"],
                "type": standard["type"],
                "fuelTypes": standard["fuel_types"],
            }
            for standard in self._of("standard").values()
        ]

    def is_loading(self, code: str | None) -> bool:
        """A loading operation is one whose operation standard is of type `Loading`."""
        return self._of("standard").get(code or "", {}).get("type") == _LOADING

    def fuel_allowed(self, fuel_type: str, standard: str | None) -> bool:
        """Tell whether an operation standard admits a fuel type; an unknown standard admits all."""
        names = self._of("standard").get(standard or "", {}).get("fuel_types")
        return not names or fuel_type in names

    def brand_mappings(self, company: str) -> list[JsonObject]:
        """The company's configured brands (`brand`, `fuel_type`, `grade`); none while fuel configuration is off."""
        held = self.company(company) or {}
        return list(held.get("brand_mappings", [])) if held.get("fuel_configuration_enabled") else []

    def port_name(self, code: str | None) -> str | None:
        port = self._of("port").get(code or "")
        return str(port["name"]) if port else self._ports.name(code) or None

    def port_zone(self, code: str | None) -> ZoneInfo | None:
        """The zone of a port's clock: the world's own, else the table of the world's ports, else unknown."""
        port = self._of("port").get(code or "")
        return zone_named(str(port["zone"])) if port else self._ports.zone(code)
