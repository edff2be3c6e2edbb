"""Reading a score sheet: from JSON text or plain values to a :class:`Sheet`, all faults at once.
``SHEETS`` declares what may stand in it, for each game."""

from collections.abc import Iterable, Mapping
from typing import Any

from .cards import CARD_TYPES, NAMED_MENUS
from .house_rules import SWITCHES, house_rules_from
from .json_text import parse_json
from .menus import MENU_SHAPE, Menu, named_menu, own_menu, shape_faults
from .names import FORMAT_POINTS, has_controls, name_key
from .notation import TABLEAU_PATTERN, NotationError, parse_tableau
from .problems.faults import Fault, SheetFaults
from .problems.validation import (
    MAX_NUMBER,
    JsonSchema,
    Kind,
    Reading,
    TooManyFaults,
    Wrong,
    by_player,
    fields,
    flag,
    list_of,
    number,
    shown,
    text,
    value,
    whole,
)
from .rulesets import DUMMY, ROUNDS, RULESETS, TWO_PLAYER_DUMMY, Ruleset, Setting
from .scoring.plan import EEL_POINTS, MOST_POINTS
from .sheet import RoundSheet, Sheet, Turn
from .tableau import DESSERT_KINDS, EMPTY, Tableau

MAX_TURNS = 100
"""With a claim in one round: ten times the turns that a round has."""
_MAX_NAMES = 100
"""With more players nothing else is looked at: each name would be looked for among thousands."""
_PARTY = "sushi-go-party"


def read_sheet(source: str | bytes | Mapping[str, object]) -> Sheet:
    """Reads a score sheet from JSON text, or from the values that such a text holds.

    Raises SheetFaults, which names every fault with its place.
    """
    return read_value(parse_json(source) if isinstance(source, str | bytes) else source)


def read_value(document: object, *, is_kept: bool = False) -> Sheet:
    """Reads a score sheet from the value that a JSON text holds; a mere text is no sheet.

    ``is_kept``: it may have rounds that were counted without cards, as ``kept_document`` writes.
    """
    reading = Reading()
    sheets = KEPT_SHEETS if is_kept else SHEETS
    try:
        values = sheets.get(_game_of(document), _UNKNOWN).read(document, "", reading)
    except TooManyFaults:
        values = {}
    if reading.faults:
        raise SheetFaults(reading.faults)
    ruleset, players = RULESETS[values["ruleset"]], reading.players
    tokens = values.get("tokens_left", {})
    desserts = values.get("desserts")
    return Sheet(
        Setting(
            ruleset.slug,
            len(players),
            values.get("menu"),
            frozenset(values.get("variants", ())),
            house_rules_from(values.get("house_rules", {})),
        ),
        players,
        tuple(_round_sheet(round_, reading.seats) for round_ in values["rounds"]),
        tuple(tokens.get(name, {}) for name in players) if ruleset.tokens else (),
        values.get("claimed", {}),
        None if desserts is None else tuple(desserts.get(name, {}) for name in reading.seats),
    )


def _game_of(document: object) -> tuple[str, bool]:
    """The key in ``SHEETS``: a ruleset, "" if it cannot be told, and whether a dummy plays."""
    if not isinstance(document, Mapping):
        return "", False
    ruleset, variants = document.get("ruleset"), document.get("variants")
    if not isinstance(ruleset, str) or ruleset not in RULESETS:
        return "", False
    has_dummy = isinstance(variants, list) and TWO_PLAYER_DUMMY in variants
    return ruleset, has_dummy and TWO_PLAYER_DUMMY in RULESETS[ruleset].variants


def _round_sheet(values: Mapping[str, Any], seats: tuple[str, ...]) -> RoundSheet:
    tableaus = values.get("tableaus", {})
    turns: list[Turn] = []
    for claimed in values.get("uramaki_claims", ()):
        turns.append(tuple((n, claimed[name]) for n, name in enumerate(seats) if name in claimed))
    points = values.get("points")
    return RoundSheet(
        tuple(tableaus.get(name, EMPTY) for name in seats),
        tuple(filter(None, turns)),
        None if points is None else tuple(points.get(name, 0) for name in seats),
    )


# ------------------------------------------------------------------ single values


def one_of(known: Iterable[str], code: str, choices: Iterable[str] | None = None) -> Kind:
    known = tuple(known)

    def parse(value: object) -> str:
        if not isinstance(value, str) or value not in known:
            raise Wrong(code, value, among=known)
        return value

    return value(parse, {"type": "string", "enum": [*(known if choices is None else choices)]})


def ruleset_slug(value: object) -> str:
    if text(value) not in RULESETS:
        raise Wrong("unknown-ruleset", value, among=RULESETS)
    return str(value)


def unused(ruleset: str, empty: object, schema: JsonSchema | None) -> Kind:
    """A field of another ruleset: it may stand there empty."""

    def parse(value: object) -> object:
        if value != empty or schema is None:
            raise Wrong("unused-field", ruleset)
        return empty

    return value(parse, schema and {**schema, "description": "Not of this game."})


