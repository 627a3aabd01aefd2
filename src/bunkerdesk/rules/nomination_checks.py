"""Checks N01-N12 before a nomination is sent: errors the service would refuse, warnings a colleague would give."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from decimal import Decimal
from enum import StrEnum, auto
from typing import TypeGuard

from bunkerdesk.contract.enums import LEGACY_TRANSACTION_TYPES, DeliveryMethod, TransactionType
from bunkerdesk.contract.nomination import AssetIdentifier, Delivery, Draft, NominationBody, Receiver, Supplier
from bunkerdesk.contract.resource import Resource, wire_name
from bunkerdesk.rules import identifiers, ports, quantities, schedule, wording
from bunkerdesk.rules.field_names import field_words
from bunkerdesk.rules.findings import Finding, Severity
from bunkerdesk.rules.neighbours import Neighbours
from bunkerdesk.rules.port_clock import offset_matches_port

ERROR, WARNING = Severity.ERROR, Severity.WARNING
_SPECIFICATION = "Interface specification"
_PRACTICE = "Desk practice"


class SentAs(StrEnum):
    """The upsert a nomination goes through."""

    SUPPLIER = auto()
    RECEIVER = auto()
    DRAFT = auto()


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a check knows besides the nomination itself."""

    sent_as: SentAs = SentAs.SUPPLIER
    zone: tzinfo | None = None
    """The port's clock, where it is known."""
    key: Hashable = None
    """Tells the checked nomination from its neighbours."""
    neighbours: Neighbours = field(default_factory=Neighbours)
    is_new: bool = False
    """Not yet at the service: its reference must be free."""
    is_loading: bool = False
    may_send_alongside_time: bool = False

    @property
    def must(self) -> Severity:
        """What a firm nomination must have, a draft may still lack."""
        return WARNING if self.sent_as is SentAs.DRAFT else ERROR


def check(body: NominationBody, around: Circumstances) -> list[Finding]:
    """All findings, in the order of the rules."""
    return [finding for rule in RULES for finding in rule(body, around)]


def _delivery(body: NominationBody) -> Delivery:
    return body.delivery or Delivery()


def _times(body: NominationBody) -> Iterator[tuple[str, datetime]]:
    holders: tuple[tuple[str, Resource | None], ...] = (
        ("", body if isinstance(body, Draft) else None),
        ("delivery.", body.delivery),
        ("receiver.", body.receiver),
    )
    for prefix, holder in holders:
        for name, value in holder or ():
            if isinstance(value, datetime) and name != "estimated_time_of_completion":
                yield f"{prefix}{wire_name(name)}", value


def bunkering_time(body: NominationBody, around: Circumstances) -> Iterator[Finding]:
    """N01: the bunkering time is there, every time has an offset, and it is the port's on that day."""
    if _delivery(body).estimated_time_of_bunkering is None:
        place = "delivery.estimatedTimeOfBunkering"
        source = f"{_SPECIFICATION}, Delivery"
        yield Finding("N01", around.must, "The estimated time of bunkering is missing", (), (place,), source)
    for place, moment in _times(body):
        clock, offset = wording.port_time(moment)
        if moment.tzinfo is None:
            sentence = f"{field_words(place)} has no UTC offset, the service refuses it"
            yield Finding("N01", ERROR, sentence, (clock,), (place,), f"{_SPECIFICATION}, Conventions 2")
        elif offset_matches_port(moment, around.zone) is False:
            port = wording.offset_words(moment.astimezone(around.zone))
            sentence = f"{field_words(place)} carries {offset}, the port's clock shows {port} that day"
            yield Finding("N01", WARNING, sentence, (offset, port), (place,), _PRACTICE)


