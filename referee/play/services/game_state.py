"""From rows to the values that the rules work on."""

from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from itertools import groupby
from operator import or_
from threading import Lock
from time import monotonic
from typing import cast
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from ...models import (
    Claim,
    Counted,
    Dispute,
    Entry,
    Game,
    Guest,
    Proposal,
    Round,
    Seat,
    Tableau,
    Tap,
)
from ...rules import PlayerScore, Problem, Result, RoundSheet, Setting, Severity, Sheet, score_sheet
from ...rules import Tableau as TableauValue
from ...rules.house_rules import house_rules_from
from ...rules.menus import Menu, named_menu, own_menu
from ...rules.next_card import score_so_far
from ...rules.notation import tableau_text
from ...rules.problems.problem import warning
from ...rules.problems.wasabi import WasabiQuestion, wasabi_questions
from ...rules.scoring.lines import Claim as SettledClaim
from ...rules.scoring.uramaki import settle_claims
from ...rules.sheet import Turn
from ...rules.tableau import item
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


@dataclass(frozen=True)
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
        cards, dipped = self.cards, {laid.cards[-1] for laid in self.laid if laid.item.base}
        for at, wasabi in enumerate(cards):
            tap = self.entries[at].added_by
            # Undone, turned or swapped, it has another tap than the one that said so.
            since = tap.number if wasabi.is_known_bare and tap.kind in _SAYS_BARE else 0
            later = [
                nigiri
                for nigiri, card in enumerate(cards)
                if card.is_nigiri and not card.flipped and nigiri not in dipped
                if self.entries[nigiri].added_by.number > since
            ]
            if wasabi.is_known_bare and later:
                return {at: later}
        return {}

    @cached_property
    def value(self) -> TableauValue:
        """The tableau as the rules know it."""
        return TableauValue(laid.item for laid in self.laid)


