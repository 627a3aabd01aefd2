"""Where webhook deliveries may go: never to an internal, loopback or link-local address ("Events" 7)."""

import ipaddress
import re
import socket
from collections.abc import Callable
from urllib.parse import SplitResult, urlsplit

Resolve = Callable[[str], list[str]]
"""Host name to addresses; empty when the name does not resolve."""

_PORTS = {"http": 80, "https": 443}
_LOCAL_NAMES = ("localhost", "local", "internal", "intranet", "lan", "home.arpa", "localdomain")
_TRANSLATED = tuple(map(ipaddress.IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96")))


class ForbiddenAddress(ValueError):
    """The URL is not one that deliveries may go to."""


def resolve(host: str) -> list[str]:
    """The addresses of a name by the system's resolver."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def check_url(url: str, look_up: Resolve = resolve) -> tuple[SplitResult, list[str]]:
    """The parts of an acceptable URL and the addresses its name has now; raises `ForbiddenAddress`."""
    if re.search(r"[\x00-\x20\x7f\\]", url):
        raise ForbiddenAddress("the URL has characters that are not allowed")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", _PORTS.get(parts.scheme, 0) if parts.port is None else parts.port
    except ValueError as error:
        raise ForbiddenAddress("the URL cannot be read") from error
    if parts.scheme not in _PORTS or not host or not port:
        raise ForbiddenAddress("the URL must be an http or https address with a host")
    if "@" in parts.netloc:
        raise ForbiddenAddress("the URL must not carry a user name or password")
    addresses = _addresses(host, look_up)
    if any(not is_public(address) for address in addresses):
        raise ForbiddenAddress("the URL targets an internal, loopback or link-local address")
    return parts, addresses


def _addresses(host: str, look_up: Resolve) -> list[str]:
    name = host.partition("%")[0].rstrip(".").lower()
    if not name:
        raise ForbiddenAddress("the URL must be an http or https address with a host")
    if ":" in name:
        return [name]
    try:
        name = name.encode("idna").decode("ascii") if not name.isascii() else name
    except UnicodeError as error:
        raise ForbiddenAddress("the URL has a host name that cannot be read") from error
    name = name.rstrip(".").lower()
    if "." not in name and not _numeric(name):
        raise ForbiddenAddress("the URL targets an internal name")
    if any(name == local or name.endswith(f".{local}") for local in _LOCAL_NAMES):
        raise ForbiddenAddress("the URL targets an internal name")
    if _numeric(name.rpartition(".")[2]):  # the WHATWG URL rule: a numeric last label makes it an IPv4 address
        return [_loose_ipv4(name)]
    return look_up(name)


def _numeric(label: str) -> bool:
    return re.fullmatch(r"[0-9]+|0[xX][0-9a-fA-F]*", label) is not None


def _loose_ipv4(name: str) -> str:
    """One to four decimal, octal or hexadecimal parts, as resolvers still read them: `0x7f.1` is 127.0.0.1."""
    try:
        return str(ipaddress.IPv4Address(socket.inet_aton(name)))
    except OSError as error:
        raise ForbiddenAddress("the URL has an address that cannot be read") from error


def is_public(address: str) -> bool:
    """Tell whether an address is out on the internet; IPv4 inside IPv6 counts as what it leads to."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return is_public(str(ip.ipv4_mapped))
        if any(ip in network for network in _TRANSLATED) or ip.is_site_local:
            return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved
