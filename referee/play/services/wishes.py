"""What a phone asks for, read from text: ``add:maki-3``, ``take:<entry>``, ``claim:12:with-2`` …

| text                            | asks for                                                      |
|---------------------------------|---------------------------------------------------------------|
| ``add:<face>``, ``add:flipped`` | a card; one that lies face down with its front not known      |
| ``copy:<face>``                 | a special order that copies this face                         |
| ``take:<entry>``                | a card away                                                   |
| ``flip:<entry>``                | a card turned over                                            |
| ``on:<entry>``, ``off:<entry>`` | a nigiri onto a free wasabi, off its wasabi                   |
| ``undo:``                       | this phone's last tap on this tableau undone                  |
| ``claim:<icons>``               | uramaki icons claimed, after all claims that stand            |
| ``claim:<icons>:with-<turn>``   | the same, on that turn of the race (from 1), with others      |
| ``claim:<icons>:before-<turn>`` | the same, before that turn                                    |
| ``unclaim:<claim>``             | a claim taken back                                            |

An entry that a tap added has the tap's own id. A card that was turned or moved since is another
entry; ``take``, ``on`` and ``off`` find it by the id of the tap that laid it down as well, ``flip``
does not: two phones that turn one card over mean it once.
"""

from collections.abc import Callable
from uuid import UUID

from ...models import Tap
from .claims import claiming, taking_back
from .refusals import Refused
from .tap_actions import Change, adding, flipping, moving, taking_away, undo
from .tapping import Wish

MOST_SIGNS = 80
"""The longest text that can ask for something."""


def read_wish(tap_id: UUID, round_number: int, seat: int, do: str) -> Wish:
    """A tap as it was asked for.

    Args:
        tap_id: made by the phone, for this tap alone.
        round_number: 1 to 3.
        seat: the place of the seat whose tableau it is, from 1.
        do: see above.

    Raises:
        Refused: ``not-understood`` for another text; ``not-in-game`` for a face that is none.
    """
    verb, _colon, what = do.partition(":")
    if verb not in _VERBS or len(do) > MOST_SIGNS:
        raise Refused("not-understood")
    kind, read = _VERBS[verb]
    return Wish(tap_id, round_number, seat, kind, do, read(what))


def _adding(what: str) -> Change:
    if not what:
        raise Refused("not-understood")
    return adding("" if what == "flipped" else what)


def _undoing(what: str) -> Change:
    if what:
        raise Refused("not-understood")
    return undo


def _claiming(what: str) -> Change:
    icons, _colon, moment = what.partition(":")
    relation, _dash, turn = moment.partition("-")
    if moment and not (relation in ("with", "before") and _is_number(turn)):
        raise Refused("not-understood")
    # What is no number of icons is refused by its rule, which knows how many there may be.
    return claiming(
        int(icons) if _is_number(icons) else 0,
        with_turn=int(turn) if relation == "with" else None,
        before_turn=int(turn) if relation == "before" else None,
    )


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 4


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Refused("not-understood") from None


_VERBS: dict[str, tuple[Tap.Kind, Callable[[str], Change]]] = {
    "add": (Tap.Kind.ADD, _adding),
    "copy": (Tap.Kind.ADD, lambda what: adding(what, copy=True)),
    "take": (Tap.Kind.TAKE_AWAY, lambda what: taking_away(_id(what))),
    "flip": (Tap.Kind.FLIP, lambda what: flipping(_id(what))),
    "on": (Tap.Kind.MOVE, lambda what: moving(_id(what), on_wasabi=True)),
    "off": (Tap.Kind.MOVE, lambda what: moving(_id(what), on_wasabi=False)),
    "undo": (Tap.Kind.UNDO, _undoing),
    "claim": (Tap.Kind.CLAIM, _claiming),
    "unclaim": (Tap.Kind.TAKE_BACK, lambda what: taking_back(_id(what))),
}
