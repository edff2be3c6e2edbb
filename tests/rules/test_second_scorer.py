"""Random games of all three rulesets against a second scorer that shares nothing with the first."""

from random import Random

import pytest

from referee.rules import read_sheet, score_sheet
from tests.rules.second_scorer import random_sheet, score


@pytest.mark.parametrize(
    ("first", "games"),
    [(0, 600), pytest.param(600, 60_000, marks=pytest.mark.slow)],
)
def test_a_second_scorer_comes_to_the_same(first: int, games: int):
    for seed in range(first, first + games):
        sheet = random_sheet(Random(seed))
        rounds, totals, ranks = score(sheet)
        result = score_sheet(read_sheet(sheet))
        lines = [round_.players for round_ in result.rounds] + [result.game_end]
        for points, found in zip(rounds, lines, strict=True):
            assert found is not None
            for own, player in zip(points, found.values(), strict=True):
                shown = {line.type: line.points for line in player.lines if line.points}
                assert shown == {type_: n for type_, n in own.items() if n}, sheet
        assert result.totals == totals, sheet
        assert sorted((rank.rank, rank.player) for rank in result.ranking) == ranks, sheet
        assert sorted(result.winners) == [name for rank, name in ranks if rank == 1], sheet
