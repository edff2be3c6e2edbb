"""The page of a new game, and the first page: who plays is written down in a few taps."""

from datetime import timedelta

import pytest
from django.utils import timezone

from referee.models import Game
from tests.factories import NAMES, GameFactory, confirm, finish
from tests.play.views.joining import form_of, names_in, over, seated
from tests.play.views.plain_phone import PlainPhone, attribute, elements, text_of

pytestmark = pytest.mark.django_db


def focused(phone: PlainPhone) -> list[str | None]:
    boxes = elements(phone.page, "input")
    return [attribute(box, "name") for box in boxes if attribute(box, "autofocus") is not None]


# Without a script; with one the same buttons work at once, see tests/browser/play/test_new_game.


def test_three_known_players_sit_in_the_order_in_which_they_are_tapped(host):
    over()
    host.open("/new/sushi-go/").press("+ Cem")
    shown = [text_of(one) for _form, one in host.buttons() if attribute(one, "hidden") is None]
    assert [name for name in shown if name.startswith("+")] == ["+ Ana", "+ Ben"]
    host.press("+ Ana").press("+ Ben")
    assert names_in(host) == ["Cem", "Ana", "Ben"]
    host.press("Start the game")
    game = Game.objects.get(state="playing")
    assert seated(game) == ["Cem", "Ana", "Ben"]
    # How others join is offered once; one tap leads on.
    assert host.url == f"/g/{game.pk}/table/"
    assert host.follow("Enter the cards").url == f"/g/{game.pk}/r/1/1/"


def test_the_same_players_as_last_time_sit_down_with_one_tap(host):
    over(players=["Eva", "Ana", "Zoe"])
    GameFactory(setup__players=["Zoe", "Ana", "Ben"])
    host.open("/new/sushi-go-party/").press("Same players as last time")
    assert names_in(host) == ["Zoe", "Ana", "Ben"]
    host.press("Start the game")
    assert Game.objects.filter(state="playing").count() == 2


def test_the_same_players_join_who_sits_there_already(host):
    over(players=["Eva", "Ana", "Zoe"])
    host.open("/new/sushi-go/").press("Same players as last time", player_2="Zoe")
    assert names_in(host) == ["Eva", "Zoe", "Ana"]


def test_the_same_players_are_not_offered_where_they_cannot_play(host):
    GameFactory(setup__party=True, setup__number=8)
    assert "Same players as last time" in host.open("/new/sushi-go-party/").text
    assert "Same players as last time" not in host.open("/new/sushi-go/").text
    assert "Same players as last time" not in PlainPhone().open("/new/sushi-go/").text


def test_enter_without_a_script_goes_to_the_next_field_and_loses_nothing(host):
    over()
    for after in (f"?after={Game.objects.get().pk}", ""):
        host.open(f"/new/sushi-go-party/{after}")
        first = host.buttons()[0][1]  # which Enter presses
        assert (text_of(first), attribute(first, "name")) == ("Next name", "add")
    host.press("Next name", player_1="Ana", menu="big-banquet")
    assert focused(host) == ["player_2"]
    assert names_in(host) == ["Ana"]
    assert form_of(host)["menu"] == ["big-banquet"]
    assert host.response.status_code == 200


def test_the_first_name_is_written_at_once_unless_names_stand_or_a_refusal_is_read(host):
    assert focused(host.open("/new/sushi-go/")) == ["player_1"]
    assert focused(host.press("Start the game")) == []
    over()
    assert focused(host.open(f"/new/sushi-go/?after={Game.objects.get().pk}")) == []


def test_seats_are_moved_and_taken_out(host):
    over()
    host.open("/new/sushi-go/").press("Same players as last time")
    host.press_named("Move seat 3 up")
    assert names_in(host) == ["Ana", "Cem", "Ben"]
    host.press_named("Take out seat 1")
    assert names_in(host) == ["Cem", "Ben"]


def test_what_no_button_sends_moves_nobody(client):
    typed = {"player_1": "Ana", "player_2": "Ben"}
    for sent in ({"up": "1"}, {"up": "99"}, {"out": "0"}, {"out": "x"}, {"add": "\n\n"}):
        page = client.post("/new/sushi-go/", {**typed, **sent}).content.decode()
        assert 'value="Ana"' in page
        assert 'value="Ben"' in page


