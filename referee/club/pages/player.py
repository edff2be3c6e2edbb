"""The page of one player: sums, rating, the others, and the cards."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import add
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from ...models import Club, Placing, Player
from ...rules import CARD_TYPES
from ...standings.habits import MUCH_MORE
from ...standings.rating import LEAST_GAMES, Rating
from ...standings.sums import Sums
from ...wording.figures import average_text, rating_text, signed_text, wins_text
from ...wording.names import ruleset_name, type_name
from ...wording.phrases import number
from ..services.statistics import card_sums, player_sums, rivalries
from .rating_chart import RatedGame, RatingChart, picked_games, rating_chart


@dataclass(frozen=True, slots=True)
class SumsRow:
    """The sums of all games, or of one rule set's, as the page writes them."""

    name: str
    games: int
    wins: str
    place: str
    points: str
    margin: str
    best: str
    best_url: str


@dataclass(frozen=True, slots=True)
class RatingShown:
    """The rating; or, before it is shown, after how many more games it will be.

    ``chart`` is None as long as there is no line to draw.
    """

    text: str
    games_missing: int
    chart: RatingChart | None


@dataclass(frozen=True, slots=True)
class Rival:
    """The games against another player: how many the player was ahead in, and behind; in the rest
    they were level. ``points``: how many more than the other, a game."""

    name: str
    url: str
    games: int
    ahead: int
    behind: int
    points: str


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card type: cards and points, a game that is played with it; the player's and the club's."""

    slug: str
    name: str
    games: int
    cards: Fraction
    club_cards: Fraction
    points: Fraction
    club_points: Fraction

    @property
    def shown(self) -> tuple[str, str]:
        """The player's cards and points."""
        return average_text(self.cards), average_text(self.points)

    @property
    def shown_of_club(self) -> tuple[str, str]:
        """The club's cards and points."""
        return average_text(self.club_cards), average_text(self.club_points)

    @property
    def difference(self) -> str:
        """How many more points a game the player makes of it than the club."""
        return signed_text(self.points - self.club_points)


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """Everything that the page shows.

    ``sums`` is None before the first finished game; ``by_ruleset`` is empty where all games were of
    one. ``others`` are those who can be merged with, by name; ``sits_anywhere``: in a game,
    finished or not.
    """

    player: Player
    sums: SumsRow | None
    by_ruleset: Sequence[SumsRow]
    rating: RatingShown
    rivals: Sequence[Rival]
    cards: Sequence[CardRow]
    habit: CardRow | None
    others: Sequence[Player]
    sits_anywhere: bool


def player_page(club: Club, player: Player) -> PlayerPage:
    """The page of a club's player, in a number of queries that does not grow with the games."""
    cards = _cards(club, player.pk)
    sums, by_ruleset = _sums(player)
    return PlayerPage(
        player=player,
        sums=sums,
        by_ruleset=by_ruleset,
        rating=_rating(player),
        rivals=_rivals(club.pk, player),
        cards=cards,
        habit=habit_of(cards),
        others=list(Player.objects.filter(club=club).exclude(pk=player.pk).order_by("name")),
        sits_anywhere=sums is not None or player.seats.exists(),
    )


def _sums(player: Player) -> tuple[SumsRow | None, list[SumsRow]]:
    """Of all games, and of each rule set's where there is more than one."""
    sums = player_sums(player)
    rows = {ruleset: _sums_row(player, ruleset, one) for ruleset, one in sums.items()}
    by_ruleset = [rows[slug] for slug in rows if slug]
    return rows.get(""), by_ruleset if len(by_ruleset) > 1 else []


def _sums_row(player: Player, ruleset: str, sums: Sums) -> SumsRow:
    games = player.placings.filter(ruleset=ruleset) if ruleset else player.placings.all()
    best = games.order_by("-total", "played_at", "game")[0]
    return SumsRow(
        name=ruleset_name(ruleset) if ruleset else _("All games"),
        games=sums.games,
        wins=wins_text(sums.won),
        place=average_text(sums.average_place, 2),
        points=average_text(sums.average_points),
        margin=signed_text(sums.average_margin),
        best=number(best.total),
        best_url=reverse("result", args=[best.game_id]),
    )


def _rating(player: Player) -> RatingShown:
    placings = Placing.objects.filter(player=player).order_by("-played_at", "-game")
    last = placings.first()
    games = last.nth if last else 0
    if last is None or games < LEAST_GAMES:
        return RatingShown("", LEAST_GAMES - games, None)
    drawn = placings.filter(nth__in=picked_games(games)).reverse()
    line = [
        RatedGame(nth, date, Rating(mu, sigma))
        for nth, date, mu, sigma in drawn.values_list("nth", "date", "mu", "sigma")
    ]
    return RatingShown(rating_text(Rating(last.mu, last.sigma)), 0, rating_chart(line))


def _rivals(club_id: UUID, player: Player) -> list[Rival]:
    """The others, whom the player has met most often first."""
    return [
        Rival(
            name=row.other.name,
            url=reverse("player", args=[club_id, row.other.pk]),
            games=row.games,
            ahead=row.ahead,
            behind=row.games - row.ahead - row.level,
            points=signed_text(Fraction(row.points, row.games)),
        )
        for row in rivalries(player)
    ]


def _cards(club: Club, player_id: UUID) -> list[CardRow]:
    """Every card type that the player has played with: most above the club's points first."""
    rows = []
    for type_, of in card_sums(club).items():
        if mine := of.get(player_id):
            everybody = reduce(add, of.values())
            rows.append(
                CardRow(
                    slug=type_,
                    name=type_name(type_),
                    games=mine.games,
                    cards=mine.average_cards,
                    points=mine.average_points,
                    club_cards=everybody.average_cards,
                    club_points=everybody.average_points,
                )
            )
    order = {slug: place for place, slug in enumerate(CARD_TYPES)}
    rows.sort(key=lambda row: (row.club_points - row.points, order.get(row.slug, len(order))))
    return rows


def habit_of(cards: Iterable[CardRow]) -> CardRow | None:
    """What the player always takes: the card type of which most more lie before the player, in a
    game, than before everybody in the club.

    None where that is nowhere a fifth more, or in fewer games than a rating takes.
    """
    often = [
        row
        for row in cards
        if row.games >= LEAST_GAMES and row.club_cards and row.cards >= MUCH_MORE * row.club_cards
    ]
    return max(often, key=lambda row: row.cards / row.club_cards, default=None)
