"""The request bodies ("Endpoints"). Only what the specification calls required is required here.

Enumerations whose values are all shown are closed (400); those with "other values not shown" take any in lower case.
"""

from bunkerdesk.contract.enums import (
    LEGACY_TRANSACTION_TYPES,
    DeliveryMethod,
    EventKind,
    Generation,
    Grade,
    NextDestination,
    PriceType,
    QuantityUnit,
    StakeholderType,
    TransactionType,
)
from bunkerdesk.contract.resource import OpenEnum
from bunkerdesk.sandbox.shapes import Fields, Items, Moment, Number, Shape, Text, Texts, Truth, Whole, word


def _values(kind: type[OpenEnum]) -> tuple[str, ...]:
    return tuple(member.value for member in kind)


TEXT = Text()

VESSEL = Fields({"imo": Whole(), "mmsi": Whole(), "externalId": TEXT})
ASSET = Fields({"vessel": VESSEL, "terminalName": TEXT})

DELIVERY_FIELDS: dict[str, Shape] = {
    "operationStandardCode": TEXT,
    "bunkeringLocationCode": Text(examples=("NLRTM", "SGSIN"), note="UN/LOCODE"),
    "portBunkeringLocationCode": TEXT,
    "bunkeringLocationDetails": TEXT,
    "deliveryMethod": word(_values(DeliveryMethod)),
    "berthTime": Moment(),
    "pilotTime": Moment(),
    "estimatedTimeOfBunkering": Moment(),
    "estimatedAlongsideTime": Moment(),
    "laycanStart": Moment(),
    "laycanEnd": Moment(),
    "estimatedTimeOfCompletion": Moment(is_read_only=True),
    "estimatedBunkeringDurationInMinutes": Whole(),
    "supplierAssetBufferTimeInMinutes": Whole(),
    "contractReference": TEXT,
    "gasUpRequired": Truth(),
    "coolDownRequired": Truth(),
    "transactionType": Text(
        values=(*_values(TransactionType), *sorted(LEGACY_TRANSACTION_TYPES)),
        note="The legacy values cargo_in, cargo_out, transfer_in and transfer_out are rejected with 422.",
    ),
}
DELIVERY = Fields(DELIVERY_FIELDS, frozenset({"estimatedTimeOfBunkering"}))
DRAFT_DELIVERY = Fields({name: shape for name, shape in DELIVERY_FIELDS.items() if name != "contractReference"})

SUPPLIER = Fields(
    {
        "companyIdentifier": TEXT,
        "assetIdentifier": ASSET,
        "companyEntityReference": TEXT,
        "orderReference": TEXT,
        "internalReference": TEXT,
        "internalInstructions": TEXT,
        "priceType": Text(values=_values(PriceType)),
        "assetOperatorCompanyIdentifier": TEXT,
    }
)

_RECEIVER_COMMON: dict[str, Shape] = {
    "orderReference": TEXT,
    "vesselIdentifier": VESSEL,
    "estimatedTimeOfArrival": Moment(),
    "estimatedTimeOfDeparture": Moment(),
    "lastPortCode": TEXT,
    "nextPortCode": TEXT,
    "nextDestination": Text(values=_values(NextDestination)),
    "counterpartEntityReference": TEXT,
    "companyEntityReference": TEXT,
    "contactName": TEXT,
}
RECEIVER_FOR_SUPPLIER = Fields({"companyIdentifier": TEXT, "companyName": TEXT, **_RECEIVER_COMMON})
RECEIVER_FOR_DRAFT = Fields({"companyIdentifier": TEXT, "companyName": TEXT, **_RECEIVER_COMMON, "vesselName": TEXT})
RECEIVER_FOR_RECEIVER = Fields({**_RECEIVER_COMMON, "assetOperatorCompanyIdentifier": TEXT})

_TEXT_VALUE = Fields({"value": TEXT, "unit": TEXT})
_NUMBER_VALUE = Fields({"value": Number(), "unit": TEXT})
_RANGE: dict[str, Shape] = {
    "minQuantity": Number(),
    "maxQuantity": Number(),
    "unit": Text(examples=_values(QuantityUnit)),
}


