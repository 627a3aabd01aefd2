"""Companies, counterparts, contracts and asset operators ("Other resources"): few fields are shown."""

from bunkerdesk.contract.resource import PortTime, Resource


class CompanyEntity(Resource):
    """An entity of the caller's company, identified by `reference`; its other fields are not shown."""

    required = frozenset({"reference"})

    reference: str | None = None
    name: str | None = None


class CounterpartEntity(Resource):
    """An entity of a counterparty. `email`: valid, at most 320 characters; `phone_number`: digits, blanks, + - ( )."""

    reference: str | None = None
    name: str | None = None
    company_identifier: str | None = None
    email: str | None = None
    phone_number: str | None = None


class Contract(Resource):
    """A contract; its fields are not shown, timestamps in it need an offset."""

    reference: str | None = None
    name: str | None = None
    valid_from: PortTime | None = None
    valid_to: PortTime | None = None


class AssetOperatorRelation(Resource):
    """One appointment with its allowed company entity references; the item shape is not shown."""

    company_identifier: str | None = None
    company_name: str | None = None
    company_entity_references: list[str] | None = None


class AssetOperators(Resource):
    """GET /v1/asset-operators/companies."""

    required = frozenset({"companiesIAmOperatorFor", "myAssetOperators"})

    companies_i_am_operator_for: list[AssetOperatorRelation] | None = None
    my_asset_operators: list[AssetOperatorRelation] | None = None
