"""Which menu to play next: what a club has played, and what it has not."""

import datetime
from collections.abc import Collection, Iterator
from random import Random
from uuid import UUID

from django.db.models import Count, Max

from ...models import Game
from ...rules import NAMED_MENUS
from ...rules.menus import Menu, named_menu, random_menu
from .game_state import kept_menu

PARTY = "sushi-go-party"
MAX_DRAWS = 50
"""How often a menu is drawn anew that was played this month; there are thousands of them."""


def suggested_menus(
    club_id: UUID | None, players: int, today: datetime.date, rng: Random
) -> dict[str, Menu]:
    """Menus for the next game of a club that fit its number of players, no two of them the same.

    One ``unplayed`` in the month of ``today``, one at ``random``, and the ``favourite``, which was
    finished most often, where any that fits was. A phone without a club has played nothing yet.
    """
    favourite = favourite_menu(club_id, players)
    menus = {"favourite": favourite} if favourite else {}
    taken = {menu.key for menu in menus.values()}
    menus["unplayed"] = unplayed_menu(menus_of_month(club_id, today) | taken, players, rng)
    menus["random"] = _drawn({*taken, menus["unplayed"].key}, players, rng)
    return menus


def menus_of_month(club_id: UUID | None, today: datetime.date) -> set[str]:
    """The keys of the menus of all games that a club has begun in the month of a date."""
    if club_id is None:
        return set()
    dates = (today.replace(day=1), today)
    games = Game.objects.filter(night__club=club_id, night__date__range=dates, ruleset=PARTY)
    menus = games.values_list("menu", flat=True).distinct()
    return {kept_menu(kept).key for kept in menus if kept}


def unplayed_menu(played: Collection[str], players: int, rng: Random) -> Menu:
    """A menu that is not among the played ones (their keys): a named one as long as there is one
    that fits the number of players, then one of our own."""
    named = [named_menu(name) for name in NAMED_MENUS if name not in played]
    fit = [menu for menu in named if not menu.unfit_types(players)]
    return rng.choice(fit) if fit else _drawn(played, players, rng)


def favourite_menu(club_id: UUID | None, players: int) -> Menu | None:
    """The menu that a club has finished most games with, of those that fit so many players."""
    menus = menus_played(club_id) if club_id else ()
    return next((menu for menu, _games in menus if not menu.unfit_types(players)), None)


def menus_played(club_id: UUID) -> Iterator[tuple[Menu, int]]:
    """The menus that a club has finished games with, and how many games.

    The most played one comes first, and of equal ones the one that was played last.
    """
    games = Game.objects.filter(night__club=club_id, ruleset=PARTY, state=Game.State.FINISHED)
    menus = games.values("menu").annotate(games=Count("pk"), last=Max("created_at"))
    rows = menus.order_by("-games", "-last").values_list("menu", "games")
    return ((kept_menu(kept), number) for kept, number in rows.iterator() if kept)


def _drawn(but: Collection[str], players: int, rng: Random) -> Menu:
    """A random menu that is not one of these, unless luck is very bad."""
    drawn = (random_menu(players, rng) for _ in range(MAX_DRAWS))
    return next((menu for menu in drawn if menu.key not in but), None) or random_menu(players, rng)
