"""Who in the hall gets at which table, and what a phone keeps that may no longer look."""

from typing import Any

import pytest
from django.core.signing import get_cookie_signer
from django.test import Client
from django.urls import reverse

from referee.access.clubs import club_stream_token, stream_club
from referee.access.games import visit_of
from referee.models import DrawnSeat, DrawnTable, Tap, Tournament, Visitor
from referee.play.services.joining import WRONG_CODES
from referee.tournament.services.drawing import make_draw
from referee.tournament.services.entering import come_in, watch
from referee.tournament.services.setting_up import end_tournament, go_on
from referee.tournament.services.tables import start_table
from tests.factories import OTHER_PHONE, PHONE
from tests.tournament.evening import an_evening

pytestmark = pytest.mark.django_db

FIRST, SECOND, SCREEN, GONE = "at table 1", "at table 2", "a screen", "sent away"


def phone(name: str) -> Client:
    client = Client()
    client.cookies["phone"] = get_cookie_signer(salt="phonephone").sign(name)
    return client


@pytest.fixture
def evening() -> Tournament:
    """Of six, at two tables that have begun; a phone at each, and a screen."""
    tournament = an_evening(6)
    make_draw(tournament.pk, 1)
    for number, name in ((1, FIRST), (2, SECOND)):
        seat = DrawnSeat.objects.filter(table__number=number).last()
        come_in(tournament.pk, name, seat.entrant.player.name)
        start_table(tournament.pk, 1, number)
    watch(tournament.pk, SCREEN)
    watch(tournament.pk, GONE)
    Visitor.objects.filter(phone=GONE).update(sent_away=True)
    return tournament


def at_game(name: str, number: int, method: str, view: str, *where: Any, **sent: str) -> int:
    game = DrawnTable.objects.get(number=number).game_id
    return getattr(phone(name), method)(reverse(view, args=[game, *where]), sent).status_code


@pytest.mark.parametrize("who", [SECOND, SCREEN, GONE, OTHER_PHONE, "a stranger"])
def test_who_does_not_sit_at_a_table_neither_sees_nor_touches_its_game(evening, who):
    an_evening(6, phone=OTHER_PHONE)  # who organises an evening of another club
    for view, where in {"round": (1,), "entry": (1, 1), "everybody": (1,), "table": ()}.items():
        assert at_game(who, 1, "get", view, *where) == 404, view
    assert at_game(who, 1, "post", "entry", 1, 1, do="add:tofu") == 404
    assert at_game(who, 1, "post", "confirm", 1, seen="0", sure="1") == 404
    assert at_game(who, 1, "post", "delete") == 404
    assert visit_of(who, DrawnTable.objects.get(number=1).game_id) is None
    assert not Tap.objects.exists()


def test_who_sits_there_and_who_organises_do(evening):
    for who in (FIRST, PHONE):
        assert at_game(who, 1, "get", "round", 1) == 200
        assert at_game(who, 1, "post", "entry", 1, 1, do="add:tofu") == 302
    assert visit_of(FIRST, DrawnTable.objects.get(number=1).game_id).is_host
    assert at_game(FIRST, 1, "post", "delete") == 403  # the table's host, not the club's


@pytest.mark.parametrize("who", [SECOND, SCREEN, GONE, OTHER_PHONE, "a stranger"])
def test_a_table_is_begun_by_who_sits_there_or_organises(evening, who):
    an_evening(6, phone=OTHER_PHONE)
    make_draw(evening.pk, 2, even_open=True)
    begun = {DrawnSeat.objects.get(draw__number=2, entrant__visitor__phone=SECOND).table.number}
    other = ({1, 2} - begun).pop()
    address = reverse("tournament-start", args=[evening.pk, 2, other])
    right = 403 if who in (SECOND, SCREEN) else 404
    assert phone(who).post(address).status_code == right
    assert DrawnTable.objects.filter(draw__number=2).exclude(game=None).count() == 0
    assert phone(PHONE).post(address).status_code == 302


# ------------------------------------------------------------- the stream of the evening


def token_of(name: str, evening: Tournament) -> str:
    return club_stream_token(evening.night.club_id, name)


def test_a_phone_in_the_hall_hears_the_evening_and_no_stranger_does(evening):
    for name in (PHONE, FIRST, SCREEN):
        assert stream_club(token_of(name, evening))[0] == evening.night.club_id, name
    for name in (GONE, OTHER_PHONE, "a stranger", ""):
        assert token_of(name, evening) == "", name


def test_the_token_of_a_phone_that_is_sent_away_opens_nothing(evening):
    token = token_of(SCREEN, evening)
    Visitor.objects.filter(phone=SCREEN).update(sent_away=True)
    assert stream_club(token) is None


def test_the_token_of_an_evening_that_is_gone_opens_nothing(evening):
    token = token_of(SCREEN, evening)
    Tournament.objects.all().delete()
    assert stream_club(token) is None


def test_a_forged_token_opens_nothing(evening):
    token = token_of(SCREEN, evening)
    row = token.split(":")[1]
    for forged in (token[:-1] + ("A" if token[-1] != "A" else "B"), token.replace(row, "club-1")):
        assert stream_club(forged) is None


# ------------------------------------------------------------- codes


def test_the_code_lets_nobody_in_when_the_evening_is_over_and_again_when_it_goes_on(evening):
    address = reverse("tournament-enter", args=[evening.code])
    end_tournament(evening.pk)
    assert phone("late").post(address, {"name": "Zoe"}).status_code == 404
    assert evening.entrants.count() == 6
    go_on(evening.pk)
    assert phone("late").post(address, {"name": "Zoe"}).status_code == 302


def test_wrong_codes_of_halls_and_of_games_are_counted_together(evening):
    """Who guesses does not get as many tries again by asking for the other."""
    guesses = [("tournament-enter", "join-code")[nth % 2] for nth in range(WRONG_CODES.most)]
    for nth, view in enumerate(guesses):
        address = reverse(view, args=[f"AAAA{chr(65 + nth)}A"])
        assert phone("guesser").get(address).status_code == 404
    for view in ("tournament-enter", "join-code"):
        answer = phone("guesser").get(reverse(view, args=[evening.code]))
        assert answer.status_code == 429, view
