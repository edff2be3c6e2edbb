"""What no tableau tells is asked: who reached ten uramaki first, and what lies on a wasabi."""

import json
import re
from uuid import uuid4

import pytest

from referee.models import Game
from tests.factories import GameFactory, add, table_of, version_of, where
from tests.plain_words import plain
from tests.play.views.joining import Joining, host_phone, joined
from tests.play.views.plain_phone import attribute, elements, text_of
from tests.play.views.sending import lying, said
from tests.rows import first
from tests.taps import claim_icons, tap

pytestmark = pytest.mark.django_db

ASKED = "What lies on Ben’s wasabi? For now: "
CLAIMED = "Ana has 11 uramaki icons: who reached ten first?"
SQUID_ON_IT, NOTHING = "Squid nigiri on wasabi", "Nothing lies on the wasabi"
NOW = ", as it counts now"
EVERYWHERE = ("r/1/2/", "r/1/", "r/1/cards/")
"""The pages that ask about Ben's tableau."""


def enter(*faces, seat=1):
    """Enters cards of the only game."""
    add(where(Game.objects.get(), seat=seat), *faces)


def do(action, seat=1):
    """Sends a tap of the only game."""
    tap(where(Game.objects.get(), seat=seat), uuid4(), action)


def at(phone: Joining, page: str) -> Joining:
    phone.open(f"/g/{Game.objects.get().pk}/{page}")
    return phone


@pytest.fixture
def host():
    """The host's phone. Ben's squid was tapped before his wasabi."""
    GameFactory()
    enter("squid-nigiri", "wasabi", seat=2)
    return host_phone()


def labels(phone):
    """What is written on the page's buttons."""
    return [text_of(button) for _form, button in phone.buttons()]


def faults(phone):
    return said(phone.response)


def by_id(phone, wanted):
    (found,) = [
        one
        for one in elements(phone.page, "a", "button", "section", "p")
        if attribute(one, "id") == wanted
    ]
    return found


def key(phone):
    """What the key for confirming leads to."""
    (found,) = [
        one for one in elements(phone.page, "a", "button") if attribute(one, "data-key") == "c"
    ]
    return attribute(found, "href") or attribute(found, "id")


def news(phone):
    """The sentences of a page that a screen reader says when they are new."""
    items = elements(phone.page, "li")
    return [attribute(one, "data-words") for one in items if attribute(one, "data-words")]


def state(phone, name="Ben"):
    """What a page says of how far a player is."""
    links = [a for a in elements(phone.page, "a") if text_of(a).split()[:1] == [name]]
    return text_of(links[0])  # those of the seats come first


# ------------------------------------------------------------------ wasabi


def answers(phone):
    """What can be said of each wasabi: the buttons' names, in their order."""
    return [
        attribute(one, "aria-label")
        for _form, one in phone.buttons()
        if (attribute(one, "value") or "").startswith(("on:", "bare:"))
        # Not those of the cards on the table.
        and not (attribute(one, "id") or "").startswith("move-")
    ]


def test_what_lies_on_a_wasabi_is_asked_with_what_is_assumed_among_the_answers(host):
    at(host, "r/1/2/")
    assert f"{ASKED}nothing." in host.text
    assert f"{ASKED}nothing." in news(host)
    assert faults(host) == ""  # a question, no fault
    assert answers(host) == [SQUID_ON_IT, NOTHING + NOW]
    assert "What lies on" not in at(host, "r/1/1/").text


@pytest.mark.parametrize("place", first(1, EVERYWHERE))
def test_one_tap_answers_wherever_it_is_asked_and_it_is_asked_no_more(host, place):
    watcher = joined(Game.objects.get())
    for answer, then in (
        (SQUID_ON_IT, "wasabi+squid-nigiri"),
        (NOTHING + NOW, "squid-nigiri wasabi"),
    ):
        assert f"{ASKED}nothing." in at(host, place).text
        here = host.url
        assert host.press_named(answer).url == here
        assert lying(2) == then
        for page in EVERYWHERE:
            assert "What lies on" not in at(host, page).text
        assert "What lies on" not in at(watcher, place).text
        do("undo:", seat=2)


