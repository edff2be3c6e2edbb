"""The rules give the points that the tables of known answers give."""

from __future__ import annotations

from collections import defaultdict

import pytest

from referee.rules import NAMED_MENUS, RULESETS, SWITCHES, Result, read_sheet, score_sheet
from tests.rules.answer import Answer
from tests.rules.answers import read_all

ANSWERS = read_all()

#: What the rulebooks list as the contents of each box (the promo soy sauce included).
CARD_TYPES = {
    "sushi-go": """
        nigiri wasabi maki tempura sashimi dumpling chopsticks pudding soy-sauce
    """,
    "sushi-go-party": """
        nigiri maki temaki uramaki
        tempura sashimi dumpling eel tofu onigiri edamame miso-soup
        chopsticks soy-sauce tea menu spoon special-order takeout-box wasabi
        pudding green-tea-ice-cream fruit
    """,
    "sushi-roll": """
        nigiri wasabi maki tempura sashimi dumpling pudding menu chopsticks tokens
    """,
}
#: These steer how cards are dealt and laid; a finished tableau scores the same either way.
SWITCHES_OF_PLAY = {
    "flipped-nigiri-frees-wasabi",
    "one-bonus-action-per-turn",
    "reshuffle-each-round",
}

#: The examples that the rulebooks work out: key, ruleset, section.
EXAMPLES = {
    "maki-tie-for-second": ("sushi-go", "Maki Rolls"),
    "pudding-tie-for-fewest": ("sushi-go", "Puddings"),
    "maki-two-tied-for-most": ("sushi-go-party", "Card Guide: Maki Rolls"),
    "temaki-tie-for-fewest": ("sushi-go-party", "Card Guide: Temaki"),
    "uramaki-shared-first-place": ("sushi-go-party", "Card Guide: Uramaki"),
    "edamame-three-holders": ("sushi-go-party", "Card Guide: Edamame"),
    "onigiri-second-set": ("sushi-go-party", "Card Guide: Onigiri"),
    "tea-four-yellow": ("sushi-go-party", "Card Guide: Tea"),
    "party-pudding-tie-for-fewest": ("sushi-go-party", "Card Guide: Pudding"),
    # The rulebook's player has one orange and four pineapples: five icons, which cards of two
    # icons cannot show. Its three figures (-2, 0 and 6) are spread over two rows.
    "fruit-four-of-one": ("sushi-go-party", "Card Guide: Fruit"),
    "fruit-none": ("sushi-go-party", "Card Guide: Fruit"),
    "maki-two-pairs-tied": ("sushi-roll", "Scoring a Round, Maki Rolls"),
    "tempura-second-set": ("sushi-roll", "Scoring a Round, Appetizers"),
    "sashimi-pair": ("sushi-roll", "Scoring a Round, Appetizers"),
    "appetizer-sum": ("sushi-roll", "Scoring a Round, Appetizers"),
    "pudding-two-pairs-tied": ("sushi-roll", "Ending the Game"),
}


def points_given(answer: Answer, result: Result) -> tuple[int | None, ...]:
    """What the rules give every seat, in the terms of the row's moment."""
    if answer.moment == "ranks":
        ranks = {entry.player: entry.rank for entry in result.ranking}
        return tuple(ranks.get(seat) for seat in answer.seats)
    if answer.moment == "game-total":
        return tuple(result.totals[seat] for seat in answer.seats)
    scores = result.game_end if answer.moment == "game-end" else result.rounds[-1].players
    assert scores is not None
    if answer.moment == "total":
        return tuple(scores[seat].total for seat in answer.seats)
    lines = [
        [line.points for line in scores[seat].lines if line.type == answer.line_type]
        for seat in answer.seats
    ]
    assert all(len(points) <= 1 for points in lines), f"two lines of one type: {lines}"
    return tuple(points[0] if points else None for points in lines)


def test_the_rules_give_the_known_answers(subtests: pytest.Subtests) -> None:
    for answer in ANSWERS:
        with subtests.test(answer.id):
            is_given(answer)


def is_given(answer: Answer) -> None:
    result = score_sheet(read_sheet(answer.sheet()))
    assert points_given(answer, result) == answer.points, answer.why
    if answer.moment == "ranks":
        first = [seat for seat, rank in zip(answer.seats, answer.points, strict=True) if rank == 1]
        assert sorted(result.winners) == sorted(first)
        assert answer.tie_break in (None, result.tiebreak_used)


def test_no_situation_is_asked_twice() -> None:
    asked = defaultdict(list)
    for row in ANSWERS:
        asked[repr((row.sheet(), row.line_type, row.moment))].append(row.id)
    assert [ids for ids in asked.values() if len(ids) > 1] == []


@pytest.mark.parametrize("ruleset", CARD_TYPES)
def test_every_card_type_has_a_known_answer(ruleset: str) -> None:
    rows = [row for row in ANSWERS if row.ruleset == ruleset]
    scored = {row.line_type for row in rows if set(row.points) - {None}}
    tableaus = [tableau for row in rows for seat in row.tableaus for tableau in seat]
    if any("special-order:" in tableau for tableau in tableaus):
        scored.add("special-order")  # it scores in the line of the card that it copies
    assert scored == {*CARD_TYPES[ruleset].split(), "all"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_number_of_players_has_known_answers_of_a_round_and_a_game(ruleset: str) -> None:
    for moments in ({"round", "total"}, {"game-end", "game-total", "ranks"}):
        counts = {
            len(row.players) for row in ANSWERS if row.ruleset == ruleset and row.moment in moments
        }
        assert counts == {*RULESETS[ruleset].players}


def test_every_named_menu_has_a_known_answer() -> None:
    assert {row.menu for row in ANSWERS if isinstance(row.menu, str)} == {*NAMED_MENUS}


@pytest.mark.parametrize("switch", [switch.name for switch in SWITCHES])
def test_every_house_rule_is_asked_both_ways_about_the_same_cards(switch: str) -> None:
    pairs: dict[str, dict[bool, Answer]] = defaultdict(dict)
    for row in ANSWERS:
        if switch in row.house_rules:
            sheet = row.sheet()
            value = sheet["house_rules"].pop(switch)
            pairs[repr((sheet, row.line_type, row.moment))][value] = row
    both = [pair for pair in pairs.values() if len(pair) == 2]
    assert both, "no situation is asked with both values"
    differs = any(pair[True].points != pair[False].points for pair in both)
    assert differs is (switch not in SWITCHES_OF_PLAY)


def test_every_worked_example_of_the_rulebooks_is_a_row() -> None:
    found = {key: (row.ruleset, row.why) for row in ANSWERS for key in row.examples}
    assert found.keys() == EXAMPLES.keys()
    for key, (ruleset, section) in EXAMPLES.items():
        assert found[key][0] == ruleset
        assert found[key][1].startswith(section), key
