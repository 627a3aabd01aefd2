"""Identifiers as they are typed: what is right, what is wrong, and what was probably meant.

Codes the tables do not know are warned about, never refused: lists are incomplete and the service decides.
"""

import re
import unicodedata
from dataclasses import dataclass

from bunkerdesk.rules.findings import Severity

SHIP_WEIGHTS = (7, 6, 5, 4, 3, 2)
COMPANY_WEIGHTS = (8, 6, 4, 2, 9, 7)
LONGEST_EMAIL = 320

_IMO = re.compile(r"(?:IMO)?\s*(?:NO\.?|NUMBER|#|:)?\s*([0-9][0-9 .\-]*)", re.IGNORECASE)
_LOCODE = re.compile(r"[A-Z]{2}[A-Z2-9]{3}", re.ASCII)
_PHONE = re.compile(r"[0-9 +\-()]*")


@dataclass(frozen=True, slots=True)
class Verdict:
    """An identifier as understood: `value` as it is to be stored, a sentence where something is to be said.

    `suggestion` is a value that would be right.
    """

    value: str
    sentence: str = ""
    severity: Severity | None = None
    suggestion: str = ""

    @property
    def is_error(self) -> bool:
        """Tell whether the identifier cannot be right."""
        return self.severity is Severity.ERROR


def _wrong(value: str, sentence: str, suggestion: str = "") -> Verdict:
    return Verdict(value, sentence, Severity.ERROR, suggestion)


def _doubtful(value: str, sentence: str) -> Verdict:
    return Verdict(value, sentence, Severity.WARNING)


def ship_check_digit(six: str) -> int:
    """The last digit of an IMO ship number from its first six."""
    return sum(int(digit) * weight for digit, weight in zip(six, SHIP_WEIGHTS, strict=True)) % 10


def company_check_digit(six: str) -> int:
    """The last digit of an IMO company number from its first six."""
    total = sum(int(digit) * weight for digit, weight in zip(six, COMPANY_WEIGHTS, strict=True))
    return (11 - total % 11) % 10


def is_ship_number(number: int | str) -> bool:
    """Tell whether the check digit of an IMO ship number fits (about a tenth of all slips still pass)."""
    text = str(number)
    return re.fullmatch(r"[0-9]{7}", text) is not None and int(text[6]) == ship_check_digit(text[:6])


def imo_number(text: str | int) -> Verdict:
    """An IMO ship number: seven digits, the last one a check digit."""
    typed = str(text).strip()
    match = _IMO.fullmatch(typed)
    digits = re.sub(r"[^0-9]", "", match[1]) if match else ""
    if len(digits) != 7:
        return _wrong(typed, "An IMO number has seven digits")
    if is_ship_number(digits):
        return Verdict(digits)
    if int(digits[6]) == company_check_digit(digits[:6]):
        return _wrong(digits, f"{digits} is an IMO company number, a ship's number is needed")
    right = f"{digits[:6]}{ship_check_digit(digits[:6])}"
    return _wrong(digits, f"Check digit is wrong, {right}?", right)


_MMSI_KINDS = (
    ("00", "a coast station"),
    ("0", "a group of ships"),
    ("111", "a search and rescue aircraft"),
    ("99", "an aid to navigation"),
    ("98", "a craft carried by a ship"),
    ("97", "a distress device"),
    ("8", "a hand-held radio"),
)


def mmsi(text: str | int) -> Verdict:
    """A maritime mobile service identity: nine digits, a ship's begins with 2 to 7 (ITU-R M.585)."""
    typed = re.sub(r"\s", "", str(text))
    if not re.fullmatch(r"[0-9]{9}", typed):
        return _wrong(typed, "An MMSI has nine digits")
    if typed[0] in "234567":
        return Verdict(typed)
    for beginning, holder in _MMSI_KINDS:
        if typed.startswith(beginning):
            return _doubtful(typed, f"This MMSI belongs to {holder}, not to a ship")
    return _doubtful(typed, "A ship's MMSI begins with a digit from 2 to 7")


def port_code(text: str) -> Verdict:
    """A UN/LOCODE: two letters of the country and three letters or digits; another shape is doubtful only."""
    code = "".join(text.split()).upper()
    if _LOCODE.fullmatch(code):
        return Verdict(code)
    return _doubtful(code, "A UN/LOCODE has two letters for the country and three for the place, such as SGSIN")


def email(text: str) -> Verdict:
    """An e-mail address: one @, a dot in the domain, at most 320 characters (specification, "Limits")."""
    typed = text.strip()
    local, _, domain = typed.partition("@")
    if len(typed) > LONGEST_EMAIL:
        return _wrong(typed, f"An e-mail address has at most {LONGEST_EMAIL} characters")
    parts = domain.split(".")
    if not local or "@" in domain or len(parts) < 2 or not all(parts) or re.search(r"[\s,;<>]", typed):
        return _wrong(typed, "This is not an e-mail address")
    return Verdict(typed)


def phone(text: str) -> Verdict:
    """A telephone number: digits, blanks and + - ( ) only (specification, "Limits")."""
    typed = text.strip()
    if _PHONE.fullmatch(typed):
        return Verdict(typed)
    suggestion = re.sub(r"[./]", " ", re.sub(r"(?i)\s*(?:ext|x|tel|phone)[.:]?\s*", " ", typed)).strip()
    fits = _PHONE.fullmatch(suggestion) and re.search(r"[0-9]", suggestion)
    return _wrong(typed, "Only digits, blanks and + - ( ) are allowed", suggestion if fits else "")


def client_reference(text: str) -> Verdict:
    """A client reference: any text of at least one character; kept as typed but for blanks around it."""
    typed = text.strip()
    if not typed:
        return _wrong("", "A client reference is needed")
    if any(ord(letter) < 32 or ord(letter) == 127 for letter in typed):
        cleaned = " ".join("".join(letter if letter.isprintable() else " " for letter in typed).split())
        return _wrong(typed, "A client reference has no line breaks or control characters", cleaned)
    if typed in {".", ".."}:
        return _wrong(typed, "This reference cannot be addressed at the service")
    return Verdict(typed)


_STATED_IMO = re.compile(r"(?:imo\s*(?:ship\s*)?(?:number|no\b|nr\b|#)?[\s.:#-]*)?([0-9]{7})", re.IGNORECASE)


def imo_in(text: str | None) -> int | None:
    """The IMO number in an opaque identifier (`9074729`, `IMO No. 9074729`); None when it is something else."""
    found = _STATED_IMO.fullmatch((text or "").strip())
    return int(found.group(1)) if found else None


_PREFIX = re.compile(r"^(?:m[\s./]*[vt]|s[\s./]*s|l[\s./]*n[\s./]*g[\s./]*c?|mts?|mvs?)[\s.]+(?=\S)")


def folded_name(name: str) -> str:
    """A ship's name for comparing: case, accents, spaces, punctuation and `MV`, `M.T.` prefixes taken away."""
    plain = "".join(mark for mark in unicodedata.normalize("NFKD", name) if not unicodedata.combining(mark))
    return re.sub(r"[\W_]+", "", _PREFIX.sub("", plain.casefold().strip()))
