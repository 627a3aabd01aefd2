"""Companies of the demo world: the two clients, their counterparties, entities, contracts and operators."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bunkerdesk.sandbox.stage import BrandMapping, ClientRole, Company, OperatorRelation
from bunkerdesk.sandbox.world.products import BRANDS

SUPPLIER_ID = "CMP-7K2Q"
RECEIVER_ID = "CMP-4RXM"
OPERATOR_ID = "CMP-OP31"
RECEIVER_OPERATOR_ID = "CMP-OP58"
SURVEYOR_ID = "CMP-SV09"


@dataclass(frozen=True)
class Party:
    """A company: identifier, legal name, and the lines that stand under it on paper."""

    identifier: str
    name: str
    address: str
    phone: str


PARTIES: dict[str, Party] = {
    party.identifier: party
    for party in (
        Party(
            SUPPLIER_ID,
            "Larkspur Marine Fuels Pte Ltd",
            "12 Keppel Harbour Walk #05-02, Singapore 098632",
            "+65 6555 0142",
        ),
        Party(RECEIVER_ID, "Halcyon Tideway Shipping B.V.", "Wijnhaven 88, 3011 WT Rotterdam", "+31 10 555 0177"),
        Party("CMP-R201", "Nordlys Rederi AS", "Strandgaten 41, 5013 Bergen", "+47 55 55 01 20"),
        Party("CMP-R202", "海丰远洋运输有限公司", "舟山市定海区港航路 66 号", "+86 580 555 0166"),
        Party("CMP-R203", "شركة الخليج للملاحة البحرية", "P.O. Box 5511, Fujairah", "+971 9 555 0133"),
        Party("CMP-R204", "Iberian Swift Lines S.A.", "Calle del Puerto 7, 11201 Algeciras", "+34 956 55 01 14"),
        Party("CMP-R205", "Tasman & Southern Shipping Ltd", "14 Quay Street, Auckland 1010", "+64 9 555 0180"),
        Party("CMP-R206", "Haedong Line Co., Ltd.", "31 Jungang-daero, Jung-gu, Busan", "+82 51 555 0151"),
        Party(
            "CMP-R207", "Sahyadri Bulk Carriers Private Limited", "Ballard Estate, Mumbai 400001", "+91 22 5555 0119"
        ),
        Party("CMP-R208", "Caribbean Lapwing Navigation Inc.", "Edificio Balboa, Calle 3, Panama", "+507 555 0107"),
        Party(
            "CMP-R209",
            "Vereinigte Küsten- und Überseereederei Hansen, Petersen & Söhne GmbH & Co. KG",
            "Palmaille 9, 22767 Hamburg",
            "+49 40 5550 0110",
        ),
        Party("CMP-S301", "Maas Delta Bunkers B.V.", "Waalhaven Oostzijde 12, 3087 BM Rotterdam", "+31 10 555 0123"),
        Party("CMP-S302", "Khor Marine Supplies FZE", "Fujairah Oil Industry Zone, Plot 14", "+971 9 555 0190"),
        Party("CMP-S303", "Rock & Strait Bunkering Ltd", "4 Waterport Place, Gibraltar", "+350 555 01011"),
        Party(
            "CMP-S304", "Gulf Coast Marine Energy LLC", "2200 Harborside Drive, Galveston TX 77550", "+1 409 555 0144"
        ),
        Party("CMP-S305", "浙海船用燃料有限公司", "舟山市普陀区海港大道 9 号", "+86 580 555 0101"),
        Party("CMP-S306", "Scheldt Biofuels N.V.", "Noorderlaan 147, 2030 Antwerpen", "+32 3 555 01 62"),
        Party("CMP-S307", "Pacífico Combustibles Marinos S.A.", "Diablo Heights, Balboa", "+507 555 0168"),
        Party(
            OPERATOR_ID, "Straits Barge Operations Pte Ltd", "8 Shipyard Crescent, Singapore 627880", "+65 6555 0199"
        ),
        Party(RECEIVER_OPERATOR_ID, "Polder Ship Management B.V.", "Boompjes 40, 3011 XB Rotterdam", "+31 10 555 0155"),
        Party(SURVEYOR_ID, "Plumbline Bunker Surveyors", "21 Cecil Lane, Singapore 049712", "+65 6555 0128"),
    )
}

RECEIVERS = [key for key in PARTIES if key.startswith("CMP-R2")]
SUPPLIERS = [key for key in PARTIES if key.startswith("CMP-S3")]

ENTITY_OF_PORT = {
    "SGSIN": "LMF-SG",
    "CNZOS": "LMF-CN",
    "NLRTM": "LMF-NL",
    "BEANR": "LMF-NL",
    "SEGOT": "LMF-NL",
    "AEFJR": "LMF-AE",
    "INBOM": "LMF-AE",
    "USHOU": "LMF-US",
    "PABLB": "LMF-US",
    "GIGIB": "LMF-MED",
    "ESALG": "LMF-MED",
}


def company_entities(company: str) -> list[dict[str, Any]]:
    """The client's own entities, active and inactive ("Company entity")."""
    rows = {
        SUPPLIER_ID: (
            ("LMF-SG", "Larkspur Marine Fuels, Singapore", True),
            ("LMF-NL", "Larkspur Marine Fuels, Rotterdam branch", True),
            ("LMF-AE", "Larkspur Marine Fuels Middle East FZE", True),
            ("LMF-US", "Larkspur Marine Fuels Americas Inc.", True),
            ("LMF-MED", "Larkspur Gibraltar Ltd", True),
            ("LMF-CN", "云雀船用燃料（舟山）有限公司", True),
            ("LMF-LNG", "Larkspur Gas Bunkering", True),
            ("LMF-OLD", "Larkspur Bunkers (1998) Pte Ltd", False),
        ),
        RECEIVER_ID: (
            ("HTS-NL", "Halcyon Tideway Shipping, Rotterdam", True),
            ("HTS-SG", "Halcyon Tideway Asia Pte Ltd", True),
            ("HTS-GAS", "Halcyon Gas Carriers", True),
            ("HTS-UK", "Halcyon Tideway (UK) Ltd, in liquidation", False),
        ),
        "CMP-S301": (
            ("MDB-RTM", "Maas Delta Bunkers, Rotterdam", True),
            ("MDB-ANR", "Maas Delta Bunkers, Antwerp", True),
        ),
    }.get(company, ())
    return [{"reference": reference, "name": name, "isActive": active} for reference, name, active in rows]


