"""LNG: heating values by ISO 6976, density by ISO 6578, and the checks of LNG delivery notes."""
