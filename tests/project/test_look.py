"""The look is said once, in tokens.css: what other sheets say for themselves is counted."""

import re
from pathlib import Path

import pytest

CSS = Path(__file__).resolve().parents[2] / "static/css"
TOKENS = "tokens.css"
OTHERS_LOOK = "api.css"
"""Swagger UI brings its own look."""
SHEETS = sorted(path.name for path in CSS.glob("*.css") if path.name != OTHERS_LOOK)

LENGTH = r"(?<![\w.])\d*\.?\d+(?:rem|em|px|pt|mm|ch|%)"
KINDS = {
    "letters": (r"font|font-size", LENGTH),
    "weights": (r"font|font-weight", r"(?<![\w.-])(?:[1-9]00|[1-9]50|bold(?:er)?|lighter)\b"),
    "corners": (r"border(?:-[a-z]+)*-radius", rf"(?!50%){LENGTH}"),
    "spaces": (
        r"(?:scroll-)?(?:margin|padding)(?:-[a-z]+)*|(?:row-|column-)?gap",
        rf"(?!\b[1-3]px){LENGTH}",
    ),
    "times": (r"(?:animation|transition)(?:-duration|-delay)?", r"(?<![\w.-])\d*\.?\d+m?s\b"),
}
"""The properties of a kind, and what is a value of its own there: no token, no hairline."""

SPARED = {
    ("base.css", "font-weight: 400 900"): "one face serves every weight",
    ("base.css", "font-size: clamp(100%, 81% + 0.42vw, 137.5%)"): "what all sizes are measured by",
    ("scoreboard.css", "font-size: max(100%, min(1.25vw, 2.2vh))"): "as above, from afar",
    ("tournament.css", "font-size: max(100%, min(2.2vw, 3.9vh))"): "from farther",
    ("components.css", "font-size: min(var(--text-4), 26px)"): "a plate holds no larger number",
    ("club.css", "font-size: 26px"): "in units of a drawing",
    ("club.css", "font-size: 24px"): "in units of a drawing",
    ("club.css", "border-radius: 50% / 0 0 80% 80%"): "the shape of a plate from the side",
    ("results.css", "font-size: 8pt"): "on paper",
    ("results.css", "margin: 12mm"): "on paper",
    ("results.css", "gap: 0 5mm"): "on paper",
    ("results.css", "column-gap: 6mm"): "on paper",
    ("rules.css", "font-size: 24pt"): "on paper: a cell of braille is as large as a finger",
}
"""What stands outside the tokens, and why."""

SCREENS = {
    *("max-width: 19.99rem", "max-width: 24rem", "max-width: 33.99rem", "max-width: 59.99rem"),
    *("min-width: 34rem", "min-width: 51.25rem", "min-width: 60rem"),
    *("max-height: 30rem", "max-height: 43.99rem", "min-height: 44rem"),
}
"""The sizes of a screen that make a difference."""
SPARED_SCREENS = {
    ("entry.css", "min-width: 22.5rem"): "from here on four piles share a row",
    ("entry.css", "max-height: 56rem"): "above it the field for words has room of its own",
}
BOXES = {
    *("max-width: 16rem", "max-width: 27rem", "max-width: 34rem", "max-width: 44rem"),
    "min-width: 34rem",
}
"""The sizes of what a table stands in."""
SPARED_BOXES = {
    ("club.css", "max-width: 20rem"): "a name of eleven letters beside three numbers",
    ("entry.css", "15rem <= width < 21.25rem"): "two tiles share a row",
    ("entry.css", "width >= 21.25rem"): "up to six do",
    ("entry.css", "21.25rem <= width < 34rem"): "a third of a row is narrow",
    ("entry.css", "width < 34rem"): "a part of a tile is narrow",
    ("scoreboard.css", "width > 18rem"): "a name and four numbers fit",
    ("scoreboard.css", "16rem < width <= 18rem"): "a name stands above them",
}


def read(name: str) -> str:
    return re.sub(r"/\*.*?\*/", "", (CSS / name).read_text(), flags=re.DOTALL)


