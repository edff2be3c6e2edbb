"""Every problem: a table that is just right has none, and one card more has it."""

import pytest

from referee.rules import Problem
from referee.rules.problems.problem import error
from tests.rules.tables import (
    BOXES,
    MISO,
    NAMES,
    ORDERS,
    PLAIN,
    RACE,
    RACE_ORDERS,
    SPOONS,
    Table,
    go,
    party,
    roll,
    scored,
)

ERROR, WARNING = "error", "warning"


TEN = "tempura*4 sashimi*3 dumpling*3"

HAND_SIZES = [
    # Players, cards dealt: Sushi Go!, Party, Roll.
    (2, 10, 10, 8),
    (3, 9, 10, 7),
    (4, 8, 9, 6),
    (5, 7, 9, 5),
    (6, None, 8, None),
    (7, None, 8, None),
    (8, None, 7, None),
]
RULESETS = (("sushi-go", ""), ("sushi-go-party", PLAIN), ("sushi-roll", ""))
HANDS = [
    (*ruleset, players, dealt)
    for players, *sizes in HAND_SIZES
    for ruleset, dealt in zip(RULESETS, sizes, strict=True)
    if dealt is not None
]


@pytest.mark.parametrize(("ruleset", "menu", "players", "dealt"), HANDS)
def test_a_tableau_is_as_large_as_the_hand(
    ruleset: str, menu: str, players: int, dealt: int
) -> None:
    """Dice and cards that nothing takes off the table: one more or one fewer cannot be."""

    def hand(cards: int) -> str:
        return f"dumpling*{cards}" if cards else ""

    for more in (0, 1, -1):
        tableaus = [hand(dealt)] * (players - 1) + [hand(dealt + more)]
        found = problems(Table(ruleset, menu, players, (tuple(tableaus),), {}), "hand-size")
        assert found == ([] if more == 0 else [(ERROR, 1, NAMES[players - 1])])


def test_an_empty_tableau_is_short_of_all_its_cards() -> None:
    assert problems(go(2, (TEN, "")), "hand-size") == [(ERROR, 1, "Ben")]


def test_every_wrong_hand_is_named() -> None:
    wrong = go(2, (TEN, TEN), (f"{TEN} pudding", TEN), (TEN, "pudding"))
    assert problems(wrong, "hand-size") == [(ERROR, 2, "Ana"), (ERROR, 3, "Ben")]


def test_the_dummy_has_a_hand_too() -> None:
    nine = "tempura*4 sashimi*3 dumpling*2"
    dummy = {"variants": ["two-player-dummy"]}
    assert problems(go(2, (nine, nine, nine), **dummy), "hand-size") == []
    assert problems(go(2, (nine, nine, TEN), **dummy), "hand-size") == [(ERROR, 1, "dummy")]
    assert problems(go(2, (nine, nine), **dummy), "hand-size") == [(ERROR, 1, "dummy")]


