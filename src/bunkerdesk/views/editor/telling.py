"""Signals with what a button stands for: a partial of a function holds no widget alive, as a lambda would."""

from typing import Any

from PySide6.QtCore import SignalInstance


def tell(signal: SignalInstance, *values: Any) -> None:
    """Emit the first value; what the button's own signal adds (whether it is checked) is passed over."""
    signal.emit(values[0])


def tell_for(signal: SignalInstance, identifier: int, value: str) -> None:
    """Emit a value with the id of the editor it concerns."""
    signal.emit(identifier, value)
