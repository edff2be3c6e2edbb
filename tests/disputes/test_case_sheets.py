"""The score sheet of a case file: opened elsewhere it gives the score of the game."""

import json
import re
from itertools import groupby
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from referee.disputes.services.case_files import open_case_file
from referee.disputes.services.disputes import Claimed, dispute, withdraw_dispute
from referee.models import Game
from referee.play.services.confirming import reopen_round
from referee.rules import read_sheet, score_sheet
from referee.rules.mistakes import END, ClaimScope
from tests.factories import GameFactory, add, confirm, fill, finish, where
from tests.people import NAMES_TO_SHOW
from tests.playing import play
from tests.rules.answer import Answer
from tests.rules.answers import read_all

pytestmark = pytest.mark.django_db

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def one_of_each_kind() -> list[Answer]:
    """Known answers about whole games: one for every rule set, menu, variant and number of
    players."""

    def kind(row: Answer) -> str:
        return repr((row.ruleset, row.menu, row.variants, row.house_rules, len(row.players)))

    rows = [row for row in read_all() if row.moment in ("game-total", "ranks")]
    return [next(same) for _kind, same in groupby(sorted(rows, key=kind), key=kind)]


KNOWN = one_of_each_kind()
VARIED = list(
    {
        (row.ruleset, "two-player-dummy" in row.variants, bool(row.house_rules)): row
        for row in KNOWN
    }.values()
)
"""Those that have little in common; the others repeat much of them."""


def downloaded(game: Game) -> dict[str, Any]:
    """The sheet as whoever has the link gets it."""
    answer = Client().get(f"/case/{open_case_file(game.pk).pk}/sheet.json")
    assert answer.status_code == 200
    document: dict[str, Any] = json.loads(answer.content.decode("utf-8"))
    return document


def scored(game: Game, folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What the command says of the downloaded sheet, on another machine."""
    path = folder / "sheet.json"
    path.write_bytes(Client().get(f"/case/{open_case_file(game.pk).pk}/sheet.json").content)
    call_command("score", str(path))
    result: dict[str, Any] = json.loads(capsys.readouterr().out)
    return result


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(answer, id=answer.id, marks=() if answer in VARIED else pytest.mark.slow)
        for answer in KNOWN
    ],
)
def test_the_sheet_of_a_known_answer_scores_elsewhere_what_the_rulebook_says(
    answer, tmp_path, capsys
):
    result = scored(play(answer.sheet()), tmp_path, capsys)
    ranks = {entry["player"]: entry["rank"] for entry in result["ranking"]}
    right = ranks if answer.moment == "ranks" else result["totals"]
    assert tuple(right.get(seat) for seat in answer.seats) == answer.points


@pytest.mark.parametrize(
    "name",
    [
        "points-platter",
        pytest.param("master-menu", marks=pytest.mark.slow),
        pytest.param("dinner-for-two", marks=pytest.mark.slow),
        "sushi-roll",
    ],
)
def test_the_sheet_of_a_whole_game_is_the_one_that_was_entered(name):
    """With claims, cards that lie face down, special orders and tokens."""
    entered = json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    assert read_sheet(downloaded(play(entered))) == read_sheet(entered)


def test_the_sheet_goes_as_far_as_the_game_has_come():
    game = GameFactory(setup__number=3)
    assert downloaded(game)["rounds"] == [{"tableaus": {}}]
    fill(game, [[["maki-3", "pudding"], ["tempura"] * 2, []], [["squid-nigiri"], [], []]])
    assert len(downloaded(game)["rounds"]) == 2
    confirm(game, 1, 2, 3)
    assert len(downloaded(game)["rounds"]) == 3


@pytest.mark.parametrize("kind", NAMES_TO_SHOW)
def test_a_name_of_any_kind_comes_through(kind, tmp_path, capsys):
    name = NAMES_TO_SHOW[kind]
    game = GameFactory(setup__players=(name, "Ben"))
    fill(game, [[["tempura"] * 2, ["maki-3"]]])
    assert downloaded(game)["players"] == [name, "Ben"]
    assert scored(game, tmp_path, capsys)["totals"] == {name: 5, "Ben": 6}


def test_it_is_a_json_file_to_be_saved_under_a_telling_name():
    game = GameFactory(setup__players=("אבי", "👩‍🍳"))
    answer = Client().get(f"/case/{open_case_file(game.pk).pk}/sheet.json")
    assert answer["Content-Type"] == "application/json"
    name = re.fullmatch(r'attachment; filename="(.+)"', answer["Content-Disposition"])
    assert name
    assert re.fullmatch(r"sushiscore-sushi-go-\d{4}-\d\d-\d\d\.json", name[1])
    assert "אבי" in answer.content.decode("utf-8")


# ------------------------------------------------------------- claims


@pytest.fixture
def game() -> Game:
    """A finished game in which Ana has 6 points and Ben has 15."""
    game = GameFactory()
    fill(game, [[["maki-3"], ["tempura"] * 2], [[], ["tempura"] * 2], [[], ["tempura"] * 2]])
    finish(game)
    assert score_sheet(read_sheet(downloaded(game))).totals == {"Ana": 6, "Ben": 15}
    return game


def claims(game: Game, place: int, number: int, scope: ClaimScope | None = None) -> UUID:
    """Disputes a number of a seat, by default the game's total."""
    made = dispute(game.pk, uuid4(), Claimed(place, scope or ClaimScope(), number))
    assert made is not None
    return made.pk


def test_a_total_that_is_disputed_goes_along_and_is_explained_elsewhere(game, tmp_path, capsys):
    claims(game, 2, 20)
    assert downloaded(game)["claimed"] == {"Ben": 20}
    result = scored(game, tmp_path, capsys)
    explained = result["diagnosis"]["Ben"]
    assert explained
    assert {one["total"] for one in explained} == {20}


def test_of_several_claims_of_a_player_the_newest_goes_along(game):
    claims(game, 2, 20)
    claims(game, 1, 7)
    claims(game, 2, 16)
    assert downloaded(game)["claimed"] == {"Ana": 7, "Ben": 16}


def test_a_claim_that_was_taken_back_does_not_go_along(game):
    withdraw_dispute(game.pk, claims(game, 2, 20))
    assert "claimed" not in downloaded(game)


@pytest.mark.parametrize(
    "scope", [ClaimScope(1), ClaimScope(1, "tempura"), ClaimScope(END)], ids=str
)
def test_a_dispute_about_a_part_of_the_game_is_no_claim_of_a_total(game, scope):
    claims(game, 2, 20, scope)
    assert "claimed" not in downloaded(game)


def test_a_claim_that_a_correction_has_made_right_does_not_go_along(game):
    claims(game, 2, 18)
    claims(game, 1, 9)
    reopen_round(game.pk, 1, reason="a nigiri was missed")
    add(where(game, 1, 2), "squid-nigiri")
    confirm(game, 1)
    assert downloaded(game)["claimed"] == {"Ana": 9}


def test_a_claim_of_an_earlier_round_is_not_about_the_total_of_now():
    game = GameFactory()
    fill(game, [[["maki-3"], ["tempura"] * 2]])
    confirm(game, 1)
    claims(game, 1, 5)
    assert downloaded(game)["claimed"] == {"Ana": 5}
    add(where(game, 2, 1), "squid-nigiri")
    assert "claimed" not in downloaded(game)


def test_the_dummy_claims_nothing():
    game = GameFactory(setup__dummy=True)
    add(where(game, 1, 3), "maki-3")
    claims(game, 3, 7)
    assert "claimed" not in downloaded(game)
