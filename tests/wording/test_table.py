"""Who won what, and who leads, told for the whole table."""

import pytest

from referee.rules import read_sheet
from referee.wording.explanations.table import comparison_words, winners
from referee.wording.standing import (
    confirm_question,
    desserts_standing,
    lead,
    leader,
    moved,
    new_leader,
    points_before_end,
    still_entering,
)
from tests.wording.tables import scored


@pytest.mark.parametrize(
    ("table", "paid"),
    [
        (
            ("sushi-go", "maki", ["maki-3 maki-2", "maki-3", "tofu"]),
            [("Ana", 6), ("Ben", 3)],
        ),
        (("sushi-go", "maki", ["maki-3", "maki-3", "maki-1"]), [("Ana and Ben", 3)]),
        (
            ("sushi-go-party", "temaki", ["temaki*2", "temaki", ""]),
            [("Ana", 4), ("Cem", -4)],
        ),
        (("sushi-go-party", "temaki", ["temaki", "temaki", "temaki"]), []),
    ],
)
def test_who_got_what_in_a_comparison_the_most_first(table, paid):
    lines, names = scored(*table)
    assert winners(dict(enumerate(lines)), names) == paid


def told(*table, **more):
    return comparison_words(*scored(*table, **more))


CASES = [
    (
        ("sushi-go", "maki", ["maki-3 maki-2", "maki-3", "tofu"]),
        ("Ana has the most: 6 points. Ben is second: 3 points.", "Ana 5, Ben 3"),
    ),
    (
        ("sushi-go", "maki", ["maki-3", "maki-3", "maki-1"]),
        (
            "Ana and Ben tie for the most and share 6: 3 each. "
            "After a tie for the most there is no second place.",
            "Ana 3, Ben 3, Cem 1",
        ),
    ),
    (
        ("sushi-go-party", "temaki", ["temaki*2", "temaki", ""]),
        ("Ana has the most: 4 points. Cem has the fewest: loses 4 points.", "Ana 2, Ben 1, Cem 0"),
    ),
    (
        ("sushi-go-party", "edamame", ["edamame*2", "edamame", "", "edamame"]),
        ("Ana, Ben and Dia have edamame: 2 points for each card.", "Ana 2, Ben 1, Dia 1"),
    ),
    (
        ("sushi-go-party", "edamame", ["edamame*2", "tofu"]),
        ("Only Ana has edamame: 0 points.", "Ana 2"),
    ),
    (
        ("sushi-go-party", "soy-sauce", ["soy-sauce*2 tofu eel", "soy-sauce"]),
        ("Ana has the most colours. Each soy sauce there: 4 points.", "Ana 3, Ben 1"),
    ),
    (
        ("sushi-go-party", "soy-sauce", ["tofu eel", "soy-sauce tofu"]),
        ("Ana and Ben tie for the most colours. Each soy sauce there: 4 points.", "Ana 2, Ben 2"),
    ),
    (
        ("sushi-go-party", "soy-sauce", ["tofu eel tempura", "soy-sauce tofu"]),
        ("Ana has the most colours. No soy sauce scores.", "Ana 3, Ben 2"),
    ),
    (
        ("sushi-go+soy-sauce-promo", "soy-sauce", ["soy-sauce tempura", "soy-sauce", "maki-1"]),
        ("Ana has the most: 4 points.", "Ana 2, Ben 1"),
    ),
]


@pytest.mark.parametrize(("game", "words"), CASES)
def test_a_comparison_is_told_once_for_all(game, words):
    assert told(*game) == words


def test_puddings_are_compared_at_the_end_only():
    tableaus = ["pudding*2", "pudding", ""]
    assert told("sushi-go", "pudding", tableaus) is None
    assert told("sushi-go", "pudding", tableaus, at_end=True) == (
        "Ana has the most: 6 points. Cem has the fewest: loses 6 points.",
        "Ana 2, Ben 1, Cem 0",
    )


def test_cards_that_are_not_compared_have_nothing_to_tell():
    assert told("sushi-go", "tempura", ["tempura*2", "tempura"]) is None
    assert told("sushi-go-party", "tea", ["tea", "tofu"]) is None


def test_nobody_takes_part_in_a_comparison_of_the_dummy_with_itself():
    game = "sushi-go+two-player-dummy"
    assert (
        told(game, "soy-sauce", ["maki-1", "maki-1", "soy-sauce"], dummy_takes_awards=False) is None
    )


def test_the_race_is_told_in_its_order_and_a_shared_place_once():
    claims = [[(2, 11)], [(0, 10), (1, 10)]]
    words = told("sushi-go-party", "uramaki", ["", "", "uramaki-3"], claims)
    assert words == (
        "Cem claims first place with 11 icons: 8 points. "
        "Ana and Ben share second place with 10 icons: 5 points each.",
        "Cem 3",
    )


def test_the_place_that_is_left_at_the_end_of_a_race_is_told():
    words = told("sushi-go-party", "uramaki", ["uramaki-4", "uramaki-4", "uramaki-3"])
    assert words == ("Ana and Ben tie for first place: 8 points each.", "Ana 4, Ben 4, Cem 3")


