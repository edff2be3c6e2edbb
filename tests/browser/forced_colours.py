"""What a page loses in the reader's own few colours (forced colours)."""

from playwright.sync_api import Page

# What stands out by its ground or its shadow elsewhere, and has no border here.
WITHOUT_FRAME = """() => {
  const framed = [...document.querySelectorAll("button, .button, .tile, .choice, .card, " +
    ".fault, .note, .plate, .seats a, .tabs a, select, input:not([type=hidden])")]
    .filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > 0);
  const bare = framed.filter((e) => {
    const style = getComputedStyle(e);
    return !["Top", "Right", "Bottom", "Left"].every((side) =>
      style[`border${side}Style`] !== "none" && parseFloat(style[`border${side}Width`]) >= 1);
  }).filter((e) => !e.matches("[type=radio], [type=checkbox], [type=file]"));
  return { count: framed.length, bare: bare.map((e) => e.outerHTML.slice(0, 90)) };
}"""

WITHOUT_RING = """() => [...document.querySelectorAll(
    "a[href], button:not(:disabled), summary, input:not([type=hidden]), select")]
  .filter((e) => e.tabIndex >= 0 && e.checkVisibility({ visibilityProperty: true }))
  .filter((e) => {
    e.focus();
    const { outlineStyle, outlineWidth, outlineColor, backgroundColor } = getComputedStyle(e);
    return outlineStyle === "none" || parseFloat(outlineWidth) < 2 ||
      outlineColor === backgroundColor;
  }).map((e) => e.outerHTML.slice(0, 90))"""

# A current item looks as the others do.
NOT_TOLD_APART = """() => [...document.querySelectorAll("a[aria-current]")]
  .filter((e) => e.checkVisibility())
  .filter((current) => {
    const look = (e) => { const s = getComputedStyle(e); return s.borderWidth + s.borderColor; };
    const others = [...current.closest("ul, ol, nav").querySelectorAll("a:not([aria-current])")];
    return others.some((other) => look(other) === look(current));
  }).map((e) => e.outerHTML.slice(0, 90))"""

LINES = """() => [...document.querySelectorAll(".chart")].map((chart) =>
  [...chart.querySelectorAll("polyline")].map((line) => {
    const { stroke, strokeDasharray } = getComputedStyle(line);
    const mark = line.parentElement.querySelector(".mark");
    return [stroke, `${strokeDasharray} ${mark && mark.getAttribute("d")}`];
  }))"""
CANVAS_TEXT = """() => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = "CanvasText";
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}"""


def faults_in_forced_colours(page: Page, frames: int, lines: int) -> list[str]:
    """Frames, rings and lines that are not to be seen. The page has so many frames and charts, at
    least; else it has not come."""
    page.emulate_media(forced_colors="active", color_scheme="dark", reduced_motion="reduce")
    assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    framed = page.evaluate(WITHOUT_FRAME)
    assert framed["count"] >= frames
    faults = [*framed["bare"], *page.evaluate(WITHOUT_RING), *page.evaluate(NOT_TOLD_APART)]
    charts = page.evaluate(LINES)
    assert len(charts) >= lines
    for chart in charts:
        looks = [look for _, look in chart]
        faults += [] if len(set(looks)) == len(looks) else [f"lines that look alike: {looks}"]
        others = {stroke for stroke, _ in chart} - {page.evaluate(CANVAS_TEXT)}
        faults += [f"a line in a colour of ours: {stroke}" for stroke in others]
    page.emulate_media(forced_colors="none", color_scheme="light", reduced_motion="reduce")
    return [f"forced colours: {fault}" for fault in faults]
