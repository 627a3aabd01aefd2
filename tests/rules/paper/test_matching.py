"""Figures on pages drawn from words with places: found beside and below their labels, never by coincidence."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bunkerdesk.rules.paper.figure import Figure, Placement, Verdict
from bunkerdesk.rules.paper.layout import Box, Page, Word
from bunkerdesk.rules.paper.matching import match
from bunkerdesk.rules.visual_order import visual

HEIGHT, LETTER, SPACE = 7.0, 4.5, 2.2

Text = tuple[float, float, str]
"""Left and top in points, and one line of writing."""


def page(texts: Sequence[Text], number: int = 0) -> Page:
    """A page written in this order, every line a text of its own."""
    whole, words = "", []
    for left, top, text in texts:
        x = left
        for each in text.split(" "):
            if each:
                width = LETTER * len(each)
                words.append(Word(len(whole), len(whole) + len(each), Box(x, top, x + width, top + HEIGHT)))
                x += width
            whole += each + " "
            x += SPACE
        whole = whole[:-1] + "\r\n"
    return Page(number, whole, tuple(words))


def one(figure: Figure, *pages: Page) -> Placement:
    (placement,) = match([figure], pages)
    return placement


DENSITY = Figure("productDensity", Decimal("968.5"), ("density at 15 c", "density"), "kg/m3")
QUANTITY = Figure("quantityDelivered", Decimal("1234.567"), ("quantity delivered", "quantity"), "metric tons")
FLASH = Figure("productFlashPoint", "68.0", ("flash point",), "deg C", is_measured=True)
VESSEL = Figure("receiverVesselName", "EVER SUMMIT", ("vessel name", "vessel"))
IMO = Figure("receiverVesselIMO", "9811000", ("imo number", "imo"), is_identifier=True)
NUMBER = Figure("number", "BDN-77-2", ("bdn number",), is_identifier=True)
START = Figure(
    "startTransferTimestamp",
    datetime(2026, 11, 20, 7, 2, tzinfo=timezone(timedelta(hours=4))),
    ("transfer commenced",),
)


@pytest.mark.parametrize(
    "printed",
    [
        "1,234.567 metric tons",
        "1.234,567 MT",
        "1 234,567 t",
        "1234.567",
        "1'234.5670 mts",
        "1,234,567.0 kg",
        "1 234.567 tonnes",
    ],
)
def test_a_quantity_is_found_however_it_is_written(printed: str):
    """Separators, trailing zeros and unit words are the port's custom, not a difference."""
    placement = one(QUANTITY, page([(50, 100, "Quantity delivered"), (250, 100, printed)]))
    assert (placement.verdict, placement.label) == (Verdict.FOUND, "Quantity delivered")
    assert placement.printed.startswith(printed[:5])


@pytest.mark.parametrize("printed", ["1,243.567 metric tons", "1234.57", "12345.67 t", "1,234.567 kg"])
def test_another_quantity_beside_the_label_differs(printed: str):
    """The paper's own words are given back, so that a person sees both."""
    placement = one(QUANTITY, page([(50, 100, "Quantity delivered"), (250, 100, printed)]))
    assert (placement.verdict, placement.printed) == (Verdict.DIFFERS, printed)


def test_a_figure_stands_below_its_label_too():
    """Boxed forms print the label small and the figure under it; the box beside has its own label."""
    texts = [(50, 100, "Vessel name"), (250, 100, "IMO number"), (50, 111, "EVER SUMMIT"), (250, 111, "9811000")]
    vessel, imo = match([VESSEL, IMO], [page(texts)])
    assert (vessel.verdict, vessel.printed) == (Verdict.FOUND, "EVER SUMMIT")
    assert (imo.verdict, imo.printed) == (Verdict.FOUND, "9811000")


def test_the_condition_of_a_label_is_not_its_figure():
    """The 15 of "density at 15 °C" is no density, nor is the number of the test method."""
    placement = one(DENSITY, page([(50, 100, "Density at 15 °C"), (300, 100, "ISO 3675 / ISO 12185")]))
    assert placement.verdict is Verdict.NOT_FOUND


def test_equal_numbers_are_told_apart_by_their_labels():
    """68.0 stands twice; the flash point is the one beside its name."""
    texts = [(50, 80, "Viscosity"), (250, 80, "68.0 cSt"), (50, 100, "Flash point"), (250, 100, "68.0 °C")]
    placement = one(FLASH, page(texts))
    assert placement.verdict is Verdict.FOUND
    assert page(texts).text[: placement.start].count("68.0") == 1


