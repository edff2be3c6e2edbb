"""Rolls: cards that are compared across the table, and the uramaki race."""

from django.utils.translation import gettext as _

from referee.rules.scoring.uramaki import ICONS_TO_CLAIM, PRIZES
from referee.rules.table_setup import MANY_PLAYERS

from ..phrases import number, points_text
from .figures import prizes
from .scope import Scope
from .text import (
    CardText,
    PointsTable,
    places_table,
    said,
    two_player_tie,
    two_players_lose_nothing,
)

_FEW = 4
"""Players of an example at a small table."""


def maki(scope: Scope) -> CardText:
    """Most icons, second most; at a large Party table third most too."""
    if scope.ruleset == "sushi-go":
        return _maki_that_split(scope)
    places = prizes(scope, "maki", _FEW)
    cases = [
        _("A special order that copies maki adds the same icons again.")
        if scope.has("special-order")
        else ""
    ]
    line = _maki_line(places)
    many = prizes(scope, "maki", MANY_PLAYERS) if scope.is_party and scope.players is None else {}
    if many:
        facts = {"line": line, "points": " / ".join(number(n) for n in many.values())}
        line = _("%(line)s; with six players or more %(points)s") % facts
        cases.insert(0, _many_players(many))
    have_none = (
        _("Without any maki die you take no place.")
        if scope.is_roll
        else _("Without any maki card you take no place.")
    )
    return CardText(
        line,
        said(
            _("At the end of the round everybody counts the icons, not the pieces."),
            _("Players who tie all get the full points."),
            _("After a tie, the next lower number still takes the next place."),
            have_none,
        ),
        said(*cases),
        places_table(places),
    )


def _maki_line(places: dict[str, int]) -> str:
    facts = {place: number(points) for place, points in places.items()}
    if "third" in places:
        return _("Most icons %(first)s points, second %(second)s, third %(third)s") % facts
    return _("Most icons %(first)s points, second most %(second)s") % facts


def _many_players(places: dict[str, int]) -> str:
    facts = {place: points_text(points) for place, points in places.items()}
    return (
        _(
            "With six to eight players the menu tile is turned over: most %(first)s, second "
            "%(second)s, third %(third)s."
        )
        % facts
    )


def _maki_that_split(scope: Scope) -> CardText:
    places = prizes(scope, "maki", _FEW)
    if scope.is_on("zero-maki-scores"):
        none = _("By the house rule of this game, a player without maki may take a place too.")
    else:
        none = _("A player without maki takes no place.")
    facts = {place: number(points) for place, points in places.items()}
    return CardText(
        _("%(line)s; those who tie share") % {"line": _maki_line(places)},
        said(
            _("At the end of the round everybody counts the icons, not the cards."),
            _("Players with equally many share %(first)s points; a remainder is lost.") % facts
            if scope.players == 2
            else _("Players who tie for most share the %(first)s points; a remainder is lost.")
            % facts,
            _("Then nobody is second."),
            _("Players who tie for second share the %(second)s points in the same way.") % facts,
            none,
        ),
        said(dummy_competes(scope)),
        places_table(places),
    )


def dummy_competes(scope: Scope) -> str:
    """Whether the dummy of the two-player variant takes part in a comparison."""
    if scope.setting is None or not scope.setting.has_dummy:
        return ""
    if scope.is_on("dummy-takes-awards"):
        return _("The dummy is compared like a third player.")
    return _("The dummy is left out of the comparison.")


def temaki(scope: Scope) -> CardText:
    """Most win what fewest lose."""
    places = prizes(scope, "temaki", _FEW)
    prize = places["first"]
    facts = {"prize": prize}
    loses = scope.may_have(3, 8)
    line = (
        _("Most cards score %(prize)d points, fewest lose %(prize)d")
        if loses
        else _("Most cards score %(prize)d points, nobody loses any")
    )
    return CardText(
        line % facts,
        said(
            _("Everybody counts their temaki cards at the end of the round."),
            _("A player without any takes part too.") if loses else "",
            _("Players who tie gain or lose the full points.") if loses else "",
            _("Where all have the same number, they are most and fewest at once: 0 points.")
            if loses
            else "",
            two_players_lose_nothing() if scope.may_have(2, 2) else "",
            two_player_tie(scope, prize) if scope.may_have(2, 2) else "",
        ),
        table=places_table(places),
    )


def uramaki(scope: Scope) -> CardText:
    """Ten icons claim a place during the round; one place is left for its end."""
    facts = {
        "icons": ICONS_TO_CLAIM,
        "first": PRIZES[0],
        "second": PRIZES[1],
        "third": PRIZES[2],
    }
    return CardText(
        _("A race: %(icons)d icons claim %(first)d points, then %(second)d, then %(third)d")
        % facts,
        said(
            _("Whoever is the first to reach %(icons)d icons scores %(first)d points at once.")
            % facts,
            _("The second claim is worth %(second)d points, the third %(third)d.") % facts,
            _("Claimed cards leave the table with all their icons, also those beyond ten."),
            _("You may claim again with fresh cards."),
            _("When the round ends, the next free place goes to whoever has most icons left."),
        ),
        said(
            _("Two claims on one turn: more icons go first."),
            _(
                "Equal claims on one turn share a place in full and use up as many places as there "
                "are players in the tie."
            ),
            _(
                "At the end of the round you need at least one icon; all who tie get the full "
                "points."
            ),
            _cascade(scope),
            _("After three places are gone, further claims win nothing and the cards stay."),
            _("Special orders that copy uramaki add icons, and leave with the claim.")
            if scope.has("special-order")
            else "",
        ),
        PointsTable(
            (_("Place"), _("First"), _("Second"), _("Third")),
            ((_("Points"), *(number(prize) for prize in PRIZES)),),
        ),
    )


def _cascade(scope: Scope) -> str:
    if scope.is_on("uramaki-cascade"):
        return _(
            "By the house rule of this game, all places still free are given out at the end of the "
            "round, one after the other."
        )
    return _("The end of the round gives out one place only.")
