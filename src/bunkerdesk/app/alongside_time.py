"""Whether the estimated alongside time is sent over a connection: the service takes it from some companies only."""

from enum import StrEnum

from bunkerdesk.desk.connections import Connection, Environment
from bunkerdesk.runtime.settings import Settings

CHOICE, LEARNED = "alongside_time.choice", "alongside_time.taken"


class Alongside(StrEnum):
    """What a person has set for a connection."""

    AS_ALLOWED = "as_allowed"
    """Asked for once the service is known to take it."""
    ALWAYS = "always"
    NEVER = "never"


class AlongsideTime:
    """The setting of one connection, and what was learned of its service."""

    def __init__(self, settings: Settings, connection: Connection) -> None:
        self._settings = settings
        is_sandbox = connection.environment is Environment.SANDBOX
        # A sandbox serves under another address each time.
        self._of = "sandbox" if is_sandbox else f"{connection.base_url} {connection.client_id}"

    @property
    def choice(self) -> Alongside:
        """What is set."""
        kept = self._settings.text(f"{CHOICE}/{self._of}")
        return Alongside(kept) if kept in list(Alongside) else Alongside.AS_ALLOWED

    @choice.setter
    def choice(self, value: Alongside) -> None:
        self._settings.set_text(f"{CHOICE}/{self._of}", value.value)

    def learn(self) -> None:
        """The service took one."""
        self._settings.set_number(f"{LEARNED}/{self._of}", 1)

    def may_be_sent(self) -> bool:
        """Whether the editor asks for it."""
        if self.choice is Alongside.AS_ALLOWED:
            return self._settings.number(f"{LEARNED}/{self._of}", 0) == 1
        return self.choice is Alongside.ALWAYS
