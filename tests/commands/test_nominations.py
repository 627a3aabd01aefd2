"""Commands on nominations: what they ask, what they do, and what they say when they cannot."""

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import pytest

from bunkerdesk.api import NotFound, Refused, Unreachable
from bunkerdesk.api.errors import Reason
from bunkerdesk.cache import Store
from bunkerdesk.commands.command import Command
from bunkerdesk.commands.nominations import NominationCommands, nomination_commands
from bunkerdesk.commands.registry import CommandRegistry
from bunkerdesk.commands.rescheduling import Moved
from bunkerdesk.commands.standard import PageEntry, standard_commands
from bunkerdesk.contract.nomination import DraftPage, Nomination
from bunkerdesk.contract.requests import StatusAnswer
from bunkerdesk.desk.connections import Connection
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.problems import KnownProblem
from bunkerdesk.desk.record import Answer
from bunkerdesk.runtime.prompts import Choice, Notice, Question, ResultLine

BUNKERING = "2026-12-03T08:00:00+01:00"


class Nominations:
    """What the service does with nominations: which it refuses, what it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, ...]] = []
        self.failing: dict[str, Exception] = {}
        self.there: dict[str, dict[str, Any]] = {}

    async def read(self, reference: str) -> Nomination:
        if reference not in self.there:
            raise NotFound("Nothing there.", status=404)
        return Nomination.read(self.there[reference])

    async def cancel(self, reference: str, reason: str) -> StatusAnswer:
        return self._said(reference, "cancelled", "cancel", reference, reason)

    async def accept(self, reference: str) -> Nomination:
        return Nomination.read(self._said(reference, "accepted", "accept", reference).as_received)

    async def put_as_supplier(self, body: dict[str, Any]) -> Nomination:
        self._said(body["clientReference"], "", "put", body["clientReference"])
        self.there[body["clientReference"]] = {**body, "status": "supplier_assigned"}
        return Nomination.read(self.there[body["clientReference"]])

    def _said(self, reference: str, status: str, *told: str) -> StatusAnswer:
        self.told.append(told)
        if reference in self.failing:
            raise self.failing[reference]
        return StatusAnswer.read({"clientReference": reference, "status": status, "lastChangedAtUtc": BUNKERING})


class NoDrafts:
    async def pages(self, limit: int = 50) -> AsyncIterator[DraftPage]:
        yield DraftPage.read({"data": [], "pagination": {"hasMore": False}})


class Service:
    def __init__(self) -> None:
        self.nominations = Nominations()
        self.drafts = NoDrafts()

    async def __aenter__(self) -> "Service":
        return self

    async def __aexit__(self, *_: object) -> None:
        pass


class Board:
    """A progress that a person closes at once."""

    def __init__(self, title: str, total: int) -> None:
        self.title, self.total = title, total
        self.lines: list[ResultLine] = []
        self.is_finished = False
        self.stops_after = 0

    def add(self, line: ResultLine) -> None:
        self.lines.append(line)
        if len(self.lines) == self.stops_after:
            self.stop()

    def on_stop(self, stop: Callable[[], object]) -> None:
        self.stop = stop

    async def finish(self) -> None:
        self.is_finished = True


class Prompts:
    """A person with answers ready."""

    def __init__(self) -> None:
        self.answers: list[Any] = []
        self.questions: list[Question] = []
        self.notices: list[Notice] = []
        self.boards: list[Board] = []
        self.stops_after = 0

    async def ask(self, question: Question) -> str | None:
        self.questions.append(question)
        return self.answers.pop(0)

    async def confirm(self, question: Question) -> bool:
        self.questions.append(question)
        return bool(self.answers.pop(0))

    async def choose(self, question: Question, choices: Sequence[Choice]) -> Choice | None:
        self.questions.append(question)
        wanted = self.answers.pop(0)
        return next((choice for choice in choices if choice.key == wanted), None)

    def progress(self, title: str, total: int) -> Board:
        self.boards.append(Board(title, total))
        self.boards[-1].stops_after = self.stops_after
        return self.boards[-1]

    async def notify(self, notice: Notice) -> None:
        self.notices.append(notice)


class Window:
    """The context of commands and what they work on."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.page = "nominations"
        self.targets: Sequence[int] = ()
        self.prompts = Prompts()
        self.places: list[Any] = []
        self.moved = Moved()

    def navigate(self, place: Any) -> None:
        self.places.append(place)


