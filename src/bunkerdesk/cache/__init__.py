"""SQLite: what was seen, what is being edited, what waits to be sent, document files. No Qt, no network."""
