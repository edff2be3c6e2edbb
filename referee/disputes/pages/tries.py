"""What a disputed number would take on the table: a mistake as changes of cards, to be tried."""

from collections.abc import Iterable, Sequence
from uuid import UUID, uuid4

from ...models import Dispute
from ...play.services.game_state import GameState, SeatState
from ...play.services.taps import SentTap
from ...rules.mistakes import Diagnosis, Way
from ...rules.tableau import Card, Item
from ..services.disputes import is_settled, result_now
from ..services.what_if import what_if

_CARDS = ("card-more", "card-fewer", "card-different")
"""Mistakes in which other cards lie there than were entered; others misread those that do."""


class _NotThereError(Exception):
    """Cards that a mistake is about do not lie there, or not any more."""


def trial_of(
    table: GameState, row: Dispute, explanations: Iterable[Diagnosis]
) -> tuple[SeatState, list[SentTap]] | None:
    """Return the disputed player's cards in a round, with the changes that lead to the number: by
    the likeliest explanation that cards can show. None where there is none."""
    for diagnosis in explanations:
        seat = table.seat(diagnosis.round or 0, row.seat.place)
        if seat is None:
            continue
        try:
            does = [do for way in diagnosis.ways for do in _does(seat, way)]
        except _NotThereError:
            continue
        taps = [SentTap(id_, seat.round.number, seat.place, do) for id_, do in does]
        trial = what_if(table, seat.round.number, taps)
        is_whole = not any(tried.refused for tried in trial.tried)
        if taps and is_whole and is_settled(row, result_now(trial.table)):
            return seat, taps
    return None


def _does(seat: SeatState, way: Way) -> list[tuple[UUID, str]]:
    """The taps that make of a seat's cards what a mistake takes them for, each with its id."""
    if way.code in _CARDS:
        return [do for change in way.cards for do in _exchanged(seat, change.taken, change.put)]
    if way.code == "wasabi-untripled":
        if len(way.habits) > 1:
            raise _NotThereError
        face = way.facts["how"]
        on = [pair for pair in _pairs(seat) if face is True or _slug(seat, pair[1]) == face]
        return [
            _do(f"bare:{_id(seat, base)}") for base, _nigiri in (on if face is True else on[:1])
        ]
    if way.code == "wasabi-earlier-nigiri":
        return _moved(seat, *way.facts["how"])
    raise _NotThereError


def _exchanged(
    seat: SeatState, taken: Sequence[Item], put: Sequence[Item]
) -> list[tuple[UUID, str]]:
    """The taps that take items away and put others there; a card of both stays where it is."""
    lying = list(seat.laid.laid)
    stays: list[int] = []
    for item in taken:
        laid = next((laid for laid in lying if laid.item is item), None)
        if laid is None:
            raise _NotThereError
        lying.remove(laid)
        stays += laid.cards
    cards = seat.laid.cards
    adds: list[tuple[UUID, str]] = []
    lies: list[tuple[UUID, str]] = []
    for item in put:
        ids = []
        for card in item.cards:
            at = next((at for at in stays if cards[at].card == card), None)
            if at is not None:
                stays.remove(at)
                ids.append(_id(seat, at))
                if item.base is None and cards[at].is_wasabi:
                    lies.append(_do(f"bare:{_id(seat, at)}"))
            else:
                adds.append(_do(_added(card, is_on=item.base is not None)))
                ids.append(adds[-1][0])
        if item.base is not None:
            lies.append(_do(f"on:{ids[0]}:{ids[1]}"))
    return [*(_do(f"take:{_id(seat, at)}") for at in stays), *adds, *lies]


def _added(card: Card, *, is_on: bool) -> str:
    if card.face is None or card.copy or card.flipped:
        if card.face is None:
            return "add:flipped"
        raise _NotThereError
    is_bare = card.face.type == "nigiri" and not is_on
    return f"add:{card.face.slug}:bare" if is_bare else f"add:{card.face.slug}"


def _moved(seat: SeatState, ups: Sequence[str], downs: Sequence[str]) -> list[tuple[UUID, str]]:
    """The taps that lay nigiri on wasabi, in the place of others or on those that are free."""
    pairs, cards = _pairs(seat), seat.laid.cards
    dipped = {nigiri for _base, nigiri in pairs}
    covered = {base for base, _nigiri in pairs}
    if downs:
        free = [base for down in downs for base, on in pairs if _slug(seat, on) == down]
    else:
        free = [at for at, card in enumerate(cards) if card.is_wasabi and at not in covered]
    bare = [at for at, card in enumerate(cards) if card.is_nigiri and at not in dipped]
    does = []
    for up in ups:
        nigiri = next((at for at in bare if _slug(seat, at) == up), None)
        if nigiri is None or not free:
            raise _NotThereError
        bare.remove(nigiri)
        does.append(_do(f"on:{_id(seat, free.pop(0))}:{_id(seat, nigiri)}"))
    return does


def _pairs(seat: SeatState) -> list[tuple[int, int]]:
    """Each wasabi with something on it, and that, by their indexes."""
    return [(laid.cards[0], laid.cards[1]) for laid in seat.laid.laid if laid.item.base]


def _slug(seat: SeatState, at: int) -> str:
    return seat.laid.cards[at].face


def _id(seat: SeatState, at: int) -> UUID:
    return seat.entries[at].pk


def _do(text: str) -> tuple[UUID, str]:
    return uuid4(), text
