from array import array
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.desk.lists import Order
from bunkerdesk.models.lines import match_spans
from bunkerdesk.models.row_changes import difference, rows_of, runs
from bunkerdesk.models.text_filter import TextFilter

LETTERS = st.text("abß é1", max_size=8)
LINES = st.lists(LETTERS.map(str.casefold), max_size=60)


def order_of(lines: list[str]) -> Order:
    ends, end = array("q"), 0
    for line in lines:
        end += len(line) + 1
        ends.append(end)
    return Order(array("q", range(100, 100 + len(lines))), "".join(line + "\n" for line in lines), ends)


def expected(lines: list[str], text: str) -> list[int]:
    words = text.casefold().split()
    return [place for place, line in enumerate(lines) if all(word in line for word in words)]


@given(LINES, st.lists(LETTERS, min_size=1, max_size=6), st.booleans())
def test_every_word_is_found_whatever_was_typed_before(lines: list[str], typed: list[str], interrupted: bool) -> None:
    """Typing on, taking back and typing over a running search all end with the same rows."""
    order, search = order_of(lines), TextFilter()
    for text in typed:
        search.start(order, text)
        if interrupted:
            search.advance(0, enough=1)
    search.start(order, typed[-1])
    while not search.advance(0):
        pass
    assert list(search.places) == expected(lines, typed[-1])


@given(st.text("ab1", min_size=1, max_size=4), st.integers(1, 9))
def test_narrowing_over_many_blocks_loses_no_row(word: str, step: int) -> None:
    """More letters judge fewer lines, never the wrong ones."""
    lines = [f"{number:x} {'ab1' * (number % step)}" for number in range(5000)]
    order, search = order_of(lines), TextFilter()
    for count in range(1, len(word) + 1):
        search.start(order, word[:count])
        while not search.advance(0.0001):
            pass
        assert list(search.places) == expected(lines, word[:count])


def test_first_matches_come_before_the_search_is_over() -> None:
    """The picture does not wait for the last of many rows."""
    search = TextFilter()
    search.start(order_of(["same line"] * 5000), "same")
    assert not search.advance(10, enough=1)
    assert 0 < len(search.places) < 5000


IDS = st.lists(st.integers(0, 40), unique=True, max_size=30).map(lambda items: array("q", items))


@given(IDS, IDS)
def test_difference_is_the_only_stretch_that_differs(old: "array[int]", new: "array[int]") -> None:
    """What lies outside is the same, so it is neither repainted nor moved."""
    change = difference(old, new)
    assert old[: change.start] == new[: change.start]
    assert old[change.old_stop :] == new[change.new_stop :]
    assert len(old) - change.removed == len(new) - change.inserted
    assert (old == new) == (not change.removed and not change.inserted)


@given(IDS, st.sets(st.integers(0, 60)))
def test_rows_of_ids(ids: "array[int]", wanted: set[int]) -> None:
    """Few and many ids are looked up in different ways, with one answer."""
    answer = {number: list(ids).index(number) for number in wanted if number in ids}
    assert rows_of(ids, wanted) == answer
    assert rows_of(ids, list(wanted)[:3]) == {n: row for n, row in answer.items() if n in list(wanted)[:3]}


@given(st.sets(st.integers(0, 30)))
def test_runs_cover_exactly_the_rows(rows: set[int]) -> None:
    """One announcement for each stretch of changed rows."""
    stretches = list(runs(rows))
    assert {row for first, last in stretches for row in range(first, last + 1)} == rows
    assert all(later[0] > earlier[1] + 1 for earlier, later in pairwise(stretches))


def test_marks_stand_on_the_letters_that_matched() -> None:
    """Letters that fold into two do not shift the mark."""
    assert match_spans("EVER Summit", ("su", "ver")) == ((1, 3), (5, 2))
    assert match_spans("Straße EVER", ("ever",)) == ((7, 4),)
    assert match_spans("aaa", ("aa", "a")) == ((0, 3),)
