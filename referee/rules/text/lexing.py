"""Text as a row of lexemes: what each word or phrase does, misspellings read where that is safe."""

from collections.abc import Sequence
from typing import NamedTuple

from ..notation import MAX_REPEAT
from .lexicon import CARD_KINDS, Lexicon, Phrase, Sense
from .tokens import BREAK, UNCLEAR_DASH, Token, cut
from .vocabulary import Kind

MOST_CORRECTIONS = 25
"""So many unknown words of a text are compared with known ones; more are simply not understood."""


class Lexeme(NamedTuple):
    """A word or phrase of the text.

    Attributes:
        kind: what it does; ``name`` and ``number`` as in :class:`~.lexicon.Sense`.
        start: where it begins in the text; ``end`` is where it ends.
        hyphen: a hyphen joins it to the one before; ``glued``: nothing stands between them.
        plural: a noun in it is in the plural.
        hyphenated: a hyphen stands within it.
        corrected: misspellings in it, as (typed, read as).
        form: what was typed, in small letters without accents.
    """

    kind: Kind
    name: str
    number: int
    start: int
    end: int
    hyphen: bool = False
    glued: bool = False
    corrected: tuple[tuple[str, str], ...] = ()
    form: str = ""
    hyphenated: bool = False
    plural: bool = False


class _Word(NamedTuple):
    """A token with the known words that it is read as."""

    token: Token
    lemma: str
    corrected: tuple[tuple[str, str], ...] = ()


_SIGNS = {
    BREAK: Kind.BREAK, "+": Kind.PLUS, "&": Kind.AND, "x": Kind.TIMES, "-": Kind.MINUS,
    UNCLEAR_DASH: Kind.QUANTITY,
}  # fmt: skip


def lexemes(text: str, lexicon: Lexicon) -> tuple[list[Lexeme], list[Lexeme]]:
    """All lexemes of a text but the fillers, and the fillers. Never raises."""
    words = _known_words(text, cut(text), lexicon)
    row: list[Lexeme] = []
    fillers: list[Lexeme] = []
    place = 0
    while place < len(words):
        lexeme, used = _lexeme(words, place, lexicon)
        (fillers if lexeme.kind is Kind.FILLER else row).append(lexeme)
        place += used
    return [_sounding(row, place, lexicon) for place in range(len(row))], fillers


# ------------------------------------------------------------------ words


def _known_words(text: str, tokens: Sequence[Token], lexicon: Lexicon) -> list[_Word]:
    words: list[_Word] = []
    compared = place = 0
    while place < len(tokens):
        token = tokens[place]
        used = 1
        if not token.is_word or token.form in lexicon.spelled or token.form in lexicon.sounds:
            words.append(_Word(token, lexicon.lemmas.get(token.form, token.form)))
        elif heard := _heard(tokens, place, lexicon):
            used, read_as = heard
            last = tokens[place + used - 1]
            whole = token._replace(end=last.end)
            words += _read_as(whole, text, read_as, lexicon)
        else:
            compared += 1
            near = lexicon.corrected(token.form) if compared <= MOST_CORRECTIONS else None
            if near:
                words += _read_as(token, text, lexicon.written(near), lexicon)
            else:
                words.append(_Word(token, token.form))
        place += used
    return words


def _heard(tokens: Sequence[Token], place: int, lexicon: Lexicon) -> tuple[int, str] | None:
    for used in (2, 1):
        forms = tuple(token.form for token in tokens[place : place + used])
        if len(forms) == used and forms in lexicon.heard:
            return used, lexicon.heard[forms]
    return None


def _read_as(token: Token, text: str, read_as: str, lexicon: Lexicon) -> list[_Word]:
    form = next(iter(cut(read_as))).form
    corrected = ((text[token.start : token.end], read_as),)
    return [_Word(token._replace(form=form), lexicon.lemmas.get(form, form), corrected)]


# ------------------------------------------------------------------ phrases


def _lexeme(words: Sequence[_Word], place: int, lexicon: Lexicon) -> tuple[Lexeme, int]:
    """The longest phrase that begins at a place, and how many words it has."""
    word = words[place]
    for phrase in _phrases_from(word, lexicon):
        said = words[place : place + len(phrase.words)]
        if _is_said(phrase, said):
            lexeme = _made(phrase.sense, said)
            many = any(w != word.token.form for w, word in zip(phrase.words, said, strict=True))
            return lexeme._replace(plural=many), len(said)
    token = word.token
    if token.form.isdecimal():
        fits = len(token.form) < 4 and 1 <= int(token.form) <= MAX_REPEAT
        number = Sense(Kind.NUMBER, number=int(token.form)) if fits else Sense(Kind.QUANTITY)
        return _made(number, [word]), 1
    return _made(Sense(_SIGNS.get(token.form, Kind.UNKNOWN)), [word]), 1


def _phrases_from(word: _Word, lexicon: Lexicon) -> Sequence[Phrase]:
    by_form = lexicon.phrases.get(word.token.form, [])
    if word.lemma == word.token.form:
        return by_form
    return [*by_form, *lexicon.phrases.get(word.lemma, [])]


def _is_said(phrase: Phrase, said: Sequence[_Word]) -> bool:
    return (
        len(said) == len(phrase.words)
        and all(
            wanted in (word.token.form, word.lemma)
            for wanted, word in zip(phrase.words, said, strict=True)
        )
        and all(said[joint].token.hyphen for joint in phrase.hyphens)
    )


def _made(sense: Sense, said: Sequence[_Word]) -> Lexeme:
    first, last = said[0].token, said[-1].token
    return Lexeme(
        sense.kind,
        sense.name,
        sense.number,
        first.start,
        last.end,
        first.hyphen,
        first.glued,
        tuple(pair for word in said for pair in word.corrected),
        " ".join(word.token.form for word in said),
        any(word.token.hyphen for word in said[1:]),
    )


# ------------------------------------------------------------------ words that sound like numbers

_COUNTED = CARD_KINDS | {Kind.ICON, Kind.CARD, Kind.DOWN, Kind.MULTIPLE, Kind.COPY_OF}


def _sounding(row: Sequence[Lexeme], place: int, lexicon: Lexicon) -> Lexeme:
    """A word that sounds like a number as that number, where one must stand: before a card or
    "icons", or between "with" and the end."""
    lexeme = row[place]
    read_as = lexicon.sounds.get(lexeme.form)
    if lexeme.kind is not Kind.UNKNOWN or read_as is None:
        return lexeme
    after = row[place + 1].kind if place + 1 < len(row) else Kind.BREAK
    before = row[place - 1] if place else None
    stands = after in _COUNTED or (
        before is not None and before.kind in (Kind.WITH, Kind.OF) and after is Kind.BREAK
    )
    if not stands or (before is not None and before.name == "special-order"):
        return lexeme
    number = lexicon.vocabulary.numbers[read_as]
    corrected = ((lexeme.form, read_as),)
    return lexeme._replace(kind=Kind.NUMBER, number=number, corrected=corrected)