@pytest.mark.parametrize(
    ("leaders", "behind", "gap", "before", "turned_to", "words"),
    [
        (["Ana"], ["Ben"], 1, [], [], "Ana leads with 12. That is 1 more than Ben."),
        (["Ana"], ["Ben"], 2, ["Ana"], [], "Ana still leads: 12. That is 2 more than Ben."),
        (
            ["Ana"],
            ["Ben", "Cem"],
            3,
            ["Ben"],
            [],
            "Ana takes the lead: 12. That is 3 more than Ben and Cem.",
        ),
        (["Ana", "Ben"], ["Cem"], 4, ["Ana"], [], "Ana and Ben lead with 12."),
        (["Ana", "Ben"], [], 0, [], [], "All are level with 12."),
        # Nobody leads "by 6" who loses by the puddings.
        (
            ["Ana"],
            ["Ben"],
            6,
            [],
            ["Ben"],
            "Ana leads with 12. With the end of the game counted, Ben would be ahead.",
        ),
        (
            ["Ana", "Ben"],
            ["Cem"],
            2,
            [],
            ["Ben"],
            "Ana and Ben lead with 12. With the end of the game counted, Ben would be ahead.",
        ),
    ],
)
def test_the_lead_in_words(leaders, behind, gap, before, turned_to, words):
    said = lead(leaders, "12", behind=behind, gap=gap, before=before, turned_to=turned_to)
    assert said == words


@pytest.mark.parametrize(
    ("leaders", "behind", "gap", "words"),
    [
        (["Ana"], ["Ben"], 3, ("Ana leads", "3 ahead of Ben")),
        (["Ana"], ["Ben", "Cem"], 1, ("Ana leads", "1 ahead of Ben and Cem")),
        (["Ana"], ["Ben", "Cem", "Dan"], 1, ("Ana leads", "1 ahead of 3 others")),
        (["Ana", "Ben"], ["Cem"], 2, ("Ana and Ben lead", "2 ahead of Cem")),
        (["Ana", "Ben"], [], 0, ("All are level", "")),
    ],
)
def test_the_leader_in_a_few_words(leaders, behind, gap, words):
    assert leader(leaders, behind=behind, gap=gap) == words


@pytest.mark.parametrize(
    ("leaders", "before", "is_level", "words"),
    [
        (["Ana"], [], False, "Ana leads!"),
        (["Ana"], ["Ana"], False, "Ana still leads!"),
        (["Ana"], ["Ana", "Ben"], False, "Ana still leads!"),
        (["Ana"], ["Ben"], False, "Ana takes the lead!"),
        (["Ana", "Ben"], ["Ben"], False, "Ana and Ben lead together!"),
        (["Ana", "Ben"], ["Ben"], True, "All are level!"),
    ],
)
def test_at_a_rounds_end_it_is_said_whether_the_lead_is_new(leaders, before, is_level, words):
    assert new_leader(leaders, before=before, is_level=is_level) == words


@pytest.mark.parametrize(
    ("entering", "silent", "words"),
    [
        ([("Ben", 6, 8)], [], "Ben is still entering: 6 of 8."),
        ([("Ben", 6, 8), ("Cem", 0, 8)], [], "Still entering: Ben 6 of 8, Cem 0 of 8."),
        ([], ["Ben"], "Ben has not said “complete” yet."),
        ([], ["Ben", "Cem"], "Ben and Cem have not said “complete” yet."),
        (
            [("Ben", 6, 8)],
            ["Cem"],
            "Ben is still entering: 6 of 8. Cem has not said “complete” yet.",
        ),
        ([], [], ""),
    ],
)
def test_whoever_is_still_entering_is_named_with_what_lies_there(entering, silent, words):
    assert still_entering(entering, silent) == words


@pytest.mark.parametrize(
    ("sheet", "words"),
    [
        ({"ruleset": "sushi-go"}, "12 points before puddings"),
        ({"ruleset": "sushi-go-party", "menu": "sushi-go"}, "12 points before puddings"),
        ({"ruleset": "sushi-go-party", "menu": "my-first-meal"}, "12 points before ice cream"),
        ({"ruleset": "sushi-go-party", "menu": "master-menu"}, "12 points before fruit"),
        ({"ruleset": "sushi-roll"}, "12 points before puddings and tokens"),
    ],
)
def test_a_total_says_what_it_lacks(sheet, words):
    setting = read_sheet({"players": ["Ana", "Ben"], "rounds": [{}], **sheet}).setting
    assert points_before_end(12, setting) == words


@pytest.mark.parametrize(
    ("is_most", "is_fewest", "words"),
    [
        (True, False, "3 puddings, most so far"),
        (False, True, "3 puddings, fewest so far"),
        (False, False, "3 puddings"),
        (True, True, "3 puddings"),  # all have as many
    ],
)
def test_what_is_kept_for_the_end_in_words(is_most, is_fewest, words):
    assert desserts_standing("3 puddings", is_most=is_most, is_fewest=is_fewest) == words


def test_places_won_and_lost_in_words():
    said = [moved(places) for places in (2, 1, 0, -1, -3)]
    assert said == ["up 2 places", "up 1 place", "same place", "down 1 place", "down 3 places"]


def test_the_question_is_asked_of_those_that_the_page_names():
    waiting = still_entering([("Ben", 0, 8)], ["Cem"])
    assert confirm_question(waiting) == f"{waiting} Confirm all the same?"
