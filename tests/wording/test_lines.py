"""Every kind of score line is explained with its arithmetic."""

import gc
import weakref

import pytest

from referee.rules import RULESETS, HouseRules, Setting, parse_tableau, score_round
from referee.wording import citation, explain
from referee.wording.explanations.citations import has_rule
from tests.wording.tables import scored, setting_of


def round_words(*table, **rules):
    """What is said of the first seat's line."""
    lines, names = scored(*table, **rules)
    return explain(lines[0], 0, names)


def end_words(game, type_, tableaus, tokens=None, **more):
    lines, names = scored(game, type_, tableaus, at_end=True, tokens=tokens, **more)
    return explain(lines[0], 0, names, at_end=True)


OWN = {
    "sushi-go": [
        ("nigiri", "squid-nigiri", "1 squid nigiri: 3 points"),
        ("nigiri", "egg-nigiri", "1 egg nigiri: 1 point"),
        ("nigiri", "egg-nigiri*2", "2 egg nigiri, 2 × 1: 2 points"),
        ("nigiri", "wasabi+squid-nigiri", "1 squid nigiri on wasabi, 3 × 3: 9 points"),
        ("nigiri", "wasabi+salmon-nigiri*2", "2 salmon nigiri on wasabi, 2 × 2 × 3: 12 points"),
        (
            "nigiri",
            "wasabi+squid-nigiri egg-nigiri",
            "1 squid nigiri on wasabi = 3 × 3 = 9, 1 egg nigiri = 1: 10 points",
        ),
        ("wasabi", "wasabi", "1 wasabi without nigiri: 0 points"),
        ("wasabi", "wasabi*2", "2 wasabi without nigiri: 0 points"),
        ("tempura", "tempura", "1 tempura, no pair: 0 points"),
        ("tempura", "tempura*3", "3 tempura, 1 pair: 5 points"),
        ("tempura", "tempura*4", "4 tempura, 2 pairs: 10 points"),
        ("sashimi", "sashimi*2", "2 sashimi, no set of three: 0 points"),
        ("sashimi", "sashimi*3", "3 sashimi, 1 set of three: 10 points"),
        ("sashimi", "sashimi*6", "6 sashimi, 2 sets of three: 20 points"),
        ("dumpling", "dumpling", "1 dumpling: 1 point"),
        ("dumpling", "dumpling*4", "4 dumplings: 10 points"),
        ("dumpling", "dumpling*6", "6 dumplings, of which 5 pay: 15 points"),
        ("chopsticks", "chopsticks", "1 chopsticks card, unused: 0 points"),
        ("chopsticks", "chopsticks*2", "2 chopsticks cards, unused: 0 points"),
        ("pudding", "pudding", "1 pudding: scored at the end of the game"),
        ("pudding", "pudding*2", "2 puddings: scored at the end of the game"),
        ("tofu", "tofu", "tofu, not in this game: 0 points"),
        ("takeout-box", "flipped", "takeout box, not in this game: 0 points"),
    ],
    "sushi-go-party": [
        (
            "nigiri",
            "wasabi+squid-nigiri*2 squid-nigiri*2",
            "2 squid nigiri on wasabi = 2 × 3 × 3 = 18, 2 squid nigiri = 6: 24 points",
        ),
        (
            "nigiri",
            "salmon-nigiri egg-nigiri*2",
            "1 salmon nigiri = 2, 2 egg nigiri = 2: 4 points",
        ),
        ("eel", "eel", "1 eel, all alone: loses 3 points"),
        ("eel", "eel*2", "2 eels: 7 points"),
        ("eel", "eel*3", "3 eels score the same as 2: 7 points"),
        ("tofu", "tofu", "1 tofu: 2 points"),
        ("tofu", "tofu*2", "2 tofu: 6 points"),
        ("tofu", "tofu*3", "3 tofu, more than two score nothing: 0 points"),
        ("onigiri", "onigiri-circle", "1 onigiri: 1 point"),
        ("onigiri", "onigiri-circle onigiri-square", "2 onigiri of different shapes: 4 points"),
        (
            "onigiri",
            "onigiri-circle onigiri-triangle onigiri-square*2",
            "4 onigiri: a set of 3 shapes = 9, a single one = 1: 10 points",
        ),
        (
            "onigiri",
            "onigiri-circle*2 onigiri-square*2",
            "4 onigiri, 2 sets of 2 shapes, 4 each: 8 points",
        ),
        (
            "onigiri",
            "onigiri-circle onigiri-square*3",
            "4 onigiri: a set of 2 shapes = 4, 2 single ones = 2: 6 points",
        ),
        (
            "onigiri",
            "onigiri-circle*2 onigiri-triangle*2 onigiri-square*3",
            "7 onigiri: 2 sets of 3 shapes = 2 × 9 = 18, a single one = 1: 19 points",
        ),
        ("onigiri", "onigiri-circle*2", "2 onigiri of one shape, 1 each: 2 points"),
        ("miso-soup", "miso-soup", "1 miso soup: 3 points"),
        ("miso-soup", "miso-soup*2", "2 miso soups, 3 each: 6 points"),
        ("spoon", "spoon", "1 spoon, unused: 0 points"),
        ("spoon", "spoon*2", "2 spoons, unused: 0 points"),
        ("menu", "menu", "1 menu, no points: 0 points"),
        ("special-order", "special-order", "1 special order, nothing copied: 0 points"),
        ("takeout-box", "flipped:tofu", "1 flipped card: 2 points"),
        ("takeout-box", "flipped*3", "3 flipped cards, 2 each: 6 points"),
        ("takeout-box", "takeout-box", "a takeout box itself scores nothing: 0 points"),
        (
            "green-tea-ice-cream",
            "green-tea-ice-cream",
            "1 green tea ice cream: scored at the end of the game",
        ),
        (
            "fruit",
            "fruit-orange-orange fruit-watermelon-orange",
            "1 watermelon, 3 oranges: scored at the end of the game",
        ),
        (
            "tea",
            "tea*2 wasabi+squid-nigiri salmon-nigiri*2",
            "2 teas × 4 cards (yellow, nigiri and wasabi): 8 points",
        ),
        ("tea", "tea", "1 tea × 1 card (dark red, tea): 1 point"),
        ("tea", "tea flipped*3", "1 tea × 3 cards (flipped cards): 3 points"),
    ],
    "sushi-roll": [
        ("eel", "eel", "eel, not in this game: 0 points"),
        ("tempura", "tempura", "1 tempura icon: 1 point"),
        ("tempura", "tempura-3", "3 tempura icons: 10 points"),
        (
            "tempura",
            "tempura-3 tempura",
            "4 tempura icons: a set of three = 10, 1 more = 1: 11 points",
        ),
        (
            "dumpling",
            "dumpling-3*2 dumpling",
            "7 dumpling icons: 2 sets of three = 2 × 8 = 16, 1 more = 2: 18 points",
        ),
        (
            "sashimi",
            "sashimi-3 sashimi-2",
            "5 sashimi icons: a set of three = 13, 2 more = 6: 19 points",
        ),
        ("sashimi", "sashimi-3*2", "6 sashimi icons, 2 sets of three, 13 each: 26 points"),
        ("menu", "menu-2", "2 menu icons, taken as tokens: 0 points"),
        ("chopsticks", "chopsticks", "1 chopsticks icon, taken as a token: 0 points"),
        ("chopsticks", "chopsticks-2", "2 chopsticks icons, taken as tokens: 0 points"),
        ("pudding", "pudding-2", "2 pudding icons: scored at the end of the game"),
        ("wasabi", "wasabi", "1 wasabi without nigiri: 0 points"),
    ],
}


