"""What goes wrong during a round: each gets a clear answer, and what was entered is still there."""

from itertools import product
from uuid import uuid4

import pytest
from django.test.html import parse_html

from referee.models import Entry, Game, LateTap, RoundScore
from tests.factories import add, version_of, where
from tests.play.views.plain_phone import attribute, elements, text_of
from tests.play.views.sending import begin, confirm, lying, said, tap

pytestmark = pytest.mark.django_db


NO_BUTTONS = {
    "add:tempra": "There is no “tempra”. Nothing was changed.",
    "add:<b>x</b>": "There is no “<b>x</b>”. Nothing was changed.",
    "copy:flipped": "There is no “flipped”. Nothing was changed.",
    "copy:": "Nothing was changed.",
    "add:": "Nothing was changed.",
    "add": "Nothing was changed.",
    "eat:maki-3": "That button is not known here. Nothing was changed.",
    "": "That button is not known here. Nothing was changed.",
    "take:not-an-id": "That button is not known here. Nothing was changed.",
    "add:\0": "Nothing was changed.",
    "add:" + "x" * 10_000: "Nothing was changed.",
}


def test_a_button_that_no_page_has_is_answered_and_what_lies_there_stays(client):
    url = begin(client) + "r/1/1/"
    tap(client, url, "add:maki-3")
    for do, answer in NO_BUTTONS.items():
        refused = tap(client, url, do)
        assert refused.status_code == 409, do
        assert answer in said(refused), do
        assert "<b>x</b>" not in refused.content.decode()
        assert lying() == "maki-3", do
        assert version_of(Game.objects.get()) == 1, do


def test_a_card_of_another_game_is_shown_as_a_problem(client):
    url = begin(client) + "r/1/1/"
    answer = tap(client, url, "add:tofu")
    assert answer.status_code == 302
    assert "tofu" in said(client.get(url)).lower()


NO_CARD = "0b0f2d0e-52c2-4d19-9f1e-5a3f8a7a3c55"


VERBS = ("take", "flip", "bare", f"on:{NO_CARD}")


@pytest.mark.slow
def test_a_card_that_is_not_there_is_left_alone(client):
    url = begin(client) + "r/1/1/"
    tap(client, url, "add:maki-3")
    for case in product(VERBS, ("0" * 32, NO_CARD, f"{{{NO_CARD}}}")):
        assert tap(client, url, ":".join(case)).status_code == 302, case
        assert lying() == "maki-3", case


@pytest.mark.parametrize("tap_id", [None, "not-an-id", "\0"])
def test_a_tap_without_a_proper_id_counts_as_a_tap(client, tap_id):
    url = begin(client) + "r/1/1/"
    form = {"do": "add:maki-3"} | ({} if tap_id is None else {"tap": tap_id})
    assert client.post(url, form).status_code == 302
    assert lying() == "maki-3"


def test_ten_thousand_tempura_end_at_the_limit_and_the_result_still_shows(client):
    game = begin(client)
    play(1, "tempura", 19)
    assert tap(client, f"{game}r/1/1/", "add:tempura").status_code == 302
    for _ in range(2):
        answer = tap(client, f"{game}r/1/1/", "add:tempura")
        assert answer.status_code == 409
        assert "No more than 20 fit here. Nothing was added." in said(answer)
    assert Entry.objects.count() == 20
    page = client.get(f"{game}r/1/")
    assert page.status_code == 200
    assert "50" in page.content.decode()
    assert "too many" in said(page)


def test_one_tap_sent_twice_is_one_card(client):
    url, tap_id = begin(client) + "r/1/1/", str(uuid4())
    for _ in range(2):
        answer = client.post(url, {"tap": tap_id, "do": "add:maki-3"})
        assert (answer.status_code, answer.url) == (302, url)
    assert lying() == "maki-3"


def test_an_id_that_another_tap_had_is_refused_in_words(client):
    url, tap_id = begin(client) + "r/1/1/", str(uuid4())
    client.post(url, {"tap": tap_id, "do": "add:maki-3"})
    answer = client.post(url, {"tap": tap_id, "do": "add:maki-2"})
    assert answer.status_code == 409
    assert "This tap’s id belongs to another tap. Nothing was changed." in said(answer)


