"""The options of `bunkerdesk download`, apart from what they do: `--help` loads nothing heavy."""

import argparse
from pathlib import Path

DESCRIPTION = (
    "Download documents, or merged documents, of operations into a folder. Files that are there and unchanged are "
    "skipped, so the same command can run again: after a failure, or every night. The folder gets manifest.csv and "
    "SHA256SUMS."
)
EPILOG = (
    "Exit codes: 0 all is there; 1 some file or reference failed, or a filter word is most likely misspelt: each is "
    "named on standard error; 2 nothing could be done, as when none of the references is found; 130 or 143 stopped. "
    "Fields of a pattern: reference, vessel, imo, port, port_name, date (with a format such as "
    "{date:%Y-%m}), type, name, fuel, number, supplier, receiver, status, ext. Filters are those of bunkerdesk "
    "export, with ended-from=2026-10-01 and ended-to=2026-10-31 for when a delivery ended."
)
MOST_PARALLEL = 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare them."""
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--merged", action="store_true", help="one file an operation: its merged documents")
    what.add_argument("--documents", action="store_true", help="every document by itself")
    parser.add_argument("--to", type=Path, required=True, metavar="DIR", help="the folder; made where needed")
    parser.add_argument("--pattern", default="", metavar="P", help="names below the folder; / makes folders")
    parser.add_argument(
        "--reference", action="append", default=[], metavar="R", help="an operation's reference; may be repeated"
    )
    parser.add_argument(
        "--filter", action="append", default=[], metavar="F",
        help='of all known operations those that match: "status=ended port=NLRTM ended-from=2026-10-01"',
    )  # fmt: skip
    parser.add_argument(
        "--merge-here", action="store_true", help="merge on this computer what the service has no merged file of"
    )
    parser.add_argument(
        "--parallel", type=_parallel, default=4, metavar="N", help=f"files at once, 1 to {MOST_PARALLEL}; default 4"
    )


def _parallel(text: str) -> int:
    value = int(text)
    if not 1 <= value <= MOST_PARALLEL:
        raise argparse.ArgumentTypeError(f"between 1 and {MOST_PARALLEL} files at once")
    return value
