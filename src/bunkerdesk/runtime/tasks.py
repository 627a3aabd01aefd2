"""Task scopes: every task of the program is started, owned and cancelled here."""

import asyncio
from collections.abc import Coroutine
from functools import partial
from typing import Any

from PySide6.QtCore import QMetaMethod, QObject, Signal
from shiboken6 import isValid

Tasks = dict[str, asyncio.Task[Any]]


def _cancel_all(tasks: Tasks, *_: object) -> None:
    for task in list(tasks.values()):
        task.cancel()


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """None where Qt delivers events although the loop has not begun or has ended: nothing can be started then."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


class TaskScope(QObject):
    """Owns the tasks of one view (or of the application) and cancels them when it goes away."""

    busy_changed = Signal(bool)
    failed = Signal(object)
    """The exception of a task. With nobody connected it goes to the loop's exception handler instead."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._tasks: Tasks = {}
        # Replaced tasks live on until their cancellation has run; the loop itself holds tasks weakly.
        self._leaving: set[asyncio.Task[Any]] = set()
        self._is_closed = False
        # The partial holds the dict, not self, so it cannot keep the view alive.
        parent.destroyed.connect(partial(_cancel_all, self._tasks))

    @property
    def is_busy(self) -> bool:
        """Tell whether a task is running."""
        return bool(self._tasks)

    def is_running(self, key: str) -> bool:
        """Tell whether a task with this key is running."""
        return self._running(key) is not None

    def start(self, key: str, coro: Coroutine[Any, Any, None], *, replace: bool) -> bool:
        """Run `coro`; a read replaces a running task of the same key, a write is refused (single flight).

        Answers whether it was started.
        """
        running = self._running(key)
        loop = _running_loop()
        if self._is_closed or loop is None or (running is not None and not replace):
            coro.close()
            return False
        was_idle = not self._tasks
        if running is not None:
            self._leaving.add(running)
            running.cancel()
        task = loop.create_task(coro, name=key)
        self._tasks[key] = task
        task.add_done_callback(self._on_task_done)
        if was_idle:
            self.busy_changed.emit(True)
        return True

    def cancel(self, key: str) -> None:
        """Cancel the task of this key, if there is one."""
        task = self._tasks.get(key)
        if task is not None:
            task.cancel()

    def close(self) -> None:
        """Cancel everything and refuse further tasks."""
        self._is_closed = True
        _cancel_all(self._tasks)

    async def settle(self) -> None:
        """Wait until every task has ended, also the cancelled ones; their exceptions go where they always go."""
        while tasks := {*self._tasks.values(), *self._leaving} - {asyncio.current_task()}:
            await asyncio.wait(tasks)

    def _running(self, key: str) -> asyncio.Task[Any] | None:
        """The task of a key; one that is through and only waits for its last callback is none any more.

        Whoever asks for work in that moment would otherwise be refused, and nobody would do it.
        """
        task = self._tasks.get(key)
        return None if task is None or task.done() else task

    def _on_task_done(self, task: asyncio.Task[Any]) -> None:
        self._leaving.discard(task)
        if self._tasks.get(task.get_name()) is task:
            del self._tasks[task.get_name()]
        error = None if task.cancelled() else task.exception()
        if not isValid(self):
            if error is not None:
                raise error  # reaches the loop's exception handler
            return
        is_heard = self._is_heard()
        if error is not None and is_heard:
            self.failed.emit(error)
        if isValid(self) and not self._tasks:
            self.busy_changed.emit(False)
        if error is not None and not is_heard:
            raise error

    def _is_heard(self) -> bool:
        return self.isSignalConnected(QMetaMethod.fromSignal(self.failed))
