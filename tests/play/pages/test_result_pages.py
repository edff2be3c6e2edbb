"""What the pages of a round's and the game's result show."""

import pytest
from django.utils import timezone

from referee.access.games import visit_of
from referee.drawing.chart import short_label
from referee.models import Game
from referee.play.pages.results import (
    CELEBRATED,
    celebration,
    final_page,
    round_is_in,
    round_page,
)
from referee.play.services.joining import join
from tests.factories import (
    PHONE,
    GameFactory,
    add,
    claim,
    confirm,
    fill,
    finish,
    say_ready,
    table_of,
    where,
)
from tests.plain_words import plain

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
    assert plain(page["leader"]["title"]) == "Ana and Ben lead"
    assert plain(page["leader"]["detail"]) == "15 ahead of Cem"
    assert page["leader"]["total"] == 15
    assert [row["share"] for row in page["rows"]] == [100, 100, 0]


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
    assert page["leader"]["detail"].endswith("ahead of \u2068Ben\u2069")


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
    ("players", "narrow", "scrolls"), [(2, False, False), (3, True, False), (6, True, True)]
)
def test_a_table_of_many_players_is_turned_and_may_scroll(players, narrow, scrolls):
    game = GameFactory(setup__party=True, setup__number=players)
    points = page_of(game, 1)["points"]
    assert (points["is_narrow"], points["may_scroll"]) == (narrow, scrolls)


def test_seats_without_cards_and_players_who_are_not_complete_are_asked_about_by_name():
    game = GameFactory(setup__party=True, setup__number=5, setup__menu="points-platter")
    fill(game, [[["dumpling"] * 8, ["dumpling"] * 8, [], ["dumpling"]]])
    claim(game, 5, 10)
    for place, phone in enumerate(("of Ana", "of Ben", "of Cem"), start=1):
        join(game.pk, phone, place)
    say_ready(game.pk, 1, 1, ready=True)
    page = page_of(game, 1)
    assert [(seat.name, seat.place) for seat in page["missing"]] == [
        ("Ben", 2),
        ("Cem", 3),
        ("Dan", 4),
        ("Eve", 5),
    ]
    assert plain(page["waiting"]) == (
        "Still entering: Ben 8 of 9, Cem 0 of 9, Dan 1 of 9, Eve 2 of 9."
    )
    (question,) = map(plain, page["confirm_questions"])
    assert question == f"{plain(page['waiting'])} Confirm all the same?"


def next_for(game, phone=PHONE, number=1):
    """Whose cards the main button of a round's page leads to; None where it leads to nobody's."""
    visit = visit_of(phone, game.pk)
    table = table_of(game)
    seat = round_page(table, table.rounds[number - 1], visit)["next"]
    return seat and seat.name


def test_the_way_on_leads_to_the_next_person_whose_cards_are_missing():
    game = GameFactory(setup__number=4)
    join(game.pk, "of Ana", 1)
    join(game.pk, "of Dan", 4)
    add(where(game, 1, 2), *["dumpling"] * 8)
    assert next_for(game) == "Cem"  # Ana and Dan enter theirs
    add(where(game, 1, 3), *["dumpling"] * 8)
    assert next_for(game) == "Ana"
    assert next_for(game, "of Dan") == "Dan"
    say_ready(game.pk, 1, 4, ready=True)
    assert next_for(game, "of Dan") is None
    say_ready(game.pk, 1, 1, ready=True)
    assert next_for(game) is None


def test_cards_that_are_still_to_come_are_no_problem_until_somebody_says_complete():
    game = GameFactory(setup__number=3)
    add(where(game), *["tempura"] * 3)
    add(where(game, 1, 2), *["tempura"] * 10)
    page = page_of(game, 1)
    (one,) = page["problems"]
    assert "10 cards, but 9 were dealt" in one["message"]
    say_ready(game.pk, 1, 1, ready=True)
    messages = [problem["message"] for problem in page_of(game, 1)["problems"]]
    assert any("has 3 cards, but 9 were dealt" in message for message in messages)
    confirm(game, 1)
    assert len(page_of(game, 1)["problems"]) == 3


def test_one_phone_for_the_table_has_nobody_to_agree_with():
    game = GameFactory()
    join(game.pk, PHONE, 1)
    confirm(game, 1)
    assert page_of(game, 1)["opinions"] == []
    join(game.pk, "of Ben", 2)
    assert [said["name"] for said in page_of(game, 1)["opinions"]] == ["Ana", "Ben"]


def test_a_round_that_is_in_says_who_leads_and_from_where_everybody_comes(game):
    table = table_of(game)
    first, second = (round_is_in(table, round_) for round_ in table.rounds[:2])
    assert plain(first["words"]) == "Ana and Ben lead together!"
    assert [
        (row["rank"], plain(row["name"]), row["total"], row["was"]) for row in second["rows"]
    ] == [
        (1, "Ben", 20, 2),
        (1, "Cem", 20, 3),
        (3, "Ana", 15, 1),
    ]


def test_nobody_leads_before_anything_was_entered():
    page = page_of(GameFactory(), 1)
    assert page["leader"] is None
    assert plain(page["waiting"]) == "Still entering: Ana 0 of 10, Ben 0 of 10."


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


@pytest.mark.parametrize(
    ("dummy", "rules", "won"),
    [
        (False, {}, {"Ana": [1, 3], "Ben": [1, 3], "Cem": [2, 3]}),
        (True, {}, {"Ana": [1, 3], "Ben": [1, 2, 3], "Dummy": []}),  # it is not ranked
        (True, {"dummy-can-win": True}, {"Ana": [1, 3], "Ben": [1, 3], "Dummy": [2, 3]}),
    ],
)
def test_who_has_most_points_of_a_round_has_won_it_and_equal_ones_all_have(dummy, rules, won):
    number = 2 if dummy else 3
    game = GameFactory(setup__number=number, setup__dummy=dummy, setup__house_rules=rules)
    fill(game, ROUNDS)
    finish(game)
    rows = final_page(table_of(game))["rows"]
    assert {row["seat"].name: row["won"] for row in rows} == won


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
        ("Francisco Javier", "Francisco Javier"),
        ("Francisco Javier A", "Francisco Javie…"),
        ("Bartholomew James", "Bartholomew Jam…"),
        ("山田太郎さん山田太郎", "山田太郎さん山…"),
        ("👩‍🍳👩‍🍳👩‍🍳👩‍🍳👩‍🍳👩‍🍳👩‍🍳👩‍🍳👩‍🍳", "👩‍🍳👩‍🍳👩‍🍳👩‍🍳👩‍🍳👩‍🍳👩‍🍳…"),
        ("Z͑ͫ̓a̴lgo", "Z͑ͫ̓a̴lgo"),
    ],
)
def test_a_name_is_shortened_between_letters(name, label):
    assert short_label(name) == label
