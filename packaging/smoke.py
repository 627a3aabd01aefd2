"""Tries a packed program as a person would meet it: `smoke.py PATH-OF-THE-PROGRAM [--quick]`.

Its version, its sandbox over HTTP, an export, documents merged by its own worker, and a tour through every view;
`--quick` leaves the tour out. Any word on standard error that is not known to be harmless is a failure.
"""

import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HARMLESS = re.compile(
    r"This plugin does not support"  # the platform without a screen
    r"|QItemSelectionModel: Selecting when no model has been set"  # a list on its way out, its model gone before it
    r"|^\s*$"
)
LAST_LINE = "ready"
"""The sandbox tells of itself line by line; with this one it serves."""


def run(program: Path, *arguments: str, timeout: int = 600, **environment: str) -> str:
    """Run it to its end; answers what it said, raises when it failed or complained."""
    done = subprocess.run(
        [program, *arguments],
        env={**clean_environment(), **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=timeout,
        check=False,
    )
    complaints = [line for line in done.stderr.splitlines() if not HARMLESS.search(line)]
    if done.returncode or complaints:
        raise SystemExit(f"{' '.join(arguments)}: exit code {done.returncode}\n" + "\n".join(complaints))
    return done.stdout


def clean_environment() -> dict[str, str]:
    """Nothing of the Python around it must help it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "QT_", "VIRTUAL_ENV"))}
    return {**kept, "QT_QPA_PLATFORM": "offscreen"}


@contextmanager
def sandbox(program: Path) -> Iterator[dict[str, str]]:
    """Its sandbox while it serves: what it told of itself."""
    process = subprocess.Popen(
        [program, "sandbox", "--frozen", "--until-input-ends"],
        env=clean_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin
    assert process.stdout
    try:
        told = {}
        for line in process.stdout:
            name, _, value = line.rstrip("\n").partition(": ")
            told[name] = value
            if name == LAST_LINE:
                break
        yield told
    finally:
        process.stdin.close()
        if process.wait(30):
            raise SystemExit(f"sandbox: exit code {process.returncode}")


def main(program: Path, *, is_quick: bool) -> None:
    """Raise `SystemExit` at the first thing that does not work."""
    version = run(program, "--version").split()
    if version[0] != "bunkerdesk":
        raise SystemExit(f"--version said {version}")
    with tempfile.TemporaryDirectory(prefix="bunkerdesk-smoke-") as scratch, sandbox(program) as told:
        with urllib.request.urlopen(f"{told['base_url']}/openapi.json", timeout=30) as answer:
            if answer.status != 200:
                raise SystemExit("the sandbox does not show its interface")
        signed_in = ("--base-url", told["base_url"], "--client-id", told["client_id"])
        secret = {"BUNKERDESK_CLIENT_SECRET": told["client_secret"]}
        room = Path(scratch)
        data = ("--data-dir", str(room / "data"))
        reference = ("--reference", told["example.unsigned"])
        for what, file in (("nominations", "list.csv"), ("bdns", "notes.xlsx")):
            run(program, "export", what, *reference, "--to", str(room / file), *signed_in, *data, **secret)
            if not (room / file).stat().st_size:
                raise SystemExit(f"{file} is empty")
        papers = ("download", "--merged", "--merge-here", "--to", str(room / "papers"))
        run(program, *papers, *reference, *signed_in, *data, **secret)
        if not list((room / "papers").rglob("*.pdf")):
            raise SystemExit("no merged file came")
        if not is_quick:
            run(program, "tour", "--out", str(room / "tour"), timeout=1800)
    print(f"{program} {version[1]} works.")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), is_quick="--quick" in sys.argv)
