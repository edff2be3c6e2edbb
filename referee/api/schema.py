"""The score sheet's contract as JSON schemas, for the OpenAPI description."""

from typing import Any

from referee.rules import CARD_TYPES, RULESETS, Severity
from referee.rules.mistakes import CODES, LEAST_LIKELIHOOD, MAX_EXPLANATIONS
from referee.rules.phrases.hearing import REQUESTS
from referee.rules.problems.faults import MAX_FAULTS
from referee.rules.reading import SHEETS
from referee.rules.rulesets import DUMMY

Schema = dict[str, Any]


def _object(fields: dict[str, Schema], required: list[str] | None = None, **more: Any) -> Schema:
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields) if required is None else required,
        "additionalProperties": False,
        **more,
    }


def _by_name(value: Schema, description: str = "By player.") -> Schema:
    return {"type": "object", "additionalProperties": value, "description": description}


def _list(of: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": of, **more}


_TEXT: Schema = {"type": "string"}
_WHOLE: Schema = {"type": "integer"}
SHEET: Schema = {
    "title": "Score sheet",
    "description": (
        "What no schema can say: every name in a round, in tokens_left and in claimed is one of "
        f"the players (in a round also {DUMMY}, with that variant); two names differ in more than "
        "what is not to be seen or how a letter is encoded; no object has one name twice, and no "
        "text holds half a character."
    ),
    "oneOf": [kind.schema for kind in SHEETS.values()],
}

_LINE = _object(
    {
        "type": {"type": "string", "enum": [*CARD_TYPES, "tokens"]},
        "points": _WHOLE,
        "explanation": _TEXT,
        "rule": {"type": "string", "description": "Rule set and card type, as sushi-go/maki."},
    },
    title="Line",
)
PLAYER_SCORES = _by_name(_object({"total": _WHOLE, "lines": _list(_LINE)}, title="Player scores"))

EXPLANATION = _object(
    {
        "mistakes": _list({"type": "string", "enum": list(CODES)}, minItems=1, maxItems=2),
        "round": {"type": ["integer", "null"]},
        "type": {
            "type": ["string", "null"],
            "enum": [*CARD_TYPES, "tokens", None],
            "description": "Of the line that differs; null for a slip in the hand or the sum.",
        },
        "likelihood": {
            "type": "number",
            "minimum": LEAST_LIKELIHOOD,
            "exclusiveMaximum": 1,
            "description": "How likely this is the reason; of all together less than 1.",
        },
        "total": _WHOLE,
        "explanation": _TEXT,
    },
    title="Explanation",
)

_RESULT_FIELDS: dict[str, Schema] = {
    "ruleset": {"type": "string", "enum": list(RULESETS)},
    "rounds": _list(_object({"players": PLAYER_SCORES}, title="Round scores")),
    "game_end": {
        **PLAYER_SCORES,
        "type": ["object", "null"],
        "description": "By player; null until the third round is in.",
    },
    "totals": _by_name(_WHOLE),
    "ranking": _list(
        _object(
            {"rank": _WHOLE, "player": _TEXT, "total": _WHOLE, "tiebreak": _WHOLE},
            title="Ranked",
        )
    ),
    "winners": _list(_TEXT),
    "tiebreak_used": {"type": "boolean"},
    "problems": _list(
        _object(
            {
                "code": _TEXT,
                "severity": {"type": "string", "enum": [level.value for level in Severity]},
                "round": {"type": ["integer", "null"]},
                "player": {"type": ["string", "null"]},
                "message": _TEXT,
            },
            title="Doubt",
        )
    ),
}
RESULT: Schema = _object(
    {
        **_RESULT_FIELDS,
        "diagnosis": _by_name(
            _list(EXPLANATION, maxItems=MAX_EXPLANATIONS),
            "Only for a sheet with claims. By player whose claim is not right: what explains it, "
            "the likeliest first; empty where nothing does, or nothing likely enough.",
        ),
    },
    required=list(_RESULT_FIELDS),
    title="Result",
)

DIAGNOSIS: Schema = _object(
    {"totals": _by_name(_WHOLE), "diagnosis": RESULT["properties"]["diagnosis"]}, title="Diagnosis"
)

MAX_SHEETS = 100
"""In one list."""
NAMED_SHEET: Schema = {"$ref": "#/components/schemas/ScoreSheet"}
_LISTED: Schema = {"description": "A score sheet without claims; else errors stand in its place."}
SHEETS_SENT: Schema = {"oneOf": [SHEET, _list(_LISTED, minItems=1, maxItems=MAX_SHEETS)]}
_ERROR = _object(
    {
        "path": {**_TEXT, "description": "Empty for the whole request."},
        "code": {**_TEXT, "description": "The same in every language."},
        "message": _TEXT,
    },
    title="Error",
)
_UNREADABLE = _object({"errors": _list(_ERROR, minItems=1)}, title="Unreadable")
RESULTS: Schema = {
    "oneOf": [
        RESULT,
        _list(
            {"oneOf": [RESULT, _UNREADABLE]},
            description="Of a list: a result a sheet, in order; errors where one cannot be read.",
        ),
    ]
}

PROBLEM: Schema = _object(
    {
        "type": {"type": "string", "const": "about:blank"},
        "title": {**_TEXT, "description": "What the status means."},
        "status": _WHOLE,
        "detail": {**_TEXT, "description": "The first fault, with its place."},
        "errors": _list(
            _ERROR,
            minItems=1,
            maxItems=MAX_FAULTS + 1,
            description=f"The first {MAX_FAULTS} faults; where there are more, the last entry "
            "says how many.",
        ),
    },
    title="Problem",
)


PHRASE: Schema = {
    "title": "Phrase",
    "oneOf": [REQUESTS[ruleset].schema for ruleset in RULESETS],
}
READ_PHRASE: Schema = _object(
    {
        "tableau": {
            "type": "string",
            "description": "What lies there when all that was understood has been entered.",
        },
        "commands": _list(
            {"type": "string", "description": "undo, next, done, clear, or claim:NAME:ICONS."}
        ),
        "questions": _list(
            {"type": "string", "description": "Asked before anything of that part is entered."}
        ),
        "not_understood": _list(_TEXT),
    },
    title="Read phrase",
)

CLUB_FILE: Schema = {"type": "object", "description": "See docs/club-file.md."}
