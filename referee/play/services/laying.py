"""Whole tableaus laid down at once, as programs name them. Their history is that of taps."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from uuid import UUID, uuid4

from ...access.games import Sender
from ...models import Entry, Game, Tap
from ...rules import Tableau
from ...rules.wasabi_pairing import Laid, LaidCard, laid_cards
from .confirming import Confirmation, confirm_round, open_again, read_reason
from .game_state import read_game_state
from .locking import locked, next_version
from .refusals import Refused
from .tableau_draft import TableauDraft
from .tap_actions import phrase_tap_id, say_as_assumed, say_ready
from .versions import is_changed_since, rounds_at


def lay_tableaus(
    game_id: UUID,
    round_number: int,
    sender: Sender,
    tableaus: Mapping[int, Tableau],
    *,
    ready: Mapping[int, bool] | None = None,
    reason: str | None = None,
) -> None:
    """Let these cards lie on tableaus of a round, instead of those that do; what lies there already
    stays as it was entered. Whoever names a whole tableau has said what lies on its wasabi. Done
    twice, the second time changes nothing.

    Args:
        tableaus: by the seat's place.
        ready: whether the cards are complete, by place; where it is not said, a change takes that
            back.
        reason: why a round that is confirmed is opened again for this, and left open; see
            ``read_reason``.

    Raises:
        Refused: ``no-such-tableau``; ``too-many`` cards; ``round-confirmed`` where there is no
            reason; ``reason-missing``, ``words-too-long``. Nothing at all is changed then.
        Game.DoesNotExist: for an id that is no game.
    """
    ready = ready or {}
    with locked(game_id) as game:
        table = read_game_state(game)
        laid = {
            place: seat.laid
            for place in sorted({*tableaus, *ready})
            if (seat := table.seat(round_number, place))
        }
        if not {*tableaus, *ready} <= laid.keys():
            raise Refused("no-such-tableau")
        is_confirmed = table.rounds[round_number - 1].is_confirmed
        changed = {
            place: cards
            for place, cards in tableaus.items()
            if laid[place].value != cards or (laid[place].questions and not is_confirmed)
        }
        ready_changes = {
            place: is_ready
            for place, is_ready in ready.items()
            if (laid[place].row.is_ready and place not in changed) != is_ready
        }
        if not changed and not ready_changes:
            return
        if is_confirmed:
            if reason is None:
                raise Refused("round-confirmed", round=round_number)
            words = read_reason(game, reason)
            place = next(iter(changed)) if len(changed) == 1 else None
            open_again(game, round_number, reason=words, place=place, by=sender.seat_id)
            next_version(game)
        number = game.version
        for place in sorted({*changed, *ready_changes}):
            draft = TableauDraft.copy_of(laid[place], table, sender.phone)
            taps = _Taps(draft, sender, number)
            if place in changed:
                taps.lay(laid[place].laid, changed[place])
            if place in ready_changes:
                taps.say_ready(ready=ready_changes[place])
            draft.save()
            number = taps.number
        touched = frozenset(f"{round_number}-{place}" for place in {*changed, *ready_changes})
        next_version(game, changes=number - game.version, tableaus=touched)


def leave_as_it_was(
    game_id: UUID, round_number: int, sender: Sender, *, seen_version: int
) -> Confirmation:
    """Take back what was changed in a round that was opened again, and confirm it as it was; what
    was changed stays in its history.

    Args:
        seen_version: the game's event number on the page that showed the round.

    Raises:
        Refused: ``changed-meanwhile`` when the round has changed since that page, or its race is
            another; ``not-yet`` while an earlier round is open.
    """
    with locked(game_id) as game:
        round_ = read_game_state(game).rounds[round_number - 1]
        last = round_.row.versions.last()
        if round_.is_confirmed or last is None:
            return Confirmation.ALREADY
        (lay,) = rounds_at(round_, [last.number])
        is_newer = is_changed_since(round_.row, seen_version)
        if is_newer or lay.claims != round_.on_sheet.claims:
            raise Refused("changed-meanwhile")
        was = {
            seat.place: tableau
            for seat, tableau in zip(round_.seats, lay.tableaus, strict=True)
            if seat.tableau != tableau
        }
        lay_tableaus(game_id, round_number, sender, was)
        version = Game.objects.get(pk=game_id).version
        return confirm_round(game_id, round_number, seen_version=version, by=sender.seat_id)


class _Taps:
    """The taps that are made on one tableau; ``number`` is the event number of the last one."""

    def __init__(self, draft: TableauDraft, sender: Sender, number: int) -> None:
        self.draft, self.sender, self.number = draft, sender, number

    def lay(self, laid: Sequence[Laid], wanted: Tableau) -> None:
        """Take away what is not to lie there, then lay the rest down; both are undone together."""
        if len(wanted) > (most := self.draft.setting.max_cards):
            raise Refused("too-many", cards=most)
        gone, new = self._difference(laid, wanted)
        phrase = uuid4()
        if gone:
            tap = self._tap(phrase_tap_id(phrase, 0), Tap.Kind.TAKE_AWAY)
            self.draft.make(tap, lambda draft: _take_away(draft, gone))
        if new:
            first = self.number + 1
            # As many events as cards: one that is added later lies after them.
            tap = self._tap(phrase_tap_id(phrase, 1), Tap.Kind.ADD, events=len(new))
            self.draft.make(tap, lambda draft: _add(draft, new, first))
        has_bare = any(card.is_known_bare for card in self.draft.cards)
        if self.draft.questions() or (has_bare and any(card.is_nigiri for card in new)):
            self.draft.make(self._tap(phrase_tap_id(phrase, 2), Tap.Kind.MOVE), say_as_assumed)

    def say_ready(self, *, ready: bool) -> None:
        """Say that the cards are complete, or take that back."""
        tap = self._tap(uuid4(), Tap.Kind.READY, "ready:" if ready else "unready:")
        self.draft.make(tap, partial(say_ready, ready=ready))

    def _tap(self, tap_id: UUID, kind: Tap.Kind, do: str = "", events: int = 1) -> Tap:
        self.number += events
        sender = {"phone": self.sender.phone, "by_id": self.sender.seat_id}
        where = {"tableau": self.draft.row, "number": self.number}
        return Tap(pk=tap_id, kind=kind, do=do, **where, **sender)

    def _difference(
        self, laid: Sequence[Laid], wanted: Tableau
    ) -> tuple[list[Entry], list[LaidCard]]:
        """What is to go and what is to come."""
        missing = Counter(wanted.counts)
        gone: list[int] = []
        for lying in laid:
            if missing[lying.item]:
                missing[lying.item] -= 1
            else:
                gone += lying.cards
        return [self.draft.entries[at] for at in gone], list(laid_cards(Tableau(+missing)))


def _take_away(draft: TableauDraft, entries: Sequence[Entry]) -> None:
    for entry in entries:
        draft.withdraw(entry)


def _add(draft: TableauDraft, cards: Sequence[LaidCard], first: int) -> None:
    """Lay cards down."""
    for entry in entries_of(cards, [uuid4() for _card in cards], first):
        draft.add(entry)


def entries_of(cards: Sequence[LaidCard], ids: Sequence[UUID], first: int) -> Iterator[Entry]:
    """Yield the entries of cards that are laid down together, as :func:`laid_cards` yields them.

    Args:
        ids: of the entries, one a card.
        first: the first one's place.
    """
    names = {card.id: pk for card, pk in zip(cards, ids, strict=True)}
    for place, (card, pk) in enumerate(zip(cards, ids, strict=True), start=first):
        lies = {"face": card.face, "copy": card.copy, "flipped": card.flipped}
        nigiri = names.get(card.nigiri)
        yield Entry(pk=pk, card=pk, place=place, nigiri=nigiri, is_known=card.is_known, **lies)
