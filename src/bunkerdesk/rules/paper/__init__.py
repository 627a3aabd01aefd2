"""Papers of a delivery: what kind of file one is, and where a note's figures stand on it."""
