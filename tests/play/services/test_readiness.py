"""Players who say "my cards are complete", and a round that waits for them."""

from uuid import uuid4

import pytest

from referee.access.games import Sender
from referee.models import Game, Seat
from referee.play.services.confirming import confirm_round, reopen_round
from referee.play.services.joining import free_seat, join
from referee.play.services.refusals import Refused
from referee.play.services.taps import SentTap, take_taps
from tests import taps
from tests.factories import GameFactory, add, claim, confirm, say_ready, table_of, version_of, where

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game of two whose seats are held, with a card in front of each."""
    game = GameFactory()
    join(game.pk, "phone of Ana", 1)
    join(game.pk, "phone of Ben", 2)
    for seat in (1, 2):
        add(where(game, 1, seat), "tempura")
    return game


def ready(game: Game, *places: int, number: int = 1) -> None:
    for place in places:
        say_ready(game.pk, number, place, ready=True)


def missing(game: Game, number: int = 1) -> list[int]:
    """The places of the seats that a round waits for."""
    return [seat.place for seat in table_of(game).rounds[number - 1].unready_seats]


def test_who_says_ready_is_no_longer_waited_for(game):
    assert missing(game) == [1, 2]
    ready(game, 2, 2)
    assert missing(game) == [1]
    assert missing(game, 2) == [1, 2]
    say_ready(game.pk, 1, 2, ready=False)
    assert missing(game) == [1, 2]


def test_a_word_counts_after_the_taps_before_it_and_not_after_those_that_follow(game):
    at = where(game)
    taps.send(at, (uuid4(), "add:tempura"), (uuid4(), "ready:"))
    assert missing(game) == [2]
    taps.send(at, (uuid4(), "ready:"), (uuid4(), "add:tempura"))
    assert missing(game) == [1, 2]


def test_nobody_waits_for_a_seat_that_no_phone_holds(game):
    free_seat(game.pk, 2)
    assert missing(game) == [1]


@pytest.mark.parametrize("do", ["add:tempura", "take:{}", "undo:"])
def test_a_change_of_the_tableau_takes_the_word_back(game, do):
    ready(game, 1, 2)
    card = table_of(game).rounds[0].seats[0].entries[0].pk
    taps.tap(where(game), uuid4(), do.format(card))
    assert missing(game) == [1]


def test_an_answer_about_wasabi_leaves_the_word(game):
    wasabi, _squid, egg = add(where(game), "wasabi", "squid-nigiri", "egg-nigiri")
    ready(game, 1, 2)
    taps.say_on(where(game), uuid4(), wasabi, egg)
    taps.tap(where(game), uuid4(), "in-order:")
    assert missing(game) == []


def test_a_claim_takes_its_claimants_word_back():
    game = GameFactory(setup__party=True, setup__menu="dinner-for-two")
    join(game.pk, "phone of Ben", 2)
    ready(game, 1, 2)
    claim(game, 2, 10)
    assert missing(game) == [2]


def test_a_tap_that_is_refused_or_sent_again_takes_no_word_back(game):
    tap = uuid4()
    taps.add_card(where(game), tap, "tempura")
    ready(game, 1)
    with pytest.raises(Refused):
        taps.add_card(where(game), uuid4(), "tempra")
    taps.add_card(where(game), tap, "tempura")
    assert missing(game) == [2]


def test_of_a_confirmed_round_nothing_is_said_any_more(game):
    confirm(game, 1)
    before = version_of(game)
    for word in (True, False):
        with pytest.raises(Refused) as refused:
            say_ready(game.pk, 1, 1, ready=word)
        assert (refused.value.code, refused.value.facts) == ("round-confirmed", {"round": 1})
    assert version_of(game) == before


# ------------------------------------------------------------- confirming


def refusal(game: Game, *, sure: bool = False) -> str:
    """Why the round cannot be confirmed; "" when it was."""
    try:
        confirm_round(game.pk, 1, seen_version=version_of(game), sure=sure)
    except Refused as refused:
        return refused.code
    return ""


def test_a_round_is_confirmed_without_a_question_when_all_are_ready(game):
    ready(game, 1)
    assert refusal(game) == "not-ready"
    assert not table_of(game).rounds[0].is_confirmed
    ready(game, 2)
    assert refusal(game) == ""
    assert table_of(game).rounds[0].is_confirmed


def test_the_host_may_confirm_over_a_player_who_says_nothing(game):
    assert refusal(game, sure=True) == ""


@pytest.mark.parametrize(("cards", "code"), [(9, ""), (8, "not-ready")])
def test_who_confirms_does_not_wait_for_themselves_where_all_their_cards_lie(game, cards, code):
    ready(game, 2)
    add(where(game, 1, 1), *["tempura"] * cards)
    by = game.seats.get(place=1).pk
    seen, found = version_of(game), ""
    try:
        confirm_round(game.pk, 1, seen_version=seen, sure=False, by=by)
    except Refused as refused:
        found = refused.code
    assert found == code


def test_an_answer_counts_for_those_whose_names_stood_in_the_question(game):
    ready(game, 1)
    seen = version_of(game)
    say_ready(game.pk, 1, 1, ready=False)  # no card has changed, so the page is not out of date
    with pytest.raises(Refused, match="not-ready"):
        confirm_round(game.pk, 1, seen_version=seen, asked_about=[2])
    outcome = confirm_round(game.pk, 1, seen_version=seen, asked_about=[1, 2])
    assert outcome == "new"


def test_empty_seats_are_asked_about_before_players_who_say_nothing(game):
    taps.undo(where(game, 1, 2), uuid4())
    assert refusal(game) == "seats-empty"
    ready(game, 1, 2)
    assert refusal(game) == "seats-empty"
    add(where(game, 1, 2), "tempura")
    assert refusal(game) == "not-ready"


def test_a_table_with_one_phone_is_asked_about_nothing_but_empty_seats():
    game = GameFactory()
    for seat in (1, 2):
        add(where(game, 1, seat), "tempura")
    assert refusal(game) == ""


def test_a_round_that_is_opened_again_still_has_everybodys_word_until_something_changes(game):
    ready(game, 1, 2)
    confirm(game, 1)
    reopen_round(game.pk, 1, reason="a card was missed")
    assert missing(game) == []
    # Who corrects another's cards does not wait for them; who corrects their own says so again.
    add(where(game, 1, 2), "tempura")
    assert missing(game) == []
    seat = Seat.objects.get(game=game, place=2)
    tap = SentTap(uuid4(), 1, 2, "add:tempura")
    take_taps(game.pk, Sender("phone of Ben", seat.pk), [tap])
    assert missing(game) == [2]
