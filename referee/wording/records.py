"""Records and habits in words."""

from collections.abc import Sequence
from fractions import Fraction

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..rules.cards import NAMED_MENUS
from .catalogue import remembered
from .figures import average_text
from .names import menu_name, tiebreak_count, type_name
from .phrases import name_list, series


@remembered
def games_text(games: int) -> str:
    """Count games: "1 game", "12 games"."""
    return ngettext("%(n)d game", "%(n)d games", games) % {"n": games}


@remembered
def minutes_text(minutes: int) -> str:
    """Say how long something took: "1 minute", "41 minutes", from two hours on "2 h 5 min"."""
    hours, left = divmod(minutes, 60)
    if hours < 2:
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    if not left:
        return _("%(hours)d h") % {"hours": hours}
    return _("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": left}


def minutes_of_games(minutes: int, timed: int, games: int) -> str:
    """Say how long games took together, and of how many it is known where not of all: "2 h 5 min
    (known of 4 of 5 games)"."""
    time = minutes_text(minutes)
    if timed == games:
        return time
    facts = {"time": time, "timed": timed, "games": games_text(games)}
    return _("%(time)s (known of %(timed)d of %(games)s)") % facts


def narrow_win(name: str, margin: int) -> str:
    """Say by how little somebody won; with a margin of 0 it was the tie-break that decided."""
    if not margin:
        return _("%(name)s won with as many points as the next; the tie-break decided.") % {
            "name": name
        }
    return ngettext("%(name)s won by %(n)d point.", "%(name)s won by %(n)d points.", margin) % {
        "name": name,
        "n": margin,
    }


def come_back(name: str, behind: int) -> str:
    """Say how far behind somebody was who won all the same; at least 1 point."""
    return ngettext(
        "%(name)s was %(n)d point behind, and won.",
        "%(name)s was %(n)d points behind, and won.",
        behind,
    ) % {"name": name, "n": behind}


def puddings(name: str, number: int, ruleset: str) -> str:
    """Say how many puddings somebody had in a game; dice are counted by their icons."""
    kind = "pudding-icons" if ruleset == "sushi-roll" else "pudding"
    return _("%(name)s had %(puddings)s.") % {
        "name": name,
        "puddings": tiebreak_count(kind, number),
    }


def habit(names: Sequence[str], type_: str, cards: Fraction, average: Fraction) -> str:
    """Say who takes more of a card type than the club does: cards a game, and the club's
    average."""
    words = ngettext(
        "%(type)s: %(names)s takes %(cards)s a game; the club’s average is %(average)s.",
        "%(type)s: %(names)s take %(cards)s a game; the club’s average is %(average)s.",
        len(names),
    )
    return words % {
        "names": name_list(names),
        "cards": average_text(cards),
        "type": capfirst(type_name(type_)),
        "average": average_text(average),
    }


def menu_in_words(menu: str) -> str:
    """A menu as its tally writes it: its name, or the cards that are on one's own."""
    if menu in NAMED_MENUS:
        return menu_name(menu)
    return series(type_name(type_) for type_ in menu.split())


def played_often(menus: int) -> str:
    """Say that so many menus were each played so many times, or more: "4 menus played 4 times"."""
    words = ngettext("%(n)d menu played once", "%(n)d menus played %(n)d times", menus)
    return words % {"n": menus}


def favourite(menus: Sequence[str], games: int) -> str:
    """Say which menu was played most often, in how many games; several where they are equal."""
    words = ngettext(
        "Most often played: %(menu)s, in %(n)d game.",
        "Most often played: %(menu)s, in %(n)d games.",
        games,
    )
    if len(menus) > 1:
        words = ngettext(
            "Most often played: %(menu)s, each in %(n)d game.",
            "Most often played: %(menu)s, each in %(n)d games.",
            games,
        )
    return words % {"menu": name_list([menu_in_words(menu) for menu in menus]), "n": games}
