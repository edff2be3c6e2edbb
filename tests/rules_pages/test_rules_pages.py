"""The pages of the rules: all cards, a search, and a game's own."""

import pytest
from django.test import Client
from django.test.html import parse_html

from referee.models import Game
from referee.play.services.games import Setup
from referee.rules import RULESETS
from tests.access.test_access import phone
from tests.factories import PHONE, GameFactory
from tests.play.views.plain_phone import PlainPhone, attribute, elements, text_of

pytestmark = pytest.mark.django_db

SOY = ("temaki", "eel", "tofu", "miso-soup", "spoon", "soy-sauce", "pudding")


def page_of(url: str, client: Client | None = None, **headers: str):
    answer = (client or Client()).get(url, headers=headers)
    assert answer.status_code == 200
    return parse_html(f"<div>{answer.content.decode()}</div>")


def cards(page) -> list[str]:
    """The cards on a page, by their anchors."""
    return [attribute(card, "id") for card in elements(page, "article")]


def party_game(**setup) -> Game:
    setup = {"players": ("Ana", "Ben", "Cem"), "menu": "cutthroat-combo", **setup}
    return GameFactory(setup=Setup("sushi-go-party", **setup))


def owners(game: Game) -> str:
    return f"/g/{game.pk}/rules/"


# ------------------------------------------------------------------ outside of a game


def test_from_the_first_page_to_the_rules_of_a_game():
    reader = PlainPhone().open("/").follow("What does each card score?")
    assert reader.url == "/rules/"
    reader.follow("Sushi Roll")
    assert reader.url == "/rules/sushi-roll/"
    assert reader.heading == "Rules of Sushi Roll"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_page_has_every_card_with_its_line_its_detail_and_an_anchor(ruleset):
    page = page_of(f"/rules/{ruleset}/")
    rules = RULESETS[ruleset]
    in_box = set(rules.box) | {type_ for kind in rules.dice for type_ in kind}
    assert set(cards(page)) - {"tokens"} == in_box
    for card in elements(page, "article"):
        assert len(list(elements(card, "h3"))) == 1
        (detail,) = elements(card, "details")
        assert "Rulebook:" in text_of(detail)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_link_within_a_page_leads_somewhere_on_it(ruleset):
    answer = Client().get(f"/rules/{ruleset}/").content.decode()
    page = parse_html(answer)
    links = [attribute(link, "href") or "" for link in elements(page, "a")]
    targets = [link[1:] for link in links if link.startswith("#")]
    assert len(targets) > 5
    assert [target for target in targets if f'id="{target}"' not in answer] == []


@pytest.mark.parametrize("ruleset", ["sushi", "SUSHI-GO", "-", "sushi-go-2"])
def test_rules_of_a_game_that_nobody_makes_are_not_found(ruleset):
    assert Client().get(f"/rules/{ruleset}/").status_code == 404


@pytest.mark.parametrize("url", ["/rules/", "/rules/sushi-go/"])
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_rules_are_only_read(url, method):
    assert getattr(Client(), method)(url).status_code == 405


# ------------------------------------------------------------------ searching


@pytest.mark.parametrize(
    ("query", "type_"),
    [
        ("gyoza", "dumpling"),
        ("GYOZAS", "dumpling"),
        ("égg", "nigiri"),
        ("tamago", "nigiri"),
        ("custard", "pudding"),
        ("  take out ", "takeout-box"),
    ],
)
def test_a_card_is_found_by_another_name_of_it(query, type_):
    page = page_of(f"/rules/sushi-go-party/?q={query}")
    assert cards(page)[0] == type_
    (field,) = (box for box in elements(page, "input") if attribute(box, "name") == "q")
    assert attribute(field, "value") == query.strip()


@pytest.mark.parametrize(
    ("language", "query", "type_"),
    [
        ("es", "calamares", "nigiri"),
        ("es", "spoon", "spoon"),
        ("en", "cuchara", "spoon"),
    ],
)
def test_a_card_is_found_in_the_language_of_the_phone_or_of_the_cards(language, query, type_):
    url = f"/rules/sushi-go-party/?q={query}"
    assert cards(page_of(url, **{"Accept-Language": language})) == [type_]


def test_names_in_another_language_are_searched_only_where_nothing_else_is_found():
    # "sal" is the beginning of "salsa" as well, but a phone in English has its salmon.
    assert cards(page_of("/rules/sushi-go-party/?q=sal")) == ["nigiri"]
    assert cards(page_of("/rules/sushi-go-party/?q=salsa")) == ["soy-sauce"]


