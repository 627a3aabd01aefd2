import asyncio
from typing import Any

import pytest
from PySide6.QtWidgets import QLineEdit, QWidget
from shiboken6 import isValid

from bunkerdesk.commands.registry import CommandRegistry
from bunkerdesk.commands.standard import PageEntry, standard_commands
from bunkerdesk.runtime.prompts import Choice, Notice, Question
from bunkerdesk.views.dialogs.connection import ConnectionDialog, ConnectionValues, Step, StepResult, local_errors
from bunkerdesk.views.dialogs.questions import AskDialog, ChooseDialog, ConfirmDialog, differences
from bunkerdesk.views.dialogs.shortcuts import ShortcutSheet
from bunkerdesk.views.prompts import WindowPrompts
from bunkerdesk.views.theme import Theme

GOOD = ConnectionValues("https://bunkers.example.com", "harbour", "s3cret")


class Service:
    """What the dialog tries and keeps."""

    def __init__(self, failing: Step | None = None) -> None:
        self.failing = failing
        self.tried: list[ConnectionValues] = []
        self.saved: list[ConnectionValues] = []

    async def test(self, values: ConnectionValues, report: Any) -> None:
        self.tried.append(values)
        for step in Step:
            await asyncio.sleep(0)
            is_ok = step is not self.failing
            field = "" if is_ok else {Step.ADDRESS: "base_url", Step.SIGN_IN: "secret"}.get(step, "")
            report(StepResult(step, is_ok, f"{step} {'done' if is_ok else 'refused'}", field))
            if not is_ok:
                return

    async def save(self, values: ConnectionValues) -> str:
        self.saved.append(values)
        return "Kept in the keyring."


def guess(address: str) -> str:
    return "demo" if "demo" in address else "production"


def dialog_for(service: Service, parent: QWidget, values: ConnectionValues = GOOD) -> ConnectionDialog:
    return ConnectionDialog(values, service.test, service.save, guess, parent)


@pytest.fixture
async def window(desk: Any) -> Any:
    return desk.window


async def test_a_connection_is_kept_only_after_every_step(window: Any, tools: Any) -> None:
    """Address, sign-in and a first read must succeed; then the values come back with where the secret is."""
    service = Service()
    dialog = dialog_for(service, window)
    asked = asyncio.create_task(dialog.ask())
    await tools.until(dialog.isVisible)
    dialog.save_button.click()
    values = await asked
    assert service.saved == [values]
    assert values.secret == "s3cret"
    assert values.name == "bunkers.example.com"
    assert values.environment == "production"
    assert dialog.kept == "Kept in the keyring."
    tools.bury()


@pytest.mark.parametrize("failing", list(Step))
async def test_a_refused_step_is_said_and_nothing_is_kept(window: Any, tools: Any, failing: Step) -> None:
    """The step that failed names the field to mend; the dialog stays open with everything typed."""
    service = Service(failing)
    dialog = dialog_for(service, window)
    dialog.open()
    dialog.save_button.click()
    await tools.until(lambda: dialog.save_button.isEnabled() and bool(service.tried))
    assert dialog.step_text(failing) == f"{failing} refused"
    assert not service.saved
    assert dialog.isVisible()
    assert dialog.values.secret == "s3cret"
    if failing is Step.SIGN_IN:
        assert dialog.field_error("secret") == "sign_in refused"
        assert dialog.fields["secret"].accessibleDescription() == "sign_in refused"
    dialog.fields["secret"].setText("other")
    assert dialog.field_error("secret") == ""
    dialog.reject()
    dialog.deleteLater()


async def test_a_trial_alone_keeps_nothing(window: Any, tools: Any) -> None:
    """The test button tries and stays."""
    service = Service()
    dialog = dialog_for(service, window)
    dialog.open()
    dialog.test_button.click()
    await tools.until(lambda: dialog.step_text(Step.READ) == "read done")
    assert not service.saved
    assert dialog.isVisible()
    dialog.reject()
    dialog.deleteLater()


