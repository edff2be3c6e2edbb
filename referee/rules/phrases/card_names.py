"""What every card type is called, in every language: data."""

from collections.abc import Mapping
from typing import NamedTuple


class Names(NamedTuple):
    """What a type is called in one language.

    Attributes:
        read: the names that are read, separated by commas.
        spoken: how :func:`~.saying.tableau_words` says it, or its faces by their slugs; see
            :class:`~.words.Sayings`.
        misheard: what dictation makes of words in these names, separated by commas, by the word.
        kinds: the names that are read of what lies on it, of its shapes or its fruits.
    """

    read: str
    spoken: str | Mapping[str, str]
    misheard: Mapping[str, str] = {}
    kinds: Mapping[str, str] = {}


CARD_NAMES: dict[str, dict[str, Names]] = {
    "nigiri": {
        "en": Names("nigiri, nigiri sushi, sushi", {"egg-nigiri": "egg nigiri",
                "salmon-nigiri": "salmon nigiri", "squid-nigiri": "squid nigiri"},
            {"nigiri": "nigeri, nagiri, knee giri, ni giri, nigari, negiri",
                "squid": "squad, squib", "salmon": "salman, some men"}, kinds={
                "egg-nigiri": "egg, tamago, tamagoyaki, omelette, omelet, egg omelette",
                "salmon-nigiri": "salmon, sake",
                "squid-nigiri": "squid, ika, calamari",
            }),
        "es": Names("nigiri, sushi", {"egg-nigiri": "nigiri de tortilla",
                "salmon-nigiri": "nigiri de salmón", "squid-nigiri": "nigiri de calamar"},
            {"nigiri": "niguiri, ni giri, nigeri", "nigiris": "niguiris"}, kinds={
                "egg-nigiri": "tortilla, huevo, tamago, tortilla francesa, tortilla de huevo, "
                "omelette, omelet, tamagoyaki",
                "salmon-nigiri": "salmón, sake",
                "squid-nigiri": "calamar, ika, calamari, calamarcito",
            }),
    },
    "wasabi": {
        "en": Names("wasabi, horseradish", "wasabi", {"wasabi":
                "was abi, wasabee, was obby, was a bee, was abby, wa sabi, wasa bee, was a b, was "
                "sabi, with sabi, was a be, was robbie, was aby, wasob, was hobby, what's a bee, "
                "wasabe"}),
        "es": Names("wasabi, guasabi, rábano picante", "wasabi", {"wasabi":
                "guasavi, huasabi, was a vi, was abi, guas abi, guasa vi, guasa bi, va sabi, "
                "uasabi, wasavi, guasábi, wasap, guasap, wasapi, guasapi, huasavi, wasa bi, was "
                "obby"}),
    },
    "maki": {
        "en": Names("maki, maki roll, makizushi", {"maki-*": "maki roll/maki rolls"},
            {"maki": "macky, mackey, machi, mackie, mucky, marky, mocky, my key, mac key, monkey, "
                "mack e, maxi, mcky", "makis": "mackies"}),
        "es": Names("maki, rollo de maki, rollo maki, rollito de maki, maki roll",
            {"maki-*": "maki"}, {"maki": "maqui, macky, ma ki, mackie, maky, machi, maquí",
                "makis": "maquis, makys"}),
    },
    "temaki": {
        "en": Names("temaki, temaki roll, hand roll, handroll", "temaki",
            {"temaki": "te maki, tea maki, tomaki, tamaki, the mackey, te mackey, tee maki"}),
        "es": Names("temaki, rollo de temaki, rollo temaki, cono", "temaki",
            {"temaki": "te maki, te maqui, temaqui, tamaki, tema ki"}),
    },
    "uramaki": {
        "en": Names("uramaki, uramaki roll, inside out roll, california roll",
            {"uramaki-*": "uramaki"}, {"uramaki": "ura maki, you're a maki, your a maki, euro "
                "maki, aura maki, ora maki, oura maki, you're a mackey, ooh rah maki, ura "
                "mackey"}),
        "es": Names("uramaki, rollo de uramaki, rollo uramaki, rollo california",
            {"uramaki-*": "uramaki"}, {"uramaki": "ura maki, ura maqui, uramaqui, hora maki, oro "
                "maki, hura maki, ura ma ki", "uramakis": "uramaquis"}),
    },
    "tempura": {
        "en": Names("tempura, shrimp tempura, prawn tempura", "tempura",
            {"tempura": "temp ura, ten pura, temporary, temporal, temporada, tempora, temper a, "
                "tempera, temper, tempo ra, tem pura, 10 pura, ten poura, temp or a, temperer, ten "
                "poor a, temperature", "tempuras": "temporas, ten puras"}),
        "es": Names("tempura, tempura de gamba, tempura de gambas, tempura de langostinos",
            "tempura/tempuras+f", {"tempura": "temp ura, tenpura, temporada, temporal, témpora, "
                "ten pura, tem pura, 10 pura, en pura, tempera, témpera, templura, tiempo ra, "
                "tempo ra, temperatura, ten pora", "tempuras":
                "temporadas, temporales, témporas, ten puras, témperas, temperaturas"}),
    },
    "sashimi": {
        "en": Names("sashimi", "sashimi", {"sashimi": "sachimi, sushi me, sush imi, such a me, "
                "sash a me, sasha me, sushimi, sash imi, sashay me, sashi me, so she me, saw she "
                "me, sushi mi, sashimmy, such imi"}),
        "es": Names("sashimi", "sashimi", {"sashimi": "sasimi, sachimi, sa chimi, sushimi, sal "
                "chimi, sushi mi, sushi me, sa simi, sashi mi, chachimi, sacimi, sachini",
                "sashimis": "sachimis, sasimis"}),
    },
    "dumpling": {
        "en": Names("dumpling, gyoza, potsticker, pot sticker, jiaozi", "dumpling/dumplings",
            {"gyoza": "gioza, goza, gyozer, geo za", "dumpling":
                "dump ling, dumb ling, dumpin, jump ling", "dumplings":
                "dump lings, dumb lings, dumpins, jump lings"}),
        "es": Names("gyoza, empanadilla, empanadilla japonesa, dumpling", "gyoza/gyozas+f",
            {"gyoza": "guiosa, gioza, yoza, yosa, guioza, llosa, giosa, yo sa, yo za, joza, "
                "josa", "gyozas": "guiozas, llosas, giosas, yozas, yosas, guiosas, giozas, "
                "gyosas"}),
    },
    "eel": {
        "en": Names("eel, unagi", "eel/eels", {"unagi": "you know gi"}),
        "es": Names("anguila, unagi", "anguila/anguilas+f"),
    },
    "tofu": {
        "en": Names("tofu, bean curd, beancurd", "tofu", {"tofu":
                "to fu, toe food, two foo, toe fu, toe foo, to foo, tow food, toefl"}),
        "es": Names("tofu, queso de soja", "tofu/tofus", {"tofu": "to fu, todo fu, tufo"}),
    },
    "edamame": {
        "en": Names("edamame, edamame bean, edamame beans, soybean, soybeans, soy bean, soy beans, "
            "soya bean, soya beans", "edamame", {"edamame": "eda mame, eddie mommy, eddie mummy, "
                "eddy mommy, eddie mama, edam army, add a mommy, edam ami, eda mommy, edam mummy, "
                "eda mummy, edamommy, adam army"}),
        "es": Names("edamame, vaina de soja, vainas de soja, judía de soja, judías de soja, soja "
            "verde, vaina, vainas", "edamame/edamames", {"edamame":
                "eda mame, eda mami, edamami, edamané"}),
    },
    "miso-soup": {
        "en": Names("miso soup, miso, soup, misosoup, soup with miso, soup miso",
            "miso soup/miso soups", {"miso": "me so, mi so, mee so, me zo, mee sew, miss oh, meso, "
                "me sew", "miso soup": "meso soup"}),
        "es": Names("sopa de miso, sopa miso, miso, sopa, sopa con miso",
            "sopa de miso/sopas de miso+f", {"miso": "mi so, me so, mizo"}),
    },
    "onigiri": {
        "en": Names("onigiri, rice ball, riceball", {"onigiri-circle": "round onigiri",
                "onigiri-triangle": "triangular onigiri", "onigiri-square": "square onigiri",
                "onigiri-rectangle": "rectangular onigiri"}, {"onigiri":
                "o nigiri, oni giri, on a giri, oh nigiri, only giri"}, kinds={
                "circle": "round, circle, circular",
                "triangle": "triangle, triangular",
                "square": "square",
                "rectangle": "rectangle, rectangular, oblong",
            }),
        "es": Names("onigiri, bola de arroz, bolita de arroz", {
                "onigiri-circle": "onigiri redondo/onigiri redondos",
                "onigiri-triangle": "onigiri triangular/onigiri triangulares",
                "onigiri-square": "onigiri cuadrado/onigiri cuadrados",
                "onigiri-rectangle": "onigiri rectangular/onigiri rectangulares"},
            {"onigiri": "o nigiri, oni giri, o niguiri, oniguiri",
                "onigiris": "oniguiris"}, kinds={
                "circle": "redondo, redonda, círculo, circular",
                "triangle": "triángulo, triangular",
                "square": "cuadrado, cuadrada",
                "rectangle": "rectángulo, rectangular",
            }),
    },
    "chopsticks": {
        "en": Names("chopsticks, chopsticks card, chopstick, chopstick card, chop stick, chop "
            "sticks, stick, sticks, hashi", {"chopsticks": "chopsticks card/chopsticks cards",
                "chopsticks-*": "chopsticks"}, {"chopsticks":
                "chop stix, chapstick, chap sticks, chop six, chopstix"}),
        "es": Names("palillos, palillo, palito, palitos, palillos chinos, unos palillos, los "
            "palillos", {"chopsticks": "carta de palillos/cartas de palillos+f",
                "chopsticks-*": "palillos"}),
    },
    "spoon": {
        "en": Names("spoon, soup spoon", "spoon/spoons"),
        "es": Names("cuchara", "cuchara/cucharas+f"),
    },
    "menu": {
        "en": Names("menu", "menu/menus"),
        "es": Names("menú", "menú/menús"),
    },
    "special-order": {
        "en": Names("special order, special, chef's special", "special order/special orders"),
        "es": Names("pedido especial, orden especial, encargo especial, comanda especial, "
            "especial", "pedido especial/pedidos especiales"),
    },
    "takeout-box": {
        "en": Names("takeout box, take out box, takeout, take-out, takeaway, takeaway box, take "
            "away box, to go box, to go, box, doggy bag", "takeout box/takeout boxes"),
        "es": Names("caja para llevar, caja, para llevar, comida para llevar",
            "caja para llevar/cajas para llevar+f"),
    },
    "soy-sauce": {
        "en": Names("soy sauce, soya sauce, shoyu, soysauce", "soy sauce/soy sauces",
            {"soy sauce": "soy source, so sauce, soy saws, soya source"}),
        "es": Names("salsa de soja, salsa de soya, salsa soja, salsa soya, salsa",
            "salsa de soja/salsas de soja+f"),
    },
    "tea": {
        "en": Names("tea, cup of tea, teacup", "tea/teas"),
        "es": Names("té, taza de té", "té/tés"),
    },
    "pudding": {
        "en": Names("pudding, pudin, custard, flan, creme caramel", "pudding/puddings",
            {"custard": "custered", "pudding": "pudden, puddin"}),
        "es": Names("pudin, budín, flan, natilla, natillas, puding, pudding", "pudin/púdines",
            {"pudin": "pudim"}),
    },
    "green-tea-ice-cream": {
        "en": Names("green tea ice cream, ice cream, icecream, tea ice cream, matcha ice cream",
            "green tea ice cream/green tea ice creams"),
        "es": Names("helado de té verde, helado, helado de té, helado de matcha",
            "helado de té verde/helados de té verde"),
    },
    "fruit": {
        "en": Names("fruit", {"fruit-watermelon-watermelon":
                "fruit with two watermelons/fruits with two watermelons",
                "fruit-orange-orange": "fruit with two oranges/fruits with two oranges",
                "fruit-pineapple-pineapple": "fruit with two pineapples/fruits with two "
                "pineapples", "fruit-watermelon-orange": "watermelon and orange fruit/watermelon "
                "and orange fruits", "fruit-watermelon-pineapple":
                "watermelon and pineapple fruit/watermelon and pineapple fruits",
                "fruit-orange-pineapple": "orange and pineapple fruit/orange and pineapple "
                "fruits"}, kinds={
                "watermelon": "watermelon, water melon, melon",
                "orange": "orange",
                "pineapple": "pineapple, pine apple, ananas",
            }),
        "es": Names("fruta", {"fruit-watermelon-watermelon":
                "fruta con dos sandías/frutas con dos sandías+f",
                "fruit-orange-orange": "fruta con dos naranjas/frutas con dos naranjas+f",
                "fruit-pineapple-pineapple": "fruta con dos piñas/frutas con dos piñas+f",
                "fruit-watermelon-orange": "fruta con sandía y naranja/frutas con sandía y "
                "naranja+f", "fruit-watermelon-pineapple": "fruta con sandía y piña/frutas con "
                "sandía y piña+f", "fruit-orange-pineapple":
                "fruta con naranja y piña/frutas con naranja y piña+f"}, kinds={
                "watermelon": "sandía, melón de agua",
                "orange": "naranja",
                "pineapple": "piña, ananá, ananás",
            }),
    },
}  # fmt: skip

