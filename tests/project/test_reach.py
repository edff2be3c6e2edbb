"""Who writes rows, that the rules reach out of the program nowhere, and that nothing is a circle.

Which part imports which is for import-linter, which knows circles of rooms and not of files; see
pyproject.toml.
"""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[2]
REFEREE = ROOT / "referee"
WRITERS = {"services", "models", "migrations", "hosting", "jobs"}
WRITES = {
    "save", "asave", "create", "acreate", "get_or_create", "aget_or_create", "update_or_create",
    "aupdate_or_create", "bulk_create", "abulk_create", "bulk_update", "abulk_update", "delete",
    "adelete",
}  # fmt: skip
# Dictionaries are updated too; a row is where a query stands before it.
QUERIES = (".objects", ".filter(", ".exclude(", ".all()")
OUTSIDE = {"open", "print", "input", "exec", "eval", "__import__"}


def calls(source: str) -> Iterator[ast.expr]:
    """Everything that is called."""
    return (node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))


def writes(source: str) -> set[str]:
    """The calls that write rows."""
    found = set()
    for called in calls(source):
        if isinstance(called, ast.Attribute) and called.attr in WRITES | {"update", "aupdate"}:
            before = ast.unparse(called.value)
            if before == "super()" and called.attr == "create":
                continue  # REST framework's own, which asks for perform_create
            if called.attr in WRITES or any(query in before for query in QUERIES):
                found.add(ast.unparse(called))
    return found


def test_only_services_write_rows():
    readers = [path for path in REFEREE.rglob("*.py") if not WRITERS & {*path.parts}]
    assert {str(path): found for path in readers if (found := writes(path.read_text()))} == {}
    # What is looked for is found.
    for line in ("game.save()", "Game.objects.create()", "Game.objects.filter(pk=1).update(x=1)"):
        assert writes(line)
    assert not writes("context.update(extra)")


def test_no_rule_reaches_out_of_the_program():
    for room in ("rules", "standings"):
        for path in (REFEREE / room).rglob("*.py"):
            called = {ast.unparse(one) for one in calls(path.read_text())}
            assert not called & OUTSIDE, path


def test_no_files_import_each_other_in_a_circle():
    graph = grimp.build_graph("referee", "sushiscore")
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the files