def declarations(css: str) -> list[str]:
    """Each "property: value" of a sheet, in one line."""
    blocks = re.findall(r"\{([^{}]*)\}", css)
    found = (re.sub(r"\s+", " ", one).strip() for block in blocks for one in block.split(";"))
    return [one for one in found if one and not one.startswith("--")]


def outside(kind: str, css: str) -> list[str]:
    """What a sheet says of a kind in a value of its own."""
    properties, value = KINDS[kind]
    own = re.compile(rf"(?:{properties}): .*?{value}")
    return [one for one in declarations(css) if own.match(one)]


def conditions(css: str, rule: str) -> list[str]:
    """What a sheet asks of a size."""
    preludes = re.findall(rf"@{rule}([^{{]+)\{{", css)
    asked = (one for prelude in preludes for one in re.findall(r"\(([^()]+)\)", prelude))
    return [one for one in asked if "width" in one or "height" in one]


@pytest.mark.parametrize("kind", KINDS)
def test_no_sheet_has_sizes_weights_corners_spaces_or_times_of_its_own(kind):
    found = {(name, one) for name in SHEETS for one in outside(kind, read(name))}
    assert found - set(SPARED) == set()


@pytest.mark.parametrize(
    ("rule", "known", "spared"),
    [("media", SCREENS, SPARED_SCREENS), ("container", BOXES, SPARED_BOXES)],
)
def test_sheets_ask_for_few_sizes_of_a_screen(rule, known, spared):
    found = {(name, one) for name in SHEETS for one in conditions(read(name), rule)}
    assert {one for one in found if one[1] not in known} == set(spared)
    assert known - {one for _name, one in found} == set()


def test_what_is_spared_is_there():
    assert [one for one in SPARED if one[1] not in declarations(read(one[0]))] == []


def test_every_token_is_used_and_every_one_that_is_used_is_known():
    texts = {name: read(name) for name in SHEETS}
    named = set(re.findall(r"(?<![\w-])(--[a-z][\w-]*)\s*:", "".join(texts.values())))
    used = set(re.findall(r"var\((--[a-z][\w-]*)", "".join(texts.values())))
    assert used <= named
    assert set(re.findall(r"^ {4}(--[a-z][\w-]*):", texts[TOKENS], re.MULTILINE)) <= used


@pytest.mark.parametrize(
    ("kind", "css"),
    [
        ("letters", "p { font-size: 0.95rem; }"),
        ("letters", "p { font: var(--strong) 13px/1.2 serif; }"),
        ("weights", "p { font-weight: 700; }"),
        ("weights", "@media print { p { font-weight: bold } }"),
        ("corners", "p { border-radius: 4px; }"),
        ("spaces", "p { margin-inline: -0.3rem auto; }"),
        ("spaces", "p { padding: 0 calc(var(--space-1) + 5px); }"),
        ("times", "p { transition: color 150ms; }"),
    ],
)
def test_a_value_of_its_own_is_found(kind, css):
    assert outside(kind, css)


@pytest.mark.parametrize("kind", KINDS)
def test_tokens_and_hairlines_are_not(kind):
    css = """p { margin: 0 auto -2px; padding: calc(-1 * var(--space-1)); font: var(--strong)
      var(--text-2)/1.2 serif; border-radius: 50%; animation: falls var(--slow) ease-in; }"""
    assert outside(kind, css) == []


def luminance(colour: str) -> float:
    """How light a colour is, as WCAG 2 counts it: 0 to 1."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "raised", "note-back"])
@pytest.mark.parametrize("field", ['input[type="text"]', 'input[type="checkbox"]'])
def test_the_edge_of_what_is_filled_in_stands_out_on_every_ground(field, ground, look):
    """A browser draws fainter ones on a note, and grey ones in the dark."""
    (rule,) = re.findall(rf"{re.escape(field)},[^{{}}]*\{{([^{{}}]*)\}}", read("components.css"))
    (edge,) = re.findall(r"\bborder: .*? solid var\(--([\w-]+)\)", rule)
    tokens = read(TOKENS)
    darker, lighter = sorted(
        luminance(re.findall(rf"--{name}: .*?--if-{look}, (#\w+)\)", tokens)[0])
        for name in (edge, ground)
    )
    assert (lighter + 0.05) / (darker + 0.05) >= 3
