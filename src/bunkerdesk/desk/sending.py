"""The talk with the service around one upsert: what it holds now, whether a reference is free, the PUT itself."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

from bunkerdesk.api.errors import NotFound, ServiceError
from bunkerdesk.cache import Store
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.contract.nomination import Draft, Nomination
from bunkerdesk.desk.comparing import holds, is_conflict
from bunkerdesk.desk.editing_bodies import ANSWERED_ONLY, EditKind, as_answer, as_sent, same_body, upsert_body
from bunkerdesk.desk.editing_paths import MISSING, steps_of, value_at, with_value
from bunkerdesk.desk.editing_session import Refusal, status_of
from bunkerdesk.desk.keeping import Keeper, now
from bunkerdesk.desk.lines import reference_in, storable
from bunkerdesk.desk.outbox_item import OUT_OF_REACH, OutboxItem
from bunkerdesk.desk.problems import NOTHING_SENT, KnownProblem, Problem, explain, not_read_back
from bunkerdesk.desk.record import Answer, Kind, Record
from bunkerdesk.desk.service import Service, SignIn
from bunkerdesk.desk.synchronising import read_answer
from bunkerdesk.rules.wording import first_upper

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
    """The service's copy, which the item holds as theirs, is not the one the edit began with."""

    def __init__(self, item: OutboxItem) -> None:
        became = OUT_OF_REACH[item.their_status] if item.is_out_of_reach else "changed"
        since = "you began to edit it" if item.base is not None else "you first sent it"
        super().__init__(
            Problem(
                title=f"{first_upper(became)} on the service meanwhile",
                happened=f"{item.reference} was {became} on the service since {since}.",
                safe="Nothing was overwritten, and nothing you typed is lost.",
                todo="Choose whether to send it all the same."
                if item.is_out_of_reach
                else "Compare the two and choose, field by field.",
            )
        )
        self.item = item


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


@dataclass(frozen=True, slots=True)
class Sent:
    """What the service took: the records in the store, and what is to be told beside."""

    record_ids: tuple[int, ...]
    problem: Problem | None = None


class Sending:
    """Reads before and writes; each answer goes into the store, and only one that is not whole is read again."""

    def __init__(self, store: Store, keeper: Keeper, sign_in: SignIn) -> None:
        self._store = store
        self._keeper = keeper
        self._sign_in = sign_in
        self._drafts = _DraftList()
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def alone(self, reference: str) -> asyncio.Lock:
        """Held from reading to writing: of one reference this desk sends one thing at a time.

        Otherwise the second would be made of what the service held before the first.
        """
        turn = asyncio.Lock()
        return self._turns.setdefault(reference, turn) if reference else turn

    async def check(self, item: OutboxItem) -> bool:
        """Whether a former sending has arrived, so that nothing is left to send.

        Raises `ReferenceInUse`, `ChangedMeanwhile` or `GoneMeanwhile` where sending would surprise anybody.
        """
        found = await self.answers(item.kind, item.reference, fresh=item.base is not None or item.may_have_arrived)
        if item.may_have_arrived and any(_is_there(item, answer) for answer in found):
            return True
        answer = _of_several(found, item.kind, item.place, item.base)
        if item.base is None:
            await self._check_first(item, answer)
            return False
        if answer is None:
            raise GoneMeanwhile(item.reference)
        compared = _beside(item, answer)
        if is_conflict(compared.differences):
            raise ChangedMeanwhile(compared)
        return False

    async def _check_first(self, item: OutboxItem, answer: JsonObject | None) -> None:
        """What is new must not change what is there unless the person wants that."""
        if item.accepts_used:
            return
        if answer is not None and item.may_have_arrived:
            raise ChangedMeanwhile(_beside(item, answer))
        if answer is not None:
            raise ReferenceInUse(item.reference, item.kind.record_kind)
        if item.kind is EditKind.DRAFT and await self.answers(EditKind.SUPPLIER, item.reference):
            raise ReferenceInUse(item.reference, "nomination")

    async def answer_now(self, kind: EditKind, record: Record, *, fresh: bool = True) -> JsonObject | None:
        """What the service answers now in place of a record; None where it has nothing. Of several the one like it."""
        known = upsert_body(record.answer, kind)
        return _of_several(await self.answers(kind, record.reference, fresh=fresh), kind, record.place, known)

    def kept_body(self, item: OutboxItem) -> JsonObject:
        """What was sent as the store has it now, as a body; what was sent itself where it was not kept."""
        known = self._known(item)
        return item.body if known is None else upsert_body(known, item.kind)

    def _known(self, item: OutboxItem) -> JsonObject | None:
        stored = self._store.record_at(item.kind.record_kind, storable(item.reference), item.place)
        return jsontext.parse(stored.raw) if stored else None

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
        answer = await read_answer(service, self._keeper, "nomination", reference)
        if answer.objects:
            await (self._keeper.keep_own if is_own else self._keeper.keep)([answer])
        return answer.objects

    async def put(self, item: OutboxItem) -> Sent:
        """Send it, and keep what the service has now. Raises what the client raises where it did not arrive."""
        service = await self._sign_in()
        answer = await _put_of(service, item.kind)(as_sent(item.kind, item.body, item.base))
        return await self.take(item, answer.as_received if answer is not None else None)

    async def take(self, item: OutboxItem, received: JsonObject | None = None) -> Sent:
        """Keep what the service has of something it took; never raises, for that would send it once more.

        The shape of a write's answer is not shown: one that is not the whole nomination leaves only reading.
        """
        problem = None
        kind = item.kind.record_kind
        if received is not None and _is_whole(item, received):
            objects = with_answer(self._store, kind, item.reference, item.place, received)
        else:
            objects, problem = await self._read_back(item)
        if not objects and item.reference:
            presumed = _presumed(item, received or {}, self._known(item) or {})
            objects = with_answer(self._store, kind, item.reference, item.place, presumed)
        if item.kind is EditKind.DRAFT:
            self._drafts.note(item.reference, objects)
        ids = await self.keep(kind, item.reference, objects) if objects else ()
        return Sent(ids, problem)

    async def _read_back(self, item: OutboxItem) -> tuple[tuple[JsonObject, ...], Problem | None]:
        why = "It does not answer with it yet."
        try:
            objects = await self.answers(item.kind, item.reference, fresh=True, is_own=True)
        except Exception as error:  # noqa: BLE001  the service has said yes, whatever reading says
            _LOG.warning("What was sent could not be read back: %s", error)
            objects, why = (), explain(error).happened
        return objects, None if objects else not_read_back(item.reference, why)

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


