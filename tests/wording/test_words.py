"""Names, problems, faults, verdicts: everything has its words, in the language in use."""

import ast
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from string import Formatter

import pytest
from django.utils import translation

from referee import rules, wording
from referee.rules import (
    CARD_TYPES,
    FACES,
    NAMED_MENUS,
    RULESETS,
    SWITCHES,
    Fault,
    Problem,
    Severity,
    SheetFaults,
    read_sheet,
    score_sheet,
)
from referee.rules.problems.problem import Holder
from referee.wording import fault_message, faults, names, problem_message, problems, verdict
from referee.wording.catalogue import ngettext, one_language
from referee.wording.phrases import sentences
from referee.wording.verdict import closing

RULES = Path(rules.__file__).parent
WORDING = Path(wording.__file__).parent


def calls(*called: str) -> Iterator[ast.Call]:
    """Every call of those names in the rules."""
    for path in RULES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in called:
                    yield node


def texts(node: ast.AST) -> set[str]:
    """The texts that an argument may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    if isinstance(node, ast.IfExp):
        return texts(node.body) | texts(node.orelse)
    return set()


def test_every_fault_code_of_the_rules_has_words():
    found = set()
    for path in RULES.rglob("*.py"):
        # Codes are words with hyphens, or one of these plain ones.
        found |= set(
            re.findall(r'"([a-z]+(?:-[a-z]+)+|missing|negative|repeat)"', path.read_text())
        )
    sent = set()
    for node in calls("fault", "Fault", "Wrong", "_TokenError", "NotationFault"):
        for argument in node.args[:3]:
            sent |= texts(argument)
    sent = {code for code in sent if code in found}
    assert {"missing", "unknown-face", "repeat", "not-json", "too-long", "negative"} <= sent
    fields = {"ruleset", "menu", "players", "rounds"}
    assert sent - fields <= set(faults._TEXTS)


def test_every_problem_code_of_the_rules_has_words():
    sent = set()
    for node in calls("error", "warning", "put"):
        if node.args and texts(node.args[0]):
            sent |= texts(node.args[0])
    assert {"hand-size", "deck-limit", "uramaki-claim", "copy-target"} <= sent
    assert sent <= {code for code, _ in problems._WORDING}


PROBLEMS = [
    (
        ("bare-wasabi", "assumed", {"nigiri": "squid-nigiri", "nth": 1, "of": 1}),
        "What lies on Ana’s wasabi? For now: squid nigiri.",
    ),
    (
        ("bare-wasabi", "assumed", {"nigiri": "", "nth": 2, "of": 3}),
        "What lies on Ana’s wasabi 2 of 3? For now: nothing.",
    ),
    (
        ("bare-wasabi", "before", {"nigiri": "egg-nigiri squid-nigiri*2"}),
        "Somebody said nothing lies on Ana’s wasabi. Was that before this came: egg nigiri and "
        "2 squid nigiri?",
    ),
    (
        ("bare-wasabi", "beside", {"wasabi": 1, "nigiri": "squid-nigiri"}),
        "Ana’s squid nigiri lies beside a free wasabi: is it on it?",
    ),
    (
        ("bare-wasabi", "beside", {"wasabi": 2, "nigiri": "special-order:egg-nigiri"}),
        "Ana’s special order (egg nigiri) lies beside a free wasabi: is it on it?",
    ),
    (
        ("bare-wasabi", "beside", {"wasabi": 1, "nigiri": "egg-nigiri*2 squid-nigiri"}),
        "Ana has 2 egg nigiri and a squid nigiri beside a free wasabi: is one of them on it?",
    ),
    (
        (
            "bare-wasabi",
            "beside",
            {"wasabi": 2, "nigiri": "squid-nigiri special-order:squid-nigiri*2"},
        ),
        "Ana has a squid nigiri and 2 special orders (squid nigiri) beside 2 free wasabi: which "
        "are on them?",
    ),
    (
        ("bare-wasabi", "beside", {"wasabi": 1, "nigiri": "egg-nigiri special-order:egg-nigiri"}),
        "Ana has an egg nigiri and a special order (egg nigiri) beside a free wasabi: is one of "
        "them on it?",
    ),
    (
        ("uramaki-claim", "unclaimed", {"icons": 11}),
        "Ana has 11 uramaki icons: who reached ten first?",
    ),
    (
        ("uramaki-claim", "claimed", {"icons": 12}),
        "Ana’s 12 uramaki icons cannot still lie there: cards that were claimed leave the table, "
        "and ten new icons are another claim.",
    ),
    (
        ("menu-players", "type", {"type": "menu", "players": 7}),
        "The Menu card is only for 2–6 players; 7 are playing.",
    ),
    (
        ("token-limit", "box", {"type": "menu", "cards": 20, "limit": 18}),
        "20 unused tokens (menu) are more than the 18 in the box.",
    ),
    (
        ("not-on-menu", "face", {"face": "tofu"}),
        "Ana has something that this game does not use: tofu.",
    ),
    (
        ("not-on-menu", "discarded", {"face": "menu"}),
        "Ana has a card that is discarded when it is played: menu. What came of it?",
    ),
    (("not-on-menu", "flipped", {}), "Ana has flipped cards, but this game has no takeout box."),
    (
        ("not-on-menu", "claim", {"face": "uramaki-3"}),
        "Ana claims uramaki, but this game has none.",
    ),
    (
        ("copy-target", "nothing", {"face": "special-order"}),
        "Ana has a special order that copies nothing; it should have been discarded.",
    ),
    (
        ("copy-target", "never", {"face": "takeout-box"}),
        "Ana’s special order copies a takeout box, which cannot be copied.",
    ),
    (
        ("copy-target", "never", {"face": "menu"}),
        "Ana’s special order copies a menu, which cannot be copied.",
    ),
    (
        ("copy-target", "foreign", {"face": "eel"}),
        "Ana’s special order copies what this game does not use: eel.",
    ),
    (
        ("copy-target", "not-there", {"face": "onigiri-circle"}),
        "Ana’s special order copies a card that Ana does not have: round onigiri.",
    ),
    (
        ("hand-size", "too-many", {"cards": 11, "dealt": 10, "claimed": 0}),
        "Ana has 11 cards, but 10 were dealt: one too many.",
    ),
    (
        ("hand-size", "too-many", {"cards": 9, "dealt": 10, "claimed": 2}),
        "Ana has 9 cards and has discarded at least 2 for uramaki: 11 or more, but 10 were dealt.",
    ),
    (
        ("hand-size", "too-many", {"cards": 1, "dealt": 10, "claimed": 12}),
        "Ana has 1 card and has discarded at least 12 for uramaki: 13 or more, but 10 were dealt.",
    ),
    (
        ("hand-size", "too-few", {"cards": 8, "dealt": 10, "claimed": 0, "claimed_most": 0}),
        "Ana has 8 cards, but 10 were dealt: 2 are missing.",
    ),
    (
        ("hand-size", "too-few", {"cards": 9, "dealt": 10, "claimed": 0, "claimed_most": 0}),
        "Ana has 9 cards, but 10 were dealt: one is missing.",
    ),
    (
        ("hand-size", "too-few", {"cards": 1, "dealt": 10, "claimed": 3, "claimed_most": 4}),
        "Ana has 1 card and has discarded at most 4 for uramaki, but 10 were dealt: 5 are missing.",
    ),
    (
        (
            "hand-size",
            "too-few",
            {"cards": 1, "dealt": 8, "claimed": 0, "claimed_most": 0, "dice": True},
        ),
        "Ana has 1 die, but 8 were rolled: 7 are missing.",
    ),
    (
        ("hand-size", "fewer-explained", {"cards": 9, "dealt": 10, "claimed": 0}),
        "Ana has 9 cards, and 10 were dealt. That is right if the others were discarded during "
        "the round.",
    ),
    (
        ("hand-size", "fewer-explained", {"cards": 1, "dealt": 10, "claimed": 0}),
        "Ana has 1 card, and 10 were dealt. That is right if the others were discarded during the "
        "round.",
    ),
    (
        ("hand-size", "fewer-explained", {"cards": 0, "dealt": 10, "claimed": 0}),
        "Nothing is entered for Ana yet.",
    ),
    (
        ("deck-limit", "over-rounds", {"type": "tempura", "cards": 15, "limit": 14}),
        "15 tempura played so far, but the box holds 14.",
    ),
    (
        ("deck-limit", "in-round", {"type": "tofu", "cards": 9, "limit": 8}),
        "9 tofu lie on the table, but the box holds 8.",
    ),
    (
        ("deck-limit", "dice", {"type": "", "kind": "wasabi", "cards": 6, "limit": 5}),
        "6 special dice lie on the trays, but the box holds 5.",
    ),
    (
        ("deck-limit", "uramaki-icons", {"type": "uramaki", "cards": 50, "limit": 48}),
        "50 uramaki icons were claimed or lie on the table, but only 48 are possible.",
    ),
    (
        ("face-limit", "over-rounds", {"face": "maki-3", "cards": 9, "limit": 8}),
        "9 maki rolls with 3 icons played so far, but the box holds 8.",
    ),
    (
        ("face-limit", "in-round", {"face": "maki-3", "cards": 4, "limit": 3}),
        "4 maki rolls with 3 icons lie on the table, but the box holds 3.",
    ),
    (
        ("dessert-limit", "dealt-in", {"cards": 6, "limit": 5}),
        "6 dessert cards played so far, but only 5 were in the deck.",
    ),
    (
        ("uramaki-claim", "too-few", {"icons": 9, "least": 10, "turn": 1}),
        "Ana claims uramaki with 9 icons; it takes at least 10.",
    ),
    (
        ("uramaki-claim", "too-few", {"icons": 1, "least": 10, "turn": 1}),
        "Ana claims uramaki with 1 icon; it takes at least 10.",
    ),
    (
        ("uramaki-claim", "no-place", {"icons": 10, "least": 10, "turn": 4}),
        "Ana claims uramaki when all three places are gone.",
    ),
]


@pytest.mark.parametrize(("found", "words"), PROBLEMS)
def test_a_problem_says_what_cannot_be_right(found, words):
    code, detail, facts = found
    problem = Problem(code, Severity.ERROR, 1, "Ana", detail, facts)
    assert problem_message(problem) == words


@pytest.mark.parametrize(
    ("face", "counted"),
    [
        ("squid-nigiri", "3 squid nigiri"),
        ("tempura", "3 tempura"),
        ("maki-1", "3 maki rolls with 1 icon"),
        ("uramaki-4", "3 uramaki with 4 icons"),
        ("onigiri-circle", "3 round onigiri"),
        ("fruit-orange-orange", "3 pieces of fruit (Orange ×2)"),
        ("fruit-watermelon-orange", "3 pieces of fruit (Watermelon + Orange)"),
    ],
)
def test_cards_of_a_face_are_counted(face, counted):
    assert names.face_count(face, 3) == counted


FACTS_OF_LIMITS = {"type": "uramaki", "kind": "maki", "cards": 50, "limit": 48}
LIMITS = [place for place in problems._WORDING if place[0].endswith("-limit")]

WHO = [
    # What the box holds, what lay there in earlier rounds, who has how many; the last sentences.
    (8, 0, {"Ana": 4, "Ben": 5}, "Ana has 4 and Ben 5: who has one too many?"),
    (8, 0, {"Ana": 4, "Ben": 5, "Cem": 1}, "Ana has 4, Ben 5 and Cem 1: who has 2 too many?"),
    (8, 0, {"Ben": 9}, "Ben has them all: one too many."),
    (8, 0, {"Ben": 11}, "Ben has them all: 3 too many."),
    (
        14,
        12,
        {"Ana": 2, "Ben": 1},
        "12 in earlier rounds; in this one Ana has 2 and Ben 1: who has one too many?",
    ),
    (14, 13, {"Ben": 3}, "13 in earlier rounds; in this one Ben has 3: who has 2 too many?"),
]


@pytest.mark.parametrize(("limit", "earlier", "held", "words"), WHO)
def test_too_many_on_the_table_names_who_has_how_many(limit, earlier, held, words):
    cards = earlier + sum(held.values())
    facts = {"type": "tempura", "cards": cards, "limit": limit, "earlier": earlier}
    holders = tuple(Holder(*one) for one in held.items())
    problem = Problem("deck-limit", Severity.ERROR, 1, None, "in-round", facts, holders)
    said = f"{cards} tempura lie on the table, but the box holds {limit}."
    assert problem_message(problem) == f"{said} {words}"


def test_holders_are_told_of_cards_dice_icons_desserts_and_tokens():
    holders = (Holder("Ana", 30), Holder("Ben", 20))
    asked = "Ana has 30 and Ben 20: who has 2 too many?"
    assert len(LIMITS) == 8
    for code, detail in LIMITS:
        facts = {**FACTS_OF_LIMITS, "face": "maki-3"} if code[0] == "f" else FACTS_OF_LIMITS
        problem = Problem(code, Severity.ERROR, 1, None, detail, facts, holders)
        plain = problem_message(problem._replace(holders=()))
        assert problem_message(problem) == f"{plain} {asked}"


def test_the_table_above_has_every_problem():
    assert {(code, detail) for (code, detail, _facts), _words in PROBLEMS} == set(problems._WORDING)


def test_all_dice_have_a_name():
    for types in RULESETS["sushi-roll"].dice:
        facts = {"type": "", "kind": types[0], "cards": 11, "limit": 10}
        problem = Problem("deck-limit", Severity.ERROR, 1, None, "dice", facts)
        assert "dice lie on the trays" in problem_message(problem)


def faults_of(document):
    with pytest.raises(SheetFaults) as refused:
        read_sheet(document)
    return [fault_message(fault) for fault in refused.value.faults]


GOOD = {"ruleset": "sushi-go", "players": ["Ana", "Ben"], "rounds": [{"tableaus": {}}]}
PARTY = {**GOOD, "ruleset": "sushi-go-party", "menu": "sushi-go"}
FAULTS = [
    ("[]", "must be an object in braces { }, not […]"),
    ("{", "column 2: this is not JSON"),
    (b'"\xff"', "this is not UTF-8 text"),
    ("[" * 100_000, "lists and objects are nested too deep"),
    ('{"a": NaN}', "NaN is not a valid number"),
    ('{"menu": 1, "menu": 2}', '"menu" is given twice'),
    (" " * 200_000, "this is longer than a score sheet may be (131072 bytes)"),
    ({"rounds": []}, "ruleset: this is missing"),
    ({**GOOD, "ruleset": None}, "ruleset: must be text in quotation marks, not null"),
    ({**GOOD, "variants": ["x"] * 512}, "and 412 more"),
    ({**GOOD, "ruleset": 3}, "ruleset: must be text in quotation marks, not 3"),
    (
        {**GOOD, "ruleset": "sushi-goo"},
        'ruleset: "sushi-goo" is not a rule set; did you mean "sushi-go"?',
    ),
    ({**GOOD, "menu": "sushi-go"}, "menu: Sushi Go! does not use this"),
    (
        {**GOOD, "player": []},
        'player: there is no field "player"; did you mean "players"?',
    ),
    (
        {**PARTY, "menu": "master-menue"},
        'menu: "master-menue" is not a menu; did you mean "master-menu"?',
    ),
    (
        {**PARTY, "menu": 1},
        "menu: must be a menu's name or a list of seven card types, not 1",
    ),
    (
        {**PARTY, "menu": ["makki"]},
        'menu[0]: "makki" is not a card type; did you mean "maki"?',
    ),
    (
        {**GOOD, "variants": ["dummy"]},
        'variants[0]: "dummy" is not a variant of this game',
    ),
    (
        {**GOOD, "house_rules": {"dummy-can-wim": True}},
        'house_rules.dummy-can-wim: "dummy-can-wim" is not a house rule; did you mean '
        '"dummy-can-win"?',
    ),
    (
        {**GOOD, "house_rules": {"dummy-can-win": 1}},
        "house_rules.dummy-can-win: must be true or false, not 1",
    ),
    ({**GOOD, "players": ["Ana"]}, "players: 2-5 players can play this, not 1"),
    ({**GOOD, "players": ["Ana", " "]}, "players[1]: a player needs a name"),
    ({**GOOD, "players": ["Ana", "Ana"]}, 'players[1]: two players are called "Ana"'),
    (
        {**GOOD, "variants": ["two-player-dummy"], "players": ["Ana", "dummy"]},
        'players[1]: "dummy" is the name of the dummy hand',
    ),
    ({**GOOD, "rounds": []}, "rounds: a game has 1-3 rounds, not 0"),
    (
        {**GOOD, "rounds": [{"tableaus": {"Ana": "tempra"}}]},
        'rounds[0].tableaus.Ana, item 1: "tempra" is not a card; did you mean "tempura"?',
    ),
    (
        {**GOOD, "rounds": [{"tableaus": {"Ana": "tempura tofu*0"}}]},
        'rounds[0].tableaus.Ana, item 2: "tofu*0": an item can be repeated 1 to 99 times',
    ),
    (
        {**GOOD, "rounds": [{"tableaus": {"Ana": "wasabi+tofu"}}]},
        'rounds[0].tableaus.Ana, item 1: "wasabi+tofu": only a nigiri lies on a wasabi',
    ),
    (
        {**GOOD, "rounds": [{"tableaus": {"Anna": ""}}]},
        'rounds[0].tableaus.Anna: "Anna" is not one of the players; did you mean "Ana"?',
    ),
    (
        {**GOOD, "claimed": {"Ana": "31"}},
        'claimed.Ana: must be a whole number, not "31"',
    ),
    (
        {**GOOD, "claimed": {"Ana": 10**9}},
        "claimed.Ana: no number in a game is over 1000000",
    ),
    (
        {**GOOD, "ruleset": "sushi-roll", "tokens_left": {"Ana": {"menus": 1}}},
        'tokens_left.Ana.menus: "menus" is not a token; did you mean "menu"?',
    ),
    (
        {**GOOD, "ruleset": "sushi-roll", "tokens_left": {"Ana": {"menu": -1}}},
        "tokens_left.Ana.menu: -1 is negative",
    ),
]


@pytest.mark.parametrize(("document", "words"), FAULTS)
def test_a_fault_says_where_and_what(document, words):
    assert words in faults_of(document)


def test_a_menu_of_the_wrong_shape_says_what_a_menu_has():
    said = faults_of({**PARTY, "menu": ["maki", "temaki", "tofu", "tofu", "pudding"]})
    assert "menu: tofu stands on the menu 2 times" in said
    assert "menu: a menu has 1 × roll, not 2" in said
    assert "menu: a menu has 3 × appetizer, not 1" in said
    assert "menu: a menu has 2 × special, not 0" in said


def test_faults_can_be_printed_whatever_they_are_about():
    told = fault_message(Fault("players[0]", "not-a-player", "\x1b[31m\u202e\ud800\n"))
    assert told == 'players[0]: "\\x1b[31m\\u202e\\ud800\\n" is not one of the players'
    long = fault_message(Fault("rounds[0].tableaus." + "x" * 9_999, "not-a-player", "x"))
    assert len(long) < 300


def test_every_fault_code_has_words_without_anything_left_over():
    for code in faults._TEXTS:
        wanted = {"wrong-type": "list", "repeated-type": "1 tofu", "menu-shape": "1 roll"}.get(
            code, "1-3"
        )
        found = "sushi-go" if code == "unused-field" else "abc"
        assert "%" not in fault_message(Fault("here", code, found, "abd", wanted))


def test_everything_in_the_catalogue_has_a_name():
    for type_ in CARD_TYPES:
        assert names.type_name(type_)
        assert names.card_count(type_, 1) != names.card_count(type_, 2)
        assert names.colour_name(CARD_TYPES[type_].colour or "flipped")
        assert names.category_name(CARD_TYPES[type_].category)
    faces = [names.face_name(face) for face in FACES]
    assert len(set(faces)) == len(faces)
    for slug, ruleset in RULESETS.items():
        assert names.ruleset_name(slug)
        assert names.tiebreak_count(ruleset.tiebreak, 1)[:2] == "1 "
        for variant in ruleset.variants:
            assert names.variant_name(variant)
    for menu in ["", *NAMED_MENUS]:
        assert names.menu_name(menu)
    for switch in SWITCHES:
        assert names.switch_name(switch.name)
        assert names.switch_help(switch.name).endswith(".")


def sheet(**changes):
    full = {**GOOD, "rounds": [{"tableaus": {"Ana": "", "Ben": ""}}] * 3}
    return {**full, **changes}


def rounds(*tables):
    return [{"tableaus": dict(zip(("Ana", "Ben", "Cem"), row, strict=False))} for row in tables]


VERDICTS = [
    (
        sheet(rounds=rounds(("squid-nigiri", "egg-nigiri"), (), ())),
        "Ana wins with 3 points.",
    ),
    (sheet(rounds=rounds(("dumpling", ""), (), ())), "Ana wins with 1 point."),
    (
        sheet(),
        "Ana and Ben share the victory: 0 points and 0 puddings each.",
    ),
    (
        sheet(rounds=rounds(("pudding", "wasabi+salmon-nigiri"), (), ())),
        "Ana wins: 6 points like Ben, but 1 pudding against 0.",
    ),
    (sheet(rounds=rounds(("egg-nigiri", ""))), "Ana leads with 1 point before puddings."),
    (sheet(rounds=rounds(("", ""))), "All are level with 0 points before puddings."),
    (
        sheet(
            players=["Ana", "Ben", "Cem"],
            rounds=rounds(("egg-nigiri", "egg-nigiri", "")),
        ),
        "Ana and Ben lead with 1 point before puddings.",
    ),
    (
        sheet(ruleset="sushi-go-party", menu="party-sampler"),
        "Ana and Ben share the victory: 12 points and 0 dessert cards each.",
    ),
    (
        sheet(ruleset="sushi-roll", rounds=rounds(("pudding-2", "pudding-2"), (), ())),
        "Ana and Ben share the victory: 6 points and 2 pudding icons each.",
    ),
]


@pytest.mark.parametrize(("document", "words"), VERDICTS)
def test_the_verdict_says_who_won_and_why(document, words):
    assert verdict(score_sheet(read_sheet(document))) == words


HIGH, LOW = "wasabi+squid-nigiri", "egg-nigiri"
"""9 points, and 1."""
ALL_ALONG = "In the lead from start to end."
PARTY = {"ruleset": "sushi-go-party", "menu": "party-sampler"}
CLOSINGS = [
    (rounds((HIGH, LOW), (HIGH, LOW), ()), {}, ["16 points ahead of Ben.", ALL_ALONG]),
    (rounds((HIGH, LOW, LOW), (), ()), {}, ["8 points ahead of Ben and Cem.", ALL_ALONG]),
    (rounds(("squid-nigiri", ""), (), ()), {}, ["It was close: 3 points.", ALL_ALONG]),
    (rounds((LOW, ""), (), ()), {}, ["It was close: 1 point.", ALL_ALONG]),
    # Who is level does not lead yet.
    (
        rounds((LOW, LOW), (HIGH, ""), ()),
        {},
        ["9 points ahead of Ben.", "In the lead since round 2."],
    ),
    # A lead that was lost again does not count.
    (
        rounds((HIGH, LOW), ("", f"{HIGH} {LOW}"), (HIGH, LOW)),
        {},
        ["6 points ahead of Ben.", "Round 3 decided it, with 9 points."],
    ),
    (
        rounds(("", "", LOW), ("", LOW, ""), ("pudding", "", "")),
        {},
        ["8 points ahead of Ben and Cem.", "The end decided it: Ben and Cem led before puddings."],
    ),
    (
        rounds((HIGH, HIGH, LOW), (), ("pudding", "", "")),
        {},
        ["9 points ahead of Ben.", "The end decided it: Ana and Ben were level before puddings."],
    ),
    (
        rounds(("green-tea-ice-cream*4", HIGH), (), ()),
        PARTY,
        ["It was close: 3 points.", "The end decided it: Ben led before ice cream."],
    ),
    (
        rounds(("pudding", LOW), (), ()),
        {"ruleset": "sushi-roll"},
        ["5 points ahead of Ben.", "The end decided it: Ben led before puddings and tokens."],
    ),
    # The verdict says who is level with whom.
    (
        rounds(("pudding*2", "wasabi+salmon-nigiri pudding"), (), ("", "")),
        {},
        ["Puddings decided it: 2 against 1."],
    ),
    (
        rounds(("green-tea-ice-cream", LOW), (LOW, ""), ()),
        PARTY,
        ["Dessert cards decided it: 1 against 0."],
    ),
    (rounds((), (), ()), {}, []),
]


@pytest.mark.parametrize(("played", "agreed", "words"), CLOSINGS)
def test_the_closing_says_by_how_much_a_game_was_won_and_what_decided_it(played, agreed, words):
    players = ["Ana", "Ben", "Cem"][: max(2, *(len(round_["tableaus"]) for round_ in played))]
    result = score_sheet(read_sheet(sheet(players=players, rounds=played, **agreed)))
    assert closing(result, {name: name for name in players}) == words


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (["Ana wins.", "", "Ben is next."], "Ana wins. Ben is next."),
        (["2 ahead of Ben J.."], "2 ahead of Ben J."),
        (["2 ahead of \u2068Ben J.\u2069.", "Well."], "2 ahead of \u2068Ben J.\u2069 Well."),
        (["Wait..."], "Wait..."),
    ],
)
def test_a_name_that_ends_in_a_full_stop_ends_its_sentence(parts, text):
    assert sentences(parts) == text


def test_every_thread_is_answered_in_its_own_language():
    """Though all remember in the same place, and one has looked for its language already."""

    together = threading.Barrier(4)

    def said(code: str) -> set[str]:
        with translation.override(code), one_language():
            together.wait()
            return {ngettext("%(n)d point", "%(n)d points", 3) for _again in range(50)}

    with ThreadPoolExecutor(4) as pool:
        english, spanish, *again = pool.map(said, ("en", "es", "en", "es"))
    assert (english, spanish) == ({"%(n)d points"}, {"%(n)d puntos"})
    assert again == [english, spanish]
    with one_language(), translation.override("es"), one_language():
        assert ngettext("%(n)d point", "%(n)d points", 3) == "%(n)d puntos"
    assert ngettext("%(n)d point", "%(n)d points", 3) == "%(n)d points"


@pytest.mark.parametrize("code", ["en", "es"])
@pytest.mark.parametrize("n", [0, 1, 2, 21, 1_000_000])
def test_what_is_remembered_is_what_the_catalogue_says(code, n):
    with translation.override(code):
        for _twice in range(2):
            said = ngettext("%(n)d dumpling", "%(n)d dumplings", n)
            assert said == translation.ngettext("%(n)d dumpling", "%(n)d dumplings", n)
            assert names.card_count("dumpling", n) == said % {"n": n}
            assert names.face_name("egg-nigiri") == translation.gettext("egg nigiri")


def marked_texts() -> Iterator[tuple[str, str]]:
    """Every text that is marked for translation, with the file it stands in."""
    marks = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"}
    for path in WORDING.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in marks:
                for argument in node.args[:2]:
                    for text in texts(argument):
                        yield path.name, text


def test_every_placeholder_has_a_name_so_that_translations_may_move_it():
    for file, text in marked_texts():
        unnamed = re.sub(r"%\([a-z_]+\)[sd]|%%", "", text)
        assert "%" not in unnamed, (file, text)
        if file != "of_django.py":  # REST framework names its own like this
            plain = text.replace("{ }", "")
            assert not any(field for _, field, *_ in Formatter().parse(plain)), text


def test_texts_are_literals_that_a_translator_gets_to_see():
    for path in WORDING.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
                "ngettext",
                "ngettext_lazy",
            ):
                assert texts(node.args[0]), (path.name, node.lineno)
                assert texts(node.args[1]), (path.name, node.lineno)
