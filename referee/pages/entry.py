"""The page on which one player's tableau is entered."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.utils.translation import gettext as _

from ..models import Entry
from ..rules import FACES, score_sheet
from ..rules.cards import DISCARDED_WHEN_PLAYED, UNCOPYABLE
from ..rules.laying import Laid, has_free_wasabi
from ..rules.rulesets import faces_in
from ..services.reading import GameTable, LaidTableau, laid_card, undoable_taps
from ..wording.names import face_name, type_name
from ..wording.short import short_face_name
from .common import (
    ShownProblem,
    ShownScore,
    is_missing_only,
    round_url,
    shown_problem,
    shown_score,
)
from .race import Race, race
from .tableaus import SeatState, round_problems, seat_states


@dataclass(frozen=True, slots=True)
class FaceButton:
    """A button that adds one card. ``do`` is what it sends, ``label`` what it says."""

    do: str
    id: str
    label: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class TypeTile:
    """A card type of this game with its buttons; ``copies`` are those of the special order."""

    type: str
    name: str
    count: int
    buttons: Sequence[FaceButton]
    copies: Sequence[FaceButton] = ()


@dataclass(frozen=True, slots=True)
class CardChip:
    """A card in the tableau strip, with what can be done to it."""

    id: UUID
    type: str
    name: str
    flipped: bool
    can_flip: bool
    move: str  # "on", "off" or ""


@dataclass(frozen=True, slots=True)
class EntryPage:
    """Everything that the page shows."""

    table: GameTable
    round_number: int
    seat: SeatState
    seats: Sequence[SeatState]
    is_complete: bool
    open_before: int | None
    hint: str
    tap: UUID
    tiles: Sequence[TypeTile]
    piles: Sequence[Sequence[CardChip]]
    can_undo: bool
    score: ShownScore
    total_so_far: int
    problems: Sequence[ShownProblem]
    race: Race | None
    next_url: str
    next_name: str
    is_confirmed: bool


def entry_page(table: GameTable, round_number: int, seat: int) -> EntryPage:
    """Puts the page together for a seat (from 0) and a round (from 1)."""
    laid = table.tableaus[round_number - 1][seat]
    problems = round_problems(table, round_number)
    states = seat_states(table, round_number, problems)
    result = score_sheet(table.sheet_up_to(round_number))
    name = table.sheet.seats[seat]
    next_url, next_name = _next(table, round_number, states, seat)
    return EntryPage(
        table=table,
        round_number=round_number,
        seat=states[seat],
        seats=states,
        is_complete=not any(state.is_waiting for state in states),
        open_before=_open_before(table, round_number),
        hint=_hint(table),
        tap=uuid4(),
        tiles=_tiles(table, laid),
        piles=[_pile(table, laid, lying) for lying in laid.laid],
        can_undo=undoable_taps(laid.row).exists(),
        score=shown_score(table, seat, result.rounds[-1].players[name]),
        total_so_far=sum(played.players[name].total for played in result.rounds),
        problems=[
            shown_problem(table, problem)
            for problem in problems
            if problem.player in (None, name) and not is_missing_only(problem)
        ],
        race=race(table, round_number, result),
        next_url=next_url,
        next_name=next_name,
        is_confirmed=table.rounds[round_number - 1].is_confirmed,
    )


def _next(
    table: GameTable, round_number: int, states: Sequence[SeatState], seat: int
) -> tuple[str, str]:
    """The address and name of the next player whose tableau is not complete; the round's result
    when there is none."""
    after = [*states[seat + 1 :], *states[:seat]]
    waiting = [state for state in after if state.is_waiting]
    if waiting:
        return waiting[0].url, waiting[0].name
    return round_url(table, round_number), ""


def _open_before(table: GameTable, round_number: int) -> int | None:
    """The first round before this one that is still open."""
    first = table.current_round
    return first if first is not None and first < round_number else None


def _hint(table: GameTable) -> str:
    """What is not entered, although it was played: cards that leave the table at once."""
    played = DISCARDED_WHEN_PLAYED & table.setting.types
    if table.setting.rules.dice or not played:
        return ""
    if "takeout-box" in played:
        return _(
            "Takeout boxes and menus that were played are discarded: do not enter them. Enter the "
            "cards that a takeout box turned over, and flip them below."
        )
    return _("Menus that were played are discarded: do not enter them.")


# ------------------------------------------------------------- the grid


def _tiles(table: GameTable, laid: LaidTableau) -> list[TypeTile]:
    by_type: dict[str, list[str]] = {}
    for face in faces_in(table.setting):
        by_type.setdefault(FACES[face].type, []).append(face)
    is_card_game = not table.setting.rules.dice
    tiles = []
    for type_, faces in by_type.items():
        if type_ == "special-order":
            tiles.append(_special_order_tile(table, laid))
        elif type_ == "takeout-box":
            tiles.append(_flipped_tile(laid))
        elif not (is_card_game and type_ in DISCARDED_WHEN_PLAYED):
            buttons = [_button(face, len(faces) > 1, laid) for face in faces]
            count = sum(button.count for button in buttons)
            tiles.append(TypeTile(type_, type_name(type_), count, buttons))
    return tiles


def _button(face: str, several: bool, laid: LaidTableau) -> FaceButton:
    count = sum(1 for e in laid.entries if e.face == face and not e.copy and not e.flipped)
    label = short_face_name(face) if several else face_name(face)
    return FaceButton(f"add:{face}", f"add-{face}", label, face_name(face), count)


def _special_order_tile(table: GameTable, laid: LaidTableau) -> TypeTile:
    """Which card does it copy? One button for each that lies there, then the rest of the game."""
    known = [face for face in faces_in(table.setting) if FACES[face].type not in UNCOPYABLE]
    lying = {entry.face for entry in laid.entries}
    # Chopsticks and spoons may have gone back to a hand after they were copied.
    gone = {"chopsticks", "spoon"}
    copied = [face for face in known if face in lying or face in gone]
    buttons = [
        FaceButton(
            f"copy:{face}",
            f"copy-{face}",
            face_name(face),
            face_name(face),
            sum(1 for e in laid.entries if e.copy and e.face == face and not e.flipped),
        )
        for face in copied
    ]
    count = sum(1 for entry in laid.entries if entry.copy and not entry.flipped)
    return TypeTile("special-order", type_name("special-order"), count, (), buttons)


def _flipped_tile(laid: LaidTableau) -> TypeTile:
    count = sum(1 for entry in laid.entries if entry.flipped)
    name = _("Face-down card")
    button = FaceButton("add:flipped", "add-flipped", name, name, count)
    return TypeTile("takeout-box", type_name("takeout-box"), count, [button])


# ------------------------------------------------------------- the tableau


def _pile(table: GameTable, laid: LaidTableau, lying: Laid) -> list[CardChip]:
    """The cards of one item: one, or a wasabi and the nigiri on it."""
    entries = [laid.entries[index] for index in lying.cards]
    on_wasabi = len(entries) == 2
    frees = table.setting.house_rules.flipped_nigiri_frees_wasabi
    cards = [laid_card(entry) for entry in laid.entries]
    free = has_free_wasabi(cards, flipped_nigiri_frees_wasabi=frees)
    can_flip = "takeout-box" in table.setting.types
    return [_chip(entry, on_wasabi=on_wasabi, free=free, can_flip=can_flip) for entry in entries]


def _chip(entry: Entry, *, on_wasabi: bool, free: bool, can_flip: bool) -> CardChip:
    name = face_name(entry.face) if entry.face else _("Face-down card")
    if entry.copy:
        name = _("Special order: %(card)s") % {"card": name}
    is_nigiri = bool(entry.face) and FACES[entry.face].type == "nigiri" and not entry.flipped
    move = ("off" if on_wasabi else "on" if free else "") if is_nigiri else ""
    type_ = FACES[entry.face].type if entry.face else "takeout-box"
    if entry.flipped and entry.face:
        name = _("%(card)s, face down") % {"card": name}
    return CardChip(entry.pk, type_, name, entry.flipped, can_flip and bool(entry.face), move)
