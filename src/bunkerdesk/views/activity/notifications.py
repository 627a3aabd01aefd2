"""Notifications of the desktop: the portal, else `notify-send`, else the tray; silent where there is none of them."""

import html
import shutil
import sys
from typing import Any

from PySide6.QtCore import QObject, QProcess

PORTAL = "org.freedesktop.portal.Desktop"
LONGEST = 400
TRAY_MS = 10_000


class DesktopNotifications(QObject):
    """Says a word outside the window. Never waits: an answer that does not come is not missed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tray: Any = None
        self._on_the_way: dict[Any, tuple[str, str]] = {}
        """What was given to the portal, by the watcher of its answer."""

    def notify(self, title: str, text: str, key: str) -> bool:
        """Show a notification, replacing one of the same key; answers whether anything took it."""
        title, text = title[:LONGEST], text[:LONGEST]
        if sys.platform.startswith("linux"):
            return self._by_portal(title, text, key) or self._otherwise(title, text)
        return self._from_tray(title, text)

    def _otherwise(self, title: str, text: str) -> bool:
        return self._by_program(title, text) or self._from_tray(title, text)

    # `org.freedesktop.Notifications.Notify` wants an unsigned number, which the bindings cannot write (PySide6 6.12);
    # the portal takes texts only.
    def _by_portal(self, title: str, text: str, key: str) -> bool:
        from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

        bus = QDBusConnection.sessionBus()
        if not bus.isConnected() or not bus.interface().isServiceRegistered(PORTAL).value():
            return False
        path, interface = "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Notification"
        message = QDBusMessage.createMethodCall(PORTAL, path, interface, "AddNotification")
        message.setArguments([f"bunkerdesk-{key}", {"title": title, "body": text}])
        watcher = QDBusPendingCallWatcher(bus.asyncCall(message), self)
        self._on_the_way[watcher] = (title, text)
        watcher.finished.connect(self._on_answered)
        return True

    def _on_answered(self, watcher: Any) -> None:
        """A portal may stand there without anybody behind it who shows notifications."""
        title, text = self._on_the_way.pop(watcher)
        if watcher.isError():
            self._otherwise(title, text)
        watcher.deleteLater()

    def _by_program(self, title: str, text: str) -> bool:
        program = shutil.which("notify-send")
        if program is None:
            return False
        # The text may hold marks; what a service sent is shown, never read as such.
        arguments = ["--app-name=Bunker Desk", "--icon=bunkerdesk", "--", title, html.escape(text, quote=False)]
        started, _ = QProcess.startDetached(program, arguments)
        return bool(started)

    def _from_tray(self, title: str, text: str) -> bool:
        from PySide6.QtWidgets import QApplication, QSystemTrayIcon

        if not QSystemTrayIcon.isSystemTrayAvailable() or not QSystemTrayIcon.supportsMessages():
            return False
        if self._tray is None:
            self._tray = QSystemTrayIcon(QApplication.windowIcon(), self)
            self._tray.setToolTip("Bunker Desk")
            self._tray.show()
        self._tray.showMessage(title, text, QSystemTrayIcon.MessageIcon.Information, TRAY_MS)
        return True
