"""What cards, rule sets, menus, variants and house rules are called, in the language in use."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from referee.rules.cards import CARD_TYPES, FACES

from .cards import CARDS
from .catalogue import gettext, ngettext, remembered


def _namer(names: Mapping[str, object]) -> Callable[[str], str]:
    """Return the function that says what a slug is called."""
    return remembered(lambda slug: str(names[slug]))


def _counter(counts: Mapping[str, Any]) -> Callable[[str, int], str]:
    """Return the function that says so many of a slug."""
    return remembered(lambda slug, number: counts[slug] % {"n": number})


type_name = _namer({slug: card.name for slug, card in CARDS.items()})
"""A card type, or the line ``tokens``."""
_FACES = {face: name for card in CARDS.values() for face, name in card.faces.items()}
face_name = _namer(
    {slug: card.name for slug, card in CARDS.items()} | _FACES | {"flipped": _("flipped card")}
)
"""A face of a card or die."""
card_count = _counter(
    {slug: card.count for slug, card in CARDS.items()}
    | {"flipped": ngettext_lazy("%(n)d flipped card", "%(n)d flipped cards", "n")}
)
"""So many cards of a type: "2 dumplings". ``flipped`` and ``tokens`` go too."""
icon_count = _counter({slug: card.icons for slug, card in CARDS.items() if card.icons})
"""So many icons of a type, for dice and uramaki: "4 tempura icons"."""
_kind_name = _namer({kind: name for card in CARDS.values() for kind, name in card.kinds.items()})
kind_count = _counter(
    {kind: count for card in CARDS.values() for kind, count in card.kind_counts.items()}
)
"""So many nigiri of a face, or icons of a fruit: "2 egg nigiri", "4 pineapples"."""


@remembered
def face_count(face: str, number: int) -> str:
    """Count cards of a face: "2 egg nigiri", "4 maki rolls with 3 icons"."""
    type_, (kind, icons) = FACES[face].type, FACES[face].parts[0]
    if kind in CARDS[type_].kind_counts and type_ != "fruit":
        return kind_count(kind, number)
    cards = card_count(type_, number)
    if type_ == face:
        return cards
    if kind != type_:
        return gettext("%(cards)s (%(face)s)") % {"cards": cards, "face": short_face_name(face)}
    words = ngettext("%(cards)s with %(icons)d icon", "%(cards)s with %(icons)d icons", icons)
    return words % {"cards": cards, "icons": icons}


@remembered
def short_face_name(face: str) -> str:
    """Name what tells a face from the others of its type: "Squid" for a squid nigiri, "3" for three
    maki icons, the shape of an onigiri."""
    (kind, icons), *others = FACES[face].parts
    if kind == FACES[face].type:
        return str(icons)
    if others:
        names = {"one": _kind_name(kind), "other": _kind_name(others[0][0])}
        return gettext("%(one)s + %(other)s") % names
    if icons > 1:
        return gettext("%(fruit)s ×2") % {"fruit": _kind_name(kind)}
    return _kind_name(kind).capitalize()


ruleset_name = _namer(
    {
        "sushi-go": _("Sushi Go!"),
        "sushi-go-party": _("Sushi Go Party!"),
        "sushi-roll": _("Sushi Roll"),
    }
)
"""One of the three games."""
play_title = _namer(
    {
        "menus": _("Menus"),
        "dealing": _("Before a round"),
        "turns": _("A turn"),
        "order": _("Who acts first"),
        "round-end": _("The end of a round"),
        "game-end": _("The end of the game"),
    }
)
"""A part of how a game is played, in the order of the game."""
menu_name = _namer(
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


variant_name = _namer(
    {
        "pass-both-ways": _("Pass both ways"),
        "two-player-dummy": _("Two players and a dummy"),
        "soy-sauce-promo": _("With the soy sauce promo"),
    }
)
"""A variant of Sushi Go!"""
category_name = _namer(
    {
        "nigiri": _("nigiri"),
        "roll": _("roll"),
        "appetizer": _("appetizer"),
        "special": _("special"),
        "dessert": _("dessert"),
    }
)
"""A group of card types that a menu is chosen from."""
colour_name = _namer(
    {
        card.colour: words
        for slug, card in CARD_TYPES.items()
        if (words := CARDS[slug].colour) is not None
    }
    | {"flipped": _("flipped cards")}
)
"""A background colour, told by the cards that have it."""
tiebreak_count = _counter(
    {
        "pudding": ngettext_lazy("%(n)d pudding", "%(n)d puddings", "n"),
        "dessert-cards": ngettext_lazy("%(n)d dessert card", "%(n)d dessert cards", "n"),
        "pudding-icons": ngettext_lazy("%(n)d pudding icon", "%(n)d pudding icons", "n"),
    }
)
"""What breaks a tie, counted: "3 puddings", "1 dessert card", "4 pudding icons"."""
dessert_name = _namer(
    {
        "pudding": _("Puddings"),
        "pudding-icons": _("Pudding icons"),
        "green-tea-ice-cream": _("Ice creams"),
        **CARDS["fruit"].kinds,
    }
)
"""What somebody has at the end, before its number: puddings, or a fruit whose icons are counted."""

_SWITCHES = {
    "zero-maki-scores": (
        _("Without maki you can place"),
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
    "reshuffle-each-round": (
        _("Cards are shuffled back each round"),
        _("Before each round all cards but the puddings already played are shuffled together."),
    ),
}


def switch_name(slug: str) -> str:
    """A house rule, as the settings page lists it."""
    return str(_SWITCHES[slug][0])


def switch_help(slug: str) -> str:
    """Say what happens when a house rule is on, in one line."""
    return str(_SWITCHES[slug][1])
