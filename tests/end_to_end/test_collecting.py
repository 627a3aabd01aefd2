"""Exporting and downloading in a real desktop session: keys in, files out."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.end_to_end.desktop import Desktop, Node, lacking, session

pytestmark = [
    pytest.mark.end_to_end,
    pytest.mark.xdist_group("screen"),
    pytest.mark.timeout(180),
    pytest.mark.skipif(lacking() is not None, reason=lacking() or ""),
]

APPLICATION = "bunkerdesk"


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Desktop]:
    with session(tmp_path) as running:
        yield running


def cells(tree: Node, table: str) -> list[str]:
    """What the cells of one list say; the lists of other pages are in the tree too."""
    found = tree.find("table", table)
    return [node.name for node in found.walk() if node.role == "table cell" and node.name] if found else []


def is_chosen(tree: Node, page: str) -> bool:
    return any(node.role == "check box" and page in node.name and "checked" in node.states for node in tree.walk())


def names(tree: Node) -> list[str]:
    return [node.name for node in tree.walk() if node.name]


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "not seen within a minute"
        time.sleep(0.1)  # files tell nobody of themselves


def test_a_manager_exports_and_collects_without_the_mouse(desktop: Desktop) -> None:
    """Operations in Rotterdam into a spreadsheet, then their papers into a folder with a manifest."""
    desktop.program("--data-dir", str(desktop.home / "bunkerdesk"), "--sandbox")
    desktop.wait_for(APPLICATION, lambda tree: any("SO-" in name for name in cells(tree, "Nominations")))
    desktop.focus("Bunker Desk")
    desktop.keys("ctrl+3")
    desktop.wait_for(APPLICATION, lambda tree: is_chosen(tree, "Operations") and cells(tree, "Operations"))
    desktop.keys("ctrl+f")
    desktop.type("port:rotterdam")
    tree = desktop.wait_for(
        APPLICATION,
        lambda seen: (
            (ports := [name for name in cells(seen, "Operations") if name.startswith("Port ")])
            and all("Rotterdam" in name for name in ports)
        ),
    )
    assert any("Port Rotterdam" in name for name in names(tree))
    desktop.keys("Return", "ctrl+e")
    desktop.wait_for(APPLICATION, lambda seen: any(name == "Format: CSV" for name in names(seen)))
    desktop.focus("Export")
    desktop.keys("Return")
    desktop.focus("Save as")
    target = desktop.home / "rotterdam.xlsx"
    desktop.keys("ctrl+a")
    desktop.type(str(target))
    desktop.keys("Return")
    until(target.is_file)
    desktop.wait_for(APPLICATION, lambda seen: any("written to" in name for name in names(seen)))
    folder = desktop.home / "papers"
    desktop.focus("Bunker Desk")
    desktop.keys("ctrl+j")
    desktop.wait_for(APPLICATION, lambda seen: any(name == "Name pattern" for name in names(seen)))
    desktop.focus("Download")
    desktop.keys("shift+Tab", "shift+Tab", "ctrl+a")
    desktop.type(str(folder))
    desktop.keys("Return")
    desktop.wait_for(APPLICATION, lambda seen: any("Finished" in name for name in names(seen)), 60)
    assert (folder / "manifest.csv").is_file()
    assert list(folder.rglob("*.pdf"))
