"""Reading a score sheet: from JSON text or plain values to a :class:`Sheet`, all faults at once."""

import unicodedata
from collections.abc import Mapping
from typing import TypeGuard

from .cards import CARD_TYPES
from .checked import CheckedValues, as_json, name_key, nearest, shown
from .faults import Fault, SheetFaults
from .house_rules import SWITCH_NAMES, HouseRules, house_rules_from
from .json_text import parse_json
from .menus import NAMED_MENUS, Menu, named_menu, own_menu, shape_faults
from .notation import NotationError, parse_tableau
from .rulesets import DUMMY, ROUNDS, RULESETS, TWO_PLAYER_DUMMY, Ruleset, Setting
from .sheet import RoundSheet, Sheet, Turn
from .tableau import EMPTY, Tableau

FIELDS = (
    "ruleset",
    "menu",
    "variants",
    "house_rules",
    "players",
    "rounds",
    "tokens_left",
    "claimed",
)
_ROUND_FIELDS = ("tableaus", "uramaki_claims")


def read_sheet(source: str | bytes | Mapping[str, object]) -> Sheet:
    """Reads a score sheet from JSON text, or from the values that such a text holds.

    Raises:
        SheetFaults: when anything cannot be read; it names every fault with its place.
    """
    document = parse_json(source) if isinstance(source, str | bytes) else source
    if not isinstance(document, Mapping):
        raise SheetFaults([Fault("", "wrong-type", shown(as_json(document)), wanted="object")])
    reader = _Reader(document)
    sheet = reader.sheet()
    if reader.faults or sheet is None:
        raise SheetFaults(reader.faults)
    return sheet


