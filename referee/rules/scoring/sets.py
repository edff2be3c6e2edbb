"""Cards that score by how many of them one player has. Points from a tally, nothing else."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scale:
    """Points by number: a table of a rulebook, which is called with the number of each kind.

    Attributes:
        points: what none, one, two … of a kind score.
        again: whether more begin another set; else they score like the last.
        different: whether a set is of different kinds: the first with one of each kind, the next of
            each that is left; else every kind scores by itself.
    """

    points: tuple[int, ...]
    again: bool = True
    different: bool = False

    def __call__(self, *numbers: int) -> int:
        if not self.different:
            return sum([self._of(number) for number in numbers])
        points = 0
        held = sorted([number for number in numbers if number])
        while held and (self.again or not points):
            # All layers down to the next kind that runs out are alike: pay them in one go.
            layers = held[0] if self.again else 1
            points += layers * self._of(len(held))
            held = [number - layers for number in held if number > layers]
        return points

    def _of(self, number: int) -> int:
        most = len(self.points) - 1
        if number <= most or not self.again:
            return self.points[min(number, most)]
        full, rest = divmod(number, most)
        return full * self.points[-1] + self.points[rest]


SETS = {"tempura": (2, 5), "sashimi": (3, 10), "green-tea-ice-cream": (4, 12), "tokens": (2, 1)}
"""Types of which only full sets score, with the cards of a set and its points: Sushi Go! rulebook,
Scoring; Party rulebook, Card Guide; Sushi Roll rulebook, Ending the Game (any two menu and
chopsticks tokens). For dice see ``ROLL_SETS``."""


def sets_of(size: int, prize: int) -> Scale:
    """Points for every full set; the rest of the cards score nothing."""
    return Scale((*[0] * size, prize))


def each(points: int) -> Scale:
    """The same points for every card: miso soup 3 (Card Guide: Miso Soup), flipped cards 2 (Card
    Guide: Takeout Box), 0 for cards that score nothing by themselves."""
    return Scale((0, points))


dumpling_points = Scale((0, 1, 3, 6, 10, 15), again=False)
"""Sushi Go! rulebook, Scoring: Dumplings; Sushi Go Party! rulebook, Card Guide: Dumpling."""

eel_points = Scale((0, -3, 7), again=False)
"""One eel costs 3, two or more bring 7 together (Card Guide: Eel)."""

tofu_points = Scale((0, 2, 6, 0), again=False)
"""2 for one, 6 for two, nothing for three or more (Card Guide: Tofu)."""

onigiri_points = Scale((0, 1, 4, 9, 16), different=True)
"""For a set of so many different shapes; several sets may score (Card Guide: Onigiri, example)."""

FRUIT_POINTS = (-2, 0, 1, 3, 6, 10)
"""What none, one … five or more icons of one fruit score (Card Guide: Fruit)."""

fruit_points = Scale(FRUIT_POINTS, again=False)
"""Of each fruit for its icons; so no fruit card at all costs 6 (Card Guide: Fruit)."""

ROLL_SETS = {"dumpling": (2, 4, 8), "tempura": (1, 5, 10), "sashimi": (0, 6, 13)}
"""What one, two and three icons of a Sushi Roll appetizer score."""


def roll_set_points(*points: int) -> Scale:
    """Icons of a Sushi Roll appetizer: sets of three, and what is left over as a smaller set (Sushi
    Roll rulebook, Scoring a Round: Appetizers, example)."""
    return Scale((0, *points))
