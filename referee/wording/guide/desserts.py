"""What is scored at the end of the game: desserts, and Roll's unused tokens."""

from django.utils.translation import gettext as _

from referee.rules.scoring.sets import FRUIT_POINTS

from ..phrases import number, points_text
from .comparisons import dummy_competes
from .figures import first_set, prizes, worth
from .scope import Scope
from .text import (
    CardText,
    places_table,
    said,
    scale,
    two_player_tie,
    two_players_lose_nothing,
)

_PLAYERS = 4


def pudding(scope: Scope) -> CardText:
    """Most win what fewest lose, once, at the end."""
    places = prizes(scope, "pudding", _PLAYERS)
    facts = {"prize": places["first"], "loss": -places.get("fewest", 0)}
    line = (
        _("End of the game: most score %(prize)d points, fewest lose %(loss)d")
        if facts["loss"]
        else _("End of the game: most score %(prize)d points, nobody loses any")
    )
    kept = (
        _("A pudding die brings one pudding token for every icon, at once.")
        if scope.is_roll
        else _("Puddings stay with you when the other cards are cleared away.")
    )
    ties = _ties_split(scope, facts) if scope.ruleset == "sushi-go" else _ties_in_full(scope, facts)
    return CardText(
        line % facts,
        said(
            kept,
            _("After the last round, all players compare how many they have."),
            *ties,
        ),
        said(*_cases(scope, facts)),
        places_table(places),
    )


def _ties_split(scope: Scope, facts: dict[str, int]) -> tuple[str, ...]:
    two = scope.setting is not None and not facts["loss"]
    return (
        ""
        if two
        else _("Those who tie share the %(prize)d points or the loss; a remainder is dropped.")
        % facts,
        _("Where all have the same number, nobody scores."),
        two_players_lose_nothing() if scope.may_have(2, 2) and not _loses(scope) else "",
    )


def _loses(scope: Scope) -> bool:
    """Whether a game of two has a loss: beside a dummy, unless a house rule says otherwise."""
    return scope.setting is not None and "fewest" in prizes(scope, "pudding", _PLAYERS)


def _ties_in_full(scope: Scope, facts: dict[str, int]) -> tuple[str, ...]:
    two, more = scope.may_have(2, 2), scope.may_have(3, 8)
    return (
        _("Those who tie gain or lose the full points.") if more else "",
        _("Where all have the same number, they are most and fewest at once: 0 points.")
        if more
        else "",
        two_players_lose_nothing() if two else "",
        two_player_tie(scope, facts["prize"]) if two else "",
    )


def _cases(scope: Scope, facts: dict[str, int]) -> tuple[str, ...]:
    has_dummy = scope.setting is not None and scope.setting.has_dummy
    return (
        _("A player without any takes part too.") if facts["loss"] else "",
        dummy_competes(scope),
        _("Beside a dummy fewest lose points, as with three players.")
        if has_dummy and facts["loss"]
        else "",
        _("The tokens are worth 1 and 3 puddings: count what they are worth.")
        if scope.is_roll
        else "",
    )


def ice_cream(scope: Scope) -> CardText:
    """Sets of four."""
    size, prize = first_set(scope, "green-tea-ice-cream")
    facts = {"size": size, "prize": prize}
    return CardText(
        _("End of the game: %(size)d for %(prize)d points, fewer nothing") % facts,
        said(
            _("Ice creams of all three rounds are kept and added up."),
            _("Every %(size)d of them are worth %(prize)d points.") % facts,
            _("What makes no full set is worth nothing, but breaks a tie like any dessert card."),
        ),
    )


def fruit(scope: Scope) -> CardText:
    """Each of three fruits by its own scale."""
    counts = range(len(FRUIT_POINTS))
    facts = {
        "none": number(FRUIT_POINTS[0]),
        "most": FRUIT_POINTS[-1],
        "many": counts[-1],
        "loss": -worth(scope, "fruit", 0),
    }
    return CardText(
        _("End of the game: each fruit from %(none)s for none to %(most)d for %(many)d") % facts,
        said(
            _("Each card shows two pieces: watermelon, orange or pineapple."),
            _("The pieces of all three rounds are added up, every fruit by itself."),
            _("Each of the three fruits then scores by the table."),
            _("Without any fruit card you lose %(loss)d points.") % facts,
        ),
        table=scale(_("Pieces of a fruit"), counts, FRUIT_POINTS, open_end=True),
    )


def tokens(scope: Scope) -> CardText:
    """Pairs of unused tokens."""
    size, prize = first_set(scope, "tokens")
    facts = {"size": size, "points": points_text(prize)}
    return CardText(
        _("End of the game: %(points)s for every %(size)d unused tokens") % facts,
        said(
            _("Menu and chopsticks tokens are counted together, in any mixture."),
            _("Every %(size)d of them are worth %(points)s, once, after the last round.") % facts,
            _("An odd one is worth nothing."),
        ),
    )
