"""A game as a score sheet holds it: a frozen value, read by ``reading`` and scored by ``game``."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from .house_rules import changed_switches
from .notation import tableau_text
from .rulesets import DUMMY, ROUNDS, Setting
from .tableau import DESSERT_KINDS, Tableau

Turn = tuple[tuple[int, int], ...]
"""The uramaki claims of one turn: (seat, icons) pairs."""


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """One round: every seat's tableau (the dummy's last) and the uramaki claims, turn by turn.

    ``points``, by seat, are what the table has counted by itself, None where it has not; cards that
    are entered count instead.
    """

    tableaus: tuple[Tableau, ...]
    claims: tuple[Turn, ...] = ()
    points: tuple[int, ...] | None = None

    @property
    def is_counted(self) -> bool:
        """Whether points stand for the round that no card explains."""
        return self.points is not None and not self.claims and not any(map(len, self.tableaus))


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that a game's score depends on.

    Attributes:
        players: names in seat order, clockwise.
        rounds: the rounds entered so far, one to three.
        tokens_left: Roll: each player's unused tokens, by seat.
        claimed: the totals that players say they have, by name.
        desserts: by seat, what everybody has kept of all rounds at the end, by kind as in a tally;
            None until it is said. It counts where some round was counted without cards.
    """

    setting: Setting
    players: tuple[str, ...]
    rounds: tuple[RoundSheet, ...]
    tokens_left: tuple[Mapping[str, int], ...] = ()
    claimed: Mapping[str, int] = field(default_factory=dict)
    desserts: tuple[Mapping[str, int], ...] | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of all seats: the players, then the dummy where one plays."""
        return (*self.players, DUMMY) if self.setting.has_dummy else self.players

    def tableaus(self) -> Iterator[tuple[int, str, Tableau]]:
        """Every tableau with the number of its round and the name of its seat."""
        for number, round_ in enumerate(self.rounds, start=1):
            for name, tableau in zip(self.seats, round_.tableaus, strict=True):
                yield number, name, tableau

    @property
    def has_counted(self) -> bool:
        """Whether some round was counted without cards, which then do not tell the desserts."""
        return any(round_.is_counted for round_ in self.rounds)

    @property
    def said_desserts(self) -> tuple[Mapping[str, int], ...] | None:
        """The desserts of the game's end where they were said and no cards tell them, else None;
        before the last round None too, and where fewer were said than lie there by now."""
        is_end = self.has_counted and len(self.rounds) == ROUNDS
        return self.desserts if is_end and not self._has_more_desserts else None

    @property
    def _has_more_desserts(self) -> bool:
        """Whether more desserts lie there than were said: a correction has brought them."""
        return any(
            sum(round_.tableaus[seat].tally().get(kind, 0) for round_ in self.rounds)
            > said.get(kind, 0)
            for seat, said in enumerate(self.desserts or ())
            for kind in DESSERT_KINDS
        )

    @property
    def lacks_desserts(self) -> bool:
        """Whether all rounds are in and nobody has said yet what cards do not tell: how many
        desserts everybody has at the end."""
        is_end = self.has_counted and len(self.rounds) == ROUNDS
        return is_end and self.said_desserts is None

    def has_cards_of(self, part: int | None) -> bool:
        """Whether cards explain the points of a round, by its number; else, for the end of the game
        and for all of it, those of every round."""
        if part is not None and part <= len(self.rounds):
            return not self.rounds[part - 1].is_counted
        return not self.has_counted

    def tokens_of(self, seat: int) -> Mapping[str, int]:
        return self.tokens_left[seat] if seat < len(self.tokens_left) else {}


def sheet_document(sheet: Sheet) -> dict[str, object]:
    """The sheet as the JSON document that reads back to the same sheet.

    Raises:
        ValueError: for a round that was counted without cards: see :func:`kept_document`.
    """
    if sheet.has_counted:
        raise ValueError("A score sheet cannot say a round without its cards.")
    return kept_document(sheet)


def kept_document(sheet: Sheet) -> dict[str, object]:
    """The sheet as rows and club files keep it, which a round may have ``points`` in and no cards,
    and the game ``desserts``; without such a round the same as a score sheet."""
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
    if sheet.has_counted and sheet.desserts is not None:
        document["desserts"] = {
            name: dict(held) for name, held in zip(seats, sheet.desserts, strict=True)
        }
    if sheet.claimed:
        document["claimed"] = dict(sheet.claimed)
    return document


def _round_document(round_: RoundSheet, seats: tuple[str, ...]) -> dict[str, object]:
    lines = {name: tableau_text(t) for name, t in zip(seats, round_.tableaus, strict=True)}
    document: dict[str, object] = {"tableaus": {name: text for name, text in lines.items() if text}}
    if round_.is_counted and round_.points is not None:
        document["points"] = dict(zip(seats, round_.points, strict=True))
    if round_.claims:
        document["uramaki_claims"] = [
            {seats[seat]: icons for seat, icons in turn} for turn in round_.claims
        ]
    return document
