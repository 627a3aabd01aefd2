"""Timestamps: read with their offset, answered in the bunkering port's local time ("Conventions" 2 and 3)."""

from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from bunkerdesk.contract.resource import has_offset


def read_moment(text: str) -> datetime:
    """Read a sent timestamp; raises `ValueError` with a sentence for one without offset or one that cannot be."""
    if not has_offset(text):
        raise ValueError("a timestamp needs an explicit UTC offset (Z, +hh:mm or -hh:mm)")
    try:
        moment = datetime.fromisoformat(text.upper())
        moment.timestamp()
    except (ValueError, OverflowError) as error:
        raise ValueError("this date and time does not exist") from error
    return moment


def local_text(moment: datetime, zone: ZoneInfo | None) -> str:
    """The same instant on the port's clock; without a known port the offset stays as sent.

    Raises `ValueError` at the ends of the calendar, where the instant has no local date.
    """
    try:
        local = moment.astimezone(zone) if zone else moment
    except OverflowError as error:
        raise ValueError("this date and time is out of range") from error
    offset = local.utcoffset() or timedelta()
    if offset.seconds % 60:  # before standard time a zone is off by odd seconds, which no timestamp can say
        local = moment.astimezone(timezone(timedelta(minutes=offset // timedelta(minutes=1))))
    return local.isoformat()


def later(text: str, minutes: int) -> str:
    """A local time text some minutes later on the same offset; callers move it to the port's clock."""
    try:
        return (datetime.fromisoformat(text) + timedelta(minutes=minutes)).isoformat()
    except OverflowError as error:
        raise ValueError("this date and time is out of range") from error


def same_instant(left: str | None, right: str | None) -> bool:
    """Tell whether two timestamp texts name one instant."""
    if left is None or right is None:
        return left is right
    return datetime.fromisoformat(left) == datetime.fromisoformat(right)
