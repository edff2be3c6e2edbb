"""A table in play: new game, joining, taps, rounds, results, rematch."""
