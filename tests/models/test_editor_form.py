"""The form against the contract: every field of the upserts has its place, and only what applies is asked for."""

from collections.abc import Iterator
from typing import Any, get_args

import pytest

from bunkerdesk.contract import requests
from bunkerdesk.contract.resource import Resource, wire_name
from bunkerdesk.desk.editing_bodies import document_path, rule_path
from bunkerdesk.desk.editing_kinds import EditKind
from bunkerdesk.models.editor_fields import Field, Kind, Situation
from bunkerdesk.models.editor_form import DELIVERY, GROUPS, RECEIVER_GROUP, SUPPLIER_GROUP, all_fields, fields_of
from bunkerdesk.rules.nomination_checks import SentAs

UPSERTS = {
    EditKind.DRAFT: requests.DraftUpsert,
    EditKind.SUPPLIER: requests.SupplierUpsert,
    EditKind.RECEIVER: requests.ReceiverUpsert,
}
# The specification: a draft's delivery has no contract reference.
NOT_OF_THE_SIDE = {EditKind.DRAFT: {"delivery.contractReference"}}


def leaves(model: type[Resource], prefix: str = "") -> Iterator[str]:
    """Every path of an upsert that holds a single value; items of lists as `[0]`."""
    for name, field in model.model_fields.items():
        path = f"{prefix}{field.alias or wire_name(name)}"
        inner, is_list = inner_of(field.annotation)
        if inner is None:
            yield path
        else:
            yield from leaves(inner, f"{path}[0]." if is_list else f"{path}.")


def inner_of(annotation: Any) -> tuple[type[Resource] | None, bool]:
    """The resource inside `X | None` or `list[X] | None`."""
    for part in get_args(annotation):
        if isinstance(part, type) and issubclass(part, Resource):
            return part, False
        for item in get_args(part):
            if isinstance(item, type) and issubclass(item, Resource):
                return item, True
    return None, False


def plain(path: str) -> str:
    return path.replace("[", ".").replace("]", "")


def reachable(kind: EditKind) -> set[str]:
    found = set()
    for field in all_fields():
        if SentAs(kind.value) in field.sides:
            found.add(plain(document_path(kind, field.path(0 if field.items else None))))
    return found


@pytest.mark.parametrize("kind", EditKind)
def test_every_field_of_the_upsert_is_reachable(kind: EditKind) -> None:
    """Nothing the service takes has to be typed into JSON by hand."""
    wanted = {plain(path) for path in leaves(UPSERTS[kind])} - NOT_OF_THE_SIDE.get(kind, set())
    assert not wanted - reachable(kind)


@pytest.mark.parametrize("kind", EditKind)
def test_no_field_is_offered_that_the_upsert_does_not_take(kind: EditKind) -> None:
    """What a side may not send is not asked of it."""
    assert not reachable(kind) - {plain(path) for path in leaves(UPSERTS[kind])}


def keys(group: Any, document: Any, situation: Situation) -> set[str]:
    return {field.key for field in fields_of(group, document, situation)}


def test_gas_questions_come_with_gas_only() -> None:
    """Gas-up and cool-down are no questions for an oil delivery."""
    oil: dict[str, Any] = {"fuelSpecifications": [{"fuelType": "VLSFO"}]}
    gas: dict[str, Any] = {"fuelSpecifications": [{"fuelType": "LNG"}]}
    assert "delivery.gasUpRequired" not in keys(DELIVERY, oil, Situation(SentAs.SUPPLIER))
    assert "delivery.gasUpRequired" in keys(DELIVERY, gas, Situation(SentAs.SUPPLIER))
    assert "delivery.coolDownRequired" in keys(DELIVERY, gas, Situation(SentAs.RECEIVER))


@pytest.mark.parametrize(
    ("method", "has_vessel", "has_terminal"),
    [("vessel", True, False), ("terminal", False, True), ("truck", False, True), (None, True, True)],
)
def test_the_asset_follows_the_delivery_method(method: str | None, has_vessel: bool, has_terminal: bool) -> None:
    """A barge is asked for its number, a terminal for its name."""
    shown = keys(SUPPLIER_GROUP, {"delivery": {"deliveryMethod": method}}, Situation(SentAs.SUPPLIER))
    assert ("supplier.assetIdentifier.vessel.imo" in shown) is has_vessel
    assert ("supplier.assetIdentifier.terminalName" in shown) is has_terminal


