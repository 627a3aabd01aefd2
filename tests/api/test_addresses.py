"""Which addresses are used, how references travel, where redirects may lead."""

import asyncio
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.api.conftest import SECRET
from tests.api.server import Reply, ScriptedServer, Seen, as_json

from bunkerdesk.api import BunkerService, Credentials, InsecureAddress, Paths, Refused, UnreadableAnswer
from bunkerdesk.api.address import segment
from bunkerdesk.api.errors import NotFound, SharedReference

PATH = "/v1/nominations/A-1"
GOOD = as_json({"clientReference": "A-1"})


@pytest.mark.parametrize(
    "address",
    [
        "http://service.example",
        "http://10.0.0.1",
        "http://127.0.0.1.evil.example",
        "http://localhost.evil.example",
        "http://0.0.0.0:80",
        "http://[::2]/",
        "http://127.0.0.1\\@evil.example",
        "https://user@service.example",
        "https://user:password@service.example",
        "http://desk:secret@127.0.0.1:1",
        "https://@service.example",
        "https://",
        "https:///v1",
        "https://service.example:port",
        "https://service.example:99999",
        "https://service.example/?a=b",
        "https://service.example/#x",
        "https://service.example/?",
        "https://service.example/#",
        "https://service.example/a b",
        "ftp://service.example",
        "file:///etc/passwd",
        "service.example",
        "",
    ],
)
def test_an_unfit_address_is_refused_before_anything_is_sent(address: str) -> None:
    with pytest.raises(InsecureAddress) as caught:
        BunkerService(address, Credentials("desk", SECRET))
    assert "password@" not in str(caught.value)
    assert "secret@" not in str(caught.value)


@pytest.mark.parametrize(
    ("address", "base"),
    [
        ("https://service.example", "https://service.example"),
        (" HTTPS://Service.example:8443/desk/ \n", "https://service.example:8443/desk"),
        ("http://127.9.9.9:8000//", "http://127.9.9.9:8000"),
        ("http://localhost", "http://localhost"),
        ("http://[::1]:8000/x/y", "http://[::1]:8000/x/y"),
    ],
)
def test_a_fit_address_is_tidied(address: str, base: str) -> None:
    assert BunkerService(address, Credentials("desk", SECRET)).base_url == base


async def test_a_path_prefix_is_kept(server: ScriptedServer, connect: Callable[..., Any]) -> None:
    """The token endpoint and every path live under the same base."""
    server.on("POST", "/desk/api/oauth/token", as_json({"access_token": "t"}))
    server.on("GET", f"/desk/api{PATH}", GOOD)
    service = await connect(f"{server.base_url}/desk/api/")
    assert (await service.nominations.read("A-1")).client_reference == "A-1"


@pytest.mark.parametrize("path", ["", "/", "a b", "x?y", "x#y", "a\\b", "\x00"])
def test_a_path_setting_must_be_a_path(path: str) -> None:
    with pytest.raises(Refused, match="plain path"):
        Paths(webhooks=path)


def test_a_path_setting_cannot_move_the_host() -> None:
    assert Paths(webhooks="@evil.example/x").webhooks == "/@evil.example/x"


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_reference_is_one_plain_segment(reference: str) -> None:
    """Nothing in it can be read as a path, a query or an escape of its own, nor as a step up the path."""
    encoded = segment(reference)
    assert unquote_to_bytes(encoded).decode() == reference
    assert encoded.isascii()
    assert not set(encoded) & set("/?#\\ ")
    assert encoded not in (".", "..")


def test_a_reference_is_encoded_no_further_than_it_has_to_be() -> None:
    """Firewalls before a service refuse an encoded dot, as one who walks up the path would send it."""
    assert segment("SO.2026-11_7~b") == "SO.2026-11_7~b"
    assert segment("é.1") == "%C3%A9.1"
    assert [segment(steps) for steps in (".", "..", "...")] == ["%2E", "%2E%2E", "..."]


