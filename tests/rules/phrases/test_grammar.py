"""The reader of weighted rules: what a text of rules means, and which texts are refused."""

import pytest

from referee.rules.phrases.grammar import Chart, Dear, Found, Grammar, GrammarError

CLASSES = ("A", "B", "C")


class Actions:
    """Says what the rules below mean."""

    def joined(self, at: int, end: int, first: str, rest: tuple[str, ...] = ()) -> str:
        return first + "".join(rest)

    def dear(self, at: int, end: int, first: str) -> Dear:
        return Dear(first, 2)

    def never(self, at: int, end: int, first: str) -> None:
        return None


def read(rules: str, said: str, symbol: str = "top") -> list[Found]:
    """Read letters by rules; each is of the class that it names."""
    grammar = Grammar(rules, CLASSES, Actions)
    masks = [grammar.bits[letter.upper()] for letter in said]
    return sorted(Chart(grammar, said, masks, Actions()).read(symbol, 0))


MEANT = [
    # the rules of "top", what is said → how far it is read, at which cost, as what
    ("  1    first:A B  -> joined", "ab", [(2, 1, "a")]),
    ("  1    first:A B  -> joined", "ac", []),
    ("  1    first:A|B", "b", [(1, 1, "b")]),
    ("  1    A? first:B", "b", [(1, 1, "b")]),
    ("  1    A? first:B", "ab", [(2, 1, "b")]),
    ("  1    first:A rest:B* C -> joined", "abbc", [(4, 1, "abb")]),
    ("  1    first:A rest:B* C -> joined", "ac", [(2, 1, "a")]),
    ("  1    first:A &B", "ab", [(1, 1, "a")]),
    ("  1    first:A &B", "ac", []),
    ("  1    first:A &END", "a", [(1, 1, "a")]),
    ("  1    first:A !B|C", "a", [(1, 1, "a")]),
    ("  1    first:A !B|C", "ac", []),
    ("  1    first:A -> dear", "a", [(1, 3, "a")]),
    ("  1    first:A -> never", "a", []),
    ("  1    first:A\n  2    first:A B  -> joined", "ab", [(1, 1, "a"), (2, 2, "a")]),
    ("  2    first:A\n  1    first:A", "a", [(1, 1, "a")]),
    ("  1    first:low\nlow\n  0.5  first:A", "a", [(1, 1.5, "a")]),
]


@pytest.mark.parametrize(("rules", "said", "found"), MEANT)
def test_rules_mean(rules: str, said: str, found: list[tuple[int, float, str]]) -> None:
    assert read(f"top\n{rules}\n", said) == found


def test_a_name_stands_for_several_classes_and_remarks_say_nothing() -> None:
    rules = "# letters\nEITHER = A|B\n\ntop   # one\n  0    first:EITHER  # of them\n"
    assert read(rules, "b") == [(1, 0, "b")]


REFUSED = [
    # the rules → what is wrong with them
    ("  1    first:D", "no token is of the class D"),
    ("  1    first:other", "other has no rules"),
    ("  1    first:A -> unknown", "no such action"),
    ("  1    second:A -> joined", "second"),
    ("  1    A -> joined", "first"),
    ("  1    A B", "has no one meaning"),
    ("  1    first:A?", "may be empty"),
    ("  1    first:top B -> joined", "top begins with itself"),
    ("  1    first:low\nlow\n  0    A? first:top", "top begins with itself"),
    ("  1    first:A+", "is no item"),
    ("  1    &low first:A\nlow\n  0    first:A", "only tokens are looked for"),
    ("  1    first:A\ntop\n  1    first:B", "stands there twice"),
]


@pytest.mark.parametrize(("rules", "wrong"), REFUSED)
def test_rules_that_do_not_fit_are_refused_when_they_are_loaded(rules: str, wrong: str) -> None:
    with pytest.raises(GrammarError, match=wrong):
        Grammar(f"top\n{rules}\n", CLASSES, Actions)


def test_what_is_repeated_is_read_only_so_often() -> None:
    found = read("top\n  0    first:A rest:B* -> joined\n", "a" + "b" * 50)
    assert [one.end for one in found] == [1, 2, 3, 4, 5, 6, 7]
