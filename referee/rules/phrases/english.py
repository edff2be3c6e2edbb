"""English, British and American."""

from .vocabulary import Kind, Sayings, Vocabulary

_UP_TO_19 = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def number_words(number: int, feminine: bool = False) -> str:
    """1 to 99 in words, the same for every gender."""
    if number < 20:
        return _UP_TO_19.split()[number - 1]
    tens, units = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{number_words(units)}" if units else "")


def plural(word: str) -> str:
    """The plural of a noun."""
    if word.endswith(("x", "ch", "sh", "ss")):
        return f"{word}es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


_FACES = {
    "egg-nigiri": "egg nigiri", "salmon-nigiri": "salmon nigiri", "squid-nigiri": "squid nigiri",
    "wasabi": "wasabi", "maki-*": "maki roll/maki rolls", "temaki": "temaki",
    "uramaki-*": "uramaki", "tempura": "tempura", "sashimi": "sashimi",
    "dumpling": "dumpling/dumplings", "eel": "eel/eels", "tofu": "tofu", "edamame": "edamame",
    "miso-soup": "miso soup/miso soups", "onigiri-circle": "round onigiri",
    "onigiri-triangle": "triangular onigiri", "onigiri-square": "square onigiri",
    "onigiri-rectangle": "rectangular onigiri", "chopsticks": "chopsticks card/chopsticks cards",
    "chopsticks-*": "chopsticks", "spoon": "spoon/spoons", "menu": "menu/menus",
    "special-order": "special order/special orders", "takeout-box": "takeout box/takeout boxes",
    "soy-sauce": "soy sauce/soy sauces", "tea": "tea/teas", "pudding": "pudding/puddings",
    "green-tea-ice-cream": "green tea ice cream/green tea ice creams",
    "fruit-watermelon-watermelon": "fruit with two watermelons/fruits with two watermelons",
    "fruit-orange-orange": "fruit with two oranges/fruits with two oranges",
    "fruit-pineapple-pineapple": "fruit with two pineapples/fruits with two pineapples",
    "fruit-watermelon-orange": "watermelon and orange fruit/watermelon and orange fruits",
    "fruit-watermelon-pineapple": "watermelon and pineapple fruit/watermelon and pineapple fruits",
    "fruit-orange-pineapple": "orange and pineapple fruit/orange and pineapple fruits",
}  # fmt: skip

