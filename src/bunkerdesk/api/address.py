"""Where the service is: which addresses may be used, how a path is built, and the paths the specification hides."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import quote, urlsplit

from bunkerdesk.api.errors import InsecureAddress, Refused

UNUSABLE = re.compile(r"[\x00-\x20\x7f-\x9f\\]")
_NOT_IN_PATH = re.compile(r"[\x00-\x20\x7f-\x9f\\?#]")
_UNRESERVED = re.compile(r"[A-Za-z0-9_.~-]+")
_STEPS = frozenset({".", ".."})
"""Segments that walk along a path instead of naming something (RFC 3986, section 5.2.4)."""
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Address:
    """A checked address. `base` has no trailing slash; `origin` is scheme, host and port."""

    base: str
    origin: tuple[str, str, int]

    @property
    def host(self) -> str:
        return self.origin[1]

    @property
    def is_loopback(self) -> bool:
        return is_loopback(self.host)


def is_loopback(host: str) -> bool:
    """Tell whether a host is this computer for certain: 127.0.0.0/8, ::1 or localhost."""
    if host == "localhost":
        return True
    try:
        match ip_address(host):
            case IPv4Address() as address:
                return address.is_loopback
            case IPv6Address() as address:
                return address == IPv6Address("::1")
    except ValueError:
        return False


def checked_address(text: str) -> Address:
    """Read an address; raises `InsecureAddress` with the reason.

    `https` anywhere, `http` to this computer only; a path prefix and a trailing slash are fine.
    """
    text = text.strip()
    if UNUSABLE.search(text):
        raise InsecureAddress("The address contains characters that no address has.")
    try:
        parts = urlsplit(text)
        scheme, host, port = parts.scheme.lower(), (parts.hostname or "").lower(), parts.port
    except ValueError:
        scheme, host, port = "", "", None
    if scheme not in _DEFAULT_PORTS or not host:
        raise InsecureAddress("The address needs to be of the form https://host or https://host/path.")
    if "@" in parts.netloc:
        raise InsecureAddress("The address must not contain a user name or password.")
    if parts.query or parts.fragment or text.endswith(("?", "#")):
        raise InsecureAddress("The address must end with its path, without ? or #.")
    if scheme == "http" and not is_loopback(host):
        raise InsecureAddress(
            f"The address of {host} is not encrypted (http). Use https; http is for this computer only."
        )
    shown_host = f"[{host}]" if ":" in host else host
    shown_port = "" if port is None else f":{port}"
    origin = (scheme, host, _DEFAULT_PORTS[scheme] if port is None else port)
    return Address(f"{scheme}://{shown_host}{shown_port}{parts.path.rstrip('/')}", origin)


@lru_cache(maxsize=256)
def segment(text: str) -> str:
    """One path segment: everything but the unreserved letters, digits, `-`, `.`, `_` and `~` is percent-encoded.

    Dots only where a reference is nothing else and must not walk up the path: services with a firewall before them
    refuse any `%2E`. Raises `Refused` for an empty text, or one that is not Unicode (half a surrogate pair).
    """
    if not text:
        raise Refused("A reference must not be empty.")
    if text in _STEPS:
        return text.replace(".", "%2E")
    if _UNRESERVED.fullmatch(text):
        return text
    try:
        return quote(text, safe="")
    except UnicodeEncodeError:
        pass
    raise Refused("The reference contains half a character and cannot be sent.")


@dataclass(frozen=True)
class Paths:
    """Paths that the specification does not show, with plain defaults; settings of the connection."""

    operation_standards: str = "/v1/operation-standards"
    contracts: str = "/v1/contracts"
    """GET; the PUT is shown and fixed."""
    webhooks: str = "/v1/webhooks/subscriptions"

    def __post_init__(self) -> None:
        for field in fields(self):
            path = "/" + getattr(self, field.name).strip().strip("/")
            if path == "/" or _NOT_IN_PATH.search(path):
                raise Refused(f"The path {path!r} is not a plain path.")
            object.__setattr__(self, field.name, path)
