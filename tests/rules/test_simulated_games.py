"""Legal games, dealt and played card by card, never trouble the referee."""

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import NamedTuple

import pytest

from referee.rules import Result, Severity, Sheet, read_sheet, score_sheet, sheet_document
from tests.simulation import (
    MENUS,
    NIGIRI,
    Game,
    legal_players,
    own_menu,
    party_game,
    sushi_go_game,
    sushi_roll_game,
)


class Series(NamedTuple):
    """Games of one kind, told apart by their seeds."""

    name: str
    play: Callable[[Random], Game]

    def games(self, number: int) -> list[Game]:
        return [self.play(Random(f"{self.name} {seed}")) for seed in range(number)]


def sushi_go_series() -> list[Series]:
    variants = [
        (),
        ("pass-both-ways",),
        ("soy-sauce-promo",),
        ("soy-sauce-promo", "pass-both-ways"),
    ]
    tables = [(players, chosen) for players in (2, 3, 4, 5) for chosen in variants]
    tables += [(2, ("two-player-dummy",)), (2, ("two-player-dummy", "soy-sauce-promo"))]
    return [
        Series(
            f"sushi-go, {players} players {' '.join(chosen)}".strip(),
            lambda rng, players=players, chosen=chosen: sushi_go_game(rng, players, chosen),
        )
        for players, chosen in tables
    ] + [
        Series(
            f"sushi-go, {players} players, cards shuffled back",
            lambda rng, players=players: sushi_go_game(rng, players, reshuffles=True),
        )
        for players in (2, 3, 4, 5)
    ]


def party_series() -> list[Series]:
    tables = [
        (menu, players)
        for menu, types in MENUS.items()
        for players in legal_players(tuple(types.split()))
    ]
    tables += [("", players) for players in range(2, 9)]
    return [
        Series(f"party, {menu or 'own menu'}, {players} players", party(menu, players))
        for menu, players in tables
    ]


def party(menu: str, players: int) -> Callable[[Random], Game]:
    """Games with a menu, "" for a new one each time; tables differ in their ruling on wasabi."""

    def play(rng: Random) -> Game:
        chosen = menu or own_menu(rng, players)
        return party_game(rng, players, chosen, frees_wasabi=rng.random() < 0.5)

    return play


def sushi_roll_series() -> list[Series]:
    return [
        Series(f"sushi-roll, {n} players", lambda rng, n=n: sushi_roll_game(rng, n))
        for n in (2, 3, 4, 5)
    ]


ALL = sushi_go_series() + party_series() + sushi_roll_series()
every_series = pytest.mark.parametrize("series", ALL, ids=[series.name for series in ALL])


@every_series
@pytest.mark.parametrize("games", [4, pytest.param(60, marks=pytest.mark.slow)])
def test_legal_games_have_no_error(series: Series, games: int) -> None:
    for game in series.games(games):
        sheet = read_sheet(game.document)
        assert_lying(game, sheet)
        result = score_sheet(sheet)
        assert not errors(result), game.document
        assert_warnings_are_explained(game, result)


def test_games_that_shuffle_cards_back_are_often_wrong_without_their_house_rule() -> None:
    """Five players see nearly the whole box in every round; it is the limits that find it."""
    found = []
    for seed in range(8):
        document = sushi_go_game(Random(seed), 5, reshuffles=True).document
        del document["house_rules"]
        found.append({problem.code for problem in errors(score_sheet(read_sheet(document)))})
    assert all(codes <= {"deck-limit", "face-limit"} for codes in found)
    assert sum(map(bool, found)) >= 6


@every_series
@pytest.mark.parametrize("games", [2, pytest.param(20, marks=pytest.mark.slow)])
def test_one_card_too_many_is_always_noticed(series: Series, games: int) -> None:
    for seed, game in enumerate(series.games(games)):
        rng = Random(seed)
        document, round_, name = with_one_card_too_many(game, rng)
        result = score_sheet(read_sheet(document))
        found = [(p.code, p.round, p.player) for p in errors(result)]
        assert ("hand-size", round_, name) in found, document


def only_full_tables() -> list[Series]:
    """The games in which every card that was dealt lies there in the end."""
    return [
        series
        for series in ALL
        if series.name.startswith("party, sushi-go,") or not series.name.startswith("party")
    ]


