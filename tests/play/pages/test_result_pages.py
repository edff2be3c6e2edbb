"""What the pages of a round's and the game's result show."""

import pytest
from django.utils import timezone

from referee.access.games import visit_of
from referee.drawing.chart import short_label
from referee.models import Game
from referee.play.pages.results import CELEBRATED, celebration, final_page, round_page
from referee.play.services.joining import join
from tests.factories import PHONE, GameFactory, claim, fill, finish, say_ready, table_of

pytestmark = pytest.mark.django_db

ROUNDS = [
    # Ana 9 + 6, Ben 15, Cem 0
    [["wasabi", "squid-nigiri", "maki-3"], ["dumpling"] * 5, ["sashimi"]],
    # Ana 0, Ben 5, Cem 20
    [["pudding"], ["tempura", "tempura"], ["sashimi"] * 6],
    # one point each
    [["egg-nigiri"], ["egg-nigiri"], ["egg-nigiri"]],
]


@pytest.fixture
def game():
    """A game of three with cards in every round."""
    game = GameFactory(setup__number=3)
    fill(game, ROUNDS)
    return game


def page_of(game, number):
    """The page of a round as the host sees it."""
    host = visit_of(PHONE, game.pk)
    assert host
    table = table_of(game)
    return round_page(table, table.rounds[number - 1], host)


def standing(page):
    return [(row["seat"].name, row["rank"], row["tied"], row["climbed"]) for row in page["rows"]]


def test_the_first_round_has_ties_and_no_changes(game):
    page = page_of(game, 1)
    assert standing(page) == [
        ("Ana", 1, True, None),
        ("Ben", 1, True, None),
        ("Cem", 3, False, None),
    ]
    assert [row["now"] for row in page["rows"]] == [15, 15, 0]
    assert "lead with 15 points" in page["lead"]


def test_the_next_round_says_who_has_moved_and_by_how_much(game):
    page = page_of(game, 2)
    assert standing(page) == [
        ("Ben", 1, True, 0),
        ("Cem", 1, True, 2),
        ("Ana", 3, False, -2),
    ]
    assert [row["moved"] for row in page["rows"]] == ["same place", "up 2 places", "down 2 places"]
    assert [(row["now"], row["total"]) for row in page["rows"]] == [(5, 20), (20, 20), (0, 15)]


def test_a_dummy_that_cannot_win_has_no_place_and_does_not_move():
    game = GameFactory(setup__dummy=True)
    fill(game, [[["egg-nigiri"], ["tempura"], ["squid-nigiri"]]] * 2)
    page = page_of(game, 2)
    assert standing(page)[-1] == ("Dummy", None, False, None)
    assert page["lead"].endswith("more than \u2068Ben\u2069.")


def test_a_dummys_puddings_stand_on_the_final_table_as_they_were_entered():
    game = GameFactory(setup__dummy=True)
    fill(game, [[["pudding"] * 2, [], ["pudding"]], [[], [], ["pudding"]], [[], [], []]])
    finish(game)
    rows = final_page(table_of(game))["rows"]
    assert [(row["seat"].name, row["tiebreak"], row["game_end"]) for row in rows] == [
        ("Ana", 2, 3),
        ("Ben", 0, -6),
        ("Dummy", 2, 3),
    ]


def test_points_by_card_leave_out_what_scored_for_nobody(game):
    points = page_of(game, 1)["points"]
    assert [seat.name for seat in points["seats"]] == ["Ana", "Ben", "Cem"]
    rows = {row["icon"]: [line for _seat, line in row["cells"]] for row in points["rows"]}
    assert {icon: [line and line.points for line in lines] for icon, lines in rows.items()} == {
        "nigiri": [9, None, None],
        "maki": [6, None, None],
        "dumpling": [None, 15, None],
    }
    assert [total for _seat, total in points["sums"]] == [15, 15, 0]


