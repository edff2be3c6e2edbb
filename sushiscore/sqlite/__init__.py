"""Django's SQLite, but for files that were emptied."""
