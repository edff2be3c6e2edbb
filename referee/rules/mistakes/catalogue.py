"""The mistakes that people make: how each rule can be misread, and how often each is made: data."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, permutations
from typing import Any, NamedTuple

from ..cards import NIGIRI_VALUES
from ..scoring.comparisons import MANY_PLAYERS
from . import scorers
from .terms import Options, Points, Situation

MAX_PERMUTED, MAX_CLAIMS = 4, 8
"""Up to so many uramaki claims are tried in every order; up to so many, two of them change places.
No game has more."""
MISO_SOUPS, MAX_DISCARDED = 8, 3
"""Miso soups in the box; so many of one player's are discarded in a round at most."""
CARD_GAMES = ("sushi-go", "sushi-go-party")
SPLITS = ("sushi-go",)
IN_FULL = ("sushi-go-party", "sushi-roll")
ALL = (*SPLITS, *IN_FULL)
PARTY = ("sushi-go-party",)
ROLL = ("sushi-roll",)
APPETIZER_DICE = ("tempura", "sashimi", "dumpling")

Values = Callable[[Situation], Iterable[Any]]


class Misreading(NamedTuple):
    """A rule that is misread for the lines of one type.

    Attributes:
        key: the option of that type's scorer; see :data:`SCORERS`.
        values: the option's values, the likeliest first.
        rulesets: the games in which it is a mistake.
        at_end: whether the end of the game has the lines, or a round.
    """

    code: str
    type: str
    key: str
    values: Values
    rulesets: tuple[str, ...] = CARD_GAMES
    at_end: bool = False


def _always(*values: Any) -> Values:
    return lambda _: values


def _moved_nigiri(at: Situation) -> Iterator[Any]:
    """Nigiri laid on a later wasabi: on a free one, or in another nigiri's place."""
    kinds = at.kinds
    dearest = sorted(NIGIRI_VALUES, key=lambda face: -NIGIRI_VALUES[face])
    bare = [face for face in dearest for _ in range(min(kinds[face], 3))]
    free = at.table.tallies[at.seat].get("wasabi", 0)
    if free:
        yield from (((face,), ()) for face in dict.fromkeys(bare))
    for number in range(2, min(free, len(bare)) + 1):
        yield (tuple(bare[:number]), ())
    for up in dict.fromkeys(bare):
        yield from (((up,), (down,)) for down in dearest if up != down and kinds[f"wasabi+{down}"])


def _all_nigiri(at: Situation) -> Iterable[Any]:
    kinds = at.kinds
    on_wasabi = any(number for kind, number in kinds.items() if kind.startswith("wasabi+"))
    return [True] if on_wasabi or at.table.tallies[at.seat].get("wasabi") else []


def _other_prizes(at: Situation) -> Iterable[str]:
    """The prizes for ``many`` players where ``few`` play, and the reverse."""
    return ["few" if at.setting.players >= MANY_PLAYERS else "many"]


def _untripled(at: Situation) -> Iterator[Any]:
    """The nigiri that are paid once though they lie on wasabi: all (True), or one of several."""
    kinds = at.kinds
    tripled = {face: kinds[f"wasabi+{face}"] for face in NIGIRI_VALUES}
    if any(tripled.values()):
        yield True
    if sum(tripled.values()) > 1:
        yield from (face for face, number in tripled.items() if number)


def _discarded_miso(at: Situation) -> Iterable[int]:
    """How many miso soups a player can have discarded: as many as cards are missing before them,
    the fewest first; two at least have clashed at the table."""
    missing = [at.setting.hand_size - len(tableau) for tableau in at.table.tableaus]
    left = MISO_SOUPS - sum(at.counts)
    most = min(missing[at.seat], left, MAX_DISCARDED)
    return range(1, most + 1) if sum(missing) > 1 and left > 1 else ()


def _missing_fruits(at: Situation) -> Iterable[int]:
    """How many of the fruits that a player lacks are left out, all of them first."""
    return range(list(at.kinds.values()).count(0), 0, -1)


def _other_orders(at: Situation) -> Iterable[Any]:
    """Every other order of the claims, those first in which fewest have moved."""
    claims = sum(len(turn) for turn in at.table.claims)
    if claims > MAX_CLAIMS:
        return []
    right = tuple(range(claims))
    if claims <= MAX_PERMUTED:
        return sorted(
            permutations(right),
            key=lambda order: sum(a != b for a, b in zip(order, right, strict=True)),
        )
    return [
        (*right[:earlier], later, *right[earlier + 1 : later], earlier, *right[later + 1 :])
        for earlier, later in combinations(right, 2)
    ]


