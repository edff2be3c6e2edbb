"""The field that takes what one would say, on a phone without JavaScript; and its part alone."""

import json
import re
from uuid import uuid4

import pytest
from django.test import Client
from django.test.html import Element
from django.urls import reverse

from referee.models import Game, Tap
from referee.play.services.joining import join
from referee.rules import tableau_text
from tests import taps
from tests.factories import PHONE, GameFactory, add, confirm, table_of, where
from tests.play.views.plain_phone import PlainPhone, attribute, elements, phone, text_of
from tests.rows import first

pytestmark = pytest.mark.django_db

BEN, WATCHER = "phone of Ben", "phone of a watcher"
ISSUE = "wasabi squid, two tempura, three maki with 2"
ONIGIRI = ["maki", "tempura", "sashimi", "onigiri", "wasabi", "tea", "pudding"]
"""A menu with a card of which the shape must be said."""


@pytest.fixture
def game() -> Game:
    """A game of two, with a phone on Ben's seat and one that watches."""
    game = GameFactory()
    join(game.pk, BEN, 2)
    join(game.pk, WATCHER, None)
    return game


def at(game: Game, name: str = PHONE, seat: int = 1) -> PlainPhone:
    """A phone on a tableau's page."""
    return PlainPhone(name).open(reverse("entry", args=[game.pk, 1, seat]))


def say(here: PlainPhone, words: str) -> PlainPhone:
    return here.press("Read it", words=words)


def field(here: PlainPhone) -> str:
    """What stands in the field."""
    (box,) = (e for e in elements(here.page, "input") if attribute(e, "id") == "words")
    return attribute(box, "value") or ""


def spoken(page: Element) -> str:
    """What the live region says."""
    (region,) = (e for e in elements(page, "p") if attribute(e, "id") == "words-said")
    return text_of(region)


def lying(game: Game, seat: int = 1) -> str:
    return tableau_text(table_of(game).rounds[0].seats[seat - 1].tableau)


# ------------------------------------------------------------- to be shown


def test_what_was_understood_is_shown_and_said_before_it_is_entered(game):
    here = say(at(game), ISSUE)
    assert "“wasabi squid” → squid nigiri on wasabi" in here.text
    assert spoken(here.page).startswith("Understood: squid nigiri on wasabi, ")
    assert spoken(here.page).endswith("7 more; then 7 of 10 cards.")
    assert "Enter 7 cards" in here.text
    assert field(here) == ISSUE
    assert lying(game) == ""


NAMED = {
    "squid on wasabi, tempra": "“tempra” was read as “tempura”.",
    "to be honest, a really big tempura": "Passed over: to be honest, really, big.",
    "tofu": "Not in this game: tofu.",
    "minus one pudding": "No pudding lies here to take away.",
    "99 dumplings": "dumpling: more than anybody can have.",
    "minus two sashimi": "Only 1 of it lies here: sashimi.",
    "xyzzy": "Not understood: xyzzy",
    "dos tempuras, un maki de 3": "Read as Spanish.",
}


def test_what_was_not_understood_or_cannot_be_done_is_named(game):
    add(where(game), "sashimi")
    here = at(game)
    for words, said in NAMED.items():
        say(here, words)
        assert said in spoken(here.page), words
        assert field(here) == words
    say(here, "xyzzy")
    assert "Enter" not in [text_of(button)[:5] for _form, button in here.buttons()]


MEANT = {
    "tempura, maki": "tempura, maki roll with 2 icons",
    "tempura, two maki": "tempura, 2 × maki roll with 2 icons",
    "minus one maki, tempura": "tempura; take away maki roll with 2 icons",
}


@pytest.mark.slow
def test_a_card_that_was_meant_can_be_put_in_the_place_of_what_was_not_understood(game):
    add(where(game), "maki-2")
    here = at(game)
    for words, then in MEANT.items():
        say(here, words).press("Maki roll with 2 icons")
        assert spoken(here.page).startswith(f"Understood: {then}."), words
        assert lying(game) == "maki-2", words


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "menu", "language"),
    [
        *(("sushi-go", None, language) for language in ("en", "es")),
        ("sushi-go-party", "sushi-go", "en"),
        ("sushi-go-party", ONIGIRI, "en"),
        ("sushi-roll", None, "en"),
        pytest.param("sushi-go-party", "sushi-go", "es", marks=pytest.mark.slow),
        pytest.param("sushi-go-party", ONIGIRI, "es", marks=pytest.mark.slow),
        pytest.param("sushi-roll", None, "es", marks=pytest.mark.slow),
    ],
)
def test_what_the_hint_says_is_understood(ruleset, menu, language):
    game = GameFactory(setup__ruleset=ruleset, setup__menu=menu)
    here = at(game)
    here.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    here.open(here.url)
    (hint,) = (e for e in elements(here.page, "p") if attribute(e, "id") == "words-hint")
    example = text_of(hint).partition(": ")[2].partition(".")[0]
    part = ask(here.client, game, words=example)
    assert part.count("→") == len(example.split(", ")), example


