"""The interface's type: Inter from the program's own files, else the system's interface font."""

from PySide6.QtGui import QFont, QFontDatabase

from bunkerdesk.views.theme.assets import asset_folder

FAMILY = "Inter"
_FILES = ("Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf", "Inter-Bold.otf")


def load_fonts() -> bool:
    """Add Inter to the application; false leaves the system's font in use."""
    folder = asset_folder("fonts")
    added = [QFontDatabase.addApplicationFont(str(folder / name)) for name in _FILES]
    return all(number >= 0 for number in added)


def interface_font(pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """A font of the interface with figures of one width, so that columns of numbers line up."""
    font = QFont()
    # The application's font is this one from the second time on.
    font.setFamilies(list(dict.fromkeys([FAMILY, *QFont().families()])))
    font.setPixelSize(pixels)
    font.setWeight(weight)
    with_tabular_figures(font)
    return font


def with_tabular_figures(font: QFont) -> QFont:
    """Switch on the font's tabular figures; a font that has none draws as before."""
    font.setFeature(QFont.Tag.fromString("tnum"), 1)
    return font
