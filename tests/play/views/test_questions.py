"""What no tableau tells is asked: who reached ten uramaki first, and what lies on a wasabi."""

import json
import re
from uuid import uuid4

import pytest
from django.test.html import parse_html

from referee.models import Game
from tests.factories import OTHER_PHONE, add, table_of, version_of, where
from tests.play.views.plain_phone import attribute, elements, phone, text_of
from tests.play.views.sending import begin, claim, confirm, lying, said, tap

pytestmark = pytest.mark.django_db

ASKED = "What lies on Ben’s wasabi? For now: "
CLAIMED = "Ana has 11 uramaki icons: who reached ten first?"


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
        if text_of(one) in labels
    ]


def form_around(answer, label):
    """Where the form of a button goes, and what it sends."""
    page = parse_html(answer.content.decode())
    for form in elements(page, "form"):
        for button in elements(form, "button"):
            if text_of(button) == label:
                fields = {
                    attribute(i, "name"): attribute(i, "value") for i in elements(form, "input")
                }
                if name := attribute(button, "name"):
                    fields[name] = attribute(button, "value")
                return attribute(form, "action"), fields
    return None


# ------------------------------------------------------------------ wasabi


def answers(answer):
    """What can be said of each wasabi: the buttons' names, in their order."""
    page = parse_html(answer.content.decode())
    return [
        attribute(one, "aria-label")
        for one in elements(page, "button")
        if (attribute(one, "value") or "").startswith(("on:", "bare:"))
        and attribute(one, "id") not in move_buttons(page)
    ]


def move_buttons(page):
    """The ids of the buttons of the cards on the table."""
    ids = [attribute(one, "id") or "" for one in elements(page, "button")]
    return [one for one in ids if one.startswith("move-")]


def reply(client, answer, name):
    """Presses an answer by its name; where the page goes."""
    page = parse_html(answer.content.decode())
    for form in elements(page, "form"):
        for button in elements(form, "button"):
            if attribute(button, "aria-label") == name:
                fields = {
                    attribute(i, "name"): attribute(i, "value") for i in elements(form, "input")
                }
                fields[attribute(button, "name")] = attribute(button, "value")
                sent = client.post(attribute(form, "action"), fields)
                assert sent.status_code == 302
                return sent.url
    raise AssertionError(f"no button says {name}")


SQUID_ON_IT, NOTHING = "Squid nigiri on wasabi", "Nothing lies on the wasabi"
NOW = ", as it counts now"


def test_what_lies_on_a_wasabi_is_asked_with_what_is_assumed_among_the_answers(client, go):
    answer = client.get(f"{go}r/1/2/")
    assert f"{ASKED}nothing." in words(answer)
    assert said(answer) == ""  # a question, no fault
    assert answers(answer) == [SQUID_ON_IT, NOTHING + NOW]
    assert "What lies on" not in words(client.get(f"{go}r/1/1/"))


@pytest.mark.parametrize("place", ["r/1/2/", "r/1/", "r/1/cards/"])
def test_one_tap_answers_wherever_it_is_asked_and_it_is_asked_no_more(client, go, place):
    other = phone(OTHER_PHONE)
    Game.objects.get().guests.create(phone=OTHER_PHONE, seat=None)
    answer = client.get(f"{go}{place}")
    assert f"{ASKED}nothing." in words(answer)
    assert reply(client, answer, SQUID_ON_IT) == f"{go}{place}"
    assert lying(2) == "wasabi+squid-nigiri"
    for page in ("r/1/2/", "r/1/", "r/1/cards/"):
        assert "What lies on" not in words(client.get(f"{go}{page}"))
        assert "What lies on" not in words(other.get(f"{go}{page}"))
    tap(client, f"{go}r/1/2/", "undo:")
    assert f"{ASKED}nothing." in words(client.get(f"{go}r/1/2/"))


