"""Exporting and downloading in a real desktop session: keys in, files out."""

import time
from collections.abc import Callable

from tests.end_to_end.desktop import ON_A_SCREEN, Desktop, Node

pytestmark = ON_A_SCREEN


def is_chosen(tree: Node, page: str) -> bool:
    return any(node.role == "check box" and page in node.name and "checked" in node.states for node in tree.walk())


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "not seen within a minute"
        time.sleep(0.1)  # files tell nobody of themselves


def test_a_manager_exports_and_collects_without_the_mouse(desktop: Desktop) -> None:
    """Operations in Rotterdam into a spreadsheet, then their papers into a folder with a manifest."""
    desktop.on_the_sandbox()
    desktop.keys("ctrl+3")
    desktop.wait_for(lambda tree: is_chosen(tree, "Operations") and tree.cells("Operations"))
    desktop.keys("ctrl+f")
    desktop.type("port:rotterdam")
    tree = desktop.wait_for(
        lambda seen: (
            (ports := [name for name in seen.cells("Operations") if name.startswith("Port ")])
            and all("Rotterdam" in name for name in ports)
        ),
    )
    assert tree.says("Port Rotterdam")
    desktop.keys("Return", "ctrl+e")
    desktop.wait_for(lambda seen: "Format: CSV" in seen.names)
    desktop.focus("Export")
    desktop.keys("Return")
    desktop.focus("Save as")
    target = desktop.home / "rotterdam.xlsx"
    desktop.keys("ctrl+a")
    desktop.type(str(target))
    desktop.keys("Return")
    until(target.is_file)
    desktop.wait_for(lambda seen: seen.says("written to"))
    folder = desktop.home / "papers"
    desktop.focus("Bunker Desk")
    desktop.keys("ctrl+j")
    desktop.wait_for(lambda seen: "Name pattern" in seen.names)
    desktop.focus("Download")
    desktop.keys("shift+Tab", "shift+Tab", "ctrl+a")
    desktop.type(str(folder))
    desktop.keys("Return")
    desktop.wait_for(lambda seen: seen.says("Finished"), 60)
    assert (folder / "manifest.csv").is_file()
    assert list(folder.rglob("*.pdf"))
