"""The editor in a real desktop session: typed by keyboard, announced on the bus, killed and there again."""

import re
from collections.abc import Iterator
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


def has_rows(tree: Node) -> bool:
    return any(node.role == "table cell" and "SO-" in node.name for node in tree.walk())


def focused(tree: Node) -> str:
    """The name of what has the keyboard."""
    found = [node.name for node in tree.walk() if "focused" in node.states and node.role in ("text", "entry")]
    return found[0] if found else ""


def names(tree: Node) -> list[str]:
    return [node.name for node in tree.walk() if node.name]


def test_a_killed_program_comes_back_as_it_was(desktop: Desktop) -> None:
    """kill -9 in the middle of a word: the draft, the field and the half time are there again."""
    arguments = ("--data-dir", str(desktop.home / "bunkerdesk"), "--sandbox")
    program = desktop.program(*arguments)
    desktop.wait_for(APPLICATION, has_rows)
    desktop.focus("Bunker Desk")
    desktop.keys("ctrl+n")
    desktop.wait_for(APPLICATION, lambda tree: focused(tree) == "Client reference")
    desktop.type("DR-KILLED-1")
    desktop.keys("Tab")
    desktop.type("SGSIN")
    desktop.keys("Escape", "Tab", "Tab", "Tab")
    tree = desktop.wait_for(APPLICATION, lambda tree: focused(tree) == "Estimated time of bunkering")
    assert any("DR-KILLED-1" in name for name in names(tree))
    desktop.type("30/11 06")
    desktop.wait_for(APPLICATION, _is_kept)
    program.kill()
    program.wait(30)

    desktop.program(*arguments)
    desktop.focus("Bunker Desk")
    tree = desktop.wait_for(APPLICATION, lambda tree: focused(tree) == "Estimated time of bunkering")
    assert any("DR-KILLED-1" in name for name in names(tree))
    desktop.keys("End")
    desktop.type("00")
    desktop.wait_for(
        APPLICATION,
        lambda tree: any('"estimatedTimeOfBunkering"' in name for name in names(tree)) or _is_understood(tree),
    )


def _is_kept(tree: Node) -> bool:
    """The page says so once the last keystroke is on the disk; reading the tree may take seconds."""
    return any(re.search(r"kept [1-9]\d* s ago", name) for name in names(tree))


def _is_understood(tree: Node) -> bool:
    """The note below the field is its description: the moment in UTC."""
    return any(
        node.name == "Estimated time of bunkering" and "29 Nov 22:00 UTC" in node.description for node in tree.walk()
    )
