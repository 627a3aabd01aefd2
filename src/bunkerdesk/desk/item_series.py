"""Items of a download on their way through one thread of the client, told to the run as they go."""

import threading
from collections.abc import Callable, Container, Iterable

from bunkerdesk.api.documents import Wish
from bunkerdesk.desk.downloads import Item, ItemState
from bunkerdesk.desk.service import Downloaded
from bunkerdesk.desk.target_folder import SERVICE, TargetFolder


class Waiting:
    """Items that nobody has taken yet; for any thread."""

    def __init__(self, items: Iterable[Item]) -> None:
        self._items = iter(list(items))
        self._guard = threading.Lock()

    def take(self) -> Item | None:
        """The next one, to be done by who takes it."""
        with self._guard:
            return next(self._items, None)


class ItemSeries:
    """`take` and `keep` for `Documents.download_series`; `item` is what was taken and is not done."""

    def __init__(
        self,
        first: Item,
        following: Callable[[], Item | None],
        folder: TargetFolder,
        tell: Callable[[Item, ItemState], object],
        copied: Container[tuple[int, str]],
    ) -> None:
        self.item: Item | None = first
        self._is_taken = False
        self._following = following
        self._folder = folder
        self._tell = tell
        self._copied = copied

    def is_plain(self, item: Item) -> bool:
        """Whether the service has to be asked; what lies on this computer is copied instead."""
        return (item.wanted.record, item.wanted.document_id) not in self._copied

    def take(self) -> Wish | None:
        """The next file, None at the end or where `item` needs another way."""
        if self.item is None:
            self.item = self._following()
        if self.item is None or not self.is_plain(self.item):
            return None
        return Wish(self.item.wanted.reference, self.item.wanted.document_id, self._folder.unfinished())

    def keep(self, wish: Wish, loaded: Downloaded) -> None:
        """Give the file its name; raises `OSError`."""
        if self.item is not None:
            self.item.size, self.item.sha256 = loaded.size, loaded.sha256
            self._folder.place(wish.target, self.item, SERVICE)
            self._tell(self.item, ItemState.DONE)
            self.item = None
