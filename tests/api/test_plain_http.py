"""The plain case of HTTP, byte for byte: what is not plain is refused, however it is cut into pieces."""

import contextlib
import itertools
import socket
import threading
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.api.confidential import HiddenBytes
from bunkerdesk.api.plain_http import Head, PlainConnection, Unusual

TOKEN = HiddenBytes(b"Bearer token")
PLAIN = b"HTTP/1.1 200 OK\r\nContent-Type: Application/PDF; a=b\r\ncontent-length:  5 \r\n\r\nhello"

CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"


@contextlib.contextmanager
def answering(*parts: bytes) -> Iterator[tuple[PlainConnection, socket.socket]]:
    """A connection whose other side says these parts, one after the other, and ends."""
    here, there = socket.socketpair()
    here.settimeout(5)

    def say() -> None:
        with contextlib.suppress(OSError):
            for part in parts:
                there.sendall(part)
            there.shutdown(socket.SHUT_WR)

    speaker = threading.Thread(target=say)
    speaker.start()
    try:
        yield PlainConnection(here, "host:1", "agent"), there
    finally:
        here.close()
        speaker.join()
        there.close()


def content(connection: PlainConnection) -> bytes:
    connection.ask("/a", TOKEN)
    assert connection.head() is not None
    found = b""
    while piece := connection.piece():
        found += piece
    return found


def chunked(body: bytes, sizes: list[int]) -> bytes:
    parts, rest = [], body
    for size in sizes:
        part, rest = rest[:size], rest[size:]
        parts += [part] if part else []
    parts += [rest] if rest else []
    lines = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts)
    return b"HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n" + lines + b"0\r\n\r\n"


def test_a_plain_answer_and_the_request_for_it():
    """What is asked names host, token and agent, and asks for nothing compressed."""
    with answering(PLAIN) as (connection, there):
        connection.ask("/v1/a%20b", TOKEN)
        head, piece = connection.head(), connection.piece()
        assert head == Head(200, 5, "application/pdf")
        assert piece == b"hello"
        assert not connection.is_last
        lines = there.recv(4096).decode().split("\r\n")
    assert lines[0] == "GET /v1/a%20b HTTP/1.1"
    assert set(lines[1:-2]) == {
        *("Host: host:1", "Authorization: Bearer token", "Accept: */*", "Accept-Encoding: identity"),
        "User-Agent: agent",
    }


@given(st.binary(max_size=200_000), st.lists(st.integers(1, 90_000), max_size=6))
def test_pieces_on_the_way_do_not_matter(body: bytes, cuts: list[int]):
    """The content is the same wherever the network cuts it, and an ended connection is no empty answer."""
    whole = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body)
    places = [0, *sorted({min(cut, len(whole)) for cut in cuts}), len(whole)]
    parts = [whole[begin:end] for begin, end in itertools.pairwise(places)]
    with answering(*parts) as (connection, _):
        assert content(connection) == body
        with pytest.raises((Unusual, OSError)):
            content(connection)


@given(
    st.binary(max_size=200_000),
    st.lists(st.integers(1, 90_000), max_size=6),
    st.lists(st.integers(1, 90_000), max_size=6),
)
def test_chunks_are_put_together(body: bytes, sizes: list[int], cuts: list[int]):
    """Wherever the service parts its answer and the network cuts it."""
    whole = chunked(body, sizes)
    places = [0, *sorted({min(cut, len(whole)) for cut in cuts}), len(whole)]
    with answering(*(whole[begin:end] for begin, end in itertools.pairwise(places))) as (connection, _):
        assert content(connection) == body


def test_nothing_is_waited_for_unless_wanted():
    """One thread looks after several: what has not come yet is no end."""
    here, there = socket.socketpair()
    whole = chunked(bytes(range(256)) * 300, [1, 70_000])
    with here, there:
        connection = PlainConnection(here, "host", "agent")
        connection.waits(None)
        connection.ask("/a", TOKEN)
        head, found, rest = None, b"", whole
        while rest or head is None:
            if head is None:
                head = connection.head()
            elif (piece := connection.piece()) is not None:
                found += piece
                continue
            sent, rest = rest[:977], rest[977:]
            there.sendall(sent)
        while piece := connection.piece():
            found += piece
        assert found == bytes(range(256)) * 300
        assert piece is not None


