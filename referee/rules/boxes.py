"""What the three boxes hold: data, from the rulebooks' Contents. Of Party's faces no list is
published: they are as printed on the cards."""

from .cards import CARD_TYPES

SUSHI_GO_BOX = {
    "nigiri": 20,
    "wasabi": 6,
    "maki": 26,
    "tempura": 14,
    "sashimi": 14,
    "dumpling": 14,
    "chopsticks": 4,
    "soy-sauce": 4,
    "pudding": 10,
}
SUSHI_GO_FACES = {
    "egg-nigiri": 5,
    "salmon-nigiri": 10,
    "squid-nigiri": 5,
    "maki-1": 6,
    "maki-2": 12,
    "maki-3": 8,
}

_PARTY_BOX_BY_CATEGORY = {"nigiri": 12, "roll": 12, "appetizer": 8, "special": 3, "dessert": 15}
PARTY_BOX = {t.slug: _PARTY_BOX_BY_CATEGORY[t.category] for t in CARD_TYPES.values()}
PARTY_FACES = {
    "egg-nigiri": 4,
    "salmon-nigiri": 5,
    "squid-nigiri": 3,
    "maki-1": 4,
    "maki-2": 5,
    "maki-3": 3,
    "uramaki-3": 4,
    "uramaki-4": 4,
    "uramaki-5": 4,
    "onigiri-circle": 2,
    "onigiri-triangle": 2,
    "onigiri-square": 2,
    "onigiri-rectangle": 2,
    "fruit-watermelon-watermelon": 2,
    "fruit-orange-orange": 2,
    "fruit-pineapple-pineapple": 2,
    "fruit-watermelon-orange": 3,
    "fruit-watermelon-pineapple": 3,
    "fruit-orange-pineapple": 3,
}

ROLL_DICE = {
    ("tempura", "sashimi", "dumpling"): 10,
    ("maki",): 6,
    ("nigiri",): 5,
    ("wasabi", "menu", "chopsticks"): 5,
    ("pudding",): 4,
}
"""The dice of each kind, named by the types that they show."""
ROLL_TOKENS = {"menu": 18, "chopsticks": 12}
ROLL_FIRST_TOKENS = {"chopsticks": 2, "menu": 3}
"""What each player of Sushi Roll takes once, before the first round (rulebook, Set Up)."""
