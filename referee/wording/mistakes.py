"""Sentences about mistakes: what was done, then line by line what it changed."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.utils.formats import localize
from django.utils.translation import gettext_lazy as _

from referee.rules.mistakes import END, Diagnosis, LineChange, Way

from .cards import CARDS, Sentences
from .names import face_name, switch_name, type_name
from .phrases import capital, clauses, name_list, number, points_text, sentences, series

MAX_OTHERS = 2
"""How many other cards are named that would explain the same."""

SENTENCES: dict[str, Sentences] = {
    "other-edition-ties": {
        "sushi-go": _("Ties paid in full, as in Sushi Go Party!: %(name)s."),
        "sushi-go-party": _("Ties shared, as in Sushi Go!: %(name)s."),
        "sushi-roll": _("Ties shared, as in Sushi Go!: %(name)s."),
    },
    "second-after-tie": {
        "maki": _("A second place for maki rolls paid after a tie for most."),
        "uramaki": _("An uramaki place given out that a tie before it had used up."),
    },
    "second-place-skipped": _("After a tie the next place left unpaid: %(name)s."),
    "tie-pooled": _("First and second place added up and shared in a tie: %(name)s."),
    "other-places": {
        "fewer": _("The last place left unpaid: %(name)s."),
        "more": _("A place paid that does not exist: %(name)s."),
        "no loss": _("The points lost for fewest forgotten: %(name)s."),
    },
    "others-lose": _("Points lost by everybody without the most, not by the fewest: %(name)s."),
    "remainder-kept": {
        "up": _("The shares of a tie rounded up: %(name)s."),
        "kept": _("The remainder of a shared prize kept: %(name)s."),
    },
    "negative-share-rounded": _("The share of a loss rounded to the larger loss: %(name)s."),
    "two-player-loss": _(
        "Points lost for fewest, though with two players nobody loses any: %(name)s."
    ),
    "paid-once": _("Paid once, not for each card: %(name)s."),
    "one-set-only": _("Only the first set paid: %(name)s."),
    "table-added-up": _("The points in the table added up: %(name)s."),
    "paid-per-card": _("The points of a set paid for each of its cards: %(name)s."),
    "kept-over-rounds": _("Cards of several rounds counted together: %(name)s."),
    "counted-by-cards": {
        "cards": _("Cards counted, not the icons on them: %(name)s."),
        "dice": _("Dice counted, not the icons on them: %(name)s."),
    },
    "flipped-counted": _("A flipped card counted by its front as well: %(names)s."),
    "die-icons-as-one": _("Several icons of a die counted as one: %(names)s."),
    "dice-by-card-tables": _("Dice scored by the tables of Sushi Go!: %(name)s."),
    "dice-whole-threes": _("Only whole sets of three counted: %(name)s."),
    "other-ruling": {
        True: _("Counted without the house rule of this table: %(name)s."),
        False: _("Counted by a house rule that this table does not have: %(name)s."),
    },
    "card-more": {
        "cards": _("One card more than was entered: %(card)s."),
        "dice": _("One die more than was entered: %(card)s."),
    },
    "card-fewer": {
        "cards": _("One card fewer than was entered: %(card)s."),
        "dice": _("One die fewer than was entered: %(card)s."),
    },
    "card-different": {
        "cards": _("A different card from the one entered: %(card)s."),
        "dice": _("A different die from the one entered: %(card)s."),
        "beside": _("Lying otherwise than entered: %(card)s."),
    },
    "round-left-out": _("A round left out of the sum."),
    "round-twice": _("A round added twice."),
    "line-forgotten": _("A line forgotten: %(name)s."),
    "line-twice": _("A line counted twice: %(name)s."),
    "adding-slip": {
        "more": _("%(number)s too many in adding."),
        "fewer": _("%(number)s too few in adding."),
    },
    "digits-swapped": {
        "line": _("Two digits swapped: %(name)s."),
        "sum": _("Two digits of a sum swapped."),
        "line before": _("Two digits swapped, %(after)s for %(before)s: %(name)s."),
        "sum before": _("Two digits of a sum swapped: %(after)s for %(before)s."),
    },
    **{code: text for card in CARDS.values() for code, text in card.mistakes.items()},
}
"""The sentence of each mistake by its code; several where it is made in several ways: see _case."""

SINGLE_CARDS = ("card-more", "card-fewer", "card-different")
"""Mistakes that another card may explain just as well."""


def diagnosis_text(diagnosis: Diagnosis, ruleset: str) -> str:
    """Explain a claim: each mistake in a sentence, then the lines with wrong and right points."""
    ways = zip(diagnosis.ways, diagnosis.others, strict=True)
    mistakes = [mistake_text(way, others, ruleset) for way, others in ways]
    where = f"{part}." if (part := round_without_lines(diagnosis)) else ""
    return sentences([where, *mistakes, *map(change_text, diagnosis.changes)])


def round_without_lines(diagnosis: Diagnosis) -> str:
    """Name the round of a diagnosis of which no line is in that round, as of its desserts."""
    part = diagnosis.round
    has_lines = part is None or any(change.part == part for change in diagnosis.changes)
    return "" if has_lines else part_name(part or 0)


def mistake_text(way: Way, others: Sequence[Way], ruleset: str) -> str:
    """Say what was done; name other cards that would explain the same."""
    texts = SENTENCES[way.code]
    text = texts[_case(way, ruleset)] if isinstance(texts, dict) else texts
    words = str(text) % _names(way)
    if way.code not in SINGLE_CARDS:
        return words
    own = _card(way)
    cards = [card for card in dict.fromkeys(map(_card, others)) if card != own][:MAX_OTHERS]
    or_cards = _("Or: %(cards)s.") % {"cards": clauses(cards)} if cards else ""
    return sentences([words, or_cards])


def _case(way: Way, ruleset: str) -> object:
    """Return which sentence a mistake needs, usually by the way it was made."""
    facts, how = way.facts, way.facts.get("how")
    cards = "dice" if ruleset == "sushi-roll" else "cards"
    match way.code:
        case "other-edition-ties" | "maki-by-cards":
            return ruleset
        case "second-after-tie":
            return facts["type"]
        case "wasabi-earlier-nigiri":
            return "exchanged" if facts["how"][1] else "put there"
        case "pair-of-sashimi":
            return "every" if how == "every" else "one"
        case "sixth-dumpling" if how != "anew":
            return 6 if facts["count"] == 6 else "more"
        case "counted-by-cards" | "card-more" | "card-fewer":
            return cards
        case "card-different":
            return cards if facts["other"] else "beside"
        case "puddings-every-round" if how != "instead":
            return "too" if len(way.habits) > 1 else "one"
        case "adding-slip":
            return "more" if facts["by"] > 0 else "fewer"
        case "digits-swapped":
            what = "line" if facts.get("type") else "sum"
            return f"{what} before" if "before" in facts else what
    return how


def _names(way: Way) -> dict[str, str]:
    """Return the values for a sentence: card types or faces, points, a house rule."""
    facts = way.facts
    how: Any = facts.get("how")
    if way.code in SINGLE_CARDS:
        return {"card": _card(way)}
    if way.code == "wasabi-earlier-nigiri":
        ups, downs = ([face_name(face) for face in faces] for faces in how)
        return {"name": name_list(ups), "other": name_list(downs)}
    if way.code == "flipped-counted":
        return {"names": series(face_name(face) for face in facts["cards"])}
    if way.code == "die-icons-as-one":
        return {"names": series(face_name(face) for face in facts["dice"])}
    if way.code == "wasabi-untripled":
        return {"name": "" if how is True else face_name(how)}
    if way.code == "other-ruling":
        return {"name": switch_name(facts["switch"])}
    types = dict.fromkeys(habit.type for habit in way.habits) or filter(None, [facts.get("type")])
    points = 10 if how == "every" else how
    if way.code == "miso-discarded-counted":
        points = 3 * how
    return {
        "number": number(abs(facts.get("by", 0))),
        **{side: points_words(facts[side]) for side in ("before", "after") if side in facts},
        "name": name_list([type_name(type_) for type_ in types]),
        "points": points_text(points) if isinstance(points, int) else "",
    }


def _card(way: Way) -> str:
    """Name the card that was one more, one fewer, or another one."""
    card, other = face_name(way.facts["card"]), way.facts.get("other")
    if way.facts.get("on"):
        return _("%(card)s on the wasabi") % {"card": card}
    if other is None:
        return card
    if not other:
        return _("%(card)s beside the wasabi, not on it") % {"card": card}
    return _("%(other)s, not %(card)s") % {"card": card, "other": face_name(other)}


def change_text(change: LineChange) -> str:
    """Say what changed: "Round 2, dumplings: 21 instead of 15." """
    facts = {
        "where": part_name(change.part),
        "name": type_name(change.type) if change.type else "",
        "after": points_words(change.after),
        "before": points_words(change.before),
    }
    if change.type:
        return _("%(where)s, %(name)s: %(after)s instead of %(before)s.") % facts
    return _("%(where)s, total: %(after)s instead of %(before)s.") % facts


def claim_text(name: str, claimed: int, right: int, *, whose: str = "") -> str:
    """Say who gets another number than the referee: "Ben gets 37, not 35".

    Args:
        name: who says so, "" where that is not known; ``whose`` number it is, where another's.
    """
    numbers = {"name": name, "other": whose, "claimed": number(claimed), "right": number(right)}
    if not name:
        return _("%(claimed)s for %(other)s, not %(right)s?") % numbers
    if not whose:
        return _("%(name)s gets %(claimed)s, not %(right)s") % numbers
    return _("%(name)s gets %(claimed)s for %(other)s, not %(right)s") % numbers


def part_name(part: int) -> str:
    """Name a part: "Round 2", "End of the game"; 0 is the whole game."""
    if part == END:
        return str(_("End of the game"))
    return _("Round %(n)d") % {"n": part} if part else capital(str(_("the whole game")))


def points_words(points: int | Fraction) -> str:
    """Write points that may have a fraction (a kept remainder): "−2", "1.5"."""
    return number(int(points)) if points == int(points) else str(localize(float(points)))
