"""The setup card in words: it says every figure of the card, and nothing that does not apply."""

from collections.abc import Iterator

import pytest
from django.template.loader import render_to_string
from django.test.html import parse_html

from referee.play.views.rules import card_context, taken
from referee.rules import NAMED_MENUS, RULESETS, Setting
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


@pytest.mark.parametrize("card", CARDS, ids=lambda c: f"{c.setting.ruleset}-{c.round_number}")
def test_every_line_is_short_and_says_its_figure(card):
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


@pytest.mark.parametrize(
    ("number", "added", "stay"), [(1, "5 puddings", 10), (2, "3 puddings", 7), (3, "2 puddings", 5)]
)
def test_party_says_how_many_desserts_to_add_and_how_many_stay(number, added, stay):
    words = said(party("sushi-go", 5), number)
    assert f"Shuffle {added} of" in words
    assert f"{stay} desserts stay in the pile." in words


def test_with_many_players_no_dessert_stays_in_the_end():
    assert "in the pile" not in said(party("sushi-go", 6), 3)
    assert "not needed" in said(party("sushi-go", 5), 1)
    assert "not needed" not in said(party("sushi-go", 6), 1)


def test_fruit_is_counted_in_cards():
    assert "Shuffle the 15 fruit cards" in said(party("master-menu", 4), 1)


def test_the_maki_tile_is_named_where_there_is_one():
    assert "Flip the maki tile" in said(party("my-first-meal", 6), 1)
    assert "Do not flip the maki tile" in said(party("my-first-meal", 5), 1)
    assert "maki tile" not in said(party("master-menu", 6), 1)


def test_a_special_order_may_stay_with_the_desserts():
    assert "special order" in said(party("dinner-for-two", 2), 2)
    assert "special order" not in said(party("dinner-for-two", 2), 1)
    assert "special order" not in said(party("sushi-go", 2), 2)


def test_hands_go_the_way_that_was_agreed():
    both = Setting("sushi-go", 3, variants=frozenset({"pass-both-ways"}))
    ways = ["to the left" in said(both, n) for n in (1, 2, 3)]
    assert ways == [True, False, True]
    assert "to the right" in said(both, 2)
    assert "to the right" not in said(Setting("sushi-go", 3), 2)
    assert "Swap your hands" in said(Setting("sushi-go", 2), 1)


def test_a_dummy_is_led_by_turns():
    dummy = Setting("sushi-go", 2, variants=frozenset({"two-player-dummy"}))
    for number in (1, 2, 3):
        words = said(dummy, number)
        assert "on turns 1, 3, 5, 7, 9, the other one on turns 2, 4, 6, 8" in words
        assert "Lay 9 more cards" in words
    assert "dummy" not in said(Setting("sushi-go", 2), 1)


def test_sushi_go_is_shuffled_once_and_the_promo_is_counted():
    promo = Setting("sushi-go", 4, variants=frozenset({"soy-sauce-promo"}))
    assert "Take all 112 cards." in said(promo, 1)
    assert "4 soy sauces" in said(promo, 1)
    assert "Take all 108 cards." in said(Setting("sushi-go", 4), 1)
    assert "Do not shuffle" in said(Setting("sushi-go", 4), 2)
    assert "44 cards are left over" in said(Setting("sushi-go", 4), 2)


def test_roll_names_tokens_and_belts_when_they_matter():
    three = [said(Setting("sushi-roll", 3), number) for number in (1, 2, 3)]
    assert "2 chopsticks tokens and 3 menu tokens" in three[0]
    assert "chopsticks tokens" not in three[1]
    assert ["slide the belts once more" in words for words in three] == [True, True, False]
    assert ["if not yet done" in words for words in three] == [False, True, True]
    four = said(Setting("sushi-roll", 4), 1)
    assert "once more" not in four
    assert "stay where they are" in four
    assert "Take 4 belts" in four