# ------------------------------------------------------------- to be entered


def test_a_phrase_is_entered_without_javascript(game):
    here = say(at(game), ISSUE).press("Enter 7 cards")
    assert lying(game) == "wasabi+squid-nigiri maki-2*3 tempura*2"
    assert here.url == reverse("entry", args=[game.pk, 1, 1])
    assert "Entered: squid nigiri on wasabi, 9 points" in here.text
    assert field(here) == ""


def test_what_was_not_understood_stays_in_the_field(game):
    here = say(at(game), "two tempura, xyzzy").press("Enter 2 cards")
    assert lying(game) == "tempura*2"
    assert field(here) == "xyzzy"
    assert "Not understood" in here.text


def test_cards_that_changed_meanwhile_are_shown_before_anything_is_entered(game):
    here = say(at(game), "squid")
    add(where(game), "wasabi")
    here.press("Enter 1 card")
    assert here.response.status_code == 409
    assert "Something has changed here since you looked" in here.text
    assert spoken(here.page).endswith(
        "Understood: squid nigiri on wasabi. 1 more; then 2 of 10 cards."
    )
    assert lying(game) == "wasabi"
    here.press("Enter 1 card")
    assert lying(game) == "wasabi+squid-nigiri"


def test_words_for_a_round_that_was_confirmed_meanwhile_are_kept(game):
    here = say(at(game), "tempura")
    confirm(game, 1)
    here.press("Enter 1 card")
    assert here.response.status_code == 409
    assert "Round 1 is confirmed" in spoken(here.page)
    assert field(here) == "tempura"
    assert not Tap.objects.exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("tempura " * 69 + "tempura", "559 characters; 500 are the most"),
        (
            ", ".join(["10 tempura", "minus 10 tempura"] * 11),
            "at most 200 taps at a time. Nothing was entered.",
        ),
    ],
    ids=["words", "taps"],
)
def test_words_that_are_too_many_are_kept_and_said_to_be(game, words, told):
    here = say(at(game), words)
    assert told in spoken(here.page)
    assert field(here) == words


# ------------------------------------------------------------- commands, questions


def test_undo_is_said_and_done(game):
    here = say(at(game), "tempura, sashimi").press("Enter 2 cards")
    say(here, "undo that")
    assert "undo what was entered last" in here.text
    here.press("Do that")
    words = [text_of(one) for one in elements(here.page, "p") if "Undone" in text_of(one)]
    assert words == ["Undone. Tempura taken away; sashimi taken away; 0 of 10 cards"]
    assert lying(game) == ""


def test_next_player_opens_the_next_players_page(game):
    here = say(at(game), "tempura, next player").press("Enter 1 card")
    assert lying(game) == "tempura"
    assert here.url == reverse("entry", args=[game.pk, 1, 2])
    say(here, "next player").press("Do that")
    assert here.url == reverse("entry", args=[game.pk, 1, 1])


def test_who_is_done_says_so_when_all_cards_lie_there(game):
    here = say(at(game), "six tempura, done")
    assert "There is less here than there should be" in here.text
    say(here, "ten tempura, done").press("Enter 10 cards")
    assert here.url == reverse("round", args=[game.pk, 1])
    assert table_of(game).rounds[0].seats[0].is_ready


def test_a_claim_is_entered_for_who_made_it(game):
    party = GameFactory(setup__party=True, setup__menu="points-platter", setup__number=3)
    name = party.seats.get(place=2).player.name
    here = say(at(party), f"{name} claimed uramaki with eleven, Zoe claimed uramaki with ten")
    assert "Nobody here is called Zoe" in here.text
    here.press("Do that")
    [claim] = party.rounds.get(number=1).claims.all()
    assert (claim.seat.place, claim.icons) == (2, 11)