def laycan(body: NominationBody, _: Circumstances) -> Iterator[Finding]:
    """N02: both ends of the laycan or none, in order, with the bunkering time inside."""
    holder, prefix = (body, "") if _has_top_laycan(body) else (_delivery(body), "delivery.")
    start, end = getattr(holder, "laycan_start", None), getattr(holder, "laycan_end", None)
    places = (f"{prefix}laycanStart", f"{prefix}laycanEnd")
    source = f"{_SPECIFICATION}, Delivery"
    if (start is None) != (end is None):
        missing = "start" if start is None else "end"
        sentence = f"The laycan has no {missing}: both ends are given or neither"
        yield Finding("N02", ERROR, sentence, (), places, source)
    if not (_is_aware(start) and _is_aware(end)):
        return
    ends = (_clock(start), _clock(end))
    if start >= end:
        sentence = "The laycan ends before it starts" if start > end else "The laycan ends the moment it starts"
        yield Finding("N02", ERROR, sentence, ends, places, source)
        return
    bunkering = _delivery(body).estimated_time_of_bunkering
    if _is_aware(bunkering) and not start <= bunkering <= end:
        sentence = "The bunkering time lies outside the laycan"
        figures = (_clock(bunkering), *ends)
        yield Finding("N02", WARNING, sentence, figures, ("delivery.estimatedTimeOfBunkering", *places), _PRACTICE)


def _has_top_laycan(body: NominationBody) -> bool:
    return isinstance(body, Draft) and (body.laycan_start is not None or body.laycan_end is not None)


def _is_aware(moment: datetime | None) -> TypeGuard[datetime]:
    return moment is not None and moment.tzinfo is not None


def _clock(moment: datetime) -> str:
    return " ".join(wording.port_time(moment))


def order_of_times(body: NominationBody, _: Circumstances) -> Iterator[Finding]:
    """N03: arrival, pilot and berth, bunkering, completion, departure follow each other."""
    delivery, receiver = _delivery(body), body.receiver or Receiver()
    finish = schedule.completion(delivery)
    steps = (
        (("receiver.estimatedTimeOfArrival", receiver.estimated_time_of_arrival),),
        (("delivery.pilotTime", delivery.pilot_time), ("delivery.berthTime", delivery.berth_time)),
        (("delivery.estimatedTimeOfBunkering", delivery.estimated_time_of_bunkering),),
        (("delivery.estimatedTimeOfCompletion", finish[0] if finish else None),),
        (("receiver.estimatedTimeOfDeparture", receiver.estimated_time_of_departure),),
    )
    latest: tuple[str, datetime] | None = None
    passed: dict[str, list[tuple[str, datetime]]] = {}
    ends: dict[str, datetime] = {}
    for step in steps:
        stated = [(place, moment) for place, moment in step if moment is not None and moment.tzinfo is not None]
        for place, moment in stated:
            if latest and moment < latest[1]:
                passed.setdefault(latest[0], []).append((place, moment))
                ends[latest[0]] = latest[1]
        latest = max([*stated, *([latest] if latest else [])], key=lambda pair: pair[1], default=None)
    for late, steps_before in passed.items():
        yield _late(late, ends[late], steps_before)


def _late(late: str, moment: datetime, before: list[tuple[str, datetime]]) -> Finding:
    """One finding for one late time, naming all that it has passed."""
    words = [field_words(before[0][0]), *(wording.first_lower(field_words(place)) for place, _ in before[1:])]
    subject = f"{wording.listed(words)} {'is' if len(words) == 1 else 'are'}"
    figures = (*(_clock(each) for _, each in before), _clock(moment))
    places = (*(place for place, _ in before), late)
    sentence = f"{subject} before {wording.first_lower(field_words(late))}"
    return Finding("N03", WARNING, sentence, figures, places, _PRACTICE)


