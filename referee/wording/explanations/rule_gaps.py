"""Where the rulebook is silent, or can be read in two ways, and what decided there."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.rules import Line, Setting, Tableau
from referee.rules.house_rule_effects import value_of
from referee.rules.house_rules import Switch

from ..names import switch_name
from ..phrases import sentences

_Words = str | Promise


class Silence(NamedTuple):
    """A question that the rulebook leaves open, and its answer in this game.

    Attributes:
        switch: the house rule that decided, "" where it is the referee's own ruling.
        value: whether that house rule is on; None without one.
        is_default: whether that is how the referee decides unless a table chooses otherwise.
        words: all of it, in a few sentences.
    """

    switch: str
    value: bool | None
    is_default: bool
    words: str


class _Open(NamedTuple):
    """What a rulebook leaves open, and what holds with the switch on and off."""

    question: _Words
    on: _Words
    off: _Words


_QUESTIONS: dict[str, _Open] = {
    "zero-maki-scores": _Open(
        gettext_lazy("The rulebook is silent on whether a player without maki can take a place."),
        gettext_lazy("In this game such a player can."),
        gettext_lazy("In this game such a player cannot."),
    ),
    "dummy-takes-awards": _Open(
        gettext_lazy("The rulebook is silent on whether the dummy is compared with the players."),
        gettext_lazy("In this game it is."),
        gettext_lazy("In this game it is not."),
    ),
    "dummy-brings-pudding-loss": _Open(
        gettext_lazy("The rulebook is silent on whether puddings can cost points beside a dummy."),
        gettext_lazy("In this game fewest puddings do."),
        gettext_lazy("In this game they cannot."),
    ),
    "dummy-can-win": _Open(
        gettext_lazy("The rulebook is silent on whether the dummy can win."),
        gettext_lazy("In this game it can."),
        gettext_lazy("In this game it has no place."),
    ),
    "two-player-tie-scores-most": _Open(
        gettext_lazy("What the rulebook says of a tie can be read in two ways with two players."),
        gettext_lazy("In this game both score for most."),
        gettext_lazy("In this game neither scores."),
    ),
    "desserts-count-as-colours": _Open(
        gettext_lazy("What the rulebook says of this round’s desserts can be read in two ways."),
        gettext_lazy("In this game they count as a colour."),
        gettext_lazy("In this game they do not count as a colour."),
    ),
    "flipped-cards-share-a-colour": _Open(
        gettext_lazy("In the rulebook all flipped cards together are one colour."),
        gettext_lazy("This game keeps to that."),
        gettext_lazy("In this game they have no colour."),
    ),
    "uramaki-cascade": _Open(
        gettext_lazy("The rulebook speaks of one place that the end of a round gives out."),
        gettext_lazy("In this game it gives out all that are left."),
        gettext_lazy("In this game it is one, also where more are left."),
    ),
    "flipped-nigiri-frees-wasabi": _Open(
        gettext_lazy("The rulebook is silent on the wasabi under a nigiri that is turned over."),
        gettext_lazy("In this game the next nigiri may lie on it."),
        gettext_lazy("In this game no other nigiri may lie on it."),
    ),
}


def silence(switch: Switch, setting: Setting) -> Silence:
    """What a house rule decided in a game, and whether the table chose that.

    Args:
        switch: any but ``one-bonus-action-per-turn``, on which no score depends.
    """
    on = value_of(switch, setting)
    is_default = on == switch.default
    question = _QUESTIONS[switch.name]
    answer = question.on if on else question.off
    rule = _house_rule(on=on, is_default=is_default) % {"name": switch_name(switch.name)}
    return Silence(
        switch.name, on, is_default, sentences([str(question.question), str(answer), rule])
    )


def _house_rule(*, on: bool, is_default: bool) -> str:
    if is_default:
        return (
            _("House rule “%(name)s”: on, as it is unless a table chooses otherwise.")
            if on
            else _("House rule “%(name)s”: off, as it is unless a table chooses otherwise.")
        )
    return (
        _("House rule “%(name)s”: on. Your table chose that.")
        if on
        else _("House rule “%(name)s”: off. Your table chose that.")
    )


def silences(
    line: Line,
    seat: int,
    setting: Setting,
    *,
    switches: Iterable[Switch],
    tableau: Tableau,
    turns: Sequence[Sequence[tuple[int, int]]] = (),
) -> list[Silence]:
    """Everything that the rulebook leaves open and on which a line depends.

    Args:
        line: a line of a round, or of the game's end.
        seat: whose line it is, from 0.
        setting: the game's.
        switches: the house rules that decided it; see ``rules.house_rule_effects``.
        tableau: what lies in front of that seat; nothing for the game's end.
        turns: the round's uramaki claims, turn by turn.
    """
    own = [
        Silence("", None, is_default=True, words=str(words))
        for words in _without_switch(line, seat, setting, tableau, turns)
    ]
    return [*(silence(switch, setting) for switch in switches), *own]


def _without_switch(
    line: Line,
    seat: int,
    setting: Setting,
    tableau: Tableau,
    turns: Sequence[Sequence[tuple[int, int]]],
) -> list[str]:
    """What is open, and which no house rule decides: the referee's own rulings."""
    found = []
    if line.rule == "sushi-go/chopsticks" and seat >= setting.players:
        found.append(
            _("The rulebook is silent on chopsticks of the dummy. Here they score nothing.")
        )
    if line.rule in _MAY_HAVE_NONE and _pays_for_none(line):
        found.append(
            _(
                "The rulebook is silent on players who have none of these cards. Here they are "
                "compared like the others."
            )
        )
    if line.rule == "sushi-go-party/nigiri" and _lost_its_wasabi(tableau):
        found.append(
            _(
                "The rulebook is silent on a wasabi that is turned over under a nigiri. Here that "
                "nigiri has its own value again."
            )
        )
    if _claims_beside_bonus_actions(line, setting, turns):
        found.append(
            _(
                "The rulebook is silent on the order of claims and bonus actions on one turn. Here "
                "the totals of the whole turn are compared."
            )
        )
    return found