@pytest.mark.slow
def test_a_claim_of_other_icons_than_lie_there_is_doubted_before_it_is_entered():
    party = GameFactory(setup__party=True, setup__menu="points-platter", setup__number=3)
    add(where(party), "uramaki-5", "uramaki-4")
    name = party.seats.get(place=1).player.name
    doubt = f"{name} has 9 icons of uramaki lying there. They stay there"
    here = say(at(party), f"{name} claimed uramaki with eleven")
    assert doubt in here.text
    assert doubt in spoken(here.page)
    assert doubt not in say(at(party), f"{name} claimed uramaki with nine").text
    add(where(party), "uramaki-3")
    assert doubt not in say(at(party), f"{name} claimed uramaki with twelve").text


def test_who_may_enter_for_themselves_alone_can_claim_for_nobody_else():
    party = GameFactory(setup__party=True, setup__menu="points-platter", setup__number=3)
    party.anyone_enters = False
    party.save()
    join(party.pk, BEN, 2)
    name = party.seats.get(place=1).player.name
    here = say(at(party, BEN, 2), f"{name} claimed uramaki with eleven").press("Do that")
    assert here.response.status_code == 409
    assert not party.rounds.get(number=1).claims.exists()


ON_IT = "Which nigiri lies on the wasabi"
ASKED = [
    # what lies there, what is said → what is asked, an answer's button, what lies there then
    ("squid-nigiri", "wasabi", ON_IT, "Squid nigiri", "wasabi+squid-nigiri"),
    ("squid-nigiri", "wasabi", ON_IT, "None", "squid-nigiri wasabi"),
    ("egg-nigiri", "wasabi, squid", ON_IT, "Squid nigiri", "egg-nigiri wasabi+squid-nigiri"),
    ("egg-nigiri", "wasabi, squid", ON_IT, "Egg nigiri", "wasabi+egg-nigiri squid-nigiri"),
    ("", "egg, wasabi plus squid", ON_IT, "None", "egg-nigiri squid-nigiri wasabi"),
    (
        "wasabi",
        "squid on wasabi",
        "or another one?",
        "On the wasabi that lies here",
        "wasabi+squid-nigiri",
    ),
    (
        "wasabi squid-nigiri",
        "egg on the wasabi",
        "already. On another one?",
        "On another wasabi",
        "wasabi+egg-nigiri wasabi+squid-nigiri",
    ),
    ("tempura", "I have two tempura", "2 more, or 2 in all?", "2 in all", "tempura*2"),
    ("pudding pudding", "remove the pudding", "How many are meant?", "1 × pudding", "pudding"),
    ("dumpling", "special order", "copy?", "Dumpling", "dumpling special-order:dumpling"),
]


def enter_what_is_shown(here: PlainPhone) -> None:
    names = [text_of(button) for _form, button in here.buttons()]
    here.press(next(name for name in names if re.match(r"(Enter|Make) \d|Do", name)))


@pytest.mark.parametrize(("before", "said", "asked", "answer", "then"), first(3, ASKED))
def test_what_is_doubtful_is_asked_and_answered_with_one_tap(before, said, asked, answer, then):
    orders = {"setup__party": True, "setup__menu": "points-platter", "setup__number": 3}
    game = GameFactory(**orders if "special" in said else {})
    add(where(game), *before.split())
    here = say(at(game), said)
    assert asked in spoken(here.page)
    here.press(answer)
    assert answer != "On another wasabi" or "On the wasabi that lies here" not in here.text
    enter_what_is_shown(here)
    assert lying(game) == then


ANSWERED = [
    # what lies there, what is said, what is typed as the answer → what lies there then
    ("squid-nigiri", "wasabi", "no", "squid-nigiri wasabi"),
    ("squid-nigiri egg-nigiri", "wasabi", "egg", "wasabi+egg-nigiri squid-nigiri"),
    ("squid-nigiri", "tempura, wasabi, sashimi", "yes", "wasabi+squid-nigiri tempura sashimi"),
    ("wasabi squid-nigiri", "egg on the wasabi", "yes", "wasabi+egg-nigiri wasabi+squid-nigiri"),
    ("tempura", "I have two tempura", "two more", "tempura*3"),
    ("pudding pudding", "remove the pudding", "one", "pudding"),
    ("", "tempura, maki", "no", "tempura"),
    ("", "maki", "with three icons", "maki-3"),
]