def test_an_equal_number_under_another_label_is_no_proof():
    """The flash point on the paper is another, although its figure stands elsewhere."""
    texts = [(50, 80, "Viscosity"), (250, 80, "68.0 cSt"), (50, 100, "Flash point"), (250, 100, "71.0 °C")]
    placement = one(FLASH, page(texts))
    assert (placement.verdict, placement.printed) == (Verdict.DIFFERS, "71.0 °C")


@pytest.mark.parametrize(
    ("printed", "verdict"),
    [
        ("20.11.2026 24:00", Verdict.FOUND),
        ("20 NOV 2026 2400 LT", Verdict.FOUND),
        ("21.11.2026 00:00", Verdict.FOUND),
        ("20.11.2026 00:00", Verdict.DIFFERS),
        ("22.11.2026 24:00", Verdict.DIFFERS),
    ],
)
def test_midnight_may_be_the_end_of_the_day_before(printed: str, verdict: Verdict):
    """24:00 of the 20th is 00:00 of the 21st."""
    midnight = datetime.fromisoformat("2026-11-21T00:00:00+08:00")
    figure = Figure("endTransferTimestamp", midnight, ("completed pumping",))
    assert one(figure, page([(50, 100, "Completed pumping"), (250, 100, printed)])).verdict is verdict


def test_without_a_label_only_a_distinctive_value_is_found_and_flagged():
    """Seven digits tell a ship; two do not tell a flash point."""
    imo, flash = match([IMO, FLASH], [page([(50, 100, "EVER SUMMIT 9811000"), (50, 140, "68.0")])])
    assert (imo.verdict, imo.is_weak) == (Verdict.FOUND, True)
    assert flash.verdict is Verdict.NOT_FOUND


def test_a_label_of_another_figure_is_not_taken_for_a_shorter_one():
    """ "Asset IMO number" is the barge's, not the ship's."""
    asset = Figure("supplierAssetIMO", "9000001", ("asset imo number",), is_identifier=True)
    texts = [(50, 100, "Asset IMO number"), (250, 100, "9000001"), (50, 120, "IMO number"), (250, 120, "9811000")]
    assert [each.verdict for each in match([asset, IMO], [page(texts)])] == [Verdict.FOUND, Verdict.FOUND]
    wrong = [(50, 100, "Asset IMO number"), (250, 100, "9811000"), (50, 120, "IMO number"), (250, 120, "9811001")]
    assert [each.verdict for each in match([asset, IMO], [page(wrong)])] == [Verdict.DIFFERS, Verdict.DIFFERS]


@pytest.mark.parametrize(
    ("value", "printed", "verdict"),
    [
        ("<0.10", "<0,10 % m/m", Verdict.FOUND),
        ("<0.10", "0.10 % m/m", Verdict.DIFFERS),
        ("0,48", "0.48 % m/m", Verdict.FOUND),
        ("0.48", "0.480 %", Verdict.FOUND),
        ("0.48", "4800 mg/kg", Verdict.FOUND),
        (">70", "> 70 °C", Verdict.FOUND),
        ("above 70", "above 70 °C", Verdict.FOUND),
        (">70", "70 °C", Verdict.DIFFERS),
    ],
)
def test_text_measurements_are_compared_as_what_they_allow(value: str, printed: str, verdict: Verdict):
    """A bound is not the figure it names; a comma is a point; parts per million are per cent."""
    unit = "deg C" if "7" in value else "% m/m"
    figure = Figure("x", value, ("result",), unit, is_measured=True)
    assert one(figure, page([(50, 100, "Result"), (250, 100, printed)])).verdict is verdict


@pytest.mark.parametrize(
    ("printed", "verdict"),
    [
        ("2026-11-20 07:02 (UTC+04:00)", Verdict.FOUND),
        ("20/11/2026 0702 LT", Verdict.FOUND),
        ("20-NOV-26 07:02 hrs", Verdict.FOUND),
        ("07:02", Verdict.FOUND),
        ("2026-11-20 03:02 UTC", Verdict.FOUND),
        ("20 noviembre 2026 7:02", Verdict.FOUND),
        ("2026-11-20 07:20", Verdict.DIFFERS),
        ("2026-11-21 07:02", Verdict.DIFFERS),
        ("2026-11-20 07:02 UTC", Verdict.DIFFERS),
        ("-", Verdict.NOT_FOUND),
    ],
)
def test_times_are_read_by_the_ports_clock(printed: str, verdict: Verdict):
    """Every printed form of one moment; another clock is another time."""
    assert one(START, page([(50, 100, "Transfer commenced"), (250, 100, printed)])).verdict is verdict


