"""Where the rulebook leaves something open, it is said, and which house rule decided; where that
changes nothing, nothing is said."""

import pytest

from referee.rules import (
    SWITCHES,
    HouseRules,
    RoundSheet,
    Setting,
    Sheet,
    parse_tableau,
    score_round,
)
from referee.rules.house_rule_effects import (
    Deciding,
    deciding_at_end,
    deciding_switches,
    ranking_decided_by,
    turned,
)
from referee.rules.house_rules import changed_switches
from referee.rules.menus import own_menu
from referee.rules.tableau import EMPTY
from referee.wording.explanations.rule_gaps import ranking_silences, silence, silences
from referee.wording.names import switch_name

MENU = ("maki", "miso-soup", "tofu", "eel", "tea", "soy-sauce", "pudding")
BY_NAME = {switch.name: switch for switch in SWITCHES}
PARTY, PROMO = "sushi-go-party", "sushi-go+soy-sauce-promo"
WITH_DUMMY = "sushi-go+two-player-dummy"
ZERO, AWARDS = "zero-maki-scores", "dummy-takes-awards"
DESSERTS, FLIPPED = "desserts-count-as-colours", "flipped-cards-share-a-colour"


def setting_of(game, seats, menu=MENU, **rules):
    """A game by its short name: ``sushi-go+two-player-dummy``, ``sushi-go-party``."""
    slug, _, variants = game.partition("+")
    dummy = "two-player-dummy" in variants
    own = own_menu(list(menu)) if slug == PARTY else None
    chosen = frozenset(filter(None, variants.split("+")))
    return Setting(slug, seats - dummy, own, chosen, HouseRules(**rules))


def round_of(tableaus, claims=()):
    return RoundSheet(tuple(parse_tableau(text) for text in tableaus), tuple(claims))


def decided(deciding):
    """The names of the switches, by seat and type."""
    return {cell: [switch.name for switch in found] for cell, found in deciding.items()}


def of_type(found, type_):
    return {seat: names for (seat, type_of_line), names in found.items() if type_of_line == type_}


def deciding_in_round(setting: Setting, round_: RoundSheet) -> Deciding:
    """The switches on which the lines of a round depend, as its cards lie."""
    return deciding_switches(
        setting, lambda other: score_round(other, round_.tableaus, round_.claims)
    )


ROUNDS = [
    # Ana alone has maki: the second place is left, and nobody without maki takes it.
    ("sushi-go", ["maki-3", "", ""], {}, "maki", ZERO, {0, 1, 2}),
    ("sushi-go", ["maki-3", "", ""], {"zero_maki_scores": True}, "maki", ZERO, {0, 1, 2}),
    # Nobody has any: with the house rule all of them would share.
    ("sushi-go", ["tempura", "", ""], {}, "maki", ZERO, {0, 1, 2}),
    # The places are taken by those who have some; the third has none, and it does not matter.
    ("sushi-go", ["maki-3", "maki-2", ""], {}, "maki", ZERO, set()),
    # A tie for the most leaves no second place.
    ("sushi-go", ["maki-3", "maki-3", ""], {}, "maki", ZERO, set()),
    (WITH_DUMMY, ["maki-3", "maki-1", "maki-2"], {}, "maki", AWARDS, {0, 1, 2}),
    (WITH_DUMMY, ["maki-3", "maki-2", "maki-1"], {}, "maki", AWARDS, set()),
    (PARTY, ["tea soy-sauce pudding", "eel*2"], {}, "soy-sauce", DESSERTS, {0}),
    (PARTY, ["tea soy-sauce", "eel*2 pudding"], {}, "soy-sauce", DESSERTS, {0}),
    (PARTY, ["tea soy-sauce", "eel*2"], {}, "soy-sauce", DESSERTS, set()),
    # Of tea only the player's own cards matter, and only if the largest set would be another.
    (PARTY, ["tea pudding*3", "tea eel*2 pudding"], {}, "tea", DESSERTS, {0}),
    (PARTY, ["tea flipped*2", "tea eel*2"], {}, "tea", FLIPPED, {0}),
    (PARTY, ["tea flipped*2", ""], {"flipped_cards_share_a_colour": False}, "tea", FLIPPED, {0}),
    (PROMO, ["soy-sauce pudding", "soy-sauce tempura sashimi"], {}, "soy-sauce", DESSERTS, {0, 1}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "tableaus", "rules", "type_", "switch", "seats"), ROUNDS)
