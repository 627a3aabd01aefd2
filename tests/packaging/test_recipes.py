"""What the recipes say of the program holds: its files, its names, and the libraries it needs."""

import configparser
import re
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

from bunkerdesk import screen

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LIBRARY = re.compile(r"\blib[a-z0-9-]+(?:\.[0-9]+)?(?:-[a-z0-9]+)*")


def desktop_entry() -> configparser.SectionProxy:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read(ROOT / "packaging" / "linux" / "bunkerdesk.desktop", encoding="utf-8")
    return entry["Desktop Entry"]


def libraries(text: str) -> set[str]:
    return {name for name in LIBRARY.findall(text) if not name.startswith(("libc6", "lib/"))}


def test_a_wheel_has_every_resource() -> None:
    """All but the pictures of the README: a folder that is forgotten is missed on somebody else's computer."""
    packed = set(PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"])
    assert packed == {f"resources/{one.name}" for one in (ROOT / "resources").iterdir() if one.name != "pictures"}


def test_the_menu_entry_starts_the_program_and_belongs_to_its_window() -> None:
    """The desktop finds name and icon of a window by the name of its entry."""
    entry = desktop_entry()
    assert entry["Exec"] in PROJECT["project"]["scripts"]
    assert (ROOT / "resources" / "brand" / f"{entry['Icon']}.svg").is_file()
    description = ET.parse(ROOT / "packaging" / "linux" / "bunkerdesk.metainfo.xml").getroot()
    assert description.findtext("launchable") == f"{entry['Exec']}.desktop"
    assert description.findtext("name") == entry["Name"]


def test_the_window_has_the_icon_and_the_entry() -> None:
    """A window without an icon is anybody's."""
    ask = (
        "from bunkerdesk.app.program import make_application; made = make_application(); "
        "print(made.desktopFileName(), made.windowIcon().pixmap(64, 64).toImage().pixelColor(32, 20).name())"
    )
    told = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True, timeout=60).stdout
    assert told.split() == [desktop_entry()["Exec"], "#ffffff"]


def test_the_libraries_qt_needs_are_the_same_wherever_they_are_named() -> None:
    """README, the program's own complaint, the gate and the Debian package."""
    needed = libraries(screen.INSTALL_LIBRARIES)
    assert len(needed) == 10
    readme = next(line for line in (ROOT / "README.md").read_text("utf-8").splitlines() if line.startswith("apt-get"))
    assert libraries(readme) == needed
    for file in (".ci/run", "packaging/linux/deb"):
        assert needed <= libraries((ROOT / file).read_text("utf-8")), file