EITHER: dict[str, dict[str, str]] = {
    "en": {
        "green tea, matcha": "green-tea-ice-cream tea",
        "soy, soya": "soy-sauce edamame",
        "roll": "maki temaki uramaki",
        "bean": "edamame",
    },
    "es": {
        "té verde, matcha": "green-tea-ice-cream tea",
        "soja, soya": "soy-sauce edamame",
        "rollo, rollito": "maki temaki uramaki",
    },
}
"""What may mean several types, with these in one line: it is asked which."""


OTHER_NAMES: dict[str, dict[str, str]] = {
    "en": {
        "nigiri": "egg, tamago, omelette, salmon, sake, squid, ika",
        "wasabi": "horseradish, green paste",
        "maki": "makizushi, roll",
        "temaki": "hand roll, cone",
        "uramaki": "inside-out roll, California roll",
        "tempura": "shrimp, prawn, ebi",
        "sashimi": "raw fish",
        "dumpling": "gyoza, potsticker, ravioli",
        "eel": "unagi",
        "tofu": "bean curd",
        "edamame": "soybeans, beans",
        "miso-soup": "soup, bowl",
        "onigiri": "rice ball",
        "chopsticks": "sticks, hashi",
        "spoon": "ladle",
        "menu": "menu card",
        "special-order": "copy, joker",
        "takeout-box": "take-out, take-away, doggy bag, flipped cards",
        "soy-sauce": "shoyu",
        "tea": "cup of tea, cha",
        "pudding": "custard, flan, purin",
        "green-tea-ice-cream": "matcha, gelato",
        "fruit": "watermelon, orange, pineapple",
        "tokens": "leftover menus and chopsticks",
    },
    "es": {
        "nigiri": "tortilla, huevo, tamago, omelette, salmón, sake, calamar, ika, niguiri",
        "wasabi": "rábano picante, pasta verde",
        "maki": "makizushi, rollo, rollito",
        "temaki": "cono, cucurucho, rollo de mano",
        "uramaki": "rollo invertido, rollo California",
        "tempura": "gamba, langostino, camarón, ebi",
        "sashimi": "pescado crudo",
        "dumpling": "guioza, empanadilla, ravioli",
        "eel": "unagi",
        "tofu": "queso vegetal, cuajada",
        "edamame": "vainas, habas verdes",
        "miso-soup": "sopa, cuenco, caldo",
        "onigiri": "bola de arroz",
        "chopsticks": "palitos, hashi",
        "spoon": "cucharón, cucharilla",
        "menu": "carta de menú",
        "special-order": "copia, comodín, encargo",
        "takeout-box": "comida para llevar, envase, cartas boca abajo, cartas volteadas",
        "soy-sauce": "soya, shoyu",
        "tea": "taza de té, infusión, cha",
        "pudding": "pudín, budín, flan, natillas, purin",
        "green-tea-ice-cream": "matcha, gelato",
        "fruit": "sandía, naranja, piña, ananá",
        "tokens": "menús y palillos que sobran",
    },
}  # fmt: skip
"""What a type, or Roll's unused tokens, is called besides: shown with its rules, and read in
questions."""

