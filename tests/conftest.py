"""One session-long qasync loop for pytest-qt and pytest-asyncio; no screen, no real keyring, no real home."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")

from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
import qasync
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from bunkerdesk.runtime.garbage import GarbageSweeper, sweep

# What a machine does meanwhile must not decide: no test is timed, neither its examples nor their making.
hypothesis.settings.register_profile(
    "bunkerdesk", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("bunkerdesk")


def _make_loop() -> qasync.QEventLoop:
    app = QApplication.instance()
    app.setQuitOnLastWindowClosed(False)
    return qasync.QEventLoop(app)


def pytest_asyncio_loop_factories(config: Any, item: Any) -> dict[str, Any]:
    """A loop per test crashes (garbage-collected loops), so all tests share one."""
    return {"qasync": _make_loop}


@pytest.fixture(autouse=True, scope="session")
def _application(qapp: QApplication) -> QApplication:
    GarbageSweeper(qapp)
    return qapp


@pytest.fixture(autouse=True)
def _garbage() -> Iterator[None]:
    """What a test leaves behind goes here, not in a worker thread of the next one."""
    yield
    sweep()


@pytest.fixture(autouse=True)
def _no_key_held(_application: QApplication) -> None:
    """A test that ended on Shift+F8 leaves Shift down for Qt: rows of the next one would be selected otherwise."""
    if QApplication.keyboardModifiers():
        QTest.keyRelease(QWidget(), Qt.Key.Key_Shift)


@pytest.fixture(autouse=True, scope="session")
def _empty_clipboard(_application: QApplication) -> Iterator[None]:
    """The clipboard of a platform without a screen outlives Python; what a test copied would then crash the end."""
    yield
    QApplication.clipboard().clear()
