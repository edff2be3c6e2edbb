"""What a JSON document may hold, declared once: it is read by the declaration, with every fault
and its place, and the same declaration is published as JSON Schema.

Written by hand, as no library gives these faults: pydantic splits the faults of "a name or a list"
in two, refuses 12.0 for a whole number, describes twelve thousand faults before it can be told that
a hundred do, and knows neither which names are players nor what was probably meant; msgspec stops
at the first.
"""

import difflib
import json
import reprlib
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from .faults import Fault, FaultList

JsonSchema = dict[str, Any]

_SHORTENED = 60
MAX_NAMES = 8
"""No table is larger: no more names are compared with a stranger's."""
MAX_NUMBER = 1_000_000
"""Beyond this are no numbers of a game."""


def shown(value: object) -> str:
    """A value, or a name in a place, as a fault shows it: short, and without lone surrogates."""
    try:
        text = value if isinstance(value, str) else reprlib.repr(value)
    except ValueError:  # Python refuses to write integers of thousands of digits
        text = type(value).__name__
    if len(text) > _SHORTENED:
        text = text[: _SHORTENED - 1] + "…"
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that is most like the given one, or "" where none is."""
    if len(word) > _SHORTENED:
        return ""
    spelled = {name.lower(): name for name in known}
    return next((spelled[n] for n in difflib.get_close_matches(word.lower(), spelled, n=1)), "")


def as_json(value: object) -> str:
    """A value as it stands in a JSON text; lists and objects only as such."""
    if isinstance(value, list | dict):
        return "[…]" if isinstance(value, list) else "{…}"
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        return shown(value)


class Wrong(Exception):  # noqa: N818  # read as "Wrong(code)" where a value is refused
    """A value that cannot be read; see :meth:`Reading.fault`."""

    def __init__(
        self, code: str, value: object = "", *, among: Iterable[str] = (), wanted: str = ""
    ) -> None:
        super().__init__(code)
        self.code, self.found, self.among, self.wanted = code, value, among, wanted


class TooManyFaults(Exception):  # noqa: N818  # readers raise and catch it to stop early
    """So much is wrong that the rest of the document is not looked at."""


class Reading:
    """One document while it is read: its faults, and the players (``seats``: and the dummy) named
    so far. After ``max_faults`` no further entry of a list or object is looked at."""

    max_faults: float = float("inf")

    def __init__(self) -> None:
        self.faults = FaultList()
        self.players: tuple[str, ...] = ()
        self.seats: tuple[str, ...] = ()

    def go_on(self) -> None:
        """Is called before each entry of a list or object. Raises TooManyFaults."""
        if len(self.faults) > self.max_faults:
            raise TooManyFaults

    def fault(
        self,
        place: str,
        code: str,
        value: object = "",
        *,
        among: Iterable[str] = (),
        wanted: str = "",
    ) -> None:
        """Notes one fault; the nearest of ``among`` is suggested for a word."""
        if not self.faults.room:
            self.faults.count(1)
            return
        spelled = shown(as_json(value) if code == "wrong-type" else value)
        suggestion = nearest(value, among) if isinstance(value, str) else ""
        self.faults.append(Fault(place, code, spelled, suggestion, wanted))


class Kind(NamedTuple):
    """What may stand at a place.

    Attributes:
        read: returns the value that stands there, or notes its faults.
        schema: the JSON Schema that accepts the same; None where nothing may stand.
        wanted: what it is called where it is missing.
    """

    read: Callable[[Any, str, Any], Any]
    schema: JsonSchema | None = None
    wanted: str = ""


def value(parse: Callable[[Any], Any], schema: JsonSchema | None = None, wanted: str = "") -> Kind:
    """A value that ``parse`` returns as it is to be used, or raises :class:`Wrong`."""

    def read(value: object, place: str, reading: Reading) -> Any:
        try:
            return parse(value)
        except Wrong as wrong:
            reading.fault(place, wrong.code, wrong.found, among=wrong.among, wanted=wrong.wanted)

    return Kind(read, schema, wanted)


def list_of(
    of: Kind,
    least: int = 0,
    most: int | None = None,
    *,
    code: str = "out-of-range",
    wanted: str = "",
    **schema: Any,
) -> Kind:
    """A list. Of one that is too long, which has the fault ``code``, the first entries are read."""

    def read(value: object, place: str, reading: Reading) -> list[Any]:
        if not isinstance(value, list):
            reading.fault(place, "wrong-type", value, wanted="list")
            return []
        if len(value) < least or (most is not None and len(value) > most):
            reading.fault(place, code, str(len(value)), wanted=wanted or f"{least}-{most}")
        entries = []
        for number, entry in enumerate(value[:most]):
            reading.go_on()
            entries.append(of.read(entry, f"{place}[{number}]", reading))
        return entries

    limits = {name: n for name, n in (("minItems", least), ("maxItems", most)) if n}
    return Kind(read, {"type": "array", "items": of.schema, **limits, **schema})


def fields(
    kinds: Mapping[str, Kind],
    required: Collection[str] = (),
    *,
    unknown: str = "unknown-field",
    check: Callable[[Any, dict[str, Any], str], Any] | None = None,
    **schema: Any,
) -> Kind:
    """An object of known fields, which are read in the order of their declaration.

    ``unknown`` is the fault of another field. ``check`` is given the reading, the fields that could
    be read, and the place; it notes what is wrong with them together, and returns what they are
    read as.
    """

    def read(value: object, place: str, reading: Reading) -> Any:
        if not isinstance(value, Mapping):
            reading.fault(place, "wrong-type", value, wanted="object")
            return {}
        at = f"{place}." if place else ""
        for name in value:
            reading.go_on()
            if name not in kinds:
                reading.fault(f"{at}{shown(name)}", unknown, name, among=kinds)
        values = {}
        for name, kind in kinds.items():
            if name in value:
                values[name] = kind.read(value[name], f"{at}{name}", reading)
            elif name in required:
                reading.fault(f"{at}{name}", "missing", wanted=kind.wanted)
        return check(reading, values, place) if check else values

    properties = {name: kind.schema for name, kind in kinds.items() if kind.schema is not None}
    described = {"type": "object", "properties": properties, "required": [*required]}
    return Kind(read, {**described, "additionalProperties": False, **schema})


def by_player(of: Kind, description: str, *, is_number: bool = True, dummy: bool = False) -> Kind:
    """An object with a value for some of the players, by name; a stranger's number is not read."""

    def read(value: object, place: str, reading: Reading) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            reading.fault(place, "wrong-type", value, wanted="object")
            return {}
        known = reading.seats if dummy else reading.players
        values = {}
        for name, entry in value.items():
            at = f"{place}.{shown(name)}"
            if name in known or not is_number:
                values[name] = of.read(entry, at, reading)
            if name not in known:
                # Past the largest table all is lost anyway: thousands of names are not compared.
                reading.fault(at, "not-a-player", name, among=known[:MAX_NAMES])
        return values

    schema = {"type": "object", "additionalProperties": of.schema, "description": description}
    return Kind(read, schema)


def text(value: object) -> str:
    if not isinstance(value, str):
        raise Wrong("wrong-type", value, wanted="text")
    return value


def flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise Wrong("wrong-type", value, wanted="true-or-false")
    return value


def whole(value: object) -> int:
    """Read a whole number of a size that a game can have; 12.0 is one, as in JSON Schema, true is
    none."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Wrong("wrong-type", value, wanted="whole-number")
    if abs(value) > MAX_NUMBER:
        raise Wrong("too-large", wanted=str(MAX_NUMBER))
    return value


def number(least: int, most: int, **schema: Any) -> Kind:
    def parse(value: object) -> int:
        if not least <= (number := whole(value)) <= most:
            raise Wrong("out-of-range", str(number), wanted=f"{least}-{most}")
        return number

    return value(parse, {"type": "integer", "minimum": least, "maximum": most, **schema})
