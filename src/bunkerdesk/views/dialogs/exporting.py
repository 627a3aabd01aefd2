"""What to export: rows, content and format; then where to."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QButtonGroup, QFileDialog, QGridLayout, QRadioButton, QWidget

from bunkerdesk.runtime.threads import run_blocking
from bunkerdesk.views.dialogs.base import DeskDialog, answer, beside_choices
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.labels import ElidedLabel, label

FORMATS = (
    ("xlsx", "Excel (XLSX)", "Typed cells, port time with its offset beside it"),
    ("csv", "CSV", "UTF-8, exact figures, times with offset"),
    ("pdf", "PDF for print", "A4 across, header and page number on every page"),
)
Option = tuple[str, str, str]
"""Key, words and a hint."""


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """What was chosen, by the keys of the options."""

    rows: str
    content: str
    format: str


class ExportDialog(DeskDialog):
    """Three questions with one answer each; the last answers are remembered by the caller."""

    def __init__(
        self, rows: Sequence[Option], contents: Sequence[Option], chosen: ExportChoice, parent: QWidget | None = None
    ) -> None:
        super().__init__("Export", "export", parent)
        self.set_room(560)
        self._groups: dict[str, QButtonGroup] = {}
        self._rows = 0
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(Space.L)
        self._grid.setVerticalSpacing(Space.XS)
        self._grid.setColumnStretch(2, 1)
        self._ask("rows", "Rows", rows, chosen.rows)
        self._ask("content", "Content", contents, chosen.content)
        self._ask("format", "Format", FORMATS, chosen.format)
        self.body.addLayout(self._grid)
        cancel = button("Cancel", "export.cancel", self)
        cancel.clicked.connect(self.reject)
        accept = button("Save as…", "export.accept", self, "primary")
        accept.setDefault(True)
        accept.clicked.connect(self.accept)
        self.add_buttons((cancel, accept))
        accept.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def choice(self) -> ExportChoice:
        """The answers."""
        return ExportChoice(*(self._answer(name) for name in ("rows", "content", "format")))

    def _answer(self, name: str) -> str:
        checked = self._groups[name].checkedButton()
        return str(checked.property("key")) if checked is not None else ""

    def _ask(self, name: str, title: str, options: Sequence[Option], chosen: str) -> None:
        group = QButtonGroup(self)
        self._groups[name] = group
        first = self._rows
        self._rows += len(options) + 1
        self._grid.setRowMinimumHeight(self._rows - 1, Space.XS)
        self._grid.addWidget(beside_choices(label(title, "dim", self)), first, 0, Qt.AlignmentFlag.AlignTop)
        keys = [key for key, _, _ in options]
        for place, (key, words, hint) in enumerate(options):
            one = QRadioButton(words, self)
            one.setObjectName(f"export.{name}.{key}")
            one.setAccessibleName(f"{title}: {words}")
            one.setAccessibleDescription(hint)
            one.setProperty("key", key)
            one.setChecked(key == chosen or (place == 0 and chosen not in keys))
            group.addButton(one)
            self._grid.addWidget(one, first + place, 1)
            self._grid.addWidget(ElidedLabel(hint, "hint", self), first + place, 2)


async def ask_file(parent: QWidget, name: str, suffix: str, folder: str) -> Path | None:
    """Where to save; the program's own dialog, which waits without blocking the loop. None when refused."""
    is_there = bool(folder) and await run_blocking(_is_folder, folder)
    place = Path(folder) if is_there else _documents()
    dialog = QFileDialog(parent, "Save as")
    dialog.setObjectName("save_as")
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setNameFilter(f"{suffix.upper()} (*.{suffix})")
    dialog.setDefaultSuffix(suffix)
    dialog.setDirectory(str(place))
    dialog.selectFile(f"{name}.{suffix}")
    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    chosen: list[str] = []
    dialog.fileSelected.connect(chosen.append)
    await answer(dialog)
    return Path(chosen[0]) if chosen else None


def _is_folder(path: str) -> bool:
    return Path(path).is_dir()


def _documents() -> Path:
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation) or ".")
