"""Reviews of operations: the queue, signatures, what changes after them, what a desk sets for itself."""

import hashlib
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.review_world import LOW_FLASH, MUCH_SULPHUR, keep, operation
from tests.rules.notes.delivery import NOTE

from bunkerdesk.cache import Store
from bunkerdesk.cache.documents import KeptDocument
from bunkerdesk.desk.keeping import Keeper, keep_answers
from bunkerdesk.desk.record import Answer
from bunkerdesk.desk.review_cases import findings_rows
from bunkerdesk.desk.review_state import PaperSaid, Review, SignOff, Verdict, finding_keys, later_changes
from bunkerdesk.desk.reviews import Examination, QueueItem, Reviews
from bunkerdesk.rules.findings import Severity
from bunkerdesk.rules.fuel_limits import Limits
from bunkerdesk.rules.notes.claims import ClaimBook, ClaimTerms
from bunkerdesk.rules.paper.figures import digest_of, figures_of


@pytest.fixture
def kept(tmp_path: Path) -> Any:
    store = Store.open(tmp_path / "store").store
    yield store
    store.close()


@pytest.fixture
async def reviews(kept: Store) -> AsyncIterator[Reviews]:
    keeper = Keeper(kept)
    yield Reviews(kept, keeper, lambda: [{"code": "CONV", "name": "Conventional"}])
    await keeper.aclose()


def ended(days: int) -> dict[str, Any]:
    """The times of a delivery that ended so many days ago."""
    end = datetime.fromisoformat(NOTE["endTransferTimestamp"])
    shift = timedelta(days=(datetime.now(UTC) - end).days - days)
    times = {name: text for name, text in NOTE.items() if name.endswith("Timestamp") and isinstance(text, str)}
    moved = {name: (datetime.fromisoformat(text) + shift).isoformat() for name, text in times.items()}
    return {**moved, "deliveryDate": moved["startTransferTimestamp"][:10]}


async def queue_of(reviews: Reviews) -> list[QueueItem]:
    items: list[QueueItem] = []
    async for found in reviews.queue():
        items = found
    return items


async def open_one(reviews: Reviews, reference: str) -> Examination:
    item = next(item for item in await queue_of(reviews) if item.reference == reference)
    shown = await reviews.examine(item.id)
    assert shown is not None
    return shown


async def test_the_queue_has_errors_first_then_warnings_then_the_oldest(kept: Store, reviews: Reviews) -> None:
    """The delivery that needs a protest must not wait behind clean ones."""
    late = {name: text.replace("-18", "-19") for name, text in NOTE.items() if isinstance(text, str)}
    keep(kept, operation("CLEAN"), operation("ERROR", LOW_FLASH), operation("LATE", late))
    items = await queue_of(reviews)
    assert items[0].reference == "ERROR"
    assert items[0].errors == 1
    same = [item.reference for item in items if item.risk == items[-1].risk]
    ended = {item.reference: item.ended_at for item in items}
    assert [ended[name] for name in same] == sorted(ended[name] for name in same)


async def test_operations_without_a_note_or_still_under_way_do_not_wait(kept: Store, reviews: Reviews) -> None:
    """Only what can be judged is put before a surveyor."""
    keep(
        kept,
        operation("NO-NOTE", bunkerDeliveryNotes=[]),
        operation("GOING-ON", status="ongoing"),
        operation("ARCHIVED", ended(400), status="archived"),
        operation("ENDED", ended(400)),
    )
    assert [item.reference for item in await queue_of(reviews)] == ["ENDED"]


async def test_what_is_archived_unjudged_waits_while_a_claim_can_be_made(kept: Store, reviews: Reviews) -> None:
    """The service puts an operation away; its claim clock runs on, and nobody has signed for it."""
    keep(
        kept,
        operation("RUNNING", ended(3), status="archived"),
        operation("OVER", ended(40), status="archived"),
        operation("SIGNED", ended(3), status="archived"),
    )
    signed = next(item for item in await queue_of(reviews) if item.reference == "SIGNED")
    shown = await reviews.examine(signed.id)
    assert shown is not None
    await reviews.sign(shown, Verdict.ACCEPT, "A. Surveyor")
    assert [item.reference for item in await queue_of(reviews)] == ["RUNNING"]
    await reviews.set_claims(ClaimBook(ClaimTerms(24, 48)))
    assert await queue_of(reviews) == []


