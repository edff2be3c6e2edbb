"""What is true of every tableau and every score sheet, whatever is on it."""

import json
from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from referee.rules import (
    Result,
    Tableau,
    parse_tableau,
    read_sheet,
    score_sheet,
    sheet_document,
    tableau_text,
)
from tests.rules import strategies

# ------------------------------------------------------------------ the notation


@given(strategies.tableau_texts)
def test_a_printed_tableau_reads_back_as_the_same_tableau(text: str) -> None:
    tableau = parse_tableau(text)
    printed = tableau_text(tableau)
    assert parse_tableau(printed) == tableau
    assert tableau_text(parse_tableau(printed)) == printed
    assert hash(parse_tableau(printed)) == hash(tableau)


@given(st.data())
def test_two_spellings_of_a_tableau_print_the_same(data: st.DataObject) -> None:
    pairs = data.draw(strategies.tableau_items())
    one, other = (data.draw(strategies.respelled(pairs)) for _ in range(2))
    assert parse_tableau(one) == parse_tableau(other)
    assert tableau_text(parse_tableau(one)) == tableau_text(parse_tableau(other))


@given(strategies.tableau_items(), strategies.tableau_items())
def test_tableaus_that_print_the_same_are_equal_and_others_are_not(
    one: list[tuple[str, int]], other: list[tuple[str, int]]
) -> None:
    first, second = parse_tableau(strategies.spelled(one)), parse_tableau(strategies.spelled(other))
    assert (first == second) == (tableau_text(first) == tableau_text(second))
    assert (first == second) == (_bag(one) == _bag(other))


@given(strategies.tableau_items())
def test_counted_cards_make_the_tableau_that_the_cards_make(pairs: list[tuple[str, int]]) -> None:
    read = parse_tableau(strategies.spelled(pairs))
    counted = dict(read.counts)
    made = Tableau(counted)
    assert made == read == Tableau(Counter(counted).elements())
    assert hash(made) == hash(read)
    counted.clear()
    assert made == read


def _bag(pairs: list[tuple[str, int]]) -> Counter[str]:
    """How many of each item; what a flipped special order copied is not told apart."""
    bag: Counter[str] = Counter()
    for item, number in pairs:
        front, copied, _ = item.partition("flipped:special-order")
        bag[copied if copied and not front else item] += number
    return bag


@given(strategies.tableau_items())
def test_no_card_is_lost_in_reading(pairs: list[tuple[str, int]]) -> None:
    cards = sum(number * (2 if "+" in item else 1) for item, number in pairs)
    assert len(parse_tableau(strategies.spelled(pairs))) == cards


# ------------------------------------------------------------------ the sheet


@given(strategies.sheets())
def test_a_sheet_reads_back_from_its_document(document: dict[str, Any]) -> None:
    sheet = read_sheet(document)
    written = sheet_document(sheet)
    assert read_sheet(written) == sheet
    assert sheet_document(read_sheet(written)) == written
    for text in (json.dumps(written), json.dumps(written, ensure_ascii=False)):
        assert read_sheet(text) == sheet
        assert read_sheet(text.encode()) == sheet


@given(st.data())
def test_who_sits_where_changes_nothing(data: st.DataObject) -> None:
    document = data.draw(strategies.sheets())
    moved = {**document, "players": data.draw(st.permutations(document["players"]))}
    before, after = (score_sheet(read_sheet(sheet)) for sheet in (document, moved))
    assert _points(after) == _points(before)
    assert _ranks(after) == _ranks(before)
    assert sorted(after.winners) == sorted(before.winners)
    assert after.tiebreak_used == before.tiebreak_used
    assert _problems(after) == _problems(before)


@given(st.data())
def test_names_change_nothing(data: st.DataObject) -> None:
    document = data.draw(strategies.sheets())
    players = document["players"]
    called = dict(zip(players, data.draw(st.permutations(players)), strict=True))
    renamed = _renamed(document, called | {"dummy": "dummy"})
    before, after = (score_sheet(read_sheet(sheet)) for sheet in (document, renamed))
    assert list(after.totals.values()) == list(before.totals.values())
    assert [(r.rank, r.total) for r in after.ranking] == [(r.rank, r.total) for r in before.ranking]
    assert after.winners == tuple(called.get(name, name) for name in before.winners)


@given(st.data())
def test_the_order_in_which_cards_are_written_changes_nothing(data: st.DataObject) -> None:
    document = data.draw(strategies.sheets())
    shuffled = {**document, "rounds": [dict(round_) for round_ in document["rounds"]]}
    for round_ in shuffled["rounds"]:
        written = data.draw(st.permutations(list(round_["tableaus"].items())))
        round_["tableaus"] = {
            name: ", ".join(data.draw(st.permutations(text.split()))) for name, text in written
        }
    assert read_sheet(shuffled) == read_sheet(document)
    assert score_sheet(read_sheet(shuffled)) == score_sheet(read_sheet(document))


@given(strategies.sheets())
def test_a_round_scores_the_same_whatever_rounds_follow(document: dict[str, Any]) -> None:
    whole = score_sheet(read_sheet(document))
    for number in range(1, len(document["rounds"])):
        part = score_sheet(read_sheet({**document, "rounds": document["rounds"][:number]}))
        assert part.rounds == whole.rounds[:number]
        assert part.game_end is None
        assert part.winners == ()
        # Tokens left are counted once, whichever round is the last on the sheet.
        found = [p for p in whole.problems if (p.round or 0) <= number]
        assert list(part.problems) == found


# ------------------------------------------------------------------ what is compared


def _points(result: Result) -> dict[str, list[list[tuple[str, int, dict[str, int]]]]]:
    parts = [round_.players for round_ in result.rounds] + [result.game_end or {}]
    return {
        name: [
            [(line.type, line.points, dict(line.counts)) for line in part[name].lines]
            for part in parts
            if name in part
        ]
        for name in result.totals
    }


def _ranks(result: Result) -> dict[str, tuple[int, int, int]]:
    return {entry.player: (entry.rank, entry.total, entry.tiebreak) for entry in result.ranking}


def _problems(result: Result) -> Counter[tuple[object, ...]]:
    return Counter(
        (p.code, p.severity, p.round, p.player, p.detail, tuple(sorted(p.facts.items())))
        for p in result.problems
    )


def _renamed(document: dict[str, Any], called: dict[str, str]) -> dict[str, Any]:
    def keys(held: dict[str, Any]) -> dict[str, Any]:
        return {called[name]: value for name, value in held.items()}

    renamed = {**document, "players": [called[name] for name in document["players"]]}
    renamed["rounds"] = [
        {"tableaus": keys(round_["tableaus"])}
        | (
            {"uramaki_claims": [keys(turn) for turn in round_["uramaki_claims"]]}
            if "uramaki_claims" in round_
            else {}
        )
        for round_ in document["rounds"]
    ]
    for field in ("tokens_left", "claimed"):
        if field in document:
            renamed[field] = keys(document[field])
    return renamed
