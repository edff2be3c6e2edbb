"""What is read aloud after taps, and how keys are given out: tables."""

from typing import Any, Literal

import pytest
from django.utils import translation

from referee.play.pages.grid import TAKEN, give_keys, letters_for
from referee.rules import FACES, NAMED_MENUS, parse_tableau
from referee.rules.house_rules import house_rules_from
from referee.rules.menus import named_menu
from referee.rules.rulesets import Setting, faces_in
from referee.rules.scoring.lines import Claim
from referee.rules.tableau import Card, Item
from referee.rules.tableau_changes import TableauChanges
from referee.wording.changes import announcement, others_announcement
from referee.wording.names import face_name, short_face_name, type_name
from referee.wording.standing import score_announcement

POINTS = {"nigiri": 12, "tempura": 5, "maki": 6, "tofu": 2, "takeout-box": 4, "dumpling": 1}


def items(text: str) -> list[Item]:
    """The items of a tableau in notation, one by one."""
    return [item for item, number in parse_tableau(text).items() for _ in range(number)]


def cards(text: str) -> list[Card]:
    return [item.card for item in items(text)]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (TableauChanges(items("tempura")), "tempura, 5 points"),
        (TableauChanges(items("tempura*2")), "2 tempura, 5 points"),
        (TableauChanges(items("wasabi+squid-nigiri")), "squid nigiri on wasabi, 9 points"),
        (TableauChanges(items("wasabi+egg-nigiri*2")), "2 times egg nigiri on wasabi, 6 points"),
        (TableauChanges(items("salmon-nigiri*3")), "3 salmon nigiri, 6 points"),
        (
            TableauChanges(items("egg-nigiri squid-nigiri")),
            "egg nigiri, 1 point; squid nigiri, 3 points",
        ),
        (TableauChanges(items("wasabi")), "wasabi"),
        (TableauChanges(items("pudding*2")), "2 puddings"),
        (TableauChanges(items("chopsticks tofu")), "tofu, 2 points; chopsticks"),
        (TableauChanges(items("dumpling")), "dumpling, 1 point"),
        (TableauChanges(items("sashimi")), "sashimi, 0 points"),
        (
            TableauChanges(items("maki-3 maki-2")),
            "maki roll with 2 icons, maki roll with 3 icons, 6 points",
        ),
        (TableauChanges(items("maki-3*2")), "2 times maki roll with 3 icons, 6 points"),
        (TableauChanges(items("flipped*2")), "2 flipped cards, 4 points"),
        (TableauChanges(items("tempura tofu maki-3 dumpling*2")), "5 cards added"),
        # The wasabi lay there before.
        (TableauChanges(items("tempura tofu maki-3 wasabi+egg-nigiri"), lay=1), "4 cards added"),
        (TableauChanges(gone=cards("tempura")), "tempura taken away"),
        (TableauChanges(gone=cards("tempura*2 tofu")), "2 tempura taken away; tofu taken away"),
        (TableauChanges(gone=cards("tempura tofu maki-3 dumpling*2")), "5 cards taken away"),
        (TableauChanges(freed=items("squid-nigiri")), "squid nigiri off wasabi, 3 points"),
        (TableauChanges(turned=items("tofu")), "tofu, face up, 2 points"),
        (TableauChanges(turned=items("flipped:tofu")), "tofu, face down, 4 points"),
        (TableauChanges(turned=items("flipped:egg-nigiri")), "egg nigiri, face down, 4 points"),
        (TableauChanges(turned=items("egg-nigiri")), "egg nigiri, face up, 1 point"),
        (TableauChanges(turned=items("flipped:wasabi")), "wasabi, face down, 4 points"),
        (TableauChanges(turned=items("wasabi")), "wasabi, face up"),
        (
            TableauChanges(items("tempura"), gone=cards("tofu")),
            "tempura, 5 points; tofu taken away",
        ),
        (TableauChanges(claimed=[Claim(1, 0, 12, 1, 8)]), "claim of Ben: 12 icons, 8 points"),
        (TableauChanges(taken_back=1), "claim of Ben taken back"),
        (TableauChanges(), "Nothing has changed"),
    ],
)
def test_what_taps_have_done_is_announced_in_a_few_words(
    changes: TableauChanges, words: str
) -> None:
    assert announcement(changes, POINTS, name="Ben") == words


