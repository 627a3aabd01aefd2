"""LNG in the table of notes: its rows, what its contents are per cent of, what its figures come to. No Qt."""

from collections.abc import Sequence
from decimal import Decimal, localcontext

from bunkerdesk.contract.delivery_note import DeliveryNote, LngNote, Measurement
from bunkerdesk.rules import wording
from bunkerdesk.rules.lng import iso6578
from bunkerdesk.rules.lng.basis import BTU_PER_MEGAJOULE, KWH_PER_MEGAJOULE, basis_words, frozen, properties_of
from bunkerdesk.rules.lng.checks import basing, mole_fractions
from bunkerdesk.rules.lng.components import NAMES, Composition
from bunkerdesk.rules.measurements import ARITHMETIC, Dimension, reading
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.quantity import nominated, rounded

_HUNDREDTH = Decimal("0.01")
COMPOSITION = "Composition"
CONTENTS = frozenset(NAMES)
"""Python names of the contents, which the interface states without a unit."""
_GROUPS = (
    (COMPOSITION, (*NAMES, "sulphur")),
    ("Quality", ("density", "methane_number", "methane_number_method")),
)


def gas_groups(views: Sequence[Case]) -> list[tuple[str, tuple[str, ...]]]:
    """The fuel properties by group, as Python names."""
    named = {name for _, names in _GROUPS for name in names}
    rest = [name for view in views if view.gas for name in type(view.gas).model_fields if name not in named]
    return [*_GROUPS, ("Heating values", tuple(dict.fromkeys(rest)))]


def composition_words(case: Case) -> tuple[str, str]:
    """The unit of a note's contents, and how it is known."""
    with localcontext(ARITHMETIC):
        return basis_words(Composition.of(case.gas), basing(case))


def composition_title(views: Sequence[Case]) -> str:
    """`Composition, mol % (told by the stated heating value)`; each way once where notes differ."""
    gas = [view for view in views if view.gas and Composition.of(view.gas).contents]
    said = dict.fromkeys(f"{unit} ({how})" for unit, how in map(composition_words, gas))
    return ", ".join((COMPOSITION, *said))


def stated_amounts(note: DeliveryNote) -> dict[str, Measurement]:
    """What an LNG note states as delivered, by the names of its fields; empty where it is one value with a unit."""
    quantity = getattr(note, "quantity_delivered", None)
    fields = quantity.to_object() if isinstance(note, LngNote) and quantity is not None else {}
    found: dict[str, Measurement] = {}
    for name, item in fields.items():
        value, unit = (item.get("value"), item.get("unit")) if isinstance(item, dict) else (None, None)
        if isinstance(value, int | Decimal) and not isinstance(value, bool):
            words = unit if isinstance(unit, str) else None
            found[name] = Measurement.model_construct(value=Decimal(value), unit=words)
    return found


def amounts_of(case: Case) -> dict[str, Measurement]:
    """The stated amounts of the case's note; a single one stands in the row of what was delivered."""
    found = stated_amounts(case.note)
    return found if len(found) > 1 else {}


def compared_amount(case: Case) -> Measurement | None:
    """What was delivered, in the dimension it was nominated in: like beside like; else the mass."""
    asked = nominated(case)
    delivered = asked.delivered(case) if asked else None
    if asked and delivered is not None:
        return Measurement.model_construct(value=rounded(delivered), unit=asked.unit.symbol)
    amount, words = wording.delivered(case.note)
    return None if amount is None else Measurement.model_construct(value=amount, unit=words)


def computed_values(case: Case) -> dict[tuple[int, str], str]:
    """Recomputed values in words by note index and wire name: heating values by mass and volume, liquid density."""
    found: dict[tuple[int, str], str] = {}
    with localcontext(ARITHMETIC):
        for place, one in enumerate(case.of_every_note()):
            for wire, words in _of_note(one).items():
                found[place, wire] = words
    return found


def _of_note(case: Case) -> dict[str, str]:
    gas, told = case.gas, basing(case) if case.lng else None
    if gas is None or told is None:
        return {}
    properties = properties_of(Composition.of(gas), told.assumed, told.best.combustion)
    computed: dict[str, tuple[Decimal | None, Decimal | None]] = {}
    for side in ("gross", "net"):
        mass, volume = getattr(properties, f"{side}_mass"), getattr(properties, f"{side}_volume")
        for suffix, attribute, factor in (
            ("MassMJ", "mass_mj", Decimal(1)),
            ("MassBtu", "mass_btu", BTU_PER_MEGAJOULE),
            ("MassKWh", "mass_kwh", KWH_PER_MEGAJOULE),
        ):
            stated = getattr(gas, f"{side}_heating_value_{attribute}")
            computed[f"{side}HeatingValue{suffix}"] = (stated, mass * factor)
        computed[f"{side}HeatingValueVolumeMJ"] = (getattr(gas, f"{side}_heating_value_volume_mj"), volume)
    fractions = mole_fractions(case)
    at = case.limits.value("lng.temperature")
    density = iso6578.cached_density(frozen(fractions), at) if fractions else None
    computed["density"] = (reading(gas.density, Dimension.DENSITY).exact, density)
    return {wire: _words(*pair) for wire, pair in computed.items() if pair[0] is not None and pair[1] is not None}


def _words(stated: Decimal | None, computed: Decimal | None) -> str:
    if stated is None or not computed or not computed.is_finite() or abs(computed.adjusted()) > 15:
        return ""
    gap = (stated - computed) * 100 / computed
    sign = "+" if gap > 0 else ""
    shown = wording.number(computed.quantize(_HUNDREDTH))
    return f"computed {shown} ({sign}{wording.number(gap.quantize(_HUNDREDTH))} %)" if abs(gap) < 1000 else shown
