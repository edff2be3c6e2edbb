"""The field that takes what one would say, and what was understood of it."""

from collections import Counter
from uuid import uuid4

from django.utils.text import capfirst
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from ...rules import FACES
from ...rules.cards import DISCARDED_WHEN_PLAYED
from ...rules.phrases import Part, read_words, tableau_words
from ...rules.rulesets import faces_in
from ...rules.tableau import Card, Tableau, item
from ...wording.items import counted, item_name
from ...wording.names import card_count, face_name
from ...wording.phrase_feedback import action, read_as, sums, why_not
from ...wording.phrases import clauses, sentences, series
from ..services.game_state import GameState
from ..services.refusals import Refused
from ..services.words import Heard, Phrase, hear
from .tableaus import claimed_cards

MAX_BEFORE = 3
"""So many words before a card are tried with another card behind them."""
_ROLLS = ("maki", "temaki", "uramaki")
_SAID_IN_NUMBERS = (
    "dumpling", "tofu", "eel", "edamame", "onigiri", "miso-soup", "tempura", "sashimi",
)  # fmt: skip


def words_part(
    table: GameState,
    round_number: int,
    seat: int,
    *,
    typed: str = "",
    done: str = "",
    refusal: str = "",
) -> dict[str, object]:
    """The field for words, and what they come to for a seat (from 0) in a round (from 1).

    Args:
        done: what was entered just now; ``refusal`` says why nothing was.
    """
    part = {"language": get_language() or "", "hint": _hint(table), "tap": uuid4()}
    said = {"typed": typed, "done": done, "refusal": refusal, "spoken": sentences([done, refusal])}
    if not typed.strip():
        return part | said | {"typed": ""}
    try:
        phrase = hear(table, round_number, seat, typed, get_language() or "", uuid4())
    except Refused as unheard:
        message = unheard.message
        return part | {"typed": typed, "refusal": message, "spoken": sentences([message])}
    cards = len(phrase.after) + claimed_cards(table.sheet.rounds[round_number - 1], seat)
    counts = _counts(phrase)
    other_language = read_as(phrase.language)
    numbers = sums(counts, cards, table.setting.hand_size)
    return (
        part
        | said
        | {
            "typed": phrase.words,
            "spoken": sentences([done, refusal, *_brief(phrase), other_language, numbers]),
            "phrase": phrase,
            "lines": [
                {
                    "said": _("“%(words)s”") % {"words": heard.part.said},
                    "means": _means(heard),
                    "remarks": _remarks(heard),
                    "instead": [
                        _instead(table, phrase, heard.part, slug) for slug in heard.part.nearest
                    ],
                }
                for heard in phrase.parts
            ],
            "read_as": other_language,
            "sums": numbers,
            "action": "" if table.rounds[round_number - 1].is_confirmed else action(counts),
        }
    )


def _hint(table: GameState) -> str:
    """Something that can be said of the cards of this game."""
    faces = [face for face in faces_in(table.setting) if FACES[face].type != "nigiri"]
    types = table.setting.types - DISCARDED_WHEN_PLAYED
    squid = Card(FACES["squid-nigiri"])
    base = Card(FACES["wasabi"]) if "wasabi" in types else None
    several = next(type_ for type_ in _SAID_IN_NUMBERS if type_ in types)
    roll = next(face for face in reversed(faces) if FACES[face].type in _ROLLS)
    example = series([item_name(item(squid, base)), card_count(several, 2), face_name(roll)])
    return _("Such as: %(example)s. “Minus” takes a card away.") % {"example": example}


def _means(heard: Heard) -> str:
    """What is done; for what is laid down as it then lies. "" where nothing is."""
    change = heard.part.change
    if change is None or not heard.is_done:
        return ""
    if change.kind == "add" or change.item is None:
        new = Counter(heard.after.counts) - Counter(heard.before.counts)
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


def _instead(table: GameState, phrase: Phrase, part: Part, slug: str) -> dict[str, str]:
    """A card that may have been meant, and the phrase with it: behind what stood before the one
    that was not understood, a number or a minus, where that can be read."""
    card = Card(None, flipped=True) if slug == "flipped" else Card(FACES[slug])
    said = tableau_words(Tableau([item(card)]), phrase.language)
    before = part.said.split()[:-1][:MAX_BEFORE]
    longer = [" ".join([*before[:length], said]) for length in range(len(before), 0, -1)]
    faces = faces_in(table.setting)
    readings = ((words, read_words(words, phrase.language, faces)) for words in longer)
    readable = (words for words, one in readings if one.is_understood and len(one.parts) == 1)
    words = phrase.words[: part.start] + next(readable, said) + phrase.words[part.end :]
    return {"name": capfirst(face_name(slug)), "words": words}


def _brief(phrase: Phrase) -> list[str]:
    """What was understood and what was not, to be spoken."""
    # What comes first, so that nothing seems to be taken away with what goes.
    done = [(heard.part.change, _means(heard)) for heard in phrase.parts if heard.is_done]
    come = [means for change, means in done if change and change.kind == "add"]
    rest = [means for change, means in done if change and change.kind != "add"]
    understood = clauses([*filter(None, [series(come)]), *rest])
    said = [_("Understood: %(cards)s.") % {"cards": understood}] if understood else []
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


def _counts(phrase: Phrase) -> dict[str, int]:
    """How many cards come, go and are turned over."""
    counts = {"add": 0, "remove": 0, "flip": 0}
    for heard in phrase.parts:
        change = heard.part.change
        if change and heard.is_done:
            kind = "add" if change.item is None else change.kind
            counts[kind] += change.number * (len(change.item.cards) if change.item else 1)
    return counts
