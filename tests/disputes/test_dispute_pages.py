"""The pages of a dispute: another number, the versions of a round, and who agrees."""

import re
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.template import Context
from django.test.html import Element
from django.urls import reverse

from referee.access.games import visit_of
from referee.disputes.diagnosing import DiagnosisUnavailableError
from referee.disputes.services.disputes import Claimed, dispute
from referee.models import Dispute, Game, Opinion, Reopening
from referee.play.services.confirming import reopen_round
from referee.play.services.game_state import read_game_state, shown_state
from referee.play.services.joining import join
from referee.rules.mistakes import ClaimScope
from referee.templatetags.referee import open_disputes
from tests.factories import (
    PHONE,
    GameFactory,
    add,
    confirm,
    fill,
    finish,
    version_of,
    where,
)
from tests.play.views.joining import host_phone
from tests.play.views.plain_phone import PlainPhone, attribute, elements, phone, text_of
from tests.rows import first
from tests.taps import tap

pytestmark = pytest.mark.django_db

BEN, WATCHER = "phone of Ben", "phone of a watcher"
ROUND = [["dumpling"] * 3 + ["maki-3"], ["maki-2", "pudding"]]
"""Ana 12, Ben 3."""


@pytest.fixture
def game() -> Game:
    """A game of two whose first round is confirmed; Ben has a phone, and somebody watches."""
    game = GameFactory()
    fill(game, [ROUND])
    confirm(game, 1)
    join(game.pk, BEN, 2)
    join(game.pk, WATCHER, None)
    return game


def post(game: Game, name: str, *within: object, who: str = PHONE, **form: object) -> str:
    """Posts a form and follows where it leads; returns the page, with its status before it."""
    answer = phone(who).post(reverse(name, args=[game.pk, *within]), form, follow=True)
    return f"{answer.status_code} {text(answer.content.decode())}"


def see(game: Game, name: str, *within: object, who: str = PHONE, query: str = "") -> str:
    """What is to be read on a page."""
    return text(phone(who).get(reverse(name, args=[game.pk, *within]) + query).content.decode())


def html(game: Game, name: str, *within: object, who: str = PHONE) -> str:
    """A page as it is sent."""
    return str(phone(who).get(reverse(name, args=[game.pk, *within])).content.decode())


def note_of(game: Game, name: str, *within: object, who: str = PHONE) -> str:
    """What a page says at its top of a disputed number; "" where it says nothing."""
    found = re.search(
        r'<p\s+class="note other-number.*?</p>', html(game, name, *within, who=who), re.DOTALL
    )
    return text(found[0]).strip() if found else ""


def dispute_by(game: Game, who: str, number: int, *, place: int = 2, part: int = 1) -> Dispute:
    """A number that a phone disputes, of the seat at a place, and what explains it."""
    visit = visit_of(who, game.pk)
    assert visit
    scope = ClaimScope(part or None)
    made = dispute(game.pk, uuid4(), Claimed(place, scope, number), by=visit.seat_id)
    assert made
    return made


def main_way(game: Game, row: Dispute, who: str = PHONE) -> tuple[str, str]:
    """What the large button of a dispute's page says, and where it leads."""
    page = html(game, "dispute-one", row.pk, who=who)
    bar = page[page.index('class="bar"') :]
    found = re.search(r'main-action"(?:\s+href="([^"]*)")?\s*>(.*?)</(?:a|button)>', bar, re.DOTALL)
    assert found
    return text(found[2]).strip(), found[1] or ""


def is_of(element: Element, name: str) -> bool:
    """Whether an element has a class, or a name."""
    return name in (attribute(element, "class") or attribute(element, "name") or "").split()


def text(html: str) -> str:
    plain = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", re.sub("</?bdi>", "", html)))
    return re.sub("[\u2068\u2069]", "", plain)


# ------------------------------------------------------------- another number


def test_a_claimed_number_leads_to_the_mistakes(game):
    page = post(game, "dispute", seat=1, part=1, type="dumpling", number="9")
    assert page.startswith("200")
    assert "9, not 6?" in page
    assert "Every dumpling counted alike: 3 points each." in page


