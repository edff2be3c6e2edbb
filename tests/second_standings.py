"""Standings once more, as one works them out on paper: the games one after the other, in lists.

A second statement of what docs/standings.md says. Only the points of a score sheet are taken from
``referee.rules``; ranks, wins, sums and ratings are worked out here, and nothing of
``referee.standings`` or of the services is used.
"""

import datetime
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from openskill.models import PlackettLuce

from referee.rules import FACES, read_sheet, score_sheet

DESSERTS = ("pudding", "green-tea-ice-cream", "fruit")
DUMMY = "dummy"
ENOUGH_FOR_A_RATING = 5

Faces = list[str]


@dataclass
class PaperGame:
    """A game as somebody at the table would write it down.

    ``rounds`` by round and seat, the dummy's seat last; ``finished``: whether it counts now.
    ``totals``, by player with what breaks ties or None: all that is known of some games.
    ``tie_winner``: for whom the table itself broke a tie, "" for nobody. ``minutes``: how long it
    was played, None where nobody knows. ``counted``: by a round's number the points in seat order
    where the table counted them by itself, of Sushi Go! without a dummy; ``puddings``: those that
    everybody had at the end then.
    """

    key: str
    date: datetime.date
    at: datetime.datetime
    ruleset: str
    players: Sequence[str]
    rounds: list[list[Faces]]
    menu: str | list[str] | None = None
    has_dummy: bool = False
    dummy_can_win: bool = False
    tokens: dict[str, dict[str, int]] = field(default_factory=dict)
    finished: bool = False
    totals: dict[str, tuple[int, int | None]] | None = None
    tie_winner: str = ""
    minutes: int | None = None
    counted: dict[int, list[int]] = field(default_factory=dict)
    puddings: list[int] = field(default_factory=list)

    @property
    def menu_key(self) -> str:
        """Its menu in one line, "" for none."""
        return self.menu if isinstance(self.menu, str) else " ".join(self.menu or ())

    @property
    def seats(self) -> list[str]:
        return [*self.players, DUMMY] if self.has_dummy else list(self.players)

    def document(self) -> dict[str, Any]:
        """Its score sheet."""
        written = [
            {"tableaus": {name: " ".join(faces) for name, faces in zip(self.seats, r, strict=True)}}
            for r in self.rounds
        ]
        document: dict[str, Any] = {
            "ruleset": self.ruleset,
            "players": list(self.players),
            "rounds": written,
        }
        if self.menu is not None:
            document["menu"] = self.menu
        if self.has_dummy:
            document["variants"] = ["two-player-dummy"]
        if self.dummy_can_win:
            document["house_rules"] = {"dummy-can-win": True}
        if self.tokens:
            document["tokens_left"] = self.tokens
        return document


@dataclass
class Line:
    """What a game was for one player. ``win`` is 1, a share of it, or 0."""

    game: PaperGame
    player: str
    place: int
    win: Fraction
    total: int
    margin: int
    behind: int | None
    best_round: int | None
    best_round_number: int | None
    puddings: int | None
    cards: dict[str, list[int]]


