"""Ranking by stated criteria in order; ties as ties."""

from fractions import Fraction

import pytest

from referee.standings.placing import WHOLE_WIN
from referee.standings.ranking import CRITERIA, ORDERS, Contender, ranked
from referee.standings.rating import Rating
from referee.standings.sums import Sums


def contender(wins: float = 0, games: int = 4, places: int = 8, points: int = 100) -> Contender:
    return Contender(Sums(games, round(wins * WHOLE_WIN), places, points, 0, 30, 12))


def ranks(order: str = "wins", **contenders: Contender) -> list[str]:
    return [
        f"{line.who} {line.rank}{'=' if line.tied else ''}" for line in ranked(contenders, order)
    ]


def test_more_wins_stand_first():
    assert ranks(a=contender(1), b=contender(2), c=contender(1.5)) == ["b 1", "c 2", "a 3"]


def test_two_who_are_equal_in_everything_share_a_rank_and_the_next_is_fourth():
    found = ranks(a=contender(1), b=contender(2), c=contender(1), d=contender(0))
    assert found == ["b 1", "a 2=", "c 2=", "d 4"]


def test_equal_ones_stay_in_the_order_in_which_they_are_given():
    assert ranks(z=contender(), a=contender(), m=contender()) == ["z 1=", "a 1=", "m 1="]


@pytest.mark.parametrize(
    ("order", "better", "worse"),
    [
        ("wins", contender(1, places=12), contender(0, places=4)),
        ("wins", contender(1, places=6), contender(1, places=7)),
        ("wins", contender(1, points=101), contender(1, points=100)),
        ("win-rate", contender(1, games=2, places=4), contender(1.5, games=4)),
        ("place", contender(0, places=5), contender(2, places=6)),
        ("points", contender(0, points=101), contender(3, points=100)),
    ],
)
def test_the_first_criterion_that_parts_two_decides(order, better, worse):
    assert ranks(order, a=worse, b=better) == ["b 1", "a 2"]


def test_by_points_for_places_wins_part_who_has_as_many():
    def league(points: str, wins: int) -> Contender:
        return Contender(Sums(4, wins * WHOLE_WIN, 8, 100, 0, place_points=Fraction(points)))

    found = ranks("place-points", a=league("9", 1), b=league("28/3", 0), c=league("9", 2))
    assert found == ["b 1", "c 2", "a 3"]


def test_half_a_win_and_a_third_are_told_apart_exactly():
    assert ranks(a=contender(1 / 3), b=contender(1 / 2)) == ["b 1", "a 2"]
    assert Sums(wins=WHOLE_WIN // 3).won == Fraction(1, 3)


def test_by_rating_who_has_none_yet_stands_last_without_a_rank():
    rated = {"a": Rating(25, 8), "b": Rating(24, 2), "c": None}
    contenders = {who: Contender(Sums(games=5), rating) for who, rating in rated.items()}
    assert [(line.who, line.rank) for line in ranked(contenders, "rating")] == [
        ("b", 1),  # worth 18 at the least
        ("a", 2),  # 1
        ("c", None),
    ]


def test_every_order_begins_with_another_criterion_and_knows_all_its_names():
    assert len({criteria[0] for criteria in ORDERS.values()}) == len(ORDERS)
    assert {name for criteria in ORDERS.values() for name in criteria} <= set(CRITERIA)


def test_nobody_is_looked_for_among_all_the_others(monkeypatch):
    """A club may have ten thousand players: comparing each with each would take minutes."""
    compared = 0

    class Counted(int):
        __hash__ = int.__hash__

        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return int(self) == other

    monkeypatch.setitem(CRITERIA, "wins", lambda one: Counted(one.sums.wins))
    many = {who: Contender(Sums(games=1, wins=who)) for who in range(1000)}
    assert [line.rank for line in ranked(many, "wins")] == [*range(1, 1001)]
    assert compared < 20_000