@pytest.mark.parametrize(
    "odd",
    [
        PLAIN.replace(b"1.1", b"2"),
        CHUNKED.replace(b"1.1", b"1.0"),
        PLAIN.replace(b"content-length:  5 \r\n", b""),
        PLAIN.replace(b"  5 ", b"+5"),
        PLAIN.replace(b"  5 ", b"5, 5"),
        PLAIN.replace(b"  5 ", "٥".encode()),
        PLAIN.replace(b"  5 ", b"5\r\nContent-Length: 5"),
        PLAIN.replace(b"  5 ", b"5\r\nTransfer-Encoding: chunked"),
        PLAIN.replace(b"  5 ", b"5\r\nContent-Encoding: gzip"),
        PLAIN.replace(b"  5 ", b"5\r\n folded: 1"),
        PLAIN.replace(b"  5 ", b"5\r\nspace : 1"),
        PLAIN.replace(b"  5 ", b"5\nbare: 1"),
        PLAIN.replace(b"  5 ", b"4"),
        PLAIN.replace(b"  5 ", b"6"),
        PLAIN.replace(b"200", b"103"),
        PLAIN.replace(b"content-length:  5 ", b"Transfer-Encoding: gzip, chunked"),
        CHUNKED.replace(b"5\r\n", b"-5\r\n"),
        CHUNKED.replace(b"5\r\n", b"4\r\n"),
        CHUNKED.replace(b"5\r\n", b"6\r\n"),
        CHUNKED.replace(b"5\r\n", b"5" * 70 + b"\r\n"),
        CHUNKED.replace(b"0\r\n", b"0\r\nDigest: x\r\n"),
        CHUNKED.replace(b"0\r\n\r\n", b""),
        CHUNKED + b"more",
        PLAIN.replace(b"  5 ", b"5\r\nlong: " + b"x" * 70_000),
        b"",
    ],
)
def test_what_is_not_plain_is_refused(odd: bytes):
    """Nothing is guessed of lengths, codings and broken heads."""
    with answering(odd) as (connection, _), pytest.raises(Unusual):
        content(connection)


@pytest.mark.parametrize("path", ["/a b", "/a\r\nX: y", "a", "/\x7f"])
def test_nothing_slips_into_the_request(path: str):
    """A path or token with a line of its own is not sent."""
    with answering(PLAIN) as (connection, _), pytest.raises(Unusual):
        connection.ask(path, TOKEN)
    with answering(PLAIN) as (connection, _), pytest.raises(Unusual):
        connection.ask("/a", HiddenBytes(b"Bearer a\r\nX: y"))


def test_a_service_that_ends_the_connection_says_so():
    """The next file needs a new one."""
    for last in (PLAIN.replace(b"  5 ", b"5\r\nConnection: close"), PLAIN.replace(b"1.1", b"1.0")):
        with answering(last) as (connection, _):
            assert content(connection) == b"hello"
            assert connection.is_last
    with answering(PLAIN.replace(b"1.1", b"1.0").replace(b"  5 ", b"5\r\nConnection: Keep-Alive")) as (connection, _):
        assert content(connection) == b"hello"
        assert not connection.is_last


def test_breaking_off_wakes_who_waits():
    """A pause does not wait for a silent service."""
    here, there = socket.socketpair()
    with here, there:
        here.settimeout(30)
        connection = PlainConnection(here, "host", "agent")
        ended = threading.Event()

        def content_or_not() -> None:
            with contextlib.suppress(Unusual, OSError):
                content(connection)
            ended.set()

        waiting = threading.Thread(target=content_or_not)
        waiting.start()
        there.recv(4096)
        connection.break_off()
        assert ended.wait(5)
        waiting.join()
