"""The field that takes what one would say, and what was understood of it."""

from collections import Counter
from uuid import uuid4

from django.utils.text import capfirst
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from ...rules import FACES
from ...rules.cards import DISCARDED_WHEN_PLAYED, UNCOPYABLE
from ...rules.phrases import Heard, Part, read_words, tableau_words
from ...rules.phrases.table import VOCABULARIES, plain
from ...rules.rulesets import faces_in
from ...rules.scoring.uramaki import claimed_sets
from ...rules.tableau import Card, Tableau, item
from ...wording.items import counted, item_name
from ...wording.names import card_count, face_name, icon_count
from ...wording.phrase_feedback import action, question, read_as, sums
from ...wording.phrases import clauses, sentences, series
from ..services.claims import uramaki_icons
from ..services.game_state import GameState
from ..services.refusals import Refused
from ..services.words import Phrase, hear
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
    cards = len(phrase.after) + claimed_cards(table, round_number, seat)
    counts, dice = _counts(phrase), bool(table.setting.rules.dice)
    other_language = read_as(phrase.language)
    numbers = sums(counts, cards, table.setting.hand_size, dice=dice)
    doubts = [
        one for heard in phrase.parts for one in _claim_doubts(table, round_number, seat, heard)
    ]
    return (
        part
        | said
        | {
            "typed": phrase.words,
            "spoken": sentences([done, refusal, *_brief(phrase), *doubts, other_language, numbers]),
            "phrase": phrase,
            "lines": [
                {
                    "said": _("“%(words)s”") % {"words": heard.part.said},
                    "means": _means(heard),
                    "remarks": [*_remarks(heard), *_claim_doubts(table, round_number, seat, heard)],
                    "instead": [
                        *(_instead(table, phrase, heard.part, slug) for slug in heard.part.nearest),
                        *_answers(phrase, heard),
                    ],
                }
                for heard in phrase.parts
            ],
            "read_as": other_language,
            "sums": numbers,
            "action": ""
            if table.rounds[round_number - 1].is_confirmed
            else action(counts, dice=dice),
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
    return _("Such as: %(example)s. “Minus” takes one away.") % {"example": example}


def _means(heard: Heard) -> str:
    """What is done; for what is laid down as it then lies. "" where nothing is."""
    if not heard.is_done:
        return ""
    change, command = heard.part.change, heard.part.command
    if command and command.kind == "clear" and not heard.steps:
        return _("nothing lies here")
    if command and command.kind != "clear":
        facts = {"name": command.name, "icons": command.icons}
        said = {
            "undo": _("undo what was entered last"),
            "next": _("go to the next player"),
            "done": _("say that the cards are complete"),
            "claim": _("%(name)s claims uramaki with %(icons)s icons"),
        }
        if command.kind == "claim" and not command.name:
            return _("claim uramaki with %(icons)s icons") % facts
        return said[command.kind] % facts
    come = Counter(heard.after.counts) - Counter(heard.before.counts)
    gone = Tableau(item(step.card.card) for step in heard.steps if step.kind == "remove")
    if change and change.kind == "flip" and change.item:
        facts = {"card": counted(change.item, max(1, _flipped(heard)))}
        return pgettext("what was understood", "flip %(card)s") % facts
    if change and change.kind == "remove" and change.item:
        gone = Tableau({change.item: len(gone) // len(change.item.cards)})
    taken = series(counted(*pair) for pair in gone.items())
    taken = pgettext("what was understood", "take away %(card)s") % {"card": taken} if taken else ""
    laid = (
        "" if change and change.kind == "remove" else series(counted(*one) for one in come.items())
    )
    return clauses(filter(None, [taken, laid])) or _("it lies so already")


def _flipped(heard: Heard) -> int:
    """How many items were turned over; a pair is one."""
    change = heard.part.change
    cards = sum(step.kind == "flip" for step in heard.steps)
    return cards // len(change.item.cards) if change and change.item else cards


def _remarks(heard: Heard) -> list[str]:
    part = heard.part
    remarks = [
        _("“%(typed)s” was read as “%(read)s”.") % {"typed": typed, "read": read}
        for typed, read in part.corrected
    ]
    if not heard.is_done and part.nearest and not part.not_here:
        remarks.append(_("Not understood. Perhaps:"))
    elif asked := question(heard):
        remarks.append(asked)
    elif not heard.is_done:
        remarks.append(_("Not understood. Say it in another way, or tap it."))
    return remarks


def _claim_doubts(table: GameState, round_number: int, seat: int, heard: Heard) -> list[str]:
    """That a claim is of other cards than the uramaki that lie there, where some do: those stay."""
    command = heard.part.command
    if not heard.is_done or command is None or command.kind != "claim":
        return []
    seats = {plain(name): at for at, name in enumerate(table.sheet.seats)}
    seat = seats[plain(command.name)] if command.name else seat
    cards = uramaki_icons(table.tableaus[round_number - 1][seat].entries)
    if not cards or claimed_sets(cards, command.icons):
        return []
    facts = {"name": table.sheet.seats[seat], "lying": icon_count("uramaki", sum(cards))}
    return [
        _(
            "%(name)s has %(lying)s of uramaki lying there. They stay there, as the claim is of "
            "another number. Is a card missing?"
        )
        % facts
    ]


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


def _answers(phrase: Phrase, heard: Heard) -> list[dict[str, str]]:
    """What can be said instead where something is asked, as the phrase with each answer in it."""
    answers: dict[str, str] = {}
    sayings = VOCABULARIES[phrase.language].sayings
    undone, change = heard.undone, heard.part.change
    if heard.part.asks == "copies":
        for lying, _number in heard.before.items():
            if not lying.card.flipped and lying.card.face:
                copy = item(Card(lying.card.face, copy=True))
                if lying.card.face.type not in UNCOPYABLE:
                    said = tableau_words(Tableau([copy]), phrase.language)
                    answers[face_name(lying.card.face.slug)] = said
    if undone and change and undone.why == "under" and change.number == 1:
        for nigiri in undone.nigiri:
            said = tableau_words(Tableau([nigiri]), phrase.language)
            answers[item_name(nigiri)] = f"wasabi {sayings.under} {said}"
        answers[pgettext("no nigiri on the wasabi", "none")] = f"wasabi {sayings.empty}"
    if undone and change and undone.why == "in-all" and change.item:
        said = tableau_words(Tableau({change.item: change.number}), phrase.language)
        facts = {"number": change.number}
        answers[_("%(number)d more") % facts] = f"{sayings.more} {said}"
        answers[_("%(number)d in all") % facts] = f"{said} {sayings.total}"
    if undone and change and undone.why == "how-many" and change.kind == "remove" and change.item:
        for number in (1, undone.lying):
            said = tableau_words(Tableau({change.item: number}), phrase.language)
            answers[counted(change.item, number)] = f"{sayings.less} {said}"
    on_which = undone and undone.why in ("which-wasabi", "covered")
    if undone and change and on_which and change.item and change.number == 1:
        said = tableau_words(Tableau([item(change.item.card)]), phrase.language)
        if undone.lying:
            answers[_("on the wasabi that lies here")] = said
        answers[_("on another wasabi")] = f"wasabi {said}"
    before, after = phrase.words[: heard.part.start], phrase.words[heard.part.end :]
    return [
        {"name": capfirst(name), "words": before + words + after} for name, words in answers.items()
    ]


def _brief(phrase: Phrase) -> list[str]:
    """What was understood and what was not, to be spoken."""
    # What comes first, so that nothing seems to be taken away with what goes.
    done = [(heard.part.change, _means(heard)) for heard in phrase.parts if heard.is_done]
    come = [means for change, means in done if change and change.kind == "add"]
    rest = [means for change, means in done if not change or change.kind != "add"]
    understood = clauses([*filter(None, [series(come)]), *rest])
    said = [_("Understood: %(cards)s.") % {"cards": understood}] if understood else []
    for heard in phrase.parts:
        part = heard.part
        if heard.is_done or (question(heard) and (part.not_here or not part.nearest)):
            said += _remarks(heard)
        elif part.nearest:
            facts = {"words": part.said, "cards": series(map(face_name, part.nearest))}
            said.append(_("Not understood: %(words)s; perhaps %(cards)s.") % facts)
        else:
            said.append(_("Not understood: %(words)s.") % {"words": part.said})
    return said


def _counts(phrase: Phrase) -> dict[str, int]:
    """How many cards come, go and are turned over, and how much else is done."""
    counts = {"add": 0, "remove": 0, "flip": 0, "do": 0}
    for heard in phrase.parts:
        if not heard.is_done:
            continue
        new = [step.place for step in heard.steps if step.kind.startswith("add")]
        counts["add"] += len(new)
        counts["do"] += not heard.steps and heard.part.command is not None
        for step in heard.steps:
            if step.kind == "remove" or (step.kind == "flip" and step.place not in new):
                counts[step.kind] += 1
            elif step.kind == "say" and not new:
                counts["do"] += 1
    return counts