def test_a_dispute_about_another_line_asks_nothing_about_nigiri(game):
    add(where(game, 2, 1), "squid-nigiri", "wasabi", "tempura", "tempura")
    assert ASKED not in post(game, "dispute", seat=1, part=2, type="tempura", number="10")
    assert ASKED in post(game, "dispute", seat=1, part=2, number="10")


ASKED = "Round 2 What lies on Ana’s wasabi? For now: nothing."


def test_a_dispute_asks_about_the_squid_beside_the_wasabi_and_blames_nobody(game):
    """Ana's squid was tapped first; she gets nine points, and one tap settles it."""
    add(where(game, 2, 1), "squid-nigiri", "wasabi")
    page = post(game, "dispute", seat=1, part=2, type="nigiri", number="9")
    assert ASKED in page
    assert page.index(ASKED) < page.index("Counted on the free wasabi: squid nigiri.")
    row = Dispute.objects.get()
    html = phone(PHONE).get(reverse("dispute-one", args=[game.pk, row.pk])).content.decode()
    (on,) = re.findall(r'value="(on:[^"]+)"', html)
    assert len(re.findall(r'value="bare:[^"]+"', html)) == 1
    assert f'main-action" href="{reverse("entry", args=[game.pk, 2, 1])}"' in html
    assert ASKED in see(game, "dispute-one", row.pk, who=WATCHER)
    assert "on:" not in see(game, "dispute-one", row.pk, who=WATCHER)
    tap(where(game, 2, 1), uuid4(), on)
    page = see(game, "dispute-one", row.pk)
    assert "Settled" in page
    assert ASKED not in page


def test_in_a_confirmed_round_the_host_puts_the_squid_on_the_wasabi_in_one_tap(game):
    add(where(game, 2, 1), "squid-nigiri", "wasabi")
    confirm(game, 2)
    assert ASKED in post(game, "dispute", seat=1, part=0, number="21")
    row = Dispute.objects.get()
    html = phone(PHONE).get(reverse("dispute-one", args=[game.pk, row.pk])).content.decode()
    form = html[html.index(f'action="{reverse("correct", args=[game.pk, 2])}"') :]
    fields = dict(re.findall(r'name="(w|place|seen|reason)"\s+value="([^"]*)"', form))
    assert set(fields) == {"w", "place", "seen", "reason"}
    page = post(game, "correct", 2, **fields)
    assert page.startswith("200")
    assert "9" in see(game, "why", 1)
    assert "squid nigiri on wasabi" in see(game, "why", 1)
    assert Reopening.objects.get().reason == fields["reason"]
    confirm(game, 2)
    assert "Settled" in see(game, "dispute-one", row.pk)


def test_in_a_confirmed_round_others_look_at_the_correction_and_show_it_to_the_host(game):
    add(where(game, 2, 1), "squid-nigiri", "wasabi")
    confirm(game, 2)
    post(game, "dispute", who=BEN, seat=1, part=0, number="21")
    row = Dispute.objects.get()
    html = phone(BEN).get(reverse("dispute-one", args=[game.pk, row.pk])).content.decode()
    (link,) = re.findall(r'href="([^"]+what-if[^"]+)"[^>]*>Squid', html)
    assert "9" in text(phone(BEN).get(link.replace("&amp;", "&")).content.decode())


def test_the_numbers_of_a_seat_stand_line_by_line_and_only_the_sum_comes_last(game):
    """One's own; the host's phone without a seat gets the first one's."""
    for who, query, name, lines in (
        (BEN, "", "Ben", ["Maki rolls 3", "Pudding 0", "All the same, only the sum 3"]),
        (BEN, "?seat=1", "Ana", ["Maki rolls 6", "Dumplings 6", "All the same, only the sum 12"]),
        (PHONE, "", "Ana", ["Maki rolls 6", "Dumplings 6", "All the same, only the sum 12"]),
    ):
        page = PlainPhone(who).open(reverse("dispute", args=[game.pk]) + query)
        assert page.heading == "Which number is different from yours?"
        assert f"The numbers of {name}" in page.text
        first, *_others = [it for it in elements(page.page, "ul") if is_of(it, "numbers")]
        told = [text_of(line) for line in elements(first, "li")]
        assert all(map(str.startswith, told, lines)), told
        assert len(told) == len(lines)
        assert len([it for it in elements(page.page, "details") if is_of(it, "part")]) == 1


