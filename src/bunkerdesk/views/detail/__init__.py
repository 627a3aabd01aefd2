"""Everything about one record, beside the list."""
