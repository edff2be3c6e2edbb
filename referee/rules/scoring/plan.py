"""Putting a round and a game's end together from the scorers of a rule set."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..cards import CARD_TYPES, DESSERTS, FRUITS, MAX_DIE_ICONS
from ..rulesets import ROUNDS, Setting, desserts_dealt_in
from ..tableau import DESSERT_KINDS, TYPES_OF_KINDS, Tableau, kinds_of
from . import sets
from .lines import Alone, Compared, Line, PlayerScore, Table, alone, round_table

LINE_ORDER = (*CARD_TYPES, "tokens")
FRUITS_A_CARD = 2
"""Icons on every fruit card."""
EEL_POINTS = sets.eel_points(1)
"""A single eel's, the least that a round can come to."""
MOST_POINTS = 99
"""Of a player in a round: more than any hand of cards brings."""
Said = Sequence[Mapping[str, int]] | None
"""Everybody's desserts of all rounds, by seat and kind, as the table says; None where the cards
tell them."""


class Plan(NamedTuple):
    """The steps of scoring for one setting, in line order.

    A step is (type, scorer, index): either a scorer of the tableau alone and -1, or None and the
    type's index in ``compared``.
    """

    types: frozenset[str]
    steps: tuple[tuple[str, Alone | None, int], ...]
    compared: tuple[Compared, ...]


def _plan(own: Mapping[str, Alone], across: Mapping[str, Compared], types: frozenset[str]) -> Plan:
    ordered = [type_ for type_ in LINE_ORDER if type_ in types]
    columns = [type_ for type_ in ordered if type_ in across]
    steps = tuple(
        (type_, None, columns.index(type_)) if type_ in across else (type_, own[type_], -1)
        for type_ in ordered
    )
    return Plan(types, steps, tuple(across[type_] for type_ in columns))


@lru_cache(maxsize=256)
def _round_plan(setting: Setting, extra: frozenset[str]) -> Plan:
    """The plan of a round; ``extra`` types lie on the table without being in the game."""
    own = dict(setting.rules.alone)
    across = setting.rules.compared(setting)
    types = setting.types | extra
    for type_ in types - own.keys() - across.keys():
        # The rule set has no rule for it: it scores nothing, and its line says so.
        own[type_] = alone(type_, f"{setting.ruleset}/{type_}", sets.each(0))
    return _plan(own, across, types)


@lru_cache(maxsize=256)
def _game_end_plan(setting: Setting, extra: frozenset[str]) -> Plan:
    own = setting.rules.game_end_alone
    across = setting.rules.game_end_compared(setting)
    in_game = (setting.types & DESSERTS) | {"tokens"} | extra
    return _plan(own, across, in_game & (own.keys() | across.keys()))


def _scores(plan: Plan, table: Table, only: int | None = None) -> list[PlayerScore]:
    columns = [compare(table) for compare in plan.compared]
    steps = plan.steps
    scores = []
    for seat, tally in enumerate(table.tallies):
        if only is not None and seat != only:
            continue
        lines: list[Line] = []
        total = 0
        for type_, scorer, column in steps:
            if scorer is None:
                line = columns[column][seat]
                if line is None:
                    continue
            else:
                kinds = kinds_of(type_)
                if tally.keys().isdisjoint(kinds):
                    continue
                line = scorer(*[tally.get(kind, 0) for kind in kinds])
            lines.append(line)
            total += line.points
        scores.append(PlayerScore(total, tuple(lines)))
    return scores


def score_round(
    setting: Setting,
    tableaus: Sequence[Tableau],
    claims: Sequence[Sequence[tuple[int, int]]] = (),
) -> list[PlayerScore]:
    """Everybody's lines and total for one round.

    Args:
        tableaus: by seat, the dummy's last; as many as ``setting.seats``.
        claims: uramaki: for each turn with claims, in order, its (seat, icons) pairs.
    """
    return _scores_of_round(setting, round_table(tableaus, claims))


def _scores_of_round(setting: Setting, table: Table, only: int | None = None) -> list[PlayerScore]:
    plan = _round_plan(setting, frozenset())
    laid = _types_on(table) | ({"uramaki"} if table.claims else set())
    if not plan.types.issuperset(laid):
        plan = _round_plan(setting, frozenset(laid - plan.types))
    return _scores(plan, table, only)


def score_seat(setting: Setting, table: Table, seat: int, *, at_end: bool) -> PlayerScore:
    """One player's lines of a round's table, or (``at_end``) of a :func:`game_end_table`."""
    score = _scores_of_end if at_end else _scores_of_round
    return score(setting, table, seat)[0]


def _types_on(table: Table) -> set[str]:
    """The types of which somebody has anything."""
    return {TYPES_OF_KINDS.get(kind, kind) for tally in table.tallies for kind in tally}


