"""The changes that `make mutants` makes, one at a time, and the notes of what tests reach."""

import ast
import copy
import functools
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Mutant:
    """One change of a file.

    Attributes:
        number: which of the file's changes.
        statement: line and column of the statement in a function that holds it; None for what runs
            when the module is loaded.
        apply: changes the tree that it was found in.
    """

    path: str
    number: int
    line: int
    function: str
    statement: tuple[int, int] | None
    change: str
    apply: Callable[[], None] = field(compare=False, repr=False)

    @property
    def key(self) -> str:
        """The note that its statement leaves."""
        return f"{self.path}:{self.statement}"


SWAPPED = (
    (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn), (ast.And, ast.Or),
    (ast.Add, ast.Sub), (ast.Mult, ast.FloorDiv), (ast.BitAnd, ast.BitOr),
)  # fmt: skip
OTHERS: dict[type, tuple[type, ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Mod: (ast.Mult,),
    **{one: (other,) for pair in SWAPPED for one, other in (pair, pair[::-1])},
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Every mutant of a file, in a fixed order; annotations and docstrings stay."""
    found = _in_body(ast.parse(source).body, "", is_function=False)
    return [Mutant(path, number, *one) for number, one in enumerate(found)]


def mutated(source: str, number: int) -> ast.Module:
    """The file with one of its changes made."""
    tree = ast.parse(source)
    *_, apply = next(itertools.islice(_in_body(tree.body, "", is_function=False), number, None))
    apply()
    return ast.fix_missing_locations(tree)


def _in_body(body: list[ast.stmt], function: str, *, is_function: bool) -> Iterator[tuple]:
    """The changes of some statements: what a mutant has after its number."""
    for index, statement in enumerate(body):
        if isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test):
            continue
        where = (statement.lineno, statement.col_offset) if is_function else None
        if new := _in_its_place(statement, is_function=is_function):
            words = f"{_short(statement)}  →  {ast.unparse(new)}"
            apply = functools.partial(body.__setitem__, index, new)
            yield statement.lineno, function, where, words, apply
        if isinstance(statement, ast.If | ast.While):
            how = "branches swapped" if statement.orelse else "negated"
            words = f"{type(statement).__name__.lower()} {_short(statement.test)}  →  {how}"
            negated = ast.UnaryOp(ast.Not(), statement.test)
            apply = functools.partial(setattr, statement, "test", negated)
            yield statement.lineno, function, where, words, apply
        for node in (node for part in _expressions(statement) for node in ast.walk(part)):
            for name, value in _of_expression(node):
                changed = copy.copy(node)
                setattr(changed, name, value)
                words = f"{_short(node)}  →  {_short(changed)}"
                apply = functools.partial(setattr, node, name, value)
                yield getattr(node, "lineno", 0), function, where, words, apply
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            within = f"{function}.{statement.name}".lstrip(".")
            inside = is_function or not isinstance(statement, ast.ClassDef)
            yield from _in_body(statement.body, within, is_function=inside)
        else:
            for inner in _bodies(statement):
                yield from _in_body(inner, function, is_function=is_function)


def _in_its_place(statement: ast.stmt, *, is_function: bool) -> ast.stmt | None:
    """What may stand for a whole statement; no name goes missing."""
    match statement:
        case ast.Break():
            return ast.Continue()
        case ast.Continue():
            return ast.Break()
        case ast.Return(value=None | ast.Constant(value=None)):
            return None
        case ast.Return():
            return ast.Return(ast.Constant(None))
        case ast.Expr(value=value):
            is_kept = isinstance(value, ast.Constant) or ast.unparse(value).startswith("_log.")
        case ast.Assign(targets=targets):
            is_kept = not all(isinstance(one, ast.Attribute | ast.Subscript) for one in targets)
        case _:
            is_kept = not isinstance(statement, ast.AugAssign | ast.Raise | ast.Delete)
    return ast.Pass() if is_function and not is_kept else None


def _expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    """The expressions of a statement alone, without annotations and inner statements."""
    match statement:
        case ast.FunctionDef(args=arguments) | ast.AsyncFunctionDef(args=arguments):
            yield from statement.decorator_list
            yield from arguments.defaults
            yield from filter(None, arguments.kw_defaults)
        case ast.AnnAssign(value=value):
            yield from filter(None, [value])
        case ast.Match(subject=subject, cases=cases):
            yield subject
            yield from (case.guard for case in cases if case.guard is not None)
        case ast.With(items=items) | ast.AsyncWith(items=items):
            yield from (item.context_expr for item in items)
        case _:
            for _name, value in ast.iter_fields(statement):
                for one in value if isinstance(value, list) else [value]:
                    inner = one.value if isinstance(one, ast.keyword) else one
                    if isinstance(inner, ast.expr):
                        yield inner


def _of_expression(node: ast.AST) -> Iterator[tuple[str, object]]:
    """Changes of one node of an expression: which field gets which value."""
    match node:
        case ast.Compare(ops=ops):
            for place, operator in enumerate(ops):
                for other in OTHERS[type(operator)]:
                    yield "ops", [*ops[:place], other(), *ops[place + 1 :]]
        case (
            ast.BinOp(left=ast.JoinedStr() | ast.Constant(value=str()))
            | ast.BinOp(right=ast.JoinedStr() | ast.Constant(value=str()))
        ):
            pass
        case ast.BinOp(op=op) | ast.BoolOp(op=op):
            yield from (("op", other()) for other in OTHERS.get(type(op), ()))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "operand", ast.UnaryOp(ast.Not(), operand)
        case ast.IfExp(test=test):
            yield "test", ast.UnaryOp(ast.Not(), test)
        case ast.Constant(value=bool() as value):
            yield "value", not value
        case ast.Constant(value=int() as value):
            yield "value", value + 1
            yield "value", value - 1
        case ast.Name(id=name) if name in CALLED:
            yield "id", CALLED[name]


def _bodies(statement: ast.AST) -> Iterator[list[ast.stmt]]:
    """The lists of statements inside one."""
    for name in ("body", "orelse", "finalbody"):
        if inner := getattr(statement, name, None):
            yield inner
    for part in [*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())]:
        yield part.body


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 70 else f"{text[:69]}…"


def noted(path: str, source: str) -> ast.Module:
    """The file with a note before each statement of its functions."""

    def add(body: list[ast.stmt], *, is_function: bool) -> None:
        new: list[ast.stmt] = []
        for place, statement in enumerate(body):
            is_docstring = place == 0 and isinstance(statement, ast.Expr)
            if is_function and not (is_docstring and isinstance(statement.value, ast.Constant)):
                key = f"{path}:{(statement.lineno, statement.col_offset)}"
                call = ast.Call(ast.Name("_mutants_note", ast.Load()), [ast.Constant(key)], [])
                new.append(ast.copy_location(ast.Expr(call), statement))
            new.append(statement)
            inside = is_function or isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef)
            for inner in _bodies(statement):
                add(inner, is_function=inside)
        body[:] = new

    tree = ast.parse(source)
    add(tree.body, is_function=False)
    return ast.fix_missing_locations(tree)
