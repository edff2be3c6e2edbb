"""Who always takes what, worked out by hand."""

from fractions import Fraction

from referee.standings.habits import CardSums, Habit, habits


def club_of(players: dict[str, dict[str, CardSums]]) -> dict[str, CardSums]:
    return {type_: sum(of.values(), CardSums(0, 0, 0)) for type_, of in players.items()}


def found(players: dict[str, dict[str, CardSums]]) -> list[Habit[str]]:
    return habits(players, club_of(players))


def test_who_takes_much_more_than_the_club_has_a_habit():
    sashimi = {"Ana": CardSums(10, 23, 60), "Ben": CardSums(10, 3, 0), "Cem": CardSums(10, 7, 10)}
    (habit,) = found({"sashimi": sashimi})
    assert (habit.type, habit.who) == ("sashimi", ("Ana",))
    assert (habit.cards, habit.average) == (Fraction(23, 10), Fraction(11, 10))


def test_a_fifth_more_is_a_habit_and_less_is_none():
    """6 and 4 cards a game are 5 on average: 6 is a fifth more. With 5.9 and 4.1 it is less."""
    assert found({"eel": {"Ana": CardSums(10, 60, 0), "Ben": CardSums(10, 40, 0)}})
    assert not found({"eel": {"Ana": CardSums(10, 59, 0), "Ben": CardSums(10, 41, 0)}})


def test_it_takes_five_games_with_the_card():
    others = {"Ben": CardSums(10, 0, 0)}
    assert not found({"tofu": {"Ana": CardSums(4, 40, 0), **others}})
    assert found({"tofu": {"Ana": CardSums(5, 40, 0), **others}})


def test_who_has_played_less_counts_in_the_average_all_the_same():
    """16 cards in 9 games: the club's average is 1.78 and Ana's 1.2 no habit any more."""
    tea = {"Ana": CardSums(5, 6, 0), "Ben": CardSums(4, 10, 0)}
    assert not found({"tea": tea})


def test_those_who_take_equally_many_share_a_habit():
    pudding = {name: CardSums(5, 10, 0) for name in ("Ana", "Ben")} | {"Cem": CardSums(5, 1, 0)}
    assert [habit.who for habit in found({"pudding": pudding})] == [("Ana", "Ben")]


def test_the_strongest_habit_stands_first():
    """Twice the average of sashimi and one and a half times that of tofu."""
    tofu = {"Ana": CardSums(10, 30, 0), "Ben": CardSums(10, 10, 0)}
    sashimi = {"Ben": CardSums(10, 20, 0), "Ana": CardSums(10, 0, 0)}
    in_order = found({"tofu": tofu, "sashimi": sashimi})
    assert [(one.type, one.strength) for one in in_order] == [
        ("sashimi", 2),
        ("tofu", Fraction(3, 2)),
    ]


def test_a_card_that_nobody_ever_had_is_nobodys_habit():
    assert not found({"spoon": {"Ana": CardSums(10, 0, 0), "Ben": CardSums(10, 0, 0)}})
