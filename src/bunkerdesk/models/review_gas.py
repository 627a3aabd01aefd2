"""What the figures of an LNG note come to when computed from its composition, beside what is stated. No Qt."""

from decimal import Decimal, localcontext

from bunkerdesk.rules import wording
from bunkerdesk.rules.lng import iso6578
from bunkerdesk.rules.lng.basis import BTU_PER_MEGAJOULE, KWH_PER_MEGAJOULE, frozen, properties_of
from bunkerdesk.rules.lng.checks import basing, mole_fractions
from bunkerdesk.rules.lng.components import Composition
from bunkerdesk.rules.measurements import ARITHMETIC, Dimension, reading
from bunkerdesk.rules.notes.case import Case

_HUNDREDTH = Decimal("0.01")


def computed_values(case: Case) -> dict[tuple[int, str], str]:
    """Recomputed values in words by note index and wire name: heating values by mass and volume, liquid density."""
    found: dict[tuple[int, str], str] = {}
    with localcontext(ARITHMETIC):
        for place in range(len(case.notes)):
            for wire, words in _of_note(case.of_note(place)).items():
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
