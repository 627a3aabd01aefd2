"""The scaled world: as many nominations, drafts and operations as asked for, made one after the other.

Cheap on purpose: what is alike is made once and varied, nothing is kept, and no paper is drawn before somebody
asks for it.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from bunkerdesk.sandbox.stage import StoredDraft, StoredNomination, StoredOperation
from bunkerdesk.sandbox.world import drafts as small_drafts
from bunkerdesk.sandbox.world import parties
from bunkerdesk.sandbox.world.deals import Deal
from bunkerdesk.sandbox.world.nominations import nomination
from bunkerdesk.sandbox.world.operations import operation
from bunkerdesk.sandbox.world.places import PORTS
from bunkerdesk.sandbox.world.texts import Template, opened

_STATUSES = ("accepted", "supplier_assigned", "supplier_requested", "supplier_unassigned", "cancelled")
_MIXES: tuple[tuple[str, ...], ...] = (
    ("VLSFO",),
    ("LSMGO",),
    ("VLSFO", "LSMGO"),
    ("HSFO",),
    ("B24",),
    ("LNG",),
    ("METHANOL",),
    ("VLSFO180",),
    ("B30",),
)
_PORT_CODES = tuple(PORTS)
_SHARED = (10, 12)
_PATTERNS = 630
"""Distinct nominations and operations: nine mixes, fourteen ports and five statuses in every combination."""


def _deal(index: int, now: datetime, *, begun: bool) -> Deal:
    # Steps without a common factor, so that ports, fuels, parties and statuses meet in every combination.
    products = _MIXES[index % len(_MIXES)]
    spread = timedelta(minutes=30 * ((index * 37) % 4320))
    etb = now - timedelta(minutes=90) - spread if begun else now - timedelta(days=5) + spread
    receivers = (parties.RECEIVER_ID, *parties.RECEIVERS)
    traits = {"red3"} if products[0] in {"B24", "B30"} else set()
    return Deal(
        index=index,
        reference=_reference(index),
        port=_PORT_CODES[index % len(_PORT_CODES)],
        products=products,
        etb=etb.replace(minute=etb.minute // 30 * 30, second=0, microsecond=0),
        status="operation_started" if begun else _STATUSES[index % len(_STATUSES)],
        supplier=parties.SUPPLIER_ID,
        receiver=receivers[index % len(receivers)],
        traits=frozenset(
            traits | ({"surveyor"} if index % 6 == 0 else set()) | ({"operator"} if index % 10 == 0 else set())
        ),
    )


def _reference(index: int) -> str:
    # One reference stands twice, as in the small world.
    return f"SO-{1_000_000 + (_SHARED[0] if index == _SHARED[1] else index)}"


_REFERENCE, _NUMBER, _MINIMUM, _MAXIMUM = "@reference@", "@number@", "@minimum@", "@maximum@"


def _changed(index: int, now: datetime) -> datetime:
    return (now - timedelta(seconds=30 + 7 * index)).astimezone(UTC)


def nominations(count: int, now: datetime) -> Iterator[StoredNomination]:
    """`count` nominations; every second one has begun, its operation bears the same reference."""
    patterns: list[tuple[StoredNomination, Template, Decimal, Decimal]] = []
    for index in range(count):
        if len(patterns) < 2 * _PATTERNS:
            patterns.append(_nomination_pattern(nomination(_deal(index, now, begun=index % 2 == 0), now)))
        pattern, template, low, high = patterns[index % (2 * _PATTERNS)]
        more = index // (2 * _PATTERNS) % 50
        gaps = {_REFERENCE: _reference(index), f'"{_MINIMUM}"': str(low + more), f'"{_MAXIMUM}"': str(high + more)}
        yield replace(
            pattern, document=template.filled(gaps), reference=gaps[_REFERENCE], last_changed=_changed(index, now)
        )


def _nomination_pattern(asked: StoredNomination) -> tuple[StoredNomination, Template, Decimal, Decimal]:
    document = opened(asked.document)
    quantity = document["fuelSpecifications"][0]["quantityRange"]
    low, high = quantity["minQuantity"], quantity["maxQuantity"]
    quantity |= {"minQuantity": _MINIMUM, "maxQuantity": _MAXIMUM}
    return asked, Template(document | {"clientReference": _REFERENCE}), low, high


def drafts(count: int, now: datetime) -> Iterator[StoredDraft]:
    """`count` drafts, the small world's forty over and over under new references."""
    small = small_drafts.drafts(now)
    patterns = [(made, Template(opened(made.document) | {"clientReference": _REFERENCE})) for made in small]
    for index in range(count):
        pattern, template = patterns[index % len(patterns)]
        reference = f"DR-{100_000 + index}"
        text = template.filled({_REFERENCE: reference})
        yield replace(pattern, document=text, reference=reference, last_changed=_changed(index, now))


def operations(count: int, now: datetime) -> Iterator[StoredOperation]:
    """`count` operations under the references of the nominations that have begun, then on from there."""
    patterns: list[tuple[StoredOperation, Template]] = []
    for index in range(count):
        if len(patterns) < _PATTERNS:
            deal = _deal(2 * index, now, begun=True)
            patterns.append(_operation_pattern(operation(nomination(deal, now), deal.etb, now)))
        pattern, template = patterns[index % _PATTERNS]
        reference = _reference(2 * index)
        text = template.filled({_REFERENCE: reference, _NUMBER: f"{1_000_000 + index}"})
        made = replace(pattern, document=text, reference=reference, last_changed=_changed(index, now))
        made.signed_in_browser = index % 4 == 1
        yield made


def examples(count: int) -> dict[str, str]:
    """References worth trying in a scaled world, as far as it reaches."""
    indexes = {"conventional": 9, "merged": 1, "unsigned": 2, "duplicate": 6, "lng": 7, "shared": 10}
    return {name: _reference(2 * index) for name, index in indexes.items() if index < count}


def _operation_pattern(made: StoredOperation) -> tuple[StoredOperation, Template]:
    document = opened(made.document)
    for note in document["bunkerDeliveryNotes"]:
        note["number"] = f"{note['number']}-{_NUMBER}"
    # Two papers are enough to download; fourteen would be most of what the store has to write.
    kept = [paper for paper in made.documents if paper.type in {"bunker_delivery_note", "statement_of_facts"}]
    return replace(made, documents=kept), Template(document | {"clientReference": _REFERENCE})
