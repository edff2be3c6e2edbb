"""The writers of a night of several tables."""
