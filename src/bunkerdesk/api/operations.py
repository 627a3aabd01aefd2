"""Bunkering operations: read one, read all that share a reference."""

from __future__ import annotations

from bunkerdesk.api.address import segment
from bunkerdesk.api.answers import is_about, many, one
from bunkerdesk.api.caller import Caller
from bunkerdesk.api.orders import Order
from bunkerdesk.contract.operation import Operation


class Operations:
    """Operations in which the caller's company is supplier or receiver."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    async def read(self, reference: str) -> Operation:
        """Read one; raises `SharedReference` where several share the reference, `NotFound` where there is none."""
        order = Order("GET", f"/v1/operations/{segment(reference)}", is_single_read=True)
        return await one(self._caller, order, Operation, reference)

    async def read_all(self, reference: str) -> list[Operation]:
        """Read every accessible operation with the reference, most recently changed first."""
        order = Order("GET", f"/v1/operations/{segment(reference)}/all")
        found = await many(self._caller, order, Operation, ("operations",))
        return [operation for operation in found if is_about(operation, reference)]