@pytest.mark.parametrize(("before", "said", "typed", "then"), first(3, ANSWERED))
def test_an_answer_that_is_typed_is_read_together_with_the_question(
    game, before, said, typed, then
):
    add(where(game), *before.split())
    here = say(say(at(game), said), typed)
    assert field(here) == typed
    enter_what_is_shown(here)
    assert lying(game) == then
    assert field(here) == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "typed", "then"),
    [
        ("wasabi", "el calamar", "wasabi+squid-nigiri"),
        ("maki", "de dos símbolos", "squid-nigiri maki-2"),
    ],
)
def test_an_answer_is_understood_in_spanish(game, said, typed, then):
    add(where(game), "squid-nigiri")
    here = at(game)
    here.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "es"
    here.open(here.url)
    for words in (said, typed):
        here.press("Leerlo", words=words)
    here.press("Apuntar 1 carta")
    assert lying(game) == then


@pytest.mark.slow
def test_who_claimed_and_with_how_many_is_answered_by_a_name_and_a_number():
    party = GameFactory(setup__party=True, setup__menu="points-platter", setup__number=3)
    name = party.seats.get(place=2).player.name
    here = say(say(at(party), "Zoe claimed uramaki with eleven"), name).press("Do that")
    say(say(here, "I claim uramaki"), "12").press("Do that")
    claims = [(one.seat.place, one.icons) for one in party.rounds.get(number=1).claims.all()]
    assert sorted(claims) == [(1, 12), (2, 11)]


@pytest.mark.slow
def test_a_question_stands_until_it_is_answered_or_something_else_is_said(game):
    add(where(game), "squid-nigiri")
    here = say(at(game), "wasabi")
    for words in ("xyzzy", "what", ""):
        assert "Which nigiri lies on the wasabi" in spoken(say(here, words).page), words
    say(here, "tempura")
    assert "Which nigiri" not in here.text
    assert "Not understood: yes." not in spoken(say(here, "yes").page)
    assert "Nothing is asked here now." in spoken(here.page)


@pytest.mark.slow
def test_everything_that_is_asked_stands_and_is_answered_one_after_the_other(game):
    here = say(at(game), "squid nigiri, wasabi, maki, xyzzy").press("Enter 1 card")
    here = say(here, "")
    for asked in ("Which nigiri lies on the wasabi", "maki; perhaps", "Not understood: xyzzy"):
        assert asked in spoken(here.page)
    here = say(say(here, "squid").press("Enter 1 card"), "")
    assert "Which nigiri" not in spoken(here.page)
    here = say(here, "2").press("Enter 1 card")
    assert lying(game) == "wasabi+squid-nigiri maki-2"
    assert field(here) == "xyzzy"


@pytest.mark.slow
def test_words_that_were_asked_about_can_be_left_out(game):
    add(where(game), "squid-nigiri")
    for how in ("press", "type"):
        here = say(say(at(game), "wasabi"), "")
        here = here.press("Leave it out") if how == "press" else say(here, "leave it out")
        assert "Which nigiri" not in here.text, how
    assert "Left out: wasabi." in spoken(here.page)


@pytest.mark.slow
def test_an_answer_that_comes_to_something_else_meanwhile_is_shown_again(game):
    add(where(game), "squid-nigiri")
    here = say(say(at(game), "wasabi"), "yes")
    add(where(game), "tempura")
    here.press("Enter 1 card")
    assert here.response.status_code == 409
    assert field(here) == "yes"
    here.press("Enter 1 card")
    assert lying(game) == "wasabi+squid-nigiri tempura"


PAGE_ANSWERS = [
    # what lies there, what is typed → what lies there when that is done
    ("wasabi squid-nigiri", "yes", "wasabi+squid-nigiri"),
    ("wasabi squid-nigiri", "no", "squid-nigiri wasabi"),
    ("squid-nigiri wasabi", "no", "wasabi+squid-nigiri"),
    ("squid-nigiri wasabi", "nothing", "squid-nigiri wasabi"),
]


@pytest.mark.parametrize(("before", "typed", "then"), first(2, PAGE_ANSWERS))
def test_yes_and_no_answer_what_the_page_asks(game, before, typed, then):
    add(where(game), *before.split())
    here = at(game)
    assert "What lies on" in here.text
    here = say(here, typed).press("Do that")
    assert lying(game) == then
    assert "What lies on" not in here.text


@pytest.mark.slow
def test_yes_to_several_nigiri_is_asked_again(game):
    add(where(game), "squid-nigiri", "egg-nigiri", "wasabi", "tempura")
    here = say(at(game), "no")
    assert "What lies on" in spoken(here.page)
    assert "Do that" not in here.text


