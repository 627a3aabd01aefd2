"""The application's style sheet, written from the tokens.

Rules are keyed by class and by the dynamic property `look`, which a widget sets to say what it is: `primary`,
`quiet`, `chip`, `card`, `title`, `dim` and so on.
"""

from string import Template

from bunkerdesk.views.theme.tokens import Palette, Radius, TypeSize

_SHEET = Template(
    """
* { outline: none; }
QWidget { color: $text; font-size: ${base}px; }
QMainWindow, QDialog, QWidget[look="page"], QStackedWidget[look="page"] { background: $background; }
QWidget[look="panel"] { background: $panel; }
QFrame[look="top-bar"] { background: $panel; border: none; border-bottom: 1px solid $line; }
QFrame[look="status-line"] { background: $panel; border: none; border-top: 1px solid $line; }
QFrame[look="rail"] { background: $panel; border: none; border-right: 1px solid $line; }
QFrame[look="pane"] { background: $background; border: none; border-left: 1px solid $line; }
QFrame[look="card"] { background: $panel; border: 1px solid $line; border-radius: ${large}px; }
QFrame[look="card-chosen"] { background: $accent_ground; border: 1px solid $accent; border-radius: ${large}px; }
QFrame[look="rule"] { background: $line; border: none; }
QFrame[look="notice-warning"] { background: $warning_ground; border: 1px solid $warning; border-radius: ${large}px; }
QFrame[look="notice-error"] { background: $error_ground; border: 1px solid $error; border-radius: ${large}px; }
QFrame[look="notice-ok"] { background: $ok_ground; border: 1px solid $ok; border-radius: ${large}px; }
QFrame[look="notice-info"] { background: $accent_ground; border: 1px solid $accent; border-radius: ${large}px; }
QFrame[look="banner"] { background: $operation_ground; border: none; border-bottom: 1px solid $line; }

QLabel { background: transparent; }
QLabel[look="product"] { font-weight: 700; font-size: ${base}px; }
QLabel[look="title"] { font-weight: 600; font-size: ${title}px; }
QLabel[look="heading"] { font-weight: 600; font-size: ${heading}px; }
QLabel[look="strong"] { font-weight: 600; }
QLabel[look="label"] { color: $dim; font-size: ${label}px; }
QLabel[look="dim"] { color: $dim; }
QLabel[look="faint"] { color: $faint; }
QLabel[look="hint"] { color: $faint; font-size: ${label}px; }
QLabel[look="section"] { color: $dim; font-size: ${mark}px; font-weight: 600; }
QLabel[look="field-error"] { color: $error; font-size: ${label}px; }
QLabel[look="field-warning"] { color: $warning; font-size: ${label}px; }
QLabel[look="field-hint"] { color: $dim; font-size: ${label}px; }
QLabel[look="warning-text"] { color: $warning; }
QLabel[look="error-text"] { color: $error; }
QLabel[look="status"] { color: $dim; font-size: ${label}px; }
QLabel[look="status-warning"] { color: $warning; font-size: ${label}px; font-weight: 600; }
QLabel[look="key"] {
    color: $dim; background: $panel; border: 1px solid $line; border-radius: 4px; padding: 0 5px; font-size: ${mark}px;
}

QPushButton {
    background: $panel; border: 1px solid $field_line; border-radius: ${medium}px;
    padding: 0 12px; min-height: ${button}px; font-weight: 500;
}
QPushButton:hover { background: $hover; border-color: $faint; }
QPushButton:pressed { background: $sunken; }
QPushButton:focus {
    border: ${focus}px solid $accent; padding: 0 ${padding_focus}px;
}
QPushButton:disabled {
    color: $disabled; background: $background; border-color: $line;
}
QPushButton[look="primary"] { background: $accent; border-color: $accent; color: $on_accent; }
QPushButton[look="primary"]:hover { background: $accent_hover; border-color: $accent_hover; }
QPushButton[look="primary"]:focus { border: ${focus}px solid $text; }
QPushButton[look="primary"]:disabled { background: $sunken; border-color: $line; color: $disabled; }
QPushButton[look="danger"] { background: $error_ground; border-color: $error; color: $error; }
QPushButton[look="danger"]:hover { background: $error; color: $panel; }
QPushButton[look="danger"]:focus { border: ${focus}px solid $text; }
QPushButton[look="danger"]:disabled { background: $sunken; border-color: $line; color: $disabled; }
QPushButton[look="choice"]:checked { background: $accent_ground; border-color: $accent; color: $accent; }
QPushButton[look="choice"]:checked:focus { border-color: $text; }
QPushButton[look="link"], QToolButton[look="link"] {
    background: transparent; border: 1px solid transparent; border-radius: ${small}px;
    color: $accent; padding: 0 3px; font-weight: 500; min-height: 20px;
}
QPushButton[look="link"]:hover, QToolButton[look="link"]:hover { background: $accent_ground; }
QPushButton[look="link"]:focus, QToolButton[look="link"]:focus { border: ${focus}px solid $accent; padding: 0 2px; }
QPushButton[look="link"]:disabled { color: $disabled; background: transparent; }

QPushButton[look="fix"] {
    background: transparent; border: 1px solid transparent; border-radius: ${small}px; color: $accent;
    padding: 0 2px; font-size: ${label}px; min-height: 0; text-decoration: underline;
}
QPushButton[look="fix"]:hover { background: $accent_ground; }
QPushButton[look="fix"]:focus { border: ${focus}px solid $accent; padding: 0 1px; }
QPushButton[look="status-link"], QPushButton[look="status-link-warning"] {
    background: transparent; border: 1px solid transparent; border-radius: ${small}px; color: $dim;
    padding: 0; font-size: ${label}px; min-height: 0;
}
QPushButton[look="status-link-warning"] { color: $warning; font-weight: 600; }
QPushButton[look="status-link"]:hover, QPushButton[look="status-link-warning"]:hover { background: $hover; }
QPushButton[look="status-link"]:focus, QPushButton[look="status-link-warning"]:focus {
    border: ${focus}px solid $accent;
}
QPushButton[look="line"] {
    background: transparent; border: 1px solid transparent; border-radius: ${small}px; min-height: 0; padding: 0;
}
QPushButton[look="line"]:hover { background: $hover; }
QPushButton[look="line"]:focus { border: ${focus}px solid $accent; padding: 0; }
QToolButton[look="fold"] {
    background: transparent; border: 1px solid transparent; color: $dim; font-size: ${label}px;
    padding: 1px 4px 1px 2px;
}
QToolButton[look="fold"]:hover { color: $text; background: $hover; }
QToolButton[look="fold"]:checked { background: transparent; }
QToolButton[look="fold"]:focus { border: ${focus}px solid $accent; padding: 0 3px 0 1px; }

QToolButton { background: transparent; border: 1px solid transparent; border-radius: ${small}px; padding: 3px; }
QToolButton:hover { background: $hover; border-color: $line; }
QToolButton:pressed, QToolButton:checked { background: $accent_ground; }
QToolButton:focus { border: ${focus}px solid $accent; padding: 2px; }
QToolButton::menu-indicator { image: none; }

QToolButton[look="chip"] {
    background: transparent; border: 1px solid $field_line; border-radius: ${medium}px; color: $dim;
    padding: 0 9px; min-height: ${chip}px; font-size: ${label}px; font-weight: 500;
}
QToolButton[look="chip"]:hover { border-color: $faint; color: $text; background: $hover; }
QToolButton[look="chip"][active="true"] { background: $accent_ground; border-color: $accent; color: $accent; }
QToolButton[look="chip"]:focus { border: ${focus}px solid $accent; padding: 0 8px; }

QLineEdit, QPlainTextEdit, QTextBrowser, QComboBox, QDateTimeEdit, QSpinBox {
    background: $panel; border: 1px solid $edit_line; border-radius: ${medium}px; color: $text;
    selection-background-color: $accent; selection-color: $on_accent;
}
QComboBox { border-color: $field_line; }
QComboBox:editable { border-color: $edit_line; }
QTextBrowser, QLineEdit:disabled, QComboBox:disabled, QDateTimeEdit:disabled, QSpinBox:disabled { border-color: $line; }
QLineEdit:read-only { background: $background; color: $dim; }
QLineEdit:read-only, QPlainTextEdit:read-only { border-color: $line; }
QLineEdit, QPlainTextEdit { placeholder-text-color: $faint; }
QLineEdit, QComboBox { padding: 0 8px; min-height: ${field}px; }
QDateTimeEdit, QSpinBox { min-height: ${field}px; }
QSpinBox:focus, QDateTimeEdit:focus { border: ${focus}px solid $accent; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; border: none; }
QAbstractSpinBox QLineEdit, QAbstractSpinBox QLineEdit:focus {
    border: none; background: transparent; padding: 0 8px; min-height: 0;
}
QLineEdit#search { background: $sunken; }
QLineEdit:hover, QComboBox:hover { border-color: $faint; }
QLineEdit:focus, QComboBox:focus, QPlainTextEdit:focus, QTextBrowser:focus {
    border: ${focus}px solid $accent; padding: 0 7px;
}
QLineEdit[invalid="true"] { border-color: $error; }
QLineEdit[tone="error"], QPlainTextEdit[tone="error"] { border-color: $error; }
QLineEdit[tone="warning"], QPlainTextEdit[tone="warning"] { border-color: $warning; }
QLineEdit[tone="error"]:focus, QPlainTextEdit[tone="error"]:focus { border: ${focus}px solid $error; }
QLineEdit[tone="warning"]:focus, QPlainTextEdit[tone="warning"]:focus { border: ${focus}px solid $warning; }
QTextEdit[look="code"] { background: $panel; border: 1px solid transparent; border-radius: ${small}px; }
QTextEdit[look="code"]:focus { border: ${focus}px solid $accent; padding: 0; }
QComboBox::drop-down { border: none; width: ${drop}px; }
QComboBox::down-arrow { image: url("$chevron"); width: ${arrow}px; height: ${arrow}px; }

QScrollArea, QScrollArea > QWidget > QWidget[look="page"] { background: transparent; border: none; }
QTableView, QListView, QTreeView {
    background: $panel; border: none; selection-background-color: $accent_ground; selection-color: $text;
}
QScrollArea[look="framed"], QTableView[look="framed"], QListView[look="framed"] {
    background: $panel; border: 1px solid $line; border-radius: ${medium}px; padding: 3px;
}
QListView[look="framed"]:focus { border: ${focus}px solid $accent; padding: 2px; }
QLineEdit[look="cell"] { min-height: 0; padding: 0 6px; border-radius: 3px; }
QLineEdit[look="cell"]:focus { padding: 0 6px; }
QListView[look="popup"] { border: 1px solid $field_line; border-radius: ${medium}px; padding: 4px; }
QListView::item { border-radius: ${small}px; padding: 4px 8px; }
QListView::item:hover { background: $hover; }
QListView::item:selected { background: $accent_ground; color: $text; }
QTableCornerButton::section, QHeaderView { background: $panel; border: none; }

QMenu { background: $panel; border: 1px solid $field_line; padding: 4px; }
QMenu::item { padding: 5px 22px 5px 12px; border-radius: ${small}px; }
QMenu::item:selected { background: $accent_ground; color: $text; }
QMenu::item:disabled { color: $disabled; }
QMenu::icon { padding-left: 6px; }
QMenu::separator { height: 1px; background: $line; margin: 4px 6px; }
QMenu::indicator { width: ${box}px; height: ${box}px; margin-left: 8px; }

QCheckBox {
    spacing: 8px; background: transparent; padding: 2px 4px;
    border: 1px solid transparent; border-radius: ${small}px;
}
QRadioButton { spacing: 6px; padding: 2px 4px; border: 1px solid transparent; border-radius: ${small}px; }
QRadioButton:focus { border: ${focus}px solid $accent; padding: 1px 3px; }
QRadioButton::indicator {
    width: ${dot}px; height: ${dot}px; border: 1px solid $faint; border-radius: ${dot_radius}px; background: $panel;
}
QRadioButton::indicator:hover { border-color: $accent; }
QRadioButton::indicator:checked {
    width: ${pupil}px; height: ${pupil}px; border: 4px solid $accent; border-radius: ${dot_radius}px;
    background: $panel;
}
QRadioButton::indicator:disabled { border-color: $line; }
QCheckBox:focus { border: ${focus}px solid $accent; padding: 1px 3px; }
QCheckBox::indicator, QMenu::indicator:non-exclusive, QListView::indicator {
    width: ${box}px; height: ${box}px; border: 1px solid $faint; border-radius: 4px; background: $panel;
}
QCheckBox::indicator:checked, QMenu::indicator:non-exclusive:checked, QListView::indicator:checked {
    background: $accent; border-color: $accent; image: url("$tick");
}

QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: $field_line; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: $faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; }
QSplitter::handle { background: $line; }
QSplitter::handle:hover { background: $accent; }
QSplitter[look="gap"]::handle { background: transparent; }

QToolTip { background: $panel; color: $text; border: 1px solid $field_line; padding: 4px 6px; font-size: ${label}px; }
"""
)


def style_sheet(palette: Palette, text_scale: float, images: dict[str, str] | None = None) -> str:
    """The style sheet for a palette at a text scale; `images` gives file names for `tick` and `chevron`."""
    values: dict[str, object] = {
        field: getattr(palette, field)
        for field in palette.__dataclass_fields__
        if isinstance(getattr(palette, field), str)
    }
    values |= {size.name.lower(): round(size * text_scale) for size in TypeSize}
    values |= {radius.name.lower(): int(radius) for radius in Radius}
    values |= {
        "focus": palette.focus_width,
        "padding_focus": 12 - palette.focus_width + 1,
        "button": round(28 * text_scale),
        "field": round(28 * text_scale),
        "chip": round(24 * text_scale),
        "box": round(14 * text_scale),
        "arrow": round(12 * text_scale),
        "drop": round(22 * text_scale),
        # A ring's width and radius make a circle only when they agree: half of the whole, borders included.
        "dot": (dot := 2 * round(6 * text_scale)),
        "dot_radius": dot // 2 + 1,
        "pupil": dot - 6,
        "tick": "",
        "chevron": "",
    }
    return _SHEET.substitute(values | (images or {}))
