"""Every mistake with its code, as data: how rules are misread, which values of a line's row each
reading changes, and how often a mistake can be made."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import accumulate, combinations, permutations
from typing import Any, NamedTuple

from ..cards import DESSERTS, NIGIRI_VALUES
from ..rulesets import SUSHI_GO
from ..scoring.comparisons import MANY_PLAYERS, maki_prizes
from ..scoring.sets import Scale, dumpling_points
from .rows import Situation

MAX_PERMUTED, MAX_CLAIMS = 4, 8
"""Up to so many uramaki claims are tried in every order; up to so many, two of them change places.
No game has more."""
MISO_SOUPS, MAX_DISCARDED = 8, 3
"""Miso soups in the box; so many of one player's are discarded in a round at most."""
MANY_CARDS = 30
"""Of a type before one player; scales that go on and on end there."""
A_POINT = {"each": Scale((0, 1)), "once": Scale((0, 1), again=False)}
GO, PARTY, ROLL = ("sushi-go",), ("sushi-go-party",), ("sushi-roll",)
CARDS, IN_FULL, ALL = GO + PARTY, PARTY + ROLL, GO + PARTY + ROLL

Changes = Mapping[str, Any]
Manners = Mapping[Any, Changes]
"""The manners in which a rule is misread, the likeliest first, each with what it changes."""


class Reading(NamedTuple):
    """A rule that is misread for the lines of some types.

    Attributes:
        manners: or what makes them of the row and the line.
        games: in which it is a mistake.
        in_rounds: whether the lines are those of rounds, though the end of the game scores the
            type.
    """

    code: str
    types: str
    manners: Manners | Callable[[Any, Situation], Manners]
    games: tuple[str, ...] = CARDS
    in_rounds: bool = False


def _so(**changes: Any) -> Manners:
    """The only manner."""
    return {"": changes}


def _one_of(**others: Iterable[Any] | Mapping[Any, Any]) -> Manners:
    """What else a value of the row is taken for: by manner, or each is its own."""
    ((value, some),) = others.items()
    manners = some if isinstance(some, Mapping) else {one: one for one in some}
    return {how: {value: other} for how, other in manners.items()}


def _once(row: Any, _at: Situation) -> Manners:
    return _so(scale=replace(row.scale, again=False))


def _nigiri(at: Situation, where: str = "") -> list[str]:
    """The faces of the player's nigiri, the dearest first: those that lie bare, or on "wasabi+"."""
    return [face for face in reversed(NIGIRI_VALUES) for _ in range(at.kinds[where + face])]


def _moved_nigiri(_row: Any, at: Situation) -> Manners:
    """Nigiri laid on a later wasabi: on a free one, or in another nigiri's place."""
    bare, free = _nigiri(at), at.tally.get("wasabi", 0)
    moves: list[tuple[tuple[str, ...], tuple[str, ...]]]
    moves = [((face,), ()) for face in dict.fromkeys(bare) if free]
    moves += [(tuple(bare[:number]), ()) for number in range(2, min(free, len(bare)) + 1)]
    moves += [
        ((up,), (down,))
        for up in dict.fromkeys(bare)
        for down in dict.fromkeys(_nigiri(at, "wasabi+"))
        if up != down
    ]
    return {(up, down): {"up": up, "down": down} for up, down in moves}


def _all_nigiri(_row: Any, at: Situation) -> Manners:
    has_wasabi = at.tally.get("wasabi") or _nigiri(at, "wasabi+")
    return _so(up=tuple(_nigiri(at))) if has_wasabi else {}


def _untripled(_row: Any, at: Situation) -> Manners:
    """The nigiri that are paid once though they lie on wasabi: all (True), or one of several."""
    tripled = _nigiri(at, "wasabi+")
    one = {face: {"down": (face,)} for face in tripled} if len(tripled) > 1 else {}
    return {True: {"down": tuple(tripled)}, **one} if tripled else {}


