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
        section: the heading there, in the language in use.
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
        heading = str(headings[scope.ruleset])
        rulebook = ruleset_name(scope.ruleset) if heading else ""
        table = dealing.hands(scope) if slug == "dealing" else None
        found.append(Section(slug, str(title), text, table, rulebook, heading))
    return tuple(found)


_SECTIONS: tuple[tuple[str, Promise, Words, dict[str, Promise | str]], ...] = (
    (
        "dealing",
        gettext_lazy("Before a round"),
        dealing.dealing,
        {
            "sushi-go": gettext_lazy("Setup"),
            "sushi-go-party": gettext_lazy("Starting a Round"),
            "sushi-roll": gettext_lazy("Set Up"),
        },
    ),
    (
        "turns",
        gettext_lazy("A turn"),
        play.turn,
        {
            "sushi-go": gettext_lazy("Playing a Round"),
            "sushi-go-party": gettext_lazy("Playing a Turn"),
            "sushi-roll": gettext_lazy("Playing a Round"),
        },
    ),
    (
        "order",
        gettext_lazy("Who acts first"),
        play.order,
        {
            "sushi-go": "",
            "sushi-go-party": gettext_lazy("Special Card Actions"),
            "sushi-roll": "",
        },
    ),
    (
        "round-end",
        gettext_lazy("The end of a round"),
        play.round_end,
        {
            "sushi-go": gettext_lazy("Ending a Round"),
            "sushi-go-party": gettext_lazy("Ending a Round"),
            "sushi-roll": gettext_lazy("Starting a New Round"),
        },
    ),
    (
        "game-end",
        gettext_lazy("The end of the game"),
        play.game_end,
        {
            "sushi-go": gettext_lazy("And the Winner Is"),
            "sushi-go-party": gettext_lazy("Ending the Game"),
            "sushi-roll": gettext_lazy("Ending the Game"),
        },
    ),
)
