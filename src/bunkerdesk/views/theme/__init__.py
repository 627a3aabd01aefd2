"""The look: tokens, the style sheet made from them, type and icons."""

from bunkerdesk.views.theme.binding import IconBinding
from bunkerdesk.views.theme.theme import Theme, ThemeChoice
from bunkerdesk.views.theme.tokens import Palette, Radius, Size, Space, TypeSize

__all__ = ["IconBinding", "Palette", "Radius", "Size", "Space", "Theme", "ThemeChoice", "TypeSize"]
