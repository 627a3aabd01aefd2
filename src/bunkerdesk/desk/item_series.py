"""Items of a download on their way through the client's threads, told to the run as they go."""

from collections.abc import Callable

from bunkerdesk.api.documents import Wish
from bunkerdesk.desk.downloads import Item, ItemState
from bunkerdesk.desk.service import Downloaded
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

    def item(self, wish: Wish) -> Item:
        """What is fetched; asked for once."""
        return self._items.pop(wish)

    def take(self) -> Wish | None:
        """The next file, None at the end."""
        item = self._following()
        if item is None:
            return None
        wanted = item.wanted
        wish = Wish(wanted.reference, wanted.document_id, self._folder.unfinished())
        self._items[wish] = item
        return wish

    def keep(self, wish: Wish, loaded: Downloaded) -> None:
        """Give the file its name; raises `OSError`."""
        item = self._items[wish]
        item.size, item.sha256 = loaded.size, loaded.sha256
        self._folder.place(wish.target, item, SERVICE)
        del self._items[wish]
        self._tell(item, ItemState.DONE)

    def fail(self, wish: Wish, error: Exception) -> None:
        """The disk did not take the file."""
        self._went_wrong(self.item(wish), error)