def amounts(body: NominationBody, around: Circumstances) -> Iterator[Finding]:
    """N04: minimum below maximum, both above zero and within the service's limits."""
    for place, fuel in enumerate(body.fuel_specifications or ()):
        given = fuel.quantity_range
        path = f"fuelSpecifications[{place}].quantityRange"
        low, high = (given.min_quantity, given.max_quantity) if given else (None, None)
        for name, value in (("minQuantity", low), ("maxQuantity", high)):
            yield from _amount(f"{path}.{name}", value)
        if low is not None and high is not None and low > high:
            named = f" for {wording.fuel(fuel)}" if wording.fuel(fuel) else ""
            sentence = f"Maximum {wording.number(high)} is below minimum {wording.number(low)}{named}"
            figures = (wording.number(low), wording.number(high))
            yield Finding("N04", ERROR, sentence, figures, (f"{path}.maxQuantity", f"{path}.minQuantity"), _PRACTICE)
        if around.sent_as is not SentAs.DRAFT:
            yield from _without_ends(path, low, high)


def _without_ends(path: str, low: Decimal | None, high: Decimal | None) -> Iterator[Finding]:
    for name, value in (("minQuantity", low), ("maxQuantity", high)):
        if value is None:
            place = f"{path}.{name}"
            sentence = f"{field_words(place)} is missing; only drafts may leave it out"
            yield Finding("N04", WARNING, sentence, (), (place,), f"{_SPECIFICATION}, Fuel specification")


def _amount(place: str, value: Decimal | None) -> Iterator[Finding]:
    if value is None:
        return
    problem = quantities.limit_problem(value)
    if problem:
        yield Finding("N04", ERROR, problem, (wording.number(value),), (place,), f"{_SPECIFICATION}, Limits")
    if value <= 0:
        sentence = f"{field_words(place)} is not above zero"
        yield Finding("N04", ERROR, sentence, (wording.number(value),), (place,), _PRACTICE)


def supplying_asset(body: NominationBody, around: Circumstances) -> Iterator[Finding]:
    """N05: a vessel delivers with a vessel, a terminal or truck with a terminal name; loading is from a terminal."""
    method = _delivery(body).delivery_method
    asset = (body.supplier or Supplier()).asset_identifier or AssetIdentifier()
    vessel = asset.vessel
    has_vessel = vessel is not None and bool(vessel.imo or vessel.mmsi or vessel.external_id)
    source = f"{_SPECIFICATION}, Supplier"
    path = "supplier.assetIdentifier"
    if around.is_loading and around.sent_as is SentAs.RECEIVER and not asset.terminal_name:
        sentence = "A loading operation needs the terminal's name as supplying asset"
        yield Finding("N05", ERROR, sentence, (), (f"{path}.terminalName",), f"{_SPECIFICATION}, receiver upsert 2")
    elif method == DeliveryMethod.VESSEL and not has_vessel:
        sentence = "A delivery by vessel needs the supplying vessel: IMO number, MMSI or external ID"
        severity = around.must if asset.terminal_name else WARNING
        yield Finding("N05", severity, sentence, (), (f"{path}.vessel.imo", "delivery.deliveryMethod"), source)
    elif method in (DeliveryMethod.TERMINAL, DeliveryMethod.TRUCK) and not asset.terminal_name:
        sentence = "A delivery from a terminal or by truck needs the terminal's name"
        yield Finding("N05", around.must, sentence, (), (f"{path}.terminalName", "delivery.deliveryMethod"), source)


