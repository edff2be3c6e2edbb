"""A round that is opened again, corrected, and confirmed anew: every version stays."""

from typing import Any
from uuid import uuid4

import pytest

from referee.disputes.pages.versions import shown_versions
from referee.models import Game, Guest, Reopening, Round, RoundVersion, Seat
from referee.play.services import confirming
from referee.play.services.confirming import Confirmation, confirm_round, reopen_round
from referee.play.services.joining import join, send_away
from referee.play.services.late import add_late_taps
from referee.play.services.refusals import Refused
from referee.play.services.versions import open_reopenings, rounds_at, versions_of
from referee.rules import tableau_text
from tests import taps
from tests.factories import (
    PHONE,
    GameFactory,
    add,
    claim,
    confirm,
    fill,
    finish,
    table_of,
    version_of,
    where,
)

pytestmark = pytest.mark.django_db

ROUND = [["maki-3", "maki-3"], ["maki-3", "egg-nigiri"], ["maki-1"], ["tempura"]]
REASON = "Dan’s maki was missed"


@pytest.fixture
def game() -> Game:
    """A game of four whose first round is confirmed."""
    game = GameFactory(setup__number=4)
    fill(game, [ROUND])
    confirm(game, 1)
    return game


def versions_shown(game):
    table = table_of(game)
    return shown_versions(table, table.rounds[0])


def confirm_again(game: Game, number: int = 1, **options: Any) -> Confirmation:
    seen = version_of(game)
    return confirm_round(game.pk, number, seen_version=seen, **options)


def laid(game: Game, number: int, at: int) -> list[str]:
    """The tableaus of a round as they lay before an event number, in the notation."""
    return [
        tableau_text(tableau)
        for tableau in rounds_at(table_of(game).rounds[number - 1], [at])[0].tableaus
    ]


def numbers(game: Game) -> list[int]:
    return [row.number for row in versions_of(table_of(game).rounds[0].row)]


# ------------------------------------------------------------- what stays


def test_both_versions_can_be_laid_out_again_whatever_was_done_since(game):
    reopen_round(game.pk, 1, reason=REASON)
    (dans,) = add(where(game, 1, 4), "maki-2")
    taps.take_away(where(game, 1, 1), uuid4(), table_of(game).rounds[0].seats[0].entries[0].pk)
    confirm_again(game)
    reopen_round(game.pk, 1, reason="once more")
    taps.take_away(where(game, 1, 4), uuid4(), dans)
    first, second = numbers(game)
    assert laid(game, 1, first) == ["maki-3*2", "egg-nigiri maki-3", "maki-1", "tempura"]
    assert laid(game, 1, second) == ["maki-3", "egg-nigiri maki-3", "maki-1", "maki-2 tempura"]
    assert tableau_text(table_of(game).sheet.rounds[0].tableaus[3]) == "tempura"


def test_a_race_is_laid_out_again_as_well():
    game = GameFactory(setup__party=True, setup__menu="dinner-for-two")
    first = claim(game, 1, 10)
    confirm(game, 1)
    reopen_round(game.pk, 1, reason=REASON)
    taps.take_back(where(game, 1, 1), uuid4(), first)
    claim(game, 2, 12)
    confirm_again(game)
    table = table_of(game)
    races = [round_.claims for round_ in rounds_at(table.rounds[0], numbers(game))]
    assert races == [(((0, 10),),), (((1, 12),),)]
    assert [cards for _, cards in shown_versions(table, table.rounds[0])[1]["cards"]] == [
        ["+ \u2068Ben\u2069 claims 12 icons", "− \u2068Ana\u2069 claims 10 icons"]
    ]


def test_a_correction_tells_what_it_moved_for_everybody(game):
    """Four players' points: Dan is first for maki now, those who shared the place are second.
    Whose points have not moved come last."""
    reopen_round(game.pk, 1, reason=REASON)
    add(where(game, 1, 4), "maki-3", "maki-3", "maki-3")
    assert confirm_again(game) is Confirmation.CORRECTED
    shown = versions_shown(game)[1]
    assert [(it["name"], it["before"], it["after"], it["change"]) for it in shown["scores"]] == [
        ("Ana", 6, 3, "−3"),
        ("Ben", 4, 1, "−3"),
        ("Dan", 0, 6, "+6"),
        ("Cem", 0, 0, "0"),
    ]
    assert [(it["name"], it["before"], it["after"]) for it in shown["scores"][2]["lines"]] == [
        ("maki rolls", 0, 6)
    ]
    assert shown["cards"] == [("Dan", ["+ 3 × maki roll with 3 icons"])]
    assert [(name, tap.what) for name, tap in shown["taps"]] == [
        ("Dan", "added maki roll with 3 icons")
    ] * 3
    assert not shown["game"]  # two rounds are still to come


def test_in_a_finished_game_the_totals_are_told_too(game):
    finish_rest(game)
    reopen_round(game.pk, 1, reason=REASON)
    add(where(game, 1, 4), "pudding")
    confirm_again(game)
    shown = versions_shown(game)[1]
    assert [it["change"] for it in shown["scores"]] == ["0"] * 4
    assert [(it["before"], it["after"], it["change"]) for it in shown["game"]] == [
        (6, 4, "−2"),
        (4, 2, "−2"),
        (0, -2, "−2"),
        (0, 6, "+6"),
    ]


def finish_rest(game: Game) -> None:
    confirm(game, 2, 3)


# ------------------------------------------------------------- who, when, why


