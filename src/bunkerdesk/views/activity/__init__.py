"""The inbox of changes."""