@pytest.mark.parametrize("printed", ["2026-11-20", "20.11.2026", "11/20/2026", "20 Nov 2026", "Nov 20, 2026"])
def test_days_are_found_in_printed_forms(printed: str):
    """Day and month in either order."""
    figure = Figure("deliveryDate", date(2026, 11, 20), ("date of delivery", "date"))
    assert one(figure, page([(50, 100, "Date of delivery"), (250, 100, printed)])).verdict is Verdict.FOUND
    other = Figure("deliveryDate", date(2026, 11, 19), ("date",))
    assert one(other, page([(50, 100, "Date"), (250, 100, printed)])).verdict is Verdict.DIFFERS


@pytest.mark.parametrize(
    ("printed", "verdict"),
    [
        ("Ever Summit", Verdict.FOUND),
        ("M/V EVER SUMMIT", Verdict.FOUND),
        ("EVER SUMMIT, IMO 9811000", Verdict.FOUND),
        ("EVER SUMMIT II", Verdict.DIFFERS),
        ("FOREVER SUMMIT", Verdict.DIFFERS),
        ("EVER SUM…", Verdict.FOUND),
        ("EVER", Verdict.DIFFERS),
        ("m.v. Ever Summit", Verdict.FOUND),
    ],
)
def test_names_are_compared_folded_and_whole(printed: str, verdict: Verdict):
    """A sister ship is another ship; a box too small for the name is not."""
    assert one(VESSEL, page([(50, 100, "Vessel name"), (250, 100, printed)])).verdict is verdict


@pytest.mark.parametrize(
    ("value", "printed"), [("Harbour Fuels B.V.", "Harbour Fuels BV"), ("Iberia SA", "IBERIA S.A.")]
)
def test_the_form_of_a_company_may_have_points(value: str, printed: str):
    """A registry's spelling is not a form's."""
    figure = Figure("supplierCompanyName", value, ("supplier",))
    assert one(figure, page([(50, 100, "Supplier"), (250, 100, printed)])).verdict is Verdict.FOUND


@pytest.mark.parametrize("printed", ["نجمة الخليج", visual("نجمة الخليج"), "نجمة الخليج"[::-1]])
def test_an_arabic_name_is_found_however_the_page_sets_it(printed: str):
    """As it is read, in the joined forms as it is seen, or its letters backwards."""
    vessel = Figure("receiverVesselName", "نجمة الخليج", ("vessel name",))
    placement = one(vessel, page([(50, 100, "Vessel name"), (250, 100, printed)]))
    assert placement.verdict is Verdict.FOUND


def test_a_name_on_two_lines_is_one_name():
    """Long company names wrap."""
    figure = Figure("receiverCompanyName", "Oceanic Lines International Shipping S.A.", ("owner",))
    texts = [(50, 100, "Owner"), (50, 111, "Oceanic Lines International"), (50, 121, "Shipping S.A.")]
    placement = one(figure, page(texts))
    assert placement.verdict is Verdict.FOUND
    assert placement.printed.startswith("Oceanic Lines International Shipping S.A")


def test_two_notes_in_one_file_keep_to_their_own_pages():
    """The other note's quantity is neither a proof nor a difference."""
    first = page([(50, 50, "BDN number"), (200, 50, "BDN-77-1"), (50, 80, "Quantity"), (200, 80, "500.000 t")], 0)
    second = page([(50, 50, "BDN number"), (200, 50, "BDN-77-2"), (50, 80, "Quantity"), (200, 80, "1,234.567 t")], 1)
    number, quantity = match([NUMBER, QUANTITY], [first, second])
    assert (number.page, quantity.page, quantity.verdict) == (1, 1, Verdict.FOUND)
    swapped = Figure("quantityDelivered", Decimal("500.000"), QUANTITY.labels, "t")
    assert match([NUMBER, swapped], [first, second])[1].verdict is Verdict.DIFFERS


