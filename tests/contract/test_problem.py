"""Problem details: what services say field by field, in the ways in which they say it."""

from typing import Any

import pytest

from bunkerdesk.contract.problem import ProblemDetail, sentence_in

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
        ({"violations": [{"field": "Delivery.BerthTime", "message": "late"}]}, "delivery.berthTime", "late"),
        ({"fieldErrors": [{"field": "reason", "defaultMessage": "missing"}]}, "reason", "missing"),
        ({"invalid-params": [{"name": "reason", "reason": "missing"}]}, "reason", "missing"),
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


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"timestamp": "2026", "status": 400, "error": "Bad Request", "message": "berth taken"}, "berth taken"),
        ({"statusCode": 400, "message": ["berth taken", "late"], "error": "Bad Request"}, "berth taken; late"),
        ({"error": {"code": "X1", "message": "berth taken"}}, "berth taken"),
        ({"fault": {"faultstring": "berth taken"}}, "berth taken"),
        ({"error": "invalid_request", "error_description": "berth taken"}, "berth taken"),
        *[(body, "berth taken") for body in ("berth taken", ["berth taken", 7], {"error": "berth taken"})],
        *[(body, "") for body in (None, 7, {}, {"error": 7}, {"message": None}, {"error": {"error": {"error": {}}}})],
    ],
)
def test_a_refusal_of_another_form_is_read_where_it_speaks(body: Any, said: str) -> None:
    """Frameworks and gateways have their own; a person wants the reason all the same."""
    assert sentence_in(body) == said


def test_a_refusal_nested_beyond_reason_says_nothing() -> None:
    body: Any = "too deep"
    for _ in range(5000):
        body = {"error": body}
    assert sentence_in(body) == ""
