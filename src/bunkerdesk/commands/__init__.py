"""One command per thing a person can do: text, icon, shortcut, when it is enabled, what it runs."""
