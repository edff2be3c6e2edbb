"""The whole account of one player's score, and the numbers of other pages that lead to it."""

import re
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.test import Client
from django.test.html import Element, parse_html

from referee.models import Game
from referee.play.services import confirming
from tests.factories import PHONE, GameFactory, add, claim, confirm, fill, finish, where
from tests.plain_words import plain
from tests.play.views.plain_phone import attribute, elements, phone, text_of

pytestmark = pytest.mark.django_db

ROUNDS = [
    # Ana alone has maki: 9 + 6; Ben 15; Cem 0
    [["wasabi", "squid-nigiri", "maki-3"], ["dumpling"] * 5, ["sashimi"]],
    # Ana 0, Ben 5, Cem 20
    [["pudding"], ["tempura", "tempura"], ["sashimi"] * 6],
    # one point each
    [["egg-nigiri"], ["egg-nigiri"], ["egg-nigiri"]],
]


@pytest.fixture
def host() -> Client:
    """The phone of the table."""
    return phone(PHONE)


@pytest.fixture
def game() -> Game:
    """A finished game of Ana, Ben and Cem: 22, 18 and 18 points."""
    game = GameFactory(setup__number=3)
    fill(game, ROUNDS)
    finish(game)
    return game


def page_of(client: Client, game: Game, address: str) -> Element:
    answer = client.get(f"/g/{game.pk}/{address}")
    assert answer.status_code == 200
    return parse_html(answer.content.decode())


def said(page: Element) -> str:
    return plain(text_of(page))


def by_id(page: Element, id_: str) -> str:
    """The words of the element of that id."""
    names = {element.name for element in everything(page)}
    (found,) = (e for e in elements(page, *names) if attribute(e, "id") == id_)
    return plain(text_of(found))


def everything(root: Element) -> list[Element]:
    below = [child for child in root.children if isinstance(child, Element)]
    return [found for child in below for found in (child, *everything(child))]


def ids_of(page: Element) -> set[str]:
    return {id_ for element in everything(page) if (id_ := attribute(element, "id"))}


def test_every_round_every_line_and_every_sum_is_told(host, game):
    page = page_of(host, game, "why/1/")
    assert "Round 1 15" in said(page)
    maki = by_id(page, "r1-maki")
    assert "Maki rolls: Ana 3. Ana has the most: 6 points." in maki
    assert said(page).count("Maki rolls Sushi Go!, Scoring: Maki Rolls") == 1
    assert "1 squid nigiri on wasabi" in by_id(page, "r1-nigiri")
    assert by_id(page, "r1-total") == "Sum: 9 + 6 = 15"
    assert by_id(page, "r2-total") == "Sum: 0 Total: 15 + 0 = 15"
    assert by_id(page, "end-pudding").startswith("Pudding 6 pudding Pudding: Ana 1, Ben 0")
    assert by_id(page, "end-total") == "Sum: 6 Total: 15 + 0 + 1 + 6 = 22"
    assert by_id(page, "total") == "Total 15 + 0 + 1 + 6 = 22"
    assert "Place 1 of 3." in said(page)


@pytest.mark.slow
def test_a_loss_is_taken_off_with_a_real_minus_sign(host, game):
    page = page_of(host, game, "why/2/")
    assert "15 + 5 + 1 − 3 = 18" in said(page)
    assert "The end of the game −3" in said(page)
    tables = "".join(
        text_of(table)
        for address in ("result/", "why/2/")
        for table in elements(page_of(host, game, address), "table", "h2", "h3")
    )
    assert "−3" in tables
    assert not re.search(r"-\d", tables)


def test_a_tie_says_what_everybody_has_who_is_in_it(host, game):
    assert "Place 2 of 3." in said(page_of(host, game, "why/2/"))
    assert (
        "Equal points, so the tie-break decides: Ben has 0 puddings and Cem has 0 "
        "puddings. Ben and Cem are equal in both and share the place."
    ) in said(page_of(host, game, "why/2/"))
    assert "Place Sushi Go!, And the Winner Is" in said(page_of(host, game, "why/2/"))


