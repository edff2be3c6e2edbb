"""Reads and changes disputes, corrections and opinions."""
