"""Pictures of games, nights and standings: who gets them, and what a chat shows of a link."""

import struct

import pytest
from django.conf import settings
from django.core.cache import caches
from django.test import Client
from django.test.html import parse_html
from django.urls import reverse
from django.utils import translation

from referee.club.pages.night import night_board
from referee.club.pages.picture import night_picture, standings_picture
from referee.club.pages.standings import club_standings
from referee.club.services.sharing import close_link, open_link
from referee.disputes.services.case_files import close_case_file, open_case_file
from referee.drawing.picture import Placed
from referee.models import Club, Game, GameNight, Player
from referee.play.pages.picture import result_picture
from referee.play.services.confirming import reopen_round
from referee.play.services.joining import join
from referee.play.views.pictures import DRAWN
from tests.factories import OTHER_PHONE, PHONE, GameFactory, played, table_of, version_of
from tests.play.views.plain_phone import attribute, elements, phone
from tests.rows import first

pytestmark = pytest.mark.django_db

BEN, WATCHER = "phone of Ben", "of a watcher"
LANGUAGES = [language for language, _name in settings.LANGUAGES]
OF_RULESETS = [
    {"ruleset": "sushi-go"},
    {"ruleset": "sushi-go", "variants": ["two-player-dummy"]},
    {"ruleset": "sushi-go-party", "menu": "big-banquet"},
    {"ruleset": "sushi-roll"},
]


@pytest.fixture
def game():
    """Ben has won with 5 points; Ana and Cem share the second place."""
    game = played("", "tempura*2", "")
    join(game.pk, BEN, 2)
    join(game.pk, WATCHER, None)
    return game


def addresses(game, language="en"):
    """Those of all the pictures that show the game, by what they are of."""
    club = game.night.club
    of = {
        "result-picture": game.pk,
        "night-picture": game.night_id,
        "standings-picture": club.pk,
        "case-picture": open_case_file(game.pk).pk,
        "shared-picture": open_link(club).pk,
    }
    found = {name: reverse(name, args=[pk, language]) for name, pk in of.items()}
    night = open_link(club, game.night).pk
    return found | {"shared night": reverse("shared-picture", args=[night, language])}


def size_of(answer):
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png")
    return struct.unpack(">II", answer.content[16:24])


# ------------------------------------------------------------- what stands on them


def test_a_game_is_told_by_its_final_table(game):
    GameNight.objects.update(date="2026-11-26")
    picture = result_picture(table_of(Game.objects.get()))
    assert picture.head == "Sushi Go! · 26 November 2026"
    assert (picture.winners, picture.figure, picture.unit) == (["Ben"], "5", "Points")
    assert picture.others == [Placed("2=", "Ana", "0"), Placed("2=", "Cem", "0")]
    with translation.override("es"):
        picture = result_picture(table_of(Game.objects.get()))
    assert (picture.head, picture.unit) == ("Sushi Go! · 26 de noviembre de 2026", "Puntos")


