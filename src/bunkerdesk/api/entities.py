"""Company and counterpart entities, contracts, asset operators."""

from __future__ import annotations

from bunkerdesk.api.address import Paths
from bunkerdesk.api.answers import Body, body_of, many, one, written
from bunkerdesk.api.caller import Caller
from bunkerdesk.api.orders import Order
from bunkerdesk.contract.entities import AssetOperators, CompanyEntity, Contract, CounterpartEntity

_COUNTERPARTS = "/v1/counterpart-entities"


class Entities:
    """The directory of the caller's company."""

    def __init__(self, caller: Caller, paths: Paths) -> None:
        self._caller = caller
        self._paths = paths

    async def company_entities(self) -> list[CompanyEntity]:
        """Entities of the caller's own company."""
        return await many(self._caller, Order("GET", "/v1/company-entities"), CompanyEntity, ("companyEntities",))

    async def counterpart_entities(self) -> list[CounterpartEntity]:
        """Entities of counterparties."""
        return await many(self._caller, Order("GET", _COUNTERPARTS), CounterpartEntity, ("counterpartEntities",))

    async def put_counterpart_entity(self, body: Body) -> CounterpartEntity | None:
        """Create or update a counterpart entity; e-mail and telephone number are optional."""
        order = Order("PUT", _COUNTERPARTS, body_of(body))
        return await written(self._caller, order, CounterpartEntity, "counterpartEntity")

    async def contracts(self) -> list[Contract]:
        """Contracts; the path for reading them is an assumption (`NotFound.is_not_offered`)."""
        order = Order("GET", self._paths.contracts, is_path_assumed=True)
        return await many(self._caller, order, Contract, ("contracts",))

    async def put_contract(self, body: Body) -> Contract | None:
        """Create or update a contract; its shape is not shown."""
        return await written(self._caller, Order("PUT", "/v1/contracts", body_of(body)), Contract, "contract")

    async def asset_operators(self) -> AssetOperators:
        """Companies the caller operates for, and its own asset operators."""
        return await one(self._caller, Order("GET", "/v1/asset-operators/companies"), AssetOperators)
