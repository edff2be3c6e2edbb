"""What cards, rule sets, menus, variants and house rules are called, in the language in use."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from .catalogue import remembered


def _name(names: Mapping[str, object]) -> Callable[[str], str]:
    """Return the function that says what a slug is called."""
    return remembered(lambda slug: str(names[slug]))


def _count(counts: Mapping[str, Any]) -> Callable[[str, int], str]:
    """Return the function that says so many of a slug."""
    return remembered(lambda slug, number: counts[slug] % {"n": number})


_TYPES = {
    "nigiri": _("nigiri"),
    "wasabi": _("wasabi"),
    "maki": _("maki rolls"),
    "temaki": _("temaki"),
    "uramaki": _("uramaki"),
    "tempura": _("tempura"),
    "sashimi": _("sashimi"),
    "dumpling": _("dumplings"),
    "eel": _("eel"),
    "tofu": _("tofu"),
    "edamame": _("edamame"),
    "miso-soup": _("miso soup"),
    "onigiri": _("onigiri"),
    "chopsticks": _("chopsticks"),
    "spoon": _("spoon"),
    "menu": _("menu"),
    "special-order": _("special order"),
    "takeout-box": _("takeout box"),
    "soy-sauce": _("soy sauce"),
    "tea": _("tea"),
    "pudding": _("pudding"),
    "green-tea-ice-cream": _("green tea ice cream"),
    "fruit": _("fruit"),
    "tokens": _("unused tokens"),
}
type_name = _name(_TYPES)
"""A card type, or the line ``tokens``."""
face_name = _name(
    {
        **_TYPES,
        "egg-nigiri": _("egg nigiri"),
        "salmon-nigiri": _("salmon nigiri"),
        "squid-nigiri": _("squid nigiri"),
        "maki-1": _("maki roll with 1 icon"),
        "maki-2": _("maki roll with 2 icons"),
        "maki-3": _("maki roll with 3 icons"),
        "uramaki-3": _("uramaki with 3 icons"),
        "uramaki-4": _("uramaki with 4 icons"),
        "uramaki-5": _("uramaki with 5 icons"),
        "tempura-2": _("tempura with 2 icons"),
        "tempura-3": _("tempura with 3 icons"),
        "sashimi-2": _("sashimi with 2 icons"),
        "sashimi-3": _("sashimi with 3 icons"),
        "dumpling": _("dumpling"),
        "dumpling-2": _("dumpling with 2 icons"),
        "dumpling-3": _("dumpling with 3 icons"),
        "onigiri-circle": _("round onigiri"),
        "onigiri-triangle": _("triangular onigiri"),
        "onigiri-square": _("square onigiri"),
        "onigiri-rectangle": _("rectangular onigiri"),
        "chopsticks-2": _("chopsticks with 2 icons"),
        "chopsticks-3": _("chopsticks with 3 icons"),
        "menu-2": _("menu with 2 icons"),
        "menu-3": _("menu with 3 icons"),
        "pudding-2": _("pudding with 2 icons"),
        "pudding-3": _("pudding with 3 icons"),
        "fruit-watermelon-watermelon": _("fruit: two watermelons"),
        "fruit-orange-orange": _("fruit: two oranges"),
        "fruit-pineapple-pineapple": _("fruit: two pineapples"),
        "fruit-watermelon-orange": _("fruit: watermelon and orange"),
        "fruit-watermelon-pineapple": _("fruit: watermelon and pineapple"),
        "fruit-orange-pineapple": _("fruit: orange and pineapple"),
        "flipped": _("flipped card"),
    }
)
"""A face of a card or die."""
card_count = _count(
    {
        "nigiri": ngettext_lazy("%(n)d nigiri", "%(n)d nigiri", "n"),
        "wasabi": ngettext_lazy("%(n)d wasabi", "%(n)d wasabi", "n"),
        "maki": ngettext_lazy("%(n)d maki roll", "%(n)d maki rolls", "n"),
        "temaki": ngettext_lazy("%(n)d temaki", "%(n)d temaki", "n"),
        "uramaki": ngettext_lazy("%(n)d uramaki", "%(n)d uramaki", "n"),
        "tempura": ngettext_lazy("%(n)d tempura", "%(n)d tempura", "n"),
        "sashimi": ngettext_lazy("%(n)d sashimi", "%(n)d sashimi", "n"),
        "dumpling": ngettext_lazy("%(n)d dumpling", "%(n)d dumplings", "n"),
        "eel": ngettext_lazy("%(n)d eel", "%(n)d eels", "n"),
        "tofu": ngettext_lazy("%(n)d tofu", "%(n)d tofu", "n"),
        "edamame": ngettext_lazy("%(n)d edamame", "%(n)d edamame", "n"),
        "miso-soup": ngettext_lazy("%(n)d miso soup", "%(n)d miso soups", "n"),
        "onigiri": ngettext_lazy("%(n)d onigiri", "%(n)d onigiri", "n"),
        "chopsticks": ngettext_lazy("%(n)d chopsticks card", "%(n)d chopsticks cards", "n"),
        "spoon": ngettext_lazy("%(n)d spoon", "%(n)d spoons", "n"),
        "menu": ngettext_lazy("%(n)d menu", "%(n)d menus", "n"),
        "special-order": ngettext_lazy("%(n)d special order", "%(n)d special orders", "n"),
        "takeout-box": ngettext_lazy("%(n)d takeout box", "%(n)d takeout boxes", "n"),
        "flipped": ngettext_lazy("%(n)d flipped card", "%(n)d flipped cards", "n"),
        "soy-sauce": ngettext_lazy("%(n)d soy sauce", "%(n)d soy sauces", "n"),
        "tea": ngettext_lazy("%(n)d tea", "%(n)d teas", "n"),
        "pudding": ngettext_lazy("%(n)d pudding", "%(n)d puddings", "n"),
        "green-tea-ice-cream": ngettext_lazy(
            "%(n)d green tea ice cream", "%(n)d green tea ice creams", "n"
        ),
        "fruit": ngettext_lazy("%(n)d piece of fruit", "%(n)d pieces of fruit", "n"),
        "tokens": ngettext_lazy("%(n)d unused token", "%(n)d unused tokens", "n"),
    }
)
"""So many cards of a type: "2 dumplings". ``flipped`` and ``tokens`` go too."""
icon_count = _count(
    {
        "tempura": ngettext_lazy("%(n)d tempura icon", "%(n)d tempura icons", "n"),
        "sashimi": ngettext_lazy("%(n)d sashimi icon", "%(n)d sashimi icons", "n"),
        "dumpling": ngettext_lazy("%(n)d dumpling icon", "%(n)d dumpling icons", "n"),
        "menu": ngettext_lazy("%(n)d menu icon", "%(n)d menu icons", "n"),
        "chopsticks": ngettext_lazy("%(n)d pair of chopsticks", "%(n)d pairs of chopsticks", "n"),
        "pudding": ngettext_lazy("%(n)d pudding icon", "%(n)d pudding icons", "n"),
        "uramaki": ngettext_lazy("%(n)d icon", "%(n)d icons", "n"),
    }
)
"""So many icons of a type, for dice and uramaki: "4 tempura icons"."""
nigiri_count = _count(
    {
        "egg-nigiri": ngettext_lazy("%(n)d egg nigiri", "%(n)d egg nigiri", "n"),
        "salmon-nigiri": ngettext_lazy("%(n)d salmon nigiri", "%(n)d salmon nigiri", "n"),
        "squid-nigiri": ngettext_lazy("%(n)d squid nigiri", "%(n)d squid nigiri", "n"),
    }
)
"""So many nigiri of a face: "2 egg nigiri"."""
fruit_count = _count(
    {
        "watermelon": ngettext_lazy("%(n)d watermelon", "%(n)d watermelons", "n"),
        "orange": ngettext_lazy("%(n)d orange", "%(n)d oranges", "n"),
        "pineapple": ngettext_lazy("%(n)d pineapple", "%(n)d pineapples", "n"),
    }
)
"""So many icons of a fruit: "4 pineapples"."""
shape_name = _name(
    {
        "circle": pgettext_lazy("shape of an onigiri", "round"),
        "triangle": pgettext_lazy("shape of an onigiri", "triangular"),
        "square": pgettext_lazy("shape of an onigiri", "square"),
        "rectangle": pgettext_lazy("shape of an onigiri", "rectangular"),
    }
)
"""The shape of an onigiri."""
ruleset_name = _name(
    {
        "sushi-go": _("Sushi Go!"),
        "sushi-go-party": _("Sushi Go Party!"),
        "sushi-roll": _("Sushi Roll"),
    }
)
"""One of the three games."""
menu_name = _name(
    {
        "": _("A menu of your own"),
        "my-first-meal": _("My First Meal"),
        "sushi-go": _("Sushi Go!"),
        "party-sampler": _("Party Sampler"),
        "master-menu": _("Master Menu"),
        "points-platter": _("Points Platter"),
        "cutthroat-combo": _("Cutthroat Combo"),
        "big-banquet": _("Big Banquet"),
        "dinner-for-two": _("Dinner for Two"),
    }
)
"""A named menu of Sushi Go Party!; "" is one of the players' own."""


