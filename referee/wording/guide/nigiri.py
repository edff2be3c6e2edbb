"""Nigiri, and the wasabi under them."""

from django.utils.translation import gettext as _

from referee.rules.scoring.nigiri import WASABI_FACTOR

from ..names import face_name
from ..phrases import name_list, number
from .figures import nigiri_rows
from .scope import Scope
from .text import CardText, PointsTable, said


def nigiri(scope: Scope) -> CardText:
    """Egg, salmon and squid."""
    rows = nigiri_rows()
    values = {face.partition("-")[0]: value for face, value, _on_wasabi in rows}
    on_wasabi = name_list([number(tripled) for _face, _value, tripled in rows])
    line = _("Egg %(egg)d, salmon %(salmon)d, squid %(squid)d points") % values
    if scope.has("wasabi"):
        line = _("%(values)s; three times that on wasabi") % {"values": line}
    heads = (_("Nigiri"), *(face_name(face) for face, _value, _on_wasabi in rows))
    plain = (_("Points"), *(number(value) for _face, value, _on_wasabi in rows))
    tripled = (_("On wasabi"), *(number(tripled) for _face, _value, tripled in rows))
    return CardText(
        line,
        said(
            _("Every nigiri counts for itself, at the end of the round."),
            _("Squid is the best, then salmon, then egg."),
            _("One that lies on a wasabi is worth %(points)s points instead.")
            % {"points": on_wasabi}
            if scope.has("wasabi")
            else "",
        ),
        said(_copied(scope) if scope.has("wasabi") else ""),
        PointsTable(heads, (plain, tripled) if scope.has("wasabi") else (plain,)),
    )


def _copied(scope: Scope) -> str:
    if not scope.has("special-order"):
        return ""
    return _(
        "A special order that copies a nigiri on wasabi has the plain value, unless it is laid on "
        "a wasabi of its own."
    )


def wasabi(scope: Scope) -> CardText:
    """Triples one nigiri."""
    piece = {"factor": WASABI_FACTOR}
    if scope.is_roll:
        must = _(
            "The next nigiri die that you keep must go onto it and is worth %(factor)d times its "
            "value."
        )
    else:
        must = _(
            "The next nigiri that you play must go onto it and is worth %(factor)d times its value."
        )
    return CardText(
        _("Triples the next nigiri; bare, it is worth nothing"),
        said(
            _("Nothing happens when it is taken."),
            must % piece,
            _("Each wasabi carries a single nigiri."),
            _("With several wasabi lying bare, the following nigiri go onto one each."),
            _("A nigiri that was there before the wasabi stays where it is."),
        ),
        said(_bare(scope), _same_turn(scope), *_with_boxes(scope), _copied_wasabi(scope)),
    )


def _bare(scope: Scope) -> str:
    if scope.has("tea", "soy-sauce"):
        return _("A bare wasabi scores nothing, but it is a yellow card like the nigiri.")
    return _("A wasabi still bare at the end of the round scores nothing.")


def _same_turn(scope: Scope) -> str:
    if scope.ruleset != "sushi-go":
        return ""
    return _(
        "Wasabi and nigiri played together with chopsticks: the rulebook is silent, and here you "
        "may say that the wasabi came first."
    )


def _with_boxes(scope: Scope) -> tuple[str, ...]:
    if not scope.has("takeout-box"):
        return ()
    if scope.is_on("flipped-nigiri-frees-wasabi"):
        free = _("If you turn the nigiri face down, its wasabi is free for another one.")
    else:
        free = _("If you turn the nigiri face down, its wasabi stays used up.")
    return (_("If you turn the wasabi face down, its nigiri has its plain value again."), free)


def _copied_wasabi(scope: Scope) -> str:
    if not scope.has("special-order"):
        return ""
    return _("A special order that copies a wasabi is a second, bare wasabi.")
