"""Whole games laid down at once: what the referee reads of them is what was written down."""

from dataclasses import replace
from datetime import timedelta
from random import Random
from uuid import uuid4

import pytest
from django.db import IntegrityError
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from referee.club.services.files import import_games
from referee.club.services.files.import_games import store_games
from referee.models import Game, RoundVersion, Tap
from referee.play.services.confirming import Confirmation, confirm_round, reopen_round
from referee.play.services.versions import rounds_at
from referee.rules import parse_tableau, read_sheet, score_sheet, sheet_document
from referee.rules.wasabi_pairing import laid_cards, tableau_of
from tests import taps
from tests.club.files.past_games import (
    a_club,
    any_kind,
    every_kind,
    facts,
    names_in,
    past_game,
    up_to,
)
from tests.factories import add, confirm, table_of, version_of, where
from tests.play.views.plain_phone import phone as phone_client
from tests.playing import play
from tests.simulation import party_game

pytestmark = pytest.mark.django_db

KINDS = every_kind()
WASABI = parse_tableau("wasabi*2 wasabi+squid-nigiri special-order:wasabi+egg-nigiri salmon-nigiri")


def laid(document, number=0, **more):
    """The game of a score sheet, laid down in a club of its own."""
    past = past_game(number, document, **more)
    store_games(a_club(str(uuid4())), [past])
    return Game.objects.get(pk=past.id)


@pytest.mark.parametrize("number", range(len(KINDS)))
def test_a_game_of_every_kind_reads_and_scores_as_it_was_written_down(number):
    game = laid(KINDS[number], number)
    sheet = read_sheet(KINDS[number])
    table = table_of(game)
    assert sheet_document(table.sheet) == sheet_document(sheet)
    assert score_sheet(table.sheet)._replace(sheet=sheet) == score_sheet(sheet)
    assert all(round_.is_confirmed for round_ in table.rounds)
    assert game.state == Game.State.FINISHED


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(number, marks=pytest.mark.slow if number % 8 else ())
        for number in range(0, len(KINDS), 4)
    ],
)
def test_it_leaves_the_rows_that_phones_would_have_left(number):
    entered, written = play(KINDS[number]), laid(KINDS[number], number)
    assert facts(written) == facts(entered)


@pytest.mark.slow
@given(seed=st.integers(0, 2**32), confirmed=st.integers(0, 3), rounds=st.integers(1, 3))
def test_any_game_is_read_back_at_any_stage_of_it(seed, confirmed, rounds):
    rng = Random(seed)
    document = up_to(any_kind(rng), max(rounds, confirmed))
    document = {**document, "tokens_left": {}} if "tokens_left" in document else document
    past = replace(past_game(0, document, confirmed), id=uuid4())
    store_games(a_club(str(uuid4())), [past])
    table = table_of(Game(pk=past.id))
    sheet = table.rounds[len(past.sheet.rounds) - 1].sheet
    assert sheet_document(sheet) == sheet_document(past.sheet)
    assert [r.is_confirmed for r in table.rounds] == [n < confirmed for n in range(3)]
    for round_ in table.rounds[:confirmed]:
        version = round_.row.versions.get()
        lay_then = rounds_at(round_, [version.number])
        assert lay_then == [past.sheet.rounds[round_.number - 1]]


def test_an_unfinished_game_goes_on_where_it_was():
    """A card that is added later lies after the others, and only it can be undone."""
    game = laid(up_to(KINDS[0], 2), confirmed=1)
    at = where(game, 2, 1)
    before = table_of(game).rounds[1].seats[0].laid
    add(at, "tempura")
    after = table_of(game).rounds[1].seats[0].laid
    assert [e.pk for e in after.entries[:-1]] == [e.pk for e in before.entries]
    taps.undo(at, uuid4())
    taps.undo(at, uuid4())
    assert table_of(game).rounds[1].seats[0].tableau == before.value
    taps.take_away(at, uuid4(), before.entries[0].pk)
    assert len(table_of(game).rounds[1].seats[0].tableau) == len(before.value) - 1
    confirm(game, 2)
    assert table_of(game).current_round.number == 3


