"""Dealt games are real ones: every card comes from the box, and people have their habits."""

from collections import Counter
from datetime import UTC, date
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from referee.rules import read_sheet, score_sheet, sheet_document
from tests.dealers.evenings import MOST, SHELF, evening_dates, evenings, play
from tests.dealers.people import PEOPLE

GAMES = 50
"""Games of every ruleset."""
RULESETS = ("sushi-go", "sushi-go-party", "sushi-roll")
YESTERDAY = date(2026, 11, 20)
every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


def offers_of(ruleset):
    """Every game on the shelf with every number of players that may play it."""
    return [
        (offer, players)
        for offer in SHELF
        if offer.ruleset == ruleset
        for players in range(2, MOST + 1)
        if offer.suits(players)
    ]


@cache
def dealt(ruleset):
    """Games of a ruleset, in turn of everything on the shelf."""
    tables, sheets = offers_of(ruleset), []
    for number in range(GAMES):
        offer, players = tables[number % len(tables)]
        rng = Random(f"{ruleset} {number}")
        sheets.append(play(offer.setting(players), rng.sample(PEOPLE, players), rng))
    return sheets


@cache
def many(number, seed):
    """So many games of a club."""
    return list(evenings(number, PEOPLE, YESTERDAY, UTC, Random(seed)))


def tableaus_of(sheet):
    return [tableau for round_ in sheet.rounds for tableau in round_.tableaus]


def has_bare_wasabi(tableau):
    """Whether a wasabi lies beside a nigiri, neither on nor under another card."""
    alone = {item.text for item, _number in tableau.items()}
    return "wasabi" in alone and any(text.endswith("-nigiri") for text in alone if "+" not in text)


@every_ruleset
def test_no_sheet_has_a_problem(ruleset):
    """But for wasabi that came after a nigiri: whether that lies on it, no table can know."""
    sheets = dealt(ruleset)
    found = [score_sheet(sheet).problems for sheet in sheets]
    assert {(p.code, p.detail) for problems in found for p in problems} <= {
        ("bare-wasabi", "beside")
    }
    asked = [len(problems) for problems in found]
    assert asked == [sum(map(has_bare_wasabi, tableaus_of(sheet))) for sheet in sheets]
    assert len({str(sheet_document(sheet)) for sheet in sheets}) == GAMES


@every_ruleset
def test_sheets_read_back_to_themselves(ruleset):
    for sheet in dealt(ruleset):
        read = read_sheet(sheet_document(sheet))
        assert (read.setting, read.players, read.rounds) == (
            sheet.setting,
            sheet.players,
            sheet.rounds,
        )


def test_every_card_that_was_dealt_lies_there_in_the_end():
    """But for uramaki that were claimed, which are gone."""
    for ruleset in RULESETS:
        for sheet in dealt(ruleset):
            for round_ in sheet.rounds:
                sizes = [len(tableau) for tableau in round_.tableaus]
                missing = [sheet.setting.hand_size - size for size in sizes]
                claimed = {seat for turn in round_.claims for seat, _icons in turn}
                assert {seat for seat, cards in enumerate(missing) if cards} <= claimed
                assert min(missing) >= 0


def test_tokens_are_won_and_spent():
    held = [tokens for sheet in dealt("sushi-roll") for tokens in sheet.tokens_left]
    assert len({tokens.get("menu", 0) for tokens in held}) > 3
    assert len({tokens.get("chopsticks", 0) for tokens in held}) > 2


def test_the_rare_things_of_a_table_happen():
    """Wasabi is used, the uramaki race is run, and soups, spoons and chopsticks are taken."""
    told = "\n".join(
        f"{sheet_document(sheet)}"
        for ruleset in ("sushi-go", "sushi-go-party")
        for sheet in dealt(ruleset)
    )
    for sign in ("wasabi+squid-nigiri", "uramaki_claims", "spoon", "chopsticks", "miso-soup"):
        assert sign in told


@pytest.mark.slow
def test_people_have_their_habits():
    cards = {person.name: Counter() for person in PEOPLE}
    games = Counter()
    for played in many(600, "many"):
        for round_ in played.sheet.rounds:
            for name, tableau in zip(played.sheet.players, round_.tableaus, strict=True):
                cards[name] += Counter({card.face.type: number for card, number in tableau.cards()})
        games += Counter(played.sheet.players)

    def rank(type_):
        a_game = {name: held[type_] / games[name] for name, held in cards.items()}
        return sorted(a_game, key=a_game.get)

    assert rank("sashimi")[-1] == "Jonas"
    assert rank("dumpling")[-1] == "Leila"
    assert "Inès" in rank("pudding")[:3]
    assert "Aiko" in rank("pudding")[-2:]


@pytest.mark.slow
def test_some_play_better_than_others():
    won, games = Counter(), Counter()
    for played in many(600, "many"):
        result = score_sheet(played.sheet)
        games += Counter(played.sheet.players)
        for name in result.winners:
            won[name] += len(played.sheet.players) / len(result.winners)
    fair_share = {name: won[name] / games[name] for name in games}
    assert fair_share["Mara"] > 1.3
    assert fair_share["Oskar"] < 0.7


@pytest.mark.parametrize("number", [1, 20, pytest.param(600, marks=pytest.mark.slow)])
def test_games_are_spread_over_evenings(number):
    games = many(number, "many")
    assert len(games) == number
    assert all(one.finished_at <= two.started_at for one, two in pairwise(games))
    nights = Counter(one.date for one in games)
    assert max(nights.values()) <= 5
    assert max(nights) == YESTERDAY
    for one in games:
        assert one.started_at.date() == one.finished_at.date() == one.date
        assert one.started_at.hour >= 19
        assert 15 <= (one.finished_at - one.started_at).total_seconds() / 60 <= 26
        assert 3 <= len(one.sheet.players) <= 6


@pytest.mark.slow
def test_few_and_many_games_are_alike():
    """The same people, and about as many games of each ruleset and number of players."""
    few = [one for seed in range(30) for one in many(20, f"few {seed}")]
    for fact in (lambda one: one.sheet.setting.ruleset, lambda one: len(one.sheet.players)):
        of_few, of_many = Counter(map(fact, few)), Counter(map(fact, many(600, "many")))
        assert of_few.keys() == of_many.keys()
        for kind in of_few:
            assert abs(of_few[kind] - of_many[kind]) < 90  # of 600
    assert {name for one in many(600, "many") for name in one.sheet.players} == {
        one.name for one in PEOPLE
    }
    one_club = {name for one in many(20, "few 1") for name in one.sheet.players}
    assert one_club == {one.name for one in PEOPLE}


def test_very_many_evenings_fit_into_eight_years():
    dates = evening_dates(2_000, date(2026, 11, 20), Random(1))
    assert dates == sorted(set(dates))
    assert dates[-1] == date(2026, 11, 20)
    assert date(2018, 1, 1) < dates[0] < date(2020, 1, 1)
    weekly = evening_dates(50, date(2026, 11, 20), Random(1))
    assert 49 * 7 - 5 <= (weekly[-1] - weekly[0]).days <= 49 * 7 + 5
