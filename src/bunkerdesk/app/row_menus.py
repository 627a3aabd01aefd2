"""What the menu of a row offers in each list: the window's own commands, greyed with the reason where not possible."""

from collections.abc import Sequence

from PySide6.QtGui import QAction

from bunkerdesk.app.frame import Frame

_BEGIN = ("nomination.edit", "nomination.clone")
_TEMPLATES = ("nomination.make_template", "nomination.new_from_template", "nomination.delete_template")
_ACT = (
    *("nomination.send", "nomination.accept", "nomination.reschedule", "nomination.reschedule_deprecated"),
    *("nomination.take_back", "nomination.cancel"),
)
_NEWS = ("changes.watch", "changes.acknowledge_record")
_PAPERS = ("documents.download", "documents.merge")
_MENUS: dict[str, tuple[tuple[str, ...], ...]] = {
    "nominations": (_BEGIN, _TEMPLATES, _ACT, _NEWS, ("list.export",)),
    "schedule": (_BEGIN, _TEMPLATES, _ACT, _NEWS),
    "operations": (("review.open",), _PAPERS, _NEWS, ("list.export",)),
    "documents": (_PAPERS, ("list.export",)),
    "activity": (("changes.acknowledge", "changes.acknowledge_record", "changes.acknowledge_all", "changes.watch"),),
}


class RowMenu:
    """The actions of one list, asked for each time its menu opens."""

    def __init__(self, frame: Frame, page: str) -> None:
        self._frame = frame
        self._groups = _MENUS.get(page, ())

    def __call__(self) -> Sequence[QAction]:
        self._frame.actions.refresh()
        found: list[QAction] = []
        for group in self._groups:
            if found:
                line = QAction(self._frame)
                line.setSeparator(True)
                found.append(line)
            found += [self._frame.actions[key] for key in group]
        return found