def test_who_opened_and_confirmed_it_is_kept_and_why(game):
    join(game.pk, "phone of Ben", 2)
    ben = Seat.objects.get(game=game, place=2)
    assert reopen_round(game.pk, 1, reason=f"  {REASON}\n ", by=ben.pk)
    opened = Reopening.objects.get()
    assert (opened.reason, opened.cause, opened.by, opened.version) == (REASON, "host", ben, 1)
    assert opened.number == version_of(game)
    assert [row.reason for row in open_reopenings(game)] == [REASON]
    add(where(game, 1, 4), "maki-1")
    confirm_again(game, by=ben.pk)
    assert Reopening.objects.get().made == 2
    assert not open_reopenings(game)
    assert [row.by for row in RoundVersion.objects.order_by("version")] == [None, ben]
    why = versions_shown(game)[1]["why"]
    assert why is not None
    assert (why.reason, why.by.name) == (REASON, "Ben")


def test_late_taps_open_a_round_and_say_so(game):
    taps.add_card(where(game, 1, 4), uuid4(), "maki-1")
    add_late_taps(game.pk, 1)
    assert [row.cause for row in open_reopenings(game)] == ["late-taps"]


@pytest.mark.parametrize("reason", ["", "  \n\t ", "\0"])
def test_where_another_phone_is_there_a_round_is_not_opened_without_a_reason(game, reason):
    join(game.pk, "a watcher's", None)
    with pytest.raises(Refused, match="reason-missing"):
        reopen_round(game.pk, 1, reason=reason)
    assert Round.objects.get(game=game, number=1).is_confirmed


def test_where_no_phone_but_the_hosts_is_there_a_round_needs_no_reason(game):
    join(game.pk, PHONE, 1)
    join(game.pk, "somebody sent away", None)
    send_away(game.pk, Guest.objects.get(phone="somebody sent away").pk)
    assert reopen_round(game.pk, 1, place=4)
    assert (Reopening.objects.get().reason, Reopening.objects.get().seat.name) == ("", "Dan")


def test_a_reason_has_an_end(game):
    with pytest.raises(Refused, match="words-too-long"):
        reopen_round(game.pk, 1, reason="x" * 201)
    assert reopen_round(game.pk, 1, reason="x" * 200)


def test_an_open_round_keeps_the_reason_it_was_opened_for(game):
    assert reopen_round(game.pk, 1, reason=REASON)
    before = version_of(game)
    assert not reopen_round(game.pk, 1, reason="another")
    assert version_of(game) == before
    assert Reopening.objects.get().reason == REASON


def test_a_page_that_shows_an_older_version_opens_nothing(game):
    reopen_round(game.pk, 1, reason=REASON)
    add(where(game, 1, 4), "maki-1")
    confirm_again(game)
    with pytest.raises(Refused, match="corrected-meanwhile"):
        reopen_round(game.pk, 1, reason=REASON, seen=1)
    assert reopen_round(game.pk, 1, reason=REASON, seen=2)


# ------------------------------------------------------------- nothing changed


def test_a_correction_that_changes_nothing_is_no_version(game):
    reopen_round(game.pk, 1, reason=REASON)
    (card,) = add(where(game, 1, 4), "maki-1")
    taps.take_away(where(game, 1, 4), uuid4(), card)
    assert confirm_again(game) is Confirmation.UNCHANGED
    assert RoundVersion.objects.filter(round__game=game, round__number=1).count() == 1
    assert (opened := Reopening.objects.get()).made == opened.version == 1
    assert table_of(game).current_round.number == 2
    # Nothing is said of it beside the versions; the round can be opened once more.
    assert len(versions_shown(game)) == 1
    assert reopen_round(game.pk, 1, reason=REASON, seen=1)


def test_the_last_round_of_a_game_that_was_opened_for_nothing_finishes_it_again(game):
    finish_rest(game)
    reopen_round(game.pk, 3, reason=REASON)
    assert Game.objects.get().state == Game.State.PLAYING
    assert confirm_again(game, 3) is Confirmation.UNCHANGED
    assert Game.objects.get().state == Game.State.FINISHED


def test_the_same_cards_under_other_rules_are_another_version(game, monkeypatch):
    """A mistake of the referee's own, mended since, shows when the round is confirmed anew."""
    reopen_round(game.pk, 1, reason="the rules were mended")
    for score in RoundVersion.objects.get(round__number=1).scores.all():
        score.lines = [{**line, "points": line["points"] + 1} for line in score.lines]
        score.save()
    monkeypatch.setattr(confirming, "VERSION", confirming.VERSION + 1)
    assert confirm_again(game) is Confirmation.CORRECTED
    assert RoundVersion.objects.get(version=2).rules_version == confirming.VERSION


def test_the_first_confirmation_is_new_and_a_second_one_none():
    game = GameFactory()
    fill(game, [[["tempura"], ["tempura"]]])
    assert confirm_again(game) is Confirmation.NEW
    assert confirm_again(game) is Confirmation.ALREADY


def test_the_versions_of_a_finished_game_take_few_queries(django_assert_max_num_queries):
    game = GameFactory(setup__number=5)
    finish(game)
    for turn in range(4):
        reopen_round(game.pk, 1, reason=f"{turn}")
        add(where(game, 1, 1), "tempura")
        confirm_again(game)
    table = table_of(game)
    with django_assert_max_num_queries(45):
        shown_versions(table, table.rounds[0])
