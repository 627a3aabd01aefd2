"""Files that leave the review page: where to, written in a thread, and said when done."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from bunkerdesk.app.frame import Frame
from bunkerdesk.runtime.prompts import Notice
from bunkerdesk.runtime.threads import run_blocking

FOLDER = "review.folder"
_SAVED = "review.saved"


class ReviewFiles:
    """Asks for a place and remembers its folder."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame

    async def write(self, name: str, suffix: str, write: Callable[[Path], object]) -> None:
        """Ask where to and write there; nothing where the person says no."""
        from bunkerdesk.rules.paper.files import safe_file_name
        from bunkerdesk.views.dialogs.exporting import ask_file

        frame = self._frame
        plain = safe_file_name(f"{name}.{suffix}").removesuffix(f".{suffix}")
        target = await ask_file(frame.window, plain, suffix, frame.settings.text(FOLDER))
        if target is None:
            return
        frame.settings.set_text(FOLDER, str(target.parent))
        await run_blocking(write, target)
        frame.tell(Notice(f"Written to {target}", key=_SAVED, tone="ok"))

    async def write_protest(self, text: str, reference: str, suffix: str) -> None:
        """Save a note of protest as it was written."""
        from bunkerdesk.desk.findings_report import write_protest

        await self.write(f"Note of protest {reference}", suffix, partial(write_protest, text))
