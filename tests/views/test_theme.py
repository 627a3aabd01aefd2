import re
from dataclasses import fields
from typing import Any

import pytest
from PySide6.QtGui import QColor, QFontInfo, QFontMetrics
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit

from bunkerdesk.views.theme import Theme, ThemeChoice
from bunkerdesk.views.theme.assets import asset_folder
from bunkerdesk.views.theme.fonts import interface_font
from bunkerdesk.views.theme.icons import icon_names, icon_pixmap
from bunkerdesk.views.theme.stylesheet import style_sheet
from bunkerdesk.views.theme.tokens import DARK, HIGH_CONTRAST, LIGHT, Palette

PALETTES = [LIGHT, DARK, HIGH_CONTRAST]


def luminance(text: str) -> float:
    parts = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in QColor(text).getRgbF()[:3]
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: str, other: str) -> float:
    first, second = sorted((luminance(one), luminance(other)), reverse=True)
    return (first + 0.05) / (second + 0.05)


@pytest.mark.parametrize("palette", PALETTES, ids=lambda palette: palette.name)
@pytest.mark.parametrize(
    ("role", "ground", "least"),
    [
        ("text", "panel", 12),
        ("text", "background", 12),
        ("text", "accent_ground", 10),
        ("dim", "panel", 4.5),
        ("dim", "background", 4.5),
        ("on_accent", "accent", 4.5),
        ("accent", "panel", 4.5),
        ("faint", "panel", 4.5),
        ("faint", "background", 4.5),
        ("faint", "accent_ground", 4.5),
        ("dim", "match_ground", 4.5),
        ("ok", "ok_ground", 4.5),
        ("warning", "warning_ground", 4.5),
        ("error", "error_ground", 4.5),
        ("operation", "operation_ground", 4.5),
        ("on_environment", "sandbox", 4.5),
        ("on_environment", "demo", 4.5),
        ("on_environment", "production", 4.5),
        ("edit_line", "panel", 3),
        ("edit_line", "background", 3),
    ],
)
def test_words_are_readable_on_their_ground(palette: Palette, role: str, ground: str, least: float) -> None:
    """Contrast as WCAG 2.2 measures it."""
    assert contrast(getattr(palette, role), getattr(palette, ground)) >= least


def test_high_contrast_is_high() -> None:
    """Every word has at least seven to one on black."""
    for role in ("text", "dim", "faint", "accent", "ok", "warning", "error", "operation"):
        assert contrast(getattr(HIGH_CONTRAST, role), HIGH_CONTRAST.panel) >= 7


@pytest.mark.parametrize("palette", PALETTES, ids=lambda palette: palette.name)
def test_the_style_sheet_has_no_colour_of_its_own(palette: Palette) -> None:
    """Every colour of the sheet is a token, and nothing is left unfilled."""
    sheet = style_sheet(palette, 1.0)
    tokens = {getattr(palette, field.name) for field in fields(palette)}
    assert set(re.findall(r"#[0-9A-Fa-f]{6}\b", sheet)) <= tokens
    assert "$" not in sheet


def test_every_icon_draws_sharp_in_the_asked_colour(qapp: Any) -> None:
    """Each file of the family is valid, follows the palette and is drawn at the screen's own scale."""
    assert len(icon_names()) > 70
    for name in sorted(icon_names()):
        assert QSvgRenderer(str(asset_folder("icons") / f"{name}.svg")).isValid(), name
        image = icon_pixmap(name, "#ff0000", 16, 1.5).toImage()
        assert image.width() == 24
        colors = [image.pixelColor(x, y) for x in range(24) for y in range(24)]
        drawn = [color for color in colors if color.alpha() > 200]
        assert drawn, name
        assert all(color.green() < 40 and color.blue() < 40 for color in drawn), name


def test_figures_have_one_width(qapp: Any) -> None:
    """Columns of numbers line up."""
    Theme.apply(qapp, ThemeChoice.LIGHT)
    font = interface_font(13)
    assert QFontInfo(font).family() == "Inter"
    metrics = QFontMetrics(font)
    assert len({metrics.horizontalAdvance(figure * 20) for figure in "0123456789"}) == 1


def test_the_text_scale_reaches_fonts_and_measures(qapp: Any) -> None:
    """150 per cent is 150 per cent, and the scale has sensible ends."""
    theme = Theme.apply(qapp, ThemeChoice.DARK, 1.5)
    assert theme.font().pixelSize() == 20
    assert theme.pixels(28) == 42
    Theme.apply(qapp, ThemeChoice.LIGHT)
    assert len(set(theme.font().families())) == len(theme.font().families())
    assert Theme.apply(qapp, ThemeChoice.DARK, 9).text_scale == 2.0


def test_the_licence_of_the_type_is_with_it() -> None:
    """The font's licence asks for its text beside the files."""
    folder = asset_folder("fonts")
    assert "SIL OPEN FONT LICENSE" in (folder / "OFL.txt").read_text()
    assert sum(path.stat().st_size for path in folder.iterdir()) < 1_500_000


@pytest.mark.parametrize("palette", PALETTES, ids=lambda palette: palette.name)
def test_an_empty_field_is_seen_and_a_fixed_one_stays_quiet(palette: Palette, qapp: QApplication) -> None:
    """The painted border, measured: three to one where something can be typed (WCAG 1.4.11), less where it cannot."""
    Theme.apply(qapp, palette.name.replace(" ", "_"))
    for kind in (QLineEdit, QPlainTextEdit):
        border = {}
        for is_fixed in (False, True):
            field = kind()
            field.setReadOnly(is_fixed)
            field.resize(200, 60)
            picture = field.grab().toImage()
            border[is_fixed] = picture.pixelColor(picture.width() // 2, 0).name()
            field.deleteLater()
        assert contrast(border[False], palette.panel) >= 3
        assert contrast(border[False], palette.background) >= 3
        assert contrast(border[True], palette.panel) <= contrast(border[False], palette.panel)
