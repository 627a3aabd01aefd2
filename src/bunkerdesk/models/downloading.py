"""What the dialogs of downloading and merging ask and answer. No Qt, nothing of the desk."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

Option = tuple[str, str, str]
"""Key, words and a hint."""


@dataclass(frozen=True, slots=True)
class DownloadChoice:
    """What a person decided: `rows` and `what` are keys of options."""

    rows: str
    what: str
    folder: str
    pattern: str
    merge_here: bool
    parallel: int


@dataclass(frozen=True, slots=True)
class NamePreview:
    """The first names a pattern gives, and a word about all of them; `problem` says why it cannot be used."""

    names: tuple[str, ...] = ()
    note: str = ""
    problem: str = ""


PreviewNames = Callable[[DownloadChoice], Awaitable[NamePreview]]


@dataclass(frozen=True, slots=True)
class MergeMember:
    """A document that may go into a merged file."""

    document_id: str
    title: str
    name: str
