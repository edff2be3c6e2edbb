"""Words for the whole table, on a phone without JavaScript."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from referee.models import Game
from referee.play.services.joining import join, let_anyone_enter
from referee.rules import tableau_text
from tests import taps
from tests.factories import PHONE, GameFactory, add, confirm, table_of, where
from tests.play.views.plain_phone import PlainPhone, attribute, elements, phone, text_of

pytestmark = pytest.mark.django_db

BEN = "phone of Ben"
FIVE = ("Ana", "Ben", "Cem", "Dan", "Fay")
ISSUE = "Dan: two tempura, squid. Next. Fay: three maki with 2"


@pytest.fixture
def game() -> Game:
    """A game of five, with a phone on Ben's seat."""
    game = GameFactory(setup__players=FIVE)
    join(game.pk, BEN, 2)
    return game


def say(game: Game, words: str, name: str = PHONE, seat: int = 1) -> PlainPhone:
    here = PlainPhone(name).open(reverse("entry", args=[game.pk, 1, seat]))
    return here.press("Read it", words=words)


def shown(here: PlainPhone) -> list[str]:
    """What each player gets, and what is asked."""
    sections = (e for e in elements(here.page, "section"))
    return [text_of(e) for e in sections if "heard-of" in (attribute(e, "class") or "")]


def field(here: PlainPhone) -> str:
    (box,) = (e for e in elements(here.page, "input") if attribute(e, "id") == "words")
    return attribute(box, "value") or ""


def spoken(here: PlainPhone) -> str:
    (region,) = (e for e in elements(here.page, "p") if attribute(e, "id") == "words-said")
    return text_of(region)


def lying(game: Game) -> dict[str, str]:
    seats = table_of(game).rounds[0].seats
    return {seat.name: tableau_text(seat.tableau) for seat in seats if len(seat.tableau)}


def test_what_each_gets_is_shown_and_said_and_then_entered_for_all(game):
    here = say(game, ISSUE)
    dan, fay = shown(here)
    assert dan.startswith("Dan")
    assert "“two tempura” → 2 × tempura" in dan
    assert "3 more; then 3 of 7 cards." in dan
    assert fay.startswith("Fay")
    assert spoken(here).startswith("Dan: Understood: 2 × tempura, squid nigiri. 3 more")
    assert "Fay: Understood: 3 × maki roll with 2 icons." in spoken(here)
    assert lying(game) == {}
    here.press("Enter for 2 players")
    assert lying(game) == {"Dan": "squid-nigiri tempura*2", "Fay": "maki-2*3"}
    assert "Entered: Dan: " in here.text
    assert ".." not in here.text
    assert field(here) == ""


@pytest.mark.slow
def test_next_is_never_lost(game):
    """What was one tableau with a word too many is two."""
    for words in ("two tempura. Next. squid", "two tempura next squid"):
        assert [part[:3] for part in shown(say(game, words))] == ["Ana", "Ben"]
    here = say(game, "two tempura, next").press("Enter 2 cards")
    assert here.url == reverse("entry", args=[game.pk, 1, 2])
    assert shown(say(game, "Fay: egg. Next: squid"))[1].startswith(
        "Whose? Leave it out : “squid” “squid” That was the last player. Whose is this?"
    )


@pytest.mark.slow
def test_a_name_that_nobody_has_is_asked_and_the_answer_is_one_tap(game):
    here = say(game, "Dan: squid. Faye: tempura")
    assert "Whose is this?" in shown(here)[1]
    here.press("Fay")
    assert field(here) == "Dan: squid. Fay: tempura"
    here.press("Enter for 2 players")
    assert lying(game) == {"Dan": "squid-nigiri", "Fay": "tempura"}
    here = say(game, "Gus: pudding")
    assert "Nobody here is called “Gus”." in spoken(here)
    assert "Enter for" not in here.text


