"""Secrets go to the keyring or stay in memory; never into a file, a log or a repr."""

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, PasswordDeleteError

from bunkerdesk.credentials import CredentialStore, Kept

BASE_URL = "https://service.example/api"
SECRET = "s3cret-ø-Δ"


class MemoryKeyring(KeyringBackend):
    """A keyring that works."""

    priority = 5

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError("not there")


class LockedKeyring(MemoryKeyring):
    """A keyring whose person dismisses the unlock prompt."""

    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked("dismissed")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise KeyringLocked("dismissed")


class ForgetfulKeyring(MemoryKeyring):
    """A keyring that takes a secret and keeps nothing."""

    def set_password(self, service: str, username: str, password: str) -> None:
        pass


@pytest.fixture
def use_keyring():
    before = keyring.get_keyring()

    def use(backend: KeyringBackend) -> KeyringBackend:
        keyring.set_keyring(backend)
        return backend

    yield use
    keyring.set_keyring(before)


async def test_a_secret_comes_back_from_the_keyring_in_the_next_run(use_keyring):
    """Typed once, it is there tomorrow."""
    use_keyring(MemoryKeyring())
    assert await CredentialStore().save(BASE_URL, "desk", SECRET) is Kept.KEYRING
    assert await CredentialStore().secret(BASE_URL + "/", "desk") == SECRET
    assert await CredentialStore().secret(BASE_URL, "other") is None


async def test_a_forgotten_secret_is_gone_everywhere(use_keyring):
    """Forgetting twice is no error."""
    backend = use_keyring(MemoryKeyring())
    store = CredentialStore()
    await store.save(BASE_URL, "desk", SECRET)
    await store.forget(BASE_URL, "desk")
    await store.forget(BASE_URL, "desk")
    assert await store.secret(BASE_URL, "desk") is None
    assert not backend.kept


@pytest.mark.parametrize("backend", [LockedKeyring, ForgetfulKeyring, keyring.backends.fail.Keyring])
async def test_without_a_keyring_the_secret_lives_for_this_run_and_that_is_said(use_keyring, backend):
    """No back-end, a locked one, a dismissed prompt: the desk works on, and the person knows."""
    use_keyring(backend())
    store = CredentialStore()
    kept = await store.save(BASE_URL, "desk", SECRET)
    assert kept is Kept.THIS_RUN
    assert "until you close Bunker Desk" in kept.sentence
    assert await store.secret(BASE_URL, "desk") == SECRET
    assert await CredentialStore().secret(BASE_URL, "desk") is None


async def test_a_keyring_that_writes_files_is_not_used(use_keyring):
    """A plain file is no keyring."""
    backend = MemoryKeyring()
    backend.__class__ = type("PlaintextKeyring", (MemoryKeyring,), {"__module__": "keyrings.alt.file"})
    use_keyring(backend)
    assert await CredentialStore().save(BASE_URL, "desk", SECRET) is Kept.THIS_RUN
    assert not backend.kept


async def test_no_secret_shows_in_a_repr_or_a_log(use_keyring, caplog):
    """What is printed by mistake must not give it away."""
    caplog.set_level("DEBUG")
    use_keyring(keyring.backends.fail.Keyring())
    store = CredentialStore()
    await store.save(BASE_URL, "desk", SECRET)
    assert SECRET not in repr(store)
    assert SECRET not in caplog.text


PROBE = """
import asyncio, sys
from bunkerdesk.credentials import CredentialStore, Kept

async def main():
    first = CredentialStore()
    assert await first.secret("https://service.example", "desk") is None
    kept = await first.save("https://service.example", "desk", "s3cret-ø-Δ")
    print(kept.name, await CredentialStore().secret("https://service.example", "desk"))
    await first.forget("https://service.example", "desk")
    print(await CredentialStore().secret("https://service.example", "desk"))

asyncio.run(main())
"""


@pytest.mark.end_to_end
def test_a_real_secret_service_keeps_the_secret(tmp_path: Path):
    """The desk's own keyring on Linux: saved, read by a second store, forgotten."""
    missing = [name for name in ("dbus-run-session", "gnome-keyring-daemon") if not shutil.which(name)]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)} (Debian: dbus-daemon, gnome-keyring)")
    run = tmp_path / "run"
    run.mkdir(mode=0o700)
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "PYTHON_KEYRING_BACKEND"}
    }
    environment |= {
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "XDG_RUNTIME_DIR": str(run),
    }
    # The daemon outlives its starter, so it is asked to end with the probe.
    script = textwrap.dedent(
        """
        printf unlock | gnome-keyring-daemon --unlock --components=secrets --foreground >/dev/null 2>&1 &
        daemon=$!
        for attempt in $(seq 100); do
            dbus-send --session --print-reply --dest=org.freedesktop.DBus / \
                org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets 2>/dev/null | grep -q true && break
            sleep 0.1
        done
        "$0" -c "$1"
        status=$?
        kill $daemon
        exit $status
        """
    )
    result = subprocess.run(
        ["dbus-run-session", "--", "sh", "-c", script, sys.executable, PROBE],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.stdout.split() == ["KEYRING", "s3cret-ø-Δ", "None"], result.stderr
