"""Tea and soy sauce: cards that look at the background colours in front of the players."""

from collections.abc import Sequence

from ..tableau import colour_groups
from .lines import Compared, Comparison, Line, Place, Table, frozen

SOY_POINTS = 4


def tea(rule: str, *, desserts: bool, flipped: bool) -> Compared:
    """Every tea scores the size of its player's largest set of one colour.

    Only this round's cards that still lie there count, tea too (Party rulebook, Card Guide: Tea).
    """

    def line(table: Table, seat: int, number: int) -> Line:
        groups = colour_groups(table.tableaus[seat], desserts=desserts, flipped=flipped)
        # Largest first; of equal ones the colour whose name comes first, so that it is always
        # the same set that is named.
        colour = min(groups, key=lambda name: (-groups[name], name))
        counts = frozen({"tea": number, "set": groups[colour], f"colour:{colour}": groups[colour]})
        return Line("tea", number * groups[colour], rule, counts)

    def lines(table: Table) -> list[Line | None]:
        return [
            line(table, seat, number) if number else None
            for seat, number in enumerate(table.counts("tea"))
        ]

    return lines


def soy_sauce(rule: str, *, desserts: bool, flipped: bool) -> Compared:
    """Every soy sauce of a player with the most colours on the table scores 4, ties in full;
    players without soy sauce are compared too (Party rulebook, Card Guide: Soy Sauce)."""

    def lines(table: Table) -> list[Line | None]:
        counts = tuple(
            len(colour_groups(tableau, desserts=desserts, flipped=flipped))
            for tableau in table.tableaus
        )
        most = max(counts)
        seats = tuple(seat for seat, count in enumerate(counts) if count == most)
        comparison = Comparison(counts, (Place("first", SOY_POINTS, SOY_POINTS, seats, most),))
        owned = table.counts("soy-sauce")
        points = [number * comparison.points(seat) for seat, number in enumerate(owned)]
        return _soy_lines(rule, owned, points, comparison)

    return lines


def promo_soy_sauce(rule: str, *, desserts: bool, seats: int | None) -> Compared:
    """The promotional soy sauce of Sushi Go!: 4 points to the soy sauce owner with most colours.

    Owners who tie split the points, the remainder is dropped; one soy sauce per player scores. Only
    the first ``seats`` seats compete (the dummy sits last); None for all.
    """

    def lines(table: Table) -> list[Line | None]:
        owned = table.counts("soy-sauce")
        counts = tuple(
            len(colour_groups(tableau, desserts=desserts, flipped=True))
            if owned[seat] and (seats is None or seat < seats)
            else None
            for seat, tableau in enumerate(table.tableaus)
        )
        most = max((count for count in counts if count is not None), default=0)
        holders = tuple(seat for seat, count in enumerate(counts) if count == most)
        share = SOY_POINTS // len(holders) if holders else 0
        comparison = Comparison(counts, (Place("first", SOY_POINTS, share, holders, most),))
        points = [comparison.points(seat) for seat in range(len(owned))]
        return _soy_lines(rule, owned, points, comparison)

    return lines


def _soy_lines(
    rule: str, owned: Sequence[int], points: Sequence[int], comparison: Comparison
) -> list[Line | None]:
    colours = [count or 0 for count in comparison.counts]
    facts = [{"soy-sauce": n, "colours": c} for n, c in zip(owned, colours, strict=True)]
    return [
        Line("soy-sauce", points[seat], rule, frozen(facts[seat]), comparison) if number else None
        for seat, number in enumerate(owned)
    ]
