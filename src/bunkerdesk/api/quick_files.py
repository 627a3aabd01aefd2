"""The short way for many files: one thread fetches on several connections, nothing but the plain case.

What is not a whole, plain file the ordinary way asks for again, with all it knows of redirects, proxies, renewals,
repeats and words. Thousands of small files come several times as fast like this: none of them passes between threads,
none waits for the disk, and no two threads contend for the interpreter. A large one gets a thread of its own.
"""

from __future__ import annotations

import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from bunkerdesk.api.confidential import HiddenBytes
from bunkerdesk.api.connections import Connections
from bunkerdesk.api.errors import NotSaved, Refused
from bunkerdesk.api.incoming import Incoming, NoPlainFile, remove
from bunkerdesk.api.lane import Lane
from bunkerdesk.api.wishes import Source, Wish, document_path

HABIT = 4
"""After so many answers of a kind that is not plain, and none that is, nothing is tried the short way any more."""
_LOOK_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class _Return:
    """What comes back from another thread: a lane, newly connected and asked or free again, and a wish that needs the
    ordinary way.
    """

    lane: Lane | None = None
    wish: Wish | None = None
    is_habit: bool = False
    was_alone: bool = True


class Series:
    """Files of one source, `at_once` together. `run` belongs into a worker; the rest may come from any thread.

    `leave` is called for each wish that needs the ordinary way. It counts as under way until `done_elsewhere`.
    """

    def __init__(self, connections: Connections, source: Source, at_once: int, leave: Callable[[Wish], object]) -> None:
        self.authorization = HiddenBytes()
        """To be renewed while the series runs."""
        self._connections = connections
        self._source = source
        self._leave = leave
        self._at_once = self._free = at_once
        self._alone = 0
        """Lanes with a thread of their own."""
        self._is_stopped = False
        self._habits = 0
        self._idle: list[Lane] = []
        self._received: list[Incoming] = []
        """Whole, but for their last part not hashed and written yet."""
        self._lanes: set[Lane] = set()
        self._guard = threading.Lock()
        self._selector = selectors.DefaultSelector()
        self._returns: deque[_Return] = deque()
        self._bell, self._ear = socket.socketpair()
        for end in (self._bell, self._ear):
            end.setblocking(False)
        self._selector.register(self._ear, selectors.EVENT_READ)
        self._failure: BaseException | None = None
        self._next_look = 0.0

    def stop(self) -> None:
        """Nothing further is kept; who waits for the service wakes up."""
        with self._guard:
            self._is_stopped = True
            for lane in self._lanes:
                lane.connection.break_off()
        self._ring()

    def done_elsewhere(self) -> None:
        """A wish that was left is fetched, or given up."""
        self._come_back(_Return(was_alone=False))

    def run(self) -> None:
        """Until nothing is left and nothing is under way. Raises what the source raises where it must not."""
        try:
            if not self._connections.is_direct():
                self._habits = HABIT
            self._begin_more()
            while not self._is_stopped and self._free < self._at_once:
                self._wait()
                self._begin_more()
        except BaseException as error:  # noqa: BLE001  raised again below
            self._failure = error
        self._end()
        if self._failure is not None:
            raise self._failure

    def _end(self) -> None:
        """Leave nothing behind; what other threads write is theirs to take away first."""
        self.stop()
        self._ear.settimeout(_LOOK_SECONDS)
        while self._alone:
            with suppress(TimeoutError):
                self._ear.recv(4096)
            while self._returns:
                self._alone -= self._returns.popleft().was_alone
        for received in self._received:
            received.give_up()
        with self._guard:
            lanes = list(self._lanes)
        for lane in lanes:
            lane.give_up()
            self._release(lane)
        self._selector.close()
        self._bell.close()
        self._ear.close()

    # The thread of the small files

    def _begin_more(self) -> None:
        """Begin as many files as there is room for."""
        while self._free and not self._is_stopped and (wish := self._source.take()) is not None:
            self._free -= 1
            if self._habits >= HABIT:
                self._leave(wish)
            elif self._idle:
                self._begin(self._idle.pop(), wish)
            else:
                # Connecting takes its time, and agreeing on a key its computing.
                self._let_alone(None, wish)

    def _begin(self, lane: Lane, wish: Wish) -> None:
        lane.touched = time.monotonic()
        try:
            lane.begin(wish, self._path(wish), self.authorization)
        except NoPlainFile as error:
            self._drop(lane)
            self._ordinary(wish, is_habit=error.is_habit)

    def _wait(self) -> None:
        """Until something comes for a lane, or comes back."""
        ready = self._selector.select(_LOOK_SECONDS)
        now = time.monotonic()
        try:
            for key, _ in ready:
                if key.data is None:
                    self._hear()
                else:
                    key.data.touched = now
                    self._go_on(key.data)
            # The service works on the next ones while these are hashed and written.
            self._begin_more()
        finally:
            while self._received:
                self._finish(self._received.pop())
        if now > self._next_look:
            self._next_look = now + _LOOK_SECONDS
            self._break_off_silent(now - self._connections.seconds)

    def _break_off_silent(self, since: float) -> None:
        for key in list(self._selector.get_map().values()):
            lane = key.data
            if lane is not None and lane.wish is not None and lane.touched < since:
                lane.connection.break_off()

    def _go_on(self, lane: Lane) -> None:
        wish = lane.wish
        if wish is None:  # an idle connection that the service has closed
            self._idle.remove(lane)
            self._drop(lane)
            return
        try:
            received = lane.advance()
        except NoPlainFile as error:
            self._put_by(lane)
            self._ordinary(wish, is_habit=error.is_habit)
            return
        except NotSaved as error:
            self._source.fail(wish, error)
        else:
            if received is None:
                if lane.is_large:
                    self._selector.unregister(lane.connection)
                    self._let_alone(lane, wish)
                return
            self._received.append(received)
        self._free += 1
        self._put_by(lane)

    def _put_by(self, lane: Lane) -> None:
        """A lane without a file: for the next one, where its connection is of use."""
        if lane.is_sound:
            self._idle.append(lane)
        else:
            self._drop(lane)

    def _drop(self, lane: Lane) -> None:
        self._selector.unregister(lane.connection)
        self._release(lane)

    def _ordinary(self, wish: Wish, *, is_habit: bool) -> None:
        if is_habit:
            self._habits += 1
        if not self._is_stopped:
            self._leave(wish)

    def _hear(self) -> None:
        with suppress(BlockingIOError):
            self._ear.recv(4096)
        while self._returns:
            back = self._returns.popleft()
            self._alone -= back.was_alone
            lane = back.lane
            if lane is not None:
                lane.is_alone = False
                lane.connection.waits(None)
                self._selector.register(lane.connection, selectors.EVENT_READ, lane)
                if lane.wish is not None:
                    lane.touched = time.monotonic()
                    continue
                self._put_by(lane)
            if back.wish is not None:
                self._ordinary(back.wish, is_habit=back.is_habit)
            else:
                self._free += 1

    # A thread of its own

    def _let_alone(self, lane: Lane | None, wish: Wish) -> None:
        self._alone += 1
        try:
            self._connections.workers.submit(self._work_alone, lane, wish)
        except RuntimeError:  # the client was closed meanwhile
            self._alone -= 1
            self.stop()

    def _work_alone(self, lane: Lane | None, wish: Wish) -> None:
        back = _Return()
        try:
            back = self._asked_anew(wish) if lane is None else self._through_large(lane, wish)
        except BaseException as error:  # noqa: BLE001  raised again by `run`
            self._failure = error
            self.stop()
        finally:
            self._come_back(back)

    def _asked_anew(self, wish: Wish) -> _Return:
        """Connect and ask; what comes is for the thread of the small files again."""
        lane = None
        try:
            lane = self._connected()
            lane.begin(wish, self._path(wish), self.authorization)
        except (NoPlainFile, OSError, ValueError) as error:
            return _Return(lane, wish, getattr(error, "is_habit", False))
        return _Return(lane)

    def _through_large(self, lane: Lane, wish: Wish) -> _Return:
        """One file after the other while they are large."""
        lane.is_alone = True
        lane.connection.waits(self._connections.seconds)
        try:
            while True:
                while (received := lane.advance()) is None:
                    pass
                following = self._next_alone(lane)
                if following is None:
                    self._finish(received)
                    return _Return(lane)
                wish = following
                try:
                    lane.begin(wish, self._path(wish), self.authorization)
                finally:
                    self._finish(received)
        except NotSaved as error:
            self._source.fail(wish, error)
        except (NoPlainFile, OSError, ValueError) as error:
            return _Return(lane, wish, getattr(error, "is_habit", False))
        return _Return(lane)

    def _next_alone(self, lane: Lane) -> Wish | None:
        """What this thread goes on with: only a lane of large files stays with it."""
        if not (lane.is_large and lane.is_sound) or self._is_stopped or self._habits >= HABIT:
            return None
        return self._source.take()

    # Any thread

    def _connected(self) -> Lane:
        """A lane on a connection of its own. Raises `OSError`, `ValueError`."""
        lane = Lane(self._connections.lease())
        with self._guard:
            self._lanes.add(lane)
            if self._is_stopped:
                lane.connection.break_off()
        return lane

    def _release(self, lane: Lane) -> None:
        with self._guard:
            self._lanes.discard(lane)
            is_stopped = self._is_stopped
        self._connections.give_back(lane.connection, is_sound=lane.is_sound and not is_stopped)

    def _finish(self, received: Incoming) -> None:
        """Hash and write what is received, and hand the file on."""
        wish = received.wish
        if self._is_stopped:
            received.give_up()
            return
        try:
            fetched = received.finish()
        except NotSaved as error:
            self._source.fail(wish, error)
            return
        self._habits = 0
        try:
            self._source.keep(wish, fetched)
        except OSError as error:
            remove(wish.target)
            self._source.fail(wish, error)
        except BaseException:
            remove(wish.target)
            raise

    def _path(self, wish: Wish) -> str:
        try:
            return self._connections.prefix + document_path(wish.reference, wish.document_id)
        except Refused:
            raise NoPlainFile(is_habit=False) from None

    def _come_back(self, back: _Return) -> None:
        self._returns.append(back)
        self._ring()

    def _ring(self) -> None:
        with suppress(OSError):
            self._bell.send(b"\0")
