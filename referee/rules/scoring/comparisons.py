"""Most, second most, fewest: how numbers are compared across the table."""

from collections.abc import Callable, Iterable

from .lines import PLACE_NAMES, Comparison, Place

Compare = Callable[[tuple[int, ...]], Comparison]


def _holders(counts: Iterable[int | None], count: int) -> tuple[int, ...]:
    return tuple([seat for seat, number in enumerate(counts) if number == count])


def _competing(counts: tuple[int, ...], seats: int | None, least: int) -> tuple[int | None, ...]:
    """The counts of those who take part: the first ``seats`` seats that have at least ``least``."""
    return tuple(
        count if count >= least and (seats is None or seat < seats) else None
        for seat, count in enumerate(counts)
    )


def _levels(counts: Iterable[int | None]) -> list[int]:
    return sorted({count for count in counts if count is not None}, reverse=True)


MANY_PLAYERS = 6
"""So many, or more, have a third place for maki."""


def maki_prizes(players: int) -> tuple[int, ...]:
    """What the places for maki pay, the first one first (Party, Card Guide: Maki Rolls)."""
    return (6, 4, 2) if players >= MANY_PLAYERS else (6, 3)


def most_in_full(
    prizes: tuple[int, ...],
    *,
    zero_scores: bool = False,
    seats: int | None = None,
    ties_use_places: bool = False,
) -> Compare:
    """Every place pays its full prize to all who tie for it, and a tie takes up no further place.

    Maki of Sushi Go Party! (Card Guide: Maki Rolls) and of Sushi Roll (Scoring a Round: Maki
    Rolls): only players with an icon compare. The other arguments are readings that no rulebook
    has: players without maki compete (``zero_scores``), only the first ``seats`` seats do, a tie
    uses up as many places as it has players (``ties_use_places``).
    """

    def compare(counts: tuple[int, ...]) -> Comparison:
        competing = _competing(counts, seats, 0 if zero_scores else 1)
        places: list[Place] = []
        used = 0
        for count in _levels(competing):
            if used >= len(prizes):
                break
            tied, prize = _holders(competing, count), prizes[used]
            places.append(Place(PLACE_NAMES[used], prize, prize, tied, count))
            used += len(tied) if ties_use_places else 1
        return Comparison(competing, tuple(places))

    return compare


def most_split(
    *,
    zero_scores: bool,
    seats: int | None,
    prizes: tuple[int, ...] = (6, 3),
    second_after_tie: bool = False,
) -> Compare:
    """Most maki share 6 points, second most share 3; remainders are dropped, and a tie for most
    leaves no second place (Sushi Go! rulebook, Scoring: Maki Rolls).

    Args:
        zero_scores: players without maki compete (switch ``zero-maki-scores``).
        seats: only the first so many seats compete (the dummy sits last); None for all.
        second_after_tie: pay the next place after a tie as well, which no rulebook does.
    """

    def compare(counts: tuple[int, ...]) -> Comparison:
        competing = _competing(counts, seats, 0 if zero_scores else 1)
        places: list[Place] = []
        for name, prize, count in zip(PLACE_NAMES, prizes, _levels(competing), strict=False):
            tied = _holders(competing, count)
            places.append(Place(name, prize, prize // len(tied), tied, count))
            if len(tied) > 1 and not second_after_tie:
                break
        return Comparison(competing, tuple(places))

    return compare


def most_and_fewest(prize: int, *, players: int, tie_of_two_scores: bool) -> Compare:
    """Most win the prize, fewest lose it, ties in full; with two players nobody loses.

    Temaki (4; Card Guide: Temaki), puddings of Party (6; Card Guide: Pudding) and Roll (6; Sushi
    Roll rulebook, Ending the Game). Where all tie they are most and fewest at once.
    ``tie_of_two_scores``: two tied players both win (switch ``two-player-tie-scores-most``).
    """

    def compare(counts: tuple[int, ...]) -> Comparison:
        most, fewest = max(counts), min(counts)
        if players == 2 and most == fewest and not tie_of_two_scores:
            return Comparison(counts, (), all_equal=True)
        places = [Place("first", prize, prize, _holders(counts, most), most)]
        if players > 2:
            places.append(Place("fewest", -prize, -prize, _holders(counts, fewest), fewest))
        return Comparison(counts, tuple(places))

    return compare


def most_and_fewest_split(*, loss: bool, seats: int | None, prize: int = 6) -> Compare:
    """Most puddings share 6 points, fewest share the loss of 6; remainders are dropped.

    When all have the same number nobody scores (Sushi Go! rulebook, Scoring: Puddings). ``loss``:
    whether the fewest lose points; only the first ``seats`` seats compete, None for all.
    """

    def compare(counts: tuple[int, ...]) -> Comparison:
        competing = _competing(counts, seats, 0)
        levels = _levels(competing)
        if len(levels) == 1:
            return Comparison(competing, (), all_equal=True)
        most, fewest = _holders(competing, levels[0]), _holders(competing, levels[-1])
        places = [Place("first", prize, prize // len(most), most, levels[0])]
        if loss:
            # -6 // 4 would be -2: the share is worked out before the sign is put to it.
            share = -(prize // len(fewest))
            places.append(Place("fewest", -prize, share, fewest, levels[-1]))
        return Comparison(competing, tuple(places))

    return compare
