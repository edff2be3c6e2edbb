"""A sentence for every mistake that the referee knows, in the language in use."""

from collections.abc import Callable
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from referee.rules.mistakes import Way

from .names import face_name, switch_name, type_name
from .phrases import name_list, points_text, series

SPLITS = "sushi-go"
"""The game in which ties share a prize."""


class Told(NamedTuple):
    """A mistake as it was made, and the game in which it was."""

    way: Way
    ruleset: str

    @property
    def how(self) -> object:
        """Which of the ways of the mistake it was."""
        return self.way.facts.get("how")

    @property
    def name(self) -> str:
        """The card types whose lines were misread."""
        types = dict.fromkeys(habit.type for habit in self.way.habits)
        return name_list([type_name(type_) for type_ in types])

    def face(self, fact: str) -> str:
        """The name of a card among the facts."""
        return face_name(str(self.way.facts[fact]))


Words = Callable[[Told], str]


def capital(words: str) -> str:
    """With a capital at the beginning."""
    return words[:1].upper() + words[1:]


def _say(text: str) -> Words:
    """A sentence that is always the same, but for the name of the cards."""
    return lambda told: _(text) % {"name": told.name}


def _by_how(texts: dict[object, str]) -> Words:
    """A sentence for each way of a mistake; the texts are marked for translation."""
    return lambda told: _(texts[told.how]) % {"name": told.name}


def _other_edition(told: Told) -> str:
    if told.ruleset == SPLITS:
        return _("Ties paid in full, as in Sushi Go Party!: %(name)s.") % {"name": told.name}
    return _("Ties shared, as in Sushi Go!: %(name)s.") % {"name": told.name}


def _second_after_tie(told: Told) -> str:
    if told.way.facts["type"] == "uramaki":
        return _("The very next uramaki place given out after a shared one.")
    return _("A second place for maki rolls paid after a tie for most.")


def _earlier_nigiri(told: Told) -> str:
    moved = told.how if isinstance(told.how, tuple) else ((), ())
    ups, downs = ([face_name(str(face)) for face in faces] for faces in moved)
    facts = {"name": name_list(ups), "other": name_list(downs)}
    if downs:
        return (
            _("Tripled by the wasabi: %(name)s, which lay there before it, not %(other)s.") % facts
        )
    return _("Tripled by the wasabi, but there before it: %(name)s.") % facts


def _single_tempura(told: Told) -> str:
    return _("A tempura without a partner paid: %(points)s.") % {"points": _worth(told.how)}


def _pair_of_sashimi(told: Told) -> str:
    if told.how == "every":
        return _("Sashimi counted in pairs: %(points)s each.") % {"points": points_text(10)}
    return _("Two sashimi without a third paid: %(points)s.") % {"points": _worth(told.how)}


def _worth(how: object) -> str:
    return points_text(how if isinstance(how, int) else 0)


def _sixth_dumpling(told: Told) -> str:
    if told.how == "anew":
        return _("The sixth dumpling counted as the first of a new set.")
    if told.way.facts["count"] == 6:
        return _("A sixth dumpling counted as 6 more points.")
    return _("Dumplings past the fifth counted as 6 and more points.")


def _linear_dumplings(told: Told) -> str:
    return _("Every dumpling counted alike: %(points)s each.") % {"points": _worth(told.how)}


def _tea(told: Told) -> str:
    if told.way.habits[0].key == "no-tea":
        return _("The largest set of tea taken without the tea itself.")
    return _("The largest set of tea taken without the wasabi, which has the colour of nigiri.")


def _flipped(told: Told) -> str:
    faces = told.way.facts["cards"]
    names = [face_name(str(face)) for face in faces] if isinstance(faces, tuple) else []
    return _("A flipped card counted by its front as well: %(names)s.") % {"names": series(names)}


def _every_round(told: Told) -> str:
    if told.how == "instead":
        return _("Puddings scored in every round instead of at the end of the game.")
    if len(told.way.habits) > 1:
        return _("Puddings scored in the rounds as well as at the end of the game.")
    return _("Puddings scored in this round already, not only at the end of the game.")


def _paid(told: Told) -> str:
    facts = {"name": told.name}
    if told.how == "each":
        return _("A point given for each, though it scores nothing by itself: %(name)s.") % facts
    return _("One point given, though it scores nothing by itself: %(name)s.") % facts


def _other_ruling(told: Told) -> str:
    facts = {"name": switch_name(str(told.way.facts["switch"]))}
    if told.way.facts["on"]:
        return _("Counted without the house rule of this table: %(name)s.") % facts
    return _("Counted by a house rule that this table does not have: %(name)s.") % facts


def _card_more(told: Told) -> str:
    return _("One card more than was entered: %(card)s.") % {"card": _added(told)}


def _added(told: Told) -> str:
    if told.way.facts.get("on"):
        return _("%(card)s on the wasabi") % {"card": told.face("card")}
    return told.face("card")


