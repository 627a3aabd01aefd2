"""Type for papers: whatever script a name is in, its letters are embedded from a font of this computer that has them.

The package brings no font for Chinese or Thai: each has megabytes. Where no file of this computer has the letters,
East Asian ones are left to a font of the reader, others stand as question marks, and the paper says so.
"""

import os
import sys
import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cache
from pathlib import Path

from bunkerdesk.rules import wording
from bunkerdesk.rules.visual_order import visual

_MOST = (
    "DejaVuSans.ttf",
    "segoeui.ttf",
    "Arial Unicode.ttf",
    "arialuni.ttf",
    "arial.ttf",
    "LiberationSans-Regular.ttf",
)
_ARABIC = ("tahoma.ttf", "NotoSansArabic-Regular.ttf", "NotoNaskhArabic-Regular.ttf", "NotoSansHebrew-Regular.ttf")
_THAI = ("LeelawUI.ttf", "leelawad.ttf", "Garuda.ttf", "Loma.ttf", "NotoSansThai-Regular.ttf", "Thonburi.ttf")
_EAST = (
    *("msyh.ttc", "simsun.ttc", "msjh.ttc", "meiryo.ttc", "msgothic.ttc", "malgun.ttf", "batang.ttc"),
    *("STHeiti Light.ttc", "AppleGothic.ttf", "DroidSansFallbackFull.ttf", "DroidSansFallback.ttf"),
    *("wqy-microhei.ttc", "wqy-zenhei.ttc", "NanumGothic.ttf", "ipag.ttf", "uming.ttc"),
)
"""Names of files with outlines that can be embedded, on Windows, macOS and Linux."""
_ARABIC_LETTERS, _THAI_LETTERS = ("\u0590", "\u08ff"), ("\u0e00", "\u0eff")
_EAST_ASIAN, _KANA, _HANGUL = ("\u2e80", "\uffef"), ("\u3040", "\u30ff"), ("\uac00", "\ud7af")
_READERS = {"kana": "HeiseiKakuGo-W5", "hangul": "HYSMyeongJo-Medium", "han": "STSong-Light"}
_REMEMBERED = 4_096
LOST = "?"


class Standing(Enum):
    """How sure it is that a reader sees the letters."""

    WHOLE = auto()
    LENT = auto()
    """Drawn with a font of the reader."""
    LOST = auto()
    """Some are question marks."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A text as it is set: the name of the font, the letters in the order they are read."""

    font: str
    text: str
    standing: Standing = Standing.WHOLE


@dataclass(slots=True)
class Doubts:
    """What of a paper's letters its reader may not see."""

    _seen: set[Standing] = field(default_factory=set)

    def add(self, setting: Setting) -> None:
        """Take note of what was set."""
        self._seen.add(setting.standing)

    @property
    def words(self) -> str:
        """One sentence or two; empty where every letter is in the file."""
        told = (
            (Standing.LENT, "Chinese, Japanese or Korean letters are shown by a font of the reader."),
            (Standing.LOST, f"No font of this computer has the letters shown as {LOST}."),
        )
        return " ".join(words for standing, words in told if standing in self._seen)


def doubts_of(texts: Iterable[str]) -> str:
    """The words on doubts about these texts."""
    doubts = Doubts()
    for text in texts:
        doubts.add(set_text(text))
    return doubts.words


def font_for(text: str, *, bold: bool = False) -> tuple[str, str]:
    """The font that can show a text, and the text as it can be shown."""
    setting = set_text(text, bold=bold)
    return setting.font, setting.text


def set_text(text: str, *, bold: bool = False) -> Setting:
    """How a text is set; thin spaces are plain ones, for the fonts that every reader has do not know them."""
    plain = text.replace(wording.THIN, "\u00a0").replace(wording.MINUS, "-")
    try:
        plain.encode("cp1252")
    except UnicodeEncodeError:
        return _shelf().set_text(plain)
    return Setting("Helvetica-Bold" if bold else "Helvetica", plain)


