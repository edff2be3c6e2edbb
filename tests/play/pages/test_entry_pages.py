"""What the page on which a tableau is entered shows: piles, tiles, the score so far, the way to
pass."""

from uuid import uuid4

import pytest
from django.test.html import Element
from django.urls import reverse
from django.utils.translation import override

from referee.play.pages.grid import following_cards, tiles
from referee.play.pages.tableaus import piles
from referee.play.services.joining import join, let_anyone_enter
from tests.factories import PHONE, GameFactory, add, confirm, table_of, where
from tests.plain_words import plain
from tests.play.views.joining import host_phone
from tests.play.views.plain_phone import PlainPhone, attribute, elements, text_of
from tests.rows import first
from tests.taps import send

pytestmark = pytest.mark.django_db

TAKEOUT = ["maki", "tempura", "tofu", "dumpling", "takeout-box", "special-order", "pudding"]

EVERY_NUMBER = ["uramaki", "onigiri", "tofu", "dumpling", "special-order", "takeout-box", "fruit"]


def laid(*cards, **setup):
    """The table after these cards of Ana's: "~tofu" is flipped, "=tofu" a special order."""
    game = GameFactory(**{f"setup__{name}": value for name, value in setup.items()})
    for card in cards:
        (entry,) = add(where(game), card.strip("~="), copy=card.startswith("="))
        if card.startswith("~") and card != "~":
            send(where(game), (uuid4(), f"flip:{entry}"))
    return table_of(game)


@pytest.mark.parametrize(
    ("cards", "shown"),
    [
        ("tempura tempura tempura", [("tempura", 3)]),
        ("tempura tofu tempura", [("tempura", 2), ("tofu", 1)]),
        ("wasabi squid-nigiri squid-nigiri", [("squid nigiri on wasabi", 1), ("squid nigiri", 1)]),
        (
            "wasabi egg-nigiri wasabi wasabi egg-nigiri",
            [("egg nigiri on wasabi", 2), ("wasabi", 1)],
        ),
        ("tofu =tofu tofu", [("tofu", 2), ("special order: tofu", 1)]),
        ("tofu ~tofu ~ ~", [("tofu", 1), ("tofu, face down", 1), ("face-down card", 2)]),
    ],
)
def test_cards_that_look_alike_are_one_pile(cards, shown):
    menu = {"ruleset": "sushi-go-party", "menu": TAKEOUT, "number": 4}
    table = laid(*cards.split(), **({} if "wasabi" in cards else menu))
    found = piles(table.rounds[0].seats[0])
    assert [(pile["name"], len(pile["cards"])) for pile in found] == shown
    assert len({pile["id"] for pile in found}) == len(found)


def test_the_ear_has_each_pile_by_name_and_number_beside_its_buttons():
    menu = {"ruleset": "sushi-go-party", "menu": TAKEOUT, "number": 4}
    table = laid("tofu", "tofu", "~dumpling", "tempura", **menu)
    page = host_phone().open(reverse("entry", args=[table.game.pk, 1, 1]))
    heard = [
        [attribute(one, "aria-label") or text_of(one) for one in heard_in(pile)]
        for pile in elements(page.page, "li")
        if "pile" in (attribute(pile, "class") or "").split()
    ]
    assert heard == [
        ["Tofu × 2", "Flip face down: tofu", "Take away: tofu"],
        [
            "Dumpling, face down",
            "Flip face up: dumpling, face down",
            "Take away: dumpling, face down",
        ],
        ["Tempura (the newest)", "Flip face down: tempura", "Take away: tempura"],
    ]


@pytest.mark.parametrize(
    ("who", "others", "anyone", "seat", "cards", "words"),
    first(
        5,
        [
            # The host who sits as Ana: the others' cards are hers to enter, too.
            (PHONE, (), False, 1, 0, "Next: Ben"),
            (PHONE, (), False, 1, 9, "Next: Ben says ready:"),
            (PHONE, (), False, 2, 9, "Next: Cem"),
            (PHONE, ("Ben",), False, 1, 9, "Next: Cem says ready:"),
            # Where everybody has a phone she says what others say.
            (PHONE, ("Ben", "Cem"), False, 1, 9, "My cards are complete says ready:"),
            (PHONE, ("Ben",), False, 2, 9, "Next: Cem"),
            # Ben enters his own cards alone, and looks at others.
            ("Ben", ("Ben",), False, 2, 9, "My cards are complete says ready:"),
            ("Ben", ("Ben",), False, 1, 0, "To my cards"),
            ("Ben", ("Ben",), False, 3, 0, "To my cards"),
            # Where players enter for anyone, those of who has no phone, too.
            ("Ben", ("Ben",), True, 2, 9, "Next: Cem says ready:"),
            ("Ben", ("Ben",), True, 3, 9, "Next: Ben"),
            ("Ben", ("Ben",), True, 1, 0, "To my cards"),
            ("Ben", ("Ben", "Cem"), True, 3, 9, "To my cards"),
        ],
    ),
)
def test_the_main_button_leads_to_the_next_cards_that_a_phone_enters(
    who, others, anyone, seat, cards, words
):
    game = GameFactory(setup__number=3)
    join(game.pk, PHONE, 1)
    for name in others:
        join(game.pk, name, game.seats.get(player__name=name).place)
    let_anyone_enter(game.pk, anyone=anyone)
    add(where(game, 1, seat), *["tempura"] * cards)
    page = PlainPhone(who).open(reverse("entry", args=[game.pk, 1, seat]))
    on = elements(page.page, "a", "button")
    (main,) = [one for one in on if attribute(one, "id") in ("next", "own", "complete")]
    assert "main-action" in (attribute(main, "class") or "")
    does = attribute(main, "value")
    shown = plain(text_of(main)).removesuffix(" · will be sent")  # which is hidden
    assert shown + (f" says {does}" if does else "") == words


