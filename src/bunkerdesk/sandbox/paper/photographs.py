"""Photographs of seals and gauges, as a surveyor takes them at night: drawn, grainy, a little blurred."""

import math
from io import BytesIO
from random import Random
from typing import Any

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from bunkerdesk.sandbox.paper.checklists import seal_numbers
from bunkerdesk.sandbox.paper.delivery_note import note_of

_SIZE = (880, 660)
_ORIENTATION = 0x0112
_QUARTER_TURN = 6
"""EXIF: the picture is to be turned by 90° clockwise to stand upright."""


def _scene(chance: Random) -> Image.Image:
    """A dark steel wall with a lamp's light on it, and grain."""
    warm = chance.randint(24, 44)
    light = Image.radial_gradient("L").resize(_SIZE).point([255 - value for value in range(256)])
    wall = Image.new("RGB", _SIZE, (warm, warm + 4, warm + 10))
    lit = Image.new("RGB", _SIZE, (96 + warm, 100 + warm, 98 + warm))
    scene = Image.composite(lit, wall, light)
    pen = ImageDraw.Draw(scene)
    for _ in range(24):
        x, y = chance.randrange(_SIZE[0]), chance.randrange(_SIZE[1])
        tone = chance.randint(30, 90)
        pen.line((x, y, x + chance.randint(-60, 60), y + chance.randint(4, 30)), fill=(tone, tone, tone), width=1)
    return scene


def _grain(scene: Image.Image, chance: Random) -> Image.Image:
    # A small tile of seeded noise, repeated: the same bytes each time, and cheap.
    tile = Image.frombytes("L", (128, 128), chance.randbytes(128 * 128))
    noise = Image.new("L", _SIZE)
    for x in range(0, _SIZE[0], 128):
        for y in range(0, _SIZE[1], 128):
            noise.paste(tile, (x, y))
    return Image.blend(scene.filter(ImageFilter.GaussianBlur(0.8)), Image.merge("RGB", (noise,) * 3), 0.05)


def _font(size: int) -> Any:
    return ImageFont.load_default(size)


def _caption(scene: Image.Image, text: str) -> None:
    pen = ImageDraw.Draw(scene)
    pen.text((18, _SIZE[1] - 32), text, font=_font(20), fill=(255, 176, 32))


def _file(scene: Image.Image, *, png: bool, turned: bool = False) -> bytes:
    buffer = BytesIO()
    if png:
        # Photographs as PNG are large; a palette keeps them at a third.
        scene.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
            buffer, "PNG", compress_level=4
        )
        return buffer.getvalue()
    exif = Image.Exif()
    exif[0x010F] = "Bunker Desk sandbox"
    if turned:
        scene = scene.transpose(Image.Transpose.ROTATE_90)
        exif[_ORIENTATION] = _QUARTER_TURN
    scene.save(buffer, "JPEG", quality=82, exif=exif)
    return buffer.getvalue()


def seal_photograph(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """A numbered seal through a wire at the meter's housing; the post-operation one is taken sideways (EXIF)."""
    chance = Random(str(recipe.get("seed")))
    scene = _scene(chance)
    pen = ImageDraw.Draw(scene)
    pen.ellipse((90, 70, 430, 410), fill=(62, 70, 76), outline=(30, 34, 38), width=8)
    for step in range(8):
        angle = step * math.pi / 4 + 0.2
        x, y = 260 + 140 * math.cos(angle), 240 + 140 * math.sin(angle)
        pen.ellipse((x - 17, y - 17, x + 17, y + 17), fill=(104, 110, 112), outline=(40, 44, 46), width=3)
    points = [(260 + 140 * math.cos(0.2) + 26 * step, 268 + 40 * math.sin(step / 1.7)) for step in range(9)]
    pen.line(points, fill=(176, 178, 172), width=5, joint="curve")
    number = seal_numbers(operation)[0]
    tag = Image.new("RGB", (330, 120), (196, 152, 22))
    mark = ImageDraw.Draw(tag)
    mark.rectangle((4, 4, 325, 115), outline=(120, 90, 8), width=4)
    mark.ellipse((14, 46, 42, 74), fill=(50, 50, 46))
    mark.text((62, 14), "METER SEAL", font=_font(22), fill=(60, 44, 0))
    mark.text((62, 46), number, font=_font(40), fill=(24, 18, 0))
    turned = tag.convert("RGBA").rotate(chance.uniform(-9, 9), expand=True, resample=Image.Resampling.BILINEAR)
    scene.paste(turned, (500, 250), turned)
    scene = _grain(scene, chance)
    _caption(scene, _taken(recipe, operation))
    return _file(scene, png=False, turned=bool(recipe.get("turned")))


def _taken(recipe: dict[str, Any], operation: dict[str, Any]) -> str:
    field = "connectTimestamp" if recipe.get("when") == "pre" else "disconnectTimestamp"
    when = str(note_of(recipe, operation).get(field) or "")[:16].replace("T", " ")
    return f"{operation['bunkeringLocationCode']}  {when}"


def gauge_photograph(recipe: dict[str, Any], operation: dict[str, Any]) -> bytes:
    """A pressure gauge with its needle, and the meter's counter below it."""
    chance = Random(str(recipe.get("seed")))
    scene = _scene(chance)
    pen = ImageDraw.Draw(scene)
    centre, radius = (440, 280), 225
    _dial(pen, centre, radius)
    reading = chance.uniform(2.0, 7.5)
    angle = math.radians(135 + 270 * reading / 10)
    tip = (centre[0] + (radius - 52) * math.cos(angle), centre[1] + (radius - 52) * math.sin(angle))
    tail = (centre[0] - 44 * math.cos(angle), centre[1] - 44 * math.sin(angle))
    pen.line((tail, tip), fill=(168, 22, 22), width=7)
    pen.ellipse((centre[0] - 15, centre[1] - 15, centre[0] + 15, centre[1] + 15), fill=(34, 34, 36))
    pen.rounded_rectangle((270, 530, 610, 600), 8, fill=(14, 22, 18), outline=(90, 92, 92), width=4)
    pen.text((292, 540), f"{chance.randint(120_000, 480_000)}.{chance.randint(0, 999):03} t", font=_font(42),
             fill=(120, 232, 150))  # fmt: skip
    pen.arc((235, 75, 645, 485), 205, 250, fill=(236, 240, 240), width=6)
    scene = _grain(scene, chance)
    _caption(scene, _taken(recipe, operation))
    # A photograph's kind follows its recipe, which follows its content type.
    return _file(scene, png=recipe.get("contentType") == "image/png")


def _dial(pen: ImageDraw.ImageDraw, centre: tuple[int, int], radius: int) -> None:
    x, y = centre
    pen.ellipse((x - radius - 22, y - radius - 22, x + radius + 22, y + radius + 22), fill=(52, 56, 60))
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=(226, 226, 216), outline=(20, 20, 20), width=3)
    for step in range(51):
        angle = math.radians(135 + 270 * step / 50)
        inner = radius - (34 if step % 5 == 0 else 20)
        ends = [(x + reach * math.cos(angle), y + reach * math.sin(angle)) for reach in (inner, radius - 10)]
        pen.line(ends, fill=(24, 24, 26), width=4 if step % 5 == 0 else 2)
        if step % 5 == 0:
            place = (x + (radius - 62) * math.cos(angle), y + (radius - 62) * math.sin(angle))
            pen.text(place, str(step // 5), font=_font(28), fill=(24, 24, 26), anchor="mm")
    pen.text((x, y + 78), "bar", font=_font(30), fill=(60, 60, 62), anchor="mm")