def test_a_switch_is_named_where_it_decided_and_nowhere_else(
    game, tableaus, rules, type_, switch, seats
):
    setting = setting_of(game, len(tableaus), **rules)
    found = of_type(decided(deciding_in_round(setting, round_of(tableaus))), type_)
    assert {seat for seat, names in found.items() if switch in names} == seats


def test_two_who_tie_for_temaki_are_told_which_house_rule_paid_them():
    menu = ("temaki", *MENU[1:])
    for held, seats in (("temaki", {0, 1}), ("temaki*2", set())):
        setting = setting_of(PARTY, 2, menu)
        found = decided(deciding_in_round(setting, round_of([held, "temaki"])))
        named = {s for s, names in of_type(found, "temaki").items() if names}
        assert named == seats


def test_places_of_uramaki_that_are_left_are_told_of():
    setting = setting_of(PARTY, 3, ("uramaki", *MENU[1:]))
    left = round_of(["uramaki-5", "uramaki-3", ""])
    found = decided(deciding_in_round(setting, left))
    assert of_type(found, "uramaki") == {0: ["uramaki-cascade"], 1: ["uramaki-cascade"]}
    # Two places were claimed: one is left, and it is given out either way.
    claimed = round_of(["uramaki-5", "uramaki-3", ""], [((2, 12),), ((0, 10),)])
    assert not of_type(decided(deciding_in_round(setting, claimed)), "uramaki")


PUDDINGS = [
    (WITH_DUMMY, ["pudding*2", "pudding", ""], {AWARDS, "dummy-brings-pudding-loss"}),
    ("sushi-go", ["pudding*2", "pudding", ""], set()),
    (PARTY, ["pudding", "pudding"], {"two-player-tie-scores-most"}),
    (PARTY, ["pudding*2", "pudding"], set()),
    (PARTY, ["pudding", "pudding", "pudding"], set()),
    ("sushi-roll", ["pudding", "pudding"], {"two-player-tie-scores-most"}),
]  # fmt: skip


def sheet_of(setting, tableaus):
    rounds = (round_of(tableaus), *[RoundSheet((EMPTY,) * len(tableaus))] * 2)
    return Sheet(setting, ("Ana", "Ben", "Cem")[: setting.players], rounds)


@pytest.mark.parametrize(("game", "tableaus", "switches"), PUDDINGS)
def test_puddings_name_the_house_rules_that_decided(game, tableaus, switches):
    sheet = sheet_of(setting_of(game, len(tableaus)), tableaus)
    found = of_type(decided(deciding_at_end(sheet)), "pudding")
    assert {name for names in found.values() for name in names} == switches
    assert not switches or set(found) == set(range(len(tableaus)))


def test_whether_the_dummy_can_win_is_told_where_it_moves_a_player_and_to_the_dummy():
    game = WITH_DUMMY
    last = sheet_of(setting_of(game, 3), ["sashimi*3", "tempura*2", "egg-nigiri"])
    first = sheet_of(setting_of(game, 3), ["tempura*2", "egg-nigiri", "sashimi*3"])
    assert not ranking_decided_by(last, "Ana")
    assert [switch.name for switch in ranking_decided_by(last, "dummy")] == ["dummy-can-win"]
    assert [switch.name for switch in ranking_decided_by(first, "Ben")] == ["dummy-can-win"]
    assert not ranking_decided_by(sheet_of(setting_of("sushi-go", 2), ["", ""]), "Ana")


def test_a_switch_that_is_turned_is_the_only_one_that_is_other():
    setting = setting_of("sushi-go", 3, zero_maki_scores=True)
    assert changed_switches(turned(BY_NAME[ZERO], setting).house_rules) == {}
    both = changed_switches(turned(BY_NAME["dummy-can-win"], setting).house_rules)
    assert both == {ZERO: True, "dummy-can-win": True}


def test_what_decides_is_found_by_scoring_and_not_by_what_lies_there():
    setting = setting_of("sushi-go", 2)
    asked = []

    def always_alike(other):
        asked.append(other.house_rules)
        return score_round(setting, [parse_tableau("maki-3"), EMPTY])

    assert not deciding_switches(setting, always_alike)
    assert len(set(asked)) == len(asked) > 1


# ------------------------------------------------------------------ words


def said(name, **rules):
    return silence(BY_NAME[name], setting_of("sushi-go", 3, **rules))


def test_a_house_rule_says_what_is_open_what_holds_and_who_chose_that():
    usual, chosen = said(ZERO), said(ZERO, zero_maki_scores=True)
    assert usual.words == (
        "The rulebook is silent on whether a player without maki can take a place. In this game "
        "such a player cannot. House rule “Without maki you can place”: off, as it is unless a "
        "table chooses otherwise."
    )
    assert chosen.words == (
        "The rulebook is silent on whether a player without maki can take a place. In this game "
        "such a player can. House rule “Without maki you can place”: on. Your table chose that."
    )
    assert (usual.switch, usual.value) == (ZERO, False)
    assert (chosen.switch, chosen.value) == (ZERO, True)


