"""Which redirects are followed, and where to: never to an unencrypted address, never a write to another origin."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urldefrag, urljoin

from bunkerdesk.api.address import UNUSABLE, checked_address
from bunkerdesk.api.errors import InsecureAddress, UnreadableAnswer

REDIRECTS = frozenset({301, 302, 303, 307, 308})
_KEEPING_THE_METHOD = frozenset({307, 308})


@dataclass(frozen=True, slots=True)
class Place:
    """An address with its origin: scheme, host and port."""

    url: str
    origin: tuple[str, str, int]


def redirected(here: Place, method: str, status: int, location: str) -> Place:
    """Where a redirect leads; raises `InsecureAddress` or `UnreadableAnswer` when it is not to be followed."""
    host = here.origin[1]
    if not location or UNUSABLE.search(location):
        raise UnreadableAnswer(f"{host} redirects to no usable address (HTTP {status}).", status=status)
    try:
        target = _place(urldefrag(urljoin(here.url, location)).url)
    except (InsecureAddress, ValueError):
        target = None
    if target is None or (here.origin[0] == "https" and target.origin[0] != "https"):
        raise InsecureAddress(f"{host} redirects to an address that must not be used; not followed.", status=status)
    if method != "GET" and (target.origin != here.origin or status not in _KEEPING_THE_METHOD):
        raise UnreadableAnswer(
            f"{host} redirects this request to {target.origin[1]}; nothing was sent there (HTTP {status}).",
            status=status,
        )
    return target


def _place(url: str) -> Place:
    return Place(url, checked_address(url.partition("?")[0]).origin)