def test_where_the_rulebook_is_silent_the_house_rule_that_decided_is_named(host, game):
    words = "The rulebook is silent on whether a player without maki can take a place."
    assert words in by_id(page_of(host, game, "why/1/"), "r1-maki")
    # In the second round nobody has maki, in the third neither: that is told of as well.
    lone = by_id(page_of(host, game, "why/3/"), "r1-maki")
    assert lone.startswith(
        "Maki rolls 0 Maki rolls: Ana 3. Ana has the most: 6 points. Cem: 0 points."
    )
    assert "House rule “Without maki you can place”: off, as it is" in lone
    nobody = by_id(page_of(host, game, "why/3/"), "r2-maki")
    assert nobody.startswith("Maki rolls 0 Nobody is compared: 0 points.")


BOXES = ("maki", "tempura", "sashimi", "dumpling", "wasabi", "takeout-box", "pudding")


@pytest.mark.parametrize("frees", [True, False])
def test_the_wasabi_under_a_flipped_nigiri_is_told_of_by_whoever_laid_another_on_it(host, frees):
    rules = {} if frees else {"flipped-nigiri-frees-wasabi": False}
    game = GameFactory(
        setup__party=True, setup__number=2, setup__menu=BOXES, setup__house_rules=rules
    )
    at = f"/g/{game.pk}/r/1/1/"
    add(where(game), "wasabi")
    (nigiri,) = add(where(game), "squid-nigiri")
    assert host.post(at, {"do": f"flip:{nigiri}"}).status_code == 302
    page = page_of(host, game, "why/1/")
    assert "under a nigiri that is flipped" not in said(page)
    add(where(game), "salmon-nigiri")
    told = by_id(page_of(host, game, "why/1/"), "r1-nigiri")
    assert told.startswith("Nigiri 6" if frees else "Nigiri 2")
    assert "The rulebook is silent on the wasabi under a nigiri that is flipped." in told
    assert f"“Flipping a nigiri frees its wasabi”: {'on, as' if frees else 'off. Your'}" in told


def test_a_game_that_goes_on_is_told_so_far(host):
    game = GameFactory(setup__number=3)
    fill(game, ROUNDS[:2])
    confirm(game, 1)
    page = page_of(host, game, "why/2/")
    assert "Round 1 15" in said(page)
    assert "Round 2 so far 5" in said(page)
    assert "Round 3 – nothing yet" in said(page)
    assert by_id(page, "r3") == "Nothing lies here yet."
    assert by_id(page, "total") == "Total so far 15 + 5 = 20"
    assert "So far place 1 of 3." in said(page)
    assert "Cem and Ben are level; ties are broken at the end" in said(page)
    assert "end" not in ids_of(page)


def test_the_dummy_has_its_account_and_no_place(host):
    game = GameFactory(setup__dummy=True)
    fill(game, [[["egg-nigiri"], ["tempura"], ["squid-nigiri"]]] * 3)
    finish(game)
    told = said(page_of(host, game, "why/3/"))
    assert "Dummy: why 9?" in told
    assert "Dummy has no place." in told
    assert "House rule “The dummy can win”: off, as it is unless a table chooses" in told


def test_claims_of_uramaki_and_unused_tokens_are_told_of(host):
    party = GameFactory(setup__party=True, setup__number=3, setup__menu="points-platter")
    claim(party, 2, 10)
    assert "claimed 10 icons, first place: 8 points." in by_id(
        page_of(host, party, "why/2/"), "r1-uramaki"
    )
    roll = GameFactory(setup__roll=True)
    fill(roll, [[["menu-2"], ["maki-2"]]] * 3)
    confirm(roll, 1, 2, 3)
    confirming.enter_tokens(roll.pk, {1: {"menu": 3, "chopsticks": 1}})
    assert by_id(page_of(host, roll, "why/1/"), "end-tokens").startswith(
        "Unused tokens 2 4 unused tokens"
    )


def test_a_seat_that_is_none_has_no_account(host, game):
    for place in (0, 4, 99):
        assert host.get(f"/g/{game.pk}/why/{place}/").status_code == 404, place


def test_the_page_is_not_sent_again_while_nothing_has_changed(host):
    game = GameFactory(setup__number=3)
    address, part = f"/g/{game.pk}/why/1/", {"HX-Request": "true"}
    known = host.get(address, headers=part).headers["ETag"]
    again = {**part, "If-None-Match": known}
    assert host.get(address, headers=again).status_code == 304
    add(where(game), "tempura")
    assert host.get(address, headers=again).status_code == 200


def numbers_that_lead(page: Element) -> list[Element]:
    """The links to accounts, those of full size beside the tables left out."""
    links = [link for link in elements(page, "a") if "/why/" in (attribute(link, "href") or "")]
    return [link for link in links if re.fullmatch(r"[−\d]+", text_of(link))]


