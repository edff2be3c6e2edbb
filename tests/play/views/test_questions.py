"""What no tableau tells is asked: who reached ten uramaki first, and what lies on a wasabi."""

import pytest
from django.test.html import parse_html

from referee.models import Game
from tests.factories import OTHER_PHONE, add, where
from tests.play.views.plain_phone import attribute, elements, phone, text_of
from tests.play.views.sending import begin, claim, confirm, lying, said, tap

pytestmark = pytest.mark.django_db

ON_IT = "\u2068Ben\u2069’s squid nigiri lies beside a free wasabi: on it?"
CLAIMED = "\u2068Ana\u2069’s 11 uramaki icons cannot still lie there: who reached ten first?"


def enter(*faces, seat=1):
    """Enters cards of the only game."""
    add(where(Game.objects.get(), seat=seat), *faces)


@pytest.fixture
def go(client):
    """Ben's squid was tapped before his wasabi."""
    url = begin(client)
    enter("squid-nigiri", "wasabi", seat=2)
    return url


def words(answer):
    return " ".join(text_of(parse_html(answer.content.decode())).split())


def buttons(answer, *labels):
    """The buttons that answer a question: what they are called in full, and what they do."""
    page = parse_html(answer.content.decode())
    return [
        (attribute(one, "aria-label"), attribute(one, "value"))
        for one in elements(page, "button")
        if text_of(one) in (labels or ["Yes"])
    ]


def form_around(answer, label="Yes"):
    """Where the form of a button goes, and what it sends."""
    page = parse_html(answer.content.decode())
    for form in elements(page, "form"):
        for button in elements(form, "button"):
            if text_of(button) == label:
                fields = {
                    attribute(i, "name"): attribute(i, "value") for i in elements(form, "input")
                }
                fields[attribute(button, "name")] = attribute(button, "value")
                return attribute(form, "action"), fields
    return None


# ------------------------------------------------------------------ wasabi


def test_a_squid_beside_a_free_wasabi_is_asked_about_while_entering(client, go):
    answer = client.get(f"{go}r/1/2/")
    assert ON_IT in words(answer)
    assert said(answer) == ""  # a question, no fault
    assert [name for name, _do in buttons(answer)] == ["Yes: Squid nigiri on wasabi"]
    assert ON_IT not in words(client.get(f"{go}r/1/1/"))


def test_one_tap_while_entering_puts_it_there(client, go):
    action, fields = form_around(client.get(f"{go}r/1/2/"))
    answer = client.post(action, fields)
    assert (answer.status_code, answer.url) == (302, f"{go}r/1/2/")
    assert lying(2) == "wasabi+squid-nigiri"
    answer = client.get(f"{go}r/1/2/")
    assert "beside a free wasabi" not in words(answer)
    assert buttons(answer) == []


def test_one_tap_on_the_result_puts_it_there_and_stays_there(client, go):
    answer = client.get(f"{go}r/1/")
    assert ON_IT in words(answer)
    action, fields = form_around(answer)
    assert action == f"{go}r/1/2/"
    sent = client.post(action, fields)
    assert (sent.status_code, sent.url) == (302, f"{go}r/1/")
    assert lying(2) == "wasabi+squid-nigiri"
    result = client.get(sent.url)
    assert "beside a free wasabi" not in words(result)
    assert "\u2068Ben\u2069 leads with 9 points" in words(result)
    # A second press of the same button is no second tap.
    assert client.post(action, fields).status_code == 302
    assert lying(2) == "wasabi+squid-nigiri"


def news(answer):
    """The sentences of a page that a screen reader says when they are new."""
    items = elements(parse_html(answer.content.decode()), "li")
    return [attribute(one, "data-words") for one in items if attribute(one, "data-words")]


def test_who_takes_the_squid_off_is_not_asked_aloud_whether_it_lies_there(client, go):
    assert ON_IT in news(client.get(f"{go}r/1/2/"))
    ((_name, on),) = buttons(client.get(f"{go}r/1/2/"))
    tap(client, f"{go}r/1/2/", on)
    tap(client, f"{go}r/1/2/", on.replace("on:", "off:"))
    answer = client.get(f"{go}r/1/2/")
    assert lying(2) == "squid-nigiri wasabi"
    assert ON_IT in words(answer)
    assert ON_IT not in news(answer)


