"""Fields of forms for what people call things."""

from typing import Any

from django import forms

from ..rules.names import plain_name


class NameField(forms.CharField):
    """A name in the one form in which names are kept and compared, however it was typed."""

    def to_python(self, value: Any) -> str:
        """The name in that form, before its length is looked at."""
        return plain_name(super().to_python(value) or "")

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Without a limit in the browser, which would cut a pasted name without a word."""
        return {k: v for k, v in super().widget_attrs(widget).items() if k != "maxlength"}