@pytest.mark.parametrize("place", ["r/1/2/", "r/1/", "r/1/cards/"])
def test_to_agree_is_one_tap(client, go, place):
    reply(client, client.get(f"{go}{place}"), NOTHING + NOW)
    assert lying(2) == "squid-nigiri wasabi"
    for page in ("r/1/2/", "r/1/", "r/1/cards/"):
        assert "What lies on" not in words(client.get(f"{go}{page}"))


def test_an_answer_on_the_result_renews_its_board_and_says_what_it_did(client, go):
    htmx = {"HX-Request": "true"}
    answer = {"tap": str(uuid4()), "do": "bare:" + str(wasabi_of_ben()), "then": "round"}
    sent = client.post(f"{go}r/1/2/", answer, headers=htmx, follow=True)
    assert sent.request["PATH_INFO"] == f"{go}r/1/"
    assert sent.content.decode().lstrip().startswith('<div id="board"')
    told = json.loads(sent.headers["HX-Trigger-After-Swap"])["announce"]["words"]
    assert told == "nothing on wasabi; 2 of 10 cards"
    # What follows the game leaves words for the page that is to come.
    sent = client.post(f"{go}r/1/2/", {**answer, "tap": str(uuid4())})
    assert "announce" not in str(client.get(sent.url, headers={**htmx, "Heard": "1"}).headers)
    assert "2 of 10 cards" in words(client.get(sent.url))
    # One that is refused is told where it was given.
    assert confirm(client, go, 1).status_code == 302
    sent = client.post(f"{go}r/1/2/", {**answer, "tap": str(uuid4())}, headers=htmx)
    assert sent.headers["HX-Redirect"] == f"{go}r/1/"
    assert "kept aside" in words(client.get(f"{go}r/1/"))


def wasabi_of_ben():
    entries = table_of(Game.objects.get()).rounds[0].seats[1].entries
    return next(entry.pk for entry in entries if entry.face == "wasabi")


@pytest.mark.parametrize("address", ["r/1/", "r/1/cards/"])
def test_the_answers_come_before_the_way_to_the_cards(client, go, address):
    page = parse_html(client.get(f"{go}{address}").content.decode())
    (question,) = [one for one in elements(page, "li") if text_of(one).startswith(ASKED)]
    controls = [one.name for one in elements(question, "button", "a")]
    assert controls == ["button", "button", "a"]


def test_the_same_answer_pressed_twice_is_one_tap(client, go):
    answer = client.get(f"{go}r/1/")
    reply(client, answer, SQUID_ON_IT)
    reply(client, answer, SQUID_ON_IT)
    assert lying(2) == "wasabi+squid-nigiri"
    assert "Ben leads with 9 points" in words(client.get(f"{go}r/1/"))


def news(answer):
    """The sentences of a page that a screen reader says when they are new."""
    items = elements(parse_html(answer.content.decode()), "li")
    return [attribute(one, "data-words") for one in items if attribute(one, "data-words")]


def test_a_question_is_news_to_the_ears(client, go):
    assert f"{ASKED}nothing." in news(client.get(f"{go}r/1/2/"))
    reply(client, client.get(f"{go}r/1/2/"), SQUID_ON_IT)
    assert not [one for one in news(client.get(f"{go}r/1/2/")) if "wasabi" in one]


def test_what_was_answered_is_changed_by_the_buttons_of_the_cards(client, go):
    reply(client, client.get(f"{go}r/1/2/"), SQUID_ON_IT)
    for name, now in (
        ("Take off wasabi: squid nigiri", "squid-nigiri wasabi"),
        ("Put onto wasabi: squid nigiri", "wasabi+squid-nigiri"),
    ):
        reply(client, client.get(f"{go}r/1/2/"), name)
        assert lying(2) == now
        assert "What lies on" not in words(client.get(f"{go}r/1/2/"))


def marked(answer):
    """The cards on the table that are asked about."""
    piles = elements(parse_html(answer.content.decode()), "li")
    classes = [(attribute(one, "class") or "").split() for one in piles]
    kinds = ("pair", "wasabi", "nigiri")
    return [next(kind for kind in kinds if kind in one) for one in classes if "asked" in one]


