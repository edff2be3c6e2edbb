"""How often the diagnosis finds the mistake that was really made. Prints; never fails.

Plays whole games at random, lets one player make one mistake, and looks at which place the
diagnosis of that player's total names it. `make measure-diagnosis SEED=…` measures other games.
"""

import sys
import time
from collections import Counter
from random import Random

from referee.rules import RULESETS, Sheet, read_sheet
from referee.rules.mistakes import CODES, GAME, Way, diagnose
from referee.rules.mistakes.book import ScoredGame
from referee.rules.mistakes.catalogue import MISREADINGS
from referee.rules.mistakes.search import misread_rules
from referee.rules.mistakes.ways import Ways, key_of
from tests.simulation import Game, own_menu, party_game, sushi_go_game, sushi_roll_game

GAMES = 1000
SEED = "diagnosis"
AIMS = {1: 70, 3: 95}
"""Per cent of the mistakes that should stand among the first so many."""
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
        readings = [reading for reading in MISREADINGS if reading.code == code]
        for _ in range(MAX_GAMES):
            reading = rng.choice(readings) if readings else None
            ruleset = rng.choice(reading.rulesets if reading else ANYWHERE)
            type_ = reading.type if reading else ""
            game = played(rng, ruleset, type_, SEATS.get(code, 0))
            sheet = read_sheet(game.document)
            seat = rng.randrange(len(sheet.players))
            ways = made_in(sheet, seat, code, reading is not None)
            if ways:
                return sheet, seat, rng.choice(ways)


def made_in(sheet: Sheet, seat: int, code: str, by_reading: bool) -> list[Way]:
    """The ways of a mistake that change a player's total to another whole number."""
    scored = ScoredGame(sheet)
    if by_reading and not any(
        way.code == code and effect for way, effect in misread_rules(scored, seat)
    ):
        return []
    return [
        way
        for way, moved in Ways(scored, seat, GAME).found
        if way.code == code and moved and moved == int(moved)
    ]


def places_of(way: Way, sheet: Sheet, seat: int) -> tuple[int | None, int | None]:
    """Which place the diagnosis names the mistake in, from 1, and in which also where it was
    made; None where it does not."""
    player = sheet.players[seat]
    claim = int(ScoredGame(sheet).book(seat, [way]).total)
    named = located = None
    for place, found in enumerate(diagnose(sheet, {player: claim})[player], start=1):
        if found.mistakes == (way.code,):
            named = named or place
            if key_of(found.ways[0]) == key_of(way):
                located = located or place
    return named, located


def main() -> None:
    """Measure and print."""
    seed = sys.argv[1] if len(sys.argv) > 1 else SEED
    made: Counter[str] = Counter()
    among: dict[int, Counter[str]] = {1: Counter(), 3: Counter()}
    exact: Counter[int] = Counter()
    start = time.perf_counter()
    for number in range(GAMES):
        sheet, seat, way = mistaken(Random(f"{seed} {number}"))
        made[way.code] += 1
        named, located = places_of(way, sheet, seat)
        for first, counted in among.items():
            counted[way.code] += named is not None and named <= first
            exact[first] += located is not None and located <= first
        exact[10] += located is not None
    taken = time.perf_counter() - start
    print(f"{GAMES} games with one mistake each (seed {seed!r}, {taken:.0f} s)\n")
    print(f"  {'':24}{'made':>6}{'first':>8}{'first 3':>9}")
    for code in CODES:
        if made[code]:
            first, three = (100 * among[most][code] / made[code] for most in (1, 3))
            print(f"  {code:24}{made[code]:6}{first:7.0f}%{three:8.0f}%")
    print()
    for most, aim in AIMS.items():
        share = 100 * among[most].total() / GAMES
        words = "first" if most == 1 else f"among the first {most}"
        print(f"  {words}: {share:.1f} %; aim {aim} %: {'met' if share >= aim else 'NOT met'}")
    words = ", ".join(
        f"among the first {most}: {100 * exact[most] / GAMES:.1f} %" for most in exact
    )
    print(f"  with its round and line too, {words}")


if __name__ == "__main__":
    main()
