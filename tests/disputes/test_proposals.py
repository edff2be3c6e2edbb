"""A trial that a player sends to the host, and what becomes of it."""

from uuid import UUID, uuid4

import pytest
from django.urls import reverse

from referee.access.games import Sender
from referee.disputes.services.correcting import correct_round
from referee.disputes.services.proposals import (
    MAX_PROPOSALS,
    decline,
    forget,
    open_proposals,
    propose,
)
from referee.models import Game, Proposal, Reopening, Seat
from referee.play.services.confirming import reopen_round
from referee.play.services.joining import join
from referee.play.services.taps import SentTap
from tests.disputes.test_what_if_page import TryingPhone, try_page
from tests.factories import PHONE, GameFactory, add, confirm, table_of, version_of, where
from tests.people import everything_stored, refusal
from tests.plain_words import plain
from tests.play.views.plain_phone import phone

pytestmark = pytest.mark.django_db

BEN, CEM, WATCHER = "phone of Ben", "phone of Cem", "phone of a watcher"


@pytest.fixture
def game() -> Game:
    """A game of three in its second round: Ana has a sashimi in the first, Ben a tempura. All have
    a phone, Ana's is the host's; and somebody watches."""
    game = GameFactory(setup__number=3)
    for name, place in ((PHONE, 1), (BEN, 2), (CEM, 3), (WATCHER, None)):
        join(game.pk, name, place)
    add(where(game), "sashimi")
    add(where(game, seat=2), "tempura")
    confirm(game, 1)
    return game


def sent(do: str, seat: int = 2) -> SentTap:
    return SentTap(uuid4(), 1, seat, do)


def send(game: Game, *taps: SentTap, by: int = 2, version: int | None = None,
         proposal_id: UUID | None = None) -> Proposal:  # fmt: skip
    version = version_of(game) if version is None else version
    who = Seat.objects.get(game=game, place=by).pk
    return propose(game.pk, proposal_id or uuid4(), 1, 2, taps, version=version, by=who)


def refused(game: Game, *taps: SentTap, **more: int) -> str:
    return refusal(lambda: send(game, *taps, **more)).code


def make(game: Game, row: Proposal, *taps: SentTap) -> bool:
    who = Sender(PHONE, Seat.objects.get(game=game, place=1).pk)
    return correct_round(game.pk, 1, who, taps, reason="so", seen_version=row.version)


def faces(game: Game, seat: int = 2) -> list[str]:
    return [entry.face for entry in table_of(game).rounds[0].seats[seat - 1].entries]


# ------------------------------------------------------------- sending


def test_sent_twice_it_is_one_proposal_and_changes_nothing_on_the_table(game):
    tap, one = sent("add:tempura"), uuid4()
    made = send(game, tap, proposal_id=one)
    before = everything_stored()
    assert send(game, tap, proposal_id=one) == made
    assert send(game, tap) == made  # of a page that was loaded anew
    assert everything_stored() == before
    assert faces(game) == ["tempura"]
    assert table_of(game).rounds[0].is_confirmed


def test_what_cannot_be_made_is_not_proposed(game):
    assert refused(game) == "nothing-tried"
    assert refused(game, sent(f"take:{uuid4()}")) == "no-longer-fits"
    assert refused(game, sent("add:tempura", 4)) == "no-such-tableau"
    assert refused(game, *[sent("add:tofu") for _ in range(61)]) == "too-many-changes"
    assert refused(game, sent("add:tofu"), version=version_of(game) + 1) == "tried-meanwhile"
    one = send(game, sent("add:tempura"))
    assert refusal(lambda: send(game, sent("add:tofu"), proposal_id=one.pk)).code == "id-used"


@pytest.mark.slow
def test_twenty_wait_at_most(game):
    for _ in range(MAX_PROPOSALS):
        send(game, sent("add:tempura"))
    assert refused(game, sent("add:tempura")) == "too-many-proposals"
    decline(game.pk, open_proposals(game)[0].pk)
    assert send(game, sent("add:tempura"))


# ------------------------------------------------------------- its end


def test_it_is_made_with_the_correction_of_just_its_changes(game):
    tap, other = sent("add:tempura"), sent("add:tofu")
    row, left = send(game, tap), send(game, other, by=3)
    assert make(game, row, tap)
    row.refresh_from_db()
    left.refresh_from_db()
    assert (row.is_made, left.is_made, left.ended_at) == (True, False, None)
    assert row.ended_at is not None
    assert faces(game) == ["tempura", "tempura"]
    assert not make(game, row, tap)


def test_it_is_declined_once_and_forgotten_by_who_has_made_it(game):
    row = send(game, sent("add:tempura"))
    decline(game.pk, row.pk)
    before = everything_stored()
    decline(game.pk, row.pk)
    assert everything_stored() == before
    forget(game.pk, row.pk)
    forget(game.pk, row.pk)
    assert not Proposal.objects.exists()


def test_of_another_game_it_is_not_answered(game):
    row, other = send(game, sent("add:tempura")), GameFactory()
    before = everything_stored()
    decline(other.pk, row.pk)
    forget(other.pk, row.pk)
    assert everything_stored() == before


