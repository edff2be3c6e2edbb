"""The next game: how it is started, and which menu it could be played with."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import SystemRandom
from uuid import UUID, uuid4

from django.utils import timezone
from django.utils.translation import gettext as _

from ...access.games import Visit, visit_of
from ...models import Game
from ...rules import RULESETS
from ...rules.menus import Menu
from ...wording.names import menu_name, type_name
from ..services.rematch import game_after, setup_again
from ..services.suggesting import PARTY, Suggested, suggested_menus
from .common import isolated

KINDS = ("random", "unplayed", "favourite")
"""How a menu is chosen for a suggestion; as which the form asks for it."""


@dataclass(frozen=True, slots=True)
class MenuSuggestion:
    """A menu for the next game: why that one, what it is called, and what is on it.

    ``key`` is what a form sends: its name, or the types of one's own.
    """

    kind: str
    why: str
    key: str
    name: str
    cards: str


@dataclass(frozen=True, slots=True)
class MenuSuggestions:
    """Menus with which a game can be followed by another, each in one tap.

    ``new_id`` is the id that the next game gets.
    """

    game_id: UUID
    new_id: UUID
    offered: Sequence[MenuSuggestion]


@dataclass(frozen=True, slots=True)
class NextGame:
    """What a result's page says of the next game.

    Attributes:
        follower: the game that has begun, None for none, or for one that this phone may not see.
        may_start: whether this phone may start one: the host's, as long as there is none.
        players: who sits where in a rematch, in words.
        suggestions: None where there are none to be made.
    """

    game_id: UUID
    new_id: UUID
    ruleset: str
    follower: Game | None
    may_start: bool
    players: str
    suggestions: MenuSuggestions | None


def next_game(visit: Visit) -> NextGame:
    """The next game, as the phone of a visit to a finished one is told of it."""
    game = visit.game
    follower = next_begun(visit)
    may_start = visit.is_host and follower is None and game_after(game) is None
    names = setup_again(game).players if may_start else []
    return NextGame(
        game.pk,
        uuid4(),
        game.ruleset,
        follower,
        may_start,
        ", ".join(isolated(name) for name in names),
        menu_suggestions(game) if may_start else None,
    )


def next_begun(visit: Visit) -> Game | None:
    """The game that follows a finished one, for a phone that may see it."""
    if visit.game.state != Game.State.FINISHED:
        return None
    follower = game_after(visit.game)
    if follower is None or visit_of(visit.phone, follower.pk) is None:
        return None
    return follower


def menu_suggestions(game: Game) -> MenuSuggestions | None:
    """Menus for the game after a Party game, for as many players.

    None for another ruleset, for a game that is not over, and where a game follows it already.
    """
    is_over = game.state == Game.State.FINISHED
    if game.ruleset != PARTY or not is_over or game_after(game) is not None:
        return None
    players = game.seats.exclude(player=None).count()
    return MenuSuggestions(game.pk, uuid4(), suggestions_for(game.night.club_id, players))


def suggestions_for(club_id: UUID | None, players: int) -> list[MenuSuggestion]:
    """Suggestions for a Party game of a club; none for a number of players that cannot play it.

    Args:
        club_id: None for a phone that has no club yet.
    """
    if players not in RULESETS[PARTY].players:
        return []
    found = suggested_menus(club_id, players, timezone.localdate(), SystemRandom())
    return _shown(found)


def _shown(found: Suggested) -> list[MenuSuggestion]:
    menus = {
        "unplayed": (_("Not played this month"), found.unplayed),
        "favourite": (_("Your favourite"), found.favourite),
        "random": (_("Drawn at random"), found.random),
    }
    return [
        MenuSuggestion(kind, why, menu.key, _name(menu), ", ".join(map(type_name, menu.types)))
        for kind, (why, menu) in menus.items()
        if menu is not None
    ]


def _name(menu: Menu) -> str:
    return menu_name(menu.name) if menu.name else _("A menu of our own")
