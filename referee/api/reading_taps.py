"""What phones send, read field by field, with every fault at once."""

import re
from typing import NamedTuple
from uuid import UUID

from referee.play.services.tap_actions import MAX_CHARACTERS
from referee.play.services.taps import MAX_TAPS, SentTap
from referee.rules import SheetFaults
from referee.rules.problems.validation import CheckedValues
from referee.rules.rulesets import ROUNDS

MOST_SEATS = 9
NO_SIGN_OF_A_WISH = "[^!-~]"
"""What stands in no ``do``: anything but the visible signs of ASCII."""
UUID_PATTERN = "^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"

_TAP = ("id", "round", "seat", "do")


class Sent(NamedTuple):
    """Taps in their order; ``unsaid`` is None where no words are asked for."""

    taps: list[SentTap]
    unsaid: list[UUID] | None


def read_taps(document: object) -> Sent:
    """Reads the body of a request.

    Raises:
        SheetFaults: when anything cannot be read; it names every fault with its place.
    """
    reader = _Reader()
    sent = reader.sent(document)
    if reader.faults:
        raise SheetFaults(reader.faults)
    return sent


class _Reader(CheckedValues):
    def sent(self, document: object) -> Sent:
        fields = self.as_object(document, "")
        self.known_fields(fields, ("taps", "unsaid"), "")
        taps: list[object] = []
        if isinstance(document, dict) and "taps" not in fields:
            self.fault("taps", "missing")
        elif "taps" in fields:
            taps = self.as_list(fields["taps"], "taps")
            if fields["taps"] == []:
                self.fault("taps", "out-of-range", "0", wanted=f"1-{MAX_TAPS}")
        asked = [self._tap(tap, f"taps[{number}]") for number, tap in enumerate(taps)]
        return Sent(
            [tap for tap in asked if tap is not None],
            self._unsaid(fields["unsaid"]) if "unsaid" in fields else None,
        )

    def _tap(self, value: object, place: str) -> SentTap | None:
        fields = self.as_object(value, place)
        self.known_fields(fields, _TAP, f"{place}.")
        missing = [name for name in _TAP if name not in fields] if isinstance(value, dict) else []
        for name in missing:
            self.fault(f"{place}.{name}", "missing")
        tap = self._id(fields["id"], f"{place}.id") if "id" in fields else None
        number = self._within(fields, "round", place, ROUNDS)
        seat = self._within(fields, "seat", place, MOST_SEATS)
        do = self._do(fields["do"], f"{place}.do") if "do" in fields else ""
        return SentTap(tap, number, seat, do) if tap and number and seat and do else None

    def _id(self, value: object, place: str) -> UUID | None:
        if not isinstance(value, str):
            self.fault(place, "wrong-type", value, wanted="text")
        elif not re.fullmatch(UUID_PATTERN, value):
            self.fault(place, "not-a-uuid", value)
        else:
            return UUID(value)
        return None

    def _within(self, fields: object, name: str, at: str, most: int) -> int:
        if not isinstance(fields, dict) or name not in fields:
            return 0
        place = f"{at}.{name}"
        number = self.whole(fields[name], place)
        if number is not None and not 1 <= number <= most:
            self.fault(place, "out-of-range", str(number), wanted=f"1-{most}")
            return 0
        return number or 0

    def _do(self, value: object, place: str) -> str:
        if not isinstance(value, str):
            self.fault(place, "wrong-type", value, wanted="text")
        elif not 1 <= len(value) <= MAX_CHARACTERS or re.search(NO_SIGN_OF_A_WISH, value):
            self.fault(place, "not-a-wish", value, wanted=str(MAX_CHARACTERS))
        else:
            return value
        return ""

    def _unsaid(self, value: object) -> list[UUID]:
        values = self.as_list(value, "unsaid")
        if len(values) > MAX_TAPS:
            self.fault("unsaid", "out-of-range", str(len(values)), wanted=f"0-{MAX_TAPS}")
            return []
        ids = [self._id(tap, f"unsaid[{number}]") for number, tap in enumerate(values)]
        return [tap for tap in ids if tap is not None]
