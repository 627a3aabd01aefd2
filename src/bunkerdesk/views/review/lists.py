"""The checklist, the papers, what changed after the signature, and the charts: cards below the tables."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QVBoxLayout, QWidget

from bunkerdesk.models.review_charts import Charts
from bunkerdesk.models.review_page import PaperLine, ReviewPage, TickLine
from bunkerdesk.rules import wording
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import ElidedButton
from bunkerdesk.views.widgets.cards import Card
from bunkerdesk.views.widgets.charts import LimitChart, RangeChart, ShareChart
from bunkerdesk.views.widgets.clearing import emptied
from bunkerdesk.views.widgets.labels import breakable, label
from bunkerdesk.views.widgets.marks import StatusPill

LONGEST_TICK = 64
MOST_FILES, MOST_CHANGES = 6, 60


class ChecklistCard(Card):
    """Lines to tick: findings dealt with, papers sighted."""

    ticked = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Checklist", "review.checklist", parent)
        self._count = label("", "label", self)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self.body.addWidget(self._count)
        self.body.addLayout(self._rows)
        self.body.addStretch(1)
        self._lines: tuple[TickLine, ...] = ()
        self._key: tuple[object, ...] = ()

    def show_page(self, page: ReviewPage) -> None:
        """Show another operation's checklist."""
        done = sum(1 for line in page.checklist if line.is_ticked)
        self._count.setText(f"{done} of {len(page.checklist)} done" if page.checklist else "Nothing to do")
        key = (page.id, tuple((line.key, line.text) for line in page.checklist), bool(page.signed.verdict))
        if key == self._key:
            return
        self._key, self._lines = key, page.checklist
        emptied(self._rows)
        for place, line in enumerate(page.checklist):
            box = QCheckBox(_short(line.text, LONGEST_TICK), self)
            box.setObjectName(f"review.tick.{place}")
            box.setAccessibleName(f"{line.text} {line.hint}")
            box.setToolTip("\n".join(filter(None, (line.text, line.hint))))
            box.setChecked(line.is_ticked)
            box.setEnabled(not page.signed.verdict)
            box.toggled.connect(self._on_toggled)
            self._rows.addWidget(box)

    def _on_toggled(self, is_ticked: bool) -> None:
        box = self.sender()
        if isinstance(box, QCheckBox):
            place = int(box.objectName().rpartition(".")[2])
            self.ticked.emit(self._lines[place].key, is_ticked)


class PapersCard(Card):
    """Which papers the operation has, misses and does not need."""

    document_requested = Signal(str)
    """The id of a document to show."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Documents", "review.papers", parent)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(Space.M)
        self._grid.setVerticalSpacing(Space.XS)
        self._grid.setColumnStretch(1, 2)
        self._grid.setColumnStretch(2, 3)
        self._rest = label("", "hint", self, wraps=True)
        self.body.addLayout(self._grid)
        self.body.addWidget(self._rest)
        self.body.addStretch(1)
        self._shown: tuple[PaperLine, ...] = ()

    def show_page(self, page: ReviewPage) -> None:
        """Show another operation's papers."""
        if page.papers == self._shown:
            return
        self._shown = page.papers
        emptied(self._grid)
        wanted = [line for line in page.papers if line.state != "not needed"]
        for row, line in enumerate(wanted):
            pill = StatusPill(line.state, line.tone, self)
            pill.setAccessibleName(f"{line.name}: {line.state}")
            name = label(line.name, "", self, wraps=True)
            name.setToolTip(line.why)
            self._grid.addWidget(pill, row, 0)
            self._grid.addWidget(name, row, 1)
            files = QWidget(self)
            column = QVBoxLayout(files)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
            for identifier, file in line.files[:MOST_FILES]:
                self._add_file(column, identifier, file)
            self._grid.addWidget(files, row, 2)
        rest = [line.name for line in page.papers if line.state == "not needed"]
        self._rest.setText(f"Not needed here: {', '.join(name.lower() for name in rest)}" if rest else "")

    def _add_file(self, files: QVBoxLayout, identifier: str, name: str) -> None:
        link = ElidedButton(name, f"review.document.{identifier}", self)
        link.setToolTip(f"Show {name}")
        link.setProperty("document", identifier)
        link.setAccessibleName(f"Show {name}")
        link.clicked.connect(self._on_link_clicked)
        files.addWidget(link, 0, Qt.AlignmentFlag.AlignRight)

    def _on_link_clicked(self) -> None:
        link = self.sender()
        if link is not None:
            self.document_requested.emit(str(link.property("document")))


class LaterCard(Card):
    """What the service says otherwise than when the review was signed: before and after."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Changed since sign-off", "review.later", parent)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(Space.L)
        self._grid.setVerticalSpacing(Space.XS)
        self._grid.setColumnStretch(2, 1)
        self.body.addLayout(self._grid)

    def show_page(self, page: ReviewPage) -> None:
        """Show another operation's changes; nothing where there are none."""
        emptied(self._grid)
        self.setVisible(bool(page.later))
        titles = ("Field", "Signed", "Now")
        for column, title in enumerate(titles):
            self._grid.addWidget(label(title, "label", self), 0, column)
        for row, item in enumerate(page.later[:MOST_CHANGES], start=1):
            texts = (item.words, item.before or "nothing", item.after or "nothing")
            for column, (text, look) in enumerate(zip(texts, ("dim", "", "warning-text"), strict=True)):
                cell = label(breakable(text), look, self, wraps=True)
                cell.setAccessibleName(f"{item.words}, {titles[column]}: {text}" if column else text)
                self._grid.addWidget(cell, row, column, Qt.AlignmentFlag.AlignTop)


class ChartsCard(Card):
    """Quantity in its range, properties against their limits, composition."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Charts", "review.charts", parent)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(2)
        self.body.addLayout(self._rows)
        self._shown: Charts | None = None

    def show_charts(self, charts: Charts) -> None:
        """Draw another operation's charts."""
        self.setVisible(bool(charts.ranges or charts.limits or charts.compositions))
        if charts == self._shown:
            return
        self._shown = charts
        emptied(self._rows)
        if charts.ranges:
            words = "Delivered in the nominated range; a ring is what was received"
            self._rows.addWidget(label(words, "label", self, wraps=True))
        for bar in charts.ranges:
            if bar.delivered is not None:
                words = f"{wording.number(bar.delivered)} {bar.unit}"
                texts = (bar.label, words, bar.spoken)
                self._rows.addWidget(
                    RangeChart(texts, (bar.low, bar.high), (bar.delivered, bar.received), bar.tone, self)
                )
        for note, bars in charts.limits:
            self._rows.addWidget(label(f"{note}: properties against their limits", "label", self, wraps=True))
            for limit in bars:
                texts = (limit.label, limit.words, limit.spoken)
                figure = (limit.low, limit.high)
                self._rows.addWidget(LimitChart(texts, (limit.limit, limit.bound), figure, limit.tone, self))
        for note, shares in charts.compositions:
            self._rows.addWidget(label(f"{note}; scale: square root", "label", self, wraps=True))
            for share in shares:
                words = f"{wording.number(share.percent)} %"
                self._rows.addWidget(ShareChart(share.label, words, share.percent, self))


def _short(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
