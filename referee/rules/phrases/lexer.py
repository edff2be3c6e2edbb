"""Cuts a text into phrases that are known; misspellings are read where that is safe."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import islice, pairwise
from typing import NamedTuple

from ..notation import MAX_REPEAT
from .card_names import EMOJI
from .kinds import NAMES, Held, Kind, Sense, plain
from .vocabulary import Vocabulary
from .words import first_names

MAX_CORRECTIONS = 25
"""So many unknown words of a text are compared with known ones."""
MAX_TOKENS = 120
MAX_NAME = 8
"""So many words may stand on each side of "claimed"."""

_LETTER = r"[^\W\d_]"
_TOKEN = re.compile(
    rf"(?P<emoji>(?P<one>[{''.join(EMOJI)}])\ufe0f?(?:\s*(?P=one)\ufe0f?)*)"
    r"|(?P<number>\d+(?:[.,/]\d+)*)"
    rf"|(?P<word>{_LETTER}(?:{_LETTER}|[\u0300-\u036f]|['’\u00ad\u200b-\u200f\u2060](?={_LETTER}))*)"
    r"|(?P<joint>(?<=[^\W_])[-–](?=[^\W_]))"
    r"|(?P<minus>−|[-–](?=[^\W_]))"
    r"|(?P<sign>.)",
    re.DOTALL,
)
_SIGNS = {
    "+": Kind.PLUS, "＋": Kind.PLUS, "&": Kind.AND, "*": Kind.TIMES, "×": Kind.TIMES,
    "✕": Kind.TIMES, "✖": Kind.TIMES,
    "-": Kind.QUANTITY, "–": Kind.QUANTITY,  # between spaces a dash may separate or subtract
}  # fmt: skip
_COUNTED_LINE = re.compile(r"[^\W\d_]\s+[-–]\s+\d+\s*(?:[,;/\n]|$)")
""""Tempura - 2, sashimi - 3": in a list of such lines no dash subtracts."""
_SILENT = "'’\"“”«»()[]{}<>¿¡:/\\_#·•|`´^=~\t\x0b\x0c"
"""Signs that only stand around words: they neither separate nor say anything."""


SENTENCE_ENDS = (".", ";", "!", "?", "…", "\n", "full stop", "period", "punto", "new line")
_BEHIND_IS = (
    f"{Kind.ON}{Kind.UNDER}{Kind.BESIDE}{Kind.WITHOUT}{Kind.ON_IT}{Kind.ALONE}{Kind.BARE}"
    f"{Kind.EMPTY}{Kind.BEFORE}{Kind.AFTER}{Kind.HAVE}"
)
"""What tells that "'s" before it is "is" or "has"."""

_DECORATION = re.compile("[\U0001f600-\U0001f644\U0001f646-\U0001f64f🎉🎊👍👌👏🥳🤩🤗✨]")
"""Emoji of joy and other feelings, which say nothing of cards."""


class Lexeme(NamedTuple):
    """A word or phrase of the text.

    Attributes:
        kind: what it does, see :class:`~.kinds.Kind`.
        sense: what it means.
        form: what was typed, in small letters without accents, from ``start`` to ``end`` of the
            text.
        hyphen: a hyphen joins it to the one before; ``glued``: nothing does, or only a sign such as
            a colon; ``hyphenated``: one stands within it.
        plural: a noun in it is in the plural.
        definite: an article such as "the" stands before it.
        apart: a colon stands before it.
        part: it counts some of the cards that were said before.
        held: "now" or "still" stands beside it, or "face up".
        other: "other" stands before it.
    """

    kind: Kind
    sense: Sense
    form: str
    start: int
    end: int
    hyphen: bool = False
    glued: bool = False
    hyphenated: bool = False
    plural: bool = False
    definite: bool = False
    apart: bool = False
    part: bool = False
    held: Held = ""
    other: bool = False


class Correction(NamedTuple):
    """A misspelling that begins at ``start``, and what it was read as."""

    start: int
    typed: str
    read: str


END = Lexeme(Kind.BREAK, Sense(Kind.BREAK), "", 0, 0)


def beginning(text: str) -> str:
    """As much of a text as is read: so many words and signs."""
    tokens = (match for match in _TOKEN.finditer(text) if not match[0].isspace())
    after = next(islice(tokens, MAX_TOKENS, None), None)
    return text[: after.start()] if after else text


class Cut(NamedTuple):
    """All lexemes of a text but the fillers, its misspellings, and whether there are words in it
    that only another language has."""

    row: list[Lexeme]
    corrections: list[Correction]
    is_mixed: bool


def sentences(row: Sequence[Lexeme]) -> Iterator[tuple[list[Lexeme], Lexeme]]:
    """Each sentence of a row, and the sign that ends it; END for the last one."""
    sentence: list[Lexeme] = []
    for lexeme in (*row, END):
        if lexeme is END or (lexeme.kind == Kind.BREAK and lexeme.form in SENTENCE_ENDS):
            yield sentence, lexeme
            sentence = []
        else:
            sentence.append(lexeme)


def lexemes(text: str, known: Vocabulary, game: Collection[str]) -> Cut:
    """The lexemes of a text. Never raises.

    Each word may be of any language; those of the language's come first. ``game``: its faces.
    """
    words, corrections = _known_words(_cut(text), text, known, game)
    row: list[Lexeme] = []
    place, definite, other, is_mixed = 0, False, False, False
    held: Held = ""
    while place < len(words):
        lexeme, place = _longest(words, place, known)
        is_mixed = is_mixed or (lexeme.kind != Kind.UNKNOWN and not known.has(lexeme.form))
        ends_definite = lexeme.form.rpartition(" ")[2] in known.lists.definite
        if lexeme.form in known.lists.soft and row and row[-1].kind == Kind.BREAK:
            row.append(lexeme._replace(kind=Kind.SOFT))
        elif lexeme.kind == Kind.FILLER:
            definite = definite or ends_definite
            other = other or lexeme.form in known.lists.others
            if lexeme.form in known.lists.of_them and row:
                row[-1] = row[-1]._replace(part=True)
            if said := known.held(lexeme.form):
                held = said
                if row and row[-1].kind != Kind.BREAK:
                    row[-1] = row[-1]._replace(held=held)
        else:
            row.append(lexeme._replace(definite=definite, held=held, other=other))
            definite, other, held = ends_definite, False, ""
    row = _with_is(row, text, known)
    _find_swapped(row, known)
    corrections += _with_beginnings(row, known, game)
    for place, lexeme in enumerate(row):
        if _counts(row, place) and (read := known.sounding(lexeme.form)):
            sense = Sense(Kind.NUMBER, number=known.numbers[read])
            row[place] = lexeme._replace(kind=sense.kind, sense=sense)
            corrections.append(Correction(lexeme.start, lexeme.form, read))
    return Cut(_with_claims(row, text, known, game), sorted(corrections), is_mixed)


def _cut(text: str) -> list[Lexeme]:
    """Words, numbers and signs, one by one."""
    found: list[Lexeme] = []
    is_list = len(_COUNTED_LINE.findall(text)) > 1
    for match in _TOKEN.finditer(text):
        group, said, (start, end) = match.lastgroup, match[0], match.span()
        kind: Kind | None = Kind.UNKNOWN
        number = 0
        if group == "emoji":
            sign = match["one"]
            if (number := said.count(sign)) > 1:
                counts = Kind.NUMBER if number <= MAX_REPEAT else Kind.QUANTITY
                found.append(Lexeme(counts, Sense(counts, number=number), said, start, start))
            unknown = Sense(Kind.UNKNOWN)
            found.append(Lexeme(Kind.UNKNOWN, unknown, sign, start, end))
            continue
        if group == "number":
            if re.fullmatch(r"[1-5](?:/[1-5])+", said) and found and found[-1].form.isalpha():
                # "maki 2/3": no fraction of anything.
                found += _listed(said, start, is_glued=found[-1].end == start)
                continue
            number = int(said) if said.isdecimal() and len(said) < 4 else 0
            kind = Kind.NUMBER if 1 <= number <= MAX_REPEAT else Kind.QUANTITY
            kind = Kind.NONE if said == "0" else kind
            if text[end : end + 1] == ")" and "(" not in text[:start]:
                kind = Kind.QUANTITY  # "1) tempura 2) sashimi"
        elif group == "minus":
            kind = Kind.MINUS
        elif group == "sign":
            kind = None if is_list and said in "-–" else _kind(said)
            if said == "/" and text[start - 1 : start].isspace() and text[end : end + 1].isspace():
                kind = Kind.BREAK
        if group == "joint" or kind is None:
            continue
        is_word = group in ("word", "number")
        gap = text[found[-1].end : start] if found and is_word else " "
        form = plain(said) if is_word else said
        joined = gap == "-", gap in ("", ":", "/", "_")
        lexeme = Lexeme(kind, Sense(kind, number=number), form, start, end, *joined)
        found.append(lexeme._replace(apart=gap.strip() == ":"))
    return found


def _listed(said: str, start: int, *, is_glued: bool) -> list[Lexeme]:
    """The numbers of "2/3/3", with breaks between them."""
    found = []
    for match in re.finditer(r"\d|/", said):
        at, digit = start + match.start(), match[0]
        kind = Kind.BREAK if digit == "/" else Kind.NUMBER
        number = 0 if digit == "/" else int(digit)
        sense = Sense(kind, number=number)
        found.append(Lexeme(kind, sense, digit, at, at + 1, glued=is_glued and at == start))
    return found


def _kind(sign: str) -> Kind | None:
    """What a sign does; None for nothing."""
    category = unicodedata.category(sign)
    if _DECORATION.match(sign):
        return Kind.BREAK
    if sign in _SIGNS:
        return _SIGNS[sign]
    if sign in _SILENT or category in ("Zs", "Cf"):
        return None
    separates = category[0] in "PZC" and category not in ("Cn", "Co", "Cs")
    return Kind.BREAK if separates else Kind.UNKNOWN


def _known_words(
    tokens: list[Lexeme], text: str, known: Vocabulary, game: Collection[str]
) -> tuple[list[Lexeme], list[Correction]]:
    """The tokens with misspelt words as they are read."""
    words: list[Lexeme] = []
    corrections: list[Correction] = []
    compared = place = 0
    while place < len(tokens):
        token, used, read = tokens[place], 1, None
        forms = [word.form for word in tokens[place : place + known.longest_heard]]
        least = 1 if token.form in known.known else 0
        heard = (n for n in range(len(forms), least, -1) if " ".join(forms[:n]) in known.heard)
        if used := next(heard, 0):
            read = known.heard[" ".join(forms[:used])]
        elif (
            token.kind == Kind.UNKNOWN
            and token.form[:1].isalpha()
            and not known.knows(token.form)
            and token.form not in known.sounds
            and token.form not in first_names()
            and compared < MAX_CORRECTIONS
        ):
            compared += 1
            if parted := _parted(tokens, place, known):
                words += parted
                place += 1
                continue
            read = known.unstretched(token.form)
            is_begun = len(token.form) > 3 and known.begun(token.form, game)
            read = read or (None if is_begun else known.corrected(token.form))
            if read and text[token.start].isupper() and not text.isupper():
                # "Rita two tofu": of a word that may be a name a card may be made, no verb.
                read = read if known.names_card(plain(read)) else None
            if not read and not is_begun and len(forms) > 1 and not known.knows(forms[1]):
                used, read = 2, known.corrected("".join(forms[:2]))
            alike = None if read else known.sounds_like(forms, game)
            if alike and (alike[0] > 1 or not is_begun):
                used, read = alike
        elif len(forms) > 1 and forms[1].isalpha() and not known.knows(forms[1]):
            used, read = 2, known.joined(*forms[:2])
        used = max(used, 1) if read else 1
        if read:
            end = tokens[place + used - 1].end
            corrections.append(Correction(token.start, text[token.start : end], read))
            for form in plain(read).split():
                words.append(token._replace(kind=Kind.UNKNOWN, form=form, end=end))
        else:
            words.append(token)
        place += used
    return words, corrections


def _parted(tokens: list[Lexeme], place: int, known: Vocabulary) -> list[Lexeme]:
    """The words that are written as one: "xtempura" in "2xtempura", "eggnigiri"; or none."""
    token, following = tokens[place], tokens[place + 1] if place + 1 < len(tokens) else END
    form, cut = token.form, 0
    if form[0] == "x" and token.glued and place and tokens[place - 1].kind == Kind.NUMBER:
        cut = 1 if known.knows(form[1:]) else 0
    elif form[-1] == "x" and following.glued and following.kind == Kind.NUMBER:
        cut = len(form) - 1 if known.knows(form[:-1]) else 0
    cut = cut or known.joint(form)
    if not cut:
        return []
    at = token.start + cut
    return [
        token._replace(form=form[:cut], end=at),
        token._replace(form=form[cut:], start=at, hyphen=False, glued=False),
    ]


def _longest(words: list[Lexeme], place: int, known: Vocabulary) -> tuple[Lexeme, int]:
    """The longest phrase that begins at a place, and the place behind it."""
    first = words[place]
    for after in range(min(place + known.reach(first.form), len(words)), place, -1):
        said = words[place:after]
        spaced = " ".join(word.form for word in said)
        hyphens = any(word.hyphen for word in said[1:])
        sense = known.sense(spaced)
        if hyphens:
            joined = "".join("- "[not word.hyphen] + word.form for word in said)[1:]
            sense = known.phrases.get(joined, sense)
        if sense:
            whole = first._replace(form=spaced, end=said[-1].end, hyphenated=hyphens)
            return whole._replace(kind=sense.kind, sense=sense, plural=sense.plural), after
    return first, place + 1


def _with_beginnings(
    row: list[Lexeme], known: Vocabulary, game: Collection[str]
) -> list[Correction]:
    """Reads beginnings of names in a row: "2x temp", "m3"; and says which."""
    corrections: list[Correction] = []

    @cache
    def begun(form: str, icons: int) -> tuple[str, Sense] | None:
        shown = [face for face in game if not icons or face.endswith(f"-{icons}")]
        return known.begun(form, shown)

    for place, lexeme in enumerate(row[:]):
        form = lexeme.form
        is_word = lexeme.kind == Kind.UNKNOWN and form.isalpha()
        if not is_word or known.knows(form) or form in first_names():
            continue
        before = row[place - 1] if place else END
        after, then = (row[n] if n < len(row) else END for n in (place + 1, place + 2))
        name = None
        if len(lexeme.form) == 1 and after.glued and after.kind == Kind.NUMBER:
            name = begun(lexeme.form, after.sense.number)
        elif len(lexeme.form) > 2 and (
            len(lexeme.form) > 3
            or before.kind in f"#gmx{NAMES}"
            or after.kind in NAMES
            or (after.kind == Kind.NUMBER and then.kind not in NAMES)
        ):
            name = begun(lexeme.form, 0)
        if name:
            read, sense = name
            row[place] = lexeme._replace(kind=sense.kind, sense=sense)
            corrections.append(Correction(lexeme.start, lexeme.form, read))
    return corrections


def _with_is(row: list[Lexeme], text: str, known: Vocabulary) -> list[Lexeme]:
    """The row with "the squid's plain" as "the squid is plain"; "two squid's" are some."""
    found: list[Lexeme] = []
    for one, after in pairwise([*row, END]):
        sense = known.sense(one.form[:-1])
        ends = text[one.end - 2 : one.end] in ("'s", "’s")
        is_many = bool(found) and found[-1].sense.number > 1
        begins = after.kind in _BEHIND_IS or (
            after.kind == Kind.ARTICLE and sense and sense.kind in (Kind.NUMBER, Kind.FILLER)
        )
        if not (ends and sense and not is_many and begins):
            found.append(one)
            continue
        if sense.kind != Kind.FILLER:  # "the other's a two"
            single = one._replace(kind=sense.kind, sense=sense, form=one.form[:-1])
            found.append(single._replace(plural=False, end=one.end - 2))
        if after.kind != Kind.HAVE:
            has = END._replace(kind=Kind.HAVE, sense=Sense(Kind.HAVE), form="is")
            found.append(has._replace(start=one.end - 1, end=one.end))
    return found


def _find_swapped(row: list[Lexeme], known: Vocabulary) -> None:
    """Marks the word between what is swapped and what comes for it: "for" rather than "with"."""
    swap = next((place for place, one in enumerate(row) if one.kind == Kind.SWAP), len(row))
    said = {row[place].form: place for place in range(len(row) - 2, swap + 1, -1)}
    if between := next(filter(said.__contains__, known.lists.swaps), None):
        place = said[between]
        row[place] = row[place]._replace(kind=Kind.FOR, sense=Sense(Kind.FOR))


def _counts(row: list[Lexeme], place: int) -> bool:
    """Whether a number must stand here: before a card or "icons", or between "with" and the end."""
    after = row[place + 1].kind if place + 1 < len(row) else Kind.BREAK
    before = row[place - 1] if place else END
    counts = after in f"{NAMES}icVmY" or (before.kind in "wd" and after == Kind.BREAK)
    if place + 1 < len(row) and row[place + 1].definite:
        return False
    if place + 2 < len(row) and row[place + 2].kind == Kind.HAVE:
        return False  # "for maki I have two"
    return row[place].kind == Kind.UNKNOWN and counts and before.sense.name != "special-order"


def _with_claims(
    row: list[Lexeme], text: str, known: Vocabulary, game: Collection[str]
) -> list[Lexeme]:
    """The row with "Ben claimed uramaki with eleven" as one lexeme: its name and its number."""
    found = list(row)
    for place in range(len(row) - 1, -1, -1):
        if row[place].kind != Kind.CLAIM:
            continue
        begun, end = place, place + 1
        while begun > 0 and place - begun < MAX_NAME and row[begun - 1].kind not in ",&L%":
            begun -= 1
        while end < len(row) and end - place < MAX_NAME and row[end].kind not in ",&L%":
            end += 1
        numbers = [one.sense.number for one in row[place + 1 : end] if one.kind == Kind.NUMBER]
        others = {one.sense.name for one in row[place + 1 : end] if one.kind in NAMES}
        if not (numbers or "uramaki" in others or "uramaki-3" in game):
            found[place] = row[place]._replace(kind=Kind.UNKNOWN)
            continue
        start = row[begun - 1].end if begun else 0
        name = text[start : row[place].start].strip(" ,.:;")
        name = "" if plain(name) in known.lists.speaker else name
        behind = [one for one in row[place + 1 : end] if one.kind == Kind.UNKNOWN]
        behind = [one for one in behind if one.form not in known.lists.swaps]
        if not name and len(behind) == 1:  # "reclama Ben uramaki con once", "… for Ben"
            name = text[behind[0].start : behind.pop().end]
        clear = others <= {"uramaki"} and len(numbers) == 1 and not behind
        sense = Sense(Kind.CLAIM, name, numbers[0] if clear else 0)
        claim = row[place]._replace(sense=sense, end=row[end - 1].end)
        claim = claim._replace(start=row[begun].start)
        found[begun:end] = [claim]
    return found
