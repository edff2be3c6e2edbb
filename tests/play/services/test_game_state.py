"""From rows back to the score sheet that was entered."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from referee.models import Game
from referee.play.services.game_state import read_game_state
from referee.rules import read_sheet, sheet_document
from tests.factories import GameFactory, add, claim, fill, finish, table_of, where

pytestmark = pytest.mark.django_db


def queries_of(game: Game) -> int:
    row = Game.objects.get(pk=game.pk)
    with CaptureQueriesContext(
        connection,
    ) as captured:
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


@pytest.mark.parametrize(
    "setup",
    [
        {"dummy": True},
        {"variants": ("pass-both-ways", "soy-sauce-promo"), "number": 4},
        {"roll": True, "number": 3},
        {"party": True, "number": 8, "menu": "big-banquet"},
    ],
    ids=str,
)
def test_the_sheet_of_a_finished_game_reads_back_from_its_document(setup):
    game = GameFactory(**{f"setup__{name}": value for name, value in setup.items()})
    fill(game, [[["tempura", "egg-nigiri"], ["dumpling", "wasabi", "salmon-nigiri"]]] * 3)
    finish(game, {1: {"menu": 2}})
    sheet = table_of(game).sheet
    assert sheet_document(read_sheet(sheet_document(sheet))) == sheet_document(sheet)
    assert read_sheet(sheet_document(sheet)).rounds == sheet.rounds


def test_reading_takes_the_same_number_of_queries_however_much_lies_there(
    django_assert_max_num_queries,
):
    small = GameFactory()
    large = GameFactory(setup__party=True, setup__menu="cutthroat-combo", setup__number=8)
    fill(large, [[["tofu", "eel", "egg-nigiri", "pudding"]] * 8] * 3)
    assert queries_of(small) == queries_of(large)
    with django_assert_max_num_queries(6):
        read_game_state(Game.objects.get(pk=large.pk))


def test_claims_take_no_query_each():
    game = GameFactory(setup__party=True, setup__menu="points-platter", setup__number=6)
    before = queries_of(game)
    for seat in range(1, 7):
        claim(game, seat, 10)
    assert queries_of(game) == before
