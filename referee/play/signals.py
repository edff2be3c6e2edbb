"""Signals by which play tells other rooms what happens at a table.

``game_changed``, ``evening_changed`` and ``key_revoked`` are sent after the commit. The others are
sent inside the transaction, so that a receiver's rows are stored together with the change, and a
receiver that fails undoes it.
"""

from django.dispatch import Signal

game_changed = Signal()
"""Sent with ``game_id`` (UUID), ``version`` and ``since`` (int: the numbers after and before),
``tableaus`` (the only ones that have changed, each as "round-seat"; None for anything) and
``access_changed`` (bool: whether somebody may now see less or more than before)."""

evening_changed = Signal()
"""Sent with ``club_id`` (UUID), ``version`` (int: its number after, 0 for the same) and
``access_changed`` (bool), when a game of the club has begun, ended, been opened again or deleted,
when its results have changed, or somebody may now see less or more than before."""

key_revoked = Signal()
"""Sent with ``key_id`` (UUID), when a program's key opens nothing any more."""

game_started = Signal()
"""Sent with ``game``, when it begins at a table: not for what is stored of one that is over."""

round_confirmed = Signal()
"""Sent with ``table``, the game's GameState before it, ``number`` of the round and
``version`` (int), when a round is confirmed for the first time, or as another version."""

game_ended = Signal()
"""Sent with ``game``, when it is finished and when its last numbers are corrected; and with
``table``, its GameState, where that is known."""

game_reopened = Signal()
"""Sent with ``game``, when one of its confirmed rounds is open again."""

game_deleting = Signal()
"""Sent with ``game``, before it is deleted."""
