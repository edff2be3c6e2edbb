"""Club files, and games from a CSV file: exported, read, and stored."""
