"""Importing: where from, which column is which field, the preview grid, and reading a message."""
