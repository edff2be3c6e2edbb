"""A second referee, which shares nothing with the first: plain lists, from the rulebooks alone.

It reads a score sheet's document as it stands, and trusts it. What the rulebooks leave open is as
docs/rulings.md has it. Points are by type of card, as the lines of a result are.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

Card = tuple[str, str]
"""A card's type and what is printed on it: ("maki", "3"), ("flipped", "")."""
Points = list[dict[str, int]]
"""By seat the points of each type."""

NIGIRI = {"egg-nigiri": 1, "salmon-nigiri": 2, "squid-nigiri": 3}
WITH_ICONS = ("maki", "uramaki", "onigiri", "fruit")
DESSERTS = ("pudding", "green-tea-ice-cream", "fruit")
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
RULES = {
    "zero-maki-scores": False, "dummy-takes-awards": True, "dummy-brings-pudding-loss": True,
    "dummy-can-win": False, "two-player-tie-scores-most": True, "desserts-count-as-colours": True,
    "flipped-cards-share-a-colour": True, "uramaki-cascade": False,
}  # fmt: skip


# ------------------------------------------------------------------ reading


def card_of(face: str) -> Card:
    if face in NIGIRI:
        return "nigiri", face
    for type_ in WITH_ICONS:
        if face.startswith(f"{type_}-"):
            return type_, face.removeprefix(f"{type_}-")
    type_, _, icons = face.rpartition("-")
    return (type_, icons) if icons.isdigit() else (face, "1")


def read(text: str) -> tuple[list[Card], int]:
    """The cards of a tableau, copies as what they copy, and what their nigiri are worth."""
    cards, worth = [], 0
    for item in text.split():
        name, _, number = item.partition("*")
        for _ in range(int(number or 1)):
            if name.startswith("flipped"):
                cards.append(("flipped", ""))
                continue
            faces = [face.removeprefix("special-order:") for face in name.split("+")]
            cards += map(card_of, faces)
            worth += NIGIRI.get(faces[-1], 0) * (3 if len(faces) == 2 else 1)
    return cards, worth


def number_of(cards: Sequence[Card], type_: str) -> int:
    return sum(card[0] == type_ for card in cards)


def icons(cards: Sequence[Card], type_: str) -> int:
    return sum(int(printed) for of, printed in cards if of == type_)


# ------------------------------------------------------------------ comparing


def places(numbers: Sequence[int], awards: Sequence[int], *, from_: int = 1) -> list[int]:
    """Full points to everybody on a place; the next number has the next place."""
    ranked = sorted({n for n in numbers if n >= from_}, reverse=True)
    given = dict(zip(ranked, awards, strict=False))
    return [given.get(n, 0) for n in numbers]


