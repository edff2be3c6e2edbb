"""Several phones on one table: whatever the network does to requests, the same cards lie there.

Each phone sends its taps in its own order, in pieces of any size, and some of them again; the
requests of different phones come in any order.
"""

from collections.abc import Sequence
from uuid import UUID, uuid5

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.access.games import Sender
from referee.models import Entry, Game, Tap
from referee.play.services.taps import SentTap, take_taps
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db

PHONES = range(3)
MOST = 10
Outbox = Sequence[tuple[int, str | int]]
"""Taps in order: the seat, and a card that is added, the number of an own tap whose card is taken
away, or "undo"."""

seats = st.sampled_from((1, 2))
adding = st.tuples(seats, st.sampled_from(("tempura", "sashimi", "dumpling", "pudding")))
taking = st.tuples(seats, st.integers(0, MOST))
undoing = st.tuples(seats, st.just("undo"))
outboxes_of_all = st.lists(
    st.lists(adding | taking | undoing, max_size=MOST),
    min_size=len(PHONES),
    max_size=len(PHONES),
)


def tap_id(game: Game, phone: int, number: int) -> UUID:
    return uuid5(game.pk, f"{phone} {number}")


def asked(game: Game, phone: int, outbox: Outbox) -> list[SentTap]:
    """A phone's taps as it sends them."""

    def do(what: str | int) -> str:
        if isinstance(what, int):
            return f"take:{tap_id(game, phone, what)}"
        return "undo:" if what == "undo" else f"add:{what}"

    return [
        SentTap(tap_id(game, phone, number), 1, seat, do(what))
        for number, (seat, what) in enumerate(outbox)
    ]


def send(game: Game, phone: int, taps: Sequence[SentTap]) -> None:
    receipt = take_taps(game.pk, Sender(f"phone {phone}"), taps)
    assert receipt.taken == [tap.id for tap in taps]


def deliver(game: Game, outboxes: Sequence[Outbox], data: st.DataObject) -> None:
    """Sends everything, as a bad network would."""
    taps = [asked(game, phone, outbox) for phone, outbox in enumerate(outboxes)]
    sent = [0] * len(taps)
    requests: list[tuple[int, list[SentTap]]] = []
    while waiting := [phone for phone in PHONES if sent[phone] < len(taps[phone])]:
        phone = data.draw(st.sampled_from(waiting))
        # An answer was lost: the phone sends again what had arrived already.
        first = data.draw(st.integers(0, sent[phone]))
        end = data.draw(st.integers(sent[phone] + 1, len(taps[phone])))
        requests.append((phone, taps[phone][first:end]))
        send(game, *requests[-1])
        sent[phone] = end
        # A request that was held up arrives, or arrives once more.
        if data.draw(st.booleans()):
            send(game, *data.draw(st.sampled_from(requests)))


def lying(game: Game, phone: int) -> list[tuple[int, int]]:
    """A phone's cards on the table: the seat, and the number of the tap that added it."""
    numbers = {tap_id(game, phone, number): number for number in range(MOST)}
    live = Entry.objects.filter(tableau__round__game=game, withdrawn_by=None)
    rows = live.values_list("tableau__seat__place", "card")
    return sorted((seat, numbers[card]) for seat, card in rows if card in numbers)


@given(outboxes=outboxes_of_all, data=st.data())
def test_any_delivery_of_taps_leaves_what_each_phone_would_have_left_alone(outboxes, data):
    game, alone = GameFactory(), GameFactory()
    deliver(game, outboxes, data)
    made = Tap.objects.filter(tableau__round__game=game).order_by("number")
    assert [tap.number for tap in made] == list(range(1, sum(map(len, outboxes)) + 1))
    for phone, outbox in enumerate(outboxes):
        taps = asked(game, phone, outbox)
        assert [tap.pk for tap in made if tap.phone == f"phone {phone}"] == [t.id for t in taps]
        send(alone, phone, asked(alone, phone, outbox))
        assert lying(game, phone) == lying(alone, phone)
