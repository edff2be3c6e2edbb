"""The contrast of what axe-core leaves undecided, measured in the pixels that Chromium draws.

Axe does not look behind gradients, pictures, pseudo elements and drawings, nor at single letters.
Here the letters are made invisible, what lies behind them is photographed, and the colour of the
letters is held against every colour there that covers more than a twentieth of it.
"""

import base64
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

# Of an element: its colour and size, and what tells it from others that look different.
LOOK = """(where) => {
  const element = document.querySelector(where);
  const style = getComputedStyle(element);
  let opacity = 1;
  const path = [];
  for (let e = element; e; e = e.parentElement) {
    opacity *= Number(getComputedStyle(e).opacity);
    if (path.length < 5) path.push(`${e.tagName}.${e.getAttribute("class") || ""}`);
  }
  const isDrawn = element instanceof SVGElement;
  return { colour: isDrawn ? style.fill : style.color, opacity, px: parseFloat(style.fontSize),
    weight: Number(style.fontWeight), path: path.join(" < ") };
}"""

HIDE = """(where) => {
  const element = document.querySelector(where);
  element.scrollIntoView({ block: "center", inline: "center" });
  const ofDrawing = element instanceof SVGElement ? "fill" : "caret-color";
  for (const name of ["-webkit-text-fill-color", ofDrawing])
    element.style.setProperty(name, "transparent", "important");
  // Where its own letters stand: the corners of a round badge lie behind none.
  const range = document.createRange();
  const lines = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    .flatMap((node) => { range.selectNodeContents(node); return [...range.getClientRects()]; });
  if (!lines.length) lines.push(element.getBoundingClientRect());
  const least = (side) => Math.min(...lines.map((line) => line[side]));
  const most = (side) => Math.max(...lines.map((line) => line[side]));
  // Whole pixels: a part of one is photographed with what is beside it.
  const left = Math.ceil(Math.max(0, least("left"))), top = Math.ceil(Math.max(0, least("top")));
  return { x: left, y: top, width: Math.floor(Math.min(innerWidth, most("right"))) - left,
    height: Math.floor(Math.min(innerHeight, most("bottom"))) - top };
}"""

SHOW = """(where) => {
  for (const name of ["-webkit-text-fill-color", "fill", "caret-color"])
    document.querySelector(where).style.removeProperty(name);
}"""

# The least contrast of a colour to those of a picture, as WCAG 2 counts it.
MEASURE = """async ({ png, colour, opacity }) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const counts = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const key = data.slice(at, at + 3).join();
    counts.set(key, (counts.get(key) || 0) + 1);
  }
  const light = (rgb) => {
    const [r, g, b] = [...rgb].map((c) => c / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const common = Math.max(...counts.values());
  const grounds = [...counts].filter(([, n]) => n * 80 >= data.length || n === common);
  return Math.min(...grounds.map(([key]) => {
    context.globalAlpha = 1;
    context.fillStyle = `rgb(${key})`;
    context.fillRect(0, 0, 1, 1);
    context.globalAlpha = opacity;
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const letters = light(context.getImageData(0, 0, 1, 1).data.slice(0, 3));
    const ground = light(key.split(","));
    return (Math.max(letters, ground) + 0.05) / (Math.min(letters, ground) + 0.05);
  }));
}"""


@dataclass
class Eye:
    """Looks at what was left undecided, once for everything that looks the same.

    Attributes:
        blank: a page without a content security policy, for counting pixels.
    """

    blank: Page
    seen: dict[tuple[Any, ...], float]

    def fault(self, page: Page, where: str) -> str:
        """What is wrong with the contrast of an element; empty when it is as WCAG 1.4.3 asks."""
        look = page.evaluate(LOOK, where)
        key = (*look.values(),)
        least = 3.0 if look["px"] >= 24 or (look["px"] >= 18.66 and look["weight"] >= 700) else 4.5
        if key not in self.seen:
            self.seen[key] = self._measured(page, where, look)
        found = self.seen[key]
        return "" if found >= least else f"contrast {found:.2f} of {look['path']} at {where}"

    def _measured(self, page: Page, where: str, look: dict[str, Any]) -> float:
        box = page.evaluate(HIDE, where)
        if box["width"] < 1 or box["height"] < 1:
            return 0.0
        picture = page.screenshot(clip=box, animations="disabled")
        page.evaluate(SHOW, where)
        png = base64.b64encode(picture).decode()
        asked = {"png": png, "colour": look["colour"], "opacity": look["opacity"]}
        return float(self.blank.evaluate(MEASURE, asked))
