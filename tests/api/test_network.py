"""A wrong name, a closed port, an unknown certificate, a proxy: each has its own words."""

import datetime
import ipaddress
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.api.conftest import Time
from tests.api.server import Reply, ScriptedServer, as_json, page

from bunkerdesk.api import BunkerService, Limits, Reason, RetryPolicy, Unreachable, UnreadableAnswer
from bunkerdesk.api.proxies import proxy_for

PATH = "/v1/nominations/A-1"


@pytest.fixture
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """No proxy of the machine that runs the tests."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    return monkeypatch


def certificate(folder: Path) -> tuple[Path, ssl.SSLContext]:
    """A self-signed certificate for 127.0.0.1 and the server side that shows it."""
    x509 = pytest.importorskip("cryptography.x509")
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.oid.NameOID.COMMON_NAME, "desk test")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    public = folder / "certificate.pem"
    public.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    both = folder / "both.pem"
    both.write_bytes(
        public.read_bytes()
        + key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(both)
    return public, context


async def test_an_unknown_certificate_is_refused_at_once(
    connect: Callable[..., Any], tmp_path: Path, time: Time
) -> None:
    """Neither the secret nor a second attempt goes there."""
    _, tls = certificate(tmp_path)
    async with ScriptedServer(tls) as server:
        service = await connect(server.base_url)
        with pytest.raises(Unreachable, match="does not trust the certificate") as caught:
            await service.sign_in()
        assert caught.value.reason is Reason.CERTIFICATE
        assert not server.seen
        assert time.slept == []


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="the trust store there takes no file from a variable")
async def test_the_systems_trust_store_decides(
    connect: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    public, tls = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(public))
    async with ScriptedServer(tls) as server, ScriptedServer() as plain:
        server.on("GET", PATH, as_json({"clientReference": "A-1"}))
        service = await connect(server.base_url)
        assert (await service.nominations.read("A-1")).client_reference == "A-1"
        server.on("GET", PATH, Reply(302, headers={"Location": f"{plain.base_url}/x"}))
        with pytest.raises(Exception, match="not followed"):
            await service.nominations.read("A-1")
        assert not plain.seen


async def test_a_closed_port(connect: Callable[..., Any]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    service = await connect(f"http://127.0.0.1:{port}")
    with pytest.raises(Unreachable, match="refuses the connection") as caught:
        await service.nominations.read("A-1")
    assert caught.value.reason is Reason.REFUSED


async def test_an_unknown_name(connect: Callable[..., Any], no_proxy: pytest.MonkeyPatch) -> None:
    service = await connect("https://no-such-host.invalid", retries=RetryPolicy(attempts=1))
    with pytest.raises(Unreachable, match=r"no-such-host.invalid cannot be found") as caught:
        await service.nominations.read("A-1")
    assert caught.value.reason is Reason.NAME


async def test_plain_http_behind_an_https_address(connect: Callable[..., Any], server: ScriptedServer) -> None:
    service = await connect(server.base_url.replace("http:", "https:"))
    with pytest.raises(Unreachable) as caught:
        await service.sign_in()
    assert caught.value.reason in {Reason.CERTIFICATE, Reason.NETWORK}


async def test_a_proxy_that_says_no(
    connect: Callable[..., Any], server: ScriptedServer, no_proxy: pytest.MonkeyPatch
) -> None:
    """The proxy's password is in none of the words."""
    no_proxy.setenv("HTTPS_PROXY", f"http://me:pr0xy-pw@127.0.0.1:{server.port}")
    server.on("CONNECT", "service.example:443", Reply(407, b"who are you"))
    service = await connect("https://service.example")
    with pytest.raises(Unreachable, match=r"proxy does not let this through to service.example \(HTTP 407\)") as caught:
        await service.sign_in()
    assert caught.value.reason is Reason.PROXY
    assert "pr0xy-pw" not in f"{caught.value!r}{vars(caught.value)}"
    assert len(server.requests("CONNECT")) == 1


