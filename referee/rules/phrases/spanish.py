"""Spanish, of Spain and of America; with the terms of the Spanish Sushi Go!"""

from .vocabulary import Kind, Sayings, Vocabulary

_UP_TO_29 = (
    "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
    "dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés "
    "veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve"
)
_TENS = ("treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa")


def number_words(number: int, feminine: bool = False) -> str:
    """1 to 99 in words, as they stand before a noun: veintiún, veintiuna."""
    if number < 30:
        words = _UP_TO_29.split()[number - 1]
    else:
        tens, units = divmod(number, 10)
        words = _TENS[tens - 3] + (f" y {_UP_TO_29.split()[units - 1]}" if units else "")
    if not words.endswith("uno"):
        return words
    if feminine:
        return f"{words[:-1]}a"
    return words.replace("veintiuno", "veintiún").removesuffix("o")


def plural(word: str) -> str:
    """The plural of a noun."""
    if word.endswith("z"):
        return f"{word[:-1]}ces"
    return f"{word}s" if word[-1] in "aeiouáéóú" else f"{word}es"


def _numbers() -> dict[str, int]:
    forms: dict[str, int] = {}
    for number in range(1, 100):
        words = number_words(number, feminine=True)
        for form in (words, number_words(number), words.removesuffix("a") + "o"):
            if form.endswith(("un", "ún", "una", "uno")) or form == words:
                forms[form] = number
    # "un" and "una" are articles.
    return {form: number for form, number in forms.items() if form not in ("un", "una")}


_FACES = {
    "egg-nigiri": "nigiri de tortilla", "salmon-nigiri": "nigiri de salmón",
    "squid-nigiri": "nigiri de calamar", "wasabi": "wasabi", "maki-*": "maki", "temaki": "temaki",
    "uramaki-*": "uramaki", "tempura": "tempura/tempuras+f", "sashimi": "sashimi",
    "dumpling": "gyoza/gyozas+f", "eel": "anguila/anguilas+f", "tofu": "tofu/tofus",
    "edamame": "edamame/edamames", "miso-soup": "sopa de miso/sopas de miso+f",
    "onigiri-circle": "onigiri redondo/onigiri redondos",
    "onigiri-triangle": "onigiri triangular/onigiri triangulares",
    "onigiri-square": "onigiri cuadrado/onigiri cuadrados",
    "onigiri-rectangle": "onigiri rectangular/onigiri rectangulares",
    "chopsticks": "carta de palillos/cartas de palillos+f", "chopsticks-*": "palillos",
    "spoon": "cuchara/cucharas+f", "menu": "menú/menús",
    "special-order": "pedido especial/pedidos especiales",
    "takeout-box": "caja para llevar/cajas para llevar+f",
    "soy-sauce": "salsa de soja/salsas de soja+f", "tea": "té/tés", "pudding": "pudin/púdines",
    "green-tea-ice-cream": "helado de té verde/helados de té verde",
    "fruit-watermelon-watermelon": "fruta con dos sandías/frutas con dos sandías+f",
    "fruit-orange-orange": "fruta con dos naranjas/frutas con dos naranjas+f",
    "fruit-pineapple-pineapple": "fruta con dos piñas/frutas con dos piñas+f",
    "fruit-watermelon-orange": "fruta con sandía y naranja/frutas con sandía y naranja+f",
    "fruit-watermelon-pineapple": "fruta con sandía y piña/frutas con sandía y piña+f",
    "fruit-orange-pineapple": "fruta con naranja y piña/frutas con naranja y piña+f",
}  # fmt: skip