@pytest.mark.parametrize(
    ("game", "type_", "tableau", "words"), [(game, *row) for game in OWN for row in OWN[game]]
)
def test_a_line_of_ones_own_cards(game, type_, tableau, words):
    assert round_words(game, type_, [tableau, ""]) == words


COMPARED = [
    # Sushi Go! maki: split, remainder dropped, no second place after a tie for the most
    (
        ("sushi-go", "maki", ["maki-3 maki-2", "maki-3", "maki-3", "maki-2"]),
        "Maki rolls: Ana 5, Ben 3, Cem 3, Dia 2. Ana has the most: 6 points. "
        "Ben and Cem tie for second and share 3: 1 each, the remainder is dropped.",
    ),
    (
        ("sushi-go", "maki", ["maki-3", "maki-3", "maki-2"]),
        "Maki rolls: Ana 3, Ben 3, Cem 2. Ana and Ben tie for the most and share 6: 3 each. "
        "After a tie for the most there is no second place.",
    ),
    (
        ("sushi-go", "maki", ["maki-3"] * 4),
        "Maki rolls: Ana 3, Ben 3, Cem 3, Dia 3. Ana, Ben, Cem and Dia tie for the most and share "
        "6: 1 each, the remainder is dropped.",
    ),
    (
        ("sushi-go", "maki", ["maki-1", "tempura"]),
        "Maki rolls: Ana 1. Ana has the most: 6 points.",
    ),
    (
        ("sushi-go", "maki", ["maki-1", "maki-2", "maki-3"]),
        "Maki rolls: Ana 1, Ben 2, Cem 3. Cem has the most: 6 points. Ben is second: 3 points. "
        "Ana: 0 points.",
    ),
    # Party and Roll: in full, no place skipped
    (
        ("sushi-go-party", "maki", ["maki-3", "maki-3", "maki-2"]),
        "Maki rolls: Ana 3, Ben 3, Cem 2. Ana and Ben tie for the most: 6 points each. "
        "Cem is second: 3 points.",
    ),
    (
        ("sushi-go-party", "maki", ["maki-3", "maki-2", "maki-2", "maki-1", "maki-1", "tofu"]),
        "Maki rolls: Ana 3, Ben 2, Cem 2, Dia 1, Eli 1. Ana has the most: 6 points. "
        "Ben and Cem tie for second: 4 points each. Dia and Eli tie for third: 2 points each.",
    ),
    (
        ("sushi-roll", "maki", ["maki-2*2", "maki-3"]),
        "Maki rolls: Ana 4, Ben 3. Ana has the most: 6 points. Ben is second: 3 points.",
    ),
    (
        ("sushi-go-party", "temaki", ["temaki*3", "temaki", ""]),
        "Temaki: Ana 3, Ben 1, Cem 0. Ana has the most: 4 points. "
        "Cem has the fewest: loses 4 points.",
    ),
    (
        ("sushi-go-party", "temaki", ["temaki", "", ""]),
        "Temaki: Ana 1, Ben 0, Cem 0. Ana has the most: 4 points. "
        "Ben and Cem tie for the fewest: each loses 4 points.",
    ),
    (
        ("sushi-go-party", "temaki", ["temaki"] * 3),
        "Temaki: Ana 1, Ben 1, Cem 1. All have the most and the fewest at once: 4 − 4 = 0 points.",
    ),
    (
        ("sushi-go-party", "temaki", ["temaki", ""]),
        "Temaki: Ana 1, Ben 0. Ana has the most: 4 points. With two players nobody loses points.",
    ),
    (
        ("sushi-go-party", "temaki", ["temaki", "temaki"]),
        "Temaki: Ana 1, Ben 1. Ana and Ben tie for the most: 4 points each. "
        "With two players nobody loses points.",
    ),
    (
        ("sushi-go-party", "edamame", ["edamame*3", "edamame", "tofu"]),
        "3 edamame × 1 opponent with edamame (Ben): 3 points",
    ),
    (
        ("sushi-go-party", "edamame", ["edamame*3", "edamame*2", "edamame"]),
        "3 edamame × 2 opponents with edamame (Ben and Cem): 6 points",
    ),
    (
        ("sushi-go-party", "edamame", ["edamame", "tofu", "tofu"]),
        "1 edamame, and nobody else has any: 0 points",
    ),
    (
        ("sushi-go-party", "edamame", ["edamame*2", *["edamame"] * 5]),
        "2 edamame × 4, the most for one card (5 opponents have some): 8 points",
    ),
    (
        ("sushi-go-party", "soy-sauce", ["soy-sauce*2 tofu", "eel"]),
        "Colours: Ana 2, Ben 1. Ana has the most. Ana has 2 soy sauces, 4 each: 8 points.",
    ),
    (
        ("sushi-go-party", "soy-sauce", ["soy-sauce", "eel"]),
        "Colours: Ana 1, Ben 1. Ana and Ben tie for the most. Ana has a soy sauce: 4 points.",
    ),
    (
        ("sushi-go-party", "soy-sauce", ["soy-sauce", "eel tofu"]),
        "Colours: Ana 1, Ben 2. Ben has the most. "
        "Ana has a soy sauce, but not the most colours: 0 points.",
    ),
    (
        ("sushi-go-party", "soy-sauce", ["soy-sauce*2", "eel tofu"]),
        "Colours: Ana 1, Ben 2. Ben has the most. "
        "Ana has 2 soy sauces, but not the most colours: 0 points.",
    ),
    (
        ("sushi-go+soy-sauce-promo", "soy-sauce", ["soy-sauce", "soy-sauce", "maki-1 tempura"]),
        "Colours of those with soy sauce: Ana 1, Ben 1. Ana and Ben tie for the most and share 4: "
        "2 each.",
    ),
    (
        ("sushi-go+soy-sauce-promo", "soy-sauce", ["soy-sauce", "soy-sauce maki-1"]),
        "Colours of those with soy sauce: Ana 1, Ben 2. Ben has the most: 4 points. Ana: 0 points.",
    ),
]


