"""`make mutants`: which changes it makes, and which tests it tries against them."""

import ast
import builtins
import pickle

import pytest

from scripts.torture import mutants
from scripts.torture.mutations import mutants_of, mutated, noted

SOURCE = '''
"""Docstring 1."""
MAX = 3

def f(a: int = 1, *, b: bool = True) -> "int | 5":
    """Docstring 2."""
    c: int = a + 2
    for _ in range(c):
        if a < c and not b:
            break
        elif a:
            c += 1
    a.b = min(c, 7)
    return c if b else None
'''


def changes_of(source: str) -> list[str]:
    return [one.change for one in mutants_of("f.py", source)]


def test_each_change_is_made_alone_and_compiles():
    seen = {ast.unparse(ast.parse(SOURCE))}
    for one in mutants_of("f.py", SOURCE):
        tree = mutated(SOURCE, one.number)
        compile(tree, "f.py", "exec")
        seen.add(ast.unparse(tree))
    assert len(seen) == 1 + len(changes_of(SOURCE))


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        ("a < b", {"a <= b", "a >= b"}),
        ("a == b", {"a != b"}),
        ("a is None", {"a is not None"}),
        ("a in b", {"a not in b"}),
        ("a and b", {"a or b"}),
        ("not a", {"not not a"}),
        ("a + b", {"a - b"}),
        ("'x' + a", set()),
        ("3", {"4", "2"}),
        ("True", {"False"}),
        ("'x'", set()),
        ("min(a)", {"max"}),
    ],
)
def test_an_expression_changes_as_it_is_meant_to(line, changes):
    found = {words.partition("  →  ")[2] for words in changes_of(f"a = {line}")}
    assert found == changes


@pytest.mark.parametrize(
    ("lines", "change"),
    [
        ("for a in b:\n        break", "break  →  continue"),
        ("for a in b:\n        continue", "continue  →  break"),
        ("return a", "return a  →  return None"),
        ("a.save()", "a.save()  →  pass"),
        ("a += b", "a += b  →  pass"),
        ("raise a", "raise a  →  pass"),
        ("if a:\n        b()\n    else:\n        c()", "if a  →  branches swapped"),
        ("if a:\n        b()", "if a  →  negated"),
    ],
)
def test_a_statement_changes_as_it_is_meant_to(lines, change):
    assert change in changes_of(f"def f(a, b, c):\n    {lines}\n")


@pytest.mark.parametrize(
    "line",
    [
        '"""Words, 1 and 2."""',
        "a: 'int | 5' = b",
        "return None",
        "import a",
        "_log.info(a)",
        "pass",
    ],
)
def test_what_says_nothing_stays(line):
    assert changes_of(f"def f(a, b):\n    {line}\n") == []


def test_notes_say_which_statements_run(monkeypatch):
    reached = set()
    monkeypatch.setattr(builtins, "_mutants_note", reached.add, raising=False)
    names = {}
    exec(compile(noted("f.py", SOURCE), "f.py", "exec"), names)  # noqa: S102  # our own
    assert reached == set()
    assert names["f"].__doc__ == "Docstring 2."
    with pytest.raises(AttributeError):
        names["f"](0, b=False)
    lines = {int(key.split("(")[1].split(",")[0]) for key in reached}
    assert lines == {7, 8, 9, 10, 13}
    of_mutants = {one.key for one in mutants_of("f.py", SOURCE) if one.statement}
    assert {key for key in of_mutants if ":(9," in key} <= reached


def test_every_room_has_files_and_a_seed_draws_the_same_mutants():
    assert all(mutants.files_of(room) for room in mutants.ROOMS)
    drawn = mutants.draw(40, seed=3)
    assert drawn == mutants.draw(40, seed=3) != mutants.draw(40, seed=4)
    assert {len(set(of_room)) for of_room in drawn.values()} == {10}


def test_the_closest_tests_come_first_and_each_file_gets_its_share(tmp_path, monkeypatch):
    mutant = next(one for one in mutants_of("f.py", SOURCE) if one.statement)
    tests = {
        "wide.py::one": (5.0, [0, 1, 2]),
        "wide.py::two": (5.0, [0, 1, 2]),
        "close.py::one": (1.0, [0]),
        "close.py::two": (1.0, [0, 1]),
        "other.py::one": (1.0, [1]),
    }
    keys = [mutant.key, "g.py:1", "h.py:1"]
    tests = {name: (spent, {keys[n] for n in reached}) for name, (spent, reached) in tests.items()}
    (tmp_path / "1.reached").write_bytes(pickle.dumps((set(), tests)))
    known = mutants.Reached(tmp_path)
    assert known.tests(mutant) == ["close.py::one", "wide.py::one", "close.py::two", "wide.py::two"]
    monkeypatch.setattr(mutants, "MAX_TESTS", 2)
    assert known.tests(mutant) == ["close.py::one", "wide.py::one"]
    monkeypatch.setattr(mutants, "MAX_SECONDS", 0.5)
    assert known.tests(mutant) == ["close.py::one"]