def _discarded_miso(_row: Any, at: Situation) -> Manners:
    """How many miso soups a player can have discarded: as many as cards are missing before them,
    the fewest first; two at least have clashed at the table."""
    missing = [at.setting.hand_size - len(tableau) for tableau in at.table.tableaus]
    left = MISO_SOUPS - sum(at.table.counts(at.type))
    most = min(missing[at.seat], left, MAX_DISCARDED) if sum(missing) > 1 and left > 1 else 0
    return {number: {"more": number} for number in range(1, most + 1)}


def _missing_fruits(_row: Any, at: Situation) -> Manners:
    """How many of the fruits that a player lacks are left out, all of them first."""
    missing = [*at.kinds.values()].count(0)
    return {number: {"left_out": number} for number in range(missing, 0, -1)}


def _other_orders(_row: Any, at: Situation) -> Manners:
    """Every other order of the claims, those first in which fewest have moved."""
    claims = sum(len(turn) for turn in at.table.claims)
    right = tuple(range(claims))
    orders: list[tuple[int, ...]] = []
    if claims <= MAX_PERMUTED:
        moved = lambda order: sum(a != b for a, b in zip(order, right, strict=True))  # noqa: E731
        orders = sorted(permutations(right), key=moved)
    elif claims <= MAX_CLAIMS:
        orders = [
            (*right[:earlier], later, *right[earlier + 1 : later], earlier, *right[later + 1 :])
            for earlier, later in combinations(right, 2)
        ]
    return {order: {"order": order} for order in orders}