def test_an_answer_on_the_result_renews_its_board_and_says_what_it_did(host):
    table = Game.objects.get()
    go, htmx, client = f"/g/{table.pk}/", {"HX-Request": "true"}, at(host, "r/1/").client
    token = {"X-CSRFToken": client.cookies["csrftoken"].value}
    entries = table_of(table).rounds[0].seats[1].entries
    wasabi = next(entry.pk for entry in entries if entry.face == "wasabi")

    def answer(**headers):
        sent = {"tap": str(uuid4()), "do": f"bare:{wasabi}", "then": "round"}
        return client.post(f"{go}r/1/2/", sent, headers={**token, **headers})

    shown = client.get(answer(**htmx).url, headers=htmx)
    assert shown.request["PATH_INFO"] == f"{go}r/1/"
    assert shown.content.decode().lstrip().startswith('<div id="board"')
    told = json.loads(shown.headers["HX-Trigger-After-Swap"])["announce"]["words"]
    assert told == "nothing on wasabi; 2 of 10 cards"
    # What follows the game leaves words for the page that is to come.
    url = answer().url
    assert "announce" not in str(client.get(url, headers={**htmx, "Heard": "1"}).headers)
    assert "2 of 10 cards" in host.open(url).text
    # One that is refused is told where it was given.
    at(host, "r/1/").press("Confirm all the same").press("Confirm all the same")
    assert answer(**htmx).headers["HX-Redirect"] == f"{go}r/1/"
    assert "kept aside" in at(host, "r/1/").text


@pytest.mark.slow
@pytest.mark.parametrize("page", ["r/1/", "r/1/cards/"])
def test_the_answers_come_before_the_way_to_the_cards(host, page):
    items = elements(at(host, page).page, "li")
    (question,) = [one for one in items if text_of(one).startswith(ASKED)]
    controls = [one.name for one in elements(question, "button", "a")]
    assert controls == ["button", "button", "a"]


def test_what_was_answered_is_changed_by_the_buttons_of_the_cards(host):
    at(host, "r/1/2/").press_named(SQUID_ON_IT)
    for name, now in (
        ("Take off wasabi: squid nigiri", "squid-nigiri wasabi"),
        ("Put onto wasabi: squid nigiri", "wasabi+squid-nigiri"),
    ):
        host.press_named(name)
        assert lying(2) == now
        assert "What lies on" not in host.text


def marked(phone):
    """The cards on the table that are asked about."""
    classes = [(attribute(one, "class") or "").split() for one in elements(phone.page, "li")]
    kinds = ("pair", "wasabi", "nigiri")
    return [next(kind for kind in kinds if kind in one) for one in classes if "asked" in one]


def test_a_question_stands_through_all_later_taps(host):
    """Squid, wasabi, salmon, and cards of other kinds; the salmon is assumed to lie there."""
    assert marked(at(host, "r/1/2/")) == ["nigiri", "wasabi"]
    enter("salmon-nigiri", "tempura", "tempura", "maki-1", seat=2)
    at(host, "r/1/2/")
    assert f"{ASKED}salmon nigiri." in host.text
    assert marked(host) == ["nigiri", "pair"]
    assert answers(host) == ["Salmon nigiri on wasabi" + NOW, SQUID_ON_IT, NOTHING]
    host.press_named(SQUID_ON_IT)
    assert lying(2) == "salmon-nigiri wasabi+squid-nigiri maki-1 tempura*2"
    assert marked(host) == []


def test_a_later_card_opens_no_question_that_was_answered(host):
    at(host, "r/1/2/").press_named(SQUID_ON_IT)
    enter("egg-nigiri", "tempura", seat=2)
    assert "wasabi?" not in at(host, "r/1/2/").text
    enter("wasabi", seat=2)
    at(host, "r/1/2/")
    assert "What lies on Ben’s wasabi 2 of 2? For now: nothing." in host.text
    assert answers(host) == ["Egg nigiri on wasabi", NOTHING + NOW]


