"""`bunkerdesk export` as a scheduler runs it: a process of its own against the sandbox over HTTP."""

import csv
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from python_calamine import CalamineWorkbook

from bunkerdesk.app import export_options
from bunkerdesk.desk import export_records
from bunkerdesk.sandbox import embedded

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(sandbox: embedded.Running, tmp_path: Path) -> Run:
    def runs(*words: str, secret: str = "", address: str = "") -> subprocess.CompletedProcess[str]:
        where = ["--base-url", address or sandbox.base_url, "--client-id", sandbox.client_id]
        environment = os.environ | {
            "BUNKERDESK_CLIENT_SECRET": secret or sandbox.client_secret,
            "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
        }
        command = [sys.executable, "-m", "bunkerdesk", "export", *words, *where, "--data-dir", str(tmp_path / "data")]
        return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=90, check=False)

    return runs


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_kinds_offered_are_those_that_can_be_written():
    """The light list of the command line and the heavy one of the desk are the same."""
    assert export_options.KINDS == export_records.KINDS


def test_a_first_run_writes_every_draft(run: Run, tmp_path: Path):
    """The scheduler's log holds one line, the file one line for each draft, nothing is on standard error."""
    target = tmp_path / "nominations.csv"
    done = run("nominations", "--to", str(target))
    rows = rows_of(target)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{len(rows)} rows written to {target}\n"
    assert len(rows) >= 20
    assert {row["Kind"] for row in rows} == {"draft"}
    assert all(row["Client reference"] for row in rows)


def test_references_never_seen_before_are_read_and_one_unknown_fails_alone(
    run: Run, sandbox: embedded.Running, tmp_path: Path
):
    """The rest is written; the exit code and one sentence tell which reference failed."""
    target = tmp_path / "notes.xlsx"
    known, lng = sandbox.told["example.conventional"], sandbox.told["example.lng"]
    done = run("bdns", "--to", str(target), *(f"--reference={name}" for name in (known, "no/such?#%", lng)))
    assert done.returncode == 1
    assert done.stderr == "no/such?#%: No nomination or operation no/such?#% on this service.\n"
    header, *rows = CalamineWorkbook.from_path(target).get_sheet_by_index(0).to_python()
    assert {row[0] for row in rows} == {known, lng}
    quantity = rows[0][header.index("Quantity delivered")]
    assert isinstance(quantity, float)
    assert rows[0][header.index("Quantity delivered unit")]


def test_findings_have_the_promised_columns(run: Run, sandbox: embedded.Running, tmp_path: Path):
    """A nightly job reads them by name."""
    target = tmp_path / "findings.csv"
    lng = sandbox.told["example.lng"]
    done = run("findings", "--to", str(target), "--reference", lng)
    assert done.returncode == 0
    assert target.read_text("utf-8").splitlines()[0] == "reference,note,rule,severity,finding,source"
    rows = rows_of(target)
    assert ("L01", "error") in {(row["rule"], row["severity"]) for row in rows}
    assert {row["reference"] for row in rows} == {lng}


def test_a_filter_narrows_and_says_what_it_does_not_know(run: Run, sandbox: embedded.Running, tmp_path: Path):
    """Known words narrow; an unknown one is no reason to write everything."""
    target = tmp_path / "operations.csv"
    names = [sandbox.told["example.conventional"], sandbox.told["example.lng"]]
    assert run("operations", "--to", str(target), *(f"--reference={name}" for name in names)).returncode == 0
    ports = {row["Bunkering location code"] for row in rows_of(target)}
    assert len(ports) == 2
    port = min(ports)
    assert run("operations", "--to", str(target), "--filter", f"port={port.lower()}").returncode == 0
    assert {row["Bunkering location code"] for row in rows_of(target)} == {port}
    before = target.read_bytes()
    wrong = run("operations", "--to", str(target), "--filter", "colour=red")
    assert wrong.returncode == 2
    assert "“colour” is not known: known are status, port" in wrong.stderr
    assert target.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            "prot:rotterdam",
            "no such key “prot”, so “prot:rotterdam” is searched as a word; did you mean port:rotterdam?",
        ),
        ("status:bogus", "no row has status bogus."),
        ("status=canceled", "no row has status canceled; did you mean cancelled?"),
    ],
)
def test_a_filter_that_is_most_likely_misspelt_is_said(run: Run, tmp_path: Path, words: str, sentence: str):
    """An empty file must not pass for an empty list: a sentence on standard error, and exit code 1."""
    target = tmp_path / "nominations.csv"
    done = run("nominations", "--to", str(target), "--filter", words)
    assert (done.returncode, done.stderr) == (1, f"--filter: {sentence}\n")
    assert rows_of(target) == []


