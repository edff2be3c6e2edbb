"""The page of the setup card."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...rules.rulesets import ROUNDS
from ...rules.table_setup import setup_for
from ...wording.names import menu_name, ruleset_name, variant_name
from ...wording.setup_card import SetupPart, setup_parts
from ...wording.setup_take import Taken, to_take
from ..services.game_state import GameTable
from .common import entry_url


@dataclass(frozen=True, slots=True)
class SetupPage:
    """What to do before a round.

    Attributes:
        table: the game.
        round_number: 1 to 3.
        facts: the game, its menu and its variants, by name.
        players: people at the table; the dummy is not counted.
        taken: what comes out of the box, by kind; empty after the first round.
        is_whole_box: whether that is the whole box, so that nobody need pick it out by kind.
        parts: what to do, in order.
        other_rounds: the numbers of the other rounds, for the way to their cards.
        entry: the address of the round's first tableau.
    """

    table: GameTable
    round_number: int
    facts: Sequence[str]
    players: int
    taken: Sequence[Taken]
    is_whole_box: bool
    parts: Sequence[SetupPart]
    other_rounds: Sequence[int]
    entry: str


def setup_page(table: GameTable, round_number: int) -> SetupPage:
    """The setup card of a round, from 1 to 3. Raises ValueError for any other."""
    setting = table.setting
    card = setup_for(setting, round_number)
    names = [ruleset_name(setting.ruleset)]
    names += [menu_name(setting.menu.name)] if setting.menu else []
    names += [variant_name(v) for v in setting.rules.variants if v in setting.variants]
    return SetupPage(
        table=table,
        round_number=round_number,
        facts=names,
        players=setting.players,
        taken=to_take(card),
        is_whole_box=setting.menu is None,
        parts=setup_parts(card),
        other_rounds=[n for n in range(1, ROUNDS + 1) if n != round_number],
        entry=entry_url(table, round_number, 0),
    )
