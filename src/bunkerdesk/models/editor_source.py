"""Where an edit came from: the message it was read from with its marks, and what did not come along. No Qt."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.desk.editing_kinds import EditKind
from bunkerdesk.desk.editing_session import EditSession
from bunkerdesk.models.editor_fields import value_at
from bunkerdesk.models.editor_setting import Setting
from bunkerdesk.models.import_cells import accepts
from bunkerdesk.models.import_message import FormLine, Span, form_lines, group_of, spans_of
from bunkerdesk.rules.field_names import field_words
from bunkerdesk.rules.ports import Ports

NO_FIELD = {True: "a draft has no such field", False: "a firm nomination has no such field"}


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something that is not in the nomination: the field, and what the message says of it."""

    path: str
    """The field to go to; empty where this kind of nomination has none."""
    words: str
    text: str = ""
    why: str = ""

    @property
    def sentence(self) -> str:
        """`Receiver order reference: PO-5567`."""
        said = f"{self.words}: {self.text}" if self.text else self.words
        return f"{said} ({self.why})" if self.why else said


@dataclass(frozen=True, slots=True)
class EditorSource:
    """The message of an edit: its recognised pieces, each a line of the form it filled."""

    text: str
    lines: tuple[FormLine, ...]
    spans: tuple[Span, ...]

    @classmethod
    def of(cls, text: str, ports: Ports, now: datetime) -> "EditorSource":
        """Recognise the pieces of a message again; it is kept as it was pasted."""
        lines = form_lines(text, ports, now)
        return cls(text, tuple(lines), tuple(spans_of(lines)))

    def words(self, document: JsonObject) -> list[str]:
        """What is told of each piece: its fields, and which of them are not in the nomination."""
        return [", ".join(self._line_words(number, document) for number in span.lines) for span in self.spans]

    def tones(self, document: JsonObject) -> list[str]:
        """The tone of each piece; one that is not in the nomination is neutral."""
        return [
            group_of(self.lines[span.lines[0]].path)
            if any(_is_held(document, self.lines[number].path) for number in span.lines)
            else "neutral"
            for span in self.spans
        ]

    def left_out(self, document: JsonObject, kind: EditKind) -> list[LeftOut]:
        """Everything recognised that the nomination says nothing of, in the order of the form."""
        return [_left_out(line, kind) for line in self.lines if line.marks and not _is_held(document, line.path)]

    def _line_words(self, number: int, document: JsonObject) -> str:
        line = self.lines[number]
        return line.words if _is_held(document, line.path) else f"{line.words} (not in the nomination)"

    def line_of(self, path: str) -> int | None:
        """The line of a field of the editor; either end of a quantity belongs to the same one."""
        for number, line in enumerate(self.lines):
            own = jump_path(line.path)
            if line.marks and (path == own or path.startswith(f"{own}.")):
                return number
        return None


def source_of(session: EditSession, setting: Setting) -> EditorSource | None:
    """The message of an edit; None where it was not read from one."""
    if not session.source.strip():
        return None
    return EditorSource.of(session.source, setting.options.ports, setting.now())


def _left_out(line: FormLine, kind: EditKind) -> LeftOut:
    if accepts(line.path, kind):
        return LeftOut(jump_path(line.path), line.words, line.text)
    return LeftOut("", line.words, line.text, NO_FIELD[kind is EditKind.DRAFT])


def not_taken_over(session: EditSession) -> list[LeftOut]:
    """What the upsert of the chosen kind does not take of the draft it was made from."""
    return [LeftOut("", field_words(path), why=NO_FIELD[session.kind is EditKind.DRAFT]) for path in session.left_out]


def origin(session: EditSession) -> str:
    """The heading of what did not come along: `Not taken over from draft DR-1`."""
    return f"Not taken over from draft {session.promoted_from}" if session.promoted_from else "Not taken over"


def jump_path(path: str) -> str:
    """The editor's path of a line of the message's form."""
    return f"{path.removesuffix('quantity')}quantityRange" if path.endswith("].quantity") else path


def _is_held(document: JsonObject, path: str) -> bool:
    place = jump_path(path)
    places: Sequence[str] = (place, place.removeprefix("delivery.")) if "laycan" in place else (place,)
    return any(_says(value_at(document, one)) for one in places)


def _says(value: Any) -> bool:
    if isinstance(value, dict):
        return any(value.get(name) is not None for name in value if name != "unit")
    return value is not None and value != ""
