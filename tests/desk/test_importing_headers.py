"""Which column is which field: headings of four languages, values where headings fail."""

import pytest

from bunkerdesk.desk.importing_headers import Guess, guess, heading_guess, headings_row

KNOWN = {
    "clientReference": ["Our ref", "Client reference", "Nuestra ref.", "Unsere Referenz", "Notre référence", "Stem no"],
    "receiver.vesselName": ["Vessel", "Ship name", "Buque", "Schiff", "Navire"],
    "receiver.vesselIdentifier.imo": ["IMO", "IMO No.", "Vessel IMO", "OMI"],
    "delivery.bunkeringLocationCode": ["Port", "UN/LOCODE", "Puerto", "Lieferhafen", "Lieu de livraison"],
    "delivery.estimatedTimeOfBunkering": [
        "ETB",
        "Delivery date",
        "Fecha de entrega",
        "Lieferdatum",
        "Date de livraison",
    ],
    "receiver.estimatedTimeOfArrival": ["ETA", "Llegada", "Ankunft", "Arrivée"],
    "fuelSpecifications[0].fuelType": ["Fuel", "Product", "Combustible", "Produkt", "Produit"],
    "fuelSpecifications[0].quantity": ["Qty (mt)", "Quantity", "Cantidad", "Menge", "Quantité", "MT"],
    "fuelSpecifications[1].quantity": ["Qty 2", "2nd quantity"],
    "receiver.orderReference": ["PO No", "Purchase order", "Bestellnummer", "Pedido", "N° commande"],
    "receiver.companyName": ["Receiver", "Buyer", "Comprador", "Kunde", "Acheteur"],
    "supplier.internalInstructions": ["Remarks", "Observaciones", "Bemerkungen", "Remarques"],
}


@pytest.mark.parametrize(("field", "headings"), KNOWN.items())
def test_headings_in_four_languages(field: str, headings: list[str]):
    """A sheet of another desk needs no clicks."""
    assert {heading: heading_guess(heading).field for heading in headings} == dict.fromkeys(headings, field)


def test_names_of_the_specification_are_understood():
    """An export of an integrator maps itself."""
    assert heading_guess("estimatedTimeOfBunkering").field == "delivery.estimatedTimeOfBunkering"
    assert heading_guess("Estimated time of bunkering").field == "delivery.estimatedTimeOfBunkering"


def test_a_heading_that_names_a_product_holds_its_quantity():
    """Columns `VLSFO` and `LSMGO (mt)` are two fuels."""
    found = guess(["Ref", "VLSFO", "LSMGO (mt)"], [["A1"], ["480"], ["90"]])
    assert found[1] == Guess("fuelSpecifications[0].quantity", "VLSFO")
    assert found[2] == Guess("fuelSpecifications[1].quantity", "LSMGO")


def test_a_date_and_a_time_column_go_together():
    """Both are the bunkering time."""
    found = guess(["Date", "Time"], [["21/11/2026", "22/11/2026"], ["14:00", "1530"]])
    assert [one.field for one in found] == ["delivery.estimatedTimeOfBunkering"] * 2


def test_values_tell_where_headings_do_not():
    """A table without headings still finds ships, ports and times."""
    columns = [["9811000", "9312793"], ["SGSIN", "NLRTM"], ["VLSFO", "LSMGO"], ["2026-11-21 14:00"] * 2]
    found = [one.field for one in guess([""] * 4, columns)]
    assert found == [
        "receiver.vesselIdentifier.imo",
        "delivery.bunkeringLocationCode",
        "fuelSpecifications[0].fuelType",
        "delivery.estimatedTimeOfBunkering",
    ]


def test_titles_above_the_headings_are_skipped():
    """The heading row is found below the name of the sheet, and none is made up."""
    rows = [["Stems week 47", "", ""], ["Ref", "Vessel", "Qty"], ["A1", "EVER SUMMIT", "480"]]
    assert headings_row(rows) == 1
    assert headings_row([["A1", "SGSIN", "480"], ["A2", "NLRTM", "500"]]) == -1
