"""How forms are answered: with and without htmx, with and without a token against forgery."""

from uuid import uuid4

import pytest
from django.test import Client
from django.test.html import parse_html

from referee.models import Game
from referee.rules import SWITCHES, HouseRules
from tests.factories import table_of, version_of
from tests.play.views.plain_phone import PlainPhone, attribute, elements, rows
from tests.play.views.sending import begin
from tests.rows import first

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def game(client: Client) -> str:
    """The address of a game with uramaki that has just begun."""
    return begin(client, "sushi-go-party", menu="dinner-for-two")


POSTS = [
    ("r/1/1/", {"do": "add:tofu"}),
    ("r/1/1/", {"do": "undo:"}),
    ("r/1/1/", {"icons": "10", "when": "", "seat": "2"}),
    ("r/1/1/", {"do": f"unclaim:{uuid4()}"}),
    ("r/1/1/", {"do": "ready:"}),
    ("r/1/1/", {"do": "unready:"}),
    ("r/1/confirm/", {"seen": "0", "sure": "1"}),
    ("r/1/reopen/", {"reason": "a card was missed"}),
    ("r/1/late/", {"late": "add"}),
    ("r/1/late/", {"late": "aside"}),
    ("table/", {"do": "code"}),
    ("table/", {"do": "anyone"}),
    ("table/", {"do": "leave"}),
]


@pytest.mark.parametrize(("address", "form"), first(4, POSTS))
def test_a_plain_form_is_answered_by_another_address_that_can_be_loaded_again(
    client, game, address, form
):
    answer = client.post(game + address, form)
    assert answer.status_code == 302
    assert client.get(answer.url, follow=True).status_code == 200


@pytest.mark.parametrize(
    ("address", "form", "status"),
    [
        ("r/1/1/", {"do": "add:tofu"}, 200),
        ("r/1/1/", {"do": "add:tempra"}, 409),
        ("r/1/1/", {"icons": "10"}, 200),
        ("r/1/1/", {"icons": "9"}, 409),
        ("r/1/1/", {"do": "unready:"}, 200),
    ],
)
def test_htmx_gets_the_changed_part_of_the_page_only(client, game, address, form, status):
    answer = client.post(game + address, form, headers=HTMX)
    if status == 200:  # a browser follows with the same headers
        assert answer.status_code == 302
        answer = client.get(answer.url, headers=HTMX)
    assert answer.status_code == status
    board = parse_html(answer.content.decode())
    assert (board.name, attribute(board, "id")) == ("div", "board")
    assert "<html" not in answer.content.decode()
    alerts = [e for e in elements(board, "p") if attribute(e, "role") == "alert"]
    shown = [e for e in alerts if attribute(e, "hidden") is None]
    assert bool(shown) == (status == 409)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_a_form_of_another_site_changes_nothing_and_is_told_why(client, game, headers):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client.cookies
    told = "Nothing was changed; go back, reload the page and try again."
    for address, form in {**dict(POSTS), "tokens/": {}}.items():
        answer = strict.post(game + address, form, headers=headers)
        assert answer.status_code == 403, address
        assert told in answer.content.decode(), address
        assert version_of(Game.objects.get()) == 0, address


def test_a_game_is_not_started_by_another_site():
    strict = Client(enforce_csrf_checks=True)
    form = {"game": str(uuid4()), "player_1": "Ana", "player_2": "Ben"}
    assert strict.post("/new/sushi-go/", form).status_code == 403
    assert not Game.objects.exists()


# ------------------------------------------------------------- from the form to the game


@pytest.mark.parametrize("ruleset", first(1, ["sushi-go", "sushi-go-party", "sushi-roll"]))
def test_the_form_offers_the_house_rules_of_its_game_and_what_is_switched_alone_is_changed(ruleset):
    phone = PlainPhone().open(f"/new/{ruleset}/")
    form, switches = phone.page, [one for one in SWITCHES if ruleset in one.rulesets]
    names = {attribute(box, "name") or "" for box in elements(form, "input")}
    offered = {name.removeprefix("rule_") for name in names if name.startswith("rule_")}
    assert offered == {switch.name for switch in switches}
    for switch in (None, *switches):
        phone.page = form  # as after Back
        typed = {f"rule_{switch.name}": False if switch.default else "on"} if switch else {}
        phone.press("Start the game", player_1="Ana", player_2="Ben", **typed)
        changed = {switch.name.replace("-", "_"): not switch.default} if switch else {}
        setting = table_of(Game.objects.get(pk=phone.url.split("/")[2])).setting
        assert setting.house_rules == HouseRules(**changed), switch
        assert setting.variants == frozenset()


@pytest.mark.parametrize(
    "variants",
    [
        pytest.param(["pass-both-ways"], marks=pytest.mark.slow),
        ["two-player-dummy"],
        ["soy-sauce-promo", "two-player-dummy"],
    ],
)
def test_the_variants_that_are_ticked_are_played(variants):
    phone = PlainPhone().start("Sushi Go!", ("Ana", "Ben"), variants=variants)
    assert table_of(Game.objects.get()).setting.variants == frozenset(variants)
    assert ("Soy sauce" in phone.text) == ("soy-sauce-promo" in variants)
    assert ("Dummy" in phone.text) == ("two-player-dummy" in variants)
    assert phone.heading == f"Ana 0 of {9 if 'two-player-dummy' in variants else 10}"


def test_a_house_rule_reaches_the_points():
    """Without any maki Ben comes second by the house rule only."""
    typed = {"rule_zero-maki-scores": "on"}
    phone = PlainPhone().start("Sushi Go!", ("Ana", "Ben"), **typed).enter("maki-3")
    phone.open(phone.url.replace("/r/1/1/", "/r/1/"))
    assert [row.split()[-1] for row in rows(phone)] == ["6", "3"]


@pytest.mark.slow
@pytest.mark.parametrize("menu", ["my-first-meal", "dinner-for-two", "own"])
def test_the_menu_that_is_chosen_makes_the_grid(menu):
    boxes = {
        "own_roll": ["temaki"],
        "own_appetizer": ["onigiri", "miso-soup", "eel"],
        "own_special": ["tea", "chopsticks"],
        "own_dessert": ["pudding"],
    }
    typed = boxes if menu == "own" else {}
    phone = PlainPhone().start("Sushi Go Party!", ("Ana", "Ben"), menu=menu, **typed)
    grid = next(e for e in elements(phone.page, "div") if attribute(e, "class") == "grid")
    offered = {attribute(button, "value") for button in elements(grid, "button")}
    wanted = {"my-first-meal": "tea", "dinner-for-two": "uramaki-3", "own": "temaki"}
    assert {f"add:{wanted[menu]}", "add:egg-nigiri"} <= offered
    assert "add:menu" not in offered  # which never lie on the table
    others = {wanted[name] for name in wanted if name != menu} - {"tea"}
    assert not {f"add:{face}" for face in others} & offered
