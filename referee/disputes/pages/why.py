"""Explains one player's score: every line, every sum, and the place."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from ...models import Game
from ...play.pages.common import explained_line, isolated, seat_names, why_url
from ...play.pages.open_questions import OpenQuestions, questions_at_end, questions_of_round
from ...play.pages.results import ranking_after
from ...play.services.game_state import GameState
from ...rules import Line, PlayerScore, Rank, Result, score_sheet
from ...rules.cards import DESSERTS
from ...rules.house_rule_effects import ranking_decided_by
from ...rules.scoring.lines import frozen
from ...rules.scoring.plan import LINE_ORDER
from ...wording.explanations.citations import citation, ranking_citation
from ...wording.explanations.rule_gaps import Silence, ranking_silences
from ...wording.explanations.total import Standing, place_text, sum_text
from ...wording.names import type_name

END = "end"


def why_page(table: GameState, seat: int) -> dict[str, Any]:
    """Explain all rounds of one seat (from 0) as they stand now."""
    result = score_sheet(table.sheet)
    is_final = table.game.state == Game.State.FINISHED
    parts = _parts(table, seat, result, is_final=is_final)
    ranking = result.ranking if is_final else ranking_after(result, _started(table))
    names = seat_names(table)
    points = [part["points"] for part in parts if part["is_started"]]
    return {
        "table": table,
        "place": table.seats[seat].place,
        "name": names[seat],
        "seats": [
            {"name": name, "url": why_url(table, other), "is_here": other == seat}
            for other, name in enumerate(names)
        ],
        "parts": parts,
        "total": sum(points),
        "sum": sum_text(points, sum(points)),
        "standing": place_text(_standing(table, seat, ranking, is_final=is_final)),
        "citation": ranking_citation(table.game.ruleset),
        "silences": _open_in_ranking(table, seat, ranking) if is_final else (),
        "is_final": is_final,
    }


def _parts(table: GameState, seat: int, result: Result, *, is_final: bool) -> list[dict[str, Any]]:
    name = table.sheet.seats[seat]
    parts = []
    points: list[int] = []
    for number, scored in enumerate(result.rounds, start=1):
        score = scored.players[name]
        is_confirmed = table.rounds[number - 1].is_confirmed
        if number > _started(table):
            later = {"number": number, "is_confirmed": is_confirmed, "is_started": False}
            parts.append({"id": f"r{number}", "points": 0, "lines": (), **later})
            continue
        points.append(score.total)
        questions = questions_of_round(table, number)
        lines = _lines(table, seat, list(scored.players.values()), questions)
        parts.append(_part(f"r{number}", number, is_confirmed, lines, score, points))
    if is_final and result.game_end is not None:
        score = result.game_end[name]
        points.append(score.total)
        lines = _lines(table, seat, list(result.game_end.values()), questions_at_end(table))
        parts.append(_part(END, None, True, lines, score, points))
    return parts


def _started(table: GameState) -> int:
    """Return how many rounds count: up to the open one, or to the last one with cards."""
    with_cards = [
        number for number in (1, 2, 3) if len(table.empty_seats(number)) < len(table.seats)
    ]
    return max(table.current_round or len(table.rounds), *with_cards, 0)


def _part(
    id_: str,
    number: int | None,
    is_confirmed: bool,
    lines: Sequence[dict[str, Any]],
    score: PlayerScore,
    points: Sequence[int],
) -> dict[str, Any]:
    together = sum_text(points, sum(points)) if len(points) > 1 else ""
    own = sum_text([line["points"] for line in lines if line["points"]], score.total)
    return {
        "id": id_,
        "number": number,
        "is_confirmed": is_confirmed,
        "is_started": True,
        "lines": lines,
        "points": score.total,
        "sum": own,
        "together": together,
    }


def _lines(
    table: GameState, seat: int, scores: Sequence[PlayerScore], questions: OpenQuestions
) -> list[dict[str, Any]]:
    """Return a seat's lines in words, and the types for which a house rule gives it none."""
    names = [isolated(name) for name in seat_names(table)]
    at_end = questions.round_number is None
    own = {line.type: line for line in scores[seat].lines}
    told = {
        type_: explained_line(line, seat, names, at_end=at_end, questions=questions)
        for type_, line in own.items()
    }
    for concerned, type_ in questions.deciding:
        if concerned == seat and type_ not in own and _is_told_of(table, questions):
            told[type_] = _without_line(table, seat, type_, scores, questions)
    return sorted(told.values(), key=lambda line: LINE_ORDER.index(line["type"]))


