"""Qt item models: ids in order, display rows ready to paint. No widgets, no service, no store."""