MISREADINGS: tuple[Misreading, ...] = (
    Misreading("other-edition-ties", "maki", "edition", _always(True), ALL),
    Misreading("other-edition-ties", "temaki", "edition", _always(True), IN_FULL),
    Misreading("other-edition-ties", "pudding", "edition", _always(True), ALL, True),
    Misreading("second-after-tie", "maki", "second", _always(True), SPLITS),
    Misreading("second-after-tie", "uramaki", "second", _always(True)),
    Misreading("second-place-skipped", "maki", "skipped", _always(True), IN_FULL),
    Misreading("remainder-kept", "maki", "remainder", _always("up", "kept"), SPLITS),
    Misreading("remainder-kept", "soy-sauce", "remainder", _always("up", "kept"), SPLITS),
    Misreading("remainder-kept", "pudding", "remainder", _always("up", "kept"), SPLITS, True),
    Misreading("negative-share-rounded", "pudding", "negative", _always(True), SPLITS, True),
    Misreading("zero-maki-paid", "maki", "zero", _always(True), ALL),
    Misreading("maki-by-cards", "maki", "cards", _always(True), ALL),
    Misreading("maki-other-table", "maki", "table", _other_prizes, ALL),
    Misreading("temaki-loss-forgotten", "temaki", "no-loss", _always(True), PARTY),
    Misreading("two-player-loss", "temaki", "loss", _always(True)),
    Misreading("two-player-loss", "pudding", "loss", _always(True), ALL, True),
    Misreading("edamame-by-cards", "edamame", "cards", _always("others", "without cap", "own")),
    Misreading("edamame-no-cap", "edamame", "cap", _always(True)),
    Misreading("soy-once", "soy-sauce", "once", _always(True)),
    Misreading("soy-runner-up", "soy-sauce", "runner-up", _always(True)),
    Misreading("soy-among-owners", "soy-sauce", "owners", _always(True), PARTY),
    Misreading("uramaki-order", "uramaki", "order", _other_orders),
    Misreading("uramaki-twice", "uramaki", "again", _always("all", "mine")),
    Misreading("wasabi-doubles", "nigiri", "factor", _always(2), ALL),
    Misreading("wasabi-untripled", "nigiri", "untripled", _untripled, ALL),
    Misreading("wasabi-all-nigiri", "nigiri", "all", _all_nigiri, ALL),
    Misreading("wasabi-earlier-nigiri", "nigiri", "moved", _moved_nigiri, ALL),
    Misreading("single-tempura", "tempura", "single", _always(5, 2, 3)),
    Misreading("pair-of-sashimi", "sashimi", "pair", _always(10, 5, 6, "every")),
    Misreading("sixth-dumpling", "dumpling", "sixth", _always("on", "anew")),
    Misreading("dumpling-step", "dumpling", "step", _always(1, -1), ALL),
    Misreading("linear-dumplings", "dumpling", "linear", _always(1, 3)),
    Misreading("linear-dumplings", "dumpling", "linear", _always(2, 1), ROLL),
    *(
        Misreading("dice-by-card-tables", type_, "card-table", _always(True), ROLL)
        for type_ in APPETIZER_DICE
    ),
    *(
        Misreading("dice-whole-threes", type_, "threes", _always(True), ROLL)
        for type_ in APPETIZER_DICE
    ),
    Misreading("tofu-past-two", "tofu", "past-two", _always("two", "anew")),
    Misreading("eel-single-free", "eel", "single", _always(True)),
    Misreading("eel-third-pays", "eel", "third", _always("each", "pairs")),
    Misreading("onigiri-same-shape", "onigiri", "same", _always(True)),
    Misreading("onigiri-one-set", "onigiri", "one", _always(True)),
    Misreading("miso-discarded-counted", "miso-soup", "discarded", _discarded_miso),
    Misreading("tea-by-face", "tea", "by-face", _always(True)),
    Misreading("tea-wrong-set", "tea", "no-tea", _always(True)),
    Misreading("tea-wrong-set", "tea", "wasabi-apart", _always(True)),
    Misreading("puddings-forgotten", "pudding", "forgotten", _always(True), ALL, True),
    Misreading("puddings-every-round", "pudding", "every", _always(True), ALL),
    Misreading("fruit-missing-free", "fruit", "missing", _missing_fruits, PARTY, True),
    Misreading("ice-cream-singly", "green-tea-ice-cream", "singly", _always(True), PARTY, True),
    Misreading("tokens-singly", "tokens", "singly", _always(True), ROLL, True),
    Misreading("tokens-by-kind", "tokens", "by-kind", _always(True), ROLL, True),
    Misreading("chopsticks-paid", "chopsticks", "paid", _always("each", "once"), ALL),
    Misreading("wasabi-paid", "wasabi", "paid", _always("each", "once"), ALL),
)
SCORERS: dict[str, Callable[[Situation, Options], Points]] = {
    "maki": scorers.maki,
    "temaki": scorers.most_and_fewest,
    "pudding": scorers.most_and_fewest,
    "edamame": scorers.by_opponents,
    "soy-sauce": scorers.soy_sauce,
    "tea": scorers.tea,
    "uramaki": scorers.uramaki,
    "nigiri": scorers.nigiri,
    "tempura": scorers.tempura,
    "sashimi": scorers.sashimi,
    "dumpling": scorers.dumpling,
    "tofu": scorers.tofu,
    "eel": scorers.eel,
    "onigiri": scorers.onigiri,
    "chopsticks": scorers.paid,
    "wasabi": scorers.paid,
    "miso-soup": scorers.miso_soup,
    "fruit": scorers.fruit,
    # 3 for each: the prize of a full set of four, shared out over its cards.
    "green-tea-ice-cream": lambda at, options: 3 * at.tally if options.get("singly") else at.points,
    "tokens": scorers.tokens,
}
"""The types of which a line can be misread."""

