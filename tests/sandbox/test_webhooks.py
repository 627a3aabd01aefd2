"""Webhook subscriptions and deliveries ("Events")."""

import asyncio
import hashlib
import hmac
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from tests.sandbox.conftest import BASE_URL, Caller, Postbox

from bunkerdesk.contract import jsontext
from bunkerdesk.sandbox.addresses import ForbiddenAddress, check_url, is_public
from bunkerdesk.sandbox.deliveries import Delivery, send

PATH = "/v1/webhooks/subscriptions"
URL = "https://hooks.example.com/in?x=1"

Object = dict[str, Any]


async def create(caller: Caller, status: int = 201, **fields: Any) -> Any:
    answer = await caller.send("POST", PATH, {"url": URL, **fields})
    assert answer.status_code == status, answer.text
    return answer.json()


async def arrive(postbox: Postbox, count: int) -> list[Delivery]:
    async with asyncio.timeout(30):
        while len(postbox.received) < count:  # noqa: ASYNC110 - filled by a thread, which has no event to wait for
            await asyncio.sleep(0.01)
    return postbox.received


async def test_creation_tells_the_secret_once(supplier: Caller) -> None:
    """Supplied or generated; the list omits it and shows version and header keys."""
    made = await create(supplier, headers={"X-Key": "k", "Authorization": "Basic x"})
    given = await create(supplier, secret="my own", version=1, eventKinds=["nomination_created"])
    assert len(made["secret"]) >= 32
    assert given["secret"] == "my own"
    listed = await supplier.read(PATH)
    assert [item["id"] for item in listed] == [made["id"], given["id"]]
    assert all("secret" not in item and "headers" not in item for item in listed)
    assert [item["version"] for item in listed] == [1, 1]
    assert listed[0]["headerKeys"] == ["X-Key", "Authorization"]
    assert listed[0]["eventKinds"][0] == "nomination_created"
    assert len(listed[0]["eventKinds"]) == 7


@pytest.mark.parametrize("version", [0, 2, -1, 2**31 - 1, 2**31, -(10**30), 2.0])
async def test_an_unsupported_version_is_400_and_lists_supported_ones(supplier: Caller, version: float) -> None:
    assert "Supported versions: 1." in (await create(supplier, 400, version=version))["detail"]


@pytest.mark.parametrize(
    "fields",
    [
        {"url": None},
        {"url": 7},
        {"version": "1"},
        {"secret": ""},
        {"eventKinds": ["nomination_deleted"]},
        {"eventKinds": "nomination_created"},
        {"headers": {"X": 1}},
        {"headers": {"X Y": "1"}},
        {"headers": {"X": "1\r\nHost: x"}},
        {"headers": {"X-Webhook-Signature": "1"}},
        {"headers": {"host": "x"}},
    ],
)
async def test_an_unreadable_subscription_is_400(supplier: Caller, fields: Object) -> None:
    await create(supplier, 400, **fields)
    assert await supplier.read(PATH) == []


async def test_a_subscription_is_deleted_once_and_by_its_owner(supplier: Caller, receiver: Caller) -> None:
    path = f"{PATH}/{(await create(supplier))['id']}"
    assert (await receiver.send("DELETE", path)).status_code == 404
    answer = await supplier.send("DELETE", path)
    assert (answer.status_code, answer.content) == (204, b"")
    assert (await supplier.send("DELETE", path)).status_code == 404
    assert await supplier.read(PATH) == []


