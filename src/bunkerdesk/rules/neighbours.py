"""The other nominations a new one may clash with or repeat, indexed for checks as one types."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from bunkerdesk.contract.nomination import NominationBody, Receiver
from bunkerdesk.rules.schedule import Occupation, occupation

CLOSE = timedelta(days=3)
"""Two nominations of one vessel at one port within this span are likely the same stem."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another nomination or draft; `key` tells it from the checked one even under the same reference."""

    key: Hashable
    reference: str
    body: NominationBody


def vessel_key(receiver: Receiver | None) -> str:
    """One text for the receiving vessel: its IMO number, else its folded name."""
    if receiver is None:
        return ""
    identifier = receiver.vessel_identifier
    if identifier and identifier.imo:
        return f"imo:{identifier.imo}"
    return " ".join((receiver.vessel_name or "").casefold().split())


def fuel_keys(body: NominationBody) -> set[str]:
    """Fuel types and grades, folded."""
    fuels = body.fuel_specifications or []
    return {text.casefold() for fuel in fuels for text in (fuel.fuel_type, fuel.grade) if text}


class Neighbours:
    """Built once from what the desk knows; each question looks at a handful of candidates."""

    def __init__(self, known: Iterable[Neighbour] = ()) -> None:
        """Index the known nominations; cancelled ones neither occupy nor repeat anything."""
        self._references: dict[str, list[Neighbour]] = defaultdict(list)
        self._by_asset: dict[str, list[tuple[Neighbour, Occupation]]] = defaultdict(list)
        self._by_call: dict[tuple[str, str], list[Neighbour]] = defaultdict(list)
        for neighbour in known:
            self._references[neighbour.reference].append(neighbour)
            if getattr(neighbour.body, "status", None) == "cancelled":
                continue
            busy = occupation(neighbour.key, neighbour.body)
            if busy:
                self._by_asset[busy.asset].append((neighbour, busy))
            self._by_call[_call(neighbour.body)].append(neighbour)

    def with_reference(self, reference: str, key: Hashable) -> list[Neighbour]:
        """Others under the same reference."""
        return [each for each in self._references.get(reference, ()) if each.key != key]

    def on_asset(self, own: Occupation) -> Iterator[tuple[Neighbour, Occupation]]:
        """Others that occupy the same asset at the same time, buffer time included."""
        for neighbour, busy in self._by_asset.get(own.asset, ()):
            if neighbour.key != own.key and busy.start < own.free_at and own.start < busy.free_at:
                yield neighbour, busy

    def look_alikes(self, body: NominationBody, key: Hashable) -> Iterator[tuple[Neighbour, timedelta]]:
        """Others with the same vessel, port and fuel within three days, and how far apart they are."""
        vessel, port = _call(body)
        begin = body.delivery.estimated_time_of_bunkering if body.delivery else None
        if not vessel or not port or begin is None or begin.tzinfo is None:
            return
        fuels = fuel_keys(body)
        for neighbour in self._by_call.get((vessel, port), ()):
            delivery = neighbour.body.delivery
            other = delivery.estimated_time_of_bunkering if delivery else None
            if neighbour.key == key or other is None or other.tzinfo is None or abs(other - begin) > CLOSE:
                continue
            if fuels & fuel_keys(neighbour.body):
                yield neighbour, abs(other - begin)


def _call(body: NominationBody) -> tuple[str, str]:
    return vessel_key(body.receiver), (body.delivery.bunkering_location_code or "") if body.delivery else ""
