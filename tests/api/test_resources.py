"""Every method of the service: the request that arrives and what is made of the answer."""

from decimal import Decimal

import pytest
from tests.api.server import Reply, ScriptedServer, as_json, page, problem

from bunkerdesk.api import BunkerService, NotFound, Paths, Refused, SharedReference, UnreadableAnswer
from bunkerdesk.contract.enums import NominationStatus
from bunkerdesk.contract.requests import SupplierUpsert

NOMINATION = {"clientReference": "A-1", "status": "accepted", "delivery": {"bunkeringLocationCode": "NLRTM"}}


async def test_a_nomination_is_read(server: ScriptedServer, service: BunkerService) -> None:
    """A read carries the token and answers with the nomination."""
    server.on("GET", "/v1/nominations/A-1", as_json(NOMINATION))
    nomination = await service.nominations.read("A-1")
    assert nomination.status is NominationStatus.ACCEPTED
    assert server.seen[-1].headers["authorization"] == "Bearer token-1"


async def test_an_unknown_field_and_value_survive(server: ScriptedServer, service: BunkerService) -> None:
    """What this version does not understand is kept, and departures are named."""
    server.on("GET", "/v1/nominations/A-1", as_json({"status": "teleported", "novel": [1], "delivery": 7}))
    nomination = await service.nominations.read("A-1")
    assert nomination.status == "teleported"
    assert nomination.unknown_fields == {"novel": [1]}
    assert {departure.place for departure in nomination.departures} >= {"Nomination.clientReference"}
    assert nomination.as_received == {"status": "teleported", "novel": [1], "delivery": 7}


@pytest.mark.parametrize(
    "envelope",
    [
        *([NOMINATION], {"data": [NOMINATION]}, {"nominations": [NOMINATION], "other": []}, {"whatever": [NOMINATION]}),
        {"_links": {"self": {"href": "/"}}, "_embedded": {"nominationList": [NOMINATION]}, "page": {"size": 20}},
    ],
)
async def test_any_envelope_of_all_is_taken(server: ScriptedServer, service: BunkerService, envelope: object) -> None:
    """The envelope of `/all` is not shown: bare, named, or the only list there is."""
    server.on("GET", "/v1/nominations/A-1/all", as_json(envelope))
    assert [found.client_reference for found in await service.nominations.read_all("A-1")] == ["A-1"]


async def test_a_bare_nomination_from_all_is_no_envelope(server: ScriptedServer, service: BunkerService) -> None:
    """A nomination's own list of fuels is not mistaken for a list of nominations."""
    fuels = [{"fuelType": "VLSFO"}]
    for bare in ({**NOMINATION, "fuelSpecifications": fuels}, {"clientReference": "A-1", "fuelSpecifications": fuels}):
        server.on("GET", "/v1/nominations/A-1/all", as_json(bare))
        assert [found.client_reference for found in await service.nominations.read_all("A-1")] == ["A-1"]


@pytest.mark.parametrize("reply", [Reply(204), as_json(None), Reply(200, b"\xef\xbb\xbfnull")])
async def test_said_to_be_nothing_is_nothing(server: ScriptedServer, service: BunkerService, reply: Reply) -> None:
    """Some frameworks answer 204 or null for what is not there, and for a list without items."""
    for kind in ("nominations", "operations"):
        server.on("GET", f"/v1/{kind}/A-1", reply)
        server.on("GET", f"/v1/{kind}/A-1/all", reply)
    server.on("GET", "/v1/fuel-types", reply)
    for read in (service.nominations.read("A-1"), service.operations.read("A-1")):
        with pytest.raises(NotFound, match="nothing under this reference"):
            await read
    assert await service.nominations.read_all("A-1") == []
    assert await service.operations.read_all("A-1") == []
    assert await service.reference_data.fuel_types() == []


async def test_one_odd_item_leaves_the_others(server: ScriptedServer, service: BunkerService) -> None:
    """A null in a list costs that item only."""
    server.on("GET", "/v1/operations/A-1/all", as_json([None, {"clientReference": "A-1"}, "x"]))
    assert [found.client_reference for found in await service.operations.read_all("A-1")] == ["A-1"]


