"""How long a tap takes to show, with the processor slowed down four times. `make bench-taps`."""

import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from demo_server import chromium, demo_server
from playwright.sync_api import Page, sync_playwright
from screenshots import PHONE, example

from tests.browser.driver import Person
from tests.conftest import FLAGS

SLOWDOWN = 4
AIMS = {"count": 50, "score": 300}  # in milliseconds
TAPS = ("dumpling", "edamame", "onigiri-circle", "tea", "squid-nigiri") * 4

# From the tap's own time to the frame after the count, and after the server's board, has changed.
WATCH = """() => {
    window.taps = [];
    // A message that is sent in a frame arrives when that frame has been drawn.
    const frame = (then) => requestAnimationFrame(() => {
        const drawn = new MessageChannel();
        drawn.port1.onmessage = then;
        drawn.port2.postMessage(0);
    });
    document.addEventListener("pointerup", (event) => {
        const tap = {};
        window.taps.push(tap);
        const since = () => performance.now() - event.timeStamp;
        const board = document.querySelector("#board");
        new MutationObserver((_, watch) => {
            watch.disconnect();
            frame(() => { tap.count = since(); });
        }).observe(board, {subtree: true, childList: true, characterData: true});
        new MutationObserver((_, watch) => {
            if (board.isConnected) return;
            watch.disconnect();
            frame(() => { tap.score = since(); });
        }).observe(document.querySelector("#main"), {childList: true});
    });
}"""


def measure(page: Page) -> list[dict[str, float]]:
    """Taps one card after the other; each tap's milliseconds to its count and to its score."""
    page.evaluate(WATCH)
    for face in TAPS:
        page.locator(f"#add-{face}").tap()
        page.wait_for_function("() => window.taps.at(-1)?.score !== undefined")
    taps: list[dict[str, float]] = page.evaluate("() => window.taps")
    return taps


def main() -> None:
    """Prints the median and the worst of each, with its aim."""
    with demo_server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        context = browser.new_context(base_url=address, locale="en", **PHONE)
        page = context.new_page()
        Person(page).start(example("points-platter"))
        slow = context.new_cdp_session(page)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        taps = measure(page)
        browser.close()
    for name, aim in AIMS.items():
        times = [tap[name] for tap in taps]
        median, worst = statistics.median(times), max(times)
        met = "met" if worst <= aim else "median met" if median <= aim else "not met"
        print(f"tap to {name}: median {median:.0f} ms, worst {worst:.0f} ms (aim {aim}: {met})")


if __name__ == "__main__":
    main()
