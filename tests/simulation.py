"""Simulated tables: the three games dealt to players who play at random.

Every game ends in the score sheet that a careful scorer at that table would hand in, so the referee
must find nothing wrong with it. What is written down is counted here, from the cards on the table,
without ``referee.rules.scoring``.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from referee.rules import Setting, faces_in, menus
from referee.rules.house_rules import HouseRules
from tests.dealers.dealing import Dealt, deal_cards
from tests.dealers.plate import Lying, Plate
from tests.dealers.rolling import roll_dice
from tests.dealers.worth import View

NAMES = ("Ana", "Ben", "Chloë", "Dương", "Eva Mae", "Φοίβη", "Gus", "花")
"""Seat order, clockwise. Some names need more than ASCII, one holds a space."""
NIGIRI = ("egg-nigiri", "salmon-nigiri", "squid-nigiri")
MENUS = {name: " ".join(types) for name, types in menus.NAMED_MENUS.items()}
LEAVE_UNRECORDED = {"miso-soup", "takeout-box", "spoon", "special-order"}
NEVER_LIE_THERE = ("menu", "takeout-box", "special-order")
WITH_ICONS = ("tempura", "sashimi", "dumpling", "pudding", "menu", "chopsticks")


@dataclass(frozen=True)
class Game:
    """A finished game.

    Attributes:
        document: its score sheet.
        dealt: cards or dice that every seat was dealt in each round.
        lying: for each round, how many cards lay in front of each seat at its end.
        leaves: whether cards may have left the table without the sheet saying so.
        faces: cards that this game is played with.
    """

    document: dict[str, Any]
    dealt: int
    lying: tuple[dict[str, int], ...]
    leaves: bool
    faces: tuple[str, ...]


class Whim:
    """A player who likes some faces more than others: else sets and races would hardly happen."""

    careful = False

    def __init__(self, setting: Setting, rng: Random) -> None:
        self.likes = {face: rng.choice((1, 1, 1, 4, 15)) for face in faces_in(setting)}

    def pick(self, faces: Sequence[str], view: View, rng: Random) -> tuple[str, float]:
        """Return a card at random; it seems worth anything from nothing to ten points."""
        weights = [self.likes[face] for face in faces]
        return rng.choices(list(faces), weights)[0], rng.uniform(0, 10)


def sushi_go_game(
    rng: Random, players: int, variants: Iterable[str] = (), *, reshuffles: bool = False
) -> Game:
    """Plays Sushi Go!; the variants are named as on the score sheet.

    ``reshuffles``: the house rule by which played cards are shuffled back, but for puddings.
    """
    rules = HouseRules(reshuffle_each_round=reshuffles)
    written = {"house_rules": {"reshuffle-each-round": True}} if reshuffles else {}
    setting = Setting("sushi-go", players, variants=frozenset(variants), house_rules=rules)
    return _game(rng, setting, {"variants": [*variants], **written})


def party_game(
    rng: Random, players: int, menu: str | tuple[str, ...], *, frees_wasabi: bool = True
) -> Game:
    """Plays Party with a named menu, or with seven types of one's own.

    ``frees_wasabi``: the table's ruling when a takeout box flips a nigiri that lies on a wasabi.
    """
    named = isinstance(menu, str)
    chosen = menus.named_menu(menu) if named else menus.own_menu(menu)
    rules = HouseRules(flipped_nigiri_frees_wasabi=frees_wasabi)
    written = {} if frees_wasabi else {"flipped-nigiri-frees-wasabi": False}
    about = {"menu": menu if named else rng.sample(menu, len(menu)), "house_rules": written}
    return _game(rng, Setting("sushi-go-party", players, chosen, house_rules=rules), about)


def sushi_roll_game(rng: Random, players: int) -> Game:
    """Plays Sushi Roll."""
    return _game(rng, Setting("sushi-roll", players), {})


def legal_players(types: tuple[str, ...]) -> list[int]:
    """The numbers of players that may use these cards."""
    most = 6 if {"menu", "special-order"} & set(types) else 8
    fewest = 3 if {"spoon", "edamame"} & set(types) else 2
    return list(range(fewest, most + 1))


def own_menu(rng: Random, players: int) -> tuple[str, ...]:
    """A menu that somebody put together, and that this number of players may use."""
    return menus.random_menu(players, rng).types


def _game(rng: Random, setting: Setting, about: dict[str, Any]) -> Game:
    whims = [Whim(setting, rng) for _ in range(setting.players)]
    names = NAMES[: setting.players]
    seats = (*names, "dummy") if setting.has_dummy else names
    is_dice = setting.ruleset == "sushi-roll"
    tokens: list[dict[str, int]] = []
    if is_dice:
        rounds, tokens = roll_dice(setting, whims, rng)
        about = {"tokens_left": dict(zip(names, tokens, strict=True))}
    else:
        rounds = deal_cards(setting, whims, rng)
    document = {
        "ruleset": setting.ruleset,
        "players": [*names],
        "rounds": [_written_round(dealt, seats, rng, is_dice=is_dice) for dealt in rounds],
        **about,
    }
    lying = tuple(
        {name: len(plate.cards) for name, plate in zip(seats, dealt.plates, strict=True)}
        for dealt in rounds
    )
    leaves = bool(setting.menu and LEAVE_UNRECORDED & {*setting.menu.types})
    faces = tuple(face for face in faces_in(setting) if is_dice or face not in NEVER_LIE_THERE)
    return Game(document, setting.hand_size, lying, leaves, faces)


# ------------------------------------------------------------------ how it is written down


def _written_round(
    dealt: Dealt, seats: Sequence[str], rng: Random, *, is_dice: bool
) -> dict[str, Any]:
    """The round as it stands on a score sheet; an empty tableau may be left out."""
    tableaus = {
        name: _written_plate(plate, rng, is_dice=is_dice)
        for name, plate in zip(seats, dealt.plates, strict=True)
        if plate.cards or rng.random() < 0.5
    }
    turns = [{seats[seat]: icons for seat, icons in turn.items()} for turn in dealt.claims]
    return {"tableaus": tableaus, **({"uramaki_claims": turns} if turns else {})}


def _written_plate(plate: Plate, rng: Random, *, is_dice: bool) -> str:
    """A tableau in the notation of a score sheet, in one of its many spellings."""
    under = [card.on for card in plate.cards if card.on]
    items = [_written(card, rng) for card in plate.cards if card not in under]
    if is_dice:  # a single icon need not be written out
        items = [
            f"{face}-1" if face in WITH_ICONS and rng.random() < 0.5 else face for face in items
        ]
    if rng.random() < 0.5:
        items = [f"{item}*{n}" if n > 1 else item for item, n in Counter(items).items()]
    rng.shuffle(items)
    return rng.choice((" ", ", ", ",")).join(items)


def _written(card: Lying, rng: Random) -> str:
    text = card.face
    if card.face != card.counts_as:
        text = f"{text}:{card.counts_as}"
    if card.flipped:
        return rng.choice(("flipped", f"flipped:{card.face}", f"flipped:{text}"))
    return f"{_written(card.on, rng)}+{text}" if card.on else text
