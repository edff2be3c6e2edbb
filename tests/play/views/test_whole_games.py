"""Whole games by plain forms, from the first page to the winner."""

import pytest

from referee.models import Game
from tests.factories import GameFactory, add, where
from tests.plain_words import plain
from tests.play.views.joining import host_phone
from tests.play.views.plain_phone import PlainPhone, attribute, elements, places, text_of

pytestmark = pytest.mark.django_db


BOXES = ("maki", "tofu", "eel", "tempura", "wasabi", "takeout-box", "fruit")
"""A menu with everything that turns and moves cards."""


def rows(phone: PlainPhone) -> list[list[str]]:
    """The cells of the page's first table, by row, without its head."""
    body = next(elements(phone.page, "tbody"))
    return [[text_of(cell) for cell in elements(row, "th", "td")] for row in elements(body, "tr")]


def a_game(*cards: str, **setup: object) -> PlainPhone:
    """The phone that runs a new game, on the first tableau, where these cards lie."""
    game = GameFactory(**{f"setup__{name}": value for name, value in setup.items()})
    if cards:
        add(where(game), *cards)
    return host_phone().open(f"/g/{game.pk}/r/1/1/")


def test_a_game_of_sushi_go_from_the_first_page_to_the_winner():
    """Puddings count on the final page, not on the third round's, where they are in nobody's sum:
    its ranks agree with the points beside them."""
    rounds = [
        [["pudding", "tempura", "tempura"], ["wasabi", "squid-nigiri"], ["dumpling"]],
        [["pudding", "maki-2"], ["squid-nigiri"], ["maki-1"]],
        [["pudding"], ["egg-nigiri"], ["maki-1"]],
    ]
    rest = [*["dumpling"] * 3, *["tempura"] * 2, *["sashimi"] * 3]
    # Ana: two tempura 5, the most maki 6, nothing; Ben: 9, 3, 1; Cem: 1, second in maki 3, first 6;
    # at last the rest of a whole hand brings each 6 + 5 + 10
    sums = [["9", "5", "1"], ["12", "11", "4"], ["38", "31", "28"]]
    phone = PlainPhone().start("Sushi Go!", ("Ana", "Ben", "Cem"))
    assert phone.heading.startswith("Ana")
    for number, (seats, points) in enumerate(zip(rounds, sums, strict=True), start=1):
        last = number == 3
        for place, faces in enumerate(seats, start=1):
            assert phone.url.endswith(f"/r/{number}/{place}/")
            if last:
                add(where(Game.objects.get(), number, place), *rest)
            on = "Next:" if place < 3 else "Round result"
            phone.enter(*faces).follow(on)
        assert phone.heading == f"Round {number}"
        if not last:  # which has the end of the game in it
            names = [row[1].split()[0] for row in rows(phone)]
            assert names == ["Ben", "Ana", "Cem"]
        assert [row[-1] for row in rows(phone)] == points
        if number == 1:
            phone.press("Squid")  # it lies on Ben's wasabi
        phone.press("Confirm" if last else "Confirm all the same")
        if not last:
            phone.press("Confirm all the same")  # nobody has all of the cards
    # the most puddings bring 6, and the fewest cost 6, which Ben and Cem share
    assert plain(phone.heading) == "Ana wins with 38 points."
    assert places(phone) == [
        "1 Ana 5 + 6 ★ won round 2 + 21 + 6 38",
        "2 Ben 9 ★ won round 1 + 3 + 22 −3 31",
        "3 Cem 1 + 3 + 27 ★ won round 3 −3 28",
    ]
    phone.open("/")
    assert "finished" in phone.text


def test_leaving_and_coming_back_leads_to_where_the_game_stood():
    phone = a_game(*["tempura"] * 9, number=3)
    phone.follow("Next:").enter("sashimi")
    here = phone.url
    phone.open("/")
    phone.follow("Go on: Sushi Go!")
    assert phone.url == here
    assert "sashimi" in phone.text.lower()
    assert phone.heading == "Ben 1 of 9"


@pytest.mark.slow
def test_cards_are_turned_moved_taken_away_and_brought_back_by_their_buttons():
    phone = a_game("wasabi", party=True, menu=BOXES)

    def score() -> str:
        return text_of(next(elements(phone.page, "strong")))

    phone.enter("squid-nigiri")
    assert score() == "9"
    phone.press_taking("bare")
    assert score() == "3"
    phone.press_taking("on")
    assert score() == "9"
    phone.press_taking("flip")
    assert score() == "2"
    phone.press("Undo")
    assert score() == "9"
    phone.press_taking("take")
    assert score() == "0"
    for _ in range(2):
        phone.press("Undo")
    assert score() == "3"
    for _ in range(3):
        phone.press("Undo")
    assert score() == "0"
    with pytest.raises(StopIteration):
        phone.press("Undo")


def test_a_special_order_asks_what_it_copies():
    phone = a_game(party=True, menu="dinner-for-two")
    assert "Enter the card that it copies first." in phone.text
    phone.enter("tofu").press(do="copy:tofu")
    assert "Special order: tofu" in phone.text


def test_claims_are_entered_in_order_and_taken_back():
    phone = a_game(party=True, menu="dinner-for-two")
    phone.press("Enter the claim", icons="12").follow("Ben")
    phone.press("Enter the claim", icons="10", when="with-1")
    assert "1. Ana: 12 icons, 8 points" in phone.text
    assert "2. Ben: 10 icons, 5 points" in phone.text
    values = [attribute(button, "value") or "" for _form, button in phone.buttons()]
    phone.press(do=next(value for value in values if value.startswith("unclaim:")))
    assert "12 icons" not in phone.text
    assert "1. Ben: 10 icons, 8 points" in phone.text


def test_a_confirmed_round_is_opened_again_corrected_and_confirmed_anew():
    phone = a_game("tempura")
    phone.open(phone.url.replace("/1/1/", "/1/"))
    phone.press("Confirm all the same")
    assert "Still entering: Ana 1 of 10, Ben 0 of 10. Confirm all the same?" in plain(phone.text)
    phone.press("Confirm all the same")
    phone.open(phone.url.replace("/r/2/1/", "/r/1/1/"))
    assert "cannot be changed" in phone.text
    assert [text_of(button) for _form, button in phone.buttons()] == []
    phone.follow("Correct this round").press("Correct Ana’s cards")
    assert "Round 1 is open again" in phone.text
    phone.enter("tempura")
    assert text_of(next(elements(phone.page, "strong"))) == "5"
    phone.follow("Round 1").press("Confirm")
    assert "/r/2/" in phone.url
    assert "Ana : + tempura" in phone.follow("What changed").text
    assert "/r/2/" in phone.follow("Go on").url
