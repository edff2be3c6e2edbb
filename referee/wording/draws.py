"""What an organiser is told of a draw: who meets again, which wishes are kept, which table is
late."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


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


def corrected_text(table: int, draw: int) -> str:
    """Say that a result was corrected when others had been drawn by it."""
    words = _(
        "Table %(table)s of draw %(draw)s was corrected after the next draw: the standings follow, "
        "the draws stay."
    )
    return words % {"table": table, "draw": draw}