def test_two_taps_lead_from_the_numbers_to_what_brings_another_one(game):
    page = PlainPhone(BEN).open(f"{reverse('dispute', args=[game.pk])}?seat=1&part=1")
    page.follow("Dumplings 6")
    assert page.heading == "Round 1, dumplings: 6"
    assert "3 dumplings: 6 points" in page.text  # how it scores, and the rule
    assert "1, 3, 6, 10 and 15 points for 1 to 5 of them" in page.text
    values = [
        text_of(button) for _form, button in page.buttons() if attribute(button, "name") == "number"
    ]
    assert values[-1] == "left out"
    assert "9" in values
    page.press("9")
    assert page.heading == "9, not 6?"
    assert "9 comes out" in page.text
    page.press("Agreed: 6")
    assert not Dispute.objects.exists()


def test_the_right_number_is_told_to_be_right(game):
    page = post(game, "dispute", seat=1, part=1, number=" 12 ")
    assert "12 is right: the referee gets the same number." in page
    assert not Dispute.objects.exists()


@pytest.mark.slow
def test_a_number_below_nothing_can_be_claimed_however_it_is_written(game):
    for typed in ("-6", "\N{MINUS SIGN}6", "\N{EN DASH} 6", "6"):
        form = {"minus": "on"} if typed == "6" else {}
        post(game, "dispute", seat=2, part=0, number=typed, **form)
        assert Dispute.objects.get().claimed == -6, typed
        Dispute.objects.all().delete()


def test_what_cannot_be_claimed_is_told_and_what_was_typed_stays(game):
    for form, words in (
        ({"number": "abc"}, "“abc” is not a whole number. Write it in digits, such as 47."),
        ({"number": ""}, "Write the number that you get."),
        ({"number": "9" * 5000}, "is not a whole number."),
        ({"number": "-100"}, "Enter a number from −99 to 999."),
        ({"seat": "x"}, "Nobody sits there. Choose one of the players."),
        ({"seat": ""}, "Nobody sits there."),
        ({"part": "2"}, "There is no such number in this game yet."),
        ({"part": "everything"}, "There is no such number in this game yet."),
        ({"type": "uramaki"}, "There is no such number in this game yet."),
        ({"type": "<b>"}, "There is no such number in this game yet."),
    ):
        typed = {"seat": "2", "part": "1", "type": "maki", "number": "46", **form}
        answer = phone(PHONE).post(reverse("dispute", args=[game.pk]), typed)
        html = answer.content.decode()
        assert answer.status_code == 400, form
        assert words in text(html), form
        assert 'role="alert"' in html, form
        assert re.search(
            rf'name="number"\s+inputmode="numeric"\s+value="{typed["number"]}"', html
        ), form
        if typed["seat"] == "2":
            assert re.search(r'name="seat"\s+value="2"', html), form
        assert not Dispute.objects.exists(), form


@pytest.mark.slow
def test_a_dispute_is_found_from_the_round_page(game):
    assert "disputed" not in see(game, "round", 1)
    post(game, "dispute", seat=1, part=0, number="40")
    assert "1 number is disputed" in see(game, "round", 1, who=BEN)
    post(game, "dispute", seat=2, part=0, number="41")
    assert "2 numbers are disputed" in see(game, "round", 1, who=WATCHER)


# ------------------------------------------------------------- heard by everybody

PAGES: list[tuple[str, tuple[int, ...]]] = [
    ("round", (1,)),
    ("round", (2,)),
    ("everybody", (2,)),
    ("entry", (2, 1)),
    ("entry", (2, 2)),
    ("table", ()),
    ("scoreboard", ()),
    ("history", (1, 2)),
    ("versions", (1,)),
    ("why", (1,)),
    ("what-if", (1, 2)),
    ("case", ()),
    ("dispute", ()),
]


