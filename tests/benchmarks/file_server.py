"""A service of a token and papers: `python -m tests.benchmarks.file_server SIZES MILLISECONDS [CERTIFICATE]`.

The document with the number n has the n-th of the sizes (parted by commas, again from the first after the last). The
papers lie in one file that the kernel sends by itself, so that the server is never what a client waits for, but for
so many milliseconds before each answer, as of a service some way off. With a certificate (one PEM of chain and key)
it speaks TLS. Prints its port and ends with its standard input.
"""

import contextlib
import mmap
import os
import random
import re
import signal
import socket
import ssl
import sys
import tempfile
import time
from collections.abc import Callable

TOKEN = b'{"access_token": "token", "token_type": "Bearer", "expires_in": 3600}'
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
NUMBER = re.compile(rb"/documents/(\d+)")
CONNECTIONS = 24
"""Open at once; more wait for their turn."""
AT_ONCE = 64 * 1024
"""So much is copied together with its head; more is sent by the kernel."""
MIXER = 1_000_003
"""Every paper begins elsewhere in the same noise, so that none has the hash of another."""


class Papers:
    """Noise in a file without a name; a paper is a part of it."""

    def __init__(self, sizes: list[int], seconds: float) -> None:
        self.seconds = seconds
        self._sizes = sizes
        self._room = MIXER + max(sizes)
        self.file = tempfile.TemporaryFile()  # noqa: SIM115  it lives as long as the process
        self.file.write(random.Random(1).randbytes(self._room))
        self.file.flush()
        self.view = memoryview(mmap.mmap(self.file.fileno(), self._room, prot=mmap.PROT_READ))

    def place(self, number: int) -> tuple[int, int]:
        """Where a paper begins, and its size."""
        return number * 7919 % MIXER, self._sizes[number % len(self._sizes)]


def length_of(head: bytes) -> int:
    """Of the body of a POST."""
    return int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])


def answer_plain(link: socket.socket, papers: Papers, number: int) -> None:
    """Two system calls where it is much, one where it is little."""
    start, size = papers.place(number)
    head = HEAD % (b"application/pdf", size)
    if size <= AT_ONCE:
        sent = link.sendmsg([head, papers.view[start : start + size]])
        if sent < len(head) + size:
            link.sendall(papers.view[start + sent - len(head) : start + size])
        return
    link.sendall(head, socket.MSG_MORE)
    while size:
        sent = os.sendfile(link.fileno(), papers.file.fileno(), start, size)
        start, size = start + sent, size - sent


def answer_sealed(link: socket.socket, papers: Papers, number: int) -> None:
    """The same through TLS."""
    start, size = papers.place(number)
    link.sendall(HEAD % (b"application/pdf", size))
    link.sendall(papers.view[start : start + size])


def serve_one(link: socket.socket, papers: Papers, answer: Callable[[socket.socket, Papers, int], None]) -> bool:
    """Answer one request; False where the client has gone."""
    head = b""
    while b"\r\n\r\n" not in head:
        piece = link.recv(16 * 1024)
        if not piece:
            return False
        head += piece
    if head.startswith(b"POST"):
        body = head.partition(b"\r\n\r\n")[2]
        while len(body) < length_of(head):
            body += link.recv(16 * 1024)
        link.sendall(HEAD % (b"application/json", len(TOKEN)) + TOKEN)
        return True
    if papers.seconds:
        time.sleep(papers.seconds)
    found = NUMBER.search(head)
    answer(link, papers, int(found[1]) if found else 0)
    return True


def work(listening: socket.socket, papers: Papers, context: ssl.SSLContext | None) -> None:
    """One connection after the other, in a process of its own: none waits for another's interpreter."""
    while True:
        link, _ = listening.accept()
        with contextlib.suppress(OSError), link:
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if context is None:
                while serve_one(link, papers, answer_plain):
                    pass
            else:
                with context.wrap_socket(link, server_side=True) as sealed:
                    while serve_one(sealed, papers, answer_sealed):
                        pass


def main() -> None:
    """Serve until the standard input ends."""
    papers = Papers([int(size) for size in sys.argv[1].split(",")], int(sys.argv[2]) / 1000)
    context = None
    if len(sys.argv) > 3:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[3])
    listening = socket.create_server(("127.0.0.1", 0), backlog=128)
    # Before anything is said: a child must not have a thread's lock, nor a half-written line.
    workers = []
    for _ in range(CONNECTIONS):
        worker = os.fork()
        if worker == 0:
            work(listening, papers, context)
        workers.append(worker)
    print(listening.getsockname()[1], flush=True)
    sys.stdin.read()
    for worker in workers:
        os.kill(worker, signal.SIGKILL)


if __name__ == "__main__":
    main()
