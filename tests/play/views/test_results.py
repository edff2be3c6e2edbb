"""Confirming a round in a hurry, and the pages that are read out afterwards."""

import pytest
from django.test.html import parse_html

from referee.models import Game, RoundScore
from referee.play.services.confirming import enter_tokens, reopen_round
from tests.factories import GameFactory, add, confirm, fill, finish, version_of, where
from tests.plain_words import plain
from tests.play.views.joining import Joining, host_phone, joined
from tests.play.views.plain_phone import attribute, elements, places, text_of
from tests.play.views.sending import begin, tap
from tests.rows import first

pytestmark = pytest.mark.django_db


def confirm_by_page(client, game, number=1, **more):
    seen = more.pop("seen", version_of(Game.objects.get()))
    return client.post(f"{game}r/{number}/confirm/", {"seen": seen, **more})


def test_seats_without_cards_are_named_before_a_round_is_confirmed(client):
    game = begin(client, "sushi-go", "Ana", "Ben", "Cy")
    tap(client, f"{game}r/1/1/", "add:tempura")
    answer = confirm_by_page(client, game)
    assert answer.status_code == 409
    page = text_of(parse_html(answer.content.decode()))
    assert "Ana 1 of 9, Ben 0 of 9, Cy 0 of 9. Confirm all the same?" in plain(page)
    assert "Next: Ana" in page
    assert not RoundScore.objects.exists()
    answer = confirm_by_page(client, game, sure="1")
    assert answer.status_code == 302
    assert RoundScore.objects.count() == 3


def test_only_the_answer_to_the_question_is_an_answer(client):
    game = begin(client)
    for sure in ("", "0", "yes", "\0", "1" * 9):
        assert confirm_by_page(client, game, sure=sure).status_code == 409, sure
        assert not RoundScore.objects.exists(), sure


def test_one_button_of_a_page_is_the_main_one(client):
    game = begin(client)
    pages = [client.get(f"{game}r/1/"), confirm_by_page(client, game)]
    confirm_by_page(client, game, sure="1")
    pages.append(client.get(f"{game}r/1/"))
    for answer in pages:
        everything = elements(parse_html(answer.content.decode()), "a", "button")
        main = [e for e in everything if "main-action" in (attribute(e, "class") or "")]
        assert len(main) == 1


def test_a_second_tap_on_confirm_says_that_nothing_was_counted_twice(client):
    game = begin(client)
    seen = version_of(Game.objects.get())
    first = confirm_by_page(client, game, sure="1", seen=seen)
    assert "counted twice" not in client.get(first.url, follow=True).content.decode()
    second = client.post(f"{game}r/1/confirm/", {"seen": seen}, follow=True)
    said = "Round 1 is confirmed already. Nothing was counted twice."
    assert said in second.content.decode()
    assert RoundScore.objects.count() == 2
    assert version_of(Game.objects.get()) == seen + 1


@pytest.mark.slow
def test_an_old_tab_of_a_finished_game_leads_to_its_result(client):
    game = begin(client)
    old = version_of(Game.objects.get())
    for number in (1, 2, 3):
        confirm_by_page(client, game, number, sure="1")
    frozen = list(RoundScore.objects.order_by("pk").values())
    answer = client.post(f"{game}r/2/confirm/", {"seen": old, "sure": "1"}, follow=True)
    assert answer.redirect_chain[-1][0] == f"{game}result/"
    assert "Round 2 is confirmed already." in answer.content.decode()
    refused = tap(client, f"{game}r/2/1/", "add:maki-3")
    assert "Round 2 is confirmed already. Your tap is kept aside" in refused.content.decode()
    assert list(RoundScore.objects.order_by("pk").values()) == frozen


