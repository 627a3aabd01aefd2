"""Desktop notifications on a real session bus, with the desktop's side played by a service of the test's own."""

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.end_to_end,
    pytest.mark.timeout(120),
    pytest.mark.skipif(not shutil.which("dbus-run-session"), reason="not installed: dbus-run-session (Debian: dbus)"),
]

HERE = Path(__file__).parent
SESSION = """
"$0" "$1" "$2" $5 & service=$!
for attempt in $(seq 200); do [ -e "$2" ] && break; sleep 0.05; done
"$0" "$3" "$2" "$4"
status=$?
kill $service
exit $status
"""
SAY = """
import sys, time
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from bunkerdesk.views.activity.notifications import DesktopNotifications

application = QApplication([])
notifications = DesktopNotifications(application)
assert notifications.notify("SO-1 changed", "Vessel <b>X</b> & Y", "SO/1 #")
said, timer = Path(sys.argv[2]) / "said", QTimer(application, interval=20)
timer.timeout.connect(lambda: application.quit() if said.exists() else None)
timer.start()
application.exec()
"""


def on_a_bus(tmp_path: Path, probe: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run a probe in a session bus of its own, the notification service beside it."""
    run = tmp_path / "run"
    run.mkdir(mode=0o700)
    environment = {
        **{name: value for name, value in os.environ.items() if name != "DBUS_SESSION_BUS_ADDRESS"},
        "HOME": str(tmp_path),
        "XDG_RUNTIME_DIR": str(run),
        "QT_QPA_PLATFORM": "offscreen",
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
    }
    words = (HERE / "notification_service.py", tmp_path / "said.jsonl", probe, tmp_path, *options)
    return subprocess.run(
        ["dbus-run-session", "--", "sh", "-c", SESSION, sys.executable, *map(str, words)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def test_a_watched_reference_that_changes_is_announced_outside_the_window(tmp_path: Path):
    """The receiver moves the time; the desk hears of it though its window is behind others, and the rail counts it."""
    answer = on_a_bus(tmp_path, HERE / "notification_probe.py")
    assert answer.returncode == 0, answer.stderr
    (said,) = map(json.loads, (tmp_path / "said.jsonl").read_text().splitlines())
    assert said["title"] == "SO-24117 changed"
    assert said["id"] == "bunkerdesk-SO-24117"
    assert said["body"].startswith("Bunkering ")
    assert "→" in said["body"]
    assert answer.stdout.splitlines()[-1].startswith("Activity, ")


def test_where_the_portal_shows_nothing_the_program_of_the_desktop_is_asked(tmp_path: Path):
    """Some desktops have the portal but nobody behind it; the word must not be lost in silence."""
    sayer = tmp_path / "notify-send"
    sayer.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{tmp_path}/part" && mv "{tmp_path}/part" "{tmp_path}/said"\n')
    sayer.chmod(sayer.stat().st_mode | stat.S_IXUSR)
    probe = tmp_path / "probe.py"
    probe.write_text(SAY)
    answer = on_a_bus(tmp_path, probe, "refuses")
    assert answer.returncode == 0, answer.stderr
    assert (tmp_path / "said.jsonl").read_text() == ""
    assert (tmp_path / "said").read_text().splitlines()[-2:] == ["SO-1 changed", "Vessel &lt;b&gt;X&lt;/b&gt; &amp; Y"]
