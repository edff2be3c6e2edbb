"""What the catalogue says, remembered in each language by itself: to look for a phrase, and for the
language in use, takes longer than all else that a sentence needs."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import ParamSpec, cast

from django.utils import translation

P = ParamSpec("P")
_looked_up: ContextVar[str | None] = ContextVar("looked_up", default=None)


@contextmanager
def one_language() -> Iterator[None]:
    """Look once which language is in use, for many sentences. Nothing in there may switch it."""
    before = _looked_up.set(translation.get_language())
    try:
        yield
    finally:
        _looked_up.reset(before)


def remembered(words: Callable[P, str]) -> Callable[P, str]:
    """Remember what a function of hashable arguments says, in each language by itself."""

    @lru_cache(maxsize=4096)
    def memo(_language: str | None, *args: Hashable) -> str:
        return words(*args)  # type: ignore[call-arg, arg-type]  # wraps what it was called with

    @wraps(words)
    def in_this_language(*args: Hashable) -> str:
        return memo(_looked_up.get() or translation.get_language(), *args)

    return cast(Callable[P, str], in_this_language)


gettext = remembered(translation.gettext)
ngettext = remembered(translation.ngettext)
pgettext = remembered(translation.pgettext)
