"""Players who say of their tableau: that's mine."""

from uuid import UUID

from ...models import Round, Tableau
from .locking import locked, next_version
from .refusals import Refused


def say_ready(game_id: UUID, round_number: int, place: int, *, ready: bool) -> None:
    """Notes that a tableau is as its player says it is, or takes that back.

    The next change of the tableau takes it back, too.

    Args:
        round_number: 1 to 3.
        place: the seat's, from 1.

    Raises:
        Refused: ``round-confirmed``.
        Tableau.DoesNotExist: for a round or a seat that there is not.
    """
    with locked(game_id) as game:
        tableaus = Tableau.objects.select_related("round").filter(round__game=game)
        tableau = tableaus.get(round__number=round_number, seat__place=place)
        if tableau.round.state != Round.State.OPEN:
            raise Refused("round-confirmed", round=round_number)
        if tableau.is_ready != ready:
            tableau.is_ready = ready
            tableau.save(update_fields=["is_ready"])
            next_version(game)