HAND_SIZE_ROWS = [
    # Case, table, what the referee says about hand sizes.
    ("two cards of a pair", party(PLAIN, 2, (f"{TEN[:-1]}1 wasabi+egg-nigiri", TEN)), []),
    (
        "a pair too many",
        party(PLAIN, 2, (f"{TEN[:-1]}2 wasabi+egg-nigiri", TEN)),
        [(ERROR, 1, "Ana")],
    ),
    (
        "two misos clashed",
        party(MISO, 2, ("dumpling*9", "dumpling*9")),
        [(WARNING, 1, "Ana"), (WARNING, 1, "Ben")],
    ),
    (
        "a miso cannot clash alone",
        party(MISO, 2, ("dumpling*9", "dumpling*10")),
        [(ERROR, 1, "Ana")],
    ),
    (
        "two misos of one player clashed",
        party(MISO, 2, ("dumpling*8", "dumpling*10")),
        [(WARNING, 1, "Ana")],
    ),
    (
        "more missing than there are misos",
        party(MISO, 2, ("dumpling", "dumpling*10")),
        [(ERROR, 1, "Ana")],
    ),
    (
        "all eight misos gone",
        party(MISO, 2, ("dumpling*2", "dumpling*10")),
        [(WARNING, 1, "Ana")],
    ),
    (
        "seven gone, one lies there, eight are missing",
        party(MISO, 2, ("dumpling miso-soup", "dumpling*10")),
        [(ERROR, 1, "Ana")],
    ),
    ("one too many all the same", party(MISO, 2, ("dumpling*11", TEN)), [(ERROR, 1, "Ana")]),
    ("three boxes", party(BOXES, 2, ("dumpling*7", "dumpling*10")), [(WARNING, 1, "Ana")]),
    ("a fourth box", party(BOXES, 2, ("dumpling*6", "dumpling*10")), [(ERROR, 1, "Ana")]),
    ("three spoons", party(SPOONS, 3, (TEN, TEN, "dumpling*7")), [(WARNING, 1, "Cem")]),
    ("a fourth spoon", party(SPOONS, 3, (TEN, TEN, "dumpling*6")), [(ERROR, 1, "Cem")]),
    (
        "the third spoon lies there",
        party(SPOONS, 3, (TEN, TEN, "dumpling*6 spoon")),
        [(ERROR, 1, "Cem")],
    ),
    (
        "chopsticks go back to a hand",
        party("sushi-go", 2, ("dumpling*9", TEN)),
        [(ERROR, 1, "Ana")],
    ),
    (
        "an order with nothing to copy",
        party(ORDERS, 2, ("tempura*9", "tempura*10")),
        [
            (WARNING, 1, "Ana"),
        ],
    ),
    (
        "all orders lie there",
        party(ORDERS, 2, ("tempura*6 special-order:tempura*3", "tempura*10")),
        [(ERROR, 1, "Ana")],
    ),
    (
        "an order left the game with a dessert",
        party(
            ORDERS,
            2,
            ("tempura*7 pudding special-order:pudding*2", "maki-2*10"),
            ("tempura*8", "maki-2*10"),
        ),
        [(ERROR, 2, "Ana")],
    ),
    (
        "one order is still in the game",
        party(
            ORDERS,
            2,
            ("tempura*7 pudding special-order:pudding*2", "maki-2*10"),
            ("tempura*9", "maki-2*10"),
        ),
        [(WARNING, 2, "Ana")],
    ),
    ("three cards claimed", party(RACE, 2, ("tempura*7", "dumpling*10"), claims=[{"Ana": 12}]), []),
    ("four cards claimed", party(RACE, 2, ("tempura*6", "dumpling*10"), claims=[{"Ana": 12}]), []),
    (
        "twelve icons on two cards",
        party(RACE, 2, ("tempura*8", "dumpling*10"), claims=[{"Ana": 12}]),
        [(ERROR, 1, "Ana")],
    ),
    (
        "twelve icons on five cards",
        party(RACE, 2, ("tempura*5", "dumpling*10"), claims=[{"Ana": 12}]),
        [(ERROR, 1, "Ana")],
    ),
    (
        "two claims",
        party(RACE, 2, ("tempura*6", "dumpling*10"), claims=[{"Ana": 10}, {"Ana": 10}]),
        [],
    ),
    (
        "a claim for no place leaves the cards",
        party(
            RACE,
            4,
            ("tempura*6", "tempura*6", "dumpling*6", "dumpling*6 uramaki-5 uramaki-5 uramaki-4"),
            claims=[{"Ana": 12, "Ben": 12, "Cem": 12, "Dora": 11}],
        ),
        [],
    ),
]


@pytest.mark.parametrize(
    ("table", "expected"), [r[1:] for r in HAND_SIZE_ROWS], ids=[r[0] for r in HAND_SIZE_ROWS]
)
def test_hand_sizes(table: Table, expected: list[tuple[str, int, str]]) -> None:
    assert problems(table, "hand-size") == expected


# ------------------------------------------------------------------ what the box holds


@pytest.mark.parametrize(
    ("face", "number", "code"),
    [("tempura", 14, "deck-limit"), ("wasabi", 6, "deck-limit"), ("maki-2", 12, "face-limit"),
     ("squid-nigiri", 5, "face-limit")],
)  # fmt: skip
def test_sushi_go_cards_add_up_over_the_rounds(face: str, number: int, code: str) -> None:
    first = (f"{face}*{number - 2}", face)
    assert problems(go(2, first, (face, "")), code) == []
    assert problems(go(2, first, (face, face)), code) == [(ERROR, 2, None)]
    # Said once, in the round that brings the card too many.
    assert problems(go(2, first, (face, face), ("", "")), code) == [(ERROR, 2, None)]
    assert problems(go(2, (f"{face}*{number + 1}", "")), code) == [(ERROR, 1, None)]


RESHUFFLED = [
    # What two players have round by round; the problem of a game that puts played cards aside, and
    # of one that shuffles them back: its code, detail and round.
    ("all of a type in each round", ["tempura*14"] * 3, "deck-limit over-rounds 2 3", ""),
    ("all of a face in each round", ["maki-3*8"] * 3, "face-limit over-rounds 2 3", ""),
    ("all wasabi in each round", ["wasabi*6"] * 3, "deck-limit over-rounds 2 3", ""),
    (
        "one card too many in a round",
        ["sashimi*15", "", ""],
        "deck-limit over-rounds 1",
        "deck-limit in-round 1",
    ),
    (
        "too many in the last round alone",
        ["chopsticks", "", "chopsticks*5"],
        "deck-limit over-rounds 3",
        "deck-limit in-round 3",
    ),
    (
        "a face too many in a round",
        ["", "squid-nigiri*6", ""],
        "face-limit over-rounds 2",
        "face-limit in-round 2",
    ),
    ("all puddings, over the game", ["pudding*5", "pudding*4", "pudding"], "", ""),
    (
        "puddings are kept, so they add up either way",
        ["pudding*5", "pudding*5", "pudding"],
        "deck-limit over-rounds 3",
        "deck-limit over-rounds 3",
    ),
]


