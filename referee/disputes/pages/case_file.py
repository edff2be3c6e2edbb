"""The case file: everything entered, agreed, scored, corrected and disputed in a game."""

from typing import Any

from django.utils.translation import gettext as _

from ...models import Game
from ...play.pages.common import seat_names, with_shown_names
from ...play.pages.history import game_history
from ...play.pages.opinions import open_again
from ...play.pages.results import standing_rows
from ...play.services.game_state import GameState
from ...rules import Result, score_sheet
from ...wording.explanations.citations import ranking_citation
from ...wording.names import menu_name, ruleset_name, type_name, variant_name
from ...wording.phrases import series
from ...wording.rulings import rulings, without_effect
from ...wording.verdict import verdict
from .case_rounds import case_end, case_rounds, shown_problems
from .case_sheet import has_begun, sheet_of_case
from .disputes import shown_disputes
from .versions import shown_versions


def case_file_page(table: GameState) -> dict[str, Any]:
    """Return the game's present state, scored from the same sheet as the download."""
    game, setting = table.game, table.setting
    is_begun = has_begun(table)
    result = score_sheet(sheet_of_case(table))
    return {
        "name": ruleset_name(game.ruleset),
        "menu": menu_name(setting.menu.name) if setting.menu else "",
        "cards": series(type_name(type_) for type_ in setting.menu.types) if setting.menu else "",
        "variants": [variant_name(v) for v in setting.rules.variants if v in setting.variants],
        "players": seat_names(table),
        "has_dice": bool(setting.rules.dice),
        "started": game.created_at,
        "finished": game.finished_at,
        "rulings": rulings(setting),
        "without_effect": without_effect(setting),
        "told": _told(table, result) if is_begun else "",
        "rows": standing_rows(table, result, with_end=True),
        "tiebreak": setting.rules.tiebreak,
        "ranking": ranking_citation(game.ruleset),
        "problems": shown_problems(table, [one for one in result.problems if one.round is None]),
        "rounds": case_rounds(table, result) if is_begun else (),
        "end": case_end(table, result) if is_begun else None,
        "versions": [
            {"number": round_.number, "versions": shown_versions(table, round_.number)}
            for round_ in table.rounds
            if round_.version
        ],
        "open_again": open_again(game),
        "disputes": shown_disputes(table),
        "history": _history(table),
    }


def _told(table: GameState, result: Result) -> str:
    """Say who won, or who leads a game that is not over."""
    if table.game.state == Game.State.FINISHED:
        return verdict(with_shown_names(table, result))
    words = verdict(with_shown_names(table, result._replace(winners=())))
    if result.game_end is None:
        return words
    return _("As it stands, with the end of the game: %(standing)s") % {"standing": words}


def _history(table: GameState) -> list[dict[str, Any]]:
    taps = game_history(table)
    names = list(enumerate(seat_names(table)))
    rounds = [
        {
            "number": number,
            "seats": [(name, taps[number, seat]) for seat, name in names if (number, seat) in taps],
        }
        for number in (round_.number for round_ in table.rounds)
    ]
    return [round_ for round_ in rounds if round_["seats"]]
