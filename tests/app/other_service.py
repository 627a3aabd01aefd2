"""A service of another make: the interface's paths with answers as other frameworks frame them, over real HTTP."""

import contextlib
import gzip
import json
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote

PAPER = b"%PDF-1.7\n" + bytes(range(256)) * 300 + b"\n%%EOF\n"


def operation(reference: str, papers: int) -> dict[str, Any]:
    """An ended operation with so many papers."""
    return {
        "status": "ended",
        "clientReference": reference,
        "operationStandardCode": "ISO",
        "bunkeringLocationCode": "NLRTM",
        "supplier": {"companyName": "Supplier", "assetName": "Barge"},
        "receiver": {"companyName": "Receiver", "vesselName": f"VESSEL {reference}"},
        "bunkerDeliveryNotes": [],
        "documentReferences": [
            {"documentId": f"{reference}-{number}", "documentType": "other", "documentName": f"paper {number}.pdf"}
            for number in range(papers)
        ],
    }


def in_chunks(body: bytes, size: int = 1000) -> bytes:
    """As a framework that streams sends it."""
    parts = [body[start : start + size] for start in range(0, len(body), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


@dataclass
class OtherService:
    """What the service does; `framing` is how it sends files."""

    references: dict[str, int]
    """References, with the number of papers of each."""
    framing: str = "length"
    version: str = "HTTP/1.1"
    content_type: str = "application/pdf"
    body: bytes = PAPER
    uses_of_a_token: int = 1_000_000
    refusals: int = 0
    """So many files are first answered with 429."""
    files_until_it_dies: int = 1_000_000
    missing: Callable[[str], bool] = lambda _: False
    """Whether the file at a path is not there."""
    asked: Counter[str] = field(default_factory=Counter)
    tokens: dict[str, int] = field(default_factory=dict)
    given_away: list[str] = field(default_factory=list)
    """Tokens that came to the place where files are kept, which is another's."""
    files: int = 0
    guard: threading.Lock = field(default_factory=threading.Lock)

    def is_token_good(self, header: str) -> bool:
        with self.guard:
            left = self.tokens.get(header.removeprefix("Bearer "), 0)
            self.tokens[header.removeprefix("Bearer ")] = left - 1
            return left > 0


def _handler(service: OtherService, storage: list[str]) -> type[BaseHTTPRequestHandler]:  # noqa: C901
    class Handler(BaseHTTPRequestHandler):
        protocol_version = service.version

        def log_message(self, *_: Any) -> None:
            pass

        def say(self, status: int, body: bytes, kind: str = "application/json", **headers: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            with service.guard:
                token = f"token-{len(service.tokens)}"
                service.tokens[token] = service.uses_of_a_token
            self.say(200, json.dumps({"access_token": token, "token_type": "bearer", "expires_in": 3600}).encode())

        def do_GET(self) -> None:
            path = unquote(self.path)
            with service.guard:
                service.asked[path] += 1
            if path.startswith("/kept-elsewhere/"):
                if self.headers["Authorization"]:
                    service.given_away.append(self.headers["Authorization"])
                self.send_file("length")
                return
            if not service.is_token_good(self.headers["Authorization"] or ""):
                self.say(401, b"")
                return
            steps = [unquote(step) for step in self.path.strip("/").split("/")]
            if steps[:2] == ["v1", "operations"] and steps[2] in service.references:
                self.of_operation(path, steps[2], steps[3:])
            else:
                self.say(404, b"not here", "text/plain")

        def of_operation(self, path: str, reference: str, rest: list[str]) -> None:
            if not rest:
                self.say(200, json.dumps(operation(reference, service.references[reference])).encode())
            elif service.missing(path):
                self.say(404, b"<html><body>no such file</body></html>", "text/html")
            elif self.is_dead():
                self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True
            elif self.is_refused():
                self.say(429, b"", Retry_After="1")
            else:
                self.send_file(service.framing)

        def is_dead(self) -> bool:
            with service.guard:
                service.files += 1
                return service.files > service.files_until_it_dies

        def is_refused(self) -> bool:
            with service.guard:
                service.refusals -= 1
                return service.refusals >= 0

        def send_file(self, framing: str) -> None:
            body, kind = service.body, service.content_type
            if framing == "redirect":
                self.say(302, b"", Location=f"{storage[0]}/kept-elsewhere{self.path}")
                return
            if framing == "length":
                self.say(200, body, kind, Content_Disposition='attachment; filename="../../evil.exe"')
                return
            self.send_response(200)
            self.send_header("Content-Type", kind)
            if framing == "gzip":
                packed = gzip.compress(body)
                self.send_header("Content-Encoding", "gzip")
                self.send_header("Content-Length", str(len(packed)))
                self.end_headers()
                self.wfile.write(packed)
            elif framing == "chunks":
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                self.wfile.write(in_chunks(body))
            elif framing == "slow":
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                for start in range(0, len(body), 20_000):
                    time.sleep(0.05)
                    self.wfile.write(body[start : start + 20_000])
            else:
                self.send_header("Connection", "close")
                self.end_headers()
                self.wfile.write(body)
                self.close_connection = True

    return Handler


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_: Any) -> None:
        """A client that goes in the middle is nobody's fault here."""


@contextlib.contextmanager
def running(service: OtherService) -> Iterator[str]:
    """Serve; the base address."""
    storage: list[str] = []
    with (
        _Server(("127.0.0.1", 0), _handler(service, storage)) as server,
        _Server(("127.0.0.1", 0), _handler(service, storage)) as other,
    ):
        storage.append(f"http://127.0.0.1:{other.server_port}")
        threads = [threading.Thread(target=one.serve_forever, args=(0.05,)) for one in (server, other)]
        for thread in threads:
            thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            for one in (server, other):
                one.shutdown()
            for thread in threads:
                thread.join()
