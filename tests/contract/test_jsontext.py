"""Exact JSON: what a person or the service wrote comes back digit for digit."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.contract import jsontext

DECIMALS = st.decimals(allow_nan=False, allow_infinity=False, places=None, min_value=-(10**28), max_value=10**28)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**40), 10**40) | DECIMALS | st.text(),
    lambda children: st.lists(children, max_size=4) | st.dictionaries(st.text(), children, max_size=4),
    max_leaves=20,
)


@given(VALUES)
def test_any_value_survives_a_round_trip(value: object) -> None:
    """Nothing is rounded, re-encoded or lost between two ends of the wire."""
    assert jsontext.same_meaning(jsontext.parse(jsontext.write(value)), value)


def test_twenty_eight_digits_stay() -> None:
    """A double would end at 12345678901234567000."""
    assert jsontext.write(jsontext.parse(b"12345678901234567890.12345678")) == b"12345678901234567890.12345678"


def test_a_decimal_is_written_as_a_number() -> None:
    """The service takes numbers; a quoted quantity would be refused."""
    assert jsontext.write({"maxQuantity": Decimal("520.50")}) == b'{"maxQuantity":520.50}'


@pytest.mark.parametrize(
    "text", [b"", b"{", b'{"a":1', b"<html>", b"NaN", b"[Infinity]", b"\xff\xfe", b"[" * 100_000, b"1 2"]
)
def test_what_is_not_json_is_refused(text: bytes) -> None:
    """A cut-off or foreign answer is one clear error, never a crash."""
    with pytest.raises(jsontext.MalformedJson):
        jsontext.parse(text)


def test_half_a_surrogate_pair_can_be_written_back() -> None:
    """Valid as an escape in JSON, impossible as UTF-8."""
    assert jsontext.parse(jsontext.write(jsontext.parse(rb'"\ud800"'))) == "\ud800"


def test_same_meaning_tells_numbers_from_booleans() -> None:
    """`true` is not 1, but 1.0 is."""
    assert jsontext.same_meaning({"a": 1}, {"a": Decimal("1.00")})
    assert not jsontext.same_meaning([True], [1])
    assert not jsontext.same_meaning({"a": 1}, {"a": 1, "b": None})


@pytest.mark.parametrize("left", [{}, [], "", 0, None, False])
def test_values_of_different_kinds_never_mean_the_same(left: object) -> None:
    """Empty in one way is not empty in another."""
    assert [jsontext.same_meaning(left, right) for right in ({}, [], "", 0, None, False)].count(True) == 1
    assert jsontext.same_meaning(left, left)


@pytest.mark.parametrize("count", [0, 1, jsontext.PIECE, jsontext.PIECE + 1, 3 * jsontext.PIECE])
def test_a_long_array_written_in_pieces_is_the_same_array(count: int):
    """No item is lost or doubled where two pieces meet."""
    items = [(number, [f"R-{number}", "天津", '"\\'], Decimal("1.50"), None) for number in range(count)]
    assert jsontext.write_array(items) == jsontext.write(items)
