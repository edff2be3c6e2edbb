"""The score sheets of many games at once."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast
from uuid import UUID

from ...models import Claim, Entry, Game, Round, Seat, Tableau
from ...play.services.game_state import setting_of, turns_of
from ...rules import RoundSheet, Sheet
from ...rules.rulesets import ROUNDS
from ...rules.sheet import Turn
from ...rules.wasabi_pairing import LaidCard, tableau_of


class GameStage(NamedTuple):
    """A game, and how many of its rounds are confirmed before the first that is not."""

    game: Game
    confirmed: int


def sheets_of(
    games: Sequence[Game], names: Mapping[UUID, str]
) -> Iterator[tuple[GameStage, Sheet]]:
    """The score sheet of each game, of the rounds that were entered so far: the first one, and
    those up to the last in which something lies or that is confirmed.

    It takes a number of queries that does not grow with the games.

    Args:
        names: what the players are called, by their rows' ids.
    """
    rows = _Rows(games)
    for game in games:
        yield _sheet(rows, game, names)


class _Rows:
    """The rows of these games, by what they belong to."""

    def __init__(self, games: Sequence[Game]) -> None:
        ids = [game.pk for game in games]
        self.seats: dict[UUID, list[Seat]] = defaultdict(list)
        for seat in Seat.objects.filter(game__in=ids):
            self.seats[seat.game_id].append(seat)
        self.rounds: dict[UUID, list[Round]] = defaultdict(list)
        for round_ in Round.objects.filter(game__in=ids):
            self.rounds[round_.game_id].append(round_)
        rounds = [round_.pk for of in self.rounds.values() for round_ in of]
        tableaus = Tableau.objects.filter(round__in=rounds)
        self.tableaus = {
            (round_, seat): pk
            for pk, round_, seat in tableaus.values_list("pk", "round_id", "seat_id")
        }
        self.cards: dict[int, list[LaidCard]] = defaultdict(list)
        # By their tableaus' ids: joined to their games, a database may go through all entries.
        live = Entry.objects.filter(tableau__in=list(self.tableaus.values()), withdrawn_by=None)
        lying = live.values_list("tableau_id", "face", "copy", "flipped", "on_wasabi")
        for tableau, face, copy, flipped, on_wasabi in lying.order_by("place"):
            self.cards[tableau].append(LaidCard(face, copy, flipped, on_wasabi))
        self.claims: dict[int, list[Claim]] = defaultdict(list)
        for claim in Claim.objects.filter(round__in=rounds, withdrawn_by=None):
            self.claims[claim.round_id].append(claim)


def _sheet(rows: _Rows, game: Game, names: Mapping[UUID, str]) -> tuple[GameStage, Sheet]:
    seats, rounds = rows.seats[game.pk], rows.rounds[game.pk]
    players = [seat.player_id for seat in seats if seat.player_id is not None]
    setting = setting_of(game, len(players))
    frees = setting.house_rules.flipped_nigiri_frees_wasabi
    entered: list[RoundSheet] = []
    for round_ in rounds:
        tableaus = (
            tableau_of(
                rows.cards[rows.tableaus[round_.pk, seat.pk]], flipped_nigiri_frees_wasabi=frees
            )
            for seat in seats
        )
        turns: tuple[Turn, ...] = turns_of(rows.claims[round_.pk], seats)
        entered.append(RoundSheet(tuple(tableaus), turns))
    confirmed = next((n for n, round_ in enumerate(rounds) if not round_.is_confirmed), ROUNDS)
    filled = [n for n, one in enumerate(entered, start=1) if any(map(len, one.tableaus))]
    claimed = [n for n, one in enumerate(entered, start=1) if one.claims]
    last = max(1, confirmed, *filled, *claimed)
    kinds = setting.rules.tokens
    tokens = tuple(
        {kind: held[kind] for kind in kinds if kind in held}
        for held in (cast("dict[str, int]", seat.tokens_left) for seat in seats)
    )
    named = tuple(names[player] for player in players)
    sheet = Sheet(setting, named, tuple(entered[:last]), tokens)
    return GameStage(game, confirmed), sheet
