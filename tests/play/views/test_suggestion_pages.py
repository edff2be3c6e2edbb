"""Menus and names that pages suggest for the next game."""

from uuid import uuid4

import pytest
from django.urls import reverse

from referee.models import Game, Player
from referee.play.services.rematch import game_after
from tests.factories import NAMES, PHONE, GameFactory
from tests.play.views.joining import (
    Joining,
    form_of,
    host_phone,
    names_in,
    new_games,
    over,
    party,
    result,
    seated,
)
from tests.play.views.plain_phone import attribute, elements, filled_in, phone, text_of
from tests.rows import first

pytestmark = pytest.mark.django_db


def suggested(who: Joining) -> dict[str, str]:
    """The menus that a result suggests, by why."""
    (part,) = [e for e in elements(who.page, "section") if attribute(e, "class") == "next-menus"]
    return {
        text_of(next(elements(button, "span"))): attribute(button, "value") or ""
        for button in elements(part, "button")
    }


def test_a_party_games_result_suggests_three_menus_and_one_tap_plays_one(host):
    party(menu="points-platter")
    game = party(menu="points-platter")
    menus = suggested(result(host, game))
    assert list(menus) == ["Not played this month", "Your favourite", "Drawn at random"]
    assert menus["Your favourite"] == "points-platter"
    assert menus["Not played this month"] != "points-platter"
    host.press("Drawn at random")
    (new,) = new_games()
    kept = new.menu if isinstance(new.menu, str) else " ".join(new.menu)
    assert kept == menus["Drawn at random"]
    assert seated(new) == ["Ben", "Cem", "Ana"]


@pytest.mark.slow
def test_other_games_have_no_menus_to_suggest(host):
    page = result(host, over())
    assert not [e for e in elements(page.page, "section") if attribute(e, "class") == "next-menus"]


@pytest.mark.parametrize(
    ("menu", "says"),
    first(
        1,
        [
            ("dinner-for-two", "With 7 players the card “menu” stays in the box. Choose a menu"),
            ("all-you-can-eat", "Select a valid choice."),
            ("maki tofu", "Appetizer: choose 3. You have chosen 1."),
        ],
    ),
)
def test_a_menu_that_does_not_fit_is_refused_in_the_forms_words(menu, says):
    game = party(players=NAMES[:7])
    who = host_phone()
    page = result(who, game)
    (form,) = [f for f in elements(page.page, "form") if text_of(f).startswith("Rematch")]
    answer = who.client.post(reverse("rematch", args=[game.pk]), {**filled_in(form), "menu": menu})
    assert answer.status_code == 400
    who._show(answer, "")
    assert says in who.text
    assert names_in(who) == ["Ben", "Cem", "Dan", "Eve", "Fay", "Gus", "Ana"]
    assert game_after(game) is None
    own = {f"own_{category}": False for category in ("roll", "appetizer")}
    who.press("Start the game", menu="sushi-go", **(own if " " in menu else {}))
    assert (game_after(game) or game).menu == "sushi-go"
    assert game_after(game) is not None


def test_a_menu_for_a_game_without_menus_is_passed_over():
    game = over()
    phone(PHONE).post(reverse("rematch", args=[game.pk]), {"menu": "sushi-go"})
    assert new_games()[0].menu is None


KINDS = {"unplayed": "Not played this month", "random": "Drawn at random"}


@pytest.mark.parametrize("kind", KINDS)
def test_the_form_chooses_a_menu_and_keeps_what_was_typed(host, kind):
    host.open("/new/sushi-go-party/")
    host.press(
        KINDS[kind],
        player_1="Ana",
        player_4="Zoe",
        own_roll=["maki", "temaki"],
        **{"rule_uramaki-cascade": ["on"]},
    )
    assert host.response.status_code == 200
    assert names_in(host) == ["Ana", "Zoe"]
    form = form_of(host)
    assert form["rule_uramaki-cascade"] == ["on"]
    assert f"{KINDS[kind]}: " in host.text
    assert "It is chosen below." in host.text
    host.press("Start the game")
    game = Game.objects.get()
    assert seated(game) == ["Ana", "Zoe"]
    if isinstance(game.menu, list):
        chosen = [type_ for name in form if name.startswith("own_") for type_ in form[name]]
        assert set(chosen) == set(game.menu)
    else:
        assert form["menu"] == [game.menu]


@pytest.mark.slow
def test_the_form_chooses_the_clubs_favourite(host):
    party(menu="party-sampler")
    host.open("/new/sushi-go-party/").press("Your favourite", player_1="Ana", player_2="Ben")
    assert form_of(host)["menu"] == ["party-sampler"]
    host.press("Your favourite", **{f"player_{n}": f"P{n}" for n in range(1, 9)})
    assert "You have no favourite yet that is for so many players." in host.text
    assert form_of(host)["menu"] == ["party-sampler"]


def test_without_players_no_menu_is_chosen(host):
    host.open("/new/sushi-go-party/").press("Drawn at random", player_1="Ana", menu="big-banquet")
    assert "First write down who plays" in host.text
    assert (names_in(host), form_of(host)["menu"]) == (["Ana"], ["big-banquet"])


def test_ticked_cards_stay_ticked_where_no_menu_is_chosen(host):
    ticked = {"own_roll": ["temaki"], "own_appetizer": ["tofu", "eel"]}
    host.open("/new/sushi-go-party/")
    host.press("Your favourite", player_1="Ana", player_2="Ben", menu="own", **ticked)
    form = form_of(host)
    assert "You have no favourite yet" in host.text
    assert (form["menu"], form["own_roll"]) == (["own"], ["temaki"])
    assert set(form["own_appetizer"]) == {"tofu", "eel"}


def test_an_address_can_name_the_menu(host):
    game = party()
    host.open(f"/new/sushi-go-party/?after={game.pk}&menu=big-banquet")
    assert form_of(host)["menu"] == ["big-banquet"]
    host.open("/new/sushi-go-party/?menu=all-you-can-eat")
    assert form_of(host)["menu"] == ["sushi-go"]


def test_who_played_last_is_offered_first(host):
    over(players=["Ana", "Zoe", "Ben"])
    over(players=["Zoe", "Cem"])
    GameFactory(setup__players=["Abe", "Ana"])
    host.open("/new/sushi-go/")
    offered = [attribute(e, "value") for e in elements(host.page, "option")]
    assert offered == ["Cem", "Zoe", "Ana", "Ben", "Abe"]


# ------------------------------------------------------------- names and ticks that trap nobody


def started(**form: str) -> Game:
    """The game that the form of Party starts for the host's phone."""
    fields = {"player_1": "Ana", "player_2": "Ben", "menu": "sushi-go", **form}
    url = reverse("new-game", args=["sushi-go-party"])
    answer = phone(PHONE).post(url, {"game": str(uuid4()), **fields})
    assert answer.status_code == 302, answer.content.decode()
    return Game.objects.order_by("-created_at").first()


def test_who_types_a_players_name_in_small_letters_means_that_player():
    GameFactory()
    game = started(player_1="ben ", player_2="ANA")
    assert seated(game) == ["Ben", "Ana"]
    assert Player.objects.count() == 2


def test_the_ticks_of_a_menu_that_is_folded_away_do_not_count():
    """The cards of an own menu are shown only while it is chosen."""
    own = {
        "own_roll": ["maki"],
        "own_appetizer": ["tofu", "eel", "tempura"],
        "own_special": ["tea", "wasabi"],
        "own_dessert": ["fruit"],
    }
    assert started(**own).menu == "sushi-go"
    own["own_appetizer"] = ["tofu"]
    assert started(**own).menu == "sushi-go"
