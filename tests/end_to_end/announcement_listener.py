"""Prints what one application has read out at once, a line each. Runs on the system's Python, which has pyatspi."""

import sys

import pyatspi


def heard(event: "pyatspi.event.Event") -> None:
    if event.host_application is not None and event.host_application.name == sys.argv[1]:
        print(event.any_data, flush=True)


pyatspi.Registry.registerEventListener(heard, "object:announcement")
print("listening", flush=True)
pyatspi.Registry.start()
