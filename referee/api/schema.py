"""The score sheet's contract as JSON schemas, for the OpenAPI description."""

import unicodedata
from collections.abc import Callable
from typing import Any

from referee.play.services.tap_actions import MAX_CHARACTERS
from referee.play.services.taps import MAX_TAPS
from referee.rules import CARD_TYPES, NAMED_MENUS, RULESETS, SWITCHES, Severity
from referee.rules.menus import MENU_SHAPE
from referee.rules.mistakes import CODES, MAX_EXPLANATIONS
from referee.rules.names import is_nothing
from referee.rules.notation import TABLEAU_PATTERN
from referee.rules.problems.faults import MAX_FAULTS
from referee.rules.problems.validation import MAX_NUMBER
from referee.rules.reading import MOST_TURNS
from referee.rules.rulesets import DUMMY, ROUNDS, TWO_PLAYER_DUMMY

from .reading_taps import MOST_SEATS, NO_SIGN_OF_A_WISH, UUID_PATTERN

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


def _class(is_in: Callable[[str], bool]) -> str:
    """The signs of which something holds, for a class of any dialect of regular expressions."""
    # Spaces and format characters are in these planes alone.
    points = {point for point in (*range(0x20000), *range(0xE0000, 0xE1000)) if is_in(chr(point))}
    starts = sorted(point for point in points if point - 1 not in points)
    ends = sorted(point for point in points if point + 1 not in points)
    return "".join(
        _sign(start) if start == end else f"{_sign(start)}-{_sign(end)}"
        for start, end in zip(starts, ends, strict=True)
    )


def _sign(point: int) -> str:
    return f"\\u{point:04x}" if point < 0x10000 else chr(point)


_TEXT: Schema = {"type": "string"}
_WHOLE: Schema = {"type": "integer"}
_BOUNDED = {"type": "integer", "minimum": -MAX_NUMBER, "maximum": MAX_NUMBER}
_TABLEAU = {"type": "string", "pattern": TABLEAU_PATTERN}
_NOTHING: Schema = {"type": "array", "maxItems": 0, "description": "Not of this game."}

_CONTROL = r"\u0000-\u001f\u007f-\u009f"
_INVISIBLE = _class(is_nothing)
_FORMAT = _class(lambda sign: unicodedata.category(sign) == "Cf")
_NAME: Schema = {
    "type": "string",
    "pattern": f"[^{_CONTROL}{_INVISIBLE}]",
    "not": {"pattern": f"[{_CONTROL}]"},
}
_BETWEEN = f"[{_FORMAT}]*"
_NO_DUMMY: Schema = {"not": {"pattern": f"^[{_INVISIBLE}]*{_BETWEEN.join(DUMMY)}[{_INVISIBLE}]*$"}}

_OWN_MENU: Schema = {
    "type": "array",
    "items": {
        "type": "string",
        "enum": [t.slug for t in CARD_TYPES.values() if t.category in MENU_SHAPE],
    },
    "minItems": sum(MENU_SHAPE.values()),
    "maxItems": sum(MENU_SHAPE.values()),
    "uniqueItems": True,
    "allOf": [
        {
            "contains": {"enum": [t.slug for t in CARD_TYPES.values() if t.category is category]},
            "minContains": number,
            "maxContains": number,
        }
        for category, number in MENU_SHAPE.items()
    ],
}


def _sheet(
    title: str,
    ruleset: str,
    players: Schema,
    required: tuple[str, ...] = (),
    *,
    claims: Schema = _NOTHING,
    **fields: Schema,
) -> Schema:
    """A score sheet of one game; fields of other games may stand there empty."""
    round_ = _object(
        {
            "tableaus": _by_name(
                _TABLEAU,
                "By player: what lies there at the end of the round, in tableau notation. "
                "A player left out has nothing.",
            ),
            "uramaki_claims": claims,
        },
        required=[],
        additionalProperties=False,
    )
    switches = {switch.name: {"type": "boolean", "default": switch.default} for switch in SWITCHES}
    everything = {
        "ruleset": {"type": "string", "const": ruleset},
        "variants": _NOTHING,
        "house_rules": _object(switches, required=[], additionalProperties=False),
        "players": {"type": "array", "description": "In seat order, clockwise.", **players},
        "rounds": _list(round_, minItems=1, maxItems=ROUNDS),
        "tokens_left": {"type": "object", "maxProperties": 0, "description": "Not of this game."},
        "claimed": _by_name(
            _BOUNDED, "The total that a player says they have; the result then has a diagnosis."
        ),
        **fields,
    }
    needed = ["ruleset", "players", "rounds", *required]
    return {**_object(everything, needed, additionalProperties=False), "title": title}


