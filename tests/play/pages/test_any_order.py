"""Finished stacks, tapped in any order by who answers what the page asks, score as they lay."""

from random import Random
from typing import Any
from uuid import uuid4

import pytest

from referee.models import Entry, Game
from referee.play.pages.common import MAX_SETS
from referee.play.services.confirming import enter_tokens
from referee.rules import parse_tableau, read_sheet, score_sheet
from referee.rules.cards import NAMED_MENUS
from referee.rules.scoring.uramaki import ICONS_TO_CLAIM
from tests import simulation
from tests.factories import GameFactory, confirm, table_of, where
from tests.play.pages.answering import Person
from tests.rows import first
from tests.taps import adding, tap

pytestmark = pytest.mark.django_db

BOXES = ("maki", "tempura", "sashimi", "tofu", "wasabi", "takeout-box", "pudding")
ORDERS = ("uramaki", "tempura", "sashimi", "tofu", "wasabi", "special-order", "fruit")
OF_ICONS = {3: "uramaki-3", 4: "uramaki-4", 5: "uramaki-5"}


def enter_cards(person: Person, rng: Random) -> None:
    """Taps every card, in any order, and turns over those that lie face down."""
    rng.shuffle(person.cards)
    to_flip: list[Any] = []
    for card in person.cards:
        entry = uuid4()
        tap(person.at, entry, adding(card.face.slug if card.face else "", copy=card.copy))
        if card.face and card.flipped:
            to_flip.append(entry)
        person.answer()
        if to_flip and rng.random() < 0.5:
            flip(person, to_flip.pop(0))
    for entry in to_flip:
        flip(person, entry)


def flip(person: Person, card: Any) -> None:
    entry = Entry.objects.get(card=card, withdrawn_by=None)
    tap(person.at, uuid4(), f"flip:{entry.pk}")
    person.answer()


def cards_of(icons: int, rng: Random) -> list[str]:
    """Uramaki with so many icons in all."""
    while True:
        cards = rng.choices([*OF_ICONS], k=rng.randint(2, 8))
        if sum(cards) == icons:
            return [OF_ICONS[one] for one in cards]


def claim_of(icons: list[int], moment: str, person: Person) -> str:
    """The answer that claims cards of so many icons at a moment; by their number, as in the form,
    where it is not offered: it is one set of many, two cards were played at once, or no place is
    open any more."""
    for do in person.offered():
        _verb, cards, *rest = do.split(":")
        if rest == moment.split(":")[1:] and sorted(cards.split("-")) == sorted(map(str, icons)):
            return do
    return f"claim:{sum(icons)}{moment}"


def claim_all(game: Game, number: int, turns: list[dict[str, int]], rng: Random) -> None:
    """Enters the race: each one's claimed cards, and when; whoever comes first is entered first or
    last."""
    seats = table_of(game).sheet.seats
    claims = [(turn, name, icons) for turn, one in enumerate(turns) for name, icons in one.items()]
    rng.shuffle(claims)
    entered: list[int] = []
    for turn, name, icons in claims:
        cards = " ".join(cards_of(icons, rng))
        person = Person(where(game, number, seats.index(name) + 1), cards)
        for card in person.cards:
            tap(person.at, uuid4(), adding(card.face.slug if card.face else ""))
        before = sorted({one for one in entered if one < turn})
        moment = "" if len(before) == len({*entered}) else f":before-{len(before) + 1}"
        if turn in entered:
            moment = f":with-{len(before) + 1}"
        answer = claim_of([card.face.icons for card in person.cards], moment, person)
        tap(person.at, uuid4(), answer)
        entered.append(turn)


