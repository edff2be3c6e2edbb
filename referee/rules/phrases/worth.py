"""What cards of one kind score by themselves: a number beside them may be that."""

from collections.abc import Collection

from ..scoring.nigiri import nigiri_value
from ..scoring.sets import (
    ROLL_SETS,
    SETS,
    dumpling_points,
    each,
    eel_points,
    roll_set_points,
    sets_of,
    tofu_points,
)
from ..tableau import Item

_SCALES = {
    **{type_: sets_of(*SETS[type_]) for type_ in ("tempura", "sashimi", "green-tea-ice-cream")},
    "dumpling": dumpling_points,
    "eel": eel_points,
    "tofu": tofu_points,
    "miso-soup": each(3),
}
_DICE = {type_: roll_set_points(*points) for type_, points in ROLL_SETS.items()}


def worth(lying: Item, number: int, game: Collection[str]) -> int | None:
    """What so many of an item score in a game with these faces; None where others' cards, or other
    cards of one's own, make a difference."""
    face = lying.card.face
    if face is None or lying.card.flipped or lying.card.copy:
        return None
    if face.type == "nigiri":
        return number * nigiri_value(f"wasabi+{face.slug}" if lying.base else face.slug)
    if "menu-2" in game:
        icons = number * (face.icons or 1)
        return _DICE[face.type](icons) if face.type in _DICE else None
    return _SCALES[face.type](number) if face.type in _SCALES else None
