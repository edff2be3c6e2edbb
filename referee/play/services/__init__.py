"""Reads and changes a table. A change is one transaction; doing it twice is doing it once."""
