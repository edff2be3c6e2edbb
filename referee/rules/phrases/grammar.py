"""Reads rows of tokens by a text of weighted rules: a chart of all that each symbol may mean.

A text of rules looks so; what stands behind ``#`` is a remark::

    pair                                      # the symbol that the rules below it make
      0    on:nigiri ON|WITH? under:wasabi    -> pair
      1.5  on:nigiri &COMMA|END               -> bare

A rule has a cost, items, and the action that says what it means. Items in capitals are classes of
tokens, ``A|B`` is either; those in small letters are symbols. ``?`` may be missing, ``*`` may stand
up to :data:`MAX_REPEATED` times; ``&`` only looks whether it comes next, and ``!`` whether it does
not. What an item is named by, "on:", its action gets by that name: the value of a symbol, the token
of a class, several of what is repeated, None for what is missing. An action that returns None has
no meaning for that; one that returns :class:`Dear` adds to the cost. Without an action the only
named item is the meaning. No symbol may begin with itself, none may be empty.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

MAX_REPEATED = 6
MAX_READINGS = 3
"""So many readings of a symbol that end at the same place are kept, the cheapest ones."""
END = "END"
"""The class of what stands behind the last token."""

_ITEM = re.compile(r"([&!]?)(?:([a-z_]+):)?([A-Z_|]+|[a-z_]+)([?*]?)")


class Dear(NamedTuple):
    """A meaning that costs more."""

    value: object
    cost: float


class Found(NamedTuple):
    """What a symbol means up to a place, and what that costs."""

    end: int
    cost: float
    value: Any


class _Item(NamedTuple):
    """``mask`` of a class's tokens; for symbols 0."""

    look: str
    name: str
    symbol: str
    mask: int
    least: int
    most: int


class _Rule(NamedTuple):
    cost: float
    items: tuple[_Item, ...]
    action: str
    names: tuple[str, ...]
    line: str

    @property
    def needed(self) -> list[int]:
        """The classes of the tokens without any one of which it is never met."""
        return [one.mask for one in self.items if one.mask and one.least and one.look != "!"]


_State = tuple[int, float, tuple[Any, ...]]
"""How far a rule is read, at which cost, and what its items are so far."""


class GrammarError(ValueError):
    """A text of rules that cannot be read by."""


class Grammar:
    """The rules of a text. Raises :class:`GrammarError` where its rules, its classes and its
    actions, the methods of ``actions``, do not fit each other."""

    def __init__(self, text: str, classes: Iterable[str], actions: type) -> None:
        self.bits = {name: 1 << n for n, name in enumerate((*classes, END))}
        self.rules: dict[str, list[_Rule]] = {}
        symbol = ""
        for line in text.splitlines():
            said = line.partition("#")[0].rstrip()
            if not said:
                continue
            if " = " in said:
                name, _, several = said.partition(" = ")
                self.bits[name] = self._mask(several)
            elif not line.startswith(" "):
                symbol = said
                if symbol in self.rules:
                    raise GrammarError(f"{symbol} stands there twice")
                self.rules[symbol] = []
            else:
                self.rules[symbol].append(self._rule(said))
        for rules in self.rules.values():
            for rule in rules:
                self._check(rule, actions)
        self.first: dict[str, int] = {}
        for symbol in self.rules:
            self._first(symbol, ())
        self.begins = {
            symbol: [(self._rule_first(rule, ()), rule.needed, rule) for rule in rules]
            for symbol, rules in self.rules.items()
        }

    def _rule(self, line: str) -> _Rule:
        items, _, action = line.partition("->")
        cost, *said = items.split()
        return _Rule(
            float(cost), tuple(map(self._item, said)), action.strip(),
            tuple(item.partition(":")[0] for item in said if ":" in item), line,
        )  # fmt: skip

    def _item(self, said: str) -> _Item:
        match = _ITEM.fullmatch(said)
        if not match:
            raise GrammarError(f"{said} is no item")
        look, name, symbol, often = match.groups()
        mask = self._mask(symbol) if symbol.isupper() else 0
        if not look:
            mask &= ~self.bits[END]  # there is no such token
        most = MAX_REPEATED if often == "*" else 1
        return _Item(look, name or "", symbol, mask, 0 if often else 1, most)

    def _mask(self, classes: str) -> int:
        mask = 0
        for one in classes.split("|"):
            if one not in self.bits:
                raise GrammarError(f"no token is of the class {one}")
            mask |= self.bits[one]
        return mask

    def _check(self, rule: _Rule, actions: type) -> None:
        for item in rule.items:
            if not item.mask and item.symbol not in self.rules:
                raise GrammarError(f"{item.symbol} has no rules: {rule.line}")
            if item.look and not item.mask:
                raise GrammarError(f"only tokens are looked for: {rule.line}")
        if not any(item.least and not item.look for item in rule.items):
            raise GrammarError(f"may be empty: {rule.line}")
        if not rule.action:
            if len(rule.names) != 1:
                raise GrammarError(f"has no one meaning: {rule.line}")
            return
        action = getattr(actions, rule.action, None)
        if action is None:
            raise GrammarError(f"no such action: {rule.line}")
        try:
            inspect.signature(action).bind(None, 0, 0, **dict.fromkeys(rule.names))
        except TypeError as error:
            raise GrammarError(f"{error}: {rule.line}") from None

    def _first(self, symbol: str, within: tuple[str, ...]) -> int:
        """The classes that a symbol may begin with, worked out once."""
        if symbol in within:
            raise GrammarError(f"{symbol} begins with itself")
        if symbol not in self.first:
            found = 0
            for rule in self.rules[symbol]:
                found |= self._rule_first(rule, (*within, symbol))
            self.first[symbol] = found
        return self.first[symbol]

    def _rule_first(self, rule: _Rule, within: tuple[str, ...]) -> int:
        """The classes that a rule may begin with."""
        found = 0
        for item in rule.items:
            if item.look:
                continue
            found |= item.mask or self._first(item.symbol, within)
            if item.least:
                break
        return found


