"""Where a page that is open leads, when its game ends and when the next one begins."""

import re
from html import unescape
from uuid import uuid4

import pytest

from referee.models import ClubPhone, Game, Guest, Helper
from referee.play.services.confirming import enter_tokens, reopen_round
from referee.play.services.games import delete_game
from referee.play.services.joining import join, send_away
from referee.play.services.rematch import rematch
from tests.factories import PHONE, GameFactory, confirm, fill, finish, key_client, version_of
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db

BEN, TELEVISION = "phone of Ben", "television"
ROUNDS = ["r/3/", "r/3/2/", "r/3/cards/", "r/1/"]
OTHERS = [
    "why/2/",
    "what-if/3/2/",
    "r/3/2/history/",
    "r/3/versions/",
    "dispute/",
    "table/",
    "case/",
]
BEGUN = "The next game has begun."


@pytest.fixture
def game() -> Game:
    """A game of two in its third round, with Ben's phone and a television."""
    game = GameFactory()
    join(game.pk, BEN, 2)
    join(game.pk, TELEVISION, None)
    fill(game, [[["tempura"], ["pudding"]]] * 3)
    confirm(game, 1, 2)
    return game


def part(game: Game, page: str, name: str = BEN, shown: str = ""):
    """What a page that is open asks for."""
    headers = {"HX-Request": "true", "Heard": "1", "If-None-Match": shown}
    return phone(name).get(f"/g/{game.pk}/{page}", headers=headers)


def ways(game: Game, page: str, name: str = BEN) -> dict[str, str]:
    """Where the open page is led, by why."""
    answer = part(game, page, name)
    assert answer.status_code == 200, (page, answer.status_code)
    board = re.search(r'<div\s+id="board"[^>]*>', answer.content.decode())
    assert board
    return dict(re.findall(r'data-(over|next)="([^"]*)"', unescape(board[0])))


def test_pages_of_a_round_lead_to_the_end_of_a_game_and_no_others_do(game):
    for page in [*ROUNDS, *OTHERS, "scoreboard/"]:
        assert ways(game, page) == {}, page
    confirm(game, 3)
    for page in ROUNDS:
        assert ways(game, page) == {"over": f"/g/{game.pk}/result/"}, page
    for page in [*OTHERS, "scoreboard/", "result/"]:
        assert ways(game, page) == {}, page
    reopen_round(game.pk, 2, reason="a miscount")
    assert ways(game, "r/3/") == {}
    confirm(game, 2)
    assert ways(game, "r/3/") == {"over": f"/g/{game.pk}/result/"}


@pytest.mark.slow
def test_a_game_whose_tokens_are_awaited_is_not_over_and_its_guests_read_that():
    game = GameFactory(setup__roll=True)
    join(game.pk, BEN, 2)
    fill(game, [[["tempura"], ["pudding"]]] * 3)
    confirm(game, 1, 2, 3)
    for page in ("r/3/", "r/3/2/", "r/3/cards/"):
        assert ways(game, page) == {}
        assert "The host enters the tokens that are left." in part(game, page).content.decode()
    enter_tokens(game.pk, {})
    assert ways(game, "r/3/")["over"] == f"/g/{game.pk}/result/"


def test_every_page_leads_to_the_next_game_and_a_scoreboard_to_its_scoreboard(game):
    finish(game)
    new = rematch(game.pk, uuid4())
    for page in [*ROUNDS, *OTHERS, "result/"]:
        assert ways(game, page)["next"] == f"/g/{new.pk}/?from=", page
    for name in (BEN, TELEVISION, PHONE):
        assert ways(game, "scoreboard/", name)["next"] == f"/g/{new.pk}/?from=scoreboard", name


def test_a_page_that_has_the_way_is_told_nothing_more(game):
    finish(game)
    before = part(game, "r/3/").headers["ETag"]
    rematch(game.pk, uuid4())
    answer = part(game, "r/3/", shown=before)
    assert (answer.status_code, "data-next" in answer.content.decode()) == (200, True)
    assert part(game, "r/3/", shown=answer.headers["ETag"]).status_code == 304


def test_who_may_not_see_the_next_game_is_not_led_there(game):
    finish(game)
    send_away(game.pk, Guest.objects.get(game=game, phone=TELEVISION).pk)
    new = rematch(game.pk, uuid4())
    join(game.pk, "late", None)
    assert ways(game, "scoreboard/", "late") == {}
    assert phone("late").get(f"/g/{new.pk}/?from=").status_code == 404
    assert phone(TELEVISION).get(f"/g/{new.pk}/?from=scoreboard").status_code == 404


