"""Puts a world into an empty store, row by row, so that a large one never stands in memory."""

import itertools
import secrets
import sqlite3
from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime

from bunkerdesk.contract import jsontext
from bunkerdesk.sandbox.clock import utc_text
from bunkerdesk.sandbox.stage import StoredDocument, StoredDraft, StoredNomination, StoredOperation, World
from bunkerdesk.sandbox.store import Store
from bunkerdesk.sandbox.tables import (
    INSERT_DOCUMENT,
    INSERT_DRAFT,
    INSERT_NOMINATION,
    INSERT_OPERATION,
    JsonObject,
    write_text,
)

_MANY = 2000


def seed(store: Store, world: World, now: datetime) -> None:
    """Fill an empty store: directory, clients with fresh secrets, nominations, drafts, operations and plans."""
    with store.transaction() as connection:
        _seed_directory(store, world)
        _seed_clients(store, world)
        for name, reference in world.examples.items():
            store.set(f"example.{name}", reference)
        _insert(connection, INSERT_NOMINATION, map(_nomination_values, world.nominations))
        _insert(connection, INSERT_DRAFT, map(_draft_values, world.drafts))
        for operation in world.operations:
            insert_operation(connection, operation, now)
        store.set("seeded", now.isoformat())


def insert_operation(connection: sqlite3.Connection, operation: StoredOperation, now: datetime) -> int:
    """Add an operation; what its plan says of the past has happened, the rest is left to the clock."""
    passed = [step for step in operation.plan if step[0] <= now]
    changed, status = passed[-1] if passed else (operation.last_changed, operation.status)
    values = (
        operation.reference or _reference(operation.document),
        operation.supplier_company,
        operation.receiver_company,
        operation.supplier_operator,
        operation.receiver_operator,
        status,
        operation.signed_in_browser,
        utc_text(changed),
        write_text(operation.document),
    )
    number = connection.execute(INSERT_OPERATION, values).lastrowid or 0
    connection.executemany(
        "INSERT INTO plans VALUES (?, ?, ?)",
        [(number, int(at.timestamp()), status) for at, status in operation.plan if at > now],
    )
    connection.executemany(
        INSERT_DOCUMENT,
        [_document_values(number, position, document) for position, document in enumerate(operation.documents)],
    )
    return number


def _seed_directory(store: Store, world: World) -> None:
    for company in world.companies:
        document = asdict(company)
        entities = document.pop("entities")
        store.put_directory("company", "", company.identifier, document)
        for entity in entities:
            store.put_directory("entity", company.identifier, entity["reference"], entity)
    for kind, lists in (("counterpart", world.counterparts), ("contract", world.contracts)):
        for owner, items in lists.items():
            for item in items:
                store.put_directory(kind, owner, item["reference"], item)
    for relation in world.operator_relations:
        store.put_directory("relation", relation.owner, relation.operator, asdict(relation))
    for fuel_type in world.fuel_types:
        store.put_directory("fuel_type", "", fuel_type["name"], fuel_type)
    for standard in world.operation_standards:
        store.put_directory("standard", "", standard.code, asdict(standard))
    for port in world.ports.values():
        store.put_directory("port", "", port.code, asdict(port))


def _seed_clients(store: Store, world: World) -> None:
    for company in world.companies:
        if company.is_client:
            store.set(f"client.{company.is_client}.company", company.identifier)
            store.set(f"client.{company.is_client}.id", f"sandbox-{company.is_client}-{secrets.token_hex(4)}")
            store.set(f"client.{company.is_client}.secret", secrets.token_urlsafe(32))


def _insert(connection: sqlite3.Connection, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
    rows = iter(rows)
    while part := list(itertools.islice(rows, _MANY)):
        connection.executemany(statement, part)


def _nomination_values(nomination: StoredNomination) -> tuple[object, ...]:
    return (
        nomination.reference or _reference(nomination.document),
        nomination.supplier_company,
        nomination.receiver_company,
        nomination.created_by,
        nomination.supplier_operator,
        nomination.receiver_operator,
        nomination.status,
        utc_text(nomination.last_changed),
        write_text(nomination.document),
    )


def _draft_values(draft: StoredDraft) -> tuple[object, ...]:
    supplier = draft.document.get("supplier", {}) if isinstance(draft.document, dict) else {}
    return (
        draft.reference or _reference(draft.document),
        draft.company,
        supplier.get("assetOperatorCompanyIdentifier"),
        draft.status,
        utc_text(draft.last_changed),
        write_text(draft.document),
    )


def _document_values(operation: int, position: int, document: StoredDocument) -> tuple[object, ...]:
    return (
        operation,
        position,
        document.document_id,
        document.type,
        document.name,
        document.content_type,
        document.fuel_index,
        document.from_status,
        write_text(document.recipe),
    )


def _reference(document: JsonObject | str) -> str:
    plain = jsontext.parse(document) if isinstance(document, str) else document
    return str(plain["clientReference"])
