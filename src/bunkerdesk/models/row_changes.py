"""How a list of ids became another: one run put in, one taken out, or rows moved. No Qt."""

from array import array
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

# Up to this many rows are looked for one by one; a dictionary of all costs some milliseconds at 100,000.
FEW = 16


@dataclass(frozen=True, slots=True)
class Difference:
    """The rows `start` up to `old_stop` became the rows `start` up to `new_stop`; the rest is the same."""

    start: int
    old_stop: int
    new_stop: int

    @property
    def removed(self) -> int:
        """Rows of the old list that are not at the same place."""
        return self.old_stop - self.start

    @property
    def inserted(self) -> int:
        """Rows of the new list that are not at the same place."""
        return self.new_stop - self.start


def difference(old: "array[int]", new: "array[int]") -> Difference:
    """The one stretch where two lists differ; empty when they are the same."""
    old_bytes, new_bytes, size = old.tobytes(), new.tobytes(), old.itemsize
    shorter = min(len(old), len(new))
    start = _common(old_bytes, new_bytes, shorter, size, from_end=False)
    tail = _common(old_bytes, new_bytes, shorter - start, size, from_end=True)
    return Difference(start, len(old) - tail, len(new) - tail)


def _common(old: bytes, new: bytes, most: int, size: int, *, from_end: bool) -> int:
    """How many items agree, by halving: comparing bytes runs at memory speed."""
    agreed, open_end = 0, most
    while agreed < open_end:
        tried = (agreed + open_end + 1) // 2
        if from_end:
            is_same = _slice_from_end(old, agreed, tried, size) == _slice_from_end(new, agreed, tried, size)
        else:
            is_same = old[agreed * size : tried * size] == new[agreed * size : tried * size]
        if is_same:
            agreed = tried
        else:
            open_end = tried - 1
    return agreed


def _slice_from_end(data: bytes, first: int, stop: int, size: int) -> bytes:
    return data[len(data) - stop * size : len(data) - first * size]


def rows_of(ids: "array[int]", wanted: Collection[int]) -> dict[int, int]:
    """The rows of some ids; an id that is not in the list is left out."""
    if len(wanted) > FEW:
        chosen = frozenset(wanted)
        return {item: row for row, item in enumerate(ids) if item in chosen}
    data, size = ids.tobytes(), ids.itemsize
    found = ((item, _find(data, array(ids.typecode, [item]).tobytes(), size)) for item in wanted)
    return {item: row for item, row in found if row is not None}


def _find(data: bytes, item: bytes, size: int) -> int | None:
    offset = data.find(item)
    while offset >= 0 and offset % size:
        offset = data.find(item, offset + 1)
    return offset // size if offset >= 0 else None


def runs(rows: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Rows as stretches of (first, last), ascending."""
    first = last = None
    for row in sorted(set(rows)):
        if first is None or last is None:
            first = row
        elif row != last + 1:
            yield first, last
            first = row
        last = row
    if first is not None and last is not None:
        yield first, last
