"""The score sheet's contract as JSON schemas, for the OpenAPI description."""

import json
import re
from itertools import count
from pathlib import Path
from typing import Any

from referee.rules import CARD_TYPES, RULESETS, Severity
from referee.rules.mistakes import CODES, MAX_EXPLANATIONS
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
_NUMBER_OR_NULL: Schema = {"type": ["integer", "null"]}
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
            "the likeliest first; empty where nothing does.",
        ),
    },
    required=list(_RESULT_FIELDS),
    title="Result",
)

MAX_SHEETS = 100
"""In one list."""
NAMED_SHEET: Schema = {"$ref": "#/components/schemas/ScoreSheet"}
_LISTED: Schema = {"description": "A score sheet without claims; else errors stand in its place."}
CLAIMING: Schema = {
    **NAMED_SHEET,
    "required": ["claimed"],
    "properties": {"claimed": {"minProperties": 1}},
}
SHEETS_SENT: Schema = {"oneOf": [SHEET, _list(_LISTED, minItems=1, maxItems=MAX_SHEETS)]}
_UNREADABLE = _object(
    {"errors": _list(_object({"place": _TEXT, "message": _TEXT}), minItems=1)},
    title="Unreadable",
)
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
            _object(
                {
                    "path": {**_TEXT, "description": "Empty for the whole request."},
                    "code": {**_TEXT, "description": "The same in every language."},
                    "message": _TEXT,
                },
                title="Error",
            ),
            minItems=1,
            maxItems=MAX_FAULTS + 1,
            description=f"The first {MAX_FAULTS} faults; where there are more, the last entry "
            "says how many.",
        ),
    },
    title="Problem",
)
_LIMITS: dict[str, Schema] = {
    "RateLimit-Policy": {
        "description": "The limits that apply here, each with its name, its quota, and the seconds "
        "for which that is given.",
        "schema": {"type": "string"},
        "example": '"reads";q=600;w=60',
    },
    "RateLimit": {
        "description": "What remains of each, and in how many seconds it is counted anew.",
        "schema": {"type": "string"},
        "example": '"reads";r=598;t=42',
    },
    "Retry-After": {
        "description": "How many seconds to wait.",
        "schema": {"type": "integer"},
    },
}


def _shared(described: Any, named: dict[str, Schema]) -> Any:
    """Return a part of the description in which every schema that has a title is a reference, and
    put what it refers to into ``named``: what stands in many places is described once."""
    if isinstance(described, list):
        return [_shared(one, named) for one in described]
    if not isinstance(described, dict):
        return described
    described = {key: _shared(value, named) for key, value in described.items()}
    if not isinstance(title := described.get("title"), str):
        return described
    for number in count(2):
        words = re.findall("[A-Za-z0-9]+", described["title"])
        name = "".join(word[0].upper() + word[1:] for word in words)
        if named.setdefault(name, described) == described:
            break
        described["title"] = f"{title} {number}"
    return {"$ref": f"#/components/schemas/{name}"}


def _share_refusals(result: Schema) -> None:
    """Describe once what many operations are refused with."""
    named: dict[str, Schema] = {}
    result["components"]["responses"] = named
    for operations in result["paths"].values():
        for operation in operations.values():
            for code, answer in operation["responses"].items():
                if code < "400":
                    continue
                names = (f"Refused{code}-{number}" for number in count(1))
                name = next(one for one in names if named.setdefault(one, answer) == answer)
                operation["responses"][code] = {"$ref": f"#/components/responses/{name}"}


def complete(result: Schema, **_options: Any) -> Schema:
    """Add to the description what drf-spectacular cannot tell: what several operations share, that
    no request does without its body, and the examples, which the tests send."""
    named = result["components"]["schemas"]
    result["paths"] = _shared(result["paths"], named)
    result["components"]["schemas"] = dict(sorted(named.items()))
    result["components"]["headers"] = _LIMITS
    told = {name: {"$ref": f"#/components/headers/{name}"} for name in _LIMITS}
    waiting = told.pop("Retry-After")
    examples = json.loads((Path(__file__).parent / "examples.json").read_text())
    for operations in result["paths"].values():
        for operation in operations.values():
            example = examples.get(operation["operationId"], {})
            if {} in operation["security"]:
                operation["security"] = [{}, {"key": []}]  # it is counted by a key, and needs none
            else:
                operation["security"].append({})  # a phone has its cookie
            if "requestBody" in operation:
                content = operation["requestBody"]["content"]["application/json"]
                operation["requestBody"]["required"] = True
                content["example"] = example.get("body")
            for code, answer in operation["responses"].items():
                if code == "429" or code < "300":
                    answer.setdefault("headers", {}).update(told)
                if code in ("429", "503"):
                    answer.setdefault("headers", {})["Retry-After"] = waiting
            if "answer" in example:
                answered = operation["responses"][str(example["status"])]
                for content in answered.get("content", {}).values():
                    content["example"] = example["answer"]
    _share_refusals(result)
    return result


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

