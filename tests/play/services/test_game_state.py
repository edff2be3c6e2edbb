"""From rows back to the score sheet that was entered."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from referee.models import Game
from referee.play.services.game_state import read_game_state
from referee.rules import sheet_document
from tests.factories import GameFactory, add, claim, fill, table_of, where

pytestmark = pytest.mark.django_db


def queries_of(game: Game) -> int:
    row = Game.objects.get(pk=game.pk)
    with CaptureQueriesContext(connection) as captured:
        read_game_state(row)
    return len(captured)


def test_the_sheet_is_the_one_that_was_entered():
    game = GameFactory(
        setup__ruleset="sushi-go-party",
        setup__menu="dinner-for-two",
        setup__house_rules={"uramaki-cascade": True},
    )
    fill(
        game,
        [[["tofu", "squid-nigiri"], ["uramaki-3"]], [["menu"], []], [[], ["fruit-orange-orange"]]],
    )
    add(where(game, 1, 1), "tofu", copy=True)
    claim(game, 1, 10)
    claim(game, 2, 11, same_turn=True)
    assert sheet_document(table_of(game).sheet) == {
        "ruleset": "sushi-go-party",
        "menu": "dinner-for-two",
        "house_rules": {"uramaki-cascade": True},
        "players": ["Ana", "Ben"],
        "rounds": [
            {
                "tableaus": {"Ana": "squid-nigiri tofu special-order:tofu", "Ben": "uramaki-3"},
                "uramaki_claims": [{"Ana": 10, "Ben": 11}],
            },
            {"tableaus": {"Ana": "menu"}},
            {"tableaus": {"Ben": "fruit-orange-orange"}},
        ],
    }


def test_reading_takes_the_same_number_of_queries_however_much_lies_there(
    django_assert_max_num_queries,
):
    party = {"setup__party": True, "setup__menu": "points-platter"}
    small, large = GameFactory(**party, setup__number=3), GameFactory(**party, setup__number=6)
    fill(large, [[["uramaki-5", "onigiri-circle", "edamame", "fruit-watermelon-orange"]] * 6] * 3)
    for seat in range(1, 7):
        claim(large, seat, 10)
    assert queries_of(small) == queries_of(large)
    with django_assert_max_num_queries(6):
        read_game_state(Game.objects.get(pk=large.pk))
