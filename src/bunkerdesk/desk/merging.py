"""One PDF of an operation's documents: cover, bookmarks, page numbers. Blocking; run it through `merging_process`.

Pictures go in as they are, byte for byte, turned as their camera says. A member that cannot be read is named on the
cover and costs nothing else. Forms are baked into their pages: two forms in one file would mix their fields.
"""

import contextlib
import hashlib
import os
import secrets
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bunkerdesk.desk.merging_plan import Member, MergePlan, MergeResult, NothingToMerge, Part
from bunkerdesk.rules.paper.files import SNIFFED, FileKind, kind_of

if TYPE_CHECKING:
    from pikepdf import Page, Pdf

_MILLIMETRE = 72 / 25.4
_A4 = (210 * _MILLIMETRE, 297 * _MILLIMETRE)
_PICTURE_MARGIN = 12 * _MILLIMETRE
_STAMP_SIZE = 8
_STAMP_HEIGHT = 14
_DIGIT = 0.556 * _STAMP_SIZE
"""The width of a digit in Helvetica."""
_QUARTER = 90


def merge(plan: MergePlan) -> MergeResult:
    """Write the merged file, whole or not at all.

    Raises `NothingToMerge`, and `OSError` where the target cannot be written.
    """
    with contextlib.ExitStack() as stack:
        scratch = plan.scratch or stack.enter_context(tempfile.TemporaryDirectory(prefix="bunkerdesk-merge-"))
        parts = [_opened(member, Path(scratch), stack) for member in plan.members]
        if not any(part.pages for part in parts):
            reasons = " ".join(f"{part.member.title}: {part.problem}." for part in parts[:3])
            raise NothingToMerge(f"None of the documents can be merged. {reasons}".strip())
        pages, digest = _written(plan, parts, stack)
        broken = tuple((part.member.title, part.problem) for part in parts if part.problem)
        return MergeResult(pages, digest[0], digest[1], broken)


def _opened(member: Member, scratch: Path, stack: contextlib.ExitStack) -> Part:
    part = Part(member)
    if member.problem or not member.path:
        part.problem = member.problem or "has no file"
        return part
    try:
        part.pdf = stack.enter_context(_as_pdf(Path(member.path), scratch))
        part.pages = len(part.pdf.pages)
        part.problem = "" if part.pages else "has no pages"
    except Exception as error:  # noqa: BLE001  whatever a stranger's file breaks, the other members are merged
        part.problem = _reason(error)
    return part


def _as_pdf(path: Path, scratch: Path) -> "Pdf":
    with path.open("rb") as file:
        kind = kind_of(file.read(SNIFFED))
    if kind is FileKind.PDF:
        return _checked(path)
    if kind is FileKind.IMAGE:
        return _picture(path, scratch)
    raise _Unfit(
        f"is {'an' if kind.value[0] in 'aeo' else 'a'} {kind.value.replace('_', ' ')} file, not a PDF or picture"
    )


class _Unfit(Exception):
    pass


def _checked(path: Path) -> "Pdf":
    import pikepdf

    pdf = pikepdf.open(path)
    try:
        form = pdf.Root.get("/AcroForm")
        if form is not None:
            if bool(form.get("/NeedAppearances", False)):
                pdf.generate_appearance_streams()
            pdf.flatten_annotations("all")
        # A page that is no page shows when it is touched, and must show before it is among the others.
        for page in pdf.pages:
            page.mediabox  # noqa: B018
            if "/AA" in page.obj:
                del page.obj["/AA"]
    except BaseException:
        pdf.close()
        raise
    return pdf


def _picture(path: Path, scratch: Path) -> "Pdf":
    import img2pdf
    import pikepdf
    from PIL import Image

    with Image.open(path) as image:
        image.load()  # a picture that breaks off would go in unseen
        has_alpha = image.has_transparency_data
        flat = _flattened(image, scratch) if has_alpha or image.format not in ("JPEG", "PNG", "TIFF") else path
    target = scratch / f"{secrets.token_hex(8)}.pdf"
    layout = img2pdf.get_layout_fun(
        _A4, border=(_PICTURE_MARGIN, _PICTURE_MARGIN), fit=img2pdf.FitMode.into, auto_orient=True
    )
    with target.open("wb") as file:
        img2pdf.convert(str(flat), outputstream=file, layout_fun=layout, rotation=img2pdf.Rotation.ifvalid)
    return pikepdf.open(target)


def _flattened(image: Any, scratch: Path) -> Path:
    """What shows on white paper; PDF pictures have no transparency of their own kind."""
    from PIL import Image, ImageOps

    upright = ImageOps.exif_transpose(image).convert("RGBA")
    paper = Image.new("RGBA", upright.size, "white")
    target = scratch / f"{secrets.token_hex(8)}.png"
    Image.alpha_composite(paper, upright).convert("RGB").save(target, compress_level=1)
    return target


