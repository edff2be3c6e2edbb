"""The worked games in examples/ score what was worked out for them by hand."""

import ast
import json
import re
from pathlib import Path

import pytest
from django.core.management import call_command

from referee.rules import NAMED_MENUS, RULESETS

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SHEETS = sorted(EXAMPLES.glob("*.json"))
ROW = re.compile(r"^\| (\d|end|total) \| (\S+) \| (.*) \| (-?\d+) \|$", re.MULTILINE)


@pytest.fixture(params=SHEETS, ids=lambda path: path.stem)
def example(request, capsysbinary):
    """A sheet, the command's result for it, and the rows worked by hand."""
    call_command("score", str(request.param))
    result = json.loads(capsysbinary.readouterr().out)
    text = request.param.with_suffix("").with_suffix(".expected.md").read_text()
    return json.loads(request.param.read_text()), result, text


def worked_lines(working):
    """The lines of a row: "nigiri 9 (3 × 3), maki 3" -> {"nigiri": 9, "maki": 3}."""
    bare = re.sub(r" \([^)]*\)", "", working)
    if bare == "nothing":
        return {}
    parts = [part.rsplit(" ", 1) for part in bare.split(", ")]
    return {type_: int(points) for type_, points in parts}


def scored_lines(score):
    return {line["type"]: line["points"] for line in score["lines"]}


def test_every_line_of_every_player_is_as_worked_by_hand(example):
    _, result, text = example
    rows = [row for row in ROW.findall(text) if row[0] != "total"]
    assert len(rows) == 4 * len(result["totals"])
    for where, player, working, points in rows:
        scores = result["game_end"] if where == "end" else None
        scores = scores or result["rounds"][int(where) - 1]["players"]
        worked, scored = worked_lines(working), scored_lines(scores[player])
        paid = {type_: number for type_, number in scored.items() if number}
        assert {t: n for t, n in worked.items() if n} == paid, (where, player)
        assert set(worked) <= set(scored), (where, player)
        assert sum(worked.values()) == int(points) == scores[player]["total"], (where, player)


def test_totals_and_winners_are_as_worked_by_hand(example):
    _, result, text = example
    rows = [row for row in ROW.findall(text) if row[0] == "total"]
    assert {player: int(points) for _, player, _, points in rows} == result["totals"]
    for _, player, sum_, points in rows:
        numbers = ast.literal_eval("[" + re.sub(r" ([+-]) ", r", \1", sum_) + "]")
        assert sum(numbers) == int(points), player
    winners = re.search(r"^Winners: (.*)$", text, re.MULTILINE)
    assert winners[1].split(", ") == result["winners"]


def test_every_example_is_a_complete_legal_game(example):
    sheet, result, _ = example
    assert len(sheet["rounds"]) == 3
    assert [p for p in result["problems"] if p["severity"] == "error"] == []


def test_every_game_and_every_named_menu_has_an_example():
    sheets = [json.loads(path.read_text()) for path in SHEETS]
    assert {sheet["ruleset"] for sheet in sheets} == set(RULESETS)
    assert {sheet["menu"] for sheet in sheets if "menu" in sheet} == set(NAMED_MENUS)
    assert {len(sheet["players"]) for sheet in sheets} >= {2, 3, 4, 5, 6, 8}
    variants = {variant for sheet in sheets for variant in sheet.get("variants", [])}
    assert variants == set(RULESETS["sushi-go"].variants)


def test_the_readme_lists_every_example():
    listed = re.findall(r"\(([a-z-]+\.json)\)", (EXAMPLES / "README.md").read_text())
    assert sorted(listed) == [path.name for path in SHEETS]
