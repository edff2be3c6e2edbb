"""A mistake as changes of cards, which lead to the number that somebody gets."""

from uuid import uuid4

import pytest
from django.urls import reverse

from referee.access.games import visit_of
from referee.disputes.pages.disputes import dispute_page
from referee.disputes.pages.tries import trial_of
from referee.disputes.services.disputes import Claimed, dispute
from referee.models import Dispute, Game
from referee.play.services.confirming import reopen_round
from referee.rules import read_sheet
from referee.rules.mistakes import ClaimScope, Diagnosis, diagnose
from tests.factories import PHONE, GameFactory, add, confirm, table_of, where

pytestmark = pytest.mark.django_db


def disputed(game: Game, number: int, type_: str | None = None) -> Dispute:
    """What Ana gets in the first round."""
    made = dispute(game.pk, uuid4(), Claimed(1, ClaimScope(1, type_), number))
    assert made
    return made


def explained(row: Dispute) -> list[Diagnosis]:
    scope = ClaimScope(row.part, row.type or None)
    found = diagnose(read_sheet(row.sheet), {"Ana": row.claimed}, scope, is_over=False, most=60)
    return list(found["Ana"])


def does(game: Game, row: Dispute, *codes: str) -> list[str]:
    """The verbs and faces of the taps that a mistake leads to, of all or of these alone."""
    explanations = [one for one in explained(row) if not codes or one.mistakes == codes]
    trial = trial_of(table_of(game), row, explanations)
    return (
        [":".join(tap.do.split(":")[: 2 if tap.do.startswith("add") else 1]) for tap in trial[1]]
        if trial
        else []
    )


@pytest.mark.parametrize(
    ("cards", "number", "type_", "mistake", "taps"),
    [
        # 3 for two dumplings; a third makes 6, and without the second it is 1.
        (["dumpling"] * 2, 6, "dumpling", "card-more", ["add:dumpling"]),
        (["dumpling"] * 2, 1, "dumpling", "card-fewer", ["take"]),
        (["tempura", "sashimi"], 5, "tempura", "card-different", ["take", "add:tempura"]),
        # An egg that lies on the wasabi or not, and one more.
        (["wasabi", "egg-nigiri"], 1, "nigiri", "card-different", ["bare"]),
        (["wasabi", "egg-nigiri"], 1, "nigiri", "wasabi-untripled", ["bare"]),
        (["egg-nigiri", "wasabi"], 3, "nigiri", "wasabi-earlier-nigiri", ["on"]),
        (["wasabi"], 9, "nigiri", "card-more", ["add:squid-nigiri", "on"]),
        (["wasabi", "egg-nigiri", "squid-nigiri"], 10, "nigiri", "wasabi-earlier-nigiri", ["on"]),
        # What misreads a rule is no other card.
        (["dumpling"] * 3, 9, "dumpling", "linear-dumplings", []),
    ],
)
def test_a_mistake_of_cards_is_tried_on_the_table(cards, number, type_, mistake, taps):
    game = GameFactory()
    for card in cards:
        add(where(game), card)
    assert does(game, disputed(game, number, type_), mistake) == taps


def test_the_likeliest_mistake_that_cards_can_show_is_tried():
    game = GameFactory()
    add(where(game), "dumpling", "dumpling", "dumpling")
    row = disputed(game, 10)  # a row of the table too far, or one dumpling more
    assert explained(row)[0].mistakes != ("card-more",)
    assert does(game, row) == ["add:dumpling"]


def test_what_no_longer_leads_to_the_number_is_not_tried():
    game = GameFactory()
    add(where(game), "dumpling", "dumpling")
    row = disputed(game, 1)
    confirm(game, 1)
    assert does(game, row, "card-fewer") == ["take"]
    reopen_round(game.pk, 1, reason="A tempura was missed")
    add(where(game), "tempura", "tempura")
    assert does(game, row, "card-fewer") == []
    visit = visit_of(PHONE, game.pk)
    assert visit
    shown = dispute_page(visit.game, row, visit)["dispute"]
    assert shown["try_url"] == reverse("what-if", args=[game.pk, 1, 1])