@pytest.mark.parametrize("series", only_full_tables(), ids=lambda series: series.name)
def test_one_card_too_few_is_noticed_where_none_can_have_left(series: Series) -> None:
    for seed, game in enumerate(series.games(4)):
        rng = Random(seed)
        document, round_, name = deepcopy(game.document), rng.randrange(3), pick_seat(game, rng)
        tableaus = document["rounds"][round_]["tableaus"]
        tableaus[name] = " ".join(one_fewer(tableaus[name].replace(",", " ").split()))
        found = errors(score_sheet(read_sheet(document)))
        assert [(p.code, p.round, p.player) for p in found] == [("hand-size", round_ + 1, name)]


# ------------------------------------------------------------------ what is looked at


def errors(result: Result) -> list:
    return [p for p in result.problems if p.severity is Severity.ERROR]


def assert_warnings_are_explained(game: Game, result: Result) -> None:
    """All that may look odd about a legal game is a card that left the table, and a wasabi that
    came after a nigiri; that is asked about exactly where it lies so."""
    codes = {p.code for p in result.problems} - {"bare-wasabi"}
    assert codes <= ({"hand-size"} if game.leaves else set())
    asked = [(p.round, p.player) for p in result.problems if p.code == "bare-wasabi"]
    frees = game.document.get("house_rules", {}).get("flipped-nigiri-frees-wasabi", True)
    assert asked == [
        (number, name)
        for number, round_ in enumerate(game.document["rounds"], start=1)
        for name in result.totals
        if lies_bare(round_["tableaus"].get(name, ""), frees_wasabi=frees)
    ]


def lies_bare(tableau: str, *, frees_wasabi: bool) -> bool:
    """Whether a nigiri lies beside a wasabi that it may lie on, read from the line itself."""
    lying: list[str] = []
    for word in tableau.replace(",", " ").split():
        text, _, number = word.partition("*")
        lying += [text] * int(number or 1)
    free = sum(text in ("wasabi", "special-order:wasabi") for text in lying)
    flipped = [text.removeprefix("flipped:") for text in lying if text.startswith("flipped")]
    if not frees_wasabi:
        free -= sum(text in NIGIRI for text in flipped)
    on_wasabi = {text.split("+")[1] for text in lying if "+" in text}
    may_be_bare = {*lying, *flipped}
    bare = [face for face in NIGIRI if face in lying]
    bare += [
        face
        for face in NIGIRI
        if f"special-order:{face}" in lying
        and (face not in on_wasabi or face in may_be_bare or "flipped" in flipped)
    ]
    return free > 0 and bare != []


def assert_lying(game: Game, sheet: Sheet) -> None:
    """The cards that lay on the table are the cards that are read."""
    for lying, round_ in zip(game.lying, sheet.rounds, strict=True):
        assert dict(zip(sheet.seats, map(len, round_.tableaus), strict=True)) == lying
    assert read_sheet(sheet_document(sheet)) == sheet


# ------------------------------------------------------------------ spoiling a sheet


def pick_seat(game: Game, rng: Random) -> str:
    return rng.choice(list(game.lying[0]))


def with_one_card_too_many(game: Game, rng: Random) -> tuple[dict, int, str]:
    """The sheet, with one seat that holds a card more than it was dealt.

    Cards that left the table unrecorded are made up for first, so that no discard can explain the
    last one; claimed uramaki count as the fewest cards that can show so many icons.
    """
    document = deepcopy(game.document)
    number, name = rng.randrange(3), pick_seat(game, rng)
    round_ = document["rounds"][number]
    claimed = sum(-(-turn.get(name, 0) // 5) for turn in round_.get("uramaki_claims", ()))
    more = game.dealt + 1 - claimed - game.lying[number][name]
    cards = [rng.choice(game.faces) for _ in range(more)]
    round_["tableaus"][name] = " ".join([round_["tableaus"].get(name, ""), *cards])
    return document, number + 1, name


def one_fewer(items: list[str]) -> list[str]:
    """The items of a tableau without one card, and nothing else changed."""
    first, *others = items
    face, _, number = first.partition("*")
    rest = int(number or 1) - 1
    left = [face.split("+")[1]] if "+" in face else []
    return [*left, *[face] * rest, *others]
