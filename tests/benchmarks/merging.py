"""Merging PDFs against `qpdf --empty --pages`: `python -m tests.benchmarks.merging`.

Both join the same files in turn; ours with cover, bookmarks and page numbers, in its process, which is warm as it is
for the second operation of a download. The goal is a ratio of at most 1.5.
"""

import argparse
import asyncio
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from bunkerdesk.desk.merging_plan import Member, MergePlan
from bunkerdesk.desk.merging_process import Merger


def make(folder: Path, documents: int, pages: int) -> list[Path]:
    """Papers as a desk has them: text, and every third one a scan."""
    from PIL import Image

    scan = ImageReader(Image.effect_noise((900, 1200), 40).convert("L"))
    paths = []
    for number in range(documents):
        canvas = Canvas(str(folder / f"{number}.pdf"))
        for page in range(pages):
            if number % 3 == 0 and page == 0:
                canvas.drawImage(scan, 40, 200, 500, 600)
            for line in range(50):
                canvas.drawString(40, 800 - 15 * line, f"{number} {page} {line} " + "bunker delivery note " * 3)
            canvas.showPage()
        canvas.save()
        paths.append(folder / f"{number}.pdf")
    return paths


async def measure(folder: Path, documents: int, pages: int, rounds: int) -> float:
    """Print times; answers the ratio of the medians."""
    paths = await asyncio.to_thread(make, folder, documents, pages)
    members = tuple(Member(path.stem, path.name, str(path), "0" * 64, path.stat().st_size) for path in paths)
    qpdf, ours = shutil.which("qpdf") or "qpdf", list[float]()
    theirs = list[float]()
    merger = Merger()
    plan = MergePlan(str(folder / "ours.pdf"), "Benchmark", (("Reference", "SO-1"),), members)
    await merger.merge(plan)
    for _ in range(rounds):
        begun = time.perf_counter()
        await merger.merge(plan)
        ours.append(time.perf_counter() - begun)
        begun = time.perf_counter()
        await asyncio.to_thread(
            subprocess.run,
            [qpdf, "--empty", "--pages", *map(str, paths), "--", str(folder / "theirs.pdf")],
            check=True,
        )
        theirs.append(time.perf_counter() - begun)
    merger.close()
    mine, other = statistics.median(ours), statistics.median(theirs)
    print(f"{documents} documents of {pages} pages: ours {mine * 1000:.1f} ms, qpdf {other * 1000:.1f} ms, "
          f"ratio {mine / other:.2f} (goal at most 1.5)")  # fmt: skip
    return mine / other


def main() -> None:
    """Measure small and large operations in one run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    for documents, pages in ((12, 2), (12, 12), (40, 15)):
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(measure(Path(folder), documents, pages, rounds))


if __name__ == "__main__":
    main()
