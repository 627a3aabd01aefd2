"""The drawn documents: real files, whose figures are those of the operation."""

import io
import re
import shutil
import subprocess
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from bunkerdesk.sandbox import paper, world
from bunkerdesk.sandbox.paper import figures
from bunkerdesk.sandbox.stage import StoredDocument, StoredOperation
from bunkerdesk.sandbox.world import planted

NOW = datetime(2026, 11, 21, 5, 58, tzinfo=UTC)
OPERATIONS: list[StoredOperation] = list(world.build(NOW).operations)
needs_pdftotext = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler-utils is not installed")


def named(made: StoredOperation) -> str:
    assert isinstance(made.document, dict)
    return f"{made.document['clientReference']}-{made.document['bunkeringLocationCode']}"


def operation_of(reference: str) -> StoredOperation:
    return next(made for made in OPERATIONS if named(made).startswith(reference))


def drawn(made: StoredOperation, document: StoredDocument) -> bytes:
    assert isinstance(made.document, dict)
    return paper.draw(document.recipe, made.document)


def text_of(content: bytes, folder: Path) -> str:
    file = folder / "paper.pdf"
    file.write_bytes(content)
    result = subprocess.run(["pdftotext", "-layout", str(file), "-"], capture_output=True, check=True)
    return result.stdout.decode("utf-8")


def on_paper(text: str, comma: bool) -> set[str]:
    """All figures of a paper, thousands separators taken out, with a decimal point."""
    separator, point = (".", ",") if comma else (",", ".")
    found = set()
    for figure in re.findall(r"[<>]?-?\d[\d.,]*", text):
        found.add(figure.rstrip(".,").replace(separator, "").replace(point, "."))
    return found


def figures_of(note: dict[str, Any]) -> dict[str, str]:
    """The note's figures as plain texts, by field."""
    found: dict[str, str] = {}
    for field, value in note.items():
        if isinstance(value, dict) and "value" in value:
            found[field] = str(value["value"]).replace(",", ".")
        elif field == "quantityDelivered":
            found |= {f"{field}.{name}": str(amount["value"]) for name, amount in value.items()}
        elif field == "fuelProperties":
            shown = {name: amount for name, amount in value.items() if isinstance(amount, Decimal)}
            found |= {name: str(amount) for name, amount in shown.items() if "MMBtu" not in name}
        elif field in {"receiverVesselIMO", "supplierAssetIMO", "receiverVesselGrossTonnage"} and value is not None:
            found[field] = str(value)
    return found


@needs_pdftotext
def test_figures_on_paper_equal_the_notes_save_the_planted_one(tmp_path: Path) -> None:
    """Every figure of every note stands on its paper; one paper says otherwise, on purpose."""
    differing: dict[str, set[str]] = {}
    compared = 0
    for made in OPERATIONS:
        assert isinstance(made.document, dict)
        for document in made.documents:
            if document.type != "bunker_delivery_note":
                continue
            note = made.document["bunkerDeliveryNotes"][document.recipe["note"]]
            text = text_of(drawn(made, document), tmp_path)
            # A text written with a comma stays as written, also where the point is the custom.
            present = on_paper(text, document.recipe["decimalComma"]) | on_paper(text, comma=True)
            assert note["number"] in text
            assert note["startTransferTimestamp"][:16].replace("T", " ") in text
            missing = {field for field, value in figures_of(note).items() if value not in present and value not in text}
            compared += len(figures_of(note))
            if missing:
                differing[named(made)[:8]] = missing
    assert differing == {planted.PAPER_DIFFERS: {"quantityDelivered"}}
    assert compared > 300


@needs_pdftotext
def test_the_certificate_says_what_the_nomination_says(tmp_path: Path) -> None:
    """The laboratory's paper carries the values of the nomination's certificate."""
    made = operation_of("SO-24140")
    document = next(each for each in made.documents if each.type == "certificate_of_quality")
    stated = document.recipe["fuels"][0]["certificateOfQuality"]
    present = on_paper(text_of(drawn(made, document), tmp_path), comma=False)
    for name in ("density", "viscosity", "flashPoint", "sulphurContent", "pourPoint", "waterContent"):
        assert stated[name]["value"] in present


