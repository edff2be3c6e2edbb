"""How many swipes, and how many Tabs, a card, a question and undo take."""

import pytest
from playwright.sync_api import Page, expect

from referee.rules import FACES
from referee.rules.boxes import PARTY_BOX, PARTY_FACES, ROLL_DICE, SUSHI_GO_BOX, SUSHI_GO_FACES
from tests.browser.driver import cards_lie, sit
from tests.browser.swipes import Way, steps_to

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PARTY_MENU = ["uramaki", "tempura", "tofu", "onigiri", "special-order", "takeout-box", "fruit"]
DECKS: dict[str, dict[str, float]] = {
    "sushi-go": {**SUSHI_GO_BOX, **SUSHI_GO_FACES},
    # Five of the fifteen desserts are dealt in the first round; any card may be flipped.
    "sushi-go-party": {**PARTY_BOX, **PARTY_FACES, "fruit": 5, "flipped": PARTY_BOX["takeout-box"]}
    | {face: PARTY_FACES[face] / 3 for face in PARTY_FACES if face.startswith("fruit")},
    "sushi-roll": {type_: n / len(types) for types, n in ROLL_DICE.items() for type_ in types},
}
"""How often a face, else a type, comes."""
MOST: dict[str, dict[Way, float]] = {
    "sushi-go": {"swipe": 4, "tab": 5},
    "sushi-go-party": {"swipe": 4.6, "tab": 7},
    "sushi-roll": {"swipe": 6, "tab": 10},
}
"""Steps a card, at most."""
TILES = '() => [...document.querySelectorAll("#tiles [id^=add-]")].map((one) => one.id.slice(4))'


def chances(page: Page, ruleset: str) -> dict[str, float]:
    """How likely the next card is one of each tile."""
    deck = DECKS[ruleset]
    tiles: list[str] = page.evaluate(TILES)
    kinds = [tile if tile in deck else FACES[tile].type for tile in tiles]
    come = {tile: deck[kind] / kinds.count(kind) for tile, kind in zip(tiles, kinds, strict=True)}
    return {tile: often / sum(come.values()) for tile, often in come.items()}


@pytest.mark.parametrize("ruleset", DECKS)
def test_a_card_as_it_comes_takes_so_many_swipes_and_tabs_on_average(
    phone: Page, ruleset: str
) -> None:
    """Of every hand that can be dealt: from the top of the page to the first card, from card to
    card, on to the next player, and for the last one to the round's confirmation."""
    menu = {"menu": PARTY_MENU} if ruleset == "sushi-go-party" else {}
    game = sit(phone, {"ruleset": ruleset, "players": ["Ana", "Ben"], **menu})
    come = chances(phone, ruleset)
    hand = 8 if ruleset == "sushi-roll" else 10
    steps: dict[Way, float] = {"swipe": 0, "tab": 0}
    for way in steps:
        steps[way] += sum(p * steps_to(phone, f"#add-{tile}", way) for tile, p in come.items())
    phone.locator("#add-tempura").tap()
    cards_lie(phone, 1)
    for tile, p in come.items():
        phone.locator(f"#add-{tile}").focus()
        for way in steps:
            far = sum(q * steps_to(phone, f"#add-{other}", way) for other, q in come.items())
            steps[way] += p * ((hand - 1) * far + steps_to(phone, "#next", way))
    phone.goto(f"/g/{game.pk}/r/1/")
    for way in steps:
        steps[way] = (steps[way] + steps_to(phone, ".bar .main-action", way) / 2) / hand
    print(ruleset, steps)
    for way, most in MOST[ruleset].items():
        assert steps[way] <= most


def test_a_question_is_three_swipes_away_and_undo_ten(phone: Page) -> None:
    sit(phone)
    for number, face in enumerate(("wasabi", "squid-nigiri", "tempura"), start=1):
        phone.locator(f"#add-{face}").tap()
        cards_lie(phone, number)
    ways: tuple[Way, ...] = ("swipe", "tab", "plain")
    far: dict[str, list[int]] = {f"{way} to {what}": [] for way in ways for what in ("ask", "undo")}
    for tile in phone.evaluate(TILES):
        phone.locator(f"#add-{tile}").focus()
        for way in ways:
            far[f"{way} to ask"].append(steps_to(phone, ".said button", way))
            far[f"{way} to undo"].append(steps_to(phone, "#undo", way))
    print({what: max(steps) for what, steps in far.items()})
    assert max(far["swipe to ask"]) <= 3
    assert max(far["swipe to undo"]) <= 10
    phone.locator("#add-tempura").focus()
    phone.locator(".said button").first.focus()
    print({way: steps_to(phone, "#add-tempura", way) for way in ways})
    phone.keyboard.press("Enter")
    expect(phone.locator("#add-tempura")).to_be_focused()  # by itself, which is no swipe
