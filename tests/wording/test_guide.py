"""The rules at hand: complete, short, and with the numbers that the rules score by."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest
from django.conf import settings as project
from django.utils.translation import override

from referee.rules import (
    CARD_TYPES,
    NAMED_MENUS,
    RULESETS,
    SWITCHES,
    HouseRules,
    Setting,
    read_sheet,
    score_sheet,
)
from referee.rules.cards import Category
from referee.rules.house_rules import house_rules_from
from referee.rules.menus import named_menu, own_menu
from referee.rules.scoring import sets
from referee.rules.scoring.uramaki import PRIZES
from referee.wording.guide import Scope, card_guide, groups, sections, switch_states
from referee.wording.guide.cards import _OF_TYPE
from referee.wording.phrases import number

SPECIALS = [t.slug for t in CARD_TYPES.values() if t.category is Category.SPECIAL]
TURNED = house_rules_from({switch.name: not switch.default for switch in SWITCHES})
ALL_VARIANTS = frozenset(RULESETS["sushi-go"].variants)


def menu_with(*specials: str, roll: str = "uramaki", dessert: str = "pudding"):
    return own_menu([roll, "eel", "tofu", "miso-soup", *specials, dessert])


def settings() -> Iterator[Setting]:
    """Games of every kind that the guide may be asked about."""
    for ruleset in ("sushi-go", "sushi-roll"):
        for players in RULESETS[ruleset].players:
            yield Setting(ruleset, players)
    yield Setting("sushi-go", 2, variants=ALL_VARIANTS)
    for name in NAMED_MENUS:
        least, most = named_menu(name).player_limits()
        for players in range(least, most + 1):
            yield Setting("sushi-go-party", players, named_menu(name))
    for pair in combinations(SPECIALS, 2):
        for roll, dessert in (("uramaki", "fruit"), ("temaki", "pudding")):
            yield Setting("sushi-go-party", 4, menu_with(*pair, roll=roll, dessert=dessert))


SETTINGS = list(settings())
SCOPES = [
    *(Scope(ruleset) for ruleset in RULESETS),
    *(Scope.of_game(setting) for setting in SETTINGS),
    *(Scope.of_game(replace(setting, house_rules=TURNED)) for setting in SETTINGS),
]


def words_of(type_: str, scope: Scope) -> str:
    """Everything that is said of a card."""
    text = card_guide(type_, scope).text
    cells = [cell for row in text.table.rows for cell in row] if text.table else []
    return " ".join([text.one_line, *text.detail, *text.cases, *cells])


# ------------------------------------------------------------------ every card has its words


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_card_of_a_game_is_explained_once_in_its_group(ruleset):
    shown = [card.type for group in groups(Scope(ruleset)) for card in group.cards]
    assert len(shown) == len(set(shown))
    rules = RULESETS[ruleset]
    in_box = set(rules.box) | {type_ for kind in rules.dice for type_ in kind}
    assert set(shown) - {"tokens"} == in_box
    assert ("tokens" in shown) == (ruleset == "sushi-roll")
    for group in groups(Scope(ruleset)):
        for card in group.cards:
            assert card.type == "tokens" or CARD_TYPES[card.type].category == group.slug


@pytest.mark.parametrize("language", [code for code, _name in project.LANGUAGES])
def test_every_card_has_one_short_line_some_detail_and_its_place_in_the_rulebook(language):
    with override(language):
        assert not cards_without_short_words()


def cards_without_short_words() -> list[tuple[Scope, str]]:
    """The cards of which too little or too much is said in the language in use."""
    wrong = []
    for scope in SCOPES:
        for group in groups(scope):
            for card in group.cards:
                text = card.text
                is_right = (
                    0 < len(text.one_line) <= 90
                    and 2 <= len(text.detail) <= 6
                    and all(sentence.endswith(".") for sentence in (*text.detail, *text.cases))
                    and len(set(text.detail + text.cases)) == len(text.detail + text.cases)
                    and card.citation.section
                    and card.also
                )
                if not is_right:
                    wrong.append((scope, card.type))
    return wrong


def test_general_sections_have_anchors_of_their_own_and_a_place_in_the_rulebook():
    for scope in SCOPES:
        found = sections(scope)
        slugs = [section.slug for section in found]
        assert slugs[:2] == ["dealing", "turns"]
        assert slugs[-1] == "game-end"
        assert len(set(slugs)) == len(slugs)
        assert not set(slugs) & {*CARD_TYPES, "tokens"}
        for section in found:
            assert section.rulebook
            assert section.section
            assert all(sentence.endswith(".") for sentence in section.text)


def test_a_game_is_told_its_own_cards_only():
    for setting in SETTINGS:
        shown = {card.type for group in groups(Scope.of_game(setting)) for card in group.cards}
        assert shown - {"tokens"} == setting.types


# ------------------------------------------------------------------ the numbers


def cells(type_: str, scope: Scope) -> list[str]:
    """The points in a card's table."""
    table = card_guide(type_, scope).text.table
    return list(table.rows[0][1:])


