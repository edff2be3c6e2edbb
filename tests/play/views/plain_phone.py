"""A phone without JavaScript: it follows links and sends the forms that stand on the page.

Only what a page really offers can be pressed, so a form that lacks a field or a button fails.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.core.signing import get_cookie_signer
from django.http import HttpResponse
from django.test import Client
from django.test.html import Element, parse_html


def phone(name: str = "") -> Client:
    """A phone with its signed cookie; none for one that has never been here."""
    client = Client()
    if name:
        client.cookies["phone"] = get_cookie_signer(salt="phonephone").sign(name)
    return client


def attribute(element: Element, name: str) -> str | None:
    """An attribute's value, "" for one without, None where there is none."""
    found = dict(element.attributes)
    return (found[name] or "") if name in found else None


def elements(root: Element, *names: str) -> Iterator[Element]:
    """All elements of these names below a root, in order."""
    for child in root.children:
        if isinstance(child, Element):
            if child.name in names:
                yield child
            yield from elements(child, *names)


_BY_A_NAME = re.compile("(?<=[“(]) \ue000|\ue000|\ue001 (?=[,:;.’”)])|\ue001")


def text_of(element: Element) -> str:
    """What is to be read in an element, with single spaces: also where one element follows another,
    but not between a name and the sign beside it."""
    parts = []
    for child in element.children:
        text = text_of(child) if isinstance(child, Element) else child
        is_name = isinstance(child, Element) and child.name == "bdi"
        parts.append(f"\ue000{text}\ue001" if is_name else text)
    return _BY_A_NAME.sub("", " ".join(" ".join(parts).split()))


def filled_in(form: Element, page: Element | None = None) -> dict[str, list[str]]:
    """What the form would send as it stands on the page, without any button.

    A field may be another form's than the one around it; those of this form that stand elsewhere
    are found on ``page``.
    """
    own, values = attribute(form, "id"), dict[str, list[str]]()

    def fields(name: str) -> list[Element]:
        within = [box for box in elements(form, name) if attribute(box, "form") is None]
        around = elements(page or form, name) if own else ()
        return [*within, *(box for box in around if attribute(box, "form") == own)]

    for box in fields("input"):
        name = attribute(box, "name")
        is_choice = attribute(box, "type") in ("checkbox", "radio")
        if name and not (is_choice and attribute(box, "checked") is None):
            values.setdefault(name, []).append(
                attribute(box, "value") or ("on" if is_choice else "")
            )
    for area in fields("textarea"):
        if name := attribute(area, "name"):
            values[name] = [text_of(area)]
    for select in fields("select"):
        options = list(elements(select, "option"))
        chosen = [o for o in options if ("selected", None) in o.attributes] or options[:1]
        values[attribute(select, "name") or ""] = [attribute(o, "value") or "" for o in chosen]
    return values


class PlainPhone:
    """One phone and the page that it shows; ``name``: as in :func:`phone`."""

    def __init__(self, name: str = "") -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.client.cookies = phone(name).cookies
        self.response = HttpResponse()
        self.url = ""

    def open(self, url: str) -> "PlainPhone":
        """Opens an address, following where it leads."""
        return self._show(self.client.get(url, follow=True), url)

    def _show(self, response: Any, url: str) -> "PlainPhone":
        self.response = response
        chain = getattr(response, "redirect_chain", ())
        self.url = chain[-1][0] if chain else url
        vars(self).pop("page", None)
        return self

    @cached_property
    def page(self) -> Element:
        """The page as the phone shows it, read when it is first looked at."""
        return parse_html(self.response.content.decode())

    @property
    def text(self) -> str:
        """Everything to be read on the page."""
        return text_of(next(elements(self.page, "body")))

    @property
    def heading(self) -> str:
        """The page's heading."""
        (heading,) = elements(self.page, "h1")
        return text_of(heading)

    def follow(self, label: str) -> "PlainPhone":
        """Follows the first link whose text begins so."""
        links = elements(self.page, "a")
        link = next(link for link in links if text_of(link).startswith(label))
        return self.open(attribute(link, "href") or "")

    def buttons(self) -> list[tuple[Element, Element]]:
        """Every button that can be pressed, with its form; without the choice of a language, which
        stands at the foot of every page, and what is in dialogs, which only a script opens."""
        forms = [
            form
            for form in elements(self.page, "form")
            if attribute(form, "class") != "languages" and attribute(form, "method") != "dialog"
        ]
        named = {attribute(form, "id"): form for form in forms}
        around = {id(button): form for form in forms for button in elements(form, "button")}
        owned = (
            (named[own] if (own := attribute(button, "form")) else around.get(id(button)), button)
            for button in elements(self.page, "button")
            if attribute(button, "disabled") is None
        )
        return [(form, button) for form, button in owned if form]

    def press(self, label: str = "", *, do: str = "", **typed: Any) -> "PlainPhone":
        """Presses the last button whose text (or value) begins so, after typing into its form.

        A list ticks the boxes of that field; False unticks the one.
        """
        form, button = next(
            (form, button)
            for form, button in reversed(self.buttons())
            if (attribute(button, "value") or "").startswith(do)
            and text_of(button).startswith(label)
        )
        return self._send(form, button, **typed)

    def _send(self, form: Element, button: Element, **typed: Any) -> "PlainPhone":
        values = filled_in(form, self.page)
        names = {*values, *(attribute(box, "name") for box in elements(form, "input", "select"))}
        for name, value in typed.items():
            assert name in names, f"{name} is no field of this form"
            values[name] = value if isinstance(value, list) else [value]
            if value is False:
                del values[name]
        if pressed := attribute(button, "name"):
            values[pressed] = [attribute(button, "value") or ""]
        url = attribute(button, "formaction") or attribute(form, "action") or self.url
        if attribute(form, "method") == "get":
            return self.open(f"{url.partition('#')[0]}?{urlencode(values, doseq=True)}")
        answer = self.client.post(url, values)
        if answer.status_code == 302:
            return self.open(answer.url)
        return self._show(answer, url)

    def press_taking(self, verb: str) -> "PlainPhone":
        """Presses the last button on a card that begins with this verb: take, flip, on or bare."""
        values = [attribute(button, "value") or "" for _, button in self.buttons()]
        return self.press(do=[value for value in values if value.startswith(f"{verb}:")][-1])

    def start(self, game: str, players: tuple[str, ...], **more: Any) -> "PlainPhone":
        """From the first page to the first tableau, past how other phones join; ``more`` are other
        fields of the form."""
        self.open("/").follow(f"{game} ")
        named = {f"player_{n}": name for n, name in enumerate(players, start=1)}
        self.press("Start the game", **named, **more)
        return self.follow("Enter the ") if self.url.endswith("/table/") else self

    def enter(self, *faces: str) -> "PlainPhone":
        """Presses a face's button for each card."""
        for face in faces:
            self.press(do=f"add:{face}")
        return self


def rows(phone: PlainPhone) -> list[str]:
    """The lines of the page's first table, without its head, in words."""
    return [text_of(row) for row in elements(next(elements(phone.page, "tbody")), "tr")]


def places(phone: PlainPhone) -> list[str]:
    """Who is where at the end of a game, in words: the place, the name, the sum and the total."""
    rows = elements(phone.page, "li")
    return [text_of(row) for row in rows if (attribute(row, "id") or "").startswith("row-")]
