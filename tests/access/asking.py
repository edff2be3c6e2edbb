"""Who asks, where everybody would take long."""

from collections.abc import Container


def refused_and_one(
    answers: dict[str, int], number: int, refusals: Container[int]
) -> dict[str, int]:
    """Of a row's answers every refusal, and one of the others: another one for the next number."""
    may = [who for who, status in answers.items() if status not in refusals]
    asks = may[number % len(may) :][:1] if may else []
    return {who: one for who, one in answers.items() if one in refusals or who in asks}