@pytest.mark.slow
def test_a_television_of_the_club_that_has_no_row_at_the_table_comes_along(game):
    finish(game)
    ClubPhone.objects.create(club=game.night.club, phone="club television")
    new = rematch(game.pk, uuid4())
    assert not Guest.objects.filter(phone="club television").exists()
    way = ways(game, "scoreboard/", "club television")["next"]
    assert phone("club television").get(way).url == f"/g/{new.pk}/scoreboard/"


@pytest.mark.slow
def test_a_next_game_that_is_deleted_leads_nobody_and_another_one_does(game):
    finish(game)
    gone = rematch(game.pk, uuid4())
    shown = part(game, "r/3/").headers["ETag"]
    delete_game(gone.pk)
    assert part(game, "r/3/", shown=shown).status_code == 200
    assert "next" not in ways(game, "r/3/")
    assert phone(BEN).get(f"/g/{gone.pk}/?from=").status_code == 404
    another = rematch(game.pk, uuid4())
    assert ways(game, "r/3/")["next"] == f"/g/{another.pk}/?from="


def test_a_next_game_that_a_program_begins_is_one(game, django_user_model):
    finish(game)
    user = django_user_model.objects.create_user("ana")
    client = key_client(user, "manage")
    Helper.objects.create(account=user, club=game.night.club)
    before = version_of(game)
    answer = client.post(f"/api/v1/games/{game.pk}/rematch/", {}, content_type="application/json")
    assert answer.status_code == 201, answer.content
    assert version_of(game) == before + 1  # of which the live streams tell
    assert ways(game, "table/")["next"] == f"/g/{answer.json()['id']}/?from="


def test_who_is_led_on_reads_it_once_with_the_way_back(game):
    finish(game)
    new = rematch(game.pk, uuid4())
    ben = phone(BEN)
    first = ben.get(f"/g/{new.pk}/?from=", follow=True)
    assert first.redirect_chain[-1][0] == f"/g/{new.pk}/r/1/1/"
    page = first.content.decode()
    assert BEGUN in page
    assert f'href="/g/{game.pk}/result/">Back to the last one</a>' in page
    assert BEGUN not in ben.get(f"/g/{new.pk}/r/1/1/").content.decode()
    assert BEGUN not in ben.get(f"/g/{new.pk}/", follow=True).content.decode()


@pytest.mark.slow
def test_a_scoreboard_says_so_itself_until_something_is_entered_and_keeps_the_way_back(game):
    finish(game)
    new = rematch(game.pk, uuid4())
    television = phone(TELEVISION)
    board = television.get(f"/g/{new.pk}/?from=scoreboard", follow=True)
    assert board.redirect_chain[-1][0] == f"/g/{new.pk}/scoreboard/"
    assert board.content.decode().count(BEGUN) == 2  # once of them for the ear
    fill(new, [[["tempura"]]])
    page = television.get(f"/g/{new.pk}/scoreboard/").content.decode()
    assert BEGUN not in page
    assert f'href="/g/{game.pk}/scoreboard/">The last game</a>' in page
    join(new.pk, "late", None)  # who never saw the last one
    assert "The last game" not in phone("late").get(f"/g/{new.pk}/scoreboard/").content.decode()


@pytest.mark.slow
def test_a_phone_that_slept_through_a_whole_game_is_led_to_the_one_that_is_played(game):
    finish(game)
    second = rematch(game.pk, uuid4())
    finish(second)
    third = rematch(second.pk, uuid4())
    way = ways(game, "r/3/")["next"]
    assert phone(BEN).get(way, follow=True).redirect_chain[-1][0] == f"/g/{third.pk}/r/1/2/"
    way = ways(game, "scoreboard/", TELEVISION)["next"]
    last = phone(TELEVISION).get(way, follow=True).redirect_chain[-1][0]
    assert last == f"/g/{third.pk}/scoreboard/"


def test_a_trial_stays_where_it_is(game):
    def stays(query: str) -> bool:
        return "data-stays" in part(game, f"what-if/3/2/{query}").content.decode()

    assert not stays("")
    trial = phone(BEN).get(f"/g/{game.pk}/what-if/3/2/", {"do": "add:tempura", "tap": str(uuid4())})
    assert stays("?" + trial.url.partition("?")[2])