SCORING = [name for name in BY_NAME if name != "one-bonus-action-per-turn"]


@pytest.mark.parametrize("name", SCORING)
def test_every_switch_is_named_as_on_the_form_and_with_its_value(name):
    default = BY_NAME[name].default
    field = name.replace("-", "_")
    usual, other = said(name), said(name, **{field: not default})
    assert (usual.value, other.value) == (default, not default)
    assert "as it is unless a table chooses otherwise" in usual.words
    assert "Your table chose that" in other.words
    for one in (usual, other):
        value = "on" if one.value else "off"
        assert f"House rule “{switch_name(name)}”: {value}" in one.words
    assert usual.words.split(". ")[0] == other.words.split(". ")[0]
    assert usual.words.split(". ")[1] != other.words.split(". ")[1]


def own_rulings(game, type_, tableaus, seat=0, claims=(), menu=MENU):
    """What is said of a line besides any house rule."""
    setting = setting_of(game, len(tableaus), menu)
    round_ = round_of(tableaus, claims)
    scores = score_round(setting, round_.tableaus, round_.claims)
    line = next(line for line in scores[seat].lines if line.type == type_)
    found = silences(
        line, seat, setting, switches=(), tableau=round_.tableaus[seat], turns=round_.claims
    )
    assert all(not one.switch and one.value is None for one in found)
    return " ".join(one.words for one in found)


BONUS = ("uramaki", "miso-soup", "tofu", "eel", "chopsticks", "takeout-box", "pudding")
PLAIN = ("uramaki", "miso-soup", "tofu", "eel", "tea", "takeout-box", "pudding")
TEMAKI = ("temaki", *MENU[1:])
TWO_CLAIM, ONE_BY_ONE = [((0, 11), (1, 12))], [((0, 11),), ((1, 12),)]
OWN = [
    ("sushi-go", "nigiri", ["wasabi egg-nigiri", ""], 0, (), MENU, ""),
    (WITH_DUMMY, "chopsticks", ["", "", "chopsticks"], 2, (), MENU, "of the dummy"),
    (WITH_DUMMY, "chopsticks", ["chopsticks", "", ""], 0, (), MENU, ""),
    (PARTY, "temaki", ["", ""], 0, (), TEMAKI, "none of these cards"),
    (PARTY, "temaki", ["temaki", ""], 0, (), TEMAKI, ""),
    (PARTY, "nigiri", ["flipped:wasabi egg-nigiri", ""], 0, (), PLAIN, "flipped under"),
    (PARTY, "nigiri", ["flipped:eel egg-nigiri", ""], 0, (), PLAIN, ""),
    (PARTY, "uramaki", ["", "", ""], 0, TWO_CLAIM, BONUS, "bonus actions on one turn"),
    (PARTY, "uramaki", ["", "", ""], 0, ONE_BY_ONE, BONUS, ""),
    (PARTY, "uramaki", ["", "", ""], 0, TWO_CLAIM, PLAIN, ""),
]  # fmt: skip


@pytest.mark.parametrize(("game", "type_", "tableaus", "seat", "claims", "menu", "words"), OWN)
def test_what_no_house_rule_decides_is_told_as_the_referees_ruling(
    game, type_, tableaus, seat, claims, menu, words
):
    told = own_rulings(game, type_, tableaus, seat, claims, menu)
    assert told.startswith("The rulebook is silent on") if words else told == ""
    assert words in told


def test_the_house_rules_come_before_the_referees_own_rulings():
    setting = setting_of(PARTY, 2, TEMAKI)
    round_ = round_of(["", ""])
    line = score_round(setting, round_.tableaus)[0].lines[0]
    deciding = deciding_in_round(setting, round_)
    found = silences(line, 0, setting, switches=deciding[0, "temaki"], tableau=EMPTY)
    assert [one.switch for one in found] == ["two-player-tie-scores-most", ""]


def test_a_ranking_is_silent_on_the_second_tie_and_on_copied_desserts():
    setting = setting_of(PARTY, 2)
    assert not ranking_silences(setting, switches=(), is_shared=False, copied_dessert=False)
    both = ranking_silences(setting, switches=(), is_shared=True, copied_dessert=True)
    assert ["copied a dessert" in both[0].words, "equal in both" in both[1].words] == [True, True]
