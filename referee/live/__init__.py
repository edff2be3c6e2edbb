"""The live stream: tells each phone at a table that its game has changed. See docs/live.md."""