_IDS = _list({"type": "string", "format": "uuid"})

RECEIPT: Schema = _object(
    {
        "version": {"type": "integer", "description": "The game's event number now."},
        "taken": {**_IDS, "description": "Stored, now or before."},
        "late": {
            **_IDS,
            "description": "Kept aside: their round was confirmed. The host decides.",
        },
        "refused": _list(
            _object(
                {"id": {"type": "string", "format": "uuid"}, "code": _TEXT, "message": _TEXT},
                title="Refused tap",
            ),
            description="Not stored, and why.",
        ),
        "told": {
            **_TEXT,
            "description": "What the taps have done, to be read aloud; for who sent unsaid.",
        },
        "board": {
            **_TEXT,
            "description": "The part of that tableau's page that changes; HTML. Empty while many"
            " phones tap at once: fetch it a second later.",
        },
    },
    required=["version", "taken", "late", "refused"],
    title="Receipt",
)


DIAGNOSED: Schema = _object(
    {"totals": _by_name(_WHOLE), "diagnosis": RESULT["properties"]["diagnosis"]}, title="Diagnosis"
)

_CITATION = {"rulebook": _TEXT, "section": _TEXT}
ANSWERS: Schema = _object(
    {
        "question": _TEXT,
        "is_found": {"type": "boolean", "description": "False: these are the nearest answers."},
        "read_as": _list(
            _object({"typed": _TEXT, "read": _TEXT}, title="Word read"),
            description="Words that were mistyped.",
        ),
        "answers": _list(
            _object(
                {
                    "slug": {**_TEXT, "description": "As sushi-go/maki-tie."},
                    "kind": {"type": "string", "enum": ["card", "play", "case", "switch"]},
                    "ruleset": {"type": "string", "enum": list(RULESETS)},
                    "title": _TEXT,
                    "text": {**_TEXT, "description": "A line a paragraph."},
                    "citations": _list(_object(_CITATION, title="Citation")),
                },
                title="Answer",
            )
        ),
    },
    title="Answers",
)

_PLACE = _object(
    {**_CITATION, "ruling": {**_TEXT, "description": "How the referee reads it."}},
    title="Ruling",
)
_NAMED = {"slug": _TEXT, "name": _TEXT}
_BY_TYPE = {"type": "object", "additionalProperties": _WHOLE}
_RULESET_NAMED = {
    "slug": {"type": "string", "enum": list(RULESETS)},
    "name": _TEXT,
    "players": _list(_WHOLE, description="How many may play.", minItems=1),
}
RULESET_NAMED: Schema = _object(_RULESET_NAMED, title="Ruleset named")
RULESET: Schema = _object(
    {
        **_RULESET_NAMED,
        "rounds": _WHOLE,
        "hand_sizes": {**_BY_TYPE, "description": "Cards or dice each, by the number of seats."},
        "tiebreak": _TEXT,
        "ranking": _PLACE,
        "variants": _list(_object(_NAMED, title="Variant")),
        "house_rules": _list(
            _object({**_NAMED, "help": _TEXT, "default": {"type": "boolean"}}, title="House rule"),
        ),
        "menus": _list(
            _object(
                {**_NAMED, "types": _list(_TEXT), "players": _list(_WHOLE)}, title="Named menu"
            ),
            description="Party's; how many may play with each.",
        ),
        "cards": _list(
            _object(
                {
                    **_NAMED,
                    "category": _TEXT,
                    "colour": {**_TEXT, "description": "What tea and soy sauce compare."},
                    "count": {
                        "type": ["integer", "null"],
                        "description": "In the box; null for dice.",
                    },
                    "faces": _list(
                        _object(
                            {**_NAMED, "icons": _WHOLE, "count": {"type": ["integer", "null"]}},
                            title="Face",
                        )
                    ),
                    "citation": _PLACE,
                },
                title="Card type",
            )
        ),
        "dice": _list(_object({"types": _list(_TEXT), "count": _WHOLE}, title="Dice")),
        "tokens": _BY_TYPE,
    },
    title="Ruleset",
)

CLUB_FILE: Schema = {"type": "object", "description": "See docs/club-file.md."}
OPENAPI: Schema = {"type": "object", "required": ["openapi", "info", "paths"]}
