"""Building blocks shared by all pages; each takes everything it shows by argument."""