@pytest.fixture
def service() -> Service:
    return Service()


@pytest.fixture
async def window(service: Service) -> AsyncIterator[Window]:
    store = Store.in_memory()
    desk = Desk(Connection.to("https://demo.example", "desk"), store, lambda: service)
    yield Window(desk)
    await desk.aclose()
    store.close()


def nomination(reference: str, status: str = "supplier_assigned") -> dict[str, Any]:
    delivery = {"estimatedTimeOfBunkering": BUNKERING, "bunkeringLocationCode": "NLRTM"}
    return {"clientReference": reference, "delivery": delivery, "status": status}


async def known(window: Window, service: Service, *objects: dict[str, Any]) -> list[int]:
    """Nominations that stand at the service and in the store."""
    for value in objects:
        service.nominations.there[value["clientReference"]] = value
        opened = await window.desk.refresh(value["clientReference"])
        assert opened.records
    return [window.desk.records(value["clientReference"])[0].id for value in objects]


class Operations:
    async def read(self, reference: str) -> Any:
        raise NotFound("Nothing there.", status=404)


@pytest.fixture(autouse=True)
def _operations(service: Service) -> None:
    service.operations = Operations()


def command(window: Window, key: str) -> Command:
    return next(one for one in nomination_commands(window) if one.key == f"nomination.{key}")


def why_not(window: Window, key: str) -> str:
    answer = command(window, key).enabled(window)
    return "" if answer is True else str(answer)


def test_their_keys_are_free():
    """Ctrl+N, Ctrl+Shift+N and Ctrl+Return are there and clash with nothing the window has."""
    registry = CommandRegistry([*standard_commands([PageEntry("a", "A")]), *nomination_commands(None)])
    assert registry.shortcuts("nomination.new_draft") == ("Ctrl+N",)
    assert registry.shortcuts("nomination.new") == ("Ctrl+Shift+N",)
    assert registry.shortcuts("nomination.send") == ("Ctrl+Return",)


async def test_what_is_not_possible_says_why(window: Window, service: Service):
    """Nothing selected, a state that allows nothing, several where one is needed."""
    assert why_not(window, "edit") == "Select a nomination or draft first."
    assert why_not(window, "accept") == "Select a nomination or draft first."
    assert "No template" in why_not(window, "new_from_template")
    ids = await known(window, service, nomination("A"), nomination("B", "cancelled"), nomination("C", "accepted"))
    window.targets = ids[1:2]
    assert why_not(window, "cancel").startswith("The nomination is cancelled.")
    assert why_not(window, "send") == "Only a draft can become a firm nomination."
    window.targets = ids[2:]
    assert why_not(window, "accept") == "The nomination is accepted already."
    assert not why_not(window, "reschedule")
    window.targets = ids
    assert why_not(window, "edit") == "Select one row only."
    assert not why_not(window, "accept")


async def test_new_edit_and_clone_open_the_editor(window: Window, service: Service):
    """Each goes to the editor of its own session; editing twice goes to the same."""
    window.targets = await known(window, service, nomination("A"))
    window.prompts.answers = ["receiver"]
    for key in ("new_draft", "new", "edit", "edit", "clone"):
        await command(window, key).run(window)
    assert {place.key for place in window.places} == {"editor"}
    draft, firm, first, second, clone = (window.desk.editing.session(int(place.argument)) for place in window.places)
    assert (draft.kind, firm.kind) == ("draft", "receiver")
    assert first is second
    assert first.reference == "A"
    assert (clone.reference, clone.is_new) == ("", True)


async def test_accepting_one_asks_under_the_badge_and_patches_its_row(window: Window, service: Service):
    """A refusal of the question does nothing; a confirmation sends once and says so."""
    window.targets = (number,) = await known(window, service, nomination("A"))
    window.prompts.answers = [False, True]
    await command(window, "accept").run(window)
    assert service.nominations.told == []
    await command(window, "accept").run(window)
    assert service.nominations.told == [("accept", "A")]
    assert all(question.writes for question in window.prompts.questions)
    assert window.desk.record(number).resource.status == "accepted"
    assert window.prompts.notices[0].title == "Accepted: A"