def test_the_final_page_has_places_picture_and_the_same_as_a_table():
    game = GameFactory()
    fill(game, [[["squid-nigiri"], ["egg-nigiri"]]] * 3)
    finish(game)
    phone = host_phone().open(f"/g/{game.pk}/result/")
    assert places(phone) == [
        "1 Ana 3 ★ won round 1 + 3 ★ won round 2 + 3 ★ won round 3 0 9",
        "2 Ben 1 + 1 + 1 0 3",
    ]
    assert "6 points ahead of Ben. In the lead from start to end." in plain(phone.text)
    (picture,) = (e for e in elements(phone.page, "svg") if attribute(e, "role") == "img")
    ids = {attribute(e, "id") for e in elements(phone.page, "h2", "desc")}
    assert set((attribute(picture, "aria-labelledby") or "").split()) <= ids
    labels = [text_of(e) for e in elements(picture, "text")]
    assert labels[-4:] == ["9", "Ana", "3", "Ben"]
    figure = next(elements(phone.page, "figure"))
    cells = [[text_of(c) for c in elements(row, "th", "td")] for row in elements(figure, "tr")]
    assert cells == [
        ["Player", "R1 Round 1", "R2 Round 2", "R3 Round 3", "End"],
        ["Ana", "3", "6", "9", "9"],
        ["Ben", "1", "2", "3", "3"],
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ({}, "Equal totals are decided by puddings"),
        ({"ruleset": "sushi-go-party", "menu": "sushi-go"}, "are decided by dessert cards"),
        ({"ruleset": "sushi-roll"}, "are decided by puddings"),
    ],
)
def test_the_final_page_says_what_decides_equal_totals(setup, words):
    game = GameFactory(**{f"setup__{name}": value for name, value in setup.items()})
    finish(game)
    assert words in host_phone().open(f"/g/{game.pk}/result/").text


def test_coordinates_are_written_for_the_browser_in_every_language(client, settings):
    settings.LANGUAGES = [("de", "Deutsch")]
    settings.LANGUAGE_CODE = "de"
    settings.USE_THOUSAND_SEPARATOR = True
    game = begin(client)
    for number in (1, 2, 3):
        confirm_by_page(client, game, number, sure="1")
    page = parse_html(client.get(f"{game}result/").content.decode())
    lines = list(elements(page, "polyline"))
    assert len(lines) == 2
    for line in lines:
        pairs = [pair.split(",") for pair in (attribute(line, "points") or "").split()]
        assert all(len(pair) == 2 and all(n.isdecimal() for n in pair) for pair in pairs)
        assert len(pairs) == 5


@pytest.mark.slow
def test_a_table_of_six_can_be_scrolled_by_keyboard_and_says_what_it_is(client):
    names = ("Ana", "Ben", "Cem", "Dan", "Eve", "Fay")
    game = begin(client, "sushi-go-party", *names, menu="sushi-go")
    tap(client, f"{game}r/1/1/", "add:squid-nigiri")
    page = parse_html(client.get(f"{game}r/1/").content.decode())
    (region,) = (e for e in elements(page, "div") if attribute(e, "role") == "region")
    assert attribute(region, "tabindex") == "0"
    heading = next(e for e in elements(page, "h2") if attribute(e, "id") == "by-type")
    assert attribute(region, "aria-labelledby") == "by-type"
    assert text_of(heading) == "Points by card"
    header = next(elements(region, "thead"))
    assert [text_of(cell) for cell in elements(header, "th")] == list(names)


def names_of(page: str) -> set[str]:
    """What the links of a page's tables and of its places are called."""
    found = elements(parse_html(page), "td", "span")
    return {attribute(link, "aria-label") or "" for cell in found for link in elements(cell, "a")}


@pytest.mark.slow
def test_every_number_of_a_result_says_by_itself_whose_it_is_and_of_what(client):
    game = GameFactory(setup__players=["Ana", "Ben"])
    for number in (1, 2, 3):
        add(where(game, number, 1), "maki-3", "pudding")
        add(where(game, number, 2), "maki-1", *["tempura"] * 2)
        if number < 3:
            confirm(game, number)
    told = names_of(host_phone().client.get(f"/g/{game.pk}/r/1/").content.decode())
    assert told == {
        "Ana: 6 points, why?", "Ben: 8 points, why?",
        "Ana, maki rolls: 6 points, why?", "Ben, maki rolls: 3 points, why?",
        "Ben, tempura: 5 points, why?",
        "Ana, sum: 6 points, why?", "Ben, sum: 8 points, why?",
    }  # fmt: skip
    told = names_of(host_phone().client.get(f"/g/{game.pk}/r/2/").content.decode())
    assert {"Ana, this round: 6 points, why?", "Ben, total: 16 points, why?"} < told
    confirm(game, 3)
    page = host_phone().client.get(f"/g/{game.pk}/result/").content.decode()
    assert names_of(page) >= {
        "Ana, round 2: 6 points, why?", "Ana, end: 6 points, why?", "Ana, total: 24 points, why?",
        "Ben, after round 2: 16 points, why?", "Ben, pudding: 0 points, why?",
    }  # fmt: skip


