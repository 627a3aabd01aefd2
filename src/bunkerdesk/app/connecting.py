"""Trying a connection before it is kept: reach the address, sign in, read the drafts."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from bunkerdesk.app.service import load_service
from bunkerdesk.app.start import is_own_sandbox, save_connection
from bunkerdesk.credentials import CredentialStore
from bunkerdesk.desk.connections import Connection, Environment, guess_environment
from bunkerdesk.runtime.threads import run_blocking
from bunkerdesk.views.dialogs.connection import ConnectionDialog, ConnectionValues, Report, Step, StepResult

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from bunkerdesk.api import BunkerService, ServiceError

Hide = Callable[[str], None]


async def ask_connection(
    parent: "QWidget", current: Connection, credentials: CredentialStore, data_directory: "Path", hide: Hide
) -> tuple[Connection, str, str] | None:
    """The connection a person chose and tried, its secret, and where that is kept; None if they let it be."""

    async def test(values: ConnectionValues, report: Report) -> None:
        hide(values.secret)
        await try_connection(values, report)

    async def save(values: ConnectionValues) -> str:
        kept = await credentials.save(values.base_url, values.client_id, values.secret)
        await run_blocking(save_connection, data_directory, _connection(values))
        return kept.sentence

    known = ConnectionValues()
    if not is_own_sandbox(current):
        known = ConnectionValues(
            current.base_url, current.client_id, name=current.name, environment=current.environment.value
        )
    dialog = ConnectionDialog(known, test, save, _guess, parent)
    chosen = await dialog.ask()
    return (_connection(chosen), chosen.secret, dialog.kept) if chosen else None


async def try_connection(values: ConnectionValues, report: Report) -> None:
    """Go through the steps and report each; stops at the first that fails."""
    await run_blocking(load_service)
    from bunkerdesk.api import BunkerService, Credentials, ServiceError

    try:
        async with BunkerService(values.base_url, Credentials(values.client_id, values.secret)) as service:
            await _read_drafts(service)
    except ServiceError as error:
        _report_failure(error, report)
        return
    for step, words in (
        (Step.ADDRESS, "The address answers"),
        (Step.SIGN_IN, "Signed in"),
        (Step.READ, "Drafts can be read"),
    ):
        report(StepResult(step, is_ok=True, text=words))


async def _read_drafts(service: "BunkerService") -> None:
    async for _page in service.drafts.pages(limit=1):
        return


def _report_failure(error: "ServiceError", report: Report) -> None:
    from bunkerdesk.api import AuthenticationFailed, InsecureAddress, Unreachable

    match error:
        case InsecureAddress() | Unreachable():
            report(StepResult(Step.ADDRESS, is_ok=False, text=str(error), field="base_url"))
            return
        case AuthenticationFailed():
            report(StepResult(Step.ADDRESS, is_ok=True, text="The address answers"))
            report(StepResult(Step.SIGN_IN, is_ok=False, text=str(error), field="secret"))
        case _ if error.status == 404:
            report(StepResult(Step.ADDRESS, is_ok=False, text=f"No such service there: {error}", field="base_url"))
        case _:
            report(StepResult(Step.ADDRESS, is_ok=True, text="The address answers"))
            report(StepResult(Step.READ, is_ok=False, text=str(error)))


def _connection(values: ConnectionValues) -> Connection:
    known = values.environment in list(Environment)
    environment = Environment(values.environment) if known else guess_environment(values.base_url)
    return Connection(values.name, values.base_url.rstrip("/"), values.client_id, environment)


def _guess(address: str) -> str:
    return guess_environment(address).value
