"""Reads the tables of phrases, and writes readings as they are written there."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from referee.rules import (
    FACES,
    NAMED_MENUS,
    RULESETS,
    Setting,
    faces_in,
    parse_tableau,
    tableau_text,
)
from referee.rules.menus import named_menu
from referee.rules.phrases import Change, ChangedTableau, Part, Reading, Undone, read_request
from referee.rules.wasabi_pairing import LaidCard

FOLDER = Path(__file__).parent / "phrases"


class Said(NamedTuple):
    """A line of a table: what is said in which game, and what it means."""

    game: str
    words: str
    meaning: str


def sections(name: str) -> dict[str, list[Said]]:
    """The lines of a table by their headings: "# --- synonyms", or the game."""
    game = heading = "any"
    found: dict[str, list[Said]] = {}
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            game = heading = line.strip("[]")
        elif line.startswith("# ---"):
            heading = line.removeprefix("# ---").strip()
        elif line and not line.startswith("#"):
            words, _, meant = line.rpartition(" => ")
            found.setdefault(heading, []).append(Said(game, words.replace("\\n", "\n"), meant))
    return found


def phrases(name: str) -> list[Said]:
    """All lines of a table, in order."""
    return [said for section in sections(name).values() for said in section]


def faces_of_game(game: str) -> tuple[str, ...]:
    """The faces of a ruleset or a named menu; of ``any``, all."""
    if game in NAMED_MENUS and game not in RULESETS:
        return faces_in(Setting("sushi-go-party", 2, menu=named_menu(game)))
    return tuple(FACES) if game == "any" else faces_in(Setting(game, 2))


def meaning(reading: Reading) -> str:
    """What was read, as the tables write it."""
    corrected = [f"{{{typed}>{read}}}" for part in reading.parts for typed, read in part.corrected]
    return " ".join([*_joined([_part(part) for part in reading.parts]), *corrected])


def _part(part: Part) -> str:
    if part.not_here:
        return f"!{part.not_here}"
    change = part.change
    if part.command:
        return f"/{part.command.text}"
    if change is None:
        return f"?{part.asks or ','.join(part.nearest)}"
    how = {"bare": "=", "beside": "=", "there": "^"}.get(change.lies, "")
    sign = {"add": how, "remove": "-", "flip": "~", "swap": "", "off": "off:"}[change.kind]
    sign += {"total": "total:", "was": "was:"}.get(change.which, "")
    number = "all" if change.which == "all" else change.number
    if change.item is None:
        is_face_down = change.kind == "flip" or change.which
        said = f"{sign}{change.number}" if is_face_down else f"{sign}another:{change.number}"
    else:
        said = f"{sign}{change.item.text}" + (f"*{number}" if number != 1 else "")
    if change.new:
        said += f">{change.new.text}" + (f"*{change.new_number}" if change.new_number > 1 else "")
    return said


def _joined(parts: list[str]) -> list[str]:
    """Alike cards one after the other as one entry."""
    joined: list[str] = []
    for part in parts:
        text, _, times = part.partition("*")
        before, _, number = joined[-1].partition("*") if joined else ("", "", "")
        if joined and before == text and re.match(r"[a-z](?!.*[:>])", text):
            joined[-1] = f"{text}*{int(number or 1) + int(times or 1)}"
        else:
            joined.append(part)
    return joined


def apply_changes(
    cards: Sequence[LaidCard], changes: Sequence[Change], **setting: Any
) -> tuple[ChangedTableau, list[Undone]]:
    """Do one change after the other; return what lies there then, and what could not be done."""
    tableau = ChangedTableau(cards, **setting)
    return tableau, [undone for change in changes if (undone := tableau.do(change))]


class SaidOver(NamedTuple):
    """A line of a table of phrases about cards that lie there."""

    game: str
    lying: str
    words: str
    outcome: str


class Outcome(NamedTuple):
    """What a phrase comes to on the cards that lie there: those that lie there then, the commands
    that were understood, and whether something is asked back."""

    tableau: str
    commands: tuple[str, ...]
    is_asked: bool


def outcome_of(game: str, lying: str, words: str, language: str) -> Outcome:
    """Hear a phrase in a ruleset or with a named menu."""
    setting = {"ruleset": game} if game in RULESETS else {"menu": game}
    request = read_request(
        {"ruleset": "sushi-go-party", **setting}
        | {"lying": lying, "language": language, "text": words}
    )
    heard, tableau = request.heard()
    commands = [part.command for part, *_ in heard if part.command]
    told = [command for command in commands if command.kind != "claim" or command.name]
    # A claim whose player was not named is asked about.
    is_asked = any(not part.is_done for part in heard) or len(told) < len(commands)
    return Outcome(tableau_text(tableau), tuple(command.text for command in told), is_asked)


class Case(NamedTuple):
    """A line of the cases by kind: what may come of a phrase, "" tableau and no commands where
    nothing may be entered.

    Attributes:
        kind: its heading.
        may_ask: whether asking back is right; ``must_ask``: whether nothing else is.
    """

    kind: str
    game: str
    lying: str
    words: str
    tableau: str
    commands: tuple[str, ...]
    may_ask: bool
    must_ask: bool

    def verdict(self, outcome: Outcome) -> Literal["right", "asked", "half", "wrong"]:
        """Say whether an outcome is right, asks without need, has read but a part, or is wrong and
        asks nothing."""
        is_alike = outcome[:2] == (self.tableau, self.commands)
        if not outcome.is_asked:
            return "right" if is_alike and not self.must_ask else "wrong"
        before = tableau_text(parse_tableau(self.lying))
        if outcome.tableau != before or outcome.commands:
            return "right" if is_alike and self.may_ask else "half"
        return "right" if self.may_ask else "asked"


def cases(name: str) -> list[Case]:
    """All lines of a table of cases by kind."""
    kind, found = "", []
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("# ---"):
            kind = line.removeprefix("# ---").strip()
        elif line and not line.startswith("#"):
            said, _, outcome = line.rpartition(" =>")
            game, lying, words = (text.strip() for text in said.split("|", 2))
            may_ask = outcome.endswith("?")
            rest = re.sub(r"(^|\s+)(or )?\?$", "", outcome).split()
            must_ask = may_ask and not outcome.endswith("or ?")
            told = tuple(text[1:] for text in rest if text[0] == "/")
            lies = " ".join(text for text in rest if text[0] != "/")
            tableau = tableau_text(parse_tableau(lies or (lying if must_ask else "")))
            found.append(Case(kind, game, lying, words, tableau, told, may_ask, must_ask))
    return found


def phrases_over(name: str) -> list[SaidOver]:
    """All lines of a table of phrases about cards that lie there."""
    game, found = "", []
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            game = line.strip("[]")
        elif line and not line.startswith("#"):
            said, _, outcome = line.partition(" => ")
            lying, _, words = said.partition("| ")
            found.append(SaidOver(game, lying.strip(), words, outcome.strip()))
    return found
