"""A real desktop session for the end-to-end tests: X screen, window manager, session bus, accessibility bus.

The program runs in it as a person's would, and is looked at and driven from outside only.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

APPLICATION = "bunkerdesk"
NEEDED = ("Xvfb", "openbox", "dbus-daemon", "dbus-send", "xdotool")
BUS_LAUNCHER = Path("/usr/libexec/at-spi-bus-launcher")
SYSTEM_PYTHON = Path("/usr/bin/python3")
READER = Path(__file__).with_name("accessibility_reader.py")
LISTENER = Path(__file__).with_name("announcement_listener.py")


def lacking() -> str | None:
    """What this machine lacks for a desktop session, as a skip reason."""
    absent = [name for name in NEEDED if not shutil.which(name)]
    if not BUS_LAUNCHER.exists():
        absent.append("at-spi2-core")
    if (
        not SYSTEM_PYTHON.exists()
        or subprocess.run([SYSTEM_PYTHON, "-c", "import pyatspi"], check=False, capture_output=True).returncode
    ):
        absent.append("python3-pyatspi")
    return f"not installed: {', '.join(absent)}" if absent else None


ON_A_SCREEN = [
    pytest.mark.end_to_end,
    pytest.mark.xdist_group("screen"),
    pytest.mark.timeout(240),
    pytest.mark.skipif(lacking() is not None, reason=lacking() or ""),
]
"""For `pytestmark`: one screen at a time, and a word on what a machine lacks."""


@dataclass
class Node:
    """One accessible object: role, name, description, states, and what is below it."""

    role: str
    name: str
    description: str
    states: frozenset[str]
    children: list["Node"] = field(default_factory=list)

    @classmethod
    def read(cls, raw: dict[str, Any]) -> "Node":
        return cls(
            raw["role"],
            raw["name"],
            raw["description"],
            frozenset(raw["states"]),
            [cls.read(c) for c in raw["children"]],
        )

    def walk(self) -> Iterator["Node"]:
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def names(self) -> list[str]:
        """Every name a screen reader could speak."""
        return [node.name for node in self.walk() if node.name]

    def says(self, words: str) -> bool:
        """Tell whether these words stand in some name."""
        return any(words in name for name in self.names)

    def cells(self, table: str = "") -> list[str]:
        """What the cells say; of one table where it is named, as those of other pages are in the tree too."""
        found = self.find("table", table) if table else self
        return [node.name for node in found.walk() if node.role == "table cell" and node.name] if found else []

    def find(self, role: str, name: str) -> "Node | None":
        return next((node for node in self.walk() if node.role == role and name in node.name), None)


class Desktop:
    """One running session; processes started in it end with it."""

    def __init__(self, home: Path, environment: dict[str, str]) -> None:
        self.home = home
        self.environment = environment
        self._processes: list[subprocess.Popen[bytes]] = []

    def start(self, *command: str, **environment: str) -> subprocess.Popen[bytes]:
        """Start a program in the session; its output goes to files in the home directory."""
        number = len(self._processes)
        with (self.home / f"out-{number}.txt").open("wb") as out, (self.home / f"err-{number}.txt").open("wb") as err:
            process = subprocess.Popen(
                command, env={**self.environment, **environment}, stdout=out, stderr=err, stdin=subprocess.DEVNULL
            )
        self._processes.append(process)
        return process

    def program(self, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        """Start Bunker Desk itself."""
        return self.start(sys.executable, "-m", "bunkerdesk", *arguments, **environment)

    def on_the_sandbox(self) -> subprocess.Popen[bytes]:
        """Start it on its own sandbox; answers once the worklist has rows and the window the keyboard."""
        process = self.program("--data-dir", str(self.home / "bunkerdesk"), "--sandbox")
        self.wait_for(lambda tree: sum("SO-" in name for name in tree.cells()) > 5)
        self.focus("Bunker Desk")
        return process

    def listen(self) -> Path:
        """Hear from here on what the program has read out at once; answers the file that gets it, line by line."""
        heard = self.home / f"out-{len(self._processes)}.txt"
        self.start(str(SYSTEM_PYTHON), str(LISTENER), APPLICATION)
        end = time.monotonic() + 30
        while "listening" not in heard.read_text():
            assert time.monotonic() < end, self._errors()
            time.sleep(0.05)
        return heard

    def said(self, process: subprocess.Popen[bytes]) -> str:
        """What a program of this session wrote to its standard error."""
        return (self.home / f"err-{self._processes.index(process)}.txt").read_text(errors="replace")

    def keys(self, *names: str) -> None:
        """Press keys as a person would."""
        subprocess.run(["xdotool", "key", "--delay", "30", *names], env=self.environment, check=True, timeout=20)

    def type(self, text: str) -> None:
        """Type ASCII text."""
        subprocess.run(["xdotool", "type", "--delay", "30", text], env=self.environment, check=True, timeout=30)

    def focus(self, title: str) -> None:
        """Give a window the keyboard."""
        find = ["xdotool", "search", "--sync", "--onlyvisible", "--name", title]
        end = time.monotonic() + 30
        # A window manager that is busy or still starting refuses; the X server itself can give the keyboard too.
        while not any(self._tells([*find, way, "--sync"]) for way in ("windowactivate", "windowfocus")):
            assert time.monotonic() < end, f"{title} cannot be given the keyboard"

    def _tells(self, command: list[str]) -> bool:
        try:
            answer = subprocess.run(command, env=self.environment, capture_output=True, check=False, timeout=10)
        except subprocess.TimeoutExpired:
            return False
        return answer.returncode == 0

    def tree(self) -> Node | None:
        """What a screen reader sees of the program; None while it is not on the bus."""
        answer = subprocess.run(
            [SYSTEM_PYTHON, READER, APPLICATION], env=self.environment, capture_output=True, timeout=60, check=False
        )
        with suppress(json.JSONDecodeError):
            raw = json.loads(answer.stdout)
            return Node.read(raw) if raw else None
        return None

    def wait_for(self, condition: Callable[[Node], Any], seconds: float = 30) -> Node:
        """Read the accessibility tree until a condition holds."""
        end = time.monotonic() + seconds
        tree = None
        while time.monotonic() < end:
            tree = self.tree()
            if tree and condition(tree):
                return tree
        seen = [f"{node.role}: {node.name}" for node in tree.walk()][:200] if tree else []
        focused = [node.name for node in tree.walk() if "focused" in node.states] if tree else []
        raise AssertionError(
            f"not seen within {seconds} s; focused: {focused}; on the bus: {seen}; errors: {self._errors()}"
        )

    def _errors(self) -> str:
        return "\n".join(path.read_text(errors="replace")[-2000:] for path in sorted(self.home.glob("err-*.txt")))

    def close(self) -> None:
        for process in reversed(self._processes):
            process.send_signal(signal.SIGTERM)
        for process in reversed(self._processes):
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _first_line(command: Sequence[str | Path], environment: dict[str, str]) -> tuple[subprocess.Popen[bytes], str]:
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout
    return process, process.stdout.readline().decode().strip()


def _await_accessibility_bus(environment: dict[str, str]) -> None:
    """A program that starts before the bus would stay silent."""
    bus = ["dbus-send", "--session", "--print-reply", "--dest=org.a11y.Bus", "/org/a11y/bus"]
    subprocess.run([*bus, "org.a11y.Bus.GetAddress"], env=environment, check=True, capture_output=True, timeout=30)
    switch_on = ["org.freedesktop.DBus.Properties.Set", "string:org.a11y.Status", "string:IsEnabled"]
    command = [*bus, *switch_on, "variant:boolean:true"]
    subprocess.run(command, env=environment, check=True, capture_output=True, timeout=30)


@contextmanager
def session(home: Path, size: str = "1600x1000") -> Iterator[Desktop]:
    """A desktop session with a home of its own."""
    runtime = home / "run"
    runtime.mkdir(mode=0o700)
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(runtime),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "LANG": "C.UTF-8",
        "TZ": "Europe/Oslo",
        "QT_QPA_PLATFORM": "xcb",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
    }
    screen, number = _first_line(
        ["Xvfb", "-displayfd", "1", "-screen", "0", f"{size}x24", "-nolisten", "tcp"], environment
    )
    environment["DISPLAY"] = f":{number}"
    bus, address = _first_line(
        ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1"], environment
    )
    environment["DBUS_SESSION_BUS_ADDRESS"] = address
    desktop = Desktop(home, environment)
    try:
        desktop.start(str(BUS_LAUNCHER), "--launch-immediately")
        desktop.start("openbox")
        _await_accessibility_bus(environment)
        yield desktop
    finally:
        desktop.close()
        for process in (bus, screen):
            process.terminate()
            process.wait(10)
            assert process.stdout
            process.stdout.close()
