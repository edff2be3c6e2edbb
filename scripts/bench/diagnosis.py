"""How often the diagnosis finds the mistake that was really made. Prints; never fails.

Plays whole games at random, lets one player make one mistake, and looks at which place the
diagnosis of that player's total names it. Then players misread a rule in a way that nobody listed,
and claim any number.
`make measure-diagnosis SEED=… GAMES=…` measures other games;
`python -m scripts.bench.diagnosis occurs` counts how often each mistake can be made.
"""

import sys
import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from referee.rules import RULESETS, Sheet, read_sheet
from referee.rules.mistakes import CODES, GAME, Diagnosis, Way, diagnose
from referee.rules.mistakes.book import ScoredGame
from referee.rules.mistakes.readings import KEPT, READINGS
from referee.rules.mistakes.search import misread_rules
from referee.rules.mistakes.ways import Ways
from scripts.bench.scoring import verdict
from scripts.bench.unlisted import UNLISTED, Unlisted, wrong_lines
from tests.simulation import Game, own_menu, party_game, sushi_go_game, sushi_roll_game

GAMES = 1000
SEED = "diagnosis"
AIMS = {1: 66, 3: 93}
"""Per cent of the mistakes that should stand among the first so many."""
COMPARED = 60
"""So many explanations are compared, as on the page."""
MAX_GAMES = 600
"""In so many games a mistake should come to be possible; else another one is made."""
SEATS = {"negative-share-rounded": 5, "sixth-dumpling": 2}
"""Where a mistake is hardly ever possible with other numbers of players."""
ANYWHERE = tuple(RULESETS)


def played(rng: Random, ruleset: str, type_: str, players: int) -> Game:
    """A game; of Party with a menu that has the type, if it can.

    Args:
        players: how many; 0 for any number.
    """
    if ruleset == "sushi-go-party":
        players = players or rng.randint(2, 8)
        menus = (own_menu(rng, players) for _ in range(40))
        fitting = (menu for menu in menus if type_ in ("", "nigiri", *menu))
        return party_game(rng, players, next(fitting, "sushi-go"))
    if ruleset == "sushi-roll":
        return sushi_roll_game(rng, players or rng.randint(2, 5))
    if not players and rng.random() < 0.1:
        return sushi_go_game(rng, 2, ("two-player-dummy",))
    promo = ("soy-sauce-promo",) if type_ == "soy-sauce" or rng.random() < 0.2 else ()
    return sushi_go_game(rng, players or rng.randint(2, 5), promo)


def mistaken(rng: Random) -> tuple[Sheet, int, Way]:
    """A game, a seat, and a mistake that changes the total of the player who sits there.

    Every mistake of the list is as likely as every other, and so is every way to make it in that
    game.
    """
    while True:
        code = rng.choice(CODES)
        readings = [reading for reading in (*READINGS, KEPT) if reading.code == code]
        for _ in range(MAX_GAMES):
            reading = rng.choice(readings) if readings else None
            ruleset = rng.choice(reading.games if reading else ANYWHERE)
            type_ = rng.choice(reading.types.split()) if reading else ""
            game = played(rng, ruleset, type_, SEATS.get(code, 0))
            sheet = read_sheet(game.document)
            seat = rng.randrange(len(sheet.players))
            ways = made_in(sheet, seat, code, reading is not None)
            if ways:
                return sheet, seat, rng.choice(ways)


def made_in(sheet: Sheet, seat: int, code: str, by_reading: bool) -> list[Way]:
    """The ways of a mistake that change a player's total to another whole number."""
    scored = ScoredGame(sheet)
    if by_reading:
        effects = [(way, sum(way.effect.values())) for way in misread_rules(scored, seat)]
    else:
        effects = Ways(scored, seat, GAME).effects
    return [way for way, moved in effects if way.code == code and moved and moved == int(moved)]


class Found(NamedTuple):
    """At which places, from 1, the diagnosis names a mistake; None where it does not.

    Attributes:
        located: where the round and the lines are right too.
    """

    named: int | None
    located: int | None


def found_for(way: Way, sheet: Sheet, seat: int) -> Found:
    """What the diagnosis says of the total that a mistake leads to."""
    player = sheet.players[seat]
    claim = int(ScoredGame(sheet).book(seat, [way]).value(GAME))
    told = diagnose(sheet, {player: claim}, most=COMPARED)[player]
    keys = [one.ways[0].key if len(one.ways) == 1 else None for one in told]
    located = keys.index(way.key) + 1 if way.key in keys else None
    return Found(place_of(way.code, told), located)


def place_of(code: str, told: Sequence[Diagnosis]) -> int | None:
    """At which place, from 1, a mistake is named; its other rounds and lines not counted."""
    named = [*dict.fromkeys(one.mistakes for one in told)]
    return named.index((code,)) + 1 if (code,) in named else None


