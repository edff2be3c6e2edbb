"""Which house rules decided something: what changes when a switch has its other value."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from .game import score_sheet
from .house_rules import SWITCHES, Switch
from .rulesets import Setting
from .scoring.lines import Line, PlayerScore
from .scoring.plan import score_game_end
from .sheet import Sheet

Score = Callable[[Setting], Sequence[PlayerScore]]
Deciding = Mapping[tuple[int, str], tuple[Switch, ...]]
"""The switches that decided a line, by seat (from 0) and type of the line."""


def value_of(switch: Switch, setting: Setting) -> bool:
    """Whether a switch is on."""
    return bool(getattr(setting.house_rules, switch.field))


def turned(switch: Switch, setting: Setting) -> Setting:
    """The same game with one switch at its other value."""
    changed = {switch.field: not value_of(switch, setting)}
    return setting._replace(house_rules=setting.house_rules._replace(**changed))


def deciding_switches(setting: Setting, score: Score) -> Deciding:
    """The switches that decide each line of a round, or of the game's end.

    A switch decides a line of one player's cards where it changes that line, and a compared line
    where it changes anybody's place or number; not where somebody would only be compared too and
    win nothing. A seat without such a line is included where it would have points. ``score``
    returns everybody's score, by seat, in a given setting.
    """
    lines = _by_type(score(setting))
    deciding: dict[tuple[int, str], tuple[Switch, ...]] = {}
    for switch in SWITCHES:
        if setting.ruleset not in switch.rulesets:
            continue
        others = _by_type(score(turned(switch, setting)))
        for type_ in lines.keys() | others.keys():
            for seat in _concerned(lines.get(type_, {}), others.get(type_, {})):
                deciding[seat, type_] = (*deciding.get((seat, type_), ()), switch)
    return deciding


def deciding_at_end(sheet: Sheet) -> Deciding:
    """:func:`deciding_switches` of what is scored after the last round."""
    tables = [round_.tableaus for round_ in sheet.rounds]
    tokens = [sheet.tokens_of(seat) for seat in range(sheet.setting.seats)]
    said = sheet.said_desserts
    return deciding_switches(
        sheet.setting, lambda other: score_game_end(other, tables, tokens, said)
    )


def ranking_decided_by(sheet: Sheet, name: str) -> tuple[Switch, ...]:
    """The switches that decide the ranking itself, not the points: ``dummy-can-win``, where it
    moves a player or where ``name`` is the dummy."""
    if not sheet.setting.has_dummy:
        return ()
    switch = next(switch for switch in SWITCHES if switch.name == "dummy-can-win")
    other = replace(sheet, setting=turned(switch, sheet.setting))
    here, there = (
        {rank.player: rank.rank for rank in ranking if rank.player in sheet.players}
        for ranking in (score_sheet(sheet).ranking, score_sheet(other).ranking)
    )
    return (switch,) if here != there or name not in sheet.players else ()


def _by_type(scores: Sequence[PlayerScore]) -> dict[str, dict[int, Line]]:
    """Sort everybody's lines by their type, and by seat (from 0)."""
    lines: dict[str, dict[int, Line]] = {}
    for seat, score in enumerate(scores):
        for line in score.lines:
            lines.setdefault(line.type, {})[seat] = line
    return lines


def _concerned(lines: Mapping[int, Line], others: Mapping[int, Line]) -> set[int]:
    """The seats whose line of one type changes; it may be missing before or after."""
    seats = lines.keys() | others.keys()
    changed = {seat for seat in seats if _differs(lines.get(seat), others.get(seat))}
    compared = {seat for seat, line in lines.items() if line.comparison}
    return changed | compared if changed else changed


def _differs(line: Line | None, other: Line | None) -> bool:
    """Whether a line, which may be missing, has other points, places or numbers than another."""
    if line is None or other is None:
        present = line or other
        return present is not None and present.points != 0
    if line.points != other.points:
        return True
    here, there = line.comparison, other.comparison
    if here is None or there is None:
        return line.counts != other.counts
    both = [pair for pair in zip(here.counts, there.counts, strict=True) if None not in pair]
    return here.places != there.places or any(before != after for before, after in both)
