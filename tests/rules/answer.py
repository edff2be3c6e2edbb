"""One known answer: a situation at the table and what every seat must get for it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

MOMENTS_OF_A_GAME = ("game-end", "game-total", "ranks")
SEATS = "ABCDEFGH"
DUMMY = "dummy"
ROUNDS = 3

_EXAMPLE = re.compile(r"\(example: ([a-z-]+)\)")


@dataclass(frozen=True)
class Answer:
    """One row: a situation and what every seat must get for it (None: no line, or not ranked)."""

    file: str
    line: int
    ruleset: str
    line_type: str
    moment: str
    #: by seat, then by round
    tableaus: tuple[tuple[str, ...], ...]
    points: tuple[int | None, ...]
    why: str
    menu: str | tuple[str, ...] | None = None
    variants: tuple[str, ...] = ()
    house_rules: dict[str, bool] = field(default_factory=dict)
    #: by turn: icons by seat
    claims: tuple[dict[str, int], ...] = ()
    tokens: dict[str, dict[str, int]] = field(default_factory=dict)
    tie_break: bool | None = None

    @property
    def id(self) -> str:
        """File and line, as pytest shows it."""
        return f"{self.file}:{self.line}"

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in seat order, without the dummy."""
        dummies = 1 if "two-player-dummy" in self.variants else 0
        return tuple(SEATS[: len(self.tableaus) - dummies])

    @property
    def seats(self) -> tuple[str, ...]:
        """The names that the score sheet uses, the dummy last."""
        return (*self.players, DUMMY)[: len(self.tableaus)]

    @property
    def examples(self) -> tuple[str, ...]:
        """The keys of the rulebook's worked examples that this row holds."""
        return tuple(_EXAMPLE.findall(self.why))

    def sheet(self) -> dict[str, Any]:
        """The situation as a score sheet."""
        rounds: list[dict[str, Any]] = [
            {"tableaus": dict(zip(self.seats, tableaus, strict=True))}
            for tableaus in zip(*self.tableaus, strict=True)
        ]
        if self.claims:
            rounds[-1]["uramaki_claims"] = [dict(turn) for turn in self.claims]
        if self.moment in MOMENTS_OF_A_GAME:
            rounds += [{"tableaus": {}} for _ in range(ROUNDS - len(rounds))]
        sheet: dict[str, Any] = {
            "ruleset": self.ruleset,
            "players": list(self.players),
            "rounds": rounds,
        }
        if self.menu is not None:
            sheet["menu"] = self.menu if isinstance(self.menu, str) else list(self.menu)
        if self.variants:
            sheet["variants"] = list(self.variants)
        if self.house_rules:
            sheet["house_rules"] = dict(self.house_rules)
        if self.tokens:
            sheet["tokens_left"] = {name: dict(left) for name, left in self.tokens.items()}
        return sheet
