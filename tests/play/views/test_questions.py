"""What no tableau tells is asked: who reached ten uramaki first, and what lies on a wasabi."""

import pytest
from django.test.html import parse_html

from referee.models import Game
from tests.factories import OTHER_PHONE, add, where
from tests.play.views.plain_phone import attribute, elements, phone, text_of
from tests.play.views.sending import begin, claim, confirm, lying, said, tap

pytestmark = pytest.mark.django_db

ON_IT = "\u2068Ben\u2069’s squid nigiri lies beside a free wasabi: is it on it?"
CLAIMED = "\u2068Ana\u2069 has 11 uramaki icons: who reached ten first?"


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


def test_who_takes_the_squid_off_has_said_that_it_does_not_lie_there(client, go):
    assert ON_IT in news(client.get(f"{go}r/1/2/"))
    ((_name, on),) = buttons(client.get(f"{go}r/1/2/"))
    tap(client, f"{go}r/1/2/", on)
    tap(client, f"{go}r/1/2/", on.replace("on:", "off:"))
    answer = client.get(f"{go}r/1/2/")
    assert lying(2) == "squid-nigiri wasabi"
    assert ON_IT not in words(answer)
    assert ON_IT not in news(answer)


def test_no_is_remembered_on_every_phone_and_undone_it_is_asked_again(client, go):
    action, fields = form_around(client.get(f"{go}r/1/2/"), "No")
    client.post(action, fields)
    assert lying(2) == "squid-nigiri wasabi"
    other = phone(OTHER_PHONE)
    Game.objects.get().guests.create(phone=OTHER_PHONE, seat=None)
    for page in (f"{go}r/1/2/", f"{go}r/1/"):
        for answer in (client.get(page), other.get(page)):
            assert "beside a free wasabi" not in words(answer)
            assert buttons(answer) == []
    tap(client, f"{go}r/1/2/", "undo:")
    assert ON_IT in words(client.get(f"{go}r/1/2/"))


def test_no_on_the_result_stays_on_the_result(client, go):
    action, fields = form_around(client.get(f"{go}r/1/"), "No")
    sent = client.post(action, fields)
    assert (sent.status_code, sent.url) == (302, f"{go}r/1/")
    assert "beside a free wasabi" not in words(client.get(sent.url))
    assert lying(2) == "squid-nigiri wasabi"


def marked(answer):
    """The cards on the table that are asked about."""
    piles = elements(parse_html(answer.content.decode()), "li")
    classes = [(attribute(one, "class") or "").split() for one in piles]
    kinds = ("pair", "wasabi", "nigiri")
    return [next(kind for kind in kinds if kind in one) for one in classes if "asked" in one]


def test_both_are_marked_until_it_is_answered(client, go):
    assert marked(client.get(f"{go}r/1/2/")) == ["nigiri", "wasabi"]
    tap(client, f"{go}r/1/2/", "bare:")
    assert marked(client.get(f"{go}r/1/2/")) == []


def test_after_no_a_new_nigiri_lands_and_may_be_taken_off_at_once(client, go):
    tap(client, f"{go}r/1/2/", "bare:")
    enter("egg-nigiri", seat=2)
    answer = client.get(f"{go}r/1/2/")
    assert lying(2) == "wasabi+egg-nigiri squid-nigiri"
    assert "On wasabi: egg nigiri. Is that right?" in words(answer)
    assert marked(answer) == []
    assert "egg nigiri" not in "".join(news(answer))  # the tap has said so
    ((_name, off),) = buttons(answer, "No")
    tap(client, f"{go}r/1/2/", off)
    assert lying(2) == "egg-nigiri squid-nigiri wasabi"
    assert "wasabi" not in said(client.get(f"{go}r/1/2/"))


def test_a_nigiri_that_lands_while_one_was_there_first_is_asked_about_until_it_is_said(client, go):
    """Squid, wasabi, salmon, and a card of another kind; the salmon has landed."""
    enter("salmon-nigiri", "tempura", seat=2)
    assert lying(2) == "wasabi+salmon-nigiri squid-nigiri tempura"
    answer = client.get(f"{go}r/1/2/")
    assert "Which nigiri lies on \u2068Ben\u2069’s wasabi?" in words(answer)
    assert "Which nigiri lies on" in words(client.get(f"{go}r/1/"))
    assert marked(answer) == ["nigiri", "pair"]
    found = buttons(answer, "Salmon", "Squid", "None, it is bare")
    assert [name for name, _do in found] == [
        "Salmon nigiri on wasabi",
        "Squid nigiri on wasabi",
        "None, it is bare",
    ]
    tap(client, f"{go}r/1/2/", found[1][1])
    assert lying(2) == "salmon-nigiri wasabi+squid-nigiri tempura"
    assert marked(client.get(f"{go}r/1/2/")) == []
    tap(client, f"{go}r/1/2/", "undo:")
    tap(client, f"{go}r/1/2/", found[2][1])
    assert lying(2) == "salmon-nigiri squid-nigiri wasabi tempura"
    assert "wasabi?" not in words(client.get(f"{go}r/1/2/"))


