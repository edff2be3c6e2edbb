"""Rounds that the table has counted by itself: points without a card, and no line that explains
them; how many desserts there are is said at the end."""

import pytest

from referee.rules import (
    RoundSheet,
    Setting,
    Sheet,
    SheetFaults,
    kept_document,
    parse_tableau,
    read_sheet,
    score_sheet,
    sheet_document,
)
from referee.rules.house_rule_effects import deciding_at_end
from referee.rules.menus import named_menu, own_menu
from referee.rules.mistakes import END, GAME, ClaimScope, diagnose, likely_values
from referee.rules.reading import read_value
from referee.rules.scoring.plan import dessert_kinds, most_desserts, points_of_a_round
from referee.rules.tableau import EMPTY

GO = Setting("sushi-go", 3)
EEL_MENU = own_menu(["maki", "eel", "tofu", "miso-soup", "tea", "soy-sauce", "pudding"])
FRUIT = named_menu("master-menu")
NAMES = ("Ana", "Ben", "Cem")
KNOWN = RoundSheet(
    tuple(
        parse_tableau(text)
        for text in ("tempura*2 pudding", "sashimi*3 chopsticks", "maki-3 pudding*2")
    )
)


def counted(*points):
    return RoundSheet((EMPTY,) * len(points), points=points)


def game(*rounds, desserts=None, setting=GO, names=NAMES):
    return Sheet(setting, names, rounds, desserts=desserts)


def puddings(*numbers):
    return tuple({"pudding": number} for number in numbers)


ALL = game(counted(12, 9, 14), counted(8, 11, 6), counted(10, 10, 10), desserts=puddings(4, 2, 0))


def test_a_counted_round_gives_each_player_the_points_and_no_lines():
    result = score_sheet(game(KNOWN, counted(12, 9, 14)))
    assert {name: score.total for name, score in result.rounds[1].players.items()} == {
        "Ana": 12,
        "Ben": 9,
        "Cem": 14,
    }
    assert not any(score.lines for score in result.rounds[1].players.values())
    assert result.totals == {"Ana": 17, "Ben": 19, "Cem": 20}
    assert not [problem for problem in result.problems if problem.round == 2]


@pytest.mark.parametrize("laid", ["cards", "claims"])
def test_cards_and_claims_count_instead_of_points(laid):
    round_ = (
        RoundSheet(KNOWN.tableaus, points=(1, 1, 1))
        if laid == "cards"
        else RoundSheet((EMPTY,) * 3, (((0, 10),),), (1, 1, 1))
    )
    assert not round_.is_counted
    scores = score_sheet(game(round_)).rounds[0].players
    assert [score.total for score in scores.values()] != [1, 1, 1]


def test_the_game_has_no_end_until_the_desserts_are_said():
    unsaid = game(*ALL.rounds)
    assert unsaid.lacks_desserts
    result = score_sheet(unsaid)
    assert (result.game_end, result.winners) == (None, ())
    assert not game(*ALL.rounds[:2]).lacks_desserts, "the game goes on"
    assert not game(KNOWN, KNOWN, KNOWN).lacks_desserts, "the cards tell them"


def test_what_is_said_of_the_desserts_ends_the_game():
    result = score_sheet(ALL)
    # 30, 30 and 30 points: the most puddings win 6, the fewest lose 6.
    assert result.totals == {"Ana": 36, "Ben": 30, "Cem": 24}
    assert [rank.tiebreak for rank in result.ranking] == [4, 2, 0]
    assert result.winners == ("Ana",)


def test_equal_totals_are_parted_by_what_was_said():
    level = (counted(1, 1, 0), counted(0, 0, 0), counted(0, 0, 0))
    said = puddings(3, 2, 5)
    result = score_sheet(game(*level, desserts=said))
    assert [(rank.player, rank.total) for rank in result.ranking] == [
        ("Cem", 6),
        ("Ana", 1),
        ("Ben", -5),
    ]
    level = (counted(6, 6, 0), counted(0, 0, 0), counted(0, 0, 0))
    result = score_sheet(game(*level, desserts=puddings(2, 3, 3)))
    assert result.winners == ("Ben",)


def test_the_desserts_of_cards_count_where_every_round_has_its_cards():
    told = score_sheet(game(KNOWN, KNOWN, KNOWN))
    said = score_sheet(game(KNOWN, KNOWN, KNOWN, desserts=puddings(9, 0, 0)))
    assert (told.totals, told.ranking) == (said.totals, said.ranking)