@pytest.mark.parametrize(
    ("held", "aside", "shuffled"), [row[1:] for row in RESHUFFLED], ids=[r[0] for r in RESHUFFLED]
)
def test_a_house_rule_counts_all_but_puddings_by_the_round(
    held: list[str], aside: str, shuffled: str
) -> None:
    for is_on, expected in ((False, aside), (True, shuffled)):
        rules = {"house_rules": {"reshuffle-each-round": is_on}}
        table = go(2, *((tableau, "") for tableau in held), **rules)
        found = [
            problem
            for problem in scored(table).problems
            if problem.code in ("deck-limit", "face-limit")
        ]
        assert all(problem.severity == ERROR for problem in found)
        code, detail, *rounds = expected.split() or ("", "")
        told = [(problem.code, problem.detail, str(problem.round)) for problem in found]
        assert told == [(code, detail, number) for number in rounds]


def test_promo_soy_sauce_is_shuffled_back_too() -> None:
    promo = {"variants": ["soy-sauce-promo"], "house_rules": {"reshuffle-each-round": True}}
    assert problems(go(2, *[("soy-sauce*4", "")] * 3, **promo), "deck-limit") == []


def test_a_sheet_of_a_whole_game_is_fine_with_the_house_rule_only() -> None:
    """Five players use the same cards in each round: more than the box has, were they put aside."""
    hands = (
        "tempura*5 maki-3 egg-nigiri",
        "tempura*5 maki-3 salmon-nigiri",
        "tempura*4 sashimi*3",
        "sashimi*5 maki-3 pudding",
        "sashimi*6 pudding",
    )
    aside = scored(go(5, *[hands] * 3))
    shuffled = scored(go(5, *[hands] * 3, house_rules={"reshuffle-each-round": True}))
    assert {(one.code, one.severity) for one in aside.problems} == {
        ("deck-limit", ERROR),
        ("face-limit", ERROR),
    }
    assert shuffled.problems == ()
    # It changes no points.
    assert aside.totals == shuffled.totals


def test_the_house_rule_changes_nothing_in_the_other_games() -> None:
    for is_on in (False, True):
        rules = {"house_rules": {"reshuffle-each-round": is_on}}
        full = ("tempura*8", "")
        assert problems(party(PLAIN, 2, full, full, **rules), "deck-limit") == []
        over = party(PLAIN, 2, ("tempura*8", "tempura"), **rules)
        assert problems(over, "deck-limit") == [(ERROR, 1, None)]
        dice = roll(2, ("tempura*6", "tempura"), **rules)
        assert problems(dice, "deck-limit") == problems(
            roll(2, ("tempura*6", "tempura")), "deck-limit"
        )


def test_sushi_go_counts_nigiri_and_maki_of_all_kinds_together() -> None:
    nigiri = "egg-nigiri*5 salmon-nigiri*10 squid-nigiri*5"
    assert problems(go(2, (nigiri, "")), "deck-limit") == []
    assert problems(go(2, (nigiri, "wasabi+egg-nigiri")), "deck-limit") == [(ERROR, 1, None)]
    maki = "maki-1*6 maki-2*12 maki-3*8"
    assert problems(go(2, (maki, "")), "deck-limit", "face-limit") == []
    assert problems(go(2, (maki, "maki-2")), "deck-limit") == [(ERROR, 1, None)]


def test_promo_soy_sauce_is_four_cards() -> None:
    promo = {"variants": ["soy-sauce-promo"]}
    assert problems(go(2, ("soy-sauce*4", ""), **promo), "deck-limit") == []
    assert problems(go(2, ("soy-sauce*4", "soy-sauce"), **promo), "deck-limit") == [
        (ERROR, 1, None)
    ]


PARTY_LIMITS = [
    # As many of the type as the box holds, and one more that is no face too many.
    (PLAIN, "egg-nigiri*4 salmon-nigiri*5 squid-nigiri*2 wasabi+squid-nigiri", "egg-nigiri"),
    (PLAIN, "maki-1*4 maki-2*5 maki-3*3", "maki-2"),
    (RACE, "uramaki-3*4 uramaki-4*4 uramaki-5*4", "uramaki-4"),
    (PLAIN, "sashimi*7 flipped:sashimi", "sashimi"),
    ("master-menu", "tofu*8", "flipped:tofu"),
    (
        "master-menu",
        "onigiri-circle*2 onigiri-triangle*2 onigiri-square*2 onigiri-rectangle*2",
        "onigiri-circle",
    ),
    ("big-banquet", "spoon*3", "spoon"),
    (PLAIN, "wasabi*2 wasabi+egg-nigiri", "wasabi"),
    (
        ORDERS,
        "tempura special-order:tempura flipped:special-order wasabi+special-order:egg-nigiri",
        "special-order:wasabi",
    ),
]


@pytest.mark.parametrize(("menu", "all_cards", "one_more"), PARTY_LIMITS)
def test_party_cards_are_shuffled_back_for_every_round(
    menu: str, all_cards: str, one_more: str
) -> None:
    full, over = (all_cards, "", ""), (all_cards, one_more, "")
    assert problems(party(menu, 3, full, full, full), "deck-limit") == []
    assert problems(party(menu, 3, full, over, full), "deck-limit") == [(ERROR, 2, None)]


def test_a_copy_is_no_card_of_its_type() -> None:
    table = party(ORDERS, 2, ("tempura*8 special-order:tempura*2", "sashimi"))
    assert problems(table, "deck-limit") == []


