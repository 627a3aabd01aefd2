"""The editor of nominations: form, findings, what will be sent, conflicts and the outbox."""
