"""A small file read once and written from a thread of its own: whole or not at all, the newest content last."""

import logging
import os
import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bunkerdesk.contract import jsontext

log = logging.getLogger(__name__)


class SettingsFile:
    """Owns one JSON file and the thread that writes it; the thread starts with the first write."""

    def __init__(self, path: Path, on_failure: Callable[[OSError], Any]) -> None:
        self._path = path
        self._on_failure = on_failure
        self._waiting: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._written: bytes | None = None
        self.set_aside: Path | None = None

    def read(self) -> dict[str, Any]:
        """The values without the version; an unreadable file is set aside, never overwritten."""
        try:
            self._written = self._path.read_bytes()
        except FileNotFoundError:
            return {}
        except OSError as error:
            log.warning("settings not readable: %s", error)
            self._put_aside()
            return {}
        try:
            value = jsontext.parse(self._written)
        except jsontext.MalformedJson:
            value = None
        if not isinstance(value, dict):
            self._put_aside()
            return {}
        return {key: item for key, item in value.items() if key != "version"}

    def write_later(self, content: bytes) -> None:
        """Write soon; of several waiting contents only the newest is written."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="settings", daemon=True)
            self._thread.start()
        self._waiting.put(content)

    def close(self) -> None:
        """Finish what waits and end the thread."""
        if self._thread is not None:
            self._waiting.put(None)
            self._thread.join()
            self._thread = None

    def _run(self) -> None:
        is_open = True
        while is_open:
            content = self._waiting.get()
            while content is not None and not self._waiting.empty():
                newer = self._waiting.get()
                is_open = newer is not None
                if newer is None:
                    break
                content = newer
            if content is None:
                return
            if content != self._written:
                self._write(content)

    def _write(self, content: bytes) -> None:
        partial = self._path.with_name(self._path.name + ".part")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with open(partial, "wb", opener=_private) as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            partial.replace(self._path)
        except OSError as error:
            log.warning("settings not saved: %s", error)
            self._on_failure(error)
        else:
            self._written = content

    def _put_aside(self) -> None:
        for number in range(1, 100):
            place = self._path.with_name(f"{self._path.stem}.unreadable-{number}{self._path.suffix}")
            if not place.exists():
                break
        try:
            self._path.replace(place)
        except OSError as error:
            log.warning("unreadable settings could not be set aside: %s", error)
        else:
            self.set_aside = place


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
