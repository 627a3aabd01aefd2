"""Desktop notifications: plain text outside the window, silence where there is no desktop."""

import os
import shutil
import stat
import sys
from pathlib import Path

import pytest

from bunkerdesk.views.activity.notifications import DesktopNotifications

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the tray speaks elsewhere")


def test_without_a_desktop_nothing_is_said_and_nothing_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """A server room has no notification area; changes are in the inbox all the same."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    assert DesktopNotifications().notify("SO-1 changed", "Bunkering", "SO-1") is False


async def test_what_a_service_sent_is_shown_and_never_read_as_marks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tools: object
):
    """A vessel called <b> must not change the look of a desktop."""
    shell = shutil.which("sh")
    program = tmp_path / "notify-send"
    program.write_text(
        f'#!{shell}\nprintf "%s\\n" "$@" > "{tmp_path}/said.part"\n/bin/mv "{tmp_path}/said.part" "{tmp_path}/said"\n'
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path) + os.pathsep + os.environ["PATH"])
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    assert DesktopNotifications().notify("SO-1 changed", "Vessel <b>X</b> & Y", "SO-1")
    said = tmp_path / "said"
    await tools.until(said.exists)  # type: ignore[attr-defined]
    assert said.read_text().splitlines()[-2:] == ["SO-1 changed", "Vessel &lt;b&gt;X&lt;/b&gt; &amp; Y"]
