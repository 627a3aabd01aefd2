"""The form of the editor: every field of the upserts, by section, for each side ("Endpoints"). No Qt.

Paths are those of an answer, as rules and words know them; where a receiver's words on the supplier stand in its
upsert is the desk's business.
"""

from collections.abc import Iterator

from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.models.editor_fields import (
    ALL,
    FIRM,
    FUELS,
    STAKEHOLDERS,
    Field,
    Group,
    Kind,
    Situation,
    is_gas,
    is_loading,
    is_transfer,
    value_at,
)
from bunkerdesk.models.editor_setting import ShownGroup
from bunkerdesk.rules.nomination_checks import SentAs

DRAFT, SUPPLIER, RECEIVER = SentAs.DRAFT, SentAs.SUPPLIER, SentAs.RECEIVER
_NOT_RECEIVER = ALL - {RECEIVER}


def _by_vessel(document: JsonObject, situation: Situation) -> bool:
    method = value_at(document, "delivery.deliveryMethod")
    return method not in ("terminal", "truck") and not (situation.sent_as is RECEIVER and _loads(document, situation))


def _by_terminal(document: JsonObject, situation: Situation) -> bool:
    method = value_at(document, "delivery.deliveryMethod")
    return method != "vessel" or (situation.sent_as is RECEIVER and _loads(document, situation))


def _loads(document: JsonObject, situation: Situation) -> bool:
    return is_loading(document, situation)


def _may_come_alongside(_document: JsonObject, situation: Situation) -> bool:
    return situation.may_send_alongside_time


def _entities_apply(document: JsonObject, situation: Situation) -> bool:
    """A receiver's word on entities counts on loading and transfer operations only."""
    return situation.sent_as is not RECEIVER or _loads(document, situation) or is_transfer(document, situation)


def _counterpart_applies(document: JsonObject, situation: Situation) -> bool:
    return _loads(document, situation)


def _receiver_entity_applies(document: JsonObject, situation: Situation) -> bool:
    if situation.sent_as is RECEIVER:
        return _loads(document, situation) or is_transfer(document, situation)
    return situation.sent_as is DRAFT or _loads(document, situation)


def _names_receiver(document: JsonObject, situation: Situation) -> bool:
    """Exactly one of identifier and name: the name is asked for until there is an identifier."""
    return situation.sent_as is DRAFT or not value_at(document, "receiver.companyIdentifier")


def _identifies_receiver(document: JsonObject, situation: Situation) -> bool:
    return situation.sent_as is DRAFT or not value_at(document, "receiver.companyName")