def test_a_question_stands_through_all_later_taps(client, go):
    """Squid, wasabi, salmon, and cards of other kinds; the salmon is assumed to lie there."""
    assert marked(client.get(f"{go}r/1/2/")) == ["nigiri", "wasabi"]
    enter("salmon-nigiri", "tempura", "tempura", "maki-1", seat=2)
    answer = client.get(f"{go}r/1/2/")
    assert f"{ASKED}salmon nigiri." in words(answer)
    assert marked(answer) == ["nigiri", "pair"]
    assert answers(answer) == ["Salmon nigiri on wasabi" + NOW, SQUID_ON_IT, NOTHING]
    reply(client, answer, SQUID_ON_IT)
    assert lying(2) == "salmon-nigiri wasabi+squid-nigiri maki-1 tempura*2"
    assert marked(client.get(f"{go}r/1/2/")) == []


def test_a_later_card_opens_no_question_that_was_answered(client, go):
    reply(client, client.get(f"{go}r/1/2/"), SQUID_ON_IT)
    enter("egg-nigiri", "tempura", seat=2)
    assert "wasabi?" not in words(client.get(f"{go}r/1/2/"))
    enter("wasabi", seat=2)
    answer = client.get(f"{go}r/1/2/")
    asked = "What lies on Ben’s wasabi 2 of 2? For now: nothing."
    assert asked in words(answer)
    assert answers(answer) == ["Egg nigiri on wasabi", NOTHING + NOW]


def test_where_a_nigiri_comes_after_nothing_was_said_that_is_shown_with_a_way_out(client, go):
    """It asks for nothing: what was said counts. But it may have been said too early."""
    reply(client, client.get(f"{go}r/1/2/"), NOTHING + NOW)
    enter("egg-nigiri", *["tempura"] * 7, seat=2)
    assert lying(2) == "egg-nigiri squid-nigiri wasabi tempura*7"
    before = "Ben’s wasabi counts as bare. Was that said before this came: egg nigiri?"
    for page in ("r/1/2/", "r/1/", "r/1/cards/"):
        answer = client.get(f"{go}{page}")
        assert before in words(answer)
        assert answers(answer) == ["Egg nigiri on wasabi", NOTHING + NOW]
    assert "question open" not in words(answer)
    reply(client, answer, "Egg nigiri on wasabi")
    assert lying(2) == "wasabi+egg-nigiri squid-nigiri tempura*7"
    tap(client, f"{go}r/1/2/", "undo:")
    answer = client.get(f"{go}r/1/2/")
    assert "wasabi counts as bare" in words(answer)
    reply(client, answer, NOTHING + NOW)
    for page in ("r/1/2/", "r/1/", "r/1/cards/"):
        assert before not in words(client.get(f"{go}{page}"))


def test_of_two_wasabi_each_is_asked_about_and_told_from_the_other(client, go):
    enter("wasabi", "egg-nigiri", seat=2)
    answer = client.get(f"{go}r/1/2/")
    for nth, assumed in ((1, "egg nigiri"), (2, "nothing")):
        asked = f"What lies on Ben’s wasabi {nth} of 2? For now: {assumed}."
        assert asked in words(answer)
    reply(client, answer, "Egg nigiri on wasabi" + NOW)
    answer = client.get(f"{go}r/1/2/")
    assert answers(answer) == [SQUID_ON_IT, NOTHING + NOW]
    reply(client, answer, SQUID_ON_IT)
    assert lying(2) == "wasabi+egg-nigiri wasabi+squid-nigiri"


