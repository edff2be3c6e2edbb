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
    behind: int
    best_round: int
    best_round_number: int
    puddings: int
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
    placed = {}
    for seat, name in enumerate(sheet.players):
        totals = [round_.players[name].total for round_ in result.rounds]
        others = [entry.total for other, entry in ranked.items() if other != name]
        placed[name] = PlayersPlacing(
            place=ranked[name].rank,
            win=share if name in result.winners else 0,
            total=result.totals[name],
            margin=result.totals[name] - max(others),
            behind=max(lead - mine for lead, mine in zip(leads, running[name], strict=False)),
            best_round=max(totals),
            best_round_number=1 + totals.index(max(totals)),
            puddings=sum(
                round_.tableaus[seat].tally().get("pudding", 0) for round_ in sheet.rounds
            ),
            cards=_cards(result, seat),
        )
    return placed


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
