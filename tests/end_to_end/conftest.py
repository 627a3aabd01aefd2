from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.desktop import Desktop, session


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Desktop]:
    """A desktop session of this test's own."""
    with session(tmp_path) as running:
        yield running
