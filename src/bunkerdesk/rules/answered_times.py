"""Times as services answer them, on the port's clock where one tells them in UTC instead ("Conventions" 3)."""

import re
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.contract.resource import Timestamp
from bunkerdesk.rules.ports import shipped

_TIMES = frozenset(
    {
        *("laycanStart", "laycanEnd", "berthTime", "pilotTime"),
        *("estimatedTimeOfBunkering", "estimatedAlongsideTime", "estimatedTimeOfCompletion"),
        *("estimatedTimeOfArrival", "estimatedTimeOfDeparture"),
    }
)
_IN_UTC = re.compile(r"([Zz]|[+-]00:?00)\s*$")


def on_port_clock(answer: Any) -> Any:
    """A nomination or draft with the same moments by its port's clock; anything else, and any other offset, as it is.

    Only UTC is taken for "not converted": of every other offset the service is the first to know.
    """
    if not isinstance(answer, dict) or not isinstance(answer.get("delivery"), dict):
        return answer
    sections = {name: answer[name] for name in ("delivery", "receiver") if isinstance(answer.get(name), dict)}
    if not any(_is_in_utc(name, value) for section in (answer, *sections.values()) for name, value in section.items()):
        return answer  # without a look at the ports, whose table may not be loaded yet
    zone = _zone(answer["delivery"])
    if zone is None:
        return answer
    return {**_moved(answer, zone), **{name: _moved(section, zone) for name, section in sections.items()}}


def _is_in_utc(name: str, value: object) -> bool:
    return name in _TIMES and isinstance(value, str) and _IN_UTC.search(value) is not None


def _zone(delivery: JsonObject) -> ZoneInfo | None:
    for name in ("bunkeringLocationCode", "portBunkeringLocationCode"):
        code = delivery.get(name)
        found = shipped().zone(code) if isinstance(code, str) else None
        if found:
            return found
    return None


def _moved(section: JsonObject, zone: ZoneInfo) -> JsonObject:
    return {name: _local(value, zone) if _is_in_utc(name, value) else value for name, value in section.items()}


def _local(text: str, zone: ZoneInfo) -> str:
    try:
        local = Timestamp.parse(text).astimezone(zone)
    except (ValueError, OverflowError):
        return text
    offset = local.utcoffset() or timedelta()
    # Before standard time a zone is off by odd seconds, which no timestamp can say.
    return text if not offset or offset.seconds % 60 else local.isoformat()
