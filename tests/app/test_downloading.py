"""`bunkerdesk download` as a scheduler runs it: a process of its own against the sandbox over real HTTP."""

import csv
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from bunkerdesk.sandbox import embedded


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


def command(sandbox: embedded.Running, data: Path, *words: str) -> list[str]:
    who = ["--base-url", sandbox.base_url, "--client-id", sandbox.client_id, "--data-dir", str(data)]
    return [sys.executable, "-m", "bunkerdesk", "download", *who, *words]


def environment(sandbox: embedded.Running) -> dict[str, str]:
    return {**os.environ, "BUNKERDESK_CLIENT_SECRET": sandbox.client_secret}


def run(sandbox: embedded.Running, data: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        command(sandbox, data, *words), capture_output=True, text=True, env=environment(sandbox), check=False
    )


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def references(words: Sequence[str]) -> list[str]:
    return [word for reference in words for word in ("--reference", reference)]


def test_an_operation_not_signed_in_the_browser_fails_or_is_merged_here(
    sandbox: embedded.Running, data: Path, tmp_path: Path
):
    """Without --merge-here the job says what is missing and ends in 1; with it the file is made, once."""
    reference = sandbox.told["example.unsigned"]
    first = run(sandbox, data, "--merged", "--to", str(tmp_path), *references([reference]))
    assert first.returncode == 1
    assert f"{reference}: The service has no merged documents" in first.stderr
    assert "Traceback" not in first.stderr
    second = run(sandbox, data, "--merged", "--merge-here", "--to", str(tmp_path), *references([reference]))
    assert (second.returncode, second.stderr) == (0, "")
    assert "1 file downloaded" in second.stdout
    third = run(sandbox, data, "--merged", "--merge-here", "--to", str(tmp_path), *references([reference]))
    assert (third.returncode, third.stdout.split(" to ")[0]) == (0, "0 files downloaded")
    assert "1 there already" in third.stdout
    assert len(names(tmp_path)) == 3


def test_documents_of_a_reference_never_seen_and_one_that_is_not_there(
    sandbox: embedded.Running, data: Path, tmp_path: Path
):
    """What can be had is had; the other is named, and the exit code tells the scheduler."""
    reference = sandbox.told["example.lng"]
    done = run(
        sandbox, data, "--documents", "--to", str(tmp_path), "--pattern", "{type} {name}.{ext}",
        *references([reference, "no/such #1"]),
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.splitlines() == ["no/such #1: No nomination or operation no/such #1 on this service."]
    with (tmp_path / "manifest.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows
    assert {row["reference"] for row in rows} == {reference}
    assert sorted([*(row["file"] for row in rows), "SHA256SUMS", "manifest.csv"]) == names(tmp_path)
    assert sandbox.client_secret not in done.stdout + done.stderr


def test_where_no_reference_is_found_no_folder_is_made(sandbox: embedded.Running, data: Path, tmp_path: Path):
    """Each is named, and the exit code says that nothing could be done."""
    target = tmp_path / "out"
    done = run(sandbox, data, "--documents", "--to", str(target), *references(["no/such #1", "no/such #2"]))
    assert (done.returncode, done.stdout) == (2, "")
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == ["no/such #1", "no/such #2"]
    assert not target.exists()


def test_a_filter_that_is_most_likely_misspelt_is_said(sandbox: embedded.Running, tmp_path: Path):
    """No file is downloaded, and the scheduler hears why."""
    words = ("--documents", "--to", str(tmp_path / "out"), "--filter", "prot:rotterdam status:bogus")
    done = run(sandbox, tmp_path / "data", *words)
    assert done.returncode == 1
    assert "did you mean port:rotterdam?" in done.stderr
    assert "no row has status bogus." in done.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--merged", "--pattern", "{vesel}", "--reference", "a"), "“vesel” is no field"),
        (("--documents",), "Say which operations"),
        (("--documents", "--filter", "colour=red"), "“colour” is not known"),
        (("--documents", "--filter", "ended-from=soon"), "is no day"),
    ],
)
def test_what_cannot_be_meant_is_said_before_anything_is_done(
    sandbox: embedded.Running, data: Path, tmp_path: Path, words: tuple[str, ...], sentence: str
):
    """One sentence, exit code 2, no folder made."""
    target = tmp_path / "out"
    done = run(sandbox, data, *words, "--to", str(target))
    assert done.returncode == 2
    assert sentence in done.stderr
    assert not target.exists()


def test_a_filter_over_all_known_operations_and_a_killed_job_goes_on(
    sandbox: embedded.Running, data: Path, tmp_path: Path
):
    """Killed in the middle it leaves whole files only; the next run fetches the rest, and no file twice."""
    known = (sandbox.reference_file or Path()).read_text("utf-8").split()
    assert known
    reading = run(sandbox, data, "--merged", "--to", str(tmp_path / "x"), *references(known[:40]))
    assert reading.returncode in (0, 1)
    words = ("--documents", "--to", str(tmp_path / "out"), "--filter", "status=ended,archived", "--parallel", "2")
    with subprocess.Popen(
        command(sandbox, data, *words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment(sandbox)
    ) as process:
        deadline = time.monotonic() + 60
        while len(list((tmp_path / "out").rglob("*.pdf"))) < 5 and time.monotonic() < deadline:
            assert process.poll() is None or len(list((tmp_path / "out").rglob("*.pdf"))) >= 5
        process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    whole = {path for path in (tmp_path / "out").rglob("*.pdf") if not path.name.startswith(".")}
    assert all(path.read_bytes().rstrip().endswith(b"%%EOF") for path in whole)
    again = run(sandbox, data, *words)
    assert again.returncode in (0, 1)
    left = [path for path in whole if not path.exists()]
    assert not left
    with (tmp_path / "out" / "manifest.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    visible = [name for name in names(tmp_path / "out") if not Path(name).name.startswith(".")]
    assert sorted([*(row["file"] for row in rows), "SHA256SUMS", "manifest.csv"]) == visible
    assert len({(row["reference"], row["document id"]) for row in rows}) == len(rows)
    third = run(sandbox, data, *words)
    assert third.stdout.startswith("0 files downloaded")


def test_a_service_out_of_reach_is_two(tmp_path: Path):
    """Nothing was done: the scheduler tries the whole job again."""
    words = ["--base-url", "http://127.0.0.1:9", "--client-id", "x", "--data-dir", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "bunkerdesk", "download", *words, "--merged", "--to", str(tmp_path / "o"),
         "--reference", "a"],
        capture_output=True, text=True, env={**os.environ, "BUNKERDESK_CLIENT_SECRET": "s"}, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr
    assert "Traceback" not in done.stderr
