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
"""From so many players on, Party's maki pay a third place: the other side of their menu tile."""


class Direction(StrEnum):
    """Which way hands or belts move after a turn; with two players both come to the same."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class DessertPile:
    """Party's dessert cards, which lie in a pile of their own and join the deck round by round.

    Attributes:
        type: the dessert of the menu.
        at_start: cards in the pile before the first round.
        shuffled_in: cards that go from the pile into the deck before this round.
        left: cards in the pile after that.
        unused: cards that no round of this game needs.
    """

    type: str
    at_start: int
    shuffled_in: int
    left: int
    unused: int


@dataclass(frozen=True, slots=True)
class DummyPile:
    """The third hand of the two-player variant: a draw pile for nobody, led by turns.

    Attributes:
        cards: cards in its pile before the first turn.
        first_leader: the turns, from 1, on which the player leads it who led it first.
        second_leader: the other player's turns.
    """

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
        setting: the game.
        round_number: 1 to 3.
        cards: cards of each type in this game, in catalogue order, desserts included; none for
            Roll. The dessert pile's unused cards count, for they are taken out of the box too.
        hands: hands dealt, the dummy's among them.
        hand_size: cards or dice in each.
        pile: cards in the deck (dice in the bag) before this round's deal; None where it depends
            on what was played: Party's later rounds.
        direction: which way to pass.
        large_maki_side: whether the maki tile lies with its side for many players up; None where
            the game has no such tile.
        desserts: Party only.
        dummy: the two-player variant only.
        belts: Roll only.
    """

    setting: Setting
    round_number: int
    cards: Mapping[str, int]
    hands: int
    hand_size: int
    pile: int | None
    direction: Direction
    large_maki_side: bool | None = None
    desserts: DessertPile | None = None
    dummy: DummyPile | None = None
    belts: Belts | None = None

    @property
    def is_first(self) -> bool:
        """Whether the game begins with this round."""
        return self.round_number == 1

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
    """What to do at the table before a round, from 1 to 3.

    Raises:
        ValueError: for a round that no game has.
    """
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
    return SetupCard(
        setting=setting,
        round_number=number,
        cards=cards,
        hands=setting.seats,
        hand_size=setting.hand_size,
        pile=sum(cards.values()) - dealt_before,
        direction=Direction.RIGHT if turns_right else Direction.LEFT,
        dummy=_dummy(setting) if setting.has_dummy else None,
    )


def _dummy(setting: Setting) -> DummyPile:
    turns = range(1, setting.hand_size + 1)
    return DummyPile(setting.hand_size, tuple(turns[::2]), tuple(turns[1::2]))


def _party(setting: Setting, number: int) -> SetupCard:
    cards = _cards(setting)
    (dessert,) = DESSERTS & setting.types
    pile, in_all = cards[dessert], desserts_dealt_in(setting.players, number)
    shuffled_in = in_all - desserts_dealt_in(setting.players, number - 1)
    unused = pile - desserts_dealt_in(setting.players, ROUNDS)
    return SetupCard(
        setting=setting,
        round_number=number,
        cards=cards,
        hands=setting.players,
        hand_size=setting.hand_size,
        pile=sum(cards.values()) - pile + shuffled_in if number == 1 else None,
        direction=Direction.LEFT,
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
    return SetupCard(
        setting=setting,
        round_number=number,
        cards={},
        hands=setting.players,
        hand_size=setting.hand_size,
        pile=sum(setting.rules.dice.values()),
        direction=Direction.LEFT,
        belts=belts,
    )
