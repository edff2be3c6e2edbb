"""A tableau while taps change it; saved by ``save``, or dropped where they are only tried."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from uuid import UUID, uuid5

from ...models import Claim, Entry, Game, Tableau, Tap
from ...rules.problems.wasabi import WasabiQuestion, wasabi_questions
from ...rules.rulesets import RULESETS, Setting
from ...rules.wasabi_pairing import LaidCard
from .game_state import GameState, LaidTableau, laid_card, setting_of
from .refusals import Refused

_OWN_VERSION = 8
"""The version of the ids that the server derives (RFC 9562); no phone makes ids of this version."""
_KEEPS_READY = (Tap.Kind.READY, Tap.Kind.MOVE, Tap.Kind.ORDER)
_ALWAYS_FIT = 2 * min(min(ruleset.hand_sizes.values()) for ruleset in RULESETS.values())
"""The most cards that fit in every setting; up to here the setting need not be read."""


def check_tap_id(tap: UUID) -> None:
    """Refuse an id that the server could derive itself (``id-used``)."""
    if tap.version == _OWN_VERSION:
        raise Refused("id-used")


def relaid_id(tap: UUID, card: UUID) -> UUID:
    """The id of the entry that a tap makes of a card that lies there already: when the tap is
    tried and when it is made, the same."""
    bits = uuid5(tap, card.hex).int
    return UUID(int=bits & ~(0xF << 76) | _OWN_VERSION << 76)


class TableauDraft:
    """A tableau with its live entries, and the changes of taps; ``save`` under the game's lock."""

    beside: "Callable[[int], TableauDraft]"
    """The draft of another seat's tableau in the round, by its place; may be refused. Set for taps
    that are to be stored."""

    def __init__(self, row: Tableau, game: Game, phone: str, entries: Iterable[Entry]) -> None:
        self.row = row
        self.game = game
        self.phone = phone
        self.entries = sorted(entries, key=lambda entry: entry.place)
        self.tap = Tap()
        self.is_ready = row.is_ready
        self.gone: list[Entry] = []
        self._taps: list[Tap] = []
        self._added: list[Entry] = []
        self._withdrawn: list[Entry] = []

    @classmethod
    def copy_of(cls, laid: LaidTableau, table: GameState, phone: str = "") -> "TableauDraft":
        """A draft to make taps on, or to try them; the table stays as it is."""
        draft = cls(copy(laid.row), table.game, phone, laid.entries)
        draft.setting = table.setting
        return draft

    @cached_property
    def setting(self) -> Setting:
        """The game's setting; read only when a tap needs it, which few do."""
        return setting_of(self.game, self.game.seats.exclude(player=None).count())

    @cached_property
    def in_order(self) -> bool:
        """Whether the cards come in the order of play, as somebody has said."""
        return self.row.seat.in_order

    @property
    def flipped_frees(self) -> bool:
        """The house rule: whether a wasabi is free again whose nigiri is flipped."""
        return self.setting.house_rules.flipped_nigiri_frees_wasabi

    @property
    def cards(self) -> list[LaidCard]:
        """The cards as the rules know them."""
        return [laid_card(entry) for entry in self.entries]

    def questions(self) -> Sequence[WasabiQuestion]:
        """What is to be asked of the cards."""
        return wasabi_questions(self.cards, flipped_nigiri_frees_wasabi=self.flipped_frees)

    def entry(self, entry_id: UUID) -> Entry | None:
        """The live entry of that id, or None."""
        return next((entry for entry in self.entries if entry.pk == entry_id), None)

    def card(self, entry_id: UUID, *, as_seen: bool = False) -> Entry | None:
        """The live entry of the card that the entry of that id is or was: what was flipped since,
        or is a wasabi on which something else lies, is another entry of the same card. ``as_seen``
        wants one that shows the same side."""
        if entry := self.entry(entry_id):
            return entry
        # The first entry of a card has the card's id.
        entry = next((entry for entry in self.entries if entry.card == entry_id), None)
        if entry and not as_seen:
            return entry
        seen = next((entry for entry in (*self._added, *self.gone) if entry.pk == entry_id), None)
        seen = seen or Entry.objects.filter(pk=entry_id).first()  # perhaps on another tableau
        entry = next((entry for entry in self.entries if seen and entry.card == seen.card), None)
        is_turned = entry and seen and entry.flipped != seen.flipped
        return None if as_seen and is_turned else entry

    def check_room(self, more: int) -> None:
        """Refuse (``too-many``) more cards than a tableau can have."""
        cards = len(self.entries) + more
        if cards > _ALWAYS_FIT and cards > self.setting.max_cards:
            raise Refused("too-many", cards=self.setting.max_cards)

    def add(self, entry: Entry) -> None:
        """Add a card at its ``place``."""
        entry.tableau = self.row
        entry.added_by = self.tap
        self._added.append(entry)
        self.entries.append(entry)
        self.entries.sort(key=lambda lying: lying.place)

    def withdraw(self, entry: Entry) -> None:
        """Take a card off the table; its row stays."""
        self.entries.remove(entry)
        if entry not in self._added:
            entry = copy(entry)  # the game that is kept in mind has the same one
            self._withdrawn.append(entry)
        entry.withdrawn_by = self.tap
        self.gone.append(entry)

    def put_again(self, entry: Entry, **changes: object) -> None:
        """Add another entry of the same card at the same place, with these changes."""
        pk = relaid_id(self.tap.pk, entry.card)
        lies = ("face", "copy", "flipped", "nigiri", "is_known")
        fields = {name: getattr(entry, name) for name in lies}
        self.add(Entry(pk=pk, card=entry.card, place=entry.place, **{**fields, **changes}))

    def replace(self, entry: Entry, **changes: object) -> None:
        """Make the same card lie differently."""
        self.withdraw(entry)
        self.put_again(entry, **changes)

    def lay(self, wasabi: Mapping[int, LaidCard]) -> None:
        """Let something else lie on wasabi, by their index among the entries."""
        changed = [(self.entries[at], card) for at, card in wasabi.items()]
        for entry, card in changed:
            if (entry.nigiri, entry.is_known) != (card.nigiri, card.is_known):
                self.replace(entry, nigiri=card.nigiri, is_known=card.is_known)

    def withdraw_claim(self, claim: Claim) -> None:
        """Take a claim back; its row stays."""
        claim.withdrawn_by = self.tap
        claim.save(update_fields=["withdrawn_by"])

    def restate_claim(self, claim: Claim, *, cards: int) -> None:
        """Enter a claim again that was withdrawn, for this seat, as one of so many cards."""
        Claim.objects.create(
            claim=claim.claim,
            round_id=claim.round_id,
            seat_id=self.row.seat_id,
            position=claim.position,
            icons=claim.icons,
            cards=cards,
            added_by=self.tap,
        )

    def join(self, first: "TableauDraft", do: str) -> None:
        """Make a tap that is part of the one under way on another tableau."""
        tap = first.tap
        pk = relaid_id(tap.pk, UUID(int=self.row.pk))
        fields = {"kind": tap.kind, "number": tap.number, "phone": tap.phone, "by_id": tap.by_id}
        self.make(Tap(pk=pk, tableau=self.row, do=do, **fields), lambda draft: None)

    def make(self, tap: Tap, action: "Callable[[TableauDraft], None]") -> None:
        """Make one tap's action, which may be refused and has changed nothing then.

        Every tap that adds, takes away or flips a card takes back the word that the tableau is
        complete; to say what lies on a wasabi does not.
        """
        self.tap = tap
        action(self)
        self.is_ready = self.is_ready and tap.kind in _KEEPS_READY
        self._taps.append(tap)

    def save(self) -> None:
        """Write every tap so far, and what one that is under way has changed. References within
        the transaction are checked at its end."""
        Tap.objects.bulk_create(self._taps)
        for entry in self._withdrawn:
            entry.save(update_fields=["withdrawn_by"])
        Entry.objects.bulk_create(self._added)
        if self.row.is_ready != self.is_ready:
            self.row.is_ready = self.is_ready
            self.row.save(update_fields=["is_ready"])
        self._taps, self._added, self._withdrawn = [], [], []
