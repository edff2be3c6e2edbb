"""What the players of a club always take, and what each card type brings whom."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from uuid import UUID

from django.urls import reverse

from ...models import Club, Player
from ...play.pages.common import isolated
from ...rules import CARD_TYPES
from ...standings.habits import LEAST_GAMES, CardSums, Habit, habits
from ...wording.figures import average_text, signed_text
from ...wording.names import type_name
from ...wording.records import games_text, habit
from ..services.statistics import card_sums


@dataclass(frozen=True, slots=True)
class ShownHabit:
    """A habit in words; ``type`` is the card type."""

    type: str
    words: str


@dataclass(frozen=True, slots=True)
class PlayersCard:
    """What a card type is for one player. Figures a game: cards, points, and points more than the
    club's average."""

    name: str
    url: str
    games: str
    cards: str
    points: str
    more: str


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card type: the club's averages a game, and the players', most points first."""

    type: str
    name: str
    cards: str
    points: str
    players: Sequence[PlayersCard]


@dataclass(frozen=True, slots=True)
class Habits:
    """Habits, the strongest first, and the card types that ever brought points, in the order of the
    rules."""

    habits: Sequence[ShownHabit]
    cards: Sequence[ShownCard]
    least_games: int = LEAST_GAMES


def club_habits(club: Club, players: Mapping[UUID, Player]) -> Habits:
    """The habits of a club. The averages are of everybody; hidden players are not named.

    Args:
        players: all that the club knows, in the order in which equal ones are named.
    """
    sums_of = card_sums(club)
    everybody = {type_: _together(of.values()) for type_, of in sums_of.items()}
    named = {
        type_: {who: of[who] for who, one in players.items() if who in of and not one.is_hidden}
        for type_, of in sums_of.items()
    }
    links = {
        who: (one.name, reverse("player", args=[club.pk, who])) for who, one in players.items()
    }
    found = habits(named, everybody)
    return Habits(
        [ShownHabit(one.type, _words(one, players)) for one in found],
        [
            _card(type_, everybody[type_], named[type_], links)
            for type_ in CARD_TYPES
            if named.get(type_) and any(sums.points for sums in sums_of[type_].values())
        ],
    )


def _together(sums: Iterable[CardSums]) -> CardSums:
    return reduce(add, sums)


def _words(one: Habit[UUID], players: Mapping[UUID, Player]) -> str:
    names = [isolated(players[who].name) for who in one.who]
    return habit(names, one.type, one.cards, one.average)


def _card(
    type_: str, club: CardSums, of: Mapping[UUID, CardSums], links: Mapping[UUID, tuple[str, str]]
) -> ShownCard:
    average = club.average_points
    by_points = sorted(of.items(), key=lambda one: one[1].average_points, reverse=True)
    return ShownCard(
        type_,
        type_name(type_),
        average_text(club.average_cards),
        average_text(average),
        [
            PlayersCard(
                *links[who],
                games=games_text(sums.games),
                cards=average_text(sums.average_cards),
                points=average_text(sums.average_points),
                more=signed_text(sums.average_points - average),
            )
            for who, sums in by_points
        ],
    )
