"""Words: what somebody said of a tableau's cards, as taps, all of them or none.

A phrase is read against the tableau as it lies, shown, and entered if it still comes to what was
shown. Each card becomes a tap of its own, which the history names; Undo takes back all of them.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID, uuid5

from ...access.games import Sender
from ...models import Tap
from ...rules import Setting, Tableau
from ...rules.notation import tableau_text
from ...rules.phrases import LANGUAGES, ChangedTableau, Heard, Reading, read_words
from ...rules.phrases import hear as hear_parts
from ...rules.phrases.kinds import plain
from ...rules.rulesets import faces_in
from .game_state import SeatState, read_game_state
from .locking import locked
from .refusals import Refused
from .tableau_draft import relaid_id
from .tap_actions import phrase_tap_id
from .taps import MAX_TAPS, SentTap, take_taps

MOST_ICONS = 5
"""So many icons are on an uramaki card at most."""
MAX_CHARACTERS = 500
"""The longest phrase; a whole tableau said card by card has some three hundred characters."""


class Phrase(NamedTuple):
    """A phrase, and what it comes to on a tableau; ``taps`` are those that it takes."""

    words: str
    language: str
    parts: Sequence[Heard]
    taps: Sequence[SentTap]
    before: Tableau
    after: Tableau

    @property
    def commands(self) -> frozenset[str]:
        """The commands that are no taps: ``done`` and ``next``."""
        commands = {
            outcome.part.command.kind
            for outcome in self.parts
            if outcome.is_done and outcome.part.command
        }
        return frozenset(commands & {"done", "next"})

    @property
    def undoes(self) -> bool:
        """Whether it takes back what was entered last."""
        commands = (outcome.part.command for outcome in self.parts if outcome.is_done)
        return any(command is not None and command.kind == "undo" for command in commands)

    @property
    def left(self) -> str:
        """The words of which nothing comes; they are still to be said in another way."""
        return ", ".join(outcome.part.said for outcome in self.parts if not outcome.is_done)

    @property
    def shown(self) -> str:
        """A hash of what somebody has seen who was shown this: the words, and both tableaus."""
        tableaus = (tableau_text(self.before), tableau_text(self.after))
        return sha256("\0".join([self.words, self.language, *tableaus]).encode()).hexdigest()[:24]


def hear(seat: SeatState, words: str, language: str, phrase: UUID) -> Phrase:
    """Reads a phrase against a seat's tableau. Nothing is changed.

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
    round_, setting = seat.round, seat.round.setting
    reading = _read(setting, words, language)
    lying = ChangedTableau(
        seat.laid.cards,
        flipped_nigiri_frees_wasabi=setting.house_rules.flipped_nigiri_frees_wasabi,
        max_cards=setting.max_cards,
        in_order=seat.row.in_order,
        box=setting.rules,
    )
    parts = hear_parts(reading, lying)
    if len(lying.steps) > MAX_TAPS:
        raise Refused("too-many-taps", taps=MAX_TAPS)
    cards = {at: entry.card for at, entry in enumerate(seat.entries)}
    entries = {at: entry.pk for at, entry in enumerate(seat.entries)}
    taps = []
    for number, (kind, at, card) in enumerate(lying.steps):
        tap = said_tap_id(phrase, words, number)
        if kind in ("add", "add-bare"):
            cards[at] = entries[at] = tap
            do = f"{'copy' if card.copy else 'add'}:{card.face or 'flipped'}"
            do += ":bare" if kind == "add-bare" else ""
        elif kind == "say":
            on = card.nigiri
            do = f"on:{entries[at]}:{entries[on]}" if isinstance(on, int) else f"bare:{entries[at]}"
        else:
            do = f"{'take' if kind == 'remove' else 'flip'}:{entries[at]}"
            entries[at] = relaid_id(tap, cards[at])
        taps.append(SentTap(tap, round_.number, seat.place, do))
    for n, outcome in enumerate(parts):
        command = outcome.part.command
        what = command.kind if command else ""
        place = seat.place
        if what == "done" and not _is_whole(seat, lying.tableau):
            parts[n] = outcome._replace(command_asks="too-few")
        if command and what == "claim" and command.name:
            names = {plain(other.sheet_name): other.place for other in round_.seats}
            place = names.get(plain(command.name), 0)
        if not place:
            parts[n] = outcome._replace(command_asks="nobody")
        elif command and what in ("undo", "claim"):
            do = "undo:" if what == "undo" else f"claim:{command.icons}"
            tap = said_tap_id(phrase, words, len(taps))
            taps.append(SentTap(tap, round_.number, place, do))
    return Phrase(words, reading.language, parts, taps, seat.tableau, lying.tableau)


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
        place: the seat's.
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
        seat = read_game_state(game).seat(round_number, place)
        if seat is None:
            raise Refused("no-such-tableau")
        understood = hear(seat, words, language, phrase)
        tap = Tap.objects.filter(pk=said_tap_id(phrase, understood.words, 0)).first()
        if tap:
            is_here = tap.tableau_id == seat.laid.row.pk or tap.kind == Tap.Kind.CLAIM
            if tap.phone != sender.phone or not is_here:
                raise Refused("id-used")
            return understood, False
        if seat.round.is_confirmed:
            raise Refused("round-confirmed", round=round_number)
        if not understood.taps and not understood.commands:
            raise Refused("nothing-said")
        if understood.shown != shown:
            raise Refused("shown-otherwise")
        receipt = take_taps(game_id, sender, understood.taps)
        for refused in receipt.refused.values():
            raise refused
        return understood, True


def _read(setting: Setting, words: str, language: str) -> Reading:
    faces = faces_in(setting)
    reading = read_words(words, language, faces)
    passes_over = any(part.passed_over for part in reading.parts)
    if reading.is_understood and not reading.is_mixed and not passes_over:
        return reading
    languages = [other for other in LANGUAGES if other != reading.language]
    others = (read_words(words, other, faces) for other in languages)
    # As it was written: one that is right but for a letter is asked about in the page's language.
    exact = (
        other
        for other in others
        if not any(part.corrected or part.passed_over for part in other.parts)
    )
    whole = (other for other in exact if other.is_understood)
    return next(
        (other for other in whole if not (reading.is_understood and other.is_mixed)), reading
    )


def _is_whole(seat: SeatState, after: Tableau) -> bool:
    """Whether as many cards lie there as were dealt, with those that an uramaki claim took."""
    taken = sum(-(-claim.icons // MOST_ICONS) for claim in seat.claims)
    return len(after) + taken >= seat.dealt


def said_tap_id(phrase: UUID, words: str, number: int) -> UUID:
    """The id of a tap. Other words under the same id, as after Back, are another phrase."""
    return phrase_tap_id(uuid5(phrase, words), number)
