"""Edamame: worth more the more opponents have some."""

from collections.abc import Sequence

from .lines import Compared, Comparison, Line, Table, frozen

MAX_EACH = 4


def each_edamame(counts: Sequence[int], *, most: int = MAX_EACH) -> int:
    """What one edamame of somebody who has some is worth."""
    return min(most, sum(1 for count in counts if count) - 1)


def edamame(rule: str) -> Compared:
    """Every edamame scores 1 per opponent who has any, at most 4 (Sushi Go Party! rulebook, Card
    Guide: Edamame)."""

    def lines(table: Table) -> Sequence[Line | None]:
        counts = table.counts("edamame")
        eaters = sum(1 for count in counts if count)
        comparison = Comparison(tuple(count or None for count in counts), ())
        each = each_edamame(counts)

        def line(count: int) -> Line:
            facts = {"edamame": count, "opponents": eaters - 1, "each": each}
            return Line("edamame", count * each, rule, frozen(facts), comparison)

        return [line(count) if count else None for count in counts]

    return lines
