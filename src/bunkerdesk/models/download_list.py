"""The items of a download as a list, and what the dialogs around it show. Kept true by the queue's news."""

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bunkerdesk.desk.download_items import Download, DownloadState, Item, ItemState
from bunkerdesk.desk.downloads import summary
from bunkerdesk.desk.lists import ListQuery, Order
from bunkerdesk.models.columns import RIGHT, Column
from bunkerdesk.models.document_list import size_words

_WORDS = {
    ItemState.WAITING: ("Waiting", "neutral"),
    ItemState.RUNNING: ("Downloading", "operation"),
    ItemState.DONE: ("Downloaded", "ok"),
    ItemState.SKIPPED: ("There already", "ok"),
    ItemState.FAILED: ("Failed", "error"),
}
_STATES = {
    DownloadState.WAITING: ("Waiting", "neutral"),
    DownloadState.RUNNING: ("Downloading", "operation"),
    DownloadState.PAUSED: ("Paused", "warning"),
    DownloadState.STOPPED: ("Stopped", "error"),
    DownloadState.FINISHED: ("Finished", "ok"),
    DownloadState.CANCELLED: ("Cancelled", "neutral"),
}
_MOST_REASONS = 2
_RANKS = {state: rank for rank, state in enumerate(
    (ItemState.FAILED, ItemState.RUNNING, ItemState.WAITING, ItemState.DONE, ItemState.SKIPPED)
)}  # fmt: skip


@dataclass(frozen=True, slots=True)
class DownloadPicture:
    """A download as a card shows it; the flags say which buttons make sense."""

    id: int
    folder: str
    state: str
    tone: str
    words: str
    problem: str
    done: int
    total: int
    can_pause: bool
    can_resume: bool
    can_retry: bool
    can_cancel: bool


def picture_of(download: Download) -> DownloadPicture:
    """What there is to show of a download."""
    words, tone = _STATES[download.state]
    failed = download.counts[ItemState.FAILED]
    if download.state is DownloadState.FINISHED and failed:
        words, tone = "Finished, not all", "warning"
    fetched = f", {size_words(download.bytes_done)} fetched" if download.bytes_done else ""
    resting = download.state in (DownloadState.PAUSED, DownloadState.STOPPED)
    active = download.state in (DownloadState.RUNNING, DownloadState.WAITING)
    return DownloadPicture(
        id=download.id,
        folder=str(download.folder),
        state=words,
        tone=tone,
        words=summary(download) + fetched,
        problem=download.problem or _reasons(download),
        done=download.done + failed,
        total=download.total,
        can_pause=active,
        can_resume=resting,
        can_retry=bool(failed) and not active,
        can_cancel=active or resting,
    )


def _reasons(download: Download) -> str:
    """Why files failed, the most frequent reason first: `27 × The service has no merged documents…`."""
    counted = Counter(item.problem for item in download.items if item.state is ItemState.FAILED and item.problem)
    said = [f"{count}\u202f× {reason}" for reason, count in counted.most_common(_MOST_REASONS)]
    others = sum(count for _, count in counted.most_common()[_MOST_REASONS:])
    return "\n".join([*said, f"{others} for other reasons"] if others else said)


def item_words(item: Item) -> str:
    """All there is to say of one file, in full."""
    state = _WORDS[item.state][0]
    named = f"{item.wanted.reference}, {item.wanted.document_type}"
    if item.problem:
        return f"{named}: {state}. {item.problem}"
    facts = (item.file or item.wanted.name, size_words(item.size or None), item.sha256 and f"SHA-256 {item.sha256}")
    return f"{named}: {state}\n{', '.join(filter(None, facts))}"


def item_columns() -> tuple[Column[Item], ...]:
    """The columns of the items."""
    return (
        Column(
            "status",
            "State",
            lambda item: _WORDS[item.state][0],
            128,
            0,
            sort="state",
            tone=lambda item: _WORDS[item.state][1],
            hinted=lambda item: item.problem or _WORDS[item.state][0],
            sample="There already",
        ),
        Column("reference", "Operation", lambda item: item.wanted.reference, 120, 0, sort="reference"),
        Column("type", "Document", lambda item: item.wanted.document_type.capitalize(), 184, 2, sort="type"),
        Column(
            "file",
            "File, or why not",
            lambda item: item.problem or item.file or item.wanted.name,
            420,
            1,
            sort="file",
            grows=True,
        ),
        Column("size", "Size", lambda item: size_words(item.size or None), 76, 3, sort="size", alignment=RIGHT),
        Column("sha256", "SHA-256", lambda item: item.sha256, 140, 4),
    )


class DownloadItems:
    """A `ListSource` over the items of one download."""

    def __init__(self, download: Download | None = None) -> None:
        self.show(download)

    def show(self, download: Download | None) -> None:
        """Read another download from now on."""
        self._items: dict[int, Item] = {item.id: item for item in download.items} if download else {}

    def count(self, query: ListQuery) -> int:
        """How many items."""
        return len(self._items)

    def head(self, query: ListQuery, limit: int) -> "array[int]":
        """The first ids in order."""
        return self._sorted(query)[:limit]

    def order(self, query: ListQuery) -> Order:
        """All ids in order with their filter text."""
        ids, ends, lines, end = self._sorted(query), array("q"), list[str](), 0
        for number in ids:
            item = self._items[number]
            words = (item.wanted.reference, item.wanted.document_type, item.wanted.name, _WORDS[item.state][0])
            lines.append(" ".join(" ".join(words).lower().split()) + "\n")
            end += len(lines[-1])
            ends.append(end)
        return Order(ids, "".join(lines), ends)

    def rows(self, ids: Sequence[int]) -> dict[int, Any]:
        """The items themselves."""
        return {number: self._items[number] for number in ids if number in self._items}

    def facet(self, name: str) -> list[tuple[str, str, int]]:
        """No chips."""
        return []

    def _sorted(self, query: ListQuery) -> "array[int]":
        keys = {
            "state": lambda item: (_RANKS[item.state], item.id),
            "reference": lambda item: (item.wanted.reference.lower(), item.id),
            "type": lambda item: (item.wanted.document_type.lower(), item.id),
            "file": lambda item: (item.file or item.wanted.name, item.id),
            "size": lambda item: (item.size, item.id),
        }
        key = keys.get(query.sort)
        items: Sequence[Item] = list(self._items.values())
        if key is not None:
            items = sorted(items, key=key, reverse=query.descending)
        return array("q", [item.id for item in items])
