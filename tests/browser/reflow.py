"""Whether a page can be read and used in large letters, at a high zoom, with other spacing."""

from typing import Any

from playwright.sync_api import Page

SPACED = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }"""
"""The text spacing of WCAG 1.4.12."""

ADD_STYLE = """(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""

# Letters that are cut off, lie on others, or make the page wider than its window. Hidden words for
# screen readers have no size. What scrolls in a box of its own is not lost.
FAULTS = """() => {
  const SLACK = 1.5;
  const called = (e) => `${e.parentElement.className} ${e.tagName.toLowerCase()}` + (e.id && "#") +
    e.id +
    `${e.classList.length ? "." + [...e.classList].join(".") : ""} ` +
    `"${e.textContent.trim().replace(/\\s+/g, " ").slice(0, 30)}"`;
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) {
    const scrolls = (e) =>
      e && (getComputedStyle(e).overflowX === "auto" || scrolls(e.parentElement));
    const wide = [...document.body.querySelectorAll("*")].filter((e) => e.checkVisibility() &&
      e.getBoundingClientRect().right > innerWidth + SLACK && !scrolls(e));
    faults.push(`wide: ${root.scrollWidth} px, by ${wide.slice(-1).map(called)}`);
  }
  // What only the focus brings into view is clipped away, as what is for screen readers alone.
  const clipped = [...document.querySelectorAll(".words")].filter((e) =>
    getComputedStyle(e).clipPath === "inset(50%)");
  // Of a box that scrolls upwards, the lines that are in it now.
  const scrolled = [...document.querySelectorAll("main *")].filter((e) =>
    getComputedStyle(e).overflowY === "auto" && e.scrollHeight > e.clientHeight + SLACK);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || element.closest(".sr, script, template, option, .skip")) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (clipped.some((e) => e.contains(element))) continue;
    range.selectNodeContents(node);
    const scroller = scrolled.find((e) => e.contains(element));
    const frame = scroller?.getBoundingClientRect();
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1 &&
      (!frame || (box.top > frame.top - SLACK && box.bottom < frame.bottom + SLACK)));
    if (boxes.length) texts.push({ element, boxes });
  }
  const clips = ({ overflowX, overflowY }) =>
    [overflowX, overflowY].some((o) => o === "hidden" || o === "clip");
  for (const { element, boxes } of texts) {
    for (let around = element; around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (["auto", "scroll"].includes(style.overflowX)) break;
      if (!clips(style)) continue;
      const frame = around.getBoundingClientRect();
      const most = SLACK + parseFloat(getComputedStyle(element).fontSize) * 0.3;
      if (boxes.some((box) => box.right > frame.right + SLACK || box.left < frame.left - SLACK ||
          box.bottom > frame.bottom + most || box.top < frame.top - most))
        faults.push(`cut: ${called(element)} by ${called(around).split(" ")[0]}`);
    }
  }
  const isFloating = (e) => {
    for (; e && e !== document.body; e = e.parentElement)
      if (["sticky", "fixed"].includes(getComputedStyle(e).position)) return true;
    return false;
  };
  const flat = texts.filter(({ element }) =>
    !isFloating(element) && !element.closest("svg, .strip"));
  const lines = flat.flatMap(({ element, boxes }) => boxes.map((box) => ({ element, box })))
    .sort((a, b) => a.box.top - b.box.top);
  // A line's box is higher than its letters.
  const top = (box) => box.top + box.height * 0.25;
  const bottom = (box) => box.bottom - box.height * 0.2;
  lines.forEach((one, index) => {
    for (let at = index + 1; at < lines.length; at++) {
      const other = lines[at];
      if (other.box.top > one.box.bottom) break;
      const [a, b] = [one.box, other.box];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(bottom(a), bottom(b)) - Math.max(top(a), top(b));
      if (across > 2 && down > 2 && one.element !== other.element &&
          !one.element.closest(".count") && !other.element.closest(".count"))
        faults.push(`over: ${called(one.element)} / ${called(other.element)}`);
    }
  });
  return [...new Set(faults)];
}"""

# Every control that has the focus can be seen, at least in part (WCAG 2.4.11).
HIDDEN_FOCUS = """() => {
  const kinds = "a[href], button:not(:disabled), summary, select, textarea, [tabindex='0'], " +
    "input:not([type=hidden])";
  const faults = [];
  for (const control of document.querySelectorAll(kinds)) {
    if (control.tabIndex < 0 || !control.checkVisibility()) continue;
    control.focus();
    const box = control.getBoundingClientRect();
    if (!box.width || document.activeElement !== control) continue;
    const at = [0.08, 0.5, 0.92].flatMap((x) => [0.08, 0.5, 0.92].map((y) =>
      document.elementFromPoint(box.left + x * box.width, box.top + y * box.height)));
    const isIt = (e) => e && (control.contains(e) || e.closest("label")?.control === control);
    const called = `${control.tagName} ${control.id || control.className}`;
    if (!at.some(isIt)) faults.push(`hidden focus: ${called} ` +
      `"${(control.ariaLabel || control.textContent).trim().slice(0, 30)}" by ` +
      `${[...new Set(at.map((e) => e ? e.className || e.tagName : "outside"))]}`);
  }
  return faults;
}"""


# Names of which a word goes on in the next line, as "Christop/her".
BROKEN_NAMES = """(names) => names.filter((name) => {
  const range = document.createRange();
  const text = name.firstChild;
  return [...text.data.matchAll(/[^\\s-]+/g)].some(({ 0: word, index }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  });
}).map((name) => name.textContent)"""


def broken_names(page: Page, names: str) -> list[str]:
    """The names that a selector finds, of those that are broken in the middle of a word."""
    found = page.locator(names)
    assert found.count()
    return list(found.evaluate_all(BROKEN_NAMES))


def unfold(page: Page) -> None:
    """Opens everything that can be unfolded, also of what closes when another one opens."""
    page.evaluate("""() => document.querySelectorAll('details').forEach((e) => {
      e.removeAttribute('name');
      e.open = true;
    })""")


def faults_of_letters(page: Page) -> list[str]:
    """Letters that are cut off or lie on others, and a page that is wider than its window."""
    return list(page.evaluate(FAULTS))


def hidden_when_focused(page: Page) -> list[str]:
    """Controls that something lies over, all of them, while they have the focus."""
    return list(page.evaluate(HIDDEN_FOCUS))


def set_letters(page: Page, px: int) -> None:
    """Has the browser use letters of another size, as in its settings; 16 is the usual one."""
    session: Any = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": px, "fixed": px}})


def space_out(page: Page) -> None:
    """Lays the spacing of WCAG 1.4.12 over the page."""
    page.evaluate(ADD_STYLE, SPACED)


def no_spacing(page: Page) -> None:
    """Takes that away again."""
    page.evaluate("() => { document.adoptedStyleSheets = []; }")