def split(numbers: Sequence[int], points: int, number: int) -> list[int]:
    """Points shared by those who have that number, without the remainder."""
    shared = numbers.count(number)
    return [points // shared if n == number else 0 for n in numbers]


def maki_of_2014(numbers: Sequence[int], *, zero_scores: bool) -> list[int]:
    most = max(numbers)
    if not most and not zero_scores:
        return [0] * len(numbers)
    points = split(numbers, 6, most)
    others = [n for n in numbers if n < most and (n or zero_scores)]
    if numbers.count(most) == 1 and others:
        second = split(numbers, 3, max(others))
        points = [one + two for one, two in zip(points, second, strict=True)]
    return points


def puddings_of_2014(numbers: Sequence[int], *, has_loss: bool) -> list[int]:
    if len(set(numbers)) == 1:
        return [0] * len(numbers)
    points = split(numbers, 6, max(numbers))
    if has_loss:
        lost = split(numbers, 6, min(numbers))
        points = [one - two for one, two in zip(points, lost, strict=True)]
    return points


def most_and_fewest(numbers: Sequence[int], points: int, *, tie_of_two: bool) -> list[int]:
    """Full points to all who have most, and off all who have fewest; two lose nothing."""
    if len(numbers) == 2 and numbers[0] == numbers[1] and not tie_of_two:
        return [0, 0]
    most, fewest = max(numbers), min(numbers)
    has_loss = len(numbers) > 2
    return [points * (n == most) - points * (has_loss and n == fewest) for n in numbers]


def uramaki(
    claims: Sequence[Sequence[tuple[int, int]]], lying: list[int], *, cascade: bool
) -> list[int]:
    """Points of the race by seat: turn by turn, then who has most at the end of the round."""
    awards, taken, points = [8, 5, 2], 0, [0] * len(lying)

    def give(reached: Mapping[int, int], *, only_first: bool) -> None:
        nonlocal taken
        for number in sorted(set(reached.values()), reverse=True):
            if taken >= len(awards):
                return
            tied = [seat for seat, n in reached.items() if n == number]
            for seat in tied:
                points[seat] += awards[taken]
            taken += len(tied)
            if only_first:
                return

    for turn in claims:
        give(dict(turn), only_first=False)
    left = {seat: number for seat, number in enumerate(lying) if number}
    give(left, only_first=not cascade)
    return points


def colours(cards: Sequence[Card], rules: Mapping[str, bool]) -> Counter[str]:
    """How many cards of each background colour; nigiri and wasabi share one."""
    found = Counter("nigiri" if type_ == "wasabi" else type_ for type_, _ in cards)
    if not rules["desserts-count-as-colours"]:
        found = Counter({type_: n for type_, n in found.items() if type_ not in DESSERTS})
    if not rules["flipped-cards-share-a-colour"]:
        del found["flipped"]
    return found


# ------------------------------------------------------------------ a player's own cards


def sets(number: int, size: int, points: int) -> int:
    return number // size * points


def onigiri(cards: Sequence[Card]) -> int:
    shapes = Counter(shape for type_, shape in cards if type_ == "onigiri")
    total = 0
    while shapes:
        total += len(shapes) ** 2
        shapes = Counter({shape: n - 1 for shape, n in shapes.items() if n > 1})
    return total


def fruit(cards: Sequence[Card]) -> int:
    found = Counter(kind for type_, two in cards if type_ == "fruit" for kind in two.split("-"))
    kinds = ("watermelon", "orange", "pineapple")
    return sum((-2, 0, 1, 3, 6, 10)[min(found[kind], 5)] for kind in kinds)


def own_cards(cards: Sequence[Card]) -> dict[str, int]:
    """What the card games' types score that look at nobody else."""
    number = Counter(type_ for type_, _ in cards)
    return {
        "tempura": sets(number["tempura"], 2, 5),
        "sashimi": sets(number["sashimi"], 3, 10),
        "dumpling": (0, 1, 3, 6, 10, 15)[min(number["dumpling"], 5)],
        "eel": (0, -3, 7)[min(number["eel"], 2)],
        "tofu": (0, 2, 6, 0)[min(number["tofu"], 3)],
        "onigiri": onigiri(cards),
        "miso-soup": 3 * number["miso-soup"],
        "takeout-box": 2 * number["flipped"],
    }


def own_dice(cards: Sequence[Card]) -> dict[str, int]:
    tables = {"dumpling": (0, 2, 4, 8), "tempura": (0, 1, 5, 10), "sashimi": (0, 0, 6, 13)}
    return {
        type_: sets(icons(cards, type_), 3, worth[3]) + worth[icons(cards, type_) % 3]
        for type_, worth in tables.items()
    }


# ------------------------------------------------------------------ a round


def round_points(sheet: Mapping[str, Any], rules: Mapping[str, bool], round_: Any) -> Points:
    seats = seats_of(sheet)
    tables = [read(round_["tableaus"].get(name, "")) for name in seats]
    hands = [cards for cards, _ in tables]
    own = own_dice if sheet["ruleset"] == "sushi-roll" else own_cards
    points = [{"nigiri": worth} | own(cards) for cards, worth in tables]
    maki = [icons(cards, "maki") for cards in hands]
    if sheet["ruleset"] == "sushi-roll":
        add(points, "maki", places(maki, (6, 3)))
    elif sheet["ruleset"] == "sushi-go":
        awarded = awarded_seats(sheet, rules)
        zero = rules["zero-maki-scores"]
        add(points, "maki", maki_of_2014([maki[seat] for seat in awarded], zero_scores=zero))
        having = [seat for seat in awarded if number_of(hands[seat], "soy-sauce")]
        if having:
            shown = [len(colours(hands[seat], rules)) for seat in having]
            for seat, scored in zip(having, split(shown, 4, max(shown)), strict=True):
                points[seat]["soy-sauce"] = scored
    else:
        party(sheet, rules, round_, hands, points)
    return points


def party(sheet: Any, rules: Mapping[str, bool], round_: Any, hands: Any, points: Points) -> None:
    """What players of Party compare, and what is counted by colour."""
    seats, menu = sheet["players"], types_of(sheet["menu"])
    if "maki" in menu:
        awards = (6, 4, 2) if len(seats) >= 6 else (6, 3)
        add(points, "maki", places([icons(cards, "maki") for cards in hands], awards))
    if "temaki" in menu:
        numbers = [number_of(cards, "temaki") for cards in hands]
        tie = rules["two-player-tie-scores-most"]
        add(points, "temaki", most_and_fewest(numbers, 4, tie_of_two=tie))
    if "uramaki" in menu:
        turns = round_.get("uramaki_claims", [])
        claims = [[(seats.index(name), n) for name, n in turn.items()] for turn in turns]
        lying = [icons(cards, "uramaki") for cards in hands]
        add(points, "uramaki", uramaki(claims, lying, cascade=rules["uramaki-cascade"]))
    edamame = [number_of(cards, "edamame") for cards in hands]
    shown = [colours(cards, rules) for cards in hands]
    for seat, cards in enumerate(hands):
        others = sum(n > 0 for other, n in enumerate(edamame) if other != seat)
        points[seat]["edamame"] = edamame[seat] * min(4, others)
        is_first = len(shown[seat]) == max(map(len, shown))
        points[seat]["soy-sauce"] = 4 * is_first * number_of(cards, "soy-sauce")
        largest = max(shown[seat].values(), default=0)
        points[seat]["tea"] = largest * number_of(cards, "tea")


def add(points: Points, type_: str, scored: Sequence[int]) -> None:
    """Note what the first seats have scored; the dummy, the last, may have no part in it."""
    for of, n in zip(points, scored, strict=False):
        of[type_] = n


def seats_of(sheet: Mapping[str, Any]) -> list[str]:
    has_dummy = "two-player-dummy" in sheet.get("variants", ())
    return [*sheet["players"], *(["dummy"] if has_dummy else [])]


def awarded_seats(sheet: Mapping[str, Any], rules: Mapping[str, bool]) -> range:
    seats = seats_of(sheet) if rules["dummy-takes-awards"] else sheet["players"]
    return range(len(seats))


def types_of(menu: str | list[str]) -> list[str]:
    return MENUS[menu].split() if isinstance(menu, str) else menu


# ------------------------------------------------------------------ the end


def end_points(sheet: Mapping[str, Any], rules: Mapping[str, bool], kept: Any) -> Points:
    """What is scored after the last round, of each seat's desserts of all rounds."""
    points: Points = [{} for _ in kept]
    puddings = [icons(cards, "pudding") for cards in kept]
    tie = rules["two-player-tie-scores-most"]
    if sheet["ruleset"] == "sushi-go":
        seats = seats_of(sheet)
        has_loss = len(seats) > 2 and ("dummy" not in seats or rules["dummy-brings-pudding-loss"])
        compared = [puddings[seat] for seat in awarded_seats(sheet, rules)]
        add(points, "pudding", puddings_of_2014(compared, has_loss=has_loss))
    elif sheet["ruleset"] == "sushi-roll":
        add(points, "pudding", most_and_fewest(puddings, 6, tie_of_two=tie))
        held = [sheet["tokens_left"].get(name, {}) for name in sheet["players"]]
        add(points, "tokens", [sum(tokens.values()) // 2 for tokens in held])
    else:
        menu = types_of(sheet["menu"])
        if "pudding" in menu:
            add(points, "pudding", most_and_fewest(puddings, 6, tie_of_two=tie))
        if "fruit" in menu:
            add(points, "fruit", [fruit(cards) for cards in kept])
        cones = [number_of(cards, "green-tea-ice-cream") for cards in kept]
        add(points, "green-tea-ice-cream", [sets(n, 4, 12) for n in cones])
    return points


def score(sheet: Mapping[str, Any]) -> tuple[list[Points], dict[str, int], list[tuple[int, str]]]:
    """The points of the three rounds and of the end, the totals, and who stands on which rank."""
    rules, seats = RULES | sheet["house_rules"], seats_of(sheet)
    scored = [round_points(sheet, rules, round_) for round_ in sheet["rounds"]]
    cards: list[list[Card]] = [[] for _ in seats]
    for round_ in sheet["rounds"]:
        for seat, name in enumerate(seats):
            cards[seat] += read(round_["tableaus"].get(name, ""))[0]
    kept = [[card for card in of if card[0] in DESSERTS] for of in cards]
    scored.append(end_points(sheet, rules, kept))
    totals = {
        name: sum(sum(points[seat].values()) for points in scored)
        for seat, name in enumerate(seats)
    }
    # Party counts dessert cards, the dice their icons.
    is_party = sheet["ruleset"] == "sushi-go-party"
    broken = [len(of) if is_party else icons(of, "pudding") for of in kept]
    ranked = seats if rules["dummy-can-win"] else sheet["players"]
    by = {name: (totals[name], broken[seat]) for seat, name in enumerate(ranked)}
    ranks = [(1 + sum(other > by[name] for other in by.values()), name) for name in ranked]
    return scored, totals, sorted(ranks)


# ------------------------------------------------------------------ games at random

FACES = {
    "maki": [f"maki-{n}" for n in (1, 2, 3)],
    "uramaki": [f"uramaki-{n}" for n in (3, 4, 5)],
    "onigiri": [f"onigiri-{shape}" for shape in ("circle", "triangle", "square", "rectangle")],
    "fruit": ["fruit-watermelon-watermelon", "fruit-orange-orange", "fruit-pineapple-pineapple",
              "fruit-watermelon-orange", "fruit-watermelon-pineapple", "fruit-orange-pineapple"],
}  # fmt: skip
BOX = "maki tempura sashimi dumpling wasabi chopsticks pudding"
ROLLS, APPETIZERS = "maki temaki uramaki", "tempura sashimi dumpling eel tofu onigiri edamame"
SPECIALS = "chopsticks soy-sauce tea spoon special-order takeout-box wasabi menu"


def random_sheet(rng: Random) -> dict[str, Any]:
    """A game of three rounds with few kinds of cards in each, so that there are many ties."""
    ruleset = rng.choice(("sushi-go", "sushi-go-party", "sushi-roll"))
    sheet: dict[str, Any] = {"ruleset": ruleset, "house_rules": {}, "rounds": []}
    for name in rng.sample(list(RULES), rng.choice((0, 0, 1, 2, 8))):
        sheet["house_rules"][name] = rng.random() < 0.5
    number, types = rng.randint(2, 5), BOX
    if ruleset == "sushi-go":
        kinds = ("two-player-dummy", "soy-sauce-promo")
        sheet["variants"] = [kind for kind in kinds if rng.random() < 0.5]
        number = 2 if "two-player-dummy" in sheet["variants"] else number
        types += " soy-sauce" * ("soy-sauce-promo" in sheet["variants"])
    if ruleset == "sushi-go-party":
        sheet["menu"], number = rng.choice([*MENUS, _own_menu(rng)]), rng.randint(2, 8)
        types = " ".join(types_of(sheet["menu"]))
    sheet["players"] = rng.sample(("Ana", "Ben", "Cem", "Dan", "Eve", "Fay", "Gus", "Hal"), number)
    if ruleset == "sushi-roll":
        token = ("menu", "chopsticks")
        left = {name: {kind: rng.randint(0, 4) for kind in token} for name in sheet["players"]}
        sheet["tokens_left"] = left
    most = rng.choice((1, 4, 8, 8))  # cards; with few, totals are equal
    for _ in range(3):
        faces = _faces(rng, ruleset, types.split())
        tableaus = {name: _laid(rng, faces, types, most) for name in seats_of(sheet)}
        sheet["rounds"].append({"tableaus": tableaus})
        if "uramaki" in types and rng.random() < 0.6:
            turns = [
                rng.sample(sheet["players"], rng.randint(1, 2)) for _ in range(rng.randint(0, 3))
            ]
            claims = [{name: rng.randint(10, 12) for name in turn} for turn in turns]
            sheet["rounds"][-1]["uramaki_claims"] = claims
    return sheet


def _own_menu(rng: Random) -> list[str]:
    appetizers = rng.sample([*APPETIZERS.split(), "miso-soup"], 3)
    dessert = rng.choice(DESSERTS)
    return [rng.choice(ROLLS.split()), *appetizers, *rng.sample(SPECIALS.split(), 2), dessert]


def _faces(rng: Random, ruleset: str, types: Sequence[str]) -> list[str]:
    """Some of the faces that may lie on a table at the end of a round."""
    gone = ("menu", "takeout-box", "special-order")
    faces = [face for type_ in types if type_ not in gone for face in FACES.get(type_, [type_])]
    if ruleset == "sushi-roll":
        kinds = ("tempura", "sashimi", "dumpling", "pudding", "chopsticks")
        faces = [f"{face}-{n}" if face in kinds else face for face in faces for n in (1, 2, 3)]
    return rng.sample([*faces, *NIGIRI], rng.randint(1, min(8, len(faces))))


def _laid(rng: Random, faces: Sequence[str], types: str, most: int) -> str:
    """What lies in front of somebody: some of it copied, turned down, or on a wasabi."""
    items = []
    for face in rng.choices(faces, k=rng.randint(0, most)):
        item = face
        if "special-order" in types and rng.random() < 0.3:
            item = f"special-order:{face}"
        if face in NIGIRI and "wasabi" in types and rng.random() < 0.5:
            item = f"wasabi+{item}"
        elif "takeout-box" in types and rng.random() < 0.3:
            item = rng.choice(("flipped", f"flipped:{item}"))
        items.append(item)
    return " ".join(items)
