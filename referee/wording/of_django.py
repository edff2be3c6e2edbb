"""Sentences of Django's own forms that pages show, and of REST framework that programs get, so that
they are found for the catalogue.

A text in the catalogue of SushiScore goes before their own translation of it: their Spanish, for
one, calls its reader *usted*, where SushiScore says *tú*.
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

OF_REST_FRAMEWORK = (
    gettext_noop("A valid integer is required."),
    gettext_noop("Date has wrong format. Use one of these formats instead: {format}."),
    gettext_noop("Datetime has wrong format. Use one of these formats instead: {format}."),
    gettext_noop("Ensure this field has at least {min_length} characters."),
    gettext_noop("Ensure this field has no more than {max_length} characters."),
    gettext_noop("Ensure this field has at least {min_length} elements."),
    gettext_noop("Ensure this field has no more than {max_length} elements."),
    gettext_noop("Ensure this value is greater than or equal to {min_value}."),
    gettext_noop("Ensure this value is less than or equal to {max_value}."),
    gettext_noop("Enter a valid URL."),
    gettext_noop("You do not have permission to perform this action."),
)
"""What serializers and permissions say."""
