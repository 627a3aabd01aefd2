"""Brand mapping: fills what a draft's fuel leaves unset ("PUT /v1/nominations/drafts", rule 3)."""

from typing import Any

from bunkerdesk.sandbox.directory import Directory

JsonObject = dict[str, Any]


def fill(fuel: JsonObject, directory: Directory, company: str, standard: str | None) -> JsonObject:
    """The fuel with `fuelType`, `grade` or `brand` filled from the company's configured brands.

    A mapped brand fills fuel type and grade; fuel type and grade fill a configured brand. What was sent is never
    overwritten, and a sent value that disagrees leaves the others unset. Nothing is filled when fuel configuration
    is off, no mapping matches, or the mapped fuel type is not valid under the operation standard.
    """
    fuel = {name: item for name, item in fuel.items() if item != ""}
    for mapping in directory.brand_mappings(company):
        if _agrees(fuel, mapping) and directory.fuel_allowed(mapping["fuel_type"], standard):
            return {**fuel, "fuelType": mapping["fuel_type"], "grade": mapping["grade"], "brand": mapping["brand"]}
    return fuel


def _agrees(fuel: JsonObject, mapping: JsonObject) -> bool:
    sent = {
        mapping_name: fuel[name]
        for name, mapping_name in (("fuelType", "fuel_type"), ("grade", "grade"), ("brand", "brand"))
        if fuel.get(name) is not None
    }
    if "brand" not in sent and not {"fuel_type", "grade"} <= sent.keys():
        return False
    return all(mapping[name] == value for name, value in sent.items())
