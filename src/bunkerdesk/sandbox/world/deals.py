"""The deals of the demo world, one a line: who buys what from whom, where and when.

A row is `reference | port | products | hours | status | supplier | receiver | traits`. Hours run from now to the
estimated time of bunkering; `dst:ZONE` puts it two hours before that zone's next change of offset (`dst-` its last
one). A deal with status `operation_started`, or with the trait `op`, has an operation.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bunkerdesk.sandbox.world import parties
from bunkerdesk.sandbox.world.places import following_change, preceding_change

_ROWS = """
SO-24151 | SGSIN | VLSFO,LSMGO | 5 | accepted | S | R | op surveyor operator contract
SO-24150 | NLRTM | LSMGO | 7 | accepted | S | R209 | op
SO-24149 | CNZOS | VLSFO | 1 | operation_started | S | R202 |
SO-24148 | SGSIN | HSFO,LSMGO | -0.7 | operation_started | S | R201 | surveyor contract
SO-24147 | AEFJR | VLSFO | -3.5 | operation_started | S | R203 |
SO-24146 | NLRTM | LNG | -4 | operation_started | S | R | gas-up operator contract entity-lng
SO-24145 | BEANR | B24 | -7.7 | operation_started | S | R209 | red3 minutes=480
PO 77/4 #2 | GIGIB | VLSFO,LSMGO | -26 | operation_started | S | R204 | surveyor
合同-118 | CNZOS | VLSFO180 | -31 | operation_started | S | R202 |
SO-24140 | SGSIN | VLSFO,LSMGO | -40 | operation_started | S | R201 | signed surveyor contract
SO-24139 | NLRTM | LNG | -50 | operation_started | S | R | signed cool-down surveyor contract entity-lng
SO-24138 | SGSIN | VLSFO,HSFO,LSMGO | -58 | operation_started | S | R | receiver-made signed surveyor operator contract
SO-24137 | ESALG | LSMGO | -64 | operation_started | S | R204 |
SO-24136 | USHOU | VLSFO | -75 | operation_started | S | R208 |
SO-24135 | AEFJR | VLSFO | -92 | operation_started | S | R203 | surveyor
SO-24134 | NLRTM | VLSFO | -99 | operation_started | S | R209 |
SO-24133 | PABLB | VLSFO | -118 | operation_started | S | R208 |
SO-24132 | KRPUS | LSMGO | -130 | operation_started | S | R206 | truck
SO-24131 | INBOM | VLSFO | -146 | operation_started | S | R207 |
SO-24130 | GIGIB | VLSFO | -160 | operation_started | S | R204 |
SO-24129 | SGSIN | LSMGO | -171 | operation_started | S | R201 | protest contract
SO-24128 | SGSIN | VLSFO | -190 | operation_started | S | R206 | surveyor
SO-24127 | NLRTM | LNG | -214 | operation_started | S | R201 | contract entity-lng mwh
SO-24126 | USHOU | LNG | -240 | operation_started | S | R206 | truck mmbtu entity-lng
SO-24125 | SGSIN | B24 | -262 | operation_started | S | R | red3 surveyor operator contract
SO-24124 | BEANR | B30 | -290 | operation_started | S | R209 | red3 signed
SO-24123 | SEGOT | METHANOL | -333 | operation_started | S | R201 | signed contract
SO-24122 | ESALG | LSMGO | -366 | operation_started | S | R204 |
SO-24121 | AUSYD | VLSFO | -390 | operation_started | S | R205 |
SO-24120 | BEANR | VLSFO | -410 | operation_started | S | R209 |
SO-24119 | SGSIN | VLSFO | -452 | operation_started | S | S | transfer
SO-24118 | SGSIN | HSFO | -500 | operation_started | S301 | S | loading contract
SO-24117 |NLRTM|VLSFO,LSMGO| dst-:Europe/Amsterdam | operation_started | S | R | signed operator contract receiver-made
SO-24110 | AUSYD | LSMGO | dst-:Australia/Sydney | operation_started | S | R205 |
SO-24088 | GIGIB | VLSFO | -84 | operation_started | S | R204 |
SO-24088 | NLRTM | LSMGO | -134 | operation_started | S | R | contract
PO-88213 | AEFJR | VLSFO | -222 | operation_started | S302 | R |
SO-24152 | AEFJR | VLSFO,LSMGO | 9 | supplier_assigned | S | R203 | surveyor alongside
SO-24153 | SGSIN | VLSFO | 11 | supplier_assigned | S | R201 | alongside contract fixed
SO-24154 | SGSIN | LSMGO | 13 | supplier_assigned | S | R | alongside operator contract
SO-24155 | NLRTM | LNG | 16 | accepted | S | R | cool-down gas-up operator contract entity-lng
SO-24156 | PABLB | HSFO | 20 | supplier_assigned | S | R208 | best-endeavour
SO-24157 | USHOU | LSMGO | 26 | supplier_unassigned | S | R208 |
SO-24158 | GIGIB | VLSFO | 34 | supplier_requested | S | R204 |
SO-24159 | ESALG | VLSFO,LSMGO | 45 | supplier_requested | S | R | receiver-made
SO-24160 | BEANR | B24 | 52 | accepted | S | R209 | red3 surveyor
SO-24161 | SEGOT | METHANOL | 63 | accepted | S | R201 | contract
SO-24162 | KRPUS | VLSFO | 71 | supplier_unassigned | S | R206 | fixed
SO-24163 | INBOM | LSMGO | 88 | supplier_requested | S | R207 | best-endeavour
SO-24164 | CNZOS | VLSFO,LSMGO | 97 | supplier_assigned | S | R202 |
SO-24165 | SGSIN | VLSFO | 109 | accepted | S | S | transfer
SO-24166 | SGSIN | VLSFO | 122 | supplier_assigned | S | R | receiver-made operator contract
SO-24167 | NLRTM | VLSFO | 137 | cancelled | S | R209 |
SO-24168 | AUSYD | ULSFO | 150 | supplier_unassigned | S | R205 |
SO-24169 | NZAKL | LSMGO | 170 | supplier_requested | S | R205 |
SO-24170 | SGSIN | HSFO | 190 | supplier_assigned | S301 | S | loading
SO-24171 | SEGOT | LSMGO | 214 | accepted | S | R201 | truck contract
SO-24172 | SGSIN | B24,B30 | 240 | supplier_requested | S | R | red3 receiver-made operator contract
SO-24173 | AEFJR | VLSFO | 300 | cancelled | S | R | contract
SO-24174 | USHOU | LNG | 330 | supplier_unassigned | S | R206 | mmbtu truck entity-lng
50% ? | BEANR | VLSFO | 61 | supplier_unassigned | S | R209 |
SO-24143 | GIGIB | LSMGO | -12 | supplier_assigned | S | R204 |
SO-24142 | USHOU | VLSFO | -30 | supplier_unassigned | S | R208 |
SO-24141 | INBOM | VLSFO | -49 | supplier_requested | S | R207 |
SO-24116 | SGSIN | VLSFO | -300 | cancelled | S | R206 |
SO-24175 | USHOU | VLSFO,LSMGO | dst:America/Chicago | supplier_requested | S | R208 |
SO-24176 | AUSYD | VLSFO | dst:Australia/Sydney | supplier_requested | S | R205 | best-endeavour
SO-24177 | NLRTM | B24 | dst:Europe/Amsterdam | supplier_requested | S | R | red3 receiver-made contract
PO-88230 | NLRTM | VLSFO | 28 | supplier_assigned | S301 | R | receiver-made
PO-88231 | GIGIB | VLSFO,LSMGO | 80 | supplier_requested | S303 | R | receiver-made
PO-88232 | CNZOS | HSFO | 160 | accepted | S305 | R | receiver-made fixed
"""

EXAMPLES = {
    "conventional": "SO-24140",
    "lng": "SO-24127",
    "merged": "SO-24138",
    "unsigned": "SO-24128",
    "duplicate": "SO-24088",
    "shared": "SO-24117",
}


@dataclass(frozen=True)
class Deal:
    """One row with its companies and its moment resolved; `etb` is UTC."""

    index: int
    reference: str
    port: str
    products: tuple[str, ...]
    etb: datetime
    status: str
    supplier: str
    receiver: str
    traits: frozenset[str]

    @property
    def has_operation(self) -> bool:
        """Tell whether an operation stands under this reference."""
        return self.status == "operation_started" or "op" in self.traits

    @property
    def minutes(self) -> int:
        """The estimated duration."""
        given = next((trait.removeprefix("minutes=") for trait in self.traits if trait.startswith("minutes=")), None)
        if given:
            return int(given)
        if "truck" in self.traits:
            return 210
        return 210 + 15 * (self.index % 4) if self.products == ("LSMGO",) else 300 + 90 * (self.index % 4)


def deals(now: datetime) -> list[Deal]:
    """All deals around a moment (aware)."""
    return [_deal(index, row, now.astimezone(UTC)) for index, row in enumerate(_ROWS.strip().splitlines())]


def _deal(index: int, row: str, now: datetime) -> Deal:
    reference, port, products, hours, status, supplier, receiver, traits = (part.strip() for part in row.split("|"))
    return Deal(
        index=index,
        reference=reference,
        port=port,
        products=tuple(products.split(",")),
        etb=_moment(hours, now),
        status=status,
        supplier=_company(supplier),
        receiver=_company(receiver),
        traits=frozenset(traits.split()),
    )


def _moment(hours: str, now: datetime) -> datetime:
    kind, _, zone = hours.partition(":")
    if kind == "dst":
        moment = following_change(zone, now) or now + timedelta(days=90)
        return moment - timedelta(hours=2)
    if kind == "dst-":
        moment = preceding_change(zone, now - timedelta(days=3)) or now - timedelta(days=40)
        return moment - timedelta(hours=3)
    moment = now + timedelta(hours=float(hours))
    # Work near now stays to the minute, so that every state is found whatever the hour; the rest is booked in halves.
    step = 5 if abs(float(hours)) < 24 else 30
    return moment.replace(minute=moment.minute // step * step, second=0, microsecond=0)


def _company(short: str) -> str:
    return {"S": parties.SUPPLIER_ID, "R": parties.RECEIVER_ID}.get(short, f"CMP-{short}")