async def test_a_refused_one_is_a_problem(window: Window, service: Service):
    """The service's own words reach the person."""
    window.targets = await known(window, service, nomination("A"))
    service.nominations.failing["A"] = Refused("The quay is closed.", status=422)
    window.prompts.answers = [True]
    with pytest.raises(KnownProblem, match="quay"):
        await command(window, "accept").run(window)


async def test_cancelling_many_shows_each_result_and_offers_the_reason_again(window: Window, service: Service):
    """One progress; the refused row carries its reason, the others are done; the reason is offered next time."""
    ids = await known(window, service, nomination("A"), nomination("B"), nomination("C"))
    window.targets = ids
    service.nominations.failing["B"] = Refused("The hose is connected.", status=422)
    window.prompts.answers = ["Vessel diverted", None]
    await command(window, "cancel").run(window)
    (board,) = window.prompts.boards
    assert board.is_finished
    assert board.total == 3
    assert {line.text: bool(line.problem) for line in board.lines} == {"A": False, "B": True, "C": False}
    assert [window.desk.record(number).resource.status for number in ids] == [
        "cancelled",
        "supplier_assigned",
        "cancelled",
    ]
    await command(window, "cancel").run(window)
    assert window.prompts.questions[-1].suggestions == ("Vessel diverted",)
    assert window.prompts.questions[-1].is_dangerous


async def test_a_dead_network_ends_the_rest_at_once(window: Window, service: Service):
    """The rows behind the first failure are not tried, and say why."""
    ids = await known(window, service, *(nomination(f"N-{number}") for number in range(20)))
    window.targets = ids
    for number in range(20):
        service.nominations.failing[f"N-{number}"] = Unreachable.because(Reason.NETWORK, "No route.")
    window.prompts.answers = [True]
    await command(window, "accept").run(window)
    assert len(service.nominations.told) <= 4
    assert all(line.problem for line in window.prompts.boards[0].lines)
    assert len(window.prompts.boards[0].lines) == 20


async def test_stopping_begins_no_further_row(window: Window, service: Service):
    """What was sent is brought to its end and shown, the rest is never sent."""
    window.targets = await known(window, service, *(nomination(f"S-{number}") for number in range(20)))
    window.prompts.answers = [True]
    window.prompts.stops_after = 3
    await command(window, "accept").run(window)
    assert len(service.nominations.told) < 20
    assert len(window.prompts.boards[0].lines) == len(service.nominations.told) >= 3
    assert window.prompts.boards[0].is_finished


async def test_rescheduling_reads_the_port_clock_and_asks_again(window: Window, service: Service):
    """What is not understood is asked once more with the reason; the time goes through the upsert."""
    window.targets = (number,) = await known(window, service, nomination("A"))
    window.prompts.answers = ["tomorrowish", "+6h"]
    await command(window, "reschedule").run(window)
    first, second = window.prompts.questions
    assert first.label == "Estimated time of bunkering"
    assert "+6h" in first.text
    assert second.initial == "tomorrowish"
    assert service.nominations.told == [("put", "A")]
    moment = window.desk.record(number).resource.delivery.estimated_time_of_bunkering
    assert moment.isoformat() == "2026-12-03T14:00:00+01:00"


async def test_what_is_odd_about_a_typed_time_is_asked_about(window: Window, service: Service):
    """Another day than the weekday given is told with the day that would be sent; nothing is sent unseen."""
    window.targets = (number,) = await known(window, service, nomination("A"))
    window.prompts.answers = ["Mon 3 Dec 2026 14:00", False, "Thu 3 Dec 2026 14:00"]
    await command(window, "reschedule").run(window)
    _, odd, again = window.prompts.questions
    assert "Thu 3 Dec 14:00 +01:00" in odd.title
    assert "not the weekday given" in odd.text
    assert again.initial == "Mon 3 Dec 2026 14:00"
    assert service.nominations.told == [("put", "A")]
    assert window.desk.record(number).resource.delivery.estimated_time_of_bunkering.isoformat()[11:16] == "14:00"


async def test_a_time_is_read_by_the_clock_the_service_shows(window: Window, service: Service):
    """It answers with another offset than the table of ports has: the clock on the screen is the one that is meant."""
    value = nomination("A")
    value["delivery"]["estimatedTimeOfBunkering"] = "2026-12-03T08:00:00+03:00"
    window.targets = (number,) = await known(window, service, value)
    window.prompts.answers = ["14:00"]
    await command(window, "reschedule").run(window)
    moment = window.desk.record(number).resource.delivery.estimated_time_of_bunkering
    assert moment.isoformat() == "2026-12-03T14:00:00+03:00"