def parties(body: NominationBody, around: Circumstances) -> Iterator[Finding]:
    """N06: exactly one of the receiver's identifier and name; the supplier's identifier when sent as receiver."""
    is_transfer = _delivery(body).transaction_type == TransactionType.TRANSFER
    receiver = body.receiver or Receiver()
    places = ("receiver.companyIdentifier", "receiver.companyName")
    if around.sent_as is SentAs.RECEIVER:
        if not is_transfer and not (body.supplier or Supplier()).company_identifier:
            sentence = "The supplier's company identifier is needed unless this is a transfer"
            source = f"{_SPECIFICATION}, receiver upsert 2"
            yield Finding("N06", ERROR, sentence, (), ("supplier.companyIdentifier",), source)
        return
    source = f"{_SPECIFICATION}, supplier upsert 3"
    if receiver.company_identifier and receiver.company_name and around.sent_as is SentAs.SUPPLIER:
        sentence = "The receiver is given by identifier and by name: exactly one is allowed"
        figures = (receiver.company_identifier, receiver.company_name)
        yield Finding("N06", ERROR, sentence, figures, places, source)
    is_derivable = around.sent_as is SentAs.DRAFT and bool(receiver.counterpart_entity_reference)
    if not (receiver.company_identifier or receiver.company_name or is_transfer or is_derivable):
        sentence = "The receiver's company is missing: its identifier or its name"
        yield Finding("N06", around.must, sentence, (), places, source)


def asset_overlap(body: NominationBody, around: Circumstances) -> Iterator[Finding]:
    """N07: the supplying asset is busy with another nomination, buffer time included."""
    own = schedule.occupation(around.key, body)
    if own is None:
        return
    for other, busy in around.neighbours.on_asset(own):
        zone = own.start.tzinfo
        until = busy.free_at.astimezone(zone)
        when = f"{wording.date_words(until.date())} {until:%H:%M}"
        by_buffer = busy.end <= own.start or own.end <= busy.start
        tail = ", buffer included" if busy.free_at > busy.end or (by_buffer and busy.start != own.start) else ""
        taken = f"busy until {when}" if busy.free_at > own.start else f"asked for at the same time, {when},"
        sentence = f"{_asset_words(body)} is {taken} with {other.reference}{tail}"
        figures = (_clock(busy.start), _clock(busy.free_at))
        places = ("supplier.assetIdentifier", "delivery.estimatedTimeOfBunkering")
        yield Finding("N07", WARNING, sentence, figures, places, _PRACTICE)


_KINDS = {"imo": "IMO", "mmsi": "MMSI"}


def _asset_words(body: NominationBody) -> str:
    kind, _, value = schedule.asset_key(body.supplier.asset_identifier if body.supplier else None).partition(":")
    if kind == "terminal" and body.supplier and body.supplier.asset_identifier:
        return body.supplier.asset_identifier.terminal_name or value
    return f"{_KINDS.get(kind, 'Asset')} {value}"


def look_alike(body: NominationBody, around: Circumstances) -> Iterator[Finding]:
    """N08: the same vessel, port and fuel within three days is likely the same stem."""
    for other, apart in around.neighbours.look_alikes(body, around.key):
        distance = wording.duration(round(apart.total_seconds() / 60)) if apart else "the same time"
        tail = f"{distance} apart" if apart else distance
        sentence = f"Looks like {other.reference}: same vessel, port and fuel, {tail}"
        places = ("receiver.vesselIdentifier", "delivery.bunkeringLocationCode", "delivery.estimatedTimeOfBunkering")
        yield Finding("N08", WARNING, sentence, (other.reference, distance), places, _PRACTICE)


def reference(body: NominationBody, around: Circumstances) -> Iterator[Finding]:
    """N09: the reference can be used, and is free when the nomination is new."""
    verdict = identifiers.client_reference(body.client_reference or "")
    if verdict.severity:
        source = f"{_SPECIFICATION}, Limits"
        yield Finding("N09", verdict.severity, verdict.sentence, (), ("clientReference",), source)
    elif around.is_new and around.neighbours.with_reference(verdict.value, around.key):
        sentence = f"{verdict.value} is already used: sending may change that one, or two would share it"
        source = f"{_SPECIFICATION}, Conventions 5"
        yield Finding("N09", WARNING, sentence, (verdict.value,), ("clientReference",), source)


