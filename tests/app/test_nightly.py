"""`bunkerdesk download` against a service of another make: whatever its framing, whole files and a plain exit code."""

import csv
import os
import signal
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from tests.app.other_service import PAPER, OtherService, running

OPERATIONS = {f"OP {number}/é": 3 for number in range(6)}


def download(address: str, place: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """As a scheduler runs it, with references that this desk has never seen."""
    with started(address, place, *words) as process:
        out, said = process.communicate(timeout=200)
    return subprocess.CompletedProcess(process.args, process.returncode, out, said)


def started(address: str, place: Path, *words: str) -> "subprocess.Popen[str]":
    who = ["--base-url", address, "--client-id", "night", "--data-dir", str(place / "data")]
    references = [word for reference in OPERATIONS for word in ("--reference", reference)]
    return subprocess.Popen(
        [sys.executable, "-m", "bunkerdesk", "download", *who, "--to", str(place / "out"), *references, *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "BUNKERDESK_CLIENT_SECRET": "s3cret-of-the-night"},
    )  # fmt: skip


def papers(place: Path) -> dict[str, bytes]:
    """What lies below the folder, but for the manifest; hidden files too."""
    out = place / "out"
    found = {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    return {name: content for name, content in found.items() if name not in ("manifest.csv", "SHA256SUMS")}


def listed(place: Path) -> list[dict[str, str]]:
    with (place / "out" / "manifest.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("framing", ["length", "chunks", "gzip", "close", "redirect", "slow", "old"])
def test_each_framing_brings_whole_files_once(framing: str, tmp_path: Path):
    """Told length, chunks, packed, ended by closing, sent on to a storage, in drops, HTTP/1.0: the same files, and
    no token goes to another's storage; a second run asks for none of them."""
    version = "HTTP/1.0" if framing == "old" else "HTTP/1.1"
    service = OtherService(dict(OPERATIONS), framing={"old": "length"}.get(framing, framing), version=version)
    with running(service) as address:
        done = download(address, tmp_path, "--documents")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("18 files downloaded")
        assert list(papers(tmp_path).values()) == [PAPER] * 18
        assert len(listed(tmp_path)) == 18
        assert service.given_away == []
        before = service.asked.total()
        again = download(address, tmp_path, "--documents")
        assert (again.returncode, again.stdout.split(" to ")[0]) == (0, "0 files downloaded")
        assert "18 there already" in again.stdout
        assert not [path for path, count in service.asked.items() if "/documents/" in path and count > 2]
        assert service.asked.total() - before < 40
    checked = subprocess.run(["sha256sum", "-c", "--quiet", "SHA256SUMS"], cwd=tmp_path / "out", check=False)
    assert checked.returncode == 0


def test_a_token_that_lapses_in_the_middle_is_renewed(tmp_path: Path):
    """A long night takes more than one."""
    service = OtherService(dict(OPERATIONS), uses_of_a_token=9)
    with running(service) as address:
        done = download(address, tmp_path, "--documents")
    assert (done.returncode, done.stderr, len(papers(tmp_path))) == (0, "", 18)
    assert len(service.tokens) > 2


def test_a_busy_service_is_given_the_time_it_asks_for(tmp_path: Path):
    """429 with Retry-After is no failure."""
    service = OtherService(dict(OPERATIONS), refusals=5)
    with running(service) as address:
        done = download(address, tmp_path, "--documents")
    assert (done.returncode, done.stderr, len(papers(tmp_path))) == (0, "", 18)


def test_merged_files_that_are_missing_are_named_and_the_others_there(tmp_path: Path):
    """A 404 with a page of another make; a hostile file name changes nothing; the exit code tells of it."""
    service = OtherService(dict(OPERATIONS), missing=lambda path: "OP 3" in path or "OP 5" in path)
    with running(service) as address:
        done = download(address, tmp_path, "--merged", "--pattern", "{port}/{reference}.pdf")
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert [line.split(":")[0] for line in lines] == ["OP 3/é", "OP 5/é"]
    assert all("no merged documents" in line for line in lines)
    assert sorted(papers(tmp_path)) == [f"NLRTM/OP {number}_é.pdf" for number in (0, 1, 2, 4)]
    assert not list(tmp_path.rglob("*evil*"))


def test_another_kind_of_merged_file_bears_its_own_ending(tmp_path: Path):
    """The content type of the merged documents is not shown: an archive is saved as one."""
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("a.pdf", PAPER)
    service = OtherService(dict(OPERATIONS), content_type="application/octet-stream", body=archive.getvalue())
    with running(service) as address:
        done = download(address, tmp_path, "--merged", "--pattern", "{reference}.pdf")
        assert (done.returncode, done.stderr) == (0, "")
        assert sorted(papers(tmp_path)) == [f"OP {number}_é.zip" for number in range(6)]
        again = download(address, tmp_path, "--merged", "--pattern", "{reference}.pdf")
    assert "6 there already" in again.stdout


def test_a_page_instead_of_papers_is_no_paper(tmp_path: Path):
    """A sign-in page between here and the service is never filed as a document."""
    service = OtherService(dict(OPERATIONS), body=b"\n<!DOCTYPE html><html>Sign in</html>")
    with running(service) as address:
        done = download(address, tmp_path, "--documents")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 18
    assert papers(tmp_path) == {}


def test_a_service_that_dies_in_the_middle_is_said_and_the_rest_comes_later(tmp_path: Path):
    """Whole files only, one sentence with how many are left, and the next run fetches these alone."""
    service = OtherService(dict(OPERATIONS), files_until_it_dies=7)
    with running(service) as address:
        done = download(address, tmp_path, "--documents")
        assert done.returncode == 1
        assert "files are left; run the command again" in done.stderr
        assert "Traceback" not in done.stderr
        found = papers(tmp_path)
        assert 0 < len(found) < 18
        assert set(found.values()) == {PAPER}
        service.files_until_it_dies = 1_000_000
        again = download(address, tmp_path, "--documents")
    assert (again.returncode, again.stdout.split(" to ")[0]) == (0, f"{18 - len(found)} files downloaded")
    assert f"{len(found)} there already" in again.stdout
    assert list(papers(tmp_path).values()) == [PAPER] * 18
    assert "s3cret" not in done.stdout + done.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise here")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_job_stopped_in_the_middle_says_how_far_it_came(number: int, code: int, tmp_path: Path):
    """At once; the manifest has what is there, nothing half is left, the next run fetches the rest."""
    service = OtherService(dict(OPERATIONS), framing="slow")
    with running(service) as address:
        with started(address, tmp_path, "--documents") as process:
            while process.poll() is None and len(list((tmp_path / "out").rglob("*.pdf"))) < 3:
                pass
            process.send_signal(number)
            _, said = process.communicate(timeout=100)
        assert process.returncode == code
        found = papers(tmp_path)
        assert set(found.values()) == {PAPER}
        assert said.splitlines() == [
            f"{len(found)} of 18 files are there; run the command again for the rest.",
            "Stopped.",
        ]
        assert sorted(row["file"] for row in listed(tmp_path)) == sorted(found)
        again = download(address, tmp_path, "--documents")
    assert (again.returncode, again.stdout.split(" to ")[0]) == (0, f"{18 - len(found)} files downloaded")
