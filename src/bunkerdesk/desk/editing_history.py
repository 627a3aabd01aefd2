"""Undo and redo of one edit: bounded, kept with the edit, typing in one field counted as one step."""

from dataclasses import dataclass, field
from typing import Any

from bunkerdesk.contract.jsontext import JsonObject, same_meaning
from bunkerdesk.desk.editing_paths import MISSING, Steps, with_value

MOST_STEPS = 200
TOGETHER = 1.5
"""Seconds within which changes of one field are one step."""


@dataclass(frozen=True, slots=True)
class Move:
    """A member of the document at `steps` became another one; `MISSING` stands for none."""

    steps: Steps
    before: Any
    after: Any

    def to_object(self) -> JsonObject:
        """For the store."""
        kept: JsonObject = {"steps": list(self.steps)}
        if self.before is not MISSING:
            kept["before"] = self.before
        if self.after is not MISSING:
            kept["after"] = self.after
        return kept

    @classmethod
    def of(cls, kept: JsonObject) -> "Move":
        """From the store."""
        return cls(tuple(kept["steps"]), kept.get("before", MISSING), kept.get("after", MISSING))


@dataclass(frozen=True, slots=True)
class Step:
    """Moves that are taken back together; `field` is the field in which it happened."""

    moves: tuple[Move, ...]
    field: str = ""

    def to_object(self) -> JsonObject:
        """For the store."""
        return {"field": self.field, "moves": [move.to_object() for move in self.moves]}

    @classmethod
    def of(cls, kept: JsonObject) -> "Step":
        """From the store."""
        return cls(tuple(map(Move.of, kept["moves"])), str(kept["field"]))


@dataclass(slots=True)
class History:
    """What can be undone and redone."""

    done: list[Step] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)
    _typed_at: float = float("-inf")

    def add(self, step: Step, moment: float) -> None:
        """Add a step; `moment` in seconds of a steady clock. What was undone cannot be redone any more."""
        last = self.done[-1] if self.done else None
        self.undone.clear()
        if last and moment - self._typed_at <= TOGETHER and _continues(last, step):
            self.done[-1] = Step((*last.moves[:-1], _joined(last.moves[-1], step.moves[0])), last.field)
        else:
            self.done.append(step)
            del self.done[:-MOST_STEPS]
        self._typed_at = moment

    def end_of_typing(self) -> None:
        """The next change is a step of its own."""
        self._typed_at = float("-inf")

    def undo(self, document: JsonObject) -> tuple[JsonObject, Step] | None:
        """The document before the last step; None where there is none."""
        if not self.done:
            return None
        self.end_of_typing()
        step = self.done.pop()
        self.undone.append(step)
        for move in reversed(step.moves):
            document = with_value(document, move.steps, move.before)
        return document, step

    def redo(self, document: JsonObject) -> tuple[JsonObject, Step] | None:
        """The document after the step that was undone last; None where there is none."""
        if not self.undone:
            return None
        self.end_of_typing()
        step = self.undone.pop()
        self.done.append(step)
        for move in step.moves:
            document = with_value(document, move.steps, move.after)
        return document, step

    def to_object(self) -> JsonObject:
        """For the store."""
        return {
            "done": [step.to_object() for step in self.done],
            "undone": [step.to_object() for step in self.undone],
        }

    @classmethod
    def of(cls, kept: Any) -> "History":
        """From the store; one that cannot be read is begun anew."""
        try:
            return cls([Step.of(step) for step in kept["done"]], [Step.of(step) for step in kept["undone"]])
        except (KeyError, TypeError, AttributeError):
            return cls()


def move_between(before: JsonObject, after: JsonObject) -> Move | None:
    """The one move from a document to another: the deepest object in which all of the difference lies."""
    old: Any = before
    new: Any = after
    steps: Steps = ()
    if same_meaning(old, new):
        return None
    while isinstance(old, dict) and isinstance(new, dict):
        keys = [
            key for key in {**old, **new} if key not in old or key not in new or not same_meaning(old[key], new[key])
        ]
        if len(keys) != 1:
            break
        steps = (*steps, keys[0])
        old, new = old.get(keys[0], MISSING), new.get(keys[0], MISSING)
    return Move(steps, old, new)


def _continues(last: Step, step: Step) -> bool:
    """Typing goes on in the field of the last step."""
    return (
        bool(step.field)
        and last.field == step.field
        and len(step.moves) == 1
        and len(last.moves[-1].steps) <= len(step.moves[0].steps)
        and step.moves[0].steps[: len(last.moves[-1].steps)] == last.moves[-1].steps
        and last.moves[-1].after is not MISSING
    )


def _joined(first: Move, second: Move) -> Move:
    relative = second.steps[len(first.steps) :]
    return Move(first.steps, first.before, with_value(first.after, relative, second.after))
