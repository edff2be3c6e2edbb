"""What a player hopes to get out of a card: points now, and what may still become of it.

Thumb rules of people who play, no calculation of chances; the score comes from the rules alone.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from referee.rules import FACES
from referee.rules.cards import NIGIRI_VALUES, ONIGIRI_SHAPES
from referee.rules.scoring.sets import ROLL_SETS, dumpling_points, roll_set_points
from tests.dealers.plate import Plate


class View(NamedTuple):
    """The table as one player sees it.

    Attributes:
        mine, others: what lies in front of the player, and of everybody else.
        left: how many cards the player still takes after this one.
        kept: the player's dessert icons of earlier rounds.
        last_round: whether no round follows.
        rolls: whether it is dice that lie there.
    """

    mine: Plate
    others: Sequence[Plate]
    left: int
    kept: int
    last_round: bool
    rolls: bool = False

    def most(self, type_: str) -> int:
        """The most icons of a type in front of another player."""
        return max((plate.icons[type_] for plate in self.others), default=0)


def worth(face: str, view: View) -> float:
    """About how many points a card is worth to a player now; also negative."""
    type_, icons = FACES[face].type, FACES[face].icons
    have = view.mine.icons[type_]
    if view.rolls and type_ in ROLL_SETS:
        points = roll_set_points(*ROLL_SETS[type_])
        return points(have + icons) - points(have) + (0.6 * icons if view.left else 0.0)
    if view.rolls and type_ in ("menu", "chopsticks"):
        return icons * (0.5 if view.last_round else 0.9)
    return _BY_TYPE[type_](face, have, view)


def _dumpling(_face: str, have: int, view: View) -> float:
    gain = dumpling_points(have + 1) - dumpling_points(have)
    return gain + 0.4 * min(view.left, 4) if gain else 0.0


def _onigiri(face: str, _have: int, view: View) -> float:
    if view.mine.faces[face]:
        return 1.0
    shapes = sum(view.mine.faces[f"onigiri-{shape}"] > 0 for shape in ONIGIRI_SHAPES)
    return 2 * shapes + 1 + 0.3 * min(view.left, 4)


def _maki(face: str, have: int, view: View) -> float:
    is_lost = view.most("maki") - have > 2 * (view.left + 1)
    return 0.2 if is_lost else 1.05 * FACES[face].icons + 0.4


def _uramaki(face: str, have: int, view: View) -> float:
    icons = FACES[face].icons
    return 7.0 if have + icons >= 10 else 0.6 * icons + 0.1 * view.left


_BY_TYPE: Mapping[str, Callable[[str, int, View], float]] = {
    "nigiri": lambda face, have, view: (
        NIGIRI_VALUES[face] * (3 if view.mine.free_wasabi() else 1) + 0.2
    ),
    "wasabi": lambda face, have, view: (
        0.5 if view.mine.free_wasabi() else min(4.0, 0.8 * view.left)
    ),
    "maki": _maki,
    "temaki": lambda face, have, view: 2.6 if have <= view.most("temaki") else 1.2,
    "uramaki": _uramaki,
    "tempura": lambda face, have, view: 5.0 if have % 2 else 2.6 * min(1.0, view.left / 3),
    "sashimi": lambda face, have, view: (
        3.0 * min(1.0, view.left / 5),
        4.5 * min(1.0, view.left / 2),
        10.0,
    )[have % 3],
    "dumpling": _dumpling,
    "eel": lambda face, have, view: (2.8 if view.left >= 3 else -3.0, 10.0, 0.0)[min(have, 2)],
    "tofu": lambda face, have, view: (2.4, 4.0, -6.0, 0.0)[min(have, 3)],
    "edamame": lambda face, have, view: (
        0.8 + min(4, sum(plate.icons["edamame"] > 0 for plate in view.others))
    ),
    "miso-soup": lambda face, have, view: 3.2,
    "onigiri": _onigiri,
    "chopsticks": lambda face, have, view: 0.1 if have else min(2.4, 0.4 * view.left),
    "spoon": lambda face, have, view: 0.1 if have else min(1.8, 0.35 * view.left),
    "soy-sauce": lambda face, have, view: 0.5 * len(view.mine.colours()) + 0.15 * view.left,
    "tea": lambda face, have, view: max(view.mine.colours().values(), default=0) + 0.2 * view.left,
    "pudding": lambda face, have, view: (
        1.9 * FACES[face].icons + (0.6 if view.last_round and view.kept < 2 else 0.0)
    ),
    "green-tea-ice-cream": lambda face, have, view: (
        10.0 if (view.kept + have) % 4 == 3 else 1.0 if view.last_round else 2.6
    ),
    "fruit": lambda face, have, view: 2.8 if len(FACES[face].parts) > 1 else 2.2,
}
"""All types but menus, takeout boxes and special orders, which these people do not play."""
