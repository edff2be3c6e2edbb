"""What cards of one kind score by themselves: a number beside them may be that."""

from collections.abc import Collection

from ..rulesets import RULESETS
from ..scoring.sets import each
from ..tableau import Item, Tableau, kinds_of


def worth(lying: Item, number: int, game: Collection[str]) -> int | None:
    """What so many of an item score in a game with these faces; None where others' cards, or other
    cards of one's own, make a difference."""
    face = lying.card.face
    if face is None or lying.card.flipped or lying.card.copy:
        return None
    # What scores by itself scores alike in both games of cards.
    rules = RULESETS["sushi-roll" if "menu-2" in game else "sushi-go-party"]
    points = {**rules.points, **rules.end_points}.get(face.type)
    kinds = kinds_of(face.type)
    is_set = len(kinds) > 1 and face.type != "nigiri"  # others of their type count as well
    if points is None or points == each(0) or is_set:
        return None
    tally = Tableau({lying: number}).tally()
    return points(*[tally.get(kind, 0) for kind in kinds])