INTERNAL = [
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.0.0.1/",
    "http://0177.0.0.1/",
    "http://017700000001/",
    "http://127.0.0.1./",
    "http://0/",
    "http://0.0.0.0/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data",
    "http://100.64.0.1/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[fe80::1]/",
    "http://[fe80::1%25eth0]/",
    "http://[fc00::1]/",
    "http://[fec0::1]/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://api.localhost/",
    "http://printer.local/",
    "http://metadata.google.internal/",
    "http://intranet/",
    "http://①②⑦.0.0.1/",
    "http://inside.example.com/",
    "http://user@hooks.example.com/",
    "http://user:word@hooks.example.com/",
    "http://hooks.example.com@127.0.0.1/",
    "http://127.0.0.1#@hooks.example.com/",
    "http://127.0.0.1\\@hooks.example.com/",
    "http://hooks.example.com:0/",
    "http://hooks.example.com:99999/",
    "http://hooks.example.com/ x",
    "http://hooks.example.com/\r\nX: y",
    "http:///path",
    "http://[::1",
    "http://1.2.3.4.5/",
    "http://256.1.1.1/",
    "ftp://hooks.example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "hooks.example.com",
    "//hooks.example.com/",
    "",
]


@pytest.mark.parametrize("url", INTERNAL)
async def test_an_internal_or_unreadable_address_is_400(supplier: Caller, url: str) -> None:
    await create(supplier, 400, url=url)


@pytest.mark.parametrize(
    "url",
    [
        URL,
        "http://93.184.216.34:8080/x",
        "https://[2606:4700::1111]/",
        "https://later.example.com/",
        "HTTPS://HOOKS.example.com",
    ],
)
async def test_an_address_on_the_internet_is_taken(supplier: Caller, url: str) -> None:
    """A name that does not resolve yet is taken; it is checked again at each delivery."""
    assert (await create(supplier, url=url))["url"] == url


def test_one_inside_address_among_several_is_enough_to_refuse() -> None:
    with pytest.raises(ForbiddenAddress):
        check_url("https://x.example.com/", lambda _: ["93.184.216.34", "::ffff:10.0.0.1"])
    assert not is_public("nonsense")


async def test_a_delivery_is_a_signed_cloud_event(supplier: Caller, postbox: Postbox) -> None:
    made = await create(supplier, headers={"X-Key": "k"})
    body = {"clientReference": "E-1", "delivery": {"estimatedTimeOfBunkering": "2026-12-01T10:00:00Z"}}
    await supplier.put("/v1/nominations/supplier", {**body, "receiver": {"companyIdentifier": "REC"}})
    (delivery,) = await arrive(postbox, 1)
    assert (delivery.url, delivery.addresses) == (URL, ("93.184.216.34",))
    assert delivery.headers["X-Key"] == "k"
    signed = hmac.new(made["secret"].encode(), delivery.body, hashlib.sha256).hexdigest()
    assert delivery.headers["X-Webhook-Signature"] == signed
    event = jsontext.parse(delivery.body)
    assert event["dataschema"] == f"{BASE_URL}/api-reference/webhooks/v1/nomination_created"
    assert event["type"] == "net.bunkerdesk.nomination.created"
    assert event["specversion"] == "1.0"
    assert event["data"]["clientReference"] == "E-1"


async def test_each_change_is_told_under_its_kind(supplier: Caller, postbox: Postbox) -> None:
    """Only what changed; the draft event bears the type the specification shows."""
    await create(supplier)
    delivery = {"estimatedTimeOfBunkering": "2026-12-01T10:00:00Z", "estimatedBunkeringDurationInMinutes": 60}
    body = {"clientReference": "E-1", "delivery": delivery, "receiver": {"companyIdentifier": "REC"}}
    path = "/v1/nominations/supplier"
    steps: list[tuple[Object, list[str]]] = [
        (body, ["created"]),
        (body, []),
        ({**body, "delivery": {**delivery, "estimatedTimeOfBunkering": "2026-12-01T12:00:00+02:00"}}, []),
        ({**body, "delivery": {**delivery, "estimatedBunkeringDurationInMinutes": 90}}, ["bunkering_end_time.changed"]),
        (body, ["bunkering_end_time.changed"]),
        (
            {**body, "delivery": {**delivery, "estimatedTimeOfBunkering": "2026-12-02T10:00:00Z"}},
            ["bunkering_start_time.changed", "bunkering_end_time.changed"],
        ),
        (body, ["bunkering_start_time.changed", "bunkering_end_time.changed"]),
        ({**body, "delivery": {**delivery, "contractReference": "CON-1"}}, ["contract.changed"]),
        (body, ["contract.changed"]),
        ({**body, "supplier": {"companyEntityReference": "SUP-1"}}, ["company_entity.changed"]),
        (body, ["company_entity.changed"]),
        (
            {**body, "receiver": {"companyIdentifier": "REC", "counterpartEntityReference": "CP-REC"}},
            ["counterpart_entity.changed"],
        ),
    ]
    expected = []
    for sent, kinds in steps:
        assert (await supplier.put(path, sent)).status_code == 200
        expected += kinds
    await supplier.put("/v1/nominations/drafts", {"clientReference": "E-D"})
    expected.append("draft.upserted")
    received = await arrive(postbox, len(expected))
    types = [jsontext.parse(delivery.body)["type"] for delivery in received]
    assert types == [f"net.bunkerdesk.nomination.{kind}" for kind in expected]


