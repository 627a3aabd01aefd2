"""What "About Bunker Desk" tells."""

import re
import tomllib
from pathlib import Path

from PySide6.QtWidgets import QLabel
from tests.app.window import dialog, program

from bunkerdesk import __version__
from bunkerdesk.app.licences import WORKS
from bunkerdesk.sandbox import embedded
from bunkerdesk.views.dialogs.shortcuts import AboutDialog

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
PARTS_OF_QT = "pyside6-"


def test_every_package_that_is_used_is_named() -> None:
    """A dependency more is a licence more."""
    wanted = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["dependencies"]
    names = {re.split(r"[<>=; ]", line)[0].lower() for line in wanted}
    told = {name.strip().lower() for names, _ in WORKS for name in names.split(",")}
    assert {name for name in names if not name.startswith(PARTS_OF_QT)} <= told
    assert "pyside6" in told


async def test_version_and_licences_are_a_command_away(sandbox: embedded.Running, tmp_path: Path) -> None:
    """The makers of what is inside ask for it; a person asks for the version when something is odd."""
    async with program(sandbox, tmp_path) as place:
        assert place.runner.trigger("program.about")
        shown = await dialog(AboutDialog)
        assert "Lesser General Public License 3.0" in shown.licences.toPlainText()
        assert f"Version {__version__}" in [one.text() for one in shown.findChildren(QLabel)]
        shown.reject()