ASKED_NAMES: dict[str, dict[str, str]] = {
    "en": {
        "nigiri": "tamagoyaki, sushi piece",
        "wasabi": "hot stuff, green stuff, spicy",
        "maki": "rolls",
        "temaki": "hand rolls",
        "uramaki": "inside out",
        "sashimi": "fish slices, slices of fish",
        "edamame": "green beans, pods, bean",
        "miso-soup": "broth",
        "onigiri": "rice triangle",
        "spoon": "spoons",
        "special-order": "order card, copycat, copy card, wildcard",
        "soy-sauce": "soy, sauce",
        "tea": "green tea",
        "pudding": "puds",
        "green-tea-ice-cream": "ice creams, green tea ice creams, ices",
        "tokens": "chips, counters, tokens",
    },
    "es": {
        "wasabi": "picante, verde picante",
        "maki": "rollos",
        "uramaki": "ura",
        "tempura": "gambas",
        "sashimi": "pescado",
        "edamame": "habas",
        "onigiri": "arroz",
        "spoon": "cucharas",
        "menu": "menus",
        "special-order": "pedido, carta que copia",
        "soy-sauce": "soja",
        "tea": "te verde",
        "green-tea-ice-cream": "helados, helados de te verde",
        "fruit": "melon",
        "tokens": "fichas",
    },
}  # fmt: skip
"""What it is called in questions alone: where cards are entered, these may mean something else."""


