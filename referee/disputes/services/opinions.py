"""Stores whether players agree to a confirmed round."""

from uuid import UUID

from ...models import Opinion, Round
from ...play.services.confirming import read_words
from ...play.services.locking import locked, next_version
from ...play.services.refusals import Refused


def say_opinion(
    game_id: UUID,
    round_number: int,
    place: int,
    *,
    version: int,
    agrees: bool,
    words: str = "",
    by: int | None = None,
) -> Opinion:
    """Store what a player says of a version of a round, and return it.

    Said once more, the newer word counts. Versions before the newest keep what was said of them.

    Args:
        place: the seat's whose player it is.
        version: the round's version on the page that was looked at.
        words: what is wrong, at most 200 characters.
        by: the row's id of the seat whose phone says it, None for a phone without a seat.

    Raises:
        Refused: ``not-confirmed``, ``corrected-meanwhile`` when there is a newer version,
            ``words-missing``, ``words-too-long``, ``nobody-sits``.
    """
    words = "" if agrees else read_words(words)
    if not agrees and not words:
        raise Refused("words-missing")
    with locked(game_id) as game:
        round_ = Round.objects.get(game=game, number=round_number)
        if not round_.is_confirmed:
            raise Refused("not-confirmed", round=round_number)
        if version != round_.version:
            raise Refused("corrected-meanwhile", round=round_number)
        seat = game.seats.exclude(player=None).filter(place=place).first()
        if seat is None:
            raise Refused("nobody-sits")
        newest = round_.versions.get(version=version)
        fields = {"agrees": agrees, "words": words, "by_id": by}
        if same := Opinion.objects.filter(version=newest, seat=seat, **fields).first():
            return same
        opinion, _is_new = Opinion.objects.update_or_create(
            version=newest, seat=seat, defaults=fields
        )
        next_version(game)
        return opinion