class SeatState:
    """A seat in a round of a game in play: its ``row``, what lies there, how far that has come.

    ``index`` is where the score sheet has it. Nothing here depends on who looks.
    """

    def __init__(self, round_: "RoundState", index: int, row: Seat, laid: LaidTableau) -> None:
        self.round, self.index, self.row, self.laid = round_, index, row, laid
        self.place, self.player, self.sheet_name = row.place, row.player, row.sheet_name

    @property
    def name(self) -> str:
        """The player's name on a page."""
        return self.row.name

    @property
    def holder(self) -> Guest | None:
        """The phone that holds the seat."""
        return self.row.holder

    @property
    def tableau(self) -> TableauValue:
        """The cards that lie there as the rules know them."""
        return self.laid.value

    @property
    def entries(self) -> Sequence[Entry]:
        """The cards that lie there."""
        return self.laid.entries

    @property
    def is_ready(self) -> bool:
        """Whether the player has said "my cards are complete"."""
        return self.laid.row.is_ready

    @property
    def claims(self) -> list[Claim]:
        """The seat's claims of the uramaki race."""
        return [claim for claim in self.round.claims if claim.seat_id == self.row.pk]

    @cached_property
    def claimed_cards(self) -> int:
        """How many cards uramaki claims have discarded; where only the icons were said of a claim
        that has won a place, the fewest that have so many: one for every five."""
        return sum(
            claim.cards or (-(-claim.icons // 5) if won.place else 0)
            for claim, won in self.round.settled_claims
            if won.seat == self.index
        )

    @property
    def dealt(self) -> int:
        """How many cards a player gets in the round."""
        return self.round.setting.hand_size

    @property
    def card_count(self) -> int:
        """How many cards are accounted for."""
        return len(self.tableau) + self.claimed_cards

    @cached_property
    def problems(self) -> list[Problem]:
        """What cannot be right or may be missing in the seat's own cards and claims."""
        return [problem for problem in self.round.problems if problem.player == self.sheet_name]

    @cached_property
    def to_check(self) -> list[Problem]:
        """What the player may have to correct, also of the whole table's; not that cards are still
        to be entered."""
        return [
            problem
            for problem in self.round.problems
            if problem.concerns(self.sheet_name) and not is_missing_only(problem)
        ]

    @cached_property
    def question_count(self) -> int:
        """How many questions are open: what lies on a wasabi, and who reached ten uramaki icons
        first."""
        return sum(map(is_question, self.problems))

    @cached_property
    def state(self) -> str:
        """How far the cards have come: ``empty``, ``partly``, ``complete``, ``asked`` where a
        question is open on all cards, or ``wrong``."""
        if any(
            problem.severity is Severity.ERROR
            and not is_missing_only(problem)
            and not is_question(problem)
            for problem in self.problems
        ):
            return "wrong"
        if not any(map(is_missing_only, self.problems)):
            return "asked" if self.question_count else "complete"
        return "partly" if self.card_count else "empty"

    @cached_property
    def is_waiting(self) -> bool:
        """Whether cards are still to be entered, as far as can be told: what is missing by a
        warning alone may have been discarded during the round."""
        missing = [problem.severity for problem in self.problems if is_missing_only(problem)]
        is_short = self.state == "partly" and missing[-1] is not Severity.WARNING
        return self.state == "empty" or is_short

    @property
    def is_expected(self) -> bool:
        """Whether something is still to come: cards, or that a phone's player says "complete"."""
        is_open = not self.is_ready and not self.round.is_counted
        return is_open and (self.is_waiting or self.holder is not None)

    @property
    def has_all(self) -> bool:
        """Whether every card is accounted for, or the player says so."""
        return self.is_ready or self.state in ("complete", "asked", "wrong")

    @cached_property
    def score(self) -> PlayerScore:
        """What the cards come to so far."""
        score = self.round.scores[self.sheet_name]
        return score if self.round.is_complete else score_so_far(score)

    @cached_property
    def total(self) -> int:
        """The points of all rounds up to this one, so far."""
        before = self.round.result.rounds[:-1]
        return sum(round_.players[self.sheet_name].total for round_ in before) + self.score.total

    @property
    def glance(self) -> tuple[object, ...]:
        """All that a page shows of the seat beside the others."""
        far = (self.state, self.is_ready, self.question_count, self.card_count, self.total)
        return (self.round.setting.ruleset, self.dealt, self.name, *far)

    def wasabi_problems(self) -> list[Problem]:
        """What nobody has said of the seat's wasabi.

        A question for each of which nobody has said what lies on it (detail ``assumed``; the fact
        ``nigiri`` is taken to, "" for nothing). And where a wasabi was said to be bare before
        another nigiri came, that it counts as that (``before``). ``at`` is the wasabi's index among
        the cards, ``nth`` and ``of`` tell it from others.
        """
        cards = self.laid.cards
        wasabi = [at for at, card in enumerate(cards) if card.is_wasabi]

        def problem(detail: str, at: int, nigiri: Iterable[int]) -> Problem:
            text = tableau_text(TableauValue(item(cards[index].card) for index in nigiri))
            nth, of = wasabi.index(at) + 1, len(wasabi)
            where = (self.round.number, self.sheet_name)
            return warning("bare-wasabi", detail, *where, nigiri=text, at=at, nth=nth, of=of)

        return [
            *(
                problem(
                    "assumed",
                    question.wasabi,
                    [] if question.assumed is None else [question.assumed],
                )
                for question in self.laid.questions
            ),
            *(problem("before", *since) for since in self.laid.nigiri_since_bare.items()),
        ]


class RoundState:
    """A round of a game in play: its ``row``, its seats, its ``claims`` of the uramaki race, and
    the score ``sheet`` up to it. Nothing here depends on who looks."""

    def __init__(
        self,
        row: Round,
        sheet: Sheet,
        seats: Sequence[Seat],
        tableaus: Sequence[LaidTableau],
        claims: Sequence[Claim],
    ) -> None:
        self.row, self.sheet, self.claims = row, sheet, claims
        self.number, self.setting = row.number, sheet.setting
        self.seats = [
            SeatState(self, index, *of_seat)
            for index, of_seat in enumerate(zip(seats, tableaus, strict=True))
        ]

    @property
    def is_confirmed(self) -> bool:
        """Whether the scores are frozen and the tableaus closed."""
        return self.row.is_confirmed

    @property
    def version(self) -> int:
        """The number of the newest version, 0 before the first."""
        return self.row.version

    @property
    def on_sheet(self) -> RoundSheet:
        """The round as the score sheet has it."""
        return self.sheet.rounds[-1]

    @property
    def is_counted(self) -> bool:
        """Whether points stand for the round that no card explains."""
        return self.on_sheet.is_counted

    @property
    def has_cards(self) -> bool:
        """Whether anything lies there, or was claimed."""
        return bool(self.on_sheet.claims) or any(len(seat.tableau) for seat in self.seats)

    @cached_property
    def result(self) -> Result:
        """What the rounds up to this one come to; worked out once for all phones that ask."""
        return score_sheet(self.sheet)

    @property
    def scores(self) -> Mapping[str, PlayerScore]:
        """Everybody's score of this round, by their names on the sheet."""
        return self.result.rounds[-1].players

    @cached_property
    def settled_claims(self) -> list[tuple[Claim, SettledClaim]]:
        """The claims in their order, each with what it has won."""
        settled, _places = settle_claims(self.on_sheet.claims)
        won = {(claim.turn, self.seats[claim.seat].row.pk): claim for claim in settled}
        turns = sorted({claim.position for claim in self.claims})
        return [
            (claim, won[turns.index(claim.position) + 1, claim.seat_id]) for claim in self.claims
        ]

    @cached_property
    def problems(self) -> list[Problem]:
        """The problems of this round, as far as the game has come.

        Who has confirmed it has taken for true what was assumed of its wasabi; and what was
        answered before is not asked again, as it is of a sheet, which knows no answers. Nor does a
        sheet know whether the cards of a claim have left the table: if so, ten icons are another
        claim.
        """
        by_number = {claim.seat_id for claim in self.claims if not claim.cards}
        others = {seat.sheet_name for seat in self.seats if seat.row.pk not in by_number}
        problems = [
            problem._replace(detail="unclaimed")
            if problem.detail == "claimed" and problem.player in others
            else problem
            for problem in self.result.problems
            if problem.round == self.number and problem.code != "bare-wasabi"
        ]
        if not self.is_confirmed:
            problems += [problem for seat in self.seats for problem in seat.wasabi_problems()]
        return problems

    @property
    def empty_seats(self) -> list[SeatState]:
        """The seats for which nothing was entered: card, claim or points."""
        if self.is_counted:
            return []
        claimants = {seat for turn in self.on_sheet.claims for seat, _icons in turn}
        return [
            seat for seat in self.seats if not len(seat.tableau) and seat.index not in claimants
        ]

    @property
    def unready_seats(self) -> list[SeatState]:
        """The seats that a phone holds and whose player has not said "my cards are complete"."""
        if self.is_counted:  # no cards are to be complete
            return []
        return [seat for seat in self.seats if seat.holder and not seat.is_ready]

    @property
    def asked_seats(self) -> list[SeatState]:
        """The seats of which nobody has said what lies on a wasabi."""
        return [seat for seat in self.seats if seat.laid.questions]

    @property
    def is_begun(self) -> bool:
        """Whether anything was entered."""
        return len(self.empty_seats) < len(self.seats)

    @cached_property
    def is_complete(self) -> bool:
        """Whether no cards are still to be entered, as far as can be told."""
        return not any(seat.is_waiting for seat in self.seats)


@dataclass(frozen=True, slots=True)
class GameState:
    """A game in play: its row, its seats and its three rounds; whether a number of it is disputed,
    and a correction proposed, or was. ``read_at`` is in seconds of the process's clock."""

    game: Game
    seats: Sequence[Seat]
    rounds: Sequence[RoundState]
    is_disputed: bool = False
    is_proposed: bool = False
    read_at: float = field(default_factory=monotonic, compare=False)

    @property
    def sheet(self) -> Sheet:
        """The score sheet of all rounds."""
        return self.rounds[-1].sheet

    @property
    def setting(self) -> Setting:
        """What was agreed before the first card."""
        return self.sheet.setting

    @property
    def result(self) -> Result:
        """What all rounds come to."""
        return self.rounds[-1].result

    @property
    def current_round(self) -> RoundState | None:
        """The first round that is still open, or None."""
        return next((round_ for round_ in self.rounds if not round_.is_confirmed), None)

    def seat(self, round_number: int, place: int) -> SeatState | None:
        """The seat at a place in a round, None where there is none."""
        rounds = (round_ for round_ in self.rounds if round_.number == round_number)
        return next(
            (seat for round_ in rounds for seat in round_.seats if seat.place == place), None
        )

    def with_tableaus(
        self, changed: Iterable[LaidTableau], races: Mapping[int, Sequence[Claim]] | None = None
    ) -> "GameState":
        """The same game where these tableaus lie otherwise, and the ``races`` of rounds, by their
        numbers, have other claims."""
        laid = {tableau.row.pk: tableau for tableau in changed}
        rounds = [
            (
                round_.row,
                (races or {}).get(round_.number, round_.claims),
                [laid.get(seat.laid.row.pk, seat.laid) for seat in round_.seats],
                round_.on_sheet.points,
            )
            for round_ in self.rounds
        ]
        return replace(self, rounds=_round_states(self.setting, self.seats, rounds))


def _round_states(
    setting: Setting,
    seats: Sequence[Seat],
    rounds: Iterable[tuple[Round, Sequence[Claim], Sequence[LaidTableau], tuple[int, ...] | None]],
) -> list[RoundState]:
    """The rounds of a game, each with the score sheet up to it."""
    players = tuple(seat.player.name for seat in seats if seat.player)
    tokens = tuple(cast("dict[str, int]", seat.tokens_left) for seat in seats)
    said = tuple(cast("dict[str, int]", seat.desserts) for seat in seats)
    desserts = None if None in said else said
    states: list[RoundState] = []
    played: tuple[RoundSheet, ...] = ()
    for row, claims, tableaus, points in rounds:
        lies = tuple(laid.value for laid in tableaus)
        played = (*played, RoundSheet(lies, turns_of(claims, seats), points))
        sheet = Sheet(setting, players, played, tokens, desserts=desserts)
        states.append(RoundState(row, sheet, seats, tableaus, claims))
    return states


def is_missing_only(problem: Problem) -> bool:
    """Whether a problem only says that cards are still to be entered."""
    return problem.code == "hand-size" and problem.detail != "too-many"


def is_question(problem: Problem) -> bool:
    """Whether a problem asks what only the table knows: what lies on a wasabi, or who reached ten
    uramaki icons first."""
    return problem.detail in ("assumed", "unclaimed", "claimed")


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
    asking = Guest.objects.filter(wants=OuterRef("pk"), sent_away=False)
    seats = list(game.seats.select_related("player", "guest").annotate(is_asked_for=Exists(asking)))
    setting = setting_of(game, sum(seat.player_id is not None for seat in seats))
    of_rounds = Tableau.objects.filter(round__game=game).select_related("round")
    counted = Counted.objects.filter(round=OuterRef("round")).order_by("-number")
    # Every page of a game tells of these: asked along the way, that costs no query.
    of_rounds = of_rounds.annotate(
        is_disputed=Exists(Dispute.objects.filter(game=game)),
        is_proposed=Exists(Proposal.objects.filter(round__game=game)),
        points=Subquery(counted.values("points")[:1]),
    )
    rows = {(row.round_id, row.seat_id): row for row in of_rounds.order_by("round__number")}
    of_seats = {seat.pk: seat for seat in seats}
    for row in rows.values():
        row.seat = of_seats[row.seat_id]
    entries: dict[int, list[Entry]] = defaultdict(list)
    lying = Entry.objects.filter(tableau__in=[row.pk for row in rows.values()], withdrawn_by=None)
    for entry in lying.select_related("added_by"):
        entries[entry.tableau_id].append(entry)
    standing: dict[int, list[Claim]] = defaultdict(list)
    if "uramaki" in setting.types:
        for claim in Claim.objects.filter(round__game=game, withdrawn_by=None):
            standing[claim.round_id].append(claim)
    rounds = [
        (
            round_,
            standing[pk],
            [
                laid_tableau(row, entries[row.pk], setting, game.version)
                for row in (rows[pk, seat.pk] for seat in seats)
            ],
            points_of(rows[pk, seats[0].pk].points, seats),
        )
        for pk, round_ in {row.round_id: row.round for row in rows.values()}.items()
    ]
    of_game = next(iter(rows.values()))
    states = _round_states(setting, seats, rounds)
    return GameState(game, seats, states, of_game.is_disputed, of_game.is_proposed)


def known_state(game: Game) -> GameState | None:
    """The state of a game as a page of this process has last shown it, None once it has changed.

    Whatever changes in a game gives it another version. Who changes rows reads them anew.
    """
    state = _known.get(game.pk)
    if state is None or state.game.version != game.version:
        return None
    is_old = monotonic() - state.read_at > KNOWN_SECONDS
    return None if is_old else replace(state, game=game)


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


def points_of(noted: Mapping[str, int] | None, seats: Sequence[Seat]) -> tuple[int, ...] | None:
    """The points of a round that was counted, by seat, as a row keeps them; None for none."""
    return None if noted is None else tuple(noted.get(str(seat.place), 0) for seat in seats)


def turns_of(claims: Sequence[Claim], seats: Sequence[Seat]) -> tuple[Turn, ...]:
    """The uramaki race of a round, turn by turn, from its claims in their order."""
    place = {seat.pk: index for index, seat in enumerate(seats)}
    return tuple(
        tuple((place[claim.seat_id], claim.icons) for claim in turn)
        for _, turn in groupby(claims, key=lambda claim: claim.position)
    )
