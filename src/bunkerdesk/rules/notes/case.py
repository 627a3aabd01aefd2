"""The case a rule looks at: an operation, one of its notes, and everything known beside it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from decimal import Decimal
from functools import cached_property

from bunkerdesk.contract.delivery_note import ConventionalNote, DeliveryNote, LngFuelProperties, LngNote, Measurement
from bunkerdesk.contract.enums import DeliveryMethod
from bunkerdesk.contract.nomination import CertificateOfQuality, Delivery, FuelSpecification, NominationBody
from bunkerdesk.contract.operation import DocumentReference, Operation
from bunkerdesk.rules import ports, wording
from bunkerdesk.rules.findings import Finding, Severity
from bunkerdesk.rules.fuel_limits import DEFAULT_EDITION, Limits, narrowed_class
from bunkerdesk.rules.measurements import NOT_STATED, Dimension, Reading, reading
from bunkerdesk.rules.notes import checkset
from bunkerdesk.rules.vocabulary import DISTILLATE, RESIDUAL


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What is known of a document's stored file; `head` are its first bytes (sixteen are enough).

    `frozen_sha256` is the hash it had when the review was signed off; None before that.
    """

    size: int
    head: bytes
    sha256: str | None
    frozen_sha256: str | None = None


@dataclass(frozen=True)
class Case:
    """An operation with its nominations, files and limits; `note_index` chooses the note a rule looks at.

    `files` is by document id, `other_numbers` maps the note numbers of other operations to their references,
    `has_scrubber` is None when nobody has said.
    """

    operation: Operation
    now: datetime
    nominations: tuple[NominationBody, ...] = ()
    files: Mapping[str, FileFacts] = field(default_factory=dict)
    other_numbers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    chosen_edition: str = ""
    """The edition of ISO 8217 the parties agreed on; empty while nobody has chosen."""
    has_scrubber: bool | None = None
    standard_name: str = ""
    """The name of the operation standard, where the list of standards gives it."""
    position: tuple[Decimal, Decimal] | None = None
    """Latitude and longitude of the port; without it the table of ports is asked."""
    note_index: int | None = None

    def of_note(self, index: int) -> "Case":
        """The same case looking at one note."""
        return replace(self, note_index=index)

    def of_every_note(self) -> list["Case"]:
        """The same case looking at each note in turn."""
        return [self.of_note(place) for place in range(len(self.notes))]

    @property
    def notes(self) -> list[DeliveryNote]:
        """All notes of the operation."""
        return list(self.operation.bunker_delivery_notes or ())

    @cached_property
    def note(self) -> DeliveryNote:
        """The note under the rule; raises `ValueError` when the case looks at none."""
        if self.note_index is None:
            raise ValueError("the case looks at no note")
        return self.notes[self.note_index]

    @property
    def conventional(self) -> ConventionalNote | None:
        """The note when it is a conventional one."""
        return self.note if isinstance(self.note, ConventionalNote) else None

    @property
    def lng(self) -> LngNote | None:
        """The note when it is an LNG note."""
        return self.note if isinstance(self.note, LngNote) else None

    @property
    def gas(self) -> LngFuelProperties | None:
        """The fuel properties of an LNG note."""
        return self.lng.fuel_properties if self.lng else None

    @cached_property
    def label(self) -> str:
        """The note's number as sentences name it."""
        number = (self.note.number or "").strip()
        return number or f"note {(self.note_index or 0) + 1}"

    @property
    def nomination(self) -> NominationBody | None:
        """The first nomination at hand."""
        return self.nominations[0] if self.nominations else None

    @property
    def delivery(self) -> Delivery:
        """The nominated delivery; empty when there is no nomination."""
        return (self.nomination.delivery if self.nomination else None) or Delivery()

    @property
    def fuel_index(self) -> int | None:
        """The index of the note's fuel: as stated, or 0 when only one fuel is nominated."""
        if self.note.fuel_index is not None:
            return self.note.fuel_index
        fuels = (self.nomination.fuel_specifications if self.nomination else None) or []
        return 0 if len(fuels) == 1 else None

    def specifications(self) -> list[FuelSpecification]:
        """The note's fuel in every nomination at hand that has it."""
        return [(body.fuel_specifications or [])[self.fuel_index or 0] for body in self.nominations_of_fuel()]

    def nominations_of_fuel(self) -> list[NominationBody]:
        """The nominations at hand that have the note's fuel."""
        index = self.fuel_index
        if index is None or index < 0:
            return []
        return [body for body in self.nominations if index < len(body.fuel_specifications or ())]

    @cached_property
    def specification(self) -> FuelSpecification | None:
        """The fuel nominated for the note."""
        return next(iter(self.specifications()), None)

    @property
    def certificate(self) -> CertificateOfQuality | None:
        """The certificate of quality nominated for the note's fuel."""
        return self.specification.certificate_of_quality if self.specification else None

    @cached_property
    def choice(self) -> checkset.Choice:
        """Which set of checks applies to the note."""
        standard = f"{self.operation.operation_standard_code or ''} {self.standard_name}"
        return checkset.choose(self.note, self.specification, standard)

    @property
    def fuel_set(self) -> checkset.FuelSet:
        """The set of checks that applies to the note."""
        return self.choice.fuel_set

    @property
    def grade(self) -> str:
        """The nominated grade, else the one that the product name carries; empty when neither tells.

        A methanol grade is no grade of an oil fuel that was delivered in its place.
        """
        stated = str(self.specification.grade or "") if self.specification else ""
        is_other = stated.startswith("methanol") and self.fuel_set.is_oil
        return stated if stated and stated != "others" and not is_other else self.named_grade

    @property
    def named_grade(self) -> str:
        """The grade that the product name carries; empty when it carries none."""
        return grade_in(getattr(self.note, "product_name", None))

    @property
    def edition(self) -> str:
        """The chosen edition of ISO 8217; unchosen 2017, but 2024 for grade RF, which came with it."""
        return self.chosen_edition or ("2024" if self.grade == "rf" else DEFAULT_EDITION)

    @property
    def fuel_class(self) -> str:
        """`RMG380` where product name or nominated fuel narrows the grade; the lower class where they differ."""
        asked = self.specification
        names = (getattr(self.note, "product_name", None), *((asked.fuel_type, asked.brand) if asked else ()))
        classes = filter(None, (narrowed_class(self.grade, name) for name in names))
        return min(classes, key=lambda name: int(name[3:]), default="")

    @property
    def port_code(self) -> str | None:
        """The UN/LOCODE of the port: the operation's, else the nominated one."""
        return self.operation.bunkering_location_code or self.delivery.bunkering_location_code

    @cached_property
    def port_zone(self) -> tzinfo | None:
        """The zone of the port's clock by the table of ports; None where it does not have the port."""
        return ports.shipped().zone(self.operation.bunkering_location_code)

    @property
    def port_name(self) -> str:
        """The port's name by the table of ports; empty where it does not have the port."""
        return ports.shipped().name(self.operation.bunkering_location_code)

    @cached_property
    def clock(self) -> tzinfo | None:
        """The port's clock, which is that of times without an offset: by the table of ports, else as stated elsewhere.

        An offset of zero is how UTC is written, so it tells no port's clock.
        """
        if self.port_zone is not None:
            return self.port_zone
        stated = [value for _, value in self.note if isinstance(value, datetime)]
        planned = self.delivery.estimated_time_of_bunkering
        return next((each.tzinfo for each in (*stated, *([planned] if planned else [])) if each.utcoffset()), None)

    def comparable(self, first: datetime, second: datetime) -> tuple[datetime, datetime] | None:
        """Two moments as they can be compared; None where one has no offset and the port's clock is not known."""
        if (first.tzinfo is None) == (second.tzinfo is None):
            return first, second
        if self.clock is None:
            return None
        return with_zone(first, self.clock), with_zone(second, self.clock)

    def bounds(self, moment: datetime) -> tuple[datetime, datetime]:
        """The earliest and the latest instant (UTC) that a moment can mean: one, where its clock is known."""
        known = with_zone(moment, self.clock)
        if known.tzinfo is not None:
            return _in_utc(known, timedelta(0)), _in_utc(known, timedelta(0))
        plain = known.replace(tzinfo=UTC)
        return _in_utc(plain, -FARTHEST_EAST), _in_utc(plain, FARTHEST_WEST)

    @property
    def is_loading(self) -> bool:
        """Whether a barge takes product here; only a loading operation has a loading number."""
        return bool((self.operation.loading_number or "").strip())

    @property
    def is_by_tanker(self) -> bool:
        """Whether a bunker tanker delivers: no loading operation, nothing else nominated as delivery method."""
        method = self.delivery.delivery_method
        return not self.is_loading and (method is None or method == DeliveryMethod.VESSEL)

    def on_port_clock(self, moment: datetime) -> datetime:
        """A moment as the port's clock shows it: by the table of ports, else by the offset of the note's times."""
        stated = (self.note.end_transfer_timestamp, self.note.start_transfer_timestamp)
        zone = self.port_zone or next((each.tzinfo for each in stated if each and each.tzinfo), None)
        try:
            return moment if zone is None or moment.tzinfo is None else moment.astimezone(zone)
        except OverflowError:
            return moment

    def port_day(self, moment: datetime) -> date:
        """The day on the port's clock: a moment in UTC is read there, one with the port's offset stands as it is."""
        if moment.utcoffset() != timedelta(0) or self.port_zone is None:
            return moment.date()
        return _plain_day(moment, self.port_zone)

    def documents(self, *types: str, for_note: bool = False) -> list[DocumentReference]:
        """The documents of the given types; for the note, those that belong to another fuel are left out."""
        return [
            document
            for document in self.operation.document_references or ()
            if document.document_type in types and not (for_note and self._is_of_another_fuel(document))
        ]

    def _is_of_another_fuel(self, document: DocumentReference) -> bool:
        """A note or a paper that names no fuel may belong to any."""
        own, stated = self.fuel_index, document.fuel_index
        return own is not None and stated is not None and own != stated

    def place(self, name: str) -> str:
        """The JSON path of a field of the note."""
        return f"bunkerDeliveryNotes[{self.note_index}].{name}"

    def figure(self, name: str, dimension: Dimension) -> Reading:
        """A measurement of the note by its Python field name."""
        return reading(getattr(self.note, name, None), dimension)

    def finding(
        self, rule: str, severity: Severity, sentence: str, source: str, figures: tuple[str, ...], *names: str
    ) -> Finding:
        """A finding on fields of the note; the sentence is completed with the note's number."""
        places = tuple(self.place(name) for name in names)
        return Finding(rule, severity, f"{sentence} on {self.label}", figures, places, source)

    def delivered(self, dimension: Dimension = Dimension.MASS) -> Reading:
        """The delivered quantity as a mass, or another dimension; LNG states several, each is asked."""
        readings = [reading_of(value, words, dimension) for value, words in wording.delivered_amounts(self.note)]
        usable = next((found for found in readings if found.interval is not None), None)
        return usable or next(iter(readings), NOT_STATED)