def enter(document: dict[str, Any], rng: Random, rounds: int = 3) -> None:
    """Enters a whole game in random order, and compares every round with its score sheet."""
    names = ("ruleset", "players", "menu", "variants", "house_rules")
    game = GameFactory(**{f"setup__{name}": document[name] for name in names if name in document})
    result = score_sheet(read_sheet(document))
    seats = table_of(game).sheet.seats
    for number, round_ in enumerate(document["rounds"][:rounds], start=1):
        claim_all(game, number, round_.get("uramaki_claims", []), rng)
        for seat in rng.sample(range(len(seats)), len(seats)):
            cards = round_["tableaus"].get(seats[seat], "")
            enter_cards(Person(where(game, number, seat + 1), cards), rng)
        mine = score_sheet(table_of(game).rounds[number - 1].sheet).rounds[-1]
        for name in seats:
            right, found = result.rounds[number - 1].players[name], mine.players[name]
            said = (round_["tableaus"].get(name), table_of(game).sheet.rounds[number - 1])
            assert {x.type: x.points for x in found.lines} == {
                x.type: x.points for x in right.lines
            }, (number, name, said)
        confirm(game, number)
    if rounds == 3 and document["ruleset"] == "sushi-roll":
        places = {name: place for place, name in enumerate(document["players"], start=1)}
        enter_tokens(game.pk, {places[n]: t for n, t in document["tokens_left"].items()})
    if rounds == 3:
        assert score_sheet(table_of(game).sheet).totals == result.totals


def simulated(kind: str, seed: int) -> dict[str, Any]:
    """The score sheet of a game that was played at random."""
    rng = Random(seed)
    if kind == "sushi-go":
        return simulation.sushi_go_game(rng, rng.randint(2, 5)).document
    if kind == "sushi-roll":
        return simulation.sushi_roll_game(rng, rng.randint(2, 5)).document
    own = {"boxes": BOXES, "orders": ORDERS}
    types = own.get(kind) or NAMED_MENUS[kind]
    players = min(simulation.legal_players(types)) + rng.randint(0, 2)
    menu = own.get(kind, kind)
    return simulation.party_game(rng, players, menu, frees_wasabi=seed % 2 == 0).document


@pytest.mark.parametrize("kind", ["sushi-go", "boxes", "orders"])
def test_a_round_in_any_order_scores_as_it_lay(kind: str) -> None:
    enter(simulated(kind, 3), Random(3), rounds=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", ["sushi-go", "sushi-roll", "boxes", "orders", *NAMED_MENUS])
def test_a_game_in_any_order_scores_as_it_lay(kind: str, seed: int) -> None:
    enter(simulated(kind, seed), Random(seed))


@pytest.mark.parametrize("seed", first(3, range(6)))
def test_uramaki_tapped_in_any_order_are_claimed_as_they_were_played(seed: int) -> None:
    """One plays up to six uramaki; what comes after the claim stays, and may be claimed again."""
    rng = Random(seed)
    game = GameFactory(setup__ruleset="sushi-go-party", setup__menu="dinner-for-two")
    claimed: list[int] = []
    while sum(claimed) < ICONS_TO_CLAIM:
        claimed.append(rng.choice([*OF_ICONS]))
    kept = rng.choices([*OF_ICONS], k=rng.randint(0, 2))
    person = Person(where(game), " ".join(OF_ICONS[one] for one in [*claimed, *kept]))
    enter_cards(person, rng)
    do = claim_of(claimed, "", person)
    is_offered = do in person.offered()
    assert is_offered or len(person.offered()) == MAX_SETS
    tap(person.at, uuid4(), do)
    assert table_of(game).sheet.rounds[0].claims == (((0, sum(claimed)),),)
    if is_offered:
        left = table_of(game).rounds[0].seats[0].tableau
        assert left == parse_tableau(" ".join(OF_ICONS[one] for one in kept))


MANY = [
    # How the cards lie, more than are tried in every order, or turned over, by either house rule.
    ("wasabi+egg-nigiri wasabi+squid-nigiri salmon-nigiri", True),
    ("wasabi+squid-nigiri*2 squid-nigiri egg-nigiri", True),
    *(
        (text, frees)
        for text in (
            "wasabi+egg-nigiri flipped:squid-nigiri",
            "wasabi flipped:squid-nigiri egg-nigiri",
            "flipped:wasabi squid-nigiri wasabi+egg-nigiri",
        )
        for frees in (True, False)
    ),
]


@pytest.mark.parametrize(("text", "frees"), first(4, MANY))
def test_wasabi_and_nigiri_in_any_order_lie_as_they_lay(text: str, *, frees: bool) -> None:
    rules = {"flipped-nigiri-frees-wasabi": frees}
    game = GameFactory(
        setup__ruleset="sushi-go-party", setup__menu=[*BOXES], setup__house_rules=rules
    )
    for number in (1, 2, 3):
        person = Person(where(game, number), text)
        enter_cards(person, Random(number))
        assert person.seat.tableau == parse_tableau(text)
        assert set(person.answers.values()) <= {1}