@pytest.mark.parametrize(
    ("who", "seat", "words"),
    [
        (BEN, 2, "Ben gets 9, not 3"),
        pytest.param(BEN, 1, "Ben gets 9 for Ana, not 12", marks=pytest.mark.slow),
        # The host's phone has no seat.
        pytest.param(PHONE, 2, "9 for Ben, not 3?", marks=pytest.mark.slow),
    ],
)
def test_every_page_of_the_game_says_who_gets_another_number(game, who, seat, words):
    for name, within in PAGES:
        assert words not in see(game, name, *within), name
    post(game, "dispute", who=who, seat=seat, part=1, number="9")
    for name, within in PAGES:
        for other in (PHONE, BEN, WATCHER):
            assert note_of(game, name, *within, who=other).startswith(words), (name, other)
    spoken = re.findall(r'data-words="([^"]*)"', html(game, "entry", 2, 2, who=BEN))
    assert f"{words} (Round 1)" in [re.sub("[\u2068\u2069]", "", one) for one in spoken]


def test_a_note_names_the_line_that_is_likely_wrong_once_that_is_known(game, monkeypatch):
    def unknown(*_asked: object, **_more: object) -> None:
        raise DiagnosisUnavailableError("busy")

    with monkeypatch.context() as busy:
        busy.setattr("referee.disputes.pages.disputes.explanations", unknown)
        post(game, "dispute", seat=1, part=1, number="16", who=BEN)
    assert note_of(game, "table") == "Ben gets 16 for Ana, not 12 · Round 1"
    before = version_of(game)
    post(game, "dispute", seat=1, part=1, number="16", who=BEN)  # said once more
    assert note_of(game, "table") == "Ben gets 16 for Ana, not 12 · Round 1, dumplings?"
    assert version_of(game) == before + 1  # every phone hears of the line
    post(game, "dispute", seat=1, part=1, number="16", who=BEN)
    assert version_of(game) == before + 1


def test_a_page_never_waits_for_what_explains_a_number(game, monkeypatch):
    post(game, "dispute", seat=1, part=1, number="15", who=BEN)

    def work(*_asked: object, **_more: object) -> None:
        raise AssertionError("it was worked out anew")

    monkeypatch.setattr("referee.disputes.diagnosing.in_own_process", work)
    cache.clear()
    assert note_of(game, "entry", 2, 1) == "Ben gets 15 for Ana, not 12 · Round 1"


def test_more_than_two_numbers_share_a_line(game):
    for number in (20, 30, 40):
        dispute_by(game, BEN, number)
    page = html(game, "entry", 2, 1)
    assert page.count("other-number") == 1
    assert "3 numbers are disputed" in text(page)


def test_where_nothing_is_disputed_the_page_asks_for_nothing_more(game, django_assert_num_queries):
    visit = visit_of(PHONE, game.pk)
    assert visit
    context = Context({"visit": visit, "page": {"table": read_game_state(visit.game)}})
    with django_assert_num_queries(0):
        assert open_disputes(context) == {}
    made = dispute_by(game, BEN, 20)
    visit = visit_of(PHONE, game.pk)
    context = Context({"visit": visit, "page": {"table": shown_state(visit.game)}})
    with django_assert_num_queries(1):
        assert [one["row"] for one in open_disputes(context)["open"]] == [made]


# ------------------------------------------------------------- shown to the host


def test_a_guest_shows_it_to_the_host_whose_pages_ask_first(game):
    row = dispute_by(game, BEN, 9)
    assert "Show the host" in see(game, "dispute-one", row.pk, who=BEN)
    for _twice in range(2):
        page = post(game, "dispute-show", row.pk, who=BEN)
        assert "The host has been asked to look." in page
        assert "Show the host" not in page
    asked = html(game, "entry", 2, 1)
    assert asked.count("other-number") == 1
    assert re.search(rf'"note other-number asking".*?{row.pk}/"[^<]*>See it', asked, re.DOTALL)
    assert "You are asked to look:" in asked
    for who in (BEN, WATCHER):
        assert "See it" not in note_of(game, "entry", 2, 1, who=who)
    assert "other-number" not in html(game, "dispute-one", row.pk)  # the page itself


def test_a_host_who_sits_is_called_by_name(game):
    join(game.pk, PHONE, 1)
    row = dispute_by(game, BEN, 9)
    assert "Show Ana" in see(game, "dispute-one", row.pk, who=BEN)
    assert "Ana has been asked to look." in post(game, "dispute-show", row.pk, who=BEN)


def test_the_host_shows_nothing_to_the_host(game):
    row = dispute_by(game, BEN, 9)
    before = version_of(game)
    assert "Show" not in see(game, "dispute-one", row.pk)
    assert post(game, "dispute-show", row.pk).startswith("200")
    row.refresh_from_db()
    assert (row.asks_host, version_of(game)) == (False, before)


