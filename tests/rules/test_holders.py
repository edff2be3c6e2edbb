"""More on the table than the box holds: who has how many of it, and how many came before."""

import pytest

from referee.rules import Problem
from tests.rules.tables import ORDERS, PLAIN, RACE, Table, go, party, roll, scored

DUMMY = {"variants": ["two-player-dummy"]}
WITH_ORDERS = "maki tempura sashimi dumpling special-order takeout-box pudding"

ROWS = [
    # Case, code, table; the round, who has how many in it, and how many lay there before.
    (
        "cards of Sushi Go! in one round",
        "deck-limit",
        go(3, ("tempura*8", "maki-1", "tempura*7")),
        [(1, {"Ana": 8, "Cem": 7}, 0)],
    ),
    (
        "those of earlier rounds are told apart",
        "deck-limit",
        go(3, ("tempura*8", "tempura*4", ""), ("", "tempura", "tempura*2")),
        [(2, {"Ben": 1, "Cem": 2}, 12)],
    ),
    (
        "two rounds are too many each",
        "deck-limit",
        go(2, ("pudding*11", ""), ("", "pudding")),
        [(1, {"Ana": 11}, 0), (2, {"Ben": 1}, 11)],
    ),
    (
        "nigiri of all kinds, on wasabi too",
        "deck-limit",
        go(2, ("egg-nigiri*5 salmon-nigiri*10", "squid-nigiri*5 wasabi+egg-nigiri")),
        [(1, {"Ana": 15, "Ben": 6}, 0)],
    ),
    (
        "wasabi under a nigiri",
        "deck-limit",
        go(2, ("wasabi*4", "wasabi wasabi+egg-nigiri*2")),
        [(1, {"Ana": 4, "Ben": 3}, 0)],
    ),
    (
        "the dummy has some",
        "deck-limit",
        go(2, ("sashimi*9", "", "sashimi*6"), **DUMMY),
        [(1, {"Ana": 9, "dummy": 6}, 0)],
    ),
    (
        "by a house rule only puddings of earlier rounds count",
        "deck-limit",
        go(
            2,
            ("tempura*9 pudding*6", "pudding*2"),
            ("tempura*14", "tempura pudding*3"),
            house_rules={"reshuffle-each-round": True},
        ),
        [(2, {"Ana": 14, "Ben": 1}, 0), (2, {"Ben": 3}, 8)],
    ),
    (
        "Party shuffles the cards back",
        "deck-limit",
        party(PLAIN, 3, ("tempura*8", "", ""), ("tempura*4", "", "flipped:tempura tempura*4")),
        [(2, {"Ana": 4, "Cem": 5}, 0)],
    ),
    (
        "but for special orders that copied a dessert",
        "deck-limit",
        party(
            ORDERS,
            2,
            ("pudding special-order:pudding", ""),
            ("tempura special-order:tempura*2", "special-order:wasabi wasabi"),
        ),
        [(2, {"Ana": 2, "Ben": 1}, 1)],
    ),
    (
        "a copy is no card of its type",
        "deck-limit",
        party(ORDERS, 2, ("tempura*8 special-order:tempura", "tempura")),
        [(1, {"Ana": 8, "Ben": 1}, 0)],
    ),
    (
        "dice of a kind together",
        "deck-limit",
        roll(2, ("tempura-3*4 sashimi*3", "dumpling-2*3 tempura")),
        [(1, {"Ana": 7, "Ben": 4}, 0)],
    ),
    (
        "dice of one round alone",
        "deck-limit",
        roll(2, ("pudding*4", ""), ("pudding*2", "pudding-3*3")),
        [(2, {"Ana": 2, "Ben": 3}, 0)],
    ),
    (
        "uramaki icons, claimed and lying",
        "deck-limit",
        party(
            RACE,
            3,
            ("", "uramaki-4 uramaki-4", "uramaki-3"),
            claims=[{"Ana": 18}, {"Ben": 20}, {"Cem": 9}],
        ),
        [(1, {"Ana": 18, "Ben": 28, "Cem": 3}, 0)],
    ),
    (
        "a face of Sushi Go!",
        "face-limit",
        go(2, ("maki-3*5", "maki-3*2"), ("maki-3", "maki-3")),
        [(2, {"Ana": 1, "Ben": 1}, 7)],
    ),
    (
        "a face of Party",
        "face-limit",
        party(PLAIN, 2, ("maki-3*3", ""), ("maki-3*2", "maki-3*2")),
        [(2, {"Ana": 2, "Ben": 2}, 0)],
    ),
    (
        "desserts, less those that were flipped in an earlier round",
        "dessert-limit",
        party(
            WITH_ORDERS,
            2,
            ("pudding*2 flipped:pudding", "pudding"),
            ("pudding*3", "pudding*2 flipped:pudding special-order:pudding"),
        ),
        [(2, {"Ana": 3, "Ben": 3}, 3)],
    ),
    (
        "tokens of a kind",
        "token-limit",
        roll(3, ("", "", ""), tokens_left={"Ana": {"menu": 10}, "Cem": {"menu": 9}}),
        [(None, {"Ana": 10, "Cem": 9}, 0)],
    ),
]


@pytest.mark.parametrize(
    ("code", "table", "told"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS]
)
def test_who_has_how_many_of_what_there_is_too_much_of(
    code: str, table: Table, told: list[tuple[int | None, dict[str, int], int]]
) -> None:
    found = problems(table, code)
    assert [(p.round, dict(p.holders), p.facts.get("earlier", 0)) for p in found] == told
    for problem in found:
        numbers = [holder.number for holder in problem.holders]
        assert sum(numbers) + int(problem.facts.get("earlier", 0)) == problem.facts["cards"]


def test_no_other_problem_has_holders() -> None:
    table = party("cutthroat-combo", 2, ("tofu*2 tempura", "flipped"), claims=[{"Ana": 3}])
    found = scored(table).problems
    assert {p.code for p in found} == {"menu-players", "not-on-menu", "hand-size", "uramaki-claim"}
    assert [p.holders for p in found] == [()] * len(found)


def test_a_problem_concerns_who_has_some_of_it() -> None:
    (found,) = problems(go(3, ("tempura*8", "maki-1", "tempura*7")), "deck-limit")
    assert [found.concerns(name) for name in ("Ana", "Ben", "Cem")] == [True, False, True]
    hands = problems(go(2, ("tempura*11", "tempura*10")), "hand-size")
    assert [[p.concerns(name) for name in ("Ana", "Ben")] for p in hands] == [[True, False]]
    (menu,) = problems(party("points-platter", 2, ("", "")), "menu-players")[:1]
    assert [menu.concerns(name) for name in ("Ana", "Ben")] == [True, True]


def test_a_problem_can_call_its_players_otherwise() -> None:
    names = {"Ana": "A", "Ben": "B", "Cem": "C"}
    (found,) = problems(go(3, ("tempura*8", "maki-1", "tempura*7")), "deck-limit")
    assert dict(found.renamed(names).holders) == {"A": 8, "C": 7}
    assert found.renamed(names)._replace(holders=found.holders) == found
    (hand,) = problems(go(2, ("tempura*11", "tempura*10")), "hand-size")
    assert hand.renamed(names) == hand._replace(player="A")


def problems(table: Table, code: str) -> list[Problem]:
    return [problem for problem in scored(table).problems if problem.code == code]
