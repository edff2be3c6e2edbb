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
from ...wording.phrases import isolated
from ..services.games import is_tonight
from ..services.rematch import game_after, setup_again
from ..services.suggesting import PARTY, suggested_menus
from .evening import table_begun


def next_game(visit: Visit) -> dict[str, Any]:
    """The next game, as the phone of a visit to a finished one is told of it."""
    game = visit.game
    follower = next_begun(visit)
    goes_on = is_tonight(game.night)
    may_start = goes_on and visit.is_host and follower is None and game_after(game) is None
    names = setup_again(game).players if may_start else []
    suggests = may_start and game.ruleset == PARTY and game.state == Game.State.FINISHED
    return {
        "game": game,
        "rematch_id": uuid4(),
        # Another game: who goes back and taps a menu does not mean the rematch.
        "menu_id": uuid4(),
        "follower": follower,
        "goes_on": goes_on,
        "may_start": may_start,
        "may_change": visit.runs_club,  # what else it is begun with: the form names its players
        "players": ", ".join(isolated(name) for name in names),
        "suggestions": [
            one
            for one in (suggestions_for(game.night.club_id, len(names)) if suggests else ())
            # What has been played is the club's.
            if visit.runs_club or one["kind"] == "random"
        ],
    }


def next_begun(visit: Visit) -> Game | None:
    """The game that follows a finished one, for a phone that may see it: a rematch, or that at the
    next table of an evening of several tables."""
    if visit.game.state != Game.State.FINISHED:
        return None
    follower = game_after(visit.game)
    if follower and visit_of(visit.phone, follower.pk):
        return follower
    return table_begun(visit)


def suggestions_for(club_id: UUID | None, players: int) -> list[dict[str, Any]]:
    """Menus for a Party game of a club; none for a number of players that cannot play it.

    Args:
        club_id: None for a phone that has no club yet.
    """
    if players not in RULESETS[PARTY].players:
        return []
    menus = suggested_menus(club_id, players, timezone.localdate(), SystemRandom())
    whys = {
        "unplayed": _("Not played this month"),
        "favourite": _("Your favourite"),
        "random": _("Drawn at random"),
    }
    return [
        {
            "kind": kind,
            "why": why,
            "key": menus[kind].key,
            "name": menu_name(name) if (name := menus[kind].name) else _("A menu of your own"),
            "cards": ", ".join(map(type_name, menus[kind].types)),
        }
        for kind, why in whys.items()
        if kind in menus
    ]
