"""Strict JSON: text or bytes to values, with every way to go wrong told as a fault."""

import json
from typing import NoReturn

from .problems.faults import Fault, SheetFaults

MAX_LENGTH = 131_072
"""In bytes (or characters, of text): ten times the fullest legal score sheet."""


class _RepeatedKeyError(Exception):
    pass


def _no_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        for name, _value in pairs:
            if name in seen:
                raise _RepeatedKeyError(name)
            seen.add(name)
    return result


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def parse_json(text: str | bytes, *, longest: int = MAX_LENGTH) -> object:
    """The value of a JSON text of at most ``longest`` bytes (or characters, of text).

    Raises:
        SheetFaults: for a text that is too long, not JSON or not UTF-8, nested past reason, with
            one name twice in an object, or with NaN, Infinity or a number of thousands of digits.
    """
    if len(text) > longest:
        raise SheetFaults([Fault("", "too-long", wanted=str(longest))])
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_no_repeats, parse_constant=_no_constant)
    except UnicodeDecodeError:
        fault = Fault("", "not-utf-8")
    except _RepeatedKeyError as error:
        name = str(error.args[0])[:60].encode("utf-8", "backslashreplace").decode("utf-8")
        fault = Fault("", "repeated-name", name)
    except RecursionError:
        fault = Fault("", "nested-too-deep")
    except json.JSONDecodeError as error:
        lines = text.count("\n") if isinstance(text, str) else 0
        column = f"column {error.colno}"
        place = f"line {error.lineno}, {column}" if lines else column
        fault = Fault(place, "not-json")
    except ValueError as error:  # NaN, Infinity, or an integer of thousands of digits
        fault = Fault("", "not-a-number", str(error)[:60])
    raise SheetFaults([fault])