@pytest.mark.parametrize("made", OPERATIONS, ids=named)
def test_every_document_opens(made: StoredOperation) -> None:
    """Each file is what its content type says."""
    for document in made.documents:
        content = drawn(made, document)
        if document.content_type == "application/pdf":
            with pikepdf.open(io.BytesIO(content)) as file:
                assert len(file.pages) >= 1
        else:
            with Image.open(io.BytesIO(content)) as picture:
                picture.load()
                assert Image.MIME[picture.format or ""] == document.content_type


def test_the_same_recipe_draws_the_same_bytes() -> None:
    """A hash taken today holds tomorrow, so that a frozen review does not cry wolf."""
    made = operation_of("SO-24138")
    for document in made.documents:
        assert drawn(made, document) == drawn(made, document), document.name


def test_one_photograph_lies_on_its_side() -> None:
    """The post-operation seal is taken sideways: a viewer has to follow EXIF."""
    made = operation_of("SO-24140")
    turned = [
        Image.open(io.BytesIO(drawn(made, document))).getexif().get(0x0112)
        for document in made.documents
        if document.content_type == "image/jpeg"
    ]
    assert 6 in turned
    assert None in turned


def test_delivery_notes_come_on_one_page_and_on_two() -> None:
    """Both layouts exist."""
    pages = set()
    for made in OPERATIONS:
        for document in made.documents:
            if document.type == "bunker_delivery_note":
                with pikepdf.open(io.BytesIO(drawn(made, document))) as file:
                    pages.add(len(file.pages))
    assert {1, 2} <= pages


def test_the_merged_file_holds_every_document() -> None:
    """A cover, then all documents in order with a bookmark each; pictures are pages."""
    made = operation_of("SO-24138")
    assert isinstance(made.document, dict)
    members = [(document, drawn(made, document)) for document in made.documents]
    merged = paper.draw_merged(made.document, members)
    assert merged == paper.draw_merged(made.document, members)
    pages = 1
    for document, content in members:
        if document.content_type == "application/pdf":
            with pikepdf.open(io.BytesIO(content)) as file:
                pages += len(file.pages)
        else:
            pages += 1
    with pikepdf.open(io.BytesIO(merged)) as file:
        assert len(file.pages) == pages >= 30
        with file.open_outline() as outline:
            assert [item.title for item in outline.root] == [document.name for document in made.documents]


def test_a_merged_file_of_nothing_is_a_cover() -> None:
    """No document yet: still a file that opens."""
    made = operation_of("SO-24138")
    assert isinstance(made.document, dict)
    with pikepdf.open(io.BytesIO(paper.draw_merged(made.document, []))) as file:
        assert len(file.pages) == 1


def test_papers_can_be_drawn_before_the_notes_are_out() -> None:
    """While an operation runs its notes are held back; the early papers exist all the same."""
    made = operation_of("SO-24138")
    assert isinstance(made.document, dict)
    held_back = {**made.document, "bunkerDeliveryNotes": []}
    for document in made.documents:
        if document.from_status != "ended":
            assert paper.draw(document.recipe, held_back)


@pytest.mark.parametrize(
    ("value", "comma", "expected"),
    [
        (Decimal("1813.350"), False, "1,813.350"),
        (Decimal("1813.350"), True, "1.813,350"),
        (Decimal("-9"), True, "-9"),
        (94310, False, "94,310"),
        (True, False, "True"),
    ],
)
def test_numbers_keep_their_digits(value: object, comma: bool, expected: str) -> None:
    """Zeros at the end are part of a measurement."""
    assert figures.number(value, comma=comma) == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("0.47", "0,47"), ("<0.10", "<0,10"), ("0,48", "0,48"), (">70", ">70"), ("n.a.", "n.a.")]
)
def test_texts_keep_their_meaning(text: str, expected: str) -> None:
    """A figure or a bound follows the port's custom; anything else stays as written."""
    assert figures.worded(text, comma=True) == expected
