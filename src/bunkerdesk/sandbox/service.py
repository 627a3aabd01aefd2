"""What every part of the service works with, built once and handed down."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bunkerdesk.sandbox.addresses import Resolve, resolve
from bunkerdesk.sandbox.clock import Clock
from bunkerdesk.sandbox.directory import Directory
from bunkerdesk.sandbox.stage import Paper
from bunkerdesk.sandbox.store import Store
from bunkerdesk.sandbox.tokens import Tokens

Publish = Callable[[str, Callable[[str], bool], dict[str, Any]], None]
"""Event kind, the test of who may know (by company), payload."""


def _nobody_listens(kind: str, may_know: Callable[[str], bool], data: dict[str, Any]) -> None:
    """Before deliveries are set up there is nobody to tell."""


@dataclass
class Service:
    """The parts of a running service."""

    store: Store
    directory: Directory
    clock: Clock
    tokens: Tokens
    paper: Paper
    look_up: Resolve = resolve
    publish: Publish = _nobody_listens
