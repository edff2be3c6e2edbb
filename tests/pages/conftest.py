"""A language in which every text of the catalogue stands in brackets."""

import pytest
from django.utils.translation.trans_real import CONTEXT_SEPARATOR, DjangoTranslation

from tests.pages.soundness import CLOSE, LANGUAGE, OPEN


@pytest.fixture
def brackets(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second language, in which every text is itself in brackets, whatever Django itself has for
    that language."""
    settings.LANGUAGES = [("en", "English"), (LANGUAGE, "Bracketed")]

    def bracketed(texts: DjangoTranslation, message: str) -> str:
        return f"{OPEN}{message.rpartition(CONTEXT_SEPARATOR)[2]}{CLOSE}"

    def gettext(texts: DjangoTranslation, message: str) -> str:
        if texts.language() != LANGUAGE:
            return original(texts, message)
        return bracketed(texts, message)

    def ngettext(texts: DjangoTranslation, one: str, many: str, number: int) -> str:
        if texts.language() != LANGUAGE:
            return original_plural(texts, one, many, number)
        return bracketed(texts, one if number == 1 else many)

    original, original_plural = DjangoTranslation.gettext, DjangoTranslation.ngettext
    monkeypatch.setattr(DjangoTranslation, "gettext", gettext)
    monkeypatch.setattr(DjangoTranslation, "ngettext", ngettext)
