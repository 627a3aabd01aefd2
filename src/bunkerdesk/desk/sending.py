"""The talk with the service around one upsert: what it holds now, whether a reference is free, the PUT itself."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from bunkerdesk.api.errors import NotFound, ServiceError, SharedReference
from bunkerdesk.cache import Store
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.contract.nomination import Draft, Nomination
from bunkerdesk.desk.comparing import Changed, Part, is_conflict, three_way
from bunkerdesk.desk.editing_bodies import EditKind, same_body, upsert_body
from bunkerdesk.desk.editing_paths import MISSING
from bunkerdesk.desk.editing_session import Refusal
from bunkerdesk.desk.keeping import Keeper, now
from bunkerdesk.desk.lines import storable
from bunkerdesk.desk.outbox_item import OutboxItem
from bunkerdesk.desk.problems import NOTHING_SENT, KnownProblem, Problem
from bunkerdesk.desk.record import Answer, Kind
from bunkerdesk.desk.service import Service, SignIn

FRESH = 10.0
"""Seconds for which the list of drafts is not read again: many drafts are sent one after another."""
PAGE = 200
_LOG = logging.getLogger(__name__)


class ReferenceInUse(KnownProblem):
    """The reference of something new is taken (N09)."""

    def __init__(self, reference: str, kind: str) -> None:
        sentence = f"{reference} is already used by a {kind} on the service; sending would change that one."
        super().__init__(
            Problem(
                title="The reference is in use",
                happened=sentence,
                safe=NOTHING_SENT,
                todo="Choose another reference, or open the one that exists and edit it.",
            )
        )
        self.refusal = Refusal("clientReference", sentence)


class ChangedMeanwhile(KnownProblem):
    """The service's copy is not the one the edit began with."""

    def __init__(self, reference: str, theirs: JsonObject) -> None:
        super().__init__(
            Problem(
                title="Changed on the service meanwhile",
                happened=f"{reference} was changed on the service since you began to edit it.",
                safe="Nothing was overwritten, and nothing you typed is lost.",
                todo="Compare the two and choose, field by field.",
            )
        )
        self.theirs = theirs


class GoneMeanwhile(KnownProblem):
    """What was edited is not at the service any more."""

    def __init__(self, reference: str) -> None:
        super().__init__(
            Problem(
                title="Not on the service any more",
                happened=f"{reference} was edited here, but the service does not answer with it any more.",
                safe="Nothing was sent, and nothing you typed is lost.",
                todo="Send it as a new one if it is still wanted.",
            )
        )
        self.refusal = Refusal("", self.problem.happened)


class Sending:
    """Reads before and writes; each answer goes into the store, nothing is read again after a write."""

    def __init__(self, store: Store, keeper: Keeper, sign_in: SignIn) -> None:
        self._store = store
        self._keeper = keeper
        self._sign_in = sign_in
        self._drafts = _DraftList()

    async def check(self, item: OutboxItem) -> None:
        """Whether sending would surprise anybody; raises `ReferenceInUse`, `ChangedMeanwhile`, `GoneMeanwhile`."""
        theirs = await self.service_copy(item.kind, item.reference, item.place, item.base)
        if item.base is None:
            await self._check_first(item, theirs)
            return
        if theirs is None:
            raise GoneMeanwhile(item.reference)
        differences = three_way(item.base, item.body, theirs, item.kind)
        if item.may_have_arrived:
            # What was left to the service to fill in comes back filled in, if the former sending arrived.
            differences = [one for one in differences if one.mine is not MISSING or one.part is not Part.FIELD]
        if is_conflict(differences):
            raise ChangedMeanwhile(item.reference, theirs)

    async def _check_first(self, item: OutboxItem, theirs: JsonObject | None) -> None:
        if item.accepts_used or (item.may_have_arrived and theirs is not None and _is_ours(item.body, theirs)):
            return
        if theirs is not None:
            raise ReferenceInUse(item.reference, item.kind.record_kind)
        if item.kind is EditKind.DRAFT and await self.service_copy(EditKind.SUPPLIER, item.reference) is not None:
            raise ReferenceInUse(item.reference, "nomination")

    async def service_copy(
        self, kind: EditKind, reference: str, place: int = 0, base: JsonObject | None = None
    ) -> JsonObject | None:
        """What the service holds now, as a body; None where there is nothing. Of several the one like the base."""
        found = await self.answers(kind, reference, fresh=base is not None)
        bodies = [upsert_body(answer, kind) for answer in found]
        if base is not None:
            for body in bodies:
                if same_body(body, base):
                    return body
        return bodies[min(place, len(bodies) - 1)] if bodies else None

    def kept_body(self, item: OutboxItem) -> JsonObject:
        """What was sent as the store has it now, as a body; what was sent itself where it was not kept."""
        stored = [one for one in self._store.records(storable(item.reference)) if one.kind == item.kind.record_kind]
        found = next((one for one in stored if one.place == item.place), None)
        return upsert_body(jsontext.parse(found.raw), item.kind) if found else item.body

    async def held(self, kind: EditKind, reference: str) -> JsonObject | None:
        """What stands under a reference, as a body of the kind: asked of the service, offline what was seen of it."""
        kinds = (kind, EditKind.SUPPLIER if kind is EditKind.DRAFT else EditKind.DRAFT)
        try:
            for asked in kinds:
                for answer in await self.answers(asked, reference, fresh=True):
                    return upsert_body(answer, kind)
        except ServiceError as error:
            _LOG.info("What the service holds now cannot be asked: %s", error)
        stored = [record for record in self._store.records(storable(reference)) if record.kind != "operation"]
        stored.sort(key=lambda record: record.kind != kind.record_kind)
        return upsert_body(jsontext.parse(stored[0].raw), kind) if stored else None

    async def answers(
        self, kind: EditKind, reference: str, *, fresh: bool = False, is_own: bool = False
    ) -> tuple[JsonObject, ...]:
        """Everything of a kind under a reference as the service answers it now; it is kept in the store.

        `is_own` right after a write of this desk: what differs then is no change to acknowledge.
        """
        if not reference:
            return ()
        service = await self._sign_in()
        if kind is EditKind.DRAFT:
            return await self._drafts.under(service, reference, fresh=fresh)
        answer = await _read_nominations(service, reference)
        if answer.objects:
            await (self._keeper.keep_own if is_own else self._keeper.keep)([answer])
        return answer.objects

    async def put(self, item: OutboxItem) -> tuple[int, ...]:
        """Send it; answers the ids of the records in the store. Raises what the client raises."""
        service = await self._sign_in()
        answer = await _put_of(service, item.kind)(item.body)
        received = answer.as_received if answer is not None else None
        if received is None or not isinstance(received.get("delivery"), dict):
            # The answer's shape is not shown: one that holds no nomination leaves only reading.
            objects = await self.answers(item.kind, item.reference, fresh=True, is_own=True)
        else:
            objects = self._with_place(item, received)
        if item.kind is EditKind.DRAFT:
            self._drafts.note(item.reference, objects)
        return await self.keep("draft" if item.kind is EditKind.DRAFT else "nomination", item.reference, objects)

    def _with_place(self, item: OutboxItem, received: JsonObject) -> tuple[JsonObject, ...]:
        """The answer among the records that share the reference."""
        return with_answer(self._store, item.kind.record_kind, item.reference, item.place, received)

    async def keep(self, kind: Kind, reference: str, objects: tuple[JsonObject, ...]) -> tuple[int, ...]:
        """Store everything under a reference after a write of this desk; answers the records' ids."""
        reference = storable(reference)
        try:
            await self._keeper.keep_own([Answer(kind, reference, objects)])
            await self._keeper.in_worker(lambda: self._store.remember([reference], "created", now()))
            self._keeper.flush()
        except Exception:  # noqa: BLE001  the service has said yes: a local failure must not send it once more
            _LOG.exception("The answer for a %s was not kept", kind)
            return ()
        return tuple(record.id for record in self._store.records(reference) if record.kind == kind)


