"""A message about something that is known here: which nominations it may mean, and what it changes in one of them."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from bunkerdesk.cache import WORKLIST, Near, Store
from bunkerdesk.contract.enums import NominationStatus
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.desk.comparing import changes
from bunkerdesk.desk.editing_bodies import EditKind, as_answer, checkable, upsert_body
from bunkerdesk.desk.editing_paths import value_at
from bunkerdesk.desk.lines import also_known, microseconds, reference_in, storable, storable_number
from bunkerdesk.desk.lists import NominationRow
from bunkerdesk.rules.identifiers import folded_name
from bunkerdesk.rules.ports import code_of

BEHIND, AHEAD = timedelta(days=3), timedelta(days=60)
"""How far around now a ship's nominations are looked at."""
MOST = 3
_MOST_NEAR, _MOST_WORDS = 50, 400
_OVER = frozenset({NominationStatus.CANCELLED.value, NominationStatus.OPERATION_STARTED.value})
_WORD = re.compile(r"[^\s,;:|()<>\[\]\"“”]{3,60}")


@dataclass(frozen=True, slots=True)
class Stem:
    """A nomination or draft that a message may be about."""

    row: NominationRow
    is_named: bool
    """Whether the message has its reference; else it is of the same ship."""


Rows = Callable[[Sequence[int]], Mapping[int, NominationRow]]


def stems(store: Store, rows: Rows, text: str, said: JsonObject, now: datetime | None = None) -> tuple[Stem, ...]:
    """What a message that says this may be about: first what it names, then what its ship has at its port.

    Cancelled ones and those under way are not changed by a mail. For a worker thread.
    """
    named = _named(store, text)
    near = [number for number in _near(store, said, now or datetime.now(UTC)) if number not in named]
    found = rows([*named, *near])
    port = value_at(said, "delivery.bunkeringLocationCode")
    candidates = [Stem(found[number], number in named) for number in (*named, *near) if number in found]
    taken = [
        stem
        for stem in candidates
        if stem.row.status not in _OVER and (stem.is_named or not isinstance(port, str) or _is_at(stem.row, port))
    ]
    has_named = any(stem.is_named for stem in taken)
    return tuple(stem for stem in taken if stem.is_named or not has_named)[:MOST]


def _is_at(row: NominationRow, port: str) -> bool:
    return not row.port_code or code_of(row.port_code) == code_of(port)


def _named(store: Store, text: str) -> list[int]:
    """Records whose reference is a word of the text; words without a digit are no references."""
    words = dict.fromkeys(word.strip(".'!?") for word in _WORD.findall(text) if any(map(str.isdigit, word)))
    records = (record for word in list(words)[:_MOST_WORDS] for record in store.records(storable(word)))
    return [record.id for record in records if record.kind != "operation"]


def _near(store: Store, said: JsonObject, now: datetime) -> list[int]:
    body = checkable(EditKind.DRAFT, said)
    receiver = body.receiver
    if receiver is None or not (receiver.vessel_name or receiver.vessel_identifier):
        return []
    number = receiver.vessel_identifier.imo if receiver.vessel_identifier else None
    wanted = Near(storable_number(number), storable(receiver.vessel_name or ""), (), also_known(body))
    since, until = microseconds(now - BEHIND), microseconds(now + AHEAD)
    return list(store.listing(WORKLIST, lambda listing: listing.near(wanted, since, until, _MOST_NEAR)))


def said_changes(said: JsonObject, of: EditKind, kind: EditKind, document: JsonObject) -> list[tuple[str, Any]]:
    """What a message changes in a document, by path: what it does not say stays.

    A fuel counts where the document has the same one; another fuel is not added unasked.
    """
    body = upsert_body(as_answer(of, said), kind)
    body = {name: value for name, value in body.items() if name != "clientReference"}
    receiver = body.get("receiver")
    if isinstance(receiver, dict):
        body["receiver"] = {name: value for name, value in receiver.items() if not _is_known(name, value, document)}
    fuels = body.pop("fuelSpecifications", None) or []
    after = _laid_over(document, body)
    held = document.get("fuelSpecifications")
    if isinstance(held, list):
        after["fuelSpecifications"] = [_with_said(fuel, fuels) for fuel in held]
    return changes(document, after, kind)


def _is_known(name: str, value: Any, document: JsonObject) -> bool:
    """Whether what is said of the receiver only names what is meant: the ship in another spelling, our reference."""
    if name == "orderReference":
        return isinstance(value, str) and value == reference_in(document)
    mine = value_at(document, f"receiver.{name}")
    is_name = name == "vesselName" and isinstance(mine, str) and isinstance(value, str)
    return is_name and folded_name(mine) == folded_name(value)


def _laid_over(below: JsonObject, above: JsonObject) -> JsonObject:
    """Both; where they differ what is above."""
    result = dict(below)
    for name, value in above.items():
        held = result.get(name)
        result[name] = _laid_over(held, value) if isinstance(held, dict) and isinstance(value, dict) else value
    return result


def _with_said(fuel: Any, fuels: Sequence[JsonObject]) -> Any:
    if not isinstance(fuel, dict):
        return fuel
    name = str(fuel.get("fuelType") or "").casefold()
    said = next((one for one in fuels if name and str(one.get("fuelType") or "").casefold() == name), None)
    plain = {key: value for key, value in (said or {}).items() if key != "fuelType"}
    return _laid_over(fuel, plain)