def test_whose_cards_come_in_the_order_of_play_says_so_once_and_is_asked_nothing(client, go):
    page = f"{go}r/1/2/"
    reply_form = form_around(client.get(page), "Played in order")
    client.post(*reply_form)
    answer = client.get(page)
    assert "What lies on" not in words(answer)
    assert "The cards come as they were played: nothing is asked." in words(answer)
    enter("egg-nigiri", "wasabi", "squid-nigiri", seat=2)
    enter("salmon-nigiri", "wasabi", "egg-nigiri", seat=1)  # entered on the same phone
    assert lying(2) == "wasabi+egg-nigiri squid-nigiri wasabi+squid-nigiri"
    for one in ("r/1/1/", "r/1/2/", "r/1/", "r/1/cards/"):
        assert "What lies on" not in words(client.get(f"{go}{one}"))
    client.post(*form_around(client.get(page), "In any order"))
    enter("wasabi", "squid-nigiri", seat=2)
    assert "What lies on" in words(client.get(page))


def complete(go, *faces):
    """Both tableaus have all ten cards, Ben's a question."""
    enter(*["tempura"] * (8 - len(faces)), *faces, seat=2)
    enter(*["sashimi"] * 10)


def state(answer, name="Ben"):
    """What a page says of how far a player is."""
    page = parse_html(answer.content.decode())
    (link,) = [a for a in elements(page, "a") if text_of(a).split()[:1] == [name]]
    return " ".join(text_of(link).split())


def test_while_a_question_stands_the_seat_is_not_complete_and_next_says_so(client, go):
    complete(go)
    answer = client.get(f"{go}r/1/2/")
    assert "1 question open" in state(answer)
    assert "complete" not in state(answer)
    (on,) = [a for a in elements(parse_html(answer.content.decode()), "a") if id_of(a) == "next"]
    assert " ".join(text_of(on).split()) == "Round result · 1 question open"
    reply(client, answer, SQUID_ON_IT)
    answer = client.get(f"{go}r/1/2/")
    assert "complete" in state(answer)
    assert "question open" not in words(answer)


def test_a_question_belongs_to_the_seat_also_before_its_cards_are_complete_and_when_it_is_ready(
    client, go
):
    assert state(client.get(f"{go}r/1/1/")) == "Ben 2/10 2 of 10 cards · 1 question open Total 3"
    complete(go)
    tap(client, f"{go}r/1/2/", "ready:")
    heard = news(client.get(f"{go}r/1/1/"))
    assert "Ben: 10 of 10 cards; ready; 1 question open" in heard
    assert state(client.get(f"{go}r/1/1/")).split(" Total")[0] == "Ben ? 1 question open"


def id_of(element):
    return attribute(element, "id")


def described(element):
    """The texts that describe an element to a screen reader."""
    ids = (attribute(element, "aria-describedby") or "").split()
    texts = [text_of(one) for one in elements(element, "span", "p") if id_of(one) in ids]
    assert len(texts) == len(ids) > 0
    return texts


CONFIRM_OVER = {
    "question": "Confirm all the same · 1 question open",
    "fault": "Confirm all the same · something is wrong",
}


@pytest.mark.parametrize("what", CONFIRM_OVER)
def test_the_key_and_the_skip_link_say_what_is_open_before_a_round_is_confirmed(client, go, what):
    complete(go)
    if what == "fault":
        reply(client, client.get(f"{go}r/1/2/"), NOTHING + NOW)
        enter("tempura", seat=2)
    page = parse_html(client.get(f"{go}r/1/").content.decode())
    (key,) = [a for a in elements(page, "a", "button") if attribute(a, "data-key") == "c"]
    (skip,) = [a for a in elements(page, "a") if id_of(a) == "skip-on"]
    assert attribute(key, "href") == attribute(skip, "href") == "#check"
    (check,) = [one for one in elements(page, "section") if id_of(one) == "check"]
    assert attribute(check, "tabindex") == "-1"
    told = described(check)
    assert ("What lies on" if what == "question" else "one too many") in " ".join(told)
    assert not [one for one in told if "Look" in one or "Nothing" in one]
    (button,) = [one for one in elements(page, "button") if id_of(one) == "confirm"]
    assert " ".join(text_of(button).split()) == CONFIRM_OVER[what]
    (on,) = [a for a in elements(check, "a") if attribute(a, "href") == "#confirm"]
    assert text_of(on) == "Skip to confirming the round"