variant_name = _name(
    {
        "pass-both-ways": _("Pass both ways"),
        "two-player-dummy": _("Two players and a dummy"),
        "soy-sauce-promo": _("With the soy sauce promo"),
    }
)
"""A variant of Sushi Go!"""
category_name = _name(
    {
        "nigiri": _("nigiri"),
        "roll": _("roll"),
        "appetizer": _("appetizer"),
        "special": _("special"),
        "dessert": _("dessert"),
    }
)
"""A group of card types that a menu is chosen from."""
colour_name = _name(
    {
        "yellow": _("yellow, nigiri and wasabi"),
        "red": _("red, maki rolls"),
        "deep-purple": _("deep purple, temaki"),
        "yellow-lime": _("yellow-lime, uramaki"),
        "lilac": _("lilac, tempura"),
        "lime": _("lime green, sashimi"),
        "blue": _("blue, dumplings"),
        "indigo": _("indigo, eel"),
        "green": _("green, tofu"),
        "violet": _("violet, edamame"),
        "teal": _("teal, miso soup"),
        "magenta": _("magenta, onigiri"),
        "mint": _("mint, chopsticks"),
        "charcoal": _("charcoal, spoon"),
        "pale-yellow": _("pale yellow, menu"),
        "tan": _("tan, takeout box"),
        "orange": _("orange, soy sauce"),
        "dark-red": _("dark red, tea"),
        "pink": _("pink, pudding"),
        "blue-teal": _("blue-green, green tea ice cream"),
        "coral": _("coral, fruit"),
        "flipped": _("flipped cards"),
    }
)
"""A background colour, told by the cards that have it: players see cards, not hex codes."""
tiebreak_count = _count(
    {
        "pudding": ngettext_lazy("%(n)d pudding", "%(n)d puddings", "n"),
        "dessert-cards": ngettext_lazy("%(n)d dessert card", "%(n)d dessert cards", "n"),
        "pudding-icons": ngettext_lazy("%(n)d pudding icon", "%(n)d pudding icons", "n"),
    }
)
"""What breaks a tie, counted: "3 puddings", "1 dessert card", "4 pudding icons"."""

