"""The parts of a long print made into one file, in a process of its own.

The PDF library keeps the interpreter to itself while it writes: for 2,000 pages the window would stand for seconds.
The process reads one JSON object and answers one.
"""

import contextlib
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

ARGUMENT = "join-worker"
"""The hidden command of a packed program, which has no `-m`."""
TOTAL = "of 000000"
"""What stands for the number of all pages in a part that was finished before it was known."""


def join(parts: Sequence[Path], target: Path, pages: int) -> None:
    """Make one file of the parts. Blocks; raises `OSError`."""
    command = [sys.executable, ARGUMENT] if getattr(sys, "frozen", False) else [sys.executable, "-m", __name__]
    asked = json.dumps({"parts": [str(part) for part in parts], "target": str(target), "pages": pages})
    done = subprocess.run(
        command,
        input=asked,
        capture_output=True,
        encoding="utf-8",
        check=False,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    try:
        answer: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        raise OSError(f"the pages could not be joined (exit code {done.returncode})") from None
    if "failure" in answer:
        raise OSError(answer["errno"], answer["failure"]) if answer.get("errno") else OSError(answer["failure"])


def serve(inward: TextIO, outward: TextIO) -> int:
    """Join what comes in."""
    given = json.loads(inward.read())
    answer: dict[str, Any] = {}
    try:
        _join([Path(part) for part in given["parts"]], Path(given["target"]), int(given["pages"]))
    except OSError as error:
        answer = {"failure": error.strerror or str(error), "errno": error.errno}
    except Exception as error:  # noqa: BLE001  whatever the library says, the window tells of it
        answer = {"failure": f"the pages could not be joined ({type(error).__name__})"}
    outward.write(json.dumps(answer))
    return 0


def _join(parts: Sequence[Path], target: Path, pages: int) -> None:
    import pikepdf

    with contextlib.ExitStack() as stack:
        opened = [stack.enter_context(pikepdf.open(part)) for part in parts]
        for part in opened:
            for form in part.pages[0].resources.get("/XObject", pikepdf.Dictionary()).values():
                form.write(form.read_bytes().replace(TOTAL.encode(), f"of {pages}".encode()))
        whole = opened[0]
        for part in opened[1:]:
            whole.pages.extend(part.pages)
        whole.save(target)


if __name__ == "__main__":
    sys.exit(serve(sys.stdin, sys.stdout))
