"""The writing half of a desk: what is typed, what is on its way, what is done to nominations. Built when first used."""

from functools import cached_property
from typing import TYPE_CHECKING

from bunkerdesk.cache import Store
from bunkerdesk.cache.outgoing import Templates
from bunkerdesk.desk.keeping import Keeper
from bunkerdesk.desk.service import Service

if TYPE_CHECKING:
    from bunkerdesk.contract.jsontext import JsonObject
    from bunkerdesk.desk.actions import Actions
    from bunkerdesk.desk.editing import Editing
    from bunkerdesk.desk.editing_checks import Checks
    from bunkerdesk.desk.editing_kinds import EditKind
    from bunkerdesk.desk.importing import Imports
    from bunkerdesk.desk.outbox import Outbox
    from bunkerdesk.desk.sending import Sending


class WritingDesk:
    """What a desk writes with; the desk has a store, a keeper and a way to sign in."""

    _store: Store
    _keeper: Keeper

    async def _signed_in(self) -> Service:
        raise NotImplementedError

    @cached_property
    def editing(self) -> "Editing":
        """What is being typed and not sent yet."""
        from bunkerdesk.desk.editing import Editing

        return Editing(self._store)

    @property
    def has_templates(self) -> bool:
        """Whether a template is kept; cheap enough to ask at each selection."""
        return bool(Templates(self._store.unsent).names())

    @cached_property
    def outbox(self) -> "Outbox":
        """What is on its way to the service; `outbox.run` sends it."""
        from bunkerdesk.desk.outbox import Outbox

        return Outbox(self._store, self.editing, self._sending)

    async def held(self, kind: "EditKind", reference: str) -> "JsonObject | None":
        """What stands under a reference, as a body of the kind; offline what was seen of it."""
        return await self._sending.held(kind, reference)

    @cached_property
    def checks(self) -> "Checks":
        """The checks of an edit against what else is known here."""
        from bunkerdesk.desk.editing_checks import Checks

        return Checks(self._store)

    def edited(self) -> dict[int, int]:
        """Records with an edit that differs from them and is not sent yet, and the id of the latest such edit."""
        unsent = [one for one in self.editing.sessions() if one.is_changed or one.typed]
        return {record.id: session.id for session in reversed(unsent) for record in self.checks.own(session)}

    @cached_property
    def actions(self) -> "Actions":
        """What is done to nominations as they stand."""
        from bunkerdesk.desk.actions import Actions

        return Actions(self._store, self._signed_in, self._sending, self.editing, self.outbox)

    @cached_property
    def imports(self) -> "Imports":
        """Rows of a spreadsheet on their way to become nominations."""
        from bunkerdesk.desk.importing import Imports

        return Imports(self._store, self.editing, self.outbox)

    @cached_property
    def _sending(self) -> "Sending":
        from bunkerdesk.desk.sending import Sending

        return Sending(self._store, self._keeper, self._signed_in)

    def _network_is_back(self) -> None:
        """What waits for the network is sent at once, whatever its back-off."""
        if "outbox" in self.__dict__:
            self.outbox.wake(at_once=True)

    async def _close_writing(self) -> None:
        """Write what is typed and not written yet."""
        if "imports" in self.__dict__:
            await self.imports.aclose()
        if "editing" in self.__dict__:
            await self.editing.aclose()
