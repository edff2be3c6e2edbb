"""The single values of a club file, taken for what they should be."""

import json
import unicodedata
from collections.abc import Mapping
from datetime import UTC, date, datetime
from uuid import UUID

from ...models import Club, GameNight, Player
from ...play.services.claims import MAX_CLAIMS, MAX_ICONS
from ...rules import Sheet, SheetFaults, read_sheet
from ...rules.json_text import MAX_LENGTH
from ...rules.names import name_key
from ...rules.problems.validation import CheckedValues, shown
from ...rules.rulesets import ROUNDS
from ...rules.scoring.uramaki import ICONS_TO_CLAIM

FIRST_YEAR, LAST_YEAR = 1900, 2999
"""No game was played before, though the clock of a small computer may start in 1970, which is 1969
in the west; and none will be after: times near the ends of the calendar cannot be
shown in every time zone."""
LONGEST_NAME = Player._meta.get_field("name").max_length or 0
LONGEST = {
    "club": Club._meta.get_field("name").max_length or 0,
    "night": GameNight._meta.get_field("name").max_length or 0,
    "location": GameNight._meta.get_field("location").max_length or 0,
}


class ArchiveValues(CheckedValues):
    """Values of a club file, with the faults that they have."""

    def required(
        self, value: object, place: str, fields: tuple[str, ...], optional: tuple[str, ...] = ()
    ) -> Mapping[str, object]:
        """An object, of which every field that is missing or unknown is a fault."""
        found = self.as_object(value, place)
        if isinstance(value, Mapping):
            at = f"{place}." if place else ""
            self.known_fields(found, (*fields, *optional), at)
            for name in fields:
                if name not in found:
                    self.fault(f"{at}{name}", "missing")
        return found

    def text(self, fields: Mapping[str, object], name: str, at: str, longest: int) -> str:
        """A text of one line that may be ""."""
        value, place = fields.get(name, ""), f"{at}.{name}"
        if not isinstance(value, str):
            self.fault(place, "wrong-type", value, wanted="text")
        elif any(unicodedata.category(sign) in ("Cc", "Cs") for sign in value):
            self.fault(place, "unprintable-text", ascii(value))
        elif len(value) > longest:
            self.fault(place, "too-many-signs", value, wanted=str(longest))
        else:
            return value
        return ""

    def name(self, fields: Mapping[str, object], at: str) -> str:
        """A player's name; "" for none."""
        before = len(self.faults)
        name = self.text(fields, "name", at, LONGEST_NAME)
        if "name" in fields and not name_key(name) and len(self.faults) == before:
            self.fault(f"{at}.name", "empty-name")
        return name

    def flag(self, fields: Mapping[str, object], name: str, at: str) -> bool:
        """True or false."""
        value = fields.get(name, False)
        if not isinstance(value, bool):
            self.fault(f"{at}.{name}", "wrong-type", value, wanted="true-or-false")
        return value is True

    def day(self, fields: Mapping[str, object], at: str) -> date | None:
        """The date of a night, as "2026-11-21"."""
        value, place = fields.get("date"), f"{at}.date"
        try:
            found = date.fromisoformat(value) if isinstance(value, str) else None
        except ValueError:
            found = None
        if found is not None and found.isoformat() == value and _is_of_our_time(found.year):
            return found
        if "date" in fields:
            self.fault(place, "not-a-date", value)
        return None

    def moment(self, fields: Mapping[str, object], name: str, at: str) -> datetime | None:
        """A time with its distance from UTC, as "2026-11-21T18:03:02.123456Z"."""
        value, place = fields.get(name), f"{at}.{name}"
        try:
            found = datetime.fromisoformat(value) if isinstance(value, str) else None
        except ValueError:
            found = None
        if found is not None and found.tzinfo is not None and _is_of_our_time(found.year):
            return found.astimezone(UTC)
        if name in fields:
            self.fault(place, "not-a-time", value)
        return None

    def id(self, value: object, place: str) -> UUID | None:
        """A game's id, written as usual."""
        try:
            found = UUID(value) if isinstance(value, str) else None
        except ValueError:
            found = None
        if found is None or str(found) != value:
            self.fault(place, "not-an-id", value)
            return None
        return found

    def sheet(self, value: object, at: str) -> Sheet | None:
        """A score sheet that can be kept; its faults are named by where they are in the file."""
        try:
            if len(json.dumps(value)) > MAX_LENGTH:
                self.fault(at, "too-long", wanted=str(MAX_LENGTH))
                return None
            if not isinstance(value, Mapping):
                self.fault(at, "wrong-type", value, wanted="object")
                return None
            sheet = read_sheet(value)
        except SheetFaults as error:
            self.faults.take(error.found, at)
            return None
        if "claimed" in value:
            self.fault(f"{at}.claimed", "unknown-field", "claimed")
        self._check_bounds(sheet, at)
        return sheet

    def _check_bounds(self, sheet: Sheet, at: str) -> None:
        """What the rules can score, but nobody could have entered."""
        for number, round_ in enumerate(sheet.rounds):
            place = f"{at}.rounds[{number}]"
            for name, tableau in zip(sheet.seats, round_.tableaus, strict=True):
                if len(tableau) > (most := sheet.setting.max_cards):
                    where = f"{place}.tableaus.{shown(name)}"
                    self.fault(where, "too-many-cards", str(len(tableau)), wanted=str(most))
            claims = [icons for turn in round_.claims for _seat, icons in turn]
            place = f"{place}.uramaki_claims"
            if claims and "uramaki" not in sheet.setting.types:
                self.fault(place, "no-uramaki")
            elif len(claims) > MAX_CLAIMS:
                self.fault(place, "too-many-claims", str(len(claims)), wanted=str(MAX_CLAIMS))
            elif any(not ICONS_TO_CLAIM <= icons <= MAX_ICONS for icons in claims):
                self.fault(place, "icons-of-claim", wanted=f"{ICONS_TO_CLAIM}-{MAX_ICONS}")

    def confirmed(self, fields: Mapping[str, object], at: str) -> int:
        """How many rounds are confirmed."""
        value, place = fields.get("confirmed", 0), f"{at}.confirmed"
        number = self.whole(value, place)
        if number is None or 0 <= number <= ROUNDS:
            return number or 0
        self.fault(place, "out-of-range", str(number), wanted=f"0-{ROUNDS}")
        return 0


def _is_of_our_time(year: int) -> bool:
    return FIRST_YEAR <= year <= LAST_YEAR
