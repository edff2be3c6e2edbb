"""Explains one player's score: every line, every sum, and the place."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from ...access.games import Visit
from ...models import Game
from ...play.pages.common import explained_line, seat_names, why_url
from ...play.pages.open_questions import OpenQuestions, questions_at_end, questions_of_round
from ...play.pages.results import as_begun, ranking_after
from ...play.pages.tableaus import stacks
from ...play.services.game_state import GameState
from ...rules import Line, PlayerScore, Rank, Tableau, score_sheet
from ...rules.cards import DESSERTS
from ...rules.house_rule_effects import ranking_decided_by
from ...rules.scoring.lines import frozen
from ...rules.scoring.plan import LINE_ORDER
from ...rules.tableau import Item
from ...wording.explanations.citations import citation, ranking_citation
from ...wording.explanations.rule_gaps import Silence, ranking_silences
from ...wording.explanations.total import place_text, sum_text
from ...wording.names import type_name
from ...wording.phrases import isolated
from .doubts import doubts


def why_page(table: GameState, seat: int, visit: Visit | None = None) -> dict[str, Any]:
    """Explain all rounds of one seat (from 0) as they stand now."""
    result = as_begun(table, score_sheet(table.sheet))
    is_final = table.game.state == Game.State.FINISHED
    with_cards = [number for number in (1, 2, 3) if _has_cards(table, number)]
    started = max(table.current_round or len(table.rounds), *with_cards, 0)
    parts: list[dict[str, Any]] = []
    for number, scored in enumerate(result.rounds, start=1):
        is_started = number <= started
        part: dict[str, Any] = {
            "id": f"r{number}",
            "number": number,
            "is_confirmed": table.rounds[number - 1].is_confirmed,
            "is_started": is_started,
        }
        if is_started:
            part |= _points(table, seat, scored.players, questions_of_round(table, number))
            part["doubts"] = doubts(table, seat, [number], visit)
        parts.append(part)
    if is_final and result.game_end is not None:
        scored_end = _points(table, seat, result.game_end, questions_at_end(table))
        parts.append({"id": "end", "is_confirmed": True, "is_started": True, **scored_end})
    points: list[int] = []
    for part in parts:
        if part["is_started"]:
            points.append(part["points"])
            part["total"] = sum_text(points, sum(points)) if len(points) > 1 else ""
    ranking = result.ranking if is_final else ranking_after(result, started)
    names = seat_names(table)
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
        "citation": ranking_citation(table.game.ruleset),
        "is_final": is_final,
        **_standing(table, seat, ranking, is_final=is_final),
    }


def _has_cards(table: GameState, round_number: int) -> bool:
    return len(table.empty_seats(round_number)) < len(table.seats)


def _points(
    table: GameState, seat: int, scores: Mapping[str, PlayerScore], questions: OpenQuestions
) -> dict[str, Any]:
    """A seat's lines and their sum, and why a house rule gives it no line of some types.

    That is said only after a round's first card.
    """
    names = [isolated(name) for name in seat_names(table)]
    score = list(scores.values())[seat]
    at_end = questions.round_number is None
    number = questions.round_number or 0
    lines = {
        line.type: {
            **explained_line(line, seat, names, at_end=at_end, questions=questions),
            "cards": _cards(table, seat, line.type, number),
        }
        for line in score.lines
    }
    if at_end or table.rounds[number - 1].is_confirmed or _has_cards(table, number):
        for concerned, type_ in questions.deciding:
            if concerned == seat and type_ not in lines:
                lines[type_] = _without_line(table, seat, type_, scores, questions)
    points = [line["points"] for line in lines.values() if line["points"]]
    return {
        "lines": sorted(lines.values(), key=lambda line: LINE_ORDER.index(line["type"])),
        "points": score.total,
        "sum": sum_text(points, score.total),
    }


def _cards(table: GameState, seat: int, type_: str, round_number: int) -> list[dict[str, Any]]:
    """The cards of a line as pictures; of all rounds where ``round_number`` is 0."""
    rounds = table.sheet.rounds
    number: Counter[Item] = Counter()
    for round_ in rounds[round_number - 1 : round_number] if round_number else rounds:
        number.update({i: n for i, n in round_.tableaus[seat].counts.items() if i.type == type_})
    return stacks(Tableau(number))


def _without_line(
    table: GameState,
    seat: int,
    type_: str,
    scores: Mapping[str, PlayerScore],
    questions: OpenQuestions,
) -> dict[str, Any]:
    """Explain that a seat scored nothing because a house rule kept it out of a comparison."""
    lines = [line for score in scores.values() for line in score.lines if line.type == type_]
    comparison = lines[0].comparison if lines else None
    rule = f"{table.game.ruleset}/{type_}"
    if comparison is None:
        return {
            "type": type_,
            "name": type_name(type_),
            "points": 0,
            "explanation": _("Nobody is compared: 0 points."),
            "citation": citation(rule),
            "silences": questions.of(Line(type_, 0, rule, frozen({})), seat),
        }
    line = Line(type_, 0, rule, frozen({type_: 0}), comparison)
    names = [isolated(name) for name in seat_names(table)]
    at_end = questions.round_number is None
    return explained_line(line, seat, names, at_end=at_end, questions=questions)


def _standing(
    table: GameState, seat: int, ranking: Sequence[Rank], *, is_final: bool
) -> dict[str, Any]:
    """The seat's place in words, and what the rulebook leaves open about it."""
    shown = dict(zip(table.sheet.seats, map(isolated, seat_names(table)), strict=True))
    name = table.sheet.seats[seat]
    mine = next((rank for rank in ranking if rank.player == name), None)
    level = [rank for rank in ranking if mine and rank != mine and rank.total == mine.total]
    silences: list[Silence] = []
    if is_final:
        silences = ranking_silences(
            table.setting,
            switches=ranking_decided_by(table.sheet, name),
            is_shared=any(mine and rank.rank == mine.rank for rank in level),
            copied_dessert=bool(level)
            and _copied_dessert(table, {name, *(rank.player for rank in level)}),
        )
    words = place_text(
        shown[name],
        mine.rank if mine else None,
        players=len(ranking),
        tiebreak=mine.tiebreak if mine else 0,
        level=[(shown[rank.player], rank.tiebreak) for rank in level],
        unit=table.setting.rules.tiebreak,
        is_final=is_final,
    )
    return {"standing": words, "silences": silences}


def _copied_dessert(table: GameState, players: set[str]) -> bool:
    """Return whether any special order copied a dessert, which counts in the tie-break."""
    return table.setting.rules.tiebreak == "dessert-cards" and any(
        entry.card.copy and entry.type in DESSERTS
        for round_ in table.sheet.rounds
        for name, tableau in zip(table.sheet.seats, round_.tableaus, strict=True)
        if name in players
        for entry in tableau.counts
    )
