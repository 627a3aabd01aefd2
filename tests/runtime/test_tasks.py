import asyncio
from collections.abc import AsyncIterator

import pytest
from PySide6.QtCore import QObject

from bunkerdesk.runtime.tasks import TaskScope


@pytest.fixture
async def scope() -> AsyncIterator[TaskScope]:
    parent = QObject()
    scope = TaskScope(parent)
    yield scope
    scope.close()
    await scope.settle()


async def test_read_replaces_the_running_one(scope: TaskScope) -> None:
    """The answer to an old question never overwrites the new one's."""
    answers: list[str] = []

    async def read(name: str) -> None:
        await asyncio.sleep(0)
        answers.append(name)

    assert scope.start("read", read("old"), replace=True)
    assert scope.start("read", read("new"), replace=True)
    await scope.settle()
    assert answers == ["new"]
    assert not scope.is_busy


async def test_second_write_is_refused(scope: TaskScope) -> None:
    """A double click sends once."""
    sent: list[int] = []

    async def send(number: int) -> None:
        sent.append(number)
        await asyncio.sleep(0)

    assert scope.start("send", send(1), replace=False)
    assert not scope.start("send", send(2), replace=False)
    await scope.settle()
    assert sent == [1]


async def test_failure_is_told_and_leaves_the_scope_idle(scope: TaskScope) -> None:
    """A failed task is neither lost nor does it keep the busy sign alive."""
    failures: list[BaseException] = []
    busy: list[bool] = []
    scope.failed.connect(failures.append)
    scope.busy_changed.connect(busy.append)

    async def fail() -> None:
        raise OSError("no")

    scope.start("fail", fail(), replace=True)
    await scope.settle()
    await asyncio.sleep(0)
    assert [str(error) for error in failures] == ["no"]
    assert busy == [True, False]


async def test_failure_nobody_listens_to_reaches_the_loop(scope: TaskScope) -> None:
    """An error is never swallowed because a signal was not connected, and nothing seems busy for ever."""
    busy: list[bool] = []
    scope.busy_changed.connect(busy.append)
    loop = asyncio.get_running_loop()
    caught: list[object] = []
    former = loop.get_exception_handler()
    loop.set_exception_handler(lambda _loop, context: caught.append(context.get("exception")))
    try:

        async def fail() -> None:
            raise OSError("unheard")

        scope.start("fail", fail(), replace=True)
        await scope.settle()
        async with asyncio.timeout(30):
            while not caught:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    finally:
        loop.set_exception_handler(former)
    assert str(caught[0]) == "unheard"
    assert busy == [True, False]


async def test_close_cancels_and_refuses(scope: TaskScope) -> None:
    """After its view has gone, nothing runs on a dead widget."""
    cancelled: list[bool] = []

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append(True)
            raise

    scope.start("wait", wait(), replace=True)
    await asyncio.sleep(0)
    scope.close()
    await scope.settle()
    assert cancelled == [True]
    assert not scope.start("more", wait(), replace=True)


async def test_parent_gone_cancels() -> None:
    """A dialog that is deleted takes its request with it."""
    parent = QObject()
    scope = TaskScope(parent)
    ended = asyncio.Event()

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    scope.start("wait", wait(), replace=True)
    await asyncio.sleep(0)
    parent.deleteLater()
    async with asyncio.timeout(30):
        await ended.wait()


async def test_work_asked_for_as_the_last_one_ends_is_not_lost(scope: TaskScope) -> None:
    """A list that changes in the very moment its reading ends is read again; else a row would be missing for good."""
    read: list[str] = []

    async def again() -> None:
        read.append("again")

    async def first() -> None:
        read.append("first")
        asyncio.get_running_loop().call_soon(lambda: scope.start("read", again(), replace=False))

    scope.start("read", first(), replace=False)
    await scope.settle()
    await asyncio.sleep(0)
    await scope.settle()
    assert read == ["first", "again"]
    assert not scope.is_busy


def test_nothing_starts_while_no_loop_runs() -> None:
    """A last timer of a window that has closed must not end in an error nobody can act on."""
    parent = QObject()
    scope = TaskScope(parent)
    begun: list[int] = []

    async def work() -> None:
        begun.append(1)

    assert not scope.start("work", work(), replace=True)
    assert not scope.is_busy
    assert not begun
