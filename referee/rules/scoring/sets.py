"""Cards that score by how many of them one player has. Points from a tally, nothing else."""

from collections.abc import Callable

SETS = {"tempura": (2, 5), "sashimi": (3, 10), "green-tea-ice-cream": (4, 12), "tokens": (2, 1)}
"""Types of which only full sets score, with the cards of a set and its points: Sushi Go! rulebook,
Scoring; Party rulebook, Card Guide; Sushi Roll rulebook, Ending the Game (any two menu and
chopsticks tokens). For dice see ``ROLL_SETS``."""


def sets_of(size: int, prize: int) -> Callable[[int], int]:
    """Points for every full set; the rest of the cards score nothing."""
    return lambda tally: tally // size * prize


def each(points: int) -> Callable[..., int]:
    """The same points for every card: miso soup 3 (Card Guide: Miso Soup), flipped cards 2 (Card
    Guide: Takeout Box), 0 for cards that score nothing by themselves."""
    return lambda *numbers: sum(numbers) * points


MAX_DUMPLINGS = 5
"""More score no more."""


def dumpling_points(tally: int) -> int:
    """One to five dumplings score 1, 3, 6, 10 and 15 (Sushi Go! rulebook, Scoring: Dumplings; Sushi
    Go Party! rulebook, Card Guide: Dumpling)."""
    return (0, 1, 3, 6, 10, 15)[min(tally, MAX_DUMPLINGS)]


def eel_points(tally: int) -> int:
    """One eel costs 3, two or more bring 7 together (Card Guide: Eel)."""
    return (0, -3, 7)[min(tally, 2)]


def tofu_points(tally: int) -> int:
    """2 for one, 6 for two, nothing for three or more (Card Guide: Tofu)."""
    return (0, 2, 6, 0)[min(tally, 3)]


def onigiri_points(*shapes: int) -> int:
    """1, 4, 9 or 16 for a set of one to four different shapes; several sets may score, the first
    with one of each shape, the next of each that is left (Card Guide: Onigiri, example)."""
    points = 0
    while held := [number for number in shapes if number]:
        # All layers down to the next shape that runs out are alike: pay them in one go.
        layers = min(held)
        points += layers * len(held) ** 2
        shapes = tuple(number - layers for number in held)
    return points


FRUIT_POINTS = (-2, 0, 1, 3, 6, 10)
"""What none, one … five or more icons of one fruit score (Card Guide: Fruit)."""


def fruit_points(*icons: int) -> int:
    """Per fruit −2, 0, 1, 3, 6 and, from five on, 10 points for its icons; −6 for no fruit card at
    all (Card Guide: Fruit)."""
    return sum(FRUIT_POINTS[min(number, 5)] for number in icons)


ROLL_SETS = {"dumpling": (2, 4, 8), "tempura": (1, 5, 10), "sashimi": (0, 6, 13)}
"""What one, two and three icons of a Sushi Roll appetizer score."""


def roll_set_points(single: int, pair: int, triple: int) -> Callable[[int], int]:
    """Icons of a Sushi Roll appetizer: sets of three, and what is left over as a smaller set (Sushi
    Roll rulebook, Scoring a Round: Appetizers, example)."""
    return lambda tally: tally // 3 * triple + (0, single, pair)[tally % 3]
