"""`make measure-diagnosis` makes real mistakes and looks for them."""

from random import Random

from referee.rules import score_sheet
from referee.rules.mistakes import CODES
from referee.rules.mistakes.book import ScoredGame
from scripts.bench import diagnosis as measure


def test_mistakes_change_the_total_of_legal_games():
    made = [measure.mistaken(Random(f"test {seed}")) for seed in range(12)]
    for sheet, seat, way in made:
        right = score_sheet(sheet).totals[sheet.players[seat]]
        assert ScoredGame(sheet).book(seat, [way]).total != right
    assert len({way.code for _, _, way in made}) > 5
    assert {way.code for _, _, way in made} <= set(CODES)


def test_the_mistake_is_found_where_it_was_made():
    sheet, seat, way = measure.mistaken(Random("test 0"))
    found = measure.found_for(way, sheet, seat)
    assert 1 <= found.named <= found.located <= measure.COMPARED
    assert 1 <= found.after <= found.named


def test_of_a_mistake_without_a_code_nothing_true_can_be_told():
    told = [measure.told_of_unknown(*measure.unknown(Random(f"test {n}"))) for n in range(4)]
    assert {what for what, _ in filter(None, told)} <= {"nothing", "one mistake", "a pair"}


def test_the_same_seed_makes_the_same_mistake():
    one, other = (measure.mistaken(Random("again")) for _ in range(2))
    assert one == other
