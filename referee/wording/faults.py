"""What cannot be read on a sheet, in words."""

import re

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.rules import Fault
from referee.rules.cards import CARD_TYPES, Category

from .names import category_name, ruleset_name, type_name

JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
LONGEST_PLACE = 200


def fault_message(fault: Fault) -> str:
    """Place and fault on one line.

    ``rounds[0].tableaus.Ana, item 3: "tempra" is not a card; did you mean "tempura"?``
    """
    if not fault.place:
        return fault_text(fault)
    place = fault_place(fault)
    for pattern, words in _PLACES:
        if match := pattern.fullmatch(place):
            place = words % match.groupdict()
            break
    return _("%(place)s: %(fault)s") % {"place": place, "fault": fault_text(fault)}


def fault_place(fault: Fault) -> str:
    """Say where it stands, as a path into the sheet, the same in every language and safe to print;
    "" for the whole of it."""
    place = visible(fault.place)
    if len(place) <= LONGEST_PLACE:
        return place
    half = LONGEST_PLACE // 2
    return f"{place[:half]}…{place[-half:]}"


_PLACES = (
    (re.compile(r"(?P<path>.*), item (?P<number>\d+)"), gettext_lazy("%(path)s, item %(number)s")),
    (
        re.compile(r"line (?P<line>\d+), column (?P<column>\d+)"),
        gettext_lazy("line %(line)s, column %(column)s"),
    ),
    (re.compile(r"column (?P<column>\d+)"), gettext_lazy("column %(column)s")),
    (
        re.compile(r'line (?P<line>\d+), "(?P<column>.*)"'),
        gettext_lazy("line %(line)s, column “%(column)s”"),
    ),
    (re.compile(r"line (?P<line>\d+)"), gettext_lazy("line %(line)s")),
)
"""The words in a place; field names stay as they are."""


def fault_text(fault: Fault) -> str:
    """Say what is wrong, without its place. Safe to print."""
    text = str(_TEXTS[fault.code]) % {
        "found": visible(fault.found),
        "wanted": _wanted_text(fault),
        "game": ruleset_name(fault.found) if fault.code == "unused-field" else "",
    }
    if not fault.suggestion:
        return text
    return _('%(fault)s; did you mean "%(suggestion)s"?') % {
        "fault": text,
        "suggestion": visible(fault.suggestion),
    }


def visible(text: str) -> str:
    """The text with everything spelled out that does not show or that moves other text."""
    return "".join(
        letter if letter.isprintable() or letter in JOINERS else ascii(letter)[1:-1]
        for letter in text
    )


def _wanted_text(fault: Fault) -> str:
    if fault.code == "wrong-type":
        return str(_KINDS[fault.wanted])
    if fault.code == "menu-shape":
        number, _space, category = fault.wanted.partition(" ")
        known = category in list(Category)
        name = category_name(category) if known else type_name(category)
        return f"{number} × {name}" if known or category in CARD_TYPES else fault.wanted
    if fault.code == "repeated-type":
        return type_name(fault.wanted.partition(" ")[2])
    return fault.wanted


_KINDS: dict[str, str | Promise] = {
    "object": gettext_lazy("an object in braces { }"),
    "list": gettext_lazy("a list in brackets [ ]"),
    "text": gettext_lazy("text in quotation marks"),
    "whole-number": gettext_lazy("a whole number"),
    "true-or-false": gettext_lazy("true or false"),
    "menu": gettext_lazy("a menu's name or a list of seven card types"),
}

