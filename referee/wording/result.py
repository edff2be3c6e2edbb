"""The JSON documents of the score sheet's contract, as plain values in the contract's order."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import orjson

from referee.rules import Fault, PlayerScore, Result, Sheet
from referee.rules.mistakes import Diagnosis

from .catalogue import one_language
from .explanations.lines import explain
from .faults import fault_place, fault_text
from .mistakes import diagnosis_text
from .problems import problem_message

Diagnose = Callable[[Sheet, Mapping[str, int]], Mapping[str, Sequence[Diagnosis]]]


def result_document(result: Result, diagnose: Diagnose) -> dict[str, object]:
    """A result with its explanations, in the language in use; equal sheets give equal documents.

    Args:
        result: of a sheet, perhaps with claims.
        diagnose: who is asked for the diagnosis of the claims, if there are any: what
            :func:`referee.rules.mistakes.diagnose` answers.
    """
    names = result.sheet.seats
    with one_language():
        document: dict[str, object] = {
            "ruleset": result.sheet.setting.ruleset,
            "rounds": [
                {"players": scores_document(round_.players, names)} for round_ in result.rounds
            ],
            "game_end": (
                None
                if result.game_end is None
                else scores_document(result.game_end, names, at_end=True)
            ),
            "totals": dict(result.totals),
            "ranking": [entry._asdict() for entry in result.ranking],
            "winners": list(result.winners),
            "tiebreak_used": result.tiebreak_used,
            "problems": [
                {
                    "code": problem.code,
                    "severity": problem.severity.value,
                    "round": problem.round,
                    "player": problem.player,
                    "message": problem_message(problem),
                }
                for problem in result.problems
            ],
        }
    if result.sheet.claimed:
        document["diagnosis"] = claims_document(result.sheet, diagnose)
    return document


def claims_document(sheet: Sheet, diagnose: Diagnose) -> dict[str, list[dict[str, object]]]:
    """What explains the claims on a sheet that are not right, by player."""
    return {
        name: [diagnosis_document(diagnosis, sheet.setting.ruleset) for diagnosis in diagnoses]
        for name, diagnoses in diagnose(sheet, sheet.claimed).items()
    }


def diagnosis_document(diagnosis: Diagnosis, ruleset: str) -> dict[str, object]:
    """One explanation of a wrong claim."""
    return {
        "mistakes": list(diagnosis.mistakes),
        "round": diagnosis.round,
        "type": diagnosis.type,
        "likelihood": diagnosis.likelihood,
        "total": diagnosis.total,
        "explanation": diagnosis_text(diagnosis, ruleset),
    }


def printed(document: Mapping[str, object]) -> str:
    """The document of one sheet as text, to be read by people too."""
    return orjson.dumps(document, option=orjson.OPT_INDENT_2).decode() + "\n"


_LINE_ENDS = {"\u2028": r"\u2028", "\u2029": r"\u2029", "\x85": r"\u0085"}
"""Signs that end a line for some readers, as JSON escapes."""


def printed_line(document: Mapping[str, object]) -> str:
    """One document of many as text, without the end of its line."""
    text = orjson.dumps(document).decode()
    for sign, escape in _LINE_ENDS.items():
        text = text.replace(sign, escape)
    return text


def errors_document(faults: Iterable[Fault]) -> dict[str, object]:
    """The document that is answered instead of a result to a sheet that cannot be read."""
    return {
        "errors": [
            {"path": fault_place(fault), "code": fault.code, "message": fault_text(fault)}
            for fault in faults
        ]
    }


def scores_document(
    scores: Mapping[str, PlayerScore], names: Sequence[str], *, at_end: bool = False
) -> dict[str, object]:
    """The points of a round, or of the end of the game, by player with every line explained."""
    return {
        name: {
            "total": scores[name].total,
            "lines": [
                {
                    "type": line.type,
                    "points": line.points,
                    "explanation": explain(line, seat, names, at_end=at_end),
                    "rule": line.rule,
                }
                for line in scores[name].lines
            ],
        }
        for seat, name in enumerate(names)
    }
