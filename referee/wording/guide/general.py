"""How a game goes: dealing, turns, the order of special actions, the ends."""

from collections.abc import Callable
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from ..names import ruleset_name
from ..phrases import sentences
from . import dealing, play
from .scope import Scope
from .text import PointsTable


class Section(NamedTuple):
    """One of the general sections.

    Attributes:
        slug: its anchor on a page; never that of a card type.
        title: its heading.
        text: its sentences.
        table: numbers by players, or None.
        rulebook: the rulebook that says so, "" for the referee's own rulings.
        section: the heading there.
    """

    slug: str
    title: str
    text: tuple[str, ...]
    table: PointsTable | None = None
    rulebook: str = ""
    section: str = ""

    @property
    def paragraph(self) -> str:
        """The section as running text."""
        return sentences(self.text)


Words = Callable[[Scope], tuple[str, ...]]


def sections(scope: Scope) -> tuple[Section, ...]:
    """The general sections, in the order of play; those without anything to say are left out."""
    found = []
    for slug, title, words, headings in _SECTIONS:
        text = words(scope)
        if not text:
            continue
        heading = headings[scope.ruleset]
        rulebook = ruleset_name(scope.ruleset) if heading else ""
        table = dealing.hands(scope) if slug == "dealing" else None
        found.append(Section(slug, str(title), text, table, rulebook, heading))
    return tuple(found)


_SECTIONS: tuple[tuple[str, Promise, Words, dict[str, str]], ...] = (
    (
        "dealing",
        gettext_lazy("Before a round"),
        dealing.dealing,
        {
            "sushi-go": "Setup",
            "sushi-go-party": "Starting a Round",
            "sushi-roll": "Set Up",
        },
    ),
    (
        "turns",
        gettext_lazy("A turn"),
        play.turn,
        {
            "sushi-go": "Playing a Round",
            "sushi-go-party": "Playing a Turn",
            "sushi-roll": "Playing a Round",
        },
    ),
    (
        "order",
        gettext_lazy("Who acts first"),
        play.order,
        {
            "sushi-go": "",
            "sushi-go-party": "Special Card Actions",
            "sushi-roll": "",
        },
    ),
    (
        "round-end",
        gettext_lazy("The end of a round"),
        play.round_end,
        {
            "sushi-go": "Ending a Round",
            "sushi-go-party": "Ending a Round",
            "sushi-roll": "Starting a New Round",
        },
    ),
    (
        "game-end",
        gettext_lazy("The end of the game"),
        play.game_end,
        {
            "sushi-go": "And the Winner Is",
            "sushi-go-party": "Ending the Game",
            "sushi-roll": "Ending the Game",
        },
    ),
)

HEADINGS = frozenset(
    heading for *_rest, headings in _SECTIONS for heading in headings.values() if heading
)
"""Headings of the rulebooks, as they are printed there."""
