"""The schedule board: supplying assets over time."""