def test_where_nothing_is_open_the_key_and_the_skip_link_lead_to_the_button(client, go):
    complete(go)
    reply(client, client.get(f"{go}r/1/2/"), NOTHING + NOW)
    page = parse_html(client.get(f"{go}r/1/").content.decode())
    (key,) = [one for one in elements(page, "a", "button") if attribute(one, "data-key") == "c"]
    assert id_of(key) == "confirm"
    (skip,) = [a for a in elements(page, "a") if id_of(a) == "skip-on"]
    assert attribute(skip, "href") == "#confirm"


def test_a_round_with_an_open_question_is_confirmed_all_the_same_only(client, go):
    """The host reads what then counts; what was asked on the page is what is confirmed."""
    complete(go)
    answer = client.get(f"{go}r/1/")
    assert buttons(answer, "Confirm the round") == []
    action, fields = form_around(answer, CONFIRM_OVER["question"])
    asked = client.post(action, fields)
    assert asked.status_code == 409
    taken = "One question is open. This then counts: Ben: nothing on the wasabi."
    assert f"{taken} Confirm all the same?" in words(asked)
    action, fields = form_around(asked, "Confirm all the same")
    assert client.post(action, fields).status_code == 302
    for page in (f"{go}r/1/", f"{go}r/1/2/"):
        assert "What lies on" not in words(client.get(page))


def test_a_round_without_one_is_confirmed_by_one_tap(client, go):
    complete(go)
    reply(client, client.get(f"{go}r/1/"), NOTHING + NOW)
    answer = client.get(f"{go}r/1/")
    assert buttons(answer, "Confirm all the same") == []
    action, fields = form_around(answer, "Confirm the round")
    assert client.post(action, fields).status_code == 302


def test_who_only_watches_has_no_button(client, go):
    game = Game.objects.get()
    game.guests.create(phone=OTHER_PHONE, seat=None)
    watcher = phone(OTHER_PHONE)
    for page in (f"{go}r/1/", f"{go}r/1/2/", f"{go}r/1/cards/"):
        answer = watcher.get(page)
        assert f"{ASKED}nothing." in words(answer)
        assert answers(answer) == []


def test_a_try_has_the_question_and_its_own_cards_to_move(client, go):
    answer = client.get(f"{go}what-if/1/2/")
    assert f"{ASKED}nothing." in words(answer)
    assert answers(answer) == []


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


def claims(answer):
    """The buttons that claim what lies there: their labels, and what they do."""
    page = parse_html(answer.content.decode())
    found = [(text_of(one), attribute(one, "value") or "") for one in elements(page, "button")]
    return [(label, do) for label, do in found if do.startswith("claim")]


def race_line(answer):
    page = parse_html(answer.content.decode())
    (line,) = [text_of(e) for e in elements(page, "p") if attribute(e, "id") == "compared"]
    return line.replace("\u2068", "").replace("\u2069", "").split(" · ")[0]


def test_eleven_icons_are_asked_about_where_they_are_entered_and_one_tap_claims_them(client, party):
    answer = client.get(f"{party}r/1/1/")
    assert said(answer).startswith(CLAIMED)
    assert claims(answer) == [("Ana: 8", "claim:5-3-3")]
    assert race_links(answer) == [("Somebody else", f"{party}r/1/1/#race")]
    assert race_line(answer) == "Race: next gets 8"
    assert said(client.get(f"{party}r/1/2/")) == ""
    enter("tofu")
    tap(client, f"{party}r/1/1/", "claim:counted")
    answer = client.get(f"{party}r/1/1/")
    assert lying(1) == "tofu"
    assert said(answer) == ""
    assert race_line(answer) == "Race: 1. Ana 8, next gets 5"
    assert "1 +3/10 1 and 3 claimed, of 10" in words(answer)
    tap(client, f"{party}r/1/1/", "undo:")
    assert lying(1) == "uramaki-3*2 uramaki-5 tofu"
    assert claims(client.get(f"{party}r/1/1/")) == [("Ana: 8", "claim:5-3-3")]


