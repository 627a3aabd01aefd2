"""Starting where no window can be shown: a sentence on how to go on, exit code 2, no traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X and Wayland are Linux's")


def start(tmp_path: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {
        key: value for key, value in os.environ.items() if key not in {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    }
    return subprocess.run(
        [sys.executable, "-m", "bunkerdesk", "--data-dir", str(tmp_path), *arguments],
        env={**clean, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@LINUX
@pytest.mark.parametrize(
    "environment", [{}, {"DISPLAY": ":987"}, {"WAYLAND_DISPLAY": "wayland-987"}, {"QT_QPA_PLATFORM": "xcb"}]
)
def test_without_a_screen_the_way_on_is_said(tmp_path: Path, environment: dict[str, str]) -> None:
    """Qt alone would abort with a core dump and a wrong hint."""
    answer = start(tmp_path, **environment)
    assert answer.returncode == 2
    assert "xvfb-run" in answer.stderr
    assert "Traceback" not in answer.stderr


@LINUX
def test_a_missing_shared_library_is_named_with_its_remedy(tmp_path: Path) -> None:
    """On a bare Debian even QtCore fails to load; the one apt-get line is in the message."""
    stand_in = tmp_path / "PySide6"
    stand_in.mkdir()
    (stand_in / "__init__.py").write_text("raise ImportError('libGL.so.1: cannot open shared object file')")
    answer = start(tmp_path, PYTHONPATH=str(tmp_path), DISPLAY=":0")
    assert answer.returncode == 2
    assert "libGL.so.1" in answer.stderr
    assert "apt-get install" in answer.stderr
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize("arguments", [["--scale-factor", "9"], ["--theme", "pink"], []])
def test_a_tour_asked_for_wrongly_is_refused(tmp_path: Path, arguments: list[str]) -> None:
    """The command line explains itself; nothing is started."""
    answer = start(tmp_path, "tour", *arguments)
    assert answer.returncode == 2
    assert "usage: bunkerdesk tour" in answer.stderr
