"""The setup card in words: it says every figure of the card, and nothing that does not apply."""

from collections.abc import Iterator

import pytest
from django.template.loader import render_to_string
from django.test.html import parse_html

from referee.play.views.rules import card_context, taken
from referee.rules import NAMED_MENUS, RULESETS, HouseRules, Setting
from referee.rules.menus import named_menu
from referee.rules.table_setup import SetupCard, setup_for
from tests.play.views.plain_phone import attribute, elements, text_of


def settings() -> Iterator[Setting]:
    for slug in ("sushi-go", "sushi-roll"):
        for players in RULESETS[slug].players:
            yield Setting(slug, players)
    for variants in (
        {"two-player-dummy"},
        {"soy-sauce-promo", "pass-both-ways"},
        {"two-player-dummy", "soy-sauce-promo", "pass-both-ways"},
    ):
        yield Setting("sushi-go", 2, variants=frozenset(variants))
    for players in RULESETS["sushi-go"].players:
        yield Setting("sushi-go", players, house_rules=HouseRules(reshuffle_each_round=True))
    for menu in map(named_menu, NAMED_MENUS):
        for players in RULESETS["sushi-go-party"].players:
            if not menu.unfit_types(players):
                yield Setting("sushi-go-party", players, menu)


CARDS = [setup_for(setting, number) for setting in settings() for number in (1, 2, 3)]


def parts(card: SetupCard) -> dict[str, list[tuple[str, str]]]:
    """Each thing to do and the figure beside it, by the part's anchor."""
    html = render_to_string("rules/setup_card.html#card", card_context(card))
    found = {}
    for part in elements(parse_html(html), "section"):
        (title,) = elements(part, "h2")
        assert text_of(title)
        (to_do,) = (ul for ul in elements(part, "ul") if attribute(ul, "class") == "to-do")
        lines = [next(elements(li, "label", "p")) for li in to_do.children if li != " "]
        found[attribute(title, "id")] = [
            (text_of(next(elements(line, "span"))), "".join(map(text_of, elements(line, "b"))))
            for line in lines
        ]
    return found


def said(setting: Setting, number: int) -> str:
    """Everything that a card says."""
    shown = parts(setup_for(setting, number))
    return " ".join(text for lines in shown.values() for text, _figure in lines)


def party(menu: str, players: int) -> Setting:
    return Setting("sushi-go-party", players, named_menu(menu))


def test_every_line_is_short_and_says_its_figure(subtests):
    for card in CARDS:
        with subtests.test(str(card.setting), round=card.round_number):
            says_its_figures(card)


def says_its_figures(card: SetupCard) -> None:
    shown = parts(card)
    slugs = list(shown)
    order = ["take", "shuffle", "deal", "pass", "remember"]
    assert slugs == [slug for slug in order if slug in slugs]
    assert {"take", "shuffle", "deal", "pass"} <= set(slugs)
    for lines in shown.values():
        assert lines
        for text, figure in lines:
            assert text.endswith((".", "up."))
            assert len(text) < 100, text
            if figure.lstrip("+").isdecimal():
                assert figure.lstrip("+") in text
    assert shown["deal"][0][1] == str(card.hand_size)


def test_the_box_is_taken_out_once():
    for card in CARDS:
        html = render_to_string("rules/setup_card.html#card", card_context(card))
        assert ('class="taken"' in html) == card.is_first
        numbers = {icon: number for icon, _name, number in taken(card)}
        if card.belts:
            assert sum(numbers.values()) == 30
        else:
            assert numbers == card.cards


def sushi_go(players: int, *variants: str) -> Setting:
    return Setting("sushi-go", players, variants=frozenset(variants))


BOTH_WAYS = sushi_go(3, "pass-both-ways")
RESHUFFLED = sushi_go(4)._replace(house_rules=HouseRules(reshuffle_each_round=True))
SAID = [
    # A round of a game → what its card says, and what not.
    (party("sushi-go", 5), 1, ["Shuffle 5 puddings of", "10 desserts stay in the pile."], []),
    (party("sushi-go", 5), 2, ["Shuffle 3 puddings of", "7 desserts stay in the pile."], []),
    (party("sushi-go", 5), 3, ["Shuffle 2 puddings of", "5 desserts stay in the pile."], []),
    (party("sushi-go", 6), 3, [], ["in the pile"]),
    (party("sushi-go", 5), 1, ["not needed"], []),
    (party("sushi-go", 6), 1, [], ["not needed"]),
    # Fruit is counted in cards.
    (party("master-menu", 4), 1, ["Shuffle the 15 fruit cards"], []),
    (party("my-first-meal", 6), 1, ["Flip the maki tile"], []),
    (party("my-first-meal", 5), 1, ["Do not flip the maki tile"], []),
    (party("master-menu", 6), 1, [], ["maki tile"]),
    # A special order may stay with the desserts.
    (party("dinner-for-two", 2), 1, [], ["special order"]),
    (party("dinner-for-two", 2), 2, ["special order"], []),
    (party("sushi-go", 2), 2, [], ["special order"]),
    (BOTH_WAYS, 1, ["to the left"], []),
    (BOTH_WAYS, 2, ["to the right"], ["to the left"]),
    (BOTH_WAYS, 3, ["to the left"], []),
    (sushi_go(3), 2, [], ["to the right"]),
    (sushi_go(2), 1, ["Swap your hands"], ["dummy"]),
    (sushi_go(4, "soy-sauce-promo"), 1, ["Take all 112 cards.", "4 soy sauces"], []),
    (sushi_go(4), 1, ["Take all 108 cards."], []),
    (sushi_go(4), 2, ["Do not shuffle", "44 cards are left over"], []),
    # By a house rule all but the puddings played are shuffled together before each round.
    (
        RESHUFFLED,
        1,
        ["Take all 108 cards.", "Shuffle them all.", "76 cards are left over"],
        ["once", "Keep your puddings"],
    ),
    (
        RESHUFFLED,
        2,
        [
            "Keep your puddings in front of you. Collect all other cards, those left over too.",
            "Shuffle them all.",
            "Deal everybody 8 cards",
            "Lay the rest beside, face down.",
        ],
        ["aside, face up", "out of the game", "Do not shuffle", "left over:", "board"],
    ),
    (
        RESHUFFLED._replace(players=2, variants=frozenset({"two-player-dummy"})),
        3,
        ["Collect all other cards", "Shuffle them all.", "Lay 9 more cards"],
        ["Do not shuffle"],
    ),
    # Tokens and belts are named when they matter.
    (
        Setting("sushi-roll", 3),
        1,
        ["2 chopsticks tokens and 3 menu tokens", "slide the belts once more"],
        ["if not yet done"],
    ),
    (
        Setting("sushi-roll", 3),
        2,
        ["slide the belts once more", "if not yet done"],
        ["chopsticks tokens"],
    ),
    (Setting("sushi-roll", 3), 3, ["if not yet done"], ["slide the belts once more"]),
    (Setting("sushi-roll", 4), 1, ["stay where they are", "Take 4 belts"], ["once more"]),
]


@pytest.mark.parametrize(("setting", "number", "told", "untold"), SAID)
def test_a_card_says_what_is_to_be_done_in_its_round_alone(setting, number, told, untold):
    words = said(setting, number)
    assert [one for one in told if one not in words] == []
    assert [one for one in untold if one in words] == []


def test_a_dummy_is_led_by_turns():
    for number in (1, 2, 3):
        words = said(sushi_go(2, "two-player-dummy"), number)
        assert "on turns 1, 3, 5, 7, 9, the other one on turns 2, 4, 6, 8" in words
        assert "Lay 9 more cards" in words