class FontShelf:
    """The fonts below some folders; each file is read when a text needs it."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders
        self._files: dict[str, Path] | None = None
        self._read: dict[Path, tuple[str, Collection[int]] | None] = {}
        self._settings: dict[str, Setting] = {}
        self._lock = threading.Lock()

    def set_text(self, text: str) -> Setting:
        """How a text beyond the usual letters is set."""
        with self._lock:
            setting = self._settings.get(text)
            if setting is None:
                if len(self._settings) > _REMEMBERED:
                    self._settings.clear()
                setting = self._settings[text] = self._set(text)
            return setting

    def _set(self, text: str) -> Setting:
        best: tuple[int, str, Collection[int]] = (0, "", ())
        letters = visual(text)
        for name, has in self._fonts(_file_names(text)):
            found = sum(ord(letter) in has or not letter.isprintable() for letter in letters)
            if found == len(letters):
                return Setting(name, text)
            best = max(best, (found, name, has), key=lambda one: one[0])
        if _any_in(text, _EAST_ASIAN):
            return Setting(_reader_font(_language(text)), text, Standing.LENT)
        _, name, has = best
        if not name:
            return Setting("Helvetica", text.encode("cp1252", "replace").decode("cp1252"), Standing.LOST)
        return Setting(name, "".join(letter if _is_shown(letter, has) else LOST for letter in text), Standing.LOST)

    def _fonts(self, names: Iterable[str]) -> Iterator[tuple[str, Collection[int]]]:
        """Fonts with one of these file names, each with the letters it has."""
        if self._files is None:
            self._files = _font_files(self._folders)
        for path in filter(None, map(self._files.get, map(str.lower, names))):
            if path not in self._read:
                self._read[path] = _registered(path)
            font = self._read[path]
            if font is not None:
                yield font


@cache
def _shelf() -> FontShelf:
    return FontShelf(font_folders())


def _font_files(folders: Sequence[Path]) -> dict[str, Path]:
    """Every file by its name in small letters; what comes first counts."""
    found: dict[str, Path] = {}
    for folder in folders:
        for place, _, names in os.walk(folder):
            for name in names:
                found.setdefault(name.lower(), Path(place) / name)
    return found


def _registered(path: Path) -> tuple[str, Collection[int]] | None:
    """A font under the name it can be set in; None for one that cannot be embedded."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    name = f"Desk-{path.stem}"
    try:
        font = TTFont(name, str(path))
        pdfmetrics.registerFont(font)
    except (OSError, TTFError, ValueError, KeyError):
        return None
    return name, font.face.charToGlyph


@cache
def _reader_font(language: str) -> str:
    """A font that East Asian readers bring themselves."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont

    pdfmetrics.registerFont(UnicodeCIDFont(_READERS[language]))
    return _READERS[language]


def _language(text: str) -> str:
    return "kana" if _any_in(text, _KANA) else "hangul" if _any_in(text, _HANGUL) else "han"


def _is_shown(letter: str, has: Collection[int]) -> bool:
    return ord(letter) in has or all(ord(form) in has for form in visual(letter))


def _any_in(text: str, letters: tuple[str, str]) -> bool:
    return any(letters[0] <= letter <= letters[1] for letter in text)


def _file_names(text: str) -> list[str]:
    """File names to look for, by the scripts of a text."""
    names = list(_MOST)
    for letters, more in ((_ARABIC_LETTERS, _ARABIC), (_THAI_LETTERS, _THAI), (_EAST_ASIAN, _EAST)):
        if _any_in(text, letters):
            names += more
    return names


def font_folders() -> list[Path]:
    """Where fonts are installed, those of this person first."""
    home = Path.home()
    if sys.platform == "win32":
        own = Path(os.environ.get("LOCALAPPDATA", home)) / "Microsoft/Windows/Fonts"
        return [own, Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts"]
    if sys.platform == "darwin":
        return [home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts")]
    own = Path(os.environ.get("XDG_DATA_HOME") or home / ".local/share") / "fonts"
    return [own, home / ".fonts", Path("/usr/local/share/fonts"), Path("/usr/share/fonts")]
