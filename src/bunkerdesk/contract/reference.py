"""Reference data: fuel types and operation standards."""

from bunkerdesk.contract.enums import Grade
from bunkerdesk.contract.resource import Open, Resource


class FuelType(Resource):
    """GET /v1/fuel-types: a code and the grades available for it."""

    required = frozenset({"name", "grades"})

    name: str | None = None
    grades: list[Open[Grade]] | None = None


class OperationStandard(Resource):
    """An operation standard; path and shape are not shown. `type` is `Transfer` for transfer standards."""

    code: str | None = None
    name: str | None = None
    type: str | None = None
