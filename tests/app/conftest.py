from collections.abc import Iterator

import pytest

from bunkerdesk.sandbox import embedded


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[embedded.Running]:
    with embedded.start(tmp_path_factory.mktemp("sandbox"), frozen=True) as running:
        yield running