async def test_a_proxy_that_is_away(connect: Callable[..., Any], no_proxy: pytest.MonkeyPatch) -> None:
    no_proxy.setenv("HTTPS_PROXY", "http://me:pr0xy-pw@127.0.0.1:1")
    service = await connect("https://service.example")
    with pytest.raises(Unreachable, match=r"The system's proxy 127.0.0.1 refuses the connection") as caught:
        await service.sign_in()
    assert caught.value.reason is Reason.PROXY


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:1", "nonsense://me:pr0xy-pw@x"])
async def test_a_proxy_setting_nobody_understands(
    connect: Callable[..., Any], no_proxy: pytest.MonkeyPatch, proxy: str
) -> None:
    no_proxy.setenv("HTTPS_PROXY", proxy)
    service = await connect("https://service.example")
    with pytest.raises(Unreachable, match="proxy setting") as caught:
        await service.sign_in()
    assert caught.value.reason is Reason.PROXY


async def test_this_computer_is_reached_directly(
    service: BunkerService, server: ScriptedServer, no_proxy: pytest.MonkeyPatch
) -> None:
    no_proxy.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    await service.sign_in()
    assert len(server.token_requests) == 1


def test_the_systems_proxy_and_its_exceptions(no_proxy: pytest.MonkeyPatch) -> None:
    no_proxy.setenv("https_proxy", "proxy.example:3128")
    no_proxy.setenv("no_proxy", "inside.example")
    assert proxy_for("https://service.example/x") == "http://proxy.example:3128"
    assert proxy_for("https://inside.example/x") is None
    assert proxy_for("https://[::1]/x") is None
    assert proxy_for("https://localhost:1/x") is None


async def test_an_answer_beyond_measure_is_not_read(connect: Callable[..., Any], server: ScriptedServer) -> None:
    server.on("GET", PATH, Reply(200, b"x" * 100_000))
    service = await connect(server.base_url, limits=Limits(answer_bytes=50_000))
    with pytest.raises(UnreadableAnswer, match="larger than 50000 bytes"):
        await service.nominations.read("A-1")
    assert len(server.requests("GET")) == 1


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (page("<html><head><style>b{}</style><title>Squid &amp; Co</title>"), r"Squid & Co \(HTTP 200, text/html\)"),
        (page("<!-- x --><script>alert(1)</script><p>Please <b>sign in</b>"), "Please"),
        (Reply(200, b"\x89PNG\r\n\x1a\n\x00\x00"), "empty or no whole JSON"),
        (Reply(200, b"{" + b'"a":' + b"[" * 100_000), "no whole JSON"),
        (Reply(200, b"[]"), "another shape"),
        (Reply(200, b'"null"'), "another shape"),
        (Reply(200), "empty"),
        (Reply(200, b"NaN"), "not JSON: NaN"),
        (Reply(200, b"\xff\xfe{\x00}\x00"), "no whole JSON"),
        (Reply(200, b"not gzip", {"Content-Encoding": "gzip"}), "compression"),
        (Reply(200, b"brotli?", {"Content-Encoding": "br"}), "compression"),
        (Reply(304), "nothing to read"),
    ],
)
async def test_what_is_not_of_this_interface(
    server: ScriptedServer, service: BunkerService, reply: Reply, words: str
) -> None:
    """One clear sentence, without markup, and no second attempt."""
    server.on("GET", PATH, reply)
    with pytest.raises(UnreadableAnswer, match=words) as caught:
        await service.nominations.read("A-1")
    assert "<" not in str(caught.value)
    assert len(str(caught.value)) < 400
    assert len(server.requests("GET")) == 1


def test_importing_the_client_does_not_load_the_http_library() -> None:
    """The window opens before it is needed."""
    code = "import sys, bunkerdesk.api; print(*sorted({'httpx', 'httpcore', 'truststore', 'anyio'} & set(sys.modules)))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == ""
