"""What every page has, whatever state it shows."""

import re
from collections import Counter
from itertools import pairwise
from typing import Any

from django.test.html import Element

from tests.play.views.plain_phone import attribute, elements, text_of

EVENT = re.compile(r"on[a-z]+$")


def faults(page: Element, text: str) -> list[str]:
    """Everything that is wrong with a page."""
    htmls = [page] if page.name == "html" else list(elements(page, "html"))
    if len(htmls) != 1:
        return [f"no page: {text[:80]}"]
    html, found = htmls[0], []
    if not attribute(html, "lang"):
        found.append("no language")
    if [len(list(elements(html, name))) for name in ("title", "h1", "main")] != [1, 1, 1]:
        found.append("not one title, one h1 and one main")
    if text_of(next(elements(html, "title"))) in ("", "SushiScore"):
        found.append("a title that tells no page")
    if not re.search("<title>[^<]*</title>", text):
        found.append("markup in the title")
    if not text.lstrip().startswith("<!DOCTYPE html>"):
        found.append("no doctype")
    everything = all_elements(html)
    ids = Counter(value for e in everything if (value := attribute(e, "id")))
    labels = [label for label in everything if label.name == "label"]
    for element in everything:
        faults_of_it = element_faults(element, ids, labels, everything)
        found += [f"{element.name}: {fault}" for fault in faults_of_it]
    found += [f"id {name} {number} times" for name, number in ids.items() if number > 1]
    return found + heading_faults(html) + heard_faults(html)


SHORT = re.compile(r"ø|(?<![\w⟦])R\d\b|(?<![\w+/])\d+/\d+(?![\w+/])")
"""What means nothing when it is read aloud: ø Place, R1, 4/9; not so within a secret."""
SIGNS = re.compile("[\u2066-\u2069]")
"""What some screen readers read out; on a page elements keep a name's direction of writing."""


def heard_faults(root: Element) -> list[str]:
    """What is read aloud and is no word, and links that say a number alone."""
    spoken: dict[int, str] = {}
    found = re.findall(rf".*(?:{SHORT.pattern}).*", heard(root, spoken))
    found = [f"heard: {text}" for text in found]
    for element in all_elements(root):
        said = spoken.get(id(element), "").strip()
        is_drawn = attribute(element, "aria-hidden") is not None
        found += [f"a lone – in {element.name}"] if said == "–" and not is_drawn else []
        is_bare = element.name == "a" and re.fullmatch(r"\d{1,3}", said)  # a year is none
        # A text in a field is for elsewhere.
        inside = element.children if element.name != "textarea" else ()
        words = [*inside, *(value for _, value in element.attributes)]
        texts = [one for one in words if isinstance(one, str)]
        found += [f"signs of direction: {one}" for one in texts if SIGNS.search(one)]
        if is_bare and not attribute(element, "aria-label"):
            found.append(f"a link says {said} alone")
    return found


def heard(element: Element, spoken: dict[int, str]) -> str:
    """What a screen reader makes of an element's text; ``spoken`` gets that of all within it."""
    parts = []
    for child in element.children:
        if isinstance(child, str):
            parts.append(child)
        elif child.name not in ("script", "style") and attribute(child, "aria-hidden") is None:
            said = heard(child, spoken)
            parts.append("" if attribute(child, "role") == "img" else said)
    is_inline = element.name in ("span", "b", "i", "bdi", "strong", "abbr")
    spoken[id(element)] = ("" if is_inline else "\n").join(parts)
    return spoken[id(element)]


def all_elements(root: Element) -> list[Element]:
    """Every element below a root."""
    below = [child for child in root.children if isinstance(child, Element)]
    return [found for child in below for found in (child, *all_elements(child))]


def link_faults(link: Element) -> list[str]:
    href, with_scripts = attribute(link, "href"), attribute(link, "hx-get")
    if href is None:
        return [f"leads nowhere: {text_of(link)}"]
    if with_scripts and with_scripts != href.removesuffix("?"):
        return [f"leads elsewhere with scripts: {text_of(link)}"]
    return []


def element_faults(
    element: Element, ids: Counter[str], labels: list[Element], everything: list[Element]
) -> list[str]:
    found = []
    names = {name for name, _ in element.attributes}
    if "style" in names or element.name == "style" or any(EVENT.match(name) for name in names):
        found.append("inline style or script")
    if element.name == "script" and (text_of(element) or not attribute(element, "src")):
        found.append("inline script")
    if element.name == "img" and "alt" not in names:
        found.append("no alternative text")
    if element.name in ("a", "button", "summary", "legend", "caption", "label", "option"):
        spoken = text_of(element) or attribute(element, "aria-label") or attribute(element, "value")
        found += [] if spoken else ["nothing to read"]
    if element.name == "a":
        found += link_faults(element)
    if element.name == "form" and attribute(element, "method") == "post":
        inside, form = list(elements(element, "input")), attribute(element, "id")
        tied = [one for one in everything if form and attribute(one, "form") == form]
        hidden = {attribute(box, "name") for box in [*inside, *tied]}
        found += [] if "csrfmiddlewaretoken" in hidden else ["no token against forgery"]
    if element.name == "input" and attribute(element, "type") != "hidden":
        found += [] if is_labelled(element, labels) else [f"no label: {element.attributes}"]
    if element.name in ("table", "th"):
        found += table_faults(element)
    for name in ("aria-describedby", "aria-labelledby", "for", "list"):
        for target in (attribute(element, name) or "").split():
            if target not in ids:
                found.append(f"{name} names {target}, which is not there")
    return found


def table_faults(element: Element) -> list[str]:
    """What a table, or a header of one, lacks for those who hear it cell by cell."""
    if element.name == "th":
        found = [] if attribute(element, "scope") else ["no scope"]
        return found + ([] if text_of(element) else ["an empty header"])
    is_named = attribute(element, "aria-labelledby") or list(elements(element, "caption"))
    rows = [row for body in elements(element, "tbody") for row in elements(body, "tr")]
    headed = any(list(elements(row, "th")) for row in rows) or not list(elements(element, "thead"))
    found = [] if is_named else ["a table without a name"]
    return found + ([] if headed or len(rows) < 2 else ["rows without a header"])


def is_labelled(box: Element, labels: list[Element]) -> bool:
    """Whether a label is tied to an input, around it or by its id."""
    if attribute(box, "aria-label"):
        return True
    id_ = attribute(box, "id")
    if id_ and any(attribute(label, "for") == id_ and text_of(label) for label in labels):
        return True
    return any(box is inner and text_of(lab) for lab in labels for inner in elements(lab, "input"))


def heading_faults(page: Element) -> list[str]:
    """Headings that skip a level."""
    levels = [int(e.name[1]) for e in elements(page, "h1", "h2", "h3", "h4")]
    skips = pairwise(levels)
    return [f"h{after} follows h{before}" for before, after in skips if after > before + 1]


def header_faults(answer: Any) -> list[str]:
    """What lets scripts of others run, or a page be kept that is not to be kept."""
    policy = answer.headers["Content-Security-Policy"]
    found = [] if "default-src 'self'" in policy and "unsafe" not in policy else [policy]
    kept = "no-cache" if answer.request["PATH_INFO"] == "/offline/" else "private, no-store"
    return found + ([] if answer.headers["Cache-Control"] == kept else ["kept by browsers"])
