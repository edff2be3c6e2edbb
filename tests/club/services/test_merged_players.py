"""Two entries of one person, made one."""

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import caches

from referee.club.services import players
from referee.club.services.counting import rate_club
from referee.club.services.statistics import (
    ALL_GAMES,
    Choice,
    card_sums,
    club_sums,
    shown_ratings,
)
from referee.models import Club, Game, GameNight, Guest, Merge, Placing, Player, Seat
from referee.play.services.games import delete_game
from referee.play.services.joining import join
from referee.play.services.seating import Sitting, change_seats
from referee.rules import read_sheet
from tests.factories import OTHER_PHONE, GameFactory, version_of
from tests.people import disputed, known, make_anonymous, merge, names_at, play, refusal

pytestmark = pytest.mark.django_db


def everybodys_figures() -> dict[str, Any]:
    """Sums and ratings by name, as the standings have them."""
    club = Club.objects.get()
    names = dict(Player.objects.values_list("pk", "name"))
    ratings = shown_ratings(club)
    sums = club_sums(club)
    return {names[pk]: (one, ratings.get(pk)) for pk, one in sums.items()}


def test_merged_players_stand_as_if_they_had_always_been_one():
    for on, anas_name in enumerate(("Ana", "Anna", "Ana", "Anna", "Anna"), start=1):
        play(anas_name, "Ben", on=on)
    merge("Ana", "Anna")
    merged = everybodys_figures()
    Seat.objects.all().delete()
    Game.objects.all().delete()
    Player.objects.all().delete()
    for on in range(1, 6):
        play("Ana", "Ben", on=on)
    assert merged == everybodys_figures()
    assert merged["Ana"][0].games == 5
    assert merged["Ana"][1] is not None


def test_the_other_entry_is_gone_and_its_games_name_the_kept_one():
    first, second = play("Ana", "Ben"), play("Anna", "Ben", on=2)
    row = disputed(second)
    merge("Ana", "Anna")
    assert names_at(first) == names_at(second) == ("Ana", "Ben")
    assert set(Player.objects.values_list("name", flat=True)) == {"Ana", "Ben"}
    row.refresh_from_db()
    assert read_sheet(row.sheet).players == ("Ana", "Ben")
    assert club_sums(Club.objects.get())[known("Ana").pk].games == 2


def test_a_phone_keeps_its_seat_in_a_running_game():
    play("Ana", "Ben")
    running = GameFactory(setup__players=("Anna", "Ben"))
    join(running.pk, "phone of Anna", 1)
    before = version_of(running)
    merge("Ana", "Anna")
    seat = Guest.objects.get(phone="phone of Anna").seat
    assert seat is not None
    assert seat.player == known("Ana")
    assert version_of(running) > before


def test_a_player_cannot_be_merged_with_themself():
    play("Ana", "Ben")
    assert refusal(merge, "Ana", "Ana").code == "merge-with-self"


@pytest.mark.parametrize("is_over", [True, False])
def test_two_who_sat_in_one_game_are_two_people(is_over):
    play("Ana", "Ben", "Cem", on=7) if is_over else GameFactory(setup__players=("Ana", "Ben"))
    refused = refusal(merge, "Ana", "Ben")
    assert refused.code == "sat-together"
    assert (refused.facts["one"], refused.facts["other"]) == ("Ana", "Ben")
    if is_over:
        assert refused.facts["night"] == "7 November 2026"


def test_the_night_on_which_two_sat_together_is_named():
    game = play("Ana", "Ben", on=7)
    GameNight.objects.filter(pk=game.night_id).update(name="Sushi Saturday")
    assert refusal(merge, "Ana", "Ben").facts["night"] == "Sushi Saturday, 7 November 2026"


def test_a_player_of_another_club_cannot_be_merged():
    play("Ana", "Ben")
    GameFactory(phone=OTHER_PHONE, setup__players=("Anna", "Dan"))
    assert refusal(merge, "Ana", "Anna").code == "not-in-club"
    ana = known("Ana")
    nobody = refusal(players.merge_players, ana.club_id, ana.pk, uuid4())
    assert nobody.code == "not-in-club"


def test_an_anonymous_player_gets_no_name_by_a_merge_and_gives_none():
    for on, name in enumerate(("Ana", "Anna", "Cem"), start=1):
        play(name, "Ben", on=on)
    make_anonymous("Anna")
    for pair in (("Ana", "Nobody 1"), ("Nobody 1", "Ana")):
        refused = refusal(merge, *pair)
        assert (refused.code, refused.facts) == ("anonymous-merge", {"name": "Nobody 1"})
    make_anonymous("Ana")
    merge("Nobody 1", "Nobody 2")
    assert known("Nobody 1").seats.count() == 2


def test_a_merge_puts_no_two_names_that_look_the_same_on_one_sheet():
    play("Ana", "Ben")
    play("Anna", "A\u200dna", on=2)
    assert refusal(merge, "Ana", "Anna").code == "looks-alike"


def test_a_merge_puts_no_second_dummy_on_a_sheet():
    play("dummy", "Ben", "Cem")
    play("Ana", "Ben", variants=["two-player-dummy"], on=2)
    assert refusal(merge, "dummy", "Ana").code == "name-of-dummy"
    merge("Ana", "dummy")
    assert known("Ana").seats.count() == 2


def test_merging_knows_every_row_that_names_a_player():
    """A new relation to a player must be thought of in merge_players."""
    relations = {relation.related_model.__name__ for relation in Player._meta.related_objects}
    assert relations == {"Seat", "Placing", "Merge", "Champion", "Game", "Entrant"}


# ------------------------------------------------------------- undoing it


