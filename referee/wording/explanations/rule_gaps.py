"""What a rulebook leaves open, or says so that it can be read in two ways, and what decided."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from referee.rules import Line, Setting, Tableau
from referee.rules.house_rule_effects import value_of
from referee.rules.house_rules import Switch

from ..names import switch_name
from ..phrases import sentences


class Silence(NamedTuple):
    """A question that the rulebook leaves open, and its answer in this game, in a few sentences.

    Attributes:
        switch: the house rule that decided, "" where it is the referee's own ruling.
        value: whether that house rule is on; None without one.
    """

    words: str
    switch: str = ""
    value: bool | None = None


_QUESTIONS = {
    "zero-maki-scores": (
        _("The rulebook is silent on whether a player without maki can take a place."),
        _("In this game such a player can."),
        _("In this game such a player cannot."),
    ),
    "dummy-takes-awards": (
        _("The rulebook is silent on whether the dummy is compared with the players."),
        _("In this game it is."),
        _("In this game it is not."),
    ),
    "dummy-brings-pudding-loss": (
        _("The rulebook is silent on whether puddings can cost points beside a dummy."),
        _("In this game the fewest puddings do."),
        _("In this game they cannot."),
    ),
    "dummy-can-win": (
        _("The rulebook is silent on whether the dummy can win."),
        _("In this game it can."),
        _("In this game it has no place."),
    ),
    "two-player-tie-scores-most": (
        _("What the rulebook says of a tie can be read in two ways with two players."),
        _("In this game both score for the most."),
        _("In this game neither scores."),
    ),
    "desserts-count-as-colours": (
        _("What the rulebook says of this round’s desserts can be read in two ways."),
        _("In this game they count as a colour."),
        _("In this game they do not count as a colour."),
    ),
    "flipped-cards-share-a-colour": (
        _("In the rulebook all flipped cards together are one colour."),
        _("This game keeps to that."),
        _("In this game they have no colour."),
    ),
    "uramaki-cascade": (
        _("In the rulebook the end of a round gives out one place."),
        _("In this game it gives out all that are left."),
        _("In this game it gives out only one, even where more are left."),
    ),
    "flipped-nigiri-frees-wasabi": (
        _("The rulebook is silent on the wasabi under a nigiri that is flipped."),
        _("In this game the next nigiri may lie on it."),
        _("In this game no other nigiri may lie on it."),
    ),
    "reshuffle-each-round": (
        _("In the rulebook cards that were played stay out for the rest of the game."),
        _("In this game all but puddings are shuffled back each round; no score depends on it."),
        _("This game keeps to that; no score depends on it."),
    ),
}
"""The open question of each house rule; its answer with the switch on, and off."""
_HOUSE_RULES = {
    (True, True): _("House rule “%(name)s”: on, as it is unless a table chooses otherwise."),
    (False, True): _("House rule “%(name)s”: off, as it is unless a table chooses otherwise."),
    (True, False): _("House rule “%(name)s”: on. Your table chose that."),
    (False, False): _("House rule “%(name)s”: off. Your table chose that."),
}
"""What is said of a house rule by whether it is on, and whether that is the default."""


def silence(switch: Switch, setting: Setting) -> Silence:
    """Say what a house rule decided in a game, and whether the table chose that.

    Args:
        switch: any but ``one-bonus-action-per-turn``, on which no score depends.
    """
    is_on = value_of(switch, setting)
    question, if_on, if_off = _QUESTIONS[switch.name]
    rule = _HOUSE_RULES[is_on, is_on == switch.default] % {"name": switch_name(switch.name)}
    words = sentences([str(question), str(if_on if is_on else if_off), rule])
    return Silence(words, switch.name, is_on)


def silences(
    line: Line,
    seat: int,
    setting: Setting,
    *,
    switches: Iterable[Switch],
    tableau: Tableau,
    turns: Sequence[Sequence[tuple[int, int]]] = (),
) -> list[Silence]:
    """List everything that the rulebook leaves open and on which a line depends.

    Args:
        line: a line of a round, or of the game's end.
        seat: whose line it is, from 0.
        switches: the house rules that decided it; see ``rules.house_rule_effects``.
        tableau: what lies in front of that seat; nothing for the game's end.
        turns: the round's uramaki claims, turn by turn.
    """
    own = []
    if line.rule == "sushi-go/chopsticks" and seat >= setting.players:
        own.append(_("The rulebook is silent on chopsticks of the dummy. Here they score nothing."))
    places = line.comparison.places if line.comparison else ()
    pays_for_none = any(place.count == 0 and place.each > 0 for place in places)
    if line.rule in ("sushi-go-party/temaki", "sushi-go-party/pudding") and pays_for_none:
        own.append(
            _(
                "The rulebook is silent on players who have none of these cards. Here they are "
                "compared like the others."
            )
        )
    if line.rule == "sushi-go-party/nigiri" and _lost_its_wasabi(tableau):
        own.append(
            _(
                "The rulebook is silent on a wasabi that is flipped under a nigiri. Here that "
                "nigiri has its own value again."
            )
        )
    # Two claims on one turn, on which chopsticks or a spoon may have been used.
    bonus_actions = setting.types & {"chopsticks", "spoon"}
    if bonus_actions and any(len(turns[claim.turn - 1]) > 1 for claim in line.claims):
        own.append(
            _(
                "The rulebook is silent on the order of claims and bonus actions on one turn. "
                "Here the totals of the whole turn are compared."
            )
        )
    return _answered(switches, setting, own)


def _answered(switches: Iterable[Switch], setting: Setting, own: Iterable[object]) -> list[Silence]:
    """The gaps that house rules decide, then those with a ruling of the referee's own."""
    decided = [silence(switch, setting) for switch in switches]
    return [*decided, *(Silence(str(words)) for words in own)]


def _lost_its_wasabi(tableau: Tableau) -> bool:
    """Return whether a wasabi lies face down beside a bare nigiri."""
    items = [entry for entry, _number in tableau.items()]
    faces = [entry.card.face.slug for entry in items if entry.card.flipped and entry.card.face]
    return "wasabi" in faces and any(entry.type == "nigiri" and not entry.base for entry in items)


def ranking_silences(
    setting: Setting, *, switches: Iterable[Switch], is_shared: bool, copied_dessert: bool
) -> list[Silence]:
    """List everything that the rulebook leaves open and on which a place in the ranking depends.

    Args:
        switches: the house rules that decided it; see ``ranking_decided_by``.
        is_shared: whether somebody is equal in points and in what breaks a tie.
        copied_dessert: whether a special order that copied a dessert counted in the tie-break.
    """
    own = []
    if copied_dessert:
        own.append(
            _(
                "The rulebook is silent on a special order that copied a dessert. Here it counts "
                "as a dessert card."
            )
        )
    if is_shared:
        own.append(_("The rulebook is silent on players who are equal in both. Here they share."))
    return _answered(switches, setting, own)
