"""One place turns what went wrong into what a person sees and what the log keeps."""

import asyncio
import faulthandler
import logging
import os
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Protocol, runtime_checkable

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler

from bunkerdesk.runtime.redaction import RedactingFormatter, Redaction

log = logging.getLogger(__name__)

LOG_BYTES = 1_000_000
LOG_FILES = 3


@runtime_checkable
class Problem(Protocol):
    """What a person is told: what happened, what is safe, what to do next; `reference` helps a supporter."""

    @property
    def title(self) -> str: ...
    @property
    def happened(self) -> str: ...
    @property
    def safe(self) -> str: ...
    @property
    def todo(self) -> str: ...
    @property
    def reference(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class UnexpectedProblem:
    """A fault of this program."""

    title: str = "Something went wrong in Bunker Desk"
    happened: str = "A part of the program stopped with an error it did not expect."
    safe: str = "What was seen and typed is kept on this computer; the rest of the program goes on."
    todo: str = "Try again. If it comes back, send the report to your supporter."
    reference: str | None = None


@dataclass(frozen=True, slots=True)
class ReportedProblem:
    """A problem as shown: `key` replaces or clears it, `report` is the text to copy (no secrets)."""

    key: str
    problem: Problem
    report: str = ""


def problem_of(error: BaseException) -> Problem | None:
    """The problem an exception is or carries as `problem`; None for an unexpected one."""
    carried = getattr(error, "problem", None)
    for candidate in (error, carried):
        # Names and values: a half-made object must not break the report of it.
        if isinstance(candidate, Problem) and isinstance(candidate.title, str):
            return candidate
    return None


def traceback_group(error: BaseException) -> str:
    """What two occurrences of the same fault have in common: the kind and the places, not the values."""
    frames = traceback.extract_tb(error.__traceback__)
    places = "|".join(f"{frame.filename}:{frame.lineno}" for frame in frames)
    return f"{type(error).__qualname__}@{places}"


class ProblemReporter(QObject):
    """De-duplicates problems by key, faults by traceback group, and logs both without secrets.

    `explain` turns an exception into a problem where it can (the desk's wording); other exceptions are faults.
    Callable from any thread; the signals come on the reporter's own.
    """

    problem_reported = Signal(object)
    """A `ReportedProblem`; one with a key already shown replaces it."""
    problem_cleared = Signal(str)
    """The key of a problem that is over."""

    _arrived = Signal(object)

    def __init__(
        self,
        redaction: Redaction | None = None,
        explain: Callable[[BaseException], Problem | None] = problem_of,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.redaction = redaction or Redaction()
        self._explain = explain
        self._shown: dict[str, ReportedProblem] = {}
        self._known_faults: set[str] = set()
        self._qt_messages: set[str] = set()
        self._lock = threading.Lock()
        self._arrived.connect(self._on_arrived)

    @property
    def shown(self) -> tuple[ReportedProblem, ...]:
        """The problems not yet cleared, oldest first."""
        return tuple(self._shown.values())

    def report(self, problem: Problem, key: str = "") -> None:
        """Show a problem. Without a key its title is the key; an equal one already shown is not repeated."""
        text = self.redaction.hide(report_text(problem))
        log.warning("%s", text)
        self._arrived.emit(ReportedProblem(key or problem.title, problem, text))

    def report_exception(self, error: BaseException, key: str = "") -> None:
        """Show an exception: explained where it can be, else once per traceback group. Cancellation is silence."""
        if isinstance(error, asyncio.CancelledError | KeyboardInterrupt | SystemExit):
            return
        problem = self._explain(error)
        if problem is not None:
            self.report(problem, key)
            return
        group = traceback_group(error)
        with self._lock:
            is_known = group in self._known_faults
            self._known_faults.add(group)
        if is_known:
            return
        log.error("unexpected %s", type(error).__name__, exc_info=error)
        details = self.redaction.hide("".join(traceback.format_exception(error)))
        self._arrived.emit(ReportedProblem(key or group, UnexpectedProblem(), details))

    def clear(self, key: str) -> None:
        """Take a problem back, because it is over or was dismissed."""
        if self._shown.pop(key, None) is not None:
            self.problem_cleared.emit(key)

    def install(self, loop: asyncio.AbstractEventLoop) -> Callable[[], None]:
        """Send uncaught exceptions of Python, its threads, the loop and Qt's messages here.

        Answers the function that puts the former handlers back.
        """
        former = sys.excepthook, threading.excepthook, loop.get_exception_handler()
        sys.excepthook = self._on_uncaught
        threading.excepthook = self._on_uncaught_in_thread
        loop.set_exception_handler(self._on_uncaught_in_loop)
        former_messages = qInstallMessageHandler(self._on_qt_message)

        def uninstall() -> None:
            sys.excepthook, threading.excepthook = former[:2]
            loop.set_exception_handler(former[2])
            qInstallMessageHandler(former_messages)

        return uninstall

    def _on_arrived(self, reported: ReportedProblem) -> None:
        if self._shown.get(reported.key) != reported:
            self._shown[reported.key] = reported
            self.problem_reported.emit(reported)

    def _on_uncaught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self.report_exception(error.with_traceback(trace))
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)

    def _on_uncaught_in_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self.report_exception(args.exc_value)

    def _on_uncaught_in_loop(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, BaseException):
            self.report_exception(error)
        else:
            log.warning("event loop: %s", context.get("message"))

    def _on_qt_message(self, kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        """Qt repeats a warning at every repaint; each text is logged once."""
        with self._lock:
            if message in self._qt_messages:
                return
            self._qt_messages.add(message)
        logging.getLogger("qt").log(_LEVELS.get(kind, logging.WARNING), "%s: %s", context.category, message)


_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def report_text(problem: Problem) -> str:
    """A problem as lines of plain text."""
    lines = [problem.title, problem.happened, problem.safe, problem.todo]
    if problem.reference:
        lines.append(f"Reference: {problem.reference}")
    return "\n".join(line for line in lines if line)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


class LogFiles:
    """The log and the crash trace in the data directory, readable by their owner alone.

    `last_crash` is what the interpreter wrote when the last run died; empty after a clean end.
    """

    def __init__(self, directory: Path, redaction: Redaction, level: int = logging.INFO) -> None:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.path = directory / "bunkerdesk.log"
        self._crash_path = directory / "crash.txt"
        self.last_crash = self._read_last_crash()
        self.path.touch(mode=0o600)
        self._handler = RotatingFileHandler(
            self.path, maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8", delay=True
        )
        self._handler.setFormatter(RedactingFormatter(redaction))
        self._handler.setLevel(level)
        root = logging.getLogger()
        self._former_level = root.level
        root.addHandler(self._handler)
        root.setLevel(min(level, root.level))
        # httpx logs each address with its query at INFO.
        for chatty in ("httpx", "httpcore", "qasync", "asyncio"):
            logging.getLogger(chatty).setLevel(logging.WARNING)
        self._crash_file: IO[str] = open(  # noqa: SIM115  # faulthandler writes into it until the end
            self._crash_path, "w", encoding="utf-8", opener=_private
        )
        faulthandler.enable(self._crash_file)

    def close(self) -> None:
        """Detach from logging and from faulthandler."""
        faulthandler.disable()
        self._crash_file.close()
        root = logging.getLogger()
        root.removeHandler(self._handler)
        root.setLevel(self._former_level)
        self._handler.close()

    def _read_last_crash(self) -> str:
        try:
            return self._crash_path.read_text("utf-8", "replace")
        except OSError:
            return ""
