"""Whose each piece of a text is that speaks of several players: "Dan: two tempura. Next: squid".

The pieces are phrases for :func:`~.hearing.hear`; what they mean nobody asks here. A player is
named before the cards ("Dan has", "for Dan", "Dan's") or behind them ("squid for Dan, tempura for
Fay"), or is the next one clockwise. A name that could be another player's, or a card's, or that
nobody has, and "next" behind the last player, are asked about: no piece is anybody's by guessing.
"""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

from rapidfuzz.distance import OSA

from ..names import spoken_key, without_accents
from .kinds import NAMES, Kind, Sense, plain
from .lexer import MAX_NAME
from .vocabulary import Vocabulary, vocabulary
from .words import LANGUAGES, known_language

_WORD = re.compile(r"[^\s,.;:!?¡¿()\[\]{}\"“”«»…|·•+*/–—-]+")
_NOBODY = re.compile(r"\?\s*:")
"""How a text names a player that is still to be asked about."""
_DASH = re.compile(r"\s*(?::|\s[-–—]\s)")
"""What may stand between a name and the cards: a colon, or a dash between spaces."""
_BREAK = re.compile(r"[,.;:!?…\n]")
_SENTENCE = re.compile(r"[.;!?…\n]")
_LISTED = re.compile(r"\s*\d+\s*(?:[,;\n]|$)")
""""Maki: 3, tempura: 2"."""
_SAYABLE = re.compile(r"[^\W\d_]+(?:(?:['’ -]|\. ?)[^\W\d_]+)*\.?")
_SILENT = " \t\r\n,.;:!?¡…–—"
_POSSESSIVE = re.compile("['’]s?$")
_MOST_LETTERS = 24
_LONGEST_WORD = 80
"""Of longer ones only the beginning is looked at; sorting thousands of accents takes seconds."""
_WORDS_BEFORE = 6
"""So many words before a name may say that it begins a clause: "and then please give"."""
_UNKNOWN_WORDS = 3
""""Great Aunt Gus: squid": so many words may be the name of somebody whom nobody knows."""

Asks = Literal["", "name", "card", "last", "next"]


class Turn(NamedTuple):
    """A piece of the text, for one player.

    Attributes:
        seat: the player's index; None where that must be asked.
        words: what is said of the player's cards, "" where nothing is.
        said: the words that name the player, "" for the piece before any.
        asks: whose it is (``name``), whether that is a ``card``'s name rather than a player's, who
            comes after the ``last`` player, or ``next`` after one who is asked about.
        nearest: who may be meant, in the order of the seats; empty where it may be anybody.
        at: where ``said`` begins, for what comes next.
    """

    seat: int | None
    words: str
    said: str = ""
    asks: Asks = ""
    nearest: tuple[int, ...] = ()
    at: int = 0


class _Word(NamedTuple):
    form: str
    exact: str
    start: int
    end: int
    gap: str
    """What stands between it and the word before."""


class _Mark(NamedTuple):
    """Words that say whose what comes is: from ``start`` to ``end`` of the text."""

    kind: Literal["name", "next", "same", "own"]
    start: int
    end: int
    seats: tuple[int, ...] = ()
    is_sure: bool = False
    """No cards can be meant: "Dan has", "Dan:"."""
    asks: Asks = ""
    begins: bool = True
    """It stands where a clause begins."""
    ends: bool = False
    """Nothing of the same clause comes after it."""
    towards: bool = False


def split_by_player(
    text: str,
    names: Sequence[str],
    start: int,
    *,
    language: str,
    dummies: Collection[int] = (),
) -> list[Turn]:
    """The pieces of a text in its order, with whose they are. Never raises.

    Where it names nobody and says no "next" but as its end, it is one piece, all of it, of the
    player at ``start``; ``said`` is "" then.

    Args:
        names: of the players clockwise; ``start`` is the index of the one whose page is open.
        language: of the page, as for :func:`~.reading.read_words`; the words that name players
            are understood in all of them.
        dummies: indexes that no "next" comes to.
    """
    return _Splitter(text, names, start, vocabulary(language), frozenset(dummies)).turns()