async def test_cancel_sends_the_reason(server: ScriptedServer, service: BunkerService) -> None:
    server.on(
        "PUT",
        "/v1/nominations/A-1/cancel",
        as_json({"clientReference": "A-1", "status": "cancelled", "lastChangedAtUtc": "2026-11-21T10:00:00Z"}),
    )
    answer = await service.nominations.cancel("A-1", "vessel sold")
    assert answer is not None
    assert answer.status is NominationStatus.CANCELLED
    assert server.seen[-1].body == b'{"reason":"vessel sold"}'
    assert server.seen[-1].headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    "reply",
    [
        *(Reply(204), Reply(200), as_json(None), as_json("done"), as_json([]), as_json([1, 2]), as_json(True)),
        Reply(202, b"OK\r\n", {"Content-Type": "text/plain; charset=utf-8"}),
    ],
)
async def test_an_odd_answer_to_a_write_is_no_failure(
    server: ScriptedServer, service: BunkerService, reply: Reply
) -> None:
    """The write has happened; an empty answer, a word or one of another shape is None."""
    server.on("PUT", "/v1/nominations/supplier", reply)
    server.on("PUT", "/v1/nominations/A-1/accept", reply)
    assert await service.nominations.put_as_supplier({"clientReference": "A-1"}) is None
    assert await service.nominations.accept("A-1") is None


async def test_accepting_sends_an_empty_object(server: ScriptedServer, service: BunkerService) -> None:
    """The body is not shown: whoever wants JSON has some, whoever wants nothing finds nothing in it."""
    server.on("PUT", "/v1/nominations/A-1/accept", as_json(NOMINATION))
    await service.nominations.accept("A-1")
    assert server.seen[-1].body == b"{}"
    assert server.seen[-1].headers["content-type"] == "application/json"


@pytest.mark.parametrize("value", [NOMINATION, [NOMINATION], {"data": NOMINATION}, {"nomination": NOMINATION}])
async def test_a_written_nomination_is_found_in_its_envelope(
    server: ScriptedServer, service: BunkerService, value: object
) -> None:
    server.on("PUT", "/v1/nominations/receiver", as_json(value))
    nomination = await service.nominations.put_as_receiver({"clientReference": "A-1"})
    assert nomination is not None
    assert nomination.client_reference == "A-1"


@pytest.mark.parametrize("text", [b"{cut off", b'"no end', b"\x00\x01binary", b"<!doctype html><title>Sign in</title>"])
async def test_a_write_answered_with_what_is_no_word_is_unreadable(
    server: ScriptedServer, service: BunkerService, text: bytes
) -> None:
    """Neither half an answer nor a page is a yes, whatever it calls itself."""
    server.on("PUT", "/v1/nominations/supplier", Reply(200, text, {"Content-Type": "text/plain"}))
    with pytest.raises(UnreadableAnswer):
        await service.nominations.put_as_supplier({"clientReference": "A-1"})


async def test_a_write_answered_with_a_page_is_unreadable(server: ScriptedServer, service: BunkerService) -> None:
    """A proxy's page is never taken for the service's yes."""
    server.on("PUT", "/v1/nominations/supplier", page("<html><title>Sign in to the network</title></html>"))
    with pytest.raises(UnreadableAnswer, match="Sign in to the network") as caught:
        await service.nominations.put_as_supplier({"clientReference": "A-1"})
    assert caught.value.content_type == "text/html"
    assert caught.value.status == 200


async def test_quantities_keep_all_digits(server: ScriptedServer, service: BunkerService) -> None:
    """28 digits leave as a JSON number and come back as they were."""
    digits = "12345678901234567890.12345678"
    text = f'{{"clientReference":"A-1","fuelSpecifications":[{{"quantityRange":{{"maxQuantity":{digits}}}}}]}}'
    server.on("PUT", "/v1/nominations/supplier", lambda seen: Reply(200, seen.body))
    answer = await service.nominations.put_as_supplier(SupplierUpsert.read_json(text))
    assert server.seen[-1].body.decode() == text
    assert answer is not None
    assert answer.fuel_specifications is not None
    quantities = answer.fuel_specifications[0].quantity_range
    assert quantities is not None
    assert quantities.max_quantity == Decimal(digits)


async def test_what_json_cannot_hold_is_refused_here(server: ScriptedServer, service: BunkerService) -> None:
    with pytest.raises(Refused, match="cannot be written as JSON"):
        await service.drafts.put({"clientReference": object()})
    assert not server.seen


async def test_reschedule_is_a_patch(server: ScriptedServer, service: BunkerService) -> None:
    server.on("PATCH", "/v1/nominations/A-1/schedule", as_json({"clientReference": "A-1", "status": "amended"}))
    answer = await service.nominations.reschedule("A-1", {"estimatedBunkeringDurationInMinutes": 90})
    assert answer is not None
    assert answer.status is NominationStatus.AMENDED


