"""What joins asyncio and Qt: task scopes, the change hub, prompts, problem reporting, settings."""
