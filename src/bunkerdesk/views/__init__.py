"""Widgets: shell, lists, detail pages, dialogs. They show models and run commands, nothing else."""