@pytest.mark.slow
def test_a_player_is_left_out_and_a_card_mended_before_anything_is_entered(game):
    here = say(game, "Dan: maki, squid. Fay: egg. Ben: tempura").press("Maki roll with 3 icons")
    assert "Enter for 3 players" in here.text
    here.press("Leave it out : Ben").press("Enter for 2 players")
    assert lying(game) == {"Dan": "squid-nigiri maki-3", "Fay": "egg-nigiri"}


@pytest.mark.slow
def test_what_is_left_stays_in_the_field_with_its_player(game):
    here = say(game, "Dan: squid, xyzzy. Gus: tempura").press("Enter for 1 player")
    assert lying(game) == {"Dan": "squid-nigiri"}
    assert field(here) == "Dan: xyzzy. ?: tempura"


def test_a_phone_enters_only_for_whom_it_may_and_says_why_not_for_others(game):
    here = say(game, "squid. Dan: tempura", BEN, 2)
    assert "What Dan has is entered on another phone." in shown(here)[1]
    here.press("Enter for 1 player")
    assert lying(game) == {"Ben": "squid-nigiri"}
    assert field(here) == "Dan: tempura"
    assert "Enter for" not in here.text
    address = reverse("words", args=[game.pk, 1, 2])
    answer = phone(BEN).post(address, {"words": "Dan: tempura", "table": "1"})
    assert answer.status_code == 409
    let_anyone_enter(game.pk, anyone=True)
    say(game, "Dan: tempura", BEN, 2).press("Enter for 1 player")
    assert lying(game)["Dan"] == "tempura"


@pytest.mark.slow
def test_cards_that_changed_meanwhile_or_a_confirmed_round_are_told_and_the_words_kept(game):
    here = say(game, ISSUE)
    add(where(game, seat=4), "wasabi")
    here.press("Enter for 2 players")
    assert here.response.status_code == 409
    assert "Something has changed here since you looked" in here.text
    confirm(game, 1)
    here.press("Enter for 2 players")
    assert "Round 1 is confirmed" in here.text
    assert field(here) == ISSUE
    assert lying(game) == {"Dan": "wasabi"}


@pytest.mark.slow
def test_undo_on_a_players_page_takes_back_what_was_said_for_that_player(game):
    say(game, ISSUE).press("Enter for 2 players")
    PlainPhone(PHONE).open(reverse("entry", args=[game.pk, 1, 4])).press("Undo")
    assert lying(game) == {"Fay": "maki-2*3"}
    taps.undo(where(game, seat=5), uuid4())
    assert lying(game) == {}


@pytest.mark.slow
def test_the_page_of_an_open_round_leads_to_the_field_who_enters_for_several(game):
    page = reverse("round", args=[game.pk, 1])
    here = PlainPhone(PHONE).open(page).follow("Words for the whole table")
    assert here.url == reverse("entry", args=[game.pk, 1, 1]) + "#words"
    assert "Several players: “Ana: 2 dumplings. Next: squid nigiri”." in here.text
    ben = PlainPhone(BEN)
    assert "Words for the whole table" not in ben.open(page).text
    assert "Several players" not in ben.open(reverse("entry", args=[game.pk, 1, 2])).text
    confirm(game, 1)
    assert "Words for the whole table" not in PlainPhone(PHONE).open(page).text


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_the_hint_says_for_several_players_is_understood(game, language):
    here = PlainPhone(PHONE)
    here.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    here.open(reverse("entry", args=[game.pk, 1, 1]))
    (hint,) = (e for e in elements(here.page, "p") if attribute(e, "id") == "words-hint")
    (example,) = re.findall("[“«]([^“«]+)[”»]", text_of(hint))[-1:]
    address = reverse("words", args=[game.pk, 1, 1])
    here.open(f"{address}?words={example}")
    assert [part[:3] for part in shown(here)] == ["Ana", "Ben"]
    assert here.text.count("→") == 2
