"""Quantities of PUT /v1/nominations/supplier: exact, within their range, or refused."""

from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.sandbox.conftest import Caller
from tests.sandbox.supplier import PATH, upsert

from bunkerdesk.contract import jsontext
from bunkerdesk.sandbox.shapes import MAGNITUDE


def quantities(least: str, most: str) -> bytes:
    return jsontext.write(upsert(fuelSpecifications=[{"quantityRange": {"minQuantity": 0, "maxQuantity": 1}}])).replace(
        b'"minQuantity":0,"maxQuantity":1', f'"minQuantity":{least},"maxQuantity":{most}'.encode()
    )


@pytest.mark.parametrize(
    ("number", "status"),
    [
        ("1234567890123456789012345678", 200),
        ("12345678901234567890.12345678", 200),
        ("0.1234567890123456789012345678", 200),
        ("79000000000000000000000000000", 200),
        ("7.9e28", 200),
        ("1.50", 200),
        ("0e-40", 200),
        ("12345678901234567890123456789", 400),
        ("1.2345678901234567890123456789", 400),
        ("79228162514264337593543950336", 400),
        ("8e28", 400),
        ("1e29", 400),
        ("1e999999", 400),
        ("1e-30", 400),
    ],
)
async def test_quantities_are_exact_within_the_supported_range(supplier: Caller, number: str, status: int) -> None:
    """Up to 28 significant digits and a magnitude of 7.9 x 10^28; answered digit for digit as JSON numbers."""
    least = number if status == 400 else "0"
    answer = await supplier.put(PATH, quantities(least, number))
    assert answer.status_code == status, answer.text
    if status == 200:
        got = jsontext.parse(answer.content)["fuelSpecifications"][0]["quantityRange"]["maxQuantity"]
        assert Decimal(got) == Decimal(number)
        assert f'"maxQuantity":{number}'.lower() in answer.text.lower().replace("e+", "e")


async def test_a_minimum_above_the_maximum_is_422(supplier: Caller) -> None:
    assert (await supplier.put(PATH, quantities("2", "1"))).status_code == 422


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(number=st.decimals(allow_nan=False, allow_infinity=False, min_value=0, max_value=MAGNITUDE))
async def test_any_number_comes_back_as_it_was_or_is_refused(supplier: Caller, number: Decimal) -> None:
    answer = await supplier.put(PATH, quantities("0", str(number)))
    if answer.status_code == 200:
        got = jsontext.parse(answer.content)["fuelSpecifications"][0]["quantityRange"]["maxQuantity"]
        assert Decimal(got) == number
    else:
        assert answer.status_code == 400
        assert number
        assert len(number.as_tuple().digits) > 28 or abs(number.adjusted()) > 28