class Chart:
    """What every symbol may mean at every place of one row of tokens.

    Args:
        masks: the classes of each token, as bits of the grammar.
        actions: says what the rules mean.
    """

    def __init__(
        self, grammar: Grammar, tokens: Sequence[object], masks: Sequence[int], actions: object
    ) -> None:
        self.grammar, self.tokens, self.actions = grammar, tokens, actions
        self.masks = [*masks, grammar.bits[END]]
        there = reduce(or_, self.masks)
        # Most rules want a word that is nowhere in a text.
        self._begins = {
            symbol: [
                (first, rule) for first, needed, rule in rules if all(map(there.__and__, needed))
            ]
            for symbol, rules in grammar.begins.items()
        }
        self._found: dict[tuple[str, int], list[Found]] = {}

    def read(self, symbol: str, at: int) -> list[Found]:
        """All that a symbol may mean from a place on."""
        key = symbol, at
        if key in self._found:
            return self._found[key]
        mask = self.masks[at]
        best: dict[int, list[Found]] = {}
        for first, rule in self._begins[symbol] if mask & self.grammar.first[symbol] else ():
            if first & mask:
                for found in self._by(rule, at):
                    best.setdefault(found.end, []).append(found)
        kept = [one for ended in best.values() for one in self._cheapest(ended)]
        self._found[key] = kept
        return kept

    def _cheapest(self, found: list[Found]) -> list[Found]:
        if len(found) == 1:
            return found
        kept: list[Found] = []
        for one in sorted(found, key=lambda one: one.cost):
            if all(one.value != other.value for other in kept):
                kept.append(one)
        return kept[:MAX_READINGS]

    def _by(self, rule: _Rule, at: int) -> Iterable[Found]:
        states: list[_State] = [(at, rule.cost, ())]
        for item in rule.items:
            states = self._behind(item, states)
            if not states:
                return
        if not rule.action:
            yield from (Found(end, cost, bound[0]) for end, cost, bound in states)
            return
        action: Callable[..., Any] = getattr(self.actions, rule.action)
        for end, cost, bound in states:
            value = action(at, end, **dict(zip(rule.names, bound, strict=True)))
            if isinstance(value, Dear):
                yield Found(end, cost + value.cost, value.value)
            elif value is not None:
                yield Found(end, cost, value)

    def _behind(self, item: _Item, states: list[_State]) -> list[_State]:
        """How far the rule may be read with one more item."""
        masks, mask = self.masks, item.mask
        if item.look:
            comes = item.look == "&"
            return [state for state in states if bool(masks[state[0]] & mask) == comes]
        if item.most > 1:
            return [after for state in states for after in self._repeated(item, state)]
        if mask:
            tokens = self.tokens
            found = [
                (at + 1, cost, (*bound, tokens[at]) if item.name else bound)
                for at, cost, bound in states
                if masks[at] & mask
            ]
        else:
            found = [
                (end, cost + more, (*bound, value) if item.name else bound)
                for at, cost, bound in states
                for end, more, value in self.read(item.symbol, at)
            ]
        if item.least:
            return found
        missing = [(at, cost, (*bound, None)) for at, cost, bound in states]
        return [*(missing if item.name else states), *found]

    def _repeated(self, item: _Item, state: _State) -> list[_State]:
        begun, cost, bound = state
        once = item._replace(least=1, most=1, name="_")
        reached: list[_State] = [(begun, cost, ())]
        found: list[_State] = []
        for _ in range(item.most + 1):
            found += [(at, so_far, (*bound, values)) for at, so_far, values in reached]
            reached = self._behind(once, reached)[:MAX_READINGS]
        return found if item.name else [(at, so_far, bound) for at, so_far, _ in found]
