"""The rules at hand: complete, short, and with the numbers that the rules score by."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations, cycle

import pytest
from django.conf import settings as project
from django.template.loader import render_to_string
from django.test.html import Element, parse_html
from django.utils.translation import override

from referee.play.pages.rules import card, rules_page, switches_of
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
from referee.wording.explanations.citations import play_citations
from referee.wording.guide.scope import SWITCHES_OF_TYPE, Scope, switches
from referee.wording.phrases import number
from tests.play.views.plain_phone import attribute, elements, text_of

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
        for players in {least, 3, most}:
            yield Setting("sushi-go-party", players, named_menu(name))
    others = cycle([("uramaki", "fruit"), ("temaki", "pudding")])
    for pair, (roll, dessert) in zip(combinations(SPECIALS, 2), others, strict=False):
        yield Setting("sushi-go-party", 4, menu_with(*pair, roll=roll, dessert=dessert))


def in_game(setting: Setting) -> Scope:
    return Scope(setting.ruleset, setting)


SETTINGS = list(settings())
SCOPES = [
    *(Scope(ruleset) for ruleset in RULESETS),
    *map(in_game, SETTINGS),
    *(in_game(setting._replace(house_rules=TURNED)) for setting in SETTINGS[::3]),
]


@cache
def shown(type_: str, scope: Scope) -> Element:
    """A card on the page."""
    return parse_html(card(type_, scope))


def lines(text: str) -> list[str]:
    shown = (re.sub(r"<.*?>", "", line).strip() for line in text.splitlines())
    return [line for line in shown if line]


def one_line(type_: str, scope: Scope) -> str:
    spans = elements(shown(type_, scope), "span")
    return text_of(next(span for span in spans if attribute(span, "class") == "one-line"))


def words_of(type_: str, scope: Scope) -> str:
    """Everything that is said of a card."""
    return text_of(shown(type_, scope))


def rows(root: Element) -> list[list[str]]:
    """The rows of the first table, its heads first."""
    table = next(elements(root, "table"))
    return [[text_of(cell) for cell in elements(row, "th", "td")] for row in elements(table, "tr")]


def play(setting: Setting) -> dict[str, Element]:
    """The sections on how a game goes, by their anchors."""
    page = {**rules_page(in_game(setting)), "game": None}
    whole = parse_html(f"<div>{render_to_string('rules/rules.html#found', page)}</div>")
    folds = [part for part in elements(whole, "details") if attribute(part, "class") == "fold"]
    found = {attribute(told, "id"): told for fold in folds for told in elements(fold, "div")}
    return {
        anchor: told for anchor, told in found.items() if anchor in play_citations(setting.ruleset)
    }


# ------------------------------------------------------------------ every card has its words


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_card_of_a_game_is_explained_once_in_its_group(ruleset):
    shown = [
        (category, attribute(next(elements(parse_html(html), "div")), "id"))
        for category, _title, cards in rules_page(Scope(ruleset))["groups"]
        for html in cards
    ]
    types = [type_ for _category, type_ in shown]
    assert len(types) == len(set(types))
    rules = RULESETS[ruleset]
    in_box = set(rules.box) | {type_ for kind in rules.dice for type_ in kind}
    assert set(types) - {"tokens"} == in_box
    assert ("tokens" in types) == (ruleset == "sushi-roll")
    for category, type_ in shown:
        assert type_ == "tokens" or CARD_TYPES[type_].category == category


@pytest.mark.parametrize("language", [code for code, _name in project.LANGUAGES])
def test_every_card_has_one_short_line_some_detail_and_its_place_in_the_rulebook(language):
    with override(language):
        wrong = [
            (scope, type_)
            for scope in SCOPES
            for type_ in scope.types
            if not has_short_words(card(type_, scope))
        ]
    assert not wrong


def has_short_words(html: str) -> bool:
    """Whether neither too little nor too much is said, every sentence once."""
    (line,) = lines(re.search(r'<span class="one-line">(.*?)</span>', html, re.DOTALL)[1])
    detail = lines(re.search(r"<p>(.*?)</p>", html, re.DOTALL)[1])
    cases = re.search(r'<ul class="cases">(.*?)</ul>', html, re.DOTALL)
    said = [*detail, *(lines(cases[1]) if cases else ())]
    return (
        0 < len(line) <= 90
        and 2 <= len(detail) <= 7  # the last one may say for how many players it is
        and all(sentence.endswith(".") for sentence in said)
        and len(set(said)) == len(said)
        and re.search(r"</cite>,\s\w", html) is not None
        and re.search(r'<p class="quiet">[^:<]+:\s+(?:<cite>)?\w', html) is not None
    )


@pytest.mark.parametrize("ruleset", RULESETS)
def test_how_a_game_goes_has_anchors_of_its_own_and_places_in_the_rulebook(ruleset):
    of_ruleset = [setting for setting in SETTINGS if setting.ruleset == ruleset]
    for setting in of_ruleset[::4]:
        found = play(setting)
        slugs = list(found)
        assert slugs[:2] == ["dealing", "turns"]
        assert slugs[-1] == "game-end"
        assert not set(slugs) & {*CARD_TYPES, "tokens"}
        for section in found.values():
            *_words, words, place = (text_of(p) for p in elements(section, "p"))
            assert words.endswith(".")
            assert re.match(r"Rulebook: Sushi .*: \w", place)


# ------------------------------------------------------------------ the numbers


def cells(type_: str, scope: Scope) -> list[str]:
    """The points in a card's table."""
    return rows(shown(type_, scope))[1][1:]


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


