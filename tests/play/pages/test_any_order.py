"""Finished stacks, tapped in any order by who answers what the page asks, score as they lay."""

from collections import Counter
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest

from referee.access.games import Role, Visit
from referee.models import Entry, Game
from referee.play.pages.common import MAX_SETS
from referee.play.pages.entry import entry_page
from referee.play.services.confirming import enter_tokens
from referee.play.services.game_state import laid_card
from referee.rules import parse_tableau, read_sheet, score_sheet
from referee.rules.cards import NAMED_MENUS
from referee.rules.scoring.uramaki import ICONS_TO_CLAIM
from tests import simulation
from tests.factories import PHONE, GameFactory, confirm, table_of, where
from tests.taps import Where, adding, tap

pytestmark = pytest.mark.django_db

BOXES = ("maki", "tempura", "sashimi", "tofu", "wasabi", "takeout-box", "pudding")
ORDERS = ("uramaki", "tempura", "sashimi", "tofu", "wasabi", "special-order", "fruit")
OF_ICONS = {3: "uramaki-3", 4: "uramaki-4", 5: "uramaki-5"}


class Child:
    """Somebody with a stack of cards, who knows how they lay, and taps them as they come.

    Asked what lies on a wasabi, a child answers once that is true whatever comes: what lies there,
    or nothing once every nigiri that lay on a wasabi is said to.
    """

    def __init__(self, game: Game, number: int, seat: int, text: str, rng: Random) -> None:
        self.game, self.number, self.seat, self.rng = game, number, seat, rng
        self.at: Where = where(game, number, seat + 1)
        lying = [one for one, n in parse_tableau(text).items() for _ in range(n)]
        self.cards = [card for one in lying for card in one.cards]
        self.on_wasabi = Counter(one.card for one in lying if one.base)
        self.asked: Counter[UUID] = Counter()

    def enter(self) -> None:
        """Taps every card, in any order, and turns over those that lie face down."""
        self.rng.shuffle(self.cards)
        to_flip: list[Any] = []
        for card in self.cards:
            entry = uuid4()
            tap(self.at, entry, adding(card.face.slug if card.face else "", copy=card.copy))
            if card.face and card.flipped:
                to_flip.append(entry)
            self.answer()
            if to_flip and self.rng.random() < 0.5:
                self.flip(to_flip.pop(0))
        for entry in to_flip:
            self.flip(entry)

    def flip(self, card: Any) -> None:
        entry = Entry.objects.get(card=card, withdrawn_by=None)
        tap(self.at, uuid4(), f"flip:{entry.pk}")
        self.answer()

    def answer(self) -> None:
        """Answers what the page asks, so far as the truth is among the answers."""
        while do := next(filter(None, map(self.wanted, self.questions())), ""):
            wasabi = Entry.objects.get(pk=do.split(":")[1])
            self.asked[wasabi.card] += 1
            tap(self.at, uuid4(), do)

    def questions(self) -> list[list[dict[str, Any]]]:
        """The answers to what is asked now: the buttons of the page."""
        visit = Visit(Game.objects.get(pk=self.game.pk), PHONE, Role.HOST, None)
        table = table_of(self.game)
        page = entry_page(table, table.rounds[self.number - 1].seats[self.seat], visit)
        # Where a wasabi counts as bare, that was said: a child answers only what is not so.
        return [
            [
                one
                for one in problem["answers"]
                if "counts as bare" not in problem["message"] or one["do"].startswith("on:")
            ]
            for problem in page["problems"]
            if problem["answers"]
        ]

    def wanted(self, answers: list[dict[str, Any]]) -> str:
        """The answer that is true of the stack; "" where none is for sure."""
        laid = table_of(self.game).rounds[self.number - 1].seats[self.seat].laid
        said = Counter(
            pile.item.card
            for pile in laid.laid
            if pile.item.base and laid.entries[pile.cards[0]].is_known
        )
        missing = self.on_wasabi - said
        for one in answers:
            verb, _colon, what = one["do"].partition(":")
            if verb == "on":
                entry = next(e for e in laid.entries if str(e.pk) == what.split(":")[1])
                if missing[laid_card(entry).card]:
                    return one["do"]
            elif verb == "bare" and not missing:
                return one["do"]
        return ""


