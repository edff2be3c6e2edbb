"""The standings of three hundred random nights against a second computation on paper."""

import datetime
from calendar import monthrange
from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any
from uuid import UUID

import pytest

from referee.club.filters import GameListFilter
from referee.club.services.ratings import rate_again
from referee.club.services.seasons import leaders, seasons_of
from referee.club.services.statistics import (
    ALL_GAMES,
    Choice,
    Record,
    all_rivalries,
    best_games,
    card_sums,
    club_sums,
    first_games,
    first_games_of_menus,
    growth,
    h_index,
    highest_games,
    highest_rounds,
    longest_streaks,
    menus_of,
    night_sums,
    nights_of,
    placings_of_night,
    player_sums,
    rivalries,
    shown_ratings,
)
from referee.models import Club, GameNight, Placing, Player, Season
from referee.play.services.suggesting import menus_played
from referee.standings.placing import WHOLE_WIN
from referee.standings.ranking import ORDERS, Contender, ranked
from referee.standings.sums import Sums
from tests import second_standings as paper
from tests.random_nights import FIRST_DAY, MENUS, RandomClub
from tests.second_standings import Line

pytestmark = pytest.mark.django_db

CLUBS, PAST_NIGHTS = 30, 9
"""So many clubs with nights that are read in and one that is played."""
LATER = 10
"""What happens to each club's games after that."""
MONTHS = ((2025, 11), (2025, 12), (2026, 1), (2026, 2))
PLACE_POINTS = ((5, 3, 1), (1,), (3, 3, 0), (9, 7, 5, 4, 3, 2, 1, 1))
YEARS = [(datetime.date(year, 1, 1), datetime.date(year, 12, 31)) for year in (2024, 2025, 2026)]


def some_always(clubs: int) -> list[Any]:
    """The first club; the others are slow."""
    return [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, clubs))]


