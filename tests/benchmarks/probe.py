# ruff: noqa: ASYNC110 - it waits for a window as an onlooker does
"""Child processes of the whole-program benchmarks; each prints one JSON line.

`python -m tests.benchmarks.probe empty|window|list …` is started by `startup.py` and `memory.py`, with the moment
of its start in BENCHMARK_START (monotonic nanoseconds), so that the interpreter's own start counts.
"""

import asyncio
import importlib
import json
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any


def milliseconds() -> float:
    """Since the process was started."""
    return (time.monotonic_ns() - int(os.environ["BENCHMARK_START"])) / 1e6


def resident_mib() -> float:
    """Resident memory of this process, shared pages included."""
    with Path("/proc/self/statm").open() as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def tell(**figures: Any) -> None:
    print(json.dumps(figures), flush=True)


def empty(libraries: list[str]) -> None:
    """An empty window that has imported the same third-party libraries."""
    for name in libraries:
        with suppress(ImportError):  # parts that only their own package can load
            importlib.import_module(name)
    from PySide6.QtCore import QEvent, QObject
    from PySide6.QtWidgets import QApplication, QMainWindow

    application = QApplication([])
    window = QMainWindow()
    window.resize(1440, 900)

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                tell(milliseconds=milliseconds(), mib=resident_mib())
                application.quit()
            return False

    watch = Watch()
    window.installEventFilter(watch)
    window.show()
    application.exec()


def window(directory: str, *, waits: bool) -> None:
    """The program itself on a filled data directory, with its service out of reach.

    Tells when the window was first painted, which libraries were loaded until then, and with `waits` the memory
    once the whole list is in order and drawn.
    """
    from bunkerdesk import smoothness

    smoothness.before_start()
    from bunkerdesk.app.program import Program, make_application
    from bunkerdesk.app.start import Start

    application = make_application()
    import qasync
    from PySide6.QtCore import QEvent, QObject
    from PySide6.QtWidgets import QWidget

    figures: dict[str, Any] = {}

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if (
                not figures
                and event.type() == QEvent.Type.Paint
                and isinstance(watched, QWidget)
                and watched.isWindow()
            ):
                figures["milliseconds"] = milliseconds()
                figures["libraries"] = sorted(third_party())
                program.workplace.window.removeEventFilter(self)
            return False

    start = Start(Path(directory), "http://127.0.0.1:9", "benchmark", "secret")
    program = Program(application, start)

    async def main() -> None:
        watch = Watch()
        task = asyncio.ensure_future(program.main())
        while program.workplace is None:
            await asyncio.sleep(0)
        workplace = program.workplace
        workplace.window.installEventFilter(watch)
        model = workplace.session.nominations
        while not figures:
            await asyncio.sleep(0.001)
        if waits:
            workplace.window.page("nominations").clear_filters()
            await asyncio.sleep(0.5)
            while model.is_loading or model.is_filtering or program.scope.is_busy or workplace.session.is_synchronising:
                await asyncio.sleep(0.1)
            figures["mib"] = resident_mib()
        figures["rows"] = model.rowCount()
        program.closing.set()
        await task

    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(application)) as runner:
        runner.run(main())
    tell(**figures)


def third_party() -> set[str]:
    """Modules that are loaded and are neither ours nor the standard library's."""
    foreign = (name for name in list(sys.modules) if name.partition(".")[0] not in sys.stdlib_module_names)
    return {name for name in foreign if not name.startswith(("_", "bunkerdesk", "tests", "shibokensupport"))}


if __name__ == "__main__":
    match sys.argv[1]:
        case "empty":
            empty(sys.argv[2:])
        case "window":
            window(sys.argv[2], waits=False)
        case "list":
            window(sys.argv[2], waits=True)
