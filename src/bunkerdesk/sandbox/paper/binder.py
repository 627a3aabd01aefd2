"""The merged file: a cover, then every document of the operation; photographs become pages without being re-coded."""

from io import BytesIO
from typing import Any

from bunkerdesk.sandbox.paper.sheet import Sheet
from bunkerdesk.sandbox.stage import StoredDocument


def bind(operation: dict[str, Any], documents: list[tuple[StoredDocument, bytes]]) -> bytes:
    """One PDF in the order given, with a bookmark for each document."""
    import pikepdf

    recipe = dict(documents[0][0].recipe) if documents else {}
    with pikepdf.open(BytesIO(_cover(recipe, operation, documents))) as merged:
        starts = []
        for document, content in documents:
            starts.append((document.name, len(merged.pages)))
            with pikepdf.open(BytesIO(_as_pdf(document, content))) as member:
                merged.pages.extend(member.pages)
        with merged.open_outline() as outline:
            outline.root.extend(pikepdf.OutlineItem(name, page) for name, page in starts)
        buffer = BytesIO()
        merged.save(buffer, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return buffer.getvalue()


def _as_pdf(document: StoredDocument, content: bytes) -> bytes:
    if document.content_type == "application/pdf":
        return content
    import img2pdf

    a4 = (img2pdf.mm_to_pt(210), img2pdf.mm_to_pt(297))
    layout = img2pdf.get_layout_fun(a4, border=(36, 36), auto_orient=True)
    made: bytes = img2pdf.convert(
        content, layout_fun=layout, rotation=img2pdf.Rotation.ifvalid, nodate=True, engine=img2pdf.Engine.pikepdf
    )
    return made


def _cover(recipe: dict[str, Any], operation: dict[str, Any], documents: list[tuple[StoredDocument, bytes]]) -> bytes:
    sheet = Sheet("Documents of the operation", recipe | {"seed": "cover"}, operation)
    sheet.pairs(
        [
            ("Receiving vessel", str(operation["receiver"]["vesselName"])),
            ("Delivered by", str(operation["supplier"]["assetName"])),
            ("Port", f"{operation.get('bunkeringLocationName') or ''} ({operation['bunkeringLocationCode']})"),
            ("Signed", "In the browser, by both parties"),
        ]
    )
    sheet.heading("Contents")
    rows = [
        (str(place), document.name[:60], document.type.replace("_", " "))
        for place, (document, _) in enumerate(documents, 1)
    ]
    sheet.table(["No.", "Document", "Kind"], rows, [0.07, 0.45, 0.48])
    return sheet.finished()
