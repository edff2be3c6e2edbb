"""Ratings in words: what they mean, and what has moved one."""

import datetime
from collections.abc import Mapping
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..standings.rating import LEAST_GAMES, NEWCOMER, Rating
from .chat import day_text
from .figures import average_text, rating_text, signed_text, tenths
from .phrases import name_list

MOST_NAMED = 3
"""So many opponents are named, those who moved a rating the most; the others together."""


def rating_meaning(until: datetime.date | None = None) -> str:
    """Say what a rating is, where everybody starts, and by what ratings are ranked.

    Args:
        until: the day up to which games count, None for all games.
    """
    games = {"games": LEAST_GAMES}
    words = _("A rating is of all games in the club, and shown after %(games)s of them.") % games
    if until:
        words = _(
            "A rating is of all games in the club until %(day)s, and shown after %(games)s of them."
        ) % {**games, "day": day_text(until)}
    start = _(
        "Everybody starts at %(rating)s, and nothing of it is sure. The more somebody plays, the "
        "more of it is sure; ratings are ranked by that."
    )
    return f"{words} {start % {'rating': rating_text(NEWCOMER)}}"


def rating_move(
    games: int, before: Rating, now: Rating, moved: Mapping[str, float], *, others: int = 0
) -> str:
    """Say what the last games did to a rating, and against whom.

    Args:
        games: how many they are, at least 1.
        moved: by how much against each of those who are named, by the name as it is shown.
        others: how many more there are; theirs is the rest.
    """
    was, is_ = tenths(before.mu), tenths(now.mu)
    facts = {"n": games, "before": average_text(was), "now": average_text(is_)}
    if was == is_:
        words = ngettext(
            "In the last game it stayed at %(now)s",
            "In the last %(n)d games it stayed at %(now)s",
            games,
        )
    elif was < is_:
        words = ngettext(
            "In the last game it rose from %(before)s to %(now)s",
            "In the last %(n)d games it rose from %(before)s to %(now)s",
            games,
        )
    else:
        words = ngettext(
            "In the last game it fell from %(before)s to %(now)s",
            "In the last %(n)d games it fell from %(before)s to %(now)s",
            games,
        )
    parts = {name: tenths(by) for name, by in moved.items()}
    rest = is_ - was - sum(parts.values(), Fraction(0))
    if not others and parts:  # what rounding took goes to the largest, where it weighs least
        parts[max(parts, key=lambda name: abs(parts[name]))] += rest
    shares = [
        _("%(points)s against %(name)s") % {"points": signed_text(by), "name": name}
        for name, by in parts.items()
    ]
    if others:
        against = ngettext(
            "%(points)s against %(n)d other", "%(points)s against the %(n)d others", others
        )
        shares.append(against % {"points": signed_text(rest), "n": others})
    return _("%(what)s: %(against)s.") % {"what": words % facts, "against": name_list(shares)}
