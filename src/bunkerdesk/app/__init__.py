"""The composition root: builds everything once and hands it down. No other room imports it.

Nothing is imported here: jobs without a window run from this room too, and must not load Qt.
"""
