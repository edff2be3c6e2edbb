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
from tests.factories import GameFactory, version_of

pytestmark = pytest.mark.django_db

PHONES = range(3)
SEATS = (1, 2)
STOCK = range(3)
"""Cards that lie in front of each seat before anybody taps; everybody may take them away."""
FACES = ("tempura", "sashimi", "dumpling", "pudding")
MOST = 10
HOST = -1

Card = tuple[int, int]
"""A card by the phone that added it and the number of its tap; the stock is the host's."""

seats = st.sampled_from(SEATS)
adding = st.tuples(seats, st.sampled_from(FACES))
taking_own = st.tuples(seats, st.integers(0, MOST))
taking_stock = st.tuples(seats, st.sampled_from(STOCK).map(lambda number: (HOST, number)))
undoing = st.tuples(seats, st.just("undo"))
many = {"max_size": MOST}
three = {"min_size": len(PHONES), "max_size": len(PHONES)}


def tap_id(game: Game, card: Card, seat: int = 0) -> UUID:
    return uuid5(game.pk, f"{card} {seat if card[0] == HOST else 0}")


def asked(game: Game, phone: int, outbox: Sequence) -> list[SentTap]:
    """A phone's taps as it sends them."""

    def do(seat: int, what: object) -> str:
        if isinstance(what, tuple):
            return f"take:{tap_id(game, what, seat)}"
        if isinstance(what, int):
            return f"take:{tap_id(game, (phone, what))}"
        return "undo:" if what == "undo" else f"add:{what}"

    return [
        SentTap(tap_id(game, (phone, number)), 1, seat, do(seat, what))
        for number, (seat, what) in enumerate(outbox)
    ]


def send(game: Game, phone: int, taps: Sequence[SentTap]) -> None:
    receipt = take_taps(game.pk, Sender(f"phone {phone}"), taps)
    assert receipt.taken == [tap.id for tap in taps]


def a_game_with_a_stock() -> Game:
    game = GameFactory()
    for seat in SEATS:
        stock = [SentTap(tap_id(game, (HOST, n), seat), 1, seat, "add:maki-1") for n in STOCK]
        send(game, HOST, stock)
    return game


def deliver(game: Game, outboxes: Sequence[Sequence], data: st.DataObject) -> None:
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


def lying(game: Game) -> set[tuple[int, Card]]:
    """The cards on the table, by seat."""
    cards = {tap_id(game, (phone, n)): (phone, n) for phone in PHONES for n in range(MOST)}
    cards |= {tap_id(game, (HOST, n), seat): (HOST, n) for n in STOCK for seat in SEATS}
    live = Entry.objects.filter(tableau__round__game=game, withdrawn_by=None)
    rows = list(live.values_list("tableau__seat__place", "card"))
    found = {(seat, cards[card]) for seat, card in rows}
    assert len(found) == len(rows)
    return found


def stock() -> set[tuple[int, Card]]:
    return {(seat, (HOST, n)) for seat in SEATS for n in STOCK}


def left_by(phone: int, outbox: Sequence) -> tuple[set[tuple[int, Card]], set[tuple[int, Card]]]:
    """The cards that a phone has added and left there, and those of the stock that it took."""
    there: set[tuple[int, Card]] = set()
    taken: set[tuple[int, Card]] = set()
    for number, (seat, what) in enumerate(outbox):
        if isinstance(what, tuple):
            taken.add((seat, what))
        elif isinstance(what, int):
            there.discard((seat, (phone, what)))
        else:
            there.add((seat, (phone, number)))
    return there, taken


def left_with_undo(phone: int, outbox: Sequence) -> set[tuple[int, Card]]:
    """The same for a phone that undoes, and takes away only what it added itself."""
    there: set[tuple[int, Card]] = set()
    done: dict[int, list[tuple[str, tuple[int, Card]]]] = {seat: [] for seat in SEATS}
    for number, (seat, what) in enumerate(outbox):
        if what == "undo":
            if done[seat]:
                verb, card = done[seat].pop()
                (there.remove if verb == "add" else there.add)(card)
        elif isinstance(what, int):
            card = (seat, (phone, what))
            if card in there:
                there.remove(card)
                done[seat].append(("take", card))
        else:
            card = (seat, (phone, number))
            there.add(card)
            done[seat].append(("add", card))
    return there


@pytest.mark.slow
@given(
    outboxes=st.lists(st.lists(adding | taking_own | taking_stock, **many), **three),
    data=st.data(),
)
def test_any_delivery_of_taps_leaves_each_phones_cards_without_those_that_anybody_took(
    outboxes, data
):
    game = a_game_with_a_stock()
    before = version_of(game)
    deliver(game, outboxes, data)
    left = [left_by(phone, outbox) for phone, outbox in enumerate(outboxes)]
    added = set().union(*(there for there, _ in left))
    taken = set().union(*(taken for _, taken in left))
    assert lying(game) == (stock() | added) - taken
    assert version_of(game) == before + sum(map(len, outboxes))


@given(outboxes=st.lists(st.lists(adding | taking_own | undoing, **many), **three), data=st.data())
def test_any_delivery_of_taps_and_undos_leaves_what_each_phone_would_have_left_alone(
    outboxes, data
):
    game = a_game_with_a_stock()
    before = version_of(game)
    deliver(game, outboxes, data)
    left = [left_with_undo(phone, outbox) for phone, outbox in enumerate(outboxes)]
    assert lying(game) == stock().union(*left)
    made = Tap.objects.filter(tableau__round__game=game, number__gt=before).order_by("number")
    assert [tap.number for tap in made] == list(range(before + 1, version_of(game) + 1))
    for phone, outbox in enumerate(outboxes):
        sent = [tap_id(game, (phone, number)) for number in range(len(outbox))]
        assert [tap.pk for tap in made if tap.phone == f"phone {phone}"] == sent
