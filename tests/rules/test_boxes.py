"""What the boxes hold and the menus list, said once more; the simulated games are dealt from it."""

from collections import Counter

import pytest

from referee.rules import NAMED_MENUS, RULESETS, Setting
from referee.rules.menus import named_menu
from referee.rules.rulesets import SOY_SAUCE_PROMO
from tests.dealers.dealing import full_deck
from tests.simulation import legal_players

SUSHI_GO = (
    "tempura 14 sashimi 14 dumpling 14 maki-1 6 maki-2 12 maki-3 8 egg-nigiri 5 salmon-nigiri 10"
    " squid-nigiri 5 pudding 10 wasabi 6 chopsticks 4"
)
NIGIRI = "egg-nigiri 4 salmon-nigiri 5 squid-nigiri 3 "
MAKI = "maki-1 4 maki-2 5 maki-3 3 "
URAMAKI = "uramaki-3 4 uramaki-4 4 uramaki-5 4 "
ONIGIRI = "onigiri-circle 2 onigiri-triangle 2 onigiri-square 2 onigiri-rectangle 2 "
FRUIT = (
    "fruit-watermelon-watermelon 2 fruit-pineapple-pineapple 2 fruit-orange-orange 2"
    " fruit-watermelon-pineapple 3 fruit-watermelon-orange 3 fruit-orange-pineapple 3"
)
PARTY = {
    "my-first-meal": f"{MAKI}tempura 8 sashimi 8 miso-soup 8 wasabi 3 tea 3 green-tea-ice-cream 15",
    "sushi-go": f"{MAKI}tempura 8 sashimi 8 dumpling 8 chopsticks 3 wasabi 3 pudding 15",
    "party-sampler": (
        "temaki 12 tempura 8 dumpling 8 tofu 8 wasabi 3 menu 3 green-tea-ice-cream 15"
    ),
    "master-menu": f"temaki 12 {ONIGIRI}tofu 8 sashimi 8 spoon 3 takeout-box 3 {FRUIT}",
    "points-platter": (
        f"{URAMAKI}{ONIGIRI}dumpling 8 edamame 8 special-order 3 tea 3 green-tea-ice-cream 15"
    ),
    "cutthroat-combo": "temaki 12 eel 8 tofu 8 miso-soup 8 spoon 3 soy-sauce 3 pudding 15",
    "big-banquet": f"{MAKI}tempura 8 dumpling 8 eel 8 spoon 3 chopsticks 3 green-tea-ice-cream 15",
    "dinner-for-two": f"{URAMAKI}{ONIGIRI}tofu 8 miso-soup 8 menu 3 special-order 3 {FRUIT}",
}


def counted(words: str) -> dict[str, int]:
    faces, numbers = words.split()[::2], words.split()[1::2]
    return dict(zip(faces, map(int, numbers), strict=True))


def test_the_deck_of_sushi_go():
    assert Counter(full_deck(Setting("sushi-go", 4))) == counted(SUSHI_GO)
    promo = Setting("sushi-go", 4, variants=frozenset({SOY_SAUCE_PROMO}))
    assert Counter(full_deck(promo)) == counted(f"{SUSHI_GO} soy-sauce 4")


@pytest.mark.parametrize("menu", NAMED_MENUS)
def test_the_deck_of_a_menu(menu):
    deck = full_deck(Setting("sushi-go-party", 4, named_menu(menu)))
    assert Counter(deck) == counted(NIGIRI + PARTY[menu])


@pytest.mark.parametrize("menu", NAMED_MENUS)
def test_who_may_play_a_menu(menu):
    may = [number for number in range(2, 9) if not named_menu(menu).unfit_types(number)]
    assert may == legal_players(NAMED_MENUS[menu])


def test_the_dice_and_tokens_of_sushi_roll():
    rules = RULESETS["sushi-roll"]
    assert rules.dice == {
        ("tempura", "sashimi", "dumpling"): 10,
        ("maki",): 6,
        ("nigiri",): 5,
        ("wasabi", "menu", "chopsticks"): 5,
        ("pudding",): 4,
    }
    assert rules.tokens == {"menu": 18, "chopsticks": 12}
