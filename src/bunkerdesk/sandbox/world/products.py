"""Fuels of the demo world: reference data, and what a clean delivery of each measures."""

from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Any

from bunkerdesk.sandbox.stage import OperationStandard

OILS = ["rma", "rmb", "rmd", "rme", "rmg", "rmk"]

FUEL_TYPES: list[dict[str, Any]] = [
    {"name": "VLSFO", "grades": OILS},
    {"name": "HSFO", "grades": ["rme", "rmg", "rmk"]},
    {"name": "ULSFO", "grades": ["rma", "rmd", "rmg"]},
    {"name": "LSMGO", "grades": ["dmx", "dma", "dfa", "dmz", "dfz"]},
    {"name": "MDO", "grades": ["dmb", "dfb"]},
    {"name": "BIO_VLSFO", "grades": ["rf", "rmg", "rmd"]},
    {"name": "BIO_LSMGO", "grades": ["rf", "dfa", "dfz", "dfb"]},
    {"name": "METHANOL", "grades": ["methanol_grade_a", "methanol_grade_b", "methanol_grade_c", "methanol_others"]},
    {"name": "LNG", "grades": ["others"]},
]

_CONVENTIONAL = ["VLSFO", "HSFO", "ULSFO", "LSMGO", "MDO"]
_BIO = ["BIO_VLSFO", "BIO_LSMGO"]


STANDARDS = [
    OperationStandard("SS648", "Singapore bunkering, SS 648", "Delivery", [*_CONVENTIONAL, *_BIO]),
    OperationStandard("CONV", "Conventional bunkering", "Delivery", [*_CONVENTIONAL, *_BIO]),
    OperationStandard("RED3", "Biofuel bunkering, RED III", "Delivery", _BIO, red_iii=True),
    OperationStandard("LNG-STS", "LNG bunkering, ship to ship", "Delivery", ["LNG"]),
    OperationStandard("LNG-TTS", "LNG bunkering, truck to ship", "Delivery", ["LNG"]),
    OperationStandard("METH", "Methanol bunkering", "Delivery", ["METHANOL"]),
    OperationStandard("SG-TRF", "Singapore transfer", "Transfer", [*_CONVENTIONAL, *_BIO]),
    OperationStandard("LNG-TRF", "LNG transfer", "Transfer", ["LNG"]),
    OperationStandard("LOAD", "Loading at a terminal", "Loading", [*_CONVENTIONAL, *_BIO, "METHANOL"]),
    OperationStandard("LNG-LOAD", "LNG loading at a terminal", "Loading", ["LNG"]),
]


@dataclass(frozen=True)
class Product:
    """A product as sold. Ranges are (low, high): viscosity mm2/s, density kg/m3, pour and flash °C, % m/m, % V/V."""

    fuel_type: str
    grade: str
    brand: str | None
    name: str
    viscosity: tuple[float, float]
    density: tuple[float, float]
    pour: tuple[int, int]
    flash: tuple[float, float]
    sulphur: tuple[float, float]
    water: tuple[float, float]
    blend: Decimal | None = None
    feedstock: str | None = None


