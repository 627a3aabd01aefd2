"""The demo world of the sandbox: invented companies, ships and deals around a moment, the same for the same moment."""

from datetime import UTC, datetime, timedelta

from bunkerdesk.sandbox.stage import StoredNomination, StoredOperation, World
from bunkerdesk.sandbox.world import crowd, drafts, parties, planted
from bunkerdesk.sandbox.world.deals import EXAMPLES, deals
from bunkerdesk.sandbox.world.nominations import nomination
from bunkerdesk.sandbox.world.operations import operation
from bunkerdesk.sandbox.world.places import ports
from bunkerdesk.sandbox.world.products import FUEL_TYPES, STANDARDS
from bunkerdesk.sandbox.world.texts import opened

__all__ = ["begin", "build"]


def build(today: datetime, scale: int | None = None) -> World:
    """The world around a moment (aware); with `scale`, that many nominations, drafts and operations, streamed."""
    now = today.astimezone(UTC).replace(second=0, microsecond=0)
    year = now.replace(month=1, day=1, hour=0, minute=0)
    clients = (parties.SUPPLIER_ID, parties.RECEIVER_ID)
    world = World(
        companies=parties.companies(),
        counterparts={company: parties.counterpart_entities(company) for company in clients},
        contracts={company: parties.contracts(company, year) for company in clients},
        operator_relations=parties.relations(),
        fuel_types=FUEL_TYPES,
        operation_standards=STANDARDS,
        ports=ports(),
        nominations=[],
        drafts=[],
        operations=[],
    )
    if scale is not None:
        world.nominations = crowd.nominations(scale, now)
        world.drafts = crowd.drafts(scale, now)
        world.operations = crowd.operations(scale, now)
        world.examples = crowd.examples(scale)
        return world
    world.nominations, world.operations = _told(now)
    world.drafts = drafts.drafts(now)
    world.examples = dict(EXAMPLES)
    return world


def _told(now: datetime) -> tuple[list[StoredNomination], list[StoredOperation]]:
    """The nominations of all deals, and the operations of those that have one, with their planted cases."""
    nominations: list[StoredNomination] = []
    operations: list[StoredOperation] = []
    for deal in deals(now):
        asked = nomination(deal, now)
        nominations.append(asked)
        if deal.has_operation:
            made = operation(asked, deal.etb, now)
            made.signed_in_browser = "signed" in deal.traits
            planted.plant(made, asked)
            operations.append(made)
    planted.plant_across(operations)
    return nominations, operations


def begin(nomination: StoredNomination, at: datetime) -> StoredOperation | None:
    """The operation of a nomination whose time has come; its first status falls due at `at` (aware).

    None where nothing can be delivered: the nomination is cancelled, or names no fuel.
    """
    if nomination.status == "cancelled" or not opened(nomination.document).get("fuelSpecifications"):
        return None
    created = at.astimezone(UTC)
    made = operation(nomination, created + timedelta(hours=2))
    _, _, *later = made.plan
    made.plan = [(created, "created"), (created + timedelta(minutes=40), "started"), *later]
    made.status, made.last_changed, made.signed_in_browser = "created", created, True
    return made
