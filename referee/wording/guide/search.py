"""Finding a card by any of its names or by what is said of it."""

import re
import unicodedata
from collections.abc import Iterable

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import get_language, override, pgettext, pgettext_lazy

from ..names import type_name

MAX_QUERY = 80
"""Characters of a query that are read."""


def words(text: str) -> tuple[str, ...]:
    """The words of a text for comparing: without case, accents and punctuation."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return tuple(re.findall(r"\w+", letters))


def matches(query: str, texts: Iterable[str]) -> bool:
    """Whether every word of the query is the start of some word of the texts.

    An English or Spanish plural finds its singular: "gyozas" finds "gyoza". The little words
    between others are left out: "nigiri de calamar". A query without any word finds nothing.
    """
    little = words(
        pgettext("little words that a search leaves out, with spaces", "a an and of on the with")
    )
    typed = words(query)
    wanted = [word for word in typed if word not in little] or typed
    held = {word for text in texts for word in words(text)}
    return bool(wanted) and all(_is_among(word, held) for word in wanted)


def _is_among(word: str, held: set[str]) -> bool:
    starts = {word}
    if len(word) > 3:
        starts |= {word.removesuffix("s"), word.removesuffix("es")}
    return any(found.startswith(tuple(starts)) for found in held)


_OTHER_NAMES: dict[str, Promise] = {
    "nigiri": pgettext_lazy(
        "other names, with commas", "egg, tamago, omelette, salmon, sake, squid, ika, sushi"
    ),
    "wasabi": pgettext_lazy("other names, with commas", "horseradish, green paste"),
    "maki": pgettext_lazy("other names, with commas", "makizushi, roll, sushi roll"),
    "temaki": pgettext_lazy("other names, with commas", "hand roll, cone"),
    "uramaki": pgettext_lazy("other names, with commas", "inside-out roll, California roll"),
    "tempura": pgettext_lazy("other names, with commas", "shrimp, prawn, ebi"),
    "sashimi": pgettext_lazy("other names, with commas", "raw fish"),
    "dumpling": pgettext_lazy("other names, with commas", "gyoza, potsticker, ravioli"),
    "eel": pgettext_lazy("other names, with commas", "unagi"),
    "tofu": pgettext_lazy("other names, with commas", "bean curd"),
    "edamame": pgettext_lazy("other names, with commas", "soybeans, beans"),
    "miso-soup": pgettext_lazy("other names, with commas", "soup, bowl"),
    "onigiri": pgettext_lazy("other names, with commas", "rice ball"),
    "chopsticks": pgettext_lazy("other names, with commas", "sticks, hashi"),
    "spoon": pgettext_lazy("other names, with commas", "ladle"),
    "menu": pgettext_lazy("other names, with commas", "menu card"),
    "special-order": pgettext_lazy("other names, with commas", "copy, joker"),
    "takeout-box": pgettext_lazy(
        "other names, with commas", "take-out, take-away, doggy bag, flipped cards"
    ),
    "soy-sauce": pgettext_lazy("other names, with commas", "shoyu"),
    "tea": pgettext_lazy("other names, with commas", "cup of tea, cha"),
    "pudding": pgettext_lazy("other names, with commas", "custard, flan, purin"),
    "green-tea-ice-cream": pgettext_lazy("other names, with commas", "matcha, gelato"),
    "fruit": pgettext_lazy("other names, with commas", "watermelon, orange, pineapple"),
    "tokens": pgettext_lazy("other names, with commas", "leftover menus and chopsticks"),
}


def other_names(type_: str) -> str:
    """Other names of a type in the language in use, with commas between them."""
    return str(_OTHER_NAMES[type_])


def names_elsewhere(type_: str) -> tuple[str, ...]:
    """What a type is called in the languages that are not in use, other names included.

    The cards on the table may be of another edition than the language of the phone.
    """
    found: list[str] = []
    for code, _name in settings.LANGUAGES:
        if code != get_language():
            with override(code):
                found += (type_name(type_), other_names(type_))
    return tuple(found)