@pytest.mark.slow
def test_every_page_brings_a_new_tap_id(client):
    url = begin(client) + "r/1/1/"
    taps = {
        attribute(box, "value")
        for _ in range(3)
        for box in elements(parse_html(client.get(url).content.decode()), "input")
        if attribute(box, "name") == "tap"
    }
    assert len(taps) == 6  # one for the cards and one for words on each page


# ------------------------------------------------------------- confirmed rounds


def test_a_confirmed_round_takes_no_more_cards_and_says_who_decides(client):
    game = begin(client)
    tap(client, f"{game}r/1/1/", "add:maki-3")
    confirm(client, game, 1)
    answer = tap(client, f"{game}r/1/1/", "add:maki-3")
    assert answer.status_code == 409
    assert "Round 1 is confirmed already. Your tap is kept aside: the host is asked" in said(answer)
    assert LateTap.objects.get().do == "add:maki-3"
    assert "maki roll with 3 icons" in answer.content.decode().lower()
    assert lying() == "maki-3"


def test_a_confirmation_of_another_page_is_refused(client):
    game = begin(client)
    tap(client, f"{game}r/1/1/", "add:maki-3")
    for seen in ("0", "", "-1", "x", "1.0", "²", "9" * 5000, "\0", "1" * 9):
        answer = confirm(client, game, 1, seen)
        assert answer.status_code == 409, seen
        assert "The game has changed since you opened this page." in said(answer), seen
        assert not RoundScore.objects.exists(), seen


def test_a_round_that_comes_later_waits(client):
    answer = confirm(client, begin(client), 3)
    assert answer.status_code == 409
    assert "Round 1 comes first: it is not confirmed yet." in said(answer)


ASKED = (
    "9 tempura lie on the table, but the box holds 8. Ana has 4 and Ben 5: who has one too many?"
)


def play(seat, face, cards, number=1):
    """Enters cards of the only game."""
    add(where(Game.objects.get(), number, seat), *[face] * cards)


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
    play(1, "tempura", 4)
    play(2, "tempura", 5)
    play(3, "maki-3", 1)
    return url


@pytest.mark.slow
def test_every_seat_that_has_some_is_told_while_entering_and_none_when_one_is_gone(client, party):
    for seat in (1, 2):
        assert ASKED in said(client.get(f"{party}r/1/{seat}/"))
    assert said(client.get(f"{party}r/1/3/")) == ""
    tap(client, f"{party}r/1/2/", "undo:")
    assert said(client.get(f"{party}r/1/1/")) == ""
    assert "the box holds" not in said(client.get(f"{party}r/1/"))


def test_the_round_leads_to_the_cards_of_each_that_has_some(client, party):
    answer = client.get(f"{party}r/1/")
    assert ASKED in said(answer)
    named = [link for link in links_of_problems(answer) if link[0] != "See the cards"]
    assert named == [
        ("Cards of Ana", f"{party}r/1/1/"),
        ("Cards of Ben", f"{party}r/1/2/"),
    ]


@pytest.mark.slow
def test_the_final_result_says_it_too(client, party):
    for number in (1, 2, 3):
        confirm(client, party, number)
    answer = client.get(f"{party}result/")
    assert f"Round 1 {ASKED}" in said(answer)
    named = [link for link in links_of_problems(answer) if link[0] != "See the cards"]
    assert named == [("Cards of Ana", f"{party}r/1/1/"), ("Cards of Ben", f"{party}r/1/2/")]


def test_cards_of_earlier_rounds_are_told_where_they_count(client):
    url = begin(client)
    play(1, "pudding", 9)
    confirm(client, url, 1)
    play(2, "pudding", 2, number=2)
    asked = "9 in earlier rounds; in this one Ben has 2: who has one too many?"
    told = said(client.get(f"{url}r/2/2/"))
    assert told == f"11 puddings played so far, but the box holds 10. {asked}"
    assert "puddings" not in said(client.get(f"{url}r/2/1/"))
    assert ("See the cards", f"{url}r/2/2/") in links_of_problems(client.get(f"{url}r/2/"))


def test_a_problem_of_one_player_leads_to_their_cards_alone(client):
    url = begin(client)
    play(1, "tempura", 10)
    play(2, "dumpling", 11)
    answer = client.get(f"{url}r/1/")
    assert "Ben has 11 cards, but 10 were dealt: one too many." in said(answer)
    assert links_of_problems(answer) == [("See the cards", f"{url}r/1/2/")]
