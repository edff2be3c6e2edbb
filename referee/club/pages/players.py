"""The list of a club's players."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from ...models import Club
from ..services.statistics import club_sums, players_of


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """A player with the number of games finished, and the page on which there is more."""

    name: str
    games: int
    url: str


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """Everything that the page shows; both lists by name."""

    shown: Sequence[PlayerEntry]
    hidden: Sequence[PlayerEntry]


def players_page(club: Club) -> PlayersPage:
    """Everybody that a club knows, who is hidden apart."""
    sums = club_sums(club)
    lists: dict[bool, list[PlayerEntry]] = {False: [], True: []}
    for player in players_of(club).values():
        games = sums[player.pk].games if player.pk in sums else 0
        url = reverse("player", args=[club.pk, player.pk])
        lists[player.is_hidden].append(PlayerEntry(player.name, games, url))
    return PlayersPage(lists[False], lists[True])
