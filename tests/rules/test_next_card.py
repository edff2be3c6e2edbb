"""What one more card would bring while a round is being entered: known answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules import CARD_TYPES, FACES, Setting, parse_tableau
from referee.rules.cards import UNCOPYABLE
from referee.rules.house_rules import HouseRules
from referee.rules.menus import named_menu, own_menu
from referee.rules.next_card import next_cards, score_so_far
from referee.rules.rulesets import faces_in
from referee.rules.scoring.plan import score_round
from referee.rules.wasabi_pairing import LaidCard, landing, tableau_of

SUSHI_GO = Setting("sushi-go", 2)
PARTY = Setting("sushi-go-party", 3, named_menu("party-sampler"))
PARTY_OF_TWO = Setting("sushi-go-party", 2, named_menu("party-sampler"))
FRUIT = Setting("sushi-go-party", 3, named_menu("master-menu"))
ROLL = Setting("sushi-roll", 2)

# What lies there, what the other has, the face asked about, the points, the place in its set.
ANSWERS = [
    (SUSHI_GO, "", "", "tempura", 0, (1, 2)),
    (SUSHI_GO, "tempura", "", "tempura", 5, (2, 2)),
    (SUSHI_GO, "tempura tempura", "", "tempura", 0, (1, 2)),
    (SUSHI_GO, "sashimi", "", "sashimi", 0, (2, 3)),
    (SUSHI_GO, "sashimi sashimi", "", "sashimi", 10, (3, 3)),
    (SUSHI_GO, "dumpling dumpling", "", "dumpling", 3, None),
    (SUSHI_GO, "", "", "squid-nigiri", 3, None),
    (SUSHI_GO, "wasabi", "", "squid-nigiri", 9, None),
    (SUSHI_GO, "", "maki-3", "maki-2", 3, None),
    (SUSHI_GO, "maki-2", "maki-3", "maki-2", 3, None),
    (SUSHI_GO, "maki-3", "maki-3", "maki-1", 3, None),
    (SUSHI_GO, "", "", "pudding", 0, None),
    (PARTY, "tofu tofu", "", "tofu", -6, None),
    (PARTY, "tofu", "", "tofu", 4, None),
    (PARTY, "", "", "temaki", 4, None),
    (PARTY, "", "", "green-tea-ice-cream", 0, (1, 4)),
    # Two players without temaki do not share the first place before the first card lies.
    (PARTY_OF_TWO, "", "", "temaki", 4, None),
    (PARTY_OF_TWO, "temaki", "temaki temaki", "temaki", 4, None),
    # At the end of the game: 0 for one icon of a fruit, 1 for two, 3 for three, -2 for none.
    (FRUIT, "", "", "fruit-orange-orange", 3, None),
    (FRUIT, "", "", "fruit-watermelon-orange", 4, None),
    (FRUIT, "fruit-orange-orange", "", "fruit-watermelon-orange", 4, None),
    (FRUIT, "fruit-orange-orange fruit-watermelon-orange", "", "fruit-orange-orange", 7, None),
    (ROLL, "tempura-2", "", "tempura", 5, None),
    (ROLL, "", "", "sashimi-3", 13, None),
]


@pytest.mark.parametrize(("setting", "mine", "other", "face", "points", "place"), ANSWERS)
def test_the_next_card_brings(setting, mine, other, face, points, place) -> None:
    cards = [LaidCard(name, id=at) for at, name in enumerate(mine.split())]
    rest = [parse_tableau(other)] + [parse_tableau("")] * (setting.players - 2)
    tableaus = [tableau_of(cards), *rest]
    answer = next_cards(setting, tableaus, (), 0, cards, [face])[face]
    assert (answer.points, answer.set_place) == (points, place)


def party(types: str, **house_rules: bool) -> Setting:
    menu = own_menu(types.split())
    return Setting("sushi-go-party", 3, menu, house_rules=HouseRules(**house_rules))


# With all that looks at more than its own cards.
SETTINGS = [
    PARTY,
    ROLL,
    party(
        "maki tempura tofu edamame wasabi takeout-box pudding", flipped_nigiri_frees_wasabi=False
    ),
    party("temaki eel miso-soup onigiri tea special-order pudding"),
    party("maki eel tofu dumpling soy-sauce wasabi green-tea-ice-cream"),
]


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Setting, list[LaidCard]]:
    """A game, and cards as they may lie in it."""
    setting = draw(st.sampled_from(SETTINGS))
    often = [face for face in faces_in(setting) if FACES[face].type in ("nigiri", "wasabi")]
    may_flip, may_copy = ({one} <= setting.types for one in ("takeout-box", "special-order"))

    def laid(face: str) -> LaidCard:
        copy = may_copy and FACES[face].type not in UNCOPYABLE and draw(st.booleans())
        flipped = may_flip and draw(st.booleans())
        return LaidCard(face, copy, flipped, is_known=draw(st.booleans()))

    faces = st.lists(st.sampled_from([*faces_in(setting), *often]), max_size=9)
    cards = [laid(face)._replace(id=at) for at, face in enumerate(draw(faces))]
    on = st.one_of(st.none(), st.integers(0, len(cards)))
    return setting, [c._replace(nigiri=draw(on)) if c.face == "wasabi" else c for c in cards]


@given(rounds())
def test_the_next_card_brings_what_the_round_scores_with_it(
    played: tuple[Setting, list[LaidCard]],
) -> None:
    setting, laid = played
    rule = {"flipped_nigiri_frees_wasabi": setting.house_rules.flipped_nigiri_frees_wasabi}
    others = [parse_tableau("maki-3 wasabi"), parse_tableau("maki-2*2 tempura")]
    others = others[: setting.players - 1]

    def score(cards: list[LaidCard]) -> int:
        return score_so_far(score_round(setting, [tableau_of(cards, **rule), *others])[0]).total

    tableaus = [tableau_of(laid, **rule), *others]
    faces = [
        face for face in faces_in(setting) if CARD_TYPES[FACES[face].type].category != "dessert"
    ]
    for face, answer in next_cards(setting, tableaus, (), 0, laid, faces).items():
        new = LaidCard(face, id="new")
        on = landing(laid, new, **rule)
        more = [*(on.get(at, card) for at, card in enumerate(laid)), new]
        assert answer.points == score(more) - score(laid)


def test_desserts_make_sets_over_the_game() -> None:
    earlier = [parse_tableau("green-tea-ice-cream*2"), parse_tableau("green-tea-ice-cream")]
    tableaus = [parse_tableau("")] * 3
    answer = next_cards(PARTY, tableaus, (), 0, [], ["green-tea-ice-cream"], earlier)
    assert answer["green-tea-ice-cream"].set_place == (4, 4)


def test_sets_of_other_cards_begin_anew_with_each_round() -> None:
    earlier = [parse_tableau("tempura sashimi*2")]
    tableaus = [parse_tableau("")] * 2
    answer = next_cards(SUSHI_GO, tableaus, (), 0, [], ["tempura", "sashimi"], earlier)
    assert answer["tempura"].set_place == (1, 2)
    assert answer["sashimi"].set_place == (1, 3)