ENGLISH = Vocabulary(
    code="en",
    types={
        "nigiri": "nigiri, nigiri sushi",
        "wasabi": "wasabi, horseradish",
        "maki": "maki, maki roll, makizushi",
        "temaki": "temaki, temaki roll, hand roll, handroll",
        "uramaki": "uramaki, uramaki roll, inside out roll, california roll",
        "tempura": "tempura, shrimp tempura, prawn tempura",
        "sashimi": "sashimi",
        "dumpling": "dumpling, gyoza, potsticker, pot sticker, jiaozi",
        "eel": "eel, unagi",
        "tofu": "tofu, bean curd, beancurd",
        "edamame": "edamame, edamame bean, edamame beans, soybean, soybeans, soy bean, soy "
        "beans, soya bean, soya beans",
        "miso-soup": "miso soup, miso, soup, misosoup, soup with miso, soup miso",
        "onigiri": "onigiri, rice ball, riceball",
        "chopsticks": "chopsticks, chopsticks card, chopstick, chopstick card, chop stick, "
        "chop sticks, stick, sticks, hashi",
        "spoon": "spoon, soup spoon",
        "menu": "menu",
        "special-order": "special order, special, chef's special",
        "takeout-box": "takeout box, take out box, takeout, take-out, takeaway, takeaway box, "
        "take away box, to go box, to go, box, doggy bag",
        "soy-sauce": "soy sauce, soya sauce, shoyu, soysauce",
        "tea": "tea, cup of tea, teacup",
        "pudding": "pudding, pudin, custard, flan, creme caramel",
        "green-tea-ice-cream": "green tea ice cream, ice cream, icecream, tea ice cream, matcha "
        "ice cream",
        "fruit": "fruit",
    },
    nigiri={
        "egg-nigiri": "egg, tamago, tamagoyaki, omelette, omelet, egg omelette",
        "salmon-nigiri": "salmon, sake",
        "squid-nigiri": "squid, ika, calamari",
    },
    fruits={
        "watermelon": "watermelon, water melon, melon",
        "orange": "orange",
        "pineapple": "pineapple, pine apple, ananas",
    },
    shapes={
        "circle": "round, circle, circular",
        "triangle": "triangle, triangular",
        "square": "square",
        "rectangle": "rectangle, rectangular, oblong",
    },
    either={
        "green tea, matcha": "green-tea-ice-cream tea",
        "soy, soya": "soy-sauce edamame",
        "roll": "maki temaki uramaki",
        "bean": "edamame",
    },
    words={
        Kind.CARD: "card, die, dice",
        Kind.ARTICLE: "a, an, another",
        Kind.ICON: "icon, symbol, pip, icon each",
        Kind.TIMES: "x, times",
        Kind.OF: "of",
        Kind.MORE: "more, extra, additional",
        Kind.WITH: "with, having, showing, that has, which has",
        Kind.ON: "on, onto, over, on top of, atop, upon, in, dipped in",
        Kind.UNDER: "under, below, beneath, underneath",
        Kind.BESIDE: "beside, besides, next to, off, not on, away from",
        Kind.WITHOUT: "without, without any",
        Kind.ALONE: "alone, by itself, on its own",
        Kind.BARE: "bare, plain, no wasabi, with no wasabi",
        Kind.ON_IT: "on it, on top, on them, on that, on top of it",
        Kind.COPYING: "copying, copies, copied, that copies, which copies, copying as, as, "
        "acting as, used as, being",
        Kind.COPY_OF: "copy of, a copy of, copies of",
        Kind.ADD: "add, plus, put, place, lay, play, put down, add on",
        Kind.MINUS: "minus, less, fewer",
        Kind.REMOVE: "remove, take away, take off, take back, delete, drop, subtract, discard, "
        "get rid of",
        Kind.TAKE: "take",
        Kind.AWAY: "away, back",
        Kind.FLIP: "flip, flip over, turn over, turn down, turn, turn face down, flip down",
        Kind.DOWN: "face down, facedown, face-down, flipped, flipped over, upside down, turned "
        "over, turned down, turned face down, faced down",
        Kind.AND: "and, also, as well as",
        Kind.BREAK: "then, and then, next, after that, as well, full stop, period, comma, new line",
        Kind.FILLER: "i have, i've, i've got, i got, i have got, have, got, i, there is, there "
        "are, there's, please, the, my, this, these, those, on the table, in front of me, here, "
        "other, um, uh, er, well, so, okay, ok, just, only, we have, it's, it is, that is, that "
        "are, which is, which are, are, is, lying, lies, i want, i'd like, i want to, i'd like "
        "to",
        Kind.QUANTITY: "no, not, none, never, don't, do not, zero, nought, some, several, few, "
        "many, any, all, every, each, both, half, except, but, lots of, hundred, instead of, "
        "take out, last, more or less, at least, at most, swap, replace, change, "
        "exchange, undo, cancel",
    },
    numbers={
        form: n
        for n in range(1, 100)
        for form in (number_words(n).replace("-", " "), number_words(n).replace("-", ""))
    },
    groups={
        form: number
        for words, number in (
            ("pair", 2), ("couple", 2), ("duo", 2), ("trio", 3), ("triplet", 3), ("threesome", 3),
            ("quartet", 4), ("dozen", 12),
        )
        for form in (words, plural(words))
    },
    multiples={"single": 1, "double": 2, "triple": 3, "treble": 3},
    sounds={
        "to": "two", "too": "two", "for": "four", "fore": "four", "won": "one", "ate": "eight",
        "tree": "three", "free": "three", "sicks": "six", "tu": "two",
    },
    heard={
        "macky": "maki", "mackey": "maki", "machi": "maki", "mackie": "maki", "mucky": "maki",
        "te maki": "temaki", "ura maki": "uramaki", "to fu": "tofu", "toe food": "tofu",
        "me so": "miso", "mi so": "miso", "was abi": "wasabi", "wasabee": "wasabi",
        "eda mame": "edamame", "o nigiri": "onigiri", "temp ura": "tempura", "gioza": "gyoza",
        "sachimi": "sashimi", "nigeri": "nigiri", "custered": "custard",
    },
    plural=plural,
    sayings=Sayings(
        faces=_FACES,
        icons={1: "with one icon"} | {n: f"with {number_words(n)} icons" for n in range(2, 6)},
        number=number_words,
        on="on",
        copying="special order copying/special orders copying",
        down="face down",
        flipped="face-down card/face-down cards",
    ),
)  # fmt: skip
