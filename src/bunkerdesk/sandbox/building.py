"""Builds the stored document of a nomination from what was sent: the rules that all upserts share."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from bunkerdesk.contract.enums import LEGACY_TRANSACTION_TYPES
from bunkerdesk.sandbox.directory import Directory
from bunkerdesk.sandbox.moments import later, local_text, same_instant
from bunkerdesk.sandbox.refusals import malformed, unacceptable

JsonObject = dict[str, Any]

_DELIVERY_ORDER = (
    "operationStandardCode",
    "bunkeringLocationCode",
    "bunkeringLocationName",
    "portBunkeringLocationCode",
    "bunkeringLocationDetails",
    "deliveryMethod",
    "berthTime",
    "pilotTime",
    "estimatedTimeOfBunkering",
    "estimatedAlongsideTime",
    "laycanStart",
    "laycanEnd",
    "estimatedTimeOfCompletion",
    "estimatedBunkeringDurationInMinutes",
    "supplierAssetBufferTimeInMinutes",
    "contractReference",
    "gasUpRequired",
    "coolDownRequired",
    "transactionType",
    "isBestEndeavourBasis",
)


class PortClock:
    """The clock of the bunkering port; at a port nobody knows, times keep the offset they came with."""

    def __init__(self, directory: Directory, delivery: JsonObject) -> None:
        codes = (delivery.get("bunkeringLocationCode"), delivery.get("portBunkeringLocationCode"))
        self._zone = next(filter(None, map(directory.port_zone, codes)), None)

    def text(self, moment: datetime) -> str:
        try:
            return local_text(moment, self._zone)
        except ValueError as error:
            raise malformed(f"A timestamp cannot be kept: {error}.") from error

    def after(self, text: str, minutes: int) -> str:
        """The local time some minutes later, across a change of offset too."""
        try:
            return self.text(datetime.fromisoformat(later(text, minutes)))
        except ValueError as error:
            raise malformed(f"A timestamp cannot be kept: {error}.") from error

    def localized(self, values: JsonObject) -> JsonObject:
        """A copy in which every moment is local text."""
        return {name: self.text(item) if isinstance(item, datetime) else item for name, item in values.items()}


def check_delivery(sent: JsonObject, acting: str, directory: Directory) -> None:
    """Refuse half a laycan (400), legacy transaction types and a disabled alongside time (422)."""
    if ("laycanStart" in sent) != ("laycanEnd" in sent):
        raise malformed("delivery.laycanStart and delivery.laycanEnd must be supplied together or both omitted.")
    if sent.get("transactionType") in LEGACY_TRANSACTION_TYPES:
        raise unacceptable("delivery.transactionType has a legacy value; use transfer or cargo.")
    company = directory.company(acting) or {}
    if "estimatedAlongsideTime" in sent and not company.get("estimated_alongside_time_enabled"):
        raise unacceptable("delivery.estimatedAlongsideTime is not enabled for the company.")
    if "laycanStart" in sent and sent["laycanStart"] > sent["laycanEnd"]:
        raise unacceptable("delivery.laycanStart must not be after delivery.laycanEnd.")


def build_delivery(sent: JsonObject, directory: Directory) -> JsonObject:
    """The delivery as answered: local times, the derived laycan and completion, the name of the port."""
    clock = PortClock(directory, sent)
    delivery = clock.localized({name: item for name, item in sent.items() if name != "estimatedTimeOfCompletion"})
    name = directory.port_name(sent.get("bunkeringLocationCode"))
    if name:
        delivery["bunkeringLocationName"] = name
    derive_times(delivery, clock, keep_laycan="laycanStart" in sent)
    return ordered(delivery)


def derive_times(delivery: JsonObject, clock: PortClock, *, keep_laycan: bool) -> None:
    """Set the completion, and the laycan [ETB, ETB + duration] unless it was given."""
    begin, minutes = delivery.get("estimatedTimeOfBunkering"), delivery.get("estimatedBunkeringDurationInMinutes")
    if begin is None or minutes is None:
        return
    delivery["estimatedTimeOfCompletion"] = clock.after(begin, minutes)
    if not keep_laycan:
        delivery["laycanStart"], delivery["laycanEnd"] = begin, delivery["estimatedTimeOfCompletion"]


def laycan_is_derived(delivery: JsonObject) -> bool:
    """Tell whether the stored laycan follows from the bunkering time, so that it moves with it."""
    return same_instant(delivery.get("laycanStart"), delivery.get("estimatedTimeOfBunkering")) and same_instant(
        delivery.get("laycanEnd"), delivery.get("estimatedTimeOfCompletion")
    )


def ordered(delivery: JsonObject) -> JsonObject:
    """The fields in the specification's order."""
    return {name: delivery[name] for name in _DELIVERY_ORDER if name in delivery}


def check_fuels(fuels: list[JsonObject]) -> None:
    """Refuse a range whose minimum exceeds its maximum (422)."""
    for index, fuel in enumerate(fuels):
        quantities = fuel.get("quantityRange", {})
        least, most = quantities.get("minQuantity"), quantities.get("maxQuantity")
        if least is not None and most is not None and Decimal(least) > Decimal(most):
            raise unacceptable(f"fuelSpecifications[{index}].quantityRange: minQuantity exceeds maxQuantity.")


def check_asset(asset: JsonObject, method: str | None, *, loading: bool = False) -> JsonObject:
    """The asset without empty parts; refuse a terminal for a vessel delivery and the reverse (422)."""
    kept = {name: value for name, value in asset.items() if value}
    if not kept:
        return {}
    if loading and set(kept) != {"terminalName"}:
        raise unacceptable("On a loading operation the supplier's asset must be a terminal.")
    if loading:
        return kept
    if method == "vessel" and "vessel" not in kept:
        raise unacceptable("A vessel delivery needs a vessel as the supplier's asset.")
    if method in ("terminal", "truck") and "terminalName" not in kept:
        raise unacceptable(f"A {method} delivery needs a terminalName as the supplier's asset.")
    return kept


def check_operator(directory: Directory, identifier: str | None) -> str | None:
    """The asset operator's company; empty leaves it unset, an unknown one is 422."""
    if not identifier:
        return None
    if directory.company(identifier) is None:
        raise unacceptable("assetOperatorCompanyIdentifier names no known company.")
    return identifier


def check_counterpart(directory: Directory, owners: tuple[str, ...], reference: str, receiver: str | None) -> None:
    """A counterpart entity must belong to the receiver company (422); whether it is active is not asked of this one."""
    for owner in owners:
        entity = directory.counterpart(owner, reference)
        if entity is not None and receiver is not None and entity.get("companyIdentifier") == receiver:
            return
    raise unacceptable("receiver.counterpartEntityReference does not belong to the receiver company.")


def without_empty(values: JsonObject) -> JsonObject:
    """A copy without empty texts and objects, which leave a field unset."""
    return {name: item for name, item in values.items() if item not in ("", {})}
