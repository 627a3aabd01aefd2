"""`bunkerdesk tour`: drives the real widgets through every view and writes what they look like.

Pictures of the window as a person sees it, with `tour.json` beside them: view, file, rows shown, milliseconds from
the action to the settled picture.
"""

import asyncio
import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase
from pathlib import Path

import qasync
from PySide6.QtWidgets import QApplication

from bunkerdesk.app.program import Program, make_application
from bunkerdesk.app.start import Start
from bunkerdesk.app.tour_guide import NothingToShow, Stop, Tour
from bunkerdesk.app.tour_stops import all_stops
from bunkerdesk.runtime.settings import Theme as ThemeChoice
from bunkerdesk.runtime.threads import install_workers

THEMES = {"light": ThemeChoice.LIGHT, "dark": ThemeChoice.DARK, "contrast": ThemeChoice.HIGH_CONTRAST}


@dataclass(frozen=True, slots=True)
class Plan:
    """What the tour is told; without an address it runs on a frozen sandbox of its own."""

    out: Path
    base_url: str | None = None
    client_id: str | None = None
    secret: str | None = None
    theme: str = "light"
    data_directory: Path | None = None
    text_size: int = 100
    only: Sequence[str] = ()
    """Views to stop at, as shell patterns; all when empty."""


def run(plan: Plan) -> int:
    """Take every picture; 0 when all were taken, 1 with a sentence when one could not be.

    On a service given by its address, a view that has nothing to show there is named and left out.
    """
    plan.out.mkdir(parents=True, exist_ok=True)
    application = make_application()
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(application)) as runner:
        return runner.run(_tour(application, plan))


def chosen_stops(only: Sequence[str]) -> list[Stop]:
    """The stops whose view one of the patterns names; all without a pattern."""
    return [stop for stop in all_stops() if not only or any(fnmatchcase(stop.view, pattern) for pattern in only)]


async def _tour(application: QApplication, plan: Plan) -> int:
    install_workers(asyncio.get_running_loop())
    directory = plan.data_directory or Path(tempfile.mkdtemp(prefix="bunkerdesk-tour-"))
    start = Start(directory, plan.base_url, plan.client_id, plan.secret, sandbox=not plan.base_url)
    program = Program(application, start, frozen=True)
    program.settings.theme = THEMES[plan.theme]
    program.settings.text_scale = plan.text_size
    tour = Tour(program, plan.out)
    failures: list[str] = []
    try:
        program.open_first()
        await tour.settle()
        for stop in chosen_stops(plan.only):
            try:
                await tour.take(stop)
            except NothingToShow as gap:
                if tour.is_at_home:
                    failures.append(f"{stop.view}: {gap}")
                else:
                    sys.stderr.write(f"{stop.view} is left out: {gap}.\n")
            except Exception as error:  # noqa: BLE001 - one view that fails must not hide the others
                failures.append(f"{stop.view}: {type(error).__name__}: {error}")
    finally:
        await program.close()
        if plan.data_directory is None:
            with suppress(OSError):
                shutil.rmtree(directory)
    (plan.out / "tour.json").write_text(json.dumps([asdict(picture) for picture in tour.pictures], indent=2) + "\n")
    for failure in failures:
        sys.stderr.write(f"{failure}\n")
    return 1 if failures else 0
