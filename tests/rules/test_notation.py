"""The notation of a tableau: what is read, what is printed, what is refused and how."""

import pytest

from referee.rules import FACES, NotationError, parse_tableau, tableau_text

READ_AND_PRINTED = [
    # Written                                         Printed
    ("", ""),
    (" \t\n , ", ""),
    ("tempura", "tempura"),
    ("tempura tempura", "tempura*2"),
    ("tempura*2 tempura", "tempura*3"),
    ("tempura*1", "tempura"),
    ("tempura*03", "tempura*3"),
    ("tempura*99", "tempura*99"),
    ("tempura*99 tempura", "tempura*99 tempura"),
    ("tempura*60 tempura*60", "tempura*99 tempura*21"),
    ("pudding,tempura", "tempura pudding"),
    ("  maki-2 ,, maki-3\nmaki-2 ", "maki-2*2 maki-3"),
    ("tempura\u00a0sashimi", "tempura sashimi"),
    (
        "wasabi+squid-nigiri salmon-nigiri maki-3 maki-2 tempura*3 pudding",
        "salmon-nigiri wasabi+squid-nigiri maki-2 maki-3 tempura*3 pudding",
    ),
    ("wasabi squid-nigiri", "squid-nigiri wasabi"),
    ("wasabi+egg-nigiri*2", "wasabi+egg-nigiri*2"),
    ("special-order:tempura tempura", "tempura special-order:tempura"),
    ("wasabi+special-order:squid-nigiri", "wasabi+special-order:squid-nigiri"),
    ("special-order:wasabi+egg-nigiri", "special-order:wasabi+egg-nigiri"),
    (
        "special-order:wasabi+special-order:egg-nigiri",
        "special-order:wasabi+special-order:egg-nigiri",
    ),
    ("special-order:chopsticks special-order", "special-order:chopsticks special-order"),
    ("flipped flipped:tofu flipped", "flipped:tofu flipped*2"),
    ("flipped:special-order flipped:wasabi", "flipped:wasabi flipped:special-order"),
    ("flipped:special-order:tofu flipped:special-order", "flipped:special-order*2"),
    ("pudding-1 pudding", "pudding*2"),
    ("menu-1 menu-2 menu-3 chopsticks-1", "chopsticks menu menu-2 menu-3"),
    ("special-order:pudding-1", "special-order:pudding"),
    ("flipped:dumpling-1", "flipped:dumpling"),
]


@pytest.mark.parametrize(("written", "printed"), READ_AND_PRINTED)
def test_a_tableau_is_read_and_printed(written: str, printed: str) -> None:
    assert tableau_text(parse_tableau(written)) == printed
    assert parse_tableau(printed) == parse_tableau(written)


@pytest.mark.parametrize("face", FACES)
def test_every_face_is_read_alone_copied_and_flipped(face: str) -> None:
    for text in (face, f"special-order:{face}", f"flipped:{face}"):
        assert tableau_text(parse_tableau(text)) == text
        assert tableau_text(parse_tableau(f"{text}*7")) == f"{text}*7"
    # Face down a special order is no copy any more.
    assert tableau_text(parse_tableau(f"flipped:special-order:{face}")) == "flipped:special-order"


NUMBER_OF_CARDS = [
    ("", 0),
    ("tempura*3 flipped", 4),
    ("wasabi+egg-nigiri", 2),
    ("wasabi+egg-nigiri*3 wasabi", 7),
    ("special-order:wasabi+special-order:egg-nigiri", 2),
]


@pytest.mark.parametrize(("text", "cards"), NUMBER_OF_CARDS)
def test_every_physical_card_is_counted(text: str, cards: int) -> None:
    assert len(parse_tableau(text)) == cards


REFUSED = [
    # Written                       Found                    Code             Suggestion
    ("tempra", "tempra", "unknown-face", "tempura"),
    ("tempra*3", "tempra", "unknown-face", "tempura"),
    ("TOFU", "TOFU", "unknown-face", "tofu"),
    ("egg_nigiri", "egg_nigiri", "unknown-face", "egg-nigiri"),
    ("maki", "maki", "unknown-face", "maki-1"),
    ("onigiri", "onigiri", "unknown-face", "onigiri-circle"),
    ("squid", "squid", "unknown-face", "squid-nigiri"),
    ("maki-4", "maki-4", "unknown-face", "maki-3"),
    ("tempura*3*2", "tempura*3", "unknown-face", "tempura-3"),
    ("xyzzy", "xyzzy", "unknown-face", ""),
    ("*3", "*3", "unknown-face", ""),
    ("special-order:tofuu", "special-order:tofuu", "unknown-face", "special-order:tofu"),
    ("special-order:", "special-order:", "unknown-face", ""),
    ("special-order:wasabi+x", "special-order:wasabi+x", "unknown-face", ""),
    ("flipped:", "flipped:", "unknown-face", ""),
    ("flipped:eeel", "flipped:eeel", "unknown-face", "flipped:eel"),
    ("flippd", "flippd", "unknown-face", "flipped"),
    ("wasabi+squid-nigri", "wasabi+squid-nigri", "unknown-face", "wasabi+squid-nigiri"),
    ("wasabi+", "wasabi+", "unknown-face", ""),
    ("+", "+", "unknown-face", ""),
    ("wasabi+tempura", "wasabi+tempura", "not-on-wasabi", ""),
    ("tempura+egg-nigiri", "tempura+egg-nigiri", "not-on-wasabi", ""),
    ("special-order:tofu+egg-nigiri", "special-order:tofu+egg-nigiri", "not-on-wasabi", ""),
    ("wasabi+wasabi", "wasabi+wasabi", "not-on-wasabi", ""),
    ("tempura*0", "tempura*0", "repeat", ""),
    ("tempura*100", "tempura*100", "repeat", ""),
    ("tempura*-1", "tempura*-1", "repeat", ""),
    ("tempura*+3", "tempura*+3", "repeat", ""),
    ("tempura*", "tempura*", "repeat", ""),
    (f"tofu*{'9' * 5000}", f"tofu*{'9' * 5000}", "repeat", ""),
    ("tempura*٣", "tempura*٣", "unknown-face", "tempura"),
]


@pytest.mark.parametrize(("text", "found", "code", "suggestion"), REFUSED, ids=lambda v: v[:40])
def test_what_is_no_card_is_refused(text: str, found: str, code: str, suggestion: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_tableau(f"tofu {text} tofu")
    assert [tuple(fault) for fault in refused.value.faults] == [(2, found, code, suggestion)]


def test_a_suggestion_can_be_read() -> None:
    for _, _, _, suggestion in REFUSED:
        assert tableau_text(parse_tableau(suggestion)) == suggestion


def test_every_wrong_item_is_named_at_once() -> None:
    with pytest.raises(NotationError) as refused:
        parse_tableau("tempra, tofu  wasabi+tofu,,eel*0 nothing-like-it")
    found = [(fault.item, fault.code) for fault in refused.value.faults]
    assert found == [
        (1, "unknown-face"),
        (3, "not-on-wasabi"),
        (4, "repeat"),
        (5, "unknown-face"),
    ]


def test_tableaus_compare_by_what_lies_there() -> None:
    assert parse_tableau("tofu eel") == parse_tableau("eel tofu")
    assert len({parse_tableau("tofu eel"), parse_tableau("eel, tofu"), parse_tableau("tofu")}) == 2
    assert parse_tableau("wasabi+egg-nigiri") != parse_tableau("wasabi egg-nigiri")
    assert parse_tableau("special-order:tofu") != parse_tableau("tofu")
    assert parse_tableau("flipped:tofu") != parse_tableau("flipped")