def with_answer(store: Store, kind: str, reference: str, place: int, received: JsonObject) -> tuple[JsonObject, ...]:
    """All records of a kind under a reference, one of them replaced by an answer."""
    stored = [record for record in store.records(storable(reference)) if record.kind == kind]
    objects = [received if record.place == place else jsontext.parse(record.raw) for record in stored]
    return tuple(objects) if any(record.place == place for record in stored) else (*objects, received)


def _put_of(service: Service, kind: EditKind) -> Callable[[Mapping[str, Any]], Awaitable[Draft | Nomination | None]]:
    match kind:
        case EditKind.DRAFT:
            return service.drafts.put
        case EditKind.SUPPLIER:
            return service.nominations.put_as_supplier
        case EditKind.RECEIVER:
            return service.nominations.put_as_receiver


async def _read_nominations(service: Service, reference: str) -> Answer:
    try:
        return Answer.of("nomination", reference, [await service.nominations.read(reference)])
    except NotFound:
        return Answer("nomination", reference)
    except SharedReference:
        return Answer.of("nomination", reference, await service.nominations.read_all(reference))


def _is_ours(mine: JsonObject, theirs: JsonObject) -> bool:
    """Whether the service's copy can be what was sent before: nothing that was sent stands there with another value."""
    differences = three_way(None, mine, theirs)
    kinds = {difference.kind for difference in differences}
    has_same_items = all(difference.part is Part.FIELD for difference in differences)
    return has_same_items and Changed.SAME in kinds and Changed.BOTH not in kinds


class _DraftList:
    """The drafts of the service by reference: there is no reading of a single draft.

    Whether a reference is free may be told from a list some seconds old, what an edit would overwrite may not.
    """

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._seen: dict[str, list[JsonObject]] = {}
        self._read_at = float("-inf")

    async def under(self, service: Service, reference: str, *, fresh: bool) -> tuple[JsonObject, ...]:
        """Drafts of a reference."""
        if fresh:
            return tuple((await _drafts_by_reference(service, reference)).get(reference, ()))
        async with self._lock:
            if time.monotonic() - self._read_at > FRESH:
                self._seen = await _drafts_by_reference(service)
                self._read_at = time.monotonic()
            return tuple(self._seen.get(reference, ()))

    def note(self, reference: str, objects: tuple[JsonObject, ...]) -> None:
        """A write's answer."""
        self._seen[reference] = list(objects)


async def _drafts_by_reference(service: Service, until: str | None = None) -> dict[str, list[JsonObject]]:
    """All drafts, or those of the pages up to one that holds the reference `until`."""
    found: dict[str, list[JsonObject]] = {}
    with suppress(NotFound):  # no list is no draft
        async for page in service.drafts.pages(limit=PAGE):
            received = page.as_received or page.to_object()
            for value in received.get("data") or ():
                if isinstance(value, dict) and isinstance(value.get("clientReference"), str):
                    found.setdefault(value["clientReference"], []).append(value)
            if until in found:
                break
    return found
