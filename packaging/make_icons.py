"""The program's icon in the formats of the systems: `make_icons.py FOLDER` writes .png, .ico and .icns there."""

import os
import sys
from io import BytesIO
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PIL import Image
from PySide6.QtCore import QBuffer, QIODevice, QSize
from PySide6.QtGui import QGuiApplication, QIcon

SOURCE = Path(__file__).parent.parent / "resources" / "brand" / "bunkerdesk.svg"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
LARGEST_OF_WINDOWS = 256


def picture(icon: QIcon, size: int) -> Image.Image:
    """The icon drawn at one size; small ones are not scaled down from a large one."""
    device = QBuffer()
    device.open(QIODevice.OpenModeFlag.WriteOnly)
    icon.pixmap(QSize(size, size), 1.0).save(device, "PNG")  # type: ignore[call-overload]
    return Image.open(BytesIO(device.data().data()))


def write(folder: Path) -> None:
    """Write all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    icon = QIcon(str(SOURCE))
    pictures = [picture(icon, size) for size in SIZES]
    for size, one in zip(SIZES, pictures, strict=True):
        one.save(folder / f"bunkerdesk-{size}.png")
    of_windows = [one for one in pictures if one.width <= LARGEST_OF_WINDOWS]
    of_windows[-1].save(folder / "bunkerdesk.ico", append_images=of_windows, sizes=[one.size for one in of_windows])
    pictures[-1].save(folder / "bunkerdesk.icns", append_images=pictures)


if __name__ == "__main__":
    application = QGuiApplication(sys.argv[:1])
    write(Path(sys.argv[1]))
