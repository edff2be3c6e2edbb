"""A finished game as its players' placings."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

from ..rules import Result

WHOLE_WIN = 840
"""One victory. It is divisible by each number of players that may share it, 1 to 8."""


@dataclass(frozen=True, slots=True)
class PlayersPlacing:
    """One player's result of one game.

    Of a game with totals only nobody knows the rounds and the cards: ``behind`` and the best round
    are None, ``cards`` is empty; so are ``puddings``, None where nobody noted them.

    Attributes:
        place: the rank, from 1; equal ones are equal (1, 1, 3).
        win: the player's share of the victory, of ``WHOLE_WIN``; 0 for who has not won, and for
            everybody where the dummy has won.
        total: points of the whole game.
        margin: points ahead of the best of the others who are ranked, negative behind.
        behind: the most points behind the leading player after the first or second round.
        best_round: the points of the player's best round, ``best_round_number`` (from 1) the
            first that brought so many.
        puddings: pudding cards, or Roll's pudding icons, of all rounds.
        cards: by card type, Roll's tokens too, how many of the printed cards the player has had in
            all rounds, and the points of that type's lines.
    """

    place: int
    win: int
    total: int
    margin: int
    behind: int | None
    best_round: int | None
    best_round_number: int | None
    puddings: int | None
    cards: Mapping[str, tuple[int, int]]


def placings(result: Result) -> dict[str, PlayersPlacing]:
    """The placings of a finished game, by name, in seat order; the dummy has none.

    A shared victory is shared: half a win each for two, a third for three.

    Raises:
        ValueError: for a sheet of fewer than three rounds.
    """
    sheet = result.sheet
    if result.game_end is None:
        raise ValueError("a game is placed when its three rounds are in")
    running = {
        name: list(accumulate(round_.players[name].total for round_ in result.rounds))
        for name in sheet.players
    }
    leads = [max(line[n] for line in running.values()) for n in range(len(result.rounds) - 1)]
    ranked = {entry.player: entry for entry in result.ranking}
    share = WHOLE_WIN // len(result.winners)
    said = sheet.said_desserts
    by_name = {}
    for seat, name in enumerate(sheet.players):
        totals = [round_.players[name].total for round_ in result.rounds]
        others = [entry.total for other, entry in ranked.items() if other != name]
        by_name[name] = PlayersPlacing(
            place=ranked[name].rank,
            win=share if name in result.winners else 0,
            total=result.totals[name],
            margin=result.totals[name] - max(others),
            behind=max(lead - mine for lead, mine in zip(leads, running[name], strict=False)),
            best_round=max(totals),
            best_round_number=1 + totals.index(max(totals)),
            puddings=sum(round_.tableaus[seat].tally().get("pudding", 0) for round_ in sheet.rounds)
            if said is None
            else said[seat].get("pudding", 0),
            # What somebody scores with a card is known where all of their cards are.
            cards={} if sheet.has_counted else _cards(result, seat),
        )
    return by_name


def placings_of_totals(
    totals: Mapping[str, tuple[int, int | None]],
) -> dict[str, PlayersPlacing]:
    """The placings of a game of which only the totals are known, in the given order.

    Equal totals are decided by what breaks ties in the ruleset, where it is known of all who have
    them; else they share the place, as they do where they are equal in both.

    Args:
        totals: points, and puddings or None, of at least two players, by name.
    """
    unsure = {total for total, puddings in totals.values() if puddings is None}
    keys = {
        name: (total, 0 if puddings is None or total in unsure else puddings)
        for name, (total, puddings) in totals.items()
    }
    standing = sorted(keys.values(), reverse=True)
    share = WHOLE_WIN // standing.count(standing[0])
    return {
        name: PlayersPlacing(
            place=1 + standing.index(keys[name]),
            win=share if keys[name] == standing[0] else 0,
            total=total,
            margin=total - max(other for who, (other, _) in totals.items() if who != name),
            behind=None,
            best_round=None,
            best_round_number=None,
            puddings=puddings,
            cards={},
        )
        for name, (total, puddings) in totals.items()
    }


def _cards(result: Result, seat: int) -> dict[str, tuple[int, int]]:
    sheet = result.sheet
    taken: Counter[str] = Counter()
    for round_ in sheet.rounds:
        for card, number in round_.tableaus[seat].cards():
            if card.physical_type is not None:
                taken[card.physical_type] += number
    name = sheet.seats[seat]
    points: Counter[str] = Counter()
    for scores in (*(round_.players for round_ in result.rounds), result.game_end or {}):
        for line in scores[name].lines:
            points[line.type] += line.points
    tokens = ("tokens",) if sheet.setting.rules.tokens else ()
    types = dict.fromkeys((*sorted(sheet.setting.types), *tokens, *taken, *points))
    return {type_: (taken[type_], points[type_]) for type_ in types}
