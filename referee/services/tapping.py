"""A tap: one action on one tableau, under the lock of its game.

Every tap carries an id made by the page, so that a form sent twice is one tap. All of them end in
:class:`~.refusals.Refused`, with nothing changed, when the round is confirmed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID, uuid4

from ..models import Claim, Entry, Game, Round, Tableau, Tap
from ..rules.laying import has_free_wasabi
from ..rules.rulesets import Setting
from .locking import locked, next_version
from .reading import LaidTableau, laid_card, laid_tableau, setting_of
from .refusals import Refused


@dataclass(frozen=True, slots=True)
class Where:
    """The tableau that a tap is for, and the phone that it comes from."""

    game: UUID
    round: int
    seat: int
    phone: str


class Hand:
    """A locked tableau, and what one tap does to it."""

    def __init__(self, tap: Tap, laid: LaidTableau, setting: Setting) -> None:
        self.tap = tap
        self.laid = laid
        self.setting = setting

    def entry(self, entry_id: UUID) -> Entry | None:
        """The live entry of that id; None when it has been withdrawn before."""
        return next((entry for entry in self.laid.entries if entry.pk == entry_id), None)

    def withdraw(self, thing: Entry | Claim) -> None:
        """Takes a card or a claim off the table; its row stays."""
        thing.withdrawn_by = self.tap
        thing.save(update_fields=["withdrawn_by"])

    def put_again(self, entry: Entry, **changes: bool) -> None:
        """Another entry for the same card: where it lay before, or lying differently."""
        fields = {name: getattr(entry, name) for name in ("face", "copy", "flipped", "on_wasabi")}
        Entry.objects.create(
            tableau_id=entry.tableau_id,
            card=entry.card,
            place=entry.place,
            added_by=self.tap,
            **{**fields, **changes},
        )

    def claim_again(self, claim: Claim) -> None:
        """Another row for the same claim, in the same place of the race."""
        Claim.objects.create(
            claim=claim.claim,
            round_id=claim.round_id,
            seat_id=claim.seat_id,
            position=claim.position,
            icons=claim.icons,
            added_by=self.tap,
        )

    def replace(self, entry: Entry, **changes: bool) -> None:
        """The same card, lying differently."""
        self.withdraw(entry)
        self.put_again(entry, **changes)

    def nigiri_on(self, wasabi: Entry) -> Entry | None:
        """The nigiri that lies on this wasabi."""
        for laid in self.laid.laid:
            if len(laid.cards) == 2 and self.laid.entries[laid.cards[0]].pk == wasabi.pk:
                return self.laid.entries[laid.cards[1]]
        return None

    def has_free_wasabi(self) -> bool:
        """Whether the next nigiri has a wasabi to lie on."""
        frees = self.setting.house_rules.flipped_nigiri_frees_wasabi
        cards = [laid_card(entry) for entry in self.laid.entries]
        return has_free_wasabi(cards, flipped_nigiri_frees_wasabi=frees)


def tap_on(where: Where, tap_id: UUID, kind: Tap.Kind, change: Callable[[Hand], None]) -> None:
    """Makes one tap; ``change`` does what it does. A tap that is known already does nothing.

    Raises:
        Refused: for a confirmed round, or what ``change`` refuses.
    """
    with locked(where.game) as game:
        known = Tap.objects.filter(pk=tap_id).select_related("tableau__round").first()
        if known is not None and known.tableau.round.game_id == game.pk:
            return  # the same tap once more
        tableau = _open_tableau(game, where)
        setting = setting_of(game, game.seats.exclude(player=None).count())
        entries = list(tableau.entries.filter(withdrawn_by=None))
        tap = Tap.objects.create(
            pk=tap_id if known is None else uuid4(),
            tableau=tableau,
            kind=kind,
            number=next_version(game),
            phone=where.phone,
        )
        change(Hand(tap, laid_tableau(tableau, entries, setting), setting))


def _open_tableau(game: Game, where: Where) -> Tableau:
    tableaus = Tableau.objects.select_related("round", "seat")
    tableau = tableaus.get(round__game=game, round__number=where.round, seat__place=where.seat)
    if tableau.round.state != Round.State.OPEN:
        raise Refused("round-confirmed", round=where.round)
    return tableau
