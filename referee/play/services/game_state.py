"""From rows to the values that the rules work on."""

from collections import OrderedDict, defaultdict
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import groupby
from operator import or_
from threading import Lock
from time import monotonic
from typing import cast
from uuid import UUID

from django.db.models import Q, QuerySet

from ...models import Claim, Entry, Game, Guest, Round, Seat, Tableau, Tap
from ...rules import Result, RoundSheet, Setting, Sheet, score_sheet
from ...rules import Tableau as TableauValue
from ...rules.house_rules import house_rules_from
from ...rules.menus import Menu, named_menu, own_menu
from ...rules.problems.wasabi import WasabiQuestion, wasabi_questions
from ...rules.sheet import Turn
from ...rules.wasabi_pairing import Laid, LaidCard, lay_out

MAX_KNOWN = 64
"""Games that a process keeps in mind; one with full tableaus takes a quarter of a megabyte."""
KNOWN_SECONDS = 60
"""After which a game is read anew, whatever its version: a backup may have been put in place."""
NOT_UNDONE = (Tap.Kind.UNDO, Tap.Kind.ORDER)
"""Kinds of taps that no undo takes back."""
_SAYS_BARE = (Tap.Kind.MOVE, Tap.Kind.ORDER, Tap.Kind.ADD)
_known: OrderedDict[UUID, "GameState"] = OrderedDict()
_knowing = Lock()


@dataclass(frozen=True, slots=True)
class LaidTableau:
    """A tableau's row with its live entries and their taps, in order, how they lie, and what is to
    be asked of them; no tap of a later ``version`` of the game has changed it. ``gone`` are entries
    that the taps of this version took away; empty where the tableau was read, of which only the
    database knows."""

    row: Tableau
    entries: Sequence[Entry]
    laid: Sequence[Laid]
    questions: Sequence[WasabiQuestion]
    version: int
    gone: Sequence[Entry] = ()

    @property
    def cards(self) -> list[LaidCard]:
        """The entries as the rules know them."""
        return [laid_card(entry) for entry in self.entries]

    @property
    def nigiri_since_bare(self) -> dict[int, list[int]]:
        """A wasabi that was said to be bare, by its index, with the nigiri that lie on none and may
        have come since: that may have been said too early. Empty where there are no such."""
        cards, dipped = self.cards, {one.cards[-1] for one in self.laid if one.item.base}
        for at, wasabi in enumerate(cards):
            said = self.entries[at].added_by
            # Undone, turned or swapped, it has another tap than the one that said so.
            since = said.number if wasabi.is_known_bare and said.kind in _SAYS_BARE else 0
            later = [
                one
                for one, card in enumerate(cards)
                if card.is_nigiri and not card.flipped and one not in dipped
                if self.entries[one].added_by.number > since
            ]
            if wasabi.is_known_bare and later:
                return {at: later}
        return {}

    @property
    def value(self) -> TableauValue:
        """The tableau as the rules know it."""
        return TableauValue(laid.item for laid in self.laid)


@dataclass(frozen=True, slots=True)
class GameState:
    """A game's rows and its score sheet; ``tableaus`` by round and seat, ``claims`` by round.
    ``read_at`` is in seconds of the process's clock."""

    game: Game
    seats: Sequence[Seat]
    rounds: Sequence[Round]
    tableaus: Sequence[Sequence[LaidTableau]]
    claims: Sequence[Sequence[Claim]]
    sheet: Sheet
    read_at: float = field(default_factory=monotonic, compare=False)
    _results: dict[int, tuple[Sheet, Result]] = field(default_factory=dict, compare=False)

    @property
    def setting(self) -> Setting:
        """What was agreed before the first card."""
        return self.sheet.setting

    @property
    def current_round(self) -> int | None:
        """The number of the first round that is still open, or None."""
        return next((r.number for r in self.rounds if not r.is_confirmed), None)

    def empty_seats(self, round_number: int) -> list[int]:
        """The seats, from 0, for which nothing was entered in a round (from 1): card or claim."""
        round_ = self.sheet.rounds[round_number - 1]
        claimants = {seat for turn in round_.claims for seat, _icons in turn}
        return [
            seat
            for seat, tableau in enumerate(round_.tableaus)
            if not len(tableau) and seat not in claimants
        ]

    def unready_seats(self, round_number: int) -> list[int]:
        """The seats, from 0, that a phone holds and whose player has not said "my cards are
        complete" in a round (from 1)."""
        laid = self.tableaus[round_number - 1]
        return [
            seat
            for seat, row in enumerate(self.seats)
            if holder_of(row) and not laid[seat].row.is_ready
        ]

    def asked_seats(self, round_number: int) -> list[int]:
        """The seats, from 0, of which in a round (from 1) nobody has said what lies on a wasabi."""
        laid = self.tableaus[round_number - 1]
        return [seat for seat, tableau in enumerate(laid) if tableau.questions]

    def with_tableaus(self, changed: Mapping[tuple[int, int], LaidTableau]) -> "GameState":
        """The same game where other cards lie on these tableaus, by round (from 1) and seat
        (from 0)."""
        tableaus = [
            [changed.get((number, seat), laid) for seat, laid in enumerate(row)]
            for number, row in enumerate(self.tableaus, start=1)
        ]
        rounds = tuple(
            RoundSheet(tuple(laid.value for laid in row), old.claims)
            for row, old in zip(tableaus, self.sheet.rounds, strict=True)
        )
        return replace(self, tableaus=tableaus, sheet=replace(self.sheet, rounds=rounds))

    def sheet_up_to(self, rounds: int) -> Sheet:
        """The score sheet of the first so many rounds."""
        whole = self.sheet
        return Sheet(whole.setting, whole.players, whole.rounds[:rounds], whole.tokens_left)

    def result_up_to(self, rounds: int) -> Result:
        """What the first so many rounds come to; worked out once for all phones that ask."""
        sheet, result = self._results.get(rounds, (None, None))
        if result is None or sheet is not self.sheet:
            result = score_sheet(self.sheet_up_to(rounds))
            self._results[rounds] = self.sheet, result
        return result


