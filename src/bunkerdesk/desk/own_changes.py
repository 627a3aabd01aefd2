"""What of an answer is this desk's own doing, although no answer has said so: a sending is out, or its yes got lost.

Whoever reads in between (the repeat itself, synchronising, the next start) must not tell it as somebody else's change.
"""

from collections.abc import Callable, Iterable
from typing import Any

from bunkerdesk.cache import Store
from bunkerdesk.cache.outgoing import Outgoing, OutgoingRow
from bunkerdesk.contract.enums import NominationStatus
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.desk.comparing import holds
from bunkerdesk.desk.comparing_fields import same
from bunkerdesk.desk.editing_bodies import as_answer, upsert_body
from bunkerdesk.desk.editing_paths import MISSING, value_at
from bunkerdesk.desk.outbox_item import OutboxItem

IsOwn = Callable[[str, Any], bool]
"""Tells of a path and the value that stands there now."""

_OF_PERSONS = frozenset(
    {NominationStatus.ACCEPTED.value, NominationStatus.CANCELLED.value, NominationStatus.OPERATION_STARTED.value}
)
"""States that no upsert leads to: somebody has decided something."""


class OwnChanges:
    """What this desk may have sent of some records; in the writing thread, once for a batch of answers."""

    def __init__(self, store: Store, references: Iterable[str]) -> None:
        self._sent: dict[tuple[str, str], list[OutboxItem]] = {}
        for row in Outgoing(store.unsent).under(references):
            item = _item(row)
            if item is not None and item.may_have_arrived:
                self._sent.setdefault((item.kind.record_kind, row.reference), []).append(item)

    def of(self, kind: str, reference: str, after: JsonObject) -> IsOwn:
        """What of a record is this desk's own, told from what the service answers now."""
        sent = self._sent.get((kind, reference), [])

        def is_own(path: str, value: Any) -> bool:
            if path == "status" and str(value) in _OF_PERSONS:
                return False
            return has_arrived or any(_made(item, path, value) for item in sent)

        has_arrived = any(holds(item.base, item.body, upsert_body(after, item.kind), item.kind) for item in sent)
        return is_own


def _made(item: OutboxItem, path: str, value: Any) -> bool:
    """Whether a value is what this desk changed the field to; others may have changed other fields since."""
    before, mine = (value_at(as_answer(item.kind, body), path) for body in (item.base or {}, item.body))
    return same(mine, MISSING if value is None else value) and not same(before, mine)


def _item(row: OutgoingRow) -> OutboxItem | None:
    try:
        return OutboxItem.of(row)
    except (ValueError, TypeError, KeyError):
        return None  # the outbox tells of it