def bare_numbers(page: Element) -> list[str]:
    """The numbers of tables that lead nowhere, but for places and the lines of a tableau."""
    return [
        text_of(cell)
        for table in elements(page, "table")
        if attribute(table, "class") != "lines"
        for cell in elements(table, "td")
        if attribute(cell, "class") not in ("place", "ties")
        and re.fullmatch(r"[−-]?\d+", text_of(cell))
        and not list(elements(cell, "a"))
    ]


def test_every_number_leads_to_where_it_is_explained(host, game):
    accounts = {
        f"/g/{game.pk}/why/{place}/": page_of(host, game, f"why/{place}/") for place in (1, 2, 3)
    }
    for address in ("result/", "r/2/", "r/2/1/"):
        page = page_of(host, game, address)
        assert bare_numbers(page) == []
        links = numbers_that_lead(page)
        assert links, address
        for link in links:
            to = urlsplit(attribute(link, "href") or "")
            account = accounts[to.path]
            assert to.fragment in ids_of(account), (address, to.fragment)
            where_told = by_id(account, to.fragment)
            assert re.search(rf"(?:^|\D){text_of(link)}(?:\D|$)", where_told), (to, where_told)


def test_every_player_has_a_link_of_full_size_beside_the_explanations(host, game):
    page = page_of(host, game, "result/")
    links = [text_of(link) for link in elements(page, "a") if text_of(link).startswith("Why ")]
    assert links == ["Why 22? Ana", "Why 18? Ben", "Why 18? Cem"]


def test_that_somebody_gets_another_number_leads_to_every_line(host, game):
    page = page_of(host, game, "why/2/")
    *of_parts, doubt = (
        attribute(link, "href") or ""
        for link in elements(page, "a")
        if text_of(link).startswith("I get another number")
    )
    assert [doubt.rpartition("=")[2] for doubt in of_parts] == ["1", "2", "3", "4"]
    page = parse_html(host.get(doubt).content.decode())
    links = {attribute(link, "href") or "" for link in elements(page, "a")}
    led_to = {link.partition("&part=")[2] for link in links}
    assert led_to >= {
        *("0&type=sum", "1&type=dumpling", "1&type=sum", "4&type=pudding", "4&type=sum"),
    }


def test_the_cards_of_a_line_are_pictures_with_their_names_for_those_who_hear_them(host, game):
    html = host.get(f"/g/{game.pk}/why/1/").content.decode()
    page = parse_html(html)
    assert "squid nigiri on wasabi" in by_id(page, "r1-nigiri")
    assert "maki roll with 3 icons" in by_id(page, "r1-maki")
    shown = html[html.index('id="r1-nigiri"') : html.index('id="r1-maki"')]
    assert "#wasabi" in shown
    assert "#squid-nigiri" in shown


def test_a_squid_beside_a_free_wasabi_is_put_on_it_in_one_tap(host):
    game = GameFactory(setup__number=3)
    add(where(game), "squid-nigiri", "wasabi")
    page = page_of(host, game, "why/1/")
    assert by_id(page, "r1-nigiri").startswith("Nigiri 3")
    (tap,) = (
        button
        for button in elements(page, "button")
        if (attribute(button, "value") or "").startswith("on:")
    )
    fields = {"do": attribute(tap, "value"), "tap": str(uuid4())}
    assert host.post(f"/g/{game.pk}/r/1/1/", fields).status_code == 302
    assert by_id(page_of(host, game, "why/1/"), "r1-nigiri").startswith("Nigiri 9")


def test_the_total_is_the_one_of_the_final_table_also_where_nothing_lay_in_a_round(host):
    menu = ("temaki", "tofu", "eel", "miso-soup", "wasabi", "tea", "pudding")
    game = GameFactory(setup__party=True, setup__number=2, setup__menu=menu)
    # Two who have no temaki tie for the most: 4 points each, in every round that is played.
    assert by_id(page_of(host, game, "why/1/"), "total") == "Total so far 0"
    seen = {"seen": Game.objects.get().version, "sure": "1"}
    host.post(f"/g/{game.pk}/r/1/confirm/", seen)
    assert by_id(page_of(host, game, "why/1/"), "total") == "Total so far 4 + 0 = 4"
    finish(game)
    assert by_id(page_of(host, game, "why/1/"), "total") == "Total 4 + 4 + 4 + 6 = 18"
