"""Items of a download on their way through the client's threads, told to the run as they go."""

import errno
from collections.abc import Callable

from bunkerdesk.api.errors import NotSaved
from bunkerdesk.api.wishes import Fetched, Wish
from bunkerdesk.desk.download_items import Item, ItemState
from bunkerdesk.desk.target_folder import SERVICE, TargetFolder


class ItemSeries:
    """The source of `Documents.download_series`; `item` tells what a wish is of."""

    def __init__(
        self,
        following: Callable[[], Item | None],
        folder: TargetFolder,
        tell: Callable[[Item, ItemState], object],
        went_wrong: Callable[[Item, Exception], object],
    ) -> None:
        self._following = following
        self._folder = folder
        self._tell = tell
        self._went_wrong = went_wrong
        self._items: dict[Wish, Item] = {}
        self._again: list[Item] = []
        self._repeated: set[int] = set()

    def item(self, wish: Wish) -> Item:
        """What is fetched; asked for once."""
        return self._items.pop(wish)

    def take(self) -> Wish | None:
        """The next file, None at the end."""
        while (item := self._again.pop() if self._again else self._following()) is not None:
            wanted = item.wanted
            try:
                target = self._folder.unfinished(item)
            except OSError as error:
                self._went_wrong(item, error)
                continue
            wish = Wish(wanted.reference, wanted.document_id, target)
            self._items[wish] = item
            return wish
        return None

    def keep(self, wish: Wish, fetched: Fetched) -> None:
        """Give the file its name; raises `OSError`."""
        item = self._items[wish]
        item.size, item.sha256 = fetched.size, fetched.sha256
        self._folder.place(wish.target, item, SERVICE)
        del self._items[wish]
        self._tell(item, ItemState.DONE)

    def fail(self, wish: Wish, error: Exception) -> None:
        """The disk did not take the file; once more where somebody took its folder away."""
        item = self.item(wish)
        is_gone = isinstance(error, NotSaved | OSError) and error.errno == errno.ENOENT
        if is_gone and item.id not in self._repeated and self._folder.make_anew():
            self._repeated.add(item.id)
            self._again.append(item)
        else:
            self._went_wrong(item, error)
