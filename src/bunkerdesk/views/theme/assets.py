"""Where the program's pictures and type lie: beside the package when installed, beside `src` in a checkout."""

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[2]


@cache
def asset_folder(name: str) -> Path:
    """The folder `resources/<name>`, for example `icons`."""
    for root in (_PACKAGE / "resources", _PACKAGE.parents[1] / "resources"):
        if (folder := root / name).is_dir():
            return folder
    raise FileNotFoundError(f"The program's own files are incomplete: no folder resources/{name}")
