"""Names of saved files: whatever the service says, a plain path below the folder on every platform."""

import ntpath
import unicodedata
from datetime import datetime
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bunkerdesk.desk.name_book import NameBook, key_of, numbered
from bunkerdesk.desk.naming import (
    DEFAULT_PATTERN,
    DOCUMENT_PATTERN,
    FIELDS,
    LONGEST_PART,
    LONGEST_PATH,
    BadPattern,
    NameFacts,
    NamePattern,
    ending_of,
    safe_part,
    stem_of,
)

ENDED = datetime.fromisoformat("2026-10-31T23:30:00+08:00")
FACTS = NameFacts("SO-1", "EVER SUMMIT", "9811000", "SGSIN", "Singapore", ENDED, "Bunker delivery note", "BDN 1")
HOSTILE = st.one_of(
    st.text(max_size=300),
    st.sampled_from(
        [
            "../../evil",
            "/etc/passwd",
            "C:\\Windows\\x",
            "C:x",
            "\\\\host\\share",
            "CON.pdf",
            "con .txt",
            "NUL",
            "..",
            ".",
            "a\0b",
            "\u202egnp.exe",
            "-rf",
            "=cmd|x",
            "   ",
            "a. . .",
            "COM¹",
            "x" * 5000,
            "中" * 400,
            "😀" * 200,
            "\ud800",
        ]
    ),
)


def assert_plain(path: PurePosixPath) -> None:
    """What every platform takes, below the folder."""
    assert path.parts
    assert not path.is_absolute()
    assert len(str(path).encode("utf-16-le")) // 2 <= LONGEST_PATH
    windows = PureWindowsPath(str(path))
    assert not windows.drive
    assert not windows.root
    # Moved from pathlib to os.path in 3.13.
    assert not (ntpath.isreserved(str(path)) if hasattr(ntpath, "isreserved") else windows.is_reserved())
    for part in path.parts:
        assert part not in ("", ".", "..")
        assert not part.startswith((".", "-", " ", "=", "+", "@"))
        assert not part.endswith((".", " "))
        assert not set(part) & set('<>:"/\\|?*')
        assert not any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") for letter in part)
        assert len(part.encode("utf-16-le")) // 2 <= LONGEST_PART
        assert len(part.encode()) <= 255
    folder = Path("/target/folder")
    assert (folder / path).resolve().is_relative_to(folder.resolve())


@given(
    pattern=st.sampled_from(
        [
            DEFAULT_PATTERN,
            DOCUMENT_PATTERN,
            "{name}",
            "{name}/{type}/{vessel}.{ext}",
            "{reference}.pdf",
            "..{name}../{name}",
        ]
    ),
    values=st.fixed_dictionaries({name: HOSTILE for name in FIELDS if name != "date"}),
)
@example(pattern="{name}", values=dict.fromkeys((name for name in FIELDS if name != "date"), "../../evil"))
def test_no_name_leaves_the_folder(pattern: str, values: dict[str, str]):
    """`../../evil`, a drive letter, NUL, `CON.pdf` or a reversed name make a harmless file."""
    assert_plain(NamePattern(pattern).path(NameFacts(date=ENDED, **values)))


@given(text=HOSTILE, ending=st.sampled_from(["", "pdf", "jpeg"]))
def test_a_part_is_plain_and_stays_so(text: str, ending: str):
    """Cleaning a clean name changes nothing."""
    part = safe_part(text, ending)
    assert_plain(PurePosixPath(part))
    assert safe_part(part) == part


@given(st.lists(HOSTILE, min_size=2, max_size=30), st.booleans())
def test_no_two_files_share_a_name(names: list[str], with_folder: bool):
    """Names that differ by case or by composed letters only are one name on some computers."""
    book = NameBook()
    pattern = NamePattern("{name}/{vessel}.pdf" if with_folder else "{name}")
    taken = [
        PurePosixPath(book.take(str(pattern.path(NameFacts(name=name, vessel="x")))))
        for name in [*names, *map(str.upper, names)]
    ]
    assert len({key_of(str(path)) for path in taken}) == len(taken)
    folders = {key_of(str(parent)) for path in taken for parent in path.parents if parent.parts}
    assert not folders & {key_of(str(path)) for path in taken}
    for path in taken:
        assert_plain(path)


