"""From a game's result to the next game, as pages show it."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from referee.access.throttle import Throttle
from referee.models import Club, Game, Guest
from referee.play.services import joining
from referee.play.services.clubs import club_for
from referee.play.services.games import delete_game
from referee.play.services.rematch import rematch
from referee.play.views import setup
from tests.factories import NAMES, OTHER_PHONE, PHONE, GameFactory, finish
from tests.play.views.joining import (
    Joining,
    form_of,
    joined,
    links,
    names_in,
    new_games,
    over,
    party,
    result,
    seated,
    table,
)
from tests.play.views.plain_phone import attribute, elements, phone, text_of

pytestmark = pytest.mark.django_db

BEGUN = "The next game has begun already. This is it."


# ------------------------------------------------------------- one tap


def test_one_tap_on_the_result_starts_the_next_game_and_leads_to_its_first_tableau(host):
    game, turned = over(), ["Ben", "Cem", "Ana"]
    page = result(host, game)
    assert f"A rematch turns the seats by one: {', '.join(turned)}." in page.text
    page.press("Rematch")
    (new,) = new_games()
    assert (seated(new), new.follows) == (turned, game)
    assert host.url == f"/g/{new.pk}/r/1/1/"


def test_the_page_names_the_new_games_id_so_that_a_form_sent_twice_is_one_game():
    game, host = over(), phone(PHONE)
    url, new_id = reverse("rematch", args=[game.pk]), str(uuid4())
    for _ in range(2):
        answer = host.post(url, {"game": new_id})
        assert answer.url == f"/g/{new_id}/"
    assert BEGUN not in host.get(answer.url, follow=True).content.decode()
    other = host.post(url, {"game": str(uuid4())}, follow=True)
    assert other.redirect_chain[0][0] == f"/g/{new_id}/"
    assert BEGUN in other.content.decode()
    for wrong in ("", "1", "x" * 5000):
        assert host.post(url, {"game": wrong}).url == f"/g/{new_id}/"
    assert [str(new.pk) for new in new_games()] == [new_id]


def test_the_id_of_somebody_elses_game_is_not_found():
    game, other = over(), GameFactory(phone=OTHER_PHONE)
    answer = phone(PHONE).post(reverse("rematch", args=[game.pk]), {"game": str(other.pk)})
    assert answer.status_code == 404
    assert not new_games()


@pytest.mark.parametrize("way", ["rematch", "form"])
def test_a_game_that_is_not_over_is_gone_on_with(way):
    game, host = GameFactory(), phone(PHONE)
    if way == "rematch":
        answer = host.post(reverse("rematch", args=[game.pk]), follow=True)
    else:
        answer = host.get(f"/new/sushi-go/?after={game.pk}", follow=True)
    assert answer.redirect_chain[0][0] == f"/g/{game.pk}/"
    said = "This game is not over yet. Finish it, then start the next one."
    assert said in answer.content.decode()
    assert Game.objects.count() == 1


def test_when_the_next_game_has_begun_its_result_shows_the_way_and_starts_no_other(host):
    game = over()
    new = rematch(game.pk, uuid4())
    page = result(host, game)
    assert links(page)["Next game"] == f"/g/{new.pk}/"
    assert "Rematch" not in page.names()
    assert "Change players or menu" not in links(page)
    delete_game(new.pk)
    page = result(host, game)
    assert "Next game" not in links(page)
    assert "Rematch" in page.names()


def test_the_main_button_is_the_rematch(host):
    game = over()
    page = result(host, game)
    main = [
        text_of(e)
        for e in elements(page.page, "button", "a")
        if "main-action" in (attribute(e, "class") or "")
    ]
    assert main == ["Rematch"]
    # Another game than the rematch takes the table along, too.
    assert links(page)["Another game"] == f"/new/sushi-go/?after={game.pk}"
    assert links(result(joined(game, "Ben"), game))["Another game"] == "/"


# ------------------------------------------------------------- the other phones


def test_a_player_is_told_to_wait_and_then_shown_the_way_to_the_same_seat():
    game = GameFactory(setup__number=3)
    ben, watcher = joined(game, "Ben"), joined(game)
    finish(game)
    for who in (ben, watcher):
        page = result(who, game)
        assert "You go along when the host starts the next game." in page.text
        assert not {"Rematch", "Drawn at random"} & set(page.names())
    new = rematch(game.pk, uuid4())
    for who in (ben, watcher):
        assert links(result(who, game))["Next game"] == f"/g/{new.pk}/"
    ben.follow("Next game")
    assert ben.url == f"/g/{new.pk}/r/1/1/"
    assert "Ben" in ben.heading
    watcher.follow("Next game")
    assert watcher.url == f"/g/{new.pk}/scoreboard/"
    assert Guest.objects.get(game=new, seat__place=1).phone != PHONE


@pytest.mark.slow
def test_every_page_of_the_old_game_shows_the_way_to_the_next_one():
    """Also the tablet in the middle, and a phone that still looks at its cards."""
    game = GameFactory(setup__number=3)
    ben = joined(game, "Ben")
    assert "Next game" not in links(table(ben, game))
    finish(game)
    pages = [f"/g/{game.pk}/{page}" for page in ("r/3/", "r/3/1/", "table/", "scoreboard/")]
    for page in pages:
        assert "Next game" not in links(ben.open(page)), page
    new = rematch(game.pk, uuid4())
    late = joined(game)
    for page in pages:
        assert links(ben.open(page))["Next game"] == f"/g/{new.pk}/", page
        assert "Next game" not in links(late.open(page)), page
    assert late.client.get(f"/g/{new.pk}/").status_code == 404


def test_the_part_that_an_open_page_fetches_anew_shows_the_way_too():
    game = GameFactory()
    ben = joined(game, "Ben")
    finish(game)
    url, htmx = f"/g/{game.pk}/result/", {"HX-Request": "true"}
    before = ben.client.get(url, headers=htmx)
    same = {**htmx, "If-None-Match": before["ETag"]}
    assert ben.client.get(url, headers=same).status_code == 304
    new = rematch(game.pk, uuid4())
    after = ben.client.get(url, headers=same)
    assert after.status_code == 200
    assert f'href="/g/{new.pk}/"' in after.content.decode()


# ------------------------------------------------------------- other players or another menu


def test_the_form_is_filled_in_with_the_game_that_was_and_its_seats_are_turned(host):
    game = party(menu="points-platter", house_rules={"uramaki-cascade": True})
    result(host, game).follow("Change players or menu")
    assert host.url == f"/new/sushi-go-party/?after={game.pk}"
    assert names_in(host) == ["Ben", "Cem", "Ana"]
    form = form_of(host)
    assert (form["menu"], form["rule_uramaki-cascade"]) == (["points-platter"], ["on"])
    folds = [attribute(e, "open") for e in elements(host.page, "details")]
    assert folds[-1] is not None


def test_the_form_sent_as_it_is_is_a_rematch(host):
    own = ["maki", "tempura", "eel", "tofu", "chopsticks", "tea", "fruit"]
    game = party(menu=own, house_rules={"uramaki-cascade": True})
    result(host, game).follow("Change players or menu").press("Start the game")
    (new,) = new_games()
    assert (new.menu, new.house_rules) == (own, {"uramaki-cascade": True})
    assert seated(new) == ["Ben", "Cem", "Ana"]
    assert host.url == f"/g/{new.pk}/r/1/1/"


@pytest.mark.slow
def test_somebody_comes_and_somebody_leaves(host):
    game = GameFactory(setup__number=3)
    ben, cem = joined(game, "Ben"), joined(game, "Cem")
    finish(game)
    host.open(f"/new/sushi-go/?after={game.pk}")
    host.press("Start the game", player_2="", player_4="Dan")
    (new,) = new_games()
    assert (seated(new), new.follows, new.night) == (["Ben", "Ana", "Dan"], game, game.night)
    assert result(ben, game).follow("Next game").url == f"/g/{new.pk}/r/1/1/"
    assert result(cem, game).follow("Next game").url == f"/g/{new.pk}/scoreboard/"


@pytest.mark.slow
def test_another_of_the_three_games_keeps_what_was_typed(host):
    game = party(players=NAMES[:6])
    host.open(f"/new/sushi-go-party/?after={game.pk}")
    host.press("Sushi Roll instead", player_7="Zoe", player_1="")
    assert host.heading == "Sushi Roll"
    assert names_in(host) == ["Cem", "Dan", "Eve", "Fay", "Ana", "Zoe"]
    host.press("Start the game")
    assert "2–5 players can play this. You have entered 6." in host.text
    assert len(names_in(host)) == 6
    host.press("Start the game", player_6="", player_7="")
    (new,) = new_games()
    assert (new.ruleset, new.follows) == ("sushi-roll", game)
    assert seated(new) == ["Cem", "Dan", "Eve", "Fay"]


@pytest.mark.slow
def test_a_house_rule_that_both_games_have_goes_along(host):
    tie, colours = "rule_two-player-tie-scores-most", "rule_desserts-count-as-colours"
    game = party(house_rules={"two-player-tie-scores-most": False})
    host.open(f"/new/sushi-go-party/?after={game.pk}")
    assert (tie in form_of(host), colours in form_of(host)) == (False, True)
    host.press("Sushi Roll instead")
    assert tie not in form_of(host)
    host.press("Sushi Go Party! instead", **{tie: ["on"]})
    assert (tie in form_of(host), colours in form_of(host)) == (True, True)
    host.press("Sushi Go! instead", **{colours: False}).press("Sushi Go Party! instead")
    assert (tie in form_of(host), colours in form_of(host)) == (True, False)


@pytest.mark.slow
def test_the_variants_go_along_where_the_game_has_them(host):
    game = over(NAMES[:2], variants=["two-player-dummy"])
    host.open(f"/new/sushi-go/?after={game.pk}")
    assert form_of(host)["variants"] == ["two-player-dummy"]
    host.press("Start the game")
    assert new_games()[0].variants == ["two-player-dummy"]


def test_a_form_that_comes_after_a_rematch_is_refused_and_loses_nothing(host):
    game = over()
    host.open(f"/new/sushi-go/?after={game.pk}")
    new = rematch(game.pk, uuid4())
    host.press("Start the game", player_4="Dan")
    assert host.response.status_code == 409
    assert "The next game has begun already, so no other one was started." in host.text
    assert links(host)["Next game"] == f"/g/{new.pk}/"
    assert names_in(host) == ["Ben", "Cem", "Ana", "Dan"]
    delete_game(new.pk)
    host.press("Start the game")
    assert seated(new_games()[0]) == ["Ben", "Cem", "Ana", "Dan"]
    host.open(f"/new/sushi-go/?after={game.pk}")
    assert host.url == f"/g/{new_games()[0].pk}/r/1/1/"
    assert BEGUN in host.text


@pytest.mark.parametrize("method", ["get", "post"])
def test_the_game_before_must_be_this_phones_to_run(method):
    game = GameFactory()
    for name, place in (("player", 2), ("watcher", None)):
        joining.join(game.pk, name, place)
    finish(game)
    url = f"/new/sushi-go/?after={game.pk}"
    form = {"game": str(uuid4()), "player_1": "Ana", "player_2": "Ben"}
    answers = {"player": 403, "watcher": 403, OTHER_PHONE: 404, "": 404}
    for name, status in answers.items():
        sent = form if method == "post" else {"after": str(game.pk)}
        assert getattr(phone(name), method)(url, sent).status_code == status
    for wrong in ("", "1", uuid4(), "x" * 5000):
        address = f"/new/sushi-go/?after={wrong}"
        assert getattr(phone(PHONE), method)(address).status_code == 404
    assert not new_games()


def test_the_next_game_is_of_the_old_ones_club_and_so_are_the_names_that_are_offered(host):
    game = over()
    GameFactory(phone=OTHER_PHONE, setup__players=["Zoe", "Yan"])
    club = club_for(OTHER_PHONE)
    club_for(PHONE).phones.filter(phone=PHONE).update(is_current=False)
    club.phones.create(phone=PHONE, is_current=True)
    host.open(f"/new/sushi-go/?after={game.pk}")
    offered = [attribute(e, "value") for e in elements(host.page, "option")]
    assert sorted(offered) == ["Ana", "Ben", "Cem"]
    host.press("Start the game")
    assert new_games()[0].night.club == game.night.club
    assert {seat.player.club for seat in new_games()[0].seats.all()} == {game.night.club}


# ------------------------------------------------------------- so many, and no more


@pytest.mark.slow
def test_so_many_games_are_started_from_one_address(monkeypatch):
    """Each by a stranger, who has no cookie yet: rows without end, else."""
    monkeypatch.setattr(setup, "NEW_GAMES", Throttle("new-games", 2, 3600))
    for _ in range(2):
        Joining().start("Sushi Go!", ("Ana", "Ben"))
    page = Joining().start("Sushi Go!", ("Cem", "Dan"))
    assert page.response.status_code == 429
    assert 0 < int(page.response.headers["Retry-After"]) <= 3600
    assert "Too many games were started from here." in page.text
    assert form_of(page)["player_1"] == ["Cem"]
    assert Game.objects.count() == Club.objects.count() == 2
    elsewhere = Joining()
    elsewhere.client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert elsewhere.start("Sushi Go!", ("Cem", "Dan")).response.status_code == 200


def test_a_rematch_counts_as_a_game(host, monkeypatch):
    monkeypatch.setattr(setup, "NEW_GAMES", Throttle("new-games", 1, 3600))
    setup.NEW_GAMES.count("127.0.0.1")
    game = over()
    page = result(host, game).press("Rematch")
    assert page.response.status_code == 429
    assert form_of(page)["player_1"] == ["Ben"]
    assert not new_games()


def of_long_ago(game: Game, days: int = 40) -> Game:
    then = timezone.now() - timedelta(days=days)
    Game.objects.filter(pk=game.pk).update(created_at=then, finished_at=then)
    game.refresh_from_db()
    game.night.date = then.date()
    game.night.save()
    return game


def test_another_game_after_one_of_long_ago_brings_no_phone_of_then(host):
    game = GameFactory(setup__number=3)
    watcher = joined(game)
    finish(game)
    assert links(result(host, of_long_ago(game)))["Another game"] == "/"
    follower = rematch(game.pk, uuid4())
    finish(follower)
    of_long_ago(follower, 39)
    assert links(result(watcher, game))["Another game"] == "/"
    assert links(result(host, game))["Another game"] == "/"
