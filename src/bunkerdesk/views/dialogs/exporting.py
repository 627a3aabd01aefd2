"""What to export: rows, content and format; then where to."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QGridLayout, QWidget

from bunkerdesk.runtime.threads import run_blocking
from bunkerdesk.views.dialogs.base import DeskDialog, answer
from bunkerdesk.views.dialogs.choice_group import ChoiceGroup, Option
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.labels import ElidedLabel

FORMATS = (
    ("xlsx", "Excel (XLSX)", "Typed cells, port time with its offset beside it"),
    ("csv", "CSV", "UTF-8, exact figures, times with offset"),
    ("pdf", "PDF for print", "A4 across, header and page number on every page"),
)


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
        self._groups: dict[str, ChoiceGroup] = {}
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
        return ExportChoice(*(self._groups[name].answer for name in ("rows", "content", "format")))

    def _ask(self, name: str, title: str, options: Sequence[Option], chosen: str) -> None:
        group = self._groups[name] = ChoiceGroup(f"export.{name}", title, options, chosen, self)
        first = self._rows
        self._rows += len(options) + 1
        self._grid.setRowMinimumHeight(self._rows - 1, Space.XS)
        self._grid.addWidget(group.heading, first, 0, Qt.AlignmentFlag.AlignTop)
        for place, (one, (_, _, hint)) in enumerate(zip(group.buttons(), options, strict=True)):
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