def lines_of(game: PaperGame) -> list[Line]:
    """Everybody's line of a finished game, in seat order, without the dummy."""
    if game.totals is not None:
        return _lines_of_totals(game, game.totals)
    result = score_sheet(read_sheet(game.document()))
    assert result.game_end is not None
    by_round = {n: [r.players[n].total for r in result.rounds] for n in game.seats}
    for number, points in game.counted.items():
        for name, of_round in zip(game.players, points, strict=True):
            by_round[name][number - 1] = of_round
    end = {n: result.game_end[n].total for n in game.seats}
    if game.counted:
        end = dict(zip(game.players, _pudding_points(game.puddings), strict=True))
    total = {n: sum(by_round[n]) + end[n] for n in game.seats}
    in_it = game.seats if game.dummy_can_win else list(game.players)
    strength = {n: (total[n], _tie_break(game, n)) for n in in_it}
    place = {n: 1 + sum(other > strength[n] for other in strength.values()) for n in in_it}
    winners = [n for n in in_it if place[n] == 1]
    lines = []
    for seat, name in enumerate(game.players):
        after_one = by_round[name][0]
        after_two = after_one + by_round[name][1]
        lead_one = max(by_round[n][0] for n in game.players)
        lead_two = max(by_round[n][0] + by_round[n][1] for n in game.players)
        best = max(by_round[name])
        faces = [face for round_ in game.rounds for face in round_[seat]]
        cards = {type_: [0, 0] for type_ in result.sheet.setting.types}
        if result.sheet.setting.ruleset == "sushi-roll":
            cards["tokens"] = [0, 0]
        for face in faces:
            cards.setdefault(FACES[face].type, [0, 0])[0] += 1
        for scores in [*[r.players[name] for r in result.rounds], result.game_end[name]]:
            for line in scores.lines:
                cards.setdefault(line.type, [0, 0])[1] += line.points
        lines.append(
            Line(
                game=game,
                player=name,
                place=place[name],
                win=Fraction(1, len(winners)) if name in winners else Fraction(0),
                total=total[name],
                margin=total[name] - max(total[n] for n in in_it if n != name),
                behind=max(lead_one - after_one, lead_two - after_two),
                best_round=best,
                best_round_number=by_round[name].index(best) + 1,
                puddings=game.puddings[seat] if game.counted else _puddings(faces),
                cards={} if game.counted else cards,
            )
        )
    return lines


def _pudding_points(puddings: Sequence[int]) -> list[int]:
    """What the puddings of Sushi Go! bring: 6 for the most and, from three players on, 6 less for
    the fewest, shared without what is left over; nothing where all have the same."""
    most, fewest = max(puddings), min(puddings)
    if most == fewest:
        return [0] * len(puddings)
    loss = 6 // puddings.count(fewest) if len(puddings) > 2 else 0
    return [
        6 // puddings.count(most) if n == most else -loss if n == fewest else 0 for n in puddings
    ]


def _lines_of_totals(game: PaperGame, totals: dict[str, tuple[int, int | None]]) -> list[Line]:
    def ahead(one: str, other: str) -> bool:
        """Whether one has more points than the other, or as many and more puddings; these decide
        where nobody with so many points has forgotten theirs."""
        mine, theirs = totals[one][0], totals[other][0]
        if mine != theirs:
            return mine > theirs
        puddings = [tied for total, tied in totals.values() if total == mine]
        return None not in puddings and (totals[one][1] or 0) > (totals[other][1] or 0)

    place = {one: 1 + sum(ahead(other, one) for other in totals) for one in totals}
    winners = [one for one in totals if place[one] == 1]
    has_pudding = game.ruleset != "sushi-go-party" or game.menu == "sushi-go"
    return [
        Line(
            game=game,
            player=one,
            place=place[one],
            win=Fraction(one in winners, len(winners)),
            total=total,
            margin=total - max(totals[other][0] for other in totals if other != one),
            behind=None,
            best_round=None,
            best_round_number=None,
            puddings=puddings if has_pudding else None,
            cards={},
        )
        for one, (total, puddings) in totals.items()
    ]


def _puddings(faces: Faces) -> int:
    """Cards, and for dice their icons: "pudding-3" has three."""
    icons = [face.removeprefix("pudding") for face in faces if face.startswith("pudding")]
    return sum(int(icon.removeprefix("-") or 1) for icon in icons)


def _tie_break(game: PaperGame, name: str) -> int:
    seat = game.seats.index(name)
    if game.counted:
        return game.puddings[seat]
    faces = [face for round_ in game.rounds for face in round_[seat]]
    if game.ruleset == "sushi-go-party":
        return sum(FACES[face].type in DESSERTS for face in faces)
    return _puddings(faces)


def in_order(games: Iterable[PaperGame]) -> list[PaperGame]:
    """The finished ones in the order in which they were played."""
    return sorted((game for game in games if game.finished), key=lambda game: (game.at, game.key))


@dataclass
class Total:
    """A player's lines added up; ``place_points``: what their places were worth by a list;
    ``minutes`` of ``timed`` games, None of none."""

    games: int
    wins: Fraction
    place: Fraction
    points: Fraction
    margin: Fraction
    best: int
    best_round: int | None
    nights: int
    place_points: Fraction
    minutes: int | None
    timed: int


