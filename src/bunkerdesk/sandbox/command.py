"""`bunkerdesk sandbox`: serve on loopback until told to stop."""

import argparse
import sys
from pathlib import Path

BUSY = 2
"""Exit code when the port or the data directory cannot be had."""


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError("a port lies between 0 and 65535")
    return number


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("--port", type=_port, default=0, metavar="N", help="port on loopback (default: any free one)")
    parser.add_argument(
        "--data-dir", type=Path, metavar="D", help="keep the data here across starts (default: temporary)"
    )
    parser.add_argument("--frozen", action="store_true", help="stop the simulated clock")
    parser.add_argument("--scale", type=_count, metavar="N", help="N nominations, drafts and operations")
    parser.add_argument(
        "--references",
        type=Path,
        metavar="FILE",
        help="write the references the first company can access, one a line: the service itself lists none",
    )
    # For a program that starts the sandbox: end with it, however it ends.
    parser.add_argument("--until-input-ends", action="store_true", help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    """Serve; 0 after SIGINT or SIGTERM, 2 with a sentence when the port or the data directory cannot be had."""
    from bunkerdesk.sandbox.serving import listen, serve
    from bunkerdesk.sandbox.store import StoreProblem

    try:
        listener = listen(arguments.port)
    except OSError as error:
        sys.stderr.write(f"Port {arguments.port} on 127.0.0.1 cannot be had: {error.strerror}.\n")
        return BUSY
    with listener:
        try:
            serve(listener, arguments)
        except StoreProblem as problem:
            sys.stderr.write(f"{problem}\n")
            return BUSY
        except OSError as error:
            sys.stderr.write(f"{error.filename} cannot be written: {error.strerror}.\n")
            return BUSY
        except KeyboardInterrupt:  # before the server took over the signal
            return 0
    return 0


def main(arguments: list[str] | None = None) -> int:
    """The command by itself: `python -m bunkerdesk.sandbox`."""
    parser = argparse.ArgumentParser(prog="bunkerdesk sandbox", description=__doc__)
    add_arguments(parser)
    return run(parser.parse_args(arguments))
