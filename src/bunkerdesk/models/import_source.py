"""What a pasted text looks like, in words, with what can be done with it. No Qt."""

from dataclasses import dataclass

from bunkerdesk.desk.importing_tables import Pasted, Unreadable, kind_of, references_of, text_table
from bunkerdesk.rules.wording import count_words

ENOUGH = 200_000
"""Letters that are looked at to tell a table from a message."""


@dataclass(frozen=True, slots=True)
class Looks:
    """`action` is `table`, `message`, `references` or empty; `button` says what happens next."""

    action: str = ""
    words: str = ""
    button: str = "Choose columns"


def looks_of(text: str) -> Looks:
    """What a text looks like."""
    part = text[:ENOUGH]
    match kind_of(part):
        case Pasted.TABLE:
            try:
                table = text_table(part)
            except Unreadable as error:
                return Looks("table", error.problem.happened)
            count = len(table.rows) if len(part) == len(text) else text.count("\n")
            size = f"{count_words(count, 'row')}, {count_words(table.width, 'column')}"
            return Looks("table", f"Looks like a table: {size}")
        case Pasted.REFERENCES:
            count = len(references_of(part))
            words = f"Looks like {'a reference' if count == 1 else count_words(count, 'reference')}"
            return Looks(
                "references",
                f"{words}: {'it is' if count == 1 else 'they are'} remembered and read from the service",
                "Remember and read",
            )
        case Pasted.MESSAGE:
            return Looks("message", "Looks like a message", "Read message")
        case _:
            return Looks()
