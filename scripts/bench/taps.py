"""How long a tap takes to show, with the processor slowed down four times. `make bench-taps`.

Other work on the machine slows the taps down too: measure when it is quiet.
"""

import statistics

from playwright.sync_api import Page

from scripts.bench.scoring import verdict
from scripts.screenshots import example, phone_page
from scripts.server import demo_server
from tests.browser.driver import Person

SLOWDOWN = 4
COUNT_AIM, SCORE_AIM = (40, 60, 100), (150, 250, 400)  # median, 95 %, worst, in milliseconds
TAPS = ("dumpling", "edamame", "onigiri-circle", "tea", "squid-nigiri") * 4
SEATS = (1, 2, 3)

# From the moment the finger is lifted to the frame after the button's count, and after the score,
# has changed. Every answer of the server brings the id of the next tap, whatever else it changes.
WATCH = """() => {
    window.taps = [];
    // What is asked for in a frame is done when it has been drawn: before all else that waits.
    const first = {priority: "user-blocking"};
    const frame = (then) => requestAnimationFrame(() => { scheduler.postTask(then, first); });
    const changes = {subtree: true, childList: true, attributes: true, characterData: true};
    document.addEventListener("pointerup", (event) => {
        const tap = {};
        window.taps.push(tap);
        const button = event.target.closest("button").id;
        const read = {
            count: () => Number(document.querySelector(`#${button} .count`)?.textContent ?? 0),
            score: () => document.querySelector("#board input[name=tap]").value,
        };
        for (const [name, now] of Object.entries(read)) {
            const before = now();
            new MutationObserver((_, watch) => {
                if (now() === before) return;
                watch.disconnect();
                frame(() => { tap[name] = performance.now() - event.timeStamp; });
            }).observe(document.querySelector("#main"), changes);
        }
    });
}"""
SHOWN = "(number) => window.taps.filter((tap) => tap.count && tap.score).length === number"


def measure(page: Page) -> list[dict[str, float]]:
    """Taps one card after the other; each tap's milliseconds to its count and to its score."""
    page.evaluate(WATCH)
    for number, face in enumerate(TAPS, start=1):
        page.locator(f"#add-{face}").tap()
        page.wait_for_function(SHOWN, arg=number)
    taps: list[dict[str, float]] = page.evaluate("() => window.taps")
    return taps


def report(what: str, times: list[float], aims: tuple[int, int, int]) -> None:
    """Prints the middle, the slowest twentieth and the worst of times, with their aims."""
    median, worst = statistics.median(times), max(times)
    twentieth = statistics.quantiles(times, n=20)[-1]
    met = all(time <= aim for time, aim in zip((median, twentieth, worst), aims, strict=True))
    print(
        f"{what}: median {median:.0f} ms, 95 % within {twentieth:.0f} ms, worst {worst:.0f} ms of "
        f"{len(times)} taps (aims {', '.join(map(str, aims))}: {verdict(met)})"
    )


def main() -> None:
    """Print how long a tap takes to its count and to its score."""
    with demo_server() as address, phone_page(address) as page:
        person = Person(page)
        person.start(example("points-platter"))
        slow = page.context.new_cdp_session(page)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        taps = []
        for seat in SEATS:
            person.open_seat(1, seat)
            page.wait_for_load_state()
            taps += measure(page)
    report("tap to count", [tap["count"] for tap in taps], COUNT_AIM)
    report("tap to score", [tap["score"] for tap in taps], SCORE_AIM)


if __name__ == "__main__":
    main()
