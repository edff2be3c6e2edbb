"""The smallest pieces of a sentence: points, lists of names, places."""

import re
from collections.abc import Iterable, Sequence

from django.utils.translation import pgettext_lazy

from ..rules.names import without_accents
from .catalogue import gettext as _
from .catalogue import ngettext, pgettext, remembered

_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


@remembered
def points_text(points: int) -> str:
    """Write points: "6 points", "1 point", "0 points", "loses 3 points"."""
    if points < 0:
        return ngettext("loses %(n)d point", "loses %(n)d points", -points) % {"n": -points}
    return ngettext("%(n)d point", "%(n)d points", points) % {"n": points}


def with_points(what: str, points: int) -> str:
    """Add points to what brings them: "2 tofu: 6 points"."""
    return _("%(what)s: %(points)s") % {"what": what, "points": points_text(points)}


def number(value: int) -> str:
    """A number with a proper minus sign."""
    return str(value) if value >= 0 else f"\N{MINUS SIGN}{-value}"


def capital(words: str) -> str:
    """The words with a capital at the beginning."""
    return words[:1].upper() + words[1:]


def series(parts: Iterable[str]) -> str:
    """The parts of a sum or a list of figures: "A 5, B 3, C 3"."""
    return pgettext("between the parts of a list", ", ").join(parts)


def clauses(parts: Iterable[str]) -> str:
    """Put things that were done one after the other; each may be a list of its own."""
    return pgettext("between the parts of what is read aloud", "; ").join(parts)


def name_list(names: Sequence[str]) -> str:
    """Names in words: "Ana", "Ana and Ben", "Ana, Ben and Cem"."""
    if len(names) < 2:
        return "".join(names)
    words = _("%(names)s and %(last)s")
    # Without accents and the signs that isolate names.
    letters = without_accents(names[-1][:40])
    plain = "".join(letter for letter in letters if letter.isalnum() or letter == " ").strip()
    if _SOUNDS_LIKE_I.match(plain):
        words = pgettext("before the sound of i", "%(names)s and %(last)s")
    return words % {"names": series(names[:-1]), "last": names[-1]}


_SOUNDS_LIKE_I = re.compile(r"h?i(?![aeou])|y(?![aeiou])")
"""A name before which Spanish has another word for "and": Inés, Hilario, Yves; not Hiero, Yago."""


def sentences(parts: Iterable[str]) -> str:
    """Sentences one after the other; empty ones are left out. Names begin as they are written, the
    dummy, which is none, with a capital. A name that ends in a full stop ends its sentence."""
    dummy = _("the dummy")
    written = [capital(part) if part.startswith(dummy) else part for part in parts if part]
    text = contracted(pgettext("between sentences", " ").join(written))
    return _TWO_STOPS.sub(r".\1", text)


_TWO_STOPS = re.compile(rf"(?<!\.)\.({_POP_ISOLATE}?)\.(?!\.)")


def contracted(words: str) -> str:
    """The words with the dummy's article drawn into the "of" before it, in languages that do so."""
    apart = pgettext("put together from “of” and “the dummy”", "of the dummy")
    return words.replace(apart, pgettext("as it is written in a sentence", "of the dummy"))


_PLACES = {
    "first": pgettext_lazy("place", "first"),
    "second": pgettext_lazy("place", "second"),
    "third": pgettext_lazy("place", "third"),
    "fewest": pgettext_lazy("place", "fewest"),
}


@remembered
def place_name(slug: str) -> str:
    """A place of a comparison in words: ``first``, ``second``, ``third`` or ``fewest``."""
    return str(_PLACES[slug])


def isolated(name: str) -> str:
    """A name that keeps its own direction of writing inside a sentence of another."""
    return f"{_FIRST_STRONG_ISOLATE}{name}{_POP_ISOLATE}"


def spoken(words: str) -> str:
    """A sentence without the marks around its names, which some screen readers read aloud."""
    return str(words).translate({ord(_FIRST_STRONG_ISOLATE): None, ord(_POP_ISOLATE): None})
