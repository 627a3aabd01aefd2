"""What an editor works with, and a section of its form as shown now. No Qt."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from bunkerdesk.contract.nomination import NominationBody
from bunkerdesk.desk.editing_session import EditSession
from bunkerdesk.models.editor_fields import Field, Group
from bunkerdesk.models.editor_options import Options
from bunkerdesk.rules.findings import Finding
from bunkerdesk.rules.nomination_checks import Circumstances

Check = Callable[[EditSession, NominationBody, Circumstances], Sequence[Finding]]
"""Runs the checks with what the desk knows of other nominations."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What the editor works with besides the session."""

    options: Options
    now: Callable[[], datetime]
    desk_zone: tzinfo
    check: Check
    may_send_alongside_time: Callable[[], bool] = lambda: False
    own_company: str = ""


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """A section as shown now; `index` is the item of a repeating one."""

    group: Group
    fields: tuple[Field, ...]
    rare: tuple[Field, ...]
    index: int | None = None