def read_names(language: str) -> dict[str, str]:
    """The names of each type that are read."""
    return {type_: names[language].read for type_, names in CARD_NAMES.items()}


def spoken_faces(language: str) -> dict[str, str]:
    """How each face is said."""
    faces: dict[str, str] = {}
    for type_, names in CARD_NAMES.items():
        spoken = names[language].spoken
        faces |= {type_: spoken} if isinstance(spoken, str) else spoken
    return faces


def misheard_words(language: str) -> dict[str, str]:
    """What dictation makes of a word of a name, and that word."""
    return {
        misheard: word
        for names in CARD_NAMES.values()
        for word, every in names[language].misheard.items()
        for misheard in every.split(", ")
    }


EMOJI = {
    "🍤": "tempura", "🥟": "dumpling", "🍮": "pudding", "🍙": "onigiri", "🥢": "chopsticks",
    "🥄": "spoon", "🥡": "takeout-box", "🫛": "edamame", "🍜": "miso-soup", "🍲": "miso-soup",
    "🥣": "miso-soup", "🍵": "tea", "🍦": "green-tea-ice-cream", "🍨": "green-tea-ice-cream",
    "🍧": "green-tea-ice-cream", "🍣": "nigiri", "🦑": "squid-nigiri", "🥚": "egg-nigiri",
    "🍳": "egg-nigiri", "🍉": "watermelon", "🍊": "orange", "🍍": "pineapple",
}  # fmt: skip
"""The emoji of a type, of what lies on a nigiri, or of a fruit."""