@pytest.mark.parametrize(("table", "words"), COMPARED)
def test_a_line_of_a_comparison(table, words):
    assert round_words(*table) == words


class Name(str):
    """A name of which can be told whether anything still has it."""

    __slots__ = ("__weakref__",)


def test_long_names_are_not_remembered():
    scores = score_round(setting_of("sushi-go", 2), [parse_tableau("maki-1")] * 2)
    (line,) = scores[0].lines
    for longest in (4, 20_000):
        names = [Name(letter * longest) for letter in "ab"]
        kept = [weakref.ref(name) for name in names]
        assert explain(line, 0, names).count(names[1]) == 2
        del names
        gc.collect()
        assert [name() is not None for name in kept] == [longest == 4] * 2


URAMAKI = [
    (
        ["", "uramaki-4"],
        [[(0, 12)]],
        "Ana claimed 12 icons, first place: 8 points.",
    ),
    (
        ["uramaki-3", "uramaki-4"],
        [[(0, 12)], [(1, 10)]],
        "Ana claimed 12 icons, first place: 8 points. Icons left at the end: Ana 3, Ben 4. "
        "Ben takes third place: 2 points; Ana gets no more.",
    ),
    (
        ["uramaki-3", "uramaki-4"],
        [[(0, 12)], [(1, 10)], [(1, 10)]],
        "Ana claimed 12 icons, first place: 8 points. Icons left at the end: Ana 3, Ben 4. "
        "All places are gone; Ana gets no more.",
    ),
    (
        ["uramaki-3", "uramaki-4"],
        [],
        "Icons left at the end: Ana 3, Ben 4. Ben takes first place: 8 points; Ana: 0 points.",
    ),
    (
        ["uramaki-5", ""],
        [[(0, 12), (1, 12)]],
        "Ana claimed 12 icons, first place tied with Ben: 8 points. Icons left at the end: "
        "Ana 5. Ana takes third place: 2 points. 10 points in all.",
    ),
    (
        ["uramaki-5", "uramaki-5"],
        [],
        "Icons left at the end: Ana 5, Ben 5. Ana and Ben tie for first place: 8 points each.",
    ),
    (
        ["uramaki-5", ""],
        [[(1, 10)], [(1, 10)], [(1, 10)]],
        "Icons left at the end: Ana 5. All places are gone: 0 points.",
    ),
    (["", ""], [[(0, 9)]], "Ana claimed 9 icons, fewer than 10: 0 points."),
    (
        ["", ""],
        [[(1, 10)], [(1, 10)], [(1, 10)], [(0, 10)]],
        "Ana claimed 10 icons, all places are gone: 0 points.",
    ),
]


