"""The pages of a dispute: another number, the versions of a round, and who agrees."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from referee.disputes.diagnosing import DiagnosisUnavailableError
from referee.models import Dispute, Game, Opinion, Reopening
from referee.play.services.confirming import reopen_round
from referee.play.services.joining import join
from tests.factories import PHONE, GameFactory, add, confirm, fill, version_of, where
from tests.play.views.plain_phone import phone
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


def is_chosen(value: str, html: str) -> bool:
    """Whether a form's list stands at a value."""
    return re.search(rf'<option\s+value="{value}"\s+selected\s*>', html) is not None


def text(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", re.sub("</?bdi>", "", html)))


# ------------------------------------------------------------- another number


def test_a_claimed_number_leads_to_the_mistakes(game):
    page = post(game, "dispute", seat=1, what="1:dumpling", number="9")
    assert page.startswith("200")
    assert "9, not 6?" in page
    assert "Every dumpling counted alike: 3 points each." in page
    assert "Round 1, dumplings: 9 instead of 6" in page


ASKED = "Round 2 What lies on Ana’s wasabi? For now: nothing."


def test_a_dispute_asks_about_the_squid_beside_the_wasabi_and_blames_nobody(game):
    """Ana's squid was tapped first; she gets nine points, and one tap settles it."""
    add(where(game, 2, 1), "squid-nigiri", "wasabi")
    page = post(game, "dispute", seat=1, what="2", number="9")
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
    assert ASKED in post(game, "dispute", seat=1, what="0", number="21")
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
    post(game, "dispute", who=BEN, seat=1, what="0", number="21")
    row = Dispute.objects.get()
    html = phone(BEN).get(reverse("dispute-one", args=[game.pk, row.pk])).content.decode()
    (link,) = re.findall(r'href="([^"]+what-if[^"]+)"[^>]*>Squid', html)
    assert "9" in text(phone(BEN).get(link.replace("&amp;", "&")).content.decode())


def test_the_form_shows_the_referees_numbers_of_the_player_chosen_and_asks_for_digits(game):
    address = reverse("dispute", args=[game.pk])
    for query, name, maki in (
        ("?seat=1", "Ana", 6),
        ("?seat=2&what=1:maki", "Ben", 3),
        ("?seat=2&part=1&type=maki", "Ben", 3),  # of a link beside a number
    ):
        html = phone(PHONE).get(address + query).content.decode()
        assert f"The referee’s, for {name}:" in text(html)
        assert f"Round 1: maki rolls: {maki}" in text(html)
        assert 'inputmode="numeric"' in html
        assert is_chosen("1:maki", html) is (name == "Ben")


def test_the_right_number_is_told_to_be_right(game):
    page = post(game, "dispute", seat=1, what="1", number=" 12 ")
    assert "12 is right: the referee gets the same number." in page
    assert not Dispute.objects.exists()


def test_a_number_below_nothing_can_be_claimed_however_it_is_written(game):
    for typed in ("-6", "\N{MINUS SIGN}6", "\N{EN DASH} 6", "6"):
        form = {"minus": "on"} if typed == "6" else {}
        post(game, "dispute", seat=2, what="0", number=typed, **form)
        assert Dispute.objects.get().claimed == -6, typed
        Dispute.objects.all().delete()


def test_what_cannot_be_claimed_is_told_and_what_was_typed_stays(game):
    for form, words in (
        ({"number": "abc"}, "“abc” is no whole number. Write it in digits, such as 47."),
        ({"number": ""}, "Write the number that you get."),
        ({"number": "9" * 5000}, "is no whole number."),
        ({"number": "-100"}, "Enter a number from −99 to 999."),
        ({"seat": "x"}, "Nobody sits there. Choose one of the players."),
        ({"seat": ""}, "Nobody sits there."),
        ({"what": "2"}, "There is no such number in this game yet."),
        ({"what": "everything"}, "There is no such number in this game yet."),
    ):
        typed = {"seat": "2", "what": "1:maki", "number": "46", **form}
        answer = phone(PHONE).post(reverse("dispute", args=[game.pk]), typed)
        html = answer.content.decode()
        assert answer.status_code == 400, form
        assert words in text(html), form
        assert 'role="alert"' in html, form
        assert re.search(
            rf'name="number"\s+inputmode="numeric"\s+value="{typed["number"]}"', html
        ), form
        if typed["what"] == "1:maki":
            assert is_chosen("1:maki", html), form
        if typed["seat"] == "2":
            assert is_chosen("2", html), form
        assert not Dispute.objects.exists(), form


def test_a_dispute_is_found_from_the_round_page(game):
    assert "disputed" not in see(game, "round", 1)
    post(game, "dispute", seat=1, what="0", number="40")
    assert "1 number is disputed" in see(game, "round", 1, who=BEN)
    post(game, "dispute", seat=2, what="0", number="41")
    assert "2 numbers are disputed" in see(game, "round", 1, who=WATCHER)


def test_one_question_tells_the_mistakes_apart_and_its_answer_stays_in_the_address(game):
    post(game, "dispute", seat=1, what="0", number="6")
    one = Dispute.objects.get().pk
    page = see(game, "dispute-one", one)
    assert "Several mistakes lead to this number." in page
    answers = re.findall(
        r'name="answer"\s+value="(\d)"\s*>\s*([^<]*?)\s*<',
        phone(PHONE).get(reverse("dispute-one", args=[game.pk, one])).content.decode(),
    )
    assert [place for place, _ in answers] == [str(place) for place in range(len(answers))]
    firsts = set()
    for place, words in answers[:-1]:
        answered = see(game, "dispute-one", one, query=f"?answer={place}")
        assert words in answered
        assert "Another answer" in answered
        assert "Several mistakes lead to this number." not in answered
        firsts.add(answered.partition("exactly to 6")[2][:120])
    assert len(firsts) == len(answers) - 1
    for wrong in ("99", "x", "-1", "²", "", "1" * 5000):
        assert "Several mistakes" in see(game, "dispute-one", one, query=f"?answer={wrong}")


def test_a_number_that_nothing_explains_is_told_plainly(game):
    page = post(game, "dispute", seat=1, what="0", number="777")
    assert "No mistake that the referee knows, nor two of them together, leads from 12" in page


def test_where_the_mistakes_cannot_be_worked_out_the_page_says_so(game, monkeypatch):
    def busy(*_asked: object, **_more: object) -> None:
        raise DiagnosisUnavailableError("busy")

    monkeypatch.setattr("referee.disputes.pages.disputes.explanations", busy)
    page = post(game, "dispute", seat=1, what="0", number="40")
    assert page.startswith("200")
    assert "The mistakes could not be worked out now." in page
    assert Dispute.objects.count() == 1


def test_who_watches_sees_disputes_and_starts_none(game):
    post(game, "dispute", seat=1, what="0", number="40")
    page = see(game, "dispute", who=WATCHER)
    assert "40, not 12" in page
    assert "Find the mistake" not in page


def test_a_dispute_is_taken_back_by_whom_it_is_and_by_the_host(game):
    post(game, "dispute", seat=1, what="0", number="40")
    made = Dispute.objects.get()
    assert "Take it back" not in see(game, "dispute-one", made.pk, who=BEN)
    assert post(game, "dispute-one", made.pk, who=BEN).startswith("403")
    assert "The other number is taken back." in post(game, "dispute-one", made.pk)
    post(game, "dispute", who=BEN, seat=1, what="0", number="41")
    made = Dispute.objects.get()
    assert "Take it back" in see(game, "dispute-one", made.pk, who=BEN)
    assert "is taken back" in post(game, "dispute-one", made.pk, who=BEN)
    assert not Dispute.objects.exists()


def test_a_dispute_that_another_phone_has_taken_back_leads_to_the_others(game):
    post(game, "dispute", seat=1, what="0", number="40")
    made = Dispute.objects.get()
    post(game, "dispute-one", made.pk)
    for who in (PHONE, BEN, WATCHER):
        answer = phone(who).get(reverse("dispute-one", args=[game.pk, made.pk]), follow=True)
        assert answer.redirect_chain == [(reverse("dispute", args=[game.pk]), 302)]
        assert "The other number is taken back." in text(answer.content.decode())
    assert post(game, "dispute-one", made.pk).startswith("200")  # a second press


def test_a_dispute_of_another_game_is_none_here(game):
    post(game, "dispute", seat=1, what="0", number="40")
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
    assert "Say in a few words why. Everybody at the table will read it. Why?" in page
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
    assert "Round 1 is corrected and confirmed anew." in page
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
