"""What is to be merged, and what came of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pikepdf import Pdf


@dataclass(frozen=True, slots=True)
class Member:
    """A document to be merged; `problem` says why there is no file."""

    title: str
    name: str
    """As the service calls the file."""
    path: str = ""
    sha256: str = ""
    size: int = 0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class MergePlan:
    """What to merge, in this order, and what the cover says; `facts` are labels with their values."""

    target: str
    title: str
    facts: tuple[tuple[str, str], ...]
    members: tuple[Member, ...]
    made_at: str = ""
    has_cover: bool = True
    has_page_numbers: bool = True
    scratch: str = ""
    """A folder for what lies between; one is made and removed where none is given."""
    unfinished: str = ""
    """What the file is called until it is whole, beside the target."""


@dataclass(frozen=True, slots=True)
class MergeResult:
    """A whole merged file; `broken` are titles with what is wrong with them."""

    pages: int
    size: int
    sha256: str
    broken: tuple[tuple[str, str], ...] = ()


class NothingToMerge(Exception):
    """No member can be read; `str()` is a sentence."""


@dataclass
class Part:
    """A member while merging: its pages, or what is wrong with it. `first` counts from 1 in the merged file."""

    member: Member
    pdf: "Pdf | None" = None
    pages: int = 0
    first: int = 0
    problem: str = field(default="")


def page_ranges(parts: Sequence[Part]) -> Iterator[str]:
    """Where each member stands: `3`, `4–9`, empty for one that is not there."""
    for part in parts:
        last = part.first + part.pages - 1
        yield "" if not part.pages else str(part.first) if part.pages == 1 else f"{part.first}–{last}"
