"""A file to be downloaded, and where to."""

import json
from dataclasses import dataclass, fields
from operator import attrgetter


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file to be downloaded. `document_id` is empty for the merged documents."""

    record: int
    reference: str
    document_id: str
    document_type: str
    document_name: str
    name: str
    """The path below the folder as the pattern gives it, not numbered yet."""
    has_ending: bool = True
    """Whether the ending is known before the content is."""

    @property
    def is_merged(self) -> bool:
        """Whether it is all documents in one file."""
        return not self.document_id

    def to_json(self) -> bytes:
        """For the queue's table."""
        # Thousands at a time: `asdict` copies each value.
        return json.dumps(dict(zip(_NAMES, _values(self), strict=True))).encode()

    @classmethod
    def from_json(cls, raw: bytes) -> "Wanted":
        """Read back what `to_json` wrote."""
        return cls(**json.loads(raw))


_NAMES = tuple(field.name for field in fields(Wanted))
_values = attrgetter(*_NAMES)