async def test_a_note_number_used_by_another_operation_is_found_once_that_one_comes(
    kept: Store, reviews: Reviews
) -> None:
    """The check across operations follows what is stored, in both directions."""
    keep(kept, operation("ONE", {"number": "SAME"}))
    first = await open_one(reviews, "ONE")
    assert not [item for item in first.report.findings if item.rule == "B19"]
    keep(kept, operation("TWO", {"number": "SAME"}))
    again = await open_one(reviews, "ONE")
    assert any(item.rule == "B19" and "TWO" in item.sentence for item in again.report.findings)
    keep(kept, operation("TWO", {"number": "OTHER"}))
    last = await open_one(reviews, "ONE")
    assert not [item for item in last.report.findings if item.rule == "B19"]


async def test_a_number_used_twice_under_a_shared_reference_is_found(kept: Store, reviews: Reviews) -> None:
    """Two operations may share a reference; their notes must not share a number."""
    first, second = operation("ONE", {"number": "7"}), operation("ONE", {"number": "7"}, status="finalising")
    keep_answers(kept, [Answer("operation", "ONE", (first, second))])
    shown = await reviews.examine((await queue_of(reviews))[0].id)
    assert shown is not None
    assert [item.rule for item in shown.report.findings if item.rule == "B19"] == ["B19"]


async def test_a_signed_review_leaves_the_queue_and_stands_as_signed(kept: Store, reviews: Reviews) -> None:
    """Verdict, name and time stay; ticks and notes cannot be changed behind the signature."""
    keep(kept, operation("ONE", LOW_FLASH))
    shown = await open_one(reviews, "ONE")
    await reviews.sign(shown, Verdict.PROTEST, " A. Surveyor ", "Protested on board")
    assert await queue_of(reviews) == []
    changed = await reviews.keep(shown.record, lambda review: review.with_note("key", "later words"))
    assert changed.notes == {}
    signed = changed.sign_off
    assert signed is not None
    assert (signed.verdict, signed.reviewer, signed.remark) == (Verdict.PROTEST, "A. Surveyor", "Protested on board")
    assert any(item["rule"] == "B13" for item in signed.findings)


async def test_a_figure_changed_after_the_signature_is_shown_with_both_values(kept: Store, reviews: Reviews) -> None:
    """A service that corrects a note behind a surveyor's back is caught, field by field."""
    keep(kept, operation("ONE"))
    await reviews.sign(await open_one(reviews, "ONE"), Verdict.ACCEPT, "A. Surveyor")
    keep(kept, operation("ONE", MUCH_SULPHUR))
    items = await queue_of(reviews)
    assert [(item.reference, item.changed_since) for item in items] == [("ONE", 1)]
    shown = await reviews.examine(items[0].id)
    assert shown is not None
    assert [(item.before, item.after) for item in shown.later] == [("0.09 % m/m", "0.62 % m/m")]
    assert "sulphur" in shown.later[0].words.lower()


async def test_a_file_replaced_after_the_signature_is_an_error(kept: Store, reviews: Reviews) -> None:
    """The hash that was signed is the paper that was seen."""
    keep(kept, operation("ONE"))
    shown = await open_one(reviews, "ONE")

    def store_file(content: bytes) -> None:
        digest = hashlib.sha256(content).hexdigest()
        assert kept.directory is not None
        folder = kept.directory / "documents" / digest[:2]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / digest).write_bytes(content)
        row = KeptDocument("bunker_delivery_note", f"{digest[:2]}/{digest}", len(content), digest, "application/pdf", 1)
        kept.documents(lambda rows: rows.put(shown.record.id, row))

    store_file(b"%PDF-1.4 first")
    await reviews.sign(await open_one(reviews, "ONE"), Verdict.ACCEPT, "A. Surveyor")
    store_file(b"%PDF-1.4 second")
    again = await reviews.examine(shown.record.id)
    assert again is not None
    assert [item.words for item in again.later] == ["File “bunker_delivery_note.pdf”"]
    assert any(item.rule == "B26" and item.severity is Severity.ERROR for item in again.report.findings)


