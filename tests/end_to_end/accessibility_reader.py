"""Prints what a screen reader sees of one application, as JSON. Runs on the system's Python, which has pyatspi."""

import json
import sys

import pyatspi

MOST_CHILDREN = 400


def read(node: "pyatspi.Accessible", depth: int = 0) -> dict:
    states = [pyatspi.stateToString(state) for state in node.getState().getStates()]
    children = []
    if depth < 25:
        for index in range(min(node.childCount, MOST_CHILDREN)):
            child = node.getChildAtIndex(index)
            if child is not None:
                children.append(read(child, depth + 1))
    return {
        "role": node.getRoleName(),
        "name": node.name or "",
        "description": node.description or "",
        "states": states,
        "children": children,
    }


def main() -> None:
    desktop = pyatspi.Registry.getDesktop(0)
    for index in range(desktop.childCount):
        application = desktop.getChildAtIndex(index)
        if application is not None and application.name == sys.argv[1]:
            print(json.dumps(read(application)))
            return
    print("null")


main()
