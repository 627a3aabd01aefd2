"""The planted cases: one problem each, for a surveyor to find. Every other note of the demo world is clean.

What the checks tell of them stands in `TOLD`.

| reference  | case                    | what is wrong                                                        |
|------------|-------------------------|----------------------------------------------------------------------|
| SO-24137   | flash_point             | flash point 55.5 °C, below 60                                         |
| SO-24136   | sulphur                 | sulphur 0.62 % m/m for a 0.50 % product                               |
| SO-24135   | short_delivery          | delivered 0.4 % under the nominated minimum                           |
| SO-24134   | imo_check_digit         | receiver's IMO number on the note has a wrong check digit             |
| SO-24133   | times                   | hoses disconnected before draining ended                              |
| SO-24131   | density_unit            | density 0.9… : a figure in t/m3 under the unit kg/m3                  |
| SO-24130   | duplicate_number        | the note's number is that of SO-24121's                               |
| SO-24129   | protest_missing         | note of protest said to be issued, no such document                   |
| SO-24128   | ticket_missing          | Singapore, yet neither metering ticket number nor document            |
| SO-24127   | composition             | LNG composition sums to 99.2                                          |
| SO-24126   | heating_value           | LNG gross heating values 1.4 % above what the composition gives       |
| SO-24125   | biofuel                 | biofuel quantity is not quantity x blend ratio                        |
| SO-24122   | paper_differs           | the signed paper says another quantity than the service               |
| SO-24132   | sulphur_bound           | sulphur `<0.10`: a bound, not a figure (lawful)                       |
| SO-24110   | flash_sentence          | flash point `above 70`: in words (lawful)                             |
| SO-24120   | comma                   | sulphur `0,48`: a decimal comma (lawful)                              |
| PO-88213   | flash_bound             | flash point `>70`: a bound, allowed from 70 °C on (lawful)            |
| SO-24119   | statement_missing       | no statement of facts                                                 |
| SO-24124   | sustainability_missing  | biofuel without its proof of sustainability                           |

Two more operations carry hostile file names (`HOSTILE_NAMES`); nothing is wrong with their notes.
"""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from bunkerdesk.sandbox.stage import StoredNomination, StoredOperation
from bunkerdesk.sandbox.world import documents
from bunkerdesk.sandbox.world.notes import tonnes
from bunkerdesk.sandbox.world.texts import opened

Note = dict[str, Any]

HOSTILE_NAMES = {"SO-24140": "../../evil.pdf", "SO-24117": "CON.pdf"}
PROTESTED = "SO-24138"
"""A protest as it should be: the flag on the note, the document beside it."""
PAPER_DIFFERS = "SO-24122"
WRONG_IMO = "SO-24134"
DUPLICATE_NUMBER = ("SO-24130", "SO-24121")


def _flash_point(note: Note, _: StoredNomination) -> None:
    note["productFlashPoint"]["value"] = "55.5"


def _sulphur(note: Note, _: StoredNomination) -> None:
    note["productSulphurContent"]["value"] = "0.62"


def _short_delivery(note: Note, nomination: StoredNomination) -> None:
    low, _ = tonnes(opened(nomination.document)["fuelSpecifications"][0])
    note["quantityDelivered"]["value"] = (low * Decimal("0.996")).quantize(Decimal("0.001"))


def _imo_check_digit(note: Note, _: StoredNomination) -> None:
    imo = note["receiverVesselIMO"]
    note["receiverVesselIMO"] = imo - imo % 10 + (imo + 3) % 10


def _times(note: Note, _: StoredNomination) -> None:
    note["drainingTimestamp"], note["disconnectTimestamp"] = note["disconnectTimestamp"], note["drainingTimestamp"]


def _density_unit(note: Note, _: StoredNomination) -> None:
    note["productDensity"]["value"] = (note["productDensity"]["value"] / 1000).quantize(Decimal("0.0001"))


def _protest_missing(note: Note, _: StoredNomination) -> None:
    note["isNoteOfProtestIssued"] = True


def _ticket_missing(note: Note, _: StoredNomination) -> None:
    note["bunkerMeteringTicketNumber"] = None


def _composition(note: Note, _: StoredNomination) -> None:
    # A slip of the pen in methane alone: the heating values stay those of the true composition.
    properties = note["fuelProperties"]
    properties["methane"] -= Decimal("0.80")


def _heating_value(note: Note, _: StoredNomination) -> None:
    properties = note["fuelProperties"]
    for unit in ("MJ", "Btu", "KWh", "MMBtu"):
        name = f"grossHeatingValueMass{unit}"
        properties[name] = (properties[name] * Decimal("1.014")).quantize(properties[name])


