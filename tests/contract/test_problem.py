"""Problem details: what services say field by field, in the ways in which they say it."""

from typing import Any

import pytest

from bunkerdesk.contract.problem import ProblemDetail

MAXIMUM = "fuelSpecifications.0.quantityRange.maxQuantity"
POINTER = "#/fuelSpecifications/0/quantityRange/maxQuantity"


@pytest.mark.parametrize(
    ("body", "place", "text"),
    [
        ({"errors": {"Delivery.BerthTime": ["no offset", "late"]}}, "delivery.berthTime", "no offset late"),
        ({"errors": {"$.fuelSpecifications[0].quantityRange.maxQuantity": "too big"}}, MAXIMUM, "too big"),
        ({"errors": [{"detail": "too big", "pointer": POINTER}]}, MAXIMUM, "too big"),
        ({"errors": [{"field": "reason", "message": "missing"}]}, "reason", "missing"),
        ({"errors": [{"title": "no", "source": {"pointer": "/data/delivery"}}]}, "delivery", "no"),
        ({"detail": [{"loc": ["body", "delivery", "berthTime"], "msg": "late"}]}, "delivery.berthTime", "late"),
        ({"errors": ["no such company"]}, "", "no such company"),
    ],
)  # fmt: skip
def test_complaints_are_read_in_any_of_the_usual_shapes(body: dict[str, Any], place: str, text: str) -> None:
    """By field or as a list, with a pointer, a path or steps: it is the field's own name in the end."""
    (complaint,) = ProblemDetail.read({"status": 400, "title": "Bad request", **body}).complaints
    assert (complaint.place, complaint.text) == (place, text)
    assert str(complaint) == (f"{place}: {text}" if place else text)


@pytest.mark.parametrize("errors", [None, {}, [], "x", 5, [None, 5, {"field": "a"}, {"detail": ""}], [[]]])
def test_what_complains_of_nothing_is_no_complaint(errors: object) -> None:
    """The detail is what counts then."""
    assert ProblemDetail.read({"detail": "no", "errors": errors}).complaints == ()