def test_an_open_menu_of_ones_own_counts_what_is_chosen_and_says_who_may_use_what(host):
    host.open("/new/sushi-go-party/")
    ticked = {"own_appetizer": ["tofu", "eel"], "own_roll": ["temaki"]}
    host.press("Next name", menu="own", **ticked)
    legends = [text_of(legend) for legend in elements(host.page, "legend")]
    assert "Appetizer choose 3 · chosen: 2" in legends
    assert "Roll choose 1 · chosen: 1" in legends
    labels = {text_of(label): attribute(label, "class") for label in elements(host.page, "label")}
    assert labels["spoon 3–8 players"] == "from-3 up-to-8"
    assert labels["menu 2–6 players"] == "from-2 up-to-6"
    assert labels["tofu"] is None


def test_a_menu_is_a_card_with_the_pictures_of_what_is_in_it(host):
    host.open("/new/sushi-go-party/")
    cards = [e for e in elements(host.page, "label") if "from-" in (attribute(e, "class") or "")]
    feast = next(card for card in cards if text_of(card).startswith("Master Menu"))
    pictures = [attribute(use, "href") or "" for use in elements(feast, "use")]
    assert [url.partition("#")[2] for url in pictures] == [
        *("temaki", "sashimi", "tofu", "onigiri", "spoon", "takeout-box", "fruit")
    ]
    assert "3–8 players" in text_of(feast)
    assert "takeout box" in text_of(feast)


def test_in_spanish_the_english_name_of_a_menu_stands_beside_its_own(host):
    host.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "es"
    over(ruleset="sushi-go-party", menu="points-platter")
    host.open("/new/sushi-go-party/")
    assert "Mi primera comida ( My First Meal )" in host.text
    assert "Sushi Go! ( " not in host.text  # which is its name in Spanish too
    host.open(f"/g/{Game.objects.get().pk}/result/")
    assert "Points Platter" in host.text
    host.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    host.open("/new/sushi-go-party/")
    assert host.text.count("My First Meal") == 1


# ------------------------------------------------------------- the first page


def test_a_running_game_stands_first_on_the_first_page(host):
    over(players=["Eva", "Zoe"])
    game = GameFactory(setup__number=3)
    confirm(game, 1)
    host.open("/")
    first = next(elements(next(elements(host.page, "main")), "a"))
    assert text_of(first) == "Go on: Sushi Go! Round 2 · Ana, Ben, Cem"
    assert attribute(first, "href") == f"/g/{game.pk}/"
    finish(game)
    assert "Go on:" not in host.open("/").text


def test_a_game_of_roll_whose_tokens_are_missing_runs_in_no_fourth_round(host):
    confirm(GameFactory(setup__roll=True), 1, 2, 3)
    assert "Go on: Sushi Roll Ana, Ben" in host.open("/").text


def test_of_several_running_games_the_newest_goes_on_and_the_others_are_folded(host):
    games = [GameFactory(setup__players=[name, "Zoe"]) for name in NAMES[:3]]
    host.open("/")
    assert host.text.count("Go on: ") == 1
    assert (
        "Go on: Sushi Go! Round 1 · Cem, Zoe 2 other games are open Sushi Go! Ben, Zoe" in host.text
    )
    page = host.response.content.decode()
    assert all(page.count(f'href="/g/{game.pk}/"') == 1 for game in games)
    assert "Your games" not in host.text


def test_the_first_page_leads_to_the_referee_once_and_to_a_table_by_its_code():
    first = PlainPhone().open("/")
    assert first.text.count("Ask the referee") == 1
    assert "The code, from the host’s phone Join" in first.text
    assert "SushiScore counts, settles the ties" in first.text


def test_an_old_game_that_was_never_finished_stands_below(host):
    game = GameFactory(setup__players=NAMES[:4])
    Game.objects.update(created_at=timezone.now() - timedelta(days=3))
    host.open("/")
    assert "Go on:" not in host.text
    assert f'href="/g/{game.pk}/"' in host.response.content.decode()
