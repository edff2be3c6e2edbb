"""The pages of the rules: all cards, a search, and a game's own."""

import re

import pytest
from django.test import Client
from django.test.html import parse_html

from referee.models import Game
from referee.play.services.games import Setup
from referee.rules import RULESETS
from tests.factories import PHONE, GameFactory
from tests.play.views.plain_phone import PlainPhone, attribute, elements, phone, text_of

pytestmark = pytest.mark.django_db

SOY = ("temaki", "eel", "tofu", "miso-soup", "spoon", "soy-sauce", "pudding")


def page_of(url: str, client: Client | None = None, **headers: str):
    answer = (client or Client()).get(url, headers=headers)
    assert answer.status_code == 200
    return parse_html(f"<div>{answer.content.decode()}</div>")


def cards(page) -> list[str]:
    """The cards on a page, by their anchors."""
    found = elements(page, "article", "div")
    return [attribute(it, "id") for it in found if attribute(it, "class") in ("rule", "detail")]


def party_game(**setup) -> Game:
    setup = {"players": ("Ana", "Ben", "Cem"), "menu": "cutthroat-combo", **setup}
    return GameFactory(setup=Setup("sushi-go-party", **setup))


def owners(game: Game) -> str:
    return f"/g/{game.pk}/rules/"


# ------------------------------------------------------------------ outside of a game


def test_from_the_first_page_to_the_rules_of_a_game():
    reader = PlainPhone().open("/").follow("Ask the referee")
    assert reader.url == "/rules/"
    reader.follow("Sushi Roll")
    assert reader.url == "/rules/sushi-roll/"
    assert reader.heading == "Rules of Sushi Roll"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_page_has_each_card_in_its_group_behind_its_picture(ruleset):
    answer = Client().get(f"/rules/{ruleset}/").content.decode()
    page = parse_html(answer)
    links = [attribute(link, "href") or "" for link in elements(page, "a")]
    targets = {link[1:] for link in links if link.startswith("#")}
    assert ('id="group-special"' in answer) == (ruleset == "sushi-go-party")
    assert [target for target in targets if f'id="{target}"' not in answer] == []
    folded = [card for card in elements(page, "details") if attribute(card, "class") == "rule"]
    assert len(folded) >= 9
    for card in folded:
        assert attribute(card, "open") is None
        (picture,) = elements(card, "summary")
        assert len(list(elements(picture, "h3"))) == 1
        assert "Rulebook:" in text_of(card)


@pytest.mark.parametrize("ruleset", ["sushi", "SUSHI-GO", "-", "sushi-go-2"])
def test_rules_of_a_game_that_nobody_makes_are_not_found(ruleset):
    assert Client().get(f"/rules/{ruleset}/").status_code == 404


@pytest.mark.parametrize("url", ["/rules/", "/rules/sushi-go/"])
def test_rules_are_only_read(url):
    for method in ("post", "put", "patch", "delete"):
        assert getattr(Client(), method)(url).status_code == 405, method


# ------------------------------------------------------------------ searching


@pytest.mark.parametrize(
    ("language", "query", "type_"),
    [("en", "  gyosa ", "dumpling"), ("es", "calamares", "nigiri"), ("es", "spoon", "spoon")],
)
def test_a_card_is_found_by_another_name_in_the_language_of_the_phone_or_of_the_cards(
    language, query, type_
):
    page = page_of(f"/rules/sushi-go-party/?q={query}", **{"Accept-Language": language})
    assert cards(page)[0] == type_
    (field,) = (box for box in elements(page, "input") if attribute(box, "name") == "q")
    assert attribute(field, "value") == query.strip()


@pytest.mark.parametrize("url", ["/rules/", "/rules/sushi-go-party/"])
def test_the_form_of_the_page_asks_without_a_script(url):
    reader = PlainPhone().open(url)
    (form,) = (form for form in elements(reader.page, "form") if attribute(form, "role"))
    assert (attribute(form, "method"), attribute(form, "action")) == ("get", None)
    reader.open(f"{url}?q=does+wasabi+count+as+a+colour")
    assert reader.heading == "Ask the referee"
    assert re.search(r"\d answers? to “.?does wasabi count as a colour.?”", reader.text)
    assert "Nigiri and wasabi share one; every other type has its own." in reader.text
    assert "Rulebook: Sushi Go Party! : Card Guide: Tea" in reader.text
    assert "A made-up example:" in reader.text


def test_all_three_games_are_asked_at_once_and_each_answer_names_its_game():
    page = page_of("/rules/?q=three tied for maki")
    assert cards(page)[:3] == [
        "sushi-go-maki-tie",
        "sushi-go-party-maki-tie",
        "sushi-roll-maki-tie",
    ]
    headings = [text_of(heading) for heading in elements(page, "h3")]
    assert headings[:2] == ["Tie for most maki Sushi Go!", "Ties for maki Sushi Go Party!"]
    assert len(set(cards(page))) == len(cards(page))