@pytest.mark.parametrize(("tableaus", "claims", "words"), URAMAKI)
def test_a_line_of_the_uramaki_race(tableaus, claims, words):
    assert round_words("sushi-go-party", "uramaki", tableaus, claims) == words


def test_every_place_of_a_cascade_is_told():
    words = round_words(
        "sushi-go-party", "uramaki", ["uramaki-5", "uramaki-4", ""], uramaki_cascade=True
    )
    assert words == (
        "Icons left at the end: Ana 5, Ben 4. Ana takes first place: 8 points; "
        "Ben takes second place: 5 points."
    )


END = [
    (
        ("sushi-go", "pudding", ["pudding*4", "pudding*3", "", ""]),
        "Pudding: Ana 4, Ben 3, Cem 0, Dia 0. Ana has the most: 6 points. "
        "Cem and Dia tie for the fewest and share the loss of 6: −3 each.",
    ),
    (
        ("sushi-go", "pudding", ["pudding", "", "", "", ""]),
        "Pudding: Ana 1, Ben 0, Cem 0, Dia 0, Eli 0. Ana has the most: 6 points. "
        "Ben, Cem, Dia and Eli tie for the fewest and share the loss of 6: −1 each, "
        "the remainder is dropped.",
    ),
    (
        ("sushi-go", "pudding", ["pudding"] * 3),
        "Pudding: Ana 1, Ben 1, Cem 1. All have the same number: nobody scores.",
    ),
    (
        ("sushi-go", "pudding", ["pudding", "pudding"]),
        "Pudding: Ana 1, Ben 1. Both have the same number: nobody scores.",
    ),
    (
        ("sushi-go", "pudding", ["pudding", ""]),
        "Pudding: Ana 1, Ben 0. Ana has the most: 6 points. With two players nobody loses points.",
    ),
    (
        ("sushi-go+two-player-dummy", "pudding", ["pudding", "pudding*2", ""]),
        "Pudding: Ana 1, Ben 2, the dummy 0. Ben has the most: 6 points. The dummy has the fewest: "
        "loses 6 points. Ana: 0 points.",
    ),
    (
        ("sushi-roll", "pudding", ["pudding-2", "pudding-2", "pudding-2"]),
        "Pudding: Ana 2, Ben 2, Cem 2. All have the most and the fewest at once: 6 − 6 = 0 points.",
    ),
    (
        ("sushi-go-party", "green-tea-ice-cream", ["green-tea-ice-cream*3", ""]),
        "3 green tea ice creams, no set of four: 0 points",
    ),
    (
        ("sushi-go-party", "green-tea-ice-cream", ["green-tea-ice-cream*5", ""]),
        "5 green tea ice creams, 1 set of four: 12 points",
    ),
    (
        ("sushi-go-party", "green-tea-ice-cream", ["green-tea-ice-cream*8", ""]),
        "8 green tea ice creams, 2 sets of four: 24 points",
    ),
    (
        ("sushi-go-party", "fruit", ["fruit-orange-pineapple fruit-pineapple-pineapple*2", ""]),
        "0 watermelons = −2, 1 orange = 0, 5 pineapples = 10: 8 points",
    ),
    (("sushi-roll", "tokens", ["", ""], [{"menu": 1}, {}]), "1 unused token, no pair: 0 points"),
    (
        ("sushi-roll", "tokens", ["", ""], [{"menu": 1, "chopsticks": 2}, {}]),
        "3 unused tokens, 1 pair: 1 point",
    ),
    (("sushi-roll", "tokens", ["", ""], [{"menu": 4}, {}]), "4 unused tokens, 2 pairs: 2 points"),
]


