"""The three upserts an edit can go through. Loads no rules: commands name the kinds before the first paint."""

from enum import StrEnum
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from bunkerdesk.rules.nomination_checks import SentAs


class EditKind(StrEnum):
    """The upsert that an edit goes through."""

    DRAFT = "draft"
    SUPPLIER = "supplier"
    RECEIVER = "receiver"

    @property
    def record_kind(self) -> Literal["draft", "nomination"]:
        """What it becomes in the store."""
        return "draft" if self is EditKind.DRAFT else "nomination"

    @property
    def sent_as(self) -> "SentAs":
        """How the checks of a nomination name it."""
        from bunkerdesk.rules.nomination_checks import SentAs

        return SentAs(self.value)
