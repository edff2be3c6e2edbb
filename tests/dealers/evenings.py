"""Evenings of a club: who comes, what they play, when, and what came of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from random import Random

from referee.rules import RoundSheet, Setting, Sheet
from referee.rules.menus import named_menu, own_menu
from referee.rules.rulesets import PASS_BOTH_WAYS, SOY_SAUCE_PROMO
from tests.dealers.dealing import deal_cards
from tests.dealers.people import Person
from tests.dealers.rolling import roll_dice

FEWEST, MOST = 3, 6
"""How many people play together."""
TABLES = (3, 4, 4, 4, 5, 5, 6)
"""How many there are when an evening begins; some come late, some leave early."""
GAMES_A_NIGHT = (2, 3, 3, 3, 4, 4, 5)
NIGHT_EVERY_DAYS = 7
LONGEST_YEARS = 8
"""A club with very many games met more often than once a week rather than before it was born, and
stayed longer than for some games."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that the club has on its shelf; ``often`` weighs how often it is chosen.

    ``menu`` is a menu's name or its seven types, "" outside Party.
    """

    often: int
    ruleset: str
    menu: str = ""
    variants: frozenset[str] = frozenset()

    def setting(self, players: int) -> Setting:
        """The game for so many players."""
        if not self.menu:
            return Setting(self.ruleset, players, variants=self.variants)
        menu = own_menu(self.menu.split()) if " " in self.menu else named_menu(self.menu)
        return Setting(self.ruleset, players, menu)

    def suits(self, players: int) -> bool:
        """Whether so many may play it."""
        return _fits(self.setting(players), players)


PARTY = "sushi-go-party"
SHELF: tuple[Offer, ...] = (
    Offer(6, "sushi-go"),
    Offer(1, "sushi-go", variants=frozenset({PASS_BOTH_WAYS})),
    Offer(1, "sushi-go", variants=frozenset({SOY_SAUCE_PROMO})),
    Offer(2, PARTY, "sushi-go"),
    Offer(2, PARTY, "my-first-meal"),
    Offer(2, PARTY, "big-banquet"),
    Offer(1, PARTY, "cutthroat-combo"),
    Offer(1, PARTY, "maki tempura sashimi onigiri wasabi soy-sauce fruit"),
    Offer(1, PARTY, "uramaki onigiri dumpling edamame wasabi tea green-tea-ice-cream"),
    Offer(3, "sushi-roll"),
)
"""Menus without special orders, takeout boxes and menu cards, which nobody here plays."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game of an evening.

    Attributes:
        sheet: its score sheet.
        date: the date of its evening.
        started_at, finished_at: moments with a zone.
        is_next: whether it was started from the game before it on that evening.
    """

    sheet: Sheet
    date: date
    started_at: datetime
    finished_at: datetime
    is_next: bool = False


def play(setting: Setting, people: Sequence[Person], rng: Random) -> Sheet:
    """Deal and play a whole game among these people, in seat order; return its score sheet."""
    tokens: list[dict[str, int]] = []
    if setting.rules.dice:
        rounds, tokens = roll_dice(setting, people, rng)
    else:
        rounds = deal_cards(setting, people, rng)
    names = tuple(person.name for person in people)
    sheets = tuple(
        RoundSheet(
            tuple(plate.tableau() for plate in round_.plates),
            tuple(tuple(turn.items()) for turn in round_.claims),
        )
        for round_ in rounds
    )
    return Sheet(setting, names, sheets, tuple(tokens))


def minutes(setting: Setting, rng: Random) -> float:
    """How long a game takes; longer with more people."""
    at_least = 13 + setting.players
    return rng.uniform(at_least, max(at_least + 4, 25))


def evenings(
    games: int, people: Sequence[Person], last: date, zone: tzinfo, rng: Random
) -> Iterator[Played]:
    """So many games among three people or more, evening by evening, the last one on a date."""
    sizes: list[int] = []
    times = 1 + games // (LONGEST_YEARS * 365 * min(GAMES_A_NIGHT))
    while (missing := games - sum(sizes)) > 0:
        sizes.append(min(missing, times * rng.choice(GAMES_A_NIGHT)))
    missed = dict.fromkeys(people, 0)
    for on, size in zip(evening_dates(len(sizes), last, rng), sizes, strict=True):
        table, at_home = _who_comes(missed, rng)
        yield from _evening(on, size, table, at_home, zone, rng)


def evening_dates(nights: int, last: date, rng: Random) -> list[date]:
    """The dates of so many evenings, in order, no two the same."""
    every = min(NIGHT_EVERY_DAYS, LONGEST_YEARS * 365 / max(nights, 1))
    dates = [last]
    for night in range(1, nights):
        days = round(night * every + rng.uniform(-0.3, 0.3) * (every - 1))
        dates.append(min(last - timedelta(days=days), dates[-1] - timedelta(days=1)))
    return dates[::-1][:nights]


def _evening(
    on: date,
    games: int,
    table: list[Person],
    at_home: list[Person],
    zone: tzinfo,
    rng: Random,
) -> Iterator[Played]:
    now = datetime.combine(on, time(19, rng.randrange(60)), zone)
    before: Setting | None = None
    for number in range(games):
        if number and at_home and len(table) < MOST and rng.random() < 0.12:
            table.insert(rng.randrange(len(table) + 1), at_home.pop())
        elif number and len(table) > FEWEST and rng.random() < 0.1:
            table.remove(rng.choice(table))
        elif number:
            table = [*table[1:], table[0]]
        setting = _choose(len(table), before, rng)
        ends = now + timedelta(minutes=minutes(setting, rng))
        yield Played(play(setting, table, rng), on, now, ends, is_next=number > 0)
        before, now = setting, ends + timedelta(minutes=rng.uniform(3, 12))


def _who_comes(missed: dict[Person, int], rng: Random) -> tuple[list[Person], list[Person]]:
    """Who sits at the table at first, in seat order, and who may come late.

    ``missed`` counts everybody's evenings since they last came: the more, the sooner they come
    again.
    """
    eagerness = {one: one.comes + 0.25 * missed[one] - rng.random() for one in missed}
    keen = sorted(missed, key=lambda one: eagerness[one], reverse=True)
    count = min(rng.choice(TABLES), len(keen))
    table, at_home = keen[:count], keen[count:]
    for one in missed:
        missed[one] = 0 if one in table else missed[one] + 1
    rng.shuffle(table)
    return table, at_home


def _choose(players: int, before: Setting | None, rng: Random) -> Setting:
    """Choose a game, sometimes the same again."""
    if before is not None and rng.random() < 0.35 and _fits(before, players):
        return before._replace(players=players)
    offers = [offer for offer in SHELF if offer.suits(players)]
    (offer,) = rng.choices(offers, [offer.often for offer in offers])
    return offer.setting(players)


def _fits(setting: Setting, players: int) -> bool:
    unfit = setting.menu.unfit_types(players) if setting.menu else ()
    return players in setting.rules.players and not unfit