def _card_fewer(told: Told) -> str:
    return _("One card fewer than was entered: %(card)s.") % {"card": told.face("card")}


def _card_different(told: Told) -> str:
    return _("A card other than was entered: %(change)s.") % {"change": _exchange(told)}


def _exchange(told: Told) -> str:
    card = told.face("card")
    if not told.way.facts["other"]:
        return _("%(card)s beside the wasabi instead of on it") % {"card": card}
    facts = {"card": card, "other": told.face("other")}
    return _("%(other)s instead of %(card)s") % facts


def _line(text: str) -> Words:
    return lambda told: _(text) % {"name": type_name(str(told.way.facts["type"]))}


def _adding_slip(told: Told) -> str:
    by = told.way.facts["by"]
    if isinstance(by, int) and by > 0:
        return _("Ten too many in adding.")
    return _("Ten too few in adding.")


def _swapped(told: Told) -> str:
    type_ = told.way.facts.get("type")
    if type_:
        return _("Two digits swapped: %(name)s.") % {"name": type_name(str(type_))}
    return _("Two digits of a sum swapped.")


SAID: dict[str, Words] = {
    "other-edition-ties": _other_edition,
    "second-after-tie": _second_after_tie,
    "second-place-skipped": _say(gettext_noop("After a tie the next place left unpaid: %(name)s.")),
    "remainder-kept": _by_how(
        {
            "up": gettext_noop("The shares of a tie rounded up: %(name)s."),
            "kept": gettext_noop("The remainder of a shared prize kept: %(name)s."),
        }
    ),
    "negative-share-rounded": _say(
        gettext_noop("The share of a loss rounded to the larger loss: %(name)s.")
    ),
    "zero-maki-paid": _say(gettext_noop("A place paid to somebody who has none: %(name)s.")),
    "two-player-loss": _say(
        gettext_noop("Points lost for fewest, though of two players nobody loses: %(name)s.")
    ),
    "edamame-by-cards": _by_how(
        {
            "others": gettext_noop("Edamame counted by the opponents' cards, not by opponents."),
            "own": gettext_noop("One point counted for each edamame, whoever else has some."),
        }
    ),
    "edamame-no-cap": _say(gettext_noop("Edamame counted past the most that one can pay.")),
    "soy-once": _say(gettext_noop("Several soy sauces paid like one.")),
    "soy-runner-up": _say(gettext_noop("Soy sauce paid for second most colours.")),
    "uramaki-order": _say(gettext_noop("The uramaki places given out in another order.")),
    "uramaki-twice": _say(
        gettext_noop("Claimed uramaki counted once more at the end of the round.")
    ),
    "wasabi-doubles": _say(gettext_noop("Nigiri on wasabi doubled, not tripled.")),
    "wasabi-all-nigiri": _say(gettext_noop("All nigiri tripled, not only those on wasabi.")),
    "wasabi-earlier-nigiri": _earlier_nigiri,
    "single-tempura": _single_tempura,
    "pair-of-sashimi": _pair_of_sashimi,
    "sixth-dumpling": _sixth_dumpling,
    "linear-dumplings": _linear_dumplings,
    "tofu-past-two": _by_how(
        {
            "two": gettext_noop("Three or more tofu paid like two."),
            "anew": gettext_noop("The third tofu counted as the first of a new set."),
        }
    ),
    "eel-single-free": _say(gettext_noop("A single eel counted as nothing.")),
    "eel-third-pays": _by_how(
        {
            "each": gettext_noop("Every eel past the second counted as another 7 points."),
            "pairs": gettext_noop("Every pair of eels counted as 7 points."),
        }
    ),
    "onigiri-same-shape": _say(
        gettext_noop("Onigiri of one shape counted as a set of different ones.")
    ),
    "tea-wrong-set": _tea,
    "flipped-counted": _flipped,
    "puddings-every-round": _every_round,
    "puddings-forgotten": _say(gettext_noop("The puddings forgotten at the end of the game.")),
    "tokens-singly": _say(gettext_noop("A point counted for every unused token, not for two.")),
    "chopsticks-paid": _paid,
    "wasabi-paid": _paid,
    "other-ruling": _other_ruling,
    "card-more": _card_more,
    "card-fewer": _card_fewer,
    "card-different": _card_different,
    "line-forgotten": _line(gettext_noop("A line forgotten: %(name)s.")),
    "line-twice": _line(gettext_noop("A line counted twice: %(name)s.")),
    "adding-slip": _adding_slip,
    "digits-swapped": _swapped,
}
"""What each mistake is called, by its code."""

OTHER_CARDS: dict[str, Words] = {
    "card-more": _added,
    "card-fewer": lambda told: told.face("card"),
    "card-different": _exchange,
}
"""The mistakes of which another card may explain the same; how that card is named."""
