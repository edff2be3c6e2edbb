"""What a finished game leaves of each player, worked out by hand."""

from typing import Any

import pytest

from referee.rules import read_sheet, score_sheet
from referee.standings.placing import WHOLE_WIN, PlayersPlacing, placings
from referee.standings.sums import Sums

THIRD = WHOLE_WIN // 3


def placed(*rounds: dict[str, str], **more: Any) -> dict[str, PlayersPlacing]:
    players = list(rounds[0])
    document = {"ruleset": "sushi-go", "players": players, **more}
    document["rounds"] = [{"tableaus": tableaus} for tableaus in rounds]
    return placings(score_sheet(read_sheet(document)))


NOTHING = {"Ana": "", "Ben": "", "Cem": ""}


def test_places_margins_and_the_win():
    found = placed(
        {"Ana": "squid-nigiri*3", "Ben": "squid-nigiri", "Cem": "egg-nigiri"}, NOTHING, NOTHING
    )
    assert [(one.place, one.total, one.margin) for one in found.values()] == [
        (1, 9, 6),
        (2, 3, -6),
        (3, 1, -8),
    ]
    assert [one.win for one in found.values()] == [WHOLE_WIN, 0, 0]


def test_a_victory_that_three_share_is_a_third_each():
    found = placed(dict.fromkeys(NOTHING, "squid-nigiri"), NOTHING, NOTHING)
    assert [(one.place, one.win, one.margin) for one in found.values()] == [(1, THIRD, 0)] * 3


def test_a_tie_that_puddings_decide_is_one_win_with_no_margin():
    """Ana's pudding more than makes up for nothing: both have 6 points, she has more puddings."""
    found = placed({"Ana": "pudding", "Ben": "squid-nigiri*2"}, *[{"Ana": "", "Ben": ""}] * 2)
    assert found["Ana"].total == found["Ben"].total == 6
    assert (found["Ana"].place, found["Ana"].win, found["Ana"].margin) == (1, WHOLE_WIN, 0)
    assert (found["Ben"].place, found["Ben"].win) == (2, 0)


def test_a_come_back_is_counted_from_the_deepest_hole_after_the_first_or_second_round():
    found = placed(
        {"Ana": "egg-nigiri", "Ben": "squid-nigiri*3", "Cem": ""},
        {"Ana": "", "Ben": "egg-nigiri", "Cem": "squid-nigiri"},
        {"Ana": "sashimi*3", "Ben": "", "Cem": ""},
    )
    assert {name: one.behind for name, one in found.items()} == {"Ana": 9, "Ben": 0, "Cem": 9}
    assert (found["Ana"].place, found["Ana"].margin) == (1, 1)


def test_the_best_round_is_the_first_that_brought_so_much():
    found = placed(
        {"Ana": "egg-nigiri", "Ben": ""},
        {"Ana": "squid-nigiri", "Ben": ""},
        {"Ana": "squid-nigiri", "Ben": "egg-nigiri"},
    )
    assert (found["Ana"].best_round, found["Ana"].best_round_number) == (3, 2)
    assert (found["Ben"].best_round, found["Ben"].best_round_number) == (1, 3)


def test_cards_and_points_by_type_add_up_to_everything():
    found = placed(
        {"Ana": "wasabi+squid-nigiri tempura*2 pudding", "Ben": "maki-3 pudding"},
        {"Ana": "tempura", "Ben": ""},
        {"Ana": "", "Ben": "maki-1 chopsticks"},
    )
    ana = found["Ana"].cards
    assert ana["nigiri"] == (1, 9)
    assert ana["wasabi"] == (1, 0)
    assert ana["tempura"] == (3, 5)
    assert ana["sashimi"] == (0, 0)  # it was in the game, and Ana took none
    assert found["Ben"].cards["maki"] == (2, 12)
    assert "soy-sauce" not in ana  # it was not in the game
    for one in found.values():
        assert sum(points for _cards, points in one.cards.values()) == one.total
    assert found["Ana"].puddings == found["Ben"].puddings == 1


def test_a_special_order_is_the_card_that_was_taken_and_scores_as_what_it_copies():
    menu = ["maki", "tempura", "sashimi", "tofu", "special-order", "wasabi", "pudding"]
    found = placed(
        {"Ana": "tempura special-order:tempura", "Ben": ""},
        *[{"Ana": "", "Ben": ""}] * 2,
        ruleset="sushi-go-party",
        menu=menu,
    )
    assert found["Ana"].cards["special-order"] == (1, 0)
    assert found["Ana"].cards["tempura"] == (1, 5)


def test_rolls_puddings_are_icons_and_its_tokens_points():
    found = placed(
        {"Ana": "pudding-3 pudding", "Ben": ""},
        *[{"Ana": "", "Ben": ""}] * 2,
        ruleset="sushi-roll",
        tokens_left={"Ben": {"menu": 2}},
    )
    assert found["Ana"].puddings == 4
    assert found["Ana"].cards["pudding"] == (2, 6)
    assert found["Ben"].cards["tokens"] == (0, found["Ben"].total)


def test_the_dummy_is_no_player_but_may_win_where_the_table_lets_it():
    sheet = {
        "ruleset": "sushi-go",
        "players": ["Ana", "Ben"],
        "variants": ["two-player-dummy"],
        "rounds": [{"tableaus": {"dummy": "sashimi*3", "Ana": "egg-nigiri"}}, {}, {}],
    }
    apart = placings(score_sheet(read_sheet(sheet)))
    assert {name: (one.place, one.win) for name, one in apart.items()} == {
        "Ana": (1, WHOLE_WIN),
        "Ben": (2, 0),
    }
    may_win = placings(score_sheet(read_sheet(sheet | {"house_rules": {"dummy-can-win": True}})))
    assert {name: (one.place, one.win) for name, one in may_win.items()} == {
        "Ana": (2, 0),
        "Ben": (3, 0),
    }
    assert may_win["Ana"].margin == -9
    assert may_win["Ana"].behind == 0  # behind no player: the dummy leads nobody


def test_a_game_of_two_rounds_is_not_placed():
    with pytest.raises(ValueError, match="three rounds"):
        placed(NOTHING, NOTHING)


def test_averages_are_those_of_all_games():
    sums = Sums(games=2, wins=WHOLE_WIN, places=3, points=5, margins=-5)
    assert (sums.won, sums.average_place) == (1, 1.5)
    assert (sums.average_points, sums.average_margin) == (2.5, -2.5)