@pytest.mark.slow
def test_where_a_nigiri_comes_after_nothing_was_said_that_is_shown_with_a_way_out(host):
    """It asks for nothing: what was said counts. But it may have been said too early."""
    at(host, "r/1/2/").press_named(NOTHING + NOW)
    enter("egg-nigiri", *["tempura"] * 7, seat=2)
    assert lying(2) == "egg-nigiri squid-nigiri wasabi tempura*7"
    before = "Somebody said nothing lies on Ben’s wasabi. Was that before this came: egg nigiri?"
    for page in EVERYWHERE:
        assert before in at(host, page).text
        assert answers(host) == ["Egg nigiri on wasabi", NOTHING + NOW]
    assert "question open" not in host.text
    host.press_named("Egg nigiri on wasabi")
    assert lying(2) == "wasabi+egg-nigiri squid-nigiri tempura*7"
    do("undo:", seat=2)
    assert "Somebody said nothing lies on" in at(host, "r/1/2/").text
    host.press_named(NOTHING + NOW)
    for page in EVERYWHERE:
        assert before not in at(host, page).text


@pytest.mark.slow
def test_of_two_wasabi_each_is_asked_about_and_told_from_the_other(host):
    enter("wasabi", "egg-nigiri", seat=2)
    at(host, "r/1/2/")
    for nth, assumed in ((1, "egg nigiri"), (2, "nothing")):
        assert f"What lies on Ben’s wasabi {nth} of 2? For now: {assumed}." in host.text
    host.press_named("Egg nigiri on wasabi" + NOW)
    assert answers(host) == [SQUID_ON_IT, NOTHING + NOW]
    host.press_named(SQUID_ON_IT)
    assert lying(2) == "wasabi+egg-nigiri wasabi+squid-nigiri"


@pytest.mark.slow
def test_whose_cards_come_in_the_order_of_play_says_so_once_and_is_asked_nothing(host):
    at(host, "r/1/2/").press("Played in order")
    assert "What lies on" not in host.text
    assert "The cards come as they were played: nothing is asked." in host.text
    enter("egg-nigiri", "wasabi", "squid-nigiri", seat=2)
    enter("salmon-nigiri", "wasabi", "egg-nigiri", seat=1)  # entered on the same phone
    assert lying(2) == "wasabi+egg-nigiri squid-nigiri wasabi+squid-nigiri"
    for page in ("r/1/1/", *EVERYWHERE):
        assert "What lies on" not in at(host, page).text
    at(host, "r/1/2/").press("In any order")
    enter("wasabi", "squid-nigiri", seat=2)
    assert "What lies on" in at(host, "r/1/2/").text


def complete():
    """Both tableaus have all ten cards, Ben's a question."""
    enter(*["tempura"] * 8, seat=2)
    enter(*["sashimi"] * 10)


def test_while_a_question_stands_the_seat_is_not_complete_and_next_says_so(host):
    assert state(at(host, "r/1/1/")) == "Ben 2/10 2 of 10 cards · 1 question open"
    complete()
    at(host, "r/1/2/")
    assert "1 question open" in state(host)
    assert "complete" not in state(host)
    assert text_of(by_id(host, "next")) == "Round result · 1 question open"
    do("ready:", seat=2)
    assert "Ben: 10 of 10 cards; ready; 1 question open" in news(at(host, "r/1/1/"))
    assert state(host).split(" Total")[0] == "Ben ? 1 question open"
    do("unready:", seat=2)
    at(host, "r/1/2/").press_named(SQUID_ON_IT)
    assert "complete" in state(host)
    assert "question open" not in host.text


@pytest.mark.parametrize(
    ("what", "told", "over"),
    [
        ("question", "What lies on", "Confirm all the same · 1 question open"),
        ("fault", "one too many", "Confirm all the same · something is wrong"),
    ],
)
def test_the_key_and_the_skip_link_say_what_is_open_before_a_round_is_confirmed(
    host, what, told, over
):
    complete()
    if what == "fault":
        at(host, "r/1/2/").press_named(NOTHING + NOW)
        enter("tempura", seat=2)
    at(host, "r/1/")
    assert key(host) == attribute(by_id(host, "skip-on"), "href") == "#check"
    check = by_id(host, "check")
    assert attribute(check, "tabindex") == "-1"
    ids = (attribute(check, "aria-describedby") or "").split()
    read = [text_of(e) for e in elements(check, "span", "p") if attribute(e, "id") in ids]
    assert len(read) == len(ids)
    assert told in " ".join(read)
    assert not [one for one in read if "See the cards" in one or "Nothing" in one]
    assert text_of(by_id(host, "confirm")) == over
    (on,) = [a for a in elements(check, "a") if attribute(a, "href") == "#confirm"]
    assert text_of(on) == "Skip to confirming the round"