def test_fruits_are_said_by_their_icons():
    setting = Setting("sushi-go-party", 3, FRUIT)
    rounds = (counted(5, 5, 5),) * 3
    fruits = (
        {"watermelon": 2, "orange": 4},  # 1, 6 and -2
        {"watermelon": 5, "orange": 5, "pineapple": 4},  # 10, 10 and 6
        {},  # -6
    )
    result = score_sheet(game(*rounds, desserts=fruits, setting=setting))
    assert {name: score.total for name, score in result.game_end.items()} == {
        "Ana": 5,
        "Ben": 26,
        "Cem": -6,
    }
    assert {rank.player: rank.tiebreak for rank in result.ranking} == {"Ana": 3, "Ben": 7, "Cem": 0}


def test_puddings_of_dice_are_icons_and_tokens_count_beside_them():
    setting = Setting("sushi-roll", 3)
    tokens = ({"menu": 3, "chopsticks": 1}, {}, {})
    rounds = (counted(5, 5, 5),) * 3
    sheet = Sheet(setting, NAMES, rounds, tokens, desserts=puddings(7, 3, 3))
    assert [score.total for score in score_sheet(sheet).game_end.values()] == [6 + 2, -6, -6]


@pytest.mark.parametrize(
    ("setting", "points", "desserts"),
    [
        (GO, (0, 99), {"pudding": 10}),
        (
            Setting("sushi-go", 2, variants=frozenset({"two-player-dummy"})),
            (0, 99),
            {"pudding": 10},
        ),
        (Setting("sushi-go-party", 3, EEL_MENU), (-3, 99), {"pudding": 10}),
        (Setting("sushi-go-party", 6, named_menu("sushi-go")), (0, 99), {"pudding": 15}),
        # Three special orders may copy a dessert.
        (
            Setting("sushi-go-party", 4, named_menu("points-platter")),
            (0, 99),
            {"green-tea-ice-cream": 13},
        ),
        (
            Setting("sushi-go-party", 4, FRUIT),
            (0, 99),
            {"watermelon": 20, "orange": 20, "pineapple": 20},
        ),
        # Four dice of up to three icons, seven turns, three rounds.
        (Setting("sushi-roll", 3), (0, 99), {"pudding": 252}),
    ],
    ids=lambda value: value.ruleset if isinstance(value, Setting) else "",
)
def test_what_the_numbers_can_be(setting, points, desserts):
    limits = points_of_a_round(setting)
    assert (limits[0], limits[-1]) == points
    assert most_desserts(setting) == desserts
    assert dessert_kinds(setting) == tuple(desserts)


def test_no_card_explains_another_number_than_the_counted_one():
    sheet = game(KNOWN, counted(12, 9, 14))
    for scope in (GAME, ClaimScope(2), ClaimScope(2, "maki")):
        assert diagnose(sheet, {"Ana": 11}, scope)["Ana"] == ()
        assert likely_values(sheet, 0, scope) == []
    assert diagnose(sheet, {"Ana": 17}) == {}, "which is right"
    for scope in (GAME, ClaimScope(END)):
        assert diagnose(ALL, {"Ana": 35}, scope)["Ana"] == ()


def test_the_rounds_with_cards_are_explained_as_ever():
    sheet = game(KNOWN, counted(12, 9, 14))
    scope = ClaimScope(1)
    assert diagnose(sheet, {"Ben": 0}, scope)["Ben"]
    assert diagnose(sheet, {"Ben": 0}, scope) == diagnose(game(KNOWN), {"Ben": 0}, scope)


def test_house_rules_of_the_end_look_at_what_was_said():
    two = Setting("sushi-go-party", 2, named_menu("sushi-go"))
    rounds = (counted(5, 5),) * 3
    sheet = game(*rounds, desserts=puddings(2, 2), setting=two, names=NAMES[:2])
    assert {switch.name for found in deciding_at_end(sheet).values() for switch in found} == {
        "two-player-tie-scores-most"
    }


def test_a_score_sheet_cannot_say_it_and_what_is_kept_reads_back():
    sheet = game(KNOWN, *ALL.rounds[1:], desserts=ALL.desserts)
    with pytest.raises(ValueError, match="without its cards"):
        sheet_document(sheet)
    document = kept_document(sheet)
    assert document["rounds"][1]["points"] == {"Ana": 8, "Ben": 11, "Cem": 6}
    assert document["desserts"]["Ana"] == {"pudding": 4}
    assert read_value(document, is_kept=True) == sheet
    with pytest.raises(SheetFaults) as faults:
        read_sheet(document)
    assert {fault.place for fault in faults.value.faults} == {
        "rounds[1].points",
        "rounds[2].points",
        "desserts",
    }


def test_what_is_kept_of_a_round_with_cards_is_a_score_sheet():
    sheet = game(KNOWN)
    assert kept_document(sheet) == sheet_document(sheet)
