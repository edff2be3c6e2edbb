"""Reads and changes a club's rows."""