async def test_a_time_changed_by_somebody_else_is_left_alone(window: Window, service: Service):
    """Rescheduling from an old time would undo the other's decision."""
    window.targets = await known(window, service, nomination("A"))
    service.nominations.there["A"]["delivery"] = {"estimatedTimeOfBunkering": "2026-12-09T08:00:00+01:00"}
    window.prompts.answers = ["+6h"]
    with pytest.raises(KnownProblem, match="Somebody else"):
        await command(window, "reschedule").run(window)
    assert service.nominations.told == []


def time_of(window: Window, number: int) -> str:
    return window.desk.record(number).resource.delivery.estimated_time_of_bunkering.isoformat()


async def test_a_rescheduling_of_many_is_taken_back_each_to_its_own_time(window: Window, service: Service):
    """Two days later was a misunderstanding: the notice offers the way back, and says from when to when."""
    values = [nomination(f"R-{number}") for number in range(3)]
    for number, value in enumerate(values):
        value["delivery"]["estimatedTimeOfBunkering"] = f"2026-12-0{number + 3}T08:00:00+01:00"
    window.targets = await known(window, service, *values)
    before = [time_of(window, number) for number in window.targets]
    assert "Nothing was rescheduled" in why_not(window, "take_back")
    window.prompts.answers = ["+2d"]
    await command(window, "reschedule").run(window)
    assert [time_of(window, number)[:10] for number in window.targets] == ["2026-12-05", "2026-12-06", "2026-12-07"]
    notice = window.prompts.notices[-1]
    assert (notice.title, notice.action, notice.key) == (
        "3 nominations rescheduled",
        "Take back…",
        "nomination.take_back",
    )
    assert "R-0: Thu 3 Dec 08:00 +01:00 → Sat 5 Dec 08:00 +01:00" in notice.text
    window.prompts.answers = [True]
    await command(window, "take_back").run(window)
    assert "R-0: Sat 5 Dec 08:00 +01:00 → Thu 3 Dec 08:00 +01:00" in window.prompts.questions[-1].text
    assert window.prompts.questions[-1].writes
    assert [time_of(window, number) for number in window.targets] == before
    assert window.prompts.notices[-1].title == "3 nominations have their former time again"
    assert "Nothing was rescheduled" in why_not(window, "take_back")


def with_a_call(reference: str) -> dict[str, Any]:
    value = nomination(reference)
    value["delivery"] |= {"berthTime": "2026-12-03T06:00:00+01:00", "laycanStart": "2026-12-02T00:00:00+01:00"}
    value["delivery"] |= {"pilotTime": "2026-12-03T05:00:00+01:00", "laycanEnd": "2026-12-06T00:00:00+01:00"}
    value["receiver"] = {"vesselName": "EVER SUMMIT", "estimatedTimeOfArrival": "2026-12-03T04:00:00+01:00"}
    return value


def times_of(window: Window, number: int) -> list[str]:
    """Arrival, pilot, berth, bunkering and the beginning of the laycan, by their days."""
    nomination = window.desk.record(number).resource
    of = nomination.delivery
    times = (nomination.receiver.estimated_time_of_arrival, of.pilot_time, of.berth_time)
    return [f"{time:%d %H}" for time in (*times, of.estimated_time_of_bunkering, of.laycan_start)]


async def test_a_late_ship_moves_with_her_whole_call_and_back(window: Window, service: Service):
    """Pilot, berth and arrival two days before the bunkering would send the barge to an empty berth."""
    window.targets = (number,) = await known(window, service, with_a_call("A"))
    window.prompts.answers = ["+2d", "whole", True]
    await command(window, "reschedule").run(window)
    asked = window.prompts.questions[-1]
    assert asked.title == "What of A moves?"
    assert times_of(window, number) == ["05 04", "05 05", "05 06", "05 08", "02 00"]
    await command(window, "take_back").run(window)
    assert times_of(window, number) == ["03 04", "03 05", "03 06", "03 08", "02 00"]


