"""Client secrets in the system's keyring, from a thread of their own; never in a file, never in a log.

A keyring may ask its person to unlock it, so a call may take as long as that person does. Where there is none, or
it stays locked, the secret is kept in memory for this run only.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from enum import Enum, auto
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

T = TypeVar("T")

SERVICE = "Bunker Desk"


class Kept(Enum):
    """Where a secret is kept."""

    KEYRING = auto()
    THIS_RUN = auto()

    @property
    def sentence(self) -> str:
        """What to tell the person."""
        if self is Kept.KEYRING:
            return "The client secret is kept in this computer's keyring."
        return (
            "This computer offers no keyring that could keep the client secret, or it stayed locked. The secret is "
            "kept until you close Bunker Desk and is asked for again next time."
        )


class CredentialStore:
    """Secrets by base address and client id."""

    def __init__(self) -> None:
        self._this_run: dict[str, str] = {}
        self._one_at_a_time = threading.Lock()

    def __repr__(self) -> str:
        return f"CredentialStore({len(self._this_run)} for this run)"

    async def secret(self, base_url: str, client_id: str) -> str | None:
        """The secret, from this run or from the keyring; None where there is none or the keyring stays locked."""
        name = _name(base_url, client_id)
        if name in self._this_run:
            return self._this_run[name]
        return await self._ask(lambda: _get(name), None)

    async def save(self, base_url: str, client_id: str, secret: str) -> Kept:
        """Keep a secret; answers where it is kept, to be said to the person."""
        name = _name(base_url, client_id)
        self._this_run[name] = secret
        if await self._ask(lambda: _set(name, secret), False):
            # The keyring is the one truth from here on: another program may change or withdraw the secret there.
            self._this_run.pop(name, None)
            return Kept.KEYRING
        return Kept.THIS_RUN

    async def forget(self, base_url: str, client_id: str) -> None:
        """Forget a secret, in this run and in the keyring."""
        name = _name(base_url, client_id)
        self._this_run.pop(name, None)
        await self._ask(lambda: _delete(name), None)

    async def _ask(self, work: Callable[[], T], otherwise: T) -> T:
        """Ask the keyring in a thread; every back-end fails in ways of its own, and none of them may stop us.

        The thread is a daemon: an unlock prompt that nobody answers must not keep the program from ending.
        """
        answer: Future[T] = Future()

        def run() -> None:
            with self._one_at_a_time:
                if not answer.set_running_or_notify_cancel():
                    return
                try:
                    answer.set_result(work())
                except Exception:  # noqa: BLE001  D-Bus, Windows and macOS back-ends raise their libraries' own errors
                    answer.set_result(otherwise)

        threading.Thread(target=run, name="keyring", daemon=True).start()
        return await asyncio.wrap_future(answer)


def _name(base_url: str, client_id: str) -> str:
    return f"{client_id} at {base_url.rstrip('/')}"


def _get(name: str) -> str | None:
    backend = _backend()
    return backend.get_password(SERVICE, name) if backend else None


def _set(name: str, secret: str) -> bool:
    """Whether the back-end has it: some take a secret and keep nothing."""
    backend = _backend()
    if backend is None:
        return False
    backend.set_password(SERVICE, name, secret)
    return backend.get_password(SERVICE, name) == secret


def _delete(name: str) -> None:
    backend = _backend()
    if backend and backend.get_password(SERVICE, name) is not None:
        backend.delete_password(SERVICE, name)


def _backend() -> "KeyringBackend | None":
    """The keyring to use; never one that writes files of its own (`keyrings.alt`)."""
    import keyring

    chosen = keyring.get_keyring()
    for backend in getattr(chosen, "backends", None) or [chosen]:
        if backend.priority > 0 and not type(backend).__module__.startswith("keyrings.alt"):
            found: KeyringBackend = backend
            return found
    return None
