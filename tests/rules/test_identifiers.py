"""Identifiers: check digits, shapes and suggestions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum import imo as reference

from bunkerdesk.rules import identifiers
from bunkerdesk.rules.findings import Severity

six_digits = st.integers(100_000, 999_999).map(str)


@pytest.mark.parametrize("typed", ["9074729", "IMO 9074729", "imo9074729", " IMO: 9074729 ", "907 4729"])
def test_a_right_ship_number(typed: str) -> None:
    """As it stands in mails and on certificates."""
    assert identifiers.imo_number(typed) == identifiers.Verdict("9074729")


def test_a_wrong_check_digit_suggests_the_right_one() -> None:
    """9312791 is refused and 9312793 offered."""
    verdict = identifiers.imo_number("9312791")
    assert verdict.is_error
    assert verdict.suggestion == "9312793"
    assert verdict.suggestion in verdict.sentence


def test_a_company_number_is_told_apart() -> None:
    """An IMO company number typed for a ship is called by its name instead of being "corrected"."""
    verdict = identifiers.imo_number("2041999")
    assert verdict.is_error
    assert "company number" in verdict.sentence
    assert verdict.suggestion == ""


@pytest.mark.parametrize("typed", ["", "907472", "90747290", "EVER SUMMIT", "٩٠٧٤٧٢٩", "90747²9"])
def test_what_is_no_imo_number(typed: str) -> None:
    """Too short, too long, a name, digits of other scripts."""
    assert identifiers.imo_number(typed).sentence == "An IMO number has seven digits"


@given(six_digits)
def test_check_digit_agrees_with_the_reference(six: str) -> None:
    """The same digit as python-stdnum computes."""
    right = f"{six}{identifiers.ship_check_digit(six)}"
    assert identifiers.is_ship_number(right)
    assert reference.is_valid(right)
    assert identifiers.imo_number(right).severity is None


@given(six_digits, st.integers(1, 9))
def test_a_wrong_digit_is_never_accepted(six: str, slip: int) -> None:
    """Any other last digit is an error, whatever is said about it."""
    wrong = f"{six}{(identifiers.ship_check_digit(six) + slip) % 10}"
    assert identifiers.imo_number(wrong).is_error


@pytest.mark.parametrize(
    ("typed", "severity"),
    [
        ("563012345", None),
        ("5630 12345", None),
        ("002320001", Severity.WARNING),
        ("111232001", Severity.WARNING),
        ("56301234", Severity.ERROR),
        ("ABCDEFGHI", Severity.ERROR),
    ],
)
def test_mmsi(typed: str, severity: Severity | None) -> None:
    """Nine digits; a coast station is doubtful, not impossible."""
    assert identifiers.mmsi(typed).severity == severity


@pytest.mark.parametrize(("typed", "value"), [("sg sin", "SGSIN"), ("USHOU", "USHOU"), ("BEX2Y", "BEX2Y")])
def test_port_code_is_normalised(typed: str, value: str) -> None:
    """Typed with a blank or in lower case."""
    assert identifiers.port_code(typed) == identifiers.Verdict(value)


@pytest.mark.parametrize("typed", ["SINGAPORE", "SG1IN", "S1SIN", ""])
def test_an_odd_port_code_is_never_refused(typed: str) -> None:
    """Only a warning: the service may know more codes than the table."""
    assert identifiers.port_code(typed).severity is Severity.WARNING


@pytest.mark.parametrize("typed", ["ops@harbour.com.sg", "a+b@x.io", "a@" + "b" * 314 + ".com"])
def test_email_accepted(typed: str) -> None:
    """Up to 320 characters."""
    assert identifiers.email(typed).severity is None


@pytest.mark.parametrize(
    "typed", ["", "ops", "a@b", "a@@b.c", "a@b.c@d.e", "a b@c.de", "@b.c", "a@.c", "a@" + "b" * 315 + ".com"]
)
def test_email_refused(typed: str) -> None:
    """What the service would answer with 400."""
    assert identifiers.email(typed).is_error


@given(st.text(alphabet="0123456789 +-()", max_size=30))
def test_phone_alphabet(text: str) -> None:
    """Exactly the characters of the specification pass."""
    assert not identifiers.phone(text).is_error
    assert identifiers.phone(f"{text}x").is_error


def test_phone_suggestion() -> None:
    """Dots and the word "ext" are replaced in the suggestion."""
    assert identifiers.phone("+65.6123.4567").suggestion == "+65 6123 4567"
    assert identifiers.phone("call me").suggestion == ""


@given(st.text(alphabet="A/?#% ü中-", min_size=1).filter(str.strip))
def test_any_printable_reference_is_kept(text: str) -> None:
    """Slashes, question marks and other scripts belong to references."""
    assert identifiers.client_reference(text) == identifiers.Verdict(text.strip())


@pytest.mark.parametrize(("typed", "suggestion"), [("", ""), ("   ", ""), ("A\nB", "A B"), ("..", "")])
def test_impossible_references(typed: str, suggestion: str) -> None:
    """Empty, with a line break, or a path step."""
    verdict = identifiers.client_reference(typed)
    assert verdict.is_error
    assert verdict.suggestion == suggestion
