"""What to download, where to, under which names: the first names are shown while the pattern is typed."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from bunkerdesk.models.downloading import DownloadChoice, NamePreview, Option, PreviewNames
from bunkerdesk.runtime.tasks import TaskScope
from bunkerdesk.views.dialogs.base import DeskDialog, answer
from bunkerdesk.views.dialogs.choice_group import ChoiceGroup
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.labels import ElidedLabel, label, set_look

_TYPING_MS = 150
_NAMES = 5
_MOST = 8


class DownloadDialog(DeskDialog):
    """Asks; what is asked was remembered by the caller."""

    def __init__(
        self,
        options: tuple[Sequence[Option], Sequence[Option]],
        chosen: DownloadChoice,
        patterns: dict[str, str],
        preview: PreviewNames,
        parent: QWidget | None = None,
    ) -> None:
        """`options` are those of rows and of what; `patterns` the usual name pattern of each what."""
        super().__init__("Download", "download", parent)
        self.set_room(640)
        self._patterns = patterns
        self._preview = preview
        self._chosen = chosen
        self._groups: dict[str, ChoiceGroup] = {}
        self._scope = TaskScope(self)
        self._timer = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._timer.timeout.connect(self._show_names)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(Space.L)
        self._grid.setVerticalSpacing(Space.M)
        self._grid.setColumnStretch(1, 1)
        self.body.addLayout(self._grid)
        rows, what = options
        self._ask("rows", "Of", rows, chosen.rows)
        self._ask("what", "Download", what, chosen.what)
        self._make_fields()
        self._make_names()
        self._make_buttons()
        self._groups["what"].buttonToggled.connect(self._on_what_toggled)
        self._groups["rows"].buttonToggled.connect(self._on_changed)
        self._follow()
        self._show_names()

    @property
    def choice(self) -> DownloadChoice:
        """What was decided."""
        return DownloadChoice(
            rows=self._groups["rows"].answer,
            what=self._groups["what"].answer,
            folder=self.folder.text().strip(),
            pattern=self.pattern.text().strip(),
            merge_here=self.merge_here.isChecked(),
            parallel=self.parallel.value(),
        )

    @property
    def names(self) -> list[str]:
        """The names shown."""
        return [line.text() for line in self._lines if line.text()]

    @property
    def is_settled(self) -> bool:
        """Whether the names are those of the pattern."""
        return not self._timer.isActive() and not self._scope.is_busy

    def show_preview(self, preview: NamePreview) -> None:
        """Show names, or why there are none."""
        for line, text in zip(self._lines, (*preview.names, *[""] * _NAMES), strict=False):
            line.set_text(text)
            line.setVisible(bool(text))
        self._note.setText(preview.problem or preview.note)
        set_look(self._note, "field-error" if preview.problem else "hint")
        self.pattern.setProperty("invalid", bool(preview.problem))
        self.pattern.setAccessibleDescription(preview.problem)
        is_possible = not preview.problem and bool(preview.names) and bool(self.folder.text().strip())
        self.accept_button.setEnabled(is_possible)
        reason = preview.problem or ("" if self.folder.text().strip() else "Choose a folder first")
        self.accept_button.setToolTip("" if is_possible else reason or "There is nothing to download")

    # Parts

    def _ask(self, name: str, title: str, options: Sequence[Option], chosen: str) -> None:
        group = self._groups[name] = ChoiceGroup(f"download.{name}", title, options, chosen, self)
        row = self._grid.rowCount()
        self._grid.addWidget(group.heading, row, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(Space.XS)
        for one in group.buttons():
            column.addWidget(one)
        self._grid.addLayout(column, row, 1)

    def _make_fields(self) -> None:
        self.merge_here = QCheckBox("Merge here what the service has no merged file of", self)
        self.merge_here.setObjectName("download.merge_here")
        self.merge_here.setToolTip("Only operations signed in the browser have a merged file on the service")
        self.merge_here.setChecked(self._chosen.merge_here)
        self._grid.addWidget(self.merge_here, self._grid.rowCount(), 1)
        self.folder = self._line("folder", "Folder", self._chosen.folder)
        browse = button("Browse…", "download.browse", self)
        browse.clicked.connect(self._on_browse_clicked)
        self._row("Folder", self.folder, browse)
        self.pattern = self._line("pattern", "Name pattern", self._chosen.pattern)
        usual = button("Usual", "download.usual", self, "link", "The usual name pattern")
        usual.clicked.connect(self._on_usual_clicked)
        self._row("Names", self.pattern, usual)
        self.folder.textChanged.connect(self._on_changed)
        self.pattern.textChanged.connect(self._on_changed)
        self.parallel = QSpinBox(self)
        self.parallel.setObjectName("download.parallel")
        self.parallel.setAccessibleName("Files at once")
        self.parallel.setRange(1, _MOST)
        self.parallel.setValue(self._chosen.parallel)
        self.parallel.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.parallel.setFixedWidth(Theme.current().pixels(56))

    def _line(self, name: str, spoken: str, text: str) -> QLineEdit:
        line = QLineEdit(text, self)
        line.setObjectName(f"download.{name}")
        line.setAccessibleName(spoken)
        line.setMaxLength(1000)
        return line

    def _row(self, title: str, field: QWidget, beside: QWidget) -> None:
        row = self._grid.rowCount()
        self._grid.addWidget(label(title, "dim", self), row, 0)
        line = QHBoxLayout()
        line.setSpacing(Space.S)
        line.addWidget(field, 1)
        line.addWidget(beside)
        self._grid.addLayout(line, row, 1)

    def _make_names(self) -> None:
        box = QFrame(self)
        box.setProperty("look", "card")
        box.setAccessibleName("First names")
        column = QVBoxLayout(box)
        column.setContentsMargins(Space.M, Space.S, Space.M, Space.S)
        column.setSpacing(2)
        self._lines = [ElidedLabel("", "", box) for _ in range(_NAMES)]
        for line in self._lines:
            column.addWidget(line)
        self._note = label("", "hint", box, wraps=True)
        self._note.setObjectName("download.note")
        column.addWidget(self._note)
        column.addStretch(1)
        box.setMinimumHeight(Theme.current().pixels(132))
        self._grid.addWidget(box, self._grid.rowCount(), 1)
        at_once = QHBoxLayout()
        at_once.setSpacing(Space.S)
        at_once.addWidget(self.parallel)
        at_once.addWidget(label(f"files at once, 1 to {_MOST}; four are polite to the service", "hint", self), 1)
        self._grid.addLayout(at_once, self._grid.rowCount(), 1)

    def _make_buttons(self) -> None:
        cancel = button("Cancel", "download.cancel", self)
        cancel.clicked.connect(self.reject)
        self.accept_button = button("Download", "download.accept", self, "primary")
        self.accept_button.setDefault(True)
        self.accept_button.clicked.connect(self.accept)
        self.add_buttons((cancel, self.accept_button))
        self.pattern.setFocus(Qt.FocusReason.OtherFocusReason)

    def _follow(self) -> None:
        self.merge_here.setEnabled(self._groups["what"].answer == "merged")

    async def _read_names(self) -> None:
        self.show_preview(await self._preview(self.choice))

    def _show_names(self) -> None:
        self._scope.start("preview", self._read_names(), replace=True)

    # Slots

    def _on_changed(self, _value: object = None) -> None:
        self._timer.start()

    def _on_what_toggled(self, _button: object, is_on: bool) -> None:
        if is_on:
            if self.pattern.text().strip() in self._patterns.values():
                self.pattern.setText(self._patterns[self._groups["what"].answer])
            self._follow()
            self._timer.start()

    def _on_usual_clicked(self) -> None:
        self.pattern.setText(self._patterns[self._groups["what"].answer])

    def _on_browse_clicked(self) -> None:
        self._scope.start("browse", self._browse(), replace=False)

    async def _browse(self) -> None:
        dialog = QFileDialog(self, "Download to")
        dialog.setObjectName("download_to")
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setDirectory(self.folder.text())
        chosen: list[str] = []
        dialog.fileSelected.connect(chosen.append)
        await answer(dialog)
        if chosen:
            self.folder.setText(chosen[0])
