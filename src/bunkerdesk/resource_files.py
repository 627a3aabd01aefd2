"""Where the data the program reads is found: inside the installed package, or beside it in a checkout."""

from functools import lru_cache
from pathlib import Path


@lru_cache(maxsize=1)
def root() -> Path:
    """The folder of the resources; raises `FileNotFoundError` when the installation is incomplete."""
    package = Path(__file__).parent
    for candidate in (package / "resources", package.parent.parent / "resources"):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"no resources beside {package}: the installation is incomplete")


def path(*parts: str) -> Path:
    """The path of a resource: `path("data", "ports.csv")`. It need not exist."""
    return root().joinpath(*parts)