_TEXTS: dict[str, str | Promise] = {
    # the text
    "not-utf-8": gettext_lazy("this is not UTF-8 text"),
    "not-json": gettext_lazy("this is not JSON"),
    "not-a-number": gettext_lazy("%(found)s is not a valid number"),
    "nested-too-deep": gettext_lazy("lists and objects are nested too deep"),
    "repeated-name": gettext_lazy('"%(found)s" is given twice'),
    "too-long": gettext_lazy("this is longer than a score sheet may be (%(wanted)s bytes)"),
    "more-faults": gettext_lazy("and %(found)s more"),
    # the fields
    "missing": gettext_lazy("this is missing"),
    "wrong-type": gettext_lazy("must be %(wanted)s, not %(found)s"),
    "unknown-field": gettext_lazy('there is no field "%(found)s"'),
    "unused-field": gettext_lazy("%(game)s does not use this"),
    "unknown-ruleset": gettext_lazy('"%(found)s" is not a rule set'),
    "unknown-menu": gettext_lazy('"%(found)s" is not a menu'),
    "unknown-language": gettext_lazy('"%(found)s" is not a language that is read here'),
    "unknown-type": gettext_lazy('"%(found)s" is not a card type'),
    "repeated-type": gettext_lazy("%(wanted)s stands on the menu %(found)s times"),
    "menu-shape": gettext_lazy("a menu has %(wanted)s, not %(found)s"),
    "unknown-variant": gettext_lazy('"%(found)s" is not a variant of this game'),
    "unknown-switch": gettext_lazy('"%(found)s" is not a house rule'),
    # the players
    "player-number": gettext_lazy("%(wanted)s players can play this, not %(found)s"),
    "empty-name": gettext_lazy("a player needs a name"),
    "name-missing": gettext_lazy("a player needs a name"),
    "unprintable-name": gettext_lazy("%(found)s has characters that cannot be shown"),
    "name-unprintable": gettext_lazy("%(found)s has characters that cannot be shown"),
    "same-name": gettext_lazy('two players are called "%(found)s"'),
    "name-of-dummy": gettext_lazy('"%(found)s" is the name of the dummy hand'),
    "too-many-entrants": gettext_lazy("%(wanted)s people can play, not %(found)s"),
    "not-a-player": gettext_lazy('"%(found)s" is not one of the players'),
    # the rounds
    "round-number": gettext_lazy("a game has %(wanted)s rounds, not %(found)s"),
    "turn-number": gettext_lazy("a round has claims on %(wanted)s turns at most, not %(found)s"),
    "unknown-face": gettext_lazy('"%(found)s" is not a card'),
    "repeat": gettext_lazy('"%(found)s": an item can be repeated 1 to 99 times'),
    "not-on-wasabi": gettext_lazy('"%(found)s": only a nigiri lies on a wasabi'),
    "unknown-token": gettext_lazy('"%(found)s" is not a token'),
    "negative": gettext_lazy("%(found)s is negative"),
    "too-large": gettext_lazy("no number in a game is over %(wanted)s"),
    "not-in-a-list": gettext_lazy("a sheet in a list has no claims; send it by itself"),
    # a game that is over
    "another-day": gettext_lazy("the night is not of %(found)s"),
    "ends-too-early": gettext_lazy("%(found)s is before the game began"),
    # taps
    "not-a-uuid": gettext_lazy('"%(found)s" is not a UUID'),
    "not-an-action": gettext_lazy(
        '"%(found)s" is not a text like add:maki-3 of at most %(wanted)s characters'
    ),
    "no-such-choice": gettext_lazy('"%(found)s" cannot be chosen here'),
    "unknown-parameter": gettext_lazy('there is no parameter "%(found)s"'),
    # a club file
    "file-too-large": gettext_lazy("the file is larger than %(wanted)s MB"),
    "cut-off": gettext_lazy("the file is incomplete: it ends too early"),
    "not-a-club-file": gettext_lazy("this is not a club file of SushiScore"),
    "newer-version": gettext_lazy(
        "version %(found)s was made by a newer SushiScore; this one reads version %(wanted)s"
    ),
    "no-such-version": gettext_lazy("there is no version %(found)s"),
    "unprintable-text": gettext_lazy("%(found)s has characters that cannot be shown"),
    "too-many-characters": gettext_lazy('"%(found)s" is longer than %(wanted)s characters'),
    "player-twice": gettext_lazy('"%(found)s" is in the list twice'),
    "date-twice": gettext_lazy("there are two nights of %(found)s"),
    "season-twice": gettext_lazy("there are two seasons of %(found)s"),
    "season-nameless": gettext_lazy("a season that is not a calendar year needs a name"),
    "days-backwards": gettext_lazy("%(found)s is before the first day"),
    "no-such-order": gettext_lazy('"%(found)s" is not an order of standings'),
    "no-place-points": gettext_lazy(
        '"%(found)s" is no list of points for places like 5-3-1: at most 8 whole numbers from 0 to'
        " 99, none greater than the one before it"
    ),
    "champion-twice": gettext_lazy("somebody is champion twice"),
    "closed-without-champion": gettext_lazy(
        "a closed season has a champion, and one that is not closed has none"
    ),
    "not-a-date": gettext_lazy('"%(found)s" is not a date like 2026-11-21'),
    "not-a-time": gettext_lazy('"%(found)s" is not a time like 2026-11-21T18:30:00Z'),
    "not-an-id": gettext_lazy('"%(found)s" is not an id of a game'),
    "id-twice": gettext_lazy("two games have the id %(found)s"),
    "game-at-two-tables": gettext_lazy("two tables have the game %(found)s"),
    "follows-nothing": gettext_lazy("no game before this one has the id %(found)s"),
    "no-such-game": gettext_lazy("no game of the file has the id %(found)s"),
    "no-player-of-club": gettext_lazy('"%(found)s" is not in the list of players'),
    "out-of-range": gettext_lazy("must be %(wanted)s, not %(found)s"),
    "more-confirmed": gettext_lazy("%(found)s rounds are confirmed, but the sheet has %(wanted)s"),
    "finished-early": gettext_lazy(
        "a finished game has %(wanted)s confirmed rounds, not %(found)s"
    ),
    "never-finished": gettext_lazy("a game with all rounds confirmed is finished"),
    "too-many-entries": gettext_lazy("%(found)s of them; there can be %(wanted)s"),
    "too-many-cards": gettext_lazy("%(found)s cards; there can be %(wanted)s"),
    "no-uramaki": gettext_lazy("there is no uramaki on the menu"),
    "too-many-claims": gettext_lazy("%(found)s claims; there can be %(wanted)s"),
    "icons-of-claim": gettext_lazy("a claim is of %(wanted)s icons"),
    # a CSV file of past games
    "not-csv": gettext_lazy("this is not CSV: a quotation mark is missing, or one too many"),
    "no-games": gettext_lazy("there is no game in it"),
    "unknown-column": gettext_lazy('there is no column "%(found)s"'),
    "no-column": gettext_lazy('the column "%(found)s" is missing'),
    "too-many-cells": gettext_lazy("a cell without a heading has something in it"),
    "no-date": gettext_lazy('"%(found)s" is not a day, or may be two; write it like 2025-11-21'),
    "still-to-come": gettext_lazy('"%(found)s" is still to come'),
    "too-early": gettext_lazy('"%(found)s" is before the game came out'),
    "no-whole-number": gettext_lazy('"%(found)s" is not a whole number'),
    "numbers-of-players": gettext_lazy("one number a player: %(wanted)s, not %(found)s"),
    "no-game-named": gettext_lazy(
        'there is no column "%(found)s": choose below which game was played'
    ),
    "not-bgstats": gettext_lazy("this is neither a table nor an export of BG Stats"),
    "no-clock": gettext_lazy('"%(found)s" is not a time like 18:30'),
    "another-line": gettext_lazy('"%(found)s" is not what the first line of the game has'),
    "game-twice": gettext_lazy("the same game stands on line %(found)s"),
}
"""The wording of every code; ``found`` and ``wanted`` are filled in."""