def _other_places(row: Any, _at: Situation) -> Manners:
    *first, last = row.prizes
    manners: dict[Any, Changes] = {"fewer": {"prizes": tuple(first)}} if first else {}
    if len(first) < 2:
        manners["more"] = {"prizes": (*row.prizes, last // 2)}
    return manners


def _all_alike(_row: Any, at: Situation) -> Manners:
    alike = len({*at.table.counts(at.type)[: at.setting.competing_seats]}) == 1
    return _so(equal=True, shared=True, fewest=0) if alike else {}


def _points(change: Callable[[tuple[int, ...]], tuple[int, ...]]) -> Callable[..., Manners]:
    """Change the points of a line's scale."""
    return lambda row, _at: _so(scale=replace(row.scale, points=change(row.scale.points)))


def _stepped(row: Any, _at: Situation) -> Manners:
    """The next column of the table, or the one before."""
    nothing, *paid = row.scale.points
    later, earlier = (nothing, *paid[1:], paid[-1]), (nothing, nothing, *paid[:-1])
    return {n: {"scale": replace(row.scale, points=p)} for n, p in ((1, later), (-1, earlier))}


R = Reading

READINGS: tuple[Reading, ...] = (
    # Who has most, or fewest.
    R("other-edition-ties", "maki temaki pudding", lambda row, _: _so(shared=not row.shared), ALL),
    R("second-after-tie", "maki", _so(after="one"), GO),
    R("second-after-tie", "uramaki", _so(ties_use_places=False)),
    R("second-place-skipped", "maki", _so(after="tied"), IN_FULL),
    R("tie-pooled", "maki", _so(rounding="pooled"), ALL),
    R("remainder-kept", "maki soy-sauce pudding", _one_of(rounding=("up", "kept")), GO),
    R("negative-share-rounded", "pudding", _so(rounding="loss"), GO),
    R("equal-shared", "pudding", _all_alike, ALL),
    R("zero-maki-paid", "maki", _so(least=0), ALL),
    R("maki-by-cards", "maki", _so(by="cards"), ALL),
    R(
        "maki-other-table", "maki",
        _one_of(prizes={"few": maki_prizes(0), "many": maki_prizes(MANY_PLAYERS)}), PARTY,
    ),
    R("other-places", "maki temaki pudding", _other_places, ALL),
    R("other-places", "pudding", {"no loss": {"fewest": 0}}, ALL),
    R("others-lose", "temaki pudding", _so(others=True), ALL),
    R("temaki-loss-forgotten", "temaki", _so(fewest=0)),
    R("two-player-loss", "temaki pudding", lambda row, _: _so(fewest=-row.prizes[0]), ALL),
    R("soy-once", "soy-sauce", _so(times=False), PARTY),
    R("soy-runner-up", "soy-sauce", lambda row, _: _so(prizes=row.prizes * 2)),
    R("soy-among-owners", "soy-sauce", _so(owners=True)),
    R("colours-by-type", "soy-sauce", _one_of(by=("types", "faces"))),
    # What each card brings.
    R(
        "edamame-by-cards", "edamame",
        {
            "others": {"by": "cards"},
            "without cap": {"by": "cards", "most": None},
            "own": {"by": "own"},
        },
    ),
    R("edamame-no-cap", "edamame", _so(most=None)),
    R("own-counted", "edamame", _so(itself=True)),
    R("paid-once", "edamame tea", _so(times=False)),
    R("paid-once", "miso-soup", _once),
    R("tea-by-face", "tea", _so(by="faces")),
    R("tea-wrong-set", "tea", {"no-tea": {"apart": "dark-red"}}),
    R("tea-wrong-set", "tea", {"wasabi-apart": {"apart": "wasabi"}}),
    R("uramaki-order", "uramaki", _other_orders),
    R("uramaki-twice", "uramaki", _one_of(again=("all", "mine"))),
    # Nigiri.
    R("wasabi-doubles", "nigiri", _so(factor=2), ALL),
    R("tripled-on-top", "nigiri", _so(factor=4), ALL),
    R("wasabi-untripled", "nigiri", _untripled, ALL),
    R("wasabi-all-nigiri", "nigiri", _all_nigiri, ALL),
    R("wasabi-earlier-nigiri", "nigiri", _moved_nigiri, ALL),
    # Sets.
    R("single-tempura", "tempura", _one_of(scale={n: Scale((0, n, 5)) for n in (5, 2, 3)})),
    R(
        "pair-of-sashimi", "sashimi",
        _one_of(scale={
            **{n: Scale((0, 0, n, 10)) for n in (10, 5, 6)}, "every": Scale((0, 0, 10)),
        }),
    ),
    R(
        "sixth-dumpling", "dumpling",
        _one_of(scale={
            "on": Scale(tuple(accumulate(range(MANY_CARDS))), again=False),
            "anew": replace(dumpling_points, again=True),
        }),
    ),
    R("dumpling-step", "dumpling", _stepped, ALL),
    R("linear-dumplings", "dumpling", _one_of(scale={n: Scale((0, n)) for n in (3, 1)})),
    R("linear-dumplings", "dumpling", _one_of(scale={n: Scale((0, n)) for n in (2, 1)}), ROLL),
    R(
        "tofu-past-two", "tofu",
        _one_of(scale={"two": Scale((0, 2, 6), again=False), "anew": Scale((0, 2, 6))}),
    ),
    R("eel-single-free", "eel", _so(scale=Scale((0, 0, 7), again=False))),
    R(
        "eel-third-pays", "eel",
        _one_of(scale={
            "each": Scale((0, -3, *range(7, 7 * MANY_CARDS, 7)), again=False),
            "pairs": Scale((0, -3, 7, 7, 14, 14, 21, 21, 28), again=False),
        }),
    ),
    R("onigiri-same-shape", "onigiri", lambda row, _: _so(by="all", scale=Scale(row.scale.points))),
    R("one-set-only", "tempura sashimi dumpling", _once, ALL),
    R("onigiri-one-set", "onigiri", _once),
    R("table-added-up", "dumpling onigiri", _points(lambda p: tuple(accumulate(p))), ALL),
    R(
        "paid-per-card", "tempura sashimi dumpling tofu eel onigiri",
        _points(lambda p: tuple(n * points for n, points in enumerate(p))), ALL,
    ),
    R("miso-discarded-counted", "miso-soup", _discarded_miso),
    # Dice.
    R(
        "dice-by-card-tables", "tempura sashimi dumpling",
        lambda _, at: _so(scale=SUSHI_GO.points[at.type]), ROLL,
    ),
    R(
        "dice-whole-threes", "tempura sashimi dumpling",
        _points(lambda p: (*[0] * (len(p) - 1), p[-1])), ROLL,
    ),
    # Desserts, tokens, and what scores nothing.
    R("puddings-forgotten", "pudding", _so(kept=()), ALL),
    R("puddings-every-round", "pudding", _so(every=True), ALL, in_rounds=True),
    R("fruit-missing-free", "fruit", _missing_fruits, PARTY),
    R("counted-by-cards", "fruit", _so(by="cards"), PARTY),
    R("counted-by-cards", "pudding", _so(by="cards"), ROLL),
    R("ice-cream-singly", "green-tea-ice-cream", _so(scale=Scale((0, 3))), PARTY),
    R("tokens-singly", "tokens", _so(scale=Scale((0, 1))), ROLL),
    R("tokens-by-kind", "tokens", _so(by="kind"), ROLL),
    R("chopsticks-paid", "chopsticks", _one_of(scale=A_POINT), ALL),
    R("wasabi-paid", "wasabi", _one_of(scale=A_POINT), ALL),
)  # fmt: skip
AT_END = DESSERTS | {"tokens"}
"""Types that the end of the game scores."""

KEPT = R("kept-over-rounds", "tempura sashimi dumpling eel tofu onigiri maki temaki", {}, ALL)
"""Cards of several rounds counted together: no matter of one line."""

OCCURS: dict[str, int] = {
    # comparisons
    "other-edition-ties": 510, "second-after-tie": 31, "second-place-skipped": 59,
    "tie-pooled": 305, "remainder-kept": 58, "negative-share-rounded": 1, "equal-shared": 20,
    "zero-maki-paid": 82, "maki-by-cards": 444, "maki-other-table": 86, "other-places": 773,
    "others-lose": 417, "temaki-loss-forgotten": 46, "two-player-loss": 113,
    "edamame-by-cards": 96, "edamame-no-cap": 9, "own-counted": 84, "paid-once": 111,
    "soy-once": 10, "soy-runner-up": 33, "soy-among-owners": 14, "colours-by-type": 33,
    "uramaki-order": 44, "uramaki-twice": 85,
    # nigiri
    "wasabi-doubles": 280, "tripled-on-top": 280, "wasabi-untripled": 280,
    "wasabi-all-nigiri": 322, "wasabi-earlier-nigiri": 296,
    # sets
    "single-tempura": 374, "pair-of-sashimi": 203, "sixth-dumpling": 1, "dumpling-step": 734,
    "linear-dumplings": 734, "tofu-past-two": 36, "eel-single-free": 75, "eel-third-pays": 34,
    "onigiri-same-shape": 42, "onigiri-one-set": 42, "one-set-only": 178, "table-added-up": 584,
    "paid-per-card": 898, "kept-over-rounds": 961, "miso-discarded-counted": 99,
    "tea-wrong-set": 2, "tea-by-face": 27, "flipped-counted": 30,
    # desserts and tokens
    "puddings-every-round": 754, "puddings-forgotten": 495, "fruit-missing-free": 57,
    "counted-by-cards": 122, "ice-cream-singly": 75, "tokens-singly": 274, "tokens-by-kind": 28,
    # dice
    "die-icons-as-one": 341, "dice-by-card-tables": 342, "dice-whole-threes": 338,
    # cards that score nothing by themselves, and the ruling that this table has switched off
    "chopsticks-paid": 521, "wasabi-paid": 378, "other-ruling": 107,
    # the hand
    "card-more": 1000, "card-fewer": 1000, "card-different": 1000,
    # the sum
    "round-left-out": 1000, "round-twice": 1000, "line-forgotten": 1000, "line-twice": 1000,
    "adding-slip": 1000, "digits-swapped": 987,
}  # fmt: skip
"""In how many of a thousand hands of random games a mistake can be made at all, as counted by
`python -m scripts.bench.diagnosis occurs`."""

CODES = tuple(OCCURS)
LIKELIHOOD = {code: (often / 1000) ** -0.4 for code, often in OCCURS.items()}
"""What is seldom needed is often wrong when it is: the sixth dumpling, soy sauce with one owner.
Only the proportions count. A mistake that can be made in several ways shares its figure out."""
