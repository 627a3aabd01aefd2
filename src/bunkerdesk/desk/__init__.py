"""Use cases: synchronise, open a reference, lists, edit and send, review, collect, export. Asyncio, no Qt."""
