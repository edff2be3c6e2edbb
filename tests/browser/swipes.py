"""How far it is on a page from one thing to another, for a finger that swipes and for Tab."""

from typing import Literal

from playwright.sync_api import Page

Way = Literal["swipe", "plain", "tab"]
"""How somebody goes on: by swipes with what saves some, by swipes from one thing to the next alone,
or by Tab."""

# What a swipe stops at, in reading order: each control, heading and piece of text once.
DISTANCE = """([selector, way]) => {
    const controls = "a[href], button:enabled, input:not([type=hidden]), select, textarea, summary";
    const headings = "h1, h2, h3, h4, h5, h6, [role=heading]";
    const stops = [];
    const add = (node) => {
        if (node.nodeType === Node.TEXT_NODE) {
            if (way !== "tab" && node.data.trim()) stops.push(node);
        } else if (node.nodeType === Node.ELEMENT_NODE) {
            const isThere = node.checkVisibility({visibilityProperty: true});
            if (!isThere || node.ariaHidden === "true" || node.matches("script, style")) return;
            const isAlone = node.matches(controls) || way !== "tab" && node.matches(headings);
            if (isAlone || way === "tab" && node.tabIndex >= 0) stops.push(node);
            if (!isAlone || node.querySelector(controls)) node.childNodes.forEach(add);
        }
    };
    add(document.body);
    const stopAt = (element) => Math.max(stops.findIndex((one) =>
        one === element || element.contains(one)
        || one.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING), 0);
    const isHeading = (one) => one.matches?.(headings);
    const from = (at) => {
        const next = [at - 1, at + 1];
        if (way === "plain") return next;
        // Pressing a link to a part of this page is a step, too.
        const part = stops[at].hash?.length > 1 && stops[at].pathname === location.pathname
            && document.getElementById(stops[at].hash.slice(1));
        if (part) next.push(stopAt(part));
        if (way === "swipe") {  // the rotor is set to headings
            next.push(stops.findIndex((one, place) => place > at && isHeading(one)));
            next.push(stops.findLastIndex((one, place) => place < at && isHeading(one)));
        }
        return next;
    };
    const start = document.activeElement === document.body ? 0 : stopAt(document.activeElement);
    const wanted = stopAt(document.querySelector(selector));
    const steps = new Map([[start, 0]]);
    for (const [at, far] of steps) {
        if (at === wanted) return far;
        for (const next of from(at)) {
            if (stops[next] && !steps.has(next)) steps.set(next, far + 1);
        }
    }
    throw new Error(`${selector} cannot be reached`);
}"""


def steps_to(page: Page, selector: str, way: Way = "swipe") -> int:
    """The fewest steps from what has the focus, else from the page's beginning, to an element.

    A jump to the next heading or back, and a skip link's press, are a step each.
    """
    return int(page.evaluate(DISTANCE, [selector, way]))
