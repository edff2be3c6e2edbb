"""The sentences of Django that the catalogue says in SushiScore's own way."""

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import override

from referee.wording.of_django import SENTENCES, TOO_LONG

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