LIKELIHOOD: dict[str, float] = {
    # comparisons
    "other-edition-ties": 4,
    "second-after-tie": 13,
    "second-place-skipped": 6,
    "remainder-kept": 11,
    "negative-share-rounded": 18,
    "zero-maki-paid": 10,
    "maki-by-cards": 3,
    "maki-other-table": 3,
    "temaki-loss-forgotten": 10,
    "two-player-loss": 6,
    "edamame-by-cards": 7,
    "edamame-no-cap": 16,
    "soy-once": 14,
    "soy-runner-up": 14,
    "soy-among-owners": 18,
    "uramaki-order": 7,
    "uramaki-twice": 7,
    # nigiri
    "wasabi-doubles": 4,
    "wasabi-untripled": 4,
    "wasabi-all-nigiri": 7,
    "wasabi-earlier-nigiri": 7,  # or it was entered so, which nobody sees on the sheet
    # sets
    "single-tempura": 4,
    "pair-of-sashimi": 5,
    "sixth-dumpling": 20,
    "dumpling-step": 3,
    "linear-dumplings": 3,
    "tofu-past-two": 10,
    "eel-single-free": 7,
    "eel-third-pays": 7,
    "onigiri-same-shape": 7,
    "onigiri-one-set": 9,
    "miso-discarded-counted": 7,
    "tea-wrong-set": 18,
    "tea-by-face": 11,
    "flipped-counted": 9,
    # desserts and tokens
    "puddings-every-round": 3,
    "puddings-forgotten": 5,
    "fruit-missing-free": 10,
    "ice-cream-singly": 7,
    "tokens-singly": 4,
    "tokens-by-kind": 10,
    # dice
    "die-icons-as-one": 4,
    "dice-by-card-tables": 4,
    "dice-whole-threes": 4,
    # cards that score nothing by themselves
    "chopsticks-paid": 3,
    "wasabi-paid": 3,
    # the ruling that this table has switched off
    "other-ruling": 7,
    # the hand
    "card-more": 3,
    "card-fewer": 3,
    "card-different": 4,
    # the sum
    "round-left-out": 4,
    "line-forgotten": 4,
    "line-twice": 3,
    "adding-slip": 6,
    "digits-swapped": 4,
}
"""Every code of a mistake, and how often it is made where the cards on the table allow it.

Only the proportions count: 4 is twice as likely as 2. What is seldom needed is often wrong when it
is: the sixth dumpling, soy sauce with one owner. So the figures begin with how seldom the cards
allow a mistake at all (in games played at random; four tenths of a step for each step rarer). What
people are known to do often has a third more, what few think of a third less. A mistake with
several ways (a card more can be any card) shares its figure out over them.
"""

CODES = tuple(LIKELIHOOD)

PAIR = 0.5
"""How likely a second mistake is beside a first one."""