def test_an_answer_says_where_the_rulebook_is_silent_and_which_house_rule_changes_it():
    text = text_of(page_of("/rules/sushi-go/?q=nobody has maki"))
    assert "The rulebook is silent here; this is the referee’s ruling." in text
    assert "House rule “Without maki you can place”: off." in text
    assert "With the house rule “Without maki you can place” on: Ana 2, Ben 2, Cem 2" in text


def test_a_misspelt_word_is_told_as_it_was_read():
    assert "“wasbi” was read as “wasabi”." in text_of(page_of("/rules/?q=wasbi"))


@pytest.mark.parametrize(
    "query", ["zzz", "?!", "1234567", "%s %(x)s", "qqq www xxx", "<zzz>", "x" * 500]
)
def test_nothing_found_says_so_and_keeps_the_question(query):
    answer = Client().get("/rules/sushi-go/", {"q": query})
    page = parse_html(answer.content.decode())
    assert answer.status_code == 200
    assert "That is not about the game" in text_of(page)
    assert cards(page) == []
    (field,) = (box for box in elements(page, "input") if attribute(box, "name") == "q")
    assert attribute(field, "value") == query[:120]
    (status,) = (p for p in elements(page, "p") if attribute(p, "role") == "status")
    assert "Nothing found for" in text_of(status)
    links = [attribute(link, "href") for link in elements(page, "a")]
    assert "/rules/sushi-go/" in links


def test_what_is_hardly_understood_gets_the_nearest_and_is_told_so():
    page = page_of("/rules/sushi-go-party/?q=xylophone quartz jumbo tofu")
    assert "The referee has no answer to that." in text_of(page)
    assert "The nearest" in text_of(page)
    assert cards(page)[0] == "tofu"


def test_an_empty_search_shows_everything():
    everything = cards(page_of("/rules/sushi-go/"))
    assert cards(page_of("/rules/sushi-go/?q=   ")) == everything


@pytest.mark.parametrize("url", ["/rules/", "/rules/sushi-go-party/"])
def test_while_somebody_types_only_what_was_found_is_sent(url):
    part = Client().get(f"{url}?q=gyoza", headers={"HX-Request": "true"})
    text = part.content.decode()
    assert "<html" not in text
    assert "<input" not in text
    assert cards(parse_html(f"<div>{text}</div>"))[0].endswith("dumpling")
    assert 'hx-swap-oob="innerHTML:#how-many"' in text
    assert "HX-Request" in part.headers["Vary"]
    for more in ({}, {"HX-Request": "true", "HX-History-Restore-Request": "true"}):
        whole = Client().get(f"{url}?q=gyoza", headers=more).content.decode()
        assert "<html" in whole
        assert "hx-swap-oob" not in whole
    emptied = Client().get(url, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in emptied
    assert '<div hx-swap-oob="innerHTML:#how-many"></div>' in emptied


# ------------------------------------------------------------------ in a game


def test_a_game_shows_its_own_cards_only():
    page = page_of(owners(party_game()), phone(PHONE))
    assert set(cards(page)) == {"nigiri", *SOY}
    text = text_of(page)
    assert "Cutthroat Combo" in text
    assert "3 players" in text
    assert "wasabi" not in text.lower().replace("nigiri and wasabi", "")


def test_a_game_of_dice_shows_its_tokens_too():
    game = GameFactory(setup__roll=True)
    assert "tokens" in cards(page_of(owners(game), phone(PHONE)))


def test_house_rules_of_the_game_stand_with_their_cards():
    game = party_game(house_rules={"desserts-count-as-colours": False})
    text = text_of(page_of(owners(game), phone(PHONE)))
    assert "House rule: Desserts count as colours – off" in text
    assert "By the house rule of this game, desserts do not count." in text
    plain = text_of(page_of(owners(party_game()), phone(PHONE)))
    assert "House rule:" not in plain
    assert "By the house rule" not in plain


def test_a_question_in_a_game_is_answered_by_its_cards_and_house_rules():
    url = owners(party_game(house_rules={"desserts-count-as-colours": False}))
    assert cards(page_of(f"{url}?q=unagi", phone(PHONE)))[0] == "eel"
    assert "dumpling" not in cards(page_of(f"{url}?q=gyoza", phone(PHONE)))
    text = text_of(page_of(f"{url}?q=house rule: desserts are no colour", phone(PHONE)))
    assert "House rule: Desserts count as colours" in text
    assert "A house rule, off in this game." in text
    assert "Ana 0 points" not in text.partition("With the house rule")[2]
