"""The system's proxy for an address: environment variables, on Windows and macOS the system's settings."""

from __future__ import annotations

import urllib.request
from urllib.parse import urlsplit

from bunkerdesk.api.address import is_loopback


def proxy_for(url: str) -> str | None:
    """The proxy's address (it may hold a password: never show it), None for a direct connection.

    This computer is never reached through a proxy: the token of a local service would leave the machine.
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    if is_loopback(host):
        return None
    proxies = urllib.request.getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    if not proxy or urllib.request.proxy_bypass(host):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def proxy_host(proxy: str) -> str:
    """The name of a proxy, without the password its address may hold; empty for an address that has none."""
    try:
        return urlsplit(proxy).hostname or ""
    except ValueError:
        return ""