def tied_first(game: PaperGame) -> list[str]:
    """Who shares the victory of a finished game, nobody where one has it alone."""
    firsts = [line.player for line in lines_of(game) if line.place == 1]
    return firsts if len(firsts) > 1 else []


def as_tables_decided(lines: Iterable[Line]) -> list[Line]:
    """The lines where it counts how a table itself broke a tie: one winner, the others second."""
    decided = []
    for line in lines:
        is_winner = line.player == line.game.tie_winner
        as_decided = replace(line, win=Fraction(is_winner), place=1 if is_winner else 2)
        decided.append(as_decided if line.game.tie_winner and line.place == 1 else line)
    return decided


def place_points(lines: Iterable[Line], points: Sequence[int]) -> dict[str, Fraction]:
    """By player, from all lines of the games: each game lays its points out place by place, and who
    share a place throw together what lies there and behind it, as far as they reach."""
    of_game: dict[str, list[Line]] = {}
    for line in lines:
        of_game.setdefault(line.game.key, []).append(line)
    earned: dict[str, Fraction] = {}
    for mine in of_game.values():
        laid = dict(enumerate([*points, *[0] * 20], start=1))
        for line in mine:
            level = [other for other in mine if other.place == line.place]
            pot = sum(laid[line.place + n] for n in range(len(level)))
            earned[line.player] = earned.get(line.player, Fraction()) + Fraction(pot, len(level))
    return earned


def totals(lines: Iterable[Line], points: Sequence[int] = ()) -> dict[str, Total]:
    """By player; ``points`` for places only where the lines are all of their games."""
    lines = list(lines)
    earned = place_points(lines, points)
    of: dict[str, list[Line]] = {}
    for line in lines:
        of.setdefault(line.player, []).append(line)
    return {
        name: Total(
            games=len(mine),
            wins=sum((line.win for line in mine), Fraction(0)),
            place=Fraction(sum(line.place for line in mine), len(mine)),
            points=Fraction(sum(line.total for line in mine), len(mine)),
            margin=Fraction(sum(line.margin for line in mine), len(mine)),
            best=max(line.total for line in mine),
            best_round=max(
                (n for line in mine if (n := line.best_round) is not None), default=None
            ),
            nights=len({line.game.date for line in mine}),
            place_points=earned[name],
            minutes=sum(known) if (known := _minutes(mine)) else None,
            timed=len(known),
        )
        for name, mine in of.items()
    }


def _minutes(lines: Iterable[Line]) -> list[int]:
    return [line.game.minutes for line in lines if line.game.minutes is not None]


def earliest_best(lines: Iterable[Line], points: Callable[[Line], int]) -> dict[str, Line]:
    """By player, the first of the lines, which are in order, that has most."""
    best: dict[str, Line] = {}
    for line in lines:
        if line.player not in best or points(line) > points(best[line.player]):
            best[line.player] = line
    return best


_ORDERS: dict[str, Callable[[Total], tuple[Fraction, ...]]] = {
    "wins": lambda one: (one.wins, -one.place, one.points, one.margin),
    "win-rate": lambda one: (one.wins / one.games, -one.place, one.points, one.margin),
    "place": lambda one: (-one.place, one.wins / one.games, one.points, one.margin),
    "points": lambda one: (one.points, one.wins / one.games, -one.place, one.margin),
    "place-points": lambda one: (
        one.place_points,
        one.wins,
        -one.place,
        one.points,
        one.margin,
    ),
}
ORDERS = (*_ORDERS, "rating")


def first_criterion(one: Total, order: str) -> Fraction:
    """What an order looks at first; more is better."""
    return _ORDERS[order](one)[0]


