"""What people get instead of a number."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules import read_sheet, score_sheet
from referee.rules.mistakes import END, GAME, ClaimScope, diagnose, likely_values
from tests.rules import strategies
from tests.rules.mistakes.mistaken_games import MistakenGame, at_the_end

SOME = "dumpling*3 maki-3 / maki-1"
"""A has 6 for dumplings and 6 for maki."""


@pytest.mark.parametrize(
    ("game", "scope", "values"),
    [
        # One more, one fewer, left out, 3 for each.
        (SOME, ClaimScope(1, "dumpling"), {10, 3, 0, 9}),
        ("dumpling*6 / maki-1", ClaimScope(1, "dumpling"), {21, 16}),
        ("wasabi+squid-nigiri / maki-1", ClaimScope(1, "nigiri"), {3, 6}),
        ("maki-2 / maki-3", ClaimScope(1, "maki"), {6, 0}),
        ("tempura*3 / maki-1", ClaimScope(1, "tempura"), {10}),
        # Nobody has entered a maki.
        ("tempura / maki-1", ClaimScope(1, "maki"), {3}),
        (at_the_end("pudding*2 / / "), ClaimScope(END, "pudding"), {0}),
        # Of a sum also what adding makes of it.
        (SOME, ClaimScope(1), {9, 6, 21}),
        (SOME, GAME, {9, 6, 21}),
    ],
)
def test_the_likeliest_numbers_come_first(game: str, scope: ClaimScope, values: set[int]) -> None:
    sheet = read_sheet(MistakenGame("", "sushi-go", game, 0, 0, {}).sheet())
    assert values <= {value.points for value in likely_values(sheet, 0, scope)[:6]}


@given(strategies.sheets(), st.data())
def test_a_likely_number_is_another_one_and_a_single_mistake_leads_there(
    document: dict[str, Any], data: st.DataObject
) -> None:
    sheet, result = read_sheet(document), score_sheet(read_sheet(document))
    seat = data.draw(st.integers(0, len(sheet.players) - 1))
    name, part = sheet.players[seat], data.draw(st.integers(1, len(result.rounds)))
    lines = {line.type: line.points for line in result.rounds[part - 1].players[name].lines}
    type_ = data.draw(st.sampled_from([None, *lines]))
    scope = ClaimScope(part, type_)
    right = lines[type_] if type_ else sum(lines.values())
    values = likely_values(sheet, seat, scope)
    likelihoods = [value.likelihood for value in values]
    assert right not in [value.points for value in values]
    assert likelihoods == sorted(likelihoods, reverse=True)
    assert not values or sum(likelihoods) <= 1.001
    for value in values[:2]:
        found = diagnose(sheet, {name: value.points}, scope)[name]
        assert {len(it.mistakes) for it in found} <= {1}
