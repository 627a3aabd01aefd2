"""Every value of the look, in one place: colours by role, distances, radii and type sizes.

Widgets ask for a role and never for a value. Colours are `#rrggbb` texts so that the style sheet and painters read
the same table; `Palette.color` answers a cached `QColor`.
"""

from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from PySide6.QtGui import QColor


class Space(IntEnum):
    """Distances in device-independent pixels."""

    XS = 4
    S = 8
    M = 12
    L = 16


class Radius(IntEnum):
    """Corner radii: small marks, fields and buttons, cards."""

    SMALL = 5
    MEDIUM = 7
    LARGE = 9


class TypeSize(IntEnum):
    """Type sizes in pixels at a text scale of one."""

    MARK = 11
    LABEL = 12
    BASE = 13
    HEADING = 15
    TITLE = 17


class Size(IntEnum):
    """Fixed measures of the layout."""

    ROW = 28
    CONTROL = 30
    ICON = 16
    TOP_BAR = 47
    STATUS_LINE = 26
    RAIL = 196
    RAIL_NARROW = 56
    PANE_MINIMUM = 400
    PANE_MAXIMUM = 500


@cache
def color(text: str) -> QColor:
    """A shared `QColor`; painters must not change it."""
    return QColor(text)


@dataclass(frozen=True, slots=True)
class Palette:
    """One set of colours by role."""

    name: str
    is_dark: bool
    background: str
    panel: str
    sunken: str
    hover: str
    line: str
    field_line: str
    """Borders of buttons, chips and menus: their words say what they are."""
    edit_line: str
    """Borders of what is typed into; 3:1 to panel and page, for whoever could not find an empty field."""
    text: str
    dim: str
    faint: str
    disabled: str
    accent: str
    accent_hover: str
    accent_ground: str
    on_accent: str
    ok: str
    ok_ground: str
    warning: str
    warning_ground: str
    error: str
    error_ground: str
    operation: str
    operation_ground: str
    match_ground: str
    sandbox: str
    demo: str
    production: str
    on_environment: str = "#FFFFFF"
    focus_width: int = 2

    def color(self, role: str) -> QColor:
        """The colour of a role, such as `dim` or `accent_ground`."""
        return color(getattr(self, role))

    def tone(self, tone: str) -> tuple[QColor, QColor]:
        """Foreground and ground of a mark: `accent`, `ok`, `warning`, `error`, `operation`, else neutral."""
        if tone in _TONES:
            return self.color(tone), self.color(f"{tone}_ground")
        return self.color("faint" if tone == "faint" else "dim"), self.color("sunken")


_TONES = frozenset({"accent", "ok", "warning", "error", "operation"})

LIGHT = Palette(
    name="light",
    is_dark=False,
    background="#F4F6F8",
    panel="#FFFFFF",
    sunken="#EEF1F4",
    hover="#F5F8FB",
    line="#DFE4EA",
    field_line="#CBD3DB",
    edit_line="#838F9C",
    text="#141A21",
    dim="#4A5562",
    faint="#5F6B78",
    disabled="#8C97A3",
    accent="#0A66C2",
    accent_hover="#0958A8",
    accent_ground="#E6F0FA",
    on_accent="#FFFFFF",
    ok="#187A48",
    ok_ground="#E3F4EA",
    warning="#9A6300",
    warning_ground="#FCF1DC",
    error="#BF2F27",
    error_ground="#FBE7E5",
    operation="#6A4FC9",
    operation_ground="#EEEAFB",
    match_ground="#FFE9A8",
    sandbox="#6A4FC9",
    demo="#9A6300",
    production="#B3261E",
)

DARK = Palette(
    name="dark",
    is_dark=True,
    background="#0E1319",
    panel="#151B23",
    sunken="#10161D",
    hover="#1A222C",
    line="#26303B",
    field_line="#323E4B",
    edit_line="#5A6A7A",
    text="#E6EBF1",
    dim="#A6B2BF",
    faint="#8390A0",
    disabled="#5F6B78",
    accent="#58A6FF",
    accent_hover="#79B8FF",
    accent_ground="#15273B",
    on_accent="#08131F",
    ok="#4CC38A",
    ok_ground="#12291F",
    warning="#E3A93B",
    warning_ground="#2C2413",
    error="#FF7B72",
    error_ground="#321A1A",
    operation="#A995F5",
    operation_ground="#221C3A",
    match_ground="#4A3B12",
    sandbox="#6A4FC9",
    demo="#9A6300",
    production="#B3261E",
)

HIGH_CONTRAST = Palette(
    name="high contrast",
    is_dark=True,
    background="#000000",
    panel="#000000",
    sunken="#000000",
    hover="#1C1C1C",
    line="#8A8A8A",
    field_line="#FFFFFF",
    edit_line="#FFFFFF",
    text="#FFFFFF",
    dim="#F0F0F0",
    faint="#D0D0D0",
    disabled="#9A9A9A",
    accent="#FFE100",
    accent_hover="#FFF07A",
    accent_ground="#3A3300",
    on_accent="#000000",
    ok="#5CFF9D",
    ok_ground="#00210F",
    warning="#FFC34D",
    warning_ground="#291B00",
    error="#FF9C94",
    error_ground="#330503",
    operation="#CDBFFF",
    operation_ground="#1B1140",
    match_ground="#5A4E00",
    sandbox="#5B3FC0",
    demo="#7A4E00",
    production="#A3170F",
    focus_width=3,
)