async def test_events_go_only_to_those_who_may_know_and_asked(
    supplier: Caller, receiver: Caller, call_as: Any, postbox: Postbox
) -> None:
    await create(receiver, url="https://hooks.example.com/receiver")
    await create(call_as("OTH"), url="https://hooks.example.com/other")
    await create(supplier, url="https://hooks.example.com/other-kind", eventKinds=["nomination_contract_changed"])
    body = {"clientReference": "E-1", "delivery": {"estimatedTimeOfBunkering": "2026-12-01T10:00:00Z"}}
    await supplier.put("/v1/nominations/supplier", {**body, "receiver": {"companyIdentifier": "REC"}})
    await receiver.put("/v1/nominations/receiver", {**body, "supplierCompanyIdentifier": "SUP"})
    (delivery,) = await arrive(postbox, 1)
    assert delivery.url == "https://hooks.example.com/receiver"


async def test_the_address_is_checked_again_at_delivery(
    supplier: Caller, postbox: Postbox, names: dict[str, list[str]]
) -> None:
    """A name that has moved inside since then gets nothing; the others still do."""
    await create(supplier)
    names["hooks.example.com"] = ["192.168.0.9"]
    await supplier.put("/v1/nominations/drafts", {"clientReference": "E-1"})
    await create(supplier, url="http://93.184.216.34/second")
    await supplier.put("/v1/nominations/drafts", {"clientReference": "E-2"})
    (delivery,) = await arrive(postbox, 1)
    assert delivery.url == "http://93.184.216.34/second"


async def test_a_redirect_is_not_followed_nor_tried_again(supplier: Caller, postbox: Postbox) -> None:
    postbox.answers = [302]
    await create(supplier)
    await supplier.put("/v1/nominations/drafts", {"clientReference": "E-1"})
    await supplier.put("/v1/nominations/drafts", {"clientReference": "E-2"})
    received = await arrive(postbox, 2)
    assert [jsontext.parse(item.body)["data"]["clientReference"] for item in received] == ["E-1", "E-2"]


class Subscriber(BaseHTTPRequestHandler):
    """A real subscriber, who would rather have the event sent elsewhere."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.seen.append((self.path, self.headers["Host"], self.headers["X-Key"], body))
        self.send_response(302)
        self.send_header("Location", "http://127.0.0.1:1/elsewhere")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Silent."""


def test_a_delivery_goes_over_http_to_the_address_that_was_checked() -> None:
    """The name is in the Host header only: it is not looked up again, and a redirect is an answer like others."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Subscriber) as server:
        server.seen = []
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        host = f"hooks.example.com:{server.server_port}"
        delivery = Delivery(f"http://{host}/in?x=1", ("127.0.0.1",), {"X-Key": "k"}, b"{}")
        assert send(delivery) == 302
        server.shutdown()
        thread.join()
    assert server.seen == [("/in?x=1", host, "k", b"{}")]
