"""Every benchmark in one go: `python -m tests.benchmarks`. Each prints ratios measured in one run; none asserts."""

import ast
import subprocess
import sys
from pathlib import Path

PARTS = {"__main__", "__init__", "probe"}


def main() -> None:
    """Run each script in a process of its own, so that none warms up another."""
    for script in sorted(Path(__file__).parent.glob("*.py")):
        if script.stem in PARTS:
            continue
        described = (ast.get_docstring(ast.parse(script.read_text("utf-8"))) or "").partition("\n")[0]
        print(f"\n== {script.stem}: {described}", flush=True)
        subprocess.run([sys.executable, "-m", f"tests.benchmarks.{script.stem}"], check=False)


if __name__ == "__main__":
    main()