def _plain_day(moment: datetime, zone: tzinfo) -> date:
    try:
        return datetime.combine(moment.date(), moment.timetz()).astimezone(zone).date()
    except OverflowError:
        return moment.date()


def reading_of(value: Decimal, unit_words: str | None, dimension: Dimension) -> Reading:
    """A figure and its unit words as a reading."""
    return reading(Measurement.model_construct(value=value, unit=unit_words), dimension)


FARTHEST_EAST, FARTHEST_WEST = timedelta(hours=14), timedelta(hours=12)
"""How far the clocks of the world are before and behind UTC."""


def _in_utc(moment: datetime, later: timedelta) -> datetime:
    try:
        return moment.astimezone(UTC) + later
    except OverflowError:
        return moment.replace(tzinfo=UTC)


def with_zone(moment: datetime, zone: tzinfo | None) -> datetime:
    """A moment with the given offset where it has none of its own."""
    return moment if moment.tzinfo is not None or zone is None else moment.replace(tzinfo=zone)


_GRADES = (*RESIDUAL, *DISTILLATE)


def grade_in(product_name: str | None) -> str:
    """The grade that a product name carries: `RMG 380` is `rmg`; empty when it carries none."""
    words = (product_name or "")[:200].lower().replace("-", " ").replace("/", " ").split()
    for word in words:
        letters = word.strip("(),.;").rstrip("0123456789")
        if letters in _GRADES:
            return letters
    return ""
