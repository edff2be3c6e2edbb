"""No page, in no state, has a fault that axe-core can find: WCAG 2.2 AA and good practice.

All is unfolded first. The light page is asked about everything, the dark one about its contrast;
what axe cannot decide is measured, or named.
"""

import pytest
from playwright.sync_api import Browser, Page

from .axe import CONTRAST, EVERYTHING, ask, axe_source
from .contrast import Eye
from .reflow import unfold
from .shown import Saved, saved_pages, screen

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

TALL = {"width": 390, "height": 5000}
"""So tall that nothing has to be scrolled to, and nothing that sticks lies over anything."""
SAMPLE = 15
"""One page of so many is looked at in the other languages; `make test-slow` looks at all."""


def words_of(finding: dict[str, str]) -> str:
    return f"{finding['rule']}: {finding['html']} ({finding['why'][:200]})"


def faults_now(page: Page, eye: Eye, options: dict[str, object]) -> list[str]:
    """Everything that is wrong with the page as it is now."""
    found = ask(page, options)
    assert found["rules"], "no rule applied: the page has not come"
    faults = [words_of(finding) for finding in found["violations"]]
    for finding in found["incomplete"]:
        if finding["rule"] == "color-contrast":
            faults += filter(None, [eye.fault(page, finding["where"])])
        elif not is_sign(page, finding):
            faults.append(f"undecided: {words_of(finding)}")
    return faults


def is_sign(page: Page, finding: dict[str, str]) -> bool:
    """Whether what axe could not compare with a name is no word that anyone would say: × or ?."""
    if finding["rule"] != "label-content-name-mismatch":
        return False
    return not any(letter.isalnum() for letter in page.locator(finding["where"]).inner_text())


def faults_of(browser: Browser, pages: list[Saved]) -> list[str]:
    """The faults of pages in both colour schemes, each once, with the first page that has it."""
    wrong: dict[str, str] = {}
    with screen(browser, viewport=TALL) as a_screen:
        page = a_screen.page
        page.add_init_script(axe_source())
        eye = Eye(browser.new_page(), {})
        for wanted in pages:
            a_screen.show(wanted)
            unfold(page)
            light = faults_now(page, eye, EVERYTHING)
            page.emulate_media(color_scheme="dark", reduced_motion="reduce")
            dark = [f"dark: {fault}" for fault in faults_now(page, eye, CONTRAST)]
            page.emulate_media(color_scheme="light", reduced_motion="reduce")
            for fault in light + dark:
                wrong.setdefault(fault, wanted.name)
        eye.blank.close()
    return [f"{page}: {fault}" for fault, page in wrong.items()]


@pytest.mark.parametrize("part", [0, 1])
def test_axe_finds_nothing_on_any_page(browser: Browser, part: int) -> None:
    axe_source()
    pages = saved_pages()[part::2]
    assert len(pages) > 100
    assert faults_of(browser, pages) == []


def test_axe_finds_nothing_on_pages_in_spanish(browser: Browser) -> None:
    axe_source()
    assert faults_of(browser, saved_pages(**{"Accept-Language": "es"})[::SAMPLE]) == []


@pytest.mark.slow
def test_axe_finds_nothing_on_any_page_in_spanish(browser: Browser) -> None:
    axe_source()
    assert faults_of(browser, saved_pages(**{"Accept-Language": "es"})) == []


FAULTY = b"""<!doctype html><html lang="en"><head><title>x</title><meta charset="utf-8"></head>
<body><main><h1>x</h1><h3>y</h3><img src="/x"><p id="pale">a pale line</p><p id="b"><b>i</b></p>
<button aria-label="one">two</button></main></body></html>"""


def test_what_axe_and_the_eye_look_for_would_be_found(browser: Browser) -> None:
    pale = """() => { for (const [id, colour] of [["pale", "#aaa"], ["b", "#999"]])
        document.getElementById(id).style.color = colour; }"""
    with screen(browser) as a_screen:
        page = a_screen.page
        page.add_init_script(axe_source())
        eye = Eye(browser.new_page(), {})
        a_screen.show(Saved("faulty", "/faulty/", 200, [(b"content-type", b"text/html")], FAULTY))
        page.evaluate(pale)
        found = " ".join(faults_now(page, eye, EVERYTHING))
        eye.blank.close()
    for fault in (
        *("heading-order", "image-alt", "color-contrast", "label-content-name-mismatch"),
        "contrast 2.8",  # of the single letter, which axe leaves undecided
    ):
        assert fault in found, found
