"""A type that is worth more the more opponents have some."""

from collections.abc import Sequence

from .lines import Compared, Comparison, Line, Table, frozen

MAX_EACH = 4


def by_opponents(type_: str, rule: str) -> Compared:
    """Every card scores 1 per opponent who has any, at most 4 (Sushi Go Party! rulebook, the type's
    page of the Card Guide)."""

    def lines(table: Table) -> Sequence[Line | None]:
        counts = table.counts(type_)
        holders = sum(1 for count in counts if count)
        comparison = Comparison(tuple(count or None for count in counts), ())
        each = min(MAX_EACH, holders - 1)

        def line(count: int) -> Line:
            facts = {type_: count, "opponents": holders - 1, "each": each}
            return Line(type_, count * each, rule, frozen(facts), comparison)

        return [line(count) if count else None for count in counts]

    return lines