def test_what_is_taken_back_meanwhile_is_not_shown_to_the_host(game):
    row = dispute_by(game, BEN, 9)
    post(game, "dispute-one", row.pk, who=BEN)
    page = post(game, "dispute-show", row.pk, who=BEN)
    assert page.startswith("200")
    assert "That number is disputed no more." in page


# ------------------------------------------------------------- its ends


@pytest.mark.slow
def test_in_an_open_round_it_leads_to_the_cards_of_whose_number_it_is(game):
    add(where(game, 2, 2), "tempura")
    join(game.pk, PHONE, 1)
    row = dispute_by(game, BEN, 5, part=2)
    entry = reverse("entry", args=[game.pk, 2, 2])
    for who in (BEN, PHONE):
        assert main_way(game, row, who=who) == ("Correct the cards", entry), who
    other = dispute_by(game, BEN, 7, place=1, part=2)
    assert main_way(game, other, who=PHONE)[0] == "Correct the cards"
    tried = reverse("what-if", args=[game.pk, 2, 1])
    words, way = main_way(game, other, who=BEN)  # who may not enter Ana's, and proposes
    assert (words, way.partition("?")[0]) == ("Correct the cards", tried)
    assert main_way(game, other, who=WATCHER) == ("To the game", reverse("game", args=[game.pk]))


@pytest.mark.slow
def test_in_a_confirmed_round_the_host_is_led_to_the_correction(game):
    row = dispute_by(game, BEN, 9)
    words, way = main_way(game, row, who=BEN)
    assert (words, way.partition("?")[0]) == (
        "Correct the cards",
        reverse("what-if", args=[game.pk, 1, 2]),
    )
    assert main_way(game, row) == ("Correct the cards", "")  # a form that opens the round
    page = html(game, "dispute-one", row.pk)
    form = page[page.index(f'action="{reverse("reopen", args=[game.pk, 1])}"') :]
    fields = dict(re.findall(r'name="(place|version|reason)"\s+value="([^"]*)"', form))
    assert fields == {"place": "2", "version": "1", "reason": "Ben gets 9, not 3"}
    assert post(game, "reopen", 1, **fields).startswith("200")
    assert "Round 1 is open again : “Ben gets 9, not 3”" in see(game, "table", who=BEN)
    assert main_way(game, row) == ("Correct the cards", reverse("entry", args=[game.pk, 1, 2]))


def test_a_total_leads_to_the_round_of_the_likeliest_mistake(game):
    add(where(game, 2, 1), "sashimi", "sashimi")
    row = dispute_by(game, BEN, 22, place=1, part=0)  # Ana's: 12; two sashimi paid, or a third
    assert reverse("what-if", args=[game.pk, 2, 1]) in html(game, "dispute-one", row.pk)


@pytest.mark.slow
def test_a_number_is_no_longer_disputed_once_a_correction_makes_it_right(game):
    row = dispute_by(game, BEN, 5)
    reopen_round(game.pk, 1, reason="A pudding was no pudding")
    assert "Ben gets 5, not 3" in note_of(game, "table")
    add(where(game, 1, 2), "egg-nigiri", "egg-nigiri")
    for who in (PHONE, BEN, WATCHER):
        page = html(game, "entry", 2, 1, who=who)
        assert "Settled: Ben gets 5, not 3" in text(page)
        assert page.count("other-number") == 1
        assert f'data-name="settled-{row.pk}"' in page
        assert f'data-name="disputed-{row.pk}"' not in page
    confirm(game, 1)
    page = html(game, "entry", 2, 1)
    assert "other-number" not in page
    assert f'data-name="settled-{row.pk}"' in page  # for who has not heard it yet
    page = see(game, "dispute-one", row.pk, who=BEN)
    assert "Agreed" not in page
    assert "What if" not in page


def test_what_later_rounds_bring_does_not_settle_a_total(game):
    row = dispute_by(game, BEN, 5, part=0)
    add(where(game, 2, 2), "egg-nigiri", "egg-nigiri")  # 3 + 2
    assert "Ben gets 5, not 3" in note_of(game, "table")
    reopen_round(game.pk, 1, reason="An egg was missed")
    add(where(game, 1, 2), "egg-nigiri", "egg-nigiri")  # 5 + 2
    assert "Settled: Ben gets 5, not 3" in note_of(game, "table")
    assert "now it is 7" not in see(game, "dispute-one", row.pk)