async def test_the_bunkering_alone_may_move(window: Window, service: Service):
    """And neither moves where the question is refused."""
    window.targets = (number,) = await known(window, service, with_a_call("A"))
    window.prompts.answers = ["+2d", "neither", "+2d", "alone"]
    await command(window, "reschedule").run(window)
    assert service.nominations.told == []
    await command(window, "reschedule").run(window)
    assert times_of(window, number) == ["03 04", "03 05", "03 06", "05 08", "02 00"]


async def test_rows_that_are_left_out_are_told(window: Window, service: Service):
    """Of three selected one has begun: the question says which and why."""
    begun = {**nomination("B"), "status": "operation_started"}
    window.targets = await known(window, service, nomination("A"), begun, nomination("C"))
    window.prompts.answers = [None]
    await command(window, "reschedule").run(window)
    (asked,) = window.prompts.questions
    assert asked.title == "Reschedule 2 nominations"
    assert "B is left out: The operation has started" in asked.text


async def test_what_was_moved_on_since_is_not_taken_back(window: Window, service: Service):
    """A colleague has another time by now: that one stays, the rest goes back."""
    window.targets = first, second = await known(window, service, nomination("A"), nomination("B"))
    window.prompts.answers = ["+6h", True]
    await command(window, "reschedule").run(window)
    theirs = {**service.nominations.there["A"], "delivery": {"estimatedTimeOfBunkering": "2026-12-20T08:00:00+01:00"}}
    await known(window, service, theirs)
    await command(window, "take_back").run(window)
    assert time_of(window, first).startswith("2026-12-20")
    assert time_of(window, second) == BUNKERING
    (told,) = [line.problem for line in window.prompts.boards[-1].lines if line.problem]
    assert "changed again since" in told
    assert not why_not(window, "take_back")


async def test_templates_are_made_and_used(window: Window, service: Service):
    """Made from a record under a name, replaced only after a word, opened without the reference."""
    window.targets = await known(window, service, nomination("A"))
    window.prompts.answers = ["Weekly", "Weekly", False, "Weekly"]
    await command(window, "make_template").run(window)
    await command(window, "make_template").run(window)
    assert len(window.prompts.notices) == 1
    await command(window, "new_from_template").run(window)
    session = window.desk.editing.session(int(window.places[0].argument))
    assert session.reference == ""
    assert session.value("delivery.bunkeringLocationCode") == "NLRTM"


async def test_a_template_that_is_not_wanted_any_more_is_deleted(window: Window, service: Service):
    """Only the chosen one, and only after a word; without any the command is not possible."""
    window.targets = await known(window, service, nomination("A"))
    window.prompts.answers = ["Weekly", "Monthly", None, "Weekly", False, "Weekly", True, "Monthly", True]
    for _ in range(2):
        await command(window, "make_template").run(window)
    for _ in range(2):
        await command(window, "delete_template").run(window)
        assert window.desk.editing.templates() == ("Monthly", "Weekly")
    await command(window, "delete_template").run(window)
    assert window.desk.editing.templates() == ("Monthly",)
    assert window.prompts.notices[-1].title == "The template Weekly is deleted"
    await command(window, "delete_template").run(window)
    assert why_not(window, "delete_template").startswith("No template")


async def test_one_draft_is_looked_over_before_it_is_sent(window: Window, service: Service):
    """Ctrl+Return on a draft opens it as a nomination of the chosen side; nothing is sent unseen."""
    del service
    keeper = window.desk.remember
    await keeper(["D"], "created")
    await window.desk._keeper.keep([Answer("draft", "D", ({"clientReference": "D", "status": "in_progress"},))])  # noqa: SLF001
    window.targets = [window.desk.records("D")[0].id]
    window.prompts.answers = ["supplier"]
    await command(window, "send").run(window)
    session = window.desk.editing.session(int(window.places[0].argument))
    assert (session.kind, session.promoted_from) == ("supplier", "D")
    window.page = "editor"
    assert "editor" in why_not(window, "send")


def test_every_text_that_opens_a_question_ends_in_an_ellipsis(window: Window):
    """A person knows before clicking whether something happens at once."""
    commands = NominationCommands(window)
    assert commands.has_templates(window) is not True
    asking = {
        "new",
        "new_from_template",
        "make_template",
        "delete_template",
        "send",
        "reschedule",
        "take_back",
        "cancel",
        "reschedule_deprecated",
    }
    texts = {one.key.removeprefix("nomination."): one.text for one in nomination_commands(window)}
    assert {key for key, text in texts.items() if text.endswith("…")} == asking