class Checked:
    """A club's standings as they are stored, by name, beside those on paper."""

    def __init__(self, club: RandomClub) -> None:
        self.club = Club.objects.get(pk=club.club.pk)
        self.id, self.rng = club.club.pk, club.rng
        self.players = {p.pk: p for p in Player.objects.filter(club=self.id).order_by("name")}
        self.games = paper.in_order(row.note for row in club.rows)
        self.by_game = [paper.lines_of(game) for game in self.games]
        self.lines = [line for lines in self.by_game for line in lines]
        self.ratings = paper.ratings(self.by_game)
        self.shown = shown_ratings(self.club)

    def name(self, player: UUID) -> str:
        return self.players[player].name

    def everything(self) -> None:
        self.results()
        self.figures()
        self.rated()
        some = self.rng.sample(choices(), 15)
        for choice in (ALL_GAMES, *some):
            self.standings(choice)
        for night in GameNight.objects.filter(club=self.id):
            self.night(night)
        for season in seasons():
            season.club = self.club
            self.season(season)
        self.lists()

    # ------------------------------------------------------------- games

    def results(self) -> None:
        stored = Placing.objects.filter(club=self.id).select_related("game")
        found = {(placing.game.pk.hex, self.name(placing.player_id)): placing for placing in stored}
        assert found.keys() == {(line.game.key, line.player) for line in self.lines}
        for line in self.lines:
            placing, rated = (
                found[line.game.key, line.player],
                self.ratings[line.game.key, line.player],
            )
            assert _facts(placing) == _on_paper(line)
            assert (placing.played_at, placing.date) == (line.game.at, line.game.date)
            assert (placing.ruleset, placing.players) == (line.game.ruleset, len(line.game.players))
            assert placing.nth == rated.nth
            assert (placing.mu, placing.sigma) == pytest.approx((rated.mu, rated.sigma))

    def figures(self) -> None:
        assert paper.pairs(self.by_game) == {
            (player.name, one.other.name): [one.games, one.ahead, one.level, one.points]
            for player in self.players.values()
            for one in rivalries(self.club, player.pk)
        }
        menus = {menu.key: games for menu, games in menus_played(self.id)}
        assert paper.menus(self.games) == menus == menus_of(self.club)
        for player in self.players.values():
            mine = [line for line in self.lines if line.player == player.name]
            self.player(player, ALL_GAMES, mine)
            self.player(player, Choice(players=3), [x for x in mine if len(x.game.players) == 3])
        self.records(highest_games(self.club), lambda line: line.total)
        self.records(highest_rounds(self.club), lambda line: line.best_round)

    def player(self, player: Player, choice: Choice, mine: Sequence[Line]) -> None:
        """A player's sums: together, by ruleset, by number of players and by menu."""
        sums = player_sums(self.club, player.pk, choice)
        together = paper.totals(mine)
        assert (sums.together and _figures(sums.together)) == together.get(player.name)
        for found, kind in (
            (sums.by_ruleset, lambda line: line.game.ruleset),
            (sums.by_players, lambda line: len(line.game.players)),
            (sums.by_menu, lambda line: line.game.menu_key),
        ):
            kinds = {kind(line) for line in mine} - {""}
            assert {key: _figures(one) for key, one in found.items()} == {
                key: paper.totals(line for line in mine if kind(line) == key)[player.name]
                for key in kinds
            }

    def records(
        self, found: dict[tuple[str, int], Record], points: Callable[[Line], int | None]
    ) -> None:
        """Who holds the records, each with the earliest game, the first three of equal ones."""
        known = [line for line in self.lines if points(line) is not None]
        kinds = {(line.game.ruleset, len(line.game.players)) for line in known}
        assert found.keys() == kinds
        for kind in kinds:
            lines = [line for line in self.of(Choice(*kind)) if points(line) is not None]
            most = max(n for line in lines if (n := points(line)) is not None)
            first: dict[str, Line] = {}
            for line in lines:
                if points(line) == most:
                    first.setdefault(line.player, line)
            holders = sorted(first.values(), key=lambda line: (line.game.at, line.player))
            on_paper = [(most, line.player, line.game.key) for line in holders]
            shown = [(one.points, one.name, one.game.hex) for one in found[kind].holders]
            assert shown == on_paper[:3]
            assert found[kind].others == (len(on_paper) > 3)

    # ------------------------------------------------------------- standings

    def of(self, choice: Choice) -> list[Line]:
        """The lines on paper that a choice is of."""
        return [
            line
            for line in self.lines
            if choice.ruleset in ("", line.game.ruleset)
            and choice.players in (0, len(line.game.players))
            and (choice.first is None or choice.first <= line.game.date)
            and (choice.last is None or line.game.date <= choice.last)
            and choice.menu in ("", line.game.menu_key)
        ]

    def sums(self, choice: Choice) -> None:
        """Everybody's sums of these games, of cards too, and how often each menu was played."""
        mine = self.of(choice)
        found = club_sums(self.club, choice).items()
        assert {self.name(who): _figures(one) for who, one in found} == paper.totals(mine)
        assert paper.cards(mine) == {
            (self.name(player), type_): [one.games, one.cards, one.points]
            for type_, of in card_sums(self.club, choice).items()
            for player, one in of.items()
        }
        games = {line.game.key: line.game for line in mine}
        assert menus_of(self.club, choice) == paper.menus(games.values())

    def at_a_glance(self, choice: Choice) -> None:
        """Who beats whom, the games of each night, what was played first, and menus by plays."""
        mine = self.of(choice)
        by_game = [[line for line in lines if line in mine] for lines in self.by_game]
        assert paper.pairs(by_game) == {
            (self.name(who), one.other.name): [one.games, one.ahead, one.level, one.points]
            for (who, _other), one in all_rivalries(self.club, self.players, choice).items()
        }
        found = {date: games for date, (_night, games) in nights_of(self.club, choice).items()}
        assert found == paper.games_by_date(mine)
        players = first_games(self.club, choice).items()
        firsts = {self.name(who): (first.date, first.game.hex) for who, first in players}
        assert firsts == paper.firsts(mine, lambda line: line.player)
        menus = first_games_of_menus(self.club, choice).items()
        assert {menu: (first.date, first.game.hex) for menu, first in menus} == paper.firsts(
            [line for line in mine if line.game.menu_key], lambda line: line.game.menu_key
        )
        plays = menus_of(self.club, choice).values()
        assert h_index(plays) == paper.h_index(plays)

    def standings(self, choice: Choice) -> None:
        mine = self.of(choice)
        self.sums(choice)
        self.at_a_glance(choice)
        points = self.rng.choice(PLACE_POINTS)
        self.table(club_sums(self.club, choice, points), mine, points)
        decided = paper.as_tables_decided(mine)
        self.table(club_sums(self.club, choice, points, own_tie_breaks=True), decided, points)
        best = paper.earliest_best(mine, lambda line: line.total)
        found = {self.name(who): game.hex for who, game in best_games(self.club, choice).items()}
        assert found == {name: line.game.key for name, line in best.items()}
        streaks = longest_streaks(self.club, choice)
        assert paper.streaks(mine) == {
            self.name(who): (one.games, one.first, one.last) for who, one in streaks.items()
        }
        address = {"ruleset": choice.ruleset, "players": choice.players or "", "menu": choice.menu}
        address |= {"since": choice.first, "until": choice.last}
        listed = GameListFilter(self.club, address).placings().values_list("game", flat=True)
        assert {game.hex for game in listed} == {line.game.key for line in mine}
        self.growing(choice, mine)

    def growing(self, choice: Choice, lines: Sequence[Line]) -> None:
        """What everybody is ranked by after every night, which are few enough to be drawn all."""
        for order in ("wins", "win-rate", "place", "points", "place-points"):
            points = self.rng.choice(PLACE_POINTS) if order == "place-points" else ()
            is_own = self.rng.random() < 0.5
            of = paper.as_tables_decided(lines) if is_own else lines
            dates, found = growth(self.club, choice, order, points, own_tie_breaks=is_own)
            assert dates == sorted({line.game.date for line in lines})
            for n, date in enumerate(dates):
                until = paper.totals((line for line in of if line.game.date <= date), points)
                drawn = {self.name(who): line[n] for who, line in found.items()}
                assert drawn == {
                    name: paper.first_criterion(until[name], order) if name in until else None
                    for name in drawn
                }

    def season(self, season: Season) -> None:
        """Who leads a season by its own criteria."""
        lines = self.of(Choice(first=season.first, last=season.last))
        points = map(int, season.place_points.split("-")) if season.by == "place-points" else ()
        if season.own_tie_breaks:
            lines = paper.as_tables_decided(lines)
        totals = paper.totals(lines, [*points])
        enough = {
            name: one
            for name, one in totals.items()
            if one.games >= season.least_games and one.nights >= season.least_nights
        }
        ranks = paper.ranks(enough, self.enough(season.last), season.by)
        firsts = {name for name, (rank, _tied) in ranks.items() if rank == 1}
        assert {title.player.name for title in leaders(season)} == firsts

    def lists(self) -> None:
        """The games behind head-to-head numbers, newest first."""
        years = {line.game.date.year for line in self.lines}
        assert [season.first.year for season in seasons_of(self.club)] == sorted(years)[::-1]
        one, other = self.rng.sample(list(self.players.values()), 2)
        placed = {(line.game.key, line.player): line.place for line in self.lines}
        for how in ("", "ahead", "level", "behind"):
            met = [
                game.key
                for game in reversed(self.games)
                if (game.key, one.name) in placed
                and (game.key, other.name) in placed
                and how in ("", _how(placed[game.key, one.name], placed[game.key, other.name]))
            ]
            address = {"player": one.pk, "against": other.pk, "how": how}
            listed = GameListFilter(self.club, address).placings().order_by("-played_at", "-game")
            assert [game.hex for game in listed.values_list("game", flat=True)] == met

    def table(
        self, sums: dict[UUID, Sums], lines: Sequence[Line], points: Sequence[int] = ()
    ) -> None:
        """Sums, and the ranks in every order."""
        totals = paper.totals(lines, points)
        assert {self.name(who): _figures(one) for who, one in sums.items()} == totals
        contenders = {who: Contender(one, self.shown.get(who)) for who, one in sums.items()}
        assert ORDERS.keys() == set(paper.ORDERS)
        for order in ORDERS:
            found = ranked(contenders, order)
            ranks = paper.ranks(totals, self.enough(), order)
            assert {self.name(one.who): (one.rank, one.tied) for one in found} == ranks
            standing = [len(ranks) + 1 if one.rank is None else one.rank for one in found]
            assert standing == sorted(standing)

    def enough(self, until: datetime.date | None = None) -> dict[str, tuple[float, float]]:
        """The ratings on paper of those who have played often enough, at the end of a night."""
        return {
            line.player: (one.mu, one.sigma)
            for line in self.lines
            if (until is None or line.game.date <= until)
            and (one := self.ratings[line.game.key, line.player]).nth >= paper.ENOUGH_FOR_A_RATING
        }

    def rated(self) -> None:
        enough = self.enough()
        assert {self.name(who) for who in self.shown} == enough.keys()
        for who, rating in self.shown.items():
            assert tuple(rating) == pytest.approx(enough[self.name(who)])

    def night(self, night: GameNight) -> None:
        games = [lines for lines in self.by_game if lines[0].game.date == night.date]
        self.table(night_sums(night), [line for lines in games for line in lines])
        shown = dict.fromkeys(placing.game_id.hex for placing in placings_of_night(night))
        assert list(shown) == [lines[0].game.key for lines in games]


