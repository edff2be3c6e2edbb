"""A page in the accessibility tree's own words, as Markdown: what a screen reader has to go by."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from playwright.sync_api import Page

Node = dict[str, Any]
Tree = dict[str, Node]

LANDMARKS = {
    "banner", "navigation", "main", "contentinfo", "region", "search", "form", "complementary",
    "dialog",
}  # fmt: skip
CONTROLS = {
    "link", "button", "checkbox", "radio", "textbox", "searchbox", "combobox", "spinbutton",
    "switch", "slider", "DisclosureTriangle",
}  # fmt: skip
GROUPS = {"group", "radiogroup", "list", "table"}
SILENT = {"InlineTextBox", "ListMarker", "LineBreak"}
STATES = ("disabled", "checked", "pressed", "expanded", "invalid", "required")
SAID = {"DisclosureTriangle": "disclosure", "radiogroup": "group"}
ISOLATES = str.maketrans("", "", "\u2066\u2067\u2068\u2069")


def words_of(page: Page, *, within: str = "") -> list[str]:
    """The lines of a nested list: landmarks, headings, controls with their states, texts, tables.

    Args:
        within: a selector; only that element is told.
    """
    session = page.context.new_cdp_session(page)
    nodes: list[Node] = session.send("Accessibility.getFullAXTree")["nodes"]
    root = nodes[0]
    if within:
        document = session.send("DOM.getDocument")["root"]["nodeId"]
        asked = {"nodeId": document, "selector": within}
        found = {"nodeId": session.send("DOM.querySelector", asked)["nodeId"]}
        wanted = session.send("DOM.describeNode", found)["node"]["backendNodeId"]
        root = next(node for node in nodes if node.get("backendDOMNodeId") == wanted)
    session.detach()
    tree: Tree = {node["nodeId"]: node for node in nodes}
    return _without_labels(list(_tell(root, tree, 0, is_root=not within)))


def _without_labels(lines: list[str]) -> list[str]:
    """The lines without texts that are only the name of what stands right before or after."""
    kept = []
    for before, line, after in zip(["", *lines], lines, [*lines[1:], ""], strict=False):
        name = f"“{line.strip().removeprefix('- ')}”"
        if name not in after and not before.endswith(name):
            kept.append(line)
    return kept


def _role(node: Node) -> str:
    return str(node.get("role", {}).get("value", ""))


def _name(node: Node) -> str:
    return " ".join(str(node.get("name", {}).get("value", "")).translate(ISOLATES).split())


def _children(node: Node, tree: Tree) -> list[Node]:
    return [tree[child] for child in node.get("childIds", []) if child in tree]


def _properties(node: Node) -> dict[str, Any]:
    return {one["name"]: one["value"].get("value") for one in node.get("properties", [])}


def _line(depth: int, words: str) -> str:
    return f"{'  ' * depth}- {words}"


def _tell(node: Node, tree: Tree, depth: int, *, is_root: bool = False) -> Iterator[str]:
    """A node and what is in it; one that says nothing by itself is passed over."""
    role = _role(node)
    is_announcer = role == "generic" and bool(_properties(node).get("live"))
    if role in SILENT or is_announcer:  # what is said by itself is told when it is
        return
    if not node["ignored"] and not is_root:
        tell = _TOLD.get(role)
        if tell is None and role == "listitem" and not _has_parts(node, tree):
            tell = _sentence
        if tell is None and role in LANDMARKS | GROUPS and _is_told(node):
            tell = _part
        if tell is not None:
            yield from tell(node, tree, depth)
            return
    yield from _tell_all(_children(node, tree), tree, depth)


def _part(node: Node, tree: Tree, depth: int) -> Iterator[str]:
    yield _line(depth, _titled(node))
    yield from _tell_all(_children(node, tree), tree, depth + 1)


def _heading(node: Node, tree: Tree, depth: int) -> Iterator[str]:
    yield _line(depth, f"heading {_properties(node).get('level', '')} “{_name(node)}”")
    yield from _controls_in(node, tree, depth + 1)


def _one_control(node: Node, _tree: Tree, depth: int) -> Iterator[str]:
    yield _line(depth, _control(node))


def _live(node: Node, tree: Tree, depth: int) -> Iterator[str]:
    if words := _joined(_texts(node, tree)):
        yield _line(depth, f"{_role(node)}: {words}")
    yield from _controls_in(node, tree, depth + 1)


def _row(node: Node, tree: Tree, depth: int) -> Iterator[str]:
    yield _line(depth, " | ".join(_cell(cell, tree) for cell in _cells(node, tree)))
    yield from _controls_in(node, tree, depth + 1)


def _image(node: Node, _tree: Tree, depth: int) -> Iterator[str]:
    if _name(node):
        yield _line(depth, f"image “{_name(node)}”")


def _tell_all(nodes: list[Node], tree: Tree, depth: int) -> Iterator[str]:
    text: list[str] = []
    for node in nodes:
        if _is_text(node, tree):
            text.extend([_name(node)] if _role(node) == "StaticText" else _texts(node, tree))
            continue
        yield from _text(text, depth)
        text = []
        yield from _tell(node, tree, depth)
    yield from _text(text, depth)


def _is_text(node: Node, tree: Tree) -> bool:
    """Whether a node is text, or nothing but text in parts that say nothing of themselves."""
    plain = {"StaticText", "InlineTextBox", "generic", "none", "emphasis", "strong"}
    parts = [node, *_within(node, tree)]
    return all(_role(part) in plain or part["ignored"] for part in parts)


def _text(parts: list[str], depth: int) -> Iterator[str]:
    """Pieces of text beside each other, on one line."""
    if words := _joined(filter(None, parts)):
        yield _line(depth, words)


def _is_told(node: Node) -> bool:
    """A group, a form or a region without a name is none for a listener; a list always is."""
    return bool(_name(node)) or _role(node) not in {"group", "form", "region"}


def _titled(node: Node) -> str:
    role = SAID.get(_role(node), _role(node))
    return f"{role} “{_name(node)}”" if _name(node) else role


def _control(node: Node) -> str:
    """ "button “Undo” (disabled; key u)"."""
    properties = _properties(node)
    states = []
    for state in STATES:
        value = properties.get(state)
        if value in (True, "true"):
            states.append(state)
        elif state in ("checked", "expanded") and value in (False, "false"):
            states.append(f"not {state}")
        elif value not in (None, False, "false", ""):
            states.append(f"{state}: {value}")
    if properties.get("keyshortcuts"):
        states.append(f"key {properties['keyshortcuts']}")
    value = str(node.get("value", {}).get("value") or "")
    if value and _role(node) in {"textbox", "combobox", "spinbutton"}:
        states.insert(0, "several lines" if "\n" in value else f"“{value}”")
    told = _titled(node)
    return f"{told} ({'; '.join(states)})" if states else told


def _has_parts(node: Node, tree: Tree) -> bool:
    """Whether more than text and controls is in it."""
    return any(
        _role(part) in {"list", "table", "heading", "group", "paragraph"}
        for part in _within(node, tree)
    )


def _within(node: Node, tree: Tree) -> Iterator[Node]:
    for child in _children(node, tree):
        if not child["ignored"]:
            yield child
        yield from _within(child, tree)


def _sentence(node: Node, tree: Tree, depth: int) -> Iterator[str]:
    """A paragraph on a line of its own, and the controls in it on theirs."""
    text = _joined(_texts(node, tree))
    if text:
        yield _line(depth, text)
    yield from _controls_in(node, tree, depth)


def _joined(texts: Iterable[str]) -> str:
    """Texts beside each other; a sign goes with the name before it."""
    return re.sub(" (?=[.:,;’”])", "", " ".join(" ".join(texts).split()))


def _texts(node: Node, tree: Tree) -> Iterator[str]:
    """The text of a node that is in no control."""
    for child in _children(node, tree):
        if _role(child) == "StaticText":
            yield _name(child)
        elif _role(child) not in CONTROLS:
            yield from _texts(child, tree)


def _controls_in(node: Node, tree: Tree, depth: int) -> Iterator[str]:
    for child in _children(node, tree):
        if _role(child) in CONTROLS and not child["ignored"]:
            yield _line(depth, _control(child))
        else:
            yield from _controls_in(child, tree, depth)


def _cells(node: Node, tree: Tree) -> list[Node]:
    wanted = {"cell", "gridcell", "columnheader", "rowheader"}
    return [one for one in _within(node, tree) if _role(one) in wanted]


def _cell(node: Node, tree: Tree) -> str:
    return _name(node) or " ".join(_texts(node, tree)).translate(ISOLATES) or "–"


_TOLD: dict[str, Callable[[Node, Tree, int], Iterator[str]]] = {
    **dict.fromkeys(CONTROLS, _one_control),
    **dict.fromkeys(("status", "alert"), _live),
    **dict.fromkeys(("image", "img"), _image),
    "heading": _heading,
    "paragraph": _sentence,
    "row": _row,
}
"""How nodes of these roles are told."""
