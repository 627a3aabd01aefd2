"""The command line: which part of the program runs, and what it is told. Heavy parts are loaded when chosen."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bunkerdesk import __version__

if TYPE_CHECKING:
    from bunkerdesk.app.start import Start

CANNOT_RUN = 2
"""Exit code when the program cannot start as asked; the reason is on standard error."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; answers the exit code."""
    if getattr(sys, "frozen", False) and len(sys.argv) == 2 and sys.argv[1].endswith("-worker"):
        return _worker(sys.argv[1])
    arguments = _parser().parse_args(argv)
    match arguments.command:
        case "sandbox":
            from bunkerdesk.sandbox import command as sandbox

            return sandbox.run(arguments)
        case "tour":
            return _tour(arguments)
        case "download":
            from bunkerdesk.app import downloading

            return downloading.run(arguments, _start(arguments))
        case "export":
            from bunkerdesk.app import exporting

            return exporting.run(arguments, _start(arguments))
        case _:
            return _window(arguments)


def _worker(name: str) -> int:
    """Serve as a process beside the window: a packed program has no `-m`."""
    if name == "merge-worker":
        from bunkerdesk.desk import merging_process

        return merging_process.serve(sys.stdin, sys.stdout)
    from bunkerdesk.desk import export_pdf_join

    return export_pdf_join.serve(sys.stdin, sys.stdout)


def data_directory(chosen: Path | None) -> Path:
    """The directory of settings, caches and unsent work: as chosen, else the user's data directory."""
    if chosen:
        return chosen
    from platformdirs import user_data_path

    return user_data_path("bunkerdesk", appauthor=False)


def secret_from_environment() -> str | None:
    """The client secret for this run, if the environment carries one; it is never stored from there."""
    return os.environ.get("BUNKERDESK_CLIENT_SECRET") or None


def _window(arguments: argparse.Namespace) -> int:
    from bunkerdesk import screen

    if reason := screen.complaint():
        print(reason, file=sys.stderr)
        return CANNOT_RUN
    from bunkerdesk import smoothness

    smoothness.before_start()
    from bunkerdesk.app import program

    return program.run(_start(arguments))


def _start(arguments: argparse.Namespace) -> "Start":
    from bunkerdesk.app.start import Start

    return Start(
        data_directory=data_directory(arguments.data_dir),
        base_url=arguments.base_url,
        client_id=arguments.client_id,
        secret=secret_from_environment(),
        sandbox=arguments.sandbox,
    )


def _tour(arguments: argparse.Namespace) -> int:
    from bunkerdesk import screen

    if reason := screen.missing_libraries():
        print(reason, file=sys.stderr)
        return CANNOT_RUN
    # Pictures must not depend on the screen they were taken on.
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["QT_SCALE_FACTOR"] = str(arguments.scale_factor)
    from bunkerdesk.app import tour

    return tour.run(
        tour.Plan(
            out=arguments.out,
            base_url=arguments.base_url,
            client_id=arguments.client_id,
            secret=secret_from_environment(),
            theme=arguments.theme,
            text_size=arguments.text_size,
            only=arguments.only,
            data_directory=arguments.data_dir,
        )
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="bunkerdesk",
        description="The desktop program of a bunker desk. Without a command it opens the window.",
        epilog="The client secret is read from the keyring, or from BUNKERDESK_CLIENT_SECRET.",
    )
    parser.add_argument("--version", action="version", version=f"bunkerdesk {__version__}")
    _add_connection(parser, None)
    parser.add_argument("--sandbox", action="store_true", help="open on the local sandbox, started by itself")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    from bunkerdesk.sandbox import command as sandbox

    sandbox.add_arguments(commands.add_parser("sandbox", help="serve the interface locally, with a demo world"))
    from bunkerdesk.app import download_options, export_options

    export = commands.add_parser("export", help="write lists, delivery notes or findings into a file")
    _add_connection(export, argparse.SUPPRESS)
    export_options.add_arguments(export)
    download = commands.add_parser("download", help="download documents of operations into a folder")
    _add_connection(download, argparse.SUPPRESS)
    download_options.add_arguments(download)
    tour = commands.add_parser("tour", help="drive the window through every view and write pictures")
    _add_connection(tour, argparse.SUPPRESS)
    tour.add_argument("--out", type=Path, required=True, metavar="DIR", help="where pictures and tour.json go")
    tour.add_argument("--theme", choices=["dark", "light", "contrast"], default="light")
    tour.add_argument("--text-size", type=int, default=100, metavar="N", help="size of the text in per cent")
    tour.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="VIEW",
        help="only this view, or views as in 'editor*'; repeatable",
    )
    tour.add_argument("--scale-factor", type=_scale, default=1.0, metavar="X", help="screen scale, 0.5 to 4")
    return parser


def _add_connection(parser: argparse.ArgumentParser, default: str | None) -> None:
    """The options that choose a connection; a command suppresses its default, lest it hide the program's value."""
    parser.add_argument("--base-url", default=default, metavar="URL", help="address of the service")
    parser.add_argument("--client-id", default=default, metavar="ID", help="client id issued by the service")
    parser.add_argument(
        "--data-dir", default=default, type=Path, metavar="D", help="directory of settings, cache and unsent work"
    )


def _scale(text: str) -> float:
    value = float(text)
    if not 0.5 <= value <= 4:
        raise argparse.ArgumentTypeError("a scale factor lies between 0.5 and 4")
    return value


if __name__ == "__main__":
    sys.exit(main())
