"""The figures of the overview as tiles and bars ready to paint. Wording comes from `rules.wording`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from bunkerdesk.desk.overview_figures import Against, Carbon, DayLoad, Overview, Total
from bunkerdesk.rules import wording

NOMINATIONS, OPERATIONS, DOCUMENTS = "nominations", "operations", "documents"
MOST_BARS = 8
"""Further ones are added up as the last."""
Ids = frozenset[int]


@dataclass(frozen=True, slots=True)
class Target:
    """The list behind a figure."""

    page: str
    words: str
    ids: Ids


@dataclass(frozen=True, slots=True)
class Tile:
    """One figure with its words; `target` is None where nothing stands behind it."""

    key: str
    figure: str
    words: str
    hint: str = ""
    tone: str = "neutral"
    target: Target | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a bar in one tone; `size` is for the eye only."""

    size: float
    tone: str
    words: str


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its label, the figure in words, its parts.

    A range has ends and a mark instead, as shares above or below the middle of what was nominated.
    """

    key: str
    label: str
    figure: str
    parts: tuple[Part, ...] = ()
    target: Target | None = None
    spoken: str = ""
    low: float = 0.0
    high: float = 0.0
    mark: float = 0.0
    tone: str = "accent"
    hint: str = ""

    @property
    def size(self) -> float:
        """How long it is beside others."""
        return max(sum(part.size for part in self.parts), abs(self.low), abs(self.high), abs(self.mark))


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything on the page."""

    is_empty: bool = True
    is_whole: bool = False
    """Whether the deliveries are added up."""
    attention: tuple[Tile, ...] = ()
    delivered: tuple[Tile, ...] = ()
    days: tuple[Bar, ...] = ()
    by_fuel: tuple[Bar, ...] = ()
    by_port: tuple[Bar, ...] = ()
    by_counterparty: tuple[Bar, ...] = ()
    by_month: tuple[Bar, ...] = ()
    against: tuple[Bar, ...] = ()
    carbon: tuple[Bar, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()
    """Tones of the days with their words."""
    carbon_source: str = ""
    note: str = ""
    """How many notes the figures rest on."""


def picture_of(overview: Overview, open_reviews: Ids | None) -> Picture:
    """Tiles and bars; `open_reviews` is None where nothing is known of reviews."""
    attention, days = (
        tuple(_attention(overview, open_reviews)),
        tuple(_day(load, overview.today) for load in overview.days),
    )
    legend = tuple((tone, words) for tone, words, _ in _STATES)
    is_empty = not overview.nominations and not overview.operations
    if not overview.is_whole:
        return Picture(is_empty, attention=attention, days=days, legend=legend, note="Adding up…")
    return Picture(
        is_empty,
        is_whole=True,
        attention=attention,
        delivered=tuple(_delivered(overview)),
        days=days,
        by_fuel=_bars(overview.by_fuel, "fuel"),
        by_port=_bars(overview.by_port, "port"),
        by_counterparty=_bars(overview.by_counterparty, "counterparty"),
        by_month=tuple(_month(total) for total in overview.by_month),
        against=tuple(_against(one) for one in overview.against[:MOST_BARS]),
        carbon=tuple(_carbon(one) for one in overview.by_factor),
        legend=legend,
        carbon_source=_source(overview.by_factor),
        note=_note(overview),
    )


def _note(overview: Overview) -> str:
    """How many notes the figures rest on, and which of them the bars lack."""
    words = [wording.count_words(overview.notes, "delivery note")]
    if silent := overview.delivered.left_out:
        lacking = wording.count_words(silent, "states no mass and is", "state no mass and are")
        words.append(f"{lacking} not in the tonnes")
    if repeated := overview.repeated:
        words.append(f"{wording.count_words(repeated, 'repetition')} left out")
    return "; ".join(words)


def _tile(key: str, target: Target, tone: str, hint: str) -> Tile:
    figure = wording.number(len(target.ids))
    if not target.ids:
        return Tile(key, figure, target.words, hint)
    return Tile(key, figure, target.words, hint, tone, target)


def _attention(overview: Overview, open_reviews: Ids | None) -> Iterable[Tile]:
    lacking = overview.missing_at
    missing = f"Of {wording.count_words(lacking, 'operation')}" if lacking else "All are there"
    yield _tile("late", Target(NOMINATIONS, "Late", overview.late), "error", "Not begun in time")
    yield _tile("clashing", Target(NOMINATIONS, "Clashing", overview.clashing), "error", "Asset claimed twice")
    yield _tile("drafts", Target(NOMINATIONS, "Drafts waiting", overview.drafts), "warning", "Not firm yet")
    if open_reviews is not None:
        yield _tile("reviews", Target(OPERATIONS, "Reviews open", open_reviews), "warning", "Notes not judged yet")
    yield _tile("missing", Target(DOCUMENTS, "Documents missing", overview.missing), "warning", missing)
    if not overview.is_whole:
        return
    yield _tile("protests", Target(OPERATIONS, "Protests", overview.protests), "error", "On a note, or filed")


_NOT_TOLD = {
    "tonnes": "no mass",
    "gas": "neither energy nor mass",
    "carbon": "no mass, or a fuel without factor",
}


def _delivered(overview: Overview) -> Iterable[Tile]:
    for key, total, unit, note in (
        ("tonnes", overview.delivered, "t", "Fuel delivered"),
        ("gas", overview.gas, "MWh", "LNG energy"),
        ("bio", overview.bio, "t", "Biofuel delivered"),
        ("carbon", overview.carbon_dioxide, "t", "CO₂ when burned, estimate"),
    ):
        left = total.left_out
        hint = f"{wording.count_words(left, 'note')} not in it: {_NOT_TOLD.get(key, '')}" if left else ""
        if not total.ids:
            yield Tile(key, "–", note, hint or "None in this period")
        else:
            notes = wording.count_words(len(total.ids), "operation")
            words = f"{note}: {notes}"
            yield Tile(key, amount(total.value, unit), note, hint or notes, target=Target(OPERATIONS, words, total.ids))


def amount(value: Decimal, unit: str) -> str:
    """`2 658 t`: whole units from a hundred on, one place below."""
    rounded = value.quantize(Decimal(1) if abs(value) >= 100 else Decimal("0.1"))
    return wording.quantity(rounded, unit)


_STATES: tuple[tuple[str, str, frozenset[str]], ...] = (
    ("faint", "Draft", frozenset()),
    ("warning", "Requested", frozenset({"supplier_requested", "supplier_unassigned"})),
    ("accent", "Assigned", frozenset({"supplier_assigned", "amended"})),
    ("ok", "Accepted", frozenset({"accepted"})),
    ("operation", "Under way", frozenset({"operation_started"})),
)


def _state(kind: str, status: str) -> str:
    if kind == "draft":
        return "faint"
    return next((tone for tone, _, states in _STATES if status in states), "accent")


def _day(load: DayLoad, today: date) -> Bar:
    by_tone: dict[str, set[int]] = {}
    for (kind, status), ids in load.ids.items():
        by_tone.setdefault(_state(kind, status), set()).update(ids)
    parts = tuple(
        Part(float(len(by_tone[tone])), tone, f"{len(by_tone[tone])} {words.lower()}")
        for tone, words, _ in _STATES
        if tone in by_tone
    )
    every = frozenset(identifier for ids in by_tone.values() for identifier in ids)
    name = wording.date_words(load.day, today)
    label = "Today" if load.day == today else name
    states = ", ".join(part.words for part in parts)
    spoken = f"{label}: {wording.count_words(len(every), 'bunkering')}" + (f": {states}" if states else "")
    target = Target(NOMINATIONS, f"Bunkering {name}", every) if every else None
    return Bar(load.day.isoformat(), label, str(len(every)) if every else "", parts, target, spoken, hint=states)


def _bars(totals: Sequence[Total], name: str) -> tuple[Bar, ...]:
    whole = sum((total.value for total in totals), Decimal(0))
    shown = list(totals) if len(totals) <= MOST_BARS else [*totals[: MOST_BARS - 1], _others(totals[MOST_BARS - 1 :])]
    return tuple(_bar(total, name, place, whole) for place, total in enumerate(shown))


def _others(totals: Sequence[Total]) -> Total:
    ids = frozenset(identifier for total in totals for identifier in total.ids)
    return Total(f"{len(totals)} others", sum((total.value for total in totals), Decimal(0)), ids)


def _bar(total: Total, name: str, place: int, whole: Decimal) -> Bar:
    figure = amount(total.value, "t")
    share = f"{total.value / whole:.0%}" if whole > 0 else ""
    operations = wording.count_words(len(total.ids), "operation")
    return Bar(
        f"{name}.{place}",
        total.label,
        figure,
        (Part(max(0.0, float(total.value)), "accent", figure),),
        Target(OPERATIONS, f"Delivered, {total.label}", total.ids),
        f"{total.label}: {figure}, {share} of all, {operations}",
        hint=f"{wording.number(total.value)} t, {share}, {operations}",
    )


def _month(total: Total) -> Bar:
    year, month = total.label.split("-")
    words = f"{_MONTHS[int(month) - 1]} {year}"
    figure = amount(total.value, "t")
    target = Target(OPERATIONS, f"Delivered in {words}", total.ids) if total.ids else None
    parts = (Part(max(0.0, float(total.value)), "accent", figure),) if total.ids else ()
    said = figure if total.ids else ""
    hint = f"{wording.number(total.value)} t" if total.ids else "Nothing delivered"
    return Bar(total.label, words, said, parts, target, f"{words}: {said or 'nothing'}", hint=hint)


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def _against(one: Against) -> Bar:
    tone, verdict = "ok", "within the nominated range"
    if one.delivered < one.low:
        tone, verdict = "error", f"{amount(one.low - one.delivered, 't')} below the nominated range"
    elif one.delivered > one.high:
        tone, verdict = "warning", f"{amount(one.delivered - one.high, 't')} above the nominated range"
    nominated = f"{wording.number(one.low)} – {wording.number(one.high)} t"
    middle = (one.low + one.high) / 2
    figure = amount(one.delivered, "t")
    return Bar(
        f"against.{one.label}",
        one.label,
        figure,
        target=Target(OPERATIONS, f"Nominated and delivered, {one.label}", one.ids),
        spoken=f"{one.label}: delivered {figure}, nominated {nominated}, {verdict}",
        low=_beside(one.low, middle),
        high=_beside(one.high, middle),
        mark=_beside(one.delivered, middle),
        tone=tone,
        hint=f"Nominated {nominated}, delivered {wording.number(one.delivered)} t: {verdict}",
    )


def _beside(value: Decimal, middle: Decimal) -> float:
    """How far from the middle of the nominated range, as a share of it: fuels of any amount compare."""
    return float(value / middle) - 1 if middle > 0 else 0.0


def _carbon(one: Carbon) -> Bar:
    figure = amount(one.carbon_dioxide, "t")
    sum_ = f"{amount(one.tonnes, 't')} × {one.factor}"
    label = wording.first_upper(one.label)
    return Bar(
        f"carbon.{one.label}",
        label,
        figure,
        (Part(max(0.0, float(one.carbon_dioxide)), "operation", figure),),
        Target(OPERATIONS, f"CO₂, {one.label}", one.ids),
        f"{label}: {figure} carbon dioxide, {sum_}, confidence {one.confidence}",
        hint=f"{sum_} t CO₂ per t; confidence {one.confidence}; {one.source}",
    )


def _source(factors: Sequence[Carbon]) -> str:
    sources = dict.fromkeys(piece.strip() for one in factors for piece in one.source.split(";"))
    return f"Tank to wake, an estimate. {'; '.join(sources)}." if sources else ""
