"""Explains one player's score: every line, every sum, and the place."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from ...access.games import Visit
from ...models import Game
from ...play.pages.common import explained_line
from ...play.pages.open_questions import OpenQuestions, questions_at_end, questions_of_round
from ...play.pages.results import as_begun, ranking_after
from ...play.pages.tableaus import stacks
from ...play.services.game_state import GameState, SeatState
from ...play.services.joining import others_are_there
from ...rules import Line, PlayerScore, Rank, Tableau
from ...rules.cards import DESSERTS
from ...rules.house_rule_effects import ranking_decided_by
from ...rules.scoring.lines import frozen
from ...rules.scoring.plan import LINE_ORDER
from ...rules.tableau import Item
from ...wording.explanations.citations import Citation, citation, ranking_citation
from ...wording.explanations.rule_gaps import Silence, ranking_silences
from ...wording.explanations.total import place_sentences, sum_text
from ...wording.names import type_name
from ...wording.phrases import isolated, series
from .doubts import doubts


def why_page(table: GameState, place: int, visit: Visit | None = None) -> dict[str, Any]:
    """Explain all rounds of the seat at a place as they stand now."""
    result = as_begun(table, table.result)
    is_final = table.game.state == Game.State.FINISHED
    seats = [seat for round_ in table.rounds for seat in round_.seats if seat.place == place]
    current = table.current_round or table.rounds[-1]
    started = max(round_.number for round_ in table.rounds if round_ is current or round_.is_begun)
    parts: list[dict[str, Any]] = []
    for seat, scored in zip(seats, result.rounds, strict=True):
        round_ = seat.round
        part: dict[str, Any] = {
            "id": f"r{round_.number}",
            "number": round_.number,
            "is_confirmed": round_.is_confirmed,
            "is_started": round_.number <= started,
            "is_counted": round_.is_counted,
            "seats": [seat],
            "version": round_.version,
            "may_enter": visit is not None and visit.may_enter(place),
        }
        if part["is_started"]:
            part |= _points(seat, scored.players, questions_of_round(round_))
            part["doubts"] = doubts(table, seat, visit)
        parts.append(part)
    if is_final and result.game_end is not None:
        scored_end = _points(seats[-1], result.game_end, questions_at_end(table))
        parts.append({"id": "end", "is_confirmed": True, "is_started": True, **scored_end})
    points: list[int] = []
    for part in parts:
        if part["is_started"]:
            points.append(part["points"])
            part["total"] = sum_text(points, sum(points)) if len(points) > 1 else ""
    ranking = result.ranking if is_final else ranking_after(result, started)
    return {
        "table": table,
        "seat": seats[-1],
        "parts": parts,
        "total": sum(points),
        "sum": sum_text(points, sum(points)),
        "citations": _citations(table, parts),
        "is_final": is_final,
        "asks_reason": visit is not None and visit.is_host and others_are_there(table.game),
        **_standing(table, seats[-1], ranking, is_final=is_final),
    }


def _points(
    seat: SeatState, scores: Mapping[str, PlayerScore], questions: OpenQuestions
) -> dict[str, Any]:
    """A seat's lines and their sum, and why a house rule gives it no line of some types.

    That is said only after a round's first card.
    """
    score, round_ = scores[seat.sheet_name], questions.round
    lines = {
        line.type: {
            **explained_line(line, seat, questions),
            "cards": _cards(seat, line.type, is_of_all=round_ is None),
        }
        for line in score.lines
    }
    is_laid = round_ is None or round_.is_confirmed or round_.is_begun
    if is_laid and not (round_ and round_.is_counted):
        for concerned, type_ in questions.deciding:
            if concerned == seat.index and type_ not in lines:
                lines[type_] = _without_line(seat, type_, scores, questions)
    points = [line["points"] for line in lines.values() if line["points"]]
    told = sorted(lines.values(), key=lambda line: LINE_ORDER.index(line["type"]))
    pointless = [line for line in told if not line["points"]]
    return {
        "lines": [line for line in told if line["points"]],
        "pointless": pointless,
        "pointless_names": series(line["name"] for line in pointless),
        "points": score.total,
        "sum": sum_text(points, score.total),
    }


def _citations(table: GameState, parts: Sequence[Mapping[str, Any]]) -> list[tuple[str, Citation]]:
    """Where the rulebook tells of each card that is explained, once, and of the ranking."""
    told = {
        line["type"]: (capfirst(line["name"]), line["citation"])
        for part in parts
        for line in (*part.get("lines", ()), *part.get("pointless", ()))
    }
    cards = [told[type_] for type_ in LINE_ORDER if type_ in told]
    return [*cards, (_("Place"), ranking_citation(table.game.ruleset))]


def _cards(seat: SeatState, type_: str, *, is_of_all: bool) -> list[dict[str, Any]]:
    """The cards of a line as pictures, of the seat's round or of all."""
    number: Counter[Item] = Counter()
    for round_ in seat.round.sheet.rounds if is_of_all else [seat.round.on_sheet]:
        counts = round_.tableaus[seat.index].counts
        number.update({i: n for i, n in counts.items() if i.type == type_})
    return stacks(Tableau(number))


def _without_line(
    seat: SeatState,
    type_: str,
    scores: Mapping[str, PlayerScore],
    questions: OpenQuestions,
) -> dict[str, Any]:
    """Explain that a seat scored nothing because a house rule kept it out of a comparison."""
    lines = [line for score in scores.values() for line in score.lines if line.type == type_]
    comparison = lines[0].comparison if lines else None
    rule = f"{seat.round.setting.ruleset}/{type_}"
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
    return explained_line(line, seat, questions)


def _standing(
    table: GameState, seat: SeatState, ranking: Sequence[Rank], *, is_final: bool
) -> dict[str, Any]:
    """The seat's place in words, and what the rulebook leaves open about it."""
    shown = {other.sheet_name: isolated(other.name) for other in table.seats}
    name = seat.sheet_name
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
    place, *level_words = place_sentences(
        shown[name],
        mine.rank if mine else None,
        players=len(ranking),
        tiebreak=mine.tiebreak if mine else 0,
        level=[(shown[rank.player], rank.tiebreak) for rank in level],
        unit=table.setting.rules.tiebreak,
        is_final=is_final,
    )
    return {"place": place, "level": level_words, "silences": silences}


def _copied_dessert(table: GameState, players: set[str]) -> bool:
    """Return whether any special order copied a dessert, which counts in the tie-break."""
    return table.setting.rules.tiebreak == "dessert-cards" and any(
        entry.card.copy and entry.type in DESSERTS
        for round_ in table.rounds
        for seat in round_.seats
        if seat.sheet_name in players
        for entry in seat.tableau.counts
    )
