"""How long a bunker delivery note and its sample are kept (MARPOL Annex VI reg. 18)."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.quality import delivery_day


@dataclass(frozen=True, slots=True)
class Retention:
    """`sample_until` is the earliest: the sample is also kept until the fuel is substantially consumed.

    None where no sample is taken: gas and low-flashpoint fuels.
    """

    delivered: date
    note_until: date
    sample_until: date | None
    note_source: str
    sample_source: str


def months_later(day: date, months: int) -> date:
    """The same day some months later; the month's last day where there is no such day. Ends with year 9999."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if year > date.max.year:
        return date.max
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def retention(case: Case) -> Retention:
    """Until when the note under the case and its sample are kept."""
    day = delivery_day(case)
    years, months = case.limits["retention.note_years"], case.limits["retention.sample_months"]
    is_sampled = case.fuel_set.is_oil
    return Retention(
        day,
        months_later(day, _whole(years.value * 12)),
        months_later(day, _whole(months.value)) if is_sampled else None,
        years.source,
        f"{months.source}; until substantially consumed" if is_sampled else "no MARPOL sample of gas and methanol",
    )


def _whole(months: Decimal) -> int:
    """Months within reason: a limit set at the desk may be anything."""
    return int(min(max(months, Decimal(0)), Decimal(12_000)))