def refused_fields(body: NominationBody, around: Circumstances) -> Iterator[Finding]:
    """N10: legacy transaction types and an alongside time that is not enabled are never sent."""
    delivery = _delivery(body)
    if delivery.transaction_type in LEGACY_TRANSACTION_TYPES:
        sentence = f"The transaction type {delivery.transaction_type} is refused: use transfer or cargo"
        figures = (str(delivery.transaction_type),)
        yield Finding("N10", ERROR, sentence, figures, ("delivery.transactionType",), f"{_SPECIFICATION}, Delivery")
    if delivery.estimated_alongside_time is not None and not around.may_send_alongside_time:
        sentence = "The service does not take an estimated alongside time from this company"
        places = ("delivery.estimatedAlongsideTime",)
        yield Finding("N10", ERROR, sentence, (), places, f"{_SPECIFICATION}, Delivery")


def vessel_numbers(body: NominationBody, _: Circumstances) -> Iterator[Finding]:
    """N11: IMO numbers have a right check digit, MMSI nine digits, and barge and receiver are two vessels."""
    asset = (body.supplier or Supplier()).asset_identifier
    barge = asset.vessel if asset else None
    receiving = (body.receiver or Receiver()).vessel_identifier
    for path, vessel in (("supplier.assetIdentifier.vessel", barge), ("receiver.vesselIdentifier", receiving)):
        rules: tuple[tuple[str, int | None, Callable[[int], identifiers.Verdict]], ...] = (
            ("imo", vessel.imo if vessel else None, identifiers.imo_number),
            ("mmsi", vessel.mmsi if vessel else None, identifiers.mmsi),
        )
        for name, number, rule in rules:
            verdict = rule(number) if number is not None else None
            if verdict and verdict.severity:
                source = "IMO resolution A.1117(30)" if name == "imo" else "ITU-R M.585"
                figures = (str(number), *filter(None, (verdict.suggestion,)))
                yield Finding("N11", verdict.severity, verdict.sentence, figures, (f"{path}.{name}",), source)
    if barge and receiving and barge.imo and barge.imo == receiving.imo:
        sentence = "The supplying and the receiving vessel have the same IMO number"
        places = ("supplier.assetIdentifier.vessel.imo", "receiver.vesselIdentifier.imo")
        yield Finding("N11", WARNING, sentence, (str(barge.imo),), places, _PRACTICE)


def port_codes(body: NominationBody, around: Circumstances) -> Iterator[Finding]:
    """N12: the port is there and codes look like UN/LOCODEs; an unknown one is never refused."""
    delivery, receiver = _delivery(body), body.receiver or Receiver()
    if not delivery.bunkering_location_code:
        place = "delivery.bunkeringLocationCode"
        yield Finding("N12", around.must, "The bunkering port is missing", (), (place,), f"{_SPECIFICATION}, Delivery")
    codes = (
        ("delivery.bunkeringLocationCode", delivery.bunkering_location_code),
        ("delivery.portBunkeringLocationCode", delivery.port_bunkering_location_code),
        ("receiver.lastPortCode", receiver.last_port_code),
        ("receiver.nextPortCode", receiver.next_port_code),
    )
    for place, code in codes:
        verdict = identifiers.port_code(code) if code else None
        if verdict and verdict.severity:
            yield Finding("N12", verdict.severity, verdict.sentence, (verdict.value,), (place,), "UN/LOCODE")
        elif verdict and ports.shipped().find(verdict.value) is None:
            sentence = f"{verdict.value} is not in the table of ports: an unknown code, or a place that is no port"
            yield Finding("N12", WARNING, sentence, (verdict.value,), (place,), "UN/LOCODE")


RULES: tuple[Callable[[NominationBody, Circumstances], Iterator[Finding]], ...] = (
    bunkering_time,
    laycan,
    order_of_times,
    amounts,
    supplying_asset,
    parties,
    asset_overlap,
    look_alike,
    reference,
    refused_fields,
    vessel_numbers,
    port_codes,
)
"""The rules in the order of their numbers."""
