"""Controls that are too small for a thumb, or too close to the next.

At least 48 × 48 CSS pixels, 8 apart; 44 × 44 beside the cards on the table, so that all of them are
in view. Exempt are links within a sentence, as in WCAG 2.5.8
("inline"): there the lines of the text around them say how large they are. What stands alone is
never exempt, but for one thing, as in WCAG 2.5.8 ("equivalent"): a number that leads to a place on
a page that explains it, where a link of full size on the same page leads to that page as well.
"""

from typing import Any

from playwright.sync_api import Page

LEAST_PX, LEAST_BY_CARDS_PX, APART_PX = 48, 44, 8

# Into a field with letters of less than 16 pixels an iPhone zooms, and not out again.
ZOOMING = """() => Array.from(document.querySelectorAll("input, select, textarea"))
  .filter((e) => !e.matches("[type=checkbox], [type=radio], [type=hidden]"))
  .filter((e) => Number.parseFloat(getComputedStyle(e).fontSize) < 16)
  .map((e) => `zooms in: ${e.tagName} ${e.id || e.name}`)"""

# A control inside another is one with it; so are a check box and its label. A link is in a sentence
# where it flows with words of its paragraph that are not its own or another link's.
FAULTS = """([least, leastByCards, apart]) => {
  const SLACK = 0.02;  // of a pixel: what the browser rounds
  const kinds = "a[href], button, summary, select, label:has(input), " +
    "input:not([type=hidden], label input)";
  const inSentence = (link) => {
    if (!link.matches("a") || getComputedStyle(link).display !== "inline") return false;
    const around = link.closest("p, li, dd, td").cloneNode(true);
    around.querySelectorAll("a, button, .sr").forEach((control) => control.remove());
    return /\\p{L}/u.test(around.textContent);
  };
  // What has been scrolled out of a row that scrolls sideways is no neighbour of what stands there.
  const seen = (e) => {
    const box = e.getBoundingClientRect();
    let { left, right } = box;
    for (let p = e.parentElement; p; p = p.parentElement) {
      if (!["auto", "scroll"].includes(getComputedStyle(p).overflowX)) continue;
      const row = p.getBoundingClientRect();
      [left, right] = [Math.max(left, row.left), Math.min(right, row.right)];
    }
    return { left, right, top: box.top, bottom: box.bottom };
  };
  const all = Array.from(document.querySelectorAll(kinds))
    .filter((e) => !e.parentElement.closest(kinds) && e.checkVisibility() && !inSentence(e))
    .map((e) => ({ e, box: e.getBoundingClientRect(), seen: seen(e) }))
    .filter(({ box, seen }) => box.width && box.height && box.right > 0 && seen.left < seen.right);
  const leadsTo = ({ e }) => e.matches("a[href*='/why/']") ? e.href.replace(/#.*/, "") : "";
  const isLarge = ({ e, box }) =>
    Math.min(box.width, box.height) >= (e.closest(".pile") ? leastByCards : least) - SLACK;
  const inFull = new Set(all.filter(isLarge).map(leadsTo));
  const isNumber = (target) => target.e.hash && /^[−\\d]+$/.test(target.e.textContent.trim());
  const targets = all.filter((target) =>
    isLarge(target) || !isNumber(target) || !inFull.has(leadsTo(target)));
  const called = ({ e, box }) => `${e.tagName} ${e.id || e.className} ` +
    `"${(e.ariaLabel || e.textContent).trim().replace(/\\s+/g, " ").slice(0, 30)}" ` +
    `${box.width.toFixed(1)}x${box.height.toFixed(1)} at ${box.x.toFixed()},${box.y.toFixed()}`;
  const faults = targets
    .filter((target) => !isLarge(target))
    .map((target) => `small: ${called(target)}`);
  targets.forEach((one, index) => targets.slice(index + 1).forEach((other) => {
    const [a, b] = [one.seen, other.seen];
    const across = Math.max(0, a.left - b.right, b.left - a.right);
    const down = Math.max(0, a.top - b.bottom, b.top - a.bottom);
    if (Math.hypot(across, down) < apart - SLACK)
      faults.push(`close: ${called(one)} / ${called(other)}`);
  }));
  return { faults, targets: targets.length };
}"""


def faults_of(page: Page) -> list[str]:
    """Every target of the page that is too small, every two that are too close; with all unfolded.

    The screen is made as high as the page, so that a bar that sticks to its edge lies where it
    rests, not over what is scrolled past.
    """
    page.evaluate("() => document.querySelectorAll('details').forEach((e) => { e.open = true; })")
    width = 360
    page.set_viewport_size({"width": width, "height": 640})
    height = page.evaluate("() => document.documentElement.scrollHeight")
    page.set_viewport_size({"width": width, "height": height})
    found: dict[str, Any] = page.evaluate(FAULTS, [LEAST_PX, LEAST_BY_CARDS_PX, APART_PX])
    page.set_viewport_size({"width": width, "height": 640})
    assert found["targets"], "no target at all: the page has not come"
    faults: list[str] = found["faults"]
    return faults
