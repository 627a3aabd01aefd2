"""What a pasted text looks like, in words, with what can be done with it. No Qt."""

from dataclasses import dataclass

from bunkerdesk.desk.importing_tables import Pasted, Unreadable, kind_of, references_of, text_table

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
            words = f"Looks like a table: {count:,} rows, {table.width} columns".replace(",", "\u202f", 1)
            return Looks("table", words if count > 999 else f"Looks like a table: {count} rows, {table.width} columns")
        case Pasted.REFERENCES:
            count = len(references_of(part))
            words = f"Looks like {'a reference' if count == 1 else f'{count} references'}"
            return Looks(
                "references",
                f"{words}: {'it is' if count == 1 else 'they are'} remembered and read from the service",
                "Remember and read",
            )
        case Pasted.MESSAGE:
            return Looks("message", "Looks like a message", "Read message")
        case _:
            return Looks()