def _is_told_of(table: GameState, questions: OpenQuestions) -> bool:
    """Return whether players with nothing are explained: only after the first card."""
    number = questions.round_number
    if number is None or table.rounds[number - 1].is_confirmed:
        return True
    return len(table.empty_seats(number)) < len(table.seats)


def _without_line(
    table: GameState,
    seat: int,
    type_: str,
    scores: Sequence[PlayerScore],
    questions: OpenQuestions,
) -> dict[str, Any]:
    """Explain that a seat scored nothing because a house rule kept it out of a comparison."""
    names = [isolated(name) for name in seat_names(table)]
    lines = [line for score in scores for line in score.lines if line.type == type_]
    comparison = lines[0].comparison if lines else None
    rule = f"{table.game.ruleset}/{type_}"
    line = Line(type_, 0, rule, frozen({type_: 0}), comparison)
    if comparison is None:
        nobody = Line(type_, 0, rule, frozen({}))
        return {
            "type": type_,
            "name": type_name(type_),
            "points": 0,
            "explanation": _("Nobody is compared: 0 points."),
            "citation": citation(rule),
            "silences": questions.of(nobody, seat),
        }
    at_end = questions.round_number is None
    return explained_line(line, seat, names, at_end=at_end, questions=questions)


def _standing(table: GameState, seat: int, ranking: Sequence[Rank], *, is_final: bool) -> Standing:
    shown = dict(zip(table.sheet.seats, map(isolated, seat_names(table)), strict=True))
    name = table.sheet.seats[seat]
    mine = next((rank for rank in ranking if rank.player == name), None)
    return Standing(
        name=shown[name],
        rank=mine.rank if mine else None,
        players=len(ranking),
        tiebreak=mine.tiebreak if mine else 0,
        level=[(shown[rank.player], rank.tiebreak) for rank in _level_with(mine, ranking)],
        unit=table.setting.rules.tiebreak,
        is_final=is_final,
    )


def _level_with(mine: Rank | None, ranking: Sequence[Rank]) -> list[Rank]:
    """Name the players with equal points."""
    if mine is None:
        return []
    return [rank for rank in ranking if rank.total == mine.total and rank != mine]


def _open_in_ranking(table: GameState, seat: int, ranking: Sequence[Rank]) -> list[Silence]:
    """Return what the rulebook leaves open about a seat's final place."""
    name = table.sheet.seats[seat]
    mine = next((rank for rank in ranking if rank.player == name), None)
    level = _level_with(mine, ranking)
    involved = [rank.player for rank in (mine, *level) if rank]
    return ranking_silences(
        table.setting,
        switches=ranking_decided_by(table.sheet, name),
        is_shared=any(rank.rank == mine.rank for rank in level) if mine else False,
        copied_dessert=bool(level) and _copied_dessert(table, involved),
    )


def _copied_dessert(table: GameState, players: Sequence[str]) -> bool:
    """Return whether any special order copied a dessert, which counts in the tie-break."""
    if table.setting.rules.tiebreak != "dessert-cards":
        return False
    return any(
        entry.card.copy and entry.type in DESSERTS
        for round_ in table.sheet.rounds
        for name, tableau in zip(table.sheet.seats, round_.tableaus, strict=True)
        if name in players
        for entry in tableau.counts
    )