@pytest.mark.parametrize(
    ("changes", "elsewhere", "words"),
    [
        (TableauChanges(gone=cards("tempura")), "", "Undone. Tempura taken away"),
        (TableauChanges(items("tempura")), "", "Undone. Tempura, 5 points"),
        (TableauChanges(is_unknown=True), "", "Undone. Answer on the wasabi taken back"),
        (TableauChanges(), "", "Nothing has changed"),
        (TableauChanges(), "changed", "that was changed on another phone since"),
        (TableauChanges(), "claimed", "the claim was entered on another phone, and stays"),
    ],
)
def test_what_an_undo_has_done_is_announced_as_what_happened(
    changes: TableauChanges, elsewhere: Literal["", "changed", "claimed"], words: str
) -> None:
    assert announcement(changes, POINTS, is_undone=True, elsewhere=elsewhere) == words


def test_what_others_did_is_a_number_of_cards_not_their_names():
    tofu, egg = cards("tofu"), items("egg-nigiri")
    changes = TableauChanges(items("tempura*2"), gone=tofu, turned=items("tofu"), freed=egg)
    assert others_announcement("Ana", changes) == (
        "Ana, changed on another phone: 2 added, 1 taken away, 2 lie differently"
    )
    assert others_announcement("Ana", TableauChanges()) == ""
    whose = "Ana, changed on another phone: "
    both = items("wasabi+egg-nigiri")
    assert others_announcement("Ana", TableauChanges(both)) == f"{whose}2 added"
    assert others_announcement("Ana", TableauChanges(both, lay=1)) == f"{whose}1 added"
    put = TableauChanges(both, lay=2, put=1)
    assert others_announcement("Ana", put) == f"{whose}1 lies differently"


def test_the_score_is_said_with_what_is_worth_knowing_of_others():
    words = "This round: −1 point; total: 12 points; 7 of 9 cards; Maki rolls: Ana 3, Ben 5"
    assert score_announcement(-1, 12, 7, 9, ["Maki rolls: Ana 3, Ben 5"]) == words


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["tempura", "tofu", "tea"], "toe"),
        (["té", "Ñandú", "ícaro"], "tai"),
        (["undo", "next", "score"], "dec"),
        (["spoon", "pudding"], "op"),
        (["miso soup", "menu"], "me"),
        (["", "12"], "ab"),
    ],
)
def test_letters_are_easy_to_remember_and_never_given_twice(names: list[str], letters: str) -> None:
    assert "".join(letters_for(tuple(names))) == letters


def test_more_names_than_letters_are_too_many():
    assert len(set(letters_for(("x",) * 23))) == 23
    with pytest.raises(ValueError, match="letters"):
        letters_for(("x",) * 24)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    ("ruleset", "menu"),
    [("sushi-go", ""), ("sushi-roll", ""), *(("sushi-go-party", menu) for menu in NAMED_MENUS)],
)
def test_every_card_of_every_game_has_a_key_of_its_own(
    ruleset: str, menu: str, language: str
) -> None:
    rules = house_rules_from({})
    setting = Setting(ruleset, 4, named_menu(menu) if menu else None, frozenset(), rules)
    tiles: dict[str, dict[str, Any]] = {}
    with translation.override(language):
        for face in faces_in(setting):
            type_ = FACES[face].type
            new = {"type": type_, "name": type_name(type_), "key": "", "buttons": []}
            button = {"icon": face, "label": short_face_name(face), "name": face_name(face)}
            tiles.setdefault(type_, new)["buttons"].append(button | {"key": "", "digit": ""})
        give_keys(list(tiles.values()))
    buttons = [(tile["key"], button) for tile in tiles.values() for button in tile["buttons"]]
    pressed = [one["key"] or letter + one["digit"] for letter, one in buttons]
    assert all(pressed)
    assert len(set(pressed)) == len(pressed) == len(faces_in(setting))
    # A first key is the tile's own, or no tile's: what comes after it is never waited for in vain.
    first = [key for key in pressed if len(key) == 1]
    letters = {tile["key"] for tile in tiles.values()} - {""}
    assert letters.isdisjoint(first)
    assert TAKEN.isdisjoint({*letters, *first})
