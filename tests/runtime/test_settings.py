import asyncio
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.contract import jsontext
from bunkerdesk.runtime.settings import ColumnLayout, Settings, Theme, WindowGeometry


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "settings.json"


def test_everything_comes_back_after_a_restart(path: Path) -> None:
    """What was arranged yesterday is there today, readable by its owner alone."""
    settings = Settings(path)
    settings.theme = Theme.DARK
    settings.text_scale = 130
    settings.reduced_motion = True
    settings.last_page = "operations"
    settings.set_columns("nominations", {"port": ColumnLayout(False, 90, 3)})
    settings.set_geometry("1920x1080", WindowGeometry(1, 2, 1280, 720, True))
    settings.flush()
    again = Settings(path)
    assert (again.theme, again.text_scale, again.reduced_motion) == (Theme.DARK, 130, True)
    assert again.last_page == "operations"
    assert again.columns("nominations") == {"port": ColumnLayout(False, 90, 3)}
    assert again.geometry("1920x1080") == WindowGeometry(1, 2, 1280, 720, True)
    assert again.geometry("another screen") is None
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_unreadable_file_is_set_aside(path: Path) -> None:
    """A half-written file never keeps the program from starting, and is not overwritten."""
    path.parent.mkdir()
    path.write_text('{"theme": "dark", "col')
    settings = Settings(path)
    assert settings.theme is Theme.SYSTEM
    assert settings.set_aside is not None
    assert settings.set_aside.read_text().startswith('{"theme"')


def test_keys_of_a_newer_version_and_unknown_columns_are_kept(path: Path) -> None:
    """Going back one version and forth again loses no layout."""
    path.parent.mkdir()
    path.write_bytes(jsontext.write({"version": 9, "orbit": [1], "columns/a": {"later": {"width": 70}}}))
    settings = Settings(path)
    settings.set_columns("a", {"port": ColumnLayout()})
    settings.flush()
    kept = jsontext.parse(path.read_bytes())
    assert kept["orbit"] == [1]
    assert set(kept["columns/a"]) == {"later", "port"}


def test_text_scale_stays_within_bounds(path: Path) -> None:
    """No key press makes the window unreadable."""
    settings = Settings(path)
    settings.text_scale = 500
    assert settings.text_scale == 200
    settings.text_scale = 1
    assert settings.text_scale == 80


async def test_failed_save_is_told(path: Path) -> None:
    """A full or read-only disk is said, not hidden."""
    path.parent.write_text("a file where the directory should be")
    settings = Settings(path)
    failures: list[object] = []
    settings.save_failed.connect(failures.append)
    settings.theme = Theme.LIGHT
    settings.flush()
    async with asyncio.timeout(30):
        while not failures:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert isinstance(failures[0], OSError)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(["theme", "text_scale", "reduced_motion", "last_page", "columns/a", "geometry"])


@given(st.dictionaries(KEYS, JSON))
def test_any_junk_value_reads_as_a_default(tmp_path_factory: pytest.TempPathFactory, values: dict) -> None:
    """A file edited by hand never breaks the start."""
    path = tmp_path_factory.mktemp("settings") / "settings.json"
    path.write_bytes(jsontext.write(values))
    settings = Settings(path)
    assert isinstance(settings.theme, Theme)
    assert 80 <= settings.text_scale <= 200
    assert isinstance(settings.last_page, str)
    assert all(isinstance(layout, ColumnLayout) for layout in settings.columns("a").values())
    settings.geometry("x")