DELIVERY = Group(
    "delivery",
    "Delivery",
    (
        Field("clientReference", Kind.REFERENCE),
        Field("delivery.bunkeringLocationCode", Kind.PORT),
        Field("delivery.bunkeringLocationDetails", Kind.TEXT),
        Field("delivery.operationStandardCode", Kind.STANDARD),
        Field("delivery.estimatedTimeOfBunkering", Kind.TIME),
        Field("delivery.estimatedBunkeringDurationInMinutes", Kind.DURATION),
        Field("delivery.deliveryMethod", Kind.CHOICE),
        Field("delivery.supplierAssetBufferTimeInMinutes", Kind.DURATION),
        Field("laycanStart", Kind.TIME, sides=frozenset({DRAFT})),
        Field("laycanEnd", Kind.TIME, sides=frozenset({DRAFT})),
        Field("delivery.laycanStart", Kind.TIME, sides=FIRM),
        Field("delivery.laycanEnd", Kind.TIME, sides=FIRM),
        Field("delivery.transactionType", Kind.CHOICE),
        Field("delivery.contractReference", Kind.CONTRACT, sides=FIRM),
        Field("delivery.gasUpRequired", Kind.FLAG, applies=is_gas),
        Field("delivery.coolDownRequired", Kind.FLAG, applies=is_gas),
        Field("delivery.estimatedAlongsideTime", Kind.TIME, applies=_may_come_alongside),
        Field("delivery.portBunkeringLocationCode", Kind.PORT, is_rare=True),
        Field("delivery.berthTime", Kind.TIME, is_rare=True),
        Field("delivery.pilotTime", Kind.TIME, is_rare=True),
    ),
)
SUPPLIER_GROUP = Group(
    "supplier",
    "Supplier",
    (
        Field("supplier.companyIdentifier", Kind.COMPANY, "Supplier company", sides=frozenset({RECEIVER})),
        Field("supplier.companyEntityReference", Kind.OWN_ENTITY, sides=_NOT_RECEIVER),
        Field(
            "supplier.companyEntityReference",
            Kind.TEXT,
            sides=frozenset({RECEIVER}),
            applies=_entities_apply,
        ),
        Field("supplier.assetIdentifier.vessel.imo", Kind.IMO, "Asset IMO", applies=_by_vessel),
        Field("supplier.assetIdentifier.terminalName", Kind.TEXT, "Terminal", applies=_by_terminal),
        Field("supplier.priceType", Kind.CHOICE, sides=_NOT_RECEIVER),
        Field("supplier.orderReference", Kind.TEXT),
        Field("supplier.internalReference", Kind.TEXT, sides=_NOT_RECEIVER),
        Field(
            "supplier.counterpartEntityReference",
            Kind.COUNTERPART,
            sides=frozenset({RECEIVER}),
            applies=_counterpart_applies,
        ),
        Field("supplier.internalInstructions", Kind.LONG_TEXT, width=2),
        Field("supplier.assetIdentifier.vessel.mmsi", Kind.MMSI, "Asset MMSI", applies=_by_vessel, is_rare=True),
        Field("supplier.assetIdentifier.vessel.externalId", Kind.TEXT, "Asset ID", applies=_by_vessel, is_rare=True),
        Field(
            "supplier.companyIdentifier",
            Kind.OPERATED,
            "Acting for company",
            sides=_NOT_RECEIVER,
            is_rare=True,
            hint="Only where you operate its assets",
        ),
        Field(
            "supplier.assetOperatorCompanyIdentifier",
            Kind.OPERATOR,
            sides=_NOT_RECEIVER,
            is_rare=True,
        ),
    ),
)
RECEIVER_GROUP = Group(
    "receiver",
    "Receiver",
    (
        Field(
            "receiver.companyIdentifier",
            Kind.COMPANY,
            sides=_NOT_RECEIVER,
            applies=_identifies_receiver,
        ),
        Field(
            "receiver.companyName",
            Kind.COMPANY_NAME,
            sides=_NOT_RECEIVER,
            applies=_names_receiver,
        ),
        Field("receiver.vesselName", Kind.VESSEL_NAME, sides=frozenset({DRAFT})),
        Field("receiver.vesselIdentifier.imo", Kind.IMO),
        Field("receiver.orderReference", Kind.TEXT),
        Field("receiver.estimatedTimeOfArrival", Kind.TIME),
        Field("receiver.estimatedTimeOfDeparture", Kind.TIME),
        Field("receiver.lastPortCode", Kind.PORT),
        Field("receiver.nextPortCode", Kind.PORT),
        Field("receiver.nextDestination", Kind.CHOICE),
        Field("receiver.contactName", Kind.TEXT),
        Field("receiver.counterpartEntityReference", Kind.COUNTERPART),
        Field("receiver.companyEntityReference", Kind.OWN_ENTITY, applies=_receiver_entity_applies),
        Field("receiver.vesselIdentifier.mmsi", Kind.MMSI, is_rare=True),
        Field("receiver.vesselIdentifier.externalId", Kind.TEXT, "Vessel ID", is_rare=True),
        Field(
            "receiver.assetOperatorCompanyIdentifier",
            Kind.OPERATOR,
            sides=frozenset({RECEIVER}),
            is_rare=True,
        ),
    ),
)


def _measured(key: str, short: str, value: Kind) -> tuple[Field, Field]:
    path = f"certificateOfQuality.{key}"
    return (
        Field(f"{path}.value", value, short, items=FUELS),
        Field(f"{path}.unit", Kind.TEXT, f"{short}, unit", items=FUELS),
    )


