"""The keyring, off the GUI thread: where client secrets live, and the only place."""
