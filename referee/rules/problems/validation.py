"""Values of a document that nobody has checked yet: what they are taken for, and what is wrong."""

import difflib
import json
import reprlib
from collections.abc import Iterable, Mapping

from .faults import Fault, FaultList

_SHORTENED = 60
MAX_NAMES = 8
"""No table is larger, so no more names are compared with a stranger's."""
MAX_NUMBER = 1_000_000
"""Claims, tokens and totals beyond this are no numbers of a game."""


def shown(value: object) -> str:
    """A value, or a name in a place, as a fault shows it: short, and writable in any encoding of
    Unicode (lone surrogates are not)."""
    try:
        text = value if isinstance(value, str) else reprlib.repr(value)
    except ValueError:  # Python refuses to write integers of thousands of digits
        text = type(value).__name__
    if len(text) > _SHORTENED:
        text = text[: _SHORTENED - 1] + "…"
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


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


class CheckedValues:
    """Takes values of an unknown document for what they should be, and gathers the faults."""

    def __init__(self) -> None:
        self.faults = FaultList()

    def fault(
        self,
        place: str,
        code: str,
        found: object = "",
        *,
        among: Iterable[str] = (),
        wanted: str = "",
    ) -> None:
        """Notes one fault; see :class:`~referee.rules.problems.faults.Fault`.

        Args:
            among: what could stand there; the nearest of it is suggested for a word.
        """
        if not self.faults.room:
            self.faults.count(1)
            return
        spelled = shown(as_json(found) if code == "wrong-type" else found)
        suggestion = nearest(found, among) if isinstance(found, str) else ""
        self.faults.append(Fault(place, code, spelled, suggestion, wanted))

    def known_fields(self, value: Mapping[str, object], known: Iterable[str], at: str) -> None:
        """Faults every field that is not known."""
        known = tuple(known)
        for name in value:
            if name not in known:
                self.fault(f"{at}{shown(name)}", "unknown-field", name, among=known)

    def as_list(self, value: object, place: str) -> list[object]:
        """The value as a list; an empty one where it is none."""
        if not isinstance(value, list):
            self.fault(place, "wrong-type", value, wanted="list")
            return []
        return value

    def as_object(self, value: object, place: str) -> Mapping[str, object]:
        """The value as an object; an empty one where it is none."""
        if not isinstance(value, Mapping):
            self.fault(place, "wrong-type", value, wanted="object")
            return {}
        return value

    def is_seat(self, name: str, seats: tuple[str, ...], place: str) -> bool:
        """Whether a name is one of the seats'."""
        if name in seats:
            return True
        # Past the largest table all is lost anyway: thousands of names are not compared.
        self.fault(place, "not-a-player", name, among=seats[:MAX_NAMES])
        return False

    def whole(self, value: object, place: str, *, least: int = -MAX_NUMBER) -> int | None:
        """The value as a whole number of a size that a game can have; None where it is none.

        12.0 is one too, as JSON Schema has it, and true is none.
        """
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            self.fault(place, "wrong-type", value, wanted="whole-number")
        elif abs(value) > MAX_NUMBER:
            self.fault(place, "too-large", wanted=str(MAX_NUMBER))
        elif value < least:
            self.fault(place, "negative", value)
        else:
            return value
        return None
