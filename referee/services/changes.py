"""The news that a game has changed: sent once the change is committed, heard by whoever is live."""

from uuid import UUID

from django.db import transaction
from django.dispatch import Signal

from ..models import Game

game_changed = Signal()
"""Sent with ``game_id`` (UUID), ``version`` (the event number, int) and ``access_changed`` (bool:
whether somebody may now see less or more than before)."""


def tell(game_id: UUID, version: int, *, access_changed: bool = False) -> None:
    """Sends the news when the transaction that is open has been committed; else at once.

    A listener that fails does not undo what has been stored: phones then hear of the change with
    the next one, or when they ask.
    """

    def send() -> None:
        game_changed.send_robust(
            Game, game_id=game_id, version=version, access_changed=access_changed
        )

    transaction.on_commit(send, robust=True)