def may_have_arrived(error: Exception) -> bool:
    """Whether the service may have taken what was sent, although it did not say so."""
    return not isinstance(error, ServiceError) or error.is_outcome_unknown or (error.status or 0) // 100 in (2, 5)


def _put_of(service: Service, kind: EditKind) -> Callable[[Mapping[str, Any]], Awaitable[Draft | Nomination | None]]:
    match kind:
        case EditKind.DRAFT:
            return service.drafts.put
        case EditKind.SUPPLIER:
            return service.nominations.put_as_supplier
        case EditKind.RECEIVER:
            return service.nominations.put_as_receiver


def _beside(item: OutboxItem, answer: JsonObject) -> OutboxItem:
    """The item with the service's copy to compare it with."""
    return replace(item, theirs=upsert_body(answer, item.kind), their_status=status_of(answer))


def _is_there(item: OutboxItem, answer: JsonObject) -> bool:
    return holds(item.base, item.body, upsert_body(answer, item.kind), item.kind)


def _of_several(
    answers: Sequence[JsonObject], kind: EditKind, place: int, base: JsonObject | None
) -> JsonObject | None:
    """The answer that is like the base, else the one at the place."""
    like = (answer for answer in answers if base is not None and same_body(upsert_body(answer, kind), base))
    return next(like, answers[min(place, len(answers) - 1)] if answers else None)


def _is_whole(item: OutboxItem, received: JsonObject) -> bool:
    """Whether an answer is the nomination: with what only answers have, and with every section that was sent."""
    sent = as_answer(item.kind, item.body)
    return (
        isinstance(received.get("delivery"), dict)
        and bool(status_of(received))
        and all(name in received for name, value in sent.items() if value)
    )


def _presumed(item: OutboxItem, received: JsonObject, known: JsonObject) -> JsonObject:
    """What the service has, as far as can be told: what was sent, and what only it says as it said it last."""
    document = as_answer(item.kind, item.body)
    for path in ANSWERED_ONLY[item.kind]:
        said = next((value for one in (received, known) if (value := value_at(one, path)) is not MISSING), MISSING)
        if said is not MISSING:
            document = with_value(document, steps_of(path), said)
    return document


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
            for value in page.as_answered.get("data") or ():
                if isinstance(value, dict) and (reference := reference_in(value)):
                    found.setdefault(reference, []).append(value)
            if until in found:
                break
    return found
