"""Merging in a process of its own: the window stays smooth, and a file that makes the PDF library fail ends alone.

One JSON object a line, plans in and results out; the process ends with its input.
"""

import asyncio
import contextlib
import json
import secrets
import subprocess
import sys
import tempfile
import threading
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, TextIO

from bunkerdesk.desk.merging import merge
from bunkerdesk.desk.merging_plan import Member, MergePlan, MergeResult, NothingToMerge

ARGUMENT = "merge-worker"
"""The hidden command of a packed program, which has no `-m`."""
LONGEST_SECONDS = 600


class MergeFailed(Exception):
    """The merged file could not be made; `str()` is a sentence, `errno` the disk's word where it was the disk."""

    def __init__(self, sentence: str, errno: int | None = None) -> None:
        super().__init__(sentence)
        self.errno = errno


class Merger:
    """Merges one plan after the other; the process starts with the first and ends with `close`."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._process: subprocess.Popen[str] | None = None

    async def merge(self, plan: MergePlan) -> MergeResult:
        """The result; raises `MergeFailed`. When cancelled, the running merge is ended and leaves nothing."""
        async with self._lock:
            unfinished = f".{secrets.token_hex(8)}.part"
            with tempfile.TemporaryDirectory(prefix="bunkerdesk-merge-", ignore_cleanup_errors=True) as scratch:
                asking = asyncio.ensure_future(
                    asyncio.to_thread(self._ask, replace(plan, scratch=scratch, unfinished=unfinished))
                )
                try:
                    return await asyncio.shield(asking)
                except asyncio.CancelledError:
                    self._end(self._process)
                    with contextlib.suppress(MergeFailed):
                        await asking
                    raise
                finally:
                    with contextlib.suppress(OSError):
                        Path(plan.target).with_name(unfinished).unlink(missing_ok=True)

    def close(self) -> None:
        """End the process; blocks for a moment."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()  # type: ignore[union-attr]
            try:
                process.wait(2)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()  # type: ignore[union-attr]

    def _ask(self, plan: MergePlan) -> MergeResult:
        process = self._running()
        impatience = threading.Timer(LONGEST_SECONDS, process.kill)
        impatience.daemon = True
        impatience.start()
        try:
            assert process.stdin
            assert process.stdout
            process.stdin.write(json.dumps(asdict(plan)) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except (OSError, ValueError):
            line = ""
        finally:
            impatience.cancel()
        if not line:
            self._end(process)
            raise MergeFailed("Merging broke off: one of the files makes the PDF library fail.")
        return _result(json.loads(line))

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            self._end(self._process)
            packed = getattr(sys, "frozen", False)
            command = [sys.executable, ARGUMENT] if packed else [sys.executable, "-m", __name__]
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        return self._process

    def _end(self, process: "subprocess.Popen[str] | None") -> None:
        if process is self._process:
            self._process = None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]


def _result(answer: dict[str, Any]) -> MergeResult:
    if "failure" in answer:
        raise MergeFailed(answer["failure"], answer.get("errno"))
    broken = tuple((str(title), str(why)) for title, why in answer["broken"])
    return MergeResult(answer["pages"], answer["size"], answer["sha256"], broken)


def serve(inward: TextIO, outward: TextIO) -> int:
    """Merge what comes in until the input ends."""
    for line in inward:
        given = json.loads(line)
        given["members"] = tuple(Member(**member) for member in given["members"])
        given["facts"] = tuple((name, value) for name, value in given["facts"])
        outward.write(json.dumps(_answer(MergePlan(**given))) + "\n")
        outward.flush()
    return 0


def _answer(plan: MergePlan) -> dict[str, Any]:
    try:
        return asdict(merge(plan))
    except NothingToMerge as error:
        return {"failure": str(error)}
    except OSError as error:
        return {"failure": f"The merged file could not be written: {error.strerror or error}.", "errno": error.errno}
    except Exception as error:  # noqa: BLE001  the next plan must be merged all the same
        return {"failure": f"The documents could not be merged ({type(error).__name__})."}


if __name__ == "__main__":
    sys.exit(serve(sys.stdin, sys.stdout))
