"""Reference data: fuel types and operation standards."""

from __future__ import annotations

from bunkerdesk.api.address import Paths
from bunkerdesk.api.answers import many
from bunkerdesk.api.caller import Caller
from bunkerdesk.api.orders import Order
from bunkerdesk.contract.reference import FuelType, OperationStandard


class ReferenceData:
    """Lists that change rarely."""

    def __init__(self, caller: Caller, paths: Paths) -> None:
        self._caller = caller
        self._paths = paths

    async def fuel_types(self) -> list[FuelType]:
        """Fuel types with the grades available for each."""
        return await many(self._caller, Order("GET", "/v1/fuel-types"), FuelType, ("fuelTypes",))

    async def operation_standards(self) -> list[OperationStandard]:
        """Operation standards; their path is an assumption (`NotFound.is_not_offered`)."""
        order = Order("GET", self._paths.operation_standards, is_path_assumed=True)
        return await many(self._caller, order, OperationStandard, ("operationStandards",))