def test_a_special_order_that_copied_a_dessert_is_out_of_the_game() -> None:
    first = ("pudding special-order:pudding", "")
    two, three = ("tempura special-order:tempura*2", ""), ("tempura special-order:tempura*3", "")
    flipped = ("pudding flipped:special-order:pudding", "")
    assert problems(party(ORDERS, 2, first, two), "deck-limit") == []
    assert problems(party(ORDERS, 2, first, three), "deck-limit") == [(ERROR, 2, None)]
    assert problems(party(ORDERS, 2, flipped, three), "deck-limit") == []


RACE_ICONS = [
    # Case, menu, claims, what lies there, whether the box can hold it: it shows 48 icons.
    ("all icons", RACE, [{"Ana": 18}, {"Ben": 20}], "uramaki-5*2", True),
    ("more than all", RACE, [{"Ana": 18}, {"Ben": 20}], "uramaki-4 uramaki-4 uramaki-3", False),
    ("three copies", RACE_ORDERS, [{"Ana": 30}, {"Ben": 33}], "", True),
    ("more than copies", RACE_ORDERS, [{"Ana": 30}, {"Ben": 34}], "", False),
    ("one copy elsewhere", RACE_ORDERS, [{"Ana": 30}, {"Ben": 28}], "tea special-order:tea", True),
    ("too many then", RACE_ORDERS, [{"Ana": 30}, {"Ben": 29}], "tea special-order:tea", False),
    (
        "a claim for no place left its cards lying",
        RACE,
        [{"Ana": 12, "Ben": 12}, {"Ana": 13, "Ben": 11}],
        "uramaki-5 uramaki-3*2",
        True,
    ),
]


@pytest.mark.parametrize(
    ("menu", "claims", "lying", "fits"), [r[1:] for r in RACE_ICONS], ids=[r[0] for r in RACE_ICONS]
)
def test_uramaki_claimed_and_left_over_are_in_one_box(
    menu: str, claims: list[dict[str, int]], lying: str, fits: bool
) -> None:
    found = problems(party(menu, 2, ("", lying), claims=claims), "deck-limit")
    assert found == ([] if fits else [(ERROR, 1, None)])


ROLL_DICE = [
    # Dice of one kind that the box holds, and one more.
    ("tempura-3*4 sashimi*3 dumpling-2*3", "tempura"),
    ("maki-1 maki-2*2 maki-3*3", "maki-3"),
    ("egg-nigiri squid-nigiri*3 wasabi+salmon-nigiri", "egg-nigiri"),
    ("wasabi menu-2*2 chopsticks-3 wasabi+egg-nigiri", "menu"),
    ("pudding-3*4", "pudding"),
]


@pytest.mark.parametrize(("all_dice", "one_more"), ROLL_DICE)
def test_roll_has_so_many_dice_of_each_kind(all_dice: str, one_more: str) -> None:
    assert problems(roll(2, (all_dice, ""), (all_dice, "")), "deck-limit") == []
    assert problems(roll(2, (all_dice, ""), (all_dice, one_more)), "deck-limit") == [
        (ERROR, 2, None)
    ]


@pytest.mark.parametrize(
    ("menu", "face", "number"),
    [(PLAIN, "salmon-nigiri", 5), (PLAIN, "maki-3", 3), (RACE, "uramaki-4", 4),
     (BOXES, "fruit-orange-orange", 2), (BOXES, "fruit-orange-pineapple", 3),
     (ORDERS, "onigiri-circle", 2)],
)  # fmt: skip
def test_more_of_one_party_face_than_known_is_a_warning(menu: str, face: str, number: int) -> None:
    assert problems(party(menu, 2, (f"{face}*{number}", "")), "face-limit") == []
    assert problems(party(menu, 2, (f"{face}*{number}", face)), "face-limit") == [
        (WARNING, 1, None)
    ]


def test_fruit_adds_up_over_the_rounds_unless_it_was_flipped() -> None:
    fruit = "fruit-orange-orange"
    assert problems(party(BOXES, 2, (fruit, ""), (fruit, "")), "face-limit") == []
    assert problems(party(BOXES, 2, (fruit, ""), (fruit, fruit)), "face-limit") == [
        (WARNING, 2, None)
    ]
    flipped = (f"flipped:{fruit}", "")
    assert problems(party(BOXES, 2, flipped, (fruit, fruit)), "face-limit") == []


# ------------------------------------------------------------------ desserts of Party

DESSERTS_DEALT_IN = [(players, (5, 8, 10)) for players in (2, 3, 4, 5)] + [
    (players, (7, 12, 15)) for players in (6, 7, 8)
]


@pytest.mark.parametrize(("players", "so_far"), DESSERTS_DEALT_IN)
@pytest.mark.parametrize("in_round", [1, 2, 3])
def test_desserts_come_into_the_deck_round_by_round(
    players: int, so_far: tuple[int, ...], in_round: int
) -> None:
    """One dessert in every earlier round, and all the others in the last."""
    most = so_far[in_round - 1] - (in_round - 1)
    before = (("pudding",),) * (in_round - 1)
    assert problems(party(PLAIN, players, *before, (f"pudding*{most}",)), "dessert-limit") == []
    over = party(PLAIN, players, *before, (f"pudding*{most}", "pudding"))
    assert problems(over, "dessert-limit") == [(ERROR, in_round, None)]


