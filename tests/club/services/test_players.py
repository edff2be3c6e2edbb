"""A club's players: renamed, hidden, made anonymous."""

import os
from datetime import date
from pathlib import Path
from uuid import UUID

import pytest
from django.db import connection

from referee.club.services import players
from referee.club.services.deleting import delete_club, remove_gone
from referee.club.services.redaction import take_from_words
from referee.club.services.seasons import make_season
from referee.disputes.services.opinions import say_opinion
from referee.models import Club, Correction, Dispute, Game, GameNight, Opinion, Placing, Player
from referee.play.services.clubs import known_players
from referee.play.services.confirming import reopen_round
from referee.play.signals import game_changed
from referee.rules import read_sheet
from tests.factories import OTHER_PHONE, GameFactory, add, claim, confirm, finish, version_of, where
from tests.people import (
    disputed,
    everything_stored,
    known,
    make_anonymous,
    merge,
    names_at,
    neutral,
    play,
    refusal,
    rename,
)

pytestmark = pytest.mark.django_db

# ------------------------------------------------------------- another name


def test_a_renamed_player_has_the_new_name_in_every_game():
    first, second = play("Ana", "Ben"), GameFactory(setup__players=("Ben", "Cem"))
    assert rename("Ben", "  Benjamin\u200b ") == "Benjamin"
    assert names_at(first) == ("Ana", "Benjamin")
    assert names_at(second) == ("Benjamin", "Cem")
    assert not Player.objects.filter(name="Ben").exists()


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "name-missing"),
        (" \u200b\u00a0", "name-missing"),
        ("A" * 41, "name-too-long"),
        ("A\x00na", "name-unprintable"),
        ("A\nna", "name-unprintable"),
        ("dummy", "name-of-dummy"),
        ("d\u200bummy", "name-of-dummy"),
        ("Ben", "name-taken"),
        (" B\u200den ", "name-taken"),
    ],
)
def test_what_can_be_no_name_is_refused(typed, code):
    play("Ana", "Ben")
    refused = refusal(rename, "Ana", typed)
    assert refused.code == code
    if code == "name-taken":
        assert refused.facts == {"name": "Ben", "player": str(known("Ben").pk)}


def test_a_name_may_be_as_long_as_a_new_players():
    play("Ana", "Ben")
    assert rename("Ana", " " + "A" * 40) == "A" * 40


def test_one_letter_written_in_two_ways_is_one_name():
    play("Zoe\u0301", "Ben")
    stored = Player.objects.exclude(name="Ben").get().name
    assert refusal(rename, "Ben", "Zo\u00e9").code == "name-taken"
    assert rename(stored, "Zoé") == "Zo\u00e9"


def test_who_plays_in_another_club_may_have_the_name():
    play("Ana", "Ben")
    GameFactory(phone=OTHER_PHONE, setup__players=("Cem", "Dan"))
    assert rename("Cem", "Ana") == "Ana"
    assert Player.objects.filter(name="Ana").count() == 2


def test_a_player_of_another_club_cannot_be_changed():
    play("Ana", "Ben")
    GameFactory(phone=OTHER_PHONE, setup__players=("Cem", "Dan"))
    club, stranger = known("Ana").club_id, known("Cem").pk
    before = everything_stored()
    for change in (
        lambda: players.rename_player(club, stranger, "Eve"),
        lambda: players.hide_player(club, stranger, hidden=True),
        lambda: players.make_anonymous(club, stranger, neutral),
        lambda: players.merge_players(club, stranger, known("Ana").pk),
        lambda: players.check_merge(club, stranger, known("Ana").pk),
    ):
        with pytest.raises(Player.DoesNotExist):
            change()
    assert everything_stored() == before


def test_phones_at_a_running_game_hear_of_a_new_name(django_capture_on_commit_callbacks):
    over, running, others = (
        play("Ana", "Ben"),
        GameFactory(setup__players=("Ben", "Cem")),
        GameFactory(setup__players=("Ana", "Cem")),
    )
    before = {game.pk: version_of(game) for game in (over, running, others)}
    heard: list[UUID] = []

    def listen(game_id: UUID, **_more: object) -> None:
        heard.append(game_id)

    game_changed.connect(listen)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            rename("Ben", "Benny")
    finally:
        game_changed.disconnect(listen)
    assert heard == [running.pk]
    changed = {game.pk for game in (over, running, others) if version_of(game) > before[game.pk]}
    assert changed == {over.pk, running.pk}, "a page of a finished game is no longer the same"


