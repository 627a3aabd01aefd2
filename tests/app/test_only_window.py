"""One window for each connection's data: the second start leads to the first."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from tests.app.window import until

from bunkerdesk.app.only_window import LOCK, OnlyWindow


@pytest.fixture
def parent() -> QObject:
    return QObject()


async def test_the_second_window_calls_the_first_forward(parent: QObject, tmp_path: Path) -> None:
    """Two windows over one store would send an edit twice and overwrite what the other keeps."""
    first, second = OnlyWindow(parent), OnlyWindow(parent)
    calls: list[bool] = []
    first.called.connect(lambda: calls.append(True))
    assert first.claim(tmp_path / "one")
    first.listen()
    assert not second.claim(tmp_path / "one")
    await until(lambda: calls)
    assert second.claim(tmp_path / "two")
    first.release()
    assert second.claim(tmp_path / "one")
    assert OnlyWindow(parent).claim(tmp_path / "two")


async def test_a_window_that_changed_its_connection_is_called_under_the_new_one(
    parent: QObject, tmp_path: Path
) -> None:
    """It left the first to others, which must be able to open there."""
    first = OnlyWindow(parent)
    calls: list[bool] = []
    first.called.connect(lambda: calls.append(True))
    for name in ("one", "two"):
        assert first.claim(tmp_path / name)
        first.listen()
    second = OnlyWindow(parent)
    assert not second.claim(tmp_path / "two")
    await until(lambda: calls)
    assert second.claim(tmp_path / "one")
    second.listen()
    assert not first.claim(tmp_path / "one")
    assert first.claim(tmp_path / "two"), "it holds what it held"


def test_a_window_that_died_holds_nothing(parent: QObject, tmp_path: Path) -> None:
    """After kill -9 the next start opens."""
    code = (
        "import os, sys, pathlib; from PySide6.QtCore import QObject; "
        "from bunkerdesk.app.only_window import OnlyWindow; "
        "parent = QObject(); assert OnlyWindow(parent).claim(pathlib.Path(sys.argv[1])); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False, timeout=60)
    assert (tmp_path / LOCK).exists()
    assert OnlyWindow(parent).claim(tmp_path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="permissions do not bind this user")
def test_a_read_only_disk_stands_in_nobodys_way(parent: QObject, tmp_path: Path) -> None:
    """What is known can be read there."""
    tmp_path.chmod(0o500)
    assert OnlyWindow(parent).claim(tmp_path / "one")