DESSERT_ROWS = [
    ("a flipped one goes back", (("flipped:pudding*5",), ("pudding*8",)), []),
    ("a flipped one is a card too", (("flipped:pudding pudding*5",),), [(ERROR, 1, None)]),
    ("a kept one does not go back", (("pudding*5",), ("pudding*4",)), [(ERROR, 2, None)]),
    ("a copy is no dessert card", (("pudding*5 special-order:pudding",), ("pudding*3",)), []),
    ("said once", (("pudding*6",), ("tempura",)), [(ERROR, 1, None)]),
]


@pytest.mark.parametrize(
    ("rounds", "expected"), [r[1:] for r in DESSERT_ROWS], ids=[r[0] for r in DESSERT_ROWS]
)
def test_desserts_that_leave_the_deck(
    rounds: tuple[tuple[str, ...], ...], expected: list[tuple[str, int, None]]
) -> None:
    menu = "maki tempura sashimi dumpling special-order takeout-box pudding"
    assert problems(party(menu, 2, *rounds), "dessert-limit") == expected


# ------------------------------------------------------------------ menus and their cards

LIMITED = [
    # A menu that holds one limited type, and the numbers of players that it is not for.
    ("maki tempura sashimi dumpling menu tea pudding", "menu", {7, 8}),
    (ORDERS, "special-order", {7, 8}),
    ("maki tempura sashimi dumpling spoon tea pudding", "spoon", {2}),
    ("maki tempura sashimi edamame wasabi tea pudding", "edamame", {2}),
    (PLAIN, "", set()),
]


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize(("menu", "type_", "unfit"), LIMITED)
def test_a_menu_fits_the_number_of_players(
    menu: str, type_: str, unfit: set[int], players: int
) -> None:
    expected = [(ERROR, None, None)] if players in unfit else []
    result = scored(party(menu, players, ("",)))
    found = [p for p in result.problems if p.code == "menu-players"]
    assert [(p.severity, p.round, p.player) for p in found] == expected
    assert [p.facts["type"] for p in found] == [type_] * len(expected)


@pytest.mark.parametrize(
    ("menu", "players", "number"),
    [("points-platter", 2, 1), ("points-platter", 7, 1), ("dinner-for-two", 7, 2)],
)
def test_every_type_that_does_not_fit_is_named(menu: str, players: int, number: int) -> None:
    found = problems(party(menu, players, ("",)), "menu-players")
    assert found == [(ERROR, None, None)] * number


NOT_ON_MENU = [
    # Table without and with a card that this game does not use; whose card it is.
    ("soy sauce only with the promo", go(2, ("tempura",)), go(2, ("soy-sauce",))),
    (
        "the promo soy sauce",
        go(2, ("soy-sauce",), variants=["soy-sauce-promo"]),
        go(2, ("tea",), variants=["soy-sauce-promo"]),
    ),
    ("a card of Party in Sushi Go!", go(2, ("maki-3",)), go(2, ("temaki",))),
    ("a die in Sushi Go!", go(2, ("pudding-1",)), go(2, ("pudding-2",))),
    ("a die in Party", party(PLAIN, 2, ("tempura",)), party(PLAIN, 2, ("tempura-2",))),
    ("another appetizer", party(PLAIN, 2, ("tempura",)), party(PLAIN, 2, ("tofu",))),
    (
        "wasabi where there is none",
        party(SPOONS, 3, ("egg-nigiri",)),
        party(SPOONS, 3, ("wasabi+egg-nigiri",)),
    ),
    (
        "an order where there is none",
        party(PLAIN, 2, ("tempura",)),
        party(PLAIN, 2, ("special-order:tempura tempura",)),
    ),
    ("flipped without a box", party(BOXES, 2, ("flipped",)), party(PLAIN, 2, ("flipped",))),
    ("flipped dice", roll(2, ("tempura-3",)), roll(2, ("flipped",))),
    (
        "the front of a flipped card",
        party(BOXES, 2, ("flipped:tempura",)),
        party(BOXES, 2, ("flipped:tofu",)),
    ),
    (
        "a box is discarded when played",
        party(BOXES, 2, ("flipped",)),
        party(BOXES, 2, ("takeout-box",)),
    ),
    (
        "a menu is discarded when played",
        party("party-sampler", 2, ("tofu",)),
        party("party-sampler", 2, ("menu",)),
    ),
    ("a roll of Party at Roll", roll(2, ("maki-3",)), roll(2, ("uramaki-3",))),
    ("a menu die", roll(2, ("menu-3 chopsticks",)), roll(2, ("spoon",))),
    (
        "a claim without uramaki",
        party(RACE, 2, ("tempura",), claims=[{"Ana": 10}]),
        party(PLAIN, 2, ("tempura",), claims=[{"Ana": 10}]),
    ),
]


@pytest.mark.parametrize(
    ("right", "wrong"), [row[1:] for row in NOT_ON_MENU], ids=[row[0] for row in NOT_ON_MENU]
)
def test_cards_of_another_game(right: Table, wrong: Table) -> None:
    assert problems(right, "not-on-menu") == []
    assert problems(wrong, "not-on-menu") == [(ERROR, 1, "Ana")]