def cards_of(icons: int, rng: Random) -> list[str]:
    """Uramaki with so many icons in all."""
    while True:
        cards = rng.choices([*OF_ICONS], k=rng.randint(2, 8))
        if sum(cards) == icons:
            return [OF_ICONS[one] for one in cards]


def offered(child: Child) -> list[str]:
    """What can be answered now: the taps of the page's buttons."""
    return [one["do"] for answers in child.questions() for one in answers]


def claim_of(icons: list[int], moment: str, child: Child) -> str:
    """The answer that claims cards of so many icons at a moment; by their number, as in the form,
    where it is not offered: it is one set of many, two cards were played at once, or no place is
    open any more."""
    for do in offered(child):
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
        child = Child(game, number, seats.index(name), " ".join(cards_of(icons, rng)), rng)
        for card in child.cards:
            tap(child.at, uuid4(), adding(card.face.slug if card.face else ""))
        before = sorted({one for one in entered if one < turn})
        moment = "" if len(before) == len({*entered}) else f":before-{len(before) + 1}"
        if turn in entered:
            moment = f":with-{len(before) + 1}"
        answer = claim_of([card.face.icons for card in child.cards], moment, child)
        tap(child.at, uuid4(), answer)
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
            Child(game, number, seat, round_["tableaus"].get(seats[seat], ""), rng).enter()
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


@pytest.mark.parametrize("seed", range(12))
def test_uramaki_tapped_in_any_order_are_claimed_as_they_were_played(seed: int) -> None:
    """One plays up to six uramaki; what comes after the claim stays, and may be claimed again."""
    rng = Random(seed)
    game = GameFactory(setup__ruleset="sushi-go-party", setup__menu="dinner-for-two")
    claimed: list[int] = []
    while sum(claimed) < ICONS_TO_CLAIM:
        claimed.append(rng.choice([*OF_ICONS]))
    kept = rng.choices([*OF_ICONS], k=rng.randint(0, 2))
    child = Child(game, 1, 0, " ".join(OF_ICONS[one] for one in [*claimed, *kept]), rng)
    child.enter()
    do = claim_of(claimed, "", child)
    is_offered = do in offered(child)
    assert is_offered or len(offered(child)) == MAX_SETS
    tap(child.at, uuid4(), do)
    assert table_of(game).sheet.rounds[0].claims == (((0, sum(claimed)),),)
    if is_offered:
        left = table_of(game).rounds[0].seats[0].tableau
        assert left == parse_tableau(" ".join(OF_ICONS[one] for one in kept))


SMALL = [
    # How the cards lie; whatever their order, every answer can be given.
    "squid-nigiri wasabi",
    "wasabi+squid-nigiri egg-nigiri",
    "wasabi+egg-nigiri squid-nigiri",
    "wasabi+egg-nigiri wasabi+squid-nigiri salmon-nigiri",
    "wasabi wasabi+squid-nigiri squid-nigiri",
    "wasabi*2 egg-nigiri salmon-nigiri",
    "wasabi+squid-nigiri*2 squid-nigiri egg-nigiri",
    "wasabi+egg-nigiri flipped:squid-nigiri",
    "wasabi flipped:squid-nigiri egg-nigiri",
    "flipped:wasabi squid-nigiri wasabi+egg-nigiri",
]


@pytest.mark.parametrize("frees", [True, False])
@pytest.mark.parametrize("text", SMALL)
def test_wasabi_and_nigiri_in_any_order_lie_as_they_lay(text: str, *, frees: bool) -> None:
    rules = {"flipped-nigiri-frees-wasabi": frees}
    game = GameFactory(
        setup__ruleset="sushi-go-party", setup__menu=[*BOXES], setup__house_rules=rules
    )
    for seed in range(3):
        child = Child(game, seed + 1, 0, text, Random(seed))
        child.enter()
        assert table_of(game).rounds[seed].seats[0].tableau == parse_tableau(text)
        assert set(child.asked.values()) <= {1}
