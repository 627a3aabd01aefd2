"""The HTTP server around a sandbox: socket, signals, the printed lines, a clean end."""

import argparse
import asyncio
import contextlib
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from http import HTTPStatus

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from bunkerdesk.sandbox.refusals import PROBLEM_TYPE, problem_text
from bunkerdesk.sandbox.sandbox import Sandbox

LOOPBACK = "127.0.0.1"
READY = "ready"
"""The last line printed: everything before it is complete."""


def listen(port: int) -> socket.socket:
    """A socket bound on loopback; raises OSError when the port is taken."""
    # IPPROTO_TCP said out loud: with protocol 0 asyncio leaves Nagle on, and every answer takes 44 ms.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((LOOPBACK, port))
    except OSError:
        listener.close()
        raise
    return listener


class Protocol(H11Protocol):
    """HTTP as ever, but what is not even that is refused with a problem detail too ("Errors" 1)."""

    def send_400_response(self, msg: str) -> None:
        text = problem_text(HTTPStatus.BAD_REQUEST, "The request is not readable HTTP.", "/", datetime.now(UTC))
        headers = [
            (b"Content-Type", PROBLEM_TYPE.encode()),
            (b"Content-Length", str(len(text)).encode()),
            (b"Connection", b"close"),
        ]
        answer = h11.Response(status_code=HTTPStatus.BAD_REQUEST, headers=headers, reason=b"Bad Request")
        for event in (answer, h11.Data(data=text), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


class Server(uvicorn.Server):
    """uvicorn without its own signal handling, which would end the process by the signal instead of with 0."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def __init__(self, config: uvicorn.Config, on_started: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_started = on_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_started()

    def stop(self) -> None:
        self.should_exit = True


def serve(listener: socket.socket, arguments: argparse.Namespace) -> None:
    """Serve until a signal, or until the input ends where that is asked for."""
    base_url = f"http://{LOOPBACK}:{listener.getsockname()[1]}"
    sandbox = Sandbox(base_url, arguments.data_dir, scale=arguments.scale)
    try:
        if arguments.references:
            lines = [reference for reference in sandbox.references() if "\n" not in reference]
            arguments.references.write_text("\n".join(lines) + "\n", "utf-8")
        asyncio.run(_serve(sandbox, listener, frozen=arguments.frozen, until_input_ends=arguments.until_input_ends))
    finally:
        sandbox.close()


async def _serve(sandbox: Sandbox, listener: socket.socket, *, frozen: bool, until_input_ends: bool) -> None:
    config = uvicorn.Config(
        sandbox.app,
        http=Protocol,
        ws="none",
        lifespan="off",
        access_log=False,
        log_level="error",
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    server = Server(config, lambda: _tell(sandbox))
    _stop_on_signals(server.stop)
    if until_input_ends:
        threading.Thread(target=_wait_for_end_of_input, args=(server.stop,), daemon=True).start()
    living = None if frozen else asyncio.create_task(sandbox.life.run())
    try:
        await server.serve([listener])
    finally:
        if living:
            living.cancel()


def _tell(sandbox: Sandbox) -> None:
    for name, value in {**sandbox.lines(), READY: "yes"}.items():
        sys.stdout.write(f"{name}: {value}\n")
    sys.stdout.flush()


def _stop_on_signals(stop: Callable[[], None]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            asyncio.get_running_loop().add_signal_handler(number, stop)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: stop())


def _wait_for_end_of_input(stop: Callable[[], None]) -> None:
    """A pipe from the parent ends when the parent does, even when it is killed."""
    while sys.stdin.buffer.read(4096):
        pass
    stop()
