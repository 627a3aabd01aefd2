"""Names in any script on paper: embedded where this computer has the letters, and said where it has not."""

import shutil
from pathlib import Path

import pikepdf
import pytest
from tests.desk.test_export import table

from bunkerdesk.desk import export
from bunkerdesk.desk.export_table import Pace
from bunkerdesk.desk.letter_paper import draw_letter
from bunkerdesk.desk.paper_fonts import Doubts, FontShelf, Standing, set_text

DEJAVU = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
ARABIC, CHINESE, JAPANESE, KOREAN, THAI = "نجمة الخليج", "中远海运", "さくら丸", "한진 부산", "เรือไทย"
needs_dejavu = pytest.mark.skipif(not DEJAVU.exists(), reason="the computer has no DejaVu")


@pytest.fixture
def shelf(tmp_path: Path) -> FontShelf:
    """A computer with one font: many scripts, but not these."""
    folder = tmp_path / "fonts" / "deep"
    folder.mkdir(parents=True)
    shutil.copy(DEJAVU, folder)
    (folder / "msyh.ttc").write_bytes(b"no font at all")
    return FontShelf([tmp_path / "missing", tmp_path / "fonts"])


def fonts_in(path: Path) -> dict[str, bool]:
    """Names of the fonts of a file, and whether the file has the letters itself."""
    found = {}
    with pikepdf.open(path) as document:
        for each in document.objects:
            if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/FontDescriptor":
                found[str(each["/FontName"])] = any(key.startswith("/FontFile") for key in each)
    return found


@needs_dejavu
def test_a_script_that_a_font_of_this_computer_has_is_whole(shelf: FontShelf) -> None:
    """Arabic in its joined forms, Greek, Cyrillic: all of them in one font."""
    for text in (ARABIC, "Αθήνα", "Находка", f"{ARABIC} / PORT 7"):
        setting = shelf.set_text(text)
        assert (setting.font, setting.text, setting.standing) == ("Desk-DejaVuSans", text, Standing.WHOLE)


@needs_dejavu
def test_what_no_font_has_is_said(shelf: FontShelf) -> None:
    """East Asian letters are lent by the reader, each language by its own font; Thai ones stand as question marks."""
    lent = {text: shelf.set_text(text) for text in (CHINESE, JAPANESE, KOREAN)}
    assert {setting.standing for setting in lent.values()} == {Standing.LENT}
    assert [setting.font for setting in lent.values()] == ["STSong-Light", "HeiseiKakuGo-W5", "HYSMyeongJo-Medium"]
    lost = shelf.set_text(f"MV {THAI}")
    assert (lost.text, lost.standing) == (f"MV {'?' * len(THAI)}", Standing.LOST)
    doubts = Doubts()
    assert not doubts.words
    for setting in (lent[CHINESE], lost):
        doubts.add(setting)
    assert "a font of the reader" in doubts.words
    assert "shown as ?" in doubts.words


def test_a_computer_without_fonts_writes_all_the_same(tmp_path: Path) -> None:
    """Letters are lost, the paper is not."""
    setting = FontShelf([tmp_path]).set_text(f"{ARABIC} 7")
    assert setting.font == "Helvetica"
    assert setting.text.endswith(" 7")
    assert setting.standing is Standing.LOST


def test_usual_letters_need_no_font() -> None:
    """What every reader has is not embedded: a print of thousands of rows stays small."""
    assert set_text("GÖTA EIDER", bold=True).font == "Helvetica-Bold"
    assert set_text("12\u202f345 t, \u22126 °C").text == "12\u00a0345 t, -6 °C"


@needs_dejavu
def test_an_arabic_name_is_in_the_file_of_a_list_and_of_a_letter(tmp_path: Path) -> None:
    """Whoever opens it sees the name, whatever fonts they have."""
    export.write(table([ARABIC, None, None, None]), tmp_path / "list.pdf", Pace())
    draw_letter(f"NOTE OF PROTEST\n\nFor the vessel:      {ARABIC}\n", tmp_path / "letter.pdf")
    for name in ("list.pdf", "letter.pdf"):
        embedded = fonts_in(tmp_path / name)
        assert embedded
        assert all(embedded.values())


def test_the_paper_says_so_where_letters_are_lent(tmp_path: Path) -> None:
    """At its foot, on the computer of a desk without such a font; with one, the letters are in the file."""
    from tests.desk.test_export import text_of_pdf

    target = tmp_path / "list.pdf"
    export.write(table([CHINESE, None, None, None]), target, Pace())
    is_lent = set_text(CHINESE).standing is Standing.LENT
    assert ("a font of the reader" in " ".join(text_of_pdf(target).split())) == is_lent
    assert is_lent or all(fonts_in(target).values())
