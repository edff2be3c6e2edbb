"""Templates as Django renders them, but for the signs around names, and read once."""

import functools
import re
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.template import Origin
from django.template.backends.django import DjangoTemplates, Template
from django.template.loaders import filesystem
from django.utils.safestring import SafeString, mark_safe

_NAME = re.compile("\u2068([^\u2068\u2069<]*)\u2069")
_OF_TEXT = ("<title", "<option")
"""Tags of what holds no elements."""


@functools.cache
def texts() -> dict[str, str]:
    """All templates by their paths, as they were when this was asked for first. An upgrade replaces
    the files while a server runs, and its code does not know the tags of the new ones."""
    paths = (settings.BASE_DIR / "templates").rglob("*.html")
    return {str(path): path.read_text(encoding="utf-8") for path in paths}


class Loader(filesystem.Loader):
    """Takes templates from memory."""

    def get_contents(self, origin: Origin) -> str:
        """A template's text. Raises TemplateDoesNotExist."""
        return texts().get(origin.name) or super().get_contents(origin)


class Templates(DjangoTemplates):
    """Finds templates."""

    def get_template(self, template_name: str) -> "_Template":
        """A template, or a part of one. Raises TemplateDoesNotExist."""
        return _Template(super().get_template(template_name).template, self)


class _Template(Template):
    def render(
        self, context: dict[str, Any] | None = None, request: HttpRequest | None = None
    ) -> SafeString:
        return with_elements(super().render(context, request))


def with_elements(html: str) -> SafeString:
    """HTML in which the names in sentences are elements that keep their own direction of writing:
    some screen readers read out the signs that do so in plain text (U+2068, U+2069). Attributes and
    titles, which hold no elements, have the bare names. A text in a field, which is for elsewhere,
    keeps the signs."""
    parts, tag = [], ">"
    for place, part in enumerate(_NAME.split(html)):
        if not place % 2:
            start = part.rfind("<")
            tag = tag + part if start < 0 else part[start:]
            parts.append(part)
        elif ">" not in tag or tag.startswith(_OF_TEXT):
            parts.append(part)
        elif tag.startswith("<textarea"):
            parts.append(f"\u2068{part}\u2069")
        else:
            parts.append(f"<bdi>{part}</bdi>")
    return mark_safe("".join(parts))  # noqa: S308  # no more than elements has been added
