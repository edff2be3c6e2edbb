"""Reads the tables of phrases, and writes readings as they are written there."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from referee.rules import FACES, NAMED_MENUS, RULESETS, Setting, faces_in
from referee.rules.menus import named_menu
from referee.rules.phrases import Change, ChangedTableau, Part, Reading, Undone
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
    how = {"bare": "=", "there": "^"}.get(change.lies, "")
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
