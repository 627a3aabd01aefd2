"""The sandbox as a child of the program: a process of its own, so that the window never waits for it."""

import contextlib
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO

START_WITHIN = 60.0
"""Seconds to wait for the lines of a start; a large `scale` takes a while."""
_STOP_WITHIN = 5.0
_LAST = "ready"


class SandboxDidNotStart(RuntimeError):
    """The sandbox ended before it served; the sentence is its own."""


@dataclass
class Running:
    """A running sandbox and what it told at its start, by the printed names."""

    process: subprocess.Popen[str]
    told: Mapping[str, str]
    reference_file: Path | None = None

    @property
    def base_url(self) -> str:
        return self.told["base_url"]

    @property
    def client_id(self) -> str:
        return self.told["client_id"]

    @property
    def client_secret(self) -> str:
        return self.told["client_secret"]

    def references(self) -> list[str]:
        """The references its first company can access; blocks for a file."""
        text = self.reference_file.read_text("utf-8") if self.reference_file else ""
        return [line for line in text.split("\n") if line]

    def stop(self) -> None:
        """End it and wait until it has; calling twice does no harm."""
        _end(self.process)

    def __enter__(self) -> "Running":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def start(
    data_dir: Path | None = None,
    *,
    port: int = 0,
    frozen: bool = False,
    scale: int | None = None,
    within: float = START_WITHIN,
) -> Running:
    """Start a sandbox and wait until it serves; blocks, so call it in a thread. It dies with this process.

    Raises `SandboxDidNotStart`.
    """
    reference_file = data_dir / "references.txt" if data_dir else None
    process = subprocess.Popen(
        _command(data_dir, port, frozen, scale, reference_file),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    # A timer instead of a timed read, which pipes do not have everywhere.
    impatience = threading.Timer(within, process.kill)
    impatience.daemon = True
    impatience.start()
    complaints = _drain(process.stderr)
    try:
        told = _read_lines(process.stdout)
    finally:
        impatience.cancel()
    if _LAST not in told:
        _end(process)
        raise SandboxDidNotStart("\n".join(complaints) or "The sandbox ended before it served.")
    return Running(process, told, reference_file)


def _command(
    data_dir: Path | None, port: int, frozen: bool, scale: int | None, reference_file: Path | None
) -> list[str]:
    packed = getattr(sys, "frozen", False)  # in a packed program there is no `-m`, but the command itself
    command = [sys.executable, "sandbox"] if packed else [sys.executable, "-m", "bunkerdesk.sandbox"]
    command += ["--until-input-ends", "--port", str(port)]
    if data_dir is not None:
        command += ["--data-dir", str(data_dir)]
    if frozen:
        command.append("--frozen")
    if reference_file is not None:
        command += ["--references", str(reference_file)]
    if scale is not None:
        command += ["--scale", str(scale)]
    return command


def _read_lines(stream: IO[str] | None) -> dict[str, str]:
    told: dict[str, str] = {}
    for line in stream or ():
        name, colon, value = line.rstrip("\n").partition(": ")
        if colon:
            told[name] = value
        if name == _LAST:
            break
    return told


def _drain(stream: IO[str] | None) -> deque[str]:
    """Read what the child complains of, so that it never waits on a full pipe; keep the end of it."""
    kept: deque[str] = deque(maxlen=20)

    def read() -> None:
        with contextlib.suppress(ValueError, OSError), stream or contextlib.nullcontext(()) as lines:
            for line in lines:
                kept.append(line.rstrip("\n"))

    threading.Thread(target=read, name="sandbox stderr", daemon=True).start()
    return kept


def _end(process: subprocess.Popen[str]) -> None:
    if process.stdin and not process.stdin.closed:
        with contextlib.suppress(OSError):
            process.stdin.close()
    try:
        process.wait(_STOP_WITHIN)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout:
        process.stdout.close()
