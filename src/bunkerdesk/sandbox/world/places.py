"""The ports of the demo world: UN/LOCODE, IANA zone, terminals, and how their papers write a number."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from bunkerdesk.rules.ports import shipped
from bunkerdesk.sandbox import stage


@dataclass(frozen=True)
class Port:
    """A bunkering port. `spots` are (UN/LOCODE of the specific location, words for it)."""

    code: str
    name: str
    zone_name: str
    spots: tuple[tuple[str, str], ...]
    terminals: tuple[str, ...] = ()
    decimal_comma: bool = False
    metered: bool = False
    """Certified mass flow meters are mandatory, so a bunker metering ticket is expected."""

    @property
    def zone(self) -> ZoneInfo:
        """The port's IANA zone."""
        return ZoneInfo(self.zone_name)

    def clock(self, moment: datetime) -> datetime:
        """The moment on the port's clock, with the offset in force on that day."""
        return moment.astimezone(self.zone)

    def text(self, moment: datetime) -> str:
        """The moment as the service writes it: port local time with the port's offset, to the second."""
        return self.clock(moment).isoformat(timespec="seconds")


def _port(code: str, name: str, zone: str, *spots: tuple[str, str], terminals: tuple[str, ...] = ()) -> Port:
    return Port(
        code,
        name,
        zone,
        spots,
        terminals,
        decimal_comma=code[:2] in {"NL", "BE", "ES", "NO", "SE"},
        metered=code in {"SGSIN", "NLRTM", "BEANR"},
    )


PORTS: dict[str, Port] = {
    port.code: port
    for port in (
        _port(
            "SGSIN",
            "Singapore",
            "Asia/Singapore",
            ("SGSIN", "Eastern Bunkering A anchorage"),
            ("SGJUR", "Jurong, berth 7"),
            ("SGSIN", "Western Petroleum B anchorage"),
            ("SGSIN", "Raffles Reserved anchorage"),
            terminals=("Pulau Busing Terminal", "Tuas Marine Fuels Terminal"),
        ),
        _port(
            "NLRTM",
            "Rotterdam",
            "Europe/Amsterdam",
            ("NLRTM", "Maasvlakte II, quay 4"),
            ("NLRTM", "Botlek, buoys 61/62"),
            ("NLEUR", "Europoort, jetty 3"),
            terminals=("Maasvlakte LNG Jetty", "Botlek Tank Terminal"),
        ),
        _port(
            "AEFJR",
            "Fujairah",
            "Asia/Dubai",
            ("AEFJR", "Anchorage area B"),
            ("AEFJR", "Anchorage area C, 9 nm east"),
            terminals=("Fujairah North Oil Jetty 5",),
        ),
        _port("GIGIB", "Gibraltar", "Europe/Gibraltar", ("GIGIB", "Western anchorage"), ("GIGIB", "Eastern anchorage")),
        _port("ESALG", "Algeciras", "Europe/Madrid", ("ESALG", "Anchorage Alpha"), ("ESALG", "Muelle Juan Carlos I")),
        _port(
            "USHOU",
            "Houston",
            "America/Chicago",
            ("USHOU", "Bolivar Roads anchorage"),
            ("USHOU", "Barbours Cut, berth 3"),
            terminals=("Pelican Island Fuel Dock",),
        ),
        _port("CNZOS", "Zhoushan", "Asia/Shanghai", ("CNZOS", "Xiazhimen anchorage"), ("CNZOS", "秀山东锚地")),
        _port("PABLB", "Balboa", "America/Panama", ("PABLB", "Pacific anchorage, area C"), ("PABLB", "Pier 14")),
        _port(
            "BEANR",
            "Antwerpen",
            "Europe/Brussels",
            ("BEANR", "Deurganck dock, quay 1742"),
            ("BEANR", "Churchill dock, quay 476"),
            terminals=("Scheldelaan Truck Loading Bay 2",),
        ),
        _port(
            "INBOM", "Mumbai (ex Bombay)", "Asia/Kolkata", ("INBOM", "Inner anchorage"), ("INNSA", "Nhava Sheva, BMCT")
        ),
        _port("KRPUS", "Busan", "Asia/Seoul", ("KRPUS", "North outer harbour"), ("KRPUS", "New port, pier 5")),
        _port("AUSYD", "Sydney", "Australia/Sydney", ("AUSYD", "Glebe Island 2"), ("AUBTB", "Port Botany, BLB 1")),
        _port("NZAKL", "Auckland", "Pacific/Auckland", ("NZAKL", "Fergusson north berth")),
        _port(
            "SEGOT",
            "Göteborg",
            "Europe/Stockholm",
            ("SEGOT", "Energihamnen, quay 519"),
            terminals=("Energihamnen Truck Bay",),
        ),
    )
}

NEXT_PORTS = (
    "CNSGH",
    "NLRTM",
    "SGSIN",
    "USLAX",
    "BRSSZ",
    "ZADUR",
    "LKCMB",
    "JPYOK",
    "DEHAM",
    "EGPSD",
    "AUMEL",
    "KRPUS",
)


def other_port(code: str, name: str) -> Port:
    """A port where the demo world has no business of its own; without a known zone it keeps UTC."""
    table = shipped()
    found = table.zone(code)
    zone = found.key if found else "Etc/UTC"
    return Port(code, name or table.name(code), zone, ((code, "Anchorage"),))


def ports() -> dict[str, stage.Port]:
    """The ports of the demo world and their specific locations, by UN/LOCODE."""
    found: dict[str, stage.Port] = {}
    for port in PORTS.values():
        for spot, details in port.spots:
            found.setdefault(spot, stage.Port(spot, details, port.zone_name))
    return found | {port.code: stage.Port(port.code, port.name, port.zone_name) for port in PORTS.values()}


def following_change(zone_name: str, after: datetime) -> datetime | None:
    """The moment of the zone's next change of offset within a year, to the hour (UTC); None if it has none."""
    return _change(zone_name, after, 1)


def preceding_change(zone_name: str, before: datetime) -> datetime | None:
    """The moment of the zone's last change of offset within a year, to the hour (UTC); None if it had none."""
    return _change(zone_name, before, -1)


def _change(zone_name: str, start: datetime, direction: int) -> datetime | None:
    zone = ZoneInfo(zone_name)
    hour = start.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    for _ in range(366 * 24):
        later = hour + timedelta(hours=direction)
        if later.astimezone(zone).utcoffset() != hour.astimezone(zone).utcoffset():
            return max(hour, later)
        hour = later
    return None
