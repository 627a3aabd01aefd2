"""The contents of an LNG: what they add up to and whether LNG has them (L01, L02). What is not stated is not zero."""

from decimal import Decimal

from bunkerdesk.rules import wording
from bunkerdesk.rules.findings import Finding
from bunkerdesk.rules.lng.checks import NOT_LNG, figure, mole_percents
from bunkerdesk.rules.lng.components import HEAVY, NAMES, Composition
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.outcomes import ERROR, WARNING, Judged, judged, missing, not_applicable, passed

_PLACE = "fuelProperties"
_MAIN = tuple(name for name in NAMES.values() if name not in HEAVY)
_HEAVY_WORDS = "pentanes and heavier"


def _not_stated(stated: Composition) -> list[str]:
    """What the note leaves out, in words."""
    names = [wording.field_words(name).lower() for name in _MAIN if name not in stated.contents]
    heavy = [name for name in HEAVY if name not in stated.contents]
    return [*names, *([_HEAVY_WORDS if len(heavy) == len(HEAVY) else f"some {_HEAVY_WORDS}"] if heavy else [])]


def l01_sum(case: Case) -> Judged:
    """The contents add up to 100: within 0.05 good, within 0.5 a warning, beyond an error.

    What lacks may be what is not stated: then nothing can be said, unless only the pentanes and heavier are left
    out and more is lacking than LNG has of them.
    """
    if case.lng is None:
        return not_applicable(NOT_LNG)
    composition = Composition.of(case.gas)
    if not composition.contents:
        return missing("no contents are stated")
    good, most = case.limits["lng.sum_good"], case.limits["lng.sum_tolerance"]
    total, out = wording.number(composition.total), _not_stated(composition)
    gap = abs(composition.total - 100)
    if gap <= good.value:
        return passed(f"not stated: {', '.join(out)}" if out else "")
    if abs(composition.total * 100 - 100) <= most.value:
        sentence = f"Contents add up to {total}: they look like fractions, not per cent,"
        return judged([case.finding("L01", WARNING, sentence, good.source, (total,), _PLACE)])
    if composition.total < 100 and _may_lack(case, composition, gap - good.value):
        return missing(f"what is stated adds up to {total} %; not stated: {', '.join(out)}")
    limit, severity = (good, WARNING) if gap <= most.value else (most, most.weigh(ERROR, lambda shipped: gap > shipped))
    sentence = f"Contents add up to {total} %, not to 100 ± {wording.number(limit.value)} %,"
    found = case.finding("L01", severity, sentence, limit.source, (f"{total} %",), _PLACE)
    return judged([found.beside(f"not stated: {', '.join(out)}") if out else found])


def _may_lack(case: Case, composition: Composition, gap: Decimal) -> bool:
    """Whether what is not stated may be what lacks of 100."""
    if any(name not in composition.contents for name in _MAIN):
        return True
    return any(name not in composition.contents for name in HEAVY) and gap <= case.limits.value("lng.heavy")


def l02_contents(case: Case) -> Judged:
    """No content is negative; methane, nitrogen and the heavy ones are as LNG has them, in mole per cent."""
    if case.lng is None:
        return not_applicable(NOT_LNG)
    composition = Composition.of(case.gas)
    negative = [_negative(case, name, value) for name, value in composition.contents.items() if value < 0]
    if negative:
        return judged(negative)
    percents = mole_percents(case)
    if percents is None:
        return missing("methane is not stated, or the contents do not add up")
    nitrogen = percents.get("nitrogen")
    # Of the heavy ones the stated alone may be too much; together with what is not stated they are more.
    heavy = sum((percents[name] for name in HEAVY if name in percents), Decimal(0))
    out = [words for words in _not_stated(composition) if words == "nitrogen" or words.endswith(_HEAVY_WORDS)]
    found = [
        _content(case, "Methane", percents["methane"], ("lng.methane_least", "lng.methane_low"), "min"),
        _content(case, "Nitrogen", nitrogen, ("lng.nitrogen_most", "lng.nitrogen"), "max"),
        _content(case, "Pentanes and heavier", heavy, ("lng.heavy",), "max"),
    ]
    return judged(found, f"not judged, because not stated: {', '.join(out)}" if out else "")


def _negative(case: Case, name: str, value: Decimal) -> Finding:
    shown = f"{wording.number(value)} %"
    sentence, source = f"Content {shown} of {name} is negative", "a content cannot be negative"
    return case.finding("L02", ERROR, sentence, source, (shown,), f"{_PLACE}.{name}")


def _content(case: Case, words: str, value: Decimal | None, keys: tuple[str, ...], bound: str) -> Finding | None:
    """The first (strictest) limit that is broken; nothing of what is not stated."""
    if value is None:
        return None
    for key in keys:
        limit = case.limits[key]
        if (value < limit.value) if bound == "min" else (value > limit.value):
            side = "below" if bound == "min" else "above"
            shown, at = f"{figure(value)} mol %", f"{wording.number(limit.value)} mol %"
            severity = limit.weigh(ERROR if len(keys) > 1 and key == keys[0] else WARNING)
            field = {"Methane": ".methane", "Nitrogen": ".nitrogen"}.get(words, "")
            sentence = f"{words} {shown} is {side} {at}"
            return case.finding("L02", severity, sentence, limit.source, (shown, at), _PLACE + field)
    return None