async def test_drafts_are_paged(server: ScriptedServer, service: BunkerService) -> None:
    """The opaque cursor goes back unharmed; the last page ends the list even if it has a cursor."""
    cursor = "a/b?c=d&e%2F+é "

    def pages(seen: object) -> Reply:
        is_first = "cursor" not in server.seen[-1].target
        return as_json(
            {
                "data": [{"clientReference": "1" if is_first else "2"}],
                "pagination": {"nextCursor": cursor, "hasMore": is_first, "limit": 7},
            }
        )

    server.on("GET", "/v1/nominations/drafts", pages)
    found = [page async for page in service.drafts.pages(7)]
    assert [draft.client_reference for page in found for draft in page.data or []] == ["1", "2"]
    assert server.seen[-1].target == "/v1/nominations/drafts?cursor=a%2Fb%3Fc%3Dd%26e%252F%2B%C3%A9%20&limit=7"


@pytest.mark.parametrize(
    "pagination",
    [None, {}, {"hasMore": True}, {"hasMore": True, "nextCursor": ""}, {"hasMore": False, "nextCursor": "x"}],
)
async def test_a_page_that_leads_nowhere_is_the_last(
    server: ScriptedServer, service: BunkerService, pagination: object
) -> None:
    """However the end is said; where nothing is said, a cursor leads on."""
    server.on("GET", "/v1/nominations/drafts", as_json({"data": [NOMINATION], "pagination": pagination}))
    assert len([page async for page in service.drafts.pages()]) == 1
    (request,) = server.requests("GET")
    assert request.target == "/v1/nominations/drafts?limit=50"


async def test_a_list_of_drafts_that_never_ends_is_noticed(server: ScriptedServer, service: BunkerService) -> None:
    server.on(
        "GET", "/v1/nominations/drafts", as_json({"data": [], "pagination": {"nextCursor": "x", "hasMore": True}})
    )
    with pytest.raises(UnreadableAnswer, match="repeats itself"):
        [page async for page in service.drafts.pages()]
    assert len(server.requests("GET")) == 2


async def test_other_lists_that_page_like_the_drafts_are_read_to_their_end(
    server: ScriptedServer, service: BunkerService
) -> None:
    """Only the drafts are said to; a directory of which the first fifty are shown would look whole."""
    pages = [([{"reference": "E1"}], "a/b"), ([{"reference": "E2"}], "c"), ([{"reference": "E3"}], None)]
    replies = [
        as_json({"data": data, "pagination": {"nextCursor": cursor, "hasMore": cursor is not None}})
        for data, cursor in pages
    ]
    server.on("GET", "/v1/counterpart-entities", *replies)
    assert [one.reference for one in await service.entities.counterpart_entities()] == ["E1", "E2", "E3"]
    targets = [seen.target for seen in server.requests("GET")]
    assert targets == [f"/v1/counterpart-entities{rest}" for rest in ("", "?cursor=a%2Fb", "?cursor=c")]


async def test_a_list_that_only_looks_paged_is_told_once(server: ScriptedServer, service: BunkerService) -> None:
    """Whoever does not know cursors answers the same again."""
    again = as_json({"items": [{"reference": "E1"}], "pagination": {"nextCursor": "x", "hasMore": True}})
    server.on("GET", "/v1/counterpart-entities", again)
    assert [one.reference for one in await service.entities.counterpart_entities()] == ["E1"]
    assert len(server.requests("GET")) == 2


async def test_a_big_page_is_read_whole(server: ScriptedServer, service: BunkerService) -> None:
    """Answers that are read in a worker come out the same."""
    drafts = [
        {"clientReference": f"D-{number}", "delivery": {"bunkeringLocationName": "x" * 900}} for number in range(200)
    ]
    server.on("GET", "/v1/nominations/drafts", as_json({"data": drafts, "pagination": {"hasMore": False}}))
    (found,) = [page async for page in service.drafts.pages(200)]
    assert [draft.client_reference for draft in found.data or []] == [f"D-{number}" for number in range(200)]


