"""Which menu to play next: what a club has played, and what it has not."""

import datetime
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from random import Random
from uuid import UUID

from django.db.models import Count, Max

from ...models import Game
from ...rules import NAMED_MENUS
from ...rules.menus import Menu, named_menu, own_menu, random_menu

PARTY = "sushi-go-party"
MAX_DRAWS = 50
"""How often a menu is drawn anew that was played this month; there are thousands of them."""


@dataclass(frozen=True, slots=True)
class Suggested:
    """Menus for the next game that fit its number of players, no two of them the same.

    ``unplayed`` was not played this month; ``favourite`` was finished most often, None where no
    menu that fits ever was.
    """

    random: Menu
    unplayed: Menu
    favourite: Menu | None


def suggested_menus(
    club_id: UUID | None, players: int, today: datetime.date, rng: Random
) -> Suggested:
    """Suggestions for a game of a club.

    Args:
        club_id: None for a phone without a club, which has played nothing yet.
        players: how many play, 2 to 8.
        today: the date whose month is meant.
    """
    favourite = favourite_menu(club_id, players)
    taken = {favourite.key} if favourite else set()
    unplayed = unplayed_menu(menus_of_month(club_id, today) | taken, players, rng)
    drawn = _drawn({*taken, unplayed.key}, players, rng)
    return Suggested(drawn, unplayed, favourite)


def menus_of_month(club_id: UUID | None, today: datetime.date) -> set[str]:
    """The keys of the menus of all games that a club has begun in the month of a date."""
    if club_id is None:
        return set()
    games = Game.objects.filter(
        night__club=club_id, night__date__gte=today.replace(day=1), ruleset=PARTY
    )
    menus = games.filter(night__date__lte=today).values_list("menu", flat=True).distinct()
    return {_menu(kept).key for kept in menus if kept}


def unplayed_menu(played: Collection[str], players: int, rng: Random) -> Menu:
    """A menu that is not among the played ones (their keys): a named one as long as there is one
    that fits the number of players, then one of our own."""
    named = [named_menu(name) for name in NAMED_MENUS if name not in played]
    fit = [menu for menu in named if not menu.unfit_types(players)]
    return rng.choice(fit) if fit else _drawn(played, players, rng)


def favourite_menu(club_id: UUID | None, players: int) -> Menu | None:
    """The menu that a club has finished most games with, of those that fit the number of players.

    Of equal ones it is the one that was played last; None where there is none.
    """
    menus = menus_played(club_id) if club_id else ()
    return next((menu for menu, _games in menus if not menu.unfit_types(players)), None)


def menus_played(club_id: UUID) -> Iterator[tuple[Menu, int]]:
    """The menus that a club has finished games with, and how many games.

    The most played one comes first, and of equal ones the one that was played last.
    """
    games = Game.objects.filter(night__club=club_id, ruleset=PARTY, state=Game.State.FINISHED)
    menus = games.values("menu").annotate(games=Count("pk"), last=Max("created_at"))
    rows = menus.order_by("-games", "-last").values_list("menu", "games")
    return ((_menu(kept), number) for kept, number in rows.iterator() if kept)


def _drawn(but: Collection[str], players: int, rng: Random) -> Menu:
    """A random menu that is not one of these, unless luck is very bad."""
    menu = random_menu(players, rng)
    for _ in range(MAX_DRAWS):
        if menu.key not in but:
            break
        menu = random_menu(players, rng)
    return menu


def _menu(kept: str | list[str]) -> Menu:
    """A menu from its name, or from the types of one's own."""
    return named_menu(kept) if isinstance(kept, str) else own_menu(kept)
