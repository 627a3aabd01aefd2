"""Reads a pasted e-mail or message by rule: vessel, port, times, fuels, quantities, references, with their places.

Nothing is decided here: marks are shown in the text beside the form they fill, and a person confirms.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import islice
from zoneinfo import ZoneInfo

from bunkerdesk.rules import identifiers
from bunkerdesk.rules.message_fuels import fuels
from bunkerdesk.rules.message_text import Mark, flat
from bunkerdesk.rules.message_times import Clocked, moments, month_comes_first, written
from bunkerdesk.rules.ports import HUBS, Port, Ports, fold

__all__ = ["Mark", "Message", "read"]

VESSEL = "receiver.vesselName"
IMO = "receiver.vesselIdentifier.imo"
MMSI = "receiver.vesselIdentifier.mmsi"
PORT = "delivery.bunkeringLocationCode"
ORDER = "receiver.orderReference"
FOR_ALL = 0.8
"""How much less counts what is said above the parts of several ships."""
QUOTED = 0.5
"""The same of an older message below."""
LONGEST = 30_000
"""Letters of a message that are read; behind them lie only older mails and disclaimers."""


@dataclass(frozen=True, slots=True)
class Message:
    """What was recognised in a message: all marks, in the order of the text."""

    marks: tuple[Mark, ...]

    def best(self, field: str) -> Mark | None:
        """The surest mark of a field, the first of equals."""
        found = [mark for mark in self.marks if mark.field == field]
        return max(found, key=lambda mark: (mark.confidence, -mark.start), default=None)

    @property
    def values(self) -> dict[str, str]:
        """The best value of each field."""
        fields = dict.fromkeys(mark.field for mark in self.marks)
        return {field: best.value for field in fields if (best := self.best(field))}


def read(text: str, ports: Ports, now: datetime, below: int = 0) -> Message:
    """Recognise what a bunkering message says.

    A date without a year is the next one from the day of the message, else from `now` (aware); a few days back count.
    What stands above `below` gives way to what is said from there on.
    """
    text = text[:LONGEST]
    plain = flat(text)
    marks = [*_numbers(plain), *_vessels(text, plain), *_ports(text, plain, ports), *_references(text, plain)]
    quoted = quoted_from(plain)
    # Weighed before the clock is chosen: a time is local to the port that counts, not to one in an older message.
    marks = [_weighed(mark, below, quoted) for mark in marks]
    how = Clocked(_zone(Message(tuple(marks)), ports), written(plain, now), month_comes_first(plain))
    marks += [_weighed(mark, below, quoted) for mark in (*moments(plain, how), *fuels(plain, quoted))]
    return Message(tuple(sorted(marks, key=lambda mark: (mark.start, mark.field))))


_QUOTED = re.compile(
    r"(?m)^(?:-{3,} ?(?:original|forwarded|urspruengliche|mensaje|message d)|on .{5,80} wrote:"
    r"|> ?\w)"
)


def quoted_from(plain: str) -> int:
    """Where an older message begins; the end of the text where none does."""
    match = _QUOTED.search(plain)
    # A message that begins with its forwarding line is all quoted: then nothing gives way.
    return match.start() if match and len(plain[: match.start()].split()) > 12 else len(plain)


def _zone(message: Message, ports: Ports) -> ZoneInfo | None:
    """The clock of the port; none while two ports are as likely: then a time waits for the answer."""
    port = message.best(PORT)
    if port is None or any(
        m.field == PORT and m.value != port.value and m.confidence >= port.confidence for m in message.marks
    ):
        return None
    return ports.zone(port.value)


def _weighed(mark: Mark, below: int, quoted: int) -> Mark:
    """What stands above the parts of several ships, or in an older message, gives way to the rest."""
    factor = (FOR_ALL if mark.start < below else 1) * (QUOTED if mark.start >= quoted else 1)
    return replace(mark, confidence=round(mark.confidence * factor, 3)) if factor != 1 else mark


_LABELLED_IMO = re.compile(r"\bimo(?: ?(?:no|number|nr|num|#))?[ .:#/=|-]*(\d{7})(?!\d)")
_LONE_IMO = re.compile(r"(?<![\d+./-])(\d{7})(?![\d./-])")
_LABELLED_MMSI = re.compile(r"\bmmsi[ .:#=|]*(?:no[ .:]*)?(\d{9})(?!\d)")


def _numbers(plain: str) -> Iterator[Mark]:
    labelled = list(_LABELLED_IMO.finditer(plain))
    for match in labelled:
        confidence = 0.98 if identifiers.is_ship_number(match[1]) else 0.4
        yield Mark(IMO, match[1], *match.span(1), confidence)
    for match in () if labelled else _LONE_IMO.finditer(plain):
        if identifiers.is_ship_number(match[1]):
            yield Mark(IMO, match[1], *match.span(1), 0.6)
    for match in _LABELLED_MMSI.finditer(plain):
        yield Mark(MMSI, match[1], *match.span(1), 0.9)


_PREFIX = r"(?:m/n|m\.?/?v\.?|m\.?/?t\.?|m\.?/?s\.?|lngc|ss|vlcc)"
_SHIP_LABEL = re.compile(
    r"(?m)(?<![a-z])(?:receiving |performing |our )?(?:vessel(?:'s)?|vsl|ship|schiff|schip|ski[bp]|fartyg|buque"
    r"|nave|navio|navire|bateau|船名)(?: ?name|name| nombre)? *[:=|-] *(?:name *[:=|-] *)?"
)
_SHIP_PREFIX = re.compile(rf"(?<![a-z0-9/.])(?<!\d ){_PREFIX} +[\"']?(?=[a-z0-9])")
_SHIP_WORD = re.compile(r"(?<![a-z])(?:vessel|ship|tug|tanker|buque|schiff|schip|nave|navio|navire) +(?=[a-z])")
_SHIP_IS = re.compile(
    r"(?<![a-z])(?:vessel|ship|vsl) is (?:the )?(?=[a-z])|(?<![a-z])the (?=[a-z][a-z0-9' -]{2,30} is due)"
)
_BEFORE_IMO = re.compile(r"([^\n:,;|()]{3,40}?)[ ,/(|-]{1,6}(?:imo\b|\d{7}\b)")
_NAME_END = re.compile(
    r"[\n,;:|()\"/*>@]| imo(?=\d)| - | {2,}|\t| (?:imo|mmsi|eta|etb|etd|at|in|for|is|will|due|arriving|arrives"
    r"|needs|requires|calling"
    r"|bunkers?|bunkering|stem|en|bei|a|au|aux|pour|para|fuer|in|ex|call|sign|flag|mmsi|llega|requiere|wird"
    r"|arrive|order"
    r"|nomination|enquiry|inquiry|rfq|lng|vlsfo|lsmgo|mgo|hsfo|to|on|from|we|pls|please|delivery|dwt|and|next"
    r"|has|of)\b"
)
_NOT_A_NAME = re.compile(r"^(?:tba|tbn|tbc|name|imo|the|our|your|details|is|a|will|and|vessel)\b|^\W*$")
_SUPPLYING = re.compile(r"(?:barge|supplying|supply|delivering|bunker(?:ing)?|bunker tanker)[ /:]{0,3}\Z")


def _vessels(text: str, plain: str) -> Iterator[Mark]:
    for pattern, confidence in ((_SHIP_LABEL, 0.9), (_SHIP_PREFIX, 0.85), (_SHIP_WORD, 0.75)):
        for match in pattern.finditer(plain):
            if _SUPPLYING.search(plain, max(0, match.start() - 20), match.start()):
                continue
            begin = match.end()
            if pattern is _SHIP_WORD and not re.match("[A-Z][A-Z0-9]", text[begin:]):
                continue
            again = _SHIP_PREFIX.match(plain, begin)
            mark = _name(text, plain, again.end() if again else begin, confidence, capitals=pattern is not _SHIP_LABEL)
            if mark:
                yield mark
    yield from _said(text, plain)
    yield from _before_numbers(text, plain)
    yield from _subject(text, plain)


def _before_numbers(text: str, plain: str) -> Iterator[Mark]:
    """A run of capitals right before an IMO number."""
    for match in _BEFORE_IMO.finditer(plain):
        name = text[match.start(1) : match.end(1)]
        words = re.search(r"(?:[A-Z0-9][A-Z0-9.&'-]*)(?: [A-Z0-9][A-Z0-9.&'-]*)*$", name.strip("- (/\"'"))
        if (
            words
            and re.search("[A-Z]{2}", words[0])
            and not _TRADE_WORDS.match(words[0].split()[0])
            and not _SUPPLYING.search(plain, max(0, match.start(1) - 20), match.start(1))
        ):
            begin = match.start(1) + name.index(words[0])
            if not _SHIP_PREFIX.match(plain, begin):
                yield Mark(VESSEL, words[0], begin, begin + len(words[0]), 0.7)


def _said(text: str, plain: str) -> Iterator[Mark]:
    """A name in a sentence, written with capital first letters: "ship is Minerva Zoe", "the Torm Helvig is due"."""
    for match in _SHIP_IS.finditer(plain):
        words = re.match(r"[A-Z][\w.'-]+(?: (?:[A-Z][\w.'-]*|\d{1,3}))*", text[match.end() : match.end() + 35])
        if words and not _TRADE_WORDS.match(words[0].upper().split()[0]) and not _NOT_A_NAME.match(flat(words[0])):
            yield Mark(VESSEL, words[0].upper(), match.end(), match.end() + words.end(), 0.6)


def _name(text: str, plain: str, begin: int, confidence: float, *, capitals: bool) -> Mark | None:
    """The name that begins at a place: up to a stop word or sign, in capitals where the mark before it is weak."""
    stop = _NAME_END.search(plain, begin, begin + 45)
    end = min(stop.start() if stop else len(plain), begin + 35)
    name = text[begin:end].strip(" .\"'“”-_").strip()
    if capitals:
        words = re.match(r"(?:[A-Z0-9][\w.&'-]*)(?: (?:[A-Z0-9][\w.&'-]*))*", name)
        name = words[0].rstrip(".") if words else name if name == name.lower() and len(name.split()) <= 3 else ""
    # Beside her name in another script stands the one that papers and the service have.
    latin = re.fullmatch(r"[\W\u2e80-\u9fff\uac00-\ud7af]*[\u2e80-\u9fff\uac00-\ud7af][\W]*([A-Za-z][\w .&'-]*)", name)
    name = latin[1].strip() if latin else name
    if len(name) < 2 or _NOT_A_NAME.match(flat(name)) or _TRADE_WORDS.match(name.upper().split()[0].rstrip(".")):
        return None
    start = text.index(name, begin)
    return Mark(VESSEL, " ".join(name.upper().split()), start, start + len(name), confidence)


_SUBJECT = re.compile(r"(?m)^(?:subject|betreff|asunto|objet|re|fw|fwd)[: ]+(.*)$")
_TRADE_WORDS = re.compile(
    r"^(?:RE|FW|FWD|RFQ|ETA|ETB|IMO|MT|MV|VLSFO|LSMGO|MGO|HSFO|LNG|BUNKERS?|STEM|ENQUIRY|INQUIRY|URGENT"
    r"|NOMINATION|ORDER|"
    r"NOM|PO|BUNKERING|OPL|CST|DRAFT|SUPPLY|CONFIRMATION|REQ|NEW|NOV|DEC|JAN|B24|B30|IFO|ARA|BUNKER|REF|AMENDED"
    r"|REVISED)$"
)


def _subject(text: str, plain: str) -> Iterator[Mark]:
    """The first run of capitals in the subject that is neither a trade word nor a port."""
    match = _SUBJECT.search(plain)
    if match is None:
        return
    for run in re.finditer(r"[A-Z][A-Z0-9.'-]+(?: [A-Z0-9][A-Z0-9.'-]*)*", text[match.start(1) : match.end(1)]):
        words = [word for word in run[0].split() if not _TRADE_WORDS.match(word)]
        if words and not any(letter.isdigit() for letter in words[0]) and flat(" ".join(words)) not in _PLACES:
            name = " ".join(words)
            begin = match.start(1) + run.start() + max(0, run[0].find(words[0]))
            yield Mark(VESSEL, name, begin, begin + len(name), 0.5)
            return


_PORT_LABEL = re.compile(
    r"(?<![a-z])(?:(?P<last>last port|lp|from port|ex port|letzter hafen|ultimo puerto)"
    r"|(?P<next>next port(?: of call)?|np\b|npoc|next call|next dest(?:ination)?|naechster hafen|nachster hafen"
    r"|proximo puerto|prochain port)"
    r"|(?P<here>(?:bunker(?:ing)? |delivery |supply |load )?(?:port|location|place)(?: of (?:delivery|supply"
    r"|bunkering))?"
    r"|hafen|haven|havn|hamn|porto|liefer(?:ort|hafen)|puerto|lugar|port de soutage|lieu"
    r"|(?:加油)?港口?))(?: ?code)? *[:=|-]+ *"
)
_FIELDS = {"here": PORT, "last": "receiver.lastPortCode", "next": "receiver.nextPortCode"}
_CODE = re.compile(r"(?<![A-Z0-9])([A-Z]{2} ?[A-Z2-9]{3})(?![A-Z0-9])")
_PLACES = frozenset(
    {"singapore", "rotterdam", "gibraltar", "fujairah", "houston", "algeciras", "hamburg", "antwerp", "zhoushan"}
)
_OTHER_PORT = re.compile(
    r"(?:\b(?:next|last|from|ex|via)\b|coming|sail(?:ing|s)? (?:to|for)|bound for|towards|->|→)[^\n.]{0,14}\Z"
)


def _ports(text: str, plain: str, ports: Ports) -> Iterator[Mark]:
    for match in islice(_PORT_LABEL.finditer(plain), 40):  # each costs a search in the table
        line_end = plain.find("\n", match.end())
        rest = text[match.end() : line_end if line_end >= 0 else len(text)]
        mark = _named_port(rest, match.end(), _FIELDS[match.lastgroup or "here"], ports)
        if mark:
            yield mark
    for match in _CODE.finditer(text):
        code = match[1].replace(" ", "")
        if (
            code in HUBS
            and ports.find(code)
            and not _OTHER_PORT.search(plain, max(0, match.start() - 30), match.start())
        ):
            yield Mark(PORT, code, *match.span(1), 0.75)
    names = _port_names(ports)
    for match in names.pattern.finditer(plain):
        if not _is_other(plain, match.start()):
            is_said = text[match.start()].isupper()
            is_placed = _AT.search(plain, max(0, match.start() - 8), match.start()) is not None
            yield Mark(
                PORT, names.codes[match[0]], *match.span(), (0.65 if is_placed else 0.55) - (0 if is_said else 0.1)
            )


_AT = re.compile(r"\b(?:at|in|en|a|bei|@) +\Z")


def _is_other(plain: str, place: int) -> bool:
    """Tell whether the words before a port say that it is where the ship comes from or goes to."""
    return _OTHER_PORT.search(plain, max(0, place - 30), place) is not None


def _named_port(rest: str, begin: int, field: str, ports: Ports) -> Mark | None:
    """The port a label names: by code, else by the longest beginning of the text that is a port's name."""
    code = re.match(r"([A-Za-z]{2} ?[A-Za-z2-9]{3})\b", rest)
    found = ports.find(code[1]) if code else None
    if found and code and (code[1].isupper() or len(rest.split()[0]) == 5):
        return Mark(field, found.code, begin, begin + code.end(), 0.95)
    inside = re.search(r"\(([A-Z]{2} ?[A-Z2-9]{3})\)", rest)
    if inside and ports.find(inside[1]):
        return Mark(field, inside[1].replace(" ", ""), begin + inside.start(1), begin + inside.end(1), 0.95)
    words = list(re.finditer(r"[^\s,;/()|]+", rest))[:4]
    for count in range(len(words), 0, -1):
        name = rest[words[0].start() : words[count - 1].end()].strip(" .-")
        port = _exact_name(name, ports)
        if port:
            return Mark(field, port.code, begin + words[0].start(), begin + words[count - 1].end(), 0.9)
    return None