def round_points(ruleset: str, type_: str, *tableaus: str, menu: object = None) -> list[int]:
    """What the first round scores for a type, by player, on a real score sheet."""
    names = ["Ana", "Ben", "Cem", "Dan", "Eve", "Fay"][: len(tableaus)]
    sheet = {
        "ruleset": ruleset,
        "players": names,
        "rounds": [{"tableaus": dict(zip(names, tableaus, strict=True))}],
    }
    if menu:
        sheet["menu"] = menu
    result = score_sheet(read_sheet(sheet))
    return [
        sum(line.points for line in result.rounds[0].players[name].lines if line.type == type_)
        for name in names
    ]


COUNTED = [
    ("sushi-go", "dumpling", [f"dumpling*{n}" for n in (1, 2, 3, 4, 5)]),
    ("sushi-go-party", "dumpling", [f"dumpling*{n}" for n in (1, 2, 3, 4, 5)]),
    ("sushi-go-party", "eel", ["eel", "eel*2"]),
    ("sushi-go-party", "tofu", ["tofu", "tofu*2", "tofu*3"]),
    (
        "sushi-go-party",
        "onigiri",
        [
            "onigiri-circle",
            "onigiri-circle onigiri-square",
            "onigiri-circle onigiri-square onigiri-triangle",
            "onigiri-circle onigiri-square onigiri-triangle onigiri-rectangle",
        ],
    ),
    ("sushi-roll", "tempura", ["tempura", "tempura-2", "tempura-3"]),
    ("sushi-roll", "sashimi", ["sashimi", "sashimi-2", "sashimi-3"]),
    ("sushi-roll", "dumpling", ["dumpling", "dumpling-2", "dumpling-3"]),
    ("sushi-go", "nigiri", ["egg-nigiri", "salmon-nigiri", "squid-nigiri"]),
]


@pytest.mark.parametrize(("ruleset", "type_", "tableaus"), COUNTED)
def test_a_table_has_the_points_that_a_score_sheet_gets(ruleset, type_, tableaus):
    menu = ["maki", "dumpling", "eel", "tofu", "tea", "spoon", "fruit"]
    if type_ == "onigiri":
        menu[1] = "onigiri"
    party = menu if ruleset == "sushi-go-party" else None
    scored = [round_points(ruleset, type_, text, "", menu=party)[0] for text in tableaus]
    assert cells(type_, Scope(ruleset)) == [number(points) for points in scored]


def test_tables_of_the_rules_and_of_the_guide_are_the_same():
    party, roll = Scope("sushi-go-party"), Scope("sushi-roll")
    dumplings = [number(sets.dumpling_points(n)) for n in range(1, 6)]
    assert cells("dumpling", party) == dumplings
    assert cells("fruit", party) == [number(points) for points in sets.FRUIT_POINTS]
    assert cells("uramaki", party) == [number(prize) for prize in PRIZES]
    for type_, points in sets.ROLL_SETS.items():
        assert cells(type_, roll) == [number(n) for n in points]


def test_a_table_that_goes_on_says_so_only_where_more_cards_score_the_same():
    heads = {
        type_: card_guide(type_, Scope("sushi-go-party")).text.table.heads
        for type_ in ("dumpling", "eel", "tofu", "fruit", "onigiri")
    }
    assert [head for head in heads["dumpling"][1:] if "more" in head] == ["5 or more"]
    assert heads["eel"][-1] == "2 or more"
    assert heads["tofu"][-1] == "3 or more"
    assert heads["fruit"][-1] == "5 or more"
    assert heads["onigiri"][-1] == "4"


@pytest.mark.parametrize(("players", "points"), [(4, [6, 3, 0, 0]), (6, [6, 4, 2, 0, 0, 0])])
def test_maki_of_party_is_told_for_the_players_at_the_table(players, points):
    tableaus = ["maki-3*2", "maki-3 maki-2", "maki-3", "maki-2", "maki-1"][: players - 1]
    scored = round_points("sushi-go-party", "maki", *tableaus, "", menu="big-banquet")
    assert scored == points
    scope = Scope.of_game(Setting("sushi-go-party", players, named_menu("big-banquet")))
    prizes = [number(n) for n in scored if n]
    assert cells("maki", scope) == prizes
    one_line = card_guide("maki", scope).text.one_line
    assert [letter for letter in one_line if letter.isdigit()] == prizes
    assert "six" not in words_of("maki", scope)
    assert "6 / 4 / 2" in card_guide("maki", Scope("sushi-go-party")).text.one_line