def test_where_nothing_is_open_the_key_and_the_skip_link_lead_to_the_button_which_confirms(host):
    complete()
    at(host, "r/1/2/").press_named(NOTHING + NOW)
    at(host, "r/1/")
    assert key(host) == "confirm"
    assert attribute(by_id(host, "skip-on"), "href") == "#confirm"
    assert "Confirm all the same" not in labels(host)
    host.press("Confirm")
    assert Game.objects.get().rounds.filter(state="confirmed").count() == 1


def test_a_round_with_an_open_question_is_confirmed_all_the_same_only(host):
    """The host reads what then counts; what was asked on the page is what is confirmed."""
    complete()
    assert "Confirm" not in labels(at(host, "r/1/"))
    host.press("Confirm all the same · 1 question open")
    assert host.response.status_code == 409
    taken = "One question is open. This then counts: Ben: nothing on the wasabi."
    assert f"{taken} Confirm all the same?" in host.text
    host.press("Confirm all the same")
    assert "Round 1 is confirmed." in host.text
    for page in ("r/1/", "r/1/2/"):
        assert "What lies on" not in at(host, page).text


@pytest.mark.slow
def test_a_note_is_read_before_the_key_confirms_too(host):
    at(host, "r/1/2/").press_named(NOTHING + NOW)
    assert key(at(host, "r/1/")) == "confirm"
    enter("egg-nigiri", seat=2)  # which may lie on it
    assert key(at(host, "r/1/")) == "#check"


def test_what_is_open_and_what_is_wrong_belongs_to_next_and_stands_once(host):
    enter("wasabi", "egg-nigiri", *["tempura"] * 9, seat=2)
    at(host, "r/1/2/")
    assert text_of(by_id(host, "next")).endswith("2 questions open · something is wrong")
    ids = re.findall(r'\bid="([^"]+)"', host.response.content.decode())
    assert sorted(ids) == sorted({*ids})
    at(host, "r/1/").press("Confirm all the same")
    assert "Something is wrong here: see “Please check”." in host.text


def test_who_only_watches_has_no_button_and_a_try_moves_its_own_cards_alone(host):
    watcher = joined(Game.objects.get())
    pages = [(watcher, page) for page in EVERYWHERE]
    for phone, page in (*pages, (host, "what-if/1/2/")):
        assert f"{ASKED}nothing." in at(phone, page).text
        assert answers(phone) == []


# ------------------------------------------------------------------ uramaki


@pytest.fixture
def party():
    """The host's phone. Ana's eleven uramaki icons are entered as plain cards."""
    GameFactory(setup__party=True, setup__menu="dinner-for-two")
    enter("uramaki-5", "uramaki-3", "uramaki-3")
    return host_phone()


def claim(icons, seat, **moment):
    """Enters a claim by its number, as the form does."""
    claim_icons(where(Game.objects.get(), seat=seat), uuid4(), icons, **moment)


def race_links(phone):
    links = [(text_of(a), attribute(a, "href")) for a in elements(phone.page, "a")]
    go = f"/g/{Game.objects.get().pk}/"
    return [(name, link.replace(go, "")) for name, link in links if link.endswith("#race")]


def claims(phone):
    """The buttons that claim what lies there: their labels, and what they do."""
    found = [(text_of(one), attribute(one, "value") or "") for _form, one in phone.buttons()]
    return [(label, action) for label, action in found if action.startswith("claim")]


def race_line(phone):
    return plain(text_of(by_id(phone, "compared"))).split(" · ")[0]


@pytest.mark.slow
def test_eleven_icons_are_asked_about_where_they_are_entered_and_one_tap_claims_them(party):
    at(party, "r/1/1/")
    assert faults(party).startswith(CLAIMED)
    assert claims(party) == [("Ana: 8", "claim:5-3-3")]
    assert race_links(party) == [("Somebody else", "r/1/1/#race")]
    assert race_line(party) == "Race: next gets 8"
    assert faults(at(party, "r/1/2/")) == ""
    enter("tofu")
    do("claim:counted")
    at(party, "r/1/1/")
    assert lying(1) == "tofu"
    assert faults(party) == ""
    assert race_line(party) == "Race: 1. Ana 8, next gets 5"
    assert "1 +3/10 1 and 3 claimed, of 10" in party.text
    party.press("Undo")
    assert lying(1) == "uramaki-3*2 uramaki-5 tofu"
    assert claims(party) == [("Ana: 8", "claim:5-3-3")]


