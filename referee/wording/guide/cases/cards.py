"""Made-up cards that show what dice score, and what the house rules do."""

from ...cards import CARDS
from .case import Example

_ROLL: dict[str, tuple[str, ...]] = {
    "tempura": ("tempura-2", "tempura"),
    "sashimi": ("sashimi-3", "sashimi"),
    "dumpling": ("dumpling-3", "dumpling"),
    "pudding": ("pudding-2", "pudding", ""),
}
_SCORED_AS = {"wasabi": "nigiri", "special-order": "tempura"}
"""Where what a card brings is in the points of another."""


def example_of(ruleset: str, type_: str) -> Example | None:
    """The made-up cards for a card type; None where no points depend on it alone."""
    if type_ == "uramaki":
        return Example("uramaki", ("", "uramaki-5", "uramaki-3"), claims=({0: 11},))
    if type_ == "tokens":
        return Example("tokens", ("", ""), tokens=(5, 3))
    is_roll = ruleset == "sushi-roll"
    cards = _ROLL.get(type_) if is_roll else None
    cards = cards or CARDS[type_].example
    if not cards or (is_roll and type_ == "chopsticks"):
        return None
    if ruleset == "sushi-go" and type_ == "soy-sauce":
        cards = ("soy-sauce tempura maki-1", "soy-sauce tempura", "sashimi")
    return Example(_SCORED_AS.get(type_, type_), cards)


EXAMPLES_OF_SWITCHES = {
    "zero-maki-scores": Example("maki", ("maki-3", "tempura", "sashimi")),
    "dummy-takes-awards": Example("maki", ("maki-2", "maki-1", "maki-3"), dummy=True),
    "dummy-brings-pudding-loss": Example("pudding", ("pudding", "", "pudding"), dummy=True),
    "dummy-can-win": Example("", ("tempura", "tempura*2", "sashimi*3"), dummy=True),
    "two-player-tie-scores-most": Example("temaki", ("temaki", "temaki")),
    "desserts-count-as-colours": Example("soy-sauce", ("soy-sauce pudding", "tempura eel")),
    "flipped-cards-share-a-colour": Example("tea", ("tea flipped:eel flipped:tofu", "eel")),
    "uramaki-cascade": Example("uramaki", ("", "uramaki-5", "uramaki-3"), claims=({0: 10},)),
    "flipped-nigiri-frees-wasabi": Example(
        "nigiri", ("wasabi+salmon-nigiri flipped:squid-nigiri", "eel")
    ),
}
"""By the house rule's name; ``one-bonus-action-per-turn`` and ``reshuffle-each-round`` change no
points."""
