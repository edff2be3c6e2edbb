"""Reads the tables of known answers in ``answers/*.md``.

A section is a heading ``## ruleset · line type · moment``, optional directives (``menu:``,
``variants:``, ``house rules:``), optional remarks (lines that begin with ``>``) and one table. Each
row of the table becomes an `Answer`. Text before a file's first section is its introduction.

Moments:

* ``round``: the points of the line type in the last round that is written down;
* ``total``: the total of that round;
* ``game-end``: the points of the line type at the end of the game;
* ``game-total``: the totals of the whole game;
* ``ranks``: the ranks in the final table.

For the last three moments rounds that are not written down are empty ones. The line type of a
moment that is about sums and not about one line is ``all``.

Seats are parted by `` / ``; a seat's tableau stands in backticks or is the word ``empty``; a ``;``
inside it parts the rounds.
"""

from collections.abc import Iterator
from pathlib import Path

from tests.rules.answer import Answer

FOLDER = Path(__file__).parent / "answers"
COLUMNS = ("tableaus", "points", "why", "claims", "tokens", "rules", "tie-break")
DIRECTIVES = ("menu", "variants", "house rules")


def read_all() -> list[Answer]:
    """Every row of every table, files in order of name."""
    return [row for path in sorted(FOLDER.glob("*.md")) for row in _rows(path)]


def _rows(path: Path) -> Iterator[Answer]:
    """The rows of one file. No line of it is left out in silence."""
    heading: list[str] = []
    said: dict[str, str] = {}
    columns: list[str] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        where = f"{path.name}:{number}"
        if line.startswith("## "):
            assert not heading or columns, f"{where}: a section without a table"
            heading = line.removeprefix("## ").split(" · ")
            said, columns = {}, []
        elif not heading or not line or line.startswith(">"):
            continue
        elif not line.startswith("|"):
            name, _, value = line.partition(": ")
            assert name in DIRECTIVES, where
            said[name] = value
        elif not columns:
            columns = _cells(line)
            assert {*columns} <= {*COLUMNS}, where
        elif not set(line) <= {"|", "-"}:
            yield _answer(
                path.name, number, heading, said | dict(zip(columns, _cells(line), strict=True))
            )


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def _answer(file: str, line: int, heading: list[str], said: dict[str, str]) -> Answer:
    ruleset, line_type, moment = heading
    menu = _names(said.get("menu", ""))
    switches = [*_names(said.get("house rules", "")), *_names(said.get("rules", ""))]
    answer = Answer(
        file=file,
        line=line,
        ruleset=ruleset,
        line_type=line_type,
        moment=moment,
        tableaus=_tableaus(said["tableaus"]),
        points=tuple(None if n == "-" else int(n) for n in said["points"].split(" / ")),
        why=said["why"],
        menu=menu[0] if len(menu) == 1 else menu or None,
        variants=_names(said.get("variants", "")),
        house_rules={
            name: {"true": True, "false": False}[on] for name, on in _pairs(switches, "=")
        },
        claims=tuple(_turn(turn) for turn in said.get("claims", "").split(";") if turn),
        tie_break={"": None, "yes": True, "no": False}[said.get("tie-break", "")],
    )
    assert len(answer.points) == len(answer.tableaus), answer.id
    tokens = said["tokens"].split(" / ") if said.get("tokens") else []
    for name, left in zip(answer.players if tokens else (), tokens, strict=True):
        if left != "-":
            words = left.split()
            answer.tokens[name] = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    return answer


def _tableaus(cell: str) -> tuple[tuple[str, ...], ...]:
    seats = []
    for seat in cell.split(" / "):
        assert seat == "empty" or (seat[0], seat[-1]) == ("`", "`"), seat
        text = "" if seat == "empty" else seat[1:-1]
        seats.append(tuple(part.strip() for part in text.split(";")))
    rounds = max(map(len, seats))
    return tuple(seat + ("",) * (rounds - len(seat)) for seat in seats)


def _names(cell: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in cell.split(",")) if cell else ()


def _pairs(texts: list[str] | tuple[str, ...], sign: str) -> list[tuple[str, str]]:
    return [(name, value) for name, _, value in (text.partition(sign) for text in texts)]


def _turn(cell: str) -> dict[str, int]:
    """The claims of one turn: a seat and its icons each."""
    return {seat: int(icons) for seat, icons in _pairs(_names(cell.strip()), " ")}
