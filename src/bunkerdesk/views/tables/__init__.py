"""Tables of records: cells painted from the tokens, columns that give way, rows that copy."""