@pytest.mark.slow
def test_who_is_done_with_fewer_cards_may_say_so(game):
    here = say(say(at(game), "six tempura, done").press("Enter 6 cards"), "")
    say(here, "yes").press("Do that")
    assert table_of(game).rounds[0].seats[0].is_ready


@pytest.mark.slow
def test_what_is_left_with_a_question_leaves_the_field_to_the_answer(game):
    host, address = phone(PHONE), reverse("words", args=[game.pk, 1, 1])
    said = "squid nigiri, wasabi"
    sent = {"words": said, "tap": str(uuid4()), "shown": shown_in(ask(host, game, words=said))}
    answer = host.post(address, sent, headers=HTMX)
    assert json.loads(answer.headers["HX-Trigger"]) == {"words:entered": {"left": ""}}
    page = answer.content.decode()
    assert "Entered: squid nigiri, 3 points; 1 of 10 cards. Which nigiri lies on" in page
    assert re.search(r'id="words-asked"\s+value="wasabi"', page)
    assert "squid nigiri on wasabi</strong>" in ask(host, game, words="squid", asked="wasabi")


# ------------------------------------------------------------- who


def test_a_player_says_their_own_cards(game):
    say(at(game, BEN, 2), "tempura").press("Enter 1 card")
    assert lying(game, 2) == "tempura"
    assert Tap.objects.get().by.place == 2


@pytest.mark.parametrize(("name", "seat"), [(BEN, 1), (WATCHER, 2)])
def test_who_may_not_enter_has_no_field(game, name, seat):
    assert "Say or type" not in at(game, name, seat).text


# ------------------------------------------------------------- the part alone

HTMX = {"HX-Request": "true"}


def test_the_id_of_words_stays_the_same_until_they_are_entered(game):
    """So that words of which the answer was lost are not entered twice."""
    part = ask(phone(PHONE), game, words="tempura")
    first = re.findall(r'name="tap" form="words-enter" value="([^"]+)"', part)
    again = ask(phone(PHONE), game, words="pudding", tap=first[0])
    assert f'name="tap" form="words-enter" value="{first[0]}"' in again


def ask(client: Client, game: Game, **fields: str) -> str:
    answer = client.get(reverse("words", args=[game.pk, 1, 1]), fields, headers=HTMX)
    assert answer.status_code == 200
    assert "no-store" in answer.headers["Cache-Control"]
    return answer.content.decode()


def shown_in(part: str) -> str:
    """The name of what is shown."""
    found = re.search(r'name="shown"\s+form="words-enter"\s+value="([^"]*)"', part)
    return found[1] if found else ""


def test_a_script_is_answered_with_the_part_alone(game):
    part = ask(phone(PHONE), game, words="two tempura")
    assert re.match(r'\s*<div\s+class="words-heard"', part)
    assert re.search(r'id="words-said" role="status" hx-swap-oob="morph">\s*Understood', part)
    assert "Enter 2 cards" in part
    assert "tile" not in part


def test_a_script_that_enters_is_told_what_was_done_and_what_is_left(game):
    host, address = phone(PHONE), reverse("words", args=[game.pk, 1, 1])
    said = "wasabi squid, xyzzy"
    sent = {"words": said, "tap": str(uuid4()), "shown": shown_in(ask(host, game, words=said))}
    answer = host.post(address, sent, headers=HTMX)
    assert answer.status_code == 200
    told = {"words:entered": {"left": "xyzzy"}}
    assert json.loads(answer.headers["HX-Trigger"]) == told
    assert "Entered: squid nigiri on wasabi, 9 points; 2 of 10 cards." in answer.content.decode()
    assert 'data-words="xyzzy"' in answer.content.decode()
    taps.undo(where(game), uuid4())
    assert "entered already" in host.post(address, sent, headers=HTMX).content.decode()
    assert lying(game) == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("menu", "words"),
    [
        ("dinner-for-two", "menu, two tofu"),
        ("master-menu", "two tofu and a takeout box"),
    ],
)
def test_what_is_discarded_when_played_is_asked_about_at_once_and_not_entered(menu, words):
    game = GameFactory(setup__party=True, setup__menu=menu, setup__number=3)
    here = say(at(game), words)
    asked = "Which cards came of it?"
    assert asked in spoken(here.page)
    assert asked in here.text
    here.press("Enter 2 cards")
    assert lying(game) == "tofu*2"
    assert field(here) in words
    assert "tofu" not in field(here)
