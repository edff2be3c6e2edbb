"""The next game: how it is started, and which menu it could be played with."""

from random import SystemRandom
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone
from django.utils.translation import gettext as _

from ...access.games import Visit, visit_of
from ...models import Game
from ...rules import RULESETS
from ...wording.names import menu_name, type_name
from ..services.rematch import game_after, setup_again
from ..services.suggesting import PARTY, suggested_menus
from .common import isolated

KINDS = ("random", "unplayed", "favourite")
"""How a menu is chosen for a suggestion; as which the form asks for it."""


def next_game(visit: Visit) -> dict[str, Any]:
    """The next game, as the phone of a visit to a finished one is told of it."""
    game = visit.game
    follower = next_begun(visit)
    may_start = visit.is_host and follower is None and game_after(game) is None
    names = setup_again(game).players if may_start else []
    return {
        "game_id": game.pk,
        "new_id": uuid4(),
        "ruleset": game.ruleset,
        "follower": follower,
        "may_start": may_start,
        "players": ", ".join(isolated(name) for name in names),
        "suggestions": menu_suggestions(game) if may_start else None,
    }


def next_begun(visit: Visit) -> Game | None:
    """The game that follows a finished one, for a phone that may see it."""
    if visit.game.state != Game.State.FINISHED:
        return None
    follower = game_after(visit.game)
    if follower is None or visit_of(visit.phone, follower.pk) is None:
        return None
    return follower


def menu_suggestions(game: Game) -> dict[str, Any] | None:
    """Menus for the game after a Party game, for as many players.

    None for another ruleset, for a game that is not over, and where a game follows it already.
    """
    is_over = game.state == Game.State.FINISHED
    if game.ruleset != PARTY or not is_over or game_after(game) is not None:
        return None
    players = game.seats.exclude(player=None).count()
    return {
        "game_id": game.pk,
        "new_id": uuid4(),
        "offered": suggestions_for(game.night.club_id, players),
    }


def suggestions_for(club_id: UUID | None, players: int) -> list[dict[str, Any]]:
    """Suggestions for a Party game of a club; none for a number of players that cannot play it.

    Args:
        club_id: None for a phone that has no club yet.
    """
    if players not in RULESETS[PARTY].players:
        return []
    found = suggested_menus(club_id, players, timezone.localdate(), SystemRandom())
    menus = {
        "unplayed": (_("Not played this month"), found.unplayed),
        "favourite": (_("Your favourite"), found.favourite),
        "random": (_("Drawn at random"), found.random),
    }
    return [
        {
            "kind": kind,
            "why": why,
            "key": menu.key,
            "name": menu_name(menu.name) if menu.name else _("A menu of our own"),
            "cards": ", ".join(map(type_name, menu.types)),
        }
        for kind, (why, menu) in menus.items()
        if menu is not None
    ]
