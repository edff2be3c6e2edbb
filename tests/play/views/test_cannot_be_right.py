"""More cards on the table than the box holds: every page that can help says who has how many."""

import pytest
from django.test.html import parse_html

from tests.play.views.plain_phone import attribute, elements, text_of
from tests.play.views.sending import begin, confirm, said, tap

pytestmark = pytest.mark.django_db

ASKED = (
    "9 tempura lie on the table, but the box holds 8. "
    "Who has one too many? \u2068Ana\u2069 4, \u2068Ben\u2069 5."
)


def play(client, url, seat, face, cards, number=1):
    for _ in range(cards):
        tap(client, f"{url}r/{number}/{seat}/", f"add:{face}")


def links_of_problems(answer):
    """Where the problems of a page lead, and what the links are called."""
    page = parse_html(answer.content.decode())
    lists = [e for e in elements(page, "ul") if attribute(e, "class") == "problems"]
    found = [link for one in lists for link in elements(one, "a")]
    return [
        (attribute(link, "aria-label") or text_of(link), attribute(link, "href")) for link in found
    ]


@pytest.fixture
def party(client):
    """Nine tempura of eight: four before Ana, five before Ben, none before Cy."""
    url = begin(client, "sushi-go-party", "Ana", "Ben", "Cy", menu="sushi-go")
    play(client, url, 1, "tempura", 4)
    play(client, url, 2, "tempura", 5)
    tap(client, f"{url}r/1/3/", "add:maki-3")
    return url


def test_every_seat_that_has_some_is_told_while_entering(client, party):
    for seat in (1, 2):
        assert ASKED in said(client.get(f"{party}r/1/{seat}/"))
    assert said(client.get(f"{party}r/1/3/")) == ""


def test_one_card_fewer_and_nobody_is_told(client, party):
    tap(client, f"{party}r/1/2/", "undo:")
    assert said(client.get(f"{party}r/1/1/")) == ""
    assert "the box holds" not in said(client.get(f"{party}r/1/"))


def test_the_round_leads_to_the_cards_of_each_that_has_some(client, party):
    answer = client.get(f"{party}r/1/")
    assert ASKED in said(answer)
    named = [link for link in links_of_problems(answer) if link[0] != "Look"]
    assert named == [
        ("Cards of Ana", f"{party}r/1/1/"),
        ("Cards of Ben", f"{party}r/1/2/"),
    ]


def test_the_final_result_says_it_too(client, party):
    for number in (1, 2, 3):
        confirm(client, party, number)
    answer = client.get(f"{party}result/")
    assert f"Round 1 {ASKED}" in said(answer)
    named = [link for link in links_of_problems(answer) if link[0] != "Look"]
    assert named == [("Cards of Ana", f"{party}r/1/1/"), ("Cards of Ben", f"{party}r/1/2/")]


def test_cards_of_earlier_rounds_are_told_where_they_count(client):
    url = begin(client)
    play(client, url, 1, "pudding", 9)
    confirm(client, url, 1)
    play(client, url, 2, "pudding", 2, number=2)
    asked = "Who has one too many? This round: \u2068Ben\u2069 2. Earlier rounds: 9."
    told = said(client.get(f"{url}r/2/2/"))
    assert told == f"11 puddings played so far, but the box holds 10. {asked}"
    assert "puddings" not in said(client.get(f"{url}r/2/1/"))
    assert ("Look", f"{url}r/2/2/") in links_of_problems(client.get(f"{url}r/2/"))


def test_a_problem_of_one_player_leads_to_their_cards_alone(client):
    url = begin(client)
    play(client, url, 1, "tempura", 10)
    play(client, url, 2, "dumpling", 11)
    answer = client.get(f"{url}r/1/")
    assert "\u2068Ben\u2069 has 11, but 10 were dealt: too many." in said(answer)
    assert links_of_problems(answer) == [("Look", f"{url}r/1/2/")]
