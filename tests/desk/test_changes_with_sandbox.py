"""Two companies over real HTTP: what the receiver changes, the supplier's desk finds in its inbox."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from bunkerdesk.api import BunkerService, Credentials
from bunkerdesk.contract import jsontext
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.editing_bodies import EditKind, upsert_body
from bunkerdesk.sandbox import embedded


@pytest.fixture
def desk(sandbox_desk: Desk) -> Desk:
    """Over real HTTP."""
    return sandbox_desk


async def receiver_moves(sandbox: embedded.Running, reference: str, by: timedelta) -> tuple[str, str]:
    """Moves the bunkering time as the other company; answers it before and after."""
    told = sandbox.told
    credentials = Credentials(told["client_id.receiver"], told["client_secret.receiver"])
    async with BunkerService(sandbox.base_url, credentials) as service:
        nomination = await service.nominations.read(reference)
        body: dict[str, Any] = upsert_body(nomination.as_received or nomination.to_object(), EditKind.RECEIVER)
        before = body["delivery"]["estimatedTimeOfBunkering"]
        after = (datetime.fromisoformat(before) + by).isoformat()
        body["delivery"]["estimatedTimeOfBunkering"] = after
        await service.nominations.put_as_receiver(body)
    return before, after


async def test_what_the_receiver_changes_the_supplier_sees_field_by_field(desk: Desk, sandbox: embedded.Running):
    """First sight is no change; then the new window stands first, before and after, until it is acknowledged."""
    reference = sandbox.told["example.shared"]
    await desk.refresh(reference)
    assert desk.change_log.open_count() == 0
    before, after = await receiver_moves(sandbox, reference, timedelta(hours=26))
    heard = []
    desk.subscribe(heard.append)
    opened = await desk.refresh(reference)
    assert any(changes.log for changes in heard)
    record = next(record for record in opened.records if record.kind == "nomination")
    first = desk.change_log.open_of(record)[0]
    assert first.path == "delivery.estimatedTimeOfBunkering"
    assert first.vessel == desk.nominations.rows([record.id])[record.id].vessel
    told = [datetime.fromisoformat(jsontext.parse(raw)) for raw in (first.before, first.after)]
    assert told == [datetime.fromisoformat(before), datetime.fromisoformat(after)]
    await desk.change_log.acknowledge_all()
    await desk.refresh(reference)
    assert desk.change_log.open_count() == 0