@pytest.mark.parametrize(
    ("type_", "line", "menu"),
    [
        ("temaki", "Most cards score 4 points, nobody loses any", "party-sampler"),
        ("pudding", "End of the game: most score 6 points, nobody loses any", "sushi-go"),
    ],
)
def test_two_players_are_told_that_nobody_loses(type_, line, menu):
    two = Scope.of_game(Setting("sushi-go-party", 2, named_menu(menu)))
    assert card_guide(type_, two).text.one_line == line
    assert "With two players nobody loses points." in words_of(type_, two)
    assert "lose the full" not in words_of(type_, two)
    four = Scope.of_game(Setting("sushi-go-party", 4, named_menu(menu)))
    assert "fewest lose" in card_guide(type_, four).text.one_line
    assert "two players" not in words_of(type_, four).lower()


def test_puddings_beside_a_dummy_can_cost_points():
    dummy = frozenset({"two-player-dummy"})
    with_loss = Scope.of_game(Setting("sushi-go", 2, variants=dummy))
    assert "fewest lose 6" in words_of("pudding", with_loss)
    rules = HouseRules(dummy_brings_pudding_loss=False)
    without = Scope.of_game(Setting("sushi-go", 2, variants=dummy, house_rules=rules))
    assert "nobody loses" in words_of("pudding", without)


def test_hands_and_desserts_are_told_for_the_players_at_the_table():
    def dealing(players: int) -> tuple[tuple[str, ...], str]:
        scope = Scope.of_game(Setting("sushi-go-party", players, named_menu("big-banquet")))
        section = sections(scope)[0]
        return section.table.rows[0], section.paragraph

    row, text = dealing(3)
    assert row == ("Cards each", "10")
    assert "5, 3 and 2" in text
    row, text = dealing(8)
    assert row == ("Cards each", "7")
    assert "7, 5 and 3" in text
    assert "other side" in text


# ------------------------------------------------------------------ house rules


def game_with(type_: str, switch: str) -> Setting:
    """A game in which a house rule matters for a card."""
    if switch.startswith("dummy") or switch == "zero-maki-scores":
        return Setting("sushi-go", 2, variants=ALL_VARIANTS)
    specials = {"takeout-box", "wasabi" if "nigiri" in switch else "tea"}
    if CARD_TYPES[type_].category == "special" and type_ not in specials:
        specials = {"takeout-box", type_}
    roll = type_ if CARD_TYPES[type_].category == "roll" else "maki"
    return Setting("sushi-go-party", 2, menu_with(*specials, roll=roll))


@pytest.mark.parametrize(
    ("type_", "switch"), [(type_, switch) for type_, all_ in _OF_TYPE.items() for switch in all_]
)
def test_a_house_rule_changes_what_its_card_is_told_to_score(type_, switch):
    setting = game_with(type_, switch)
    told, states = [], []
    for value in (True, False):
        rules = house_rules_from({switch: value})
        scope = Scope.of_game(replace(setting, house_rules=rules))
        told.append(words_of(type_, scope))
        states += [s for s in card_guide(type_, scope).switches if s.slug == switch]
    assert told[0] != told[1]
    assert [state.is_on for state in states] == [True, False]
    assert sorted(state.is_changed for state in states) == [False, True]


def test_every_house_rule_belongs_to_a_card_or_to_the_end_of_the_game():
    named = {switch for switches in _OF_TYPE.values() for switch in switches}
    assert {switch.name for switch in SWITCHES} - named == {"dummy-can-win"}
    setting = Setting("sushi-go", 2, variants=ALL_VARIANTS)
    plain, winning = (
        sections(Scope.of_game(replace(setting, house_rules=HouseRules(dummy_can_win=value))))[-1]
        for value in (False, True)
    )
    assert plain.paragraph != winning.paragraph


def test_only_house_rules_that_can_matter_are_listed():
    def listed(setting: Setting) -> set[str]:
        return {state.slug for state in switch_states(Scope.of_game(setting))}

    assert listed(Setting("sushi-go", 4)) == {"zero-maki-scores"}
    assert "dummy-can-win" in listed(Setting("sushi-go", 2, variants=ALL_VARIANTS))
    boxes = listed(Setting("sushi-go-party", 4, named_menu("master-menu")))
    assert "flipped-nigiri-frees-wasabi" in boxes
    assert "uramaki-cascade" not in boxes
    for ruleset in RULESETS:
        in_general = {state.slug for state in switch_states(Scope(ruleset))}
        assert in_general == {s.name for s in SWITCHES if ruleset in s.rulesets}