def test_every_card_of_another_game_is_named_with_its_player() -> None:
    table = party(PLAIN, 2, ("tofu eel*3", "tempura"), ("", "tofu"))
    found = [
        (p.round, p.player, p.facts["face"]) for p in scored(table).problems if p.code[0] == "n"
    ]
    assert found == [(1, "Ana", "eel"), (1, "Ana", "tofu"), (2, "Ben", "tofu")]


# ------------------------------------------------------------------ special orders

COPIES = [
    # What lies there, and whether the copy can be.
    ("tempura special-order:tempura", True),
    ("special-order:tempura", False),
    ("tempura special-order:tempura*3", True),
    ("maki-2 special-order:maki-3", False),
    ("onigiri-circle special-order:onigiri-circle", True),
    ("onigiri-circle special-order:onigiri-square", False),
    ("pudding special-order:pudding", True),
    ("special-order:pudding", False),
    ("wasabi+egg-nigiri special-order:egg-nigiri", True),
    ("wasabi+egg-nigiri special-order:wasabi", True),
    ("egg-nigiri wasabi+special-order:egg-nigiri", True),
    ("wasabi+special-order:egg-nigiri", False),
    ("special-order:wasabi+egg-nigiri wasabi", True),
    ("special-order:wasabi+egg-nigiri", False),
    ("special-order:chopsticks", True),
    ("special-order:spoon", True),
    ("flipped special-order:tempura", True),
    ("flipped:tempura special-order:tempura", True),
    ("flipped:sashimi special-order:tempura", False),
    ("flipped:special-order special-order:tempura", False),
    ("flipped:special-order", True),
    ("flipped:special-order:menu", True),
    ("special-order:menu", False),
    ("special-order:takeout-box", False),
    ("tempura special-order:special-order", False),
    ("tempura special-order", False),
    ("tofu special-order:tofu", False),
]
COPY_MENUS = {
    "chopsticks": "maki tempura sashimi onigiri special-order chopsticks pudding",
    "spoon": "maki tempura sashimi onigiri special-order spoon pudding",
    "flipped": "maki tempura sashimi onigiri special-order takeout-box pudding",
}


@pytest.mark.parametrize(("text", "can_be"), COPIES)
def test_a_special_order_copies_what_lies_there(text: str, can_be: bool) -> None:
    menu = next((menu for word, menu in COPY_MENUS.items() if word in text), ORDERS)
    found = problems(party(menu, 3, ("", "", text)), "copy-target")
    assert found == ([] if can_be else [(ERROR, 1, "Cem")])


def test_what_another_player_or_round_has_cannot_be_copied() -> None:
    table = party(ORDERS, 2, ("tempura", ""), ("sashimi", "special-order:sashimi"))
    assert problems(table, "copy-target") == [(ERROR, 2, "Ben")]


# ------------------------------------------------------------------ the race, tokens

CLAIMS = [
    ("ten icons", [{"Ana": 10}], []),
    ("nine icons", [{"Ana": 9}], ["Ana"]),
    ("three places", [{"Ana": 10}, {"Ben": 10}, {"Cem": 10}], []),
    ("no fourth", [{"Ana": 10}, {"Ben": 10}, {"Cem": 10}, {"Ana": 10}], ["Ana"]),
    ("two share a place and use up two", [{"Ana": 10, "Ben": 10}, {"Cem": 10}], []),
    ("so no fourth then", [{"Ana": 10, "Ben": 10}, {"Cem": 10}, {"Ben": 12}], ["Ben"]),
    ("the last place for two", [{"Ana": 10}, {"Ana": 10}, {"Ben": 11, "Cem": 11}], []),
    ("no place left on that turn", [{"Ana": 10}, {"Ana": 10}, {"Ben": 11, "Cem": 10}], []),
    ("too few icons use up nothing", [{"Ana": 9}, *[{"Ben": 10}] * 3], ["Ana"]),
    ("below nothing", [{"Ana": -3}], ["Ana"]),
]


@pytest.mark.parametrize(
    ("claims", "wrong"), [row[1:] for row in CLAIMS], ids=[row[0] for row in CLAIMS]
)
def test_claims_need_ten_icons_and_a_place(claims: list[dict[str, int]], wrong: list[str]) -> None:
    found = problems(party(RACE, 3, ("", "", ""), claims=claims), "uramaki-claim")
    assert found == [(ERROR, 1, name) for name in wrong]


