"""A desk that watches a reference while the other company moves its time; prints the badge, for a test."""

import asyncio
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import qasync
from PySide6.QtWidgets import QWidget

from bunkerdesk.api import BunkerService, Credentials
from bunkerdesk.app.program import Program, make_application
from bunkerdesk.app.start import Start
from bunkerdesk.app.workplace import Workplace
from bunkerdesk.desk.editing_bodies import upsert_body
from bunkerdesk.desk.editing_kinds import EditKind
from bunkerdesk.sandbox import embedded


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is so; fails after half a minute."""
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def move(running: embedded.Running, reference: str) -> None:
    """What the receiver does at its own desk."""
    credentials = Credentials(running.told["client_id.receiver"], running.told["client_secret.receiver"])
    async with BunkerService(running.base_url, credentials) as service:
        nomination = await service.nominations.read(reference)
        body = upsert_body(nomination.as_received or nomination.to_object(), EditKind.RECEIVER)
        moved = datetime.fromisoformat(body["delivery"]["estimatedTimeOfBunkering"]) + timedelta(hours=4)
        body["delivery"]["estimatedTimeOfBunkering"] = moved.isoformat()
        await service.nominations.put_as_receiver(body)


async def watch(place: Workplace, running: embedded.Running, said: Path) -> None:
    """See two references, watch one, and read both anew after both were moved."""
    desk, reference = place.session.desk, running.told["example.shared"]
    await until(lambda: desk.reference_data("operation_standards") and not place.session.is_synchronising)
    record = (await desk.open_reference(reference)).records[0]
    place.opening.show(record)
    await until(lambda: place.planning.watched_reference == reference)
    assert place.runner.trigger("changes.watch")
    await until(lambda: reference in desk.change_log.watched())
    await move(running, reference)
    await desk.refresh(reference)
    await until(lambda: said.read_text().endswith("\n"))
    button = place.window.findChild(QWidget, "rail.activity")
    print(button.accessibleName())  # noqa: T201


async def main(said: Path, directory: Path) -> None:
    """The whole program, without a screen."""
    with embedded.start(directory / "sandbox", frozen=True) as running:
        start = Start(directory / "desk", running.base_url, running.client_id, running.client_secret)
        program = Program(application, start)
        program.open_first()
        try:
            assert program.workplace is not None
            await watch(program.workplace, running, said)
        finally:
            await program.close()


application = make_application()
with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(application)) as runner:
    runner.run(main(Path(sys.argv[1]), Path(sys.argv[2])))
