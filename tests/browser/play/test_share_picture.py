"""The picture of a result: its letters have room, and a phone hands it on."""

from base64 import b64encode
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.drawing.letters import font_file
from referee.drawing.picture import Picture, Placed, as_svg
from tests.browser.driver import become
from tests.factories import played

pytestmark = pytest.mark.django_db(transaction=True)

LONG = (
    "Maximiliana-Josefina Anastasia von Hohen",
    "Q" * 40,
    "Ana Ben Cem Dan Eve Fay Gus Hal Ida Jon",
    "Зинаида Александровна Римская-Корсакова",
    "Wolfeschlegelsteinhausenbergerdorff-Ott",
    "أحمد بن محمد بن عبد الله الطويل",
    "אברהם בן יצחק הכהן הגדול",
    "W" * 40,
)
USUAL = (
    "Anna-Katharina", "Francisco Javier", "Maximiliano", "Bartholomew J.", "Al", "Bo", "Cem", "Dan",
)  # fmt: skip
# Texts that leave the drawing, or lie on another.
FAULTS = """async () => {
  await document.fonts.ready;
  const lines = [...document.querySelectorAll("text")];
  const letters = lines.map((line) => {
    const { x, width } = line.getBBox();
    const [y, size] = ["y", "font-size"].map((name) => Number(line.getAttribute(name)));
    // From the feet of its letters to the heads of its capitals.
    return [line.textContent, { x, width, y: y - 0.7 * size, height: 0.7 * size }];
  });
  const faults = [];
  if (!document.fonts.check("700 20px Rubik")) faults.push("the font is not there");
  for (const [text, box] of letters) {
    if (box.x < 38 || box.x + box.width > 682 || box.y < 30 || box.y + box.height > 700)
      faults.push(`${text} leaves the picture`);
    for (const [other, its] of letters) {
      const across = Math.min(box.x + box.width, its.x + its.width) - Math.max(box.x, its.x);
      const down = Math.min(box.y + box.height, its.y + its.height) - Math.max(box.y, its.y);
      if (its !== box && across > 0 && down > 0) faults.push(`${text} lies on ${other}`);
    }
  }
  return faults;
}"""


def pictures() -> list[Picture]:
    """Those with two to eight people, of whom one to all have won, and one of a long name."""
    shown = []
    for names in (LONG, USUAL):
        for many in range(2, 9):
            for winners in {1, 2, many}:
                others = [
                    Placed(f"{n}=", name, str(140 - n)) for n, name in enumerate(names, start=2)
                ]
                head = "Ein Abend, der einen Namen von sechzig Buchstaben haben soll · 26 XI"
                shown.append(Picture(head, names[:winners], "−137", "Puntos", others[winners:many]))
    return shown


@pytest.mark.slow
def test_nothing_on_a_picture_is_cut_or_lies_on_another(phone: Page) -> None:
    font = b64encode(Path(font_file()).read_bytes()).decode()
    for picture in pictures():
        phone.set_content(
            f"<style>@font-face {{ font-family: Rubik; src: url(data:font/ttf;base64,{font}) }}"
            f"</style>{as_svg(picture)}"
        )
        assert phone.evaluate(FAULTS) == [], picture


@pytest.mark.slow
def test_a_phone_hands_the_picture_on_where_it_can(phone: Page) -> None:
    game = played("squid-nigiri", "")
    phone.add_init_script(
        "navigator.canShare = () => true;"
        "navigator.share = async (what) => { window.handed = what.files; };"
    )
    become(phone).goto(f"/g/{game.pk}/result/")
    phone.get_by_role("link", name="Share").tap()
    phone.get_by_role("button", name="Share the picture").tap()
    phone.wait_for_function("() => window.handed")
    assert phone.evaluate("() => handed.map(({ name, type }) => [name, type])") == [
        ["sushiscore.png", "image/png"]
    ]
    bitmap = "async () => { const { width } = await createImageBitmap(handed[0]); return width; }"
    assert phone.evaluate(bitmap) == 720


@pytest.mark.slow
def test_others_keep_it(phone: Page) -> None:
    game = played("squid-nigiri", "")
    become(phone).goto(f"/g/{game.pk}/result/")
    phone.get_by_role("link", name="Share").tap()
    expect(phone.get_by_role("button", name="Share the picture")).to_be_hidden()
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Save it").tap()
    assert download.value.suggested_filename == "sushiscore.png"
    picture = phone.get_by_alt_text("The result as a picture")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("naturalWidth", 720)