def test_the_form_of_the_page_searches_without_a_script():
    reader = PlainPhone().open("/rules/sushi-go-party/")
    (form,) = (form for form in elements(reader.page, "form") if attribute(form, "role"))
    assert (attribute(form, "method"), attribute(form, "action")) == ("get", None)
    reader.open("/rules/sushi-go-party/?q=gyoza")
    assert "1 card found" in reader.text


def test_cards_that_only_mention_a_word_come_after_those_that_are_called_so():
    page = page_of("/rules/sushi-go-party/?q=wasabi")
    found = cards(page)
    assert found[0] == "wasabi"
    assert {"nigiri", "special-order", "takeout-box"} <= set(found[1:])
    assert "Also mentioned here" in text_of(page)
    assert len(set(found)) == len(found)
    assert f"{len(found)} cards found" in text_of(page)


def test_every_word_of_a_search_must_be_found():
    assert cards(page_of("/rules/sushi-go-party/?q=tea colour"))
    assert not cards(page_of("/rules/sushi-go-party/?q=tea gyoza"))


@pytest.mark.parametrize("query", ["zzz", "?!", "1234567", "%s %(x)s", "<zzz>", "x" * 500])
def test_nothing_found_says_so_kindly_and_keeps_the_query(query):
    answer = Client().get("/rules/sushi-go/", {"q": query})
    page = parse_html(answer.content.decode())
    assert answer.status_code == 200
    assert not cards(page)
    assert "Perhaps another word for it?" in text_of(page)
    (field,) = (box for box in elements(page, "input") if attribute(box, "name") == "q")
    assert attribute(field, "value") == query[:80]
    (status,) = (p for p in elements(page, "p") if attribute(p, "role") == "status")
    assert "Nothing found for" in text_of(status)
    links = [attribute(link, "href") for link in elements(page, "a")]
    assert "/rules/sushi-go/" in links


@pytest.mark.parametrize("query", ["", "   "])
def test_an_empty_search_shows_everything(query):
    everything = cards(page_of("/rules/sushi-go/"))
    assert cards(page_of(f"/rules/sushi-go/?q={query}")) == everything


def test_while_somebody_types_only_what_was_found_is_sent():
    part = Client().get("/rules/sushi-go-party/?q=gyoza", headers={"HX-Request": "true"})
    text = part.content.decode()
    assert "<html" not in text
    assert "<input" not in text
    assert cards(parse_html(f"<div>{text}</div>")) == ["dumpling"]
    assert 'hx-swap-oob="innerHTML:#how-many"' in text
    assert "HX-Request" in part.headers["Vary"]
    whole = Client().get(
        "/rules/sushi-go-party/?q=gyoza",
        headers={"HX-Request": "true", "HX-History-Restore-Request": "true"},
    )
    assert "<html" in whole.content.decode()


def test_a_whole_page_announces_nothing_out_of_its_place():
    assert "hx-swap-oob" not in Client().get("/rules/sushi-go/?q=egg").content.decode()


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


def test_maki_are_told_for_the_players_of_the_game():
    def line(players: int) -> str:
        game = GameFactory(setup__party=True, setup__menu="big-banquet", setup__number=players)
        page = page_of(owners(game), phone(PHONE))
        card = next(card for card in elements(page, "article") if attribute(card, "id") == "maki")
        return text_of(next(elements(card, "p")))

    assert line(4) == "Most icons 6 points, second most 3"
    assert line(6) == "Most icons 6 points, second 4, third 2"


def test_house_rules_of_the_game_stand_with_their_cards():
    game = party_game(house_rules={"desserts-count-as-colours": False})
    text = text_of(page_of(owners(game), phone(PHONE)))
    assert "House rule: Desserts count as colours – off" in text
    assert "By the house rule of this game, desserts do not count." in text
    plain = text_of(page_of(owners(party_game()), phone(PHONE)))
    assert "House rule:" not in plain
    assert "By the house rule" not in plain


def test_a_search_in_a_game_finds_its_own_cards_only():
    url = owners(party_game())
    assert cards(page_of(f"{url}?q=unagi", phone(PHONE))) == ["eel"]
    assert cards(page_of(f"{url}?q=gyoza", phone(PHONE))) == []


def test_a_stranger_learns_nothing_of_a_game():
    url = owners(party_game())
    assert Client().get(url).status_code == 404
    assert phone("phone-of-others").get(f"{url}?q=eel").status_code == 404
    answer = phone("phone-of-others").get(url, headers={"HX-Request": "true"})
    assert answer.status_code == 404
