"""The field that takes what one would say, and what was understood of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.utils.text import capfirst
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from ...rules import FACES
from ...rules.cards import DISCARDED_WHEN_PLAYED
from ...rules.rulesets import faces_in
from ...rules.scoring.uramaki import settle_claims
from ...rules.tableau import Card, Tableau, item
from ...rules.text import read_words, tableau_words
from ...wording.items import counted, item_name
from ...wording.names import card_count, face_name
from ...wording.phrase_feedback import action, read_as, sums, why_not
from ...wording.phrases import clauses, sentences, series
from ..services.game_state import GameTable
from ..services.words import Entered, Heard, Phrase
from .tableaus import claimed_cards


@dataclass(frozen=True, slots=True)
class Instead:
    """A card that may have been meant, and the whole phrase with it in its place."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class WordsLine:
    """A part of what was said.

    Attributes:
        said: as it was typed, in quotation marks.
        means: what was understood; "" for nothing.
        remarks: what there is to say about it, sentence by sentence.
        instead: what it may have meant.
    """

    said: str
    means: str
    remarks: Sequence[str]
    instead: Sequence[Instead] = ()


@dataclass(frozen=True, slots=True)
class WordsPart:
    """The field with all that stands below it.

    Attributes:
        typed: what stands in the field.
        language: the page's.
        hint: something that can be said in this game.
        tap: the id of what is said next.
        spoken: what happened or was understood, in brief.
        done: what was entered just now; "" for nothing.
        refusal: why nothing was entered; "" where nothing was refused.
        heard: the words that the lines are about; "" for none.
        shown: names what is shown, see :attr:`~referee.play.services.words.Phrase.shown`.
        read_as: that it was read in another language than the page's, ``read_in``; "" where not.
        sums: what comes of it in numbers.
        action: what the button says that enters it; "" where there is nothing to enter.
    """

    typed: str
    language: str
    hint: str
    tap: UUID
    spoken: str = ""
    done: str = ""
    refusal: str = ""
    heard: str = ""
    shown: str = ""
    lines: Sequence[WordsLine] = ()
    read_as: str = ""
    read_in: str = ""
    sums: str = ""
    action: str = ""


def words_part(
    table: GameTable, *, typed: str = "", done: str = "", refusal: str = ""
) -> WordsPart:
    """The field without anything understood."""
    language = get_language() or ""
    spoken = sentences([done, refusal])
    return WordsPart(typed, language, _hint(table), uuid4(), spoken, done, refusal)


def heard_part(
    table: GameTable,
    round_number: int,
    seat: int,
    phrase: Phrase,
    *,
    done: str = "",
    refusal: str = "",
) -> WordsPart:
    """The field with a phrase, and what it comes to for a seat (from 0) in a round (from 1).

    Args:
        done: what was entered just now.
        refusal: why nothing was.
    """
    is_confirmed = table.rounds[round_number - 1].is_confirmed
    other_language = read_as(phrase.language)
    numbers = _sums(table, round_number, seat, phrase)
    return WordsPart(
        typed=phrase.words,
        language=get_language() or "",
        hint=_hint(table),
        tap=uuid4(),
        spoken=sentences([done, refusal, *_brief(phrase), other_language, numbers]),
        done=done,
        refusal=refusal,
        heard=phrase.words,
        shown=phrase.shown,
        lines=[_line(table, phrase, heard) for heard in phrase.parts],
        read_as=other_language,
        read_in=phrase.language,
        sums=numbers,
        action="" if is_confirmed else action(_counts(phrase)),
    )


def entered_words(entered: Entered, told: str) -> str:
    """What became of a phrase; ``told``: what its taps have done, see ``told_of_taps``."""
    if entered.is_new:
        return _("Entered: %(cards)s.") % {"cards": told}
    return _("These words were entered already. Nothing was entered twice.")


def _hint(table: GameTable) -> str:
    """Something that can be said of the cards of this game."""
    faces = [face for face in faces_in(table.setting) if FACES[face].type != "nigiri"]
    types = table.setting.types - DISCARDED_WHEN_PLAYED
    squid = Card(FACES["squid-nigiri"])
    base = Card(FACES["wasabi"]) if "wasabi" in types else None
    several = next(type_ for type_ in _SAID_IN_NUMBERS if type_ in types)
    roll = next(face for face in reversed(faces) if FACES[face].type in _ROLLS)
    example = series([item_name(item(squid, base)), card_count(several, 2), face_name(roll)])
    return _("Such as: %(example)s. “Minus” takes a card away.") % {"example": example}


