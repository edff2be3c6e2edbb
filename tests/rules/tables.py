"""Sheets in few words: who plays what, and each player's tableau, round by round."""

from typing import Any, NamedTuple

from referee.rules import Result, read_sheet, score_sheet

NAMES = ("Ana", "Ben", "Cem", "Dora", "Emil", "Fay", "Gus", "Hoa")


class Table(NamedTuple):
    """A sheet in few words.

    Attributes:
        ruleset: as on the sheet.
        menu: for Party a menu's name, or its seven types in one text; else "".
        players: their number; they are called by NAMES in order.
        rounds: for each round the tableaus in seat order; "" for one that is left out.
        more: further fields of the sheet; ``claims`` are the first round's.
    """

    ruleset: str
    menu: str
    players: int
    rounds: tuple[tuple[str, ...], ...]
    more: dict[str, Any]

    def document(self) -> dict[str, Any]:
        names = [*NAMES[: self.players], "dummy"]
        rounds: list[dict[str, Any]] = [
            {"tableaus": {n: text for n, text in zip(names, texts, strict=False) if text}}
            for texts in self.rounds
        ]
        sheet = {"ruleset": self.ruleset, "players": names[:-1], "rounds": rounds}
        if self.menu:
            sheet["menu"] = self.menu.split() if " " in self.menu else self.menu
        sheet |= {name: value for name, value in self.more.items() if name != "claims"}
        if "claims" in self.more:
            rounds[0]["uramaki_claims"] = self.more["claims"]
        return sheet


def go(players: int, *rounds: tuple[str, ...], **more: Any) -> Table:
    return Table("sushi-go", "", players, rounds, more)


def roll(players: int, *rounds: tuple[str, ...], **more: Any) -> Table:
    return Table("sushi-roll", "", players, rounds, more)


def party(menu: str, players: int, *rounds: tuple[str, ...], **more: Any) -> Table:
    return Table("sushi-go-party", menu, players, rounds, more)


# Menus that nothing can leave the table in, and one for each way in which something can.
PLAIN = "maki tempura sashimi dumpling wasabi tea pudding"
MISO = "maki tempura miso-soup dumpling wasabi tea pudding"
BOXES = "maki tempura sashimi dumpling takeout-box wasabi fruit"
SPOONS = "maki tempura sashimi dumpling spoon chopsticks pudding"
ORDERS = "maki tempura sashimi onigiri special-order wasabi pudding"
RACE = "uramaki tempura sashimi dumpling wasabi tea pudding"
RACE_ORDERS = "uramaki tempura sashimi dumpling special-order tea pudding"


def scored(table: Table) -> Result:
    return score_sheet(read_sheet(table.document()))