def heard_in(pile):
    """Its text and its buttons, in the order in which they are read aloud."""
    return [
        one
        for one in pile.children
        if isinstance(one, Element) and attribute(one, "aria-hidden") is None
    ]


def test_the_newest_card_is_marked_and_minus_takes_the_newest_of_a_pile():
    table = laid("tempura", "tempura", "wasabi", "dumpling", "squid-nigiri")
    newest = table.rounds[0].seats[0].entries
    tempura, dumpling, pair = piles(table.rounds[0].seats[0])
    assert tempura["entry"] == newest[1].pk
    assert pair["entry"] == newest[4].pk
    assert [pile["is_newest"] for pile in (tempura, dumpling, pair)] == [False, False, True]


@pytest.mark.parametrize(
    ("setup", "cards", "face", "seen", "told"),
    [
        ({}, "", "tempura", "next: 1 of 2", "Tempura: next: 1 of 2"),
        ({}, "tempura", "tempura", "next: +5", "Tempura: 1 lies here, next: +5"),
        (
            {},
            "sashimi sashimi sashimi",
            "sashimi",
            "set ✓",
            "Sashimi: 3 lie here, the set is full",
        ),
        ({}, "wasabi", "wasabi", "", "Wasabi: 1 lies here"),
        ({"party": True, "menu": "cutthroat-combo"}, "", "eel", "next: −3", None),
        ({"party": True, "menu": "master-menu"}, "", "fruit-orange-orange", "+3", None),
        (
            {"party": True, "menu": "master-menu"},
            "fruit-orange-orange",
            "fruit-watermelon-orange",
            "+4",
            "Watermelon + Orange: next: +4",
        ),
    ],
)
def test_a_tile_says_what_the_next_card_brings_to_the_eye_and_to_the_ear(
    setup, cards, face, seen, told
):
    table = laid(*cards.split(), **{"number": 3, **setup})
    seat = table.rounds[0].seats[0]
    buttons = [one for tile in tiles(seat, following_cards(seat)) for one in tile["buttons"]]
    (button,) = [one for one in buttons if one["do"] == f"add:{face}"]
    assert seen in (button["brings"], button["next"])
    assert not told or button["told"] == told


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    "setup",
    [{}, {"roll": True}, {"party": True, "menu": EVERY_NUMBER}],
)
def test_what_is_seen_on_a_tile_is_in_its_name(setup, language):
    table = laid("tofu", **{"number": 3, **setup}) if "menu" in setup else laid(number=3, **setup)
    seat = table.rounds[0].seats[0]
    with override(language):
        shown = tiles(seat, following_cards(seat))
    buttons = [one for tile in shown for one in (*tile["buttons"], *tile["copies"])]
    wrong = [
        (seen, button["told"])
        for button in buttons
        for seen in (button["label"], button["brings"], button["next"])
        if not seen.startswith("set ") and seen.casefold() not in button["told"].casefold()
    ]
    assert wrong == []


def test_a_die_says_its_number_where_its_faces_differ_in_that():
    table = laid("tempura-2", "wasabi", "egg-nigiri", "maki-3", "pudding", roll=True)
    shown = [(pile["type"], pile["icons"]) for pile in piles(table.rounds[0].seats[0])]
    assert shown == [("tempura", "2"), ("nigiri", ""), ("maki", "3"), ("pudding", "1")]


def read(table, page, *args):
    """The words of a page, as the host reads them."""
    return PlainPhone(PHONE).open(reverse(page, args=[table.game.pk, *args])).text


def entry(table, number=1):
    return read(table, "entry", number, 1)


def test_nobody_has_points_for_cards_that_nobody_has():
    """Two players without temaki would both have the most of them."""
    page = entry(laid(party=True, menu="party-sampler"))
    assert "So far 0 Total 0" in page
    assert "Temaki" not in page.partition("scores so far")[2].partition("Shortcut keys")[0]
    empty = laid(party=True, menu="party-sampler")
    assert "Ana 0/10 0 of 10 cards 0 0" in read(empty, "scoreboard")
    assert "Total so far 0" in read(empty, "why", 1)
    page = entry(laid("temaki", party=True, menu="party-sampler"))
    assert "So far 4 Total 4" in page
    assert "Temaki" in page.partition("scores so far")[2].partition("Shortcut keys")[0]


@pytest.mark.parametrize(
    ("setup", "number", "told"),
    first(
        2,
        [
            ({"number": 3}, 1, "Pass your hand to the left after each turn."),
            (
                {"number": 3, "variants": ("pass-both-ways",)},
                2,
                "Pass your hand to the right after each turn.",
            ),
            ({"number": 2}, 1, "Swap your hands after each turn."),
            ({"dummy": True}, 1, "Swap your hands after each turn. The dummy’s pile stays."),
            ({"roll": True, "number": 3}, 1, "slide the belts to the left and roll again."),
        ],
    ),
)
def test_which_way_to_pass_stands_there_while_there_is_something_to_pass(setup, number, told):
    for cards in ((), ("tempura",)):
        assert entry(laid(*cards, **setup), number).count(told) == 1
    table = laid(**setup)
    confirm(table.game, 1, 2)
    assert told not in entry(table, number)


def test_two_players_are_not_told_of_a_way_that_does_not_matter():
    two = laid(number=2, variants=("pass-both-ways",))
    assert "other way round" not in read(two, "setup-card", 1)
    assert "to the right in the second" not in read(two, "game-rules")
    three = laid(number=3, variants=("pass-both-ways",))
    assert "other way round" in read(three, "setup-card", 1)
    assert "to the right in the second" in read(three, "game-rules")
