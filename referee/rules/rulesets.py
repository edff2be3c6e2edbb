"""The three rule sets in one registry: what is in the box, what is dealt, what scores how."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import NamedTuple

from .boxes import (
    PARTY_BOX,
    PARTY_FACES,
    ROLL_DICE,
    ROLL_TOKENS,
    SUSHI_GO_BOX,
    SUSHI_GO_FACES,
)
from .cards import DESSERTS, FACES
from .house_rules import HouseRules
from .menus import Menu
from .scoring import colours, nigiri, sets
from .scoring.comparisons import Places, maki_prizes
from .scoring.lines import Alone, Compared, alone, compared
from .scoring.opponents import by_opponents
from .scoring.uramaki import uramaki

ROUNDS = 3
DUMMY = "dummy"
"""The name under which a score sheet holds the third hand of the two-player variant."""

PASS_BOTH_WAYS = "pass-both-ways"  # noqa: S105  # no password
TWO_PLAYER_DUMMY = "two-player-dummy"
SOY_SAUCE_PROMO = "soy-sauce-promo"


Points = Callable[..., int]


class Setting(NamedTuple):
    """Everything besides the cards that scoring depends on.

    ``players`` are people, without the dummy; ``menu`` is for Party only, ``variants`` for Sushi
    Go!.
    """

    ruleset: str
    players: int
    menu: Menu | None = None
    variants: frozenset[str] = frozenset()
    house_rules: HouseRules = HouseRules()

    @property
    def has_dummy(self) -> bool:
        """Whether a third tableau is built for nobody."""
        return TWO_PLAYER_DUMMY in self.variants

    @property
    def seats(self) -> int:
        """Tableaus on the table: the players', and the dummy's last."""
        return self.players + self.has_dummy

    @property
    def competing_seats(self) -> int | None:
        """How many seats compare for majorities; None for all of them."""
        excluded = self.has_dummy and not self.house_rules.dummy_takes_awards
        return self.players if excluded else None

    @property
    def rules(self) -> "Ruleset":
        return RULESETS[self.ruleset]

    @property
    def hand_size(self) -> int:
        """Cards (or dice) that every seat is dealt in each round."""
        return self.rules.hand_sizes[self.seats]

    @property
    def max_cards(self) -> int:
        """The most cards or dice that a tableau may hold: a hand that two phones have entered."""
        return 2 * self.hand_size

    @property
    def reshuffles(self) -> bool:
        """Whether what was played, but for the desserts, goes back into the deck for the next
        round: in Party it does, in Sushi Go! only by a house rule, and dice go back into the bag.
        """
        return self.ruleset != "sushi-go" or self.house_rules.reshuffle_each_round

    @property
    def types(self) -> frozenset[str]:
        """The card types in this game, desserts included."""
        return _types_in(self)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One of the three games.

    Attributes:
        hand_sizes: cards or dice dealt to each seat, by number of seats.
        box: how many cards of each type the box holds (for Roll: see ``dice``).
        faces: how many of each face, for the types with several.
        tiebreak: between equal totals: ``pudding``, ``dessert-cards`` or ``pudding-icons``.
        points: of the types that look at nobody else, by how many one has of each kind; in a round
            and, ``end_points``, at the end of the game.
        places: of the types of which numbers are compared; puddings at the end of the game.
        across: the scorers of the other types that look at others, or at all cards.
        dice: Roll only: the types that one kind of die shows, with the number of such dice.
        tokens: Roll only: the tokens in the box.
    """

    slug: str
    hand_sizes: Mapping[int, int]
    box: Mapping[str, int]
    faces: Mapping[str, int]
    tiebreak: str
    types_in: Callable[[Setting], frozenset[str]]
    points: Mapping[str, Points]
    places: Callable[[Setting], dict[str, Places]]
    across: Callable[[Setting], dict[str, Compared]] = lambda _: {}
    end_points: Mapping[str, Points] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    dice: Mapping[tuple[str, ...], int] = field(default_factory=dict)
    tokens: Mapping[str, int] = field(default_factory=dict)

    @property
    def players(self) -> range:
        """The numbers of players that the rulebook allows."""
        return range(min(self.hand_sizes), max(self.hand_sizes) + 1)

    @property
    def alone(self) -> Mapping[str, Alone]:
        """The scorers of a round that look at nobody else."""
        return _alone(self.slug, at_end=False)

    def holds(self, faces: Mapping[str, int]) -> bool:
        """Whether so many cards or dice of each face are in the box."""
        types: Counter[str] = Counter()
        for face, number in faces.items():
            types[FACES[face].type] += number
        return (
            all(faces.get(face, 0) <= most for face, most in self.faces.items())
            and all(types[type_] <= most for type_, most in self.box.items())
            and all(sum(types[one] for one in kind) <= most for kind, most in self.dice.items())
        )

    @property
    def game_end_alone(self) -> Mapping[str, Alone]:
        """The scorers of the end of the game that look at nobody else."""
        return _alone(self.slug, at_end=True)

    def compared(self, setting: Setting) -> dict[str, Compared]:
        """The scorers of a round that look at others."""
        return {**self._of_places(setting, at_end=False), **self.across(setting)}

    def game_end_compared(self, setting: Setting) -> dict[str, Compared]:
        """The scorers of the end of the game that look at others."""
        return self._of_places(setting, at_end=True)

    def _of_places(self, setting: Setting, *, at_end: bool) -> dict[str, Compared]:
        return {
            type_: compared(type_, f"{self.slug}/{type_}", places.compare)
            for type_, places in self.places(setting).items()
            if (type_ in DESSERTS) == at_end
        }