_MAY_HAVE_NONE = ("sushi-go-party/temaki", "sushi-go-party/pudding")


def _pays_for_none(line: Line) -> bool:
    return line.comparison is not None and any(
        place.count == 0 and place.each > 0 for place in line.comparison.places
    )


def _lost_its_wasabi(tableau: Tableau) -> bool:
    """Whether a wasabi lies face down beside a nigiri that lies on none."""
    items = [entry for entry, _number in tableau.items()]
    faces = [entry.card.face.slug for entry in items if entry.card.flipped and entry.card.face]
    return "wasabi" in faces and any(entry.type == "nigiri" and not entry.base for entry in items)


def _claims_beside_bonus_actions(
    line: Line, setting: Setting, turns: Sequence[Sequence[tuple[int, int]]]
) -> bool:
    """Whether two claimed uramaki on a turn on which chopsticks or a spoon may have been used."""
    bonus = setting.types & {"chopsticks", "spoon"}
    return bool(bonus) and any(len(turns[claim.turn - 1]) > 1 for claim in line.claims)


def ranking_silences(
    setting: Setting, *, switches: Iterable[Switch], is_shared: bool, copied_dessert: bool
) -> list[Silence]:
    """Everything that the rulebook leaves open and on which a place in the ranking depends.

    Args:
        switches: the house rules that decided it; see ``ranking_decided_by``.
        is_shared: whether somebody is equal in points and in what breaks a tie.
        copied_dessert: whether a special order that copied a dessert counted in the tie-break.
    """
    found = [silence(switch, setting) for switch in switches]
    if copied_dessert:
        words = _(
            "The rulebook is silent on a special order that copied a dessert. Here it counts as a "
            "dessert card."
        )
        found.append(Silence("", None, is_default=True, words=words))
    if is_shared:
        words = _("The rulebook is silent on players who are equal in both. Here they share.")
        found.append(Silence("", None, is_default=True, words=words))
    return found
