"""The place where a delivery note is judged."""
