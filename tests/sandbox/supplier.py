"""What the tests of the supplier's upsert share: a body that is accepted, and sending it."""

from typing import Any

from tests.sandbox.conftest import Caller

from bunkerdesk.contract import jsontext

PATH = "/v1/nominations/supplier"

Object = dict[str, Any]


def upsert(reference: str = "P-1", delivery: Object | None = None, **sections: Any) -> Object:
    return {
        "clientReference": reference,
        "delivery": {"estimatedTimeOfBunkering": "2026-12-01T10:00:00+01:00", **(delivery or {})},
        "receiver": {"companyIdentifier": "REC"},
        **sections,
    }


async def put(caller: Caller, body: Object, status: int = 200) -> Any:
    answer = await caller.put(PATH, body)
    assert answer.status_code == status, answer.text
    return jsontext.parse(answer.content)
