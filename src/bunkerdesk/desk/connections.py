"""The connections of this desk: name, address, client id, environment. Never a secret."""

import contextlib
import ipaddress
import json
import os
import re
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum, auto
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

FILE = "connections.json"

_TRIAL = re.compile(r"(?<![a-z])(demo|test|sandbox|staging|stage|uat|trial)(?![a-z])", re.IGNORECASE)
"""As a word of its own: contest.example and backstage.example are the real thing."""


class Environment(StrEnum):
    """Where a write would land."""

    SANDBOX = auto()
    DEMO = auto()
    PRODUCTION = auto()


def guess_environment(base_url: str) -> Environment:
    """Loopback is the sandbox, a host that calls itself demo or test is a demo; in doubt it is production."""
    try:
        host = (urlsplit(base_url if "://" in base_url else f"//{base_url}").hostname or "").rstrip(".")
    except ValueError:
        return Environment.PRODUCTION
    if host == "localhost" or host.endswith(".localhost") or _is_loopback(host):
        return Environment.SANDBOX
    return Environment.DEMO if _TRIAL.search(host) else Environment.PRODUCTION


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True)
class Connection:
    """One service and the company that speaks to it; `paths` override what the specification does not show."""

    name: str
    base_url: str
    client_id: str
    environment: Environment = Environment.PRODUCTION
    paths: dict[str, str] = field(default_factory=dict)

    @classmethod
    def to(cls, base_url: str, client_id: str, name: str = "") -> "Connection":
        """A connection with its environment guessed and named after its host."""
        address = base_url.strip().rstrip("/")
        return cls(name or urlsplit(address).netloc or address, address, client_id, guess_environment(address))


class ConnectionFile:
    """The list of connections in the data directory, private to its owner and replaced as a whole."""

    def __init__(self, data_directory: Path) -> None:
        self._path = data_directory / FILE

    def load(self) -> list[Connection]:
        """Every readable connection; a missing or damaged file, or a damaged entry, is none. Raises `OSError`."""
        try:
            content = json.loads(self._path.read_text("utf-8"))
        except (FileNotFoundError, ValueError, RecursionError):
            return []
        entries = content.get("connections") if isinstance(content, dict) else None
        found = (_connection(entry) for entry in entries) if isinstance(entries, list) else ()
        return [connection for connection in found if connection]

    def save(self, connections: Sequence[Connection]) -> None:
        """Replace the file; raises `OSError` and then leaves the old one."""
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        text = json.dumps({"version": 1, "connections": [asdict(item) for item in connections]}, indent=2)
        descriptor, name = tempfile.mkstemp(prefix=f".{FILE}-", dir=self._path.parent)  # made with mode 0600
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(text + "\n")
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(self._path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise


def _connection(entry: Any) -> Connection | None:
    if not isinstance(entry, dict):
        return None
    texts = [entry.get(name) for name in ("name", "base_url", "client_id")]
    name, base_url, client_id = (item if isinstance(item, str) else "" for item in texts)
    if not base_url or not client_id:
        return None
    known = entry.get("environment") in list(Environment)
    environment = Environment(entry["environment"]) if known else guess_environment(base_url)
    paths = entry.get("paths")
    plain = (
        {str(key): value for key, value in paths.items() if isinstance(value, str)} if isinstance(paths, dict) else {}
    )
    return Connection(name or base_url, base_url, client_id, environment, plain)