@pytest.mark.parametrize(("who", "words"), [(BEN, "Agreed: 3"), (PHONE, "Settled")])
def test_who_said_it_was_wrong_or_the_host_has_it_settled_and_all_notes_go(game, who, words):
    row = dispute_by(game, BEN, 9)
    assert words in see(game, "dispute-one", row.pk, who=who)
    page = post(game, "dispute-one", row.pk, who=who)
    assert page.startswith("200")
    assert "That number is disputed no more." in page
    for name, within in PAGES:
        assert "other-number" not in html(game, name, *within, who=WATCHER), name


# ------------------------------------------------------------- from every number


def test_every_number_that_is_explained_leads_to_the_form_about_it(game):
    address = reverse("dispute", args=[game.pk])
    found = re.findall(rf'href="{address}\?([^"]*)"', html(game, "why", 2, who=BEN))
    queries = {one.replace("&amp;", "&") for one in found}
    assert queries >= {
        "seat=2&part=1&type=maki",
        "seat=2&part=1&type=pudding",
        "seat=2&part=1",
        "seat=2&part=0",
    }
    for query, heading in (
        ("seat=2&part=1&type=maki", "Round 1, maki rolls: 3"),
        ("seat=2&part=1&type=pudding", "Round 1, pudding: 0"),
        ("seat=2&part=1&type=sashimi", "Round 1, sashimi: 0"),  # nothing of it was entered
        ("seat=2&part=1&type=sum", "Round 1: 3"),
        ("seat=2&part=0&type=sum", "The total so far: 3"),
        ("seat=2&part=1", "Which number is different from yours?"),
        ("seat=2&part=3&type=maki", "Which number is different from yours?"),
        ("seat=2&part=x&type=x", "Which number is different from yours?"),
    ):
        assert PlainPhone(BEN).open(f"{address}?{query}").heading == heading, query
    assert "Not right?" not in html(game, "why", 2, who=WATCHER)


def test_pages_of_a_round_lead_to_the_form_about_the_visitors_own_number(game):
    address = reverse("dispute", args=[game.pk])
    for name, within, query in (
        ("round", (1,), "part=1&seat=2"),
        ("versions", (1,), "part=1&seat=2"),
        ("history", (1, 1), "seat=1&part=1"),
        ("scoreboard", (), "seat=2"),
    ):
        page = html(game, name, *within, who=BEN).replace("&amp;", "&")
        assert f'href="{address}?{query}"' in page, name
    finish(game)
    assert f'href="{address}?seat=2"' in html(game, "result", who=BEN)


CLAIMS = [
    # A line: what leads there, or that nothing does.
    (1, "dumpling", 9, "9 comes out this way: Every dumpling counted alike: 3 points each."),
    (1, "dumpling", 10, "One card more than was entered: dumpling."),
    (1, "dumpling", 0, "A line forgotten: dumplings."),
    (1, "dumpling", 8, "I know no way to 8; the rule gives 6."),
    # A sum: the lines that can make up the difference, and no guess.
    (1, "sum", 15, "Round 1, dumplings: 9 instead of 6"),
    (0, "", 15, "Round 1, dumplings: 9 instead of 6"),
    (0, "", 16, "Round 1, dumplings: 10 instead of 6"),
    (0, "", 18, "I cannot tell from the sum which line it is."),
    (0, "", 777, "I know no single line that leads from 12 to 777. Compare line by line."),
]


@pytest.mark.parametrize(("part", "type_", "number", "words"), first(4, CLAIMS))
def test_a_claim_is_answered_with_what_is_known(game, part, type_, number, words):
    page = post(game, "dispute", seat=1, part=part, type=type_, number=number)
    assert words.casefold() in page.casefold()
    told = ("comes out", "Most likely", "I know no", "I cannot tell")
    assert sum(one in page for one in told) <= 1


