"""Company entities, counterpart entities and contracts ("Other resources"): most of their fields are not shown."""

import re
import uuid
from datetime import datetime
from typing import Any

from bunkerdesk.contract import jsontext
from bunkerdesk.contract.resource import has_offset
from bunkerdesk.sandbox.bodies import CONTRACT, COUNTERPART_ENTITY
from bunkerdesk.sandbox.refusals import malformed, unacceptable
from bunkerdesk.sandbox.service import Service
from bunkerdesk.sandbox.tables import JsonObject

_WORD = r"[^\s@.,;:<>()\[\]\"\\\x00-\x1f\x7f]+"
_LABEL = r"[^\W_](?:[\w-]{0,61}[^\W_])?"
_EMAIL = re.compile(rf"{_WORD}(?:\.{_WORD})*@(?:{_LABEL}\.)+{_LABEL}")
_DATE_AND_TIME = re.compile(r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)? ?\S{0,6}")


def put_counterpart(service: Service, caller: str, body: Any) -> JsonObject:
    """Create or update a counterpart entity of the caller; an unknown company is 422."""
    entity = COUNTERPART_ENTITY.read(body)
    if "email" in entity and not _EMAIL.fullmatch(entity["email"]):
        raise malformed("email must be a valid e-mail address.")
    company = entity.get("companyIdentifier")
    if company is not None and service.directory.company(company) is None:
        raise unacceptable("companyIdentifier names no known company.")
    entity.setdefault("reference", made_reference(body))
    entity.setdefault("isActive", True)
    return service.directory.put_counterpart(caller, entity)


def put_contract(service: Service, caller: str, body: Any) -> JsonObject:
    """Create or update a contract of the caller; every timestamp in it needs an offset."""
    contract = CONTRACT.read(body)
    _check_offsets(body)
    contract = {name: item.isoformat() if isinstance(item, datetime) else item for name, item in contract.items()}
    contract.setdefault("reference", made_reference(body))
    return service.directory.put_contract(caller, contract)


def made_reference(body: Any) -> str:
    """A reference for a body without one; the same body gets the same, so that a repeated PUT makes no second."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, jsontext.write(body).hex()))


def _check_offsets(value: Any) -> None:
    """The fields of a contract are not shown, so whatever looks like a timestamp is held to the rule."""
    match value:
        case dict():
            for item in value.values():
                _check_offsets(item)
        case list():
            for item in value:
                _check_offsets(item)
        case str() if _DATE_AND_TIME.fullmatch(value) and not has_offset(value):
            raise malformed("A timestamp needs an explicit UTC offset (Z, +hh:mm or -hh:mm).")
        case _:
            pass