SURE = 0.6
"""From here on a page says it in a sentence."""
FARTHEST = 40
"""Claims at random are so far from the right number at most."""


def measure_unlisted(seed: str, games: int) -> None:
    """Print what is said of readings that nobody listed, and of numbers at random."""
    line, sentence, false, told = 0, 0, 0, 0
    random_told, random_sure = 0, 0
    for number in range(games):
        rng = Random(f"{seed} unlisted {number}")
        sheet, seat, wrong = unlisted(rng, UNLISTED[number % len(UNLISTED)])
        game, name = ScoredGame(sheet), sheet.players[seat]
        right = {cell: game.lines(cell[0], seat)[cell[1]].points for cell in wrong}
        total = int(game.book(seat).value(GAME))
        claim = total + sum(wrong.values()) - sum(right.values())
        said = diagnose(sheet, {name: claim})[name]
        types = {type_ for _, type_ in wrong}
        line += any(change.type in types for one in said[:3] for change in one.changes)
        is_right = [{(c.part, c.type): c.after for c in one.changes} == wrong for one in said]
        sentence += any(is_right[:3])
        false += any(one.likelihood >= SURE for one in said if not is_right[said.index(one)])
        told += bool(said)
        off = rng.choice([by for by in range(-FARTHEST, FARTHEST + 1) if by])
        said = diagnose(sheet, {name: total + off})[name]
        random_told += bool(said)
        random_sure += any(one.likelihood >= SURE for one in said)
    print(f"\n{games} games with one of {len(UNLISTED)} readings that nobody listed\n")
    for words, some in (
        ("something is said", told),
        ("the right line is among the first 3", line),
        ("the right sentence is among the first 3", sentence),
        (f"a false sentence is {SURE:.0%} likely or more", false),
        ("of claims at random something is said", random_told),
        (f"of claims at random a sentence is {SURE:.0%} likely or more", random_sure),
    ):
        print(f"  {words}: {100 * some / games:.1f} %")


def unlisted(rng: Random, reading: Unlisted) -> tuple[Sheet, int, dict[tuple[int, str], int]]:
    """A game, a seat, and the lines that a reading makes wrong, and with them the total."""
    while True:
        game = played(rng, rng.choice(reading.games), reading.type, 0)
        sheet = read_sheet(game.document)
        seat = rng.randrange(len(sheet.players))
        scored = ScoredGame(sheet)
        wrong = wrong_lines(scored, seat, reading)
        right = (scored.lines(part, seat)[type_].points for part, type_ in wrong)
        if sum(wrong.values()) != sum(right):
            return sheet, seat, wrong


def count_occurrences(hands: int) -> None:
    """Print in how many of a thousand hands each mistake can be made."""
    possible = Counter[str]()
    for number in range(hands):
        rng = Random(f"occurs {number}")
        sheet = read_sheet(played(rng, rng.choice(ANYWHERE), "", 0).document)
        ways = Ways(ScoredGame(sheet), rng.randrange(len(sheet.players)), GAME)
        possible.update({way.code for way, moved in ways.effects if moved})
    for code in CODES:
        print(f"{code} {max(1, round(1000 * possible[code] / hands))}")


def main() -> None:
    """Measure and print."""
    seed = sys.argv[1] if len(sys.argv) > 1 else SEED
    if seed == "occurs":
        count_occurrences(GAMES)
    else:
        measure(seed, int(sys.argv[2]) if len(sys.argv) > 2 else GAMES)


def measure(seed: str, games: int) -> None:
    """Print how often the mistake is found."""
    found: dict[str, list[Found]] = {code: [] for code in CODES}
    start = time.perf_counter()
    for number in range(games):
        sheet, seat, way = mistaken(Random(f"{seed} {number}"))
        found[way.code].append(found_for(way, sheet, seat))
    taken = time.perf_counter() - start
    print(f"{games} games with one mistake each (seed {seed!r}, {taken:.0f} s)\n")
    print(f"  {'':24}{'made':>6}{'first':>8}{'first 3':>9}")
    for code, all_of_it in found.items():
        if all_of_it:
            named = [one.named for one in all_of_it]
            print(f"  {code:24}{len(all_of_it):6}{within(1, named):7.0f}%{within(3, named):8.0f}%")
    everything = [one for all_of_it in found.values() for one in all_of_it]
    print()
    for most, aim in AIMS.items():
        share = within(most, [one.named for one in everything])
        words = "first" if most == 1 else f"among the first {most}"
        print(f"  {words}: {share:.1f} %; aim {aim} %: {verdict(share >= aim)}")
    share = within(1, [one.located for one in everything])
    print(f"  first with its round and line too: {share:.1f} %")
    measure_unlisted(seed, games)


def within(most: int, places: Sequence[int | None]) -> float:
    """How many of the places are among the first so many, in per cent."""
    return 100 * sum(place is not None and place <= most for place in places) / max(1, len(places))


if __name__ == "__main__":
    main()