# ------------------------------------------------------------- on the phones


def notes(name: str, game: Game, *where_: str) -> list[str]:
    """What the pages of a phone say of proposals."""
    pages = where_ or ("r/1/", "r/2/2/", "r/2/", "table/", "scoreboard/", "why/2/", "case/",
                       "dispute/", "r/1/versions/", "what-if/1/2/")  # fmt: skip
    said = set()
    for page in pages:
        html = phone(name).get(f"/g/{game.pk}/{page}").content.decode()
        found = [part.partition('"')[0] for part in html.split('data-words="')]
        said.add(" | ".join(plain(words) for words in found if "proposes" in words))
    return sorted(said)


def test_a_player_sends_a_trial_with_one_tap_and_the_host_sees_it_on_every_page(game):
    ben = TryingPhone(BEN).open(try_page(game, 1, 2)).try_out("add:tempura")
    ben.press("Send it to Ana")
    assert "/what-if/1/2/?at=" in ben.url
    assert "Round 1, sent to Ana." in ben.text
    assert notes(PHONE, game) == ["Round 1, Ben proposes: Ben: + tempura"]
    assert notes(CEM, game) == notes(WATCHER, game) == [""]
    ben.press("Take it back")
    assert notes(PHONE, game) == [""]


def test_the_host_looks_at_what_changes_and_makes_the_correction(game):
    send(game, sent("add:tempura"))
    host = TryingPhone().open(f"/g/{game.pk}/r/2/1/").follow("Round 1, Ben proposes")
    assert "Ben 0 5 +5" in host.text
    host.press("Make this correction")
    assert host.url == f"/g/{game.pk}/r/1/"
    assert "“Ben’s proposal”" in host.text
    assert Reopening.objects.get().seat.place == 2
    assert faces(game) == ["tempura", "tempura"]
    assert notes(PHONE, game) == [""]
    host.press("Confirm").press("Confirm all the same")
    assert "Round 1 is corrected: Ben 5, before 0." in plain(host.text)
    ben = TryingPhone(BEN).open(f"/g/{game.pk}/r/2/2/").follow("Round 1, your correction is made")
    ben.press("OK")
    assert not Proposal.objects.exists()


@pytest.mark.slow
def test_who_proposed_is_told_that_the_host_does_not_want_it(game):
    send(game, sent("add:tempura"))
    host = TryingPhone().open(f"/g/{game.pk}/r/2/1/").follow("Round 1, Ben proposes")
    host.press("No, thanks")
    assert notes(PHONE, game) == [""]
    ben = TryingPhone(BEN).open(f"/g/{game.pk}/r/2/2/").follow("Round 1, Ana says: no, thanks")
    ben.press("OK")
    assert not Proposal.objects.exists()


@pytest.mark.slow
def test_it_ends_when_the_round_is_corrected_to_the_same_by_hand(game):
    send(game, sent("add:tempura"))
    reopen_round(game.pk, 1, reason="a tempura")
    add(where(game, seat=2), "tempura")
    assert notes(PHONE, game) == [""]
    ben = TryingPhone(BEN).open(f"/g/{game.pk}/r/2/2/")
    assert "Round 1, your correction is made" in ben.text


@pytest.mark.slow
def test_one_that_was_tried_on_other_cards_is_tried_on_those_that_lie_there_now(game):
    send(game, sent("add:tempura"))
    reopen_round(game.pk, 1, reason="a sashimi")
    add(where(game), "sashimi")
    host = TryingPhone().open(f"/g/{game.pk}/r/2/1/").follow("Round 1, Ben proposes")
    assert "the round has changed since" in host.text
    assert not any("Make this" in str(button) for _form, button in host.buttons())
    host.follow("Try it on what lies there now").press("Make this correction")
    assert faces(game) == ["tempura", "tempura"]
    assert faces(game, 1) == ["sashimi", "sashimi"]
    assert Proposal.objects.get().is_made


@pytest.mark.slow
def test_of_a_round_that_is_open_it_is_proposed_and_made_alike(game):
    reopen_round(game.pk, 1, reason="to look")
    ben = TryingPhone(BEN).open(try_page(game, 1, 3)).try_out("add:maki-1")
    ben.press("Send it to Ana")
    host = TryingPhone().open(f"/g/{game.pk}/r/1/").follow("Round 1, Ben proposes")
    host.press("Make this correction")
    assert faces(game, 3) == ["maki-1"]


def test_what_cannot_be_sent_is_said_and_stays(game):
    address = reverse("propose", args=[game.pk, 1])
    tap = f"{uuid4()}.2.take:{uuid4()}"
    form = {"w": tap, "place": "2", "at": version_of(game), "proposal": uuid4()}
    answer = phone(BEN).post(address, form)
    assert answer.status_code == 409
    assert "This no longer fits" in answer.content.decode()
    assert tap in answer.content.decode()
    assert phone(BEN).post(address, {**form, "w": "x"}).status_code == 400
    assert phone(BEN).post(address, {**form, "place": "7"}).status_code == 404
