"""The options of `bunkerdesk export`. Light: every start of the program makes them."""

import argparse
from pathlib import Path

KINDS = ("nominations", "operations", "bdns", "findings")

_EPILOG = """\
filter words (all must hold; text is searched as in the window):
  status=accepted port=SGSIN fuel=VLSFO kind=draft        one of several: status=accepted,cancelled
  vessel="Nordic Star" supplier=… receiver=… asset=… reference=…   a part of the name is enough
  from=2026-10-01 to=2026-10-31                            days on the port's clock, both included; or a time
                                                           with its offset: from=2026-10-01T06:00:00+02:00
  ended=2026-10  started=last-month  bunkering=october     a year, month or day on the port's clock, by number or
                                                           name; a..b from one to another; ended:2026-10 works too
  any other word                                           must be found somewhere in the row; text=a=b for odd ones
Times are those of bunkering for nominations, of the start for operations, their notes and findings.

CSV is UTF-8 without a byte order mark; a text that begins like a formula (= + - @) gets an apostrophe in front
unless it is a number. In XLSX a time is the port's clock, its offset stands beside it; a number of more than
fifteen digits is a text.

exit codes: 0 written; 1 written, but some item failed or a filter word is most likely misspelt (each is named on
standard error); 2 nothing written: wrong arguments, none of the references found, no connection, sign-in refused,
service out of reach, file not writable; 130 stopped.
The client secret is read from BUNKERDESK_CLIENT_SECRET, else from the keyring."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command; those of the connection are added by the caller."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.description = "Write nominations, operations, delivery notes or findings into a file."
    parser.add_argument("what", choices=KINDS, help="what is written, one line each")
    parser.add_argument(
        "--to", type=Path, required=True, metavar="FILE", help="the file; its ending .csv or .xlsx chooses the format"
    )
    parser.add_argument(
        "--filter", action="append", default=[], metavar="WORDS", help="narrow what is written; see below"
    )
    parser.add_argument(
        "--reference",
        action="append",
        default=[],
        metavar="R",
        help="write what stands under this reference only; repeatable. One never seen before is read from the service. "
        "Without it everything known is written, after synchronising",
    )
