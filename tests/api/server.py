"""A scriptable HTTP server on a real loopback socket: it answers what a test tells it, however wrong that is."""

import asyncio
import json
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Self

TOKEN = {"access_token": "token-1", "token_type": "Bearer", "expires_in": 3600}


@dataclass
class Seen:
    """A request as it arrived; `target` is the raw path with its query."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def path(self) -> str:
        return self.target.partition("?")[0]


@dataclass
class Reply:
    """What to answer. `length` overrides Content-Length, `cut` closes after so many bytes of the body."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    length: int | None = None
    cut: int | None = None
    is_chunked: bool = False
    raw: bytes | None = None
    """Sent as it is, then the connection is closed."""
    is_reset: bool = False
    """The connection is reset instead of an answer."""
    gate: asyncio.Event | None = None
    """Waited for before the answer."""
    gate_within: asyncio.Event | None = None
    """Waited for in the middle of the body."""


def as_json(value: Any, status: int = 200, **headers: str) -> Reply:
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return Reply(status, json.dumps(value).encode(), {"Content-Type": "application/json", **named})


def problem(status: int, detail: str = "", **more: Any) -> Reply:
    body = {"type": "about:blank", "title": "Problem", "status": status, "detail": detail, **more}
    return Reply(status, json.dumps(body).encode(), {"Content-Type": "application/problem+json"})


def page(text: str, status: int = 200) -> Reply:
    return Reply(status, text.encode(), {"Content-Type": "text/html; charset=utf-8"})


Script = Callable[[Seen], Reply | Awaitable[Reply]] | Reply


class ScriptedServer:
    """Scripts per method and path; of several answers the last one stays. Unknown paths are a 404 problem."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.seen: list[Seen] = []
        self.connections = 0
        self._tls = tls
        self._scripts: dict[tuple[str, str], list[Script]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.on("POST", "/oauth/token", as_json(TOKEN))

    def on(self, method: str, path: str, *scripts: Script) -> None:
        self._scripts[method, path] = list(scripts)

    def requests(self, method: str, path: str | None = None) -> list[Seen]:
        return [seen for seen in self.seen if seen.method == method and path in (None, seen.path)]

    @property
    def token_requests(self) -> list[Seen]:
        return self.requests("POST", "/oauth/token")

    @property
    def base_url(self) -> str:
        return f"http{'s' if self._tls else ''}://127.0.0.1:{self.port}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._tls)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def stop_listening(self) -> None:
        """From now on connections are refused; open ones stay."""
        self._server.close()

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self.connections += 1
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                while await self._answer_one(reader, writer):
                    pass
        finally:
            writer.close()
            self._tasks.discard(task)

    async def _answer_one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        first = await reader.readexactly(1)
        if first == b"\x16":  # a TLS greeting; plain servers say so in plain text
            writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
            return False
        head = (first + await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, target, _ = head[0].split(" ")
        headers = {name.lower(): text for name, _, text in (line.partition(": ") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        seen = Seen(method, target, headers, body)
        self.seen.append(seen)
        reply = await self._reply(seen)
        if reply.gate is not None:
            await reply.gate.wait()
        if reply.is_reset:
            writer.transport.abort()
            return False
        return await self._write(writer, reply)

    async def _reply(self, seen: Seen) -> Reply:
        scripts = self._scripts.get((seen.method, seen.path)) or self._scripts.get((seen.method, "*"))
        if not scripts:
            return problem(404, "nothing here")
        script = scripts.pop(0) if len(scripts) > 1 else scripts[0]
        if isinstance(script, Reply):
            return script
        answer = script(seen)
        return answer if isinstance(answer, Reply) else await answer

    async def _write(self, writer: asyncio.StreamWriter, reply: Reply) -> bool:
        if reply.raw is not None:
            writer.write(reply.raw)
            await writer.drain()
            return False
        length = len(reply.body) if reply.length is None else reply.length
        framing = "Transfer-Encoding: chunked" if reply.is_chunked else f"Content-Length: {length}"
        lines = [f"HTTP/1.1 {reply.status} Said", framing, *(f"{n}: {v}" for n, v in reply.headers.items())]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
        body = reply.body if reply.cut is None else reply.body[: reply.cut]
        if reply.gate_within is not None:
            writer.write(body[: len(body) // 2])
            await writer.drain()
            await reply.gate_within.wait()
            body = body[len(body) // 2 :]
        writer.write(f"{len(body):x}\r\n".encode() + body + b"\r\n" if reply.is_chunked else body)
        if reply.is_chunked and reply.cut is None:
            writer.write(b"0\r\n\r\n")
        await writer.drain()
        return reply.cut is None
