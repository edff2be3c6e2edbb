"""Hypothesis strategies: tableaus and score sheets that can be read, be they possible or not.

Sheets are documents (plain JSON values), because what a person hands in is what must be trusted
to come out right.
"""

from functools import partial
from typing import Any

from hypothesis import strategies as st

from referee.rules import CARD_TYPES, FACES, NAMED_MENUS, RULESETS, SWITCHES
from referee.rules.names import name_key

NIGIRI = ("egg-nigiri", "salmon-nigiri", "squid-nigiri")
DESSERT_TYPES = ("pudding", "green-tea-ice-cream", "fruit")

faces = st.sampled_from(sorted(FACES))
nigiri = st.sampled_from(NIGIRI)
wasabi = st.sampled_from(("wasabi", "special-order:wasabi"))
copies = faces.map("special-order:{}".format)
laid_nigiri = nigiri | nigiri.map("special-order:{}".format)
pairs = st.builds("{}+{}".format, wasabi, laid_nigiri)
fronts = (faces | copies).map("flipped:{}".format)
flipped = st.just("flipped") | fronts
repeats = st.integers(1, 99)

items = faces | faces | copies | pairs | flipped
"""One item of a tableau without its number, plain cards more often than the others."""


def tableau_items(of: st.SearchStrategy[str] = items, most: int = 10) -> st.SearchStrategy:
    """Items with their numbers, as a list of pairs."""
    small = st.integers(1, 4)
    return st.lists(st.tuples(of, small | small | repeats), max_size=most)


def spelled(pairs_: list[tuple[str, int]]) -> str:
    """A line of the notation."""
    return " ".join(item if number == 1 else f"{item}*{number}" for item, number in pairs_)


tableau_texts = tableau_items().map(spelled)


@st.composite
def respelled(draw: st.DrawFn, pairs_: list[tuple[str, int]]) -> str:
    """Another spelling of the same tableau: other order, alike items apart, other separators,
    a die's single icon written out."""
    tokens: list[str] = []
    for item, number in pairs_:
        cut = draw(st.integers(0, number))
        tokens += [f"{_longer(draw, item)}*{part}" for part in (cut, number - cut) if part]
    separators = st.sampled_from((" ", ",", ", ", "  ", "\t", " , ", "\n"))
    text = draw(st.sampled_from(("", " ", ",")))
    for token in draw(st.permutations(tokens)):
        text += (token.removesuffix("*1") if draw(st.booleans()) else token) + draw(separators)
    return text


def _longer(draw: st.DrawFn, item: str) -> str:
    with_icons = ("tempura", "sashimi", "dumpling", "pudding", "menu", "chopsticks")
    return f"{item}-1" if item.endswith(with_icons) and draw(st.booleans()) else item


# ------------------------------------------------------------------ score sheets

any_character = st.characters(exclude_categories=("Cs",))
"""What hypothesis takes by itself, but not listed anew in each process, for three seconds."""
any_text = partial(st.text, any_character)
names = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cn", "Co")), min_size=1, max_size=8
).filter(lambda name: name_key(name) and name_key(name).lower() != "dummy")


@st.composite
def own_menus(draw: st.DrawFn) -> list[str]:
    """Seven types that make a menu: one roll, three appetizers, two specials, one dessert."""
    by_category: dict[str, list[str]] = {}
    for type_ in CARD_TYPES.values():
        by_category.setdefault(str(type_.category), []).append(type_.slug)
    chosen: list[str] = []
    for category, number in {"roll": 1, "appetizer": 3, "special": 2, "dessert": 1}.items():
        some = st.lists(
            st.sampled_from(by_category[category]), min_size=number, max_size=number, unique=True
        )
        chosen += draw(some)
    return draw(st.permutations(chosen))


menus = st.sampled_from(sorted(NAMED_MENUS)) | own_menus()
switches = st.dictionaries(st.sampled_from([s.name for s in SWITCHES]), st.booleans(), max_size=4)


@st.composite
def sheets(draw: st.DrawFn, rulesets: tuple[str, ...] = tuple(RULESETS)) -> dict[str, Any]:
    """A readable score sheet of any game; the cards on it need not be possible."""
    ruleset = draw(st.sampled_from(rulesets))
    sheet: dict[str, Any] = {"ruleset": ruleset, "house_rules": draw(switches)}
    most = 8 if ruleset == "sushi-go-party" else 5
    if ruleset == "sushi-go":
        known = ("pass-both-ways", "two-player-dummy", "soy-sauce-promo")
        sheet["variants"] = draw(st.lists(st.sampled_from(known), unique=True))
        most = 2 if "two-player-dummy" in sheet["variants"] else most
    if ruleset == "sushi-go-party":
        sheet["menu"] = draw(menus)
    players = draw(
        st.lists(names, min_size=2, max_size=most, unique_by=lambda n: name_key(n).lower())
    )
    seats = [*players, "dummy"] if "two-player-dummy" in sheet.get("variants", ()) else players
    sheet["players"] = players
    number = draw(st.integers(1, 3))
    sheet["rounds"] = [draw(_rounds(seats, ruleset)) for _ in range(number)]
    if ruleset == "sushi-roll":
        held = st.dictionaries(st.sampled_from(("menu", "chopsticks")), st.integers(0, 20))
        sheet["tokens_left"] = draw(st.dictionaries(st.sampled_from(players), held))
    if draw(st.booleans()):
        totals = st.dictionaries(st.sampled_from(players), st.integers(-30, 200))
        sheet["claimed"] = draw(totals)
    return sheet


@st.composite
def _rounds(draw: st.DrawFn, seats: list[str], ruleset: str) -> dict[str, Any]:
    of_game = st.sampled_from(_usual_faces(ruleset))
    texts = tableau_items(of_game | items, most=7).map(spelled)
    round_: dict[str, Any] = {
        "tableaus": {name: draw(texts) for name in seats if draw(st.integers(0, 9))}
    }
    if ruleset == "sushi-go-party" and draw(st.booleans()):
        turn = st.dictionaries(st.sampled_from(seats), st.integers(8, 14), max_size=3)
        round_["uramaki_claims"] = draw(st.lists(turn, max_size=4))
    return round_


def _usual_faces(ruleset: str) -> list[str]:
    types = RULESETS[ruleset].box or {t: 1 for group in RULESETS[ruleset].dice for t in group}
    return [face.slug for face in FACES.values() if face.type in types]