def streaks(lines: Iterable[Line]) -> dict[str, tuple[int, datetime.date, datetime.date]]:
    """By player, of the lines in order: the longest row of victories, and its first and last date;
    the earliest of equal ones."""
    won: dict[str, list[list[datetime.date]]] = {}
    for line in lines:
        rows = won.setdefault(line.player, [[]])
        if line.win:
            rows[-1].append(line.game.date)
        else:
            rows.append([])
    longest = {name: max(rows, key=len) for name, rows in won.items()}
    return {name: (len(row), row[0], row[-1]) for name, row in longest.items() if row}


def ranks(
    standing: dict[str, Total], ratings: dict[str, tuple[float, float]], order: str
) -> dict[str, tuple[int | None, bool]]:
    """By player the rank, from 1, and whether it is shared; None without a rating to rank by."""
    if order == "rating":
        worth: dict[str, Any] = {
            name: round(ratings[name][0] - 3 * ratings[name][1], 9)
            for name in standing
            if name in ratings
        }
    else:
        worth = {name: _ORDERS[order](one) for name, one in standing.items()}
    ranked: dict[str, tuple[int | None, bool]] = dict.fromkeys(standing, (None, False))
    for name, mine in worth.items():
        better = [other for other in worth.values() if other > mine]
        equal = [other for other in worth.values() if other == mine]
        ranked[name] = (len(better) + 1, len(equal) > 1)
    return ranked


@dataclass
class Rated:
    """A player after one of their games, the ``nth``."""

    nth: int
    mu: float
    sigma: float


def ratings(games: Iterable[Sequence[Line]]) -> dict[tuple[str, str], Rated]:
    """By game and player, from the lines of games in order, with openskill itself."""
    model = PlackettLuce()
    now: dict[str, Any] = {}
    played: dict[str, int] = {}
    found = {}
    for lines in games:
        teams = [[now.get(line.player) or model.rating()] for line in lines]
        rated = model.rate(teams, ranks=[line.place for line in lines])
        for line, (after,) in zip(lines, rated, strict=True):
            now[line.player] = after
            played[line.player] = played.get(line.player, 0) + 1
            rating = Rated(played[line.player], after.mu, after.sigma)
            found[line.game.key, line.player] = rating
    return found


def cards(lines: Iterable[Line]) -> dict[tuple[str, str], list[int]]:
    """By player and card type: games, cards, points."""
    found: dict[tuple[str, str], list[int]] = {}
    for line in lines:
        for type_, (number, points) in line.cards.items():
            row = found.setdefault((line.player, type_), [0, 0, 0])
            row[0] += 1
            row[1] += number
            row[2] += points
    return found


def pairs(games: Iterable[Sequence[Line]]) -> dict[tuple[str, str], list[int]]:
    """By two players, seen from the first: games, those ahead, those level, points more."""
    found: dict[tuple[str, str], list[int]] = {}
    for lines in games:
        for mine in lines:
            for other in lines:
                if mine is not other:
                    row = found.setdefault((mine.player, other.player), [0, 0, 0, 0])
                    row[0] += 1
                    row[1] += mine.place < other.place
                    row[2] += mine.place == other.place
                    row[3] += mine.total - other.total
    return found


def menus(games: Iterable[PaperGame]) -> dict[str, int]:
    """How often each menu was played; one of the table's own under its types in the box's order."""
    found: dict[str, int] = {}
    for game in games:
        if game.menu is not None:
            menu = game.menu if isinstance(game.menu, str) else " ".join(game.menu)
            found[menu] = found.get(menu, 0) + 1
    return found


def games_by_date(lines: Iterable[Line]) -> dict[datetime.date, int]:
    """How many games there were on each date."""
    games = {line.game.key: line.game.date for line in lines}
    return {date: [*games.values()].count(date) for date in games.values()}


def firsts(
    lines: Iterable[Line], of: Callable[[Line], str]
) -> dict[str, tuple[datetime.date, str]]:
    """Of the lines in order, the date and the game of the first with each of something."""
    found: dict[str, tuple[datetime.date, str]] = {}
    for line in lines:
        found.setdefault(of(line), (line.game.date, line.game.key))
    return found


def h_index(plays: Iterable[int]) -> int:
    """The largest n for which n numbers are n or more."""
    known = list(plays)
    return max(n for n in range(len(known) + 1) if sum(one >= n for one in known) >= n)