def test_the_same_name_once_more_changes_nothing():
    game = play("Ana", "Ben")
    before = version_of(game)
    assert rename("Ana", "Ana") == "Ana"
    assert version_of(game) == before


# ------------------------------------------------------------- names on score sheets


def a_game_with_every_kind_of_name(*names: str) -> Game:
    """Party with claims, opinions, reasons and disputes, which all know who plays."""
    game = GameFactory(setup__party=True, setup__menu="points-platter", setup__players=names)
    claim(game, 1, 12)
    claim(game, 2, 11, same_turn=True)
    add(where(game, 1, 1), "uramaki-4", "tea", "onigiri-circle")
    add(where(game, 1, 2), "uramaki-3", "dumpling")
    confirm(game, 1)
    say_opinion(game.pk, 1, 1, version=1, agrees=False, words=f"{names[0]}'s tea")
    reopen_round(game.pk, 1, reason=f"said by {names[0].lower()}")
    finish(game)
    disputed(game)
    return game


def test_sheets_of_disputes_name_who_is_renamed_wherever_the_name_stands():
    game = a_game_with_every_kind_of_name("Qxana", "Ben")
    row = disputed(game, 78)
    before = read_sheet(row.sheet)
    rename("Qxana", "Eve")
    row.refresh_from_db()
    after = read_sheet(row.sheet)
    assert after.players == ("Eve", "Ben")
    assert after.rounds == before.rounds
    assert after.rounds[0].claims
    assert "Qxana" not in str(row.sheet)


def test_rolls_tokens_keep_their_owner():
    game = GameFactory(setup__roll=True, setup__players=("Ana", "Ben"))
    finish(game, {1: {"menu": 2}})
    row = disputed(game)
    rename("Ana", "Eve")
    row.refresh_from_db()
    assert row.sheet["tokens_left"] == {"Eve": {"menu": 2}}


def test_the_same_number_is_the_same_dispute_after_a_new_name():
    game = a_game_with_every_kind_of_name("Qxana", "Ben")
    rename("Qxana", "Eve")
    assert disputed(game) == Dispute.objects.get()


def test_the_dummys_sheet_keeps_its_dummy():
    game = GameFactory(setup__dummy=True, setup__players=("Ana", "Ben"))
    add(where(game, 1, 3), "tempura", "maki-3")
    row = disputed(game)
    rename("Ana", "Eve")
    row.refresh_from_db()
    assert read_sheet(row.sheet).seats == ("Eve", "Ben", "dummy")
    assert row.sheet["rounds"][0]["tableaus"]["dummy"]


# ------------------------------------------------------------- hidden


def test_who_is_hidden_is_offered_no_more_until_shown_again():
    play("Ana", "Ben")
    ben = known("Ben")
    players.hide_player(ben.club_id, ben.pk, hidden=True)
    assert known_players(ben.club) == ["Ana"]
    players.hide_player(ben.club_id, ben.pk, hidden=False)
    assert set(known_players(ben.club)) == {"Ana", "Ben"}


# ------------------------------------------------------------- anonymous


def test_nothing_that_is_stored_has_the_name_of_who_was_made_anonymous():
    game = a_game_with_every_kind_of_name("Qxana", "Ben")
    GameNight.objects.update(name="Qxana's birthday", location="at qxana’s", note="Qxana\nwon")
    Game.objects.update(location="Qxana’s kitchen", note="Qxanas cake")
    spring = {"first": date(2026, 3, 1), "last": date(2026, 5, 31), "by": "wins"}
    make_season(game.night.club_id, name="Qxana’s", **spring, least_games=0, least_nights=0)
    Correction.objects.create(game=game, version=1, before=[], reason="it was Qxana")
    play("Qxana B", "Ben", on=3)
    merge("Qxana", "Qxana B")
    Club.objects.update(name="QXANA & Ben")
    assert everything_stored().lower().count("qxana") > 6
    assert make_anonymous("Qxana") == "Nobody 1"
    assert "qxana" not in everything_stored().lower()
    assert names_at(game) == ("Nobody 1", "Ben")
    assert Placing.objects.filter(player=known("Nobody 1")).count() == 2  # one was merged
    assert known("Nobody 1").is_anonymous
    assert Opinion.objects.get().words == "Nobody 1's tea"
    assert Club.objects.get().name == "Nobody 1 & Ben"


