"""One line of the list of documents."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DocumentLine:
    """A document as its operation lists it; `why` says what a missing one is needed for."""

    slot: str
    """Tells the lines of one operation apart."""
    document_id: str
    kind: str
    """The document type as received."""
    name: str
    reference: str
    vessel: str
    port_code: str
    port_name: str
    delivered: str | None
    """When the delivery ended, else began; the text as received."""
    is_missing: bool
    why: str
    moment: int
    text: str