def choices() -> list[Choice]:
    """All time, years, months, rulesets, numbers of players, some of them together; stretches
    of days with one end or both; and some without any game."""
    months = [datetime.date(year, month, 1) for year, month in MONTHS]
    periods = [
        (None, None),
        *YEARS,
        *((month, month.replace(day=monthrange(month.year, month.month)[1])) for month in months),
    ]
    rulesets = ("", "sushi-go", "sushi-go-party", "sushi-roll")
    middle = FIRST_DAY + datetime.timedelta(days=30)
    later = middle + datetime.timedelta(days=45)
    return [
        *(Choice(ruleset, 0, *period) for period in periods for ruleset in rulesets),
        *(Choice(players=players) for players in range(2, 7)),
        *(Choice("sushi-go", 3, *period) for period in periods),
        Choice(first=middle),
        Choice(last=middle),
        Choice(first=middle, last=later),
        Choice(ruleset="sushi-go", first=middle, last=later, players=4),
        *(Choice(menu=menu) for menu in MENU_KEYS),
        *(Choice("sushi-go-party", 3, *periods[0], menu) for menu in MENU_KEYS),
        Choice(first=middle, menu="sushi-go"),
    ]


MENU_KEYS = tuple(menu if isinstance(menu, str) else " ".join(menu) for menu, _cards in MENUS)