def _players(ruleset: str) -> Schema:
    numbers = RULESETS[ruleset].players
    return {
        "items": _NAME,
        "minItems": numbers.start,
        "maxItems": numbers.stop - 1,
        "uniqueItems": True,
    }


_VARIANTS = RULESETS["sushi-go"].variants
SHEET: Schema = {
    "title": "Score sheet",
    "description": (
        "What no schema can say: every name in a round, in tokens_left and in claimed is one of "
        f"the players (in a round also {DUMMY}, with that variant); two names differ in more than "
        "what is not to be seen or how a letter is encoded; no object has one name twice, and no "
        "text holds half a character."
    ),
    "oneOf": [
        _sheet(
            "Sushi Go!",
            "sushi-go",
            _players("sushi-go"),
            variants=_list(
                {"type": "string", "enum": [v for v in _VARIANTS if v != TWO_PLAYER_DUMMY]}
            ),
        ),
        _sheet(
            "Sushi Go! for two with a dummy",
            "sushi-go",
            {"items": {"allOf": [_NAME, _NO_DUMMY]}, "minItems": 2, "maxItems": 2}
            | {"uniqueItems": True},
            ("variants",),
            variants=_list(
                {"type": "string", "enum": list(_VARIANTS)}, contains={"const": TWO_PLAYER_DUMMY}
            ),
        ),
        _sheet(
            "Sushi Go Party!",
            "sushi-go-party",
            _players("sushi-go-party"),
            ("menu",),
            claims=_list(
                _by_name(_BOUNDED, "By player: the icons claimed on this turn."),
                maxItems=MOST_TURNS,
                description="The turns on which somebody reached 10, in order.",
            ),
            menu={
                "description": "A named menu, or its seven card types: one roll, three "
                "appetizers, two specials, one dessert.",
                "oneOf": [{"type": "string", "enum": list(NAMED_MENUS)}, _OWN_MENU],
            },
        ),
        _sheet(
            "Sushi Roll",
            "sushi-roll",
            _players("sushi-roll"),
            tokens_left=_by_name(
                _object(
                    {
                        token: {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER}
                        for token in RULESETS["sushi-roll"].tokens
                    },
                    required=[],
                    additionalProperties=False,
                ),
                "Unused tokens at the end of the game, by player.",
            ),
        ),
    ],
}

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
            _list(_DIAGNOSIS, maxItems=MAX_EXPLANATIONS),
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
            _object({"place": _TEXT, "message": _TEXT}, additionalProperties=False),
            minItems=1,
            maxItems=MAX_FAULTS + 1,
            description=f"The first {MAX_FAULTS} faults; where there are more, the last entry "
            "says how many.",
        )
    },
    additionalProperties=False,
)

_IDS = _list({"type": "string", "format": "uuid"})

_TAP_ID: Schema = {
    "type": "string",
    "format": "uuid",
    "pattern": UUID_PATTERN,
    "maxLength": 36,
    "description": "Made by the phone, for this tap alone.",
}
TAPS: Schema = _object(
    {
        "taps": _list(
            _object(
                {
                    "id": _TAP_ID,
                    "round": {"type": "integer", "minimum": 1, "maximum": ROUNDS},
                    "seat": {
                        "type": "integer",
                        "minimum": 1,
                        "maximum": MOST_SEATS,
                        "description": "The place, from 1.",
                    },
                    "do": {
                        "type": "string",
                        "minLength": 1,
                        "maxLength": MAX_CHARACTERS,
                        "not": {"pattern": NO_SIGN_OF_A_WISH},
                        "description": "add:maki-3, take:<entry>, undo: …",
                    },
                },
                additionalProperties=False,
            ),
            minItems=1,
            maxItems=MAX_TAPS,
            description="In the order in which they were made.",
        ),
        "unsaid": _list(
            _TAP_ID,
            maxItems=MAX_TAPS,
            description="Asks for words: the ids of taps that were taken before, to be summed up "
            "too.",
        ),
    },
    required=["taps"],
    additionalProperties=False,
)

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

OPENAPI: Schema = {"type": "object", "required": ["openapi", "info", "paths"]}

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