_NO_LIST = {"type": "array", "items": {}, "maxItems": 0}
_NO_OBJECT = {"type": "object", "maxProperties": 0}


def _read_tableau(value: object, place: str, reading: Reading) -> Tableau:
    if not isinstance(value, str):
        reading.fault(place, "wrong-type", value, wanted="text")
        return EMPTY
    try:
        return parse_tableau(value, max_faults=reading.faults.room)
    except NotationError as error:
        for item, wrong, code, suggestion in error.faults:
            at = f"{place}, item {item}"
            reading.faults.append(Fault(at, code, shown(wrong), suggestion))
        reading.faults.count(error.more)
        return EMPTY


def _read_menu(value: object, place: str, reading: Reading) -> Menu | None:
    if isinstance(value, str) and value in NAMED_MENUS:
        return named_menu(value)
    if isinstance(value, str):
        reading.fault(place, "unknown-menu", value, among=NAMED_MENUS)
        return None
    if not isinstance(value, list):
        reading.fault(place, "wrong-type", value, wanted="menu")
        return None
    types = list_of(one_of(CARD_TYPES, "unknown-type")).read(value, place, reading)
    if None in types:
        return None
    faults = shape_faults(types)
    for shape in faults:
        code = "repeated-type" if types.count(shape.category) > 1 else "menu-shape"
        reading.fault(place, code, str(shape.got), wanted=f"{shape.wanted} {shape.category}")
    return None if faults else own_menu(types)