def test_gross_and_net_are_told_apart_by_their_columns():
    """Figures that align right under headings that align left; the unit in a cell of the row."""
    texts = [(50, 100, "Property"), (200, 100, "Gross"), (320, 100, "Net"), (440, 100, "Unit")]
    texts += [(50, 115, "Heating value, mass"), (270, 115, "55.042"), (390, 115, "49.612"), (440, 115, "MJ/kg")]
    texts += [(50, 130, "Heating value, mass"), (265, 130, "52169.5"), (385, 130, "47023.4"), (440, 130, "Btu/kg")]
    labels = ("heating value mass",)
    gross = Figure("gross", Decimal("55.042"), labels, "MJ/kg", ("gross",))
    net = Figure("net", Decimal("49.612"), labels, "MJ/kg", ("net",))
    swapped = Figure("swapped", Decimal("49.612"), labels, "MJ/kg", ("gross",))
    assert [each.verdict for each in match([gross, net, swapped], [page(texts)])] == [
        Verdict.FOUND,
        Verdict.FOUND,
        Verdict.DIFFERS,
    ]


def test_a_table_of_several_products_is_read_in_the_products_row():
    """The other value is that of this product, not of the first one in the table."""
    texts = [(50, 80, "Product"), (200, 80, "Sulphur content"), (50, 95, "LSMGO DMA"), (200, 95, "0.08")]
    texts += [(50, 110, "VLSFO RMG 380"), (200, 110, "0.64")]
    product = Figure("productName", "VLSFO RMG 380", ("product",))
    sulphur = Figure("productSulphurContent", "0.46", ("sulphur content",), "% m/m", is_measured=True)
    placement = match([product, sulphur], [page(texts)])[1]
    assert (placement.verdict, placement.printed) == (Verdict.DIFFERS, "0.64")


def test_words_of_a_paragraph_are_no_label():
    """The declaration speaks of sulphur content and names a limit; that is not the note's figure."""
    sulphur = Figure("s", "0.46", ("sulphur content",), "% m/m", is_measured=True)
    texts = [(50, 100, "and that its sulphur content does not exceed the limit of 0.50 % m/m")]
    assert one(sulphur, page(texts)).verdict is Verdict.NOT_FOUND


digits = st.decimals(min_value=Decimal("0.001"), max_value=Decimal("999999.999"), places=3, allow_nan=False)
LAYOUTS = ("beside", "below", "inside")


def written(value: Decimal, custom: str) -> str:
    text = f"{value:,f}"
    match custom:
        case "comma":
            return text.translate(str.maketrans(",.", ".,"))
        case "blank":
            return text.replace(",", " ").replace(".", ",")
        case "plain":
            return text.replace(",", "")
    return text


def drawn(layout: str, text: str) -> Page:
    if layout == "beside":
        return page([(50, 100, "Quantity delivered"), (260, 100, text)])
    if layout == "below":
        return page([(50, 100, "Quantity delivered"), (50, 112, text)])
    return page([(50, 100, f"Quantity delivered: {text}")])


@given(digits, st.sampled_from(["point", "comma", "blank", "plain"]), st.sampled_from(LAYOUTS), st.booleans())
def test_any_figure_written_beside_its_label_is_found(value: Decimal, custom: str, layout: str, with_unit: bool):
    """Whatever the custom of the port and the form."""
    text = written(value, custom) + (" metric tons" if with_unit else "")
    figure = Figure("quantityDelivered", value, ("quantity delivered",), "metric tons")
    placement = one(figure, drawn(layout, text))
    assert placement.verdict is Verdict.FOUND
    assert placement.printed == " ".join(text.split())
    assert not placement.is_weak


@given(digits, st.data(), st.sampled_from(["point", "comma", "plain"]), st.sampled_from(LAYOUTS))
def test_one_changed_digit_differs(value: Decimal, data: st.DataObject, custom: str, layout: str):
    """A single digit is what a surveyor looks for."""
    text = written(value, custom)
    place = data.draw(st.sampled_from([number for number, letter in enumerate(text) if letter.isdigit()]))
    other = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != text[place]]))
    changed = text[:place] + other + text[place + 1 :]
    assume(value >= 1)
    assume(not changed.startswith("0"))
    figure = Figure("quantityDelivered", value, ("quantity delivered",), "metric tons")
    placement = one(figure, drawn(layout, changed + " metric tons"))
    assert placement.verdict is Verdict.DIFFERS
    assert placement.printed == changed + " metric tons"


@given(st.lists(st.tuples(st.floats(0, 500), st.floats(0, 800), st.text(max_size=30)), max_size=25))
def test_no_page_breaks_the_search(texts: list[Text]):
    """Whatever stands on a paper, there is an answer for every figure."""
    figures = [QUANTITY, DENSITY, FLASH, VESSEL, IMO, START, NUMBER]
    assert len(match(figures, [page(texts)])) == len(figures)