def test_who_taps_in_the_order_of_play_is_asked_only_while_it_is_new(client, go):
    enter("wasabi", "egg-nigiri", "squid-nigiri")
    answer = client.get(f"{go}r/1/1/")
    assert len(buttons(answer, "Egg", "Squid", "None, it is bare")) == 3
    assert marked(answer) == []
    assert "wasabi?" not in words(client.get(f"{go}r/1/"))
    enter("tempura")
    assert "wasabi?" not in words(client.get(f"{go}r/1/1/"))


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
        found = buttons(answer, "Salmon", "Squid")
        assert [name for name, _do in found] == [
            "Salmon nigiri on wasabi",
            "Squid nigiri on wasabi",
        ]
    tap(client, f"{go}r/1/2/", found[0][1])
    assert lying(2) == "wasabi+salmon-nigiri squid-nigiri*2"
    assert buttons(client.get(f"{go}r/1/2/"), "Squid", "Yes") == []


def test_of_two_alike_one_is_put_on_each_wasabi(client, go):
    enter("squid-nigiri", "wasabi", seat=2)  # the squid lands, the first one was there before
    ((_name, on),) = buttons(client.get(f"{go}r/1/2/"))
    tap(client, f"{go}r/1/2/", on)
    assert lying(2) == "wasabi+squid-nigiri*2"
    assert marked(client.get(f"{go}r/1/2/")) == []


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


def claims(answer):
    """The buttons that claim what lies there: their labels, and what they do."""
    page = parse_html(answer.content.decode())
    found = [(text_of(one), attribute(one, "value") or "") for one in elements(page, "button")]
    return [(label, do) for label, do in found if do.startswith(("claim:", "take:uramaki"))]


def race_line(answer):
    page = parse_html(answer.content.decode())
    (line,) = [text_of(e) for e in elements(page, "p") if attribute(e, "id") == "compared"]
    return line.replace("\u2068", "").replace("\u2069", "").split(" · ")[0]


def test_eleven_icons_are_asked_about_where_they_are_entered_and_one_tap_claims_them(client, party):
    answer = client.get(f"{party}r/1/1/")
    assert said(answer).startswith(CLAIMED)
    assert claims(answer) == [("\u2068Ana\u2069: 8", "claim:counted")]
    assert race_links(answer) == [("Somebody else", f"{party}r/1/1/#race")]
    assert race_line(answer) == "Race: next gets 8"
    assert said(client.get(f"{party}r/1/2/")) == ""
    enter("tofu")
    tap(client, f"{party}r/1/1/", "claim:counted")
    answer = client.get(f"{party}r/1/1/")
    assert lying(1) == "tofu"
    assert said(answer) == ""
    assert race_line(answer) == "Race: 1. Ana 8, next gets 5"
    assert "1+3 claimed/10" in "".join(words(answer).split()).replace("claimed", " claimed")
    tap(client, f"{party}r/1/1/", "undo:")
    assert lying(1) == "uramaki-3*2 uramaki-5 tofu"
    assert claims(client.get(f"{party}r/1/1/")) == [("\u2068Ana\u2069: 8", "claim:counted")]


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
    action, fields = form_around(answer, "\u2068Ana\u2069: 8")
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
        ("After \u2068Ana\u2069: 5", "claim:counted"),
        ("With \u2068Ana\u2069: 8", "claim:counted:with-1"),
        ("First: 8", "claim:counted:before-1"),
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


def test_icons_that_were_claimed_by_number_may_be_told_from_another_claim(client, party):
    """Ana claimed eleven before, and has entered other cards that come to ten."""
    claim(client, party, 12, seat="1")
    answer = client.get(f"{party}r/1/1/")
    assert "cards that were claimed leave the table" in said(answer)
    assert claims(answer) == [
        ("After \u2068Ana\u2069: 5", "claim:counted"),
        ("First: 8", "claim:counted:before-1"),
        ("Claimed already", "take:uramaki"),
    ]
    tap(client, f"{party}r/1/1/", "take:uramaki")
    assert lying(1) == ""
    assert race_line(client.get(f"{party}r/1/1/")) == "Race: 1. Ana 8, next gets 5"


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
    asked = "\u2068Ana\u2069 has a card that is discarded when it is played: menu. What came of it?"
    assert asked in said(answer)
    ((_name, take),) = buttons(answer, "Take it away")
    tap(client, f"{party}r/1/1/", take)
    assert lying(1) == ""
    assert asked not in words(client.get(f"{party}{place}"))
