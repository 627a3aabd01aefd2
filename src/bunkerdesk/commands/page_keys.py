"""Keys of one part of the window that are no commands, for the shortcut sheet: what has the focus hears them."""

from bunkerdesk.commands.registry import SheetGroup, SheetLine, native

_Line = tuple[str, str, tuple[str, ...]]

WINDOW: tuple[_Line, ...] = (
    ("Next part of the window", "Go round: search, pages, the page, its details.", ("F6",)),
    ("Menu of the program", "Colours, text size, the connection.", ("F10",)),
    ("Fold the details away", "Fold the details away, or back.", ("F9",)),
    ("Filter", "Put the cursor into the filter of the page; on a table typing does it too.", ("Ctrl+F",)),
)
BOARD: tuple[_Line, ...] = (
    ("Former or next bar", "Choose a bar of the same asset by time.", ("Left", "Right")),
    ("Another asset", "Choose the bar nearest in time of the asset above or below.", ("Up", "Down")),
    ("Show the details", "Show the details of the bar; while it is moved, open the editor.", ("Return",)),
    ("Move by a quarter of an hour", "Return then opens the editor; nothing is sent.", ("Alt+Left", "Alt+Right")),
    ("Move by an hour", "Return then opens the editor; nothing is sent.", ("Alt+Shift+Left", "Alt+Shift+Right")),
    ("Shorter or longer", "Change the duration by a quarter of an hour.", ("Alt+Down", "Alt+Up")),
    ("Give a move up", "Put the bar back where it was.", ("Esc",)),
    ("Now", "Bring now into view.", ("Home",)),
    ("Earlier or later", "Go through time by a screen.", ("PgUp", "PgDown")),
    ("Zoom in or out", "Show less or more time.", ("+", "-")),
)
EDITOR: tuple[_Line, ...] = (
    ("Send", "Send what is edited.", ("Ctrl+Return",)),
    ("Undo or redo", "Across all fields.", ("Ctrl+Z", "Ctrl+Y")),
    ("Known values", "Offer what is known for the field.", ("F4",)),
    ("Step a time", "By a quarter of an hour; with Shift by an hour.", ("Up", "Down")),
    ("Step a time by a day", "A day later or earlier.", ("PgUp", "PgDown")),
    ("Add a fuel", "Begin another fuel.", ("Alt+F",)),
)
IMPORT: tuple[_Line, ...] = (
    ("Go on", "To the next step; in the grid, send.", ("Ctrl+Return",)),
    ("Go back", "To the step before.", ("Esc",)),
    ("Next or former remark", "Go to the next cell with something to look at.", ("F8", "Shift+F8")),
    ("Fill down", "Copy the first selected cell into those below.", ("Ctrl+D",)),
    ("Empty cells", "Clear the selected cells.", ("Del",)),
    ("Remove rows", "Take the selected rows out of the grid.", ("Ctrl+Del",)),
    ("Leave rows out", "Keep the selected rows from being sent, or take them in again.", ("Ctrl+L",)),
)
PAPER: tuple[_Line, ...] = (
    ("Find", "Search the text of the document.", ("Ctrl+F",)),
    ("Next or former place", "Go through what was found.", ("F3", "Shift+F3")),
    ("Zoom in or out", "Larger or smaller.", ("+", "-")),
    ("Fit", "Fit the width, or the whole picture.", ("0",)),
    ("Print", "Print the document.", ("Ctrl+P",)),
    ("Save a copy", "Save the document elsewhere.", ("Ctrl+S",)),
)


def page_keys() -> tuple[SheetGroup, ...]:
    """The blocks of the shortcut sheet behind those of the commands."""
    blocks = (
        ("In the window", WINDOW),
        ("On the schedule", BOARD),
        ("In the editor", EDITOR),
        ("In the import table", IMPORT),
        ("In a document", PAPER),
    )
    return tuple(SheetGroup(title, tuple(_line(title, *line) for line in lines)) for title, lines in blocks)


def _line(title: str, text: str, description: str, shortcuts: tuple[str, ...]) -> SheetLine:
    return SheetLine(f"{title}: {text}", text, description, tuple(map(native, shortcuts)))