only_our_files = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="PostgreSQL keeps old rows until it vacuums"
)


def is_in_files(name: bytes) -> bool:
    """Whether a small name stands in any file of the database."""
    path = connection.settings_dict["NAME"]
    files = (f"{path}{end}" for end in ("", "-wal", "-journal") if os.path.exists(path + end))
    return any(name in Path(file).read_bytes().lower() for file in files)


@only_our_files
def test_no_file_of_the_database_has_the_name_of_who_was_made_anonymous(transactional_db):
    game = a_game_with_every_kind_of_name("Qxana", "Ben")
    GameNight.objects.update(name="Qxanas birthday")
    assert is_in_files(b"qxana")
    make_anonymous("Qxana")
    assert not is_in_files(b"qxana")
    assert names_at(game) == ("Nobody 1", "Ben")


@pytest.mark.slow
@only_our_files
def test_no_file_of_the_database_has_a_name_of_a_club_that_was_deleted(transactional_db):
    a_game_with_every_kind_of_name("Qxana", "Ben")
    assert is_in_files(b"qxana")
    delete_club(Club.objects.get().pk)
    remove_gone()
    assert not is_in_files(b"qxana")


def test_a_neutral_name_is_one_that_nobody_has():
    play("Nobody 1", "Ana", "Ben")
    play("Nobody 3", "Cem")
    assert [make_anonymous(name) for name in ("Ana", "Ben")] == ["Nobody 2", "Nobody 4"]


def test_who_is_anonymous_stays_so():
    play("Ana", "Ben")
    make_anonymous("Ana")
    assert refusal(rename, "Nobody 1", "Ana").code == "anonymous-stays"
    assert make_anonymous("Nobody 1") == "Nobody 1"
    GameFactory(setup__players=("Ana", "Ben"))
    assert not known("Ana").is_anonymous
    assert known("Ana").seats.count() == 1


@pytest.mark.parametrize(
    ("name", "words", "after"),
    [
        ("Ana", "Ana forgot a banana, ana!", "X forgot a banana, X!"),
        ("An", "Ana and An", "Ana and X"),
        ("太郎", "太郎が忘れた", "Xが忘れた"),
        ("A+", "A+ and A++", "X and X+"),
        ("Zo\u00e9", "for Zoe\u0301", "for X"),
        ("Zo\u00e9", "for Zoe and Zo\u00e9s", "for X and X"),
        ("Jose", "que dijo José", "que dijo X"),
        ("Ana", "Ana's, Ana’s, Anas: and any ananas", "X's, X’s, X: and any ananas"),
        ("An", "Any of An's ants", "Any of X's ants"),
        ("Hans", "Hansens Karte, Hans' Karte", "X Karte, X' Karte"),
        ("Carlos", "Carlitos le dijo a Carlos; Carla calla", "X le dijo a X; X calla"),
        ("Marta", "z Martou, Marty, Martuš i Martita", "z X, X, Martuš i X"),
        ("Adam", "bez Adama, s Adamem a Adamovi", "bez X, s X a X"),
        ("Ben", "Benny, Bennie, Benito; bend, benzene", "X, X, X; bend, benzene"),
        ("Ana Maria", "Ana Marias and Ana", "X and Ana"),
    ],
)
def test_a_name_goes_from_words_where_it_is_a_word(name, words, after):
    club = Club.objects.create(name=words)
    take_from_words(club.pk, name, "X")
    assert Club.objects.get().name == after


def test_what_another_player_is_called_stays():
    game = GameFactory(setup__players=("Mario", "Maria"))
    club = game.night.club
    Club.objects.update(name="Mario's and Maria's, Marios, Márió")
    take_from_words(club.pk, "Mario", "X")
    assert Club.objects.get().name == "X's and Maria's, X, X"


def test_words_are_cut_where_the_neutral_name_makes_them_too_long():
    club = Club.objects.create(name="Bo " * 20)
    take_from_words(club.pk, "Bo", "Nobody 1")
    assert Club.objects.get().name == ("Nobody 1 " * 20)[:60]


def test_other_clubs_keep_their_words():
    other = Club.objects.create(name="Ana")
    take_from_words(Club.objects.create(name="Ana").pk, "Ana", "X")
    other.refresh_from_db()
    assert other.name == "Ana"