async def test_documents_that_came_or_went_after_the_signature_are_told_by_name(kept: Store, reviews: Reviews) -> None:
    """A paper taken away shifts no other one; one that is named otherwise says so."""
    before = operation("ONE")
    keep(kept, before)
    await reviews.sign(await open_one(reviews, "ONE"), Verdict.ACCEPT, "A. Surveyor")
    papers = before["documentReferences"][1:]
    papers[0] = papers[0] | {"documentName": "other.pdf"}
    papers.append({"documentId": "9", "documentType": "note_of_protest", "documentName": "protest.pdf"})
    keep(kept, operation("ONE", documentReferences=papers))
    shown = await open_one(reviews, "ONE")
    assert {(item.words, item.before, item.after) for item in shown.later} == {
        ("Document “bunker_delivery_note.pdf”", "Bunker delivery note", "removed"),
        ("Document “safety_data_sheet.pdf” document name", "safety_data_sheet.pdf", "other.pdf"),
        ("Document “protest.pdf”", "", "added: Note of protest"),
    }


async def test_the_queue_knows_that_a_paper_differs(kept: Store, reviews: Reviews) -> None:
    """Before others with warnings; void once the note or the file is another."""
    keep(kept, operation("ONE", {"productSulphurContent": {"value": "0.62", "unit": "%"}}), operation("TWO"))
    shown = await open_one(reviews, "TWO")
    digest = "a" * 64
    assert kept.directory is not None
    place = kept.directory / "documents" / digest[:2] / digest
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(b"%PDF-1.4")
    row = KeptDocument("bunker_delivery_note", f"aa/{digest}", 8, digest, "application/pdf", 1)
    kept.documents(lambda rows: rows.put(shown.record.id, row))
    figures = digest_of(figures_of(shown.case.notes[0]))
    said = PaperSaid("bunker_delivery_note", digest, figures, (("number", "Number: the paper says 7"),))
    await reviews.keep(shown.record, lambda review: replace(review, papers={"0": said}))
    queue = await queue_of(reviews)
    assert [(item.reference, item.paper_differs) for item in queue] == [("TWO", 1), ("ONE", 0)]
    keep(kept, operation("TWO", {"quantityDelivered": {"value": 499, "unit": "metric tons"}}))
    assert [item.paper_differs for item in await queue_of(reviews)] == [0, 0]


async def test_reopening_needs_a_reason_and_remembers_it(kept: Store, reviews: Reviews) -> None:
    """A signature is never taken back without a word about why."""
    keep(kept, operation("ONE"))
    shown = await open_one(reviews, "ONE")
    await reviews.sign(shown, Verdict.ACCEPT, "A. Surveyor")
    with pytest.raises(ValueError, match="reason"):
        await reviews.reopen(shown.record, "B. Lead", "  ")
    opened = await reviews.reopen(shown.record, "B. Lead", "certificate came late")
    assert not opened.is_signed
    assert [(item.by, item.reason, item.verdict) for item in opened.reopened] == [
        ("B. Lead", "certificate came late", "accept")
    ]
    assert [item.reference for item in await queue_of(reviews)] == ["ONE"]


async def test_reviews_outlive_the_loss_of_what_was_seen(tmp_path: Path) -> None:
    """What a surveyor typed stays when the local copy of the service is fetched again."""
    home = tmp_path / "store"
    first = Store.open(home).store
    keeper = Keeper(first)
    reviews = Reviews(first, keeper, list)
    keep(first, operation("ONE"))
    shown = await open_one(reviews, "ONE")
    await reviews.keep(
        shown.record, lambda review: review.with_note("B13", "tested ashore").with_tick("x", is_ticked=True)
    )
    await keeper.aclose()
    first.close()
    for file in home.glob("seen.sqlite3*"):
        file.unlink()
    second = Store.open(home).store
    keeper = Keeper(second)
    keep(second, operation("ONE"))
    again = await open_one(Reviews(second, keeper, list), "ONE")
    assert again.review.notes == {"B13": "tested ashore"}
    assert again.review.ticked == {"x"}
    await keeper.aclose()
    second.close()