def undo(kept: str, other: str) -> str:
    player = known(kept)
    return players.undo_merge(player.club_id, player.pk, player.merges.get(name=other).pk)


def everybodys_rows() -> list[dict[str, Any]]:
    """Who sits where, with which rating, by the players' names."""
    seats = Seat.objects.order_by("game__created_at", "place")
    rated = Placing.objects.order_by("played_at", "player__name")
    return [
        *seats.values("game", "place", "player", "player__name"),
        *rated.values("game", "player__name", "nth", "mu", "sigma", "place"),
    ]


@pytest.mark.parametrize("kept", ["Ana", "Anna"])
def test_a_merge_that_is_undone_leaves_everything_as_before(kept):
    for on, names in enumerate(
        [("Ana", "Ben"), ("Anna", "Ben"), ("Ana", "Cem"), ("Anna", "Cem"), ("Ben", "Cem")], 1
    ):
        play(*names, on=on)
    row = disputed(Game.objects.order_by("created_at")[1])
    other = {"Ana": "Anna", "Anna": "Ana"}[kept]
    hide = players.hide_player
    hide(known(other).club_id, known(other).pk, hidden=True)
    before, people = everybodys_rows(), list(Player.objects.order_by("pk").values())
    merge(kept, other)
    assert everybodys_rows() != before
    assert undo(kept, other) == other
    assert everybodys_rows() == before
    assert list(Player.objects.order_by("pk").values()) == people
    assert not Merge.objects.exists()
    row.refresh_from_db()
    assert read_sheet(row.sheet).players == ("Anna", "Ben")


@pytest.mark.slow
def test_merges_of_merges_are_undone_from_the_last_one_on():
    for on, name in enumerate(("Ana", "Anna", "Anne"), start=1):
        play(name, "Ben", on=on)
    before = everybodys_rows()
    merge("Anna", "Anne")
    merge("Ana", "Anna")
    inner = Merge.objects.get(name="Anne")
    assert (inner.kept, inner.within) == (None, Merge.objects.get(name="Anna"))
    ana = known("Ana")
    refused = refusal(players.undo_merge, ana.club_id, ana.pk, inner.pk)
    assert refused.code == "not-merged"
    undo("Ana", "Anna")
    undo("Anna", "Anne")
    assert everybodys_rows() == before


def test_what_is_kept_of_a_year_follows_a_merge_and_its_undoing():
    """The sums are asked for before each change, so that they are kept by then."""
    for year in (2024, 2025):
        play("Ana", "Ben", year=year)
        play("Anna", "Ben", year=year, on=2)
    years = [Choice(first=date(year, 1, 1), last=date(year, 12, 31)) for year in (2024, 2025)]

    def sums() -> list[Any]:
        club = Club.objects.get()
        return [[club_sums(club, of), card_sums(club, of)] for of in (*years, ALL_GAMES)]

    seen = [sums()]
    for change in (merge, undo):
        change("Ana", "Anna")
        seen.append(sums())
        caches["statistics"].clear()
        assert seen[-1] == sums()
    assert seen[0] == seen[2] != seen[1]


def test_games_since_the_merge_stay_the_kept_players_and_the_ratings_follow():
    play("Ana", "Ben")
    play("Anna", "Ben", on=2)
    merge("Ana", "Anna")
    play("Ana", "Ben", on=3)
    undo("Ana", "Anna")
    assert (known("Ana").seats.count(), known("Anna").seats.count()) == (2, 1)
    rated = list(Placing.objects.order_by("pk").values())
    rate_club(Club.objects.get())
    assert rated == list(Placing.objects.order_by("pk").values())


def test_where_somebody_else_sits_by_now_the_seat_stays_theirs():
    play("Ana", "Ben")
    game = play("Anna", "Ben", on=2)
    merge("Ana", "Anna")
    sitting = [Sitting("Zoe", 1, is_other=True), Sitting("Ben", 2)]
    change_seats(game.pk, sitting, reason="it was Zoe")
    undo("Ana", "Anna")
    assert names_at(game) == ("Zoe", "Ben")
    assert known("Anna").seats.count() == 0


def test_a_name_that_somebody_else_has_by_now_is_not_given_twice():
    play("Ana", "Ben")
    play("Anna", "Ben", on=2)
    merge("Ana", "Anna")
    play("Anna", "Ben", on=3)
    ana = known("Ana")
    refused = refusal(players.undo_merge, ana.club_id, ana.pk, ana.merges.get().pk)
    assert (refused.code, refused.facts["player"]) == ("name-taken", str(known("Anna").pk))


def test_who_was_made_anonymous_is_not_parted_by_a_name_that_is_gone():
    play("Ana", "Ben")
    play("Anna", "Ben", on=2)
    merge("Ana", "Anna")
    make_anonymous("Ana")
    assert not Merge.objects.exists()


def test_a_merge_of_nobody_and_of_others_is_none():
    play("Ana", "Ben")
    play("Anna", "Ben", on=2)
    merge("Ana", "Anna")
    ben = known("Ben")
    merged = Merge.objects.get().pk
    assert refusal(players.undo_merge, ben.club_id, ben.pk, merged).code == "not-merged"
    assert refusal(players.undo_merge, ben.club_id, known("Ana").pk, uuid4()).code == "not-merged"
    with pytest.raises(Player.DoesNotExist):
        players.undo_merge(ben.club_id, uuid4(), merged)


def test_of_a_merge_nothing_is_left_when_its_player_goes():
    game, _other = play("Ana", "Ben"), play("Anna", "Ben", on=2)
    merge("Ana", "Anna")
    for one in list(Game.objects.all()):
        delete_game(one.pk)
    players.remove_player(game.night.club_id, known("Ana").pk)
    assert not Merge.objects.exists()