SPANISH = Vocabulary(
    code="es",
    types={
        "nigiri": "nigiri",
        "wasabi": "wasabi, guasabi, rábano picante",
        "maki": "maki, rollo de maki, rollo maki, rollito de maki, maki roll",
        "temaki": "temaki, rollo de temaki, rollo temaki, cono",
        "uramaki": "uramaki, rollo de uramaki, rollo uramaki, rollo california",
        "tempura": "tempura, tempura de gamba, tempura de gambas, tempura de langostinos",
        "sashimi": "sashimi",
        "dumpling": "gyoza, empanadilla, empanadilla japonesa, dumpling",
        "eel": "anguila, unagi",
        "tofu": "tofu, queso de soja",
        "edamame": "edamame, vaina de soja, vainas de soja, judía de soja, judías de soja, soja "
        "verde, vaina, vainas",
        "miso-soup": "sopa de miso, sopa miso, miso, sopa, sopa con miso",
        "onigiri": "onigiri, bola de arroz, bolita de arroz",
        "chopsticks": "palillos, palillo, palito, palitos, palillos chinos, unos palillos, los "
        "palillos",
        "spoon": "cuchara",
        "menu": "menú",
        "special-order": "pedido especial, orden especial, encargo especial, comanda especial, "
        "especial",
        "takeout-box": "caja para llevar, caja, para llevar, comida para llevar",
        "soy-sauce": "salsa de soja, salsa de soya, salsa soja, salsa soya, salsa",
        "tea": "té, taza de té",
        "pudding": "pudin, budín, flan, natilla, natillas, puding, pudding",
        "green-tea-ice-cream": "helado de té verde, helado, helado de té, helado de matcha",
        "fruit": "fruta",
    },
    nigiri={
        "egg-nigiri": "tortilla, huevo, tamago, tortilla francesa, tortilla de huevo, omelette, "
        "omelet, tamagoyaki",
        "salmon-nigiri": "salmón, sake",
        "squid-nigiri": "calamar, ika, calamari",
    },
    fruits={
        "watermelon": "sandía, melón de agua",
        "orange": "naranja",
        "pineapple": "piña, ananá, ananás",
    },
    shapes={
        "circle": "redondo, redonda, círculo, circular",
        "triangle": "triángulo, triangular",
        "square": "cuadrado, cuadrada",
        "rectangle": "rectángulo, rectangular",
    },
    either={
        "té verde, matcha": "green-tea-ice-cream tea",
        "soja, soya": "soy-sauce edamame",
        "rollo, rollito": "maki temaki uramaki",
    },
    words={
        Kind.CARD: "carta, dado",
        Kind.ARTICLE: "un, una, otro, otra",
        Kind.ICON: "icono, símbolo, dibujo, icono cada uno, icono cada una",
        Kind.TIMES: "x, por, veces",
        Kind.OF: "de, del",
        Kind.MORE: "extra",
        Kind.WITH: "con, que tiene, que tienen",
        Kind.ON: "sobre, en, encima de, encima del, arriba de, arriba del",
        Kind.UNDER: "bajo, debajo de, debajo del",
        Kind.BESIDE: "junto a, junto al, al lado de, al lado del, fuera de, fuera del, aparte "
        "de, aparte del",
        Kind.WITHOUT: "sin, sin ningún",
        Kind.ALONE: "solo, sola, suelto, suelta, aparte",
        Kind.BARE: "",
        Kind.ON_IT: "encima, arriba, encima de él",
        Kind.COPYING: "copiando, copiando a, copiando al, que copia, que copia a, que copian, "
        "copia, como, que es, que hace de",
        Kind.COPY_OF: "copia de, copia del, una copia de, una copia del, copias de",
        Kind.ADD: "más, añade, añadir, añado, agrega, agregar, pon, poner, pongo, suma",
        Kind.MINUS: "menos",
        Kind.REMOVE: "quita, quitar, quito, quítame, elimina, eliminar, borra, borrar, resta, "
        "restar, retira, retirar, saca, sacar, descarta",
        Kind.TAKE: "",
        Kind.AWAY: "",
        Kind.FLIP: "voltea, voltear, volteo, gira, girar, giro, da la vuelta a, dar la vuelta a, "
        "doy la vuelta a, dale la vuelta a, da vuelta a, le doy la vuelta "
        "a, da la vuelta al, dar la vuelta al, doy la vuelta al, dale la vuelta al, da vuelta al, "
        "le doy la vuelta al, pon boca abajo, poner boca abajo, pongo boca abajo, da la vuelta",
        Kind.DOWN: "boca abajo, bocabajo, volteado, volteada, dado la vuelta, dada la vuelta, "
        "girado, girada, tapado, tapada",
        Kind.AND: "y, e, también, además",
        Kind.BREAK: "luego, y luego, después, y después, entonces, punto, coma, punto y coma, "
        "nueva línea",
        Kind.FILLER: "tengo, tenemos, hay, por favor, el, la, los, las, mi, mis, este, "
        "estos, estas, en la mesa, sobre la mesa, delante, delante de mí, aquí, otros, otras, "
        "que está, que están, está, están, quiero, quisiera, ponme, dame, eh, pues, bueno, vale, "
        "a ver, llevo, yo",
        Kind.QUANTITY: "no, ni, nada, ningún, ninguno, ninguna, cero, unos, unas, algún, "
        "algunos, algunas, algo de, varios, varias, muchos, muchas, pocos, pocas, todo, toda, "
        "todos, todas, cada, ambos, ambas, medio, media, excepto, salvo, pero, cien, ciento, en "
        "vez de, en lugar de, sino, al menos, por lo menos, más o menos, como mucho, cambia, "
        "cambiar, cambio, sustituye, sustituir, reemplaza, reemplazar, deshaz, "
        "deshacer, anula, cancela",
    },
    numbers=_numbers(),
    groups={
        "par": 2, "pareja": 2, "parejas": 2, "pares": 2, "dúo": 2, "trío": 3, "tríos": 3,
        "cuarteto": 4, "docena": 12,
    },
    multiples={
        "simple": 1, "sencillo": 1, "sencilla": 1, "doble": 2, "dobles": 2, "triple": 3,
        "triples": 3,
    },
    sounds={"do": "dos", "tre": "tres", "sei": "seis", "tras": "tres", "tos": "dos"},
    heard={
        "te maki": "temaki", "ura maki": "uramaki", "to fu": "tofu", "mi so": "miso",
        "eda mame": "edamame", "o nigiri": "onigiri", "temp ura": "tempura", "guiosa": "gyoza",
        "gioza": "gyoza", "yoza": "gyoza", "yosa": "gyoza", "maqui": "maki", "maquis": "makis",
        "niguiri": "nigiri", "guasavi": "wasabi", "huasabi": "wasabi", "sasimi": "sashimi",
        "tenpura": "tempura", "sin co": "cinco", "macky": "maki",
    },
    plural=plural,
    sayings=Sayings(
        faces=_FACES,
        icons={1: "con un icono"} | {n: f"con {number_words(n)} iconos" for n in range(2, 6)},
        number=number_words,
        on="con",
        copying="pedido especial copiando/pedidos especiales copiando",
        down="boca abajo",
        flipped="carta boca abajo/cartas boca abajo+f",
    ),
)  # fmt: skip