def test_a_filter_that_nothing_fits_today_is_no_failure(run: Run, tmp_path: Path):
    """A status and a port that there are, a word with a colon: the list is empty, and that is the answer."""
    target = tmp_path / "nominations.csv"
    done = run("nominations", "--to", str(target), "--filter", "status=cancelled port=JPTYO 12:30")
    assert (done.returncode, done.stderr) == (0, "")
    assert rows_of(target) == []


def test_where_no_reference_is_found_nothing_is_written(run: Run, tmp_path: Path):
    """Each is named, yesterday's file stays, and the exit code says that nothing could be done."""
    target = tmp_path / "notes.csv"
    target.write_text("yesterday")
    done = run("bdns", "--to", str(target), "--reference=no/such", "--reference=nor this")
    assert (done.returncode, done.stdout) == (2, "")
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == ["no/such", "nor this"]
    assert target.read_text() == "yesterday"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("nominations", "--to", "list.pdf"), ".csv or .xlsx"),
        (("nominations", "--to", "list"), ".csv or .xlsx"),
        (("nominations", "--to", "/no/such/folder/list.csv"), "does not exist"),
        (("invoices", "--to", "list.csv"), "invalid choice"),
        (("nominations",), "--to"),
    ],
)
def test_wrong_arguments_are_said_before_anything_is_read(run: Run, words: tuple[str, ...], sentence: str):
    """Exit code 2 and the reason; the service is not even asked."""
    done = run(*words, address="http://127.0.0.1:9")
    assert done.returncode == 2
    assert sentence in done.stderr


def test_a_wrong_secret_and_a_dead_address_write_nothing(run: Run, tmp_path: Path):
    """Yesterday's file stays, the secret is not in the log, and the two are told apart."""
    target = tmp_path / "nominations.csv"
    target.write_text("yesterday")
    wrong = run("nominations", "--to", str(target), secret="not-the-secret")
    dead = run("nominations", "--to", str(target), address="http://127.0.0.1:9")
    assert (wrong.returncode, dead.returncode) == (2, 2)
    assert "refuses the credentials" in wrong.stderr
    assert "not-the-secret" not in wrong.stderr
    assert "nothing answers there" in dead.stderr
    assert target.read_text() == "yesterday"
    assert {path.name for path in tmp_path.iterdir()} <= {"nominations.csv", "data"}


def test_findings_of_a_new_data_directory_say_why_there_are_none(run: Run, tmp_path: Path):
    """No operation is known before one is named: the file has its headings, the log says what to do."""
    target = tmp_path / "findings.csv"
    done = run("findings", "--to", str(target))
    assert done.returncode == 0
    assert done.stdout == f"0 rows written to {target}\n"
    assert "No operation is known here yet" in done.stderr
    assert "--reference" in done.stderr


def test_an_operation_that_has_not_begun_is_no_failure(run: Run, tmp_path: Path):
    """There is nothing to check yet, and that is said."""
    target = tmp_path / "findings.csv"
    done = run("findings", "--to", str(target), "--reference", "SO-24160", "--reference", "SO-24137")
    assert done.returncode == 0
    assert done.stderr == "SO-24160: The operation has not begun, there is nothing to write of it yet.\n"
    assert {row["reference"] for row in rows_of(target)} == {"SO-24137"}
