"""What a stranger could send to keep the server busy, at any size: the worst of each kind.

Tests measure how reading them grows; whoever wants to try a running server takes them from here.
"""

import json
from collections.abc import Callable, Iterator
from itertools import count, islice
from typing import Any
from uuid import UUID

MIB = 1024 * 1024
SHEET_SIZE = 131_072
"""The longest score sheet that is read at all."""
_SAME_HASH = (1 << 61) - 1
"""Python's integers that differ by multiples of this have one hash."""
_ACCENTS = "\u0301\u0323"
"""One that goes over a letter and one that goes under it, which comes first in the usual order."""


def worst_club_files(size: int = MIB) -> dict[str, bytes]:
    """Club files of about so many bytes, by what is bad about them; all of them must be refused."""
    texts: dict[str, str | bytes] = {
        "quotes": '"' * size,
        "escaped quotes": '\\"' * (size // 2),
        "a string of escaped quotes without end": '"' + '\\"' * (size // 2),
        "backslashes": "\\" * size,
        "a string of backslashes without end": '"' + "\\" * size,
        "escapes": '"' + "\\u00e9" * (size // 6),
        "brackets": "[" * size,
        "braces": '{"a":' * (size // 5),
        "closed brackets": "]" * size,
        "commas": "[" + "," * size,
        "spaces": " " * size,
        "lines": "\n" * size,
        "a number of many digits": "1" * size,
        "a fraction of many digits": "[0." + "1" * size,
        "an exponent of many digits": "1e" + "9" * size,
        "many numbers": "[" + "9999999999999999999999," * (size // 23),
        "other characters": "\N{SUSHI}" * (size // 4),
        "no UTF-8": b"\xff" * size,
        "zeros": b"\0" * size,
    }
    documents: dict[str, object] = {
        "nested lists": _nested(900),
        "many keys": {f"{n:x}": 0 for n in range(size // 12)},
        "keys like the right one": {f"formt{n}": 0 for n in range(size // 18)},
        "many fields": _club() | {f"{n:x}": 0 for n in range(size // 12)},
        "fields like the right ones": _club() | {f"playrs{n:x}": 0 for n in range(size // 16)},
        "long fields": _club() | {f"players{n:052x}": 0 for n in range(size // 68)},
        "players that are none": _club(players=[{}] * (size // 4)),
        "players that are lists": _club(players=[[]] * (size // 4)),
        "players that are numbers": _club(players=[0] * (size // 3)),
        "players with one name": _club(players=[_player("a")] * (size // 52)),
        "a name of many characters": _club(players=[_player("a" * size)]),
        "a name of many accents": _club(players=[_player("a" + _accents(size // 2))]),
        "names of many accents": _club(
            players=[_player(f"{n}" + _accents(900)) for n in range(size // 950)]
        ),
        "nights of one date": _club(nights=[_night()] * (size // 66)),
        "nights of bad dates": _club(nights=[{**_night(), "date": "x" * 900}] * (size // 960)),
        "games that are none": _club(nights=[_night([{}] * (size // 4))]),
        "games with fields like the right ones": _club(
            nights=[_night([{f"finishd{n:x}": 0} for n in range(size // 22)])]
        ),
        "ids with one hash": _club(nights=[_night([*_games(size, _same_hash), {}])]),
        "games that follow none": _club(
            nights=[_night([{**game, "follows": str(UUID(int=9))} for game in _games(size)])]
        ),
        "a sheet nested deep": _club(nights=[_night([{**_game(1), "sheet": _nested(900)}])]),
    }
    documents |= {
        f"sheets: {name}": _club(
            nights=[_night([{**_game(1), "sheet": sheet}] * max(2, size // SHEET_SIZE))]
        )
        for name, sheet in _worst_sheets(SHEET_SIZE - 2000).items()
    }
    texts |= {name: _text(document) for name, document in documents.items()}
    # Two fields of one name cannot be written with a dict.
    texts["one key many times"] = "{" + ",".join(['"a":0'] * (size // 6)) + "}"
    texts["one key in many objects"] = "[" + ",".join(['{"a":0,"a":1}'] * (size // 14)) + "]"
    return {name: _bytes(text) for name, text in texts.items()}


def worst_sheets(size: int = SHEET_SIZE) -> dict[str, bytes]:
    """Score sheets of up to so many bytes, by what is bad about them. Some can be scored."""
    return {name: _bytes(_text(sheet)) for name, sheet in _worst_sheets(size - 400).items()}


def worst_texts(size: int) -> dict[str, str]:
    """What could stand in a field of a form, in a query or in a cookie, of so many characters."""
    return {
        "letters": "e" * size,
        "digits": "9" * size,
        "spaces": " " * size,
        "invisible": "\u200b" * size,
        "signs": "*" * size,
        "hyphens": "a-" * (size // 2),
        "plus": "+" * size,
        "colons": "a:" * (size // 2),
        "commas": "a," * (size // 2),
        "words": "sal " * (size // 4),
        "cards": "salmon nigiri " * (size // 14),
        "nearly cards": "salmn nigri " * (size // 12),
        "numbers": "2 " * (size // 2),
        "and": "and " * (size // 4),
        "accents": "a" + _accents(size - 1),
        "ligatures": "\ufdfa" * size,
        "capitals": "\u0130" * size,
        "sharp s": "\u1e9e" * size,
        "sushi": "\N{SUSHI}" * size,
        "quotes": "\\\"'" * (size // 3),
        "brackets": "([{<" * (size // 4),
    }


def _worst_sheets(size: int) -> dict[str, dict[str, Any]]:
    def party(**fields: object) -> dict[str, Any]:
        rounds = [{"tableaus": {}}]
        return {**_sheet("sushi-go-party"), "menu": "sushi-go", "rounds": rounds, **fields}

    def first_round(**fields: object) -> dict[str, Any]:
        return {**_sheet(), "rounds": [{"tableaus": {}, **fields}]}

    def ana(line: str) -> dict[str, Any]:
        return first_round(tableaus={"Ana": line})

    turns = [{"Ana": 12, "Ben": 12}] * (size // 22)
    return {
        "unknown items": ana("x " * (size // 2)),
        "items like cards": ana(" ".join(_like("salmn-nigri", size))),
        "items like pairs": ana(" ".join(_like("wasab+squid-nigri", size))),
        "items like flipped cards": ana(" ".join(_like("fliped:tempra", size))),
        "one item of stars": ana("*" * size),
        "one item of stars and digits": ana("*1" * (size // 2)),
        "one item of plus": ana("tofu+" * (size // 5)),
        "one item of colons": ana("special-order:" * (size // 14)),
        "an item many times": ana("tofu*99 " * (size // 8)),
        "repeated too often": ana(" ".join(["tofu*100"] * (size // 9))),
        "spaces": ana(" " * size),
        "commas": ana("," * size),
        "types like the right ones": party(menu=[*_like("tempra", size - size // 4)]),
        "one type many times": party(menu=["tempura"] * (size // 11)),
        "variants": {**_sheet(), "variants": [*_like("pas-both", size - size // 4)]},
        "switches": {**_sheet(), "house_rules": dict.fromkeys(_like("tea", size // 2), 0)},
        "players": {**_sheet(), "players": [*_like("Ana", size - size // 3)]},
        "players and tableaus": {
            **_sheet(),
            "players": (names := [*_like("An", size // 4)]),
            "rounds": [{"tableaus": dict.fromkeys(names, "")}],
        },
        "players and claims": party(
            players=[*_like("An", size // 4)],
            rounds=[{"tableaus": {}, "uramaki_claims": [{}] * (size // 8)}],
        ),
        "tableaus of nobody": first_round(tableaus=dict.fromkeys(_like("An", size // 2), "")),
        "rounds": {**_sheet(), "rounds": [{}] * (size // 4)},
        "fields of a round": first_round(**dict.fromkeys(_like("tableau", size // 2), 0)),
        "claims": party(menu="party-platter", rounds=[{"tableaus": {}, "uramaki_claims": turns}]),
        "empty claims": party(rounds=[{"tableaus": {}, "uramaki_claims": [{}] * (size // 4)}]),
        "tokens": {
            **_sheet("sushi-roll"),
            "tokens_left": {key: {} for key in _like("A", size // 2)},
        },
        "kinds of tokens": {
            **_sheet("sushi-roll"),
            "tokens_left": {"Ana": dict.fromkeys(_like("men", size // 2), 0)},
        },
        "totals": {**_sheet(), "claimed": dict.fromkeys(_like("An", size // 2), 0)},
        "a name of many accents": {**_sheet(), "players": ["a" + _accents(size // 2), "Ben"]},
        "a long name": {**_sheet(), "players": ["a" * size, "Ben"]},
        "fields like the right ones": _sheet() | dict.fromkeys(_like("claimd", size // 2), 0),
        "numbers": {**_sheet(), "claimed": {"Ana": 10**4000}},
        "nested": {**_sheet(), "players": _nested(900)},
    }


def _like(word: str, size: int) -> Iterator[str]:
    """So many bytes of different texts that all are a little like a word."""
    length = len(word) + 8
    return islice((f"{word}{n:x}" for n in count()), size // length)


def _nested(depth: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


def _accents(size: int) -> str:
    """Accents over and under one letter, those that come first in the usual order last."""
    above, below = _ACCENTS
    return above * (size // 2) + below * (size - size // 2)


def _club(**fields: object) -> dict[str, object]:
    club = {"format": "sushiscore-club", "version": 1, "club": {"name": ""}}
    return {**club, "players": [_player("Ana"), _player("Ben")], "nights": [], **fields}


def _player(name: str) -> dict[str, object]:
    return {"name": name, "hidden": False, "anonymous": False}


def _night(games: list[Any] | None = None) -> dict[str, object]:
    return {"date": "2026-11-20", "name": "", "location": "", "games": games or []}


def _game(number: int) -> dict[str, object]:
    started = {"started": "2026-11-20T19:02:11Z", "finished": None, "confirmed": 0}
    return {"id": str(UUID(int=number)), **started, "sheet": _sheet()}


def _games(size: int, number: Callable[[int], int] = lambda n: n) -> Iterator[dict[str, object]]:
    games = size // len(_text(_game(1)))
    return ({**_game(1), "id": str(UUID(int=number(n)))} for n in range(1, games + 1))


def _same_hash(number: int) -> int:
    return number * _SAME_HASH


def _sheet(ruleset: str = "sushi-go") -> dict[str, Any]:
    return {"ruleset": ruleset, "players": ["Ana", "Ben"], "rounds": [{"tableaus": {}}]}


def _text(document: object) -> str:
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False)


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()
