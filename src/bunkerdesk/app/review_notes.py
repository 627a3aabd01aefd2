"""Notes of findings while they are typed: on the disk a moment after each letter, as drafts of nominations are."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from bunkerdesk.app.frame import Frame
from bunkerdesk.desk.editing import DELAY
from bunkerdesk.runtime.tasks import TaskScope

if TYPE_CHECKING:
    from bunkerdesk.desk.review_state import Review
    from bunkerdesk.views.review.findings import FindingsCard


class TypedNotes(QObject):
    """Keeps what stands in the fields until it is left and noted: the newest text of each field."""

    def __init__(self, frame: Frame, scope: TaskScope) -> None:
        super().__init__(scope)
        self._frame = frame
        self._scope = scope
        self._typed: dict[tuple[int, str], str] = {}

    def serve(self, findings: "FindingsCard") -> None:
        """Keep what is typed there."""
        findings.typed.connect(self._on_typed)

    async def _keep_soon(self) -> None:
        while self._typed:
            await asyncio.sleep(DELAY)
            typed, self._typed = self._typed, {}
            for (identifier, key), text in typed.items():
                record = self._frame.session.desk.record(identifier)
                if record is not None:
                    await self._frame.session.desk.reviews.keep_quietly(record, partial(_with_typed, key, text))

    def _on_typed(self, identifier: int, key: str, text: str) -> None:
        self._typed[identifier, key] = text
        self._scope.start("typed", self._keep_soon(), replace=False)


def _with_typed(key: str, text: str, review: "Review") -> "Review":
    return review.with_typed(key, text)
