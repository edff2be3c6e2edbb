"""A try that becomes a correction: all of it, once, or nothing."""

from uuid import UUID, uuid4

import pytest

from referee.access.games import Sender
from referee.disputes.services.correcting import correct_round
from referee.disputes.services.what_if import what_if
from referee.models import Game, LateTap, Reopening, RoundScore, Seat, Tap
from referee.play.services.joining import join
from referee.play.services.taps import SentTap
from tests import taps
from tests.factories import GameFactory, add, confirm, finish, table_of, version_of, where
from tests.people import everything_stored, refusal

pytestmark = pytest.mark.django_db

HOST = "phone of the host"
WHY = "Ben’s tempura lay under the napkin"


@pytest.fixture
def game() -> Game:
    """A game of two whose first round is confirmed: Ana has a sashimi, Ben a tempura."""
    game = GameFactory()
    add(where(game), "sashimi")
    add(where(game, seat=2), "tempura")
    confirm(game, 1)
    return game


def sent(do: str, seat: int = 1) -> SentTap:
    return SentTap(uuid4(), 1, seat, do)


def correct(
    game: Game, *asked: SentTap, reason: str = WHY, seen: int | None = None, by: int | None = None
) -> bool:
    seen = version_of(game) if seen is None else seen
    sender = Sender(HOST, Seat.objects.get(game=game, place=by).pk if by else None)
    return correct_round(game.pk, 1, sender, asked, reason=reason, seen_version=seen)


def faces(game: Game, seat: int = 1) -> list[str]:
    return [entry.face for entry in table_of(game).rounds[0].seats[seat - 1].entries]


def card(game: Game, seat: int = 1) -> UUID:
    return table_of(game).rounds[0].seats[seat - 1].entries[0].pk


def refused(game: Game, *asked: SentTap, reason: str = WHY, seen: int | None = None) -> str:
    """The code with which a correction is refused; nothing at all is changed by it."""
    return refusal(lambda: correct(game, *asked, reason=reason, seen=seen)).code


def test_a_confirmed_round_is_opened_and_changed_and_waits_to_be_confirmed(game):
    scores = list(RoundScore.objects.values())
    assert correct(game, sent("add:tempura", 2), sent(f"take:{card(game)}"), by=1)
    assert (faces(game), faces(game, 2)) == ([], ["tempura", "tempura"])
    assert not table_of(game).rounds[0].is_confirmed
    assert list(RoundScore.objects.values()) == scores
    reopening = Reopening.objects.get()
    assert (reopening.reason, reopening.cause, reopening.by.place) == (WHY, "host", 1)


def test_the_taps_have_the_ids_of_the_try_and_come_from_the_hosts_phone(game):
    asked = [sent("add:tempura", 2), sent("add:tofu"), sent("add:eel")]
    before = version_of(game)
    correct(game, *asked, by=2)
    made = Tap.objects.filter(phone=HOST).order_by("number")
    assert [(tap.pk, tap.do, tap.by.place) for tap in made] == [(a.id, a.do, 2) for a in asked]
    assert [tap.number for tap in made] == [before + 2, before + 3, before + 4]
    assert version_of(game) == before + 4


def test_what_was_tried_is_what_lies_there_afterwards():
    game = GameFactory(setup__party=True, setup__menu="points-platter")
    wasabi, _nigiri = add(where(game), "wasabi", "egg-nigiri")
    confirm(game, 1)
    asked = [sent(f"bare:{wasabi}"), sent("add:squid-nigiri"), sent(f"flip:{wasabi}")]
    turned = what_if(table_of(game), 1, asked).table.rounds[0].seats[0].entries[0].pk
    asked.append(sent(f"flip:{turned}"))
    tried = what_if(table_of(game), 1, asked)
    assert [one.refused for one in tried.tried] == [None] * 4
    correct(game, *asked)
    assert table_of(game).sheet == tried.table.sheet


def test_a_round_that_is_open_is_changed_without_a_reason(game):
    game = GameFactory()
    assert correct(game, sent("add:tofu"), reason="")
    assert faces(game) == ["tofu"]
    assert not Reopening.objects.exists()


def test_a_finished_game_is_played_again_until_the_round_is_confirmed():
    game = GameFactory()
    finish(game)
    correct(game, sent("add:tempura"), sent("add:tempura"))
    assert Game.objects.get().state == Game.State.PLAYING
    confirm(game, 1)
    assert Game.objects.get().state == Game.State.FINISHED


def test_the_same_correction_once_more_changes_nothing(game):
    asked, seen = [sent("add:tempura", 2), sent(f"take:{card(game)}")], version_of(game)
    assert correct(game, *asked, seen=seen)
    before = everything_stored()
    assert not correct(game, *asked, seen=seen)
    assert everything_stored() == before


def test_nor_does_it_open_the_round_again_after_that_was_confirmed_anew(game):
    asked = [sent("add:tempura", 2)]
    correct(game, *asked)
    confirm(game, 1)
    before = everything_stored()
    assert not correct(game, *asked)
    assert everything_stored() == before


def test_what_is_tried_further_after_a_correction_is_made_alone(game):
    first, second = sent("add:tempura", 2), sent("add:tofu", 2)
    correct(game, first)
    assert correct(game, first, second)
    assert faces(game, 2) == ["tempura", "tempura", "tofu"]


def test_where_another_phone_is_there_a_confirmed_round_is_not_corrected_without_a_reason(game):
    join(game.pk, "phone of Ben", 2)
    assert refused(game, sent("add:tofu"), reason="  \n ") == "reason-missing"
    assert refused(game, sent("add:tofu"), reason="x" * 201) == "words-too-long"


def test_one_change_that_no_longer_fits_stops_all_of_them(game):
    assert refused(game, sent("add:tofu"), sent(f"take:{uuid4()}")) == "no-longer-fits"
    assert refused(game, sent("add:tofu"), sent("add:tofu", 3)) == "no-such-tableau"
    assert refused(game, sent("add:tofu"), sent("undo:")) == "not-understood"
    assert refused(game, *[sent("add:tofu") for _ in range(61)]) == "too-many-changes"


def test_a_correction_of_nothing_is_none(game):
    added = sent("add:tofu")
    assert refused(game) == "nothing-tried"
    assert refused(game, added, sent(f"take:{added.id}")) == "nothing-tried"
    assert refused(game, sent(f"take:{card(game)}"), sent("add:sashimi")) == "nothing-tried"


def test_cards_that_have_changed_since_the_difference_was_looked_at_stop_it(game):
    seen = version_of(game)
    correct(game, sent("add:eel"))
    assert refused(game, sent("add:tofu"), seen=seen) == "tried-meanwhile"
    assert refused(game, sent("add:tofu"), seen=version_of(game) + 1) == "tried-meanwhile"
    assert refused(game, sent("add:tofu"), seen=-1) == "tried-meanwhile"


def test_what_has_happened_in_other_rounds_does_not_stop_it(game):
    seen = version_of(game)
    add(where(game, 2), "eel")
    assert correct(game, sent("add:tofu"), seen=seen)


def test_the_id_of_a_tap_that_came_too_late_is_refused(game):
    late = sent("add:tofu")
    taps.tap(where(game), late.id, late.do)
    assert LateTap.objects.get().pk == late.id
    assert refused(game, late) == "id-used"
