"""The program in a real desktop session, from outside: keyboard in, accessibility bus out."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.desktop import ON_A_SCREEN, Desktop, Node, session

pytestmark = ON_A_SCREEN
CONTROLS = {"push button", "text", "toggle button", "check box", "combo box", "table", "list", "radio button"}


@pytest.fixture(scope="module")
def desktop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    with session(tmp_path_factory.mktemp("desktop")) as running:
        running.on_the_sandbox()
        yield running


def has_rows(tree: Node) -> bool:
    return any("SO-" in name for name in tree.cells())


def test_the_first_run_opens_on_the_sandbox_and_says_so(desktop: Desktop) -> None:
    """A newcomer sees real rows, and where they are."""
    tree = desktop.wait_for(has_rows)
    assert tree.says("Sandbox")
    assert tree.says("Connect to your service")


def test_every_control_has_a_name(desktop: Desktop) -> None:
    """A screen reader never says just "button"."""
    tree = desktop.wait_for(has_rows)
    nameless = [
        node.role
        for node in tree.walk()
        if node.role in CONTROLS and "showing" in node.states and not (node.name or node.description)
    ]
    assert not nameless


def test_a_cell_speaks_its_column_and_value(desktop: Desktop) -> None:
    """The port clock is announced with its offset."""
    tree = desktop.wait_for(has_rows)
    assert any("Reference SO-" in name for name in tree.cells())
    assert any("+08:00" in name for name in tree.cells())


def test_any_reference_is_opened_by_keyboard_alone(desktop: Desktop) -> None:
    """Ctrl+K, a reference, Return: the details are on the screen."""
    tree = desktop.wait_for(has_rows)
    reference = next(
        name.removeprefix("Reference ").split(",")[0].strip() for name in tree.cells() if "Reference SO-" in name
    )
    desktop.focus("Bunker Desk")
    desktop.keys("ctrl+k")
    desktop.type(reference)
    desktop.keys("Return")
    desktop.wait_for(lambda seen: any(name.startswith("Nomination " + reference) for name in seen.names))


def test_an_unknown_reference_is_asked_of_the_service_and_answered_in_words(desktop: Desktop) -> None:
    """Nothing is found: one clear message, nothing breaks."""
    desktop.focus("Bunker Desk")
    desktop.keys("ctrl+k")
    desktop.type("NO-SUCH-REFERENCE")
    desktop.keys("Return")
    tree = desktop.wait_for(lambda seen: seen.says("Nothing under this reference"))
    assert has_rows(tree)


def test_filtering_narrows_what_the_table_exposes(desktop: Desktop) -> None:
    """Ctrl+F, some letters: fewer rows; Escape brings all back."""
    desktop.focus("Bunker Desk")
    desktop.keys("ctrl+1", "ctrl+f")
    desktop.type("rotterdam")
    desktop.wait_for(
        lambda seen: (
            (ports := [name for name in seen.cells() if name.startswith("Port ")])
            and all("Rotterdam" in name for name in ports)
        ),
    )
    desktop.keys("Escape")
    desktop.wait_for(lambda seen: any("Singapore" in name for name in seen.cells()))


def test_the_program_ends_in_order(tmp_path: Path) -> None:
    """Closing the window ends the process with 0, without a word on standard error, and the sandbox with it."""
    with session(tmp_path) as desktop:
        program = desktop.on_the_sandbox()
        desktop.keys("ctrl+q")
        assert program.wait(30) == 0
        complaints = [
            line
            for path in tmp_path.glob("err-*.txt")
            for line in path.read_text(errors="replace").splitlines()
            if "Traceback" in line or ("Error" in line and "dbus" not in line.lower())
        ]
        assert not complaints


def test_a_key_that_does_nothing_here_is_answered_aloud(desktop: Desktop) -> None:
    """A person who does not see the bar hears why, and what would work."""
    heard = desktop.listen()
    desktop.focus("Bunker Desk")
    desktop.keys("ctrl+7")
    desktop.wait_for(lambda seen: any(name.startswith("Overview") for name in seen.names))
    desktop.keys("ctrl+j")
    desktop.wait_for(lambda _: "Download is not possible now Go to Operations" in heard.read_text())
    desktop.keys("ctrl+1")


def test_a_second_start_leads_to_the_open_window(desktop: Desktop) -> None:
    """A double click too many opens no second desk over the same edits."""
    second = desktop.program("--data-dir", str(desktop.home / "bunkerdesk"), "--sandbox")
    assert second.wait(60) == 0
    assert "its window comes forward" in desktop.said(second)
    desktop.wait_for(lambda tree: any("active" in node.states for node in tree.walk()))