async def test_an_unexpected_error_is_passed_on_and_said(window: Any, tools: Any) -> None:
    """A fault of the trial keeps nothing and leaves the dialog usable."""

    async def broken(values: ConnectionValues, report: Any) -> None:
        raise RuntimeError("wires")

    failures: list[object] = []
    dialog = ConnectionDialog(GOOD, broken, Service().save, guess, window)
    dialog.failed.connect(failures.append)
    dialog.open()
    dialog.test_button.click()
    await tools.until(lambda: bool(failures))
    assert "nothing was kept" in dialog.field_error("base_url")
    assert dialog.test_button.isEnabled()
    dialog.reject()
    dialog.deleteLater()


async def test_the_secret_is_hidden_until_revealed(window: Any) -> None:
    """No shoulder reads along, and no log either."""
    dialog = dialog_for(Service(), window)
    field = dialog.fields["secret"]
    assert field.echoMode() is QLineEdit.EchoMode.Password
    dialog.findChild(QWidget, "connection.reveal").click()
    assert field.echoMode() is QLineEdit.EchoMode.Normal
    assert "s3cret" not in repr(dialog.values)
    dialog.deleteLater()


async def test_the_environment_is_guessed_until_chosen(window: Any) -> None:
    """The badge follows the address; a choice made by hand stays."""
    dialog = dialog_for(Service(), window)
    dialog.fields["base_url"].setText("https://demo.example.com")
    assert dialog.values.environment == "demo"
    assert dialog.badge.environment == "demo"
    dialog.findChild(QWidget, "connection.environment.sandbox").click()
    dialog.fields["base_url"].setText("https://bunkers.example.com")
    assert dialog.values.environment == "sandbox"
    dialog.deleteLater()


async def test_incomplete_values_cannot_be_tried(window: Any) -> None:
    """The buttons say why they are disabled."""
    dialog = dialog_for(Service(), window, ConnectionValues("https://x.example", "", ""))
    assert not dialog.save_button.isEnabled()
    assert "needed" in dialog.save_button.toolTip()
    dialog.deleteLater()


@pytest.mark.parametrize(
    ("address", "is_wrong"),
    [
        ("https://bunkers.example.com", False),
        ("http://127.0.0.1:8000", False),
        ("bunkers.example.com", True),
        ("ftp://bunkers.example.com", True),
        ("https://", True),
        ("https://[::1", True),
        ("https://me:word@bunkers.example.com", True),
    ],
)
def test_addresses_are_checked_before_anyone_is_asked(address: str, is_wrong: bool) -> None:
    """A wrong address is said beside its field."""
    assert ("base_url" in local_errors(ConnectionValues(address, "a", "b"))) is is_wrong


async def answering(tools: Any, window: Any, kind: type[QWidget]) -> Any:
    await tools.until(lambda: any(one.isVisible() for one in window.findChildren(kind)))
    return next(one for one in window.findChildren(kind) if one.isVisible())


async def test_confirming_waits_without_blocking(window: Any, tools: Any) -> None:
    """Other work goes on while a question is open; the dangerous one has refusal as its default."""
    prompts = WindowPrompts(window)
    question = Question("Cancel SO-1?", "It cannot be taken back.", "Cancel it", "Keep it", True, True)
    asked = asyncio.create_task(prompts.confirm(question))
    dialog = await answering(tools, window, ConfirmDialog)
    assert dialog.refuse_button.isDefault()
    assert dialog.badge.environment == "sandbox"
    await asyncio.sleep(0.01)
    assert not asked.done()
    dialog.accept_button.click()
    assert await asked is True
    tools.bury()


async def test_asking_needs_a_text_and_counts_it(window: Any, tools: Any) -> None:
    """An empty answer cannot be given where one is needed."""
    prompts = WindowPrompts(window)
    asked = asyncio.create_task(prompts.ask(Question("Why?", label="Reason", maximum_length=500)))
    dialog = await answering(tools, window, AskDialog)
    assert not dialog.accept_button.isEnabled()
    dialog.field.setPlainText("x" * 501)
    assert not dialog.accept_button.isEnabled()
    dialog.field.setPlainText("  Vessel delayed ")
    dialog.accept_button.click()
    assert await asked == "Vessel delayed"
    tools.bury()