def test_the_default_pattern_reads_as_a_person_files():
    """Port, month of the delivery on the port's clock, reference and vessel."""
    assert str(NamePattern(DEFAULT_PATTERN).path(FACTS)) == "SGSIN/2026-10/SO-1 EVER SUMMIT.pdf"
    assert str(NamePattern("{date:%d %b %y %H%M, day %j, week %V of %G %%}").path(FACTS)) == (
        "31 Oct 26 2330, day 304, week 44 of 2026 %.pdf"
    )


def test_what_is_not_known_is_said():
    """A draft without a port is not filed under nothing."""
    assert str(NamePattern("{port}/{date:%Y}/{imo}.pdf").path(NameFacts())) == "no port/no date/no imo.pdf"


def test_the_ending_is_the_files_own():
    """A photograph is never called a PDF, and a program never ends as one."""
    picture = NameFacts(reference="SO-1", ext="jpg")
    assert str(NamePattern("{reference}.pdf").path(picture)) == "SO-1.jpg"
    assert str(NamePattern("{reference}").path(picture)) == "SO-1.jpg"
    assert [ending_of(name) for name in ("a.PDF", "a.exe", "a.b.jpeg", "a", "", ".pdf", "a.")] == [
        *("pdf", "dat", "jpeg", "", "", "", ""),
    ]
    assert stem_of("BDN 1.2 final.pdf") == "BDN 1.2 final"
    assert stem_of("no. 4711 of the ship") == "no. 4711 of the ship"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("{vesel}.pdf", "“vesel” is no field"),
        ("{}.pdf", "no name"),
        ("{reference.__class__}", "is no field"),
        ("{reference[0]}", "is no field"),
        ("{reference!r}", "!r"),
        ("{reference:>900000000}", "Only date"),
        ("{date:%Q}", "%Q"),
        ("{date:%Y/%m}", "folders"),
        ("{date:%}", "no part of a date"),
        ("{reference", "brace"),
        ("", "empty"),
        (" / . ", "empty"),
        ("{port}/", "missing"),
        ("a/b/c/d/e/f/g", "folders"),
        ("x" * 500, "longer"),
    ],
)
def test_a_pattern_that_cannot_be_meant_is_refused_with_a_sentence(text: str, word: str):
    """Before anything is downloaded, and the sentence names the fields there are."""
    with pytest.raises(BadPattern, match=word.replace("!", "!")) as refused:
        NamePattern(text)
    assert "port_name" in refused.value.problem.todo


def test_collisions_are_numbered_in_order():
    """The first keeps its name; a name that already bears a number is not doubled."""
    book = NameBook()
    names = ["a.pdf", "A.PDF", "a (2).pdf", "a.pdf", "a"]
    assert [book.take(name) for name in names] == [
        *("a.pdf", "A (2).PDF", "a (2) (2).pdf", "a (3).pdf", "a"),
    ]
    assert book.take("a/b.pdf") == "a (2)/b.pdf"


def test_a_long_name_has_room_for_its_number():
    """The hundredth of a name with the longest length is still within it."""
    path = PurePosixPath(numbered(safe_part("x" * 500, "pdf"), 100))
    assert_plain(path)
    assert path.name.endswith(" (100).pdf")


def test_a_folder_never_bears_the_name_of_a_file():
    """`SO-1.pdf` as a file and as a folder cannot be beside each other."""
    book = NameBook()
    book.take("so-1.pdf")
    assert book.take("SO-1.pdf/a.pdf") == "SO-1.pdf (2)/a.pdf"
