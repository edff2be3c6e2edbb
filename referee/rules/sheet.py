"""A game as a score sheet holds it: a frozen value, read by ``reading`` and scored by ``game``."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from .house_rules import changed_switches
from .notation import tableau_text
from .rulesets import DUMMY, Setting
from .tableau import Tableau

Turn = tuple[tuple[int, int], ...]
"""The uramaki claims of one turn: (seat, icons) pairs."""


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """One round: every seat's tableau (the dummy's last) and the uramaki claims, turn by turn."""

    tableaus: tuple[Tableau, ...]
    claims: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that a game's score depends on.

    Attributes:
        players: names in seat order, clockwise.
        rounds: the rounds entered so far, one to three.
        tokens_left: Roll: each player's unused tokens, by seat.
        claimed: the totals that players say they have, by name.
    """

    setting: Setting
    players: tuple[str, ...]
    rounds: tuple[RoundSheet, ...]
    tokens_left: tuple[Mapping[str, int], ...] = ()
    claimed: Mapping[str, int] = field(default_factory=dict)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of all seats: the players, then the dummy where one plays."""
        return (*self.players, DUMMY) if self.setting.has_dummy else self.players

    def tableaus(self) -> Iterator[tuple[int, str, Tableau]]:
        """Every tableau with the number of its round and the name of its seat."""
        for number, round_ in enumerate(self.rounds, start=1):
            for name, tableau in zip(self.seats, round_.tableaus, strict=True):
                yield number, name, tableau

    def tokens_of(self, seat: int) -> Mapping[str, int]:
        return self.tokens_left[seat] if seat < len(self.tokens_left) else {}


def sheet_document(sheet: Sheet) -> dict[str, object]:
    """The sheet as the JSON document that reads back to the same sheet."""
    setting, seats = sheet.setting, sheet.seats
    document: dict[str, object] = {"ruleset": setting.ruleset}
    if setting.menu is not None:
        document["menu"] = setting.menu.name or list(setting.menu.types)
    if setting.rules.variants:
        document["variants"] = [v for v in setting.rules.variants if v in setting.variants]
    document["house_rules"] = changed_switches(setting.house_rules)
    document["players"] = list(sheet.players)
    document["rounds"] = [_round_document(round_, seats) for round_ in sheet.rounds]
    if setting.rules.tokens:
        tokens = {name: dict(sheet.tokens_of(seat)) for seat, name in enumerate(seats)}
        document["tokens_left"] = {name: held for name, held in tokens.items() if held}
    if sheet.claimed:
        document["claimed"] = dict(sheet.claimed)
    return document


def _round_document(round_: RoundSheet, seats: tuple[str, ...]) -> dict[str, object]:
    lines = {name: tableau_text(t) for name, t in zip(seats, round_.tableaus, strict=True)}
    document: dict[str, object] = {"tableaus": {name: text for name, text in lines.items() if text}}
    if round_.claims:
        document["uramaki_claims"] = [
            {seats[seat]: icons for seat, icons in turn} for turn in round_.claims
        ]
    return document