def test_who_reached_ten_first_is_a_question_of_the_seat_and_of_next_and_the_key_leads_to_it(
    client, party
):
    enter(*["tofu"] * 7)
    answer = client.get(f"{party}r/1/1/")
    assert state(answer, "Ana").split(" Total")[0] == "Ana ? 1 question open"
    (on,) = [a for a in elements(parse_html(answer.content.decode()), "a") if id_of(a) == "next"]
    assert "1 question open" in text_of(on)
    assert buttons(answer, "Played in order") == []
    page = parse_html(client.get(f"{party}r/1/").content.decode())
    (key,) = [a for a in elements(page, "a", "button") if attribute(a, "data-key") == "c"]
    assert attribute(key, "href") == "#check"
    tap(client, f"{party}r/1/1/", "claim:counted")
    assert "question open" not in words(client.get(f"{party}r/1/1/"))


def test_the_result_asks_too_and_does_not_confirm_without_an_answer(client, party):
    enter("tofu", seat=2)
    answer = client.get(f"{party}r/1/")
    assert CLAIMED in said(answer)
    assert buttons(answer, "Confirm all the same", "Confirm the round") == []
    for sure in ("0", "1"):
        seen = Game.objects.get().version
        refused = client.post(f"{party}r/1/confirm/", {"seen": seen, "sure": sure})
        assert refused.status_code == 409
        assert "Say who reached ten first; then the round can be confirmed." in words(refused)
    action, fields = form_around(answer, "Ana: 8")
    sent = client.post(action, fields)
    assert (sent.status_code, sent.url) == (302, f"{party}r/1/")
    answer = client.get(sent.url)
    assert "who reached ten" not in words(answer)
    assert len(buttons(answer, "Confirm the round")) == 1
    assert confirm(client, party, 1).status_code == 302


def test_whoever_is_entered_later_may_have_been_first_or_on_the_same_turn(client, party):
    tap(client, f"{party}r/1/1/", "claim:counted")
    enter("uramaki-5", "uramaki-4", "uramaki-3", seat=2)
    found = claims(client.get(f"{party}r/1/2/"))
    assert found == [
        ("After Ana: 5", "claim:5-4-3"),
        ("With Ana: 8", "claim:5-4-3:with-1"),
        ("First: 8", "claim:5-4-3:before-1"),
    ]
    for (_label, do), line in zip(
        found,
        [
            "Race: 1. Ana 8, 2. Ben 5, next gets 2",
            "Race: 1. Ben 8, 2. Ana 5, next gets 2",
            "Race: 1. Ben 8, 2. Ana 5, next gets 2",
        ],
        strict=True,
    ):
        tap(client, f"{party}r/1/2/", do)
        assert race_line(client.get(f"{party}r/1/1/")) == line
        tap(client, f"{party}r/1/2/", "undo:")


def test_places_are_numbered_as_they_are_paid(client, party):
    """Two with eleven on one turn share the first place and use up the second."""
    tap(client, f"{party}r/1/1/", "claim:counted")
    claim(client, party, 11, seat="2", when="with-1")
    assert race_line(client.get(f"{party}r/1/2/")) == "Race: 1. Ana, Ben 8, next gets 2"
    claim(client, party, 10, seat="2")
    answer = client.get(f"{party}r/1/2/")
    assert race_line(answer) == "Race: 1. Ana, Ben 8, 3. Ben 2"
    items = elements(parse_html(answer.content.decode()), "li")
    told = [text_of(one) for one in items if "icons," in text_of(one)]
    assert [one.split(".")[0] for one in told] == ["1", "1", "3"]


