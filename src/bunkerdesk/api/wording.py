"""From what a server or the network said to one readable sentence; no markup, no control characters, bounded."""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Iterator
from html.parser import HTMLParser

from bunkerdesk.api.errors import Reason

_LONGEST = 300
_READ_FOR_EXCERPT = 64 * 1024
_WITHOUT_TEXT = frozenset({"script", "style", "template", "noscript", "svg"})
_NOT_PRINTED = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\s]+")
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1f\ufffd]")


class _Texts(HTMLParser):
    """Collects the title and the texts of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self._skipped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._skipped += tag in _WITHOUT_TEXT

    def handle_endtag(self, tag: str) -> None:
        if tag in _WITHOUT_TEXT and self._skipped:
            self._skipped -= 1

    def handle_data(self, data: str) -> None:
        if not self._skipped and data.strip():
            self.texts.append(data)


def tidy(text: str) -> str:
    """One line of printable text, at most 300 characters."""
    line = _NOT_PRINTED.sub(" ", text).strip()
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1].rstrip() + "…"


def is_page(text: str) -> bool:
    """Tell whether a text is an HTML page from its first characters."""
    return text.lstrip("\ufeff \t\r\n")[:20].lower().startswith(("<!doctype html", "<html"))


def is_markup(text: str) -> bool:
    """Tell whether a text is marked up, so that its tags are not for reading."""
    start = text.lstrip("\ufeff \t\r\n")[:200].lower()
    return start.startswith(("<!doctype", "<html", "<head", "<body", "<?xml", "<!--", "<title"))


def readable(body: bytes) -> str:
    """The first readable text of a body, without markup and not yet cut; empty where there is none for a person.

    Broken JSON is not: it may be the one answer that holds a generated secret.
    """
    text = body[:_READ_FOR_EXCERPT].decode("utf-8", "replace")
    if _BINARY.search(text) or text.lstrip("\ufeff \t\r\n").startswith(("{", "[", '"')):
        return ""
    if not is_markup(text):
        return _first_line(text)
    page = _Texts()
    page.feed(text)
    return next((" ".join(part.split()) for part in page.texts), "")


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def causes(error: BaseException) -> Iterator[BaseException]:
    """The error and everything behind it, groups opened."""
    pending: list[BaseException | None] = [error]
    seen: set[int] = set()
    while pending:
        found = pending.pop(0)
        if found is None or id(found) in seen:
            continue
        seen.add(id(found))
        yield found
        pending += [found.__cause__, found.__context__]
        if isinstance(found, BaseExceptionGroup):
            pending += found.exceptions


def connection_failure(error: BaseException, host: str) -> tuple[Reason, str]:
    """Why no connection came about, in plain words."""
    found = list(causes(error))
    for cause in found:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return Reason.CERTIFICATE, (
                f"This computer does not trust the certificate of {host}: {tidy(cause.verify_message)}."
            )
    for cause in found:
        if isinstance(cause, ssl.SSLError):
            return Reason.CERTIFICATE, f"No encrypted connection to {host} came about: {tidy(cause.reason or 'TLS')}."
        if isinstance(cause, socket.gaierror | UnicodeError):
            return Reason.NAME, f"The name {host} cannot be found. Check the address and the network."
        if isinstance(cause, ConnectionRefusedError):
            return Reason.REFUSED, f"{host} refuses the connection: nothing answers there."
    return Reason.NETWORK, f"No connection to {host} came about. Check the network."
