"""Words: what somebody said of a tableau's cards, as taps, all of them or none.

A phrase is read against the tableau as it lies, shown, and entered if it still comes to what was
shown. Each card becomes a tap of its own, which Undo takes back and the history names.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID, uuid5

from ...models import Tap
from ...rules import Tableau
from ...rules.notation import tableau_text
from ...rules.phrases import LANGUAGES, ChangedTableau, Part, Reading, Undone, read_words
from ...rules.rulesets import faces_in
from .game_state import GameState, read_game_state
from .locking import locked
from .refusals import Refused
from .tableau_draft import relaid_id
from .taps import MAX_TAPS, Sender, SentTap, take_taps

MAX_CHARACTERS = 500
"""The longest phrase; a whole tableau said card by card has some three hundred characters."""


class Heard(NamedTuple):
    """A part of a phrase, and the tableau before and after it.

    ``undone`` is why nothing comes of it although it was understood, None otherwise.
    """

    part: Part
    undone: Undone | None
    before: Tableau
    after: Tableau

    @property
    def is_done(self) -> bool:
        """Whether it changes the tableau."""
        return self.part.change is not None and self.undone is None


class Phrase(NamedTuple):
    """What was said, and what it comes to on a tableau; ``asked`` are the taps that it takes."""

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


def hear(
    table: GameState, round_number: int, seat: int, words: str, language: str, phrase: UUID
) -> Phrase:
    """Reads a phrase against a tableau (round from 1, seat from 0). Nothing is changed.

    Args:
        language: of the page, such as ``es`` or ``es-MX``; where another one understands all of
            the phrase and that one does not, it is read in the other.
        phrase: made by the phone for what is said now; the taps' ids come from it.

    Raises:
        Refused: ``words-too-long`` for more than 500 characters; ``too-many-taps``.
    """
    words = words.strip()
    if len(words) > MAX_CHARACTERS:
        raise Refused("words-too-long", signs=len(words), most=MAX_CHARACTERS)
    reading = _read(table, words, language)
    laid = table.tableaus[round_number - 1][seat]
    lying = ChangedTableau(
        laid.cards,
        flipped_nigiri_frees_wasabi=table.setting.house_rules.flipped_nigiri_frees_wasabi,
        max_cards=table.setting.max_cards,
    )
    parts = []
    for part in reading.parts:
        before = lying.tableau
        undone = lying.do(part.change) if part.change else None
        parts.append(Heard(part, undone, before, lying.tableau))
    if len(lying.steps) > MAX_TAPS:
        raise Refused("too-many-taps", taps=MAX_TAPS)
    cards = {at: entry.card for at, entry in enumerate(laid.entries)}
    entries = {at: entry.pk for at, entry in enumerate(laid.entries)}
    asked = []
    for number, (kind, at, card) in enumerate(lying.steps):
        tap = _tap_id(phrase, words, number)
        if kind == "add":
            cards[at] = entries[at] = tap
            do = f"{'copy' if card.copy else 'add'}:{card.face or 'flipped'}"
        else:
            verbs = {"remove": "take", "flip": "flip", "move": "on" if card.on_wasabi else "off"}
            do = f"{verbs[kind]}:{entries[at]}"
            entries[at] = relaid_id(tap, cards[at])
        asked.append(SentTap(tap, round_number, table.seats[seat].place, do))
    return Phrase(words, reading.language, parts, asked, laid.value, lying.tableau)


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
) -> tuple[Phrase, bool]:
    """Enters what was understood of a phrase: all of that, once, or nothing.

    Args:
        place: the seat's place, from 1.
        language: as for :func:`hear`.
        phrase: made by the phone for this phrase; sent again, it has the same id.
        shown: what the person has seen, as :attr:`Phrase.shown` names it.

    Returns:
        The phrase, and whether it was entered by this call and not before.

    Raises:
        Refused: as :func:`hear` and each of the taps; ``no-such-tableau``; ``round-confirmed``;
            ``id-used`` for an id of another phrase; ``nothing-said`` where no card would lie
            differently; ``shown-otherwise`` where it comes to something else than was shown.
        Game.DoesNotExist: for an id that is no game.
    """
    with locked(game_id) as game:
        table = read_game_state(game)
        seats = {row.place: seat for seat, row in enumerate(table.seats)}
        if place not in seats or not 1 <= round_number <= len(table.rounds):
            raise Refused("no-such-tableau")
        said = hear(table, round_number, seats[place], words, language, phrase)
        tap = Tap.objects.filter(pk=_tap_id(phrase, said.words, 0)).first()
        if tap:
            row = table.tableaus[round_number - 1][seats[place]].row
            if (tap.tableau_id, tap.phone) != (row.pk, sender.phone):
                raise Refused("id-used")
            return said, False
        if table.rounds[round_number - 1].is_confirmed:
            raise Refused("round-confirmed", round=round_number)
        if not said.asked:
            raise Refused("nothing-said")
        if said.shown != shown:
            raise Refused("shown-otherwise")
        receipt = take_taps(game_id, sender, said.asked)
        for refused in receipt.refused.values():
            raise refused
        return said, True


def _read(table: GameState, words: str, language: str) -> Reading:
    faces = faces_in(table.setting)
    reading = read_words(words, language, faces)
    if reading.is_understood:
        return reading
    others = (read_words(words, one, faces) for one in LANGUAGES if one != reading.language)
    # As it was written: one that is right but for a letter is asked about in the page's language.
    exact = (one for one in others if not any(part.corrected for part in one.parts))
    return next((other for other in exact if other.is_understood), reading)


def _tap_id(phrase: UUID, words: str, number: int) -> UUID:
    """The id of a tap. Other words under the same id, as after Back, are another phrase."""
    return uuid5(phrase, f"{number} {words}")
