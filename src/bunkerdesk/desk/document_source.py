"""The list of documents as the models read it: `ListSource` over the store."""

from collections.abc import Sequence
from typing import Any

from bunkerdesk.cache import DOCUMENTS
from bunkerdesk.desk.lines import from_microseconds, timestamp
from bunkerdesk.desk.lists import DocumentRow
from bunkerdesk.desk.sources import Source
from bunkerdesk.rules.vocabulary import word

STATES = {"kept": "Have, on this computer", "have": "Have", "missing": "Missing", "failed": "Failed"}
"""How a document stands, in words."""


class DocumentSource(Source):
    """Every document of the known operations, and the required ones that are absent."""

    table = DOCUMENTS

    def rows(self, ids: Sequence[int]) -> dict[int, DocumentRow]:
        """Display rows of a screenful of ids."""
        return self._store.listing(self.table, lambda listing: {row[0]: _row(row) for row in listing.rows(ids)})

    def facet(self, name: str) -> list[tuple[str, str, int]]:
        """All states, also those that no document is in yet: one looked at goes from “have” to “here”."""
        found = super().facet(name)
        if not found or name not in ("state", "status"):
            return found
        there = {value for value, _, _ in found}
        return [*found, *((value, words, 0) for value, words in STATES.items() if value not in there)]

    def of_operations(self, records: Sequence[int]) -> list[int]:
        """The ids of the documents that operations have."""
        return self._store.document_states(lambda states: states.of_records(records))

    def _word(self, facet: str, value: str, word_given: str) -> str:
        if facet == "kind":
            return word("documentType", value)
        return STATES.get(value, value) if facet in ("state", "status") else super()._word(facet, value, word_given)


def _row(values: Sequence[Any]) -> DocumentRow:
    identifier, record, document_id, kind, name, reference, vessel, port_code, port_name, *rest = values
    delivered, size, state, why, seen_at = rest
    return DocumentRow(
        id=identifier,
        record=record,
        document_id=document_id,
        kind=kind,
        name=name,
        reference=reference,
        vessel=vessel,
        port_code=port_code,
        port_name=port_name,
        started=timestamp(delivered),
        size=size,
        state=state,
        why=why,
        seen_at=from_microseconds(seen_at),
        has_problem=state == "failed",
    )