@pytest.mark.parametrize("agreed", first(3, OF_RULESETS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_of_every_kind_is_drawn_in_every_language(agreed, language):
    game = played("salmon-nigiri", "", **agreed)
    address = addresses(game, language)["result-picture"]
    assert size_of(phone(PHONE).get(address)) == (720, 720)


def test_a_night_is_told_by_its_standings(game):
    GameNight.objects.update(date="2026-11-26", name="The Belt")
    picture = night_picture(night_board(GameNight.objects.get()))
    assert picture.head == "The Belt · 26 November 2026"
    assert (picture.winners, picture.figure, picture.unit) == (["Ben"], "1", "Wins")
    assert [one.name for one in picture.others] == ["Ana", "Cem"]


def test_standings_are_told_as_their_address_asks_for_them(game):
    Club.objects.update(name="Friday Club")
    Player.objects.filter(name="Cem").update(is_hidden=True)
    club = Club.objects.get()
    picture = standings_picture(club_standings(club, {"by": "points", "players": "3"}))
    assert picture.head.startswith("Friday Club · Standings")
    assert picture.head.endswith("3 players")
    assert (picture.winners, picture.figure, picture.unit) == (["Ben"], "5.0", "Points a game")
    assert [one.name for one in picture.others] == ["Ana"]


def test_where_nobody_has_played_there_is_no_picture():
    game = GameFactory()
    for address in addresses(game).values():
        assert phone(PHONE).get(address).status_code == 404, address


def test_a_game_that_is_open_again_has_none(game):
    reopen_round(game.pk, 1, reason="a card was missed", seen=None, by=None)
    assert phone(PHONE).get(addresses(game)["result-picture"]).status_code == 404


# ------------------------------------------------------------- who gets them

EVERYBODY = (PHONE, BEN, WATCHER, OTHER_PHONE, "")
MAY_SEE = {
    "result-picture": {PHONE, BEN, WATCHER},
    "night-picture": {PHONE, BEN, WATCHER},
    "standings-picture": {PHONE},
    "case-picture": {*EVERYBODY},
    "shared-picture": {*EVERYBODY},
    "shared night": {*EVERYBODY},
}


@pytest.mark.parametrize("name", MAY_SEE)
def test_who_may_see_the_page_may_see_its_picture_and_nobody_else(game, name):
    address = addresses(game)[name]
    seen = {who for who in EVERYBODY if phone(who).get(address).status_code == 200}
    refused = {phone(who).get(address).status_code for who in {*EVERYBODY} - seen}
    assert seen == MAY_SEE[name]
    assert refused <= {404}


@pytest.mark.slow
@pytest.mark.parametrize("name", MAY_SEE)
def test_it_is_nobodys_to_find_and_there_is_none_in_other_languages(game, name):
    answer = phone(PHONE).get(addresses(game)[name])
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert not answer.cookies
    assert phone(PHONE).get(addresses(game, "xx")[name]).status_code == 404


def test_with_a_link_its_picture_goes_too(game):
    found = addresses(game)
    close_link(game.night.club)
    close_link(game.night.club, game.night)
    close_case_file(game.pk)
    for name in ("shared-picture", "shared night", "case-picture"):
        assert Client().get(found[name]).status_code == 410


# ------------------------------------------------------------- how often they are drawn


def test_who_has_it_is_told_that_it_is_the_same_until_it_is_not(game):
    address = addresses(game)["result-picture"]
    host = phone(PHONE)
    first = host.get(address)
    known = {"If-None-Match": first.headers["ETag"]}
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert host.get(address, headers=known).status_code == 304
    Player.objects.filter(name="Ben").update(name="Benjamin")
    assert host.get(address, headers=known).status_code == 200


def test_the_same_picture_is_drawn_once_and_others_only_so_often(game, monkeypatch):
    drawn = []
    monkeypatch.setattr("referee.play.views.pictures.as_png", lambda svg: drawn.append(svg) or b"")
    address = addresses(game)["shared-picture"]
    for _again in range(3):
        assert Client().get(address).status_code == 200
    assert len(drawn) == 1
    caches["pictures"].clear()
    for _try in range(DRAWN.most - 1):
        DRAWN.count("127.0.0.1")
    refused = Client().get(address)
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert len(drawn) == 1


# ------------------------------------------------------------- what a chat shows


def told(page):
    """What a page tells of itself to who shows its link."""
    metas = elements(parse_html(page.content.decode()), "meta")
    found = {attribute(meta, "property"): attribute(meta, "content") for meta in metas}
    return {name: said for name, said in found.items() if name}


@pytest.mark.slow
@pytest.mark.parametrize("night", [False, True], ids=["a club", "a night"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_shared_link_shows_its_picture_in_the_language_of_the_page(game, night, language):
    token = open_link(game.night.club, game.night if night else None).pk
    said = told(Client().get(f"/shared/{token}/?players=3", headers={"Accept-Language": language}))
    address = f"http://testserver/shared/{token}/{language}.png"
    assert said["og:image"] == address + ("" if night else "?players=3")
    assert (said["og:image:width"], said["og:image:height"]) == ("720", "720")
    wins = {"en": "Wins", "es": "Victorias"}[language]
    assert said["og:description"] == f"{wins}: 1 Ben 1, 2= Ana 0, 2= Cem 0"
    assert said["og:description"] in said["og:image:alt"]
    assert size_of(Client().get(said["og:image"])) == (720, 720)


@pytest.mark.slow
def test_a_shared_game_does(game):
    token = open_case_file(game.pk).pk
    said = told(Client().get(f"/case/{token}/"))
    assert said["og:image"] == f"http://testserver/case/{token}/en.png"
    assert said["og:title"].startswith("Sushi Go! · ")
    assert said["og:description"] == "Points: 1 Ben 5, 2= Ana 0, 2= Cem 0"


def test_names_are_escaped():
    name = '"><script>alert(1)</script>'
    game = played("tempura*2", "", players=(name, "Ben"))
    for path in (f"case/{open_case_file(game.pk).pk}", f"shared/{open_link(game.night.club).pk}"):
        page = Client().get(f"/{path}/")
        assert b"<script>alert" not in page.content
        assert name in told(page)["og:description"]


def test_nothing_is_told_of_what_has_no_picture():
    game = GameFactory()
    assert told(Client().get(f"/case/{open_case_file(game.pk).pk}/")) == {}
    assert told(Client().get(f"/shared/{open_link(game.night.club).pk}/")) == {}


# ------------------------------------------------------------- on the pages


@pytest.mark.parametrize("name", ["result", "night", "standings"])
def test_a_page_offers_its_picture_to_keep(game, name):
    of = {"result": game.pk, "night": game.night_id, "standings": game.night.club_id}[name]
    address = addresses(game)[f"{name}-picture"]
    page = parse_html(phone(PHONE).get(reverse(name, args=[of])).content.decode())
    shown = [attribute(image, "src") for image in elements(page, "img")]
    kept = [attribute(link, "href") for link in elements(page, "a") if attribute(link, "download")]
    version = f"?{version_of(game)}" if name == "result" else ""
    assert [src for src in shown if src.startswith("/") and ".png" in src] == [address + version]
    assert kept == [address + version]
