"""The form for a night's name and place."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ..play.fields import NameField

LONGEST = 60


class _WordsField(NameField):
    """One line of text in the normal form of names."""

    def to_python(self, value: Any) -> str:
        """Collapse spaces before the length is checked."""
        return " ".join(super().to_python(value).split())


def _words(label: Any) -> _WordsField:
    widget = forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"})
    return _WordsField(required=False, max_length=LONGEST, label=label, widget=widget)


class NightForm(forms.Form):
    """A night's name and place; empty values remove them."""

    name = _words(_("Name of the night"))
    location = _words(_("Where it is"))