def spoken_name(index: int, names: Sequence[str], language: str) -> str:
    """What names a player so that nobody else and no card can be meant: the name, mostly."""
    code = known_language(language)
    called = [key for name in names if (key := _keys(name))]
    key, words = _keys(names[index]), _known_words(code)
    is_clear = key and called.count(key) == 1 and not all(plain(word) in words for word in key)
    if is_clear and _SAYABLE.fullmatch(names[index]):
        return names[index]
    return f"{vocabulary(code).sayings.seat.capitalize()} {index + 1}"


@cache
def _phrases(field: str) -> frozenset[tuple[str, ...]]:
    """The phrases that say something in any language, each as its words."""
    vocabularies = [vocabulary(language) for language in LANGUAGES]
    listed = {text for one in vocabularies for text in getattr(one.lists, field)}
    if field == "turns":
        next_ = Sense(Kind.COMMAND, "next")
        listed |= {t for one in vocabularies for t, sense in one.phrases.items() if sense == next_}
    return frozenset(tuple(text.split()) for text in listed)


@cache
def _of_kind(*kinds: str) -> frozenset[tuple[str, ...]]:
    tables = map(vocabulary, LANGUAGES)
    return frozenset(
        tuple(text.split()) for one in tables for text, s in one.phrases.items() if s.kind in kinds
    )


@cache
def _known_words(language: str) -> frozenset[str]:
    """Words that mean something in a language; cards and numbers in any."""
    cards = f"{NAMES}{Kind.NUMBER}"
    others = (
        text
        for other in LANGUAGES
        for text, sense in vocabulary(other).phrases.items()
        if sense.kind in cards and " " not in text
    )
    # And what dictation makes of some: "was a bee".
    heard = (word for text in vocabulary(language).heard for word in text.split())
    return frozenset({*vocabulary(language).known, *vocabulary(language).sounds, *heard, *others})


def _keys(name: str) -> tuple[str, ...]:
    return tuple(spoken_key(word[:_LONGEST_WORD]) for word in _WORD.findall(name))


def _longest(phrases: Collection[tuple[str, ...]], forms: Sequence[str]) -> int:
    """How many words the longest phrase has that the words begin with, 0 for none."""
    return next((n for n in range(len(forms), 0, -1) if tuple(forms[:n]) in phrases), 0)


class _Names:
    """The players' names: as they are written, without accents, and single words of them."""

    def __init__(self, names: Sequence[str], words: Collection[str]) -> None:
        self.keys = list(map(_keys, names))
        self.exact: dict[tuple[str, ...], list[int]] = defaultdict(list)
        self.loose: dict[tuple[str, ...], list[int]] = defaultdict(list)
        self.single: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for index, key in enumerate(self.keys):
            if key:
                self.exact[key].append(index)
                self.loose[tuple(map(without_accents, key))].append(index)
            for word in dict.fromkeys(map(without_accents, key)) if len(key) > 1 else ():
                if plain(word) not in words and len(word) > 1:
                    self.single[(word,)].append(index)
        self.longest = max(map(len, self.keys), default=0)
        self._near: dict[str, tuple[int, ...]] = {}

    def seats(self, key: tuple[str, ...], *, whole: bool) -> list[int]:
        plainer = tuple(map(without_accents, key))
        if not whole:
            return self.single.get(plainer, [])
        return self.exact.get(key) or self.loose.get(plainer, [])

    def near(self, word: str) -> tuple[int, ...]:
        """Who may be meant by a word that is nobody's name; a letter or two are wrong."""
        if not 2 < len(word) <= _MOST_LETTERS:
            return ()
        if word in self._near:
            return self._near[word]
        reach = 1 if len(word) < 5 else 2
        called = ((n, w) for n, key in enumerate(self.keys) for w in (*key, "".join(key)))
        found = {
            n
            for n, w in called
            if len(w) > 2 and OSA.distance(word, without_accents(w), score_cutoff=reach) <= reach
        }
        return self._near.setdefault(word, tuple(sorted(found)))


