"""The score sheet's contract as JSON schemas, for the OpenAPI description."""

from typing import Any

from referee.rules import CARD_TYPES, NAMED_MENUS, RULESETS, SWITCHES, Severity
from referee.rules.misplays import CODES, MOST
from referee.rules.rulesets import DUMMY, ROUNDS

Schema = dict[str, Any]

DESCRIPTION = (
    "Takes a score sheet and answers with points, explanations, ranking and problems. "
    "Problems never stop the scoring; a sheet that cannot be read is refused with every fault "
    "at once. The whole format stands in docs/score-sheet.md."
)


def _object(fields: dict[str, Schema], required: list[str] | None = None, **more: Any) -> Schema:
    needed = list(fields) if required is None else required
    return {"type": "object", "properties": fields, "required": needed, **more}


def _by_name(value: Schema, description: str = "By player.") -> Schema:
    return {"type": "object", "additionalProperties": value, "description": description}


def _list(of: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": of, **more}


_TEXT: Schema = {"type": "string"}
_WHOLE: Schema = {"type": "integer"}
_VARIANTS = [variant for ruleset in RULESETS.values() for variant in ruleset.variants]
_TOKENS = {token: {"type": "integer", "minimum": 0} for token in RULESETS["sushi-roll"].tokens}

_ROUND_SHEET = _object(
    {
        "tableaus": _by_name(
            _TEXT,
            "By player: what lies there at the end of the round, in tableau notation; the third "
            f"hand of the dummy variant is called {DUMMY}. A player left out has nothing.",
        ),
        "uramaki_claims": _list(
            _by_name(_WHOLE, "By player: the icons claimed on this turn."),
            description="Sushi Go Party!: the turns on which somebody reached 10, in order.",
        ),
    },
    required=[],
    additionalProperties=False,
)

SHEET: Schema = _object(
    {
        "ruleset": {"type": "string", "enum": list(RULESETS)},
        "menu": {
            "description": "Sushi Go Party! only: a named menu, or its seven card types.",
            "oneOf": [
                {"type": "string", "enum": list(NAMED_MENUS)},
                _list({"type": "string", "enum": list(CARD_TYPES)}, minItems=7, maxItems=7),
            ],
        },
        "variants": _list({"type": "string", "enum": _VARIANTS}, description="Sushi Go! only."),
        "house_rules": _object(
            {switch.name: {"type": "boolean", "default": switch.default} for switch in SWITCHES},
            required=[],
            additionalProperties=False,
        ),
        "players": _list(
            {"type": "string", "minLength": 1},
            minItems=2,
            maxItems=8,
            uniqueItems=True,
            description="In seat order, clockwise.",
        ),
        "rounds": _list(_ROUND_SHEET, minItems=1, maxItems=ROUNDS),
        "tokens_left": _by_name(
            _object(_TOKENS, required=[], additionalProperties=False),
            "Sushi Roll only: unused tokens at the end of the game, by player.",
        ),
        "claimed": _by_name(
            _WHOLE, "The total that a player says they have; the result then has a diagnosis."
        ),
    },
    required=["ruleset", "players", "rounds"],
    additionalProperties=False,
)

_LINE = _object(
    {
        "type": {"type": "string", "enum": [*CARD_TYPES, "tokens"]},
        "points": _WHOLE,
        "explanation": _TEXT,
        "rule": {"type": "string", "description": "Rule set and card type, as sushi-go/maki."},
    },
    additionalProperties=False,
)
_PLAYER_SCORES = _by_name(
    _object({"total": _WHOLE, "lines": _list(_LINE)}, additionalProperties=False)
)

_DIAGNOSIS = _object(
    {
        "mistakes": _list({"type": "string", "enum": list(CODES)}, minItems=1, maxItems=2),
        "round": {"type": ["integer", "null"]},
        "total": _WHOLE,
        "explanation": _TEXT,
    },
    additionalProperties=False,
)

_RESULT_FIELDS: dict[str, Schema] = {
    "ruleset": {"type": "string", "enum": list(RULESETS)},
    "rounds": _list(_object({"players": _PLAYER_SCORES}, additionalProperties=False)),
    "game_end": {
        **_PLAYER_SCORES,
        "type": ["object", "null"],
        "description": "By player; null until the third round is in.",
    },
    "totals": _by_name(_WHOLE),
    "ranking": _list(
        _object(
            {"rank": _WHOLE, "player": _TEXT, "total": _WHOLE, "tiebreak": _WHOLE},
            additionalProperties=False,
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
            additionalProperties=False,
        )
    ),
}
RESULT: Schema = _object(
    {
        **_RESULT_FIELDS,
        "diagnosis": _by_name(
            _list(_DIAGNOSIS, maxItems=MOST),
            "Only for a sheet with claims. By player whose claim is not right: what explains it, "
            "the likeliest first; empty where nothing does.",
        ),
    },
    required=list(_RESULT_FIELDS),
    additionalProperties=False,
)

ERRORS: Schema = _object(
    {
        "errors": _list(
            _object({"place": _TEXT, "message": _TEXT}, additionalProperties=False), minItems=1
        )
    },
    additionalProperties=False,
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
                additionalProperties=False,
            ),
            description="Not stored, and why.",
        ),
        "told": {
            **_TEXT,
            "description": "What the taps have done, to be read aloud; for who sent unsaid.",
        },
    },
    required=["version", "taken", "late", "refused"],
    additionalProperties=False,
)

EXAMPLE = {
    "ruleset": "sushi-go",
    "players": ["Ana", "Ben", "Cem"],
    "rounds": [
        {
            "tableaus": {
                "Ana": "wasabi+squid-nigiri maki-3 maki-2 tempura*2 dumpling*2 pudding",
                "Ben": "sashimi*3 maki-3 maki-1 salmon-nigiri egg-nigiri pudding chopsticks",
                "Cem": "dumpling*4 tempura wasabi maki-2 squid-nigiri sashimi",
            }
        }
    ],
}
"""A sheet to try the interface with."""