def test_who_reached_ten_first_is_a_question_of_the_seat_and_of_next_and_the_key_leads_to_it(party):
    enter(*["tofu"] * 7)
    at(party, "r/1/1/")
    assert state(party, "Ana").split(" Total")[0] == "Ana ? 1 question open"
    assert "1 question open" in text_of(by_id(party, "next"))
    assert "Played in order" not in labels(party)
    assert key(at(party, "r/1/")) == "#check"
    do("claim:counted")
    assert "question open" not in at(party, "r/1/1/").text


def test_the_result_asks_too_and_does_not_confirm_without_an_answer(party):
    enter("tofu", seat=2)
    at(party, "r/1/")
    assert CLAIMED in faults(party)
    assert not {"Confirm all the same", "Confirm"} & {*labels(party)}
    token = {"X-CSRFToken": party.client.cookies["csrftoken"].value}
    for sure in ("0", "1"):
        form = {"seen": version_of(Game.objects.get()), "sure": sure}
        refused = party.client.post(f"{party.url}confirm/", form, headers=token)
        assert refused.status_code == 409
        told = "Say who reached ten first; then the round can be confirmed."
        assert told in refused.content.decode()
    here = party.url
    assert party.press("Ana: 8").url == here
    assert "who reached ten" not in party.text
    assert "Round 1 is confirmed." in party.press("Confirm").text


@pytest.mark.slow
def test_whoever_is_entered_later_may_have_been_first_or_on_the_same_turn(party):
    do("claim:counted")
    enter("uramaki-5", "uramaki-4", "uramaki-3", seat=2)
    races = {
        ("After Ana: 5", "claim:5-4-3"): "1. Ana 8, 2. Ben 5",
        ("With Ana: 8", "claim:5-4-3:with-1"): "1. Ben 8, 2. Ana 5",
        ("First: 8", "claim:5-4-3:before-1"): "1. Ben 8, 2. Ana 5",
    }
    assert claims(at(party, "r/1/2/")) == [*races]
    for (label, _action), line in races.items():
        party.press(label)
        assert race_line(party) == f"Race: {line}, next gets 2"
        party.press("Undo")


def test_places_are_numbered_as_they_are_paid(party):
    """Two with eleven on one turn share the first place and use up the second."""
    do("claim:counted")
    claim(11, 2, with_turn=1)
    assert race_line(at(party, "r/1/2/")) == "Race: 1. Ana, Ben 8, next gets 2"
    claim(10, 2)
    assert race_line(at(party, "r/1/2/")) == "Race: 1. Ana, Ben 8, 3. Ben 2"
    told = [text_of(one) for one in elements(party.page, "li") if "icons," in text_of(one)]
    assert [one.split(".")[0] for one in told] == ["1", "1", "3"]


def test_the_race_is_listed_by_place_whoever_was_entered_first(party):
    claim(10, 1)
    claim(12, 2, with_turn=1)
    at(party, "r/1/1/")
    rows = [plain(text_of(one)).split(":")[0] for one in elements(party.page, "li")]
    assert [row for row in rows if row in ("1. Ben", "2. Ana")] == ["1. Ben", "2. Ana"]


@pytest.mark.slow
def test_after_three_places_ten_icons_may_lie_there(party):
    for _place in range(3):
        claim(10, 2)
    for page in ("r/1/1/", "r/1/"):
        assert claims(at(party, page)) == []
        assert "who reached ten first" not in party.text
    assert "Confirm" in labels(party)


