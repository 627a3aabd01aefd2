"""What must stand on the paper and is in no field of the interface: somebody has to look."""

from dataclasses import dataclass

from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.checkset import FuelSet
from bunkerdesk.rules.notes.parties import APPENDIX_V


@dataclass(frozen=True, slots=True)
class Glance:
    """One thing to look for on the paper."""

    key: str
    words: str
    source: str


_SUPPLIER = Glance("supplier", "Supplier's address and telephone on the note", f"{APPENDIX_V} item 4")
_OF_OIL = (
    _SUPPLIER,
    Glance(
        "declaration",
        "Declaration signed, one sulphur box ticked",
        f"{APPENDIX_V} item 10: reg. 14.1 value, reg. 14.4 value or purchaser's limit",
    ),
    Glance(
        "seals",
        "Sample seals on the note as on the bottles",
        "MARPOL Annex VI reg. 18.8.1: the sample is sealed, signed and kept",
    ),
)


def to_look_for(case: Case) -> tuple[Glance, ...]:
    """What to look for on the papers of an operation, once for all its notes."""
    sets = {one.fuel_set for one in case.of_every_note()}
    if any(each.is_oil for each in sets):
        return _OF_OIL
    return (_SUPPLIER,) if sets & {FuelSet.LNG, FuelSet.METHANOL, FuelSet.LOW_FLASH} else ()
