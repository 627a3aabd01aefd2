"""The composition root: builds everything once and hands it down. No other room imports it."""

from bunkerdesk.app.program import run
from bunkerdesk.app.start import Start

__all__ = ["Start", "run"]
