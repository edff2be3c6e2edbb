"""What a phone sends: taps that waited for the network, or the one of a form."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID

from ...models import Tap
from .refusals import Refused
from .tapping import Receipt, Sender, Wish, take_taps
from .wishes import read_wish

MOST_TAPS = 200
"""Taps in one batch; a phone sends fewer at a time."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A tap as it was sent. ``do`` is as in ``wishes``; ``seat`` is the place, from 1."""

    id: UUID
    round: int
    seat: int
    do: str


def take_batch(
    game_id: UUID, sender: Sender, asked: Sequence[Asked], may_enter: Callable[[int], bool]
) -> Receipt:
    """Stores taps in their order; each is taken, kept aside as late, or refused by itself.

    Args:
        asked: at most 200.
        may_enter: whether the sender may enter the cards of the seat of that place.

    Raises:
        Refused: ``too-many-taps`` for a longer batch, of which nothing was stored.
        Game.DoesNotExist: for an id that is no game.
    """
    if len(asked) > MOST_TAPS:
        raise Refused("too-many-taps", taps=MOST_TAPS)
    wishes: list[Wish] = []
    refused: dict[UUID, Refused] = {}
    for tap in asked:
        try:
            if not may_enter(tap.seat) and not _is_known(tap, sender):
                raise Refused("not-yours")
            wishes.append(read_wish(tap.id, tap.round, tap.seat, tap.do))
        except Refused as reason:
            refused[tap.id] = reason
    receipt = take_taps(game_id, sender, wishes)
    receipt.refused.update(refused)
    return receipt


def _is_known(tap: Asked, sender: Sender) -> bool:
    """Whether the phone sent this tap before, when it still might; then it counts already."""
    return Tap.objects.filter(pk=tap.id, phone=sender.phone).exists()
