"""Files of a series: what is asked for, what came, and who hands it on."""

from dataclasses import dataclass
from typing import Protocol

from bunkerdesk.api.address import segment

SNIFFED = 512
NO_DOCUMENT = frozenset({"text/html", "application/xhtml+xml", "application/problem+json"})


@dataclass(frozen=True, slots=True, eq=False)
class Wish:
    """One file of a series, equal to itself alone.

    `target` is a name of its own in a folder that exists, free until it is made.
    """

    reference: str
    document_id: str
    """Empty for the merged documents."""
    target: str
    """A text: thousands of `Path`s take longer than their files."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """A whole file of a series at its wish's target. `content_type` as that of `Downloaded`."""

    content_type: str
    size: int
    sha256: str


class Source(Protocol):
    """Whom files are fetched for; the threads that fetch call it."""

    def take(self) -> Wish | None:
        """The next file, None where there is none (now, unless a failure brings one back)."""
        ...

    def keep(self, wish: Wish, fetched: Fetched) -> None:
        """Take a whole file over: not on the disk for certain yet, and removed where this raises an `OSError`."""
        ...

    def fail(self, wish: Wish, error: Exception) -> None:
        """Hear of `NotSaved`, or of what `keep` raised; nothing is left of the file."""
        ...


def document_path(reference: str, document_id: str) -> str:
    """Where a document is, or the merged documents for an empty id. Raises `Refused` as `segment`."""
    last = f"documents/{segment(document_id)}" if document_id else "merged-documents"
    return f"/v1/operations/{segment(reference)}/{last}"