_OWN_MENU = {
    "type": "array",
    "items": {
        "type": "string",
        "enum": [kind.slug for kind in CARD_TYPES.values() if kind.category in MENU_SHAPE],
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
MENU = Kind(
    _read_menu,
    {
        "title": "Menu",
        "description": "A named menu, or its seven card types: one roll, three appetizers, two "
        "specials, one dessert.",
        "oneOf": [{"type": "string", "enum": list(NAMED_MENUS)}, _OWN_MENU],
    },
)

# ------------------------------------------------------------------ names


def _class(points: Iterable[int]) -> str:
    """A character class for any dialect of regular expressions."""
    points = set(points)
    starts = sorted(point for point in points if point - 1 not in points)
    ends = sorted(point for point in points if point + 1 not in points)
    return "".join(
        _escaped(start) if start == end else f"{_escaped(start)}-{_escaped(end)}"
        for start, end in zip(starts, ends, strict=True)
    )


def _escaped(point: int) -> str:
    return f"\\u{point:04x}" if point < 0x10000 else chr(point)


_FORMAT = _class(FORMAT_POINTS)
# Unicode's spaces are all in the first plane.
_INVISIBLE = _class(FORMAT_POINTS.union(p for p in range(0x10000) if chr(p).isspace()))
_CONTROL = r"\u0000-\u001f\u007f-\u009f"
NAME: JsonSchema = {
    "title": "Player name",
    "type": "string",
    "pattern": f"[^{_CONTROL}{_INVISIBLE}]",
    "not": {"pattern": f"[{_CONTROL}]"},
}
_DUMMY = f"^[{_INVISIBLE}]*{f'[{_FORMAT}]*'.join(DUMMY)}[{_INVISIBLE}]*$"
NAME_BESIDE_DUMMY = {
    **NAME,
    "title": "Name beside a dummy",
    "not": {"anyOf": [{"pattern": f"[{_CONTROL}]"}, {"pattern": _DUMMY}]},
}


def _key_of_name(value: object) -> str:
    """The key of a name, which no other name may share."""
    if not (key := name_key(name := text(value))):
        raise Wrong("empty-name")
    if has_controls(name):
        raise Wrong("unprintable-name", ascii(name))
    return key


def _players(ruleset: Ruleset | None, *, dummy: bool) -> Kind:
    """The players' names, all different, as many as can play; later fields know them."""
    numbers = range(2, 3) if dummy else ruleset.players if ruleset else range(2, 3)
    low, high = numbers.start, numbers.stop - 1

    def read(players: object, place: str, reading: Reading) -> None:
        names: list[str] = []
        keys: set[str] = set()

        def parse(name: object) -> None:
            key = _key_of_name(name)
            names.append(str(name))
            if key in keys:
                raise Wrong("same-name", name)
            keys.add(key)
            if dummy and key == DUMMY:
                raise Wrong("name-of-dummy", name)

        # Of more than so many nothing else is looked at.
        first = players[: _MAX_NAMES + 1] if isinstance(players, list) else players
        list_of(value(parse)).read(first, place, reading)
        if ruleset is not None and isinstance(players, list) and len(players) not in numbers:
            wanted = str(low) if dummy else f"{low}-{high}"
            reading.fault(place, "player-number", str(len(players)), wanted=wanted)
        if len(names) > _MAX_NAMES:
            raise TooManyFaults
        reading.players = tuple(names)
        reading.seats = (*names, DUMMY) if dummy else reading.players

    schema = {
        "type": "array",
        "description": "In seat order, clockwise.",
        "items": NAME_BESIDE_DUMMY if dummy else NAME,
        "minItems": low,
        "maxItems": high,
        "uniqueItems": True,
    }
    return Kind(read, schema)


# ------------------------------------------------------------------ the document

_NUMBER = value(whole, {"type": "integer", "minimum": -MAX_NUMBER, "maximum": MAX_NUMBER})
TABLEAU = Kind(
    _read_tableau, {"title": "Tableau in notation", "type": "string", "pattern": TABLEAU_PATTERN}
)
_TABLEAUS = by_player(
    TABLEAU,
    "By player: what lies there at the end of the round, in tableau notation. A player left out "
    "has nothing.",
    is_number=False,
    dummy=True,
)
_CLAIMS = list_of(
    by_player(_NUMBER, "By player: the icons claimed on this turn."),
    most=MAX_TURNS,
    code="turn-number",
    wanted=str(MAX_TURNS),
    description="The turns on which somebody reached 10, in order.",
)
HOUSE_RULES = fields(
    {
        switch.name: value(flag, {"type": "boolean", "default": switch.default})
        for switch in SWITCHES
    },
    unknown="unknown-switch",
    title="House rules",
)


def _variants(ruleset: Ruleset, *, dummy: bool) -> Kind:
    if not (known := ruleset.variants):
        return unused(ruleset.slug, [], _NO_LIST)
    choices = [variant for variant in known if dummy or variant != TWO_PLAYER_DUMMY]
    word = one_of(known, "unknown-variant", choices)
    return list_of(word, contains={"const": TWO_PLAYER_DUMMY}) if dummy else list_of(word)


def _token_number(value: object) -> int:
    if (number := whole(value)) < 0:
        raise Wrong("negative", value)
    return number


def _tokens(ruleset: Ruleset) -> Kind:
    if not ruleset.tokens:
        return unused(ruleset.slug, {}, _NO_OBJECT)
    number = value(_token_number, {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER})
    return by_player(
        fields(dict.fromkeys(ruleset.tokens, number), unknown="unknown-token"),
        "Unused tokens at the end of the game, by player.",
        is_number=False,
    )


_POINTS = by_player(
    number(EEL_POINTS, MOST_POINTS), "Points that no card explains, by player.", dummy=True
)

MOST_DESSERTS = 99
"""Of a kind that somebody can have at the end: more than any box holds."""
_DESSERTS = by_player(
    fields(dict.fromkeys(DESSERT_KINDS, number(0, MOST_DESSERTS)), unknown="unknown-type"),
    "By player, what is kept of all rounds: puddings, ice creams, or the icons of each fruit.",
    is_number=False,
    dummy=True,
)


def _sheet(
    title: str, ruleset: Ruleset | None, *, dummy: bool = False, is_kept: bool = False
) -> Kind:
    """The sheet of one game; of an unknown one only what all have in common is read."""
    slug = ruleset.slug if ruleset else ""
    menu = variants = tokens = value(lambda _: None)
    claims = _CLAIMS
    if ruleset:
        menu = MENU if slug == _PARTY else unused(slug, None, None)
        variants, tokens = _variants(ruleset, dummy=dummy), _tokens(ruleset)
        claims = _CLAIMS if slug == _PARTY else unused(slug, [], _NO_LIST)
    round_ = fields(
        {
            "tableaus": _TABLEAUS,
            "uramaki_claims": claims,
            **({"points": _POINTS} if is_kept else {}),
        },
        title="Party sheet round" if slug == _PARTY else "Sheet round",
    )
    return fields(
        {
            "ruleset": value(ruleset_slug, {"type": "string", "const": slug}, wanted="text"),
            "menu": menu,
            "variants": variants,
            "house_rules": HOUSE_RULES,
            "players": _players(ruleset, dummy=dummy),
            "rounds": list_of(round_, 1, ROUNDS, code="round-number"),
            "tokens_left": tokens,
            **({"desserts": _DESSERTS} if is_kept else {}),
            "claimed": by_player(
                _NUMBER,
                "The total that a player says they have; the result then has a diagnosis.",
            ),
        },
        ["ruleset", "players", "rounds"] + ["menu"] * (slug == _PARTY) + ["variants"] * dummy,
        title=title,
    )


_UNKNOWN = _sheet("", None)
_TITLES = {
    ("sushi-go", False): "Sushi Go! sheet",
    ("sushi-go", True): "Dummy sheet",
    (_PARTY, False): "Sushi Go Party! sheet",
    ("sushi-roll", False): "Sushi Roll sheet",
}
SHEETS, KEPT_SHEETS = (
    {
        (slug, dummy): _sheet(title, RULESETS[slug], dummy=dummy, is_kept=is_kept)
        for (slug, dummy), title in _TITLES.items()
    }
    for is_kept in (False, True)
)
"""What may stand in a sheet, by ruleset and whether a dummy plays: the published alternatives; and
in one that rows and club files keep."""