PRODUCTS: dict[str, Product] = {
    "VLSFO": Product(
        "VLSFO",
        "rmg",
        "Larkspur VL 380",
        "VLSFO RMG 380 0.50 % S",
        (142.0, 348.0),
        (938.0, 976.0),
        (6, 24),
        (66.0, 92.0),
        (0.41, 0.48),
        (0.05, 0.22),
    ),
    "VLSFO180": Product(
        "VLSFO",
        "rme",
        None,
        "VLSFO RME 180 0.50 % S",
        (68.0, 168.0),
        (922.0, 958.0),
        (3, 18),
        (64.0, 88.0),
        (0.42, 0.48),
        (0.05, 0.18),
    ),
    "HSFO": Product(
        "HSFO",
        "rmg",
        "Larkspur HS 380",
        "HSFO RMG 380 3.50 % S",
        (338.0, 376.0),
        (978.0, 989.5),
        (3, 15),
        (71.0, 98.0),
        (2.31, 3.18),
        (0.10, 0.32),
    ),
    "LSMGO": Product(
        "LSMGO",
        "dma",
        "Larkspur MGO 10",
        "LSMGO DMA 0.10 % S",
        (2.6, 4.2),
        (838.0, 862.0),
        (-12, -6),
        (62.0, 74.0),
        (0.04, 0.09),
        (0.01, 0.02),
    ),
    "ULSFO": Product(
        "ULSFO",
        "rmd",
        None,
        "ULSFO RMD 80 0.10 % S",
        (28.0, 64.0),
        (888.0, 925.0),
        (12, 24),
        (68.0, 90.0),
        (0.07, 0.09),
        (0.05, 0.12),
    ),
    "B24": Product(
        "BIO_VLSFO",
        "rf",
        "Larkspur Verde 24",
        "B24 VLSFO (24 % UCOME) RF",
        (96.0, 210.0),
        (928.0, 952.0),
        (3, 12),
        (72.0, 96.0),
        (0.33, 0.38),
        (0.05, 0.20),
        Decimal("24"),
        "Used cooking oil (UCOME)",
    ),
    "B30": Product(
        "BIO_LSMGO",
        "dfa",
        "Larkspur Verde 30",
        "B30 LSMGO (30 % FAME) DFA",
        (3.1, 4.4),
        (850.0, 868.0),
        (-9, -6),
        (66.0, 80.0),
        (0.03, 0.07),
        (0.01, 0.03),
        Decimal("30"),
        "Waste animal fat (FAME)",
    ),
    "METHANOL": Product(
        "METHANOL",
        "methanol_grade_a",
        "Larkspur M100",
        "Methanol, grade A",
        (0.6, 0.7),
        (791.6, 793.0),
        (-97, -97),
        (11.0, 12.0),
        (0.0004, 0.0005),
        (0.02, 0.08),
    ),
    "LNG": Product(
        "LNG",
        "others",
        "Larkspur Gas",
        "Liquefied natural gas",
        (0.0, 0.0),
        (430.0, 465.0),
        (0, 0),
        (0.0, 0.0),
        (0.0, 0.0),
        (0.0, 0.0),
    ),
}

BRANDS: list[dict[str, Any]] = [
    {"brand": product.brand, "fuelType": product.fuel_type, "grade": product.grade}
    for product in PRODUCTS.values()
    if product.brand
]


def rounded(value: float, places: str) -> Decimal:
    """A figure with as many places as a laboratory reports."""
    return Decimal(repr(value)).quantize(Decimal(places))


@dataclass(frozen=True)
class Quality:
    """What the laboratory found for one parcel; the texts are as written on the papers."""

    viscosity: Decimal
    density: Decimal
    pour: Decimal
    flash: str
    sulphur: str
    water: str

    def certificate(self, identifier: str) -> dict[str, Any]:
        """The certificate of quality on a nomination."""
        return {
            "identifier": identifier,
            "flashPoint": {"value": self.flash, "unit": "°C"},
            "pourPoint": {"value": self.pour, "unit": "°C"},
            "viscosity": {"value": self.viscosity, "unit": "mm2/s"},
            "sulphurContent": {"value": self.sulphur, "unit": "% m/m"},
            "density": {"value": self.density, "unit": "kg/m3"},
            "waterContent": {"value": self.water, "unit": "% V/V"},
        }


def measure(product: Product, chance: Random) -> Quality:
    """A clean parcel of a product; distillates report water as a bound, as their tests do."""
    sulphur_places = "0.0001" if product.sulphur[1] < 0.001 else "0.001" if product.sulphur[1] < 0.1 else "0.01"
    water = rounded(chance.uniform(*product.water), "0.01")
    return Quality(
        viscosity=rounded(chance.uniform(*product.viscosity), "0.1" if product.viscosity[1] > 20 else "0.001"),
        density=rounded(chance.uniform(*product.density), "0.1"),
        pour=Decimal(chance.randrange(product.pour[0], product.pour[1] + 1, 3)),
        flash=str(rounded(chance.uniform(*product.flash), "0.1")),
        sulphur=str(rounded(chance.uniform(*product.sulphur), sulphur_places)),
        water=f"<{Decimal('0.05')}" if product.water[1] < Decimal("0.04") else str(water),
    )