def test_a_cell_without_points_and_a_place_without_a_rank_say_none(client):
    game = GameFactory(setup__players=["Ana", "Ben"], setup__variants=["two-player-dummy"])
    add(where(game, 1, 1), "maki-3")
    page = parse_html(host_phone().client.get(f"/g/{game.pk}/r/1/").content.decode())
    rows = {text_of(row) for table in elements(page, "table") for row in elements(table, "tr")}
    assert "Maki rolls 6 · none · none" in rows
    assert "– none Dummy 0 0" in rows


PAGES = ("r/1/", "r/1/1/", "table/")


ROLES = ["host", "player", "watcher"]


def at_the_table(game: Game, role: str) -> Joining:
    return host_phone() if role == "host" else joined(game, "Ben" if role == "player" else "")


def foot(phone: Joining, game: Game, page: str) -> list[tuple[str, str]]:
    """What stands at the foot of a page, or its main button, with where it leads."""
    phone.open(f"/g/{game.pk}/{page}")
    bars = [e for e in elements(phone.page, "p", "div", "form") if attribute(e, "class") == "bar"]
    mains = [
        next((a for a in elements(bar, "a") if "main-action" in (attribute(a, "class") or "")), bar)
        for bar in bars
    ]
    return [(text_of(main), attribute(main, "href") or "") for main in mains]


@pytest.mark.parametrize("role", first(1, ROLES))
def test_before_the_final_table_of_roll_guests_wait_for_the_hosts_tokens(role):
    game = GameFactory(setup__roll=True)
    add(where(game), "tempura")
    phone = at_the_table(game, role)
    confirm(game, 1, 2, 3)
    told = "The host enters the tokens that are left. Then the result is here."
    host_goes_on = ("Unused tokens", f"/g/{game.pk}/tokens/")
    for page in PAGES:
        assert foot(phone, game, page) == [host_goes_on if role == "host" else (told, "")], page
    if role == "host":
        phone.follow("Unused tokens").press("Who has won?")
        assert phone.url == f"/g/{game.pk}/result/"
        return
    enter_tokens(game.pk, {})
    for page in PAGES:
        assert foot(phone, game, page) == [("To the result", f"/g/{game.pk}/result/")], page


@pytest.mark.parametrize("role", ROLES)
def test_the_table_leads_to_the_round_that_is_open(role):
    game = GameFactory()
    phone = at_the_table(game, role)
    label = "To round 1" if role == "watcher" else "Enter the cards"
    assert foot(phone, game, "table/") == [(label, f"/g/{game.pk}/")]


def moment(answer) -> str:
    """What is shown of a round that is in, "" where there is nothing."""
    shown = [
        e
        for e in elements(parse_html(answer.content.decode()), "div")
        if attribute(e, "class") == "moment"
    ]
    return plain(" ".join(map(text_of, shown)))


def test_the_page_after_the_confirmation_shows_who_leads_once():
    game = GameFactory()
    fill(game, [[["egg-nigiri"], ["squid-nigiri"]], [["squid-nigiri"] * 2, ["egg-nigiri"]]])
    confirm(game, 1)
    host = host_phone().open(f"/g/{game.pk}/r/2/").press("Confirm").press("Confirm")
    assert moment(host.response) == "2 Round 2 is in Ana takes the lead! 1 Ana 7 2 Ben 4"
    assert moment(host.open(host.url).response) == ""


def test_a_page_that_follows_shows_a_round_that_is_in_to_whom_it_is_new():
    game = GameFactory(setup__number=3)
    fill(game, [[["egg-nigiri"], ["squid-nigiri"], []]])
    ben = joined(game, "Ben").client
    before = version_of(game)
    confirm(game, 1)

    def follow(page: str, heard: int) -> str:
        headers = {"HX-Request": "true", "Heard": str(heard)}
        return moment(ben.get(f"/g/{game.pk}/{page}", headers=headers))

    for page in ("r/1/", "r/1/2/", "r/1/cards/"):
        assert "Round 1 is in Ben leads! 1 Ben 3 2 Ana 1 3 Cem 0" in follow(page, before), page
        assert follow(page, version_of(game)) == ""
    assert follow("r/2/2/", before) == ""  # which was opened when it was in already
    reopen_round(game.pk, 1, reason="a miscount")
    add(where(game), "tempura")
    before = version_of(game)
    confirm(game, 1)
    assert follow("r/1/", before) == ""  # a correction
    confirm(game, 2, 3)
    assert follow("r/3/", before) == ""  # the end has its own page
