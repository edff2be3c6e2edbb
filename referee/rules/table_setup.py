"""What to do at the table before a round: what to take, shuffle in and deal, which way to pass.

Sources: Sushi Go! rulebook, How to Play, Alternative Ways to Play and Two-Player Variant; Sushi
Go Party! rulebook, Setup, Starting a Round and Ending a Round; Sushi Roll rulebook, Set Up and
Starting a New Round.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from .boxes import ROLL_FIRST_TOKENS
from .cards import CARD_TYPES, DESSERTS
from .rulesets import PASS_BOTH_WAYS, ROUNDS, Setting, desserts_dealt_in

MANY_PLAYERS = 6
"""From so many on, Party's maki pay a third place: the other side of their menu tile."""


class Direction(StrEnum):
    """Which way hands or belts move after a turn; with two players both come to the same."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class DessertPile:
    """Party's dessert cards, which lie in a pile of their own and join the deck round by round.

    Attributes:
        at_start: cards in the pile before the first round.
        shuffled_in: cards that go into the deck before this round; ``left``: in the pile after
            that.
        unused: cards that no round of this game needs.
    """

    type: str
    at_start: int
    shuffled_in: int
    left: int
    unused: int


@dataclass(frozen=True, slots=True)
class DummyPile:
    """The third hand of the two-player variant: a draw pile, led by turns (from 1), one player's
    ``first_leader``, the other's ``second_leader``."""

    cards: int
    first_leader: tuple[int, ...]
    second_leader: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Belts:
    """Sushi Roll's belts, dice and tokens.

    Attributes:
        belts: belts in play, the one with the red border among them.
        dice: dice of each kind in the bag; a kind is named by the types that it shows.
        first_tokens: what each player takes; empty after the first round, for tokens are kept.
        slide_after_round: whether the belts move once more after the last turn of this round, so
            that somebody else begins the next: with three players only.
        slid_before_round: whether they did so after the round before.
    """

    belts: int
    dice: Mapping[tuple[str, ...], int]
    first_tokens: Mapping[str, int]
    slide_after_round: bool
    slid_before_round: bool


@dataclass(frozen=True, slots=True)
class SetupCard:
    """Everything to do before one round of one game.

    Attributes:
        cards: cards of each type taken out of the box, unused desserts too; none for Roll.
        pile: cards in the deck (dice in the bag) before the deal; None for later rounds of a game
            that shuffles cards back but for desserts, where it depends on what was played.
        large_maki_side: whether Party's maki tile lies with its side for many players up.
        desserts: Party only; ``dummy``: the two-player variant; ``belts``: Roll.
    """

    setting: Setting
    round_number: int
    cards: Mapping[str, int]
    pile: int | None
    direction: Direction = Direction.LEFT
    large_maki_side: bool | None = None
    desserts: DessertPile | None = None
    dummy: DummyPile | None = None
    belts: Belts | None = None

    @property
    def is_first(self) -> bool:
        return self.round_number == 1

    @property
    def turns_next(self) -> bool:
        """Whether more than two players pass their hands the other way round in the next round."""
        turns = PASS_BOTH_WAYS in self.setting.variants and self.setting.players > 2
        return self.is_first and turns

    @property
    def hands(self) -> int:
        """Hands dealt, the dummy's among them."""
        return self.setting.seats

    @property
    def hand_size(self) -> int:
        """Cards or dice in each hand."""
        return self.setting.hand_size

    @property
    def deck(self) -> int:
        """Cards of the game that lie in no dessert pile of their own."""
        apart = self.desserts.at_start if self.desserts else 0
        return sum(self.cards.values()) - apart

    @property
    def left_after_deal(self) -> int | None:
        """Cards (dice) that remain in the deck (bag) after the deal; None where ``pile`` is."""
        return None if self.pile is None else self.pile - self.hands * self.hand_size


def setup_for(setting: Setting, round_number: int) -> SetupCard:
    """What to do at the table before a round. Raises ValueError for one that is not 1 to 3."""
    if not 1 <= round_number <= ROUNDS:
        raise ValueError(f"There is no round {round_number}.")
    if setting.rules.dice:
        return _roll(setting, round_number)
    if setting.menu is not None:
        return _party(setting, round_number)
    return _sushi_go(setting, round_number)


def _cards(setting: Setting) -> dict[str, int]:
    return {type_: setting.rules.box[type_] for type_ in CARD_TYPES if type_ in setting.types}


def _sushi_go(setting: Setting, number: int) -> SetupCard:
    cards = _cards(setting)
    dealt_before = setting.seats * setting.hand_size * (number - 1)
    turns_right = PASS_BOTH_WAYS in setting.variants and number == 2
    turns = tuple(range(1, setting.hand_size + 1))
    dummy = DummyPile(setting.hand_size, turns[::2], turns[1::2])
    return SetupCard(
        setting,
        number,
        cards,
        pile=None if number > 1 and setting.reshuffles else sum(cards.values()) - dealt_before,
        direction=Direction.RIGHT if turns_right else Direction.LEFT,
        dummy=dummy if setting.has_dummy else None,
    )


def _party(setting: Setting, number: int) -> SetupCard:
    cards = _cards(setting)
    (dessert,) = DESSERTS & setting.types
    pile, in_all = cards[dessert], desserts_dealt_in(setting.players, number)
    shuffled_in = in_all - desserts_dealt_in(setting.players, number - 1)
    unused = pile - desserts_dealt_in(setting.players, ROUNDS)
    return SetupCard(
        setting,
        number,
        cards,
        pile=sum(cards.values()) - pile + shuffled_in if number == 1 else None,
        large_maki_side=setting.players >= MANY_PLAYERS if "maki" in cards else None,
        desserts=DessertPile(dessert, pile, shuffled_in, pile - in_all, unused),
    )


def _roll(setting: Setting, number: int) -> SetupCard:
    three = setting.players == 3
    belts = Belts(
        belts=setting.players,
        dice=setting.rules.dice,
        first_tokens=ROLL_FIRST_TOKENS if number == 1 else {},
        slide_after_round=three and number < ROUNDS,
        slid_before_round=three and number > 1,
    )
    return SetupCard(setting, number, {}, sum(setting.rules.dice.values()), belts=belts)