class _Reader(CheckedValues):
    """Reads part by part; what could be read goes on to be checked."""

    def __init__(self, document: Mapping[str, object]) -> None:
        super().__init__()
        self.document = document

    def sheet(self) -> Sheet | None:
        self.known_fields(self.document, FIELDS, "")
        ruleset = self._ruleset()
        if ruleset is not None:
            self._unused_fields(ruleset)
        menu = self._menu(ruleset)
        variants = self._variants(ruleset)
        house_rules = self._house_rules()
        players = self._players(ruleset, variants)
        seats = (*players, DUMMY) if TWO_PLAYER_DUMMY in variants else players
        rounds = self._rounds(seats)
        tokens = self._tokens(ruleset, players)
        claimed = self._totals(players)
        if self.faults or ruleset is None:
            return None
        setting = Setting(ruleset.slug, len(players), menu, variants, house_rules)
        return Sheet(setting, players, rounds, tokens, claimed)

    def _ruleset(self) -> Ruleset | None:
        value = self.document.get("ruleset")
        if not isinstance(value, str):
            code = "missing" if value is None else "wrong-type"
            self.fault("ruleset", code, value or "", wanted="text")
            return None
        if value not in RULESETS:
            suggestion = nearest(value, RULESETS)
            self.fault("ruleset", "unknown-ruleset", value, suggestion=suggestion)
            return None
        return RULESETS[value]

    def _unused_fields(self, ruleset: Ruleset) -> None:
        """Fields of another rule set may stand there empty, but not filled."""
        unused = {
            "menu": ruleset.slug != "sushi-go-party",
            "variants": not ruleset.variants,
            "tokens_left": not ruleset.tokens,
        }
        for name, is_unused in unused.items():
            if is_unused and self.document.get(name) not in (None, [], {}):
                self.fault(name, "unused-field", ruleset.slug)
        for place, round_ in self._round_values():
            if ruleset.slug != "sushi-go-party" and round_.get("uramaki_claims") not in (None, []):
                self.fault(f"{place}.uramaki_claims", "unused-field", ruleset.slug)

    def _menu(self, ruleset: Ruleset | None) -> Menu | None:
        if ruleset is None or ruleset.slug != "sushi-go-party":
            return None
        value = self.document.get("menu")
        if value is None:
            self.fault("menu", "missing")
        elif isinstance(value, str):
            if value in NAMED_MENUS:
                return named_menu(value)
            self.fault("menu", "unknown-menu", value, suggestion=nearest(value, NAMED_MENUS))
        elif isinstance(value, list):
            return self._own_menu(value)
        else:
            self.fault("menu", "wrong-type", value, wanted="menu")
        return None

    def _own_menu(self, values: list[object]) -> Menu | None:
        types = []
        before = len(self.faults)
        for place, value in enumerate(values):
            if isinstance(value, str) and value in CARD_TYPES:
                types.append(value)
            else:
                suggestion = nearest(value, CARD_TYPES) if isinstance(value, str) else ""
                self.fault(f"menu[{place}]", "unknown-type", value, suggestion=suggestion)
        if len(self.faults) > before:
            return None
        faults = shape_faults(types)
        for shape in faults:
            code = (
                "repeated-type"
                if shape.category in CARD_TYPES
                and shape.got > 1
                and (types.count(shape.category) > 1)
                else "menu-shape"
            )
            self.fault("menu", code, str(shape.got), wanted=f"{shape.wanted} {shape.category}")
        return None if faults else own_menu(types)

    def _variants(self, ruleset: Ruleset | None) -> frozenset[str]:
        known = ruleset.variants if ruleset else ()
        if not known:
            return frozenset()
        values = self.as_list(self.document.get("variants"), "variants")
        for place, value in enumerate(values):
            if value not in known:
                suggestion = nearest(value, known) if isinstance(value, str) else ""
                self.fault(f"variants[{place}]", "unknown-variant", value, suggestion=suggestion)
        return frozenset(value for value in values if isinstance(value, str) and value in known)

    def _house_rules(self) -> HouseRules:
        switches: dict[str, bool] = {}
        for name, value in self.as_object(self.document.get("house_rules"), "house_rules").items():
            place = f"house_rules.{shown(name)}"
            if name not in SWITCH_NAMES:
                self.fault(place, "unknown-switch", name, suggestion=nearest(name, SWITCH_NAMES))
            elif not isinstance(value, bool):
                self.fault(place, "wrong-type", value, wanted="true-or-false")
            else:
                switches[name] = value
        return house_rules_from(switches)

    def _players(self, ruleset: Ruleset | None, variants: frozenset[str]) -> tuple[str, ...]:
        value = self.document.get("players")
        if value is None:
            self.fault("players", "missing")
            return ()
        values = self.as_list(value, "players")
        dummy = TWO_PLAYER_DUMMY in variants
        names: list[str] = []
        plain_names: set[str] = set()
        for place, name in enumerate(values):
            if self._is_name(name, f"players[{place}]"):
                self._check_unique(name, plain_names, f"players[{place}]", dummy)
                names.append(name)
                plain_names.add(name_key(name))
        if ruleset is not None and isinstance(value, list):
            self._check_number(ruleset, len(values), dummy)
        return tuple(names)

    def _is_name(self, name: object, place: str) -> TypeGuard[str]:
        if not isinstance(name, str):
            self.fault(place, "wrong-type", name, wanted="text")
        elif not name_key(name):
            self.fault(place, "empty-name")
        elif any(unicodedata.category(letter) in ("Cc", "Cs") for letter in name):
            self.fault(place, "unprintable-name", ascii(name))
        else:
            return True
        return False

    def _check_unique(self, name: str, before: set[str], place: str, dummy: bool) -> None:
        if name_key(name) in before:
            self.fault(place, "same-name", name)
        elif dummy and name_key(name) == DUMMY:
            self.fault(place, "name-of-dummy", name)

    def _check_number(self, ruleset: Ruleset, number: int, dummy: bool) -> None:
        low, high = (2, 2) if dummy else (ruleset.players.start, ruleset.players.stop - 1)
        if not low <= number <= high:
            wanted = str(low) if low == high else f"{low}-{high}"
            self.fault("players", "player-number", str(number), wanted=wanted)

    def _round_values(self) -> list[tuple[str, Mapping[str, object]]]:
        value = self.document.get("rounds")
        if not isinstance(value, list):
            return []
        return [(f"rounds[{n}]", r) for n, r in enumerate(value) if isinstance(r, Mapping)]

    def _rounds(self, seats: tuple[str, ...]) -> tuple[RoundSheet, ...]:
        value = self.document.get("rounds")
        if value is None:
            self.fault("rounds", "missing")
            return ()
        values = self.as_list(value, "rounds")
        if isinstance(value, list) and not 1 <= len(values) <= ROUNDS:
            self.fault("rounds", "round-number", str(len(values)), wanted=f"1-{ROUNDS}")
        return tuple(self._round(v, f"rounds[{n}]", seats) for n, v in enumerate(values[:ROUNDS]))

    def _round(self, value: object, place: str, seats: tuple[str, ...]) -> RoundSheet:
        if not isinstance(value, Mapping):
            self.fault(place, "wrong-type", value, wanted="object")
            return RoundSheet(())
        self.known_fields(value, _ROUND_FIELDS, f"{place}.")
        tableaus = dict.fromkeys(seats, EMPTY)
        texts = self.as_object(value.get("tableaus"), f"{place}.tableaus")
        for name, text in texts.items():
            at = f"{place}.tableaus.{shown(name)}"
            tableau = self._tableau(text, at)
            if self.is_seat(name, seats, at):
                tableaus[name] = tableau
        return RoundSheet(tuple(tableaus.values()), self._claims(value, place, seats))

    def _tableau(self, text: object, place: str) -> Tableau:
        if not isinstance(text, str):
            self.fault(place, "wrong-type", text, wanted="text")
            return EMPTY
        try:
            return parse_tableau(text)
        except NotationError as error:
            for fault in error.faults:
                at = f"{place}, item {fault.item}"
                self.fault(at, fault.code, fault.text, suggestion=fault.suggestion)
            return EMPTY

    def _claims(
        self, round_: Mapping[str, object], place: str, seats: tuple[str, ...]
    ) -> tuple[Turn, ...]:
        place = f"{place}.uramaki_claims"
        turns: list[Turn] = []
        for number, turn in enumerate(self.as_list(round_.get("uramaki_claims"), place)):
            at = f"{place}[{number}]"
            claimed = {
                name: icons
                for name, icons in self.as_object(turn, at, missing_is_empty=False).items()
                if self.is_seat(name, seats, f"{at}.{shown(name)}")
                and self.is_whole(icons, f"{at}.{shown(name)}")
            }
            pairs = [(seat, claimed[name]) for seat, name in enumerate(seats) if name in claimed]
            turns.append(tuple(pairs))
        return tuple(turn for turn in turns if turn)

    def _tokens(
        self, ruleset: Ruleset | None, players: tuple[str, ...]
    ) -> tuple[Mapping[str, int], ...]:
        if ruleset is None or not ruleset.tokens:
            return ()
        held: dict[str, dict[str, int]] = {name: {} for name in players}
        for name, tokens in self.as_object(self.document.get("tokens_left"), "tokens_left").items():
            place = f"tokens_left.{shown(name)}"
            known = self.is_seat(name, players, place)
            for token, number in self.as_object(tokens, place, missing_is_empty=False).items():
                at = f"{place}.{shown(token)}"
                if token not in ruleset.tokens:
                    suggestion = nearest(token, ruleset.tokens)
                    self.fault(at, "unknown-token", token, suggestion=suggestion)
                elif self.is_whole(number, at) and self.is_not_negative(number, at) and known:
                    held[name][token] = number
        return tuple(held[name] for name in players)

    def _totals(self, players: tuple[str, ...]) -> Mapping[str, int]:
        claimed = self.as_object(self.document.get("claimed"), "claimed")
        totals = {}
        for name, total in claimed.items():
            place = f"claimed.{shown(name)}"
            if self.is_seat(name, players, place) and self.is_whole(total, place):
                totals[name] = total
        return totals
