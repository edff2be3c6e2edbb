"""The diagnosis names the mistake that was made, and never one that leads elsewhere."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules import Sheet, Tableau, read_sheet, score_sheet
from referee.rules.mistakes import (
    CODES,
    END,
    GAME,
    LEAST_LIKELIHOOD,
    MAX_EXPLANATIONS,
    ClaimScope,
    Diagnosis,
    Way,
    diagnose,
)
from referee.rules.mistakes.book import ScoredGame
from referee.rules.mistakes.rows import misread
from tests.rules import strategies
from tests.rules.mistakes.mistaken_games import MISTAKEN_GAMES, MistakenGame, at_the_end


def name_of(row: MistakenGame) -> str:
    return f"{row.code}: {row.game}: {row.tableaus}: {row.claimed}"


def test_the_mistake_is_named_first_or_second(subtests: pytest.Subtests) -> None:
    for row in MISTAKEN_GAMES:
        with subtests.test(name_of(row)):
            sheet = read_sheet(row.sheet())
            assert score_sheet(sheet).totals["A"] == row.right
            found = diagnose(sheet, {"A": row.claimed})["A"]
            assert (row.code,) in [*dict.fromkeys(diagnosis.mistakes for diagnosis in found)][:2]
            assert diagnose(sheet, {"A": row.right}) == {}


def test_every_mistake_is_made_in_some_game() -> None:
    assert {row.code for row in MISTAKEN_GAMES} == set(CODES)


def test_a_number_that_nothing_explains_has_an_empty_one() -> None:
    sheet = read_sheet(MISTAKEN_GAMES[0].sheet())
    for claim in (10**9, -(10**9), 1000):
        assert diagnose(sheet, {"A": claim, "B": claim}) == {"A": (), "B": ()}


TYPES = [
    ("dumpling*6 /", 21, "sixth-dumpling", "dumpling"),
    (at_the_end("pudding*2 / / "), 0, "puddings-forgotten", "pudding"),
    ("egg-nigiri sashimi*3 /", 14, "card-more", None),
    ("sashimi*3 dumpling*2 egg-nigiri /", 41, "digits-swapped", None),
    ("sashimi*3 dumpling*3 egg-nigiri /", 11, "line-forgotten", None),
]


@pytest.mark.parametrize(("text", "claim", "code", "type_"), TYPES, ids=str)
def test_the_line_that_differs_is_told_but_of_a_slip(
    text: str, claim: int, code: str, type_: str | None
) -> None:
    found = diagnose(game(text), {"A": claim})["A"]
    assert next(one.type for one in found if one.mistakes == (code,)) == type_


def test_who_does_not_play_cannot_claim() -> None:
    with pytest.raises(KeyError):
        diagnose(read_sheet(MISTAKEN_GAMES[0].sheet()), {"Nobody": 3})


def game(text: str, **fields: Any) -> Sheet:
    return read_sheet(MistakenGame("", fields.pop("game", "sushi-go"), text, 0, 0, fields).sheet())


def test_the_ruling_in_force_is_no_mistake() -> None:
    sheet = game("tempura*2 / maki-3", house_rules={"zero-maki-scores": True})
    found = diagnose(sheet, {"A": 11, "B": 3})
    assert all("zero-maki-paid" not in d.mistakes for told in found.values() for d in told)


def test_two_mistakes_are_told_where_no_single_one_explains_it() -> None:
    sheet = game("dumpling*6 wasabi+squid-nigiri tempura*2 / maki-1 ; tempura*4 sashimi*3 / ")
    right = score_sheet(sheet).totals["A"]
    assert right == 29 + 20
    found = diagnose(sheet, {"A": right + 6 + 10})["A"]
    assert ("sixth-dumpling", "adding-slip") in [diagnosis.mistakes for diagnosis in found]
    assert {len(diagnosis.mistakes) for diagnosis in found} == {2}
    single = diagnose(sheet, {"A": right + 6})["A"]
    assert {len(diagnosis.mistakes) for diagnosis in single} == {1}


def test_two_mistakes_about_one_line_are_scored_together() -> None:
    """All nigiri doubled: 2 × 14 instead of 9 + 11, though doubling alone loses points."""
    wasabi = game("wasabi+squid-nigiri squid-nigiri*2 salmon-nigiri*2 egg-nigiri /")
    found = diagnose(wasabi, {"A": 28}, ClaimScope(1, "nigiri"))["A"]
    assert ("wasabi-doubles", "wasabi-all-nigiri") in [d.mistakes for d in found]


def test_the_round_is_told_where_it_is_one_rounds() -> None:
    rounds = "/ maki-1 ; dumpling*6 / maki-1 ; / "
    (first, *_) = diagnose(game(rounds), {"A": 21})["A"]
    assert (first.mistakes, first.round) == (("sixth-dumpling",), 2)
    twice = game("dumpling*6 / ; dumpling*6 / ")
    (first, *_) = diagnose(twice, {"A": 42})["A"]
    assert (first.mistakes, first.round) == (("sixth-dumpling",), None)
    (first, *_) = diagnose(game(at_the_end("pudding*2 / / ")), {"A": 0})["A"]
    assert (first.mistakes, first.round) == (("puddings-forgotten",), None)


def test_what_it_means_is_told_line_by_line() -> None:
    (first, *_) = diagnose(game("dumpling*6 tempura*2 /"), {"A": 26})["A"]
    assert [(c.part, c.type, c.before, c.after) for c in first.changes] == [(1, "dumpling", 15, 21)]
    assert (first.right, first.total) == (20, 26)


SCOPES = [
    (ClaimScope(1, "dumpling"), 15, 21),
    (ClaimScope(1), 20, 26),
    (ClaimScope(2), 5, 10),
    (ClaimScope(2, "tempura"), 5, 10),
    (ClaimScope(END, "pudding"), 6, 0),
]


@pytest.mark.parametrize(("scope", "right", "claim"), SCOPES)
def test_a_round_and_a_line_can_be_claimed_too(scope: ClaimScope, right: int, claim: int) -> None:
    rounds = "dumpling*6 tempura*2 / / ; tempura*3 pudding*2 / / ; / / "
    sheet = game(rounds)
    assert diagnose(sheet, {"A": right}, scope) == {}
    found = diagnose(sheet, {"A": claim}, scope)["A"]
    assert found
    for diagnosis in found:
        assert (diagnosis.right, diagnosis.total) == (right, claim)
        assert ScoredGame(sheet).book(0, diagnosis.ways).value(scope) == claim
        assert {change.part for change in diagnosis.changes} >= {scope.part}


def test_a_claim_about_a_round_says_nothing_of_the_others() -> None:
    dumplings = "dumpling*6 maki-1 / maki-2"
    found = diagnose(game(" ; ".join([dumplings] * 3)), {"A": 24}, ClaimScope(1))["A"]
    assert found[0].mistakes == ("sixth-dumpling",)
    assert [one.mistakes for one in found].count(("sixth-dumpling",)) == 1
    assert {change.part for one in found for change in one.changes} == {1}


# ------------------------------------------------------------------ whatever is on the sheet


claims_near = st.integers(-40, 60)
claims_far = st.integers(-(10**9), 10**9)


@given(strategies.sheets(), claims_near | claims_far, st.data())
def test_every_diagnosis_leads_exactly_to_the_claim(
    document: dict[str, Any], off: int, data: st.DataObject
) -> None:
    sheet = read_sheet(document)
    name = data.draw(st.sampled_from(sheet.players))
    right = score_sheet(sheet).totals[name]
    claims = {name: right + off}
    found = diagnose(sheet, claims)
    if not off:
        assert found == {}
        return
    assert len(found[name]) <= MAX_EXPLANATIONS
    assert found == diagnose(sheet, claims)
    for diagnosis in found[name]:
        assert diagnosis.total == right + off
        assert_leads_there(sheet, name, diagnosis)
    assert_all_different(found[name])
    likelihoods = [one.likelihood for one in found[name]]
    assert likelihoods == sorted(likelihoods, reverse=True)
    assert sum(likelihoods) < 1
    assert all(likelihood >= LEAST_LIKELIHOOD for likelihood in likelihoods)


@given(strategies.sheets())
def test_a_row_that_nobody_misreads_gives_what_scoring_gives(document: dict[str, Any]) -> None:
    game = ScoredGame(read_sheet(document))
    for part in game.parts:
        for seat in range(game.setting.seats):
            for type_, line in game.lines(part, seat).items():
                if type_ in game.scored_types:
                    assert misread(game.situation(part, seat, type_), {}) == line.points, line


OTHER_TABLES = [
    ("sushi-go", "maki-2 / maki-3", 4),
    ("sushi-roll", "maki-2 / maki-3", 4),
    ("sushi-go", "dumpling*4 / maki-3", 8),
]


@pytest.mark.parametrize(("name", "text", "claim"), OTHER_TABLES)
def test_a_table_of_another_game_is_no_reason(name: str, text: str, claim: int) -> None:
    told = diagnose(game(text, game=name), {"A": claim})["A"]
    assert not {"maki-other-table", "dice-by-card-tables"}.intersection(
        code for one in told for code in one.mistakes
    )


def assert_leads_there(sheet: Sheet, name: str, diagnosis: Diagnosis) -> None:
    """Its lines add up to the claim; wrong cards really scored do."""
    seat = sheet.players.index(name)
    assert ScoredGame(sheet).book(seat, diagnosis.ways).value(GAME) == diagnosis.total
    assert 1 <= len(diagnosis.mistakes) <= 2
    if not any(way.slips for way in diagnosis.ways):
        moved = sum(change.after - change.before for change in diagnosis.changes)
        assert diagnosis.right + moved == diagnosis.total
    if all(way.cards for way in diagnosis.ways):
        other = with_cards(sheet, seat, diagnosis.ways)
        assert score_sheet(other).totals[name] == diagnosis.total


def with_cards(sheet: Sheet, seat: int, ways: Sequence[Way]) -> Sheet:
    """The sheet with the cards that the player would have."""
    rounds = list(sheet.rounds)
    for change in (change for way in ways for change in way.cards):
        round_ = rounds[change.part - 1]
        counts = dict(round_.tableaus[seat].counts)
        for entry in change.taken:
            counts[entry] -= 1
            assert counts[entry] >= 0, "nobody can take away what does not lie there"
        for entry in change.put:
            counts[entry] = counts.get(entry, 0) + 1
        tableaus = list(round_.tableaus)
        tableaus[seat] = Tableau({entry: n for entry, n in counts.items() if n})
        rounds[change.part - 1] = replace(round_, tableaus=tuple(tableaus))
    return replace(sheet, rounds=tuple(rounds))


def assert_all_different(found: Sequence[Diagnosis]) -> None:
    said = [
        (d.mistakes, d.round, d.changes, tuple(sorted(map(repr, (w.facts for w in d.ways)))))
        for d in found
    ]
    assert all(said.count(one) == 1 for one in said)
    singles = [d for d in found if len(d.mistakes) == 1]
    assert not singles or len(singles) == len(found)


def test_a_table_that_cannot_be_is_diagnosed_in_time() -> None:
    """Every card there is before everybody, and claims without end."""
    faces = " ".join(
        f"{face} special-order:{face}" for face in ("tempura", "maki-3", "tofu", "eel")
    )
    many = " ".join(f"{face}*99" for face in ("onigiri-circle", "dumpling", "egg-nigiri", "tea"))
    document = {
        "ruleset": "sushi-go-party",
        "menu": ["uramaki", "tempura", "dumpling", "onigiri", "tea", "soy-sauce", "fruit"],
        "players": list("ABCDEFGH"),
        "rounds": [
            {
                "tableaus": dict.fromkeys("ABCDEFGH", f"{faces} {many}"),
                "uramaki_claims": [{"A": 10, "B": 12}] * 40,
            }
        ]
        * 3,
    }
    assert diagnose(read_sheet(document), {"A": 10**9}) == {"A": ()}


def test_no_pair_names_a_mistake_twice_and_a_swap_has_the_sum_before_it() -> None:
    sheet = game("dumpling*6 wasabi+squid-nigiri tempura*2 / maki-1 ; tempura*4 sashimi*3 / ")
    assert score_sheet(sheet).totals["A"] == 49
    found = diagnose(sheet, {"A": 96}, most=60)["A"]
    assert all(len(set(one.mistakes)) == len(one.mistakes) for one in found)
    pair = next(one for one in found if one.mistakes == ("table-added-up", "digits-swapped"))
    assert (pair.ways[1].facts["before"], pair.ways[1].facts["after"]) == (69, 96)