def test_a_line_that_can_make_up_the_difference_leads_to_itself(game):
    post(game, "dispute", who=BEN, seat=1, part=0, number="15")
    page = PlainPhone(BEN).open(reverse("dispute-one", args=[game.pk, Dispute.objects.get().pk]))
    page.follow("Round 1, dumplings: 9 instead of 6")
    assert page.heading == "Round 1, dumplings: 6"


def test_where_the_mistakes_cannot_be_worked_out_the_page_says_so(game, monkeypatch):
    def busy(*_asked: object, **_more: object) -> None:
        raise DiagnosisUnavailableError("busy")

    monkeypatch.setattr("referee.disputes.pages.disputes.explanations", busy)
    page = post(game, "dispute", seat=1, part=0, number="40")
    assert page.startswith("200")
    assert "The mistakes could not be worked out now." in page
    assert Dispute.objects.count() == 1


def test_who_watches_sees_disputes_and_starts_none(game):
    post(game, "dispute", seat=1, part=0, number="40")
    page = see(game, "dispute", who=WATCHER)
    assert "40, not 12" in page
    assert "You get" not in page


def test_a_dispute_is_taken_back_by_whom_it_is_and_by_the_host(game):
    post(game, "dispute", seat=1, part=0, number="40")
    made = Dispute.objects.get()
    assert "Agreed" not in see(game, "dispute-one", made.pk, who=BEN)
    assert post(game, "dispute-one", made.pk, who=BEN).startswith("403")
    assert "That number is disputed no more." in post(game, "dispute-one", made.pk)
    post(game, "dispute", who=BEN, seat=1, part=0, number="41")
    made = Dispute.objects.get()
    assert "Agreed: 12" in see(game, "dispute-one", made.pk, who=BEN)
    assert "disputed no more" in post(game, "dispute-one", made.pk, who=BEN)
    assert not Dispute.objects.exists()


@pytest.mark.slow
def test_a_dispute_that_another_phone_has_taken_back_leads_to_the_others(game):
    post(game, "dispute", seat=1, part=0, number="40")
    made = Dispute.objects.get()
    post(game, "dispute-one", made.pk)
    for who in (PHONE, BEN, WATCHER):
        answer = phone(who).get(reverse("dispute-one", args=[game.pk, made.pk]), follow=True)
        assert answer.redirect_chain == [(reverse("dispute", args=[game.pk]), 302)]
        assert "That number is disputed no more." in text(answer.content.decode())
    assert post(game, "dispute-one", made.pk).startswith("200")  # a second press


def test_a_dispute_of_another_game_is_none_here(game):
    post(game, "dispute", seat=1, part=0, number="40")
    other = GameFactory()
    page = see(other, "dispute-one", Dispute.objects.get().pk)
    assert "40, not 12" not in page
    assert post(other, "dispute-one", Dispute.objects.get().pk).startswith("200")
    assert Dispute.objects.exists()


# ------------------------------------------------------------- opened again, in the open


def test_a_round_is_opened_again_with_a_reason_that_every_page_shows(game):
    assert "A maki was missed" in post(game, "reopen", 1, reason="A maki was missed", version=1)
    for name, within in (("round", (1,)), ("entry", (1, 2)), ("table", ()), ("scoreboard", ())):
        for who in (PHONE, BEN, WATCHER):
            page = see(game, name, *within, who=who)
            assert "Round 1 is open again" in page, (name, who)
            assert "“A maki was missed”" in page, (name, who)


def test_without_a_reason_it_stays_closed_and_the_page_asks_for_one(game):
    page = post(game, "reopen", 1, reason=" ", version=1)
    assert page.startswith("409")
    assert "Say in a few words why. Why? Everybody at the table will read it." in page
    assert not Reopening.objects.exists()


def test_a_reason_that_is_too_long_is_not_lost(game):
    long = "x" * 250
    answer = phone(PHONE).post(reverse("reopen", args=[game.pk, 1]), {"reason": long})
    assert "That is 250 characters; 200 are the most." in text(answer.content.decode())
    assert f'value="{long}"' in answer.content.decode()


def test_a_page_that_shows_another_version_opens_nothing(game):
    reopen_round(game.pk, 1, reason="a maki")
    add(where(game, 1, 2), "maki-1")
    confirm(game, 1)
    page = post(game, "reopen", 1, reason="a pudding", version=1)
    assert page.startswith("409")
    assert "Round 1 has been corrected since you opened this page." in page


