"""What the filter field means."""

from datetime import date

import pytest

from bunkerdesk.models.typed_filter import FilterLanguage

FACETS = {
    "status": [("have", "Have", 9), ("kept", "Have, on this computer", 3), ("missing", "Missing", 2)],
    "port": [("NLRTM", "Rotterdam NLRTM", 20), ("SGSIN", "Singapore SGSIN", 10), ("", "No port", 1)],
    "kind": [("certificate_of_quality", "Certificate of quality", 4), ("q88", "Q88 tanker questionnaire", 1)],
    "fuel": [("BIO_VLSFO", "BIO_VLSFO", 4), ("VLSFO RMG", "VLSFO RMG", 4)],
}
OCTOBER = (date(2026, 10, 1), date(2026, 10, 31))


@pytest.fixture
def language() -> FilterLanguage:
    facets = (("kind", "Type"), ("status", "State"), ("port", "Port"), ("fuel", "Fuel"))
    return FilterLanguage(facets, (("ended", "Ended"),), lambda name: FACETS[name], lambda: date(2026, 11, 21))


def test_all_ended_in_october_in_rotterdam(language: FilterLanguage):
    """In words a manager would type, in any order, with what was understood said back."""
    for text in ("port:rotterdam ended:october", "ended:2026-10 PORT=nlrtm", 'port:"Rotterdam NLRTM" ended:oct'):
        typed = language.read(text)
        assert (typed.values, typed.days) == ({"port": {"NLRTM"}}, {"ended": OCTOBER})
        assert (typed.words, typed.problem) == ("", "")
        assert "Rotterdam NLRTM" in typed.said
        assert "Ended 1 Oct 2026 – 31 Oct 2026" in typed.said


@pytest.mark.parametrize(
    ("text", "key", "values"),
    [
        ("state:have", "status", {"have", "kept"}),
        ("status:missing", "status", {"missing"}),
        ("type:quality", "kind", {"certificate_of_quality"}),
        ("port:sg,rott", "port", {"SGSIN", "NLRTM"}),
        ("port:s'pore,ara", "port", {"SGSIN", "NLRTM"}),
        ("fuel:vlsfo", "fuel", {"BIO_VLSFO", "VLSFO RMG"}),
        ("port:rott port:sing", "port", frozenset()),
    ],
)
def test_values_by_the_beginning_of_a_word(language: FilterLanguage, text: str, key: str, values: set[str]):
    """By key or by the title of the chip, by name or code, several parted by commas."""
    assert language.read(text).values == {key: values}


def test_words_stay_words(language: FilterLanguage):
    """A reference with a colon, a key of another list: searched as typed. A key without its value narrows nothing."""
    assert language.read("PO:77/4 nordic captain:bligh").words == "PO:77/4 nordic captain:bligh"
    typed = language.read("summit port: ended:")
    assert (typed.words, typed.values, typed.days, typed.problem) == ("summit", {}, {}, "")


def test_what_cannot_be_meant_is_said(language: FilterLanguage):
    """An empty list alone would leave a person guessing."""
    assert "port like “rotterdm”" in language.read("port:rotterdm").problem
    typed = language.read("ended:octember")
    assert "“octember” is no day" in typed.problem
    assert typed.days == {}


def test_every_example_of_the_help_is_understood(language: FilterLanguage):
    """The help shows nothing that does not work."""
    examples = language.examples()
    assert {"state:have", "port:rotterdam", "ended:october"} <= {example.text for example in examples}
    for example in examples:
        typed = language.read(example.text)
        assert not typed.problem, example
        assert typed.said or typed.words
