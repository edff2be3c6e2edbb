"""Questions to the referee, and the three games, over the network."""

import pytest

from referee.api.words import AskLimit
from referee.rules import RULESETS


def ask(client, question, **more):
    asked = {"question": question, **more}
    return client.post("/api/v1/ask/", asked, content_type="application/json")


def test_a_question_is_answered_in_plain_text_with_the_section(client):
    answer = ask(client, "how many cards are dealt?", ruleset="sushi-go").json()
    assert answer["is_found"]
    (first,) = (one for one in answer["answers"] if one["slug"] == "sushi-go/dealing")
    assert first["title"] == "Before a round"
    assert "Cards each 10 9 8 7" in first["text"].split("\n")
    assert first["citations"] == [{"rulebook": "Sushi Go!", "section": "Setup"}]


def test_an_answer_about_a_card_tells_what_its_page_tells(client):
    answer = ask(client, "tempura", ruleset="sushi-go").json()["answers"][0]
    lines = answer["text"].split("\n")
    assert lines[0] == "2 for 5 points, a single one nothing"
    assert "14 cards in the box" in lines
    assert answer["citations"] == [{"rulebook": "Sushi Go!", "section": "Scoring: Tempura"}]
    assert not set("<>&\u2068\u2069") & set(answer["text"])


def test_every_kind_of_answer_has_its_section(client):
    kinds = {}
    for question in ("maki", "tie", "the end of the game", "house rule uramaki cascade"):
        for answer in ask(client, question).json()["answers"]:
            kinds[answer["kind"]] = answer
            assert answer["text"]
            assert answer["title"]
            assert answer["citations"]
            assert all(place["section"] for place in answer["citations"])
    assert set(kinds) == {"card", "case", "play", "switch"}


def test_a_question_is_answered_in_the_language_asked_for(client):
    asked = {"question": "empate de maki", "ruleset": "sushi-go"}
    spanish = {"Accept-Language": "es"}
    kind = "application/json"
    one = client.post("/api/v1/ask/", asked, content_type=kind, headers=spanish).json()
    assert one["answers"][0]["title"] == "Empate a más makis"
    assert one["answers"][0]["citations"][0]["section"].startswith("Puntuación")


def test_to_what_is_hardly_understood_the_nearest_answers_are_given(client):
    answer = ask(client, "xylophone quartz jumbo tofu").json()
    assert not answer["is_found"]
    assert answer["answers"]


def test_to_what_is_of_something_else_there_is_no_answer(client):
    assert ask(client, "xyzzy").json()["answers"] == []
    assert ask(client, "what wine goes with sushi").json()["answers"] == []


def test_a_question_about_sushiscore_is_answered_in_words_of_no_game(client):
    first = ask(client, "how do i undo a card").json()["answers"][0]
    assert (first["slug"], first["kind"], first["ruleset"]) == ("app/undo", "app", "")
    assert "Undo" in first["text"]


@pytest.mark.parametrize(
    ("asked", "places"),
    [
        ({}, ["question"]),
        ({"question": " "}, ["question"]),
        ({"question": "\x1d\u200b\n"}, ["question"]),  # of which nothing is to be seen
        ({"question": "x" * 121, "ruleset": "chess"}, ["question", "ruleset"]),
        ({"question": 7, "menu": "x"}, ["question", "menu"]),
        ([], [""]),
    ],
)
def test_a_question_that_is_none_is_refused_with_every_fault(client, asked, places):
    answer = client.post("/api/v1/ask/", asked, content_type="application/json")
    assert answer.status_code == 400
    assert sorted(one["path"] for one in answer.json()["errors"]) == sorted(places)


def test_who_asks_too_often_must_wait(client, monkeypatch):
    monkeypatch.setattr(AskLimit, "most", 1)
    assert [ask(client, "tea").status_code for _ in range(2)] == [200, 429]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_is_told_with_its_cards_menus_and_house_rules(client, ruleset):
    answer = client.get(f"/api/v1/rulesets/{ruleset}/")
    told = answer.json()
    rules = RULESETS[ruleset]
    assert told["players"] == list(rules.players)
    assert {card["slug"]: card["count"] for card in told["cards"] if card["count"]} == rules.box
    for card in told["cards"]:
        counts = [face["count"] for face in card["faces"]]
        assert None in counts or sum(counts) == card["count"]
        assert card["citation"]["section"]
    assert len(told["menus"]) == (8 if ruleset == "sushi-go-party" else 0)


def test_what_a_menu_is_for_stands_with_it(client):
    menus = client.get("/api/v1/rulesets/sushi-go-party/").json()["menus"]
    by_slug = {menu["slug"]: menu for menu in menus}
    assert by_slug["dinner-for-two"]["players"] == [2, 3, 4, 5, 6]
    assert by_slug["big-banquet"]["players"] == [3, 4, 5, 6, 7, 8]


def test_the_games_are_listed_and_there_is_no_other(client):
    answer = client.get("/api/v1/rulesets/").json()
    assert (answer["next"], answer["previous"]) == (None, None)
    listed = answer["results"]
    assert [game["slug"] for game in listed] == list(RULESETS)
    assert client.get("/api/v1/rulesets/chess/").status_code == 404


def test_who_has_the_newest_answer_is_told_so_in_each_language(client):
    first = client.get("/api/v1/rulesets/")
    tag = {"If-None-Match": first.headers["ETag"]}
    again = client.get("/api/v1/rulesets/", headers=tag)
    assert (again.status_code, again.content) == (304, b"")
    spanish = client.get("/api/v1/rulesets/sushi-go/", headers={**tag, "Accept-Language": "es"})
    assert spanish.status_code == 200
    assert "Accept-Language" in first.headers["Vary"]