async def test_what_cannot_be_taken_back_looks_dangerous(window: Any, tools: Any) -> None:
    """Cancelling with a reason is painted in the colour of danger, once the reason is there."""
    prompts = WindowPrompts(window)
    question = Question("Cancel SO-1?", accept="Cancel nomination", is_dangerous=True, writes=True, label="Reason")
    asked = asyncio.create_task(prompts.ask(question))
    dialog = await answering(tools, window, AskDialog)

    def ground() -> Any:
        return dialog.accept_button.grab().toImage().pixelColor(5, dialog.accept_button.height() // 2).name()

    danger = Theme.current().palette.color("error_ground").name()
    assert ground() != danger
    dialog.field.setText("Vessel delayed")
    assert ground() == danger
    dialog.accept_button.click()
    assert await asked == "Vessel delayed"
    tools.bury()


async def test_choosing_among_a_shared_reference(window: Any, tools: Any) -> None:
    """The chooser gives back the record; Escape gives back nothing."""
    prompts = WindowPrompts(window)
    choices = [Choice("1", "Nomination", "EVER SUMMIT at Singapore"), Choice("2", "Draft", "NYK ORION at Singapore")]
    asked = asyncio.create_task(prompts.choose(Question("Several share this reference"), choices))
    dialog = await answering(tools, window, ChooseDialog)
    tools.press(dialog.list, "Down")
    dialog.accept_button.click()
    assert await asked == choices[1]
    asked = asyncio.create_task(prompts.choose(Question("Several share this reference"), choices))
    await tools.until(lambda: not asked.done() and prompts is not None)
    dialog = await answering(tools, window, ChooseDialog)
    tools.press(dialog, "Escape")
    assert await asked is None
    tools.bury()


def test_words_that_differ_are_found() -> None:
    """Only what tells the candidates apart stands out."""
    first, second = "EVER SUMMIT at Singapore, Oceanic", "EVER SUMMIT at Rotterdam, Oceanic"
    spans = differences([first, second])
    assert [first[start : start + length] for start, length in spans[0]] == ["Singapore,"]
    assert [second[start : start + length] for start, length in spans[1]] == ["Rotterdam,"]
    assert differences([]) == []


async def test_an_open_question_ends_with_its_window(window: Any, tools: Any) -> None:
    """Nothing waits for an answer that cannot come any more."""
    prompts = WindowPrompts(window)
    asked = asyncio.create_task(prompts.confirm(Question("Sure?")))
    await answering(tools, window, ConfirmDialog)
    prompts.close()
    assert await asked is False
    tools.bury()


async def test_a_cancelled_question_closes_its_dialog(window: Any, tools: Any) -> None:
    """A command that is given up leaves no dialog behind."""
    asked = asyncio.create_task(WindowPrompts(window).confirm(Question("Sure?")))
    dialog = await answering(tools, window, ConfirmDialog)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert not (isValid(dialog) and dialog.isVisible())
    tools.bury()


async def test_a_notice_is_a_bar(window: Any) -> None:
    """A word that asks nothing opens no dialog."""
    await WindowPrompts(window).notify(Notice("12 rows copied", tone="ok", key="copy"))
    assert window.messages.keys == ("copy",)


async def test_the_shortcut_sheet_lists_and_finds_every_command(window: Any) -> None:
    """F1 shows what there is; typing narrows it."""
    registry = CommandRegistry(standard_commands([PageEntry("nominations", "Nominations")]))
    sheet = ShortcutSheet(registry.sheet(), window)
    sheet.open()
    assert len(sheet.shown()) == len(registry)
    sheet.field.setText("synchronise")
    assert sheet.shown()
    assert all("synchronis" in text.casefold() or "Synchronise" in text for text in sheet.shown())
    sheet.reject()
    sheet.deleteLater()