AWKWARD = [
    "/",
    "..",
    ".",
    "../../etc",
    "a/b",
    "a?b",
    "a#b",
    "100%",
    "%2F",
    "%",
    "a b",
    " ",
    "+",
    "é",
    "船/1",
    "🚢",
    "a;b=c",
]


def about(seen: Seen) -> Reply:
    """The nomination or operation that a path names."""
    return as_json({"clientReference": unquote_to_bytes(seen.path.split("/")[3]).decode()})


@pytest.mark.parametrize("reference", ["drafts", "supplier", "Receiver"])
async def test_a_reference_that_is_a_word_of_the_interface_is_read_beside_it(
    server: ScriptedServer, service: BunkerService, reference: str
) -> None:
    """/v1/nominations/drafts is the list of drafts; what a company calls so is read with all that share the name."""
    path = f"/v1/nominations/{reference}/all"
    server.on("GET", f"/v1/nominations/{reference}", as_json({"data": [], "pagination": {"hasMore": False}}))
    named = {"clientReference": reference}
    server.on("GET", path, as_json([]), as_json([named]), as_json([named, named]))
    with pytest.raises(NotFound):
        await service.nominations.read(reference)
    assert (await service.nominations.read(reference)).client_reference == reference
    with pytest.raises(SharedReference):
        await service.nominations.read(reference)
    assert {seen.path for seen in server.requests("GET")} == {path}


@pytest.mark.parametrize(
    "answer", [{"data": [], "pagination": {"limit": 50}}, {}, {"clientReference": "B-1", "status": "accepted"}]
)
async def test_an_answer_about_something_else_is_none(
    server: ScriptedServer, service: BunkerService, answer: dict[str, Any]
) -> None:
    """A list, nothing at all, another's nomination: kept under the reference asked for it would be acted upon."""
    server.on("GET", PATH, as_json(answer))
    server.on("GET", "/v1/operations/A-1", as_json(answer))
    server.on("GET", f"{PATH}/all", as_json([answer, {"clientReference": "a-1", "status": "accepted"}]))
    for read in (service.nominations.read("A-1"), service.operations.read("A-1")):
        with pytest.raises(UnreadableAnswer, match="does not speak of the reference"):
            await read
    assert [found.client_reference for found in await service.nominations.read_all("A-1")] == ["a-1"]


@pytest.mark.parametrize("reference", [*AWKWARD, "all", "\u0000\n", "x" * 3000])
async def test_any_reference_arrives_intact(server: ScriptedServer, service: BunkerService, reference: str) -> None:
    server.on("GET", "*", about)
    server.on("PUT", "*", GOOD)
    await service.nominations.read(reference)
    await service.nominations.cancel(reference, "why")
    read, cancelled = server.seen[-2:]
    *_, last = read.target.split("/")
    assert unquote_to_bytes(last).decode() == reference
    assert read.target.count("/") == 3
    assert cancelled.target == f"{read.target}/cancel"


async def test_many_references_arrive_intact(server: ScriptedServer, service: BunkerService) -> None:
    """A property over the wire: one service, hundreds of references of any script."""
    server.on("GET", "*", about)
    references: list[str] = []

    @settings(max_examples=200, database=None)
    @given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40))
    def collect(reference: str) -> None:
        references.append(reference)

    collect()
    await asyncio.gather(*(service.operations.read(reference) for reference in references))
    arrived = sorted(unquote_to_bytes(seen.target.split("/")[3]).decode() for seen in server.requests("GET"))
    assert arrived == sorted(references)


async def test_document_ids_are_opaque_too(server: ScriptedServer, service: BunkerService, tmp_path: Any) -> None:
    server.on("GET", "/v1/operations/a%2Fb/documents/..%2Fx%3D%3D", Reply(200, b"x"))
    saved = await service.documents.download("a/b", "../x==", tmp_path / "x")
    assert saved.size == 1