def dessert_tally(setting: Setting, rounds: Sequence[Tableau]) -> dict[str, int]:
    """What a player's desserts of all rounds add up to, by kind; see ``tableau.kinds_of``."""
    totals: dict[str, int] = {}
    for tally in (tableau.tally() for tableau in rounds):
        for kind in DESSERT_KINDS:
            if kind in tally:
                totals[kind] = totals.get(kind, 0) + tally[kind]
    if "fruit" in setting.types:
        totals.setdefault(FRUITS[0], 0)  # no fruit at all costs points too
    return totals


def score_game_end(
    setting: Setting,
    rounds: Sequence[Sequence[Tableau]],
    tokens: Sequence[Mapping[str, int]],
    desserts: Said = None,
) -> list[PlayerScore]:
    """Everybody's lines and total for what is scored after the last round.

    ``rounds`` has every round's tableaus by seat, ``tokens`` Roll's unused tokens by seat.
    """
    return _scores_of_end(setting, game_end_table(setting, rounds, tokens, desserts))


def _scores_of_end(setting: Setting, table: Table, only: int | None = None) -> list[PlayerScore]:
    extra = (_types_on(table) - setting.types) & DESSERTS
    return _scores(_game_end_plan(setting, frozenset(extra)), table, only)


def game_end_table(
    setting: Setting,
    rounds: Sequence[Sequence[Tableau]],
    tokens: Sequence[Mapping[str, int]],
    desserts: Said = None,
) -> Table:
    """The table as the end of the game looks at it: the desserts of all rounds, unused tokens."""
    seats = range(setting.seats)
    tallies = [end_tally(setting, rounds, seat, tokens[seat], desserts) for seat in seats]
    return Table(rounds[-1], tallies)


def end_tally(
    setting: Setting,
    rounds: Sequence[Sequence[Tableau]],
    seat: int,
    tokens: Mapping[str, int],
    desserts: Said = None,
) -> dict[str, int]:
    """What a seat has at the end of the game, by kind."""
    tally = _kept(setting, rounds, seat, desserts)
    return {**tally, "tokens": sum(tokens.values())} if any(tokens.values()) else tally


def tiebreak(
    setting: Setting, rounds: Sequence[Sequence[Tableau]], seat: int, desserts: Said = None
) -> int:
    """What breaks a tie for one seat: puddings (Sushi Go! rulebook, And the Winner Is), dessert
    cards and copies of them (Party, Ending the Game), pudding icons (Sushi Roll, Ending the
    Game)."""
    kept = _kept(setting, rounds, seat, desserts)
    if setting.rules.tiebreak != "dessert-cards":
        return kept.get("pudding", 0)
    fruits = sum(kept.get(fruit, 0) for fruit in FRUITS)
    return kept.get("pudding", 0) + kept.get("green-tea-ice-cream", 0) + fruits // FRUITS_A_CARD


def _kept(
    setting: Setting, rounds: Sequence[Sequence[Tableau]], seat: int, desserts: Said
) -> dict[str, int]:
    """A seat's desserts by kind: as they were said, else as they lie."""
    if desserts is None:
        return dessert_tally(setting, [tableaus[seat] for tableaus in rounds])
    return dict.fromkeys(dessert_kinds(setting), 0) | dict(desserts[seat])


def dessert_kinds(setting: Setting) -> tuple[str, ...]:
    """What is counted of the game's desserts at its end: puddings, or each of the fruits."""
    return tuple(
        kind
        for type_ in LINE_ORDER
        if type_ in setting.types & DESSERTS
        for kind in kinds_of(type_)
    )


def most_desserts(setting: Setting) -> dict[str, int]:
    """How many of each kind of dessert there can be at the end, of all players together.

    Sushi Go! has the puddings of its box; Party the cards that are dealt in, and special orders
    that copy one (Card Guide: Special Order), every fruit card with two icons; Roll has its pudding
    dice, each with up to three icons, of every turn of three rounds.
    """
    rules = setting.rules
    if rules.dice:
        turns = ROUNDS * setting.hand_size
        dice = sum(number for types, number in rules.dice.items() if "pudding" in types)
        most = dice * MAX_DIE_ICONS * turns
    elif rules.tiebreak == "dessert-cards":
        orders = rules.box["special-order"] if "special-order" in setting.types else 0
        most = desserts_dealt_in(setting.players, ROUNDS) + orders
    else:
        most = rules.box["pudding"]
    return {
        kind: most * FRUITS_A_CARD if kind in FRUITS else most for kind in dessert_kinds(setting)
    }


def points_of_a_round(setting: Setting) -> range:
    """The points that a player can have counted for a round: none below 0, but -3 where a single
    eel can lie (Sushi Go Party! rulebook, Card Guide: Eel)."""
    return range(EEL_POINTS if "eel" in setting.types else 0, MOST_POINTS + 1)