def test_after_three_places_ten_icons_may_lie_there(client, party):
    for _place in range(3):
        claim(client, party, 10, seat="2")
    for page in (f"{party}r/1/1/", f"{party}r/1/"):
        answer = client.get(page)
        assert claims(answer) == []
        assert "who reached ten first" not in words(answer)
    assert confirm(client, party, 1).status_code == 302


@pytest.mark.parametrize("place", ["r/1/1/", "r/1/"])
def test_cards_of_which_several_sets_reach_ten_are_claimed_by_one_tap(client, party, place):
    """Claimed five and five, and kept a four; it was tapped between them."""
    tap(client, f"{party}r/1/1/", "undo:")
    enter("uramaki-5", "uramaki-4", "tofu", "uramaki-5", seat=2)
    answer = client.get(f"{party}{place.replace('1/1', '1/2')}")
    found = claims(answer)
    assert found == [("5 + 5", "claim:5-5"), ("5 + 4 + 5", "claim:5-4-5")]
    assert "Ben: 8 5 + 5 5 + 4 + 5" in words(answer)
    full = [name for name, _do in buttons(answer, "5 + 4 + 5")]
    assert full == ["Ben reached ten first (5 + 4 + 5): 8 points"]
    action, fields = form_around(answer, "5 + 5")
    client.post(action, {"tap": str(uuid4()), **fields})
    assert lying(2) == "uramaki-4 tofu"
    assert race_line(client.get(f"{party}r/1/1/")) == "Race: 1. Ben 8, next gets 5"


def test_sets_of_cards_stand_in_a_row_for_each_turn_of_the_race(client, party):
    """Ana's eleven are more than ten and less than fourteen, where both claim on one turn."""
    tap(client, f"{party}r/1/1/", "claim:5-3-3")
    enter("uramaki-5", "uramaki-4", "uramaki-5", seat=2)
    answer = client.get(f"{party}r/1/2/")
    assert claims(answer) == [
        ("5 + 5", "claim:5-5"),
        ("5 + 4 + 5", "claim:5-4-5"),
        ("5 + 5: 5", "claim:5-5:with-1"),
        ("5 + 4 + 5: 8", "claim:5-4-5:with-1"),
        ("5 + 5", "claim:5-5:before-1"),
        ("5 + 4 + 5", "claim:5-4-5:before-1"),
    ]
    page = parse_html(answer.content.decode())
    rows = [text_of(one) for one in elements(page, "span") if attribute(one, "class") == "row"]
    assert [row.split(" 5 +")[0] for row in rows] == [
        "After Ana: 5",
        "With Ana",
        "First: 8",
    ]


def test_of_many_sets_three_are_offered_and_the_form_claims_every_other(client, party):
    enter("uramaki-5", "uramaki-4")
    answer = client.get(f"{party}r/1/1/")
    assert [label for label, _do in claims(answer)] == ["5 + 5", "5 + 3 + 3", "5 + 3 + 5"]
    assert race_links(answer) == [("Something else", f"{party}r/1/1/#race")]
    claim(client, party, 12, seat="1")
    assert lying(1) == "uramaki-3 uramaki-5"


def test_uramaki_that_were_claimed_by_number_are_offered_for_no_other_claim(client, party):
    """Ana claimed twelve before, of which one card was mistaken."""
    claim(client, party, 12, seat="1")
    answer = client.get(f"{party}r/1/1/")
    assert "cards that were claimed leave the table" in said(answer)
    assert claims(answer) == [("Claimed already", "claimed:5-3-3")]
    assert race_links(answer) == [("Something else", f"{party}r/1/1/#race")]
    tap(client, f"{party}r/1/1/", "claimed:5-3-3")
    assert lying(1) == ""
    assert race_line(client.get(f"{party}r/1/1/")) == "Race: 1. Ana 8, next gets 5"