def seasons() -> list[Season]:
    """Years and stretches of days by every order, with and without a minimum."""
    stretches = [
        (datetime.date(2025, 1, 1), datetime.date(2025, 12, 31)),
        (FIRST_DAY, FIRST_DAY + datetime.timedelta(days=60)),
    ]
    return [
        Season(first=first, last=last, by=by, least_games=games, least_nights=nights)
        for first, last in stretches
        for by, games, nights in (
            ("wins", 0, 0), ("win-rate", 5, 0), ("points", 0, 3), ("place", 4, 2), ("rating", 0, 0),
            ("place-points", 0, 0),
        )
    ] + [
        Season(
            first=first,
            last=last,
            by=by,
            place_points="8-2-2-1",
            least_games=3,
            own_tie_breaks=True,
        )
        for first, last in stretches
        for by in ("wins", "place-points")
    ]  # fmt: skip


def _how(mine: int, theirs: int) -> str:
    return "ahead" if mine < theirs else "behind" if mine > theirs else "level"


def _facts(placing: Placing) -> tuple[object, ...]:
    return (
        placing.place, Fraction(placing.win, WHOLE_WIN), placing.total, placing.margin,
        placing.behind, placing.best_round, placing.best_round_number, placing.puddings,
        placing.cards,
    )  # fmt: skip


def _on_paper(line: Line) -> tuple[object, ...]:
    return (
        line.place, line.win, line.total, line.margin, line.behind, line.best_round,
        line.best_round_number, line.puddings, line.cards,
    )  # fmt: skip


def _figures(sums: Sums) -> paper.Total:
    assert sums.best is not None
    return paper.Total(
        sums.games, sums.won, sums.average_place, sums.average_points, sums.average_margin,
        sums.best, sums.best_round, sums.nights, sums.place_points or Fraction(0), sums.minutes,
        sums.timed,
    )  # fmt: skip


@pytest.mark.parametrize("number", some_always(CLUBS))
def test_random_nights_come_to_the_same_on_paper(number: int):
    club = RandomClub(Random(number), "phone of the club")
    club.past_nights(PAST_NIGHTS)
    club.night()
    for _ in range(LATER):
        club.happen()
    rate_again(club.club.pk)  # what is too much for the transaction of a change
    Checked(club).everything()


@pytest.mark.parametrize("number", some_always(10))
def test_what_is_kept_of_a_year_follows_every_change(number: int):
    """The sums of every year are asked for before each change, so that they are kept by then."""
    club = RandomClub(Random(f"years {number}"), "phone of the club")
    club.past_nights(PAST_NIGHTS)
    for _ in range(3 * LATER):
        checked = Checked(club)
        for first, last in YEARS:
            checked.sums(Choice(first=first, last=last))
        checked.sums(ALL_GAMES)
        checked.records(highest_games(checked.club), lambda line: line.total)
        club.happen()