@pytest.mark.parametrize(
    ("players", "narrow", "scrolls"), [(4, False, False), (5, True, False), (6, True, True)]
)
def test_a_table_of_many_players_is_turned_and_may_scroll(players, narrow, scrolls):
    game = GameFactory(setup__party=True, setup__number=players)
    points = page_of(game, 1)["points"]
    assert (points["is_narrow"], points["may_scroll"]) == (narrow, scrolls)


def test_seats_without_cards_and_players_who_have_not_said_ready_are_asked_about_by_name():
    game = GameFactory(setup__party=True, setup__number=5, setup__menu="points-platter")
    fill(game, [[["dumpling"], ["dumpling"], [], ["dumpling"]]])
    claim(game, 5, 10)
    for place, phone in enumerate(("of Ana", "of Ben", "of Cem"), start=1):
        join(game.pk, phone, place)
    say_ready(game.pk, 1, 1, ready=True)
    page = page_of(game, 1)
    assert [seat.name for seat in page["empty"]] == ["Cem"]
    assert [(seat.name, seat.place) for seat in page["missing"]] == [("Cem", 3), ("Ben", 2)]
    empty, unready = page["confirm_questions"]
    assert "\u2068Cem\u2069 has nothing yet" in empty
    assert "\u2068Ben\u2069" in unready
    assert "Dan" not in unready


def test_nobody_leads_before_anything_was_entered():
    page = page_of(GameFactory(), 1)
    assert page["lead"] == ""
    assert len(page["empty"]) == 2


def test_the_final_page_grows_to_the_totals_of_its_table(game):
    finish(game)
    page = final_page(table_of(game))
    assert [(row["seat"].name, row["total"]) for row in page["rows"]] == [
        ("Ana", 22),
        ("Ben", 18),
        ("Cem", 18),
    ]
    lines = page["growth"]["lines"]
    assert {line["name"]: [total for total, _why in line["cells"]] for line in lines} == {
        "Ana": [15, 15, 16, 22],
        "Ben": [15, 20, 21, 18],
        "Cem": [0, 20, 21, 18],
    }
    assert len({line["look"].mark for line in lines}) == 3


def podium(game):
    return [
        (row["seat"].name, row["rank"], stack.height)
        for row, stack in final_page(table_of(game))["podium"]
    ]


def test_the_podium_has_the_first_three_places_with_the_winner_in_the_middle(game):
    finish(game)
    assert podium(game) == [("Ben", 2, 49), ("Ana", 1, 60), ("Cem", 2, 49)]


@pytest.mark.parametrize(
    ("cards", "shown"),
    [
        ([["egg-nigiri", "pudding"], []], [("Ben", 2, 0), ("Ana", 1, 60)]),
        ([], [("Ben", 1, 0), ("Ana", 1, 0)]),
    ],
)
def test_who_has_no_points_stands_on_no_plate(cards, shown):
    game = GameFactory()
    fill(game, [cards])
    finish(game)
    assert podium(game) == shown


def test_a_game_is_celebrated_when_it_is_over_and_not_long_after_that(game):
    assert celebration(table_of(game)) == []
    finish(game)
    assert celebration(table_of(game))[:2] == ["crown", "nigiri"]
    Game.objects.update(finished_at=timezone.now() - CELEBRATED)
    assert celebration(table_of(game)) == []


def test_only_who_plays_on_several_phones_is_asked_whether_all_agree(game):
    finish(game)
    assert final_page(table_of(game))["agreed"] == []
    join(game.pk, "of Ana", 1)
    assert len(final_page(table_of(game))["agreed"]) == 3


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Ana", "Ana"),
        ("Ninechars", "Ninechars"),
        ("Bartholomew", "Bartholo…"),
        ("Ana Maria Lopez", "Ana Mari…"),
        ("山田太郎さん", "山田太郎…"),
        ("👩‍🍳👩‍🍳👩‍🍳👩‍🍳👩‍🍳", "👩‍🍳👩‍🍳👩‍🍳👩‍🍳…"),
        ("Z͑ͫ̓a̴lgo", "Z͑ͫ̓a̴lgo"),
    ],
)
def test_a_name_is_shortened_between_letters(name, label):
    assert short_label(name) == label
