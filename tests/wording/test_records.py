"""Records and habits in words."""

from fractions import Fraction

import pytest

from referee.rules import CARD_TYPES
from referee.wording.records import (
    come_back,
    favourite,
    habit,
    menu_in_words,
    minutes_of_games,
    minutes_text,
    narrow_win,
    puddings,
)


@pytest.mark.parametrize(
    ("margin", "words"),
    [
        (0, "Ana won with as many points as the next; the tie-break decided."),
        (1, "Ana won by 1 point."),
        (7, "Ana won by 7 points."),
    ],
)
def test_a_narrow_win(margin, words):
    assert narrow_win("Ana", margin) == words


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (1, "1 minute"),
        (41, "41 minutes"),
        (119, "119 minutes"),
        (120, "2 h"),
        (125, "2 h 5 min"),
        (1440, "24 h"),
    ],
)
def test_how_long_something_took(minutes, words):
    assert minutes_text(minutes) == words


def test_how_long_games_took_and_of_how_many_it_is_known():
    assert minutes_of_games(125, 5, 5) == "2 h 5 min"
    assert minutes_of_games(41, 1, 2) == "41 minutes (known of 1 of 2 games)"


def test_a_come_back():
    assert come_back("Ben", 1) == "Ben was 1 point behind, and won."
    assert come_back("Ben", 21) == "Ben was 21 points behind, and won."


def test_puddings_are_cards_and_dice_are_counted_by_their_icons():
    assert puddings("Cem", 1, "sushi-go") == "Cem had 1 pudding."
    assert puddings("Cem", 8, "sushi-go-party") == "Cem had 8 puddings."
    assert puddings("Cem", 9, "sushi-roll") == "Cem had 9 pudding icons."


def test_a_habit_of_one_and_of_two():
    figures = (Fraction(23, 10), Fraction(11, 10))
    assert habit(["Ana"], "sashimi", *figures) == (
        "Sashimi: Ana takes 2.3 a game; the club’s average is 1.1."
    )
    assert habit(["Ana", "Ben"], "dumpling", *figures) == (
        "Dumplings: Ana and Ben take 2.3 a game; the club’s average is 1.1."
    )


@pytest.mark.parametrize("type_", CARD_TYPES)
def test_there_are_words_for_a_habit_of_every_card(type_):
    assert "Ana takes 2.0 a game" in habit(["Ana"], type_, Fraction(2), Fraction(1))


def test_menus_by_their_names_and_ones_own_by_its_cards():
    assert menu_in_words("big-banquet") == "Big Banquet"
    assert menu_in_words("maki tempura eel") == "maki rolls, tempura, eel"


def test_the_favourite_menu():
    assert favourite(["big-banquet"], 1) == "Most often played: Big Banquet, in 1 game."
    assert favourite(["big-banquet"], 12) == "Most often played: Big Banquet, in 12 games."
    assert favourite(["big-banquet", "sushi-go"], 2) == (
        "Most often played: Big Banquet and Sushi Go!, each in 2 games."
    )
