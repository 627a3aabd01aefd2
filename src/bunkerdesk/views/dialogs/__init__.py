"""Dialogs: opened and awaited, never `exec`."""
