"""The standings of an evening at several tables: known answers, and what always holds."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.standings.tournament import (
    Result,
    Standing,
    points_at_table,
    tournament_standings,
)
from tests.second_tournament import paper_standings, worth

NAMES = ("Ana", "Ben", "Cem", "Dee", "Eva", "Fay", "Gus", "Hal", "Ida")
ANA, BEN, CEM, DEE, EVA, *_ = range(len(NAMES))
POINTS = (5, 3, 1, 0)


def table(**totals: int) -> list[Result]:
    """A game's results, of everybody's points alone."""
    return results({NAMES.index(name): (total, 0) for name, total in totals.items()})


def results(totals: Mapping[int, tuple[int, int]]) -> list[Result]:
    """A game's results, of everybody's points and puddings."""
    in_order = sorted(totals.values(), reverse=True)
    win = Fraction(1, in_order.count(in_order[0]))
    return [
        Result(who, 1 + in_order.index(each), each[0], win if each == in_order[0] else Fraction(0))
        for who, each in totals.items()
    ]


def standings(*tables: Sequence[Result], final: Sequence[Result] | None = None) -> list[Standing]:
    """Of all who have played, in the order of their names."""
    people = sorted({result.person for table in (*tables, final or ()) for result in table})
    return tournament_standings(people, tables, POINTS, final)


def lines(found: Sequence[Standing]) -> list[str]:
    """Ranks and names, and by what each is behind the one before."""
    return [
        f"{one.rank}{'=' if one.tied else ''} {NAMES[one.person]} {one.decided_by}".strip()
        for one in found
    ]


@pytest.mark.parametrize(
    ("points", "places", "each"),
    [
        # The list is as long as the table: as in a league.
        ((5, 3, 1, 0), [1, 2, 3, 4], "5 3 1 0"),
        ((5, 3, 1, 0), [1, 1, 3, 4], "4 4 1 0"),
        ((5, 3, 1, 0), [1, 2, 2, 2], "5 4/3 4/3 4/3"),
        # Smaller and larger tables: first and last as the list says, the others in proportion.
        ((5, 3, 1, 0), [1, 2], "5 0"),
        ((5, 3, 1, 0), [1, 2, 3], "5 2 0"),
        ((5, 3, 1, 0), [1, 2, 3, 4, 5], "5 7/2 2 3/4 0"),
        ((5, 3, 1, 0), [*range(1, 9)], "5 29/7 23/7 17/7 11/7 6/7 3/7 0"),
        ((5, 3, 1), [1, 2, 3, 4], "5 11/3 7/3 1"),
        ((10, 0), [1, 2, 3, 4, 5], "10 15/2 5 5/2 0"),
        # Shared places share what these are worth at this table.
        ((5, 3, 1, 0), [1, 1, 3], "7/2 7/2 0"),
        ((5, 3, 1, 0), [1, 2, 2], "5 1 1"),
        ((5, 3, 1, 0), [1, 2, 2, 2, 5], "5 25/12 25/12 25/12 0"),
        ((5, 3, 1, 0), [1, 1, 1], "7/3 7/3 7/3"),
        # A list of one number says nothing of the last place but the same.
        ((2,), [1, 2, 3], "2 2 2"),
    ],
)
def test_a_place_is_worth_what_the_list_says_stretched_over_the_table(points, places, each):
    found = [points_at_table(one, places.count(one), len(places), points) for one in places]
    assert found == [Fraction(one) for one in each.split()]


def test_an_evening_of_two_draws():
    found = standings(
        table(Ana=40, Ben=30, Cem=20, Dee=10),
        table(Eva=50, Fay=30, Gus=10),
        table(Ana=20, Eva=30, Ben=40, Fay=10),
        table(Cem=30, Dee=20, Gus=10),
    )
    assert lines(found) == [
        "1 Eva",
        "2 Ben share",
        "3 Ana points",
        "4 Cem share",
        "5= Dee points",
        "5= Fay",
        "7 Gus points",
    ]
    assert found[:3] == [
        # 5 and 3 points; 50 where the mean is 30, and 30 where it is 25.
        Standing(EVA, 1, False, Fraction(8), Fraction(1), Fraction(43, 30), 2, ""),
        # 3 and 5; 30 and 40 of 25.
        Standing(BEN, 2, False, Fraction(8), Fraction(1), Fraction(7, 5), 2, "share"),
        # 5 and 1; 40 and 20 of 25.
        Standing(ANA, 3, False, Fraction(6), Fraction(1), Fraction(6, 5), 2, "points"),
    ]


def test_who_has_as_many_points_stands_by_victories_before_the_shares():
    found = standings(
        table(Ana=40, Ben=39, Cem=2, Dee=1),  # 5 for Ana, 3 for Ben
        table(Eva=91, Ben=90, Ana=10, Dee=1),  # 1, 3
    )
    assert lines(found)[:3] == ["1 Ana", "2 Ben wins", "3 Eva points"]
    assert found[0].share < found[1].share


def test_a_shared_victory_is_its_part():
    ana, ben, cem = standings(table(Ana=30, Ben=30, Cem=10), table(Ana=20, Ben=20, Cem=20))
    assert ana.wins == ben.wins == Fraction(1, 2) + Fraction(1, 3)
    assert cem.wins == Fraction(1, 3)


EVENING = (
    table(Ana=40, Ben=30, Cem=20),
    table(Dee=35, Eva=31, Fay=24),
)


@pytest.mark.parametrize(
    "totals", [{"Ana": 3, "Ben": 1, "Cem": -4}, {"Ana": 5, "Ben": -2, "Cem": -7}]
)
def test_of_a_table_without_points_nobody_has_a_share(totals):
    assert {one.share for one in standings(table(**totals))} == {0}


def test_two_who_are_level_in_all_else_stand_as_they_were_where_they_met():
    found = standings(
        table(Ana=40, Ben=30, Cem=20),  # 5 points and 4/3 of the mean, 2 and 1
        table(Dee=45, Ana=30, Eva=15),  # 2 and 1
        table(Ben=40, Fay=30, Gus=20),  # 5 and 4/3
    )
    assert lines(found)[:3] == ["1 Ana", "2 Ben meeting", "3 Dee points"]


def level_but_for_places(*tables: str) -> list[str]:
    """Lines of an evening at which no place is worth anything and all totals are equal. Who shares
    a rank stands in the order of the names turned round."""
    found = [
        results({NAMES.index(name): (30, -place) for place, name in enumerate(order.split())})
        for order in tables
    ]
    people = sorted({one.person for each in found for one in each}, reverse=True)
    return lines(tournament_standings(people, found, (0, 0)))


def test_the_mean_of_all_their_meetings_counts():
    """Ana was one place ahead and two behind; half a place on average."""
    assert level_but_for_places("Ana Ben Cem", "Ben Cem Ana")[:2] == ["1 Ben", "2 Ana meeting"]


def test_three_who_have_all_met_stand_by_their_places_against_each_other():
    # Ana 1/3 of a place ahead of Ben and 2/3 of Cem, Ben 1/3 of Cem.
    orders = "Ana Ben Cem", "Ben Ana Cem", "Cem Ana Ben"
    assert level_but_for_places(*orders) == ["1 Ana", "2 Ben meeting", "3 Cem meeting"]


def test_each_of_the_others_counts_once_however_often_they_met():
    """A place ahead of Ben three times and one behind Cem once is as much ahead as behind."""
    orders = ("Dee Ana Ben",) * 3 + ("Dee Ben Cem", "Dee Cem Ana")
    assert level_but_for_places(*orders) == ["1 Dee", "2= Cem wins", "2= Ben", "2= Ana"]


def test_where_two_of_those_who_are_level_have_not_met_all_share_the_rank():
    met = "Ana Gus Ben", "Ben Ana Gus"
    assert level_but_for_places(*met)[:2] == ["1 Ana", "2 Ben meeting"]
    assert level_but_for_places(*met, "Dee Eva Hal", "Eva Dee Hal")[:4] == [
        "1= Eva",
        "1= Dee",
        "1= Ben",
        "1= Ana",
    ]


def test_the_final_decides_among_those_who_play_it_and_changes_no_figures():
    before = standings(*EVENING)
    assert lines(before) == [
        "1 Ana",
        "2 Dee share",
        "3 Eva points",
        "4 Ben share",
        "5 Fay points",
        "6 Cem share",
    ]
    after = standings(*EVENING, final=table(Cem=30, Eva=20, Ana=10))
    assert lines(after) == [
        "1 Cem",
        "2 Eva final",
        "3 Ana final",
        "4 Dee final",
        "5 Ben points",
        "6 Fay points",
    ]
    figures = {(one.person, one.points, one.wins, one.share, one.games) for one in before}
    assert figures == {(one.person, one.points, one.wins, one.share, one.games) for one in after}


def test_who_shares_a_place_in_the_final_stands_as_before_it():
    found = standings(*EVENING, final=table(Cem=30, Eva=30, Ana=10))
    assert lines(found)[:3] == ["1 Eva", "2 Cem points", "3 Ana final"]
    level = table(Ana=20, Ben=20, Cem=20)
    found = standings(level, final=table(Ben=30, Cem=10, Ana=10))
    assert lines(found) == ["1 Ben", "2= Ana final", "2= Cem"]


def test_who_has_not_played_stands_at_the_end_with_nothing():
    """Also behind who has played and has no points, and less than no share."""
    games = [table(Ana=40, Ben=30, Cem=-10)]
    found = tournament_standings([EVA, CEM, BEN, ANA, DEE], games, POINTS)
    assert lines(found) == ["1 Ana", "2 Ben points", "3 Cem points", "4= Eva", "4= Dee"]
    assert found[-1] == Standing(DEE, 4, True, Fraction(0), Fraction(0), Fraction(0), 0, "")
    assert found[2].share < 0


def test_two_who_have_met_are_compared_also_beside_somebody_who_has_not_played():
    last = [Result(ANA, 1, 0, Fraction(1)), Result(CEM, 3, 0, Fraction(0))]
    last.append(Result(BEN, 2, 0, Fraction(0)))
    found = tournament_standings([DEE, CEM, BEN, ANA], [last], (0, 0))
    assert lines(found) == ["1 Ana", "2 Ben wins", "3 Cem meeting", "4 Dee"]


def test_before_the_first_result_all_share_the_first_rank():
    assert lines(tournament_standings([CEM, ANA], [], POINTS)) == ["1= Cem", "1= Ana"]


def test_who_is_not_listed_counts_at_the_table_all_the_same():
    found = tournament_standings([BEN], [table(Ana=40, Ben=30, Cem=20)], POINTS)
    assert found == [Standing(BEN, 1, False, Fraction(2), Fraction(0), Fraction(1), 1, "")]


lists = st.lists(st.integers(0, 2), min_size=2, max_size=6).map(
    lambda points: tuple(sorted(points, reverse=True))
)
games = st.dictionaries(
    st.integers(0, len(NAMES) - 1),
    st.tuples(st.sampled_from([-10, 0, 30]), st.integers(0, 3)),
    min_size=2,
    max_size=8,
).map(results)
evenings = st.lists(games, max_size=7)
FIGURES = ("points", "wins", "share")
everybody = st.permutations(range(len(NAMES)))


@given(games, lists)
def test_a_table_gives_away_what_its_list_is_worth_at_its_size(game, points):
    places = [one.place for one in game]
    given_away = sum(
        points_at_table(place, places.count(place), len(game), points) for place in places
    )
    assert given_away == sum(
        points_at_table(place, 1, len(game), points) for place in range(1, len(game) + 1)
    )


@given(games, lists)
def test_a_better_place_is_never_worth_less(game, points):
    earned = worth(game, points)
    found = {
        one.person: points_at_table(
            one.place, sum(other.place == one.place for other in game), len(game), points
        )
        for one in game
    }
    assert found == earned
    in_order = [found[one.person] for one in sorted(game, key=lambda one: one.place)]
    assert in_order == sorted(in_order, reverse=True)
    assert points[-1] <= in_order[-1] <= in_order[0] <= points[0]


@given(evenings, everybody, lists, st.none() | games, st.randoms(use_true_random=False))
def test_the_order_of_tables_and_seats_changes_nothing(evening, people, points, final, random):
    turned = [random.sample(game, len(game)) for game in random.sample(evening, len(evening))]
    turned_final = final and random.sample(final, len(final))
    found = tournament_standings(people, evening, points, final)
    assert found == tournament_standings(people, turned, points, turned_final)


@given(evenings, everybody, lists)
def test_ranks_and_what_decides_are_those_of_the_figures(evening, people, points):
    found = tournament_standings(people, evening, points)
    assert sorted(one.person for one in found) == sorted(people)
    for nth, (before, one) in enumerate(pairwise(found), start=1):
        is_level = not one.decided_by and bool(before.games) == bool(one.games)
        assert one.rank == (before.rank if is_level else nth + 1)
        assert (before.tied and one.tied) or not is_level
        apart = [name for name in FIGURES if getattr(before, name) != getattr(one, name)]
        if apart and one.games:
            assert one.decided_by == apart[0]
            assert getattr(before, apart[0]) > getattr(one, apart[0])
        else:
            assert one.decided_by in ("meeting", "")


@given(evenings, everybody, lists, st.none() | games)
def test_the_standings_are_those_that_are_worked_out_on_paper(evening, people, points, final):
    found = tournament_standings(people, evening, points, final)
    assert [
        (one.person, one.rank, one.tied, one.points, one.wins, one.share, one.games)
        for one in found
    ] == paper_standings(people, evening, points, final or ())
