"""Documents as objects or as JSON texts: the stage takes both, large worlds come as texts."""

from typing import Any

from bunkerdesk.contract import jsontext
from bunkerdesk.sandbox.stage import JsonObject


def opened(document: JsonObject | str) -> JsonObject:
    """The document as an object."""
    if isinstance(document, str):
        value: Any = jsontext.parse(document)
        return dict(value)
    return document


class Template:
    """A JSON text with gaps: made once from an object whose gaps are marks, then filled as often as needed."""

    def __init__(self, document: JsonObject) -> None:
        self._text = jsontext.write(document).decode()

    def filled(self, gaps: dict[str, str]) -> str:
        """The text with every mark replaced; numbers stand for a quoted mark, texts for a bare one."""
        text = self._text
        for mark, value in gaps.items():
            text = text.replace(mark, value)
        return text
