"""Prints precision and recall of message reading for each field over the corpus of mails.

Run with `python tests/benchmarks/message_reading.py`; `--misses` lists what was missed or wrong.
"""

import argparse
import json
import re
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from bunkerdesk.rules import message_reading, ports

MAILS = Path(__file__).parents[1] / "rules" / "mails"
WRITTEN = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)


def readings() -> list[tuple[str, dict[str, str], dict[str, str]]]:
    """Name, expected and recognised values of every mail."""
    table = ports.shipped()
    found = []
    for path in sorted(MAILS.glob("*.txt")):
        expected = json.loads(path.with_suffix(".json").read_text("utf-8"))
        message = message_reading.read(path.read_text("utf-8"), table, WRITTEN)
        found.append((path.stem, expected, message.values))
    return found


def scores(found: list[tuple[str, dict[str, str], dict[str, str]]]) -> dict[str, tuple[int, int, int]]:
    """For each field: how many were right, recognised and expected."""
    right: Counter[str] = Counter()
    recognised: Counter[str] = Counter()
    wanted: Counter[str] = Counter()
    for _, expected, values in found:
        recognised.update(map(field_of, values))
        wanted.update(map(field_of, expected))
        right.update(field_of(name) for name, value in values.items() if expected.get(name) == value)
    return {field: (right[field], recognised[field], wanted[field]) for field in sorted(recognised | wanted)}


def field_of(path: str) -> str:
    """The field without the place of the fuel."""
    return re.sub(r"\[\d+\]", "[]", path)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--misses", action="store_true")
    options = parser.parse_args()
    begun = time.perf_counter()
    found = readings()
    spent = time.perf_counter() - begun
    print(f"{'field':48} precision recall  right/recognised/expected")
    for field, (right, recognised, wanted) in scores(found).items():
        print(
            f"{field:48} {right / max(1, recognised):9.2f} {right / max(1, wanted):6.2f}  {right}/{recognised}/{wanted}"
        )
    print(f"{len(found)} mails in {spent * 1000:.0f} ms")
    if options.misses:
        for name, expected, values in found:
            for field in sorted(expected.keys() | values.keys()):
                if expected.get(field) != values.get(field):
                    print(f"{name}: {field}: expected {expected.get(field)!r}, got {values.get(field)!r}")


if __name__ == "__main__":
    main()
