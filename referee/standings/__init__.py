"""What many games come to: placings, sums, standings and ratings. Pure Python, like the rules.

The rulebooks end with a game; what a night or a club makes of its games is the house's own, stated
here and in docs/standings.md.
"""
