"""Tells each phone at a table that its game has changed, as a stream. See docs/live.md."""
