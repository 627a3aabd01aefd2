"""A name for each file of a folder: collisions numbered, whatever a file system takes for the same.

Paths are texts here, relative and with `/`: thousands of path objects cost more than fetching their files.
"""

import unicodedata
from collections.abc import Callable

from bunkerdesk.desk.naming import LONGEST_PART, MOST_BYTES, units


class NameBook:
    """Gives every file a name of its own; names that differ by case or by the way letters are put together do not."""

    def __init__(self) -> None:
        self._files: set[str] = set()
        self._folders: set[str] = set()
        self._next: dict[str, int] = {}
        self._below: dict[str, str] = {}
        """Folders that stay what they are: no file takes the name of one any more."""
        self._claimed: set[str] = set()

    def take(self, wanted: str, is_free: Callable[[str], bool] = lambda _: True) -> str:
        """The wanted name, or the first numbered one that nobody has; `is_free` may know more names in use."""
        folder, slash, name = wanted.rpartition("/")
        if slash:
            wanted = f"{self._below_folders(folder)}/{name}"
        start = key_of(wanted)
        number = self._next.get(start, 1)
        while True:
            path = numbered(wanted, number)
            key = start if number == 1 else key_of(path)
            number += 1
            if key not in self._files and key not in self._folders and is_free(path):
                self._next[start] = number
                self._claim(path, key)
                return path

    def claim(self, path: str) -> None:
        """Mark a name as taken."""
        self._claim(path, key_of(path))

    def has(self, path: str) -> bool:
        """Whether a name is taken."""
        return key_of(path) in self._files

    def _claim(self, path: str, key: str) -> None:
        self._files.add(key)
        folder = path.rpartition("/")[0]
        while folder and folder not in self._claimed:
            self._claimed.add(folder)
            self._folders.add(key_of(folder))
            folder = folder.rpartition("/")[0]

    def _below_folders(self, folder: str) -> str:
        """A folder cannot bear the name of a file."""
        known = self._below.get(folder)
        if known is not None:
            return known
        below = ""
        for part in folder.split("/"):
            within = f"{below}/{part}" if below else part
            free, number = within, 1
            while key_of(free) in self._files:
                number += 1
                free = f"{within} ({number})"
            below = free
        self._below[folder] = below
        return below


def numbered(path: str, number: int) -> str:
    """`report.pdf`, `report (2).pdf`, …; as long as the name was where there is no room."""
    if number <= 1:
        return path
    folder, slash, name = path.rpartition("/")
    stem, dot, ending = name.rpartition(".")
    if not dot:
        stem, ending = name, ""
    mark = f" ({number})"
    tail = f"{mark}.{ending}" if ending else mark
    while units(stem) + len(tail) > LONGEST_PART or len(stem.encode()) + len(tail) > MOST_BYTES:
        stem = stem[:-1]
    return f"{folder}{slash}{stem.rstrip(' .')}{tail}"


def key_of(path: str) -> str:
    """Equal for names that some file system takes for one."""
    if path.isascii():
        return path.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKD", path).casefold())
