"""What the program is told at its start, and which connection that means."""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

from bunkerdesk.desk.connections import Connection, ConnectionFile, Environment

SANDBOX_ADDRESS = "sandbox://local"
"""Stands for the sandbox that the program starts by itself; the true address is known once it serves."""

SANDBOX_LIVES = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Start:
    """The command line and the environment, as one value; `secret` is for this run only."""

    data_directory: Path
    base_url: str | None = None
    client_id: str | None = None
    secret: str | None = None
    sandbox: bool = False


def sandbox_connection() -> Connection:
    """The connection to the program's own sandbox."""
    return Connection("Sandbox", SANDBOX_ADDRESS, "sandbox", Environment.SANDBOX)


def is_own_sandbox(connection: Connection) -> bool:
    """Tell whether the program must start the service itself."""
    return connection.base_url == SANDBOX_ADDRESS


def chosen_connection(start: Start, saved: list[Connection], last: str) -> Connection:
    """As told on the command line, else the one used last, else the first saved one, else the sandbox.

    `last` is the address of the connection used last, or empty.
    """
    if start.sandbox:
        return sandbox_connection()
    if start.base_url:
        told = Connection.to(start.base_url, start.client_id or "")
        known = [one for one in saved if one.base_url == told.base_url]
        same = [one for one in known if not start.client_id or one.client_id == told.client_id]
        return same[0] if same else replace(told, client_id=start.client_id or "")
    if last == SANDBOX_ADDRESS:
        return sandbox_connection()
    return next((one for one in saved if one.base_url == last), saved[0] if saved else sandbox_connection())


def save_connection(data_directory: Path, connection: Connection) -> None:
    """Add a connection to the file, or replace the one to the same address and client; raises `OSError`.

    Its paths, which are set in the file by hand, stay.
    """
    file = ConnectionFile(data_directory)
    saved = file.load()
    same = [one for one in saved if (one.base_url, one.client_id) == (connection.base_url, connection.client_id)]
    if same and not connection.paths:
        connection = replace(connection, paths=same[0].paths)
    file.save([connection, *(one for one in saved if one not in same)])


def sandbox_directory(data_directory: Path, today: date) -> Path:
    """Where the own sandbox keeps its world. A world is made around a day, so after a week a new one is begun;

    the old ones stay where they are.
    """
    home = data_directory / "sandbox"
    for folder in sorted(home.glob("20??-??-??"), reverse=True):
        try:
            age = today - date.fromisoformat(folder.name)
        except ValueError:
            continue
        if timedelta() <= age < SANDBOX_LIVES:
            return folder
    return home / today.isoformat()
