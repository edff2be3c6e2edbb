"""The form that says what a night is called, and where it was."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ..play.fields import NameField

LONGEST = 60


class _WordsField(NameField):
    """A few words on one line, in the one form in which names are kept."""

    def to_python(self, value: Any) -> str:
        """The words with single spaces, before their length is looked at."""
        return " ".join(super().to_python(value).split())


def _words(label: Any) -> _WordsField:
    widget = forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"})
    return _WordsField(required=False, max_length=LONGEST, label=label, widget=widget)


class NightForm(forms.Form):
    """A night's name and location; empty ones take them away."""

    name = _words(_("Name of the night"))
    location = _words(_("Where it is"))