async def test_directory_and_reference_data(server: ScriptedServer, service: BunkerService) -> None:
    server.on("GET", "/v1/fuel-types", as_json([{"name": "VLSFO", "grades": ["rmg"]}]))
    server.on("GET", "/v1/operation-standards", as_json({"items": [{"code": "SGTR", "type": "Transfer"}]}))
    server.on("GET", "/v1/company-entities", as_json([{"reference": "E1"}]))
    server.on("GET", "/v1/counterpart-entities", as_json([{"email": "a@b.example"}]))
    server.on("PUT", "/v1/counterpart-entities", as_json({"email": "c@d.example", "reference": "C"}))
    server.on("GET", "/v1/contracts", as_json([{"reference": "K1", "validFrom": "2026-01-01T00:00:00+01:00"}]))
    server.on("PUT", "/v1/contracts", as_json({"reference": "K2"}))
    server.on("GET", "/v1/asset-operators/companies", as_json({"companiesIAmOperatorFor": [], "myAssetOperators": []}))
    assert [fuel.name for fuel in await service.reference_data.fuel_types()] == ["VLSFO"]
    assert [standard.code for standard in await service.reference_data.operation_standards()] == ["SGTR"]
    assert [entity.reference for entity in await service.entities.company_entities()] == ["E1"]
    assert [entity.email for entity in await service.entities.counterpart_entities()] == ["a@b.example"]
    written = await service.entities.put_counterpart_entity({"email": "c@d.example"})
    assert written is not None
    assert written.email == "c@d.example"
    assert [contract.reference for contract in await service.entities.contracts()] == ["K1"]
    contract = await service.entities.put_contract({"reference": "K2"})
    assert contract is not None
    assert contract.reference == "K2"
    assert (await service.entities.asset_operators()).my_asset_operators == []


async def test_webhooks(server: ScriptedServer, service: BunkerService) -> None:
    """The secret of a new subscription is handed out once, to the caller."""
    path = "/v1/webhooks/subscriptions"
    server.on("GET", path, as_json([{"id": "1", "version": 1, "headerKeys": ["X-A"]}]))
    server.on("POST", path, as_json({"id": "2", "secret": "once"}, 201))
    server.on("DELETE", f"{path}/2", Reply(204))
    assert [found.header_keys for found in await service.webhooks.list()] == [["X-A"]]
    created = await service.webhooks.create({"url": "https://desk.example/hook"})
    assert created is not None
    assert created.secret == "once"
    await service.webhooks.delete("2")
    assert server.seen[-1].method == "DELETE"


async def test_a_subscription_with_a_number_for_id_can_be_deleted(
    server: ScriptedServer, service: BunkerService
) -> None:
    """The fields of a subscription are not shown."""
    path = "/v1/webhooks/subscriptions"
    server.on("GET", path, as_json([{"id": 17, "version": 1}]))
    server.on("DELETE", f"{path}/17", Reply(204))
    for found in await service.webhooks.list():
        await service.webhooks.delete(found.id or "")
    assert server.seen[-1].path == f"{path}/17"


@pytest.mark.parametrize("status", [400, 403, 404, 405, 410, 501])
async def test_paths_that_are_not_shown_are_settings(server: ScriptedServer, connect, status: int) -> None:
    """A missing endpoint is named as such, and nothing else breaks."""
    paths = Paths(operation_standards="standards/", contracts="/v2/contracts", webhooks="/hooks")
    service = await connect(server.base_url, paths=paths)
    for path in ("/standards", "/v2/contracts", "/hooks"):
        server.on("GET", path, problem(status))
    for read in (service.reference_data.operation_standards, service.entities.contracts, service.webhooks.list):
        with pytest.raises(NotFound, match="not offered by this service") as caught:
            await read()
        assert caught.value.is_not_offered
    server.on("GET", "/v1/nominations/A-1", problem(404))
    with pytest.raises(NotFound) as caught:
        await service.nominations.read("A-1")
    assert not caught.value.is_not_offered


async def test_a_refused_subscription_is_no_missing_path(server: ScriptedServer, service: BunkerService) -> None:
    """An internal address or another version is 400; only a read says of a path that it is not there."""
    server.on("POST", "/v1/webhooks/subscriptions", problem(400, "supported versions: 1"))
    with pytest.raises(Refused, match="supported versions: 1"):
        await service.webhooks.create({"url": "https://desk.example/hook", "version": 2})


async def test_a_shared_reference_is_no_refusal(server: ScriptedServer, service: BunkerService) -> None:
    """422 on a single read means: choose among all of them. On a write it is a refusal."""
    for path in ("/v1/nominations/A-1", "/v1/operations/A-1"):
        server.on("GET", path, problem(422, "see /all", trace_id="t-9"))
    server.on("PUT", "/v1/nominations/supplier", problem(422, "receiver company missing"))
    with pytest.raises(SharedReference) as caught:
        await service.nominations.read("A-1")
    assert caught.value.problem is not None
    assert caught.value.problem.detail == "see /all"
    assert caught.value.trace_id == "t-9"
    with pytest.raises(SharedReference):
        await service.operations.read("A-1")
    with pytest.raises(Refused, match="receiver company missing"):
        await service.nominations.put_as_supplier({})
