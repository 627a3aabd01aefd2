"""The editor in a real desktop session: typed by keyboard, announced on the bus, killed and there again."""

import re

from tests.end_to_end.desktop import ON_A_SCREEN, Desktop, Node

pytestmark = ON_A_SCREEN


def focused(tree: Node) -> str:
    """The name of what has the keyboard."""
    found = [node.name for node in tree.walk() if "focused" in node.states and node.role in ("text", "entry")]
    return found[0] if found else ""


def test_a_killed_program_comes_back_as_it_was(desktop: Desktop) -> None:
    """kill -9 in the middle of a word: the draft, the field and the half time are there again."""
    program = desktop.on_the_sandbox()
    desktop.keys("ctrl+n")
    desktop.wait_for(lambda tree: focused(tree) == "Client reference")
    desktop.type("DR-KILLED-1")
    desktop.keys("Tab")
    desktop.type("SGSIN")
    desktop.keys("Escape", "Tab", "Tab", "Tab")
    tree = desktop.wait_for(lambda tree: focused(tree) == "Estimated time of bunkering")
    assert tree.says("DR-KILLED-1")
    desktop.type("30/11 06")
    desktop.wait_for(_is_kept)
    program.kill()
    program.wait(30)

    desktop.program("--data-dir", str(desktop.home / "bunkerdesk"), "--sandbox")
    desktop.focus("Bunker Desk")
    tree = desktop.wait_for(lambda tree: focused(tree) == "Estimated time of bunkering")
    assert tree.says("DR-KILLED-1")
    desktop.keys("End")
    desktop.type("00")
    desktop.wait_for(
        lambda tree: tree.says('"estimatedTimeOfBunkering"') or _is_understood(tree),
    )


def _is_kept(tree: Node) -> bool:
    """The page says so once the last keystroke is on the disk; reading the tree may take seconds."""
    return any(re.search(r"kept [1-9]\d* s ago", name) for name in tree.names)


def _is_understood(tree: Node) -> bool:
    """The note below the field is its description: the moment in UTC."""
    return any(
        node.name == "Estimated time of bunkering" and "29 Nov 22:00 UTC" in node.description for node in tree.walk()
    )