def holder_of(seat: Seat) -> Guest | None:
    """The phone that holds a seat, None for one that is free."""
    return getattr(seat, "guest", None)


def laid_card(entry: Entry) -> LaidCard:
    """An entry as the rules know it."""
    lies = (entry.face, entry.copy, entry.flipped)
    return LaidCard(*lies, entry.card, entry.nigiri, entry.is_known)


def setting_of(game: Game, players: int) -> Setting:
    """What was agreed before the first card of a game."""
    rules = house_rules_from(game.house_rules)
    return Setting(game.ruleset, players, menu_of(game), frozenset(game.variants), rules)


def menu_of(game: Game) -> Menu | None:
    """The menu of a Party game, None for the others."""
    return None if game.menu is None else kept_menu(game.menu)


def kept_menu(kept: object) -> Menu:
    """A menu from what a game's row keeps: its name, or the types of one's own."""
    return named_menu(kept) if isinstance(kept, str) else own_menu(cast("list[str]", kept))


def laid_tableau(
    row: Tableau,
    entries: Sequence[Entry],
    setting: Setting,
    version: int,
    gone: Sequence[Entry] = (),
) -> LaidTableau:
    """How the live entries of a tableau lie in a version of their game."""
    frees = setting.house_rules.flipped_nigiri_frees_wasabi
    cards = list(map(laid_card, entries))
    laid = lay_out(cards, flipped_nigiri_frees_wasabi=frees)
    questions = wasabi_questions(cards, flipped_nigiri_frees_wasabi=frees)
    return LaidTableau(row, entries, laid, questions, version, gone)


def undoable_taps(row: Tableau, phone: str) -> QuerySet[Tap]:
    """The taps of a phone on a tableau that an undo can take back, the last one first.

    A tap that found nothing to change is passed over: a second press on a card that is gone.
    """
    changes = ("added", "withdrawn", "claims", "withdrawn_claims")
    changed_something = reduce(or_, (Q(**{f"{change}__isnull": False}) for change in changes))
    taps = row.taps.filter(phone=phone).exclude(kind__in=NOT_UNDONE)
    return taps.filter(changed_something, undone_by=None).order_by("-number")


def read_game_state(game: Game) -> GameState:
    """Reads a whole game, in a number of queries that does not grow with it."""
    seats = list(game.seats.select_related("player", "guest"))
    setting = setting_of(game, sum(seat.player_id is not None for seat in seats))
    of_rounds = Tableau.objects.filter(round__game=game).select_related("round")
    rows = {(row.round_id, row.seat_id): row for row in of_rounds.order_by("round__number")}
    of_seats = {seat.pk: seat for seat in seats}
    for row in rows.values():
        row.seat = of_seats[row.seat_id]
    rounds = list({row.round_id: row.round for row in rows.values()}.values())
    entries: dict[int, list[Entry]] = defaultdict(list)
    lying = Entry.objects.filter(tableau__in=[row.pk for row in rows.values()], withdrawn_by=None)
    for entry in lying.select_related("added_by"):
        entries[entry.tableau_id].append(entry)
    standing: dict[int, list[Claim]] = defaultdict(list)
    if "uramaki" in setting.types:
        for claim in Claim.objects.filter(round__game=game, withdrawn_by=None):
            standing[claim.round_id].append(claim)
    tableaus = [
        [
            laid_tableau(row, entries[row.pk], setting, game.version)
            for row in (rows[round_.pk, seat.pk] for seat in seats)
        ]
        for round_ in rounds
    ]
    claims = [standing[round_.pk] for round_ in rounds]
    sheet = Sheet(
        setting,
        tuple(seat.player.name for seat in seats if seat.player),
        tuple(
            RoundSheet(tuple(one.value for one in laid), turns_of(claimed, seats))
            for laid, claimed in zip(tableaus, claims, strict=True)
        ),
        tuple(cast("dict[str, int]", seat.tokens_left) for seat in seats),
    )
    return GameState(game, seats, rounds, tableaus, claims, sheet)


def known_state(game: Game) -> GameState | None:
    """The state of a game as a page of this process has last shown it, None once it has changed.

    Whatever changes in a game gives it another version. Who changes rows reads them anew.
    """
    found = _known.get(game.pk)
    if found is None or found.game.version != game.version:
        return None
    is_old = monotonic() - found.read_at > KNOWN_SECONDS
    return None if is_old else replace(found, game=game)


def shown_state(game: Game) -> GameState:
    """The state of a game for a page, which changes none of its rows. Call it outside of
    transactions: what is rolled back was never a version."""
    return known_state(game) or remember(read_game_state(game))


def remember(table: GameState) -> GameState:
    """Keep in mind how a game lies now, whatever becomes of this row's version."""
    with _knowing:
        _known[table.game.pk] = replace(table, game=copy(table.game))
        _known.move_to_end(table.game.pk)
        if len(_known) > MAX_KNOWN:
            _known.popitem(last=False)
    return table


def turns_of(claims: Sequence[Claim], seats: Sequence[Seat]) -> tuple[Turn, ...]:
    """The uramaki race of a round, turn by turn, from its claims in their order."""
    place = {seat.pk: index for index, seat in enumerate(seats)}
    return tuple(
        tuple((place[claim.seat_id], claim.icons) for claim in turn)
        for _, turn in groupby(claims, key=lambda claim: claim.position)
    )
