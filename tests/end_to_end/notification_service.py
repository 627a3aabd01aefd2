"""The desktop's side of notifications, for a test: the portal on the session bus, each call a line of JSON.

With the word `refuses` the name is there, and nobody behind it.
"""

import json
import sys
from pathlib import Path
from typing import Any

from PySide6.QtCore import ClassInfo, QCoreApplication, QObject, Slot
from PySide6.QtDBus import QDBusConnection

NAME, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"


@ClassInfo({"D-Bus Interface": "org.freedesktop.portal.Notification"})
class Notifications(QObject):
    """What the portal specification calls AddNotification and RemoveNotification."""

    def __init__(self, said: Path) -> None:
        super().__init__()
        self._said = said

    @Slot(str, "QVariantMap")
    def AddNotification(self, identifier: str, notification: dict[str, Any]) -> None:  # the bus' name
        """Keep what was said."""
        with self._said.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"id": identifier, **notification}) + "\n")


def main() -> None:
    """Serve until the bus goes; the file of what was said appears when the name is taken."""
    application = QCoreApplication([])
    said = Path(sys.argv[1])
    bus, service = QDBusConnection.sessionBus(), Notifications(said)
    if "refuses" not in sys.argv:
        assert bus.registerObject(PATH, service, QDBusConnection.RegisterOption.ExportAllSlots), bus.lastError()
    assert bus.registerService(NAME), bus.lastError()
    said.touch()
    application.exec()


main()
