"""An evening of several tables in words: its draws, its seats, how it is ranked, and what an
organiser is told of it."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..standings.league import listed
from ..standings.tournament import stretched
from .figures import criteria_text, percent_text, place_points_text, wins_text
from .phrases import clauses, name_list


def draw_name(number: int, draws: int, *, is_final: bool) -> str:
    """Say which draw it is of how many: "Draw 2 of 4", "Final"."""
    if is_final:
        return _("Final")
    return _("Draw %(number)s of %(draws)s") % {"number": number, "draws": draws}


def seat_text(table: int, place: int) -> str:
    """Say where somebody sits: "Table 4, seat 2"."""
    return _("Table %(table)s, seat %(seat)s") % {"table": table, "seat": place}


def evening_won_text(winners: Sequence[str]) -> str:
    """Say who has won an evening; nobody where no game was played."""
    if not winners:
        return _("No game was finished.")
    words = _("%(names)s won the evening")
    if len(winners) > 1:
        words = _("%(names)s share the victory of the evening")
    return words % {"names": name_list(winners)}


def tournament_rules(
    place_points: tuple[int, ...], players: Iterable[int], *, has_final: bool
) -> list[str]:
    """Say how an evening at several tables is ranked, a rule a line.

    Args:
        place_points: of the first place to the last.
        players: how many sit at each of the tables.
    """
    final = _(
        "Those who play the final come first, by their places in it. The final brings no points."
    )
    sizes = [
        ngettext("with %(n)d player %(points)s", "with %(n)d players %(points)s", n)
        % {"n": n, "points": "-".join(map(wins_text, stretched(place_points, n)))}
        for n in sorted({*players} - {len(place_points)})
    ]
    fair = _(
        "At tables of other sizes the first and the last number stay, and those between are in"
        " proportion: %(tables)s."
    )
    share = _(
        "Share of the tables’ points: a player’s points divided by the mean of the table, on"
        " average over all games; %(mean)s is the mean."
    )
    meeting = _(
        "Meeting each other: those who are still level stand by how many places they were ahead"
        " of each other where they met, on average, if all of them have met."
    )
    rules = [
        final if has_final else "",
        criteria_text(("place-points", "wins", "share", "meeting")),
        place_points_text(listed(place_points)),
        fair % {"tables": clauses(sizes)} if sizes else "",
        _("A shared victory is divided among those who share it."),
        share % {"mean": percent_text(Fraction(1))},
        meeting,
    ]
    return [rule for rule in rules if rule]


def meetings_text(pairs: int, again: int, least: int, people: int, tables: int) -> str:
    """Say how many pairs meet for the first time, and how many again; and whether that cannot be
    helped: at ``least`` so many must."""
    if not again:
        words = _("All %(pairs)s pairs at the tables meet for the first time.")
        return words % {"pairs": pairs}
    words = ngettext(
        "%(first)s pairs meet for the first time, %(again)s of %(pairs)s has met before.",
        "%(first)s pairs meet for the first time, %(again)s of %(pairs)s have met before.",
        again,
    )
    told = words % {"first": pairs - again, "again": again, "pairs": pairs}
    if again > least:
        return told
    words = ngettext(
        "That is unavoidable with %(people)s people at %(tables)s table.",
        "That is unavoidable with %(people)s people at %(tables)s tables.",
        tables,
    )
    return f"{told} {words % {'people': people, 'tables': tables}}"


def wish_text(one: str, other: str, *, apart: bool) -> str:
    """Say what two people want."""
    words = _("%(one)s and %(other)s want to sit together once")
    if apart:
        words = _("%(one)s and %(other)s never want to sit together")
    return words % {"one": one, "other": other}


def broken_wish_text(one: str, other: str, table: int) -> str:
    """Say that two sit together who did not want to."""
    words = _("%(one)s and %(other)s sit together at table %(table)s, though they never want to.")
    return words % {"one": one, "other": other, "table": table}


def late_text(minutes: int, *, begun: bool, confirmed: bool) -> str:
    """Say since when nothing has happened at a table that is behind the others."""
    if confirmed:
        words = ngettext(
            "Late: its last round was confirmed %(minutes)s minute ago.",
            "Late: its last round was confirmed %(minutes)s minutes ago.",
            minutes,
        )
    elif begun:
        words = ngettext(
            "Late: it began %(minutes)s minute ago.",
            "Late: it began %(minutes)s minutes ago.",
            minutes,
        )
    else:
        words = ngettext(
            "Late: it was drawn %(minutes)s minute ago.",
            "Late: it was drawn %(minutes)s minutes ago.",
            minutes,
        )
    return words % {"minutes": minutes}


def level_for_final_text(last: str, left_out: Sequence[str]) -> str:
    """Say who is level with the last one who gets into a final, and would not play it."""
    words = ngettext(
        "%(names)s is level with %(last)s for the last seat in the final. %(last)s came in first"
        " this evening and gets it. You can change that by hand when it is drawn.",
        "%(names)s are level with %(last)s for the last seat in the final. %(last)s came in first"
        " this evening and gets it. You can change that by hand when it is drawn.",
        len(left_out),
    )
    return words % {"names": name_list(left_out), "last": last}


def corrected_text(table: int, draw: int) -> str:
    """Say that a result was corrected when others had been drawn by it."""
    words = _(
        "Table %(table)s of draw %(draw)s was corrected after the next draw: the standings follow, "
        "the draws stay."
    )
    return words % {"table": table, "draw": draw}
