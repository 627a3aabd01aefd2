"""A store on the disk, closed after each test."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bunkerdesk.cache import Opened, Store


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "connections" / "one"


@pytest.fixture
def opened(directory: Path) -> Iterator[Callable[[], Opened]]:
    """Opens the store; may be called again after a close."""
    stores: list[Store] = []

    def run() -> Opened:
        result = Store.open(directory)
        stores.append(result.store)
        return result

    yield run
    for store in stores:
        store.close()


@pytest.fixture
def store(opened: Callable[[], Opened]) -> Store:
    return opened().store
