"""The async client of the service: transport, token, retries, one module per resource. No Qt, no store."""