def counterpart_reference(company: str) -> str:
    """The reference under which a client keeps a counterparty's entity."""
    return "CP-" + company.removeprefix("CMP-")


def counterpart_entities(company: str) -> list[dict[str, Any]]:
    """What a client keeps of the others ("Counterpart entity"); one without e-mail, one inactive."""
    others = (
        [SUPPLIER_ID, *SUPPLIERS] if company == RECEIVER_ID else [SUPPLIER_ID, *SUPPLIERS[:2], RECEIVER_ID, *RECEIVERS]
    )
    entities: list[dict[str, Any]] = []
    for index, identifier in enumerate(others):
        party = PARTIES[identifier]
        entity: dict[str, Any] = {
            "reference": counterpart_reference(identifier),
            "name": party.name,
            "companyIdentifier": identifier,
            "isActive": index != len(others) - 1,
            "email": f"bunkers@{identifier.lower()}.example",
            "phoneNumber": party.phone,
        }
        if index == 3:
            del entity["email"]
        entities.append(entity)
    return entities


def contracts(company: str, year_start: datetime) -> list[dict[str, Any]]:
    """Term contracts of a client: last year's, which have run out, this year's, and next year's."""
    receivers = [(RECEIVER_ID, "2"), ("CMP-R201", "1"), ("CMP-R206", "4")]
    pairs = [(SUPPLIER_ID, "2"), ("CMP-S301", "7")] if company == RECEIVER_ID else receivers
    years = (year_start.year - 1, year_start.year, year_start.year + 1)
    return [
        {
            "reference": f"TC-{year}-{number}",
            "name": f"Term contract {year}, {PARTIES[other].name}",
            "counterpartEntityReference": counterpart_reference(other),
            "validFrom": year_start.replace(year=year).isoformat(),
            "validTo": year_start.replace(year=year + 1).isoformat(),
        }
        for year in years
        for other, number in pairs
    ]


def contract_reference(year: int, receiver: str) -> str | None:
    """The term contract under which a receiver is supplied, if it has one."""
    number = {RECEIVER_ID: "2", "CMP-R201": "1"}.get(receiver)
    return f"TC-{year}-{number}" if number else None


RELATIONS = (
    (SUPPLIER_ID, OPERATOR_ID, ("LMF-SG", "LMF-LNG")),
    (RECEIVER_ID, RECEIVER_OPERATOR_ID, ("HTS-NL",)),
    ("CMP-S301", SUPPLIER_ID, ("MDB-RTM",)),
)
"""Owner, appointed operator, and the owner's entities the appointment is for."""

ROLES: dict[str, ClientRole] = {SUPPLIER_ID: "supplier", RECEIVER_ID: "receiver", OPERATOR_ID: "operator"}


def companies() -> list[Company]:
    """Every company of the world; brands are configured with the two clients."""
    mappings = [BrandMapping(row["brand"], row["fuelType"], row["grade"]) for row in BRANDS]
    clients = {SUPPLIER_ID, RECEIVER_ID}
    return [
        Company(
            identifier=party.identifier,
            name=party.name,
            estimated_alongside_time_enabled=party.identifier == SUPPLIER_ID,
            fuel_configuration_enabled=party.identifier in clients,
            brand_mappings=mappings if party.identifier in clients else [],
            entities=company_entities(party.identifier),
            is_client=ROLES.get(party.identifier),
        )
        for party in PARTIES.values()
    ]


def relations() -> list[OperatorRelation]:
    """Who operates assets for whom."""
    return [OperatorRelation(owner, operator, list(references)) for owner, operator, references in RELATIONS]
