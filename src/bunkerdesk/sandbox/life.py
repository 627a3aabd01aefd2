"""The sandbox lives: operations follow their plans, and nominations whose time comes get an operation."""

import asyncio
from datetime import UTC, datetime, timedelta

from bunkerdesk.sandbox.clock import SandboxTime, utc_text
from bunkerdesk.sandbox.seeding import insert_operation
from bunkerdesk.sandbox.service import Service
from bunkerdesk.sandbox.stage import Starter, StoredNomination, StoredOperation
from bunkerdesk.sandbox.tables import NominationRow

_BEAT = 0.5
"""Real seconds between two looks at the clock: half a minute of sandbox time."""
_MOST_AT_ONCE = 5
_SAVE_EVERY = timedelta(minutes=10)
"""Sandbox time between two notes of it in the store: ten seconds of ours."""


def _nobody_starts(nomination: StoredNomination, at: datetime) -> None:
    """A world without a starter begins no operations of its own."""


class Life:
    """Moves the world to the present of its own time. What was seeded as late stays late: only nominations that
    fall due after the seeding begin."""

    def __init__(self, service: Service, time: SandboxTime, begin: Starter = _nobody_starts) -> None:
        self._service = service
        self._time = time
        self._begin = begin
        seeded = service.store.setting("seeded")
        self._saved: datetime | None = None
        self._left_alone: set[int | None] = set()
        self._first = int(datetime.fromisoformat(seeded).timestamp()) if seeded else 0

    def tick(self) -> None:
        """Do everything that is due by now."""
        store, now = self._service.store, self._time.now()
        changed = utc_text(self._service.clock.now())
        with store.transaction() as connection:
            for number, status in store.due_steps(int(now.timestamp())):
                operation = store.operation(number)
                store.move_operation(number, status, changed)
                if operation and status != "created":
                    store.start_nominations(operation.reference, operation.supplier, changed)
            most = _MOST_AT_ONCE + len(self._left_alone)
            for row in store.due_nominations(self._first, int(now.timestamp()), most):
                started = None if row.id in self._left_alone else self._begin(_as_staged(row), now)
                if started is None:
                    self._left_alone.add(row.id)
                else:
                    self._name_companies(started)
                    insert_operation(connection, started, now)
            if self._saved is None or now - self._saved >= _SAVE_EVERY:
                store.set("sandbox_time", now.isoformat())
                self._saved = now

    def _name_companies(self, operation: StoredOperation) -> None:
        """A company suggested by a caller is known here only: a world names it by its identifier."""
        document = operation.document
        if isinstance(document, str):
            return
        for side, identifier in (("supplier", operation.supplier_company), ("receiver", operation.receiver_company)):
            company = self._service.directory.company(identifier)
            if company and document[side]["companyName"] == identifier:
                document[side]["companyName"] = company["name"]
                for note in document["bunkerDeliveryNotes"]:
                    note[f"{side}CompanyName"] = company["name"]

    async def run(self) -> None:
        """Tick until cancelled."""
        while True:
            self.tick()
            await asyncio.sleep(_BEAT)


def resumed_time(service: Service) -> datetime:
    """Where sandbox time goes on: never before the present, never before where it stood."""
    stored, now = service.store.setting("sandbox_time"), service.clock.now()
    return max(now, datetime.fromisoformat(stored)) if stored else now


def _as_staged(row: NominationRow) -> StoredNomination:
    return StoredNomination(
        document=row.document,
        supplier_company=row.supplier,
        receiver_company=row.receiver,
        created_by=row.created_by,
        status=row.status,
        last_changed=datetime.fromisoformat(row.last_changed).astimezone(UTC),
        supplier_operator=row.supplier_operator,
        receiver_operator=row.receiver_operator,
        reference=row.reference,
    )
