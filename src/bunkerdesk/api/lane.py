"""One file after the other on one connection; the next may be asked for before the last is hashed and written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bunkerdesk.api.incoming import Incoming, NoPlainFile
from bunkerdesk.api.plain_http import Ended, PlainConnection, Unusual

if TYPE_CHECKING:
    from bunkerdesk.api.confidential import HiddenBytes
    from bunkerdesk.api.wishes import Wish

LARGE = 512 * 1024
"""From here on a file is worth a thread of its own: hashing and writing go on beside the others."""


class Lane:
    """A connection and what it fetches; for one thread at a time but for `break_off`."""

    def __init__(self, connection: PlainConnection) -> None:
        self.connection = connection
        self.wish: Wish | None = None
        """What was asked for and is not received yet."""
        self.is_large = False
        """Whether what comes, or came last, is worth a thread of its own."""
        self.is_alone = False
        """Whether it has one; where not, it stops at a large file instead of holding up the others."""
        self.is_sound = True
        """Whether the connection is of use for another file."""
        self.touched = 0.0
        """When something came last, by the clock of who waits."""
        self._incoming: Incoming | None = None

    def begin(self, wish: Wish, path: str, authorization: HiddenBytes) -> None:
        """Ask for a file. Raises `NoPlainFile`."""
        self.wish, self.is_sound, self.is_large = wish, False, False
        try:
            self.connection.ask(path, authorization)
        except (Unusual, OSError, ValueError):
            self.wish = None
            raise NoPlainFile(is_habit=False) from None

    def advance(self) -> Incoming | None:
        """Take what has come; the file once it is received as a whole. Raises `NoPlainFile`, `NotSaved`.

        Its last part is still the connection's: `finish` it before the lane advances again.
        """
        try:
            return self._advanced()
        except BaseException as error:
            self.give_up()
            if isinstance(error, OSError | Unusual | ValueError):
                raise NoPlainFile(is_habit=isinstance(error, Unusual) and not isinstance(error, Ended)) from None
            raise

    def give_up(self) -> None:
        """Leave nothing of what is not received yet."""
        incoming, self._incoming, self.wish = self._incoming, None, None
        if incoming is not None:
            incoming.give_up()

    def _advanced(self) -> Incoming | None:
        assert self.wish is not None
        connection = self.connection
        incoming = self._incoming
        if incoming is None:
            head = connection.head()
            if head is None:
                return None
            incoming = self._incoming = Incoming(self.wish, head)
            self.is_large = (head.length or 0) > LARGE
        while (self.is_alone or not self.is_large) and (piece := connection.piece()) is not None:
            if connection.is_over:
                self.is_sound = not connection.is_last
                incoming.take_last(piece)
                self.wish = self._incoming = None
                return incoming
            incoming.take(piece)
            self.is_large = self.is_large or incoming.size > LARGE
        return None
