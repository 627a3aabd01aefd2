"""How a figure stands on paper: all its digits, thousands grouped, decimal point or comma by the port's custom."""

from datetime import datetime
from decimal import Decimal
from typing import Any


def number(value: object, *, comma: bool, grouped: bool = True) -> str:
    """A number with the digits it has: 1813.35 is `1,813.35`, or `1.813,35` where the comma parts decimals."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal | float):
        return str(value)
    text = f"{Decimal(str(value)):{',' if grouped else ''}f}"
    return text.translate(str.maketrans(",.", ".,")) if comma else text


def worded(value: object, *, comma: bool) -> str:
    """A text measurement as it was written; the point of a figure or a bound follows the port's custom."""
    text = str(value)
    plain = text.lstrip("<>-").replace(".", "", 1).isdigit()
    return text.replace(".", ",") if comma and plain else text


def measure(measurement: dict[str, Any] | None, *, comma: bool) -> str:
    """A measurement with its unit; a dash where there is none."""
    if not measurement:
        return "-"
    value = measurement.get("value")
    shown = worded(value, comma=comma) if isinstance(value, str) else number(value, comma=comma)
    return f"{shown} {measurement.get('unit') or ''}".strip()


def moment(text: str | None) -> str:
    """A port-local time as a form has it: `2026-11-18 04:03 (UTC+01:00)`."""
    if not text:
        return "-"
    when = datetime.fromisoformat(text)
    offset = f" (UTC{when.isoformat()[-6:]})" if when.tzinfo else ""
    return f"{when:%Y-%m-%d %H:%M}{offset}"


def clock(text: str | None) -> str:
    """Date and hour alone."""
    return f"{datetime.fromisoformat(text):%Y-%m-%d %H:%M}" if text else "-"
