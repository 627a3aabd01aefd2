"""Days as they are typed into a filter."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.rules.day_spans import span_of

TODAY = date(2026, 11, 21)
OCTOBER = (date(2026, 10, 1), date(2026, 10, 31))


@pytest.mark.parametrize(
    "text",
    ["october", "Oct", "oktober", "2026-10", "2026/10", "10/2026", "oct2026", "Oct-2026", "last-month"],
)
def test_a_month_is_understood_as_people_write_it(text: str):
    """By name in any language of the trade, by number, with and without the year."""
    assert span_of(text, TODAY) == OCTOBER


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("december", date(2025, 12, 1), date(2025, 12, 31)),
        ("november", date(2026, 11, 1), date(2026, 11, 30)),
        ("feb", date(2026, 2, 1), date(2026, 2, 28)),
        ("2024-02", date(2024, 2, 1), date(2024, 2, 29)),
        ("2026", date(2026, 1, 1), date(2026, 12, 31)),
        ("2026-10-05", date(2026, 10, 5), date(2026, 10, 5)),
        ("today", TODAY, TODAY),
        ("gestern", date(2026, 11, 20), date(2026, 11, 20)),
        ("this-week", date(2026, 11, 16), date(2026, 11, 22)),
        ("last-week", date(2026, 11, 9), date(2026, 11, 15)),
        ("last-year", date(2025, 1, 1), date(2025, 12, 31)),
        ("next month", date(2026, 12, 1), date(2026, 12, 31)),
        ("2026-10-05..2026-10-12", date(2026, 10, 5), date(2026, 10, 12)),
        ("sep..oct", date(2026, 9, 1), date(2026, 10, 31)),
        ("2026-10..", date(2026, 10, 1), date.max),
        ("..yesterday", date.min, date(2026, 11, 20)),
    ],
)
def test_spans(text: str, first: date, last: date):
    """The first and the last day, both included; a month without a year is the one that began last."""
    assert span_of(text, TODAY) == (first, last)


@pytest.mark.parametrize("text", ["", "rotterdam", "2026-13", "2026-02-30", "0000", "oct..sep", "x..y", "99"])
def test_what_is_no_span_is_none(text: str):
    """Said, not guessed."""
    assert span_of(text, TODAY) is None


@given(st.text(max_size=20))
def test_nothing_typed_makes_it_fail(text: str):
    """A person is still typing."""
    span = span_of(text, TODAY)
    assert span is None or span[0] <= span[1]
