"""The list pages: worklist of nominations, operations."""
