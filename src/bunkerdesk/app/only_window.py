"""One window for each connection: two would send the same edits twice and write over each other's."""

import hashlib
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile, QObject, Signal

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer

LOCK = "window.lock"
_ANSWERS_WITHIN_MS = 1000


class OnlyWindow(QObject):
    """Holds the lock of a connection's directory, and hears when another start of the program wanted it."""

    called = Signal()
    """Another start of the program asks this window to come forward."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._lock: QLockFile | None = None
        self._directory: Path | None = None
        self._server: QLocalServer | None = None

    def claim(self, directory: Path) -> bool:
        """Take a directory, giving up the one held; False, and nothing changed, where another window has it.

        That window is asked to come forward. A lock whose program has died is taken over; where none can be written
        (a read-only disk) nothing stands in the way.
        """
        if directory == self._directory:
            return True
        with suppress(OSError):
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = QLockFile(str(directory / LOCK))
        lock.setStaleLockTime(0)
        if not lock.tryLock(0) and lock.error() is QLockFile.LockError.LockFailedError:
            _call(directory)
            return False
        self.release()
        self._lock, self._directory = lock, directory
        return True

    def listen(self) -> None:
        """Hear other starts of the program. Loads Qt's network part: call it after the first paint."""
        from PySide6.QtNetwork import QLocalServer

        if self._directory is None:
            return
        if self._server is None:
            self._server = QLocalServer(self)
            self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
            self._server.newConnection.connect(self._on_new_connection)
        self._server.close()  # it hears under the name of one directory
        QLocalServer.removeServer(_name(self._directory))  # left by a program that was killed; the lock is ours
        self._server.listen(_name(self._directory))

    def release(self) -> None:
        """Give up what is held."""
        if self._server is not None:
            self._server.close()
        if self._lock is not None:
            self._lock.unlock()
        self._lock, self._directory = None, None

    def _on_new_connection(self) -> None:
        if self._server is None:
            return
        caller = self._server.nextPendingConnection()
        if caller is not None:
            caller.disconnected.connect(caller.deleteLater)
            caller.disconnectFromServer()
        self.called.emit()


def _call(directory: Path) -> None:
    from PySide6.QtNetwork import QLocalSocket

    socket = QLocalSocket()
    socket.connectToServer(_name(directory))
    if socket.waitForConnected(_ANSWERS_WITHIN_MS):
        socket.disconnectFromServer()


def _name(directory: Path) -> str:
    return f"bunkerdesk-{hashlib.sha256(str(directory.resolve()).encode()).hexdigest()[:20]}"
