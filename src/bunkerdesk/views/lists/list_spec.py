"""What makes one list page differ from another."""

from dataclasses import dataclass

from bunkerdesk.views.widgets.window_chip import TimeWindow


@dataclass(frozen=True, slots=True)
class ListSpec:
    """What makes one list page differ from another."""

    name: str
    """Prefix of object names and settings: `nominations`."""
    title: str
    one: str
    many: str
    facets: tuple[tuple[str, str], ...]
    """Facet keys with the titles of their chips."""
    windows: tuple[TimeWindow, ...]
    window: str
    """The span chosen at first."""
    sort: str
    nothing_title: str
    nothing_hint: str
    icon: str
    times: tuple[tuple[str, str], ...] = ()
    """Names of the times that can be typed as `ended:october`, with their titles."""
