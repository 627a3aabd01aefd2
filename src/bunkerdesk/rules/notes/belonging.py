"""Which nominations an operation belongs to where several share its reference."""

from collections.abc import Sequence

from bunkerdesk.contract.enums import NominationStatus
from bunkerdesk.contract.nomination import NominationBody
from bunkerdesk.contract.operation import Operation
from bunkerdesk.rules.identifiers import folded_name, imo_in

_SHIP, _PORT, _ASSET = 4, 2, 1


def belonging(operation: Operation, nominations: Sequence[NominationBody]) -> tuple[NominationBody, ...]:
    """The nominations whose ship, port and barge fit best; all of them where none is nearer than another.

    A single nomination is always the one: what differs from it is for the rules to say. Cancelled ones count only
    where there is nothing else.
    """
    standing = [body for body in nominations if getattr(body, "status", None) != NominationStatus.CANCELLED]
    chosen = standing or list(nominations)
    if len(chosen) < 2:
        return tuple(chosen)
    points = [_points(operation, body) for body in chosen]
    most = max(points)
    return tuple(body for body, reached in zip(chosen, points, strict=True) if reached == most)


def _points(operation: Operation, body: NominationBody) -> int:
    return _SHIP * _is_ship(operation, body) + _PORT * _is_port(operation, body) + _ASSET * _is_asset(operation, body)


def _is_ship(operation: Operation, body: NominationBody) -> bool:
    sailed, asked = operation.receiver, body.receiver
    if sailed is None or asked is None:
        return False
    number = asked.vessel_identifier.imo if asked.vessel_identifier else None
    if number is not None and imo_in(sailed.vessel_identifier) is not None:
        return number == imo_in(sailed.vessel_identifier)
    return bool(asked.vessel_name and sailed.vessel_name) and folded_name(asked.vessel_name or "") == folded_name(
        sailed.vessel_name or ""
    )


def _is_port(operation: Operation, body: NominationBody) -> bool:
    asked = (body.delivery.bunkering_location_code if body.delivery else None) or ""
    return bool(asked) and asked.strip().upper() == (operation.bunkering_location_code or "").strip().upper()


def _is_asset(operation: Operation, body: NominationBody) -> bool:
    named = body.supplier.asset_identifier if body.supplier else None
    number = named.vessel.imo if named and named.vessel else None
    return number is not None and number == imo_in(operation.supplier.asset_identifier if operation.supplier else None)