def _fuel(quantity_range: Fields) -> Fields:
    return Fields(
        {
            "fuelType": TEXT,
            "quantityRange": quantity_range,
            "grade": Text(values=_values(Grade)),
            "brand": TEXT,
            "certificateOfQuality": Fields(
                {
                    "identifier": TEXT,
                    "flashPoint": _TEXT_VALUE,
                    "pourPoint": _NUMBER_VALUE,
                    "viscosity": _NUMBER_VALUE,
                    "sulphurContent": _TEXT_VALUE,
                    "density": _NUMBER_VALUE,
                    "waterContent": _TEXT_VALUE,
                }
            ),
            "biofuelProperties": Fields(
                {
                    "typeOfFeedstock": TEXT,
                    "blendRatio": Number(),
                    "generationCode": word(_values(Generation)),
                    "isccCertified": Truth(),
                    "isccValue": Number(),
                    "certificateScheme": TEXT,
                }
            ),
        }
    )


FUELS = Items(_fuel(Fields(_RANGE, frozenset({"minQuantity", "maxQuantity"}))))
DRAFT_FUELS = Items(_fuel(Fields(_RANGE)))
STAKEHOLDERS = Items(Fields({"type": word(_values(StakeholderType)), "companyIdentifier": TEXT, "userEmail": TEXT}))
REFERENCE = Text(shortest=1)

SUPPLIER_UPSERT = Fields(
    {
        "clientReference": REFERENCE,
        "delivery": DELIVERY,
        "supplier": SUPPLIER,
        "receiver": RECEIVER_FOR_SUPPLIER,
        "fuelSpecifications": FUELS,
        "stakeholders": STAKEHOLDERS,
    },
    frozenset({"clientReference", "delivery"}),
)

RECEIVER_UPSERT = Fields(
    {
        "clientReference": REFERENCE,
        "delivery": DELIVERY,
        "receiver": RECEIVER_FOR_RECEIVER,
        "supplierCompanyIdentifier": TEXT,
        "supplierCompanyEntityReference": TEXT,
        "supplierCounterpartEntityReference": TEXT,
        "supplierOrderReference": TEXT,
        "supplierInternalInstructions": TEXT,
        "supplierAssetIdentifier": ASSET,
        "fuelSpecifications": FUELS,
        "stakeholders": STAKEHOLDERS,
    },
    frozenset({"clientReference", "delivery"}),
)

DRAFT_UPSERT = Fields(
    {
        "clientReference": REFERENCE,
        "delivery": DRAFT_DELIVERY,
        "supplier": SUPPLIER,
        "receiver": RECEIVER_FOR_DRAFT,
        "fuelSpecifications": DRAFT_FUELS,
        "stakeholders": STAKEHOLDERS,
        "laycanStart": Moment(),
        "laycanEnd": Moment(),
    },
    frozenset({"clientReference"}),
)

CANCELLATION = Fields({"reason": TEXT}, frozenset({"reason"}))
RESCHEDULING = Fields(
    {"estimatedTimeOfBunkering": Moment(), "estimatedBunkeringDurationInMinutes": Whole(), "supplierAsset": ASSET}
)
ACCEPTANCE = Fields({})

LONGEST_EMAIL = 320
COUNTERPART_ENTITY = Fields(
    {
        "reference": REFERENCE,
        "name": TEXT,
        "companyIdentifier": TEXT,
        "isActive": Truth(),
        "email": Text(longest=LONGEST_EMAIL, note="A valid e-mail address."),
        "phoneNumber": Text(pattern=r"^[0-9 +()\-]*$"),
    },
    keeps_unknown=True,
)
CONTRACT = Fields(
    {"reference": REFERENCE, "name": TEXT, "validFrom": Moment(), "validTo": Moment()},
    keeps_unknown=True,
)
SUBSCRIPTION = Fields(
    {
        "url": Text(shortest=1),
        "eventKinds": Items(Text(values=_values(EventKind))),
        "secret": Text(shortest=1),
        "headers": Texts(),
        "version": Whole(least=-(2**31)),
    },
    frozenset({"url"}),
)
