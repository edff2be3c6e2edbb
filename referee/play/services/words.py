"""Words: what somebody said of a tableau's cards, as taps, all of them or none.

A phrase is read against the tableau as it lies, shown, and entered if it still comes to what was
shown. Each card becomes a tap of its own, which the history names; Undo takes back all of them.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID, uuid5

from ...models import Tap
from ...rules import Tableau
from ...rules.notation import tableau_text
from ...rules.phrases import LANGUAGES, ChangedTableau, Heard, Reading, read_words
from ...rules.phrases import hear as hear_parts
from ...rules.phrases.table import plain
from ...rules.rulesets import faces_in
from .game_state import GameState, read_game_state
from .locking import locked
from .refusals import Refused
from .tableau_draft import relaid_id
from .tap_actions import phrase_tap_id
from .taps import MAX_TAPS, Sender, SentTap, take_taps

MOST_ICONS = 5
"""So many icons are on an uramaki card at most."""
MAX_CHARACTERS = 500
"""The longest phrase; a whole tableau said card by card has some three hundred characters."""


class Phrase(NamedTuple):
    """What was said, and what it comes to on a tableau; ``asked`` are the taps that it takes."""

    words: str
    language: str
    parts: Sequence[Heard]
    asked: Sequence[SentTap]
    before: Tableau
    after: Tableau

    @property
    def commands(self) -> frozenset[str]:
        """What is to be done besides taps: ``done`` and ``next``."""
        commands = {one.part.command.kind for one in self.parts if one.is_done and one.part.command}
        return frozenset(commands & {"done", "next"})

    @property
    def undoes(self) -> bool:
        """Whether it takes back what was entered last."""
        commands = (one.part.command for one in self.parts if one.is_done)
        return any(command is not None and command.kind == "undo" for command in commands)

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
        in_order=table.seats[seat].in_order,
    )
    parts = hear_parts(reading, lying)
    if len(lying.steps) > MAX_TAPS:
        raise Refused("too-many-taps", taps=MAX_TAPS)
    cards = {at: entry.card for at, entry in enumerate(laid.entries)}
    entries = {at: entry.pk for at, entry in enumerate(laid.entries)}
    asked = []
    for number, (kind, at, card) in enumerate(lying.steps):
        tap = _tap_id(phrase, words, number)
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
        asked.append(SentTap(tap, round_number, table.seats[seat].place, do))
    for n, heard in enumerate(parts):
        command = heard.part.command
        what = command.kind if command else ""
        place = table.seats[seat].place
        if what == "done" and not _is_whole(table, round_number, seat, lying.tableau):
            parts[n] = heard._replace(command_asks="too-few")
        if command and what == "claim" and command.name:
            names = {
                plain(name): row.place
                for row, name in zip(table.seats, table.sheet.seats, strict=True)
            }
            place = names.get(plain(command.name), 0)
        if not place:
            parts[n] = heard._replace(command_asks="nobody")
        elif command and what in ("undo", "claim"):
            do = "undo:" if what == "undo" else f"claim:{command.icons}"
            tap = _tap_id(phrase, words, len(asked))
            asked.append(SentTap(tap, round_number, place, do))
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
    may_enter: Callable[[int], bool] = lambda place: True,
) -> tuple[Phrase, bool]:
    """Enters what was understood of a phrase: all of that, once, or nothing.

    Args:
        place: the seat's place, from 1.
        language: as for :func:`hear`.
        phrase: made by the phone for this phrase; sent again, it has the same id.
        shown: what the person has seen, as :attr:`Phrase.shown` names it.
        may_enter: whether the sender may enter for the seat of that place.

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
            is_here = tap.tableau_id == row.pk or tap.kind == Tap.Kind.CLAIM
            if tap.phone != sender.phone or not is_here:
                raise Refused("id-used")
            return said, False
        if table.rounds[round_number - 1].is_confirmed:
            raise Refused("round-confirmed", round=round_number)
        if not said.asked and not said.commands:
            raise Refused("nothing-said")
        if said.shown != shown:
            raise Refused("shown-otherwise")
        receipt = take_taps(game_id, sender, said.asked, may_enter)
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


def _is_whole(table: GameState, round_number: int, seat: int, after: Tableau) -> bool:
    """Whether as many cards lie there as were dealt, with those that an uramaki claim took."""
    claims = [claim for turn in table.sheet.rounds[round_number - 1].claims for claim in turn]
    taken = sum(-(-icons // MOST_ICONS) for claimant, icons in claims if claimant == seat)
    return len(after) + taken >= table.setting.hand_size


def _tap_id(phrase: UUID, words: str, number: int) -> UUID:
    """The id of a tap. Other words under the same id, as after Back, are another phrase."""
    return phrase_tap_id(uuid5(phrase, words), number)
