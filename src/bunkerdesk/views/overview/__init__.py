"""The overview page and its charts."""