def test_the_alongside_time_is_hidden_until_it_is_allowed_or_held() -> None:
    """The service refuses it from a company that has it not enabled."""
    path = "delivery.estimatedAlongsideTime"
    held: dict[str, Any] = {"delivery": {"estimatedAlongsideTime": "2026-11-23T14:00:00+08:00"}}
    assert path not in keys(DELIVERY, {}, Situation(SentAs.SUPPLIER))
    assert path in keys(DELIVERY, {}, Situation(SentAs.SUPPLIER, may_send_alongside_time=True))
    assert path in keys(DELIVERY, held, Situation(SentAs.SUPPLIER))


def test_a_receiver_names_entities_on_loading_and_transfer_only() -> None:
    """Elsewhere the service passes over them."""
    standards = {"LOAD": "Loading", "SS648": "Delivery"}
    situation = Situation(SentAs.RECEIVER, standard_types=standards)
    loading: dict[str, Any] = {"delivery": {"operationStandardCode": "LOAD"}}
    transfer: dict[str, Any] = {"delivery": {"transactionType": "transfer"}}
    usual: dict[str, Any] = {"delivery": {"operationStandardCode": "SS648"}}
    assert "receiver.companyEntityReference" in keys(RECEIVER_GROUP, loading, situation)
    assert "receiver.companyEntityReference" in keys(RECEIVER_GROUP, transfer, situation)
    assert "receiver.companyEntityReference" not in keys(RECEIVER_GROUP, usual, situation)
    assert "supplier.counterpartEntityReference" in keys(SUPPLIER_GROUP, loading, situation)


def test_fields_are_announced_by_the_names_of_the_specification() -> None:
    """A screen reader hears the words that stand in the specification."""
    names = {field.key: field.name(0 if field.items else None) for field in all_fields()}
    assert names["clientReference"] == "Client reference"
    assert names["delivery.estimatedTimeOfBunkering"] == "Estimated time of bunkering"
    assert names["receiver.orderReference"] == "Receiver order reference"
    assert names["quantityRange.minQuantity"] == "Fuel 1 minimum quantity"


def test_labels_are_told_apart_within_a_section() -> None:
    """No two boxes beside each other have the same words above them."""
    for group in GROUPS:
        for side in SentAs:
            shown = [field.label for field in group.fields if side in field.sides]
            assert len(shown) == len(set(shown)), (group.key, side)


def test_a_draft_shows_the_laycan_where_it_stands() -> None:
    """A draft may hold it in either place; the one that counts is the one that is changed."""
    in_delivery: dict[str, Any] = {"delivery": {"laycanStart": "2026-11-23T14:00:00+08:00"}}
    assert "delivery.laycanStart" in keys(DELIVERY, in_delivery, Situation(SentAs.DRAFT))
    assert "laycanStart" not in keys(DELIVERY, in_delivery, Situation(SentAs.DRAFT))
    assert "laycanStart" in keys(DELIVERY, {}, Situation(SentAs.DRAFT))


def test_a_laycan_that_a_draft_says_twice_is_one_field() -> None:
    """The service answers it in both places; two fields stand there only where they contradict each other."""
    start, other = "2026-11-23T14:00:00+08:00", "2026-11-23T15:00:00+08:00"
    shown = keys(DELIVERY, {"laycanStart": start, "delivery": {"laycanStart": start}}, Situation(SentAs.DRAFT))
    assert shown & {"laycanStart", "delivery.laycanStart"} == {"laycanStart"}
    shown = keys(DELIVERY, {"laycanStart": start, "delivery": {"laycanStart": other}}, Situation(SentAs.DRAFT))
    assert shown & {"laycanStart", "delivery.laycanStart"} == {"laycanStart", "delivery.laycanStart"}


def test_paths_go_to_the_receivers_upsert_and_back() -> None:
    """A refusal that names the sent field leads to the shown one."""
    path = "supplier.assetIdentifier.vessel.imo"
    sent = document_path(EditKind.RECEIVER, path)
    assert sent == "supplierAssetIdentifier.vessel.imo"
    assert rule_path(EditKind.RECEIVER, sent) == path
    assert isinstance(next(all_fields()), Field)
    assert Kind.IMO in {field.kind for field in all_fields()}
