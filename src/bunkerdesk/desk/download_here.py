"""What of a download lies on this computer already: unchanged in the folder, or in the store of seen documents."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path

from bunkerdesk.cache.documents import KeptDocument
from bunkerdesk.desk.download_items import Item, ItemState, Means
from bunkerdesk.desk.lines import microseconds
from bunkerdesk.desk.manifest import Entry, is_unchanged
from bunkerdesk.desk.target_folder import SERVICE, TargetFolder, copy_whole, remove


class WhatIsHere:
    """Settles the items that nobody has to be asked for."""

    def __init__(self, means: Means, folder: TargetFolder, tell: Callable[[Item, ItemState], object]) -> None:
        self._means = means
        self._folder = folder
        self._tell = tell
        self._kept: dict[tuple[int, str], KeptDocument] = {}

    def candidates(self, items: Sequence[Item]) -> list[Item]:
        """Items that may be here. Blocking."""
        self._kept = self._kept_files(items)
        return [item for item in items if _key(item) in self._kept or self._folder.entries(item)]

    async def settles(self, item: Item) -> bool:
        """Pass over an item that is in the folder, copy one that is kept. Raises `OSError`."""
        if await asyncio.to_thread(self._pass_over, item):
            return True
        kept = self._kept.get(_key(item))
        source = None if kept is None else await self._means.documents.by_hash(kept.sha256)
        if kept is None or source is None:
            return False
        self._tell(item, ItemState.RUNNING)
        return await asyncio.to_thread(self._copy, kept, source, item)

    def _kept_files(self, items: Iterable[Item]) -> dict[tuple[int, str], KeptDocument]:
        """What the store has; the merged documents are always asked for."""
        wanted = {item.wanted.record for item in items if not item.wanted.is_merged}
        found = self._means.store.documents(lambda rows: rows.of_records(wanted))
        return {(record, kept.document_id): kept for record, kept in found if kept.document_id}

    def _pass_over(self, item: Item) -> bool:
        entry = self._there_already(item)
        if entry is None:
            return False
        item.file, item.size, item.sha256 = entry.file, entry.size, entry.sha256
        self._tell(item, ItemState.SKIPPED)
        return True

    def _there_already(self, item: Item) -> Entry | None:
        for entry in self._folder.entries(item):
            if item.wanted.is_merged and self._is_outdated(entry, item.wanted.record):
                continue
            if is_unchanged(self._folder.path, entry):
                return entry
        return None

    def _is_outdated(self, entry: Entry, record: int) -> bool:
        """Whether the operation has changed since its documents were merged."""
        stored = self._means.store.record(record)
        try:
            made = microseconds(datetime.fromisoformat(entry.fetched_at))
        except ValueError:
            return True
        return stored is not None and stored.changed_at // 1_000_000 > made // 1_000_000

    def _copy(self, kept: KeptDocument, source: Path, item: Item) -> bool:
        """False where the kept file is damaged or gone."""
        unfinished = self._folder.unfinished(item)
        try:
            if not copy_whole(source, Path(unfinished), kept.sha256):
                return False
            item.size, item.sha256 = kept.size, kept.sha256
            self._folder.place(unfinished, item, SERVICE)
        finally:
            remove(unfinished)
        self._tell(item, ItemState.DONE)
        return True


def _key(item: Item) -> tuple[int, str]:
    return item.wanted.record, item.wanted.document_id