async def test_a_limit_set_at_the_desk_changes_the_findings_of_every_operation(kept: Store, reviews: Reviews) -> None:
    """The queue follows the dialog of limits; a desk's limit only warns."""
    keep(kept, operation("ONE"))
    assert (await queue_of(reviews))[0].errors == 0
    before = (await queue_of(reviews))[0].warnings
    await reviews.set_limits(
        Limits().with_override("sulphur.global", Decimal("0.05")).with_override("sulphur.eca", Decimal("0.05"))
    )
    item = (await queue_of(reviews))[0]
    assert item.errors == 0
    assert item.warnings == before + 1


async def test_claim_times_of_a_supplier_count_down_from_the_end_of_its_transfer(kept: Store, reviews: Reviews) -> None:
    """A supplier with 24 hours is not shown the common fifteen days."""
    keep(kept, operation("ONE"))
    usual = await open_one(reviews, "ONE")
    await reviews.set_claims(ClaimBook().with_terms("Strait Bunkers", ClaimTerms(24, 48, "contract")))
    own = await open_one(reviews, "ONE")
    assert (
        usual.deadlines[0].due - own.deadlines[0].due
        == (usual.deadlines[0].due - usual.deadlines[0].counts_from) * 14 / 15
    )
    assert own.deadlines[0].source == "contract"


async def test_the_edition_agreed_on_is_kept_with_the_operation(kept: Store, reviews: Reviews) -> None:
    """Which tables judge a fuel is part of its review."""
    keep(kept, operation("ONE"))
    shown = await open_one(reviews, "ONE")
    assert shown.case.of_note(0).edition == "2017"
    await reviews.keep(shown.record, lambda review: Review(edition="2024", notes=review.notes))
    assert (await open_one(reviews, "ONE")).case.of_note(0).edition == "2024"


async def test_rows_for_lists_name_rule_note_and_source(kept: Store, reviews: Reviews) -> None:
    """The columns of an export of findings."""
    keep(kept, operation("ONE", LOW_FLASH))
    shown = await open_one(reviews, "ONE")
    reference, note, rule, severity, sentence, source = findings_rows("ONE", shown.report)[0]
    assert (reference, note, rule, severity) == ("ONE", "BDN-ONE-1", "B13", "error")
    assert "55.5" in sentence
    assert "SOLAS" in source


async def test_a_note_stays_with_its_finding_when_the_figure_changes(kept: Store, reviews: Reviews) -> None:
    """Words written on a flash point belong to the flash point, whatever it is next time."""
    keep(kept, operation("ONE", LOW_FLASH))
    first = finding_keys((await open_one(reviews, "ONE")).report)
    keep(kept, operation("ONE", {"productFlashPoint": {"value": "54.0", "unit": "°C"}}))
    assert finding_keys((await open_one(reviews, "ONE")).report) == first
    assert len(set(first)) == len(first)


def test_a_review_that_cannot_be_read_is_an_empty_one() -> None:
    """A half-written or foreign row never keeps an operation from being opened."""
    for content in (b"", b"[1]", b'{"signOff": {"verdict": "shrug"}, "notes": 5, "ticked": [1]}', b"\xff"):
        assert Review.read(content) == Review()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", min_size=1, max_size=2), inner, max_size=3)
    ),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text("abcd", min_size=1, max_size=3), JSON, max_size=4)


@given(OBJECTS, OBJECTS)
def test_changes_are_told_exactly_when_there_are_any(before: Any, after: Any) -> None:
    """Nothing that differs is passed over, nothing that is the same is told."""
    from bunkerdesk.contract import jsontext

    signed = SignOff(Verdict.ACCEPT, "", datetime.now(UTC), operation=before)
    told = later_changes(signed, after, [])
    trivial = {name: value for name, value in before.items() if value is not None}
    is_same = jsontext.same_meaning(trivial, {name: value for name, value in after.items() if value is not None})
    assert not told if jsontext.same_meaning(before, after) else told or is_same


@given(st.text(max_size=40), st.dictionaries(st.text(max_size=8), st.text(min_size=1, max_size=8).filter(str.strip)))
def test_a_review_is_read_back_as_it_was_written(edition: str, notes: dict[str, str]) -> None:
    """Whatever a person types comes back from the disk."""
    review = Review(edition, True, frozenset({"a"}), notes)
    assert Review.read(review.to_json()) == review