_SWITCHES = {
    "zero-maki-scores": (
        _("No maki can place"),
        _("A player without maki may still come first or second."),
    ),
    "dummy-takes-awards": (
        _("The dummy competes"),
        _("The dummy takes part in the comparisons of maki, soy sauce and puddings."),
    ),
    "dummy-brings-pudding-loss": (
        _("Puddings can cost points beside a dummy"),
        _("The fewest puddings lose 6 points, as with three players."),
    ),
    "dummy-can-win": (_("The dummy can win"), _("The dummy is ranked like a player.")),
    "two-player-tie-scores-most": (
        _("Two players who tie both score"),
        _("With two players, a tie for the most temaki or puddings pays both in full."),
    ),
    "desserts-count-as-colours": (
        _("Desserts count as colours"),
        _("Desserts of this round count as colours for tea and soy sauce."),
    ),
    "flipped-cards-share-a-colour": (
        _("Flipped cards are a colour"),
        _("All flipped cards together are one colour for tea and soy sauce."),
    ),
    "uramaki-cascade": (
        _("Uramaki places run on"),
        _("At the end of a round every free uramaki place is given out, not only the next."),
    ),
    "flipped-nigiri-frees-wasabi": (
        _("Flipping a nigiri frees its wasabi"),
        _("The next nigiri may lie on that wasabi again."),
    ),
    "one-bonus-action-per-turn": (
        _("One bonus action a turn"),
        _("A player may use one chopsticks or spoon on a turn."),
    ),
}


def switch_name(slug: str) -> str:
    """A house rule, as the settings page lists it."""
    return str(_SWITCHES[slug][0])


def switch_help(slug: str) -> str:
    """What happens when a house rule is on, in one line."""
    return str(_SWITCHES[slug][1])
