"""What if: changes in a copy of a round, of which nothing is stored."""

from uuid import UUID, uuid4

import pytest

from referee.disputes.services.what_if import (
    MAX_CHANGES,
    Trial,
    read_written,
    what_if,
    written,
)
from referee.models import Game
from referee.play.services.game_state import GameState
from referee.play.services.refusals import Refused
from referee.play.services.taps import SentTap
from referee.rules import score_sheet, tableau_text
from tests import taps
from tests.factories import GameFactory, add, claim, finish, table_of, where
from tests.people import everything_stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A game of two: Ana has a wasabi and a sashimi, Ben a tempura."""
    game = GameFactory()
    add(where(game), "wasabi", "sashimi")
    add(where(game, seat=2), "tempura")
    return game


MOST = 20
"""Cards that a tableau of two players holds: twice the ten that are dealt."""


def sent(do: str, seat: int = 1, number: int = 1) -> SentTap:
    return SentTap(uuid4(), number, seat, do)


def lying(table: GameState, seat: int = 1, number: int = 1) -> str:
    return tableau_text(table.rounds[number - 1].seats[seat - 1].tableau)


def card(table: GameState, place: int, seat: int = 1) -> UUID:
    """The id of a card, by its place from 0."""
    return table.rounds[0].seats[seat - 1].entries[place].pk


def refusals(trial: Trial) -> list[str]:
    return [tried.refused.code if tried.refused else "" for tried in trial.tried]


def test_cards_are_changed_in_the_copy_and_nowhere_else(game):
    table, before = table_of(game), everything_stored()
    taken = card(table, 1)
    asked = [sent("add:squid-nigiri"), sent(f"take:{taken}"), sent("add:tempura", seat=2)]
    trial = what_if(table, 1, asked)
    assert (lying(trial.table), lying(trial.table, 2)) == ("wasabi+squid-nigiri", "tempura*2")
    assert (lying(table), lying(table, 2)) == ("wasabi sashimi", "tempura")
    assert everything_stored() == before
    entries = table.rounds[0].seats[0].entries
    assert [entry.withdrawn_by_id for entry in entries] == [None, None]


def test_other_rounds_and_other_players_stay_the_same(game):
    add(where(game, 2), "dumpling")
    table = table_of(game)
    copied = what_if(table, 1, [sent("add:tofu")]).table
    assert copied.rounds[1].seats[0].laid is table.rounds[1].seats[0].laid
    assert copied.rounds[0].seats[1].laid is table.rounds[0].seats[1].laid
    assert copied.sheet.rounds[1:] == table.sheet.rounds[1:]


def test_a_confirmed_round_and_a_finished_game_can_be_tried_too():
    game = GameFactory()
    add(where(game, 3), "pudding")
    finish(game)
    before = everything_stored()
    copied = what_if(table_of(game), 3, [sent("add:pudding", number=3, seat=2)]).table
    assert score_sheet(copied.sheet).winners == ("Ana", "Ben")
    assert everything_stored() == before


def test_the_claims_of_a_race_stand_in_the_copy(game):
    game = GameFactory(setup__party=True, setup__menu="dinner-for-two")
    claim(game, 2, 10)
    copied = what_if(table_of(game), 1, [sent("add:tofu")]).table
    assert list(copied.sheet.rounds[0].claims) == [((1, 10),)]


def test_cards_in_the_copy_are_called_as_they_will_be_when_the_taps_are_real(game):
    """So an address with several changes means the same cards when it becomes a correction."""
    add(where(game), "egg-nigiri")
    wasabi = card(table_of(game), 0)
    asked = [sent(f"flip:{wasabi}"), sent("add:tofu"), sent(f"bare:{wasabi}")]
    tried = what_if(table_of(game), 1, asked).table.rounds[0].seats[0].laid
    for one in asked:
        taps.tap(where(game), one.id, one.do)
    real = table_of(game).rounds[0].seats[0].laid
    told = [
        [(e.pk, e.card, e.face, e.flipped, e.nigiri, e.is_known) for e in laid.entries]
        for laid in (tried, real)
    ]
    assert told[0] == told[1]


def test_a_change_that_no_longer_fits_is_told_and_the_others_are_made(game):
    taken = card(table_of(game), 1)
    taps.take_away(where(game), uuid4(), taken)
    asked = [sent(f"take:{taken}"), sent("add:tofu"), sent(f"on:{uuid4()}:{uuid4()}")]
    trial = what_if(table_of(game), 1, asked)
    assert refusals(trial) == ["no-longer-fits", "", "no-longer-fits"]
    assert lying(trial.table) == "wasabi tofu"


def test_what_was_made_on_the_table_already_is_not_made_twice(game):
    made, new = sent("add:tofu"), sent("add:eel")
    taps.tap(where(game), made.id, made.do)
    trial = what_if(table_of(game), 1, [made, new, new])
    assert refusals(trial) == ["done-already", "", "done-already"]
    assert [one.is_done for one in trial.tried] == [True, False, True]
    faces = [entry.face for entry in trial.table.rounds[0].seats[0].entries]
    assert faces == ["wasabi", "sashimi", "tofu", "eel"]


@pytest.mark.parametrize("other", ["add:eel", "seat"])
def test_the_id_of_another_tap_is_refused(game, other):
    made = sent("add:tofu")
    taps.tap(where(game), made.id, made.do)
    asked = SentTap(made.id, 1, 2, made.do) if other == "seat" else SentTap(made.id, 1, 1, other)
    table = table_of(game)
    trial = what_if(table, 1, [asked])
    assert refusals(trial) == ["id-used"]
    assert trial.table.sheet == table.sheet


@pytest.mark.parametrize(
    ("do", "seat", "number", "code"),
    [
        ("add:tofu", 3, 1, "no-such-tableau"),
        ("add:tofu", 0, 1, "no-such-tableau"),
        ("add:tofu", 1, 2, "no-such-tableau"),
        ("add:tofuu", 1, 1, "no-such-card"),
        ("undo:", 1, 1, "not-understood"),
        ("claim:10", 1, 1, "not-understood"),
        ("unclaim:00000000-0000-0000-0000-000000000000", 1, 1, "not-understood"),
        ("", 1, 1, "not-understood"),
        ("take:it", 1, 1, "not-understood"),
    ],
)
def test_what_cannot_be_tried_changes_nothing_and_says_why(game, do, seat, number, code):
    table = table_of(game)
    trial = what_if(table, 1, [sent(do, seat, number)])
    assert refusals(trial) == [code]
    assert trial.table.sheet == table.sheet


def test_a_tableau_holds_no_more_cards_in_a_try_than_on_the_table(game):
    add(where(game), *["tempura"] * (MOST - 3))
    trial = what_if(table_of(game), 1, [sent("add:tofu"), sent("add:tofu")])
    assert refusals(trial) == ["", "too-many"]


def test_sixty_changes_can_be_tried_and_no_more(game):
    table = table_of(game)
    added = [sent("add:tempura") for _ in range(MAX_CHANGES // 2)]
    asked = [one for add in added for one in (add, sent(f"take:{add.id}"))] + added[:1]
    assert refusals(what_if(table, 1, asked[:-1])) == [""] * 60
    with pytest.raises(Refused, match="too-many-changes"):
        what_if(table, 1, asked)


def test_a_try_asks_the_database_once_however_long_it_is(game, django_assert_num_queries):
    table = table_of(game)
    asked = [sent("add:wasabi"), sent("add:egg-nigiri"), sent(f"flip:{card(table, 0)}")] * 5
    with django_assert_num_queries(1):
        what_if(table, 1, asked)


# ------------------------------------------------------------- in an address


def test_a_change_is_read_as_it_was_written():
    asked = sent(f"take:{uuid4()}", seat=8, number=3)
    assert read_written(written(asked), 3) == asked


@pytest.mark.parametrize(
    "text",
    {
        "nothing": "",
        "no id": "x.1.add:tofu",
        "no seat": "{id}.add:tofu",
        "a seat that is none": "{id}.0.add:tofu",
        "a seat of two figures": "{id}.11.add:tofu",
        "a figure of another writing": "{id}.٣.add:tofu",
        "no change": "{id}.1.",
        "an undo": "{id}.1.undo:",
        "very much": "{id}.1.add:" + "x" * 9000,
    }.items(),
    ids=lambda item: item[0],
)
def test_what_is_no_change_is_refused(text):
    with pytest.raises(Refused):
        read_written(text[1].format(id=uuid4()), 1)


def test_an_id_that_is_worked_out_here_is_no_phones(game):
    """Else a tap could be given the id that a turned card is about to have."""
    table = table_of(game)
    turned = what_if(table, 1, [sent(f"flip:{card(table, 0)}")]).table
    pushy = SentTap(card(turned, 0), 1, 1, "add:tofu")
    with pytest.raises(Refused, match="id-used"):
        taps.tap(where(game), pushy.id, pushy.do)
    assert refusals(what_if(table, 1, [pushy])) == ["id-used"]