def test_it_is_said_which_cards_a_claim_by_number_was_of(client, party):
    tap(client, f"{party}r/1/1/", "undo:")
    tap(client, f"{party}r/1/1/", "undo:")
    claim(client, party, 10, seat="1")
    enter("uramaki-5", "uramaki-5", "uramaki-4", seat=1)
    answer = client.get(f"{party}r/1/1/")
    assert claims(answer) == [("5 + 5", "claimed:5-5"), ("5 + 5 + 5 + 4", "claimed:5-5-5-4")]


def test_ten_icons_after_a_claim_whose_cards_are_gone_are_another_claim(client, party):
    tap(client, f"{party}r/1/1/", "claim:5-3-3")
    enter("uramaki-5", "uramaki-5")
    answer = client.get(f"{party}r/1/1/")
    assert "Ana has 10 uramaki icons: who reached ten first?" in said(answer)
    assert claims(answer) == [
        ("After Ana: 5", "claim:5-5"),
        ("First: 8", "claim:5-5:before-1"),
    ]


def test_a_claim_by_number_of_what_lies_there_takes_it_away(client, party):
    claim(client, party, 11, seat="1")
    assert lying(1) == ""
    assert "who reached ten first" not in words(client.get(f"{party}r/1/1/"))
    assert len(buttons(client.get(f"{party}r/1/"), "Confirm the round")) == 1


def test_a_claim_that_is_taken_back_brings_its_cards_back(client, party):
    tap(client, f"{party}r/1/1/", "claim:counted")
    page = parse_html(client.get(f"{party}r/1/1/").content.decode())
    (back,) = [
        do
        for one in elements(page, "button")
        if (do := attribute(one, "value") or "").startswith("unclaim:")
    ]
    tap(client, f"{party}r/1/1/", back)
    assert lying(1) == "uramaki-3*2 uramaki-5"


def test_who_only_watches_has_no_button_and_is_led_to_no_form(client, party):
    Game.objects.get().guests.create(phone=OTHER_PHONE, seat=None)
    watcher = phone(OTHER_PHONE)
    for page in (f"{party}r/1/", f"{party}r/1/1/"):
        answer = watcher.get(page)
        assert CLAIMED in said(answer)
        assert race_links(answer) == claims(answer) == []


# ------------------------------------------------------------------ cards that are discarded


@pytest.mark.parametrize("place", ["r/1/1/", "r/1/"])
def test_a_menu_on_the_table_is_asked_about_and_taken_away_by_one_tap(client, party, place):
    tap(client, f"{party}r/1/1/", "claim:counted")
    enter("menu")
    answer = client.get(f"{party}{place}")
    asked = "Ana has a card that is discarded when it is played: menu. What came of it?"
    assert asked in said(answer)
    ((_name, take),) = buttons(answer, "Take it away")
    tap(client, f"{party}r/1/1/", take)
    assert lying(1) == ""
    assert asked not in words(client.get(f"{party}{place}"))


def test_what_is_open_and_what_is_wrong_belongs_to_next_and_stands_once(client, go):
    enter("wasabi", "egg-nigiri", *["tempura"] * 9, seat=2)
    answer = client.get(f"{go}r/1/2/")
    page = parse_html(answer.content.decode())
    (next_,) = [one for one in elements(page, "a") if attribute(one, "id") == "next"]
    assert text_of(next_).endswith("2 questions open · something is wrong")
    ids = re.findall(r'\bid="([^"]+)"', answer.content.decode())
    assert sorted(ids) == sorted({*ids})
    asked = client.post(f"{go}r/1/confirm/", {"seen": version_of(Game.objects.get())})
    asked = client.get(asked.url) if asked.status_code == 302 else asked
    assert "Something is wrong here: see “Please check”." in words(asked)


def test_a_note_is_read_before_the_key_confirms_too(client, go):
    client.post(f"{go}r/1/2/", {"tap": str(uuid4()), "do": f"bare:{wasabi_of_ben()}"})
    page = parse_html(client.get(f"{go}r/1/").content.decode())
    keys = [one for one in elements(page, "a", "button") if attribute(one, "data-key") == "c"]
    assert [attribute(one, "href") for one in keys] == ["#check"]