@cache
def _alone(slug: str, *, at_end: bool) -> dict[str, Alone]:
    rules = RULESETS[slug]
    points = rules.end_points if at_end else rules.points
    return {type_: alone(type_, f"{slug}/{type_}", fn) for type_, fn in points.items()}


def fewest_lose(setting: Setting) -> bool:
    """Whether the fewest puddings or temaki cost points with so many players."""
    dummy = setting.has_dummy and setting.house_rules.dummy_brings_pudding_loss
    return setting.players > 2 or dummy


def _most_and_fewest(setting: Setting, prize: int) -> Places:
    """Ties in full: temaki, and puddings but in Sushi Go!. With two players nobody loses."""
    return Places(
        (prize,),
        fewest=-prize if fewest_lose(setting) else 0,
        least=0,
        equal=setting.players > 2 or setting.house_rules.two_player_tie_scores_most,
    )


def _unscored(*types: str) -> dict[str, Points]:
    """What scores nothing by itself, or nothing in a round."""
    return dict.fromkeys(types, sets.each(0))


# ------------------------------------------------------------------ Sushi Go!


def _sushi_go_types(setting: Setting) -> frozenset[str]:
    left_in_box = set() if SOY_SAUCE_PROMO in setting.variants else {"soy-sauce"}
    return frozenset(SUSHI_GO_BOX) - left_in_box


def _sushi_go_places(setting: Setting) -> dict[str, Places]:
    seats, zero = setting.competing_seats, setting.house_rules.zero_maki_scores
    fewest = -6 if fewest_lose(setting) else 0
    return {
        "maki": Places((6, 3), least=0 if zero else 1, seats=seats, shared=True),
        "pudding": Places((6,), fewest, least=0, seats=seats, shared=True, equal=False),
    }


def _sushi_go_across(setting: Setting) -> dict[str, Compared]:
    soy_sauce = colours.promo_soy_sauce(
        "sushi-go/soy-sauce",
        desserts=setting.house_rules.desserts_count_as_colours,
        seats=setting.competing_seats,
    )
    return {"soy-sauce": soy_sauce}


SUSHI_GO = Ruleset(
    slug="sushi-go",
    hand_sizes={2: 10, 3: 9, 4: 8, 5: 7},
    box=SUSHI_GO_BOX,
    faces=SUSHI_GO_FACES,
    tiebreak="pudding",
    types_in=_sushi_go_types,
    points={
        **_unscored("wasabi", "chopsticks", "pudding"),
        "nigiri": nigiri.nigiri_points,
        "tempura": sets.sets_of(*sets.SETS["tempura"]),
        "sashimi": sets.sets_of(*sets.SETS["sashimi"]),
        "dumpling": sets.dumpling_points,
    },
    places=_sushi_go_places,
    across=_sushi_go_across,
    variants=(PASS_BOTH_WAYS, TWO_PLAYER_DUMMY, SOY_SAUCE_PROMO),
)

# ------------------------------------------------------------------ Sushi Go Party!