async def test_an_empty_reference_is_refused_here(server: ScriptedServer, service: BunkerService) -> None:
    """An empty one would read the list of drafts, or worse."""
    for call in (service.nominations.read(""), service.operations.read_all(""), service.nominations.cancel("", "x")):
        with pytest.raises(Refused, match="must not be empty"):
            await call
    with pytest.raises(Refused, match="half a character"):
        await service.nominations.read("\ud800")
    assert not server.seen


async def test_a_redirect_to_the_same_origin_keeps_the_token(server: ScriptedServer, service: BunkerService) -> None:
    server.on("GET", PATH, Reply(307, headers={"Location": "/elsewhere?x=1"}))
    server.on("GET", "/elsewhere", GOOD)
    assert (await service.nominations.read("A-1")).client_reference == "A-1"
    assert server.seen[-1].headers["authorization"] == "Bearer token-1"


async def test_the_token_never_follows_to_another_origin(server: ScriptedServer, service: BunkerService) -> None:
    """Another port is another origin; the token does not come back either."""
    async with ScriptedServer() as other:
        server.on("GET", PATH, Reply(302, headers={"Location": f"{other.base_url}/there"}))
        other.on("GET", "/there", Reply(302, headers={"Location": f"{server.base_url}/back"}))
        server.on("GET", "/back", GOOD)
        await service.nominations.read("A-1")
        assert "authorization" not in other.seen[-1].headers
        assert "authorization" not in server.seen[-1].headers


@pytest.mark.parametrize(
    "location",
    [
        "http://service.example/x",
        "ftp://127.0.0.1/x",
        "http://user:pw@127.0.0.1/",
        "https://@x.example",
        "javascript:1",
    ],
)
async def test_a_redirect_to_an_unfit_address_is_not_followed(
    server: ScriptedServer, service: BunkerService, location: str
) -> None:
    server.on("GET", PATH, Reply(302, headers={"Location": location}))
    with pytest.raises(InsecureAddress, match="not followed"):
        await service.nominations.read("A-1")


@pytest.mark.parametrize("headers", [{}, {"Location": "http://a b/"}])
async def test_a_redirect_to_nowhere(server: ScriptedServer, service: BunkerService, headers: dict[str, str]) -> None:
    server.on("GET", PATH, Reply(302, headers=headers))
    with pytest.raises(UnreadableAnswer, match="no usable address"):
        await service.nominations.read("A-1")


async def test_redirects_in_a_circle_end(server: ScriptedServer, service: BunkerService) -> None:
    server.on("GET", PATH, Reply(302, headers={"Location": PATH}))
    with pytest.raises(UnreadableAnswer, match="in circles"):
        await service.nominations.read("A-1")
    assert len(server.requests("GET")) == 6


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_write_or_a_secret_is_never_sent_elsewhere(
    server: ScriptedServer, connect: Callable[..., Any], status: int
) -> None:
    async with ScriptedServer() as other:
        away = Reply(status, headers={"Location": f"{other.base_url}/there"})
        server.on("PUT", "/v1/nominations/supplier", away)
        service = await connect(server.base_url)
        with pytest.raises(UnreadableAnswer, match="nothing was sent there"):
            await service.nominations.put_as_supplier({})
        server.on("POST", "/oauth/token", away)
        with pytest.raises(UnreadableAnswer, match="nothing was sent there"):
            await (await connect(server.base_url)).sign_in()
        assert not other.seen


async def test_a_write_follows_within_its_origin(server: ScriptedServer, service: BunkerService) -> None:
    server.on("PUT", "/v1/nominations/supplier", Reply(308, headers={"Location": "/v1/nominations/supplier/"}))
    server.on("PUT", "/v1/nominations/supplier/", GOOD)
    assert await service.nominations.put_as_supplier({"a": 1}) is not None
    assert server.seen[-1].body == b'{"a":1}'


async def test_cookies_are_not_kept(server: ScriptedServer, service: BunkerService) -> None:
    server.on("GET", PATH, Reply(200, GOOD.body, {"Set-Cookie": "session=1; Path=/"}))
    await service.nominations.read("A-1")
    await service.nominations.read("A-1")
    assert "cookie" not in server.seen[-1].headers
