"""Right-to-left names on paper."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.rules.visual_order import visual


@pytest.mark.parametrize("text", ["", "EVER SUMMIT", "Übersee 12", "中远海运 宇宙", "Ελλάς"])
def test_other_scripts_stay(text: str):
    """Nothing is touched that runs from left to right."""
    assert visual(text) == text


def test_arabic_letters_are_joined_and_run_from_the_right():
    """Seen: the last letter first; beginnings, middles and ends in their own forms, lam and alef as one."""
    assert visual("سفن") == "\ufee6\ufed4\ufeb3"  # seen initial, feh medial, noon final
    assert visual("سلام") == "\ufee1\ufefc\ufeb3"  # meem isolated after the alef, lam-alef final, seen initial
    assert visual("دار") == "\ufead\ufe8d\ufea9"  # none of these joins what follows


def test_numbers_and_latin_words_keep_their_order():
    """`12` is not `21`, whichever way the words around it run."""
    assert visual("שלום 12") == "12 םולש"
    assert visual("IMO 9811000 שלום") == "IMO 9811000 םולש"
    assert visual("שלום (EVER) שלום") == "םולש (EVER) םולש"


@given(st.text(max_size=40))
def test_nothing_makes_it_fail(text: str):
    """Whatever a service sends is printed."""
    assert isinstance(visual(text), str)


def test_only_lam_and_alef_become_one_letter() -> None:
    """Ligatures of lam with other letters are an ornament: as isolated forms they would tear the word apart."""
    assert visual("الخليج") == "\ufe9e\ufef4\ufee0\ufea8\ufedf\ufe8d"