def _party_places(setting: Setting) -> dict[str, Places]:
    return {
        "maki": Places(maki_prizes(setting.players)),
        "temaki": _most_and_fewest(setting, 4),
        "pudding": _most_and_fewest(setting, 6),
    }


def _party_across(setting: Setting) -> dict[str, Compared]:
    rules, slug = setting.house_rules, "sushi-go-party"
    desserts, flipped = rules.desserts_count_as_colours, rules.flipped_cards_share_a_colour
    return {
        "uramaki": uramaki(f"{slug}/uramaki", cascade=rules.uramaki_cascade),
        "edamame": by_opponents("edamame", f"{slug}/edamame"),
        "soy-sauce": colours.soy_sauce(f"{slug}/soy-sauce", desserts=desserts, flipped=flipped),
        "tea": colours.tea(f"{slug}/tea", desserts=desserts, flipped=flipped),
    }


SUSHI_GO_PARTY = Ruleset(
    slug="sushi-go-party",
    hand_sizes={2: 10, 3: 10, 4: 9, 5: 9, 6: 8, 7: 8, 8: 7},
    box=PARTY_BOX,
    faces=PARTY_FACES,
    tiebreak="dessert-cards",
    types_in=lambda setting: frozenset({"nigiri", *(setting.menu.types if setting.menu else ())}),
    points={
        **_unscored("wasabi", "chopsticks", "spoon", "menu", "special-order", *DESSERTS),
        "nigiri": nigiri.nigiri_points,
        "tempura": sets.sets_of(*sets.SETS["tempura"]),
        "sashimi": sets.sets_of(*sets.SETS["sashimi"]),
        "dumpling": sets.dumpling_points,
        "eel": sets.eel_points,
        "tofu": sets.tofu_points,
        "onigiri": sets.onigiri_points,
        "miso-soup": sets.each(3),
        "takeout-box": sets.each(2),
    },
    places=_party_places,
    across=_party_across,
    end_points={
        "green-tea-ice-cream": sets.sets_of(*sets.SETS["green-tea-ice-cream"]),
        "fruit": sets.fruit_points,
    },
)


def desserts_dealt_in(players: int, round_number: int) -> int:
    """How many dessert cards are shuffled into a Party deck up to a round: 5, 3 and 2 more, from
    six players on 7, 5 and 3 (Sushi Go Party! rulebook, Starting a Round)."""
    added = (5, 3, 2) if players <= 5 else (7, 5, 3)
    return sum(added[:round_number])


# ------------------------------------------------------------------ Sushi Roll


SUSHI_ROLL = Ruleset(
    slug="sushi-roll",
    hand_sizes={2: 8, 3: 7, 4: 6, 5: 5},
    box={},
    faces={},
    dice=ROLL_DICE,
    tokens=ROLL_TOKENS,
    tiebreak="pudding-icons",
    types_in=lambda _: frozenset(type_ for types in ROLL_DICE for type_ in types),
    points={
        **_unscored("wasabi", "menu", "chopsticks", "pudding"),
        "nigiri": nigiri.nigiri_points,
        **{type_: sets.roll_set_points(*points) for type_, points in sets.ROLL_SETS.items()},
    },
    places=lambda setting: {
        "maki": Places((6, 3)),
        "pudding": _most_and_fewest(setting, 6),
    },
    end_points={"tokens": sets.sets_of(*sets.SETS["tokens"])},
)

RULESETS: dict[str, Ruleset] = {
    ruleset.slug: ruleset for ruleset in (SUSHI_GO, SUSHI_GO_PARTY, SUSHI_ROLL)
}
BGG_IDS = {"sushi-go": 133473, "sushi-go-party": 192291}
"""The games' numbers at BoardGameGeek; Sushi Roll goes without one."""
MAX_SEATS = max(max(ruleset.players) for ruleset in RULESETS.values())


@lru_cache(maxsize=256)
def _types_in(setting: Setting) -> frozenset[str]:
    return setting.rules.types_in(setting)


@lru_cache(maxsize=256)
def faces_in(setting: Setting) -> tuple[str, ...]:
    """The faces that may lie face up in this game, in catalogue order."""
    dice = bool(setting.rules.dice)
    types = setting.types
    return tuple(
        face.slug for face in FACES.values() if face.type in types and (dice or not face.die_only)
    )