def test_the_tables_of_fruit_and_of_the_race_have_the_points_that_the_rules_have():
    party = Scope("sushi-go-party")
    assert cells("fruit", party) == [number(points) for points in sets.FRUIT_POINTS]
    assert cells("uramaki", party) == [number(prize) for prize in PRIZES]


def test_a_table_that_goes_on_says_so_only_where_more_cards_score_the_same():
    heads = {
        type_: rows(shown(type_, Scope("sushi-go-party")))[0]
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
    scope = in_game(Setting("sushi-go-party", players, named_menu("big-banquet")))
    prizes = [number(n) for n in scored if n]
    assert cells("maki", scope) == prizes
    assert [letter for letter in one_line("maki", scope) if letter.isdigit()] == prizes
    assert "six" not in words_of("maki", scope)
    assert "6 / 4 / 2" in one_line("maki", Scope("sushi-go-party"))


@pytest.mark.parametrize(
    ("type_", "line", "menu"),
    [
        ("temaki", "Most cards score 4 points, nobody loses any", "party-sampler"),
        ("pudding", "End of the game: most score 6 points, nobody loses any", "sushi-go"),
    ],
)
def test_two_players_are_told_that_nobody_loses(type_, line, menu):
    two = in_game(Setting("sushi-go-party", 2, named_menu(menu)))
    assert one_line(type_, two) == line
    assert "With two players nobody loses points." in words_of(type_, two)
    assert "lose the full" not in words_of(type_, two)
    four = in_game(Setting("sushi-go-party", 4, named_menu(menu)))
    assert "fewest lose" in one_line(type_, four)
    assert "With two players" not in words_of(type_, four)
    assert "Two players with" not in words_of(type_, four)


def test_puddings_beside_a_dummy_can_cost_points():
    dummy = frozenset({"two-player-dummy"})
    with_loss = in_game(Setting("sushi-go", 2, variants=dummy))
    assert "fewest lose 6" in words_of("pudding", with_loss)
    rules = HouseRules(dummy_brings_pudding_loss=False)
    without = in_game(Setting("sushi-go", 2, variants=dummy, house_rules=rules))
    assert "nobody loses" in words_of("pudding", without)


def test_hands_and_desserts_are_told_for_the_players_at_the_table():
    def dealing(players: int) -> tuple[list[str], str]:
        section = play(Setting("sushi-go-party", players, named_menu("big-banquet")))["dealing"]
        return rows(section)[1], text_of(section)

    row, text = dealing(3)
    assert row == ["Cards each", "10"]
    assert "5, 3 and 2" in text
    row, text = dealing(8)
    assert row == ["Cards each", "7"]
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
    ("type_", "switch"),
    [(type_, switch) for type_, held in SWITCHES_OF_TYPE.items() for switch in held],
)
def test_a_house_rule_changes_what_its_card_is_told_to_score(type_, switch):
    setting = game_with(type_, switch)
    told, states = [], []
    for value in (True, False):
        scope = in_game(setting._replace(house_rules=house_rules_from({switch: value})))
        told.append(re.sub(r'<p class="note">.*?</p>', "", card(type_, scope)))
        states += [s for s in switches_of(type_, scope) if s["slug"] == switch]
    assert told[0] != told[1]
    assert [state["is_on"] for state in states] == [True, False]
    assert sorted(state["is_changed"] for state in states) == [False, True]


def test_every_house_rule_belongs_to_a_card_or_to_the_end_of_the_game():
    named = {switch for held in SWITCHES_OF_TYPE.values() for switch in held}
    assert {switch.name for switch in SWITCHES} - named == {
        "dummy-can-win",
        "reshuffle-each-round",
    }
    setting = Setting("sushi-go", 2, variants=ALL_VARIANTS)
    plain, winning = (
        text_of(play(setting._replace(house_rules=HouseRules(dummy_can_win=value)))["game-end"])
        for value in (False, True)
    )
    assert plain != winning


def test_a_house_rule_shuffles_cards_back_where_dealing_and_the_end_of_a_round_are_told():
    told = {}
    for value in (False, True):
        rules = HouseRules(reshuffle_each_round=value)
        parts = play(Setting("sushi-go", 3, house_rules=rules))
        told[value] = {part: text_of(parts[part]) for part in ("dealing", "round-end")}
    assert "not shuffled back" in told[False]["dealing"]
    assert "shuffled back into the deck" not in told[False]["round-end"]
    assert "all cards but the puddings already played" in told[True]["dealing"]
    assert "not shuffled back" not in told[True]["dealing"]
    assert "All other cards are shuffled back into the deck." in told[True]["round-end"]


def test_only_house_rules_that_can_matter_are_listed():
    def listed(setting: Setting) -> set[str]:
        return {switch.name for switch in switches(in_game(setting))}

    assert listed(Setting("sushi-go", 4)) == {"zero-maki-scores", "reshuffle-each-round"}
    assert "dummy-can-win" in listed(Setting("sushi-go", 2, variants=ALL_VARIANTS))
    boxes = listed(Setting("sushi-go-party", 4, named_menu("master-menu")))
    assert "flipped-nigiri-frees-wasabi" in boxes
    assert "uramaki-cascade" not in boxes
    for ruleset in RULESETS:
        in_general = {switch.name for switch in switches(Scope(ruleset))}
        assert in_general == {s.name for s in SWITCHES if ruleset in s.rulesets}
