"""The sentences of Django and REST framework that the catalogue says in SushiScore's own way."""

import re

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, override
from rest_framework import exceptions, serializers

from referee.wording.of_django import OF_REST_FRAMEWORK, SENTENCES, TOO_LONG

FAULTS = [
    (forms.ChoiceField(choices=[("a", "A")]), "b", SENTENCES[0] % {"value": "b"}),
    (forms.DateField(), "b", SENTENCES[1]),
    (forms.UUIDField(), "b", SENTENCES[2]),
    (forms.CharField(max_length=1), "bb", str(TOO_LONG % {"limit_value": 1, "show_value": 2})),
    (forms.CharField(max_length=2), "bbb", str(TOO_LONG % {"limit_value": 2, "show_value": 3})),
]


@pytest.mark.parametrize(("field", "typed", "sentence"), FAULTS)
def test_a_sentence_is_what_django_says(field: forms.Field, typed: str, sentence: str):
    with override("en"), pytest.raises(ValidationError) as fault:
        field.clean(typed)
    assert fault.value.messages == [sentence]


FIELDS = (
    serializers.IntegerField(),
    serializers.DateField(),
    serializers.DateTimeField(),
    serializers.CharField(min_length=1, max_length=2),
    serializers.ListField(min_length=1, max_length=2),
    serializers.IntegerField(min_value=1, max_value=2),
    serializers.URLField(),
)


def test_rest_framework_says_these_sentences():
    said = {str(words) for field in FIELDS for words in field.error_messages.values()}
    said |= {str(check.message) for field in FIELDS for check in field.validators}
    said.add(str(exceptions.PermissionDenied.default_detail))
    assert set(OF_REST_FRAMEWORK) <= said


@pytest.mark.parametrize("sentence", [*SENTENCES, *OF_REST_FRAMEWORK])
def test_in_spanish_they_say_tu(sentence: str):
    with override("es"):
        words = gettext(sentence)
    assert words != sentence
    assert not re.search(r"\b(usted|introduzca|asegúrese|escoja|use|compruebe|su)\b", words.lower())
