"""The field that takes what one would say, and what was understood of it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import uuid4

from django.utils.text import capfirst
from django.utils.translation import get_language, ngettext, pgettext
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
from ...rules.phrases.kinds import plain
from ...rules.phrases.vocabulary import vocabulary
from ...rules.rulesets import faces_in
from ...rules.scoring.uramaki import claimed_sets
from ...rules.tableau import Card, Item, Tableau, item
from ...wording.items import counted, item_name
from ...wording.names import card_count, face_name, icon_count
from ...wording.phrase_feedback import action, question_of, read_as, sums
from ...wording.phrases import clauses, isolated, sentences, series
from ..services.claims import uramaki_icons
from ..services.game_state import SeatState
from ..services.refusals import Refused
from ..services.table_words import Share, TableTalk, hear_table
from ..services.words import Phrase, hear

MAX_BEFORE = 3
"""So many words before a card are tried with another card behind them."""
CLAIMED_MOSTLY = ("10", "11", "12")


class Reply(NamedTuple):
    """What typed words come to.

    Attributes:
        phrase: the cards and commands in them; where they are an answer, with the words in which
            something was asked.
        open_words: the words in which something is asked that stands.
        is_open: whether they answer nothing of it.
        question: the page's, which they do not answer clearly.
        tap: the answer of which they mean that tap.
    """

    phrase: Phrase
    open_words: str = ""
    is_open: bool = False
    question: Mapping[str, Any] | None = None
    tap: Mapping[str, Any] | None = None


def words_part(
    seat: SeatState,
    *,
    typed: str = "",
    open_words: str = "",
    left: str = "",
    may_ask: bool = False,
    page_question: Callable[[], Mapping[str, Any] | None] = lambda: None,
    may_enter: Callable[[int], bool] = lambda place: False,
    done: str = "",
    refusal: str = "",
) -> dict[str, object]:
    """The field for words, and what they come to for a seat; or for several where they name
    players.

    Args:
        open_words: words in which something was asked; that stands until it is answered, or until
            something else is said.
        left: words of which nothing came when others were entered. If something is asked of them,
            the field is empty for the answer; else they stay there, to be said differently.
        may_ask: whether what is asked of the typed words is to stand as well.
        page_question: the first question of the seat's page, which "yes" and "no" answer where
            nothing was asked of words.
        may_enter: whether the phone may enter cards for the seat at a place.
        done: what was entered just now; ``refusal`` says why nothing was.
    """
    language, setting = get_language() or "", seat.round.setting
    hint = sentences([_hint(setting), _hint_for_several(seat, may_enter)])
    part = {"language": language, "hint": hint, "tap": uuid4()}

    def read(words: str) -> Phrase:
        return hear(seat, words, language, uuid4())

    typed = typed.strip()
    try:
        is_answer = open_words and _meant(typed, language, _choices(seat, read(open_words), typed))
        talk = hear_table(seat, left or typed, language, uuid4(), may_enter)
        if talk and not is_answer:
            return part | _table_part(seat, talk, done=done, refusal=refusal)
        if left:
            typed, open_words = ("", left) if _choices(seat, read(left)) else (left, "")
        reply = _reply(seat, read, typed, open_words, page_question)
        open_parts = [
            outcome for outcome in read(open_words).parts if reply.is_open and not outcome.is_done
        ]
    except Refused as unheard:
        message = unheard.message
        return part | {"typed": typed, "refusal": message, "spoken": sentences([message])}
    phrase, question, tap = reply.phrase, reply.question, reply.tap
    is_asking = bool(question or open_parts or _choices(seat, phrase))
    stands = reply.open_words or (typed if may_ask and _choices(seat, phrase) else "")
    if open_words and not (stands or phrase.words):
        done = _("Left out: %(words)s.") % {"words": open_words}
    cards = len(phrase.after) + seat.claimed_cards
    counts, dice = _counts(phrase), bool(setting.rules.dice)
    other_language = read_as(phrase.language) if phrase.words else ""
    numbers = sums(counts, cards, seat.dealt, dice=dice)
    lines = [
        _line(seat, source, outcome, may_leave_out=source is not phrase)
        for source, parts in ((phrase, phrase.parts), (read(open_words), open_parts))
        for outcome in parts
    ]
    brief = [*_brief(phrase.parts), *_brief(open_parts)]
    for outcome in phrase.parts:
        brief += _claim_doubts(seat, outcome)
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


def _table_part(seat: SeatState, talk: TableTalk, *, done: str, refusal: str) -> dict[str, object]:
    """What is shown of words for several players: what each gets, and what must be asked."""
    players = [_player(talk, n) for n in range(len(talk.shares))]
    number = sum(share.does for share in talk.shares)
    words = ngettext("Enter for %(n)d player", "Enter for %(n)d players", number) % {"n": number}
    may_act = number and not seat.round.is_confirmed
    return {
        "typed": talk.words,
        "is_asking": any(player["is_asking"] for player in players),
        "done": done,
        "refusal": refusal,
        "spoken": sentences([done, refusal, *(player["spoken"] for player in players)]),
        "phrase": talk,
        "players": players,
        "action": words if may_act else "",
    }


def _player(talk: TableTalk, at: int) -> dict[str, Any]:
    """One player's share: its lines as those of a phrase, where each answer says all of the text
    again. Or a piece of which it is asked whose it is."""
    share = talk.shares[at]
    leave_out = talk.told({at: ""})
    if share.seat is None or share.phrase is None:
        asked = _whose(share)
        line = {
            "said": _("“%(words)s”") % {"words": share.words or share.turn.said},
            "remarks": [asked],
            "answers": _players_meant(talk, at),
        }
        said = _("“%(words)s”") % {"words": f"{share.turn.said}: {share.words}".strip(" :")}
        return {
            "lines": [line],
            "leave_out": leave_out,
            "is_asking": True,
            "spoken": sentences([said, asked]),
        }
    seat, phrase = share.seat, share.phrase
    lines = [
        line
        | {
            "answers": [
                answer | {"say": talk.told({at: answer["say"]})}
                for answer in line["answers"]
                if answer.get("say")
            ]
        }
        for line in (_line(seat, phrase, outcome) for outcome in phrase.parts)
    ]
    counts, setting = _counts(phrase), seat.round.setting
    cards = len(phrase.after) + seat.claimed_cards
    numbers = sums(counts, cards, seat.dealt, dice=bool(setting.rules.dice))
    name, why = isolated(seat.name), ""
    if not share.may_enter:
        why = _("What %(name)s has is entered on another phone.") % {"name": name}
    elif not phrase.parts:
        why = _("Nothing is said of any card.")
    other_language = read_as(phrase.language) if phrase.words else ""
    heard = [*_brief(phrase.parts), other_language, numbers] if share.may_enter else []
    for outcome in phrase.parts:
        heard += _claim_doubts(seat, outcome)
    facts = {"name": name, "words": sentences([why, *heard])}
    return {
        "name": seat.name,
        "lines": lines,
        "sums": numbers if share.may_enter else "",
        "why": why,
        "read_as": other_language,
        "language": phrase.language,
        "leave_out": leave_out,
        "is_asking": any(line["answers"] for line in lines),
        "spoken": _("%(name)s: %(words)s") % facts,
    }


def _whose(share: Share) -> str:
    """Ask whose a piece is."""
    if share.turn.asks == "card":
        return _("Is “%(name)s” a player here, or a card?") % {"name": share.turn.said}
    if share.turn.asks == "last":
        return _("That was the last player. Whose is this?")
    if share.turn.asks == "name" and share.turn.said and not share.turn.nearest:
        return _("Nobody here is called “%(name)s”. Whose is this?") % {"name": share.turn.said}
    return _("Whose is this?")


def _players_meant(talk: TableTalk, at: int) -> list[dict[str, Any]]:
    """The answers to whose a piece is: who is near by name, then all others, those first of whom
    nothing is said yet; or that it was a card."""
    share = talk.shares[at]
    named = {other.seat.index for other in talk.shares if other.seat}
    every = range(len(talk.names))
    nearest = [n for n in every if n in share.turn.nearest]
    others = sorted((n for n in every if n not in nearest), key=lambda n: n in named)
    if share.turn.asks == "card":
        others = []
    answers = [{"name": talk.names[n], "say": talk.told({}, {at: n})} for n in (*nearest, *others)]
    if share.turn.asks == "card":
        answers.append({"name": _("A card"), "say": talk.as_card(at)})
    return answers


def _line(
    seat: SeatState, phrase: Phrase, outcome: Heard, *, may_leave_out: bool = False
) -> dict[str, Any]:
    """What was said in a part of a phrase, what it means, and what is asked of it."""
    return {
        "said": _("“%(words)s”") % {"words": outcome.part.said},
        "means": _means(outcome),
        "remarks": [*_remarks(outcome), *_claim_doubts(seat, outcome)],
        "answers": _answers(seat, phrase, outcome, may_leave_out=may_leave_out),
    }


def _reply(
    seat: SeatState,
    read: Callable[[str], Phrase],
    typed: str,
    open_words: str,
    page_question: Callable[[], Mapping[str, Any] | None],
) -> Reply:
    """Read typed words, which may answer what other words or the page have asked."""
    phrase, nothing, language = read(typed), read(""), get_language() or ""
    says_something = any(outcome.is_done or question_of(outcome) for outcome in phrase.parts)
    is_bare = is_yes_or_no(typed, language) and not says_something
    if open_words != typed and (choices := _choices(seat, read(open_words), typed)):
        meant = _meant(typed, language, choices)
        if meant and "do" in meant:
            return Reply(nothing, open_words, tap=meant)
        if meant:
            return Reply(read(meant["say"]), open_words if meant["say"] else "")
        if not says_something:
            return Reply(nothing if is_bare else phrase, open_words, is_open=True)
    elif is_bare:
        question = page_question() or {"message": _("Nothing is asked here now."), "answers": []}
        meant = _meant(typed, language, question["answers"])
        return Reply(nothing, tap=meant) if meant else Reply(nothing, question=question)
    return Reply(phrase, typed if open_words == typed and _choices(seat, phrase) else "")


def _meant(
    typed: str, language: str, answers: Sequence[Mapping[str, Any]]
) -> Mapping[str, Any] | None:
    """The answer that somebody means."""
    choices = [
        Choice(
            answer.get("name") or f"{answer['label']} {answer['words']}",
            counts=answer.get("is_assumed", False),
            is_nothing=answer.get("is_nothing", False),
        )
        for answer in answers
    ]
    place = chosen(typed, language, choices)
    return None if place is None else answers[place]


def _choices(seat: SeatState, phrase: Phrase, typed: str = "") -> list[dict[str, Any]]:
    """The answers to the first question of a phrase that has some."""
    every = (_answers(seat, phrase, outcome, typed, may_leave_out=True) for outcome in phrase.parts)
    return next(filter(None, every), [])


def _hint(setting: Setting) -> str:
    """Give an example of a phrase about the cards of this game."""
    faces = faces_in(setting)
    types = setting.types - DISCARDED_WHEN_PLAYED
    squid = Card(FACES["squid-nigiri"])
    base = Card(FACES["wasabi"]) if "wasabi" in types else None
    category = {face: CARD_TYPES[FACES[face].type].category for face in faces}
    several = [face for face in faces if category[face] == "appetizer" and face in CARD_TYPES][-1]
    roll = [face for face in faces if category[face] == "roll"][-1]
    example = series([item_name(item(squid, base)), card_count(several, 2), face_name(roll)])
    return _("Such as: %(example)s. “Minus” takes one away.") % {"example": example}


def _hint_for_several(seat: SeatState, may_enter: Callable[[int], bool]) -> str:
    """Say how to enter for several players at once; "" for a phone that may not."""
    others = [other for other in seat.round.seats if other is not seat and may_enter(other.place)]
    if not others or not may_enter(seat.place):
        return ""
    faces = faces_in(seat.round.setting)
    several = [
        face for face in faces if face in CARD_TYPES and CARD_TYPES[face].category == "appetizer"
    ]
    facts = {
        "name": isolated(seat.name),
        "cards": card_count(several[-1], 2),
        "card": item_name(item(Card(FACES["squid-nigiri"]))),
    }
    return _("Several players: “%(name)s: %(cards)s. Next: %(card)s”.") % facts


def _means(outcome: Heard) -> str:
    """Put in words what a part does, cards as they lie then; "" where it does nothing."""
    if not outcome.is_done:
        return ""
    change, command = outcome.part.change, outcome.part.command
    if command and command.kind == "clear" and not outcome.steps:
        return _("nothing lies here")
    if command and command.kind != "clear":
        facts = {"name": command.name, "icons": command.icons}
        meanings = {
            "undo": _("undo what was entered last"),
            "next": _("go to the next player"),
            "done": _("say that the cards are complete"),
            "claim": _("%(name)s claims uramaki with %(icons)s icons"),
        }
        if command.kind == "claim" and not command.name:
            return _("claim uramaki with %(icons)s icons") % facts
        return meanings[command.kind] % facts
    come = Counter(outcome.after.counts) - Counter(outcome.before.counts)
    gone = Tableau(item(step.card.card) for step in outcome.steps if step.kind == "remove")
    if change and change.kind == "flip" and change.item:
        facts = {"card": counted(change.item, max(1, _flipped(outcome)))}
        return pgettext("what was understood", "flip %(card)s") % facts
    if change and change.kind == "remove" and change.item:
        gone = Tableau({change.item: len(gone) // len(change.item.cards)})
    taken = series(counted(*pair) for pair in gone.items())
    taken = pgettext("what was understood", "take away %(card)s") % {"card": taken} if taken else ""
    laid = (
        ""
        if change and change.kind == "remove"
        else series(counted(*pair) for pair in come.items())
    )
    return clauses(filter(None, [taken, laid])) or _("it lies so already")


def _flipped(outcome: Heard) -> int:
    """Count the items that were turned over; a pair is one."""
    change = outcome.part.change
    cards = sum(step.kind == "flip" for step in outcome.steps)
    return cards // len(change.item.cards) if change and change.item else cards


def _remarks(outcome: Heard) -> list[str]:
    part = outcome.part
    remarks = [
        _("“%(typed)s” was read as “%(read)s”.") % {"typed": typed, "read": read}
        for typed, read in part.corrected
    ]
    if part.passed_over:
        remarks.append(_("Passed over: %(words)s.") % {"words": ", ".join(part.passed_over)})
    if not outcome.is_done and part.nearest and not part.not_here:
        remarks.append(_("Not understood. Perhaps:"))
    elif question := question_of(outcome):
        remarks.append(question)
    elif not outcome.is_done:
        remarks.append(_("Not understood. Say it in another way, or tap it."))
    return remarks


def _claim_doubts(seat: SeatState, outcome: Heard) -> list[str]:
    """Say where a claim is of other cards than the uramaki that lie there: those stay."""
    command = outcome.part.command
    if not outcome.is_done or command is None or command.kind != "claim":
        return []
    seats = {plain(other.sheet_name): other for other in seat.round.seats}
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
    card_words = tableau_words(Tableau([item(card)]), phrase.language)
    before = part.said.split()[:-1][:MAX_BEFORE]
    longer = [" ".join([*before[:length], card_words]) for length in range(len(before), 0, -1)]
    faces = faces_in(setting)
    readings = ((words, read_words(words, phrase.language, faces)) for words in longer)
    readable = (
        words for words, reading in readings if reading.is_understood and len(reading.parts) == 1
    )
    return next(readable, card_words)


def _answers(
    seat: SeatState,
    phrase: Phrase,
    outcome: Heard,
    typed: str = "",
    *,
    may_leave_out: bool = False,
) -> list[dict[str, Any]]:
    """What can be answered where something is asked: each with the phrase that it then is to
    ``say``, or a tap to ``do``. A number that was ``typed`` answers how many icons it were."""
    part, command, setting = outcome.part, outcome.part.command, seat.round.setting
    if outcome.is_done:
        return []
    if outcome.command_asks == "too-few":
        words = _("That is all")
        return [{"name": words, "words": words, "do": "ready:"}]
    answers = {face_name(slug): _instead(setting, phrase, part, slug) for slug in part.nearest}
    if outcome.command_asks == "nobody" and command and command.name:
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
        for lying, _number in outcome.before.items():
            if not lying.card.flipped and lying.card.face:
                copy = item(Card(lying.card.face, copy=True))
                if lying.card.face.type not in UNCOPYABLE:
                    copy_words = tableau_words(Tableau([copy]), phrase.language)
                    answers[face_name(lying.card.face.slug)] = copy_words
    if outcome.undone:
        answers |= _ways_to_do(outcome.undone, phrase.language)
    before, after = phrase.words[: part.start], phrase.words[part.end :]
    nothing = pgettext("no nigiri on the wasabi", "none")
    shown = [
        {"name": capfirst(name), "say": before + words + after, "is_nothing": name == nothing}
        for name, words in answers.items()
    ]
    if shown and may_leave_out:
        rest = f"{before.rstrip(' ,')}, {after.lstrip(' ,')}".strip(" ,")
        shown.append({"name": _("Leave it out"), "say": rest, "is_nothing": True})
    return shown


def _ways_to_do(undone: Undone, language: str) -> dict[str, str]:
    """The changes that may have been meant by one that was not done, by their names, as phrases."""
    sayings, change = vocabulary(language).sayings, undone.change
    number, answers = change.number, {}

    def say(what: Item | None, number: int = 1) -> str:
        return tableau_words(Tableau({what: number}), language) if what else ""

    if undone.why == "under" and number == 1:
        # A nigiri that was said right behind the wasabi lies on it, or beside it.
        behind = item(change.item.card) if change.item and change.item.base else None
        rest = f", {say(behind)}" if behind else ""
        for nigiri in undone.nigiri:
            answers[item_name(nigiri)] = f"wasabi {sayings.under} {say(nigiri)}{rest}"
        if behind:
            answers[item_name(behind)] = say(change.item)
        answers[pgettext("no nigiri on the wasabi", "none")] = f"wasabi {sayings.empty}{rest}"
    if undone.why == "in-all" and change.item:
        card_words = say(change.item, number)
        answers[_("%(number)d more") % {"number": number}] = f"{sayings.more} {card_words}"
        answers[_("%(number)d in all") % {"number": number}] = f"{card_words} {sayings.total}"
    if undone.why == "how-many" and change.kind == "remove" and change.item:
        for some in (1, undone.lying):
            name = f"{some} × {item_name(change.item)}"
            answers[name] = f"{sayings.less} {say(change.item, some)}"
    if undone.why in ("which-wasabi", "covered") and change.item and number == 1:
        card_words = say(item(change.item.card))
        if undone.lying:
            answers[_("on the wasabi that lies here")] = card_words
        answers[_("on another wasabi")] = f"wasabi {card_words}"
    return answers


def _brief(parts: Sequence[Heard]) -> list[str]:
    """Sum up what was understood and what was not, to be spoken."""
    # What comes first, so that nothing seems to be taken away with what goes.
    done = [(outcome.part.change, _means(outcome)) for outcome in parts if outcome.is_done]
    come = [means for change, means in done if change and change.kind == "add"]
    rest = [means for change, means in done if not change or change.kind != "add"]
    understood = clauses([*filter(None, [series(come)]), *rest])
    spoken = [_("Understood: %(cards)s.") % {"cards": understood}] if understood else []
    for outcome in parts:
        part = outcome.part
        if outcome.is_done or (question_of(outcome) and (part.not_here or not part.nearest)):
            spoken += _remarks(outcome)
        elif part.nearest:
            facts = {"words": part.said, "cards": series(map(face_name, part.nearest))}
            spoken.append(_("Not understood: %(words)s; perhaps %(cards)s.") % facts)
        else:
            spoken.append(_("Not understood: %(words)s.") % {"words": part.said})
    return spoken


def _counts(phrase: Phrase) -> dict[str, int]:
    """Count the cards that come, go and are turned over, and what else is done."""
    counts = {"add": 0, "remove": 0, "flip": 0, "do": 0}
    for outcome in phrase.parts:
        if not outcome.is_done:
            continue
        new = [step.place for step in outcome.steps if step.kind.startswith("add")]
        counts["add"] += len(new)
        counts["do"] += not outcome.steps and outcome.part.command is not None
        for step in outcome.steps:
            if step.kind == "remove" or (step.kind == "flip" and step.place not in new):
                counts[step.kind] += 1
            elif step.kind == "say" and not new:
                counts["do"] += 1
    return counts
