"""Where a game stands: the page on which it goes on."""

from django.urls import reverse

from ...access.games import Role, Visit
from ...models import Game
from ..services.game_state import GameTable
from .common import is_expected_of, round_url
from .tableaus import round_problems, seat_states


def where_it_stands(table: GameTable, visit: Visit) -> str:
    """The address of the next thing for a phone to do or to watch, or of the final result."""
    number = table.current_round
    if number is None:
        if table.game.state == Game.State.FINISHED:
            return reverse("result", args=[table.game.pk])
        if visit.is_host:
            return reverse("tokens", args=[table.game.pk])
        return round_url(table, len(table.rounds))
    if visit.role is Role.WATCHER:
        return reverse("scoreboard", args=[table.game.pk])
    # One's own cards first; the host goes on to those of seats that no phone holds.
    states = seat_states(table, number, round_problems(table, number))
    own_first = sorted(states, key=lambda state: not visit.holds(table.seats[state.seat].place))
    for state in own_first:
        if state.is_waiting and is_expected_of(visit, table.seats[state.seat]):
            return state.url
    return round_url(table, number)
