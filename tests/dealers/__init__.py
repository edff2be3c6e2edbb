"""People with habits, who deal and play real hands of the real games.

Nothing here is scored or written by hand: the cards are dealt from the boxes, drafted one by one,
and the rules say what that comes to.
"""