CERTIFICATE = Group(
    "certificate",
    "Certificate of quality",
    (
        Field("certificateOfQuality.identifier", Kind.TEXT, "Certificate number", width=2, items=FUELS),
        *_measured("viscosity", "Viscosity", Kind.NUMBER),
        *_measured("density", "Density", Kind.NUMBER),
        *_measured("sulphurContent", "Sulphur", Kind.TEXT),
        *_measured("flashPoint", "Flash point", Kind.TEXT),
        *_measured("pourPoint", "Pour point", Kind.NUMBER),
        *_measured("waterContent", "Water", Kind.TEXT),
    ),
    FUELS,
)
BIOFUEL = Group(
    "biofuel",
    "Biofuel",
    (
        Field("biofuelProperties.typeOfFeedstock", Kind.TEXT, items=FUELS),
        Field("biofuelProperties.blendRatio", Kind.NUMBER, items=FUELS),
        Field("biofuelProperties.generationCode", Kind.CHOICE, items=FUELS),
        Field("biofuelProperties.certificateScheme", Kind.TEXT, items=FUELS),
        Field("biofuelProperties.isccCertified", Kind.FLAG, items=FUELS),
        Field("biofuelProperties.isccValue", Kind.NUMBER, "ISCC value", items=FUELS),
    ),
    FUELS,
)
FUEL = Group(
    "fuel",
    "Fuel",
    (
        Field("fuelType", Kind.FUEL_TYPE, items=FUELS),
        Field("grade", Kind.GRADE, items=FUELS),
        Field("brand", Kind.BRAND, items=FUELS),
        Field("quantityRange.minQuantity", Kind.MINIMUM, "Minimum", items=FUELS),
        Field("quantityRange.maxQuantity", Kind.MAXIMUM, "Maximum", items=FUELS),
        Field("quantityRange.unit", Kind.CHOICE, items=FUELS),
    ),
    FUELS,
    (CERTIFICATE, BIOFUEL),
)
STAKEHOLDER = Group(
    "stakeholders",
    "Stakeholders",
    (
        Field("type", Kind.CHOICE, "Role", items=STAKEHOLDERS),
        Field("companyIdentifier", Kind.COMPANY, items=STAKEHOLDERS),
        Field("userEmail", Kind.EMAIL, "E-mail", items=STAKEHOLDERS),
    ),
    STAKEHOLDERS,
)
GROUPS = (DELIVERY, RECEIVER_GROUP, FUEL, SUPPLIER_GROUP, STAKEHOLDER)
"""The sections in the order they are shown."""

# A draft may hold its laycan in either place; where both do, the service goes by the delivery's.
_DRAFT_LAYCAN = (
    Field("delivery.laycanStart", Kind.TIME, sides=frozenset({DRAFT})),
    Field("delivery.laycanEnd", Kind.TIME, sides=frozenset({DRAFT})),
)


def shown_groups(document: JsonObject, situation: Situation) -> list[ShownGroup]:
    """The sections with the fields that are asked for here, one for each item of a repeating one."""
    shown: list[ShownGroup] = []
    for group in GROUPS:
        items = document.get(group.items) if group.items else None
        indexes: list[int | None] = list(range(len(items))) if isinstance(items, list) else []
        for index in indexes if group.items else [None]:
            fields = fields_of(group, document, situation, index)
            rare = tuple(one for one in fields if one.is_rare and value_at(document, one.path(index)) is None)
            shown.append(ShownGroup(group, tuple(one for one in fields if one not in rare), rare, index))
    return shown


def fields_of(group: Group, document: JsonObject, situation: Situation, index: int | None = None) -> list[Field]:
    """The fields of a section that are shown: those that apply here, and those that hold something."""
    return [field for field in _candidates(group, document) if _is_shown(field, document, situation, index)]


def _candidates(group: Group, document: JsonObject) -> Iterator[Field]:
    for field in group.fields:
        top = next((one for one in _DRAFT_LAYCAN if one.key == f"delivery.{field.key}"), None)
        held = value_at(document, top.key) if top is not None else None
        stated = value_at(document, field.key)
        # The service answers a draft's laycan in both places: one field is enough while they say the same.
        if top is not None and held is not None and held != stated:
            yield top
            if stated is None:
                continue
        yield field


def _is_shown(field: Field, document: JsonObject, situation: Situation, index: int | None) -> bool:
    if situation.sent_as not in field.sides:
        return False
    return field.is_asked(document, situation) or value_at(document, field.path(index)) is not None


def all_fields() -> Iterator[Field]:
    """Every field of the form, whatever applies."""
    yield from _DRAFT_LAYCAN
    for group in GROUPS:
        yield from group.fields
        for fold in group.folds:
            yield from fold.fields