def _reason(error: Exception) -> str:
    match type(error).__name__:
        case "_Unfit":
            return str(error)
        case "PasswordError":
            return "is protected by a password"
        case "PdfError" | "DataDecodingError" | "UnidentifiedImageError" | "SyntaxError":
            return "is damaged and cannot be read"
        case "DecompressionBombError":
            return "is a picture too large to be read"
        case "FileNotFoundError":
            return "has no file on this computer any more"
        case _:
            return f"cannot be read ({type(error).__name__})"


def _written(plan: MergePlan, parts: Sequence[Part], stack: contextlib.ExitStack) -> tuple[int, tuple[int, str]]:
    import pikepdf

    merged = stack.enter_context(contextlib.closing(pikepdf.new()))
    cover = _cover(plan, parts, stack) if plan.has_cover else None
    if cover is not None:
        merged.pages.extend(cover.pages)
    for part in parts:
        if part.pdf is not None and part.pages:
            merged.pages.extend(part.pdf.pages)
    if plan.has_page_numbers:
        _number(merged)
    _bookmark(merged, parts, has_cover=cover is not None)
    merged.docinfo["/Title"] = plan.title
    merged.docinfo["/Producer"] = "Bunker Desk"
    return len(merged.pages), _saved(merged, Path(plan.target), plan.unfinished)


def _cover(plan: MergePlan, parts: Sequence[Part], stack: contextlib.ExitStack) -> "Pdf":
    """The cover tells page numbers, and they depend on how many pages the cover has."""
    import io

    import pikepdf

    from bunkerdesk.desk.merging_cover import draw_cover

    length = 0
    while True:
        _count(parts, length)
        total = length + sum(part.pages for part in parts)
        cover = stack.enter_context(pikepdf.open(io.BytesIO(draw_cover(plan, parts, total))))
        if len(cover.pages) <= length:
            return cover
        length = len(cover.pages)


def _count(parts: Sequence[Part], before: int) -> None:
    first = before + 1
    for part in parts:
        part.first = first
        first += part.pages


def _bookmark(merged: "Pdf", parts: Sequence[Part], *, has_cover: bool) -> None:
    from pikepdf import OutlineItem

    whole = [part for part in parts if part.pages]
    if not has_cover:
        _count(parts, 0)
    with merged.open_outline() as outline:
        if has_cover:
            outline.root.append(OutlineItem("Cover", 0))
        outline.root.extend(OutlineItem(part.member.title, part.first - 1) for part in whole)
    merged.Root.PageMode = _name("/UseOutlines")


def _name(text: str) -> Any:
    from pikepdf import Name

    return Name(text)


def _number(merged: "Pdf") -> None:
    """Stamp `3 / 42` at the foot of each page as it is seen, whatever its rotation."""
    from pikepdf import Dictionary, Name, Stream

    font = merged.make_indirect(
        Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
    )
    # Pages may leave their drawing state changed; what they do stays between these two.
    opening = merged.make_indirect(Stream(merged, b"q\n"))
    total = len(merged.pages)
    for number, page in enumerate(merged.pages, 1):
        page.contents_add(opening, prepend=True)
        name = page.add_resource(font, Name.Font, Name.BunkerDesk)
        text = f"{number} / {total}"
        page.contents_add(_stamp(page, text, str(name)).encode("ascii"))


def _stamp(page: "Page", text: str, font: str) -> str:
    left, bottom, right, top = (float(value) for value in page.cropbox)
    left, right = sorted((left, right))
    bottom, top = sorted((bottom, top))
    turn = int(page.obj.get("/Rotate", 0)) % (4 * _QUARTER)
    matrix, width = {
        _QUARTER: (f"0 1 -1 0 {right:.2f} {bottom:.2f}", top - bottom),
        2 * _QUARTER: (f"-1 0 0 -1 {right:.2f} {top:.2f}", right - left),
        3 * _QUARTER: (f"0 -1 1 0 {left:.2f} {top:.2f}", top - bottom),
    }.get(turn, (f"1 0 0 1 {left:.2f} {bottom:.2f}", right - left))
    start = (width - len(text) * _DIGIT) / 2
    shown = f"BT {font} {_STAMP_SIZE} Tf {start:.2f} {_STAMP_HEIGHT} Td"
    # A white edge keeps the number readable on a dark scan.
    return f"\nQ q {matrix} cm 1 G 2 w {shown} 1 Tr ({text}) Tj ET 0.3 g {shown} 0 Tr ({text}) Tj ET Q\n"


def _saved(merged: "Pdf", target: Path, unfinished_name: str) -> tuple[int, str]:
    """Give the file its name when it is whole; answers size and hash."""
    unfinished = target.with_name(unfinished_name or f".{secrets.token_hex(8)}.part")
    try:
        merged.save(unfinished)
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            size = file.seek(0, os.SEEK_END)
        unfinished.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        raise
    return size, digest
