"""Reading a score sheet: from JSON text or plain values to a :class:`Sheet`, all faults at once."""

import unicodedata
from collections.abc import Mapping

from .cards import CARD_TYPES
from .house_rules import SWITCH_NAMES, HouseRules, house_rules_from
from .json_text import parse_json
from .menus import NAMED_MENUS, Menu, named_menu, own_menu, shape_faults
from .names import name_key
from .notation import NotationError, parse_tableau
from .problems.faults import Fault, SheetFaults
from .problems.validation import CheckedValues, as_json, shown
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
MOST_TURNS = 100
"""With a claim in one round: ten times the turns that a round has."""
_MOST_NAMES = 100
"""With more players nothing else is looked at: each name would be looked for among thousands."""


def read_sheet(source: str | bytes | Mapping[str, object]) -> Sheet:
    """Reads a score sheet from JSON text, or from the values that such a text holds.

    Raises:
        SheetFaults: when anything cannot be read; it names every fault with its place.
    """
    return read_value(parse_json(source) if isinstance(source, str | bytes) else source)


def read_value(document: object) -> Sheet:
    """Reads a score sheet from what a JSON text holds. A text in that text is no sheet.

    Raises:
        SheetFaults: as :func:`read_sheet`.
    """
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
        if len(players) > _MOST_NAMES:
            return None
        seats = (*players, DUMMY) if TWO_PLAYER_DUMMY in variants else players
        rounds = self._rounds(ruleset, seats)
        tokens = self._tokens(ruleset, players)
        claimed = self._totals(players)
        if self.faults or ruleset is None:
            return None
        setting = Setting(ruleset.slug, len(players), menu, variants, house_rules)
        return Sheet(setting, players, rounds, tokens, claimed)

    def _ruleset(self) -> Ruleset | None:
        value = self.document.get("ruleset")
        if isinstance(value, str) and value in RULESETS:
            return RULESETS[value]
        if "ruleset" not in self.document:
            self.fault("ruleset", "missing", wanted="text")
        elif isinstance(value, str):
            self.fault("ruleset", "unknown-ruleset", value, among=RULESETS)
        else:
            self.fault("ruleset", "wrong-type", value, wanted="text")
        return None

    def _unused_fields(self, ruleset: Ruleset) -> None:
        """Lists and objects of another rule set may stand there empty, but not filled."""
        if ruleset.slug != "sushi-go-party" and "menu" in self.document:
            self.fault("menu", "unused-field", ruleset.slug)
        if not ruleset.variants and self.document.get("variants", []) != []:
            self.fault("variants", "unused-field", ruleset.slug)
        if not ruleset.tokens and self.document.get("tokens_left", {}) != {}:
            self.fault("tokens_left", "unused-field", ruleset.slug)

    def _menu(self, ruleset: Ruleset | None) -> Menu | None:
        if ruleset is None or ruleset.slug != "sushi-go-party":
            return None
        value = self.document.get("menu")
        if "menu" not in self.document:
            self.fault("menu", "missing")
        elif isinstance(value, str):
            if value in NAMED_MENUS:
                return named_menu(value)
            self.fault("menu", "unknown-menu", value, among=NAMED_MENUS)
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
                self.fault(f"menu[{place}]", "unknown-type", value, among=CARD_TYPES)
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
        values = self.as_list(self.document.get("variants", []), "variants")
        for place, value in enumerate(values):
            if value not in known:
                self.fault(f"variants[{place}]", "unknown-variant", value, among=known)
        return frozenset(value for value in values if isinstance(value, str) and value in known)

    def _house_rules(self) -> HouseRules:
        switches: dict[str, bool] = {}
        rules = self.as_object(self.document.get("house_rules", {}), "house_rules")
        for name, value in rules.items():
            place = f"house_rules.{shown(name)}"
            if name not in SWITCH_NAMES:
                self.fault(place, "unknown-switch", name, among=SWITCH_NAMES)
            elif not isinstance(value, bool):
                self.fault(place, "wrong-type", value, wanted="true-or-false")
            else:
                switches[name] = value
        return house_rules_from(switches)

    def _players(self, ruleset: Ruleset | None, variants: frozenset[str]) -> tuple[str, ...]:
        if "players" not in self.document:
            self.fault("players", "missing")
            return ()
        value = self.document["players"]
        values = self.as_list(value, "players")
        dummy = TWO_PLAYER_DUMMY in variants
        names: list[str] = []
        before: set[str] = set()
        for place, name in enumerate(values):
            key = self._key_of_name(name, at := f"players[{place}]")
            if not key:
                continue
            if key in before:
                self.fault(at, "same-name", name)
            elif dummy and key == DUMMY:
                self.fault(at, "name-of-dummy", name)
            before.add(key)
            names.append(str(name))
        if ruleset is not None and isinstance(value, list):
            self._check_number(ruleset, len(values), dummy)
        return tuple(names)

    def _key_of_name(self, name: object, place: str) -> str:
        """What a name must not share with another; "" for what is none."""
        if not isinstance(name, str):
            self.fault(place, "wrong-type", name, wanted="text")
        elif not (key := name_key(name)):
            self.fault(place, "empty-name")
        elif any(unicodedata.category(letter) in ("Cc", "Cs") for letter in name):
            self.fault(place, "unprintable-name", ascii(name))
        else:
            return key
        return ""

    def _check_number(self, ruleset: Ruleset, number: int, dummy: bool) -> None:
        low, high = (2, 2) if dummy else (ruleset.players.start, ruleset.players.stop - 1)
        if not low <= number <= high:
            wanted = str(low) if low == high else f"{low}-{high}"
            self.fault("players", "player-number", str(number), wanted=wanted)

    def _rounds(self, ruleset: Ruleset | None, seats: tuple[str, ...]) -> tuple[RoundSheet, ...]:
        if "rounds" not in self.document:
            self.fault("rounds", "missing")
            return ()
        value = self.document["rounds"]
        values = self.as_list(value, "rounds")
        if isinstance(value, list) and not 1 <= len(values) <= ROUNDS:
            self.fault("rounds", "round-number", str(len(values)), wanted=f"1-{ROUNDS}")
        return tuple(
            self._round(round_, f"rounds[{number}]", ruleset, seats)
            for number, round_ in enumerate(values[:ROUNDS])
        )

    def _round(
        self, value: object, place: str, ruleset: Ruleset | None, seats: tuple[str, ...]
    ) -> RoundSheet:
        if not isinstance(value, Mapping):
            self.fault(place, "wrong-type", value, wanted="object")
            return RoundSheet(())
        self.known_fields(value, _ROUND_FIELDS, f"{place}.")
        tableaus = dict.fromkeys(seats, EMPTY)
        texts = self.as_object(value.get("tableaus", {}), f"{place}.tableaus")
        for name, text in texts.items():
            at = f"{place}.tableaus.{shown(name)}"
            tableau = self._tableau(text, at)
            if self.is_seat(name, seats, at):
                tableaus[name] = tableau
        claims = value.get("uramaki_claims", [])
        if ruleset is not None and ruleset.slug != "sushi-go-party":
            if claims != []:
                self.fault(f"{place}.uramaki_claims", "unused-field", ruleset.slug)
            claims = []
        turns = self._claims(claims, f"{place}.uramaki_claims", seats)
        return RoundSheet(tuple(tableaus.values()), turns)

    def _tableau(self, text: object, place: str) -> Tableau:
        if not isinstance(text, str):
            self.fault(place, "wrong-type", text, wanted="text")
            return EMPTY
        try:
            return parse_tableau(text, max_faults=self.faults.room)
        except NotationError as error:
            for item, found, code, suggestion in error.faults:
                at = f"{place}, item {item}"
                self.faults.append(Fault(at, code, shown(found), suggestion))
            self.faults.count(error.more)
            return EMPTY

    def _claims(self, value: object, place: str, seats: tuple[str, ...]) -> tuple[Turn, ...]:
        turns: list[Turn] = []
        values = self.as_list(value, place)
        if len(values) > MOST_TURNS:
            self.fault(place, "turn-number", str(len(values)), wanted=str(MOST_TURNS))
        for number, turn in enumerate(values[:MOST_TURNS]):
            at = f"{place}[{number}]"
            claimed = self._numbers(self.as_object(turn, at), at, seats)
            pairs = [(seat, claimed[name]) for seat, name in enumerate(seats) if name in claimed]
            turns.append(tuple(pairs))
        return tuple(turn for turn in turns if turn)

    def _numbers(
        self, values: Mapping[str, object], place: str, seats: tuple[str, ...]
    ) -> dict[str, int]:
        """A whole number for each of some seats, by name."""
        numbers: dict[str, int] = {}
        for name, value in values.items():
            at = f"{place}.{shown(name)}"
            if self.is_seat(name, seats, at):
                number = self.whole(value, at)
                if number is not None:
                    numbers[name] = number
        return numbers

    def _tokens(
        self, ruleset: Ruleset | None, players: tuple[str, ...]
    ) -> tuple[Mapping[str, int], ...]:
        if ruleset is None or not ruleset.tokens:
            return ()
        held: dict[str, dict[str, int]] = {name: {} for name in players}
        left = self.as_object(self.document.get("tokens_left", {}), "tokens_left")
        for name, tokens in left.items():
            place = f"tokens_left.{shown(name)}"
            known = self.is_seat(name, players, place)
            for token, value in self.as_object(tokens, place).items():
                at = f"{place}.{shown(token)}"
                if token not in ruleset.tokens:
                    self.fault(at, "unknown-token", token, among=ruleset.tokens)
                else:
                    number = self.whole(value, at, least=0)
                    if number is not None and known:
                        held[name][token] = number
        return tuple(held[name] for name in players)

    def _totals(self, players: tuple[str, ...]) -> Mapping[str, int]:
        claimed = self.as_object(self.document.get("claimed", {}), "claimed")
        return self._numbers(claimed, "claimed", players)
