"""What a player hopes to get out of a card: points now, and what may still become of it.

These are thumb rules of people who play, no calculation of chances; the score itself comes from the
rules alone.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ..rules import FACES
from ..rules.cards import NIGIRI_VALUES, ONIGIRI_SHAPES
from ..rules.scoring.sets import ROLL_SETS, dumpling_points, roll_set_points
from .plate import Plate


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


def worth(face: str, view: View) -> float:
    """About how many points a card is worth to a player now; also negative."""
    type_ = FACES[face].type
    if view.rolls and type_ in _ROLLED:
        return _ROLLED[type_](face, view)
    return _BY_TYPE[type_](face, view)


def _nigiri(face: str, view: View) -> float:
    return NIGIRI_VALUES[face] * (3 if view.mine.free_wasabi() else 1) + 0.2


def _wasabi(_face: str, view: View) -> float:
    return 0.5 if view.mine.free_wasabi() else min(4.0, 0.8 * view.left)


def _maki(face: str, view: View) -> float:
    most = max((plate.icons["maki"] for plate in view.others), default=0)
    behind = most - view.mine.icons["maki"]
    is_lost = behind > 2 * (view.left + 1)
    return 0.2 if is_lost else 1.05 * FACES[face].icons + 0.4


def _temaki(_face: str, view: View) -> float:
    mine = view.mine.icons["temaki"]
    most = max((plate.icons["temaki"] for plate in view.others), default=0)
    return 2.6 if mine <= most else 1.2


def _uramaki(face: str, view: View) -> float:
    icons = FACES[face].icons
    return 7.0 if view.mine.icons["uramaki"] + icons >= 10 else 0.6 * icons + 0.1 * view.left


def _tempura(_face: str, view: View) -> float:
    return 5.0 if view.mine.icons["tempura"] % 2 else 2.6 * min(1.0, view.left / 3)


def _sashimi(_face: str, view: View) -> float:
    have = view.mine.icons["sashimi"] % 3
    return (3.0 * min(1.0, view.left / 5), 4.5 * min(1.0, view.left / 2), 10.0)[have]


def _dumpling(_face: str, view: View) -> float:
    have = view.mine.icons["dumpling"]
    gain = dumpling_points(have + 1) - dumpling_points(have)
    return gain + 0.4 * min(view.left, 4) if gain else 0.0


def _eel(_face: str, view: View) -> float:
    have = view.mine.icons["eel"]
    if have == 0:
        return 2.8 if view.left >= 3 else -3.0
    return 10.0 if have == 1 else 0.0


def _tofu(_face: str, view: View) -> float:
    return (2.4, 4.0, -6.0, 0.0)[min(view.mine.icons["tofu"], 3)]


def _onigiri(face: str, view: View) -> float:
    if view.mine.faces[face]:
        return 1.0
    have = sum(view.mine.faces[f"onigiri-{shape}"] > 0 for shape in ONIGIRI_SHAPES)
    return 2 * have + 1 + 0.3 * min(view.left, 4)


def _edamame(_face: str, view: View) -> float:
    return 0.8 + min(4, sum(plate.icons["edamame"] > 0 for plate in view.others))


def _miso_soup(_face: str, _view: View) -> float:
    return 3.2


def _chopsticks(_face: str, view: View) -> float:
    return 0.1 if view.mine.icons["chopsticks"] else min(2.4, 0.4 * view.left)


def _spoon(_face: str, view: View) -> float:
    return 0.1 if view.mine.icons["spoon"] else min(1.8, 0.35 * view.left)


def _soy_sauce(_face: str, view: View) -> float:
    return 0.5 * len(view.mine.colours()) + 0.15 * view.left


def _tea(_face: str, view: View) -> float:
    return max(view.mine.colours().values(), default=0) + 0.2 * view.left


def _pudding(face: str, view: View) -> float:
    return 1.9 * FACES[face].icons + (0.6 if view.last_round and view.kept < 2 else 0.0)


def _ice_cream(_face: str, view: View) -> float:
    have = (view.kept + view.mine.icons["green-tea-ice-cream"]) % 4
    return 10.0 if have == 3 else (1.0 if view.last_round else 2.6)


def _fruit(face: str, _view: View) -> float:
    return 2.8 if len(FACES[face].parts) > 1 else 2.2


def _rolled_set(type_: str) -> Callable[[str, View], float]:
    points = roll_set_points(*ROLL_SETS[type_])

    def gain(face: str, view: View) -> float:
        have, more = view.mine.icons[type_], FACES[face].icons
        return points(have + more) - points(have) + (0.6 * more if view.left else 0.0)

    return gain


def _token_die(face: str, view: View) -> float:
    return FACES[face].icons * (0.5 if view.last_round else 0.9)


Thumb = Callable[[str, View], float]

_ROLLED: Mapping[str, Thumb] = {
    **{type_: _rolled_set(type_) for type_ in ROLL_SETS},
    "menu": _token_die,
    "chopsticks": _token_die,
}
_BY_TYPE: Mapping[str, Thumb] = {
    "nigiri": _nigiri,
    "wasabi": _wasabi,
    "maki": _maki,
    "temaki": _temaki,
    "uramaki": _uramaki,
    "tempura": _tempura,
    "sashimi": _sashimi,
    "dumpling": _dumpling,
    "eel": _eel,
    "tofu": _tofu,
    "edamame": _edamame,
    "miso-soup": _miso_soup,
    "onigiri": _onigiri,
    "chopsticks": _chopsticks,
    "spoon": _spoon,
    "soy-sauce": _soy_sauce,
    "tea": _tea,
    "pudding": _pudding,
    "green-tea-ice-cream": _ice_cream,
    "fruit": _fruit,
}
SIMPLE_TYPES = frozenset(_BY_TYPE)
"""The types that these people know how to play: all but menus, takeout boxes and special orders."""
