"""What whoever has the link of a case file sees."""

import re
from dataclasses import replace
from datetime import date
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.formats import date_format

from referee.club.services.files.import_games import store_games
from referee.disputes.pages.case_file import case_file_page
from referee.disputes.services.disputes import Claimed, dispute
from referee.disputes.services.opinions import say_opinion
from referee.models import Game, GameNight
from referee.play.services.confirming import reopen_round
from referee.rules.mistakes import ClaimScope
from tests.club.files.past_games import a_club, every_kind, past_game
from tests.disputes.case_files import reading, section, words_in
from tests.factories import PHONE, GameFactory, add, claim, confirm, fill, finish, table_of, where
from tests.plain_words import plain
from tests.play.views.joining import joined
from tests.play.views.plain_phone import PlainPhone, attribute, elements, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game of Ana, Ben and Cem that has just begun."""
    return GameFactory(setup__number=3)


# ------------------------------------------------------------- what is in it


def test_the_case_file_of_a_finished_game_names_the_winner_and_every_number(game):
    fill(game, [[["wasabi", "squid-nigiri", "pudding"], ["tempura"] * 2, ["maki-3"]]] * 3)
    confirm(game, 1, 2)
    assert "★" not in reading(game).text
    confirm(game, 3)
    case = reading(game)
    assert "Ana wins with 33 points." in plain(case.text)
    assert standing(case) == [
        ["1", "Ana", *(f"9 ★ won round {n}" for n in (1, 2, 3)), "6", "33", "3"],
        ["2", "Cem", "6", "6", "6", "−3", "15", "0"],
        ["3", "Ben", "5", "5", "5", "−3", "12", "0"],
    ]
    first = words_in(case, "round-1")
    assert "Ana 9 3 cards: squid nigiri on wasabi, pudding" in first
    assert "Ben 5 2 cards: 2 × tempura" in first
    assert "2 tempura, 1 pair: 5 points Sushi Go!, Scoring: Tempura" in first
    assert "Round 1 confirmed" in first
    end = words_in(case, "end")
    assert "Ending the Game: Puddings" in end
    started, finished, *_ = [
        attribute(e, "datetime") or "" for e in elements(section(case, "game"), "time")
    ]
    for at in (started, finished):
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d", at)


def standing(case: PlainPhone) -> list[list[str]]:
    table = next(elements(section(case, "standing"), "tbody"))
    return [[text_of(c) for c in elements(row, "th", "td")] for row in elements(table, "tr")]


def test_it_says_how_long_the_game_took_and_no_time_that_nobody_knows(game):
    finish(game)
    Game.objects.update(minutes=41)
    assert "Played for 41 minutes" in words_in(reading(game), "game")
    night = date(2025, 3, 7)
    GameNight.objects.update(date=night)
    Game.objects.update(minutes=None, has_time=False)
    case = reading(game)
    assert f", {date_format(night, 'DATE_FORMAT')}" in text_of(next(elements(case.page, "title")))
    words = words_in(case, "game")
    assert "Played for" not in words
    assert "Finished" not in words
    assert words.endswith(f"Started {date_format(night, 'DATE_FORMAT')}")


def test_the_case_file_before_the_first_card_says_so(game):
    case = reading(game)
    assert "Nothing has been entered yet." in case.text
    assert "not yet" in words_in(case, "game")
    assert not list(elements(case.page, "table"))


def test_a_game_that_goes_on_is_shown_as_far_as_it_has_come(game):
    add(where(game, 1, 1), "squid-nigiri")
    confirm(game, 1)
    add(where(game, 2, 2), "egg-nigiri")
    case = reading(game)
    assert "Ana leads with 3 points before puddings." in plain(case.text)
    assert "Round 2 still open" in words_in(case, "round-2")
    assert "round-3" not in case.response.content.decode()
    assert 'id="end"' not in case.response.content.decode()


def test_the_menu_the_variants_and_the_players_are_named():
    party = GameFactory(setup__party=True, setup__menu="dinner-for-two", setup__number=2)
    facts = words_in(reading(party), "game")
    assert "Dinner for Two: uramaki, tofu, miso soup, onigiri" in facts
    assert "Ana, Ben" in facts
    dummy = reading(GameFactory(setup__dummy=True))
    assert "Two players and a dummy" in words_in(dummy, "game")
    assert "Ana, Ben, Dummy" in words_in(dummy, "game")
    game = GameFactory(setup__dummy=True)
    add(where(game, 1, 3), "maki-3")
    finish(game)
    ranks = [(row[0], row[1], row[-2]) for row in standing(reading(game))]
    assert ranks == [("1=", "Ana", "0"), ("1=", "Ben", "0"), ("– none", "Dummy", "6")]


def test_the_house_rules_in_force_say_what_the_rulebook_leaves_open_and_who_chose():
    rules = {"zero-maki-scores": True}
    case = reading(GameFactory(setup__number=3, setup__house_rules=rules))
    told = words_in(case, "rulings")
    assert "Without maki you can place on this table’s choice" in told
    assert "The rulebook is silent on whether a player without maki can take a place." in told
    assert "Sushi Go!, Scoring: Maki Rolls" in told
    assert "Without effect in this game: The dummy competes" in told
    plain_game = words_in(reading(GameFactory(setup__number=3)), "rulings")
    assert "Without maki you can place off The rulebook" in plain_game
    assert "this table’s choice" not in plain_game


def test_a_house_rule_that_decided_a_line_is_named_there():
    rules = {"zero-maki-scores": True}
    game = GameFactory(setup__number=3, setup__house_rules=rules)
    add(where(game, 1, 1), "maki-3")
    case = reading(game)
    assert "House rule Without maki you can place: on." in words_in(case, "round-1")
    link = next(elements(section(case, "round-1"), "a"))
    target = (attribute(link, "href") or "").removeprefix("#")
    assert f'id="{target}"' in case.response.content.decode()


def test_the_uramaki_race_is_told_turn_by_turn():
    game = GameFactory(setup__party=True, setup__menu="dinner-for-two")
    claim(game, 2, 12)
    claim(game, 1, 12, same_turn=True)
    claim(game, 1, 10)
    told = words_in(reading(game), "round-1")
    assert "Claim 1: Ana with 12 icons, 8 points" in told
    assert "Claim 1: Ben with 12 icons, 8 points" in told
    assert "Claim 2: Ana with 10 icons, 2 points" in told


def test_the_unused_tokens_of_roll_are_told():
    game = GameFactory(setup__roll=True)
    finish(game, {1: {"menu": 2, "chopsticks": 1}})
    assert "Unused tokens Ana: 2 × menu, 1 × chopsticks Ben: none" in words_in(reading(game), "end")


def problems_of(case: PlainPhone) -> list[tuple[str, str]]:
    """What is to be checked in the first round: how it is marked, and its words."""
    lists = elements(section(case, "round-1"), "ul")
    (problems,) = [e for e in lists if attribute(e, "class") == "problems"]
    assert not list(elements(problems, "a"))
    return [(attribute(e, "class") or "", plain(text_of(e))) for e in elements(problems, "li")]


def test_what_cannot_be_right_comes_before_what_may_be_right():
    game = GameFactory(setup__party=True, setup__menu="dinner-for-two")
    add(where(game, 1, 1), "tofu")
    add(where(game, 1, 2), *["onigiri-circle"] * 11)
    confirm(game, 1)
    problems = problems_of(reading(game))
    marks = [mark for mark, _words in problems]
    assert set(marks) == {"fault", "note"}
    assert marks == sorted(marks)
    assert ("fault", "Ben has 11 cards, but 10 were dealt: one too many.") in problems
    assert ("note", "Ana has 1 card, and 10 were dealt.") in [(m, w[:34]) for m, w in problems]


def test_before_the_game_is_over_its_end_is_told_to_be_included(game):
    """The sheet of three rounds scores it, wherever it is opened."""
    confirm(game, 1, 2)
    add(where(game, 3, 1), "pudding")
    told = plain(reading(game).text)
    assert "As it stands, with the end of the game: Ana leads with 6 points." in told


def test_cards_that_are_still_to_be_entered_are_no_problem_before_the_round_is_confirmed(game):
    add(where(game, 1, 2), *["tempura"] * 10)
    add(where(game, 1, 1), "tempura")
    assert problems_of(reading(game)) == [
        ("fault", "Ben has 10 cards, but 9 were dealt: one too many.")
    ]
    confirm(game, 1)
    missing = ("fault", "Ana has 1 card, but 9 were dealt: 8 are missing.")
    assert missing in problems_of(reading(game))


def test_the_history_tells_who_entered_and_undid_what_and_when(game):
    player = joined(game, "Ben")
    player.open(f"/g/{game.pk}/r/1/2/").enter("tempura", "maki-3").press(do="undo:")
    add(where(game, 2, 1), "sashimi")
    finish(game)
    player.press(do="add:pudding")  # too late
    case = reading(game)
    history = section(case, "history")
    folds = {plain(text_of(next(elements(e, "summary")))): e for e in elements(history, "details")}
    assert list(folds) == ["Cards of Ben: 4 taps", "Cards of Ana: 1 tap"]
    taps = [plain(text_of(tap)) for tap in elements(folds["Cards of Ben: 4 taps"], "li")]
    assert [re.sub(r"^\d+ \w+ \d{4}, \d\d:\d\d:\d\d ", "", tap) for tap in taps] == [
        "Ben added tempura",
        "Ben added maki roll with 3 icons undone",
        "Ben undid a tap on maki roll with 3 icons",
        "Ben tapped “add pudding” after the round was confirmed: waits for the host late",
    ]
    assert "the host’s phone added sashimi" in text_of(folds["Cards of Ana: 1 tap"])


def test_corrections_opinions_and_disputes_are_in_it(game):
    add(where(game, 1, 2), "tempura")
    confirm(game, 1)
    say_opinion(game.pk, 1, 2, version=1, agrees=False, words="I had two tempura")
    dispute(game.pk, uuid4(), Claimed(2, ClaimScope(1), 5))
    reopen_round(game.pk, 1, reason="one tempura was missed")
    told = words_in(reading(game), "standing")
    assert "Round 1 is open again: “one tempura was missed”" in told
    add(where(game, 1, 2), "tempura")
    confirm(game, 1)
    say_opinion(game.pk, 1, 2, version=2, agrees=True)
    case = reading(game)
    told = words_in(case, "versions")
    for words in ("Version 1", "Version 2", "one tempura was missed", "I had two tempura"):
        assert words in told
    assert "5 is claimed, the referee gets 0." in words_in(case, "disputes")
    assert "Settled" in words_in(case, "disputes")


# ------------------------------------------------------------- how much it asks for


def queries_of(game: Game) -> int:
    with CaptureQueriesContext(connection) as captured:
        case_file_page(table_of(game))
    return len(captured)


def test_what_came_with_a_game_without_a_time_has_none_and_what_was_done_since_has():
    """Its rows were dated to the game's place in the order of games, as 12:00:01."""
    past = past_game(0, every_kind()[0])
    past = replace(past, finished_at=past.started_at, has_time=False)
    store_games(a_club(), [past])
    game = Game.objects.get()
    for part in ("versions", "history"):
        assert not [*elements(section(reading(game), part), "time")]
    history = PlainPhone(PHONE).open(f"/g/{game.pk}/r/1/1/history/")
    assert "a club’s file" in history.text
    assert not [*elements(history.page, "time")]
    reopen_round(game.pk, 1, reason="a card was missed")
    add(where(game), "tempura")
    confirm(game, 1)
    versions = words_in(reading(game), "versions")
    assert "Version 1 Nobody knows at what time it was confirmed." in versions
    assert "Confirmed by the host’s phone, " in versions


def test_it_takes_the_same_number_of_queries_however_much_is_in_it():
    small = GameFactory()
    large = GameFactory(setup__party=True, setup__menu="cutthroat-combo", setup__number=8)
    fill(small, [[["tempura"], []]] * 3)
    fill(large, [[["tofu", "eel", "egg-nigiri", "pudding"]] * 8] * 3)
    assert queries_of(small) == queries_of(large)
    add(where(small, 3, 2), "tempura")
    finish(small)
    finish(large)
    assert queries_of(small) == queries_of(large) <= 35