LYING = [
    # Three tableaus, the claims before, and whose icons cannot still lie there.
    ("nine", ("uramaki-5 uramaki-4", "", ""), [], []),
    ("ten", ("uramaki-5*2", "", ""), [], ["Ana"]),
    ("everybody", ("uramaki-4*2 uramaki-3", "uramaki-5*2", "uramaki-5*2"), [], [*NAMES[:3]]),
    ("one place is open", ("uramaki-5*2", "", ""), [{"Ben": 10}, {"Cem": 10}], ["Ana"]),
    ("no place is open", ("uramaki-5*2", "", ""), [{"Ben": 10}, {"Cem": 10}, {"Ben": 10}], []),
    ("nine on one turn are none", ("uramaki-5*2", "", ""), [{"Cem": 12}, {"Ben": 9}], ["Ana"]),
    ("a tie uses up two", ("uramaki-5*2", "", ""), [{"Ana": 10}, {"Ben": 11, "Cem": 11}], []),
    ("a tie leaves one", ("uramaki-5*2", "", ""), [{"Ben": 11, "Cem": 11}], ["Ana"]),
    ("too few use up nothing", ("uramaki-5*2", "", ""), [{"Ben": 9}] * 3, ["Ana"]),
    ("who has claimed needs ten new ones", ("uramaki-4*3", "", ""), [{"Ana": 10}], ["Ana"]),
    ("copies count", ("uramaki-5 special-order:uramaki-5", "", ""), [], ["Ana"]),
    ("flipped ones do not", ("uramaki-5*1 flipped:uramaki-5*2", "", ""), [], []),
    ("nobody's together", ("uramaki-5", "uramaki-5", "uramaki-5"), [], []),
]


@pytest.mark.parametrize(
    ("tableaus", "claims", "wrong"), [row[1:] for row in LYING], ids=[row[0] for row in LYING]
)
def test_ten_icons_do_not_lie_while_a_place_is_open(
    tableaus: tuple[str, ...], claims: list[dict[str, int]], wrong: list[str]
) -> None:
    result = scored(party(RACE, 3, tableaus, claims=claims))
    found = [p for p in result.problems if p.detail in ("unclaimed", "claimed")]
    assert [(p.code, str(p.severity), p.round, p.player) for p in found] == [
        ("uramaki-claim", ERROR, 1, name) for name in wrong
    ]
    winners = {name for turn in claims for name, icons in turn.items() if icons >= 10}
    assert [p.detail for p in found] == [
        "claimed" if name in winners else "unclaimed" for name in wrong
    ]


def test_the_icons_that_lie_are_counted_round_by_round() -> None:
    """Claims of one round open or close no place of another, and icons are not added up."""
    gone = [{"Ana": 10}, {"Ben": 10}, {"Cem": 10}]
    lying = ("uramaki-4*2", "uramaki-3*4", "")
    found = [p for p in scored(party(RACE, 3, lying, lying, claims=gone)).problems if p.detail]
    assert [(p.round, p.player, p.facts["icons"]) for p in found if p.code == "uramaki-claim"] == [
        (2, "Ben", 12)
    ]


def test_a_menu_without_uramaki_has_no_race() -> None:
    table = party(PLAIN, 2, ("uramaki-5*2", ""))
    assert problems(table, "uramaki-claim") == []
    assert (ERROR, 1, "Ana") in problems(table, "not-on-menu")


# ------------------------------------------------------------------ bare wasabi

BARE = [
    # What lies there; free wasabi and the nigiri that may lie on them, or nothing to ask.
    ("wasabi squid-nigiri", (1, "squid-nigiri")),
    ("wasabi+squid-nigiri", None),
    ("wasabi", None),
    ("squid-nigiri", None),
    ("wasabi+squid-nigiri wasabi", None),
    ("wasabi+squid-nigiri egg-nigiri", None),
    ("wasabi+squid-nigiri wasabi egg-nigiri", (1, "egg-nigiri")),
    ("wasabi*2 egg-nigiri*2 salmon-nigiri", (2, "egg-nigiri*2 salmon-nigiri")),
    ("flipped:wasabi squid-nigiri", None),
    ("wasabi flipped:squid-nigiri", None),
    ("wasabi flipped", None),
    ("special-order:wasabi squid-nigiri flipped:wasabi", (1, "squid-nigiri")),
    ("special-order:wasabi+egg-nigiri squid-nigiri flipped:wasabi", None),
    # Both may be on it; but one that copies a nigiri on a wasabi never is.
    (
        "wasabi egg-nigiri special-order:egg-nigiri",
        (1, "egg-nigiri special-order:egg-nigiri"),
    ),
    ("wasabi wasabi+egg-nigiri special-order:egg-nigiri", None),
    ("wasabi wasabi+egg-nigiri special-order:egg-nigiri salmon-nigiri", (1, "salmon-nigiri")),
    (
        "wasabi wasabi+egg-nigiri egg-nigiri special-order:egg-nigiri",
        (1, "egg-nigiri special-order:egg-nigiri"),
    ),
    (
        "wasabi wasabi+egg-nigiri flipped:egg-nigiri special-order:egg-nigiri",
        (1, "special-order:egg-nigiri"),
    ),
    ("wasabi flipped:egg-nigiri special-order:egg-nigiri", (1, "special-order:egg-nigiri")),
]
DIPS = "maki tempura sashimi special-order wasabi tofu pudding"
BOXED = "maki tempura sashimi takeout-box wasabi tofu pudding"


@pytest.mark.parametrize(("text", "asked"), BARE)
def test_a_free_wasabi_beside_a_bare_nigiri_is_asked_about(
    text: str, asked: tuple[int, str] | None
) -> None:
    menu = BOXED if "flipped" in text else DIPS
    found = [p for p in scored(party(menu, 2, ("wasabi", text))).problems if p.code[0] == "b"]
    told = [(str(p.severity), p.round, p.player, dict(p.facts)) for p in found]
    facts = {"wasabi": asked[0], "nigiri": asked[1]} if asked else {}
    assert told == ([(WARNING, 1, "Ben", facts)] if asked else [])