def test_a_finished_game_can_be_corrected_and_shows_both_versions():
    game = laid(KINDS[0])
    reopen_round(game.pk, 1, reason="a card was under the table")
    add(where(game, 1, 1), "pudding")
    outcome = confirm_round(game.pk, 1, seen_version=version_of(game))
    assert outcome is Confirmation.CORRECTED
    assert Game.objects.get(pk=game.pk).state == Game.State.FINISHED
    first, second = RoundVersion.objects.filter(round__game=game, round__number=1)
    one, other = rounds_at(table_of(game).rounds[0], [first.number, second.number])
    assert one == read_sheet(KINDS[0]).rounds[0]
    assert len(other.tableaus[0]) == len(one.tableaus[0]) + 1


PAGES = ("result/", "table/", "scoreboard/", "case/", "why/1/", "rules/", "r/1/", "r/2/")
PAGES += ("r/1/1/", "r/3/1/", "r/1/1/history/", "r/3/2/history/", "r/1/versions/", "r/1/setup/")
PAGES += ("what-if/1/1/", "dispute/", "")


@pytest.mark.slow
def test_every_page_of_such_a_game_answers():
    game = laid(KINDS[2])
    host = client_of(game)
    for page in PAGES:
        assert host.get(f"/g/{game.pk}/{page}", follow=True).status_code == 200, page


def test_the_history_names_every_card_and_no_phone():
    document = {
        "ruleset": "sushi-go",
        "players": ["Ana", "Ben"],
        "rounds": [{"tableaus": {"Ana": "tempura*2 wasabi+egg-nigiri"}}],
    }
    game = laid(document, confirmed=0)
    page = client_of(game).get(f"/g/{game.pk}/r/1/1/history/").content.decode()
    assert "laid 4 cards down: wasabi, egg nigiri, tempura, tempura" in page
    assert "a club’s file" in page
    assert "host’s phone" not in page
    assert "entered 4 cards" not in client_of(game).get(f"/g/{game.pk}/r/1/1/").content.decode()


def client_of(game) -> Client:
    return phone_client(game.night.club.phones.get().phone)


def test_a_tableau_lies_as_it_was_written_with_free_wasabi_and_copies():
    assert tableau_of(list(laid_cards(WASABI))) == WASABI


def test_nights_and_players_are_met_again():
    club = a_club()
    games = [past_game(number, KINDS[number % 3]) for number in range(7)]
    store_games(club, games[:4])
    store_games(club, games[4:])
    assert sorted(club.players.values_list("name", flat=True)) == sorted(names_in(games))
    assert [night.games.count() for night in club.nights.order_by("date")] == [3, 3, 1]


def test_times_are_those_of_the_game():
    game = laid(KINDS[0], number=5)
    past = past_game(5, KINDS[0])
    assert (game.created_at, game.finished_at) == (past.started_at, past.finished_at)
    assert {version.at for version in RoundVersion.objects.all()} == {past.finished_at}
    assert {tap.at for tap in Tap.objects.all()} == {past.finished_at}
    assert past.finished_at - past.started_at == timedelta(minutes=30)


def test_an_id_that_is_taken_stops_its_batch():
    club = a_club()
    store_games(club, [past_game(0, KINDS[0])])
    with pytest.raises(IntegrityError):
        store_games(club, [past_game(1, KINDS[0]), past_game(0, KINDS[1])])
    assert Game.objects.count() == 1


def test_the_queries_grow_with_the_batches_alone(django_assert_max_num_queries, monkeypatch):
    """More games of a batch take only the statements that their rows need."""
    document = party_game(Random(1), 4, "cutthroat-combo").document
    club = a_club()
    monkeypatch.setattr(import_games, "MAX_CARDS", 100_000)
    with django_assert_max_num_queries(70):
        store_games(club, [past_game(number, document) for number in range(20)])