def _biofuel(note: Note, _: StoredNomination) -> None:
    amount = note["biofuelQuantityDelivered"]
    amount["value"] = (amount["value"] * Decimal("1.25")).quantize(Decimal("0.001"))


def _sulphur_bound(note: Note, _: StoredNomination) -> None:
    note["productSulphurContent"]["value"] = "<0.10"


def _flash_sentence(note: Note, _: StoredNomination) -> None:
    note["productFlashPoint"]["value"] = "above 70"


def _comma(note: Note, _: StoredNomination) -> None:
    note["productSulphurContent"]["value"] = "0,48"


def _flash_bound(note: Note, _: StoredNomination) -> None:
    note["productFlashPoint"]["value"] = ">70"


IN_THE_NOTE: dict[str, Callable[[Note, StoredNomination], None]] = {
    "SO-24137": _flash_point,
    "SO-24136": _sulphur,
    "SO-24135": _short_delivery,
    WRONG_IMO: _imo_check_digit,
    "SO-24133": _times,
    "SO-24131": _density_unit,
    "SO-24129": _protest_missing,
    "SO-24128": _ticket_missing,
    "SO-24127": _composition,
    "SO-24126": _heating_value,
    "SO-24125": _biofuel,
    "SO-24132": _sulphur_bound,
    "SO-24110": _flash_sentence,
    "SO-24120": _comma,
    "PO-88213": _flash_bound,
}

MISSING_PAPER = {
    "SO-24128": ("bunker_metering_ticket",),
    "SO-24119": ("statement_of_facts", "ss648_statement_of_facts"),
    "SO-24124": ("proof_of_sustainability",),
}

TOLD: dict[str, frozenset[str]] = {
    "SO-24137": frozenset({"B13"}),
    "SO-24136": frozenset({"B12"}),
    "SO-24135": frozenset({"B09"}),
    WRONG_IMO: frozenset({"B02"}),
    "SO-24133": frozenset({"B05"}),
    "SO-24131": frozenset({"B18"}),
    "SO-24130": frozenset({"B19"}),
    "SO-24121": frozenset({"B19"}),
    "SO-24129": frozenset({"B20"}),
    "SO-24128": frozenset({"B21"}),
    "SO-24127": frozenset({"L01"}),
    "SO-24126": frozenset({"L03", "L04", "L10"}),
    "SO-24125": frozenset({"B23"}),
    "SO-24119": frozenset({"B21"}),
    "SO-24124": frozenset({"B22"}),
}
"""Which checks tell of the planted cases, by reference; of the other operations none does but those of `LAWFUL`.

That the signed paper differs is told beside the checks.
"""
LAWFUL = frozenset({"B11"})
"""Told wherever a fuel of more sulphur than the sea area's limit is sold, which is lawful with a scrubber."""


def plant(operation: StoredOperation, nomination: StoredNomination) -> None:
    """Plant the case of this operation, if it has one."""
    document = opened(operation.document)
    reference = document["clientReference"]
    if reference in IN_THE_NOTE:
        IN_THE_NOTE[reference](document["bunkerDeliveryNotes"][0], nomination)
    if reference in MISSING_PAPER:
        operation.documents = [paper for paper in operation.documents if paper.type not in MISSING_PAPER[reference]]
    if reference == PAPER_DIFFERS:
        _let_paper_differ(operation)
    if reference == PROTESTED:
        document["bunkerDeliveryNotes"][1]["isNoteOfProtestIssued"] = True
        documents.add(
            document,
            operation.documents,
            documents.Sheet("note_of_protest", "Note of protest", "protest", fuel_index=1),
        )
    if reference in HOSTILE_NAMES:
        sheet = documents.Sheet("other", "Agent letter", "letter")
        documents.add(document, operation.documents, sheet, HOSTILE_NAMES[reference])


def plant_across(operations: list[StoredOperation]) -> None:
    """Plant what concerns two operations: one number on two notes."""
    found = {document["clientReference"]: document for document in (opened(made.document) for made in operations)}
    copy, original = (found[reference]["bunkerDeliveryNotes"][0] for reference in DUPLICATE_NUMBER)
    copy["number"] = original["number"]


def _let_paper_differ(operation: StoredOperation) -> None:
    said = opened(operation.document)["bunkerDeliveryNotes"][0]["quantityDelivered"]["value"]
    for paper in operation.documents:
        if paper.type == "bunker_delivery_note":
            # Two digits changed places when the figure was typed in.
            paper.recipe["altered"] = {"quantityDelivered": str(said + Decimal("1.8"))}
