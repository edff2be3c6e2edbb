"""The field that takes what one would say, and what was understood of it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import uuid4

from django.utils.text import capfirst
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from ...rules import CARD_TYPES, FACES, Setting
from ...rules.cards import DISCARDED_WHEN_PLAYED, UNCOPYABLE
from ...rules.phrases import (
    Choice,
    Heard,
    Part,
    Undone,
    chosen,
    is_yes_or_no,
    read_words,
    tableau_words,
)
from ...rules.phrases.table import VOCABULARIES, plain
from ...rules.rulesets import faces_in
from ...rules.scoring.uramaki import claimed_sets
from ...rules.tableau import Card, Item, Tableau, item
from ...wording.items import counted, item_name
from ...wording.names import card_count, face_name, icon_count
from ...wording.phrase_feedback import action, question_of, read_as, sums
from ...wording.phrases import clauses, sentences, series
from ..services.claims import uramaki_icons
from ..services.game_state import SeatState
from ..services.refusals import Refused
from ..services.words import Phrase, hear

MAX_BEFORE = 3
"""So many words before a card are tried with another card behind them."""
CLAIMED_MOSTLY = ("10", "11", "12")


class Reply(NamedTuple):
    """What typed words come to.

    Attributes:
        phrase: the cards and commands in them; where they are an answer, with the words in which
            something was asked.
        asked: the words in which something is asked that stands.
        is_open: whether they answer nothing of it.
        question: the page's, which they do not answer clearly.
        tap: the answer of which they mean that tap.
    """

    phrase: Phrase
    asked: str = ""
    is_open: bool = False
    question: Mapping[str, Any] | None = None
    tap: Mapping[str, Any] | None = None


def words_part(
    seat: SeatState,
    *,
    typed: str = "",
    asked: str = "",
    left: str = "",
    is_asked: bool = False,
    page_question: Callable[[], Mapping[str, Any] | None] = lambda: None,
    done: str = "",
    refusal: str = "",
) -> dict[str, object]:
    """The field for words, and what they come to for a seat.

    Args:
        asked: words in which something was asked; that stands until it is answered, or until
            something else is said.
        left: words of which nothing came when others were entered. If something is asked of them,
            the field is empty for the answer; else they stay there, to be said differently.
        is_asked: whether what is asked of the typed words is to stand as well.
        page_question: the first question of the seat's page, which "yes" and "no" answer where
            nothing was asked of words.
        done: what was entered just now; ``refusal`` says why nothing was.
    """
    language, setting = get_language() or "", seat.round.setting
    part = {"language": language, "hint": _hint(setting), "tap": uuid4()}

    def read(words: str) -> Phrase:
        return hear(seat, words, language, uuid4())

    typed = typed.strip()
    try:
        if left:
            typed, asked = ("", left) if _choices(seat, read(left)) else (left, "")
        reply = _reply(seat, read, typed, asked, page_question)
        open_parts = [one for one in read(asked).parts if reply.is_open and not one.is_done]
    except Refused as unheard:
        message = unheard.message
        return part | {"typed": typed, "refusal": message, "spoken": sentences([message])}
    phrase, question, tap = reply.phrase, reply.question, reply.tap
    is_asking = bool(question or open_parts or _choices(seat, phrase))
    stands = reply.asked or (typed if is_asked and _choices(seat, phrase) else "")
    if asked and not (stands or phrase.words):
        done = _("Left out: %(words)s.") % {"words": asked}
    cards = len(phrase.after) + seat.claimed_cards
    counts, dice = _counts(phrase), bool(setting.rules.dice)
    other_language = read_as(phrase.language) if phrase.words else ""
    numbers = sums(counts, cards, seat.dealt, dice=dice)
    lines = [
        {
            "said": _("“%(words)s”") % {"words": heard.part.said},
            "means": _means(heard),
            "remarks": [*_remarks(heard), *_claim_doubts(seat, heard)],
            "answers": _answers(seat, source, heard, may_leave_out=source is not phrase),
        }
        for source, parts in ((phrase, phrase.parts), (read(asked), open_parts))
        for heard in parts
    ]
    brief = [*_brief(phrase.parts), *_brief(open_parts)]
    for heard in phrase.parts:
        brief += _claim_doubts(seat, heard)
    quoted = _("“%(words)s”") % {"words": typed}
    if tap:
        lines.append({"said": quoted, "means": tap["words"]})
        brief.append(_("Understood: %(cards)s.") % {"cards": tap["words"]})
    if question:
        message, answers = question["message"], question["answers"]
        lines.append({"said": quoted, "remarks": [message], "answers": answers})
        brief.append(message)
    may_act = not seat.round.is_confirmed
    return part | {
        "typed": typed,
        "asked": stands,
        "is_asking": is_asking,
        "done": done,
        "refusal": refusal,
        "spoken": sentences([done, refusal, *brief, other_language, numbers]),
        "phrase": phrase,
        "lines": lines,
        "tap_meant": tap,
        "read_as": other_language,
        "sums": numbers,
        "action": (_("Do that") if tap else action(counts, dice=dice)) if may_act else "",
    }


def _reply(
    seat: SeatState,
    read: Callable[[str], Phrase],
    typed: str,
    asked: str,
    page_question: Callable[[], Mapping[str, Any] | None],
) -> Reply:
    """What typed words come to, where other words or the page may have asked something."""
    phrase, nothing, language = read(typed), read(""), get_language() or ""
    says_something = any(one.is_done or question_of(one) for one in phrase.parts)
    is_bare = is_yes_or_no(typed, language) and not says_something
    if asked != typed and (choices := _choices(seat, read(asked), typed)):
        meant = _meant(typed, language, choices)
        if meant and "do" in meant:
            return Reply(nothing, asked, tap=meant)
        if meant:
            return Reply(read(meant["say"]), asked if meant["say"] else "")
        if not says_something:
            return Reply(nothing if is_bare else phrase, asked, is_open=True)
    elif is_bare:
        question = page_question() or {"message": _("Nothing is asked here now."), "answers": []}
        meant = _meant(typed, language, question["answers"])
        return Reply(nothing, tap=meant) if meant else Reply(nothing, question=question)
    return Reply(phrase, typed if asked == typed and _choices(seat, phrase) else "")


def _meant(
    typed: str, language: str, answers: Sequence[Mapping[str, Any]]
) -> Mapping[str, Any] | None:
    """The answer that somebody means."""
    choices = [
        Choice(
            one.get("name") or f"{one['label']} {one['words']}",
            counts=one.get("is_assumed", False),
            is_nothing=one.get("is_nothing", False),
        )
        for one in answers
    ]
    place = chosen(typed, language, choices)
    return None if place is None else answers[place]


def _choices(seat: SeatState, phrase: Phrase, typed: str = "") -> list[dict[str, Any]]:
    """The answers to the first question of a phrase that has some."""
    every = (_answers(seat, phrase, one, typed, may_leave_out=True) for one in phrase.parts)
    return next(filter(None, every), [])


def _hint(setting: Setting) -> str:
    """Something that can be said of the cards of this game."""
    faces = faces_in(setting)
    types = setting.types - DISCARDED_WHEN_PLAYED
    squid = Card(FACES["squid-nigiri"])
    base = Card(FACES["wasabi"]) if "wasabi" in types else None
    category = {face: CARD_TYPES[FACES[face].type].category for face in faces}
    several = [face for face in faces if category[face] == "appetizer" and face in CARD_TYPES][-1]
    roll = [face for face in faces if category[face] == "roll"][-1]
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
    elif asked := question_of(heard):
        remarks.append(asked)
    elif not heard.is_done:
        remarks.append(_("Not understood. Say it in another way, or tap it."))
    return remarks


def _claim_doubts(seat: SeatState, heard: Heard) -> list[str]:
    """That a claim is of other cards than the uramaki that lie there, where some do: those stay."""
    command = heard.part.command
    if not heard.is_done or command is None or command.kind != "claim":
        return []
    seats = {plain(one.sheet_name): one for one in seat.round.seats}
    seat = seats[plain(command.name)] if command.name else seat
    cards = uramaki_icons(seat.entries)
    if not cards or claimed_sets(cards, command.icons):
        return []
    facts = {"name": seat.sheet_name, "lying": icon_count("uramaki", sum(cards))}
    return [
        _(
            "%(name)s has %(lying)s of uramaki lying there. They stay there, as the claim is of "
            "another number. Is a card missing?"
        )
        % facts
    ]


def _instead(setting: Setting, phrase: Phrase, part: Part, slug: str) -> str:
    """The phrase with a card that may have been meant: behind what stood before the one that was
    not understood, a number or a minus, where that can be read."""
    card = Card(None, flipped=True) if slug == "flipped" else Card(FACES[slug])
    said = tableau_words(Tableau([item(card)]), phrase.language)
    before = part.said.split()[:-1][:MAX_BEFORE]
    longer = [" ".join([*before[:length], said]) for length in range(len(before), 0, -1)]
    faces = faces_in(setting)
    readings = ((words, read_words(words, phrase.language, faces)) for words in longer)
    readable = (words for words, one in readings if one.is_understood and len(one.parts) == 1)
    return next(readable, said)


def _answers(
    seat: SeatState,
    phrase: Phrase,
    heard: Heard,
    typed: str = "",
    *,
    may_leave_out: bool = False,
) -> list[dict[str, Any]]:
    """What can be answered where something is asked: each with the phrase that it then is to
    ``say``, or a tap to ``do``. A number that was ``typed`` answers how many icons it were."""
    part, command, setting = heard.part, heard.part.command, seat.round.setting
    if heard.is_done:
        return []
    if heard.command_asks == "too-few":
        words = _("That is all")
        return [{"name": words, "words": words, "do": "ready:"}]
    answers = {face_name(one): _instead(setting, phrase, part, one) for one in part.nearest}
    if heard.command_asks == "nobody" and command and command.name:
        for other in seat.round.seats:
            name = other.sheet_name
            answers[name] = part.said.replace(command.name, name, 1)
    if part.asks == "icons":
        claimed = {number: f"{part.said} {number}" for number in (*CLAIMED_MOSTLY, typed)}
        faces = faces_in(setting)
        answers |= {
            number: words
            for number, words in claimed.items()
            if read_words(words, phrase.language, faces).is_understood
        }
    if part.asks == "copies":
        for lying, _number in heard.before.items():
            if not lying.card.flipped and lying.card.face:
                copy = item(Card(lying.card.face, copy=True))
                if lying.card.face.type not in UNCOPYABLE:
                    said = tableau_words(Tableau([copy]), phrase.language)
                    answers[face_name(lying.card.face.slug)] = said
    if heard.undone:
        answers |= _ways_to_do(heard.undone, phrase.language)
    before, after = phrase.words[: part.start], phrase.words[part.end :]
    nothing = pgettext("no nigiri on the wasabi", "none")
    found = [
        {"name": capfirst(name), "say": before + words + after, "is_nothing": name == nothing}
        for name, words in answers.items()
    ]
    if found and may_leave_out:
        rest = f"{before.rstrip(' ,')}, {after.lstrip(' ,')}".strip(" ,")
        found.append({"name": _("Leave it out"), "say": rest, "is_nothing": True})
    return found


def _ways_to_do(undone: Undone, language: str) -> dict[str, str]:
    """Changes one of which may have been meant by one that was not done, with their names."""
    sayings, change = VOCABULARIES[language].sayings, undone.change
    number, answers = change.number, {}

    def say(one: Item | None, number: int = 1) -> str:
        return tableau_words(Tableau({one: number}), language) if one else ""

    if undone.why == "under" and number == 1:
        for nigiri in undone.nigiri:
            answers[item_name(nigiri)] = f"wasabi {sayings.under} {say(nigiri)}"
        answers[pgettext("no nigiri on the wasabi", "none")] = f"wasabi {sayings.empty}"
    if undone.why == "in-all" and change.item:
        said = say(change.item, number)
        answers[_("%(number)d more") % {"number": number}] = f"{sayings.more} {said}"
        answers[_("%(number)d in all") % {"number": number}] = f"{said} {sayings.total}"
    if undone.why == "how-many" and change.kind == "remove" and change.item:
        for some in (1, undone.lying):
            name = f"{some} × {item_name(change.item)}"
            answers[name] = f"{sayings.less} {say(change.item, some)}"
    if undone.why in ("which-wasabi", "covered") and change.item and number == 1:
        said = say(item(change.item.card))
        if undone.lying:
            answers[_("on the wasabi that lies here")] = said
        answers[_("on another wasabi")] = f"wasabi {said}"
    return answers


def _brief(parts: Sequence[Heard]) -> list[str]:
    """What was understood and what was not, to be spoken."""
    # What comes first, so that nothing seems to be taken away with what goes.
    done = [(heard.part.change, _means(heard)) for heard in parts if heard.is_done]
    come = [means for change, means in done if change and change.kind == "add"]
    rest = [means for change, means in done if not change or change.kind != "add"]
    understood = clauses([*filter(None, [series(come)]), *rest])
    said = [_("Understood: %(cards)s.") % {"cards": understood}] if understood else []
    for heard in parts:
        part = heard.part
        if heard.is_done or (question_of(heard) and (part.not_here or not part.nearest)):
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