def test_a_correction_is_told_side_by_side(game):
    reopen_round(game.pk, 1, reason="Ben’s maki was missed")
    add(where(game, 1, 2), "maki-2")
    seen = version_of(game)
    page = post(game, "confirm", 1, seen=seen, sure=1)
    assert "Round 1 is corrected: Ana 9, before 12; Ben 6, before 3. What changed" in page
    for who in (PHONE, BEN, WATCHER):
        page = see(game, "versions", 1, who=who)
        assert "“Ben’s maki was missed” opened again by the host’s phone" in page
        assert "Ben : + maki roll with 2 icons" in page
        assert "Ana 12 9 −3" in page
        assert "Ben 3 6 +3" in page
        assert "Ana : 12 Ben : 3 Nobody has said whether they agree." in page  # the first version
    assert "Corrected: version 2. What changed" in see(game, "round", 1)


def test_a_correction_that_changes_nothing_is_told_so(game):
    reopen_round(game.pk, 1, reason="to be sure")
    page = post(game, "confirm", 1, seen=version_of(game), sure=1)
    assert "Nothing was changed: round 1 stands as it was confirmed before." in page
    page = see(game, "versions", 1)
    assert "“to be sure” opened again by the host’s phone" in page
    assert ": nothing was changed" in page
    assert page.count("Version 1") == 1


def test_a_round_that_was_never_confirmed_has_no_versions(game):
    assert "The round has not been confirmed yet." in see(game, "versions", 2)


# ------------------------------------------------------------- who agrees


def test_a_player_agrees_and_the_result_shows_who_agrees_to_which_version(game):
    page = post(game, "opinion", 1, who=BEN, place=2, version=1, say="agree")
    assert "Ben agreed" in page
    confirm(game, 2, 3)
    page = see(game, "result")
    assert "Round 1 everybody agrees" in page
    reopen_round(game.pk, 1, reason="a maki")
    add(where(game, 1, 1), "maki-1")
    confirm(game, 1)
    for place, who in ((1, PHONE), (2, BEN)):
        post(game, "opinion", 1, who=who, place=place, version=2, say="agree")
    assert "Round 1 version 2 everybody agrees" in see(game, "result")


def test_who_disagrees_says_why_and_what_was_typed_is_not_lost(game):
    page = post(game, "opinion", 1, who=BEN, place=2, version=1, say="disagree", words=" ")
    assert page.startswith("409")
    # Beside the field, and nowhere else.
    assert page.count("Say in a few words what is wrong.") == 1
    assert "I disagree … Say in a few words what is wrong. What is wrong?" in page
    long = "x" * 201
    answer = phone(BEN).post(
        reverse("opinion", args=[game.pk, 1]),
        {"place": 2, "version": 1, "say": "disagree", "words": long},
    )
    assert f'value="{long}"' in answer.content.decode()
    page = post(game, "opinion", 1, who=BEN, place=2, version=1, say="disagree", words="A maki")
    assert "Ben disagrees: A maki" in page


def test_the_hosts_phone_goes_round_for_players_without_one(game):
    page = post(game, "opinion", 1, place=1, version=1, say="agree")
    assert "Ana agreed (the host’s phone)" in page
    assert post(game, "opinion", 1, place=2, version=1, say="agree").startswith("403")
    assert Opinion.objects.count() == 1


def test_nobody_speaks_for_a_seat_that_there_is_not(game):
    for place in ("0", "3", "x"):
        page = post(game, "opinion", 1, place=place, version=1, say="agree")
        assert page.startswith("403"), place


def test_to_an_older_version_nobody_agrees(game):
    page = post(game, "opinion", 1, who=BEN, place=2, version=7, say="agree")
    assert page.startswith("409")
    assert "Round 1 has been corrected since you opened this page." in page


def test_a_dispute_about_the_end_is_shown_while_a_round_is_open_again():
    game = GameFactory(setup__number=3)
    add(where(game, 1), "pudding")
    confirm(game, 1, 2, 3)
    row = dispute(game.pk, uuid4(), Claimed(1, ClaimScope(4, ""), 33))
    reopen_round(game.pk, 1, reason="a card was missed")
    assert host_phone().open(f"/g/{game.pk}/dispute/{row.pk}/").response.status_code == 200
