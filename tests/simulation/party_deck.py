"""What Sushi Go Party! is played with: cards, menus, deals."""

from random import Random

from .place import Card

ROLLS = ("maki", "temaki", "uramaki")
APPETIZERS = (
    "tempura",
    "sashimi",
    "dumpling",
    "eel",
    "tofu",
    "onigiri",
    "edamame",
    "miso-soup",
)
SPECIALS = (
    "chopsticks",
    "soy-sauce",
    "tea",
    "menu",
    "spoon",
    "special-order",
    "takeout-box",
    "wasabi",
)
DESSERTS = ("pudding", "green-tea-ice-cream", "fruit")

_FACES = {
    "nigiri": {"egg-nigiri": 4, "salmon-nigiri": 5, "squid-nigiri": 3},
    "maki": {"maki-1": 4, "maki-2": 5, "maki-3": 3},
    "uramaki": {"uramaki-3": 4, "uramaki-4": 4, "uramaki-5": 4},
    "onigiri": {
        "onigiri-circle": 2,
        "onigiri-triangle": 2,
        "onigiri-square": 2,
        "onigiri-rectangle": 2,
    },
    "fruit": {
        "fruit-watermelon-watermelon": 2,
        "fruit-pineapple-pineapple": 2,
        "fruit-orange-orange": 2,
        "fruit-watermelon-pineapple": 3,
        "fruit-watermelon-orange": 3,
        "fruit-orange-pineapple": 3,
    },
}
_NUMBERS = {
    "chopsticks": (1, 2, 3),
    "spoon": (4, 5, 6),
    "menu": (7, 8, 9),
    "takeout-box": (10, 11, 12),
}

MENUS = {
    "my-first-meal": "maki tempura sashimi miso-soup wasabi tea green-tea-ice-cream",
    "sushi-go": "maki tempura sashimi dumpling chopsticks wasabi pudding",
    "party-sampler": "temaki tempura dumpling tofu wasabi menu green-tea-ice-cream",
    "master-menu": "temaki onigiri tofu sashimi spoon takeout-box fruit",
    "points-platter": "uramaki onigiri dumpling edamame special-order tea green-tea-ice-cream",
    "cutthroat-combo": "temaki eel tofu miso-soup spoon soy-sauce pudding",
    "big-banquet": "maki tempura dumpling eel spoon chopsticks green-tea-ice-cream",
    "dinner-for-two": "uramaki onigiri tofu miso-soup menu special-order fruit",
}
HAND = {2: 10, 3: 10, 4: 9, 5: 9, 6: 8, 7: 8, 8: 7}


def desserts_added(players: int) -> tuple[int, int, int]:
    """Dessert cards that come into the deck before each round."""
    return (5, 3, 2) if players <= 5 else (7, 5, 3)


def legal_players(types: tuple[str, ...]) -> list[int]:
    """The numbers of players that may use these cards."""
    most = 6 if {"menu", "special-order"} & set(types) else 8
    fewest = 3 if {"spoon", "edamame"} & set(types) else 2
    return list(range(fewest, most + 1))


def own_menu(rng: Random, players: int) -> tuple[str, ...]:
    """A menu that somebody put together, and that this number of players may use."""
    while True:
        types = (
            rng.choice(ROLLS),
            *rng.sample(APPETIZERS, 3),
            *rng.sample(SPECIALS, 2),
            rng.choice(DESSERTS),
        )
        if players in legal_players(types):
            return types


def cards_of(type_: str) -> list[Card]:
    """All cards of one type."""
    if type_ in _NUMBERS:
        return [Card(type_, number) for number in _NUMBERS[type_]]
    alike = 3 if type_ in SPECIALS else 8 if type_ in APPETIZERS else 12 if type_ in ROLLS else 15
    faces = _FACES.get(type_, {type_: alike})
    return [Card(face) for face, number in faces.items() for _ in range(number)]