def test_each_sort_of_nigiri_has_a_tap_of_its_own(client, go):
    """Two squids are alike; Ana's egg is on her wasabi."""
    enter("egg-nigiri", "wasabi")
    egg = buttons(client.get(f"{go}r/1/1/"))
    tap(client, f"{go}r/1/1/", egg[0][1])
    tap(client, f"{go}r/1/2/", "undo:")
    enter("squid-nigiri", "salmon-nigiri", "wasabi", seat=2)
    for page in (f"{go}r/1/2/", f"{go}r/1/"):
        answer = client.get(page)
        assert (
            "salmon nigiri and 2 squid nigiri lie beside a free wasabi: is one of them on it?"
            in words(answer)
        )
        found = buttons(answer, "Salmon nigiri", "Squid nigiri")
        assert [name for name, _do in found] == [
            "Salmon nigiri on wasabi",
            "Squid nigiri on wasabi",
        ]
    tap(client, f"{go}r/1/2/", found[0][1])
    assert lying(2) == "wasabi+salmon-nigiri squid-nigiri*2"
    assert buttons(client.get(f"{go}r/1/2/"), "Squid nigiri", "Yes") == []


def test_a_question_does_not_stop_the_round_and_is_answered_by_confirming(client, go):
    enter(*["tempura"] * 8, seat=2)
    enter(*["sashimi"] * 10)
    answer = client.get(f"{go}r/1/")
    assert ON_IT in words(answer)
    assert buttons(answer, "Confirm all the same") == []
    assert len(buttons(answer, "Confirm the round")) == 1
    assert confirm(client, go, 1).status_code == 302
    for page in (f"{go}r/1/", f"{go}r/1/2/"):
        assert "beside a free wasabi" not in words(client.get(page))


def test_who_only_watches_has_no_button(client, go):
    game = Game.objects.get()
    game.guests.create(phone=OTHER_PHONE, seat=None)
    watcher = phone(OTHER_PHONE)
    for page in (f"{go}r/1/", f"{go}r/1/2/"):
        answer = watcher.get(page)
        assert ON_IT in words(answer)
        assert buttons(answer) == []


def test_a_try_has_the_question_and_its_own_cards_to_move(client, go):
    answer = client.get(f"{go}what-if/1/2/")
    assert ON_IT in words(answer)
    assert buttons(answer) == []


# ------------------------------------------------------------------ uramaki


@pytest.fixture
def party(client):
    """Ana's eleven uramaki icons are entered as plain cards."""
    url = begin(client, "sushi-go-party", "Ana", "Ben", menu="dinner-for-two")
    enter("uramaki-5", "uramaki-3", "uramaki-3")
    return url


def race_links(answer):
    page = parse_html(answer.content.decode())
    hrefs = [(text_of(a), attribute(a, "href")) for a in elements(page, "a")]
    return [link for link in hrefs if link[1].endswith("#race")]


def test_eleven_icons_are_named_where_they_are_entered_and_lead_to_the_claim(client, party):
    answer = client.get(f"{party}r/1/1/")
    assert said(answer) == f"{CLAIMED} Claim"
    assert race_links(answer) == [("Claim", f"{party}r/1/1/#race")]
    page = parse_html(answer.content.decode())
    assert [text_of(e) for e in elements(page, "h2") if attribute(e, "id") == "race"]
    icons = [e for e in elements(page, "input") if attribute(e, "name") == "icons"]
    assert [attribute(e, "value") for e in icons] == ["11"]
    assert said(client.get(f"{party}r/1/2/")) == ""


def test_the_result_names_them_and_confirms_only_all_the_same(client, party):
    answer = client.get(f"{party}r/1/")
    assert CLAIMED in said(answer)
    assert race_links(answer) == [("Enter the claim", f"{party}r/1/1/#race")]
    assert len(buttons(answer, "Confirm all the same")) == 1
    assert buttons(answer, "Confirm the round") == []


def test_the_final_result_names_them_too_and_leads_to_no_form(client, party):
    for number in (1, 2, 3):
        confirm(client, party, number)
    answer = client.get(f"{party}result/")
    assert f"Round 1 {CLAIMED}" in said(answer)
    assert race_links(answer) == []
    assert race_links(client.get(f"{party}r/1/1/")) == []


def test_a_claim_and_the_cards_taken_away_answer_it(client, party):
    claim(client, party, 11, seat="1")
    answer = client.get(f"{party}r/1/1/")
    assert "cards that were claimed leave the table" in said(answer)
    assert race_links(answer) == []  # it is entered already
    tap(client, f"{party}r/1/1/", "undo:")  # the claim
    for _card in range(3):
        tap(client, f"{party}r/1/1/", "undo:")
    claim(client, party, 11, seat="1")
    assert "cannot still lie there" not in words(client.get(f"{party}r/1/1/"))
    assert len(buttons(client.get(f"{party}r/1/"), "Confirm the round")) == 1


def test_who_only_watches_is_led_to_no_form(client, party):
    Game.objects.get().guests.create(phone=OTHER_PHONE, seat=None)
    watcher = phone(OTHER_PHONE)
    for page in (f"{party}r/1/", f"{party}r/1/1/"):
        answer = watcher.get(page)
        assert CLAIMED in said(answer)
        assert race_links(answer) == []
