"""The game at a glance, and who did what."""

import re
from uuid import uuid4

import pytest

from tests.factories import add, finish, where
from tests.plain_words import plain
from tests.play.views.joining import joined, table, token
from tests.play.views.plain_phone import attribute, elements, rows, text_of

pytestmark = pytest.mark.django_db


def test_the_scoreboard_says_who_leads_and_how_far_everybodys_cards_are(game):
    board = joined(game)
    board.open(f"/g/{game.pk}/scoreboard/")
    assert board.heading == "The table is set. Nothing is entered yet."
    player = joined(game, "Ben")
    add(where(game, seat=1), *["tempura"] * 4)
    add(where(game, seat=2), *["tempura"] * 2)
    add(where(game, seat=3), *["maki-1"] * 10)
    ready = {"do": "ready:", "tap": str(uuid4()), **token(table(player, game))}
    assert player.client.post(f"/g/{game.pk}/r/1/2/", ready).status_code == 302
    board.open(f"/g/{game.pk}/scoreboard/")
    assert (
        plain(board.heading) == "Ana leads with 10 points before puddings. That is 4 more than Cem."
    )
    assert rows(board) == [
        "1 Ana 4/9 4 of 9 cards 10 10 0",
        "2 Cem 10/9 10 of 9 cards check 6 6 0",
        "3 Ben 2/9 2 of 9 cards ready 5 5 0",
    ]
    assert "Still entering: Ana, Cem" in board.text
    assert f"Code {game.code[:3]} {game.code[3:]}" in board.text
    add(where(game, seat=1), *["tempura"] * 5)
    add(where(game, seat=3), "maki-1")  # more than were dealt
    assert "Still entering: Cem" in board.open(f"/g/{game.pk}/scoreboard/").text


def test_the_scoreboard_says_when_everybodys_cards_lie_there(game):
    for seat in (1, 2, 3):
        add(where(game, seat=seat), *["tempura"] * 9)
    assert "All cards are entered." in joined(game).open(f"/g/{game.pk}/scoreboard/").text


def test_the_scoreboard_of_a_finished_game_names_the_winner_and_no_code(game):
    board = joined(game)
    add(where(game, seat=2), "squid-nigiri")
    finish(game)
    board.open(f"/g/{game.pk}/scoreboard/")
    assert "Ben wins with 3 points." in plain(board.heading)
    assert rows(board)[0] == "1 Ben 3 0"
    assert game.code not in board.response.content.decode()
    assert board.follow("Result").url == f"/g/{game.pk}/result/"


def test_the_history_says_who_did_what_and_what_was_undone(game, host):
    player = joined(game, "Ben")
    player.open(f"/g/{game.pk}/r/1/2/").enter("tempura", "maki-3").press(do="undo:")
    host.open(f"/g/{game.pk}/r/1/2/").enter("sashimi")
    page = joined(game)
    page.open(f"/g/{game.pk}/r/1/2/history/")
    (taps,) = elements(page.page, "ol")
    told = [text_of(tap).split(" ", 1) for tap in elements(taps, "li")]
    assert all(re.fullmatch(r"\d\d:\d\d:\d\d", time) for time, _what in told)
    assert [what for _time, what in told] == [
        "Ben added tempura",
        "Ben added maki roll with 3 icons undone",
        "Ben undid a tap on maki roll with 3 icons",
        "the host’s phone added sashimi",
    ]
    assert [text_of(e) for e in elements(taps, "s")] == ["added maki roll with 3 icons"]


@pytest.mark.slow
def test_the_history_tells_of_a_tap_that_came_late(game, host):
    player = joined(game, "Ben")
    player.open(f"/g/{game.pk}/r/1/2/")
    finish(game)
    player.press(do="add:tempura")
    host.open(f"/g/{game.pk}/r/1/2/history/")
    late = [e for e in elements(host.page, "li") if attribute(e, "class") == "late"]
    (told,) = (text_of(e).split(" ", 1)[1] for e in late)
    assert told == "Ben tapped “add tempura” after the round was confirmed: waits for the host late"