def test_dice_and_the_dummy_are_asked_about_too() -> None:
    dice = roll(2, ("", ""), ("egg-nigiri wasabi tempura-2", "wasabi+egg-nigiri"))
    assert problems(dice, "bare-wasabi") == [(WARNING, 2, "Ana")]
    dummy = go(2, ("", "", "squid-nigiri wasabi"), variants=["two-player-dummy"])
    assert problems(dummy, "bare-wasabi") == [(WARNING, 1, "dummy")]


KEPT = [
    # A nigiri that was flipped may still lie on its wasabi, where that does not free it.
    ("wasabi flipped:squid-nigiri egg-nigiri", 1),
    ("wasabi*2 flipped:squid-nigiri egg-nigiri", 2),
]


@pytest.mark.parametrize(("text", "free"), KEPT)
def test_a_flipped_nigiri_may_keep_its_wasabi(text: str, free: int) -> None:
    for frees, left in ((True, free), (False, free - 1)):
        rules = {"flipped-nigiri-frees-wasabi": frees}
        result = scored(party(BOXED, 2, (text, ""), house_rules=rules))
        found = [p.facts["wasabi"] for p in result.problems if p.code == "bare-wasabi"]
        assert found == ([left] if left else [])


TOKENS = [
    ({"Ana": {"menu": 10}, "Ben": {"menu": 8}}, 0),
    ({"Ana": {"menu": 10}, "Ben": {"menu": 9}}, 1),
    ({"Ana": {"chopsticks": 12}}, 0),
    ({"Ana": {"chopsticks": 12}, "Ben": {"chopsticks": 1}}, 1),
    ({"Ana": {"chopsticks": 12, "menu": 18}}, 0),
    ({"Ana": {"chopsticks": 13, "menu": 19}}, 2),
]


@pytest.mark.parametrize(("tokens_left", "number"), TOKENS)
def test_no_more_tokens_are_left_than_the_box_holds(
    tokens_left: dict[str, dict[str, int]], number: int
) -> None:
    found = problems(roll(2, ("", ""), tokens_left=tokens_left), "token-limit")
    assert found == [(ERROR, None, None)] * number


# ------------------------------------------------------------------ all at once


def test_a_right_game_has_no_problem() -> None:
    first = ("tempura*4 sashimi*3 pudding*3", "dumpling*5 maki-3*2 wasabi+squid-nigiri chopsticks")
    second = ("tempura*4 sashimi*3 dumpling*3", "maki-2*5 salmon-nigiri*5")
    third = ("tempura*4 sashimi*3 dumpling*3", "maki-2*5 maki-1*2 pudding*3")
    assert scored(go(2, first, second, third)).problems == ()


def test_problems_are_all_named_and_do_not_stop_the_scoring() -> None:
    table = party(
        "cutthroat-combo",
        2,
        ("tofu*2 tempura eel*9", "flipped"),
        ("special-order:eel", "pudding*9 egg-nigiri*5"),
        claims=[{"Ana": 3}],
    )
    result = scored(table)
    found = {(p.code, str(p.severity), p.round, p.player) for p in result.problems}
    assert found == {
        ("menu-players", ERROR, None, None),
        ("not-on-menu", ERROR, 1, "Ana"),
        ("not-on-menu", ERROR, 1, "Ben"),
        ("not-on-menu", ERROR, 2, "Ana"),
        ("copy-target", ERROR, 2, "Ana"),
        ("uramaki-claim", ERROR, 1, "Ana"),
        ("hand-size", ERROR, 1, "Ana"),
        ("hand-size", WARNING, 1, "Ben"),
        ("hand-size", WARNING, 2, "Ana"),
        ("hand-size", ERROR, 2, "Ben"),
        ("deck-limit", ERROR, 1, None),
        ("dessert-limit", ERROR, 2, None),
        ("face-limit", WARNING, 2, None),
    }
    assert [p.round or 0 for p in result.problems] == sorted(p.round or 0 for p in result.problems)
    # Tofu, eels, temaki and one more eel; a flipped card, temaki and egg nigiri.
    assert result.totals == {"Ana": 6 + 7 + 4 - 3 + 4, "Ben": 2 + 4 + 5 + 4}


def problems(table: Table, *codes: str) -> list[tuple[str, int | None, str | None]]:
    """The problems of these codes on a sheet: severity, round, player."""
    return [(str(p.severity), p.round, p.player) for p in scored(table).problems if p.code in codes]


@pytest.mark.parametrize(
    ("problem", "path"),
    [
        (error("menu-players", "x"), "menu"),
        (error("token-limit", "x"), "tokens_left"),
        (error("deck-limit", "x", 2), "rounds[1]"),
        (error("hand-size", "x", 1, "Ana"), "rounds[0].tableaus.Ana"),
        (error("uramaki-claim", "x", 3, "Ana"), "rounds[2].uramaki_claims"),
    ],
)
def test_a_problem_knows_where_it_stands_on_the_sheet(problem: Problem, path: str) -> None:
    assert problem.path == path