@pytest.mark.slow
@pytest.mark.parametrize("page", ["r/1/2/", "r/1/"])
def test_cards_of_which_several_sets_reach_ten_are_claimed_by_one_tap(party, page):
    """Claimed five and five, and kept a four; it was tapped between them."""
    do("undo:")
    enter("uramaki-5", "uramaki-4", "tofu", "uramaki-5", seat=2)
    at(party, page)
    assert claims(party) == [("5 + 5", "claim:5-5"), ("5 + 4 + 5", "claim:5-4-5")]
    assert "Ben: 8 5 + 5 5 + 4 + 5" in party.text
    assert "Ben reached ten first (5 + 4 + 5): 8 points" in party.names()
    party.press("5 + 5")
    assert lying(2) == "uramaki-4 tofu"
    assert race_line(at(party, "r/1/1/")) == "Race: 1. Ben 8, next gets 5"


def test_sets_of_cards_stand_in_a_row_for_each_turn_of_the_race(party):
    """Ana's eleven are more than ten and less than fourteen, where both claim on one turn."""
    do("claim:5-3-3")
    enter("uramaki-5", "uramaki-4", "uramaki-5", seat=2)
    assert claims(at(party, "r/1/2/")) == [
        ("5 + 5", "claim:5-5"),
        ("5 + 4 + 5", "claim:5-4-5"),
        ("5 + 5: 5", "claim:5-5:with-1"),
        ("5 + 4 + 5: 8", "claim:5-4-5:with-1"),
        ("5 + 5", "claim:5-5:before-1"),
        ("5 + 4 + 5", "claim:5-4-5:before-1"),
    ]
    rows = [text_of(e) for e in elements(party.page, "span") if attribute(e, "class") == "row"]
    assert [row.split(" 5 +")[0] for row in rows] == ["After Ana: 5", "With Ana", "First: 8"]


@pytest.mark.slow
def test_of_many_sets_three_are_offered_and_the_form_claims_every_other(party):
    enter("uramaki-5", "uramaki-4")
    at(party, "r/1/1/")
    assert [label for label, _do in claims(party)] == ["5 + 5", "5 + 3 + 3", "5 + 3 + 5"]
    assert race_links(party) == [("Something else", "r/1/1/#race")]
    claim(12, 1)
    assert lying(1) == "uramaki-3 uramaki-5"


@pytest.mark.slow
def test_uramaki_that_were_claimed_by_number_are_offered_for_no_other_claim(party):
    """Ana claimed twelve before, of which one card was mistaken."""
    claim(12, 1)
    at(party, "r/1/1/")
    assert "cards that were claimed leave the table" in faults(party)
    assert claims(party) == [("Claimed already", "claimed:5-3-3")]
    assert race_links(party) == [("Something else", "r/1/1/#race")]
    party.press("Claimed already")
    assert lying(1) == ""
    assert race_line(party) == "Race: 1. Ana 8, next gets 5"


@pytest.mark.slow
def test_it_is_said_which_cards_a_claim_by_number_was_of(party):
    do("undo:")
    do("undo:")
    claim(10, 1)
    enter("uramaki-5", "uramaki-5", "uramaki-4")
    found = claims(at(party, "r/1/1/"))
    assert found == [("5 + 5", "claimed:5-5"), ("5 + 5 + 5 + 4", "claimed:5-5-5-4")]


@pytest.mark.slow
def test_ten_icons_after_a_claim_whose_cards_are_gone_are_another_claim(party):
    do("claim:5-3-3")
    enter("uramaki-5", "uramaki-5")
    at(party, "r/1/1/")
    assert "Ana has 10 uramaki icons: who reached ten first?" in faults(party)
    assert claims(party) == [("After Ana: 5", "claim:5-5"), ("First: 8", "claim:5-5:before-1")]


def test_who_only_watches_claims_nothing_and_is_led_to_no_form(party):
    watcher = joined(Game.objects.get())
    for page in ("r/1/", "r/1/1/"):
        assert CLAIMED in faults(at(watcher, page))
        assert race_links(watcher) == claims(watcher) == []


# ------------------------------------------------------------------ cards that are discarded


@pytest.mark.slow
@pytest.mark.parametrize("page", ["r/1/1/", "r/1/"])
def test_a_menu_on_the_table_is_asked_about_and_taken_away_by_one_tap(party, page):
    do("claim:counted")
    enter("menu")
    asked = "Ana has a card that is discarded when it is played: menu. What came of it?"
    assert asked in faults(at(party, page))
    party.press("Take it away")
    assert lying(1) == ""
    assert asked not in at(party, page).text