def _exact_name(name: str, ports: Ports) -> Port | None:
    wanted = fold(name)
    if len(wanted) < 3:
        return None
    if alias := ports.by_alias(name):
        return ports.find(alias)
    hit = next(iter(ports.search(name, 1)), None)
    return hit if hit and re.match(rf"{re.escape(wanted)}(?![a-z])", fold(hit.name)) else None


@dataclass(frozen=True, slots=True)
class _Names:
    pattern: re.Pattern[str]
    codes: dict[str, str]


@lru_cache(maxsize=4)
def _port_names(ports: Ports) -> _Names:
    """Names to look for without a label: the busy bunkering places and what the trade calls them."""
    codes = {flat(alias): code for alias, code in ports.aliases if len(alias) > 3 or alias == "Gib"}
    codes |= {flat(name): code for code in HUBS if len(name := ports.name(code)) > 3}
    words = "|".join(sorted(map(re.escape, codes), key=len, reverse=True))
    return _Names(re.compile(rf"(?<![a-z])(?:{words})(?![a-z])"), codes)


_REFERENCE = re.compile(
    r"(?<![a-z])(?:p\.?o\.?(?: ?(?:no|number|nr|ref|#))?|purchase order(?: no)?|order(?: ?(?:no|number|nr"
    r"|ref(?:erence)?))"
    r"|(?:our|your|ihre|unsere?|su|nuestra|n/|v/|[nv]s\.?|onze|uw|vores|deres"
    r"|client|customer|buyers?'?|stem|enquiry|inquiry|nomination|bestell)"
    r"[ /]*(?:ref(?:erenz|erencia|erence|erentie|eranse)?|rif(?:erimento)?|zeichen|no|number|nr|nummer)"
    r"|ref(?:erenz|erencia|erence)?(?: ?no)?"
    r"|stem|bestellnummer"
    r"|pedido|commande|ordine)[ .:#=|°ºn-]*(?<=[ .:#=|°º-])(?P<value>[a-z0-9][a-z0-9/._-]*\d[a-z0-9/._-]*)"
)


def _references(text: str, plain: str) -> Iterator[Mark]:
    for match in _REFERENCE.finditer(plain):
        begin, end = match.span("value")
        value = text[begin:end].rstrip(".-/_")
        if len(value) >= 3 and not re.fullmatch(r"\d{1,2}[/.-]\d{1,2}(?:[/.-]\d+)?", value):
            yield Mark(ORDER, value, begin, begin + len(value), 0.85)
