"""The other nominations a new one may clash with or repeat, indexed for checks as one types."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from bunkerdesk.contract.nomination import NominationBody, Receiver
from bunkerdesk.rules.identifiers import folded_name
from bunkerdesk.rules.ports import code_of
from bunkerdesk.rules.schedule import Occupation, is_same, occupation, ship_keys

CLOSE = timedelta(days=3)
"""Two nominations of one vessel at one port within this span are likely the same stem."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another nomination or draft; `key` tells it from the checked one even under the same reference."""

    key: Hashable
    reference: str
    body: NominationBody


def vessel_keys(receiver: Receiver | None) -> set[str]:
    """One text for each identifier of the receiving vessel: IMO number, MMSI, external id, folded name."""
    if receiver is None:
        return set()
    name = folded_name(receiver.vessel_name or "")
    return {*ship_keys(receiver.vessel_identifier), *((f"name:{name}",) if name else ())}


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
                for asset in (busy.asset, *busy.also):
                    self._by_asset[asset].append((neighbour, busy))
            for call in _calls(neighbour.body):
                self._by_call[call].append(neighbour)

    def with_reference(self, reference: str, key: Hashable) -> list[Neighbour]:
        """Others under the same reference."""
        return [each for each in self._references.get(reference, ()) if each.key != key]

    def on_asset(self, own: Occupation) -> Iterator[tuple[Neighbour, Occupation]]:
        """Others that occupy the same asset at the same time, buffer time included."""
        seen: set[Hashable] = {own.key}
        for asset in (own.asset, *own.also):
            for neighbour, busy in self._by_asset.get(asset, ()):
                if neighbour.key not in seen and busy.meets(own) and busy.is_of_same_asset(own):
                    seen.add(neighbour.key)
                    yield neighbour, busy

    def look_alikes(self, body: NominationBody, key: Hashable) -> Iterator[tuple[Neighbour, timedelta]]:
        """Others with the same vessel, port and fuel within three days, and how far apart they are."""
        begin = body.delivery.estimated_time_of_bunkering if body.delivery else None
        if begin is None or begin.tzinfo is None:
            return
        fuels, vessel, seen = fuel_keys(body), vessel_keys(body.receiver), {key}
        for neighbour in (each for call in _calls(body) for each in self._by_call.get(call, ())):
            if neighbour.key in seen:
                continue
            seen.add(neighbour.key)
            delivery = neighbour.body.delivery
            other = delivery.estimated_time_of_bunkering if delivery else None
            if other is None or other.tzinfo is None or abs(other - begin) > CLOSE:
                continue
            if fuels & fuel_keys(neighbour.body) and is_same(vessel, vessel_keys(neighbour.body.receiver)):
                yield neighbour, abs(other - begin)


def _calls(body: NominationBody) -> list[tuple[str, str]]:
    """The vessel by each of its identifiers, with the port."""
    port = code_of(body.delivery.bunkering_location_code or "") if body.delivery else ""
    return [(vessel, port) for vessel in sorted(vessel_keys(body.receiver))] if port else []
