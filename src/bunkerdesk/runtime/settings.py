"""What a person arranged: layout, theme, sizes, last page. A versioned JSON file in the data directory.

No secret and nothing typed into a form is kept here.
"""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from bunkerdesk.contract import jsontext
from bunkerdesk.runtime.settings_file import SettingsFile

log = logging.getLogger(__name__)

VERSION = 1
SAVE_DELAY_MS = 400
SMALLEST_TEXT, LARGEST_TEXT, TEXT_STEP = 80, 200, 10


class Theme(StrEnum):
    """The colour choice; `system` follows the desktop."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    HIGH_CONTRAST = "high_contrast"


@dataclass(frozen=True, slots=True)
class ColumnLayout:
    """One column as arranged; `width` in pixels at 100 % text, `position` counts from the left."""

    visible: bool = True
    width: int | None = None
    position: int | None = None


@dataclass(frozen=True, slots=True)
class WindowGeometry:
    """Where the window stood on one set of screens; pixels."""

    x: int
    y: int
    width: int
    height: int
    is_maximized: bool = False


class Settings(QObject):
    """Reads the file once, answers defaults for what is missing or odd, and saves changes from a worker thread.

    Keys of a newer version are kept as they came.
    """

    changed = Signal(str)
    """The key that changed: `theme`, `text_scale`, `columns/<list>`, …"""
    save_failed = Signal(object)
    """The `OSError` of the last attempt; a later change tries again."""

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file = SettingsFile(path, self.save_failed.emit)
        self._values = self._file.read()
        self._timer = QTimer(self, singleShot=True, interval=SAVE_DELAY_MS)
        self._timer.timeout.connect(self._on_timer_timeout)

    @property
    def set_aside(self) -> Path | None:
        """Where an unreadable file was moved, for a word to the person."""
        return self._file.set_aside

    @property
    def theme(self) -> Theme:
        """The colour choice."""
        value = self._values.get("theme")
        return Theme(value) if isinstance(value, str) and value in Theme._value2member_map_ else Theme.SYSTEM

    @theme.setter
    def theme(self, value: Theme) -> None:
        self._set("theme", value.value)

    @property
    def text_scale(self) -> int:
        """Size of the text in per cent, 80 to 200."""
        return _bounded(self._values.get("text_scale"), SMALLEST_TEXT, LARGEST_TEXT, 100)

    @text_scale.setter
    def text_scale(self, value: int) -> None:
        self._set("text_scale", max(SMALLEST_TEXT, min(LARGEST_TEXT, value)))

    @property
    def reduced_motion(self) -> bool:
        """No animation at all."""
        return self._values.get("reduced_motion") is True

    @reduced_motion.setter
    def reduced_motion(self, value: bool) -> None:
        self._set("reduced_motion", value)

    @property
    def last_page(self) -> str:
        """The key of the page shown last; empty at first."""
        return self.text("last_page")

    @last_page.setter
    def last_page(self, value: str) -> None:
        self._set("last_page", value)

    def text(self, key: str, default: str = "") -> str:
        """A text kept under a key of a view's own."""
        value = self._values.get(key)
        return value if isinstance(value, str) else default

    def set_text(self, key: str, value: str) -> None:
        """Keep a text."""
        self._set(key, value)

    def number(self, key: str, default: int) -> int:
        """A whole number kept under a key of a view's own, such as a pane's width."""
        value = self._values.get(key)
        return value if isinstance(value, int) and not isinstance(value, bool) else default

    def set_number(self, key: str, value: int) -> None:
        """Keep a whole number."""
        self._set(key, value)

    def columns(self, list_name: str) -> dict[str, ColumnLayout]:
        """The layout of a list by column key; a column that is new or odd in the file is not in it."""
        return {key: _column(value) for key, value in self._table(f"columns/{list_name}") if isinstance(value, dict)}

    def set_columns(self, list_name: str, layout: Mapping[str, ColumnLayout]) -> None:
        """Keep a list's layout; an empty one is the default layout. Columns this version lacks are kept."""
        key = f"columns/{list_name}"
        kept = dict(self._table(key)) if layout else {}
        kept.update(
            (name, {"visible": item.visible, "width": item.width, "position": item.position})
            for name, item in layout.items()
        )
        self._set(key, kept)

    def geometry(self, screens: str) -> WindowGeometry | None:
        """Where the window stood on this set of screens; `screens` is any text that names the set."""
        value = dict(self._table("geometry")).get(screens)
        if not isinstance(value, dict):
            return None
        numbers = [value.get(name) for name in ("x", "y", "width", "height")]
        if not all(isinstance(number, int) for number in numbers):
            return None
        x, y, width, height = (int(number) for number in numbers if number is not None)
        return WindowGeometry(x, y, width, height, value.get("is_maximized") is True)

    def set_geometry(self, screens: str, geometry: WindowGeometry) -> None:
        """Remember where the window stands."""
        place = {
            "x": geometry.x,
            "y": geometry.y,
            "width": geometry.width,
            "height": geometry.height,
            "is_maximized": geometry.is_maximized,
        }
        self._set("geometry", dict(self._table("geometry")) | {screens: place})

    def flush(self) -> None:
        """Save now and wait for it: the last act before the program ends."""
        self._timer.stop()
        self._file.write_later(self._content())
        self._file.close()

    def _table(self, key: str) -> Iterable[tuple[str, Any]]:
        value = self._values.get(key)
        return list(value.items()) if isinstance(value, dict) else []

    def _set(self, key: str, value: Any) -> None:
        if self._values.get(key) != value:
            self._values[key] = value
            self._timer.start()
            self.changed.emit(key)

    def _content(self) -> bytes:
        return jsontext.write({"version": VERSION, **self._values}, indent=1)

    def _on_timer_timeout(self) -> None:
        self._file.write_later(self._content())


def _bounded(value: Any, smallest: int, largest: int, default: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        return default
    return max(smallest, min(largest, value))


def _column(value: Mapping[str, Any]) -> ColumnLayout:
    width, position = value.get("width"), value.get("position")
    return ColumnLayout(
        visible=value.get("visible") is not False,
        width=_bounded(width, 16, 4000, 0) or None,
        position=_bounded(position, 0, 1000, 0) if isinstance(position, int) else None,
    )
