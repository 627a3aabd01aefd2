"""A note in the middle of being typed: beside the notes, and gone once it is one."""

from bunkerdesk.desk.review_state import Review


def test_what_is_typed_is_no_note_until_it_is_left() -> None:
    """It comes back from the disk; the note takes its place."""
    typed = Review().with_typed("B13", "tested ash")
    assert Review.read(typed.to_json()) == typed
    assert (typed.notes, typed.typed) == ({}, {"B13": "tested ash"})
    noted = typed.with_note("B13", "tested ashore")
    assert (noted.notes, noted.typed) == ({"B13": "tested ashore"}, {})


def test_what_is_the_note_already_is_not_kept_twice() -> None:
    """A letter written late must not bring back what was left."""
    noted = Review().with_note("B13", "tested ashore")
    assert noted.with_typed("B13", " tested ashore ") == noted
    assert noted.with_typed("B13", "").typed == {"B13": ""}, "all of it taken out, and not left yet"
    assert noted.with_typed("B13", "").with_typed("B13", "tested ashore") == noted
