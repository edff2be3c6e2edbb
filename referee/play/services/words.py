"""Words: what somebody said of a tableau's cards, as taps, all of them or none.

A phrase is read against the tableau as it lies, shown, and entered if it still comes to what was
shown. Each card becomes a tap of its own, so that Undo takes one after the other back and the
history names each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID, uuid5

from ...models import Tap
from ...rules import Tableau
from ...rules.notation import tableau_text
from ...rules.rulesets import faces_in
from ...rules.text import LANGUAGES, Part, Reading, Undone, apply_changes, read_words
from ...rules.wasabi_pairing import LaidCard
from .game_state import GameTable, LaidTableau, laid_card, laid_tableau, read_table
from .locking import locked
from .refusals import Refused
from .tableau_draft import TableauDraft
from .tap_actions import parse_action
from .taps import MAX_TAPS, Sender, SentTap, take_taps

MOST_SIGNS = 500
"""The longest phrase; a whole tableau said card by card has some three hundred characters."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A part of a phrase, and what it comes to.

    Attributes:
        part: as it was read.
        undone: why nothing comes of it although it was understood; None otherwise.
        before: the tableau that it finds; ``after`` the one that it leaves.
    """

    part: Part
    undone: Undone | None
    before: Tableau
    after: Tableau

    @property
    def is_done(self) -> bool:
        """Whether it changes the tableau."""
        return self.part.change is not None and self.undone is None


@dataclass(frozen=True, slots=True)
class Phrase:
    """What was said, and what it comes to on a tableau.

    Attributes:
        words: as they were typed.
        language: the one that they were read in.
        asked: the taps that it takes, in order.
    """

    words: str
    language: str
    parts: Sequence[Heard]
    asked: Sequence[SentTap]
    before: Tableau
    after: Tableau

    @property
    def left(self) -> str:
        """The words of which nothing comes; they are still to be said in another way."""
        return ", ".join(heard.part.said for heard in self.parts if not heard.is_done)

    @property
    def shown(self) -> str:
        """Names what somebody has seen who was shown this: the words, and both tableaus."""
        tableaus = (tableau_text(self.before), tableau_text(self.after))
        return sha256("\0".join([self.words, self.language, *tableaus]).encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class Entered:
    """What became of a phrase that was to be entered; ``is_new``: by this call, not before."""

    phrase: Phrase
    is_new: bool


def hear(
    table: GameTable, round_number: int, seat: int, words: str, language: str, phrase: UUID
) -> Phrase:
    """Reads a phrase against a tableau. Nothing is changed.

    It is read in the language of the page; where another one understands all of it and that one
    does not, in the other.

    Args:
        round_number: 1 to 3.
        seat: from 0.
        words: what was typed or dictated.
        language: a code such as ``es`` or ``es-MX``.
        phrase: made by the phone for what is said now; the taps' ids come from it.

    Raises:
        Refused: ``words-too-long`` for more than 500 characters, ``too-many-taps`` for what takes
            more taps than one batch may have.
    """
    words = words.strip()
    if len(words) > MOST_SIGNS:
        raise Refused("words-too-long", signs=len(words), most=MOST_SIGNS)
    reading = _read(table, words, language)
    laid = table.tableaus[round_number - 1][seat]
    listener = _Listener(table, round_number, laid, _first_id(phrase, words))
    parts = [listener.hear(part) for part in reading.parts]
    after = listener.tableau()
    return Phrase(words, reading.language, parts, listener.asked, laid.value, after)


def enter_words(
    game_id: UUID,
    round_number: int,
    place: int,
    sender: Sender,
    words: str,
    *,
    language: str,
    phrase: UUID,
    shown: str,
) -> Entered:
    """Enters what was understood of a phrase: all of that, once, or nothing.

    The same phrase once more, from the same phone, changes nothing.

    Args:
        round_number: 1 to 3.
        place: the seat's place, from 1.
        words: what was typed or dictated.
        language: of the page, as for :func:`hear`.
        phrase: made by the phone for this phrase; sent again, it has the same id.
        shown: what the person has seen, as :attr:`Phrase.shown` names it.

    Raises:
        Refused: ``words-too-long``; ``too-many-taps``; ``nothing-said`` where no card would lie
            differently; ``shown-otherwise`` where it comes to something else than was shown;
            ``round-confirmed``; ``no-such-tableau``; ``id-used`` for an id of another phrase; and
            whatever one of the taps is refused with. Nothing is changed then.
        Game.DoesNotExist: for an id that is no game.
    """
    with locked(game_id) as game:
        table = read_table(game)
        seats = {row.place: seat for seat, row in enumerate(table.seats)}
        if place not in seats or not 1 <= round_number <= len(table.rounds):
            raise Refused("no-such-tableau")
        said = hear(table, round_number, seats[place], words, language, phrase)
        if _is_entered(table.tableaus[round_number - 1][seats[place]], sender, phrase, said):
            return Entered(said, is_new=False)
        if table.rounds[round_number - 1].is_confirmed:
            raise Refused("round-confirmed", round=round_number)
        if not said.asked:
            raise Refused("nothing-said")
        if said.shown != shown:
            raise Refused("shown-otherwise")
        receipt = take_taps(game_id, sender, said.asked)
        for refused in receipt.refused.values():
            raise refused
        return Entered(said, is_new=True)


def _read(table: GameTable, words: str, language: str) -> Reading:
    faces = faces_in(table.setting)
    reading = read_words(words, language, faces)
    if reading.is_understood:
        return reading
    others = (read_words(words, one, faces) for one in LANGUAGES if one != reading.language)
    # As it was written: one that is right but for a letter is asked about in the page's language.
    exact = (one for one in others if not any(part.corrected for part in one.parts))
    return next((other for other in exact if other.is_understood), reading)


def _first_id(phrase: UUID, words: str) -> UUID:
    """What the ids of a phrase's taps come from. Other words under the same id, as after Back,
    are another phrase."""
    return uuid5(phrase, words)


def _is_entered(laid: LaidTableau, sender: Sender, phrase: UUID, said: Phrase) -> bool:
    """Whether a phrase has been entered before: its first tap is there."""
    tap = Tap.objects.filter(pk=_tap_id(_first_id(phrase, said.words), 0)).first()
    if tap and (tap.tableau_id, tap.phone) != (laid.row.pk, sender.phone):
        raise Refused("id-used")
    return tap is not None


def _tap_id(first: UUID, number: int) -> UUID:
    return uuid5(first, str(number))


class _Listener:
    """A copy of a tableau on which a phrase is tried, part by part, and the taps that it takes."""

    def __init__(self, table: GameTable, round_number: int, laid: LaidTableau, first: UUID) -> None:
        self.asked: list[SentTap] = []
        self._table = table
        self._round = round_number
        self._place = next(row.place for row in table.seats if row.pk == laid.row.seat_id)
        self._first = first
        self._draft = TableauDraft.copy_of(table, laid)

    def tableau(self) -> Tableau:
        """What lies there by now."""
        return laid_tableau(self._draft.row, self._draft.entries, self._table.setting).value

    def hear(self, part: Part) -> Heard:
        """Does what a part asks for, wholly or not at all."""
        before = self.tableau()
        if part.change is None:
            return Heard(part, None, before, before)
        frees = self._table.setting.house_rules.flipped_nigiri_frees_wasabi
        cards = [laid_card(entry) for entry in self._draft.entries]
        outcome = apply_changes(
            cards,
            [part.change],
            flipped_nigiri_frees_wasabi=frees,
            most=self._table.setting.max_cards,
        )
        if outcome.undone:
            return Heard(part, outcome.undone[0], before, before)
        lying = [entry.card for entry in self._draft.entries]
        for kind, index, card in outcome.steps:
            if kind == "add":
                lying.append(self._tap(_adding(card)))
            for do in self._what_is_left(kind, card, lying[index]):
                self._tap(do)
        return Heard(part, None, before, self.tableau())

    def _what_is_left(self, kind: str, card: LaidCard, tap: UUID) -> Iterator[str]:
        """The taps after which the card that a tap laid down lies as a step says: a nigiri lands
        on a free wasabi by itself, and a card whose front is known lies face up at first."""
        entry = self._draft.card(tap)
        if entry and kind == "remove":
            yield f"take:{entry.pk}"
            return
        if entry and entry.on_wasabi != card.on_wasabi:
            yield f"{'on' if card.on_wasabi else 'off'}:{entry.pk}"
            entry = self._draft.card(tap)
        if entry and entry.flipped != card.flipped:
            yield f"flip:{entry.pk}"

    def _tap(self, do: str) -> UUID:
        """Makes a tap on the copy; returns its id, which is that of a card that it lays down."""
        number = len(self.asked)
        if number == MAX_TAPS:
            raise Refused("too-many-taps", taps=MAX_TAPS)
        asked = SentTap(_tap_id(self._first, number), self._round, self._place, do)
        kind, action = parse_action(do)
        tap = Tap(pk=asked.id, kind=kind, do=do, number=self._table.game.version + number + 1)
        self._draft.make(tap, action)
        self.asked.append(asked)
        return asked.id


def _adding(card: LaidCard) -> str:
    """The tap that lays a card down."""
    return f"{'copy' if card.copy else 'add'}:{card.face or 'flipped'}"
