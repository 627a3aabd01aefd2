"""The look in force: chosen tokens, text scale, and how they reach the application."""

from typing import ClassVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from bunkerdesk.runtime import settings
from bunkerdesk.views.theme.assets import asset_folder
from bunkerdesk.views.theme.fonts import interface_font, load_fonts
from bunkerdesk.views.theme.stylesheet import style_sheet
from bunkerdesk.views.theme.tokens import DARK, HIGH_CONTRAST, LIGHT, Palette, TypeSize

ThemeChoice = settings.Theme


class Theme(QObject):
    """The application's look, a child of the application as its palette and style are.

    Painters read `palette` and `font` when they paint, so a change repaints everything that is on the screen.
    """

    changed = Signal()

    _current: ClassVar["Theme | None"] = None

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.palette: Palette = LIGHT
        self.text_scale = 1.0
        self.choice = ThemeChoice.SYSTEM
        self.reduced_motion = False
        self._fonts: dict[tuple[int, QFont.Weight], QFont] = {}
        self._is_loaded = False

    @classmethod
    def current(cls) -> "Theme":
        """The application's theme; made when first asked for."""
        if cls._current is None or not isValid(cls._current):
            cls._current = Theme(QGuiApplication.instance())
        return cls._current

    @classmethod
    def apply(cls, application: QApplication, choice: ThemeChoice | str, scale: float = 1.0) -> "Theme":
        """Give the application this look and repaint it; `scale` multiplies the type sizes."""
        theme = cls.current()
        theme.take(application, ThemeChoice(choice), scale)
        return theme

    def take(self, application: QApplication, choice: ThemeChoice, scale: float) -> None:
        """Become this look and repaint the application."""
        self.choice = choice
        self.text_scale = min(max(scale, 0.8), 2.0)
        self._load(application)
        self._paint(application)

    def font(self, size: TypeSize = TypeSize.BASE, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """A shared font; copy it before changing it."""
        key = (self.pixels(size), weight)
        if key not in self._fonts:
            self._fonts[key] = interface_font(*key)
        return self._fonts[key]

    def pixels(self, size: int) -> int:
        """A measure that grows with the text."""
        return round(size * self.text_scale)

    def _load(self, application: QApplication) -> None:
        if self._is_loaded:
            return
        self._is_loaded = True
        application.setStyle("Fusion")
        load_fonts()
        application.styleHints().colorSchemeChanged.connect(self._on_color_scheme_changed)

    def _paint(self, application: QApplication) -> None:
        self.palette = _palette_of(self.choice, application)
        self._fonts.clear()
        application.setFont(self.font())
        application.setPalette(_qt_palette(self.palette))
        application.setStyleSheet(style_sheet(self.palette, self.text_scale, _images(self.palette)))
        self.changed.emit()

    def _on_color_scheme_changed(self, _scheme: Qt.ColorScheme) -> None:
        application = QApplication.instance()
        if self.choice is ThemeChoice.SYSTEM and isinstance(application, QApplication):
            self._paint(application)


def _palette_of(choice: ThemeChoice, application: QApplication) -> Palette:
    match choice:
        case ThemeChoice.LIGHT:
            return LIGHT
        case ThemeChoice.DARK:
            return DARK
        case ThemeChoice.HIGH_CONTRAST:
            return HIGH_CONTRAST
        case ThemeChoice.SYSTEM:
            return DARK if application.styleHints().colorScheme() is Qt.ColorScheme.Dark else LIGHT


def _images(palette: Palette) -> dict[str, str]:
    folder = asset_folder("icons") / "marks"
    tick = "tick-light" if palette is LIGHT else "tick-dark"
    return {"tick": (folder / f"{tick}.svg").as_posix(), "chevron": (folder / "chevron.svg").as_posix()}


def _qt_palette(palette: Palette) -> QPalette:
    role = QPalette.ColorRole
    result = QPalette()
    for qt_role, name in {
        role.Window: "background",
        role.WindowText: "text",
        role.Base: "panel",
        role.AlternateBase: "sunken",
        role.Text: "text",
        role.PlaceholderText: "faint",
        role.Button: "panel",
        role.ButtonText: "text",
        role.BrightText: "on_accent",
        role.Highlight: "accent",
        role.HighlightedText: "on_accent",
        role.Accent: "accent",
        role.Link: "accent",
        role.LinkVisited: "accent",
        role.ToolTipBase: "panel",
        role.ToolTipText: "text",
        role.Light: "panel",
        role.Midlight: "line",
        role.Mid: "line",
        role.Dark: "faint",
        role.Shadow: "line",
    }.items():
        result.setColor(qt_role, palette.color(name))
    for qt_role in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, qt_role, palette.color("disabled"))
    return result
