"""The uramaki race: places claimed during the round, and the one given out at its end."""

from collections.abc import Sequence
from itertools import groupby, product

from .lines import PLACE_NAMES, Claim, Compared, Comparison, Line, Place, Table, frozen

PRIZES = (8, 5, 2)
ICONS_TO_CLAIM = 10


def settle_claims(
    turns: Sequence[Sequence[tuple[int, int]]], *, ties_use_places: bool = True
) -> tuple[list[Claim], int]:
    """Who won which place during the round, and how many places are used up.

    On one turn the higher total goes first; equal totals share a place in full and use up as many
    places as they are (Sushi Go Party! rulebook, Card Guide: Uramaki). A claim of fewer than ten
    icons wins nothing. Without ``ties_use_places``, a wrong reading, a tie uses up one place.
    """
    used = 0
    claims: list[Claim] = []
    for turn, claimed in enumerate(turns, start=1):
        ranked = sorted(claimed, key=lambda pair: (-pair[1], pair[0]))
        for icons, tied in groupby(ranked, key=lambda pair: pair[1]):
            seats = [seat for seat, _ in tied]
            wins = icons >= ICONS_TO_CLAIM and used < len(PRIZES)
            place, points = (used + 1, PRIZES[used]) if wins else (None, 0)
            for seat in seats:
                others = tuple(other for other in seats if wins and other != seat)
                claims.append(Claim(turn, seat, icons, place, points, others))
            used += (len(seats) if ties_use_places else 1) if wins else 0
    return claims, used


def claimed_sets(cards: Sequence[int], icons: int | None = None) -> list[tuple[int, ...]]:
    """The sets of a player's uramaki that one claim may be of, by their places in ``cards``.

    Whoever reaches ten claims at once all that lies there (Sushi Go Party! rulebook, Card Guide:
    Uramaki). So a set has ten icons, and fewer without its largest card, which may have come last:
    in which order they were played, the cards do not tell.

    Args:
        cards: the icons of each card that lies there.
        icons: wants every set of exactly so many instead.

    Returns:
        One set of each sort of cards, of equal ones the first; the fewest cards come first.
    """
    places = [[at for at, card in enumerate(cards) if card == sort] for sort in sorted({*cards})]
    sets = []
    for numbers in product(*(range(len(alike) + 1) for alike in places)):
        chosen = [at for alike, n in zip(places, numbers, strict=True) for at in alike[:n]]
        values = [cards[at] for at in chosen]
        total, most = sum(values), max(values, default=0)
        if total - most < ICONS_TO_CLAIM <= total if icons is None else total == icons:
            sets.append(tuple(sorted(chosen)))
    return sorted(sets, key=lambda chosen: (len(chosen), chosen))


def end_of_round(counts: tuple[int, ...], used: int, *, cascade: bool) -> Comparison:
    """Who takes the next place with the icons still lying there; at least one is needed.

    Only one place is given out, in full to all who tie for it; with ``cascade`` (switch
    ``uramaki-cascade``) the places after it go to the next-most icons.
    """
    competing = tuple(count or None for count in counts)
    places: list[Place] = []
    for icons in sorted({count for count in counts if count}, reverse=True):
        if used >= len(PRIZES) or (places and not cascade):
            break
        seats = tuple(seat for seat, count in enumerate(counts) if count == icons)
        places.append(Place(PLACE_NAMES[used], PRIZES[used], PRIZES[used], seats, icons))
        used += len(seats)
    return Comparison(competing, tuple(places))


def uramaki(rule: str, *, cascade: bool) -> Compared:
    """The scorer of a whole round: claims and what lies there at its end."""

    def lines(table: Table) -> list[Line | None]:
        counts = table.counts("uramaki")
        claims, used = settle_claims(table.claims)
        comparison = end_of_round(counts, used, cascade=cascade)
        lines_by_seat: list[Line | None] = []
        for seat, count in enumerate(counts):
            own = tuple(claim for claim in claims if claim.seat == seat)
            points = comparison.points(seat) + sum(claim.points for claim in own)
            line = Line("uramaki", points, rule, frozen({"uramaki": count}), comparison, own)
            lines_by_seat.append(line if own or count else None)
        return lines_by_seat

    return lines
