"""Bunkering knowledge as pure functions over contract objects: identifiers, ports, clocks, wording, checks."""
