"""Connections are kept privately, without a secret, never half-written; an environment in doubt is production."""

import json
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.desk.connections import FILE, Connection, ConnectionFile, Environment, guess_environment


@pytest.mark.parametrize(
    ("address", "environment"),
    [
        ("http://127.0.0.1:8000", "sandbox"),
        ("http://127.9.9.9", "sandbox"),
        ("http://[::1]:8000/api", "sandbox"),
        ("http://localhost", "sandbox"),
        ("localhost:8000", "sandbox"),
        ("https://api.demo.bunker.example", "demo"),
        ("https://bunker-TEST.example", "demo"),
        ("https://uat.bunker.example/prod", "demo"),
        ("https://test2.bunker.example", "demo"),
        ("https://contest.example", "production"),
        ("https://greatestbunkers.example", "production"),
        ("https://backstage.example", "production"),
        ("https://bunker.example/demo", "production"),
        ("https://localhost.bunker.example", "production"),
        ("https://192.168.0.4", "production"),
        ("https://[broken", "production"),
        ("", "production"),
    ],
)
def test_the_environment_is_guessed_from_the_host(address: str, environment: str):
    """A path that says demo on a production host is still production."""
    assert guess_environment(address) == environment


def test_connections_come_back_as_they_were_saved(tmp_path: Path):
    """Names in any script, overridden paths, a chosen environment."""
    file = ConnectionFile(tmp_path / "new")
    assert file.load() == []
    kept = [
        Connection.to("https://demo.bunker.example/ ", "desk-1"),
        Connection("Οδησσός", "https://bunker.example", "desk 2", Environment.DEMO, {"contracts": "/v1/deals"}),
    ]
    file.save(kept)
    assert file.load() == kept
    assert kept[0].base_url == "https://demo.bunker.example"
    assert kept[0].name == "demo.bunker.example"
    path = tmp_path / "new" / FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [item.name for item in path.parent.iterdir()] == [FILE]


def test_a_save_that_fails_leaves_the_old_file(tmp_path: Path):
    """No connection is lost because a new one could not be written."""
    file = ConnectionFile(tmp_path)
    file.save([Connection.to("https://bunker.example", "a")])
    with pytest.raises(TypeError):
        file.save([Connection("x", "https://y.example", "b", paths={"contracts": object()})])  # type: ignore[dict-item]
    assert [item.client_id for item in file.load()] == ["a"]
    assert [item.name for item in tmp_path.iterdir()] == [FILE]


NAMES = st.sampled_from(["connections", "name", "base_url", "client_id", "environment", "paths"]) | st.text()
ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner)
)


@given(ODD)
def test_an_odd_file_costs_at_most_its_odd_entries(tmp_path_factory: pytest.TempPathFactory, content: object):
    """The program opens whatever a hand or another version wrote there."""
    directory = tmp_path_factory.mktemp("odd")
    good = {"name": "n", "base_url": "https://bunker.example", "client_id": "a"}
    entries = content if isinstance(content, list) else [content]
    (directory / FILE).write_text(json.dumps({"connections": [*entries, good]}), "utf-8")
    assert ConnectionFile(directory).load()[-1].client_id == "a"
    (directory / FILE).write_text(json.dumps(content)[:-1], "utf-8")
    assert isinstance(ConnectionFile(directory).load(), list)
