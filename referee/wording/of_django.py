"""Sentences of Django's own forms that pages show, so that they are found for the catalogue.

A text in the catalogue of SushiScore goes before Django's own translation of it: Django's Spanish,
for one, calls its reader *usted*, where SushiScore says *tú*.
"""

from django.utils.translation import gettext_noop, ngettext_lazy

SENTENCES = (
    gettext_noop("Select a valid choice. %(value)s is not one of the available choices."),
    gettext_noop("Enter a valid date."),
    gettext_noop("Enter a valid UUID."),
)
"""As Django writes them in English."""

TOO_LONG = ngettext_lazy(
    "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
    "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
    "limit_value",
)
"""What Django says of a text that is too long."""