class _Splitter:
    def __init__(
        self,
        text: str,
        names: Sequence[str],
        start: int,
        known: Vocabulary,
        dummies: frozenset[int],
    ) -> None:
        self.text, self.start, self.known, self.dummies = text, start, known, dummies
        self.count = len(names)
        self.known_words = _known_words(known.code)
        self.names = _Names(names, self.known_words)
        self.words: list[_Word] = []
        self.strange: dict[str, bool] = {}
        end = 0
        for found in _WORD.finditer(text):
            said = found[0][:_LONGEST_WORD].strip("'’")
            gap = text[end : found.start()]
            if plain(said):
                exact = spoken_key(found[0][:_LONGEST_WORD])
                word = _Word(plain(said), exact, *found.span(), gap)
                self.words.append(word)
            elif said:  # a sign, such as a picture, which may be a name
                self.words.append(_Word(said, spoken_key(said), *found.span(), gap))
            else:
                continue
            end = found.end()
        self.forms = [word.form for word in self.words]
        self.links = _of_kind(Kind.AND, Kind.BREAK) - _phrases("turns")
        self.idle: frozenset[tuple[str, ...]] = (
            self.links | _of_kind(Kind.FILLER) | {("so",), ("ok",), ("okay",)}
        )
        after = len(self.forms)
        while used := next(
            (n for n in (3, 2, 1) if tuple(self.forms[after - n : after]) in self.idle), 0
        ):
            after -= used
        self.last = after - 1
        """The last word that says something."""

    # -------------------------------------------------------------- what stands where

    def behind(self, place: int) -> str:
        """What stands between a word and the next one."""
        if place + 1 < len(self.words):
            return self.words[place + 1].gap
        return self.text[self.words[place].end :] if self.words else ""

    def phrase(self, field: str, place: int, most: int = 6) -> int:
        """How many words a phrase of the vocabulary has that begins at a word, 0 for none."""
        return _longest(_phrases(field), self.joined(place, most))

    def joined(self, place: int, most: int) -> list[str]:
        """Words from a place that nothing parts."""
        after = place + 1
        while after < min(place + most, len(self.words)) and not _BREAK.search(
            self.words[after].gap
        ):
            after += 1
        return self.forms[place:after]

    def says(self, start: int, end: int) -> str:
        """A piece of the text without what only joins it to others; "" where it says nothing."""
        first = bisect_left(self.words, start, key=lambda word: word.start)
        after = bisect_right(self.words, end, key=lambda word: word.end)
        inside = self.words[first:after]
        if all((word.form,) in self.idle for word in inside):
            return ""
        while (inside[-1].form,) in self.links:
            end = inside.pop().start
        begun = next(word.start for word in inside if (word.form,) not in self.links)
        # Of a minus or a bracket before the first word nothing is lost.
        while begun > start and self.text[begun - 1] not in _SILENT:
            begun -= 1
        return self.text[begun:end].strip(_SILENT)

    def begins(self, place: int, after: int) -> tuple[bool, bool, int]:
        """Whether a clause begins at a word, or at those before it that say for whom it is; whether
        a sentence does; and the first of them."""
        first, nearest = place, max(after, place - _WORDS_BEFORE)
        while first > nearest:
            back = next(
                (
                    n
                    for n in (2, 1)
                    if first - n >= nearest
                    and not any(_BREAK.search(w.gap) for w in self.words[first - n + 1 : first + 1])
                    and tuple(self.forms[first - n : first])
                    in (_phrases("towards") | _phrases("gives"))
                ),
                0,
            )
            if not back:
                break
            first -= back
        at = first
        nearest = max(after, first - _WORDS_BEFORE)
        while at > nearest and (self.forms[at - 1],) in self.idle and not self.parts(at):
            at -= 1
        begins = (
            at == after or self.parts(at) or (first > 0 and (self.forms[first - 1],) in self.links)
        )
        return begins, at == after or bool(_SENTENCE.search(self.words[at].gap)), first

    def parts(self, place: int) -> bool:
        return place == 0 or bool(_BREAK.search(self.words[place].gap))

    def ends(self, place: int) -> bool:
        """Whether a clause ends before a word."""
        if place >= len(self.words) or _BREAK.search(self.words[place].gap):
            return True
        return (self.forms[place],) in self.links or bool(self.phrase("turns", place))

    # -------------------------------------------------------------- what names somebody

    def marks(self) -> list[_Mark]:
        found: list[_Mark] = []
        place = after = 0
        while place < len(self.words):
            mark, behind = self.mark(place, after, bool(found))
            if mark:
                found.append(mark)
                after = behind
            place = max(behind, place + 1)
        return found

    def mark(self, place: int, after: int, is_talk: bool) -> tuple[_Mark | None, int]:
        """What names somebody at a word, and the word behind it."""
        word = self.words[place]
        if used := self.next_at(place):
            if place + used > self.last:  # at the end it leads on, and names nobody
                return None, place + used
            return self.marked("next", place, place, place + used, is_sure=True)
        if _NOBODY.search(self.before(place)):
            start = word.start - len(self.before(place)) + self.before(place).index("?")
            return _Mark("name", start, word.start, is_sure=True, asks="name"), place
        begins, is_sentence, first = self.begins(place, after)
        for whole in (True, False):
            for used in range(self.names.longest if whole else 1, 0, -1):
                if mark := self.named(place, used, whole, begins, first, is_talk):
                    return mark
        if numbered := self.numbered(place, first):
            return numbered
        if is_talk and is_sentence and place > after:
            if (used := self.phrase("he", place)) and (holds := self.phrase("holds", place + used)):
                return self.marked("same", place, place, place + used + holds)
            if used := self.phrase("own", place):
                return self.marked("own", place, place, place + used)
        return self.unknown(place, begins, is_sentence, first)

    def next_at(self, place: int) -> int:
        """How many words mean the next player here; none in "next to the wasabi"."""
        used = self.phrase("turns", place)
        if not used:
            return 0
        beside = _longest(_of_kind(Kind.BESIDE), self.joined(place, 6))
        if " ".join(self.forms[max(place - 1, 0) : place + used]) in self.known.lists.idle:
            return 0
        if beside >= used or self.forms[place + used : place + used + 1] == ["to"]:
            return 0
        return used

    def before(self, place: int) -> str:
        return self.words[place].gap if place else self.text[: self.words[0].start]

    def marked(
        self,
        kind: Literal["name", "next", "same", "own"],
        first: int,
        place: int,
        after: int,
        **facts: Any,
    ) -> tuple[_Mark, int]:
        """A mark with the words that hold the cards behind it: "has", a colon."""
        holds = self.phrase("holds", after) if not self.parts_at(after) else 0
        is_sure = bool(facts.pop("is_sure", False))
        end = self.words[after + holds - 1].end
        if dash := _DASH.match(self.text, end):
            end, is_sure = dash.end(), True
        elif holds:
            is_sure = True
        after += holds
        ends = self.ends(after) and not (dash and after < len(self.words))
        mark = _Mark(kind, self.words[first].start, end, is_sure=is_sure, ends=ends, **facts)
        return mark, after

    def parts_at(self, place: int) -> bool:
        return place >= len(self.words) or bool(_BREAK.search(self.words[place].gap))

    def named(
        self, place: int, used: int, whole: bool, begins: bool, first: int, is_talk: bool
    ) -> tuple[_Mark | None, int] | None:
        """A player's name at a word, of so many words; None for no name."""
        said = self.words[place : place + used]
        if len(said) < used:
            return None
        key = tuple(word.exact for word in said)
        base = (*key[:-1], _POSSESSIVE.sub("", key[-1]))
        seats = self.names.seats(key, whole=whole)
        is_owner = not seats and base != key
        seats = seats or (self.names.seats(base, whole=whole) if is_owner else [])
        gaps = [word.gap.strip(" '’-.") for word in said[1:]]
        if not seats or any(gaps) or (used > 1 and not self.is_one_name(said, seats)):
            return None
        after = place + used
        if self.is_claimant(place, after, first):
            return None, after
        towards = first < place and tuple(self.forms[first:place]) not in _phrases("gives")
        asks: Asks = "name" if len(seats) > 1 else ""
        mark, behind = self.marked(
            "name", first, place, after, seats=tuple(seats), begins=begins,
            towards=towards, is_sure=is_owner or (towards and begins), asks=asks,
        )  # fmt: skip
        if all(word.form in self.known_words for word in said) and not is_owner:
            # "A maki" is a card, although "a Dani" is "for Dani" in Spanish.
            articles = _of_kind(Kind.ARTICLE)
            towards = towards and any((form,) not in articles for form in self.forms[first:place])
            if first < place and not towards:
                return None, after
            if not self.is_player(mark, place, after, begins, is_talk, towards):
                return None, after
            is_list = behind == after and _LISTED.match(self.text, mark.end)
            if not towards and (is_list or not mark.is_sure):
                mark = mark._replace(asks="card", is_sure=True)
        return mark, behind

    def is_one_name(self, said: Sequence[_Word], seats: Iterable[int]) -> bool:
        """Whether words that a full stop parts are one name: "J.R." is, "Ana. María" is not."""
        return all(not _SENTENCE.search(word.gap) for word in said[1:]) or all(
            all(len(part) == 1 for part in self.names.keys[seat]) for seat in seats
        )

    def is_player(
        self, mark: _Mark, place: int, after: int, begins: bool, is_talk: bool, towards: bool
    ) -> bool:
        """Whether a word that is a card's or a number, too, may be a player's name here."""
        if mark.is_sure or towards:
            return True
        follows = self.forms[after] if after < len(self.words) else ""
        if (follows,) in _of_kind(Kind.WITH, Kind.OF, Kind.ICON) and not self.parts_at(after):
            return False
        if (*self.forms[place:after], follows) in _of_kind(*NAMES):
            return False  # "maki roll" is a card, also where somebody is called Maki
        if begins:
            linked = place > 0 and not self.parts(place) and (self.forms[place - 1],) in self.links
            at_start = place == 0 or bool(_SENTENCE.search(self.words[place].gap))
            counted = bool(follows) and not self.parts_at(after)
            return not linked and (
                is_talk or (at_start and counted and (follows,) in _of_kind(Kind.NUMBER))
            )
        if (*self.forms[place:after],) in _of_kind(Kind.AND):
            return False  # "watermelon and orange", also where somebody is called Y in Spanish
        return is_talk and (self.forms[place - 1],) in _of_kind(*NAMES)

    def is_claimant(self, place: int, after: int, first: int) -> bool:
        """Whether a name is said of an uramaki claim, which says itself whose it is."""
        claims = _of_kind(Kind.CLAIM)
        if not self.parts_at(after) and _longest(claims, self.joined(after, 6)):
            return True
        clause, nearest = place, max(0, place - MAX_NAME)
        while clause > nearest and not self.parts(clause):
            clause -= 1
        for at in range(clause, place):
            if used := _longest(claims, self.forms[at : min(at + 6, place)]):
                return at + used == place or (first < place and self.ends(after))
        return False

    def numbered(self, place: int, first: int) -> tuple[_Mark, int] | None:
        """ "Seat 2:", for two players of one name."""
        used = self.phrase("seat", place)
        at = place + used
        if not used or at >= len(self.words) or self.parts_at(at) or not self.forms[at].isdecimal():
            return None
        number = int(self.forms[at][:4])
        mark, after = self.marked("name", first, place, at + 1)
        if not mark.is_sure or number < 1:
            return None
        seats = (number - 1,) if number <= self.count else ()
        return mark._replace(seats=seats, asks="" if seats else "name"), after

    def unknown(
        self, place: int, begins: bool, is_sentence: bool, first: int
    ) -> tuple[_Mark | None, int]:
        """A name that nobody has, "Gus:", or that a letter is wrong in."""
        form = self.forms[place]
        if is_sentence and place + 2 < len(self.words) and form in self.known_words:
            # Dictation: "and a has two tempura".
            near = self.names.near("".join(self.forms[place : place + 2]))
            own = [n for n in near if len(self.names.keys[n]) == 1]
            mark, after = self.marked("name", place, place, place + 2, seats=tuple(own))
            is_counted = (self.forms[place + 2],) in _of_kind(Kind.NUMBER)
            is_one = not self.parts(place + 1) and self.forms[place + 1] in self.known_words
            if own and is_one and (mark.is_sure or is_counted):
                return mark._replace(asks="name", is_sure=True), after
        if form in self.known_words or form.isdecimal() or not form[:1].isalpha():
            return None, place + 1
        possessive = _POSSESSIVE.sub("", self.words[place].exact)
        near = self.names.near(without_accents(possessive))
        if not near and not begins:
            return None, place + 1
        if near or self.is_strange(form):
            for used in range(_UNKNOWN_WORDS if begins else 1, 0, -1):
                said = self.joined(place, used)
                if len(said) < used or any(word in self.known_words for word in said[1:]):
                    continue
                mark, after = self.marked("name", first, place, place + used, begins=begins)
                if mark.is_sure or (near and used == 1 and self.is_strange(form)):
                    is_claim = self.is_claimant(place, place + used, first)
                    if not is_claim:
                        return mark._replace(seats=near, asks="name", is_sure=True), after
        return None, place + 1

    def is_strange(self, form: str) -> bool:
        """Whether a word is not even a misspelt one that is known."""
        if form not in self.strange:
            self.strange[form] = self.known.corrected(form) is None
        return self.strange[form]

    # -------------------------------------------------------------- whose each piece is

    def turns(self) -> list[Turn]:
        """The pieces of the text, each with whose it is."""
        marks = self.marks()
        ends = [*(mark.start for mark in marks[1:]), len(self.text)]
        pieces = [self.says(mark.end, end) for mark, end in zip(marks, ends, strict=bool(marks))]
        first = self.says(0, marks[0].start) if marks else self.text.strip()
        if self.all_behind(first, marks, pieces):
            return self.behind_cards([first, *pieces], marks)
        found = [Turn(self.start, first)] if first else []
        current: int | None = self.start
        for n, (mark, words) in enumerate(zip(marks, pieces, strict=True)):
            turn = self.turn(mark, words, current)
            is_behind = mark.kind == "name" and not mark.begins and not mark.is_sure
            if is_behind and (mark.towards or mark.ends):
                # "Dan: squid for Fay": whose is what stands before, and what comes after?
                if found and (found[-1].seat is not None or not found[-1].said):
                    held = found.pop()
                    found.append(_asked(held.words, held.said, held, turn))
                turn = _asked(words, turn.said, turn, Turn(current, ""))
                if not words:
                    continue
            elif (
                n
                and found
                and self.are_two_names(marks[n - 1], mark)
                and not pieces[n - 1]
                and not (words and found[-1].words)
            ):
                other = found.pop()
                turn = _asked(other.words or words, f"{other.said} {turn.said}", other, turn)
            current = turn.seat
            leads_on = n + 1 < len(marks) and marks[n + 1].kind == "name"
            is_empty = leads_on if mark.kind == "next" else current is None and not turn.nearest
            if turn.words or not is_empty:
                found.append(turn)
        return found or [Turn(self.start, self.text.strip())]

    def turn(self, mark: _Mark, words: str, current: int | None) -> Turn:
        """The piece behind a mark; ``current`` is whose the piece before was."""
        said = self.text[mark.start : mark.end].strip(_SILENT)
        if mark.kind == "next" and current is not None:
            later = (seat for seat in range(current + 1, self.count) if seat not in self.dummies)
            seat = next(later, None)
            return Turn(seat, words, said, "" if seat is not None else "last", at=mark.start)
        if mark.kind == "own":
            return _asked(words, said, Turn(self.start, ""), Turn(current, ""))
        if mark.kind == "name":
            seats = tuple(sorted(mark.seats))
            asks = mark.asks or ("" if seats else "name")
            return Turn(None, words, said, asks, seats) if asks else Turn(seats[0], words, said)
        return Turn(current, words, said, "" if current is not None else "next")

    def all_behind(self, first: str, marks: Sequence[_Mark], pieces: Sequence[str]) -> bool:
        """Whether every name stands behind the cards: "squid for Dan, two tempura for Fay"."""
        if not (marks and first and all(pieces[:-1])) or pieces[-1]:
            return False
        return all(
            mark.kind == "name" and mark.asks != "card" and mark.seats
            and (mark.towards or (not mark.begins and not mark.is_sure))
            and self.text[mark.end - 1] != ":"
            for mark in marks
        )  # fmt: skip

    def behind_cards(self, pieces: Sequence[str], marks: Sequence[_Mark]) -> list[Turn]:
        """The pieces where every name stands behind them. One name alone, "squid Dan", may as well
        begin what is said next."""
        turns = [self.turn(mark, words, None) for words, mark in zip(pieces, marks, strict=False)]
        if len(marks) > 1 or marks[0].towards:
            return turns
        return [_asked(turn.words, turn.said, turn, Turn(self.start, "")) for turn in turns]

    def are_two_names(self, before: _Mark, mark: _Mark) -> bool:
        """ "Dan Fay two tempura", "Dan and Fay have a pudding"."""
        are_names = before.kind == mark.kind == "name"
        return (
            are_names
            and not before.is_sure
            and not _BREAK.search(self.text[before.end : mark.start])
        )


def _asked(words: str, said: str, *turns: Turn) -> Turn:
    """A piece that may be of any of these turns' players."""
    seats = {seat for turn in turns for seat in (turn.seat, *turn.nearest) if seat is not None}
    return Turn(None, words, said, "name", tuple(sorted(seats)))
