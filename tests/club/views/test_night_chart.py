"""The picture of a night: who stands where in it, and what its table says."""

from fractions import Fraction
from itertools import pairwise
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from referee.club.pages.night_chart import (
    FINEST,
    MAX_COLUMNS,
    MAX_MARKED,
    MOST_LINES,
    TRACK,
    night_chart,
)
from referee.drawing import chart
from referee.models import Player

ANA, BEN, CEM, DAN = (UUID(int=number) for number in range(1, 5))
NAMES = {ANA: "Ana", BEN: "Ben", CEM: "Cem", DAN: "Dan"}
WHOLE, HALF, NONE = Fraction(1), Fraction(1, 2), Fraction(0)

EVENING = [
    {ANA: WHOLE, BEN: NONE, CEM: NONE},
    {ANA: HALF, BEN: HALF, CEM: NONE},
    {ANA: NONE, BEN: NONE, DAN: WHOLE},
]
"""Cem leaves after the second game, and Dan comes for the third."""


@st.composite
def nights(draw):
    """Games of two to eight of ten people, each won by some of its players."""
    everybody = [UUID(int=number) for number in range(1, 11)]
    games = []
    for _ in range(draw(st.integers(1, 15))):
        seated = draw(st.lists(st.sampled_from(everybody), min_size=2, max_size=8, unique=True))
        winners = seated[: draw(st.integers(1, len(seated)))]
        games.append({who: Fraction(who in winners, len(winners)) for who in seated})
    there = [who for who in everybody if any(who in game for game in games)]
    return games, [Player(pk=who, name=f"Player {who.int}", look=who.int) for who in there]


def drawn(games=EVENING, names=NAMES):
    there = {who: name for who, name in names.items() if any(who in game for game in games)}
    people = [Player(pk=who, name=name, look=n) for n, (who, name) in enumerate(there.items())]
    return night_chart(games, people)


def test_the_table_has_the_victories_so_far_shared_ones_as_shares():
    assert {line["player"].name: list(line["values"]) for line in drawn()["lines"]} == {
        "Ana": ["1", "1½", "1½"],
        "Ben": ["0", "½", "½"],
        "Cem": ["0", "0", ""],
        "Dan": ["", "", "1"],
    }


def test_who_comes_late_starts_there_at_nought_and_who_leaves_ends_there():
    picture = drawn()
    columns = dict(picture["columns"])
    ana, _ben, cem, dan = picture["lines"]
    assert [x for x, _y in dan["spots"]] == [columns[2], columns[3]]
    assert dan["spots"][0][1] == ana["spots"][0][1] == picture["bottom"]
    assert len(cem["spots"]) == 3
    assert abs(cem["end"][0] - columns[2]) <= chart.SPREAD // 2
    assert [line["stayed"] for line in picture["lines"]] == [True, True, False, True]
    assert cem["total"] == "0"


def test_a_game_sat_out_between_two_others_changes_nothing():
    games = [{ANA: WHOLE, BEN: NONE}, {BEN: WHOLE, CEM: NONE}, {ANA: HALF, BEN: HALF}]
    ana = drawn(games)["lines"][0]
    assert list(ana["values"]) == ["1", "1", "1½"]


def test_one_game_that_all_have_won_together_can_be_drawn():
    picture = drawn([dict.fromkeys(NAMES, Fraction(1, 4))])
    assert [list(line["values"]) for line in picture["lines"]] == [["¼"]] * 4
    assert len({line["end"] for line in picture["lines"]}) == 4


def test_a_night_that_only_the_dummy_has_won_can_be_drawn():
    picture = drawn([{ANA: NONE, BEN: NONE}])
    assert [value for value, _y in picture["ticks"]] == [0, 1]


def test_every_line_differs_from_every_other_without_its_colour():
    people = {UUID(int=number): f"P{number}" for number in range(1, 17)}
    lines = drawn([dict.fromkeys(people, NONE)], people)["lines"]
    looks = {line["look"] for line in lines}
    assert len(looks) == 16
    assert len({look.mark for look in looks}) == 8
    assert len({(look.mark, "hollow" in look.style) for look in looks}) == 16


def test_a_long_night_has_marks_at_the_ends_and_not_every_number():
    games = [{ANA: WHOLE, BEN: NONE}] * (MAX_MARKED + 1)
    picture = drawn(games)
    assert [len(line["marks"]) for line in picture["lines"]] == [1, 1]
    assert len(picture["columns"]) <= MAX_COLUMNS
    assert list(picture["numbers"]) == list(range(1, MAX_MARKED + 2))


def test_a_thousandth_more_than_a_victory_is_drawn_as_one():
    """Five shared victories come to 1.001: its line lies beside that of the one whole victory."""
    shares = [Fraction(1, n) for n in (8, 3, 5, 5, 7)]
    games = [{ANA: WHOLE, BEN: NONE}, *({BEN: share, ANA: NONE} for share in shares)]
    ana, ben = drawn(games)["lines"][:2]
    assert ana["end"] != ben["end"]
    assert abs(ana["end"][1] - ben["end"][1]) == TRACK


@given(nights())
def test_everything_lies_in_the_drawing_and_nothing_on_something_else(night):
    games, people = night
    picture = night_chart(games, people)
    for line in picture["lines"]:
        assert all(chart.LEFT <= x <= chart.RIGHT + chart.SPREAD // 2 for x, _y in line["spots"])
        assert all(0 <= y <= picture["bottom"] for _x, y in line["spots"])
        assert line["end"][0] + chart.MARK // 2 < line["label_at"][0]
    labels = sorted(line["label_at"][1] for line in picture["lines"])
    assert all(below - above >= chart.LABEL_GAP - 1 for above, below in pairwise(labels))
    assert labels[-1] <= picture["height"] - 8
    ends = [line["end"] for line in picture["lines"] if line["stayed"]]
    assert len(set(ends)) == len(ends)


@given(nights())
def test_who_has_won_more_stands_higher_after_every_game(night):
    games, people = night
    picture = night_chart(games, people)
    names = [player.pk for player in people]
    so_far = dict.fromkeys(names, NONE)
    first = {who: next(n for n, game in enumerate(games) if who in game) for who in names}
    for number, game in enumerate(games):
        so_far = {who: won + game.get(who, NONE) for who, won in so_far.items()}
        heights = [
            (so_far[who], -line["spots"][number - first[who] + 1][1])
            for who, line in zip(names, picture["lines"], strict=True)
            if 0 <= number - first[who] < len(line["spots"]) - 1
        ]
        finest = Fraction(picture["ticks"][-1][0], FINEST)
        for one, other in pairwise(sorted(heights)):
            assert other[0] - one[0] <= finest or one[1] < other[1]


def test_where_many_tables_play_the_first_are_drawn():
    people = [UUID(int=number) for number in range(1, 21)]
    games = [
        {who: WHOLE if who is table[0] else NONE for who in table}
        for table in (people[first : first + 4] for first in range(0, 20, 4))
    ]
    names = {who: str(who.int) for who in (*people[::4], *people)}
    picture = drawn(games, names)
    assert picture["has_more"]
    assert len(picture["lines"]) == MOST_LINES
    assert not drawn()["has_more"]
