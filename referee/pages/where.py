"""Where a game stands: the page on which it goes on."""

from django.urls import reverse

from ..models import Game
from ..services.reading import GameTable
from .common import round_url
from .tableaus import round_problems, seat_states


def where_it_stands(table: GameTable) -> str:
    """The address of the next thing to do, or of the final result."""
    number = table.current_round
    if number is None:
        finished = table.game.state == Game.State.FINISHED
        return reverse("result" if finished else "tokens", args=[table.game.pk])
    states = seat_states(table, number, round_problems(table, number))
    for state in states:
        if state.is_waiting:
            return state.url
    return round_url(table, number)
