"""Templates as Django renders them, but for the signs around names."""

import re
from typing import Any

from django.http import HttpRequest
from django.template.backends.django import DjangoTemplates, Template
from django.utils.safestring import SafeString, mark_safe

_NAME = re.compile("\u2068([^\u2068\u2069<]*)\u2069")
_OF_TEXT = ("<title", "<option")
"""Tags of what holds no elements."""


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