_ROLLS = ("maki", "temaki", "uramaki")
_SAID_IN_NUMBERS = (
    "dumpling",
    "tofu",
    "eel",
    "edamame",
    "onigiri",
    "miso-soup",
    "tempura",
    "sashimi",
)


def _line(table: GameTable, phrase: Phrase, heard: Heard) -> WordsLine:
    part = heard.part
    said = _("“%(words)s”") % {"words": part.said}
    nearest = [] if part.change else [_instead(table, phrase, heard, slug) for slug in part.nearest]
    return WordsLine(said, _means(heard), _remarks(heard), nearest)


def _means(heard: Heard) -> str:
    """What is done; for what is laid down as it then lies. "" where nothing is."""
    change = heard.part.change
    if change is None or not heard.is_done:
        return ""
    if change.kind == "add" or change.item is None:
        come = heard.after.counts
        had = heard.before.counts
        new = Tableau({one: n - had.get(one, 0) for one, n in come.items() if n > had.get(one, 0)})
        return series(counted(*pair) for pair in new.items())
    facts = {"card": counted(change.item, change.number)}
    if change.kind == "remove":
        return pgettext("what was understood", "take away %(card)s") % facts
    return pgettext("what was understood", "turn over %(card)s") % facts


def _remarks(heard: Heard) -> list[str]:
    part = heard.part
    remarks = [
        _("“%(typed)s” was read as “%(read)s”.") % {"typed": typed, "read": read}
        for typed, read in part.corrected
    ]
    if heard.undone:
        remarks.append(why_not(heard.undone))
    elif part.not_here:
        remarks.append(_("Not in this game: %(card)s.") % {"card": face_name(part.not_here)})
    elif part.change is None and part.nearest:
        remarks.append(_("Not understood. Perhaps:"))
    elif part.change is None:
        remarks.append(_("Not understood. Say it in another way, or tap the card."))
    return remarks


def _instead(table: GameTable, phrase: Phrase, heard: Heard, slug: str) -> Instead:
    card = Card(None, flipped=True) if slug == "flipped" else Card(FACES[slug])
    said = tableau_words(Tableau([item(card)]), phrase.language)
    words, part = phrase.words, heard.part
    said = _as_many(table, phrase.language, part.said, said)
    name = capfirst(face_name(slug))
    return Instead(name, f"{words[: part.start]}{said}{words[part.end :]}")


def _as_many(table: GameTable, language: str, typed: str, said: str) -> str:
    """A card said with what stood before the one that was not understood: a number, a minus."""
    before = typed.split()[:-1]
    for length in range(min(len(before), _MOST_BEFORE), 0, -1):
        longer = " ".join([*before[:length], said])
        reading = read_words(longer, language, faces_in(table.setting))
        if reading.is_understood and len(reading.parts) == 1:
            return longer
    return said


_MOST_BEFORE = 3


def _brief(phrase: Phrase) -> list[str]:
    """What was understood and what was not, to be spoken."""
    done = _done(phrase)
    said = [_("Understood: %(cards)s.") % {"cards": done}] if done else []
    for heard in phrase.parts:
        part = heard.part
        if part.change or part.not_here:
            said += _remarks(heard)
        elif part.nearest:
            facts = {"words": part.said, "cards": series(map(face_name, part.nearest))}
            said.append(_("Not understood: %(words)s; perhaps %(cards)s.") % facts)
        else:
            said.append(_("Not understood: %(words)s.") % {"words": part.said})
    return said


def _done(phrase: Phrase) -> str:
    """What is done: what comes first, so that nothing seems to be taken away with what goes."""
    come: list[str] = []
    rest: list[str] = []
    for heard in phrase.parts:
        if heard.is_done and heard.part.change:
            (come if heard.part.change.kind == "add" else rest).append(_means(heard))
    return clauses([*filter(None, [series(come)]), *rest])


def _counts(phrase: Phrase) -> dict[str, int]:
    """How many cards come, go and are turned over."""
    counts = {"add": 0, "remove": 0, "flip": 0}
    for heard in phrase.parts:
        change = heard.part.change
        if change and heard.is_done:
            kind = "add" if change.item is None else change.kind
            cards = len(change.item.cards) if change.item else 1
            counts[kind] += change.number * cards
    return counts


def _sums(table: GameTable, round_number: int, seat: int, phrase: Phrase) -> str:
    claimed, _used = settle_claims(table.sheet.rounds[round_number - 1].claims)
    cards = len(phrase.after) + claimed_cards(claimed, seat)
    return sums(_counts(phrase), cards, table.setting.hand_size)
