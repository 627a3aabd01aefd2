"""Connecting to a service: tried before it is kept, each step said, errors beside their field."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import urlsplit

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QDialog, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from bunkerdesk.runtime.tasks import TaskScope
from bunkerdesk.views.dialogs.base import DeskDialog, answer
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import IconButton, button
from bunkerdesk.views.widgets.labels import label, set_look
from bunkerdesk.views.widgets.marks import ENVIRONMENTS
from bunkerdesk.views.widgets.messages import ToneIcon

FIELDS = ("base_url", "client_id", "secret", "name")


class Step(StrEnum):
    """What a trial goes through, in this order."""

    ADDRESS = "address"
    SIGN_IN = "sign_in"
    READ = "read"


STEP_WORDS = {Step.ADDRESS: "Reach the address", Step.SIGN_IN: "Sign in", Step.READ: "Read drafts"}


@dataclass(frozen=True, slots=True)
class ConnectionValues:
    """What a connection consists of; `environment` is `sandbox`, `demo` or `production`."""

    base_url: str = ""
    client_id: str = ""
    secret: str = ""
    name: str = ""
    environment: str = ""

    def __repr__(self) -> str:
        # A secret must not reach a log by way of a value's text.
        return f"ConnectionValues({self.base_url!r}, {self.client_id!r})"


@dataclass(frozen=True, slots=True)
class StepResult:
    """How a step went: `field` names the field to mend, where one is to blame."""

    step: Step
    is_ok: bool
    text: str
    field: str = ""


Report = Callable[[StepResult], None]
Test = Callable[[ConnectionValues, Report], Awaitable[None]]
"""Tries a connection and reports each step; stops at the first that fails. Raises nothing a person should see."""
Save = Callable[[ConnectionValues], Awaitable[str]]
"""Keeps a connection and answers a sentence on where the secret is kept."""
Guess = Callable[[str], str]
"""The environment an address looks like."""


class ConnectionDialog(DeskDialog):
    """Address, client, secret, name and environment."""

    failed = Signal(object)
    """The exception of a trial or of saving that was not reported as a step."""

    def __init__(
        self, values: ConnectionValues, test: Test, save: Save, guess: Guess, parent: QWidget | None = None
    ) -> None:
        super().__init__("Connect to your service", "connection", parent, values.environment or "production")
        self.set_room(520)
        self._test, self._save, self._guess = test, save, guess
        self._is_guessed = not values.environment
        self._tried: ConnectionValues | None = None
        self.kept = ""
        self._scope = TaskScope(self)
        self._scope.failed.connect(self._on_failed)
        self._scope.busy_changed.connect(self._on_busy_changed)
        self.fields: dict[str, QLineEdit] = {}
        self._errors: dict[str, QLabel] = {}
        self._make_fields(values)
        self._make_environment(values.environment or guess(values.base_url))
        self._make_steps()
        self._make_buttons()
        self.fields["base_url"].setFocus()
        self._on_edited()

    async def ask(self) -> ConnectionValues | None:
        """Open and wait; the values that were tried and kept, or None. `kept` says where the secret is."""
        code = await answer(self)
        return self._tried if code == QDialog.DialogCode.Accepted.value else None

    @property
    def values(self) -> ConnectionValues:
        """What is in the fields."""
        texts = {key: field.text().strip() if key != "secret" else field.text() for key, field in self.fields.items()}
        return ConnectionValues(environment=self._environment(), **texts)

    def step_text(self, step: Step) -> str:
        """What is said of a step."""
        return self._steps[step][1].text()

    def field_error(self, key: str) -> str:
        """What is said below a field; empty for nothing."""
        line = self._errors[key]
        return line.text() if not line.isHidden() else ""

    def done(self, code: int) -> None:
        self._scope.close()
        super().done(code)

    # Building

    def _make_fields(self, values: ConnectionValues) -> None:
        for key, title, hint in (
            ("base_url", "&Address", "https://…"),
            ("client_id", "&Client ID", ""),
            ("secret", "Client &secret", ""),
            ("name", "&Name", "How this connection is called here"),
        ):
            field = QLineEdit(getattr(values, key), self)
            field.setObjectName(f"connection.{key}")
            field.setAccessibleName(title.replace("&", ""))
            field.setPlaceholderText(hint)
            field.setMaxLength(2000)
            field.textChanged.connect(self._on_edited)
            self.fields[key] = field
            self._add_field(key, title, field)
        self.fields["base_url"].textChanged.connect(self._on_address_changed)

    def _add_field(self, key: str, title: str, field: QLineEdit) -> None:
        name = label(title, "label", self)
        name.setTextFormat(Qt.TextFormat.AutoText)
        name.setBuddy(field)
        row = QHBoxLayout()
        row.setSpacing(Space.XS)
        row.addWidget(field, 1)
        if key == "secret":
            field.setEchoMode(QLineEdit.EchoMode.Password)
            self._reveal = IconButton("eye", "Show the secret", "connection.reveal", self)
            self._reveal.setCheckable(True)
            self._reveal.toggled.connect(self._on_reveal_toggled)
            row.addWidget(self._reveal)
        error = label("", "field-error", self, wraps=True)
        error.hide()
        self._errors[key] = error
        block = QVBoxLayout()
        block.setSpacing(3)
        block.addWidget(name)
        block.addLayout(row)
        block.addWidget(error)
        if key == "secret":
            block.addWidget(
                label("Kept in this computer's keyring, or for this run only where there is none.", "hint", self)
            )
        self.body.addLayout(block)

    def _make_environment(self, environment: str) -> None:
        self._group = QButtonGroup(self)
        row = QHBoxLayout()
        row.setSpacing(Space.XS)
        for key, words in ENVIRONMENTS.items():
            choice = button(words, f"connection.environment.{key}", self, "choice")
            choice.setCheckable(True)
            choice.setProperty("key", key)
            choice.setChecked(key == environment)
            choice.setAccessibleDescription("Environment")
            self._group.addButton(choice)
            row.addWidget(choice)
        row.addStretch(1)
        self._group.buttonClicked.connect(self._on_environment_clicked)
        block = QVBoxLayout()
        block.setSpacing(3)
        block.addWidget(label("Environment", "label", self))
        block.addLayout(row)
        self.body.addLayout(block)
        self._show_environment(environment)

    def _make_steps(self) -> None:
        self._steps: dict[Step, tuple[ToneIcon, QLabel]] = {}
        block = QVBoxLayout()
        block.setSpacing(Space.XS)
        for step in Step:
            icon = ToneIcon("dot", "faint", self)
            text = label(STEP_WORDS[step], "faint", self, wraps=True)
            row = QHBoxLayout()
            row.setSpacing(Space.S)
            row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
            row.addWidget(text, 1)
            block.addLayout(row)
            self._steps[step] = (icon, text)
        self.body.addLayout(block)

    def _make_buttons(self) -> None:
        self.test_button = button("Test", "connection.test", self)
        self.test_button.clicked.connect(self._on_test_clicked)
        self.add_left(self.test_button)
        cancel = button("Cancel", "connection.cancel", self)
        cancel.clicked.connect(self.reject)
        self.save_button = button("Test and connect", "connection.save", self, "primary")
        self.save_button.setDefault(True)
        self.save_button.clicked.connect(self._on_save_clicked)
        self.add_buttons((cancel, self.save_button))
        # Reading order: the test stands left of the others.
        QWidget.setTabOrder(self.test_button, cancel)
        QWidget.setTabOrder(cancel, self.save_button)

    # Trying

    async def _try(self, values: ConnectionValues, *, saves: bool) -> None:
        self._forget_results()
        went_well: set[Step] = set()

        def report(result: StepResult) -> None:
            self._show_result(result)
            (went_well.add if result.is_ok else went_well.discard)(result.step)

        await self._test(values, report)
        if went_well != set(Step):
            return
        self._tried = values
        if saves:
            self.kept = await self._save(values)
            self.accept()

    def _show_result(self, result: StepResult) -> None:
        icon, text = self._steps[result.step]
        icon.show_icon("ok" if result.is_ok else "error", "ok" if result.is_ok else "error")
        self._say(text, result.text, "" if result.is_ok else "error-text")
        if result.field in self.fields:
            self._show_error(result.field, result.text)
            self.fields[result.field].setFocus(Qt.FocusReason.OtherFocusReason)

    def _forget_results(self) -> None:
        self._tried = None
        for step, (icon, text) in self._steps.items():
            icon.show_icon("dot", "faint")
            self._say(text, STEP_WORDS[step], "faint")
        for key in FIELDS:
            self._show_error(key, "")

    def _show_error(self, key: str, text: str) -> None:
        line, field = self._errors[key], self.fields[key]
        line.setText(text)
        line.setVisible(bool(text))
        field.setProperty("invalid", "true" if text else "false")
        field.setAccessibleDescription(text)
        field.style().unpolish(field)
        field.style().polish(field)

    @staticmethod
    def _say(line: QLabel, text: str, look: str) -> None:
        line.setText(text)
        line.setAccessibleName(text)
        set_look(line, look)

    def _start(self, *, saves: bool) -> None:
        values = self.values
        errors = local_errors(values)
        for key in FIELDS:
            self._show_error(key, errors.get(key, ""))
        if errors:
            self.fields[next(iter(errors))].setFocus(Qt.FocusReason.OtherFocusReason)
            return
        if not values.name:
            values = replace(values, name=urlsplit(values.base_url).hostname or values.base_url)
        self._scope.start("try", self._try(values, saves=saves), replace=False)

    # Environment

    def _environment(self) -> str:
        chosen = self._group.checkedButton()
        return str(chosen.property("key")) if chosen is not None else "production"

    def _show_environment(self, environment: str) -> None:
        if self.badge is not None:
            self.badge.set_environment(environment)

    def _on_environment_clicked(self, chosen: QPushButton) -> None:
        self._is_guessed = False
        self._show_environment(str(chosen.property("key")))

    def _on_address_changed(self, text: str) -> None:
        if self._is_guessed:
            guessed = self._guess(text.strip())
            for choice in self._group.buttons():
                choice.setChecked(choice.property("key") == guessed)
            self._show_environment(guessed)

    # Slots

    def _on_edited(self) -> None:
        if not hasattr(self, "save_button"):
            return
        values = self.values
        missing = not (values.base_url and values.client_id and values.secret)
        for one in (self.test_button, self.save_button):
            one.setEnabled(not missing)
            one.setToolTip("Address, client ID and client secret are needed" if missing else "")
        self._forget_results()

    def _on_reveal_toggled(self, is_shown: bool) -> None:
        mode = QLineEdit.EchoMode.Normal if is_shown else QLineEdit.EchoMode.Password
        self.fields["secret"].setEchoMode(mode)
        self._reveal.show_icon("eye-off" if is_shown else "eye")
        self._reveal.setAccessibleName("Hide the secret" if is_shown else "Show the secret")

    def _on_test_clicked(self) -> None:
        self._start(saves=False)

    def _on_save_clicked(self) -> None:
        self._start(saves=True)

    def _on_busy_changed(self, is_busy: bool) -> None:
        self.test_button.setEnabled(not is_busy)
        self.save_button.setEnabled(not is_busy)
        self.save_button.setText("Testing…" if is_busy else "Test and connect")
        for field in self.fields.values():
            field.setReadOnly(is_busy)

    def _on_failed(self, error: object) -> None:
        self._show_error("base_url", "The trial ended with an unexpected error; nothing was kept.")
        self.failed.emit(error)


def local_errors(values: ConnectionValues) -> dict[str, str]:
    """What can be said without asking anyone, by field."""
    errors: dict[str, str] = {}
    try:
        parts = urlsplit(values.base_url)
        host = parts.hostname
    except ValueError:
        parts, host = None, None
    if parts is None or parts.scheme not in ("http", "https") or not host:
        errors["base_url"] = "An address begins with https:// and names a host, such as https://bunkers.example.com"
    elif parts.username or parts.password:
        errors["base_url"] = "Leave name and password out of the address; they belong into the fields below"
    if not values.client_id:
        errors["client_id"] = "The client ID is missing"
    if not values.secret:
        errors["secret"] = "The client secret is missing"
    return errors
