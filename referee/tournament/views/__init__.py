"""The addresses of a night of several tables."""
