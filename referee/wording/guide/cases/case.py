"""A ruling, and the made-up cards that show it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Example:
    """Made-up cards, to be scored: a tableau for each player as on a score sheet.

    Attributes:
        type: the card type whose points are shown; "" for who wins.
        claims: the uramaki claims, turn by turn: icons by the player's number from 0.
        tokens: the menu tokens that every player has left.
        dummy: whether the last tableau is the dummy's.
    """

    type: str
    tableaus: tuple[str, ...]
    claims: tuple[Mapping[int, int], ...] = ()
    tokens: tuple[int, ...] = ()
    dummy: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """One ruling of docs/rulings.md.

    Attributes:
        slug: the rule set and a name of its own: ``sushi-go/maki-tie``.
        title: the case, as docs/rulings.md has it.
        words: the ruling.
        cards: the card types that it is about; the one that stands for it first.
        rule: the card in whose section of the rulebook it stands; "" for the one on who wins.
        section: the section, where it is not that of a card.
        is_silent: whether the rulebook does not say.
        switches: the house rules that change it.
        examples: what is shown instead of ``example`` to a question about these cards.
    """

    slug: str
    title: str | Promise
    words: str | Promise
    cards: str
    rule: str = ""
    section: str | Promise = ""
    is_silent: bool = False
    switches: tuple[str, ...] = ()
    example: Example | None = None
    examples: Mapping[str, Example] = field(default_factory=dict)

    def example_for(self, subjects: Collection[str]) -> Example | None:
        """The made-up cards for a question about these subjects."""
        named = (self.examples[subject] for subject in subjects if subject in self.examples)
        return next(named, self.example)

    @property
    def ruleset(self) -> str:
        return self.slug.partition("/")[0]
