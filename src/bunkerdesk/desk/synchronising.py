"""One run of synchronising: all draft pages, every known reference, reference data; what fails leaves the rest.

The service lists drafts only; nominations and operations are asked for one reference at a time.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence

from bunkerdesk.api.errors import (
    AuthenticationFailed,
    InsecureAddress,
    NotFound,
    Reason,
    ServiceError,
    SharedReference,
    TooManyRequests,
    Unreachable,
)
from bunkerdesk.cache import Store
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.nomination import DraftPage
from bunkerdesk.contract.resource import Resource
from bunkerdesk.desk.changes import Progress
from bunkerdesk.desk.keeping import BATCH, Keeper, now
from bunkerdesk.desk.problems import Problem, explain
from bunkerdesk.desk.record import Answer, DraftPlaces, Kind
from bunkerdesk.desk.service import Service

PAGE = 200
CONCURRENCY = 16
OUT_OF_ORDER = 3
"""References in a row that the service fails on (5xx, no answer) before the run is given up."""

ASSUMED = frozenset({"operation_standards", "contracts"})
"""Lists whose paths the specification does not show."""

Stopping = (AuthenticationFailed, InsecureAddress, TooManyRequests)


async def read_answer(service: Service, keeper: Keeper, kind: Kind, reference: str) -> Answer:
    """Everything under a reference: the one, all that share it, or nothing."""
    resource = service.nominations if kind == "nomination" else service.operations
    asked_at = keeper.own_writes
    try:
        return Answer.of(kind, reference, [await resource.read(reference)], asked_at)
    except NotFound:
        return Answer(kind, reference, (), asked_at)
    except SharedReference:
        return Answer.of(kind, reference, await resource.read_all(reference), asked_at)


_NO_WAY_ON = Problem(
    title="The list of drafts cannot be read in full",
    happened="The service says that its list of drafts goes on, but not where.",
    todo="Report it to the vendor. Drafts seen earlier stay in the list.",
)


class Run:
    """One run; raises what ends it early (no network, wrong credentials, a damaged store)."""

    def __init__(self, service: Service, store: Store, keeper: Keeper, progress: Progress) -> None:
        self._service = service
        self._store = store
        self._keeper = keeper
        self._progress = progress
        self._answers: list[Answer] = []
        self._asked: set[tuple[str, str]] = set()
        self._out_of_order = 0
        self._has_read = False
        self._unanswered: Unreachable | None = None

    async def all(self, *, everything: bool = False) -> None:
        """Drafts and what is known first, then the references that these brought up."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._drafts())
            group.create_task(self._reference_data())
            group.create_task(self._visits(everything=everything))
        await self._visits(everything=False)

    async def _drafts(self) -> None:
        places, is_whole = DraftPlaces(self._keeper.own_writes), True
        try:
            async for page in self._service.drafts.pages(limit=PAGE):
                await self._page(page, places)
                is_whole = not page.lacks_the_way_on
        except (*Stopping, Unreachable):
            raise
        except ServiceError as error:
            self._progress.failed(explain(error))
            return  # an unfinished list says nothing of what is gone
        if is_whole:
            await self._keeper.retire_drafts(places)
        else:
            self._progress.failed(_NO_WAY_ON)

    async def _page(self, page: DraftPage, places: DraftPlaces) -> None:
        received = page.as_answered
        values = received.get("data")
        objects = [value for value in values if isinstance(value, dict)] if isinstance(values, list) else []
        if not isinstance(values, list) or len(objects) != len(values):
            self._progress.failed(
                Problem(
                    title="The list of drafts cannot be read in full",
                    happened="The service sent something in its list of drafts that is no draft.",
                    todo="Report it to the vendor. All other drafts are shown.",
                )
            )
        for start in range(0, len(objects), BATCH):
            await self._keeper.keep_drafts(objects[start : start + BATCH], places)
        self._progress.step()

    async def _visits(self, *, everything: bool) -> None:
        due = await self._keeper.in_worker(lambda: self._store.due(now(), everything=everything))
        visits = [visit for visit in due if visit not in self._asked]
        self._asked.update(visits)
        self._progress.total += len(visits)
        self._progress.on_change()
        queue = iter(visits)
        async with asyncio.TaskGroup() as group:
            for _ in range(min(CONCURRENCY, len(visits))):
                group.create_task(self._work(queue))
        await self._flush()
        if self._unanswered is not None and not self._has_read:
            raise self._unanswered  # few records are known, and not one was answered: that is not theirs

    async def _work(self, queue: Iterator[tuple[str, str]]) -> None:
        for reference, kind in queue:
            await self._visit("nomination" if kind == "nomination" else "operation", reference)
            self._progress.step()
            if len(self._answers) >= BATCH:
                await self._flush()

    async def _visit(self, kind: Kind, reference: str) -> None:
        try:
            self._answers.append(await read_answer(self._service, self._keeper, kind, reference))
            self._out_of_order = 0
            self._has_read = True
        except Stopping:
            raise
        except Unreachable as error:
            self._out_of_order += 1
            if not _may_be_the_record(error) or self._out_of_order >= OUT_OF_ORDER:
                raise
            if error.status is None:
                self._unanswered = error
            self._failed(f"{kind.capitalize()} {reference}", error)
        except ServiceError as error:
            self._failed(f"{kind.capitalize()} {reference}", error)

    def _failed(self, what: str, error: ServiceError) -> None:
        problem = explain(error)
        self._progress.failed(
            Problem(
                title=f"{what} could not be read",
                happened=problem.happened,
                todo=problem.todo,
                reference=problem.reference,
            )
        )

    async def _flush(self) -> None:
        answers, self._answers = self._answers, []
        if answers:
            await self._keeper.keep(answers)

    async def _reference_data(self) -> None:
        service = self._service
        readers: dict[str, Callable[[], Awaitable[Resource | Sequence[Resource]]]] = {
            "fuel_types": service.reference_data.fuel_types,
            "operation_standards": service.reference_data.operation_standards,
            "company_entities": service.entities.company_entities,
            "counterpart_entities": service.entities.counterpart_entities,
            "contracts": service.entities.contracts,
            "asset_operators": service.entities.asset_operators,
        }
        for kind, read in readers.items():
            try:
                value = await read()
            except NotFound:
                continue  # not offered by this service: its path is not shown by the specification
            except ServiceError as error:
                if not (kind in ASSUMED and isinstance(error, AuthenticationFailed)):
                    self._unlisted(kind, error)
                # else whoever guards paths that are not there says so; the others take the same token
            else:
                await self._keeper.keep_reference_data(kind, _as_received(value))

    def _unlisted(self, kind: str, error: ServiceError) -> None:
        """One list that fails leaves the rest, unless nothing else can be read either."""
        is_answered = isinstance(error, Unreachable) and error.status is not None
        if isinstance(error, (*Stopping, Unreachable)) and not is_answered:
            raise error
        self._failed(f"The list of {kind.replace('_', ' ')}", error)


def _may_be_the_record(error: Unreachable) -> bool:
    """Whether the service may fail on one record only; a name, a port or a certificate is everybody's matter."""
    return error.status is not None or error.reason in (Reason.NETWORK, Reason.TIMEOUT)


def _as_received(value: Resource | Sequence[Resource]) -> bytes:
    """A list, or the one object, with all that the service said, also what is of another shape than expected."""
    if isinstance(value, Resource):
        return jsontext.write(value.as_answered)
    return jsontext.write([item.as_answered for item in value])
