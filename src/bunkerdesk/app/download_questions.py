"""What the download dialog asks for a list, and what its answers mean; the last answers are remembered."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QStandardPaths

from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.download_plan import Planner, What, preview
from bunkerdesk.desk.download_wanted import Wanted
from bunkerdesk.desk.naming import DEFAULT_PATTERN, DOCUMENT_PATTERN, BadPattern, NamePattern
from bunkerdesk.models.downloading import DownloadChoice, NamePreview, Option, PreviewNames
from bunkerdesk.rules.wording import count_words
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.runtime.threads import run_blocking
from bunkerdesk.views.lists.list_page import ListPage

PATTERNS = {"merged": DEFAULT_PATTERN, "documents": DOCUMENT_PATTERN}
_SAMPLE = 2_000
"""Rows looked at for the preview; more would only make typing slow."""
_HERE = "Bunker Desk"


def row_options(page: ListPage) -> list[Option]:
    """Of which rows: the selected ones, or all."""
    selected, total = page.table.selected_count, page.model.rowCount()
    rows = [("all", f"All {count_words(total, page.spec.one, page.spec.many)}", "As filtered and sorted now")]
    if selected:
        noun = f"selected {page.spec.one}" if selected == 1 else count_words(selected, "", f"selected {page.spec.many}")
        rows.insert(0, ("selected", f"The {noun}", ""))
    return rows


def what_options(page: ListPage) -> list[Option]:
    """Merged or single; first what this list is about."""
    merged = ("merged", "Merged documents, one file an operation", "The service's own file, or merged here")
    single = ("documents", "Every document by itself", "With its own ending: PDF, picture or any other")
    return [merged, single] if page.spec.name == "operations" else [single, merged]


def ids_of(page: ListPage, rows: str) -> list[int]:
    """The ids of the rows that are meant."""
    if rows == "selected":
        return list(page.table.selected_ids(page.model.rowCount()))
    return list(page.model.ids())


def planned(desk: Desk, kind: str, ids: Sequence[int], choice: DownloadChoice) -> list[Wanted]:
    """The files that a choice means; for a worker thread. Raises `BadPattern`."""
    planner = Planner(desk, NamePattern(choice.pattern))
    if kind == "operations":
        return planner.of_operations(ids, What(choice.what))
    if choice.what == What.DOCUMENTS:
        return planner.of_documents(ids)
    rows = desk.document_list.rows(ids)
    records = dict.fromkeys(rows[number].record for number in ids if number in rows)
    return planner.of_operations(list(records), What.MERGED)


def names_of(desk: Desk, page: ListPage) -> PreviewNames:
    """The first names of a choice, for the dialog."""
    kind = page.spec.name

    async def names(choice: DownloadChoice) -> NamePreview:
        return await run_blocking(preview_of, desk, kind, ids_of(page, choice.rows), choice)

    return names


def preview_of(desk: Desk, kind: str, ids: Sequence[int], choice: DownloadChoice) -> NamePreview:
    """The first names that a choice gives, and what is odd about it; for a worker thread."""
    try:
        seen = preview(planned(desk, kind, ids[:_SAMPLE], choice))
    except BadPattern as error:
        return NamePreview(problem=f"{error.problem.happened} {error.problem.todo}")
    if not seen.total:
        return NamePreview(note="None of these rows has a document to download.")
    more = " at least" if len(ids) > _SAMPLE else ""
    note = f"{count_words(seen.total, 'file')}{more}."
    is_by_paper = kind == "documents" and choice.what == "documents" and not more
    if is_by_paper and (lacking := len(ids) - seen.total) > 0:
        note += f" {count_words(lacking, 'row is', 'rows are')} of a missing paper: there is nothing to fetch."
    if seen.collisions:
        numbered = count_words(seen.collisions, "name is", "names are")
        note += f" {numbered} taken already and numbered; {{type}} or {{name}} would tell them apart."
    return NamePreview(seen.names, note)


def remembered(settings: Settings, page: ListPage) -> DownloadChoice:
    """The answers of the last time."""
    what = settings.text("download.what", "merged" if page.spec.name == "operations" else "documents")
    usual = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DownloadLocation)
    parallel: Any = settings.text("download.parallel", "4")
    return DownloadChoice(
        rows="selected" if page.table.selected_count > 1 else "all",
        what=what,
        folder=settings.text("download.folder") or str(Path(usual or ".") / _HERE),
        pattern=settings.text(f"download.pattern.{what}") or PATTERNS.get(what, ""),
        merge_here=settings.text("download.merge_here", "yes") == "yes",
        parallel=int(parallel) if parallel.isdigit() else 4,
    )


def remember(settings: Settings, choice: DownloadChoice) -> None:
    """Keep the answers for the next time."""
    settings.set_text("download.what", choice.what)
    settings.set_text("download.folder", choice.folder)
    settings.set_text(f"download.pattern.{choice.what}", choice.pattern)
    settings.set_text("download.merge_here", "yes" if choice.merge_here else "no")
    settings.set_text("download.parallel", str(choice.parallel))
