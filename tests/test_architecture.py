"""Walls that import-linter cannot state: widgets stay in views, no nested event loops, every task is owned."""

import ast
from pathlib import Path

import pytest

import bunkerdesk

SOURCE = Path(bunkerdesk.__file__).parent


def modules(*rooms: str) -> list[Path]:
    return [path for room in rooms for path in sorted((SOURCE / room).rglob("*.py"))]


def imported_names(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


@pytest.mark.parametrize("path", modules("runtime", "models"), ids=lambda path: path.stem)
def test_runtime_and_models_know_no_widgets(path: Path) -> None:
    """A model can be tested and reused without a window."""
    assert not [name for name in imported_names(path) if name.startswith("PySide6.QtWidgets")]


BANNED_CALLS = {"processEvents", "exec_", "asyncSlot", "asyncClose", "ensure_future"}
TASK_OWNERS = {"tasks.py"}


@pytest.mark.parametrize("path", modules("runtime", "models", "commands", "views"), ids=lambda path: path.stem)
def test_no_nested_loop_and_no_ownerless_task(path: Path) -> None:
    """`exec()` or `processEvents()` in a coroutine loses other tasks' wake-ups for good."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            assert node.func.attr not in BANNED_CALLS, f"line {node.lineno}"
            assert not (node.func.attr == "create_task" and path.name not in TASK_OWNERS), f"line {node.lineno}"
        if isinstance(node, ast.AsyncFunctionDef):
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                    assert call.func.attr != "exec", f"line {call.lineno}"