@pytest.mark.parametrize(("table", "words"), END)
def test_a_line_of_the_games_end(table, words):
    assert end_words(*table) == words


def test_no_fruit_at_all_is_told_too():
    words = end_words("sushi-go-party", "fruit", ["", "fruit-orange-orange"], menu="dinner-for-two")
    assert words == "no fruit at all: loses 6 points"


def test_a_switched_off_tie_of_two_pays_nobody():
    words = round_words(
        "sushi-go-party", "temaki", ["temaki"] * 2, two_player_tie_scores_most=False
    )
    assert words == "Temaki: Ana 1, Ben 1. Both have the same number: nobody scores."


def test_a_dummy_that_takes_no_part_says_so():
    promo = frozenset({"two-player-dummy", "soy-sauce-promo"})
    setting = Setting("sushi-go", 2, None, promo, HouseRules(dummy_takes_awards=False))
    scores = score_round(setting, [parse_tableau(text) for text in ("", "", "soy-sauce")])
    words = explain(scores[2].lines[0], 2, ["Ana", "Ben", "dummy"])
    assert words == "The dummy takes no part in the comparison: 0 points"


def test_per_cent_signs_in_names_are_left_alone():
    setting = setting_of("sushi-go", 2)
    scores = score_round(setting, [parse_tableau("maki-1"), parse_tableau("maki-2")])
    words = explain(scores[0].lines[0], 0, ["100%(s", "%d %%"])
    assert "100%(s 1, %d %% 2." in words


def test_every_line_that_a_game_has_a_rule_for_can_be_cited():
    for slug, ruleset in RULESETS.items():
        setting = setting_of(slug, max(ruleset.players))
        scored = {
            **ruleset.alone,
            **ruleset.compared(setting),
            **ruleset.game_end_alone,
            **ruleset.game_end_compared(setting),
        }
        for type_ in scored:
            assert has_rule(f"{slug}/{type_}"), (slug, type_)
            cited = citation(f"{slug}/{type_}")
            assert cited.rulebook
            assert cited.section


def test_a_foreign_card_is_cited_as_such():
    cited = citation("sushi-go/tofu")
    assert (cited.rulebook, cited.section) == ("Sushi Go!", "")
    assert "does not have this" in cited.ruling
